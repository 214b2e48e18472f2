"""Questions about squares: distance, neighbours, sight, streams, and squares of bases.

Law: pure. Whatever the field looks like is in the state; the snapshot only tells in which
square a base stands.
"""

from __future__ import annotations

from functools import cache

from rules.blocks.state import (
    Block,
    Square,
    State,
    forward,
    holders,
    land,
    on_board,
    stacks,
)
from rules.blocks.switches import house, is_on
from rules.blocks.tables import COLUMNS, GROUNDS, LEVELS, ROWS, ZONES
from vision.measure import grid
from vision.measure.grid import Placing
from vision.table.snapshot import Snapshot


def dist(state: State, a: Square, b: Square) -> int:
    """Q-03: squares between two squares, as king moves or as steps (MAP_ADJACENCY)."""
    return _dist(a, b, house(state, "MAP_ADJACENCY") == "edge")


def _dist(a: Square, b: Square, edge: bool) -> int:
    return grid.step_distance(a, b) if edge else grid.king_distance(a, b)


def neighbours(state: State, square: Square) -> tuple[Square, ...]:
    """Q-04: the squares next to one, west to east and south to north."""
    return _neighbours(square, house(state, "MAP_ADJACENCY") == "edge")


@cache
def _neighbours(square: Square, edge: bool) -> tuple[Square, ...]:
    near = ((square[0] + dc, square[1] + dr) for dr in (-1, 0, 1) for dc in (-1, 0, 1))
    return tuple(one for one in near if on_board(one) and _dist(square, one, edge) == 1)


def toward(state: State, square: Square, step: int) -> tuple[Square, ...]:
    """The squares one row on in the direction *step*, which lie next to *square*.

    MAP_HOMEWARD: any of up to three in that row, or only the one straight on.
    """
    columns = (0,) if house(state, "MAP_HOMEWARD") == "straight" else (0, -1, 1)
    near = ((square[0] + dc, square[1] + step) for dc in columns)
    return tuple(one for one in near if on_board(one) and dist(state, square, one) == 1)


def homeward(state: State, one: Block, square: Square) -> tuple[Square, ...]:
    """The squares one step toward the long edge of a block's owner."""
    return toward(state, square, -forward(state, one.side))


def nearest_friend(state: State, side: str, square: Square, apart_from: Block | None) -> int:
    """Q-07: squares to the nearest other friendly block (MAP_FRIEND); 99 when there is none.

    With ``other_square`` blocks of the same square do not count; with ``any`` all but
    *apart_from* do.
    """
    stands = stacks(state, side)
    near = [there for there in stands if there != square]
    if house(state, "MAP_FRIEND") == "any":
        apart = apart_from.id if apart_from else ""
        near += [square for one in stands.get(square, ()) if one.id != apart]
    edge = house(state, "MAP_ADJACENCY") == "edge"
    return min((_dist(square, there, edge) for there in near), default=99)


def rel_level(from_level: int, to_level: int) -> str:
    """Q-06: ``higher``, ``same`` or ``lower``, as the table of levels has it."""
    return LEVELS[from_level, to_level][0]


def blocks_sight(state: State, viewer: Square, square: Square, target: Square) -> str:
    """The rule by which *square* hides what lies beyond it from *viewer*, or ""."""
    here, there = land(state, viewer), land(state, square)
    level = rel_level(here.level, there.level)
    ground = GROUNDS[there.ground]
    if level == "higher" and not _target_over(state, there.level, target):
        return "MAP-TERR-10"
    if ground.sight == "level" and level != "lower":
        return "MAP-TERR-02"
    sees_over = level == "lower" and house(state, "MAP_WOOD_HIGH") == "sees_over"
    if ground.sight == "always" and not sees_over:
        return "MAP-TERR-14"
    if is_on(state, "MAP_BLOCKS_LOS") and any(holders(state, square, s) for s in state.sides):
        return "MAP-SHT-02"
    return ""


def _target_over(state: State, level: int, target: Square) -> bool:
    if house(state, "MAP_SLOPE_LOS") == "literal":
        return False
    return rel_level(level, land(state, target).level) == "higher"


def sight(state: State, viewer: Square, target: Square) -> str:
    """Q-05: the rule that stops the line between two squares, or "" when it is clear.

    Where the line runs through a corner it is stopped only if both squares that touch the
    corner off the line stop it. Streams never do (MAP-TERR-11).
    """
    between, corners = grid.crossed(viewer, target)
    for square in between:
        rule = blocks_sight(state, viewer, square, target)
        if rule:
            return rule
    for one, other in corners:
        first = blocks_sight(state, viewer, one, target)
        if first and blocks_sight(state, viewer, other, target):
            return first
    return ""


_EDGES = {(0, 1): ("n", "s"), (0, -1): ("s", "n"), (1, 0): ("e", "w"), (-1, 0): ("w", "e")}


def crosses_water(state: State, frm: Square, to: Square, what: str = "streams") -> bool:
    """Q-09, MAP-TERR-12: does a step go over a stream (``streams``; rivers are streams too)
    or over a river (``rivers``)?

    A diagonal step crosses one that lies on an edge of the entered square at that corner.
    """
    dc, dr = to[0] - frm[0], to[1] - frm[1]
    steps = [(dc, 0), (0, dr)] if dc and dr else [(dc, dr)]
    return any(_edge_wet(state, (to[0] - x, to[1] - y), to, (x, y), what) for x, y in steps)


def _edge_wet(state: State, frm: Square, to: Square, step: Square, what: str) -> bool:
    leaving, entering = _EDGES[step]
    return leaving in _water(state, frm, what) or entering in _water(state, to, what)


def _water(state: State, square: Square, what: str) -> str:
    here = land(state, square)
    return here.rivers if what == "rivers" else here.streams + here.rivers


def in_zone(state: State, side: str, square: Square) -> bool:
    """Q-12: inside the side's deployment zone (MAP_ZONE); everywhere on a historical field."""
    if is_on(state, "MAP_HISTORICAL"):
        return True
    deep, first, last = ZONES[house(state, "MAP_ZONE")]
    row = square[1] if side == state.sides[0] else ROWS + 1 - square[1]
    return row <= deep and first <= square[0] <= last


def field(table: Snapshot) -> grid.Grid:
    """The calibrated table cut in 12 by 9 squares."""
    return grid.whole_table(table, COLUMNS, ROWS)


def centre_in(table: Snapshot, square: Square) -> tuple[float, float]:
    """The middle of a square on the table, inches."""
    return field(table).centre_in(square)


def square_of(table: Snapshot, payload: str) -> Placing:
    """Q-01: the square that holds a base's centre, and how far inside it lies.

    Within 5 mm of a line between squares it is unclear.

    Raises:
        Unmeasurable: the base is hidden, moving or was never seen.
    """
    return grid.square_of(table, field(table), payload)
