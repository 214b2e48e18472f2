"""The house rules of this set: every ambiguity of the sheet as a switch.

The first value is the default. ``WOR-AMB-29`` (a Battle Commander is a Battle Leader) needs
no switch.
"""

from __future__ import annotations

from rules.kernel.switches import Choice, Flag, HouseRules, maker, written

_choice, _flag = maker(Choice), maker(Flag)

# fmt: off
TURNS = _choice("WOR_TURNS", "alternate / shared",
    "whose phases: whole turns by side, or each phase for both sides", "WOR-SEQ-02")
BLUNDER_5 = _choice("WOR_BLUNDER_5", "half / toward", "a blunder of 5", "WOR-BLU-04 WOR-BLU-05")
BLUNDER_1 = _choice("WOR_BLUNDER_1", "unit / character", "who carries the lasting -1", "WOR-BLU-02")
BRIGADE_PENALTY = _choice("WOR_BRIGADE_PENALTY", "worst / sum",
    "the worst unit sets each penalty of a brigade, or casualties are summed", "WOR-ORD-17")
BRIGADE_MAX = _choice("WOR_BRIGADE_MAX", "8_stands / 8_units",
    "largest brigade for one order", "WOR-ORD-14 WOR-ARM-03")
EVADE = _choice("WOR_EVADE", "up_to / full",
    "an evade is up to, or exactly, a full pace", "WOR-INI-02")
LEFTOVER = _choice("WOR_LEFTOVER", "phase / persist",
    "hits short of a stand are forgotten, or kept", "WOR-ATT-09")
RANK_DIE = _choice("WOR_RANK_DIE", "per_shooter / per_hit",
    "one rank die a shooter, or one a hit", "WOR-SHO-05")
HALF = _choice("WOR_HALF", "unit / stand",
    "overhead shooting halves the unit or each stand", "WOR-SHO-06")
BOUNCE = _choice("WOR_BOUNCE", "1222 / 1234",
    "extra attacks for 1 to 4 extra bases", "WOR-CAN-02 WOR-CAN-03 WOR-CAN-04 WOR-CAN-05")
CANNON_FAIL = _choice("WOR_CANNON_FAIL", "log_only / house_table",
    "the missing failure table: logged, or 1 destroyed, 2-3 misses its next shooting", "WOR-CAN-06")
FIGHTING = _choice("WOR_FIGHTING", "contact / whole_unit", "who attacks in combat", "WOR-CMB-08")
ROUNDS = _choice("WOR_ROUNDS", "2 / 1 / unlimited", "combat rounds a turn", "WOR-CMB-17")
RETREAT_SPLIT = _flag("WOR_RETREAT_SPLIT", "true / false",
    "several losers share the difference", "WOR-CMB-14")
DRIVE_DIE = _choice("WOR_DRIVE_DIE", "d3 / d6",
    "a drive back die counts half or full", "WOR-DRV-05 WOR-DRV-06")
CANON_COUNT = _choice("WOR_CANON_COUNT", "max2 / exactly2",
    "how many units of cannon", "WOR-ARM-12")
BOW_RATIO = _choice("WOR_BOW_RATIO", "min_total / exact_kind",
    "two bow stands a bill stand at least, or exactly two units of the same kind", "WOR-ARM-09")
CLASS_12 = _choice("WOR_CLASS_12", "2C1T / 12C", "class dice of 1 and 2", "WOR-COM-05 WOR-COM-06")
TREACHERY_ON = _choice("WOR_TREACHERY_ON", "stand / hit",
    "a casualty is a stand, or a hit", "WOR-COM-07")
BURST = _choice("WOR_BURST", "evaders / any", "who confuses by bursting through", "WOR-CON-01")
RANK_BONUS = _choice("WOR_RANK_BONUS", "stand / unit",
    "+1 a rank to each touching stand, or to the unit", "WOR-CMB-04")
SUPPORT = _choice("WOR_SUPPORT", "infantry / any",
    "who supports: unconfused infantry, or any stand", "WOR-CMB-10")
AMMO = _choice("WOR_AMMO", "unit_after / stand_after / before", "the ammunition die", "WOR-RSS-02")
OVERHEAD = _choice("WOR_OVERHEAD", "bows / all", "who shoots over friends", "WOR-SHO-06")
VICTORY = _choice("WOR_VICTORY", "report / half_units",
    "no automatic end, or a side breaks at half of its units")
