"""House rules of the set: every open question of the book, the default first.

Law: a rule reads a switch only through its play; a ruling cites what was read for it.
"""

from __future__ import annotations

from rules.kernel.switches import Choice, Flag, HouseRules, Number

MERGED = Choice(
    "MAP_MERGED", ("down", "up"),
    "blank cells of the score tables take the value above, or the one below",
    ("MAP-CMB-03", "MAP-SHR-03")
)  # fmt: skip
DIFF_OFFSET = Number(
    "MAP_DIFF_OFFSET", ("0", "4"),
    "added to the score difference before the target numbers are looked up",
    ("MAP-CMB-11", "MAP-SHR-11")
)  # fmt: skip
DICE = Choice(
    "MAP_DICE", ("per_block", "single", "score"),
    "dice thrown: one a block, one a side, or as many as the score", ("MAP-CMB-17", "MAP-SHR-12")
)  # fmt: skip
SHOOT_RESULT = Choice(
    "MAP_SHOOT_RESULT", ("each_hit", "net_one", "max_one"),
    "every hit pushes a block, only the better side pushes one, or one a side at most",
    ("MAP-SHR-13",)
)  # fmt: skip
COVER = Choice(
    "MAP_COVER", ("per_block", "once"), "cover costs 1 a shooting block, or 1 in all",
    ("MAP-SHR-09",)
)  # fmt: skip
PAIRING = Choice(
    "MAP_PAIRING", ("auto", "active_chooses"), "who pairs the blocks of a combat", ("MAP-CMB-02",)
)  # fmt: skip
TERRAIN_ADV = Choice(
    "MAP_TERRAIN_ADV", ("0", "1", "2", "wins_draw"),
    "what the terrain advantage in melee is worth", ("MAP-TERR-12", "MAP-TERR-16")
)  # fmt: skip
FORCED = Choice(
    "MAP_FORCED", ("on_activation", "forces_activation"),
    "a duty to charge or shoot binds an activated square, or obliges to activate it",
    ("MAP-FOOT-03", "MAP-FOOT-05", "MAP-HORSE-06", "MAP-HORSE-08")
)  # fmt: skip
ADJACENCY = Choice(
    "MAP_ADJACENCY", ("king", "edge"), "distance in king moves, or in steps over edges",
    ("MAP-CHG-01", "MAP-ART-04")
)  # fmt: skip
FRIEND = Choice(
    "MAP_FRIEND", ("other_square", "any"),
    "another friendly block: in another square, or any other block",
    ("MAP-INT-04", "MAP-MOVE-03", "MAP-MOVE-04")
)  # fmt: skip
PURSUE_INTO_ENEMY = Flag(
    "MAP_PURSUE_INTO_ENEMY", ("false", "true"),
    "pursuit into an enemy square: not possible, or a charge fought at once",
    ("MAP-HORSE-04", "MAP-HORSE-07", "MAP-HORSE-09")
)  # fmt: skip
CUIRASSIER = Choice(
    "MAP_CUIRASSIER", ("mixable", "exclusive"),
    "cuirassiers go beside either doctrine of horse, or are a doctrine of their own",
    ("MAP-ARMY-08",)
)  # fmt: skip
LAST = Choice(
    "MAP_LAST", ("own", "block", "any"),
    "last interaction: the owner's, the block's own, or either player's",
    ("MAP-ART-01", "MAP-ART-02", "MAP-HORSE-03")
)  # fmt: skip
DRAGOON_TERRAIN = Choice(
    "MAP_DRAGOON_TERRAIN", ("named", "all_not_open"),
    "dragoons are in terrain in woods and enclosed only, or anywhere not open", ("MAP-CMB-09",)
)  # fmt: skip
DRAGOON_IS_FOOT = Flag(
    "MAP_DRAGOON_IS_FOOT", ("false", "true"), "dragoons pair as foot", ("MAP-CMB-02",)
)  # fmt: skip
SLOPE_LOS = Choice(
    "MAP_SLOPE_LOS", ("literal", "target_over"),
    "a higher square blocks all beyond, or only a target that is not higher than it",
    ("MAP-TERR-10",)
)  # fmt: skip
WOOD_HIGH = Choice(
    "MAP_WOOD_HIGH", ("blocks", "sees_over"), "a higher viewer sees over woods, or not",
    ("MAP-TERR-14",)
)  # fmt: skip
ALL_SHOOT = Choice(
    "MAP_ALL_SHOOT", ("all_eligible", "unless_other", "strict"),
    "when a square shoots: all eligible blocks must, those ordered otherwise are excused, or "
    "nobody in it does anything else",
    ("MAP-SHR-01", "MAP-INT-03")
)  # fmt: skip
MAJORITY = Choice(
    "MAP_MAJORITY", ("plurality", "half"), "majority: the most common, or more than half",
    ("MAP-REM-02", "MAP-REM-03")
)  # fmt: skip
LOSS_CHOICE = Choice(
    "MAP_LOSS_CHOICE", ("owner", "enemy"), "who picks a block lost to shooting",
    ("MAP-REM-06", "MAP-REM-07")
)  # fmt: skip
BREAKOFF_ELAN = Flag(
    "MAP_BREAKOFF_ELAN", ("true", "false"), "the block lost in breaking off lifts the enemy",
    ("MAP-BRK-04",)
)  # fmt: skip
PASS = Choice(
    "MAP_PASS", ("pairs", "each"), "every second pass in a row costs, or each from the second",
    ("MAP-PASS-02",)
)  # fmt: skip
ZONE = Choice(
    "MAP_ZONE", ("3x10", "3x12", "2x12"), "deployment zone, rows by columns", ("MAP-DEP-01",)
)  # fmt: skip
DENSITY = Choice(
    "MAP_DENSITY", ("fraction", "literal"),
    "3 of 6 and 4 of 6 squares are shares of a board, or plain counts",
    ("MAP-BOARD-05", "MAP-BOARD-06")
)  # fmt: skip
BOARD_MIX = Choice(
    "MAP_BOARD_MIX", ("4+5", "range"), "4 open and 5 other boards, or 4 to 6 open",
    ("MAP-BOARD-03", "MAP-BOARD-04")
)  # fmt: skip
FIRST_CORNER = Flag(
    "MAP_FIRST_CORNER", ("false", "true"),
    "the defender's first board may touch the middle one at a corner", ("MAP-LAY-05", "MAP-LAY-08")
)  # fmt: skip
CONTESTED_FIRE = Choice(
    "MAP_CONTESTED_FIRE", ("none", "out", "both"),
    "shooting at contested squares: neither from nor at, out only, or both", ("MAP-SHT-01",)
)  # fmt: skip
BLOCKS_LOS = Flag(
    "MAP_BLOCKS_LOS", ("false", "true"), "blocks stop sight as woods do", ("MAP-SHT-02",)
)  # fmt: skip
IMPETUOUS = Choice(
    "MAP_IMPETUOUS", ("charging", "charged"),
    "impetuous horse score for a charge made, or for one received", ("MAP-CMB-05",)
)  # fmt: skip
RETURN_COUNTS = Flag(
    "MAP_RETURN_COUNTS", ("true", "false"), "return fire counts as having shot",
    ("MAP-SHR-02", "MAP-ART-02")
)  # fmt: skip
FIGHT_ON = Flag(
    "MAP_FIGHT_ON", ("true", "false"), "a contested square may be activated just to fight",
    ("MAP-CMB-01",)
)  # fmt: skip
ELAN_CAP = Choice("MAP_ELAN_CAP", ("20", "none"), "upper end of elan", ("MAP-ELAN-01",))
HOMEWARD = Choice(
    "MAP_HOMEWARD", ("row", "straight"),
    "toward the long edge: any square of the next row in reach, or straight only",
    ("MAP-SHR-13", "MAP-BRK-02")
)  # fmt: skip
UNABLE = Choice(
    "MAP_UNABLE", ("none_able", "any"),
    "a block is removed only when none can fall back, or its owner may pick one that cannot",
    ("MAP-SHR-14",)
)  # fmt: skip
TWO_FOOT = Choice(
    "MAP_TWO_FOOT", ("early_flag", "setup_only", "always"),
    "when armies without tercios put at most 2 foot in a square", ("MAP-ARMY-05",)
)  # fmt: skip
DENSE_MAX = Number("MAP_DENSE_MAX", ("2",), "dense boards on the table", ("MAP-ENG-07",))
CAPTURE = Choice(
    "MAP_CAPTURE", ("attacker_only", "any"),
    "a square is captured by the side that charged in, or by any winner", ("MAP-CMB-22",)
)  # fmt: skip
ALL_BLOCKS_ACT = Flag(
    "MAP_ALL_BLOCKS_ACT", ("false", "true"), "every block of an activated square must act",
    ("MAP-INT-01", "MAP-INT-03")
)  # fmt: skip
FEED_IS_CHARGE = Flag(
    "MAP_FEED_IS_CHARGE", ("true", "false"), "impetuous horse fed in count as charging",
    ("MAP-CMB-05",)
)  # fmt: skip
SAME_TYPE = Choice(
    "MAP_SAME_TYPE", ("main", "sub"), "same type: foot, horse, dragoons, guns; or doctrine too",
    ("MAP-CMB-03",)
)  # fmt: skip
RIVER_MOVE = Choice(
    "MAP_RIVER_MOVE", ("free", "bars_foot_guns"), "rivers bar foot and guns",
    ("MAP-TERR-01", "MAP-TERR-11")
)  # fmt: skip
ELAN_ORDER = Choice(
    "MAP_ELAN_ORDER", ("net", "inactive_first"),
    "elan after an exchange of fire: summed, or the inactive side's losses first",
    ("MAP-SHR-16", "MAP-ELAN-06")
)  # fmt: skip
EARLY_TERCIO = Flag(
    "MAP_EARLY_TERCIO", ("false", "true"), "scenario: early tercios are on the field",
    ("MAP-ARMY-05",)
)  # fmt: skip
HISTORICAL = Flag(
    "MAP_HISTORICAL", ("false", "true"),
    "scenario: a historical field, no ratio of boards, no engagement, free deployment",
    ("MAP-BOARD-07", "MAP-ENG-09")
)  # fmt: skip

SWITCHES = (
    MERGED, DIFF_OFFSET, DICE, SHOOT_RESULT, COVER, PAIRING, TERRAIN_ADV, FORCED, ADJACENCY,
    FRIEND, PURSUE_INTO_ENEMY, CUIRASSIER, LAST, DRAGOON_TERRAIN, DRAGOON_IS_FOOT, SLOPE_LOS,
    WOOD_HIGH, ALL_SHOOT, MAJORITY, LOSS_CHOICE, BREAKOFF_ELAN, PASS, ZONE, DENSITY, BOARD_MIX,
    FIRST_CORNER, CONTESTED_FIRE, BLOCKS_LOS, IMPETUOUS, RETURN_COUNTS, FIGHT_ON, ELAN_CAP,
    HOMEWARD, UNABLE, TWO_FOOT, DENSE_MAX, CAPTURE, ALL_BLOCKS_ACT, FEED_IS_CHARGE, SAME_TYPE,
    RIVER_MOVE, ELAN_ORDER, EARLY_TERCIO, HISTORICAL,
)  # fmt: skip
HOUSE = HouseRules(SWITCHES)
