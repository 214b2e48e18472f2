"""Move, judged from before and after (MOVE; ACT-02).

The models are moved, the table is looked at again, and what the Move was is read from the
two snapshots: how far, over what ground, in the arc or not, turned by how much, through whom.
"""

from __future__ import annotations

from rules.field.free_moves import open_ground
from rules.field.moving import goes, or_agreed
from rules.kernel.acting.book import Checks
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Option, Reach, Steps, choose, is_so, look
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.measuring import bases_of, stands_in
from rules.matchlocks.movement.deeds import closed_up
from rules.matchlocks.movement.facing import refaced, token, turned_token
from rules.matchlocks.movement.going import (
    Way,
    disordered_by,
    move_reach,
    rate_of,
    refuse_full,
    too_far,
    way_of,
)
from rules.matchlocks.movement.passing import cross_obstacles, pass_friends
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.musketry.volley import is_dry
from rules.matchlocks.ordering.activation import acting_checks, spend
from rules.matchlocks.ordering.leaders import ride_clear
from rules.matchlocks.play import BOOK, Play, measured
from rules.matchlocks.state import Unit, inches, is_mounted, kind_of, left_place, told
from rules.matchlocks.switches import House
from rules.matchlocks.tables import ARC_DEG
from vision.measure.formation import spacing
from vision.measure.ground import in_terrain
from vision.measure.move import charge_straight, facing_change, in_forward_arc, move_distance
from vision.measure.range import gap, off_table
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot

_MEASURES = (House.move_measure, House.scale, House.measure_tolerance)
STRAIGHT_DEG = 5.0
"""A facing that changed by less is the same facing (Q-21)."""
SPACING_IN = 3.0


def move_checks(play: Play, unit: Unit, do: str) -> Conditions:
    """May that unit move now?"""
    yield from acting_checks(play, unit, do)
    kind, name = kind_of(unit), unit.label
    if kind.arm == "gun" and do != "pivot":
        yield kind.key != "field_gun" or fails(f"{name} never leaves its place", "NMM-ACT-22")
    if do == "pivot":
        yield kind.arm == "gun" or fails(f"{unit.does('is')} no gun", "NMM-MOVE-11")
        yield not unit.limbered or fails(f"{unit.does('is')} limbered", "NMM-MOVE-11")
        again = unit.pivoted and play.on(House.gun_pivot_cost.free)
        yield not again or fails(f"{unit.does('has')} pivoted this turn", "NMM-MOVE-11")
    fired = is_dry(unit, kind) and "scattered fire" in unit.acts
    yield not fired or fails(f"{name} gave Scattered Fire and must stand this turn", "NMM-AMMO-06")


def may(do: str) -> Checks:
    """May a unit make that Move, Wheel or turn?"""
    return lambda play, unit, at: move_checks(play, unit, do)


@BOOK.action("move", "Move", may("move"))
def move(play: Play, unit: Unit, at: str) -> Steps[Play]:
    """Move within the arc or out of it, straight or oblique, facing unchanged.

    Raises:
        IllegalAction: too far, closed ground, backwards, or into somebody.
    """
    ground = move_reach(play, unit)
    after = yield from shown(play, unit, f"move {unit.label}", ground)
    play, cost = yield from judge_move(play, unit, after)
    far = _gone(play, unit, after)
    play = play.step(goes(unit, far, "moves"), "NMM-ACT-02", readings=(far,))
    play = settle(play, unit.id, after)
    play = yield from declare_ground(play, unit.id)
    play = yield from ride_clear(play, unit.side, unit.id)
    play = closed_up(play, unit) if unit.support else play
    return spend(play, unit.id, "move", cost=cost)


reach = open_ground(BOOK, lambda play, unit: move_checks(play, unit, "move"), move_reach)
"""Where a Move that is open to a unit now may take it; none when none is open."""


