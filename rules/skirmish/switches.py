"""The house rules of this set: every ambiguity of the book as a switch.

The first value is the default. ``SKM-AMB-22`` (a damage die below 1) needs no switch.
"""

from __future__ import annotations

from rules.kernel.switches import Amount, Choice, Flag, HouseRules, Number, maker, written

_choice, _flag, _number, _amount = maker(Choice), maker(Flag), maker(Number), maker(Amount)


# fmt: off
FIREARM_MELEE = _choice("SKM_FIREARM_MELEE", "all2 / pistol_only",
    "melee factor of a clubbed firearm or bow: 2 for all, or for pistols only", "SKM-WPN-01")
OFFICER_DICE = _choice("SKM_OFFICER_DICE", "4-3-2 / 3-?-2",
    "command dice of officers", "SKM-CMD-01 SKM-CMD-17")
NCO_DICE = _choice("SKM_NCO_DICE", "3-2-2 / 4-3-2 / 3-3-2",
    "command dice of sergeants and musicians", "SKM-CMD-14")
COMMANDER_FREE = _flag("SKM_COMMANDER_FREE", "true / false",
    "the commander costs no points himself", "SKM-CMD-17")
SEQUENCE = _choice("SKM_SEQUENCE", "commanded_first / side_by_side",
    "commanded units of both sides first, or side by side", "SKM-SEQ-01 SKM-SEQ-04")
BINDING = _choice("SKM_BINDING", "retrograde / panic_only / none",
    "which results bind commanded troops", "SKM-ACT-02 SKM-ACT-05 SKM-ACT-10")
FORMED_ROLL = _choice("SKM_FORMED_ROLL", "own_rf / worst_rf / split_all",
    "one die for a formed unit whose groups differ in risk", "SKM-ACT-02 SKM-ACT-03")
ENCLOSED_TEST = _choice("SKM_ENCLOSED_TEST", "either / figure / line",
    "whose place makes command distance enclosed", "SKM-CMD-08")
DISLOYAL_ROUTER_COST = _number("SKM_DISLOYAL_ROUTER_COST", "2 / 3 / 4",
    "a disloyal man who is routing", "SKM-CMD-10 SKM-CMD-11")
MUSICIAN = _choice("SKM_MUSICIAN", "declare / previous_turn",
    "when the musician earns his die", "SKM-CMD-04")
BUSY_DICE = _choice("SKM_BUSY_DICE", "1 / each", "loading and in melee together", "SKM-CMD-05")
HEAVY15 = _choice("SKM_HEAVY15", "wounded_civilian / all",
    "who is slowed to 15 cm by heavy gear", "SKM-MOVE-03")
HEAVY_GEAR = _choice("SKM_HEAVY_GEAR", "metal / cuirassier", "what is heavy gear", "SKM-MOVE-03")
GAIT_GAP = _choice("SKM_GAIT_GAP", "gallop / forbidden",
    "a horse moving between 45 and 50 cm", "SKM-MOVE-05 SKM-MOVE-06")
BARRIER = _choice("SKM_BARRIER", "own_quarter / 6.25",
    "a barrier costs a quarter of the own move, or 6.25 cm", "SKM-MOVE-08")
WOUNDED_MOUNTED = _choice("SKM_WOUNDED_MOUNTED", "walk / 80pct / none",
    "a wounded rider", "SKM-DMG-18")
SPOT = _choice("SKM_SPOT", "edge_only / all_three",
    "the spotting die is for men near an edge, or for all", "SKM-VIS-01")
LOS_2CM = _choice("SKM_LOS_2CM", "either / shooter",
    "whom an obstruction within 2 cm must be near", "SKM-SHOOT-07 SKM-SHOOT-08")
VOLLEY = _choice("SKM_VOLLEY", "flag / all_commanded",
    "who fires volleys under command", "SKM-CMD-20")
RATIO_ROUND = _choice("SKM_RATIO_ROUND", "floor / ceil / floor_min1",
    "rounding of one shot for so many", "SKM-SHOOT-15 SKM-SHOOT-16 SKM-SHOOT-17")
UNCMD_LOADING = _flag("SKM_UNCMD_LOADING", "false / true",
    "do uncommanded troops track loading", "SKM-SHOOT-03")
PISTOL_ROW = _choice("SKM_PISTOL_ROW", "musket / dragoon",
    "damage row of pistols", "SKM-DMG-01 SKM-DMG-07")
RF_MINUS4 = _choice("SKM_RF_MINUS4", "neither / either",
    "the -4 needs no enemy and no retreating friend in sight, or either", "SKM-RF-01")
RF_OFFICER = _choice("SKM_RF_OFFICER", "once / stack",
    "Good and officer count once, or both", "SKM-RF-03")
RF_RANGE_OF = _choice("SKM_RF_RANGE_OF", "enemy / own",
    "whose weapons reach", "SKM-RF-05 SKM-RF-06")
RF_LOSS = _choice("SKM_RF_LOSS", "floor_start / ceil_start", "rounding of losses", "SKM-RF-07")
FRONT_ARC = _choice("SKM_FRONT_ARC", "90 / 180", "what is the front", "SKM-RF-09")
ACTION_DIE_MOD = _choice("SKM_ACTION_DIE_MOD", "0", "modifier of the action die: none", "SKM-RF-13")
TL_ON_MISS = _flag("SKM_TL_ON_MISS", "true / false",
    "threat level when the gun hurts nobody", "SKM-RF-12")
