"""The house rules of this set: every ambiguity of the book as a switch.

The first value is the default. ``SKM-AMB-22`` (a damage die below 1) needs no switch.
"""

from __future__ import annotations

from rules.kernel.protocol import Switch
from rules.kernel.switches import HouseRules


def _switch(name: str, values: str, says: str, ids: str) -> Switch:
    return Switch(name, tuple(values.split(" / ")), says, tuple(ids.split()))


SWITCHES: tuple[Switch, ...] = (
    _switch(
        "SKM_FIREARM_MELEE", "all2 / pistol_only",
        "melee factor of a clubbed firearm or bow: 2 for all, or for pistols only",
        "SKM-WPN-01",
    ),
    _switch(
        "SKM_OFFICER_DICE", "4-3-2 / 3-?-2",
        "command dice of officers",
        "SKM-CMD-01 SKM-CMD-17",
    ),
    _switch(
        "SKM_NCO_DICE", "3-2-2 / 4-3-2 / 3-3-2",
        "command dice of sergeants and musicians",
        "SKM-CMD-14",
    ),
    _switch(
        "SKM_COMMANDER_FREE", "true / false",
        "the commander costs no points himself",
        "SKM-CMD-17",
    ),
    _switch(
        "SKM_SEQUENCE", "commanded_first / side_by_side",
        "commanded units of both sides first, or side by side",
        "SKM-SEQ-01 SKM-SEQ-04",
    ),
    _switch(
        "SKM_BINDING", "retrograde / panic_only / none",
        "which results bind commanded troops",
        "SKM-ACT-02 SKM-ACT-05 SKM-ACT-10",
    ),
    _switch(
        "SKM_FORMED_ROLL", "own_rf / worst_rf / split_all",
        "one die for a formed unit whose groups differ in risk",
        "SKM-ACT-02 SKM-ACT-03",
    ),
    _switch(
        "SKM_ENCLOSED_TEST", "either / figure / line",
        "whose place makes command distance enclosed",
        "SKM-CMD-08",
    ),
    _switch(
        "SKM_DISLOYAL_ROUTER_COST", "2 / 3 / 4",
        "a disloyal man who is routing",
        "SKM-CMD-10 SKM-CMD-11",
    ),
    _switch(
        "SKM_MUSICIAN", "declare / previous_turn",
        "when the musician earns his die",
        "SKM-CMD-04",
    ),
    _switch(
        "SKM_BUSY_DICE", "1 / each",
        "loading and in melee together",
        "SKM-CMD-05",
    ),
    _switch(
        "SKM_HEAVY15", "wounded_civilian / all",
        "who is slowed to 15 cm by heavy gear",
        "SKM-MOVE-03",
    ),
    _switch(
        "SKM_HEAVY_GEAR", "metal / cuirassier",
        "what is heavy gear",
        "SKM-MOVE-03",
    ),
    _switch(
        "SKM_GAIT_GAP", "gallop / forbidden",
        "a horse moving between 45 and 50 cm",
        "SKM-MOVE-05 SKM-MOVE-06",
    ),
    _switch(
        "SKM_BARRIER", "own_quarter / 6.25",
        "a barrier costs a quarter of the own move, or 6.25 cm",
        "SKM-MOVE-08",
    ),
    _switch(
        "SKM_WOUNDED_MOUNTED", "walk / 80pct / none",
        "a wounded rider",
        "SKM-DMG-18",
    ),
    _switch(
        "SKM_SPOT", "edge_only / all_three",
        "the spotting die is for men near an edge, or for all",
        "SKM-VIS-01",
    ),
    _switch(
        "SKM_LOS_2CM", "either / shooter",
        "whom an obstruction within 2 cm must be near",
        "SKM-SHOOT-07 SKM-SHOOT-08",
    ),
    _switch(
        "SKM_VOLLEY", "flag / all_commanded",
        "who fires volleys under command",
        "SKM-CMD-20",
    ),
    _switch(
        "SKM_RATIO_ROUND", "floor / ceil / floor_min1",
        "rounding of one shot for so many",
        "SKM-SHOOT-15 SKM-SHOOT-16 SKM-SHOOT-17",
    ),
    _switch(
        "SKM_UNCMD_LOADING", "false / true",
        "do uncommanded troops track loading",
        "SKM-SHOOT-03",
    ),
    _switch(
        "SKM_PISTOL_ROW", "musket / dragoon",
        "damage row of pistols",
        "SKM-DMG-01 SKM-DMG-07",
    ),
    _switch(
        "SKM_RF_MINUS4", "neither / either",
        "the -4 needs no enemy and no retreating friend in sight, or either",
        "SKM-RF-01",
    ),
    _switch(
        "SKM_RF_OFFICER", "once / stack",
        "Good and officer count once, or both",
        "SKM-RF-03",
    ),
    _switch(
        "SKM_RF_RANGE_OF", "enemy / own",
        "whose weapons reach",
        "SKM-RF-05 SKM-RF-06",
    ),
    _switch(
        "SKM_RF_LOSS", "floor_start / ceil_start",
        "rounding of losses",
        "SKM-RF-07",
    ),
    _switch(
        "SKM_FRONT_ARC", "90 / 180",
        "what is the front",
        "SKM-RF-09",
    ),
    _switch(
        "SKM_ACTION_DIE_MOD", "0",
        "modifier of the action die: none",
        "SKM-RF-13",
    ),
    _switch(
        "SKM_TL_ON_MISS", "true / false",
        "threat level when the gun hurts nobody",
        "SKM-RF-12",
    ),
    _switch(
        "SKM_DUTCH_RF9_D3", "trot_away / flee",
        "Dutch horse, risk 9 or more, die 3",
        "SKM-ACTDUTCH-R9-D3",
    ),
    _switch(
        "SKM_BESTROW_6", "halt / advance",
        "a 6 in the best row for a unit falling back",
        "SKM-ACTX-03 SKM-ACTX-05 SKM-ACTX-07 SKM-ACTX-09",
    ),
    _switch(
        "SKM_CHARGE_Q", "must / may",
        "a charge in reach is compulsory, or the owner's choice",
        "SKM-CODE-03 SKM-CODE-04",
    ),
    _switch(
        "SKM_HALT_MEDIUM", "outer / band",
        "halt at the outer limit of medium range, or in the band",
        "SKM-CODE-11",
    ),
    _switch(
        "SKM_GUN_FIELD", "lane / fan90",
        "what lies ahead of a gun",
        "SKM-ART-09",
    ),
    _switch(
        "SKM_GUN_TARGETS", "all / nearest",
        "a gun strikes all groups ahead, or the nearest",
        "SKM-ART-09",
    ),
    _switch(
        "SKM_GUN_TENS", "full / started",
        "gun dice: full tens, or started ones",
        "SKM-ART-28",
    ),
    _switch(
        "SKM_HEAVY_LOAD", "6 / 7",
        "loading turns of heavy guns",
        "SKM-ART-07 SKM-ART-08",
    ),
    _switch(
        "SKM_RANDOMISE", "engine / dice",
        "who is hit is drawn, or rolled by the shooter",
        "SKM-SHOOT-13",
    ),
    _switch(
        "SKM_MELEE_MULTI", "pairwise / best",
        "one man against several: pair by pair, or the best of them",
        "SKM-MEL-08 SKM-MEL-17",
    ),
    _switch(
        "SKM_SUPPORT", "own_die / plus_one",
        "a supporter rolls his own bout, or adds 1",
        "SKM-MEL-03 SKM-MEL-04",
    ),
    _switch(
        "SKM_ARMOUR_STACK", "lines / best",
        "armour lines add up, or only the best",
        "SKM-MEL-11 SKM-MEL-12",
    ),
    _switch(
        "SKM_MELEE_LOSER", "hits / kills / bouts",
        "what decides a melee",
        "SKM-MEL-20",
    ),
    _switch(
        "SKM_BOW_POINTS", "2 / 0",
        "points of a bow",
        "SKM-PTS-04",
    ),
    _switch(
        "SKM_DUMMY_ROUND", "up / down",
        "half of an odd number of markers",
        "SKM-SETUP-02",
    ),
    _switch(
        "SKM_RUN_FACTOR", "1.0 / 1.5",
        "how far foot run",
        "SKM-CODE-07 SKM-CODE-08",
    ),
    _switch(
        "SKM_FORMED_GAP", "5",
        "gap between groups of a formed unit, cm",
        "SKM-GRP-05 SKM-GRP-06",
    ),
    _switch(
        "SKM_FORMED_TEST", "chain / pairs",
        "formed by a chain, or by every pair",
        "SKM-GRP-05 SKM-GRP-06",
    ),
    _switch(
        "SKM_PIKE_5CM", "front_pikes / any_rank",
        "who answers at pike distance",
        "SKM-MEL-06",
    ),
    _switch(
        "SKM_RETREAT_SET", "retrograde / panic",
        "what counts as retreat for the end",
        "SKM-WIN-01",
    ),
    _switch(
        "SKM_ALL_MEMBERS", "live / unwounded",
        "who must be paid for",
        "SKM-CMD-12",
    ),
    _switch(
        "SKM_FIRE_AND_LOAD", "false / true",
        "may a man fire and load in one turn",
        "SKM-SHOOT-04",
    ),
    _switch(
        "SKM_NEAREST", "hittable / visible",
        "the nearest enemy that can be hit, or that is seen",
        "SKM-SHOOT-19",
    ),
    _switch(
        "SKM_TROT_SHOOT_NOW", "true / false",
        "horse told to trot and shoot do so at once",
        "SKM-CODE-16 SKM-SHOOT-18",
    ),
    _switch(
        "SKM_MELEE_RETREAT", "next_roll / until_halt",
        "how long a melee retreat lasts",
        "SKM-RF-10 SKM-RF-11",
    ),
    _switch(
        "SKM_RF_WHEN", "step / turn_start",
        "when risk is taken",
        "SKM-SEQ-01 SKM-ACT-01",
    ),
    _switch(
        "SKM_RATIO_BASE", "able / all",
        "the share is counted on men who could shoot, or on all",
        "SKM-SHOOT-15 SKM-SHOOT-22",
    ),
    _switch(
        "SKM_TABLE_CHOICE", "majority / any_shot",
        "table of mixed groups",
        "SKM-ACT-07",
    ),
    _switch(
        "SKM_START_LOADED", "small_arms / all / none",
        "who starts loaded",
        "SKM-SHOOT-03 SKM-ART-07 SKM-ART-08",
    ),
)  # fmt: skip

HOUSE = HouseRules(SWITCHES)
