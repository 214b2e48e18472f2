"""Where the winner of a melee goes, and horse that pikes have stopped (MEL-60 to -69)."""

from __future__ import annotations

import math

from rules.field.reach import facing_of
from rules.kernel.prompts import Option, Steps, choose, is_so, yes
from rules.matchlocks.crises.ordered import (
    back_from,
    enemies_about,
    faced_about,
    first_enemy,
    ground_fault,
    is_closed,
    kept_front,
    move_along_in,
    moved_as_ordered,
    one_enemy_only,
    one_move_in,
    order,
    stopped_by,
    up_to,
    way_ahead,
)
from rules.matchlocks.crises.retreat import goes_off, open_melee, until
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.passing import through_friends, through_passed
from rules.matchlocks.musketry.losses import (
    MOST,
    MOST_AFTER_CHASE,
    disarray,
    leave_table,
    lose_leader,
    lose_tokens,
)
from rules.matchlocks.play import Play
from rules.matchlocks.state import Melee, Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import LONG_PURSUIT_IN, SHORT_PURSUIT_IN
from vision.measure.answers import Path


def advances(play: Play, unit: Unit) -> Steps[Play]:
    """Victorious foot goes one free Move, into nobody (MEL-61)."""
    start, far_in = play, one_move_in(play, unit)
    others = enemies_about(play, unit)
    ordered = order(
        play, unit, far_in, "NMM-MEL-61", least_in=0.0, clear_of=others, not_through=others
    )
    slow_in = inches(play.state, kind_of(unit).bad_in)
    says = f'{unit.does("follows")} up, {far_in:g}" at most'
    play = yield from moved_as_ordered(
        play, ordered, says,
        also=lambda after: ground_fault(start, after, unit, slow_in, ordered.slack_in),
    )  # fmt: skip
    return (yield from through_passed(play, unit, start.table))


def keeps_contact(play: Play, unit_id: str, losers: tuple[str, ...]) -> Steps[Play]:
    """The winner goes after a Daunted enemy and touches him again (MEL-63, -64)."""
    unit, start = play.unit(unit_id), play.table
    horse = kind_of(unit).arm == "horse"
    rule = "NMM-MEL-64" if horse else "NMM-MEL-61"
    says = f"{unit.does('follows')} up, back into contact"
    foe = next((one for one in losers if not play.unit(one).gone), "")
    ordered = order(play, unit, one_move_in(play, unit), rule, least_in=0.0)
    if foe and bases_of(start, foe) and bases_of(start, unit_id):
        ordered = up_to(play, unit, foe, rule, one_move_in(play, unit))
    others = enemies_about(play, unit, *losers) if ordered.into else ()
    play = yield from moved_as_ordered(
        play, ordered, says,
        also=lambda after: one_enemy_only(after, unit, foe, others),
    )  # fmt: skip
    play = yield from through_passed(play, unit, start)
    if unit.quality == "raw" and horse:
        play = disarray(play, unit_id, "Raw horse following up", "NMM-MEL-64")
    return play


def disengages(play: Play, unit_id: str, foe_id: str) -> Steps[Play]:
    """Horse turns about and goes one Move straight back from foot that stands (MEL-62)."""
    unit = play.unit(unit_id)
    way = _way_back(play, unit, foe_id)
    rule = "NMM-MEL-62"
    if (yield from goes_off(play, unit, way, rule)):
        return leave_table(play, unit_id, "off table", "disengages", "off the table")
    far_in = one_move_in(play, unit) if way is None else way.length_in
    room_in, least_in = yield from stopped_by(play, unit, way, far_in, rule, foe_id)
    ordered = order(play, unit, room_in, rule, least_in=least_in)
    if way is not None:
        way_deg = math.degrees(math.atan2(way.way[1], way.way[0]))
        ordered = order(
            play, unit, room_in, rule, least_in=least_in, way=way.way,
            facings_deg=faced_about(play.table, unit, way_deg),
            clear_of=enemies_about(play, unit, foe_id),
        )  # fmt: skip
        if room_in < far_in:
            way = way_ahead(play, unit_id, way_deg, room_in)
    says = f'{unit.does("disengages")}: about face and {room_in:.3g}" back'
    play = yield from moved_as_ordered(play, ordered, says)
    play = through_friends(play, unit, way)
    return disarray(play, unit_id, "disengaging", rule)


def _way_back(play: Play, unit: Unit, foe_id: str) -> Path | None:
    """Straight back from the side at which the enemy stands."""
    if not (bases_of(play.table, unit.id) and bases_of(play.table, foe_id)):
        return None
    back = back_from(play.table, unit.id, foe_id)
    back_deg = math.degrees(math.atan2(back[1], back[0]))
    way = way_ahead(play, unit.id, back_deg, one_move_in(play, unit))
    return way_ahead(play, unit.id, back_deg, move_along_in(play, unit, way))


