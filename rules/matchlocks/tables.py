"""What each kind of unit is and does, as data: the book's charts in one place.

Dice per figure in melee are counted in halves of a die (1 is half a die a figure, 3 is one
and a half), so that nothing is rounded before the total. Distances are inches.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Arm = Literal["foot", "horse", "dragoon", "gun"]
Quality = Literal["raw", "seasoned", "veteran"]

QUALITIES: tuple[Quality, ...] = ("raw", "seasoned", "veteran")
COMMAND_IN = 10.0
ARC_DEG = 45.0
SPOT_DENSE_IN, SPOT_LIGHT_IN = 6.0, 12.0
INSIDE_WOOD_IN = 6.0
GAP_IN, GUN_FRIENDS_IN, OVERHEAD_IN = 4.0, 3.0, 24.0
FOG_IN = 9.0
CHARGE_IN, CHARGE_RUN_UP_IN = 4.0, 7.0
ROUT_IN, LONG_PURSUIT_IN, SHORT_PURSUIT_IN = 10.0, 28.0, 10.0
CLASSES = {1: "Amateur", 2: "Able", 3: "Expert"}


class Reach(Struct, frozen=True):
    """One range band: out to ``to_in`` a shot hits on ``need`` or more.

    ``under`` bands end short of their limit (under 12"), the others reach it.
    """

    to_in: float
    need: int
    under: bool = False
    rule: str = ""


class Kind(Struct, frozen=True):
    """One line of the charts.

    ``shot`` and ``pikes``: figures with firearms (troopers and crew too) and with pikes.
    ``points``: raw, seasoned, veteran; 0 is not to be had. ``enters``: difficult ground it
    may move in. ``loose``: no ranks; with ``detachment`` or dragoons a Skirmisher of the book.
    ``shots``: Shoot Actions in the battle, None is without count. ``melee_shot``, ``melee_pike``:
    half-dice a figure. ``tokens``: Army Morale at the start.
    """

    key: str
    title: str
    arm: Arm
    shot: int
    pikes: int = 0
    ranks: int = 2
    points: tuple[float, float, float] = (0, 0, 0)
    move_in: float = 6.0
    bad_in: float = 4.0
    charge_in: float = 0.0
    enters: tuple[str, ...] = ()
    buildings: bool = False
    bad_disarrays: bool = True
    tokens: int = 1
    loose: bool = False
    detachment: bool = False
    reach: tuple[Reach, ...] = ()
    shots: int | None = None
    save_shooting: int = 5
    save_melee: int = 5
    melee_shot: int = 1
    melee_pike: int = 2
    morale_dice: int = 1
    morale_plus: int = 0
    crew_needed: int = 0

    @property
    def figures(self) -> int:
        """How many figures a full unit has."""
        return self.shot + self.pikes

    @property
    def skirmisher(self) -> bool:
        """Every detachment and all dragoons (the book's wide word)."""
        return self.detachment or self.arm == "dragoon"

    @property
    def formed_shot(self) -> bool:
        """Formed musketeers: they fire by ranks and count volleys."""
        return self.arm == "foot" and not self.loose and self.shot > 0


ALL_GROUND = ("wood", "marsh", "rough")
# Matchlocks and flintlocks shoot alike (SHOOT-48).
_FORMED = (Reach(9.0, 5, rule="NMM-SHOOT-26"), Reach(15.0, 6, rule="NMM-SHOOT-26"))
_ON_FOOT = (Reach(12.0, 5, rule="NMM-SHOOT-27"),)
_MOUNTED = (Reach(6.0, 5, rule="NMM-SHOOT-28"),)
_MOUNTED_LOOSE = (Reach(6.0, 5, rule="NMM-SHOOT-28"), Reach(9.0, 6, rule="NMM-SHOOT-29"))
# The summary repeats these two lines (SUM-09).
_LIGHT = (Reach(12.0, 5, under=True, rule="NMM-SHOOT-30"), Reach(30.0, 6, rule="NMM-SHOOT-30"))
_FIELD = (Reach(48.0, 6, rule="NMM-SHOOT-31"),)

_LIST = (
    Kind(
        "battalia",
        "Battalia",
        "foot",
        16,
        8,
        points=(18, 24, 30),
        enters=ALL_GROUND,
        tokens=2,
        reach=_FORMED,
        save_melee=4,
        morale_dice=2,
        morale_plus=1,
    ),
    Kind(
        "musketeers",
        "Musketeer Division",
        "foot",
        12,
        points=(9, 12, 15),
        enters=ALL_GROUND,
        buildings=True,
        reach=_FORMED,
        morale_dice=2,
    ),
    Kind(
        "firelocks",
        "Firelock Division",
        "foot",
        12,
        points=(9, 12, 15),
        enters=ALL_GROUND,
        buildings=True,
        reach=_FORMED,
        morale_dice=2,
    ),
    Kind(
        "pike_stand",
        "Pike Stand",
        "foot",
        0,
        12,
        points=(9, 12, 15),
        enters=ALL_GROUND,
        save_shooting=4,
        save_melee=4,
        morale_dice=2,
        morale_plus=1,
    ),
    Kind(
        "pike_square",
        "Pike Square",
        "foot",
        0,
        24,
        ranks=4,
        points=(18, 24, 30),
        enters=ALL_GROUND,
        tokens=2,
        save_shooting=4,
        save_melee=4,
        morale_dice=2,
        morale_plus=1,
    ),
    Kind(
        "forlorn",
        "Forlorn",
        "foot",
        6,
        ranks=1,
        points=(0, 6, 8),
        move_in=8,
        bad_in=8,
        enters=ALL_GROUND,
        buildings=True,
        bad_disarrays=False,
        tokens=0,
        loose=True,
        detachment=True,
        reach=_ON_FOOT,
    ),
    Kind(
        "plotton",
        "Plotton",
        "foot",
        6,
        points=(0, 6, 8),
        move_in=8,
        bad_in=8,
        enters=ALL_GROUND,
        buildings=True,
        bad_disarrays=False,
        tokens=0,
        loose=True,
        detachment=True,
        reach=_ON_FOOT,
    ),
    Kind(
        "formed_plotton",
        "Plotton, formed",
        "foot",
        6,
        points=(0, 6, 8),
        enters=ALL_GROUND,
        buildings=True,
        tokens=0,
        reach=_FORMED,
    ),
    Kind(
        "harquebusiers",
        "Harquebusier Squadron",
        "horse",
        8,
        points=(12, 16, 20),
        move_in=10,
        charge_in=CHARGE_IN,
        enters=("marsh", "rough"),
        reach=_MOUNTED,
        shots=2,
        save_shooting=4,
        save_melee=4,
        melee_shot=3,
        morale_plus=2,
    ),
    Kind(
        "cuirassiers",
        "Cuirassier Squadron",
        "horse",
        8,
        points=(15, 20, 25),
        move_in=8,
        charge_in=CHARGE_IN,
        enters=("rough",),
        reach=_MOUNTED,
        shots=2,
        save_shooting=4,
        save_melee=3,
        melee_shot=3,
        morale_plus=2,
    ),
    Kind(
        "horse_detachment",
        "Horse Detachment",
        "horse",
        4,
        ranks=1,
        points=(0, 8, 10),
        move_in=10,
        charge_in=CHARGE_IN,
        enters=("marsh", "rough"),
        tokens=0,
        loose=True,
        detachment=True,
        reach=_MOUNTED_LOOSE,
        shots=3,
        save_shooting=4,
        save_melee=4,
        melee_shot=3,
    ),
    Kind(
        "dragoons",
        "Dragoon Company",
        "dragoon",
        8,
        ranks=1,
        points=(9, 12, 15),
        move_in=10,
        enters=("marsh", "rough"),
        loose=True,
        reach=_MOUNTED_LOOSE,
        melee_shot=2,
        morale_plus=1,
    ),
    Kind(
        "field_gun",
        "Field Gun",
        "gun",
        3,
        ranks=1,
        points=(0, 9, 0),
        move_in=0,
        bad_in=0,
        reach=_FIELD,
        crew_needed=2,
    ),
    Kind(
        "light_gun",
        "Light Gun",
        "gun",
        2,
        ranks=1,
        points=(0, 6, 0),
        move_in=4,
        bad_in=0,
        reach=_LIGHT,
        crew_needed=1,
    ),
    Kind(
        "galloper",
        "Galloper Gun",
        "gun",
        2,
        ranks=1,
        points=(0, 6, 0),
        move_in=8,
        bad_in=0,
        reach=_LIGHT,
        crew_needed=1,
    ),
    Kind(
        "clubmen",
        "Clubmen",
        "foot",
        12,
        ranks=1,
        move_in=8,
        bad_in=8,
        enters=ALL_GROUND,
        buildings=True,
        bad_disarrays=False,
        tokens=0,
        loose=True,
        detachment=True,
    ),
)

KINDS: dict[str, Kind] = {kind.key: kind for kind in _LIST}

DISMOUNTED = Kind(
    "dragoons",
    "Dragoon Company, dismounted",
    "dragoon",
    8,
    ranks=1,
    points=(9, 12, 15),
    move_in=8,
    bad_in=8,
    enters=ALL_GROUND,
    buildings=True,
    bad_disarrays=False,
    loose=True,
    reach=_ON_FOOT,
    morale_plus=1,
)
"""Dragoons once they are off their horses."""

UNLISTED = ("clubmen", "formed_plotton")
"""Kinds that no roster lists: they come by an event or by a house rule."""

LEADER_POINTS = 5
LEADER_MOVE_IN, LEADER_BAD_IN, LEADER_TOKEN_IN, GENERAL_RIDE_IN = 10.0, 6.0, 12.0, 24.0
BONUS_CARDS = ("Perk", "Forfeit", "Reroll", "Jeopardy", "Special Event")
EVENT_CARDS = (
    "Well-drilled",
    "Extra Ammunition Supply",
    "Skittish Mount",
    "Get Off Our Land!",
    "Ambush",
    "Loot The Baggage!",
    "Scattered Showers",
    "Powder Explosion",
    "The Fog of War",
)
IMMEDIATE_EVENTS = ("Skittish Mount", "Scattered Showers", "Powder Explosion", "The Fog of War")
