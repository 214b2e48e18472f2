"""The state of a game of blocks, and plain questions about it.

Law: frozen and plain JSON. The first side is player 1, whose long edge is row 1; the
second has row 9. A square is (column 1-12, row 1-9). ``own`` counts a side's own
interactions, ``overall`` those of both.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase
from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.blocks.tables import COLUMNS, KINDS, ROWS, Kind
from rules.field.muster import with_changed
from rules.kernel.play import Play
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import IllegalAction
from rules.kernel.sides import enemy
from rules.kernel.telling.names import Labelled
from vision.measure.cache import once

Square: TypeAlias = tuple[int, int]
Did = Literal["", "moved", "shot", "charged", "broke off", "stood"]


class Block(Labelled, frozen=True):
    """One block. ``square`` is None before deployment. ``did``: its last own interaction,
    at ``own`` and ``overall``. ``trail``: where its last moves led, oldest first."""

    id: str
    side: str
    kind: str
    square: Square | None = None
    commanded_shot: bool = False
    gone: bool = False
    did: Did = ""
    own: int = 0
    overall: int = 0
    trail: tuple[Square, ...] = ()
    name: str = ""
    base: str = ""

    @property
    def facts(self) -> Kind:
        """What the book says of its kind."""
        return KINDS[self.kind]

    @property
    def payload(self) -> str:
        """The tag of its base."""
        return self.base or self.id

    @property
    def stands(self) -> bool:
        """Is it on the field?"""
        return not self.gone and self.square is not None

    @property
    def here(self) -> Square:
        """Its square, of a block on the field."""
        return self.square or (0, 0)

    @property
    def main(self) -> str:
        """Foot, horse, dragoons or artillery."""
        return self.facts.main


class Shot(Struct, frozen=True):
    """A square from which a side's horse shot, and when."""

    square: Square
    own: int
    overall: int


class Force(Struct, frozen=True):
    """One army. ``passes``: in a row. ``shots``: recent shots of its horse."""

    side: str
    elan: int = 10
    passes: int = 0
    interactions: int = 0
    lost: int = 0
    tercios: bool = False
    shots: tuple[Shot, ...] = ()
    picked: tuple[str, ...] = ()


class Land(Struct, frozen=True):
    """What lies in a square that is not plain open ground at level 1.

    ``streams`` are the edges (n, e, s, w) with a stream, ``rivers`` those with a river.
    """

    square: Square
    ground: str = "open"
    level: int = 1
    streams: str = ""
    rivers: str = ""


class Contest(Struct, frozen=True):
    """A square that both armies hold. ``owner`` held it before. ``rounds`` fought so far.

    ``over_stream`` and ``downhill`` tell how the others came in.
    """

    square: Square
    owner: str
    rounds: int = 0
    over_stream: bool = False
    downhill: bool = False
    uphill: bool = False


class Laid(Struct, frozen=True):
    """A board lying in one of the positions 1 to 9."""

    board: str
    position: int


class State(Struct, frozen=True):
    """A whole game. ``phase``: engagement, layout, deployment, battle, over."""

    sides: tuple[str, str] = ("red", "blue")
    house: dict[str, str] = {}
    forces: tuple[Force, ...] = ()
    blocks: tuple[Block, ...] = ()
    lands: tuple[Land, ...] = ()
    laid: tuple[Laid, ...] = ()
    contests: tuple[Contest, ...] = ()
    phase: str = "battle"
    step: int = 0
    active: str = ""
    attacker: str = ""
    overall: int = 0
    winner: str = ""
    ended: str = ""
    ended_by: tuple[str, ...] = ()

    PLACES: ClassVar = {Block: "blocks"}

    @property
    def units(self) -> tuple[Block, ...]:
        """Every block of both armies, on the field or not."""
        return self.blocks

    @property
    def is_over(self) -> bool:
        """Is the game decided, so that nothing more is done (MAP-ELAN-06)?"""
        return self.phase == "over"

    @property
    def defender(self) -> str:
        """The side that does not attack."""
        return enemy(self, self.attacker)

    def forward(self, side: str) -> int:
        """+1 or -1: the step in rows toward the enemy's long edge."""
        return 1 if side == self.sides[0] else -1

    def force(self, side: str) -> Force:
        """The army of a side; a bare one where the state lists none."""
        for force in self.forces:
            if force.side == side:
                return force
        return Force(side)

    def stacks(self, side: str) -> dict[Square, tuple[Block, ...]]:
        """The squares that a side holds, each with its blocks."""
        return _standing(self.blocks).get(side) or {}

    def alive(self, side: str) -> tuple[Block, ...]:
        """The blocks of a side that stand on the field."""
        return tuple(one for one in self.blocks if one.side == side and one.stands)

    def waiting(self, side: str) -> tuple[Block, ...]:
        """The blocks of a side that are still to be deployed."""
        return tuple(one for one in self.blocks if one.side == side and one.square is None)

    def holders(self, square: Square, side: str) -> tuple[Block, ...]:
        """The blocks of a side in a square."""
        stacks = _standing(self.blocks).get(side)
        return stacks.get(square, ()) if stacks else ()

    def foes(self, square: Square, side: str) -> tuple[Block, ...]:
        """The blocks in a square of the enemy of a side."""
        return self.holders(square, enemy(self, side))

    def is_contested(self, square: Square) -> bool:
        """Q-10: both armies hold the square."""
        one, other = self.sides
        return bool(self.holders(square, one) and self.holders(square, other))

    def land(self, square: Square) -> Land:
        """Q-13: what lies in a square."""
        return _lands(self.lands).get(square) or Land(square)

    def contest(self, square: Square) -> Contest | None:
        """What is remembered of the fight in a square."""
        return next((one for one in self.contests if one.square == square), None)