def shown(
    play: Play, unit: Unit, says: str, ground: tuple[Reach, ...] = (), *, turns: str = ""
) -> Steps[Snapshot]:
    """The table after the owner has moved a unit, and what goes with it (LEAD-17, ARMY-23);
    *turns*: the rule under which it only turns, so that no distance is told."""
    with_it = [leader.id for leader in play.state.leader_with(unit.id)]
    with_it += [one.id for one in play.state.units.values() if one.parent == unit.id]
    rate, _ = rate_of(play.state, unit, Way())
    what = f"{says}, up to {rate:g} in" if rate and not turns else says
    ids = (unit.id, *with_it)
    return (yield from look(what, unit.side, ids, rules=(turns or "NMM-ACT-02",), reach=ground))


def judge_move(
    play: Play, unit: Unit, after: Snapshot, *, ordered: bool = True
) -> Steps[tuple[Play, int]]:
    """Everything the book asks of one Move; the play with its tokens, and its Actions.

    What people let stand costs one Action and no token.

    Raises:
        IllegalAction: it was no legal Move, and nobody let it stand.
    """
    if not bases_of(after, unit.id):
        raise IllegalAction(
            f"{unit.does('is')} not on the table: show {unit.its} tags", "NMM-MOVE-02"
        )
    judged = _judged(play, unit, after, ordered=ordered)
    return (yield from or_agreed(after, judged, lambda why: (play.stands(why), 1)))


def _judged(play: Play, unit: Unit, after: Snapshot, *, ordered: bool) -> Steps[tuple[Play, int]]:
    cost = _turning_cost(play, unit, after)
    way = yield from way_of(play, unit, after)
    yield from _length(play, unit, after, way)
    play = yield from pass_friends(play, unit, after, ordered=ordered, good_going=way.good)
    play, over = yield from cross_obstacles(play, unit, after)
    if not over:
        return play, cost
    play = _ground_token(play, unit, way)
    if cost > 1:
        play = yield from turned_token(play, unit, after, "NMM-ACT-04", good_going=way.good)
    play = yield from _arc_token(play, unit, after, way)
    return spaced(housed(play, unit, after, way), unit, after), cost


def housed(play: Play, unit: Unit, after: Snapshot, way: Way) -> Play:
    """It holds the building that its way ended in, and none that it left (MOVE-17, -18).

    Raises:
        IllegalAction: there is no room in it.
    """
    if way.building:
        refuse_full(play.on_table(after), unit, way.building)
    return play.change(unit.id, building=way.building) if way.building != unit.building else play


def _turning_cost(play: Play, unit: Unit, after: Snapshot) -> int:
    """A Move keeps its facing; one that turned is a Wheel besides, an Action of its own."""
    turned = facing_change(play.table, after, unit.id)
    if kind_of(unit).loose or turned.compare(STRAIGHT_DEG) is not Verdict.OUT:
        return 1
    if unit.actions_left >= 2 and play.state.phase != "manoeuvre":
        return 2
    says = f"{unit.label} moved and turned {turned}: a Wheel is an Action of its own"
    raise IllegalAction(says, "NMM-ACT-01", readings=(turned,))


def _gone(play: Play, unit: Unit, after: Snapshot) -> Reading:
    """How far it went, as the house measures a Move."""
    centre = play.on(House.move_measure.centre) or kind_of(unit).loose
    return move_distance(play.table, after, unit.id, measured="centre" if centre else "")


def _length(play: Play, unit: Unit, after: Snapshot, way: Way) -> Steps[None]:
    far = _gone(play, unit, after)
    limit, rule = rate_of(play.state, unit, way)
    within_it = yield from measured(
        play, far, limit, unit.side, rule, what=f"the Move of {unit.label}"
    )
    if not within_it:
        names = (*_MEASURES, House.steep_hill_rate) if way.steep else _MEASURES
        raise too_far(far, limit, rule, unit.label, told(play.state, *names))


def _ground_token(play: Play, unit: Unit, way: Way) -> Play:
    rule = disordered_by(play.state, unit, way)
    ground = way.bad[0] if way.bad else "a steep hill"
    if not rule:
        spared = play.on(House.mounted_loose_bad_going.none)
        if way.good or not spared or not is_mounted(unit) or not kind_of(unit).loose:
            return play
        says = f"{unit.does('goes')} over {ground} without Disarray"
        return play.step(says, "NMM-MOVE-06")
    return disarray(play, unit.id, f"a Move over {ground}", rule)


