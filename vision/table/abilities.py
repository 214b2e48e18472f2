"""What a live table can do by itself, and where a record was made.

Law: pure. Whoever needs a table to do something asks here, by field; nobody compares the name of
its source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vision.table.snapshot import Base, Snapshot, Terrain
from vision.table.throw import Die

SIMULATED = "simulated"
"""The source of everything that was drawn, in every record."""


@dataclass(frozen=True, slots=True)
class Abilities:
    """What one table can do; where a field is None, people do it.

    Every function returns at once, from any thread, and raises ValueError with a sentence when
    this once it cannot be done.

    ``sees``: cameras look at it, drawn ones too; else every base stands where it was put on the
    page. ``simulated``: those are drawn. ``move``: puts the model of a payload at x_in, y_in,
    facing_deg. ``lift``: takes one off the table; ``move`` puts it back. ``lay_out``: clears the
    table and lays out another. ``look_for``: these bases are in play, whatever their poses.
    ``know_ground``: bases stand on that terrain.
    """

    sees: bool
    simulated: bool = False
    move: Callable[[str, float, float, float], None] | None = None
    lift: Callable[[str], None] | None = None
    lay_out: Callable[[Snapshot], None] | None = None
    look_for: Callable[[tuple[Base, ...]], None] | None = None
    know_ground: Callable[[tuple[Terrain, ...]], None] | None = None


@dataclass(frozen=True, slots=True)
class TrayAbilities:
    """What one dice tray can do; where ``throw`` is None, people throw.

    ``simulated``: it is drawn. ``throw``: so many dice after all that lie there were lifted, or
    only those that are named; raises ValueError with a sentence when they do not fit.
    """

    simulated: bool = False
    throw: Callable[[int, Sequence[Die]], None] | None = None


def is_simulated(source: str) -> bool:
    """Was it drawn what a record with that source rests on?"""
    return source == SIMULATED