Going: TypeAlias = Play[State]


def with_blocks(play: Going, changed: Iterable[Block]) -> Going:
    """The play with those blocks replaced, in their old order."""
    return play.with_state(blocks=with_changed(play.state.blocks, *changed))


def with_force(play: Going, side: str, **fields: object) -> Going:
    """The play with fields of an army changed; one that is not listed is added."""
    old, forces = play.state.force(side), play.state.forces
    new = replace(old, **fields)
    if any(force is old for force in forces):
        return play.with_state(forces=tuple([new if one is old else one for one in forces]))
    order = {side: place for place, side in enumerate(play.state.sides)}
    inorder = sorted((*forces, new), key=lambda force: order.get(force.side, 9))
    return play.with_state(forces=tuple(inorder))


def with_contest(play: Going, square: Square, changed: Contest | None) -> Going:
    """The play with the memory of that fight replaced, or dropped."""
    rest = [one for one in play.state.contests if one.square != square]
    kept = rest if changed is None else [*rest, changed]
    return play.with_state(contests=tuple(sorted(kept, key=lambda one: one.square)))


def text(square: Square) -> str:
    """A square as people call it, the letter of its column and the number of its row: ``E4``.
    Beside the board it has no letter: ``13,4``."""
    column, row = square
    return f"{ascii_uppercase[column - 1]}{row}" if on_board(square) else written(square)


def written(square: Square) -> str:
    """A square as it is recorded: ``5,4``."""
    return f"{square[0]},{square[1]}"


def parse_square(raw: object) -> Square:
    """The square that ``"5,4"`` or ``"E4"`` names.

    Raises:
        IllegalAction: it names none on the field.
    """
    said = str(raw).strip("() ").replace(" ", "")
    if said[:1].upper() in ascii_uppercase[:COLUMNS] and "," not in said:
        said = f"{ascii_uppercase.find(said[:1].upper()) + 1},{said[1:]}"
    parts = said.split(",")
    if len(parts) != 2 or not all(part.isdecimal() and len(part) < 3 for part in parts):
        raise IllegalAction(f"{raw} is no square: write it as in E4", "MAP-BOARD-01")
    square = (int(parts[0]), int(parts[1]))
    if not on_board(square):
        raise IllegalAction(f"{text(square)} is off the board of 12 x 9 squares", "MAP-BOARD-01")
    return square


def on_board(square: Square) -> bool:
    """MAP-BOARD-01: 12 squares long, 9 deep."""
    return 1 <= square[0] <= COLUMNS and 1 <= square[1] <= ROWS


def chosen_square(what: str, by: str, squares: Iterable[Square], *rules: str) -> Steps[Square]:
    """The one of these squares that side *by* picks."""
    named = {written(square): square for square in squares}
    options = tuple(Option(key, text(square)) for key, square in named.items())
    chosen = yield from choose(what, by, options, rules=rules)
    return named[chosen]


@once
def _standing(blocks: tuple[Block, ...]) -> dict[str, dict[Square, tuple[Block, ...]]]:
    """The blocks on the field by side and square."""
    found: dict[str, dict[Square, tuple[Block, ...]]] = {}
    for one in blocks:
        square = one.square
        if square is None or one.gone:
            continue
        stacks = found.get(one.side)
        if stacks is None:
            stacks = found[one.side] = {}
        there = stacks.get(square)
        stacks[square] = (one,) if there is None else (*there, one)
    return found


@once
def _lands(lands: tuple[Land, ...]) -> dict[Square, Land]:
    """The lands by square, the first listed where two claim one."""
    return {one.square: one for one in reversed(lands)}
