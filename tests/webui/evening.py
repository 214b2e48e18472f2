"""An evening at the table screen: both sides played through the page's own addresses.

The player thinks with the book's own robot (``rules.robots.robot``): what he would like to do,
and where a model may go, which he measures before he touches it. Everything that he then does, he
does as people do: he declares what the page offers him, moves the models, waits until they are
seen again, and answers what is asked with dice of his own.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from rules.books import RULE_SETS
from rules.kernel.engine import advance
from rules.kernel.plain import prompt_from_plain, to_plain
from rules.kernel.prompts import Look, Prompt
from rules.kernel.protocol import Action, IllegalAction
from rules.robots.robot import Scene, any_answer, rounded
from tests.webui.conftest import Visitor
from tests.webui.evening_players import LET_STAND, pick_of, robot_of
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Base, Snapshot
from webui.server.session import Desk

SHORT = ("quickplay",)
EVENINGS = [
    pytest.param(book, id=book.name, marks=[] if book.name in SHORT else [pytest.mark.long])
    for book in RULE_SETS
]
"""Of every book; all but Quick Play's are played by ``run.py test --all``."""

MOST_ACTIONS = 700
"""A sensible battle is over by then, and with as many refusals on the way it is no such battle."""
SAME_PLACE_IN = 0.06
SAME_TURN_DEG = 0.8
"""Nobody touches a model that stands as near to its place: a camera's reading is not nearer."""

ASIDE_IN = ((0.0, -1.7), (0.0, 1.7), (1.7, 0.0), (-1.7, 0.0), (0.0, -3.0), (0.0, 3.0))

Settle = Callable[[Sequence[str]], None]
"""Waits until the bases of those payloads are seen again, where they now stand."""


