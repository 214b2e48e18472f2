"""What a battle of Matchlocks keeps count of: units, leaders, sides, and the turn."""

from __future__ import annotations

from rules.kernel.telling.ledger import (
    Account,
    Count,
    Ledger,
    Mark,
    Term,
    Weight,
    held,
    mark,
    out,
    turns,
    whole_game,
)
from rules.matchlocks.state import Leader, Side, State, Unit

WHAT_IT_IS = (
    "id side kind quality name brigade start_shot start_pikes points base_points parent joined"
)
HOW_ITS_TURN_IS_JUDGED = (
    "actions_left acts reacted shots_used first_shot_turn fired_shot fired_ranks perks shot_turn "
    "shot_at_by shot_kills pivoted repair_tried turned won kills_since_won rout_card rout_seen "
    "half_tested"
)
GONE = {
    "": "[is|are] back",
    "destroyed": "[is|are] destroyed",
    "broken": "[is|are] broken and gone in rout",
    "off table": "[leaves|leave] the table",
    "fled": "[flees|flee] the table",
    "merged": "[is|are] merged into its partner",
    "captured": "[is|are] captured",
}
WOOD = {
    "": "[is|are] out of the wood",
    "inside": "[is|are] inside the wood",
    "edge": "[lines|line] the edge of the wood",
}


def _found_out(state: State, one: Unit) -> bool:
    """Who fires in the open has hidden from nobody."""
    return one.revealed and bool(one.wood or one.building)


# fmt: off
UNITS = Account("unit", Unit, lambda state: state.units.values(), (
    out("gone", GONE),
    Count("figures", held("figures"), ("shot", "pikes", "rear", "kills"),
          "[loses|lose] {n}: {after} of {start} left", "[has|have] {n} more: {after} of {start}",
          Weight.LOSSES, start=lambda state, one: max(one.start, one.figures),
          noun=("figure", "figures"), models=True),
    mark("daunted", "[is|are] Daunted", "[is|are] Daunted no longer", also="daunted_turn"),
    Count("disarray", held("disarray"), ("disarray",), "[sheds|shed] {n} Disarray: {after} left",
          "[takes|take] {n} Disarray: {after} now", Weight.MORALE),
    Mark("in_melee", held("melee"), ("melee",), "[is|are] in melee", "[is|are] out of its melee",
         Weight.STANDING),
    Count("ammunition", held("ammo"), ("ammo",), "[turns|turn] its small die to {after}",
          "[turns|turn] its small die back to {after}", Weight.STANDING),
    mark("free_volley", "", "[has|have] fired its free volley", Weight.RECORD),
    mark("malfunction", "[is|are] out of order", "[is|are] in order again", Weight.STANDING),
    mark("limbered", "[is|are] limbered", "[is|are] unlimbered", Weight.STANDING),
    mark("mounted", "[mounts|mount]", "[dismounts|dismount]", Weight.STANDING),
    mark("hedgehog", "[forms|form] a Hedgehog", "[is|are] out of its Hedgehog", Weight.STANDING),
    Term("formation", held("formation"), ("formation", "ranks"), {"": ""}, "[forms|form] {after}"),
    Term("building", held("building"), ("building",), {"": "[is|are] out of its building"},
         "[holds|hold] {after}"),
    Term("wood", held("wood"), ("wood",), WOOD),
    Mark("revealed", _found_out, ("revealed",), "[gives|give] its hiding place away", "",
         Weight.RECORD),
    mark("ordered", "[has|have] an Order", "", Weight.RECORD),
    mark("support", "[is|are] a Support", "", Weight.RECORD),
    Mark("merged_pikes", held("last_man"), ("last_man",), "[fights|fight] to the last man"),
    # What people said of where it stands is no news; captured_by is told by gone.
), frozenset(f"{WHAT_IT_IS} {HOW_ITS_TURN_IS_JUDGED} covered captured_by".split()))
LEADERS = Account("leader", Leader, lambda state: state.leaders.values(), (
    Mark("lost", held("lost"), ("lost", "lost_turn"), "[is|are] lost", "[is|are] back", Weight.OUT,
         do="take him off the table"),
    mark("stunned", "[is|are] stunned", "[is|are] himself again"),
    Term("attached", held("attached"), ("attached",), {"": "[rides|ride] alone"},
         "[is|are] with {after}", names=True),
    Count("orders", held("tokens"), ("command", "tokens_used", "extra_tokens"),
          "[has|have] {left} left", "[has|have] {left}",
          Weight.RECORD, noun=("Order Token", "Order Tokens")),
), frozenset("id side general name brigade card_done options_used tried".split()))
SIDES = Account("side", Side, lambda state: state.sides.values(), (
    Count("army_morale", held("tokens"), ("tokens", "discarded"),
          "[gives|give] up {n} Army Morale", "[has|have] {n} Army Morale more", Weight.MORALE,
          start=held("start_tokens")),
    Count("claims", held("claims"), ("claims",), "",
          "may have {n} Army Morale demanded of it", Weight.RECORD),
    # A hand is for the eyes of its own side; light guns are told by the gun.
), frozenset("name edge royalist start_tokens hand events last_gun out_scouted deployed "
             "captured_light lost_light".split()),
    key=lambda one: str(one.name), side=lambda state, one: str(one.name), joins="")
# fmt: on

GAME = whole_game(
    State,
    turns(),
    Term("phase", held("phase"), ("phase",), {"over": "the battle is over"},
         "the {after} phase begins", Weight.RECORD),
    Count("rain", held("rain_until"), ("rain_until",), "",
          "it rains until the end of turn {after}", Weight.MORALE),
    mark("fog", "fog comes up", "the fog lifts"),
    # Units, leaders and sides have their own accounts, a melee is seen from the units in it,
    # cards are told by their rulings, the end by the victory.
    silent="units leaders sides melees decks mover last_side obstacles house winner why_won",
)  # fmt: skip

LEDGER: Ledger = (UNITS, LEADERS, SIDES, GAME)
