"""The odds of an action: worked out once, one at a time, within a second, for who still waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Action, Outcome
from rules.quickplay import QUICKPLAY
from tests.webui.told.played import played
from webui.game import chances as odds
from webui.game.chances import Odds
from webui.game.game import Game
from webui.game.one_at_a_time import MOST_WAITING, HungUp, OneAtATime, TooBusy
from webui.game.position import Who
from webui.game.secrets.knowledge import Known
from webui.game.secrets.secrecy import Eyes

SHOOT = Action("shoot", "R1", "B1")


def wanted() -> bool:
    return True


class Counting:
    """A clock on which so much passes whenever it is read."""

    def __init__(self, step_s: float = 0.0) -> None:
        self.at_s, self.step_s = 0.0, step_s

    def __call__(self) -> float:
        self.at_s += self.step_s
        return self.at_s


def with_rule(game: Game, rule: Callable[..., Steps[Outcome]]) -> Game:
    game.rules = msgspec.structs.replace(game.rules, resolve=rule)
    return game


def thrown(times: int) -> Callable[..., Steps[Outcome]]:
    """A rule of so many hands of ten dice, too many courses to be walked."""

    def rule(action: Action, state: Any, table: Any) -> Steps[Outcome]:
        for number in range(times):
            yield from roll(f"throw {number}", 10, "Red")
        return Outcome(state)

    return rule


def test_odds_of_what_the_rules_refuse_say_why_in_a_sentence(game: Game) -> None:
    """Rowe's foot is 20 in from Bell's: seen to answer with the bare refusal as an error."""
    told = odds.chances(game, Action("shoot", "R2", "B1"), game.present().state)
    assert told.results == []
    assert told.trouble.startswith(
        "There are no odds for what the rules refuse as the models stand."
    )
    assert "is out of range: 20.0 ± 0.1 in. Once that has changed, ask again" in told.trouble


def test_the_same_question_is_worked_out_once(game: Game) -> None:
    asked = []
    real = game.rules.resolve
    with_rule(game, lambda *what: asked.append(what) or real(*what))
    ask = Odds(Known())
    first = ask(game, SHOOT, Eyes(), wanted, False)
    courses = len(asked)
    assert ask(game, SHOOT, Eyes(), wanted, False) == first and len(asked) == courses
    ask(game, Action("end", "Red"), Eyes(), wanted, False)
    assert len(asked) > courses


def test_it_is_worked_out_anew_when_the_game_has_moved_on(game: Game, live: Any) -> None:
    asked = []
    real = game.rules.resolve
    with_rule(game, lambda *what: asked.append(what) or real(*what))
    ask = Odds(Known())
    ask(game, SHOOT, Eyes(), wanted, False)
    courses = len(asked)
    stood = game.table().base("R01").pose
    live.place("R01", stood.x_in + 0.1, stood.y_in, stood.facing_deg)
    ask(game, SHOOT, Eyes(), wanted, False)
    assert len(asked) > courses


@pytest.mark.parametrize(("step_s", "courses"), [(0.0, odds.SAMPLES), (0.01, 97), (0.2, None)])
def test_there_is_a_second_for_it(game: Game, step_s: float, courses: int | None) -> None:
    """The clock is read at the start and before every course. Ten dice fall in 3003 ways, so the
    second course that is walked is one too many; with 0.01 s a course 97 more begin before the
    second is over. With 0.2 s only two do, which say nothing."""
    with_rule(game, thrown(2))
    found = odds.chances(game, SHOOT, game.present().state, now=Counting(step_s))
    if courses is None:
        assert found.results == [] and "too many steps" in found.trouble
    else:
        assert not found.exact and found.courses == courses


def test_many_dice_are_not_listed_before_they_are_refused(game: Game) -> None:
    """Sixty dice fall in eight million ways: the list of them took half a minute."""

    def rule(action: Action, state: Any, table: Any) -> Steps[Outcome]:
        yield from roll("a cannonade", 60, "Red")
        return Outcome(state)

    found = odds.chances(with_rule(game, rule), SHOOT, game.present().state, now=Counting())
    assert found.courses == odds.SAMPLES


def test_what_nobody_waits_for_is_dropped(game: Game) -> None:
    left = iter([True] * 10)
    with_rule(game, thrown(2))
    with pytest.raises(HungUp):
        Odds(Known())(game, SHOOT, Eyes(), lambda: next(left, False), False)


class Crowd:
    """People who ask while one piece of work goes on until it is let go."""

    def __init__(self) -> None:
        self.turns = OneAtATime()
        self.said: list[str] = []
        self.go_on = threading.Event()
        self.begun = threading.Event()
        self.threads: list[threading.Thread] = []

    def ask(self, name: str, is_ours: bool = False, is_wanted: Callable[[], bool] = wanted) -> None:
        def run() -> None:
            try:
                with self.turns.turn(is_wanted, is_ours):
                    self.said.append(name)
                    self.begun.set()
                    assert self.go_on.wait(90)
            except TooBusy:
                self.said.append("busy")
            except HungUp:
                self.said.append("hung up")

        self.threads.append(threading.Thread(target=run))
        self.threads[-1].start()

    def waiting(self, ours: bool, count: int) -> None:
        """Return once so many wait."""
        while self.turns._waiting[ours] < count:
            pass

    def end(self) -> list[str]:
        self.go_on.set()
        for thread in self.threads:
            thread.join(90)
        return self.said


def test_a_crowd_takes_only_a_few_threads_and_the_table_goes_first() -> None:
    crowd = Crowd()
    crowd.ask("first")
    assert crowd.begun.wait(90)
    for _ in range(MOST_WAITING):
        crowd.ask("stranger")
    crowd.waiting(False, MOST_WAITING)
    for _ in range(100):
        with pytest.raises(TooBusy), crowd.turns.turn(wanted):
            raise AssertionError("it may not come in")
    crowd.ask("the table's screen", is_ours=True)
    crowd.waiting(True, 1)
    assert crowd.end() == ["first", "the table's screen", *["stranger"] * MOST_WAITING]


def test_who_hangs_up_while_waiting_makes_room() -> None:
    crowd = Crowd()
    crowd.ask("first")
    assert crowd.begun.wait(90)
    crowd.ask("gone", is_wanted=lambda: False)
    crowd.threads[-1].join(90)
    assert crowd.said == ["first", "hung up"]
    assert crowd.end() == ["first", "hung up"]


def test_work_that_fails_lets_the_next_one_in() -> None:
    turns = OneAtATime()
    with suppress(ZeroDivisionError), turns.turn(wanted):
        raise ZeroDivisionError
    with turns.turn(wanted):
        pass


def test_odds_are_told_in_what_an_action_changes(tmp_path: Path) -> None:
    """Long Meg throws two dice and needs 5: none 4/9, one 4/9, both 1/9 hit the Town Pikes."""
    game = played(QUICKPLAY, (), tmp_path)
    umpire = Who("umpire")
    game.declare(Action("begin", "red"), umpire, after=game.journal.head)
    for face in (6, 1):
        game.answer([face], umpire, after=game.journal.head)
    found = odds.chances(game, Action("shoot", "R5", "B1"), game.present().state, now=Counting())
    chances = {" ".join(one.says): one.chance for one in found.results}
    assert chances == {
        "no effect": pytest.approx(4 / 9),
        "The Town Pikes lose 1: 4 of 5 left": pytest.approx(4 / 9),
        "The Town Pikes lose 2: 3 of 5 left": pytest.approx(1 / 9),
    }


def test_the_odds_of_what_is_secret_are_told_to_the_umpire_alone(game: Game) -> None:
    """The chances of a secret action would say how it ends."""
    game.rules = msgspec.structs.replace(game.rules, secret=frozenset({"shoot"}))
    told = Odds(Known())
    assert told(game, SHOOT, Eyes("Red"), wanted, False).results == []
    assert told(game, SHOOT, Eyes(every=True), wanted, False).results != []


def test_what_may_be_done_is_worked_out_on_what_is_known(game: Game) -> None:
    """An offer that hangs on what the other side holds would tell it."""
    asked = []
    real = game.rules.actions
    game.rules = msgspec.structs.replace(
        game.rules,
        secret=frozenset({"hand"}),
        known=lambda state, side: asked.append(side) or state,
        actions=lambda state, table: asked.append("offers") or real(state, table),
    )
    Known().offers(game, Eyes("Red"))
    assert asked == ["Red", "offers"]
    asked.clear()
    Known().offers(game, Eyes("Red", every=True))
    assert "Red" not in asked
