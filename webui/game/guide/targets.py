"""Where bases are to be put: a move that somebody shows, one that a rule orders, a whole table.

Law: pure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from rules.kernel.plain import from_plain
from rules.kernel.prompts import Look
from vision.table.snapshot import Base, Snapshot
from webui.game.events.kinds import Again, Answered, Declared, Done, Guided, GuideEnded
from webui.game.events.parts import plain_of
from webui.game.journal.journal import Event
from webui.game.position import Opened, Present, Who, who_of
from webui.game.seen.scene import HAND_SIGMA_DEG, HAND_SIGMA_IN

Kind = Literal["move", "ordered", "table"]

NOTHING = "there is nothing to put anywhere: no base of that table is known"

MOST = 400
"""Bases of one guide."""

SLACK: dict[Kind, tuple[float, float]] = {
    # A ghost is put down with a finger: 1.96 times what a finger is off by.
    "move": (round(1.96 * HAND_SIGMA_IN, 2), round(1.96 * HAND_SIGMA_DEG)),
    # A rule forgives a hand a quarter of an inch, and a front that is right by eye.
    "ordered": (0.25, 10.0),
    # Nobody puts twenty units back more exactly than this.
    "table": (0.25, 5.0),
}
"""Inches and degrees that a base may be off its ghost; the camera's own ± comes on top."""


@dataclass(frozen=True, slots=True)
class Target:
    """Where a base is to stand: the middle of its footprint (inches) and its front (degrees)."""

    payload: str
    x_in: float
    y_in: float
    facing_deg: float


@dataclass(frozen=True, slots=True)
class Guide:
    """What people are led through. ``event``: the step that asked for it."""

    event: int
    kind: Kind
    title: str
    by: Who
    targets: tuple[Target, ...]

    @property
    def slack(self) -> tuple[float, float]:
        """Inches and degrees that a hand may be off."""
        return SLACK[self.kind]


def guide_of(present: Present) -> Guide | None:
    """What people are led through now, None for nothing: what was asked for last, else what the
    open question orders and leaves no choice in."""
    return kept_guide(present.line) or ordered_guide(present.opened)


def kept_guide(line: Sequence[Event]) -> Guide | None:
    """The guide on *line* that is not ended. A move ends with the answer it was for; whatever it
    is, with the next declaration: people play on."""
    found: Guide | None = None
    for event in line:
        content = event.content
        if isinstance(content, Guided):
            found = _read(event.id, content)
        elif isinstance(content, GuideEnded | Declared | Again):
            found = None
        elif isinstance(content, Answered | Done) and found is not None and found.kind == "move":
            found = None
    return found


def _read(event: int, content: Guided) -> Guide:
    targets = from_plain(plain_of(content.targets), tuple[Target, ...])
    return Guide(event, content.of, content.title, who_of(content.who), targets)


def ordered_guide(opened: Opened | None) -> Guide | None:
    """Where the open question puts each base, None when it leaves a choice."""
    asked = None if opened is None else opened.prompt
    if opened is None or not isinstance(asked, Look):
        return None
    ends = tuple(
        Target(one.ends.payload, one.ends.x_in, one.ends.y_in, one.ends.facing_deg)
        for one in asked.reach
        if one.ends is not None
    )
    return Guide(opened.event, "ordered", asked.what, Who("program"), ends) if ends else None


def whole_table(table: Snapshot, fallen: Iterable[str] = ()) -> tuple[Target, ...]:
    """Every base of *table* whose place is known, those of the *fallen* (tags) left out."""
    gone = set(fallen)
    known = [base for base in table.bases if base.pose is not None]
    return tuple(target_of(base) for base in known if base.payload not in gone)


def target_of(base: Base) -> Target:
    """Where a base stands now, as a target; it has to have a pose."""
    assert base.pose is not None
    pose = base.pose
    return Target(base.payload, round(pose.x_in, 2), round(pose.y_in, 2), round(pose.facing_deg, 1))


def turned_deg(frm: float, to: float) -> float:
    """The shorter turn between two facings, degrees, counter-clockwise positive."""
    return (to - frm + 180.0) % 360.0 - 180.0


def apart_in(base: Base, target: Target) -> tuple[float, float]:
    """How far a base with a pose is from its target, inches, and which way (degrees)."""
    assert base.pose is not None
    dx, dy = target.x_in - base.pose.x_in, target.y_in - base.pose.y_in
    return math.hypot(dx, dy), math.degrees(math.atan2(dy, dx)) % 360.0
