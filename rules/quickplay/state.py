"""What is remembered of a battle of Quick Play; where the bases stand is the camera's business."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.kernel.sides import enemy
from rules.kernel.telling.ledger import Ledger, losses, mark, out, turns, units_by_id, whole_game
from rules.kernel.telling.names import Labelled
from rules.quickplay.tables import KINDS, Kind


class Unit(Labelled, frozen=True):
    """One unit on one base. ``acted``: it has had its go; ``fired``: it fired at a charge."""

    id: str
    side: str
    kind: str
    name: str = ""
    strength: int = 0
    start: int = 0
    shaken: bool = False
    gone: Literal["", "destroyed", "broken"] = ""
    acted: bool = False
    fired: bool = False

    @property
    def facts(self) -> Kind:
        """Its line of the table."""
        return KINDS[self.kind]

    @property
    def alone(self) -> bool:
        """The general is, and a gun."""
        return self.kind in ("general", "gun")

    @property
    def worn(self) -> bool:
        """Half its strength or less is left."""
        return 2 * self.strength <= self.start


class State(Struct, frozen=True):
    """A whole battle. ``side`` is to act; ``first``: who went first."""

    units: dict[str, Unit] = {}
    sides: tuple[str, str] = ("red", "blue")
    side: str = ""
    first: str = ""
    turn: int = 1
    phase: Literal["setup", "battle", "over"] = "setup"
    house: dict[str, str] = {}
    winner: str = ""
    why: str = ""
    why_rule: str = ""

    def living(self, side: str) -> tuple[Unit, ...]:
        """The units of a side that are still in the battle."""
        return tuple(one for one in self.units.values() if one.side == side and not one.gone)

    other = enemy


GONE = {"": "", "broken": "[is|are] broken and out of the battle"}
LEDGER: Ledger = (
    units_by_id(
        Unit,
        out("gone", GONE, "[is|are] {after}"),
        losses("strength", "start"),
        mark("shaken", "[is|are] shaken", "[is|are] steady again"),
        silent="id side kind name start acted fired",
    ),
    whole_game(State, turns(), silent="units sides side first phase house winner why why_rule"),
)  # fmt: skip
