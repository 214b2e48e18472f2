"""What the page draws under a move, and what the rules would make of the table as it stands.

Law: nothing is recorded and nothing decided; the rule is asked again when the players press.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Any

from rules.kernel.engine import Done, ReplayError, advance
from rules.kernel.offers import called
from rules.kernel.prompts import Choose, Look, Prompt, Reach
from rules.kernel.protocol import IllegalAction, Outcome
from vision.measure.shapes.reach import swept
from vision.table.reading import Unmeasurable
from webui.game.game import Game
from webui.game.guide.progress import as_shown
from webui.game.guide.targets import guide_of
from webui.game.position import Opened, Present
from webui.game.secrets.knowledge import Known
from webui.game.secrets.secrecy import Eyes
from webui.game.told.page.readings import ComesTo, Ground


def drawn(reach: Iterable[Reach]) -> list[Ground]:
    """Shapes on the table, inches, with what each means."""
    return [
        Ground(
            one.unit,
            one.title,
            one.kind,
            one.rule,
            swept(one.outline_in, one.far_in, one.toward_deg, one.spread_deg),
        )
        for one in reach
    ]


def asked_or_answered(opened: Opened) -> tuple[Reach, ...]:
    """The ground under the open question, or under the last move while it is discussed."""
    looks: list[Prompt | None] = [opened.prompt, *(prompt for prompt, _ in opened.answered[::-1])]
    return next((one.reach for one in looks if isinstance(one, Look)), ())


def of_unit(game: Game, state: Any, unit: str) -> list[Ground]:
    """Where a move that is open to a unit may take it, as far as lengths may be seen now.
    *state*: as the asker knows it."""
    present = game.present()
    if present.opened is not None or present.over is not None:
        return []
    if not game.rules.premeasure(present.state):
        return []
    try:
        return drawn(game.rules.reach(state, game.table(), unit))
    except Unmeasurable:
        return []


class Foreseen:
    """What an open request for a move would come to now; worked out once for all who know the
    same."""

    def __init__(self, known: Known) -> None:
        self._known = known
        self._lock = threading.Lock()
        self._key: tuple[str, int, int] = ("", 0, 0)
        self._found: dict[tuple[str, bool], ComesTo | None] = {}

    def __call__(self, game: Game, name: str, eyes: Eyes) -> ComesTo | None:
        """What it would come to; None when no move is asked for, or when it hangs on what those
        eyes do not know."""
        with self._lock:
            present = game.present()
            key = (name, present.head, game.live.version())
            if key != self._key:
                self._found, self._key = {}, key
            knows = (eyes.side, eyes.every)
            if knows not in self._found:
                state = self._known.state(game, eyes)
                self._found[knows] = _foreseen(game, present, state)
            return self._found[knows]


def _foreseen(game: Game, present: Present, state: Any) -> ComesTo | None:
    opened = present.opened
    if opened is None or not isinstance(opened.prompt, Look):
        return None
    guide = guide_of(present)
    shown = as_shown(guide, game.table())
    blind = "" if shown is not game.table() else game.live.blind()
    if blind:
        return ComesTo("unseen", [blind])
    rule = game.rules.resolve(opened.action, state, opened.table)
    try:
        asked = advance(rule, (*opened.answered, (opened.prompt, shown)))
    except ReplayError:
        return None  # somebody has played a card that these eyes could not know of
    except IllegalAction as why:
        return ComesTo("refused", [why.refusal.says], why.refusal.rules)
    except Unmeasurable as why:
        names = {unit.id: unit.name for army in present.forces for unit in army.units}
        return ComesTo("unseen", [why.told(called(why.who, names, shown))])
    return _told(asked)


def _told(asked: Prompt | Done[Outcome]) -> ComesTo:
    if isinstance(asked, Done):
        return ComesTo("ruled", [ruling.says for ruling in asked.outcome.rulings])
    if isinstance(asked, Look) and asked.fault is not None:
        fault = asked.fault
        return ComesTo("wrong", [fault.says, asked.what], fault.rules)
    if isinstance(asked, Choose) and asked.reading is not None:
        return ComesTo("asked", [asked.what])
    return ComesTo("good", [asked.what])
