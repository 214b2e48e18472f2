"""The tables of the book as data: troops, penalties, to-hit scores, modifiers, ranges.

Everything else in this folder, the quick reference included, reads its numbers here.
Distances in centimetres.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.field.ruler import kinds_that

Arm = Literal["Gen", "Bat Ld", "Lord", "Cav", "Inf", "Art"]


class Profile(Struct, frozen=True):
    """One line of the troop table.

    ``armour`` is the least die that saves, 0 for none; the ``_mounted`` figures hold for a
    command stand on horseback. ``least``/``most``: how many units an army has, None for no
    limit. ``shower``: attacks a stand in a Right Sharp Shower.
    """

    kind: str
    rule: str
    arm: Arm
    combat: int
    shooting: int
    hits: int
    armour: int
    command: int
    stands: int
    points: int
    move_cm: float
    least: int = 0
    most: int | None = None
    armour_mounted: int = 0
    move_mounted_cm: float = 0.0
    shower: int = 0
    limit: str = ""

    @property
    def is_commander(self) -> bool:
        """A command stand: General, Battle Leader or Lord."""
        return self.command > 0


def _horse(
    kind: str, rule: str, combat: int, armour: int, points: int, shooting: int = 0
) -> Profile:
    return Profile(kind, rule, "Cav", combat, shooting, 3, armour, 0, 2, points, 20)


def _foot(kind: str, rule: str, combat: int, shooting: int, armour: int, points: int) -> Profile:
    return Profile(kind, rule, "Inf", combat, shooting, 3, armour, 0, 2, points, 10)


PROFILES: tuple[Profile, ...] = (
    Profile("Army General", "WOR-UNIT-01", "Gen", 6, 0, 4, 5, 9, 1, 125, 10, 1, 1, 4, 20),
    Profile("Battle Leader", "WOR-UNIT-02", "Bat Ld", 5, 0, 4, 5, 8, 1, 80, 10, 1, 4, 4, 20),
    Profile("Lord", "WOR-UNIT-03", "Lord", 4, 0, 3, 5, 7, 1, 40, 10, 0, 18, 4, 20),
    Profile("Mounted Men at Arms", "WOR-UNIT-04", "Cav", 4, 0, 3, 4, 0, 2, 110, 20, most=2),
    _horse("Mounted Currours", "WOR-UNIT-05", 3, 6, 80),
    _horse("Mounted Border Staves", "WOR-UNIT-06", 2, 6, 70),
    _horse("Mounted Hobilars", "WOR-UNIT-07", 3, 6, 90, shooting=1),
    Profile("Dismounted Men at Arms", "WOR-UNIT-08", "Inf", 4, 0, 3, 5, 0, 2, 65, 10,
            limit="1 per Lord"),
    _foot("Retinue Bill", "WOR-UNIT-09", 3, 0, 6, 45),
    Profile("Retinue Bow", "WOR-UNIT-10", "Inf", 3, 1, 3, 6, 0, 2, 55, 10, shower=2,
            limit="2 per Bill"),
    _foot("Shire Bill", "WOR-UNIT-11", 2, 0, 0, 25),
    Profile("Shire Bow", "WOR-UNIT-12", "Inf", 2, 1, 3, 0, 0, 2, 30, 10, limit="2 per Bill"),
    _foot("Border Foot Bill", "WOR-UNIT-13", 2, 0, 0, 25),
    _foot("Border Foot Spear", "WOR-UNIT-14", 2, 0, 0, 25),
    _foot("Border Foot Bow", "WOR-UNIT-15", 2, 1, 0, 30),
    _foot("Peasants", "WOR-UNIT-16", 2, 0, 0, 25),
    _foot("Pike", "WOR-UNIT-17", 3, 0, 6, 45),
    _foot("Crossbow", "WOR-UNIT-18", 3, 1, 0, 55),
    _foot("Hand Gunners", "WOR-UNIT-19", 3, 1, 0, 65),
    _foot("Welsh Bow", "WOR-UNIT-20", 2, 1, 0, 30),
    _foot("Welsh Spear", "WOR-UNIT-21", 2, 0, 0, 25),
    Profile("Canon / Bombard", "WOR-UNIT-22", "Art", 1, 2, 2, 0, 0, 2, 85, 5, most=2, limit="2"),
)  # fmt: skip

BY_KIND: dict[str, Profile] = {profile.kind: profile for profile in PROFILES}
CANNON = "Canon / Bombard"
BOWS = ("Retinue Bow", "Shire Bow", "Border Foot Bow", "Welsh Bow")
BILLS = ("Retinue Bill", "Shire Bill")
MEN_AT_ARMS_FOOT = "Dismounted Men at Arms"
MEN_AT_ARMS_MOUNTED = "Mounted Men at Arms"
PASSED = (*BILLS, "Border Foot Bill", MEN_AT_ARMS_FOOT)
"""Whom bows pass through (WOR-MOV-03)."""

INITIATIVE_CM = 20.0
PENALTY_STEP_CM = 20.0
ENEMY_NEAR_CM = 20.0
COMMAND_RANGE_CM = 60.0
SMALL_ARMS_CM = 40.0
CANNON_CM = 80.0
BOUNCE_CM = 5.0
PURSUIT_STEP_CM = 3.0
CONTACT_CM = 0.3
MOVE_TOLERANCE_CM = 0.5

TO_HIT: dict[str, int] = {"open": 4, "defended": 5, "fortified": 6}
DRIVE_BACK_FEWER: dict[str, int] = {"open": 0, "defended": 1, "fortified": 2}

COMMAND_PENALTIES: tuple[tuple[str, str], ...] = (
    ("each full 20 cm from commander to unit", "WOR-ORD-08"),
    ("each order after the first to the same unit this turn", "WOR-ORD-09"),
    ("enemy within 20 cm of the unit", "WOR-ORD-10"),
    ("unit in dense terrain", "WOR-ORD-11"),
    ("each stand the unit has lost", "WOR-ORD-12"),
    ("each blunder of 1, rest of the battle", "WOR-BLU-02"),
)

COMBAT_MODIFIERS: tuple[tuple[str, int, str], ...] = (
    ("charging an enemy in the open", 1, "WOR-CMB-01"),
    ("pursuit attack", 1, "WOR-CMB-02"),
    ("extra pursuit, per 3 cm pursued", 1, "WOR-CMB-03"),
    ("each rank more than the enemy", 1, "WOR-CMB-04"),
    ("fighting toward own side or rear", -1, "WOR-CMB-05"),
    ("confused", -1, "WOR-CMB-06"),
)

RESULT_MODIFIERS: tuple[tuple[str, int, str], ...] = (
    ("each unsaved hit inflicted", 1, "WOR-CMB-10"),
    ("each supporting stand (flank or rear)", 1, "WOR-CMB-10"),
)

BLUNDERS: dict[str, tuple[str, ...]] = {
    "half": ("penalty", "away", "away", "half pace", "half pace", "toward"),
    "toward": ("penalty", "away", "away", "half pace", "toward", "toward"),
}
"""What a blunder die from 1 to 6 does, by the reading of the 5 (printed twice)."""

BOUNCE: dict[str, tuple[int, ...]] = {"1222": (0, 1, 2, 2, 2), "1234": (0, 1, 2, 3, 4)}
"""Extra attacks for 0 to 4 extra target bases."""

CLASSES: dict[str, tuple[str, ...]] = {
    "2C1T": ("treacherous", "cautious", "bold", "bold", "bold", "rash"),
    "12C": ("cautious", "cautious", "bold", "bold", "bold", "rash"),
}
"""A commander's class by a die from 1 to 6."""

