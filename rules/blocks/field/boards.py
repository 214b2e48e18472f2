"""The nine A4 boards: their squares, where they may lie, and the ground they make.

A board is 4 squares by 3. It is known by its id, never by its picture (Q-13). Signs of a
square: ``.`` open, ``W`` woods, ``B`` buildings, ``E`` enclosed, ``2`` to ``5`` a slope of
that level, ``s`` a stream along its north edge, ``b`` a lone barn (MAP-TERR-04: open).
"""

from __future__ import annotations

from msgspec import Struct

from rules.blocks.state import Going, Laid, Land, Square
from rules.blocks.switches import BOARD_MIX, DENSE_MAX, DENSITY, FIRST_CORNER, HISTORICAL
from rules.kernel.play import Conditions, fails

POSITIONS = (1, 2, 3, 4, 5, 6, 7, 8, 9)
FIRST = 5
OPEN_BOARDS = 4
MOST_OPEN = 6
WIDE, DEEP = 4, 3


class Board(Struct, frozen=True):
    """One printed board: ``rows`` from north to south."""

    id: str
    density: str
    rows: tuple[str, str, str]


BOARDS: dict[str, Board] = {
    board.id: board
    for board in (
        Board("O1", "open", ("....", "....", "....")),
        Board("O2", "open", ("....", ".b..", "....")),
        Board("O3", "open", ("....", "....", "....")),
        Board("O4", "open", ("....", "....", "..b.")),
        Board("O5", "open", ("....", "....", "....")),
        Board("O6", "open", ("....", "....", "....")),
        Board("M1", "moderate", ("W.E.", ".W.E", "W.E.")),
        Board("M2", "moderate", (".22.", "23.E", "..E.")),
        Board("M3", "moderate", ("E.B.", "EB.E", "..E.")),
        Board("M4", "moderate", ("ssss", "W..W", "....")),
        Board("M5", "moderate", ("W..2", ".E2.", "E..3")),
        Board("D1", "dense", ("WWE.", "W.EE", ".WE.")),
        Board("D2", "dense", ("EBB.", "EB.E", ".EE.")),
        Board("D3", "dense", ("2332", "W..W", ".WW.")),
    )
}

_SIGNS = {"W": "woods", "B": "buildings", "E": "enclosed"}


def terrain_needed(play: Going, density: str) -> int:
    """MAP-BOARD-05, MAP-BOARD-06: terrain squares of a board of that density (MAP_DENSITY)."""
    least = {"open": 0, "moderate": 3, "dense": 4}[density]
    return 2 * least if play.on(DENSITY.fraction) else least


def origin(position: int) -> Square:
    """The south-west square of a position; 1 2 3 lie in the north, 7 8 9 in the south
    (MAP-LAY-01)."""
    across, down = (position - 1) % 3, (position - 1) // 3
    return across * WIDE + 1, (2 - down) * DEEP + 1


def position_of(square: Square) -> int:
    """The position 1 to 9 that a square belongs to."""
    return (2 - (square[1] - 1) // DEEP) * 3 + (square[0] - 1) // WIDE + 1


def lands_of(laid: Laid) -> tuple[Land, ...]:
    """The squares of a lying board that are not plain open ground."""
    column, row = origin(laid.position)
    found = []
    for down, signs in enumerate(BOARDS[laid.board].rows):
        for across, sign in enumerate(signs):
            here = _land((column + across, row + DEEP - 1 - down), sign)
            if here is not None:
                found.append(here)
    return tuple(found)


def _land(square: Square, sign: str) -> Land | None:
    if sign in _SIGNS:
        return Land(square, _SIGNS[sign])
    if sign == "s":
        return Land(square, streams="n")
    return Land(square, level=int(sign)) if sign.isdecimal() else None


def may_mix(play: Going, densities: tuple[str, ...]) -> Conditions:
    """MAP-BOARD-02 to -07: is this set of boards a legal field (MAP_BOARD_MIX)?"""
    opens, moderate, dense = map(densities.count, ("open", "moderate", "dense"))
    yield len(densities) == 9 or fails(
        f"{len(densities)} of 9 boards lie: the set-up is incomplete", "MAP-BOARD-02")  # fmt: skip
    if play.on(HISTORICAL):
        return
    most = MOST_OPEN if play.on(BOARD_MIX.range) else OPEN_BOARDS
    yield OPEN_BOARDS <= opens <= most or fails(
        f"{opens} open boards: it takes {OPEN_BOARDS} to {most}",
        "MAP-BOARD-03", "MAP-BOARD-04")  # fmt: skip
    yield dense <= play.number(DENSE_MAX) or fails(
        f"{dense} dense boards: at most 2", "MAP-BOARD-06", "MAP-ENG-07")  # fmt: skip
    least = 5 - 2 if most == OPEN_BOARDS else 9 - opens - 2
    yield least <= moderate <= 5 or fails(
        f"{moderate} moderate boards: it takes {least} to 5", "MAP-BOARD-05")  # fmt: skip


def may_place(play: Going, board: str, position: int) -> Conditions:
    """MAP-LAY-04 to -08: may a board be laid in a position?"""
    laid = play.state.laid
    taken = {one.position for one in laid}
    yield position in POSITIONS or fails("positions run from 1 to 9", "MAP-LAY-01")
    yield all(one.board != board for one in laid) or fails(
        f"{board} lies already and never moves", "MAP-LAY-06")  # fmt: skip
    yield bool(laid) or (position == FIRST and BOARDS[board].density == "open") or fails(
        "an open board goes in position 5 first", "MAP-LAY-04")  # fmt: skip
    yield position not in taken or fails(f"position {position} is taken", "MAP-LAY-06")
    touches = not laid or any(position in beside(one) for one in taken)
    yield touches or (len(laid) == 1 and play.on(FIRST_CORNER)) or fails(
        f"position {position} touches the laid boards only at a corner, if at all",
        "MAP-LAY-05", "MAP-LAY-07", "MAP-LAY-08")  # fmt: skip


def beside(position: int) -> tuple[int, ...]:
    """The positions edge to edge with one."""
    across, down = (position - 1) % 3, (position - 1) // 3
    near = ((across + dx, down + dy) for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1)))
    return tuple(y * 3 + x + 1 for x, y in near if 0 <= x < 3 and 0 <= y < 3)