def pursue(play: Play, unit_id: str, melee: Melee) -> Steps[Play]:
    """Raw horse, and any that charged in line, must chase far; others less, or are held."""
    unit = play.unit(unit_id)
    charged_in_line = unit.formation == "line" and unit_id in melee.gallop
    if unit.quality == "raw" or charged_in_line:
        length = chase_in(play, unit)
        return (yield from _chase(play, unit_id, length, 3, MOST_AFTER_CHASE, "NMM-MEL-65"))
    if play.state.leader_with(unit_id):
        what = f"{unit.label}: does its leader hold it back from the pursuit?"
        if (yield from yes(what, unit.side, rules=("NMM-MEL-68",))):
            return play.step(f"{unit.does('is')} held by {unit.its} leader", "NMM-MEL-68")
    length = inches(play.state, SHORT_PURSUIT_IN)
    return (yield from _chase(play, unit_id, length, 1, MOST, "NMM-MEL-68"))


def chase_in(play: Play, unit: Unit) -> float:
    """The long pursuit: 28 inches, or two Charge Moves of its own (``pursuit_distance``)."""
    if play.on(House.pursuit_distance.flat28):
        return inches(play.state, LONG_PURSUIT_IN)
    kind = kind_of(unit)
    return inches(play.state, 2 * (kind.move_in + kind.charge_in))


def _chase(
    play: Play, unit_id: str, length_in: float, tokens: int, most: int, rule: str
) -> Steps[Play]:
    unit = play.unit(unit_id)
    way = _way(play, unit, length_in)
    meets = yield from first_enemy(play, unit, way, "NMM-MEL-69", unit.does("runs", "into"))
    if meets is None and (yield from _leaves(play, unit, way, rule)):
        long = rule == "NMM-MEL-65"
        pays = long or play.on(House.pursuit_off_10)
        return (yield from ride_off(play, unit_id, 1 if pays else 0, "pursues", "NMM-MEL-67"))
    says = f'{unit.does("pursues")} {length_in:g}"'
    if meets is not None:
        says = f"{unit.does('pursues')} into {play.unit(meets.unit).label}"
    far_in = length_in if way is None else way.length_in
    if meets is not None:
        far_in = min(far_in, meets.first_after_in)
    ordered = order(
        play, unit, far_in, rule,
        way=None if way is None else way.way,
        facings_deg=kept_front(play.table, unit),
        into="" if meets is None else meets.unit,
    )  # fmt: skip
    play = yield from moved_as_ordered(play, ordered, says)
    play = through_friends(play, unit, until(way, meets))
    play = disarray(play, unit_id, "pursuing", rule, tokens=tokens, most=most)
    if meets is None:
        return play
    why = "its pursuit ran into it; they fight next turn"
    return open_melee(play, unit_id, meets.unit, why, "NMM-MEL-69", pursuit=True)


def _way(play: Play, unit: Unit, length_in: float) -> Path | None:
    """Straight on, as far as the ground is open to it; None when it is not on the table."""
    facing = facing_of(play.table, unit.id) if bases_of(play.table, unit.id) else None
    if facing is None:
        return None
    way = way_ahead(play, unit.id, facing, length_in)
    barred = [
        one.first_after_in
        for one in (way.crosses if way is not None else ())
        if one.depth.value > one.depth.plus_minus and is_closed(play, unit, one.kind)
    ]
    return way_ahead(play, unit.id, facing, max(0.0, min(barred))) if barred else way


def _leaves(play: Play, unit: Unit, way: Path | None, rule: str) -> Steps[bool]:
    if way is None:
        return False
    what = f"{unit.does('rides')} over the table's edge"
    return (yield from is_so(way.off_table, unit.side, what, rule))


def ride_off(play: Play, unit_id: str, tokens: int, does: str, rule: str) -> Steps[Play]:
    """A unit leaves the table for good as it *does*; its leader too, or he lets go
    (``leader_pursues``)."""
    unit = play.unit(unit_id)
    for leader in play.state.leader_with(unit_id):
        if play.on(House.leader_pursues.may_detach):
            options = (Option("stays", "he lets go and stays"), Option("goes", "he goes with it"))
            what = f"{leader.label}, with {unit.label}"
            if (yield from choose(what, leader.side, options, rules=(rule,))) == "stays":
                play = play.change_in("leaders", leader.id, attached="")
                continue
        play = lose_leader(play, leader, rule)
    play = play.change(unit_id, gone="off table", melee="", actions_left=0, hedgehog=False)
    says = f"{unit.does(does)} off the table and {unit.form('does')} not return"
    play = play.step(says, rule)
    return lose_tokens(play, unit.side, tokens, says, "NMM-ARM-11") if tokens else play
