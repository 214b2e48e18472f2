"""What the camera is asked for this book: which bases, what blocks, how many figures.

Pure functions of a state and a snapshot. Readings taken by hand overrule the poses: see the
names in docs/rule-sets.md.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from msgspec import Struct

from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit, kind_of
from vision.measure.answers import Arc, Sight
from vision.measure.arc import in_arc, zone
from vision.measure.cache import once, remembered
from vision.measure.ground import cover_state, in_terrain
from vision.measure.lines.sight import sight
from vision.measure.range import shoot_range
from vision.measure.shapes.footprint import Part
from vision.table.reading import Reading
from vision.table.snapshot import Base, Snapshot, Terrain

LEVEL_IN = 0.5
"""Ground higher or lower than this is another level."""


def is_pike_base(base: Base) -> bool:
    """A base of the pike block."""
    return base.kind == "pike"


def bases_of(table: Snapshot, unit_id: str) -> tuple[Base, ...]:
    """The bases of a unit that are on the table; none is an empty tuple."""
    return _bases(table).get(unit_id, ())


@once
def _bases(table: Snapshot) -> dict[str, tuple[Base, ...]]:
    units: dict[str, tuple[Base, ...]] = {}
    for base in table.bases:
        units[base.unit_id] = (*units.get(base.unit_id, ()), base)
    return units


def front_part(table: Snapshot, unit_id: str) -> Part:
    """The bases whose front centre a range is taken from: the pike block of a Battalia
    that shows one (SHOOT-17), else all of the unit."""
    mine = bases_of(table, unit_id)
    return is_pike_base if any(base.kind == "pike" for base in mine) else None


@remembered
def shot_range(table: Snapshot, shooter: str, target: str) -> Reading:
    """Front centre to the nearest point of the target (Q-01; SHOOT-16, SHOOT-17)."""
    return shoot_range(table, shooter, target, part=front_part(table, shooter))


@remembered
def shot_arc(table: Snapshot, shooter: str, target: str) -> Arc:
    """How much of the target lies 45 degrees each side of the front (Q-02; SHOOT-18)."""
    return in_arc(table, shooter, target)


class Ground(Struct, frozen=True):
    """What a kind of terrain does. ``hides``: units in or behind it; only what is dense blocks
    sight past it. ``crossed``: a Move ends at it, the next one goes over."""

    going: Literal["good", "bad", "closed"] = "good"
    hides: Literal["", "dense", "light"] = ""
    crossed: bool = False


GROUND: dict[str, Ground] = {
    "hill": Ground(),
    "wood": Ground("bad", "dense"),
    "building": Ground(hides="dense"),
    "hedge": Ground(hides="light", crossed=True),
    "wall": Ground(hides="light", crossed=True),
    "fieldwork": Ground(hides="light", crossed=True),
    "stream": Ground(crossed=True),
    "river": Ground("closed"),
    "road": Ground(),
    "marsh": Ground("bad"),
    "rough": Ground("bad"),
    "field": Ground(),
    "impassable": Ground("closed"),
    **dict.fromkeys(
        ("fence", "town", "bridge", "ford", "dense", "defended", "fortified", "difficult", "barn"),
        Ground(),
    ),
}
"""Every kind of terrain there is; words of other books are open ground here (MOVE-02 to -30)."""
BAD = tuple(kind for kind, ground in GROUND.items() if ground.going == "bad")
CLOSED = tuple(kind for kind, ground in GROUND.items() if ground.going == "closed")
OBSTACLES = frozenset(kind for kind, ground in GROUND.items() if ground.crossed)
DENSE = frozenset(kind for kind, ground in GROUND.items() if ground.hides == "dense")
LIGHT = frozenset(kind for kind, ground in GROUND.items() if ground.hides == "light")
BEHIND = LIGHT | {"building"}
"""What a unit can stand behind; in a wood it stands inside."""


@dataclass(frozen=True)
class Screen:
    """Which terrain hides things from eyes that high: woods, houses, high walls, hills."""

    eye_in: float

    def __call__(self, piece: Terrain) -> bool:
        if piece.kind in DENSE or "high" in piece.tags or "blocks" in piece.tags:
            return True
        return piece.kind == "hill" and piece.height_in > self.eye_in + LEVEL_IN


def ground_in(table: Snapshot, unit_id: str) -> float:
    """How high the ground under a unit lies above the table, by its highest base."""
    return _grounds(table).get(unit_id, 0.0)


@once
def _grounds(table: Snapshot) -> dict[str, float]:
    grounds: dict[str, float] = {}
    for base in table.bases:
        if base.pose is not None:
            here = base.pose.ground_in
            grounds[base.unit_id] = max(here, grounds.get(base.unit_id, here))
    return grounds


class SameUnits:
    """A key that is equal only to a key of the very same units, which never change."""

    __slots__ = ("units",)

    def __init__(self, units: dict[str, Unit]) -> None:
        self.units = units

    def __hash__(self) -> int:
        return id(self.units)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SameUnits) and self.units is other.units


def blockers(play: Play, viewer: str) -> frozenset[str]:
    """Units in the way: everyone on the viewer's level who is no Skirmisher (SHOOT-04)."""
    return _blockers(play.table, SameUnits(play.state.units), ground_in(play.table, viewer))


