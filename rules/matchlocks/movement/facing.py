"""Which way a unit looks: what turning costs, and a unit turned on the table (MOVE-23, TURN-05)."""

from __future__ import annotations

import math
from dataclasses import replace

from rules.field.moving import goes
from rules.kernel.prompts import Steps, within
from rules.kernel.protocol import Modifier
from rules.matchlocks.movement.going import on_bad_going
from rules.matchlocks.movement.passing import waived
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit, kind_of
from rules.matchlocks.tables import ARC_DEG
from vision.measure.move import facing_change
from vision.measure.shapes.footprint import unit_shape
from vision.table.reading import Point
from vision.table.snapshot import Base, Pose, Snapshot


def token(play: Play, unit: Unit, why: str, rule: str, *, good_going: bool = True) -> Play:
    """One Disarray for a manoeuvre, unless the manoeuvre phase waives it (TURN-05)."""
    if waived(play, rule, good_going=good_going):
        says = f"{unit.label} {why}: no penalty before the Main Battle"
        return play.step(says, "NMM-TURN-05")
    return disarray(play, unit.id, f"it {why}", rule)


def turned_token(
    play: Play, unit: Unit, after: Snapshot, rule: str, *, good_going: bool | None = None
) -> Steps[Play]:
    """More than 45 degrees in one Action costs a Disarray; exactly 45 does not (MOVE-23).

    *good_going*: whether it turned in Good Going, where that is known; else by where it stands.
    """
    turned = facing_change(play.table, after, unit.id)
    if kind_of(unit).skirmisher:
        return play.step(f"{goes(unit, turned, 'turns')}: loose troops pay nothing", "NMM-ACT-06")
    small = yield from within(
        turned, ARC_DEG, unit.side, what=f"the turn of {unit.label}", rules=("NMM-MOVE-23",)
    )
    says = goes(unit, turned, "turns")
    mark = (Modifier("over 45° in one Action", "no" if small else "yes", "NMM-MOVE-23"),)
    play = play.step(says, rule, modifiers=mark, readings=(turned,))
    if small:
        return play
    good = not on_bad_going(play.table, unit.id) if good_going is None else good_going
    return token(play, unit, f"turned {turned}", "NMM-MOVE-23", good_going=good)


def refaced(table: Snapshot, after: Snapshot, unit_id: str) -> Snapshot:
    """The table *before* a Move with the unit turned, where it stands, as it looks *after*."""
    here, there = unit_shape(table, unit_id), unit_shape(after, unit_id)
    turn = (there.facing_deg - here.facing_deg + 180) % 360 - 180
    middle = ((here.fc[0] + here.rc[0]) / 2, (here.fc[1] + here.rc[1]) / 2)
    return turned_about(table, (unit_id,), middle, turn)


def turned_about(
    table: Snapshot, units: tuple[str, ...], pivot: Point, turn_deg: float
) -> Snapshot:
    """The table with those units turned about a point, degrees to the left."""
    c, s = math.cos(math.radians(turn_deg)), math.sin(math.radians(turn_deg))

    def there(base: Base) -> Base:
        if base.unit_id not in units or base.pose is None:
            return base
        dx, dy = base.pose.x_in - pivot[0], base.pose.y_in - pivot[1]
        x_in, y_in = pivot[0] + c * dx - s * dy, pivot[1] + s * dx + c * dy
        facing_deg = (base.pose.facing_deg + turn_deg) % 360
        pose = Pose(round(x_in, 2), round(y_in, 2), facing_deg, base.pose.ground_in)
        return replace(base, pose=pose)

    return replace(table, bases=tuple(map(there, table.bases)))
