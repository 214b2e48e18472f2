"""House rules of the set: every open question of the book, the default first.

Law: a rule reads a switch only through its play; a ruling cites what was read for it.
"""

from __future__ import annotations

from rules.kernel.switches import Choice, Flag, HouseRules, Number, maker, written

choice, flag, number = maker(Choice), maker(Flag), maker(Number)

# fmt: off
MERGED = choice("MAP_MERGED", "down / up",
    "blank cells of the score tables take the value above, or the one below",
    "MAP-CMB-03 MAP-SHR-03")
DIFF_OFFSET = number("MAP_DIFF_OFFSET", "0 / 4",
    "added to the score difference before the target numbers are looked up",
    "MAP-CMB-11 MAP-SHR-11")
DICE = choice("MAP_DICE", "per_block / single / score",
    "dice thrown: one a block, one a side, or as many as the score", "MAP-CMB-17 MAP-SHR-12")
SHOOT_RESULT = choice("MAP_SHOOT_RESULT", "each_hit / net_one / max_one",
    "every hit pushes a block, only the better side pushes one, or one a side at most",
    "MAP-SHR-13")
COVER = choice("MAP_COVER", "per_block / once",
    "cover costs 1 a shooting block, or 1 in all", "MAP-SHR-09")
PAIRING = choice("MAP_PAIRING", "auto / active_chooses",
    "who pairs the blocks of a combat", "MAP-CMB-02")
TERRAIN_ADV = choice("MAP_TERRAIN_ADV", "0 / 1 / 2 / wins_draw",
    "what the terrain advantage in melee is worth", "MAP-TERR-12 MAP-TERR-16")
FORCED = choice("MAP_FORCED", "on_activation / forces_activation",
    "a duty to charge or shoot binds an activated square, or obliges to activate it",
    "MAP-FOOT-03 MAP-FOOT-05 MAP-HORSE-06 MAP-HORSE-08")
ADJACENCY = choice("MAP_ADJACENCY", "king / edge",
    "distance in king moves, or in steps over edges", "MAP-CHG-01 MAP-ART-04")
FRIEND = choice("MAP_FRIEND", "other_square / any",
    "another friendly block: in another square, or any other block",
    "MAP-INT-04 MAP-MOVE-03 MAP-MOVE-04")
PURSUE_INTO_ENEMY = flag("MAP_PURSUE_INTO_ENEMY", "false / true",
    "pursuit into an enemy square: not possible, or a charge fought at once",
    "MAP-HORSE-04 MAP-HORSE-07 MAP-HORSE-09")
CUIRASSIER = choice("MAP_CUIRASSIER", "mixable / exclusive",
    "cuirassiers go beside either doctrine of horse, or are a doctrine of their own", "MAP-ARMY-08")
LAST = choice("MAP_LAST", "own / block / any",
    "last interaction: the owner's, the block's own, or either player's",
    "MAP-ART-01 MAP-ART-02 MAP-HORSE-03")
DRAGOON_TERRAIN = choice("MAP_DRAGOON_TERRAIN", "named / all_not_open",
    "dragoons are in terrain in woods and enclosed only, or anywhere not open", "MAP-CMB-09")
DRAGOON_IS_FOOT = flag("MAP_DRAGOON_IS_FOOT", "false / true", "dragoons pair as foot", "MAP-CMB-02")
SLOPE_LOS = choice("MAP_SLOPE_LOS", "literal / target_over",
    "a higher square blocks all beyond, or only a target that is not higher than it", "MAP-TERR-10")
WOOD_HIGH = choice("MAP_WOOD_HIGH", "blocks / sees_over",
    "a higher viewer sees over woods, or not", "MAP-TERR-14")
ALL_SHOOT = choice("MAP_ALL_SHOOT", "all_eligible / unless_other / strict",
    "when a square shoots: all eligible blocks must, those ordered otherwise are excused, or "
    "nobody in it does anything else",
    "MAP-SHR-01 MAP-INT-03")
MAJORITY = choice("MAP_MAJORITY", "plurality / half",
    "majority: the most common, or more than half", "MAP-REM-02 MAP-REM-03")
LOSS_CHOICE = choice("MAP_LOSS_CHOICE", "owner / enemy",
    "who picks a block lost to shooting", "MAP-REM-06 MAP-REM-07")