CLASS_COMMAND = {"": 0, "rash": 1, "bold": 0, "cautious": -1, "treacherous": -1}
CLASS_RULE = {
    "": "WOR-COM-02", "rash": "WOR-COM-03", "bold": "WOR-COM-04", "cautious": "WOR-COM-05",
    "treacherous": "WOR-COM-06",
}  # fmt: skip

BATTLES = ("Rear Ward", "Main Ward", "Van Ward", "Reserve", "Right Wing", "Left Wing")
WINGS = ("Right Wing", "Left Wing")
OBJECTIVES = ("attack", "defend", "advance")

GROUND = {
    "wood": "dense hides", "marsh": "dense", "rough": "dense", "dense": "dense",
    "river": "river", "stream": "river",
    "building": "impassable hides", "impassable": "impassable",
    "hedge": "defended", "wall": "defended", "defended": "defended",
    "fieldwork": "fortified", "fortified": "fortified",
    "hill": "", "road": "", "field": "", "fence": "", "town": "", "bridge": "", "ford": "",
    "difficult": "", "barn": "",
}  # fmt: skip
"""What each kind of terrain does in this book; nothing for open ground."""
DENSE, RIVERS = kinds_that(GROUND, "dense"), kinds_that(GROUND, "river")
IMPASSABLE, BLOCKS_SIGHT = kinds_that(GROUND, "impassable"), kinds_that(GROUND, "hides")
DEFENDED, FORTIFIED = kinds_that(GROUND, "defended"), kinds_that(GROUND, "fortified")
