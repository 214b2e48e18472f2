"""How far a Squadron in support stands behind the one in front (ACT-14; query Q-20)."""

from __future__ import annotations

from rules.matchlocks.eyes import bases_of
from rules.matchlocks.play import Play
from rules.matchlocks.state import State, Unit, inches, kind_of, told
from vision.measure.range import gap
from vision.measure.reading import Reading, Verdict
from vision.measure.table import Snapshot


def behind(state: State, table: Snapshot, unit: Unit) -> Reading | None:
    """The gap to the nearest friendly Squadron that fights horse against horse; None when
    nothing of it stands on the table."""
    if not bases_of(table, unit.id):
        return None
    gaps = [
        gap(table, unit.id, one.id)
        for one in state.friends(unit.side)
        if one.id != unit.id and one.melee and kind_of(one).arm == "horse"
        if bases_of(table, one.id)
    ]
    return min(gaps, key=lambda reading: reading.value, default=None)


def closed_up(play: Play, unit: Unit) -> Play:
    """A supporter stays no more than one Move behind the Squadron in front: said with the
    distance, when it takes its Order and whenever it has moved."""
    reading = behind(play.state, play.table, unit)
    if reading is None:
        return play
    limit = inches(play.state, kind_of(unit).move_in)
    near = reading.compare(limit) is not Verdict.OUT
    says = f"{unit.label} is {reading} behind the fight it supports, one Move is {limit:g} in"
    if not near:
        says = f"{says}: it may close up"
    return play.says(says, "NMM-ACT-14", readings=(reading,), house=told(play.state, "scale"))