BREAKOFF_ELAN = flag("MAP_BREAKOFF_ELAN", "true / false",
    "the block lost in breaking off lifts the enemy", "MAP-BRK-04")
PASS = choice("MAP_PASS", "pairs / each",
    "every second pass in a row costs, or each from the second", "MAP-PASS-02")
ZONE = choice("MAP_ZONE", "3x10 / 3x12 / 2x12", "deployment zone, rows by columns", "MAP-DEP-01")
DENSITY = choice("MAP_DENSITY", "fraction / literal",
    "3 of 6 and 4 of 6 squares are shares of a board, or plain counts", "MAP-BOARD-05 MAP-BOARD-06")
BOARD_MIX = choice("MAP_BOARD_MIX", "4+5 / range",
    "4 open and 5 other boards, or 4 to 6 open", "MAP-BOARD-03 MAP-BOARD-04")
FIRST_CORNER = flag("MAP_FIRST_CORNER", "false / true",
    "the defender's first board may touch the middle one at a corner", "MAP-LAY-05 MAP-LAY-08")
CONTESTED_FIRE = choice("MAP_CONTESTED_FIRE", "none / out / both",
    "shooting at contested squares: neither from nor at, out only, or both", "MAP-SHT-01")
BLOCKS_LOS = flag("MAP_BLOCKS_LOS", "false / true", "blocks stop sight as woods do", "MAP-SHT-02")
IMPETUOUS = choice("MAP_IMPETUOUS", "charging / charged",
    "impetuous horse score for a charge made, or for one received", "MAP-CMB-05")
RETURN_COUNTS = flag("MAP_RETURN_COUNTS", "true / false",
    "return fire counts as having shot", "MAP-SHR-02 MAP-ART-02")
FIGHT_ON = flag("MAP_FIGHT_ON", "true / false",
    "a contested square may be activated just to fight", "MAP-CMB-01")
ELAN_CAP = choice("MAP_ELAN_CAP", "20 / none", "upper end of elan", "MAP-ELAN-01")
HOMEWARD = choice("MAP_HOMEWARD", "row / straight",
    "toward the long edge: any square of the next row in reach, or straight only",
    "MAP-SHR-13 MAP-BRK-02")
UNABLE = choice("MAP_UNABLE", "none_able / any",
    "a block is removed only when none can fall back, or its owner may pick one that cannot",
    "MAP-SHR-14")
TWO_FOOT = choice("MAP_TWO_FOOT", "early_flag / setup_only / always",
    "when armies without tercios put at most 2 foot in a square", "MAP-ARMY-05")
DENSE_MAX = number("MAP_DENSE_MAX", "2", "dense boards on the table", "MAP-ENG-07")
CAPTURE = choice("MAP_CAPTURE", "attacker_only / any",
    "a square is captured by the side that charged in, or by any winner", "MAP-CMB-22")
ALL_BLOCKS_ACT = flag("MAP_ALL_BLOCKS_ACT", "false / true",
    "every block of an activated square must act", "MAP-INT-01 MAP-INT-03")
FEED_IS_CHARGE = flag("MAP_FEED_IS_CHARGE", "true / false",
    "impetuous horse fed in count as charging", "MAP-CMB-05")
SAME_TYPE = choice("MAP_SAME_TYPE", "main / sub",
    "same type: foot, horse, dragoons, guns; or doctrine too", "MAP-CMB-03")
RIVER_MOVE = choice("MAP_RIVER_MOVE", "free / bars_foot_guns",
    "rivers bar foot and guns", "MAP-TERR-01 MAP-TERR-11")
ELAN_ORDER = choice("MAP_ELAN_ORDER", "net / inactive_first",
    "elan after an exchange of fire: summed, or the inactive side's losses first",
    "MAP-SHR-16 MAP-ELAN-06")
EARLY_TERCIO = flag("MAP_EARLY_TERCIO", "false / true",
    "scenario: early tercios are on the field", "MAP-ARMY-05")
HISTORICAL = flag("MAP_HISTORICAL", "false / true",
    "scenario: a historical field, no ratio of boards, no engagement, free deployment",
    "MAP-BOARD-07 MAP-ENG-09")
# fmt: on
SWITCHES = written(globals())
HOUSE = HouseRules(SWITCHES)
