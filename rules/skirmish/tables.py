"""The tables of the book as data; everything else in this folder reads its numbers here.

Distances are centimetres, limits inclusive at the top.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rules.field.ruler import kinds_that

Grade: TypeAlias = Literal["Good", "Fair", "Poor"]
Cover: TypeAlias = Literal["open", "soft", "hard"]
Range: TypeAlias = Literal["short", "medium", "long"]

GRADES: tuple[Grade, ...] = ("Good", "Fair", "Poor")
OFFICER_DICE = {
    "4-3-2": {"Good": 4, "Fair": 3, "Poor": 2},
    "3-?-2": {"Good": 3, "Fair": 3, "Poor": 2},
}
NCO_DICE = {
    "3-2-2": {"Good": 3, "Fair": 2, "Poor": 2},
    "4-3-2": {"Good": 4, "Fair": 3, "Poor": 2},
    "3-3-2": {"Good": 3, "Fair": 3, "Poor": 2},
}
FIRE_RATIO: dict[str, int] = {"Good": 3, "Fair": 4, "Poor": 5}
MELEE_GRADE: dict[str, int] = {"Good": 1, "Fair": 0, "Poor": -1}
OFFICER_POINTS: dict[str, int] = {"Good": 12, "Fair": 8, "Poor": 4}
SOLDIER_POINTS: dict[str, int] = {"Good": 6, "Fair": 4, "Poor": 2}


class Weapon(Struct, frozen=True):
    """One line of the weapon table; no ``long_cm``, no shot."""

    name: str
    rule: str
    short_cm: float
    medium_cm: float
    long_cm: float
    melee: int
    points: int
    loads: bool = False
    pistol_shot: bool = False

    @property
    def shoots(self) -> bool:
        """Is it a missile weapon?"""
        return self.long_cm > 0


WEAPONS: dict[str, Weapon] = {
    weapon.name: weapon
    for weapon in (
        Weapon("rifled musket", "SKM-WPN-01", 25, 60, 120, 2, 5, loads=True),
        Weapon("musket", "SKM-WPN-02", 10, 30, 70, 2, 3, loads=True),
        Weapon("Dutch musket", "SKM-WPN-03", 10, 30, 70, 2, 4, loads=True),
        Weapon("dragoon musket", "SKM-WPN-04", 10, 20, 45, 2, 2, loads=True),
        Weapon("bow", "SKM-WPN-05", 10, 20, 45, 2, 2),
        Weapon("carabin", "SKM-WPN-06", 10, 25, 60, 2, 2, loads=True),
        Weapon("rifled pistol", "SKM-WPN-07", 10, 25, 50, 2, 2, loads=True, pistol_shot=True),
        Weapon("pistol", "SKM-WPN-08", 4, 8, 20, 2, 1, loads=True, pistol_shot=True),
        Weapon("halbert", "SKM-WPN-09", 0, 0, 0, 4, 3),
        Weapon("sword", "SKM-WPN-10", 0, 0, 0, 3, 1),
        Weapon("pike", "SKM-WPN-11", 0, 0, 0, 3, 2),
        Weapon("stave", "SKM-WPN-12", 0, 0, 0, 2, 0),
    )
}


class Armour(Struct, frozen=True):
    """One line of the armour table: off the attacker's score, off a pistol's damage die."""

    name: str
    melee: int
    pistol: int
    points: int
    metal: bool = False


ARMOUR: dict[str, Armour] = {
    armour.name: armour
    for armour in (
        Armour("buff coat", -1, 0, 4),
        Armour("targe", -1, 0, 3),
        Armour("half armour", -2, -1, 6, metal=True),
        Armour("cuirassier armour", -2, -2, 8, metal=True),
    )
}

MOUNT_POINTS: dict[str, int] = {"none": 0, "horse": 8, "dragoon": 4}
GUN_POINTS, CREW_POINTS = 40, 8

FOOT_CM, WOUNDED_CM, HEAVY_CM = 25.0, 20.0, 15.0
WALK_CM, TROT_CM, GALLOP_CM = (5.0, 30.0), (31.0, 45.0), (50.0, 60.0)
LIMBERED_CM = 10.0
PIVOT_DEG = 45.0
PUSH_BACK_CM = 5.0
PIKE_REACH_CM = 5.0
ATTACHED_CM = 5.0
FORMED_CM = 5.0
COMMAND_OPEN_CM, COMMAND_ENCLOSED_CM = 50.0, 25.0
WOOD_SIGHT_CM, EDGE_CM, SPOT_STEP_CM = 20.0, 10.0, 10.0
MARKER_CM = 20.0
CONTACT_CM = 0.3
NEAR_CM = 2.0
GUN_CREW, GUN_LOADS = 3, 3
LARGEST_GROUP, SMALLEST_GROUP = 40, 3

TO_HIT: dict[str, dict[str, int]] = {
    "short": {"open": 3, "soft": 5, "hard": 7},
    "medium": {"open": 6, "soft": 7, "hard": 8},
    "long": {"open": 7, "soft": 8, "hard": 0},
}
"""Least D8 that hits; 0 cannot hit."""

DAMAGE: dict[str, tuple[str, ...]] = {
    "musket": ("graze", "graze", "graze", "wound", "kill", "kill"),
    "dragoon": ("graze", "graze", "wound", "wound", "kill", "kill"),
}
DAMAGE_RULES: dict[str, tuple[str, ...]] = {
    "musket": ("SKM-DMG-01", "SKM-DMG-02", "SKM-DMG-03", "SKM-DMG-04", "SKM-DMG-05",
               "SKM-DMG-06"),
    "dragoon": ("SKM-DMG-07", "SKM-DMG-08", "SKM-DMG-09", "SKM-DMG-10", "SKM-DMG-11",
                "SKM-DMG-12"),
}  # fmt: skip


class GunBand(Struct, frozen=True):
    """A range band of a gun: threat level, and (wounds, kills) by die, with their rules."""

    to_cm: float
    threat: int
    harm: tuple[tuple[int, int], ...]
    rules: tuple[str, ...]


ARTILLERY: tuple[GunBand, ...] = (
    GunBand(25, 9, ((1, 0), (1, 1), (1, 2), (2, 2), (2, 3), (0, 5)),
            ("SKM-ART-10", "SKM-ART-11", "SKM-ART-12", "SKM-ART-13", "SKM-ART-14", "SKM-ART-15")),
    GunBand(50, 7, ((0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3)),
            ("SKM-ART-16", "SKM-ART-17", "SKM-ART-18", "SKM-ART-19", "SKM-ART-20", "SKM-ART-21")),
    GunBand(200, 5, ((0, 0), (0, 0), (0, 0), (1, 0), (1, 1), (1, 2)),
            ("SKM-ART-22", "SKM-ART-23", "SKM-ART-24", "SKM-ART-25", "SKM-ART-26", "SKM-ART-27")),
)  # fmt: skip

RISK: tuple[tuple[str, int, str], ...] = (
    ("no enemy and no retreating friend in sight", -4, "SKM-RF-01"),
    ("Good troops, or an officer", -1, "SKM-RF-03"),
    ("whole unit in cover", -1, "SKM-RF-04"),
    ("a visible enemy's weapons reach the unit", 1, "SKM-RF-05"),
    ("Poor in range of a visible enemy", 1, "SKM-RF-06"),
    ("each full 10% of the group wounded or killed", 1, "SKM-RF-07"),
    ("visible enemy on flank or rear", 2, "SKM-RF-09"),
    ("ran last turn, or retreats from a melee", 3, "SKM-RF-10"),
)

GROUND = {
    "wood": "difficult enclosed soft hides", "rough": "difficult", "marsh": "difficult",
    "stream": "difficult", "difficult": "difficult",
    "building": "enclosed hard hides", "enclosed": "enclosed",
    "hedge": "barrier soft", "fence": "barrier soft", "wall": "barrier hard",
    "barrier": "barrier", "soft": "soft", "fieldwork": "hard", "hard": "hard",
    "impassable": "impassable", "river": "impassable",
    "hill": "", "road": "", "field": "", "town": "", "bridge": "", "ford": "", "dense": "",
    "defended": "", "fortified": "", "barn": "",
}  # fmt: skip
"""What each kind of terrain does in this book; nothing for open ground."""
DIFFICULT, ENCLOSED = kinds_that(GROUND, "difficult"), kinds_that(GROUND, "enclosed")
BARRIERS, SOFT = kinds_that(GROUND, "barrier"), kinds_that(GROUND, "soft")
HARD, BLOCKS_SIGHT = kinds_that(GROUND, "hard"), kinds_that(GROUND, "hides")
IMPASSABLE = kinds_that(GROUND, "impassable")