DUTCH_RF9_D3 = _choice("SKM_DUTCH_RF9_D3", "trot_away / flee",
    "Dutch horse, risk 9 or more, die 3", "SKM-ACTDUTCH-R9-D3")
BESTROW_6 = _choice("SKM_BESTROW_6", "halt / advance",
    "a 6 in the best row for a unit falling back",
    "SKM-ACTX-03 SKM-ACTX-05 SKM-ACTX-07 SKM-ACTX-09")
CHARGE_Q = _choice("SKM_CHARGE_Q", "must / may",
    "a charge in reach is compulsory, or the owner's choice", "SKM-CODE-03 SKM-CODE-04")
HALT_MEDIUM = _choice("SKM_HALT_MEDIUM", "outer / band",
    "halt at the outer limit of medium range, or in the band", "SKM-CODE-11")
GUN_FIELD = _choice("SKM_GUN_FIELD", "lane / fan90", "what lies ahead of a gun", "SKM-ART-09")
GUN_TARGETS = _choice("SKM_GUN_TARGETS", "all / nearest",
    "a gun strikes all groups ahead, or the nearest", "SKM-ART-09")
GUN_TENS = _choice("SKM_GUN_TENS", "full / started",
    "gun dice: full tens, or started ones", "SKM-ART-28")
HEAVY_LOAD = _number("SKM_HEAVY_LOAD", "6 / 7",
    "loading turns of heavy guns", "SKM-ART-07 SKM-ART-08")
RANDOMISE = _choice("SKM_RANDOMISE", "engine / dice",
    "who is hit is drawn, or rolled by the shooter", "SKM-SHOOT-13")
MELEE_MULTI = _choice("SKM_MELEE_MULTI", "pairwise / best",
    "one man against several: pair by pair, or the best of them", "SKM-MEL-08 SKM-MEL-17")
SUPPORT = _choice("SKM_SUPPORT", "own_die / plus_one",
    "a supporter rolls his own bout, or adds 1", "SKM-MEL-03 SKM-MEL-04")
ARMOUR_STACK = _choice("SKM_ARMOUR_STACK", "lines / best",
    "armour lines add up, or only the best", "SKM-MEL-11 SKM-MEL-12")
MELEE_LOSER = _choice("SKM_MELEE_LOSER", "hits / kills / bouts",
    "what decides a melee", "SKM-MEL-20")
BOW_POINTS = _number("SKM_BOW_POINTS", "2 / 0", "points of a bow", "SKM-PTS-04")
DUMMY_ROUND = _choice("SKM_DUMMY_ROUND", "up / down",
    "half of an odd number of markers", "SKM-SETUP-02")
RUN_FACTOR = _amount("SKM_RUN_FACTOR", "1.0 / 1.5", "how far foot run", "SKM-CODE-07 SKM-CODE-08")
FORMED_GAP = _amount("SKM_FORMED_GAP", "5",
    "gap between groups of a formed unit, cm", "SKM-GRP-05 SKM-GRP-06")
FORMED_TEST = _choice("SKM_FORMED_TEST", "chain / pairs",
    "formed by a chain, or by every pair", "SKM-GRP-05 SKM-GRP-06")
PIKE_5CM = _choice("SKM_PIKE_5CM", "front_pikes / any_rank",
    "who answers at pike distance", "SKM-MEL-06")
RETREAT_SET = _choice("SKM_RETREAT_SET", "retrograde / panic",
    "what counts as retreat for the end", "SKM-WIN-01")
ALL_MEMBERS = _choice("SKM_ALL_MEMBERS", "live / unwounded", "who must be paid for", "SKM-CMD-12")
FIRE_AND_LOAD = _flag("SKM_FIRE_AND_LOAD", "false / true",
    "may a man fire and load in one turn", "SKM-SHOOT-04")
NEAREST = _choice("SKM_NEAREST", "hittable / visible",
    "the nearest enemy that can be hit, or that is seen", "SKM-SHOOT-19")
TROT_SHOOT_NOW = _flag("SKM_TROT_SHOOT_NOW", "true / false",
    "horse told to trot and shoot do so at once", "SKM-CODE-16 SKM-SHOOT-18")
MELEE_RETREAT = _choice("SKM_MELEE_RETREAT", "next_roll / until_halt",
    "how long a melee retreat lasts", "SKM-RF-10 SKM-RF-11")
RF_WHEN = _choice("SKM_RF_WHEN", "step / turn_start", "when risk is taken", "SKM-SEQ-01 SKM-ACT-01")
RATIO_BASE = _choice("SKM_RATIO_BASE", "able / all",
    "the share is counted on men who could shoot, or on all", "SKM-SHOOT-15 SKM-SHOOT-22")
TABLE_CHOICE = _choice("SKM_TABLE_CHOICE", "majority / any_shot",
    "table of mixed groups", "SKM-ACT-07")
START_LOADED = _choice("SKM_START_LOADED", "small_arms / all / none",
    "who starts loaded", "SKM-SHOOT-03 SKM-ART-07 SKM-ART-08")
# fmt: on

SWITCHES = written(globals())
HOUSE = HouseRules(SWITCHES)
