"""The book's tables as data: bases, classes, reactions, moves, fire, casualties, melee, guns."""

from __future__ import annotations

from msgspec import Struct

BASES_MM: dict[str, tuple[float, float]] = {
    "infantry": (10.0, 15.0),
    "cavalry": (12.5, 25.0),
    "general": (25.0, 25.0),
    "gun": (40.0, 60.0),
}
"""Frontage and depth of a figure's base, 15 mm figures; doubled for 25 mm (PAS-SCOPE-05)."""
GUN_RATIO = 2 / 3

MEN_A_FIGURE = 25

ABILITY = {"Veteran": -1, "Trained": 0, "Raw": 1}
"""PAS-CLASS-01: what a fighting ability adds to the size of a group."""


class Morale(Struct, frozen=True):
    """A morale class: dice that give it, counters that break it, and its three tests."""

    dice: tuple[int, ...]
    breaks: int
    charge: int
    stand: int
    stop: int
    rule: str


MORALE: dict[str, Morale] = {
    "Good": Morale((6,), 8, 2, 1, 2, "PAS-MOR-01"),
    "Average": Morale((4, 5), 6, 3, 2, 3, "PAS-MOR-02"),
    "Poor": Morale((2, 3), 4, 4, 3, 4, "PAS-MOR-03"),
    "Nervous": Morale((1,), 2, 5, 4, 5, "PAS-MOR-04"),
}
"""Best first. PAS-REA-01 (charge), PAS-REA-12 (stand), PAS-REA-19 (stop)."""

ARMOUR = {
    "Unarmoured": (4, "PAS-CAS-33"),
    "Partly": (5, "PAS-CAS-34"),
    "Fully": (6, "PAS-CAS-35"),
}
"""The least die that kills a threatened figure, and the rule."""

REACTIONS: dict[str, dict[str, int]] = {
    "charge": {"counter": 1, "horse": -1, "obstacle": 0},
    "stand": {"counter": 1, "horse": 0, "obstacle": -2},
    "stop": {"counter": 1, "horse": 3, "obstacle": -2},
}
"""What each counter, being horse, and defending an obstacle add to the number needed."""

FORMATIONS: dict[str, dict[str, int]] = {
    "Open": {"foot": 1, "dragoons": 1},
    "Swedish": {"foot": 2, "horse": 1},
    "Dutch": {"foot": 3, "horse": 2},
}
"""Ranks of figures of each order (PAS-FORM-02 to -04)."""
REAL_RANKS = 3
"""PAS-FORM-01: real ranks that one rank of figures shows."""

MOVES_IN: dict[str, float] = {
    "infantry": 6.0,
    "open order": 8.0,
    "cavalry": 12.0,
    "mounted general": 15.0,
    "general on foot": 8.0,
    "limbered gun": 6.0,
    "man-handled gun": 1.0,
    "galloper gun": 9.0,
    "irregular light cavalry": 15.0,
    "crew": 8.0,
}

MUSKET_GROUP = {1: 5, 2: 4, 3: 3}
"""PAS-INF-06: firing group by ranks; more ranks than 3 count as 3."""


class Shooting(Struct, frozen=True):
    """A way to shoot: range in inches, ranks that do, and the base size of a group.

    ``size_rules``: of the base size, the ability and the counters; ``hit_rules``: of the dice
    and of what a hit does.
    """

    range_in: float
    ranks: int
    group: int
    rule: str
    overhead: str
    size_rules: tuple[str, str, str]
    hit_rules: tuple[str, str]


SHOOTING: dict[str, Shooting] = {
    "muskets": Shooting(
        6.0,
        1,
        0,
        "PAS-INF-05",
        "PAS-INF-04",
        ("PAS-INF-06", "PAS-INF-07", "PAS-INF-08"),
        ("PAS-INF-12", "PAS-INF-13"),
    ),
    "pistols": Shooting(
        2.0,
        2,
        4,
        "PAS-CAV-05",
        "PAS-INF-04",
        ("PAS-CAV-06", "PAS-CAV-06", "PAS-CAV-06"),
        ("PAS-CAV-07", "PAS-CAV-07"),
    ),
    "mounted bows": Shooting(
        3.0,
        1,
        4,
        "PAS-APP-11",
        "PAS-APP-11",
        ("PAS-APP-12", "PAS-APP-12", "PAS-APP-12"),
        ("PAS-APP-13", "PAS-APP-13"),
    ),
}
"""The group of muskets (and of bows on foot, PAS-APP-10) is by depth: MUSKET_GROUP."""
HIT = 5
PISTOL_MELEE_HIT = 4
PISTOL_MOVE_IN = 9.0
SAVE = 4
COVERED_SIGHT_IN = 3.0
GRENADE_IN = 2.0

