"""What may stand near a line of shot: friends and gaps (SHOOT-11, -13, -24, -25)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.matchlocks.play import Check
from rules.matchlocks.state import State, Unit
from vision.measure.table import Snapshot


def line_checks(state: State, table: Snapshot, shooter: Unit, target: Unit) -> Iterator[Check]:
    """Friends on the line, friends near a gun's line, and the width of a gap."""
    yield from ()
