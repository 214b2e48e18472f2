"""What the umpire remembers of a battle; where the stands are is the camera's business."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from rules.kernel import play as kernel
from rules.kernel.sides import enemy
from rules.kernel.telling.names import Labelled
from rules.roses.tables import BY_KIND, Profile

PhaseName: TypeAlias = Literal["setup", "command", "shooting", "combat", "over"]
Cover: TypeAlias = Literal["open", "defended", "fortified"]
LEAST_FIRST: tuple[Cover, ...] = ("open", "defended", "fortified")
"""Covers, the least first."""
Facing: TypeAlias = Literal["", "front", "left", "right", "rear"]


class Unit(Labelled, frozen=True):
    """A unit of stands, or a command stand (a unit of one).

    ``stands``/``lost``: payloads in play and removed. ``hits``: unsaved, short of a stand.
    ``driven``: unsaved missile hits of this phase. ``cover``: agreed cover, "" as the terrain
    says. ``orders`` and ``orderer``: orders tried for this turn and by whom. ``pursued_cm`` is
    -1 when not pursuing. ``misses_turn``: the turn in which a failed gun does not
    shoot. ``touched``: where its charge met the enemy. ``spent``: stands out
    of shower ammunition. ``apart``: enemies that people say it does not touch. ``behind``:
    its cover against each enemy in touch, judged when contact was made. ``shot_by``: who made
    the unsaved missile hits, a name for each.
    """

    id: str
    kind: str
    side: str
    name: str = ""
    battle: str = ""
    contingent: str = "none"
    stands: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    mounted: bool = False
    cover: Literal["", "open", "defended", "fortified"] = ""
    hits: int = 0
    driven: int = 0
    shot_by: tuple[str, ...] = ()
    confused: bool = False
    in_combat: bool = False
    apart: tuple[str, ...] = ()
    behind: dict[str, Cover] = {}
    orders: int = 0
    orderer: str = ""
    initiative: bool = False
    charged: bool = False
    touched: Facing = ""
    pursued_cm: float = -1.0
    blunders: int = 0
    shower_uses: int = 0
    spent: int = 0
    shot_turn: int = 0
    shot: bool = False
    stood: bool = False
    misses_turn: int = 0
    grade: Literal["", "rash", "bold", "cautious", "treacherous"] = ""
    failed: bool = False
    moved: bool = False
    defected: bool = False

    @property
    def profile(self) -> Profile:
        """Its line of the troop table."""
        return BY_KIND[self.kind]

    @property
    def alone(self) -> bool:
        """A commander is, and a gun."""
        return self.profile.is_commander or self.profile.arm == "Art"

    @property
    def alive(self) -> bool:
        """Has it a stand left?"""
        return bool(self.stands)

    def called(self, stand: str) -> str:
        """A stand as people call it: by its place among those that the unit began with."""
        stands = sorted({*self.stands, *self.lost})
        return f"stand {stands.index(stand) + 1} of {self.label}" if stand in stands else self.label


class Battle(Struct, frozen=True):
    """A battle (ward or wing) of one side: who leads it and what it was told."""

    side: str
    name: str
    leader: str = ""
    objective: str = ""


class State(Struct, frozen=True):
    """The whole game. ``turn`` counts both sides' goes as one."""

    house: dict[str, str] = {}
    sides: tuple[str, str] = ("red", "white")
    side: str = "red"
    turn: int = 1
    phase: PhaseName = "setup"
    units: tuple[Unit, ...] = ()
    battles: tuple[Battle, ...] = ()
    ordering: str = ""
    ordered_units: tuple[str, ...] = ()
    done_commanders: tuple[str, ...] = ()
    orders_started: bool = False
    characters_moving: bool = False
    general_failed: bool = False
    fought: tuple[str, ...] = ()
    conceded: str = ""

    def unit(self, unit_id: str) -> Unit:
        """The unit called *unit_id*.

        Raises:
            IllegalAction: there is none.
        """
        return kernel.named(self.units, unit_id)

    def living(self, side: str = "") -> tuple[Unit, ...]:
        """Units with a stand left, of one side or of both."""
        return tuple(u for u in self.units if u.alive and side in ("", u.side))

    def enemies(self, unit: Unit) -> tuple[Unit, ...]:
        """Living units of the other side."""
        return tuple(u for u in self.units if u.alive and u.side != unit.side)

    def friends(self, unit: Unit) -> tuple[Unit, ...]:
        """Other living units of its side."""
        return tuple(u for u in self.living(unit.side) if u.id != unit.id)

    other = enemy


Play: TypeAlias = kernel.Play[State]
"""An action under way."""


def pace_cm(unit: Unit) -> float:
    """Its full move, cm, as it is now: mounted or on foot (WOR-MOV-01, WOR_ROUT_PACE)."""
    profile = unit.profile
    if unit.mounted and profile.move_mounted_cm:
        return profile.move_mounted_cm
    return profile.move_cm


def armour_of(unit: Unit) -> int:
    """The least die that saves, 0 for no armour (WOR-ATT-06, WOR-ATT-10)."""
    profile = unit.profile
    if unit.mounted and profile.armour_mounted:
        return profile.armour_mounted
    return profile.armour