class Evening:
    """One game from its first action to its last. ``asked``: how often of each kind."""

    def __init__(
        self, here: Visitor, desk: Desk, seed: int, settle: Settle, *, judging: bool = False
    ) -> None:
        self.here = here
        self.desk = desk
        self.rules = desk.the_game().rules
        self.pick = pick_of(self.rules.name, judging=judging)
        self.robot = robot_of(self.rules.name)
        self.source = random.Random(seed).randrange
        self.settle = settle
        self.spent: tuple[str, ...] = ()
        self.statuses: Counter[int] = Counter()
        self.asked: Counter[str] = Counter()
        self.refused: list[str] = []
        self.declared: list[Action] = []
        self.last: tuple[str, dict[str, Any]] = ("", {})

    # The page

    def get(self, path: str) -> TestResponse:
        """A page, which must not be a failure of the program."""
        return self._counted(self.here.get(path))

    def post(self, path: str, /, **fields: Any) -> TestResponse:
        """The answer to a request, a refusal being a sentence."""
        answer = self._counted(self.here.post(path, **fields))
        if answer.status_code != 200:
            assert len(answer.json["error"]) > 5
            self.refused.append(answer.json["error"])
        return answer

    def _counted(self, answer: TestResponse) -> TestResponse:
        self.statuses[answer.status_code] += 1
        assert answer.status_code < 500, answer.get_data(as_text=True)
        return answer

    def table(self) -> dict[str, Any]:
        """What the page shows of the table now."""
        seen: dict[str, Any] = self.get("/table.json").json
        return seen

    # The game

    def play(self) -> dict[str, Any]:
        """Play on until the rules declare the end; what the page says of it."""
        for _ in range(2 * MOST_ACTIONS):
            shown = self.table()
            if shown["game"]["over"] is not None:
                return dict(shown["game"]["over"])
            self._act(shown["game"]["head"])
        raise AssertionError(f"no end after {len(self.declared)} actions: {self.refused[-3:]}")

    def begin(self, actions: int) -> None:
        """Play so many actions, which is too few for an end."""
        for _ in range(actions):
            shown = self.table()
            assert shown["game"]["over"] is None
            self._act(shown["game"]["head"])

    def _scene(self) -> Scene:
        game = self.desk.the_game()
        state = game.present().state
        return Scene(state, self.robot.lift(state, game.table()), self.source, self.spent)

    def _act(self, head: int) -> None:
        """Declare something that is offered and see it through; who is refused waits."""
        now = self._scene()
        action = self.pick(now, self.desk.the_game().offers)
        self._must_be_offered(action)
        declared = self._step(
            "/act/declare", head, do=action.do, by=action.by, at=action.at,
            more=to_plain(action.more),
        )  # fmt: skip
        if declared and self._resolve(now, action):
            self.spent = ()
            self.declared.append(action)
        else:
            self.spent = (*self.spent, action.by)

    def _must_be_offered(self, action: Action) -> None:
        """What the player has in mind stands on the page as legal."""
        shown = self.get(f"/unit.json?unit={action.by}").json
        found = [
            offer for offer in shown["offers"]
            if (offer["action"]["do"], offer["action"]["at"]) == (action.do, action.at)
        ]  # fmt: skip
        assert any(offer["legal"] for offer in found), (action, found, shown["trouble"])

    def _step(self, path: str, head: int, **fields: Any) -> bool:
        """A step of the game, remembered so that it can be taken again after an undo."""
        self.last = path, fields
        return self.post(path, head=head, **fields).status_code == 200

    def again(self) -> None:
        """The last step taken once more."""
        path, fields = self.last
        assert self._step(path, self.table()["game"]["head"], **fields)

    def _resolve(self, now: Scene, action: Action) -> bool:
        """Answer until nothing more is asked; False when the action had to be taken back."""
        tries: Iterator[Snapshot] = iter(())
        while True:
            shown = self.table()
            if shown["prompt"] is None:
                return True
            asked = self._asked(shown)
            self.asked[type(asked).__name__] += 1
            if isinstance(asked, Look):
                if asked.fault is None:
                    tries = self._places(action, asked)
                taken = self._moved(shown, asked, next(tries, None))
            else:
                answer = any_answer(asked, self.source)
                taken = self._answered(shown, answer, "typed")
            if not taken:
                self.post("/act/take-back", head=self.table()["game"]["head"], why="not allowed")
                self._put(now.table, ())
                return False

    def _asked(self, shown: dict[str, Any]) -> Prompt:
        """The question that the page asks, with the ground that the page draws beside it."""
        asked, opened = asked_of(shown), self.desk.the_game().present().opened
        if isinstance(asked, Look) and opened is not None and isinstance(opened.prompt, Look):
            return replace(asked, reach=opened.prompt.reach)
        return asked

    def _answered(self, shown: dict[str, Any], answer: Any, how: str) -> bool:
        head = shown["game"]["head"]
        return self._step("/act/answer", head, answer=to_plain(answer), how=how)

    # The models

    def _places(self, action: Action, asked: Look) -> Iterator[Snapshot]:
        """Where the models may be put, the likeliest places first."""
        now = self._scene()
        for place in self.robot.tables(now, action, asked):
            put = rounded(now.table, place)
            if self._would_do(put):
                yield put

    def _would_do(self, place: Snapshot) -> bool:
        """Would the rules take these places, as far as a player can measure beforehand?"""
        present = self.desk.the_game().present()
        opened = present.opened
        assert opened is not None and opened.prompt is not None
        rule = self.rules.resolve(opened.action, present.state, opened.table)
        try:
            asked = advance(rule, (*opened.answered, (opened.prompt, place)))
        except (IllegalAction, Unmeasurable):
            return False
        return not (isinstance(asked, Look) and asked.fault is not None)

    def _moved(self, shown: dict[str, Any], asked: Look, place: Snapshot | None) -> bool:
        """The models moved and looked at. Without any place that the rules take, they are let
        stand where the move has to be made, else it is not."""
        if place is None:
            return self.rules.name in LET_STAND and self._answered(shown, None, "agreed")
        self._put(place, asked.units)
        return self._answered(shown, None, "seen")

    def _put(self, wanted: Snapshot, units: tuple[str, ...]) -> None:
        """Put every base down where it is wanted, and wait until it is seen there; those of
        *units* that are wanted nowhere are taken off the table."""
        there = {base.payload: base for base in self.desk.the_game().table().bases}
        moved = [base for base in wanted.bases if _stands_elsewhere(there.get(base.payload), base)]
        left = {base.payload for base in wanted.bases}
        lifted = [
            payload for payload, base in there.items()
            if payload not in left and base.unit_id in units and base.pose is not None
        ]  # fmt: skip
        if lifted:
            assert self.post("/act/lift", bases=lifted).status_code == 200
        if moved:
            stands = [_on_table(_stand(base), wanted) for base in moved]
            placed = self.post("/act/place", bases=stands)
            assert placed.status_code == 200, placed.json
        if moved or lifted:
            self.settle([base.payload for base in moved])
            self._uncover()

    def _uncover(self) -> None:
        """A model whose tag another one covers is put a little aside, as the page asks."""
        for base in self.desk.the_game().table().bases:
            for dx_in, dy_in in ASIDE_IN if base.status == "hidden" and base.pose else ():
                stand = _stand(base)
                stand |= {"x_in": stand["x_in"] + dx_in, "y_in": stand["y_in"] + dy_in}
                stand = _on_table(stand, self.desk.the_game().table())
                if self.post("/act/place", bases=[stand]).status_code == 200:
                    self.settle([base.payload])
                if self._is_seen(base.payload):
                    break

    def _is_seen(self, payload: str) -> bool:
        table = self.desk.the_game().table()
        return any(b.payload == payload and b.status == "seen" for b in table.bases)


def asked_of(shown: dict[str, Any]) -> Prompt:
    """The question that the page asks, as the rules asked it."""
    plain = {name: value for name, value in shown["prompt"].items() if name != "draft"}
    if plain.get("reading"):
        plain["reading"] = {k: v for k, v in plain["reading"].items() if k != "text"}
    return prompt_from_plain(plain)


def _stands_elsewhere(old: Base | None, new: Base) -> bool:
    if new.pose is None:
        return False
    if old is None or old.pose is None:
        return True
    step = abs(old.pose.x_in - new.pose.x_in) + abs(old.pose.y_in - new.pose.y_in)
    turn = abs((old.pose.facing_deg - new.pose.facing_deg + 180) % 360 - 180)
    return step > SAME_PLACE_IN or turn > SAME_TURN_DEG


def _on_table(stand: dict[str, Any], table: Snapshot) -> dict[str, Any]:
    """Who leaves the table is put on its very edge, half over it: nothing stands in the air."""
    wide, deep = table.size_in
    x_in, y_in = min(max(stand["x_in"], 0.0), wide), min(max(stand["y_in"], 0.0), deep)
    return {**stand, "x_in": x_in, "y_in": y_in}


def _stand(base: Base) -> dict[str, Any]:
    assert base.pose is not None
    return {
        "payload": base.payload,
        "x_in": base.pose.x_in,
        "y_in": base.pose.y_in,
        "facing_deg": base.pose.facing_deg,
    }
