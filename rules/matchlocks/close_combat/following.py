"""Where the winner of a melee goes, and horse that pikes have stopped (MEL-60 to -64)."""

from __future__ import annotations

import math

from rules.kernel.prompts import Steps
from rules.matchlocks.crises.ordered import (
    back_from,
    enemies_about,
    faced_about,
    ground_fault,
    move_along_in,
    moved_as_ordered,
    one_enemy_only,
    one_move_in,
    order,
    stopped_by,
    up_to,
    way_ahead,
)
from rules.matchlocks.crises.retreat import goes_off
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.disorder import disarray
from rules.matchlocks.movement.passing import through_friends, through_passed
from rules.matchlocks.musketry.losses import leave_table
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit, inches, kind_of
from vision.measure.answers import Path


def advances(play: Play, unit: Unit) -> Steps[Play]:
    """Victorious foot goes one free Move, into nobody (MEL-61)."""
    start, far_in = play, one_move_in(play, unit)
    others = enemies_about(play, unit)
    ordered = order(
        play, unit, far_in, "NMM-MEL-61", least_in=0.0, clear_of=others, not_through=others
    )
    slow_in = inches(play.state, kind_of(unit).bad_in)
    says = f'{unit.label} follows up, {far_in:g}" at most'
    play = yield from moved_as_ordered(
        play, ordered, says, effect="follows",
        also=lambda after: ground_fault(start, after, unit, slow_in, ordered.slack_in),
    )  # fmt: skip
    return (yield from through_passed(play, unit, start.table))


def keeps_contact(play: Play, unit_id: str, losers: tuple[str, ...]) -> Steps[Play]:
    """The winner goes after a Daunted enemy and touches him again (MEL-63, -64)."""
    unit, start = play.unit(unit_id), play.table
    horse = kind_of(unit).arm == "horse"
    rule = "NMM-MEL-64" if horse else "NMM-MEL-61"
    says = f"{unit.label} follows up, back into contact"
    foe = next((one for one in losers if not play.unit(one).gone), "")
    ordered = order(play, unit, one_move_in(play, unit), rule, least_in=0.0)
    if foe and bases_of(start, foe) and bases_of(start, unit_id):
        ordered = up_to(play, unit, foe, rule, one_move_in(play, unit))
    others = enemies_about(play, unit, *losers) if ordered.into else ()
    play = yield from moved_as_ordered(
        play, ordered, says, effect="follows",
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
        return leave_table(play, unit_id, "off table", "disengages off the table")
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
    says = f'{unit.label} disengages: about face and {room_in:.3g}" back'
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
