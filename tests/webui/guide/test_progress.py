"""How far models are from their ghosts; expected values by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rules.kernel.protocol import Action
from tests.webui import toy
from webui.game.game import Game
from webui.game.guide.progress import Step, guide_shown, on_ghosts, steps
from webui.game.guide.targets import (
    Guide,
    Kind,
    Target,
    guide_of,
    kept_guide,
    ordered_guide,
    whole_table,
)
from webui.game.journal.journal import Journal
from webui.game.position import NotNow, Who
from webui.game.seen.live import HandTable
from webui.game.told.transcript import transcript

RED = Who("player", "Red", "Ann")
BLUE = Who("player", "Blue", "Ben")


def led(kind: Kind, *targets: Target) -> Guide:
    return Guide(1, kind, "somewhere", BLUE, targets)


def step_of(guide: Guide) -> Step:
    return steps(guide, toy.table())[0]


def test_how_far_which_way_and_how_much_to_turn() -> None:
    """From (30, 18) to (33, 22): 3-4-5, at atan2(4, 3) = 53.13°; from 270° to 258°: 12° right."""
    step = step_of(led("move", Target("B01", 33, 22, 258)))
    assert (step.where, step.away_in, step.toward_deg, step.turn_deg) == ("away", 5.0, 53.1, -12.0)


@pytest.mark.parametrize(
    ("kind", "off_in", "where"),
    [
        # A finger's ghost: 1.96 times 0.05 in is 0.10 in.
        ("move", 0.09, "there"),
        ("move", 0.12, "away"),
        ("table", 0.24, "there"),
        ("table", 0.27, "away"),
    ],
)
def test_a_base_stands_when_it_is_within_what_a_hand_may_be_off_by(
    kind: Kind, off_in: float, where: str
) -> None:
    assert step_of(led(kind, Target("B01", 30 + off_in, 18, 270))).where == where


@pytest.mark.parametrize(("turn_deg", "where"), [(4.0, "there"), (6.0, "away"), (-6.0, "away")])
def test_a_front_that_looks_elsewhere_does_not_stand(turn_deg: float, where: str) -> None:
    """The whole table forgives 5 degrees."""
    assert step_of(led("table", Target("B01", 30, 18, 270 + turn_deg))).where == where


def test_the_cameras_own_doubt_comes_on_top() -> None:
    """Blurred by 0.05 in each way, 95 % within 0.098 in: 0.10 + 0.098 in forgive 0.19 in."""
    guide = led("move", Target("R01", 30.19, 10, 90))
    assert steps(guide, toy.doubtful_table(8))[0].where == "there"
    assert steps(guide, toy.table())[0].where == "away"


@pytest.mark.parametrize("status", ["moving", "hidden"])
def test_what_is_not_seen_does_not_stand(status: str) -> None:
    bases = tuple(replace(base, status=status) for base in toy.table().bases)
    found = steps(led("table", Target("B01", 30, 18, 270)), replace(toy.table(), bases=bases))
    assert found[0].where == status


def test_a_base_that_was_never_seen_is_said_to_be_missing() -> None:
    bases = tuple(replace(base, pose=None, status="never") for base in toy.table().bases)
    found = steps(led("table", Target("B01", 30, 18, 270)), replace(toy.table(), bases=bases))
    assert found[0].where == "never" and found[0].unit == "B1"


def test_units_are_counted_and_the_first_that_is_left_comes_next() -> None:
    moved = [replace(t, x_in=t.x_in + 3) if t.payload == "R02" else t for t in whole()]
    told = guide_shown(led("table", *moved), toy.table())
    assert told is not None and (told.there, told.total, told.next) == (2, 3, "R2")


def whole() -> tuple[Target, ...]:
    return whole_table(toy.table())


def test_a_shown_move_counts_as_if_it_were_made_there() -> None:
    """Within the ±: on the ghost; not within it: where the model stands. An order is the rule's."""
    near, far = Target("R01", 30.08, 10, 90), Target("B01", 30, 20, 270)
    seen = on_ghosts(led("move", near, far), toy.table())
    at = {base.payload: base.pose.x_in for base in seen.bases if base.pose is not None}
    assert at["R01"] == 30.08
    assert next(b.pose.y_in for b in seen.bases if b.payload == "B01" and b.pose) == 18
    assert on_ghosts(led("table", near), toy.table()) == toy.table()


# In a game


def to_the_move(game: Game) -> None:
    """Rigg's foot shoots at Bell's, who is asked to be moved 6 in at most."""
    head = game.declare(Action("shoot", "R1", "B1"), RED, after=game.journal.head)
    head = game.answer([5, 1], RED, after=head)
    game.answer("back", BLUE, after=head)


def show(game: Game, y_in: float) -> None:
    game.guide("move", "move Bell's foot here", [Target("B01", 30, y_in, 270)], BLUE,
               after=game.journal.head)  # fmt: skip


def test_a_guide_survives_a_restart(game: Game, journal: Journal, tmp_path: Path) -> None:
    to_the_move(game)
    show(game, 24)
    before = guide_of(game.present())
    journal.close()
    again = Journal(tmp_path / "game.drumhead")
    found = guide_of(Game(again, toy.TOY, game.live, now=lambda: 0.0).present())
    again.close()
    assert found is not None and found == before


def test_a_move_shown_at_six_inches_is_ruled_as_six(game: Game, live: HandTable) -> None:
    """The hand that made it was 0.08 in off; the limit is 6 in."""
    to_the_move(game)
    show(game, 24.0)
    live.place("B01", 30, 24.08, 270)
    game.answer(None, BLUE, after=game.journal.head)
    said = game.journal.line()[-1].body["rulings"][-1]["says"]
    assert said == "Bell's foot falls back 6.00 in."


def test_a_move_ends_with_the_answer_it_was_for(game: Game, live: HandTable) -> None:
    to_the_move(game)
    show(game, 20)
    live.place("B01", 30, 20, 270)
    game.answer(None, BLUE, after=game.journal.head)
    assert guide_of(game.present()) is None


def test_playing_on_ends_a_table_that_is_put_back(game: Game) -> None:
    game.guide("table", "as it was", whole(), RED, after=game.journal.head)
    assert guide_of(game.present()) is not None
    game.declare(Action("shoot", "R1", "B1"), RED, after=game.journal.head)
    assert guide_of(game.present()) is None


def test_an_undone_guide_is_gone_and_still_told(game: Game) -> None:
    to_the_move(game)
    show(game, 24)
    game.undo(BLUE, after=game.journal.head)
    assert guide_of(game.present()) is None
    told = transcript(game.journal)
    struck = [line for line in told.splitlines() if line.startswith("-")]
    assert any("Asked to be moved: move Bell's foot here (1 base)" in line for line in struck)


def test_it_is_called_off_at_any_time(game: Game) -> None:
    game.guide("table", "as it was", whole(), RED, after=game.journal.head)
    game.end_guide("called off", BLUE, after=game.journal.head)
    assert kept_guide(game.present().line) is None
    with pytest.raises(NotNow):
        game.end_guide("", BLUE, after=game.journal.head)


def test_a_strange_base_cannot_be_put_anywhere(game: Game) -> None:
    with pytest.raises(NotNow, match="no base 'X9'"):
        game.guide("move", "", [Target("X9", 1, 1, 0)], RED, after=game.journal.head)


def test_without_an_order_nobody_is_led(game: Game) -> None:
    """The toy's fall back leaves the way open: any, 6 in at most."""
    to_the_move(game)
    assert ordered_guide(game.present().opened) is None