CASUALTY: dict[tuple[str, int], tuple[str, str]] = {
    ("5:1", 1): ("pike", "PAS-CAS-01"),
    ("5:1", 2): ("pike", "PAS-CAS-02"),
    ("5:1", 3): ("pike", "PAS-CAS-03"),
    ("5:1", 4): ("pike", "PAS-CAS-04"),
    ("5:1", 5): ("pike", "PAS-CAS-05"),
    ("5:1", 6): ("musket", "PAS-CAS-06"),
    ("2:1", 1): ("pike", "PAS-CAS-07"),
    ("2:1", 2): ("pike", "PAS-CAS-08"),
    ("2:1", 3): ("pike", "PAS-CAS-09"),
    ("2:1", 4): ("pike", "PAS-CAS-10"),
    ("2:1", 5): ("musket", "PAS-CAS-11"),
    ("2:1", 6): ("musket", "PAS-CAS-12"),
    ("1:1", 1): ("pike", "PAS-CAS-13"),
    ("1:1", 2): ("pike", "PAS-CAS-14"),
    ("1:1", 3): ("pike", "PAS-CAS-15"),
    ("1:1", 4): ("musket", "PAS-CAS-16"),
    ("1:1", 5): ("musket", "PAS-CAS-17"),
    ("1:1", 6): ("musket", "PAS-CAS-18"),
    ("1:2", 1): ("pike", "PAS-CAS-19"),
    ("1:2", 2): ("pike", "PAS-CAS-20"),
    ("1:2", 3): ("musket", "PAS-CAS-21"),
    ("1:2", 4): ("musket", "PAS-CAS-22"),
    ("1:2", 5): ("musket", "PAS-CAS-23"),
    ("1:2", 6): ("musket", "PAS-CAS-24"),
    ("1:5", 1): ("pike", "PAS-CAS-25"),
    ("1:5", 2): ("musket", "PAS-CAS-26"),
    ("1:5", 3): ("musket", "PAS-CAS-27"),
    ("1:5", 4): ("musket", "PAS-CAS-28"),
    ("1:5", 5): ("musket", "PAS-CAS-29"),
    ("1:5", 6): ("musket", "PAS-CAS-30"),
}
"""(pikes : muskets, die): the arm of the threatened figure, and the rule."""
RATIOS: tuple[tuple[str, int, int], ...] = (
    ("5:1", 5, 1),
    ("2:1", 2, 1),
    ("1:1", 1, 1),
    ("1:2", 1, 2),
    ("1:5", 1, 5),
)


class Melee(Struct, frozen=True):
    """An arm in melee: half ranks that fight, and its group against cavalry and infantry."""

    half_ranks: int
    v_cavalry: int
    v_infantry: int
    rule: str


MELEE: dict[str, Melee] = {
    "pike": Melee(5, 2, 6, "PAS-MEL-06"),
    "musket": Melee(2, 7, 4, "PAS-MEL-07"),
    "halberd": Melee(2, 5, 4, "PAS-MEL-08"),
    "horse": Melee(2, 4, 3, "PAS-MEL-09"),
    "dragoon": Melee(2, 6, 4, "PAS-MEL-10"),
    "bayonet": Melee(2, 6, 4, "PAS-APP-01"),
    "light horse": Melee(2, 5, 4, "PAS-APP-07"),
}


class Weight(Struct, frozen=True):
    """A weight of gun: full crew, and the die for a counter by range in inches."""

    crew: int
    needs: tuple[tuple[float, int | None, str], ...]
    unlimber: int
    limber_half_moves: int


WEIGHTS: dict[str, Weight] = {
    "light": Weight(
        2,
        (
            (6, 5, "PAS-ART-28"),
            (12, 6, "PAS-ART-29"),
            (24, None, "PAS-ART-30"),
            (36, None, "PAS-ART-31"),
        ),
        1,
        1,
    ),
    "medium": Weight(
        3,
        (
            (6, 4, "PAS-ART-32"),
            (12, 5, "PAS-ART-33"),
            (24, 6, "PAS-ART-34"),
            (36, None, "PAS-ART-35"),
        ),
        3,
        2,
    ),
    "heavy": Weight(
        4,
        ((6, 3, "PAS-ART-36"), (12, 4, "PAS-ART-37"), (24, 5, "PAS-ART-38"), (36, 6, "PAS-ART-39")),
        3,
        2,
    ),
}
"""PAS-ART-20: crews; PAS-ART-23, PAS-ART-24: moves to unlimber, half moves to limber."""

GUNS: dict[str, tuple[str, str]] = {
    "Cannon Royal": ("heavy", "PAS-ART-02"),
    "Cannon Serpentine": ("heavy", "PAS-ART-03"),
    "Cannon": ("heavy", "PAS-ART-04"),
    "French Cannon": ("heavy", "PAS-ART-05"),
    "Demi-Cannon": ("heavy", "PAS-ART-06"),
    "Culverin": ("heavy", "PAS-ART-07"),
    "Quarter Cannon": ("medium", "PAS-ART-08"),
    "Demi-Culverin": ("medium", "PAS-ART-09"),
    "Saker": ("medium", "PAS-ART-10"),
    "Drake": ("medium", "PAS-ART-11"),
    "Minion": ("medium", "PAS-ART-12"),
    "Falcon": ("light", "PAS-ART-13"),
    "Falconet": ("light", "PAS-ART-14"),
    "Robinet": ("light", "PAS-ART-15"),
    "Serpentine": ("light", "PAS-ART-16"),
    "Base": ("light", "PAS-ART-17"),
}
"""PAS-ART-01: the weight of each gun by name, and the rule."""

PHASES: tuple[str, ...] = (
    "",
    "declare charges",
    "charge moves",
    "fire at charges",
    "melee",
    "other moves",
    "other fire",
    "rest",
    "rally",
)
"""PAS-SEQ-01 to PAS-SEQ-08, by their number."""
BRIDGE_FIGURES = 10
PURSUIT_ENDS_IN = 6.0
OUTNUMBERED = 3

TERRAIN: dict[str, str] = {
    "river": "water", "stream": "water", "ford": "ford", "hedge": "barrier", "wall": "barrier",
    "wood": "covered", "town": "covered", "building": "covered",
    **dict.fromkeys(
        ("hill", "fieldwork", "road", "rough", "marsh", "field", "impassable", "fence", "bridge",
         "dense", "defended", "fortified", "difficult", "barn"), "agreed",
    ),
}  # fmt: skip
"""What every kind of terrain is to a move (PAS-TER); the rest is as the players agree
(PAS-TER-02, PAS-TER-16), and roads and bridges spare what other ground asks."""
