"""House rules of the set: every open question of the book, the default first.

Law: a rule reads a switch only through its play; a ruling cites what was read for it.
"""

from __future__ import annotations

from rules.kernel.switches import Choice, Flag, HouseRules, Number, maker, written

choice, flag, number = maker(Choice), maker(Flag), maker(Number)

# fmt: off
RATIO_END = choice("PAS_RATIO_END", "clamp / single",
    "pike to shot beyond 5:1 or 1:5: the last line, or as a unit of one arm", "PAS-CAS-31")
RATIO_BASE = choice("PAS_RATIO_BASE", "current / start",
    "ratio of the figures now, or at the start", "PAS-CAS-31")
HALF_RANK = choice("PAS_HALF_RANK", "down / up",
    "half a rank of an odd number of files", "PAS-MEL-03 PAS-MEL-04")
MELEE_PISTOL = choice("PAS_MELEE_PISTOL", "melee_groups / fire_groups",
    "pistols in melee: melee groups, or firing groups of 4 in two ranks", "PAS-CAV-08")
BOWCAV_COUNTERS = number("PAS_BOWCAV_COUNTERS", "1 / 2",
    "counters that add 1 to the groups of mounted bows", "PAS-APP-12")
STAND_FAIL = number("PAS_STAND_FAIL", "1 / 2", "counters in all for failing to stand", "PAS-REA-16")
THREE_TO_ONE = choice("PAS_3TO1", "limit / allow",
    "more than three to one: the excess may not join, or may", "PAS-MEL-05")
DRAGOON_HORSE = flag("PAS_DRAGOON_HORSE", "false / true",
    "mounted dragoons react as horse", "PAS-REA-03 PAS-REA-20")
REST_BOTH = flag("PAS_REST_BOTH", "false / true",
    "an idle unit both loses a counter and reloads", "PAS-SEQ-07")
FORWARD = choice("PAS_FORWARD", "any / straight",
    "forward: any move with a forward part, or straight ahead only", "PAS-MOV-02")
FRONT = choice("PAS_FRONT", "90 / 180",
    "front: 45 degrees out from each corner, or all ahead", "PAS-INF-02")
CHARGE_REACH = flag("PAS_CHARGE_REACH", "true / false", "a charge has to be in reach", "PAS-REA-05")
BREAK_TYPE = choice("PAS_BREAK_TYPE", "roll / choose",
    "figure lost by a broken mixed unit", "PAS-MOR-05")
GUN_ARC = choice("PAS_GUN_ARC", "diagonals / rear_centre",
    "arc of a gun from the corners of its base", "PAS-ART-26")
HEDGE_COVER = flag("PAS_HEDGE_COVER", "false / true", "a hedge is cover too", "PAS-TER-15")
THREE_TO_ONE_WHEN = choice("PAS_3TO1_WHEN", "start / end",
    "front ranks are counted before or after the dice", "PAS-MEL-20")
WORST = choice("PAS_WORST", "worst_unit / majority",
    "class of a side of several units", "PAS-MEL-24 PAS-MEL-25")
BREAK_WHEN = choice("PAS_BREAK_WHEN", "phase / instant",
    "units break at the start of phase 5 and after phase 6, or at once", "PAS-MOR-01")
GENERAL_RISK = choice("PAS_GENERAL_RISK", "bound / phase",
    "a general is at risk once a bound or a phase", "PAS-GEN-03")
DRAGOON_FIRE_MOUNTED = flag("PAS_DRAGOON_FIRE_MOUNTED", "false / true",
    "dragoons fire from the saddle as pistols", "PAS-CLASS-06")
VICTORY = choice("PAS_VICTORY", "report / scenario",
    "players decide on the report of losses, or the last army on the field wins", "PAS-SCOPE-01")
FLANK_COUNTS = flag("PAS_FLANK_COUNTS", "true / false",
    "counters for a flank or rear count as taken this bound", "PAS-MEL-18 PAS-MEL-22")
RANKS_OF = choice("PAS_RANKS_OF", "muskets / unit",
    "whose depth sets the firing group", "PAS-INF-06")
FIRE_TWICE = flag("PAS_FIRE_TWICE", "false / true",
    "a unit may fire in phase 3 and in phase 6", "PAS-SEQ-03 PAS-SEQ-06")
RALLY_REST = flag("PAS_RALLY_REST", "true / false",
    "a rallying unit may take off a counter as well", "PAS-MOR-07")
TERRAIN_COUNTERS = choice("PAS_TERRAIN_COUNTERS", "per_move / per_crossing",
    "woods and rivers cost a counter each bound, or once", "PAS-TER-04 PAS-TER-09")
HARD_COVER = choice("PAS_HARD_COVER", "building_wall / all",
    "hard cover against guns", "PAS-ART-42")
COUNTERCHARGE_BONUS = flag("PAS_COUNTERCHARGE_BONUS", "true / false",
    "a counter charge is a charge in melee", "PAS-MEL-13")
RETIRE_TERRAIN = flag("PAS_RETIRE_TERRAIN", "true / false",
    "terrain slows units that retire", "PAS-MOR-05")
GENERAL_WHEN = choice("PAS_GENERAL_WHEN", "before / after",
    "the general's 1 is declared before the die or after", "PAS-REA-04")
PISTOL_MOVE = choice("PAS_PISTOL_MOVE", "min / minus",
    "pistols after 9 inches, or 9 less counters", "PAS-CAV-02")
HALF_ORDER = choice("PAS_HALF_ORDER", "subtract_first / halve_first",
    "half speed: counters off first, or halve first", "PAS-TER-04 PAS-TER-09 PAS-MOV-01")
MIXED_ENEMY = choice("PAS_MIXED_ENEMY", "nearest / owner",
    "facing horse and foot: each figure by its nearest enemy, or one column by choice",
    "PAS-MEL-06")
PURSUIT_TEST = choice("PAS_PURSUIT_TEST", "each_bound / after_first",
    "the stop test comes before every pursuit move, or only after the first", "PAS-PUR-01")
CAUGHT = choice("PAS_CAUGHT", "rear_melee / none",
    "pursuers that touch the fleeing fight its rear", "PAS-PUR-01 PAS-MEL-01")
IRREGULAR_HALF_RANK = flag("PAS_IRREGULAR_HALF_RANK", "true / false",
    "irregular light cavalry has the half rank of the second round", "PAS-MEL-04")
LOST_OVER = choice("PAS_LOST_OVER", "bound / melee",
    "figures and counters that tell who lost a melee: of the whole bound, or of this melee only",
    "PAS-MEL-21 PAS-MEL-22")
BOXES = choice("PAS_BOXES", "players / umpire",
    "who keeps the counters in boxes off the table", "PAS-CLASS-05")
FIGURES = choice("PAS_FIGURES", "15mm / 25mm",
    "scale of the figures: bases double, moves do not", "PAS-SCOPE-05")
# fmt: on
SWITCHES = written(globals())
HOUSE = HouseRules(SWITCHES)