@remembered
def _blockers(table: Snapshot, same: SameUnits, level_in: float) -> frozenset[str]:
    there = {base.unit_id for base in table.bases if same_level(base, level_in)}
    return frozenset(
        unit.id
        for unit in same.units.values()
        if unit.id in there and not unit.gone and not kind_of(unit).skirmisher
    )


def same_level(base: Base, level_in: float) -> bool:
    """Does a base stand on ground of that height?"""
    return base.pose is not None and abs(base.pose.ground_in - level_in) <= LEVEL_IN


def line_of_sight(play: Play, viewer: str, target: str) -> Sight:
    """Which bases of the viewer see which of the target (Q-11; SHOOT-01, SHOOT-03)."""
    return _line_of_sight(play.table, SameUnits(play.state.units), viewer, target)


@remembered
def _line_of_sight(table: Snapshot, units: SameUnits, viewer: str, target: str) -> Sight:
    blocks = _blockers(table, units, ground_in(table, viewer))
    screen = Screen(eye_in(table, viewer, target))
    return sight(table, viewer, target, blocks=blocks, terrain=screen)


def eye_in(table: Snapshot, viewer: str, target: str) -> float:
    """The ground of whichever stands higher, inches: hills above it hide one from the other."""
    return max(ground_in(table, viewer), ground_in(table, target))


def share_of(bases: tuple[Base, ...], payloads: tuple[str, ...], figures: int) -> int:
    """How many of the *figures* that stand on *bases* are on those with *payloads*.

    By the figures each base carries, else in equal parts; rounded to the nearest figure, but
    never to none while a base is among them.
    """
    if len(payloads) >= len(bases):
        return figures
    weights = {base.payload: base.figures or 1 for base in bases}
    part = sum(weights[one] for one in payloads)
    return max(round(figures * part / sum(weights.values())), 1) if payloads else 0


def behind(table: Snapshot, shooter: str, target: str) -> bool:
    """Does the shooter's front centre stand in the rear zone of the target?  (Q-19)"""
    return zone(table, shooter, target).side == "rear"


def linear_cover(table: Snapshot, unit: str, shooter: str, kinds: frozenset[str] = BEHIND) -> str:
    """What a unit touches that the shot, or an attack, has to cross (Q-27); "" is nothing.

    A piece tagged ``high`` is a high wall; a building that is only stood behind counts too.
    """
    if not table.terrain:
        return ""
    found = {
        "high wall" if "high" in one.tags else one.kind
        for one in cover_state(table, unit, shooter, terrain=kinds)
        if one.how == "behind" and one.reading.value >= 0
    }
    return next((what for what in _BEST_FIRST if what in found), "")


_BEST_FIRST = ("high wall", "building", "fieldwork", "wall", "hedge", "stream")


def stands_in(table: Snapshot, unit: str, kind: str) -> str:
    """The name of a piece of terrain of that kind that holds any base of a unit; "" is none."""
    if not table.terrain or kind not in [piece.kind for piece in table.terrain]:
        return ""
    for ground in in_terrain(table, unit, terrain=frozenset({kind})):
        if ground.inside or ground.depth.value > 0:
            return ground.name
    return ""


@once
def _there(table: Snapshot) -> frozenset[str]:
    return frozenset(base.unit_id for base in table.bases if base.pose)


def on_table(table: Snapshot) -> frozenset[str]:
    """Ids of the units that have a base with a place."""
    return _there(table)


def typed_count(table: Snapshot, what: str, frm: str, to: str) -> int | None:
    """A number of figures that somebody counted by eye and typed in."""
    reading = table.typed(what, frm, to) if table.readings else None
    return None if reading is None else int(reading.value)


def leftward(base: Base, seen_from: Base) -> float:
    """How far left of another base's middle a base stands, inches."""
    if base.pose is None or seen_from.pose is None:
        return 0.0
    turned = math.radians(seen_from.pose.facing_deg)
    dx, dy = base.pose.x_in - seen_from.pose.x_in, base.pose.y_in - seen_from.pose.y_in
    return dy * math.cos(turned) - dx * math.sin(turned)


def wing_range(table: Snapshot, shooter: str, target: str, wing: frozenset[str]) -> Reading:
    """From the front centre of one wing (Q-31; SHOOT-21)."""
    return shoot_range(table, shooter, target, part=wing)


def wing_arc(table: Snapshot, shooter: str, target: str, wing: frozenset[str]) -> Reading:
    """The arc of one wing (Q-02; SHOOT-21)."""
    return in_arc(table, shooter, target, part=wing).reading


def wing_sight(play: Play, shooter: str, target: str, wing: frozenset[str]) -> Reading:
    """What one wing sees (Q-11; SHOOT-21)."""
    eye = eye_in(play.table, shooter, target)
    blocks = blockers(play, shooter)
    return sight(play.table, shooter, target, blocks=blocks, terrain=Screen(eye), part=wing).reading