ROUT_PACE = _choice("WOR_ROUT_PACE", "current",
    "full pace for a rout: as mounted or on foot now", "WOR-DRV-07 WOR-CMB-15")
CANNON_ATT = _choice("WOR_CANNON_ATT", "stand / unit",
    "two attacks a gun stand, or a unit", "WOR-CAN-01")
DRAW = _choice("WOR_DRAW", "range / lowest",
    "a draw: from the lowest die to the total, or the lowest", "WOR-CMB-12")
RASH_FIRST = _flag("WOR_RASH_FIRST", "false / true",
    "a rash commander must order first", "WOR-COM-03")
STAND_SHOOT = _flag("WOR_STAND_SHOOT", "true / false",
    "the charged may shoot as the charge arrives", "WOR-CHG-03")
COMMAND_RANGE = _choice("WOR_COMMAND_RANGE", "family / none",
    "60 cm for all but the General, or no limit", "WOR-ORD-08")
RIVER = _choice("WOR_RIVER", "whole_move / wet_part", "what a river halves", "WOR-MOV-02")
TARGET_LOS = _flag("WOR_TARGET_LOS", "true / false",
    "the closest target must be seen", "WOR-SHO-01")
BOW_THROUGH = _choice("WOR_BOW_THROUGH", "foot_maa / all_maa",
    "bows pass through Men at Arms on foot, or mounted ones too", "WOR-MOV-03")
CANNON_SAVE = _flag("WOR_CANNON_SAVE", "true / false",
    "armour and cover count against cannon", "WOR-CAN-01 WOR-ATT-03 WOR-ATT-04 WOR-ATT-05")
BOUNCE_LINE = _choice("WOR_BOUNCE_LINE", "5cm / line80 / target_unit",
    "which further bases a ball meets", "WOR-CAN-02")
SNAKE_EYES = _choice("WOR_SNAKE_EYES", "no_auto / auto", "a command roll of 2", "WOR-ORD-02")
BLUNDER_23 = _choice("WOR_BLUNDER_23", "keep_distance / full_move",
    "a blunder of 2 or 3", "WOR-BLU-03")
BOUNCE_HITS = _choice("WOR_BOUNCE_HITS", "target / each_unit",
    "who is struck by the extra attacks", "WOR-CAN-02 WOR-CAN-03 WOR-CAN-04 WOR-CAN-05")
COMMAND_MOVE = _choice("WOR_COMMAND_MOVE", "free / ordered",
    "how command stands move", "WOR-COM-11 WOR-ORD-01")
CONFUSED_MOVE = _choice("WOR_CONFUSED_MOVE", "command_only / all_voluntary",
    "what confusion bars", "WOR-CON-08 WOR-CMB-19")
SHOWER = _choice("WOR_SHOWER", "optional / always",
    "is the shower a choice", "WOR-RSS-01 WOR-RSS-05")
SECOND_COMMANDER = _choice("WOR_SECOND_COMMANDER", "refused / allowed",
    "a unit already ordered by another character", "WOR-ORD-03 WOR-ORD-07")
WINNER_MOVE = _choice("WOR_WINNER_MOVE", "family / full_pace",
    "how far a winner goes", "WOR-CMB-16 WOR-CMB-17")
PURSUIT_LIMITS = _flag("WOR_PURSUIT_LIMITS", "true / false", "who may not pursue", "WOR-CMB-17")
WIPED_OUT = _choice("WOR_WIPED_OUT", "loses / totals",
    "a side left without stands", "WOR-CMB-10 WOR-CMB-14")
DRIVE_DIRECTION = _choice("WOR_DRIVE_DIRECTION", "nearest_shooter / nearest_enemy",
    "driven which way", "WOR-DRV-05")
DRIVE_COVER = _choice("WOR_DRIVE_COVER", "hits / all / any",
    "cover takes drive back dice off the hits that came over it, or off all hits if it covers "
    "from all who hit, or from any",
    "WOR-DRV-03 WOR-DRV-04")
DISTANCE_EDGE = _choice("WOR_DISTANCE_EDGE", "full / over",
    "exactly 20 cm is a full 20, or not yet", "WOR-ORD-08")
BLUNDER_HALF_CHARGE = _flag("WOR_BLUNDER_HALF_CHARGE", "false / true",
    "may a half-pace blunder charge", "WOR-BLU-04")
# fmt: on

SWITCHES = written(globals())
HOUSE = HouseRules(SWITCHES)
