"""The ground that a Move or a ride may cover, for the page to draw; it decides nothing."""

from __future__ import annotations

import math

from rules.field.reach import closed, facing_of, reaches
from rules.kernel.prompts import Reach
from rules.matchlocks.movement.going import BAD, CLOSED, Way, entered, rate_of, rate_rule
from rules.matchlocks.play import Play
from rules.matchlocks.state import State, Unit, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import ARC_DEG
from vision.measure.shapes.footprint import unit_shape
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot, Terrain


def move_reach(play: Play, unit: Unit) -> tuple[Reach, ...]:
    """One Move: within the arc; beyond it a Disarray for formed troops, who never walk
    backwards (MOVE-02 to -09, -20 to -22); ground that is closed to the unit (MOVE-17)."""
    far_in, rule = rate_of(play.state, unit, Way())
    facing = facing_of(play.table, unit.id)
    if not far_in or facing is None:
        return ()
    title, kind = f"{far_in:g} in", kind_of(unit)
    if kind.skirmisher or kind.arm == "gun":
        ground = reaches(play.table, unit.id, far_in, title, rule=rule)
    else:
        ground = (
            *reaches(play.table, unit.id, far_in, f"{title}, leaving its arc", toward_deg=facing,
                     spread_deg=90.0, kind="costs", rule="NMM-MOVE-20"),
            *reaches(play.table, unit.id, far_in, title, toward_deg=facing, spread_deg=ARC_DEG,
                     rule=rule),
        )  # fmt: skip
    barred = [(piece, _barred(play.state, unit, piece)) for piece in play.table.terrain]
    return (*ground, *closed(play.table, unit.id, far_in, [one for one in barred if one[1]]))


def _barred(state: State, unit: Unit, piece: Terrain) -> str:
    """The rule that keeps the unit out of that ground, "" when none does."""
    closed_to_it = piece.kind in BAD and piece.kind not in entered(state, unit)
    if piece.kind in CLOSED or (piece.kind == "building" and not kind_of(unit).buildings):
        return "NMM-MOVE-17"
    return rate_rule(unit, True) if closed_to_it else ""


def wheel_reach(play: Play, unit: Unit) -> tuple[Reach, ...]:
    """A Wheel about either front corner: what the unit can sweep (ACT-03).

    None where the house limits the angle: that is no disc.
    """
    if not play.on(House.wheel_limit.unlimited):
        return ()
    try:
        front = unit_shape(play.table, unit.id)
    except Unmeasurable:
        return ()
    found = []
    for name, pivot in (("left", front.fl), ("right", front.fr)):
        far_in = max(math.dist(pivot, corner) for corner in front.outline_in)
        about = (round(pivot[0], 2), round(pivot[1], 2))
        found.append(Reach(unit.id, f"about the {name} corner", (about,), round(far_in, 3),
                           rule="NMM-ACT-03"))  # fmt: skip
    return tuple(found)


def free_reach(table: Snapshot, unit_id: str, far_in: float, rule: str) -> tuple[Reach, ...]:
    """Any way, so far: a leader's ride, a unit that follows up."""
    return reaches(table, unit_id, far_in, f"{far_in:g} in", rule=rule) if far_in else ()


def home_reach(play: Play, unit: Unit, far_in: float) -> tuple[Reach, ...]:
    """Straight to its own baseline, so far (MOR-23)."""
    side = play.state.sides.get(unit.side)
    toward = {"south": 270.0, "north": 90.0, "west": 180.0, "east": 0.0}
    edge = side.edge if side is not None else "south"
    return reaches(play.table, unit.id, far_in, f"{far_in:g} in back", toward_deg=toward[edge],
                   spread_deg=0.0, rule="NMM-MOR-23")  # fmt: skip
