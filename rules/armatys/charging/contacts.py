"""Who touches whom, and the melees that follow (Q-04, PAS-MEL-01, PAS-MEL-16)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.state import Battle, Touch, Unit
from rules.armatys.switches import CAUGHT
from rules.armatys.units.troops import plainly_apart, stands
from rules.kernel.prompts import Steps, yes
from rules.kernel.sides import enemy
from vision.measure import base_gap, contact, gap
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot

NEAR_IN = 0.05
"""Q-04: the tolerance of a contact."""
FLANKS = ("left", "right", "rear")


def touches(play: Battle) -> tuple[Touch, ...]:
    """PAS-MEL-01: every pair of enemies in contact, the first side's unit as *a*.

    Measured where both stand on the table (too close to call counts as touching); else as
    the state or a typed reading says.
    """
    found = []
    for one in play.state.present(play.state.sides[0]):
        for two in play.state.present(play.state.sides[1]):
            touch = _touch(play, one, two)
            if touch is not None:
                found.append(touch)
    return tuple(found)


def fighting(play: Battle) -> tuple[Touch, ...]:
    """The contacts that are fought: a broken unit is caught in its rear, or, under
    PAS_CAUGHT = none, left alone."""
    found = []
    for touch in touches(play):
        one, two = play.unit(touch.a), play.unit(touch.b)
        if (one.broken or two.broken) and play.on(CAUGHT.none):
            continue
        found.append(
            replace(
                touch,
                back_face="rear" if one.broken else touch.back_face,
                face="rear" if two.broken else touch.face,
            )
        )
    return tuple(found)


def engaged(play: Battle, one: Unit) -> bool:
    """PAS-MEL-01: is a unit in a melee, touching an enemy that it fights?"""
    for two in play.state.present(enemy(play.state, one.side)):
        pair = (one, two) if one.side == play.state.sides[0] else (two, one)
        left_alone = (one.broken or two.broken) and play.on(CAUGHT.none)
        if not left_alone and _touch(play, *pair) is not None:
            return True
    return False


def in_touch(play: Battle, one: Unit, two: Unit) -> bool:
    """Do two enemies touch, whether they fight or not?"""
    pair = (one, two) if one.side == play.state.sides[0] else (two, one)
    return _touch(play, *pair) is not None


def faced(play: Battle, pairs: tuple[Touch, ...]) -> Steps[tuple[Touch, ...]]:
    """PAS-MEL-02, PAS-MEL-18: the contacts, once the players have said of each that is corner to
    corner whether it is at the front."""
    found = []
    for touch in pairs:
        face = yield from _sure_face(play, touch.a, touch.b, touch.face)
        back = yield from _sure_face(play, touch.b, touch.a, touch.back_face)
        found.append(replace(touch, face=face, back_face=back))
    return tuple(found)


def _sure_face(play: Battle, a: str, b: str, face: str) -> Steps[str]:
    """The side of *b* that *a* is at."""
    table, one, two = play.table, play.unit(a), play.unit(b)
    if two.broken or _told_contact(table, a, b) or not (stands(table, a) and stands(table, b)):
        return face
    seen = contact(play.table, a, b, tolerance_in=NEAR_IN)
    if seen.face_reading.at_least() is not Verdict.CLOSE:
        return face
    what = f"{one.does('is')} at a corner of {two.label}: is it at its front"
    ahead = yield from yes(what, two.side, rules=("PAS-MEL-02", "PAS-MEL-18"))
    return "front" if ahead else face if face != "front" else "left"


def _touch(play: Battle, one: Unit, two: Unit) -> Touch | None:
    table, told = play.table, _told_contact(play.table, one.id, two.id)
    if stands(table, one.id) and stands(table, two.id):
        if not told and plainly_apart(table, one.id, two.id):
            return None
        if gap(table, one.id, two.id).compare(NEAR_IN) is Verdict.OUT:
            return None
    elif not told:
        return next((t for t in play.state.touches if {t.a, t.b} == {one.id, two.id}), None)
    forth = contact(play.table, one.id, two.id, tolerance_in=NEAR_IN)
    back = contact(play.table, two.id, one.id, tolerance_in=NEAR_IN)
    if forth.reading.at_least() is Verdict.OUT:
        return None
    return Touch(one.id, two.id, forth.face, back.face)


def _told_contact(table: Snapshot, a: str, b: str) -> bool:
    """Has somebody typed that two units touch?  Both ways are needed, for both faces."""
    return all(
        table.typed("contact", x, y)
        or any(table.typed(f"contact_{face}", x, y) for face in ("front", *FLANKS))
        for x, y in ((a, b), (b, a))
    )


def face_of(touch: Touch, unit_id: str) -> str:
    """The side of a unit that its enemy touches."""
    return touch.face if unit_id == touch.b else touch.back_face


def foes(all_touches: tuple[Touch, ...], unit_id: str) -> tuple[tuple[str, str], ...]:
    """The enemies that a unit touches, each with the side of the unit it is at."""
    return tuple(
        (touch.b if touch.a == unit_id else touch.a, face_of(touch, unit_id))
        for touch in all_touches
        if unit_id in (touch.a, touch.b)
    )


def melees(all_touches: tuple[Touch, ...]) -> tuple[tuple[str, ...], ...]:
    """The melees: units joined by contact, each in the order first met."""
    groups: list[list[str]] = []
    for touch in all_touches:
        mine = [group for group in groups if touch.a in group or touch.b in group]
        merged = [name for group in mine for name in group]
        merged += [name for name in (touch.a, touch.b) if name not in merged]
        groups = [group for group in groups if group not in mine] + [merged]
    return tuple(tuple(group) for group in groups)


def shares(play: Battle, one: Unit, enemies: tuple[str, ...]) -> dict[str, float]:
    """PAS_MIXED_ENEMY = nearest: the part of a unit's bases whose nearest enemy is each one.

    Without bases on the table every enemy has an equal part.
    """
    if len(enemies) < 2 or not all(stands(play.table, name) for name in (one.id, *enemies)):
        return {name: 1.0 / len(enemies) for name in enemies}
    mine = [base for base in play.table.bases if base.unit_id == one.id]
    counts = dict.fromkeys(enemies, 0.0)
    for base in mine:
        near = _nearest_of(play.table, base.payload, enemies)
        for name in near:
            counts[name] += 1 / len(near)
    return {name: count / len(mine) for name, count in counts.items()}


def _nearest_of(table: Snapshot, payload: str, enemies: tuple[str, ...]) -> tuple[str, ...]:
    """The nearest enemy of a base, and those that cannot be told from it."""
    gaps = {name: _nearest(table, payload, name) for name in enemies}
    first = min(gaps.values(), key=lambda reading: reading.value)
    return tuple(
        name
        for name, reading in gaps.items()
        if reading.value - first.value <= max(reading.plus_minus, first.plus_minus)
    )


def _nearest(table: Snapshot, payload: str, unit_id: str) -> Reading:
    gaps = [
        base_gap(table, payload, base.payload) for base in table.bases if base.unit_id == unit_id
    ]
    return min(gaps, key=lambda reading: reading.value)
