"""Who may support a fight of horse, and how far behind it he stands (ACT-12, -14; query Q-20)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.matchlocks.measuring import bases_of
from rules.matchlocks.play import Check, Play
from rules.matchlocks.state import State, Unit, inches, kind_of
from vision.measure.range import gap
from vision.table.reading import Reading, Verdict


def behind(play: Play, unit: Unit, melee: str = "") -> Reading | None:
    """The gap to the nearest friendly Squadron that fights, in *melee* or in any; None when
    nothing of it stands on the table."""
    if not bases_of(play.table, unit.id):
        return None
    gaps = [
        gap(play.table, unit.id, one.id)
        for one in play.state.friends(unit.side)
        if one.id != unit.id and one.melee and kind_of(one).arm == "horse"
        if melee in ("", one.melee)
        if bases_of(play.table, one.id)
    ]
    return min(gaps, key=lambda reading: reading.value, default=None)


def supporter_checks(play: Play, unit: Unit) -> Iterator[Check]:
    """A Squadron backs up friends in a fight of horse against horse (ACT-12)."""
    kind = kind_of(unit)
    squadron = kind.arm == "horse" and not kind.loose
    yield Check(f"{unit.label} is no Squadron of horse", "NMM-ACT-12", squadron)
    fights = any(_of_horse(play.state, unit.side, melee.id) for melee in play.state.melees)
    yield Check("no friends fight horse against horse", "NMM-ACT-12", fights)


def _of_horse(state: State, side: str, melee_id: str) -> bool:
    them = [one for one in state.units.values() if one.melee == melee_id]
    mounted = all(kind_of(one).arm == "horse" for one in them)
    return mounted and any(one.side == side for one in them)


def closed_up(play: Play, unit: Unit) -> Play:
    """A supporter stays no more than one Move behind the Squadron in front: said with the
    distance, when it takes its Order and whenever it has moved."""
    reading = behind(play, unit)
    if reading is None:
        return play
    limit = inches(play.state, kind_of(unit).move_in)
    near = reading.compare(limit) is not Verdict.OUT
    says = f"{unit.label} is {reading} behind the fight it supports, one Move is {limit:g} in"
    if not near:
        says = f"{says}: it may close up"
    return play.step(says, "NMM-ACT-14", readings=(reading,))
