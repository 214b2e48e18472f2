"""The tables of Drumhead Quick Play as data; the reference sheet and the rules read them here."""

from __future__ import annotations

from msgspec import Struct


class Kind(Struct, frozen=True):
    """What is said of one kind of unit; lengths in inches, 0 for what it cannot do."""

    title: str
    strength: int
    move_in: float
    range_in: float
    shots: int
    blows: int
    points: int
    may_charge: bool = True


KINDS: dict[str, Kind] = {
    "pikes": Kind("Pikes", 5, 6, 0, 0, 4, 14),
    "musketeers": Kind("Musketeers", 4, 6, 10, 3, 2, 12),
    "horse": Kind("Horse", 4, 10, 0, 0, 4, 16),
    "dragoons": Kind("Dragoons", 3, 8, 8, 2, 1, 10, may_charge=False),
    "gun": Kind("Gun", 2, 3, 24, 2, 1, 12, may_charge=False),
    "general": Kind("General", 1, 12, 0, 0, 1, 10, may_charge=False),
}
BROKEN_GROUND = ("wood", "marsh", "rough", "building", "stream", "field")
COVER = ("wood", "building", "hedge", "wall", "fieldwork")
ARC_DEG = 45.0
HIT, HIT_NEAR, HIT_BLOW = 5, 4, 4
GIVE_WAY_IN = 4.0
APART_IN = 1.0
GENERAL_IN = 6.0
STEADY = 7
RALLY = 4
ARMY_POINTS = 100
BASE_IN = (2.4, 1.6)