def _arc_token(play: Play, unit: Unit, after: Snapshot, way: Way) -> Steps[Play]:
    """Formed troops pay for leaving their arc, and never walk backwards; loose ones may go as
    they like (MOVE-20 to -22). A unit that wheeled besides moves in the arc it wheeled to."""
    if kind_of(unit).skirmisher or kind_of(unit).arm == "gun":
        return play
    before = refaced(play.table, after, unit.id)
    inside = in_forward_arc(before, after, unit.id, ARC_DEG)
    stayed = yield from is_so(
        inside, unit.side, f"{unit.does('stays')} in {unit.its} arc", "NMM-MOVE-20"
    )
    if stayed:
        says = f"{unit.does('moves')} within {unit.its} arc"
        return play.step(says, "NMM-MOVE-01", readings=(inside,))
    back = charge_straight(before, after, unit.id)
    if back.compare(90.0) is Verdict.OUT:
        raise IllegalAction(f"{unit.label} cannot walk backwards: turn first", "NMM-MOVE-21")
    return token(play, unit, "left its forward arc", "NMM-MOVE-20", good_going=way.good)


def spaced(play: Play, unit: Unit, after: Snapshot) -> Play:
    """Friends keep 3 in apart: advice, or a limit by house rule (ARMY-30; ``brigade_gap``).

    Raises:
        IllegalAction: the house enforces it.
    """
    play = loose_note(play, unit, after)
    limit = inches(play.state, SPACING_IN)
    for friend in play.state.friends(unit.side):
        if friend.id == unit.id or friend.melee or not bases_of(after, friend.id):
            continue
        if friend.limbered and friend.parent == unit.id:
            continue
        apart = gap(after, unit.id, friend.id)
        if apart.compare(limit) is not Verdict.IN or apart.value == limit:
            continue
        says = f"{unit.label} and {friend.label} are {apart} apart, {limit:g} in are usual"
        if play.on(House.brigade_gap.enforce):
            raise IllegalAction(says, "NMM-ARMY-30", readings=(apart,))
        play = play.advise(says, "NMM-ARMY-30", readings=(apart,))
    return play


def loose_note(play: Play, unit: Unit, after: Snapshot) -> Play:
    """Loose figures keep within one base width of each other: advice (ARMY-04, ARMY-18)."""
    bases = bases_of(after, unit.id)
    if not kind_of(unit).loose or len(bases) < 2:
        return play
    worst = spacing(after, unit.id)
    if worst.compare(max(base.frontage_in for base in bases)) is not Verdict.OUT:
        return play
    says = f"{unit.does('is')} spread out, {worst} between two bases"
    rule = "NMM-ARMY-18" if kind_of(unit).arm == "dragoon" else "NMM-ARMY-04"
    return play.advise(says, rule, readings=(worst,))


def settle(play: Play, unit_id: str, after: Snapshot) -> Play:
    """The models stand where they stand: what a Move changes about a unit."""
    unit = play.unit(unit_id)
    play = play.on_table(after).change(unit_id, **left_place(play.state, unit))
    if bases_of(after, unit_id) and off_table(after, unit_id).at_least() is Verdict.IN:
        return play.advise(f"{unit.does('hangs')} over the table's edge", "NMM-ARM-05")
    return play


def declare_ground(play: Play, unit_id: str) -> Steps[Play]:
    """A unit that ends in a wood says whether it is inside or lining the edge (MOVE-19)."""
    unit = play.unit(unit_id)
    wood = stands_in(play.table, unit_id, "wood")
    if not wood or unit.gone:
        return play
    grounds = in_terrain(play.table, unit_id, terrain=frozenset({"wood"}))
    options = (Option("inside", f"inside {wood}"), Option("edge", f"lining the edge of {wood}"))
    where = "edge"
    if any(one.inside for one in grounds):
        where = yield from choose(
            f"{unit.label} in {wood}", unit.side, options, rules=("NMM-MOVE-19",)
        )
    return play.change(unit_id, wood=where)
