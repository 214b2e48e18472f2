"""Turning: Wheel, About Face and a gun's pivot (ACT-03 to -06; MOVE-11, MOVE-23)."""

from __future__ import annotations

from rules.field.moving import or_agreed
from rules.kernel.prompts import Steps, is_so, look, within
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.movement.facing import turned_token
from rules.matchlocks.movement.going import way_of, wheel_reach
from rules.matchlocks.movement.moving import housed, may, settle, shown
from rules.matchlocks.movement.passing import pass_friends
from rules.matchlocks.ordering.activation import spend
from rules.matchlocks.play import BOOK, Play, measured
from rules.matchlocks.state import Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import ARC_DEG
from vision.measure.move import facing_change, gun_pivot, move_distance, wheel_pivot
from vision.measure.shapes.footprint import unit_shape
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot

WHEEL = "NMM-ACT-03"
ON_THE_SPOT_IN = 1.0
"""Who turns about may end so far from where he stood, inches."""


@BOOK.action("wheel", "Wheel", may("wheel"))
def wheel(play: Play, unit: Unit, at: str) -> Steps[Play]:
    """Turn about either flank (ACT-03); over 45 degrees costs a Disarray (ACT-04, MOVE-23).

    Raises:
        IllegalAction: no front corner stayed where it was, or the house limits wheels.
    """
    return spend((yield from wheeled(play, unit)), unit.id, "wheel")


def wheeled(play: Play, unit: Unit) -> Steps[Play]:
    """The models are turned about a flank and judged; alone, or as a part of an Attack.

    Raises:
        IllegalAction: no front corner stayed where it was, or the house limits wheels.
    """
    ground = wheel_reach(play, unit)
    after = yield from shown(play, unit, f"wheel {unit.label} about a flank", ground, turns=WHEEL)
    judged = _judged_wheel(play, unit, after)
    play = yield from or_agreed(after, judged, play.stands)
    return settle(play, unit.id, after)


def _judged_wheel(play: Play, unit: Unit, after: Snapshot) -> Steps[Play]:
    pivot = wheel_pivot(play.table, after, unit.id)
    stayed = yield from is_so(
        pivot.reading,
        unit.side,
        f"the {pivot.corner} corner of {unit.label} stays in place",
        "NMM-ACT-03",
    )
    if not stayed and not kind_of(unit).loose:
        says = f"{unit.label} must wheel about one front corner"
        raise IllegalAction(says, "NMM-ACT-03", readings=(pivot.reading,))
    yield from _wheel_length(play, unit, after)
    way = yield from way_of(play, unit, after)
    play = housed((yield from pass_friends(play, unit, after)), unit, after, way)
    return (yield from turned_token(play, unit, after, "NMM-ACT-04"))


def _wheel_length(play: Play, unit: Unit, after: Snapshot) -> Steps[None]:
    """By house rule the outer corner may travel one Move along its arc (``wheel_limit``)."""
    if play.on(House.wheel_limit.unlimited):
        return
    front = unit_shape(play.table, unit.id)
    turned = facing_change(play.table, after, unit.id)
    wide_in = ((front.fl[0] - front.fr[0]) ** 2 + (front.fl[1] - front.fr[1]) ** 2) ** 0.5
    limit = inches(play.state, kind_of(unit).move_in) / wide_in * 57.29577951308232
    held = yield from measured(
        play, turned, limit, unit.side, "NMM-ACT-03", what=f"the wheel of {unit.label}"
    )
    if not held:
        says = f"{unit.label} wheeled {turned}, its Move allows {limit:.0f}°"
        raise IllegalAction(says, "NMM-ACT-03", readings=(turned,))


@BOOK.action("about face", "About Face", may("about face"))
def about_face(play: Play, unit: Unit, at: str) -> Steps[Play]:
    """A turn on the spot; 180 degrees, so a Disarray for formed troops (ACT-05, ACT-06)."""
    after = yield from shown(play, unit, f"turn {unit.label} about", turns="NMM-ACT-05")
    play = yield from or_agreed(after, _judged_turn(play, unit, after), play.stands)
    play = settle(play, unit.id, after)
    return spend(play, unit.id, "about face")


def _judged_turn(play: Play, unit: Unit, after: Snapshot) -> Steps[Play]:
    went = move_distance(play.table, after, unit.id, measured="centre")
    if went.compare(inches(play.state, ON_THE_SPOT_IN)) is Verdict.OUT:
        says = f"{unit.label} moved {went}: it turns on the spot"
        raise IllegalAction(says, "NMM-ACT-05", readings=(went,))
    return (yield from turned_token(play, unit, after, "NMM-ACT-05"))


@BOOK.action("pivot", "Pivot", may("pivot"))
def pivot(play: Play, gun: Unit, at: str) -> Steps[Play]:
    """A gun turns in place, 45 degrees at most, and fires at reduced effect (MOVE-11).

    Raises:
        IllegalAction: it turned farther, or left its place.
    """
    what = f"pivot {gun.label} in place"
    after = yield from look(what, gun.side, (gun.id,), rules=("NMM-MOVE-11",))
    judged = _judged_pivot(play, gun, after, what)
    play = yield from or_agreed(after, judged, play.stands)
    play = settle(play, gun.id, after).change(gun.id, pivoted=True)
    free = play.on(House.gun_pivot_cost.free)
    return play if free else spend(play, gun.id, "pivot")


def _judged_pivot(play: Play, gun: Unit, after: Snapshot, what: str) -> Steps[Play]:
    seen = gun_pivot(play.table, after, gun.id)
    small = yield from within(seen.turn, ARC_DEG, gun.side, what=what, rules=("NMM-MOVE-11",))
    if not small or seen.in_place.at_least() is Verdict.OUT:
        says = f"{gun.label} turned {seen.turn}: a gun pivots 45° at most, in place"
        raise IllegalAction(says, "NMM-MOVE-11", readings=(seen.turn,))
    return play.step(f"{gun.does('pivots')} {seen.turn}", "NMM-MOVE-11", readings=(seen.turn,))
