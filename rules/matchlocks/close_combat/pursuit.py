"""Pursuit by victorious horse, and riding off the table for good (MEL-65 to -69)."""

from __future__ import annotations

from rules.field.reach import facing_of
from rules.kernel.prompts import Option, Steps, choose, within, yes
from rules.matchlocks.crises.ordered import (
    first_enemy,
    is_closed,
    kept_front,
    moved_as_ordered,
    order,
    way_ahead,
)
from rules.matchlocks.crises.retreat import open_melee, until
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.disorder import MOST, MOST_AFTER_CHASE, disarray
from rules.matchlocks.movement.passing import through_friends
from rules.matchlocks.musketry.losses import lose_leader, lose_tokens
from rules.matchlocks.play import Play
from rules.matchlocks.state import Melee, Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import LONG_PURSUIT_IN, SHORT_PURSUIT_IN
from vision.measure.answers import Path


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
            return play.step(f"{unit.label} is held by its leader", "NMM-MEL-68")
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
    meets = yield from first_enemy(play, unit, way, "NMM-MEL-69", "runs into")
    if meets is None and (yield from _leaves(play, unit, way, rule)):
        long = rule == "NMM-MEL-65"
        pays = long or play.on(House.pursuit_off_10)
        return (yield from ride_off(play, unit_id, 1 if pays else 0, "pursues", "NMM-MEL-67"))
    says = f'{unit.label} pursues {length_in:g}"'
    if meets is not None:
        says = f"{unit.label} pursues into {play.unit(meets.unit).label}"
    far_in = length_in if way is None else way.length_in
    if meets is not None:
        far_in = min(far_in, meets.first_after_in)
    ordered = order(
        play, unit, far_in, rule,
        way=None if way is None else way.way,
        facings_deg=kept_front(play.table, unit),
        into="" if meets is None else meets.unit,
    )  # fmt: skip
    play = yield from moved_as_ordered(play, ordered, says, effect="pursues")
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
    what = f"{unit.label} rides over the table's edge"
    return (
        yield from within(way.off_table, 0.0, unit.side, what=what, sense="at least", rules=(rule,))
    )


def ride_off(play: Play, unit_id: str, tokens: int, how: str, rule: str) -> Steps[Play]:
    """A unit leaves the table for good; its leader goes too, or lets go (``leader_pursues``)."""
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
    says = f"{unit.label} {how} off the table and does not return"
    play = play.effect("gone", unit_id, "off table", says)
    play = play.step(says, rule)
    return lose_tokens(play, unit.side, tokens, says, "NMM-ARM-11") if tokens else play
