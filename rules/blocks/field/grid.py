"""Questions about squares: distance, neighbours, sight, streams, and squares of bases.

Law: pure. Whatever the field looks like is in the state; the snapshot only tells in which
square a base stands.
"""

from __future__ import annotations

from functools import cache

from rules.blocks.state import Block, Going, Square, on_board
from rules.blocks.switches import (
    ADJACENCY,
    BLOCKS_LOS,
    FRIEND,
    HISTORICAL,
    HOMEWARD,
    SLOPE_LOS,
    WOOD_HIGH,
    ZONE,
)
from rules.blocks.tables import COLUMNS, GROUNDS, LEVELS, ROWS, ZONES
from vision.measure import grid
from vision.measure.grid import Placing
from vision.table.snapshot import Snapshot


def dist(play: Going, a: Square, b: Square) -> int:
    """Q-03: squares between two squares, as king moves or as steps (MAP_ADJACENCY)."""
    return _dist(a, b, play.on(ADJACENCY.edge))


def _dist(a: Square, b: Square, edge: bool) -> int:
    return grid.step_distance(a, b) if edge else grid.king_distance(a, b)


def neighbours(play: Going, square: Square) -> tuple[Square, ...]:
    """Q-04: the squares next to one, west to east and south to north."""
    return _neighbours(square, play.on(ADJACENCY.edge))


@cache
def _neighbours(square: Square, edge: bool) -> tuple[Square, ...]:
    near = ((square[0] + dc, square[1] + dr) for dr in (-1, 0, 1) for dc in (-1, 0, 1))
    return tuple(one for one in near if on_board(one) and _dist(square, one, edge) == 1)


def toward(play: Going, square: Square, step: int) -> tuple[Square, ...]:
    """The squares one row on in the direction *step*, which lie next to *square*.

    MAP_HOMEWARD: any of up to three in that row, or only the one straight on.
    """
    columns = (0,) if play.on(HOMEWARD.straight) else (0, -1, 1)
    near = ((square[0] + dc, square[1] + step) for dc in columns)
    return tuple(one for one in near if on_board(one) and dist(play, square, one) == 1)


def homeward(play: Going, one: Block, square: Square) -> tuple[Square, ...]:
    """The squares one step toward the long edge of a block's owner."""
    return toward(play, square, -play.state.forward(one.side))


def nearest_friend(play: Going, side: str, square: Square, apart_from: Block | None) -> int:
    """Q-07: squares to the nearest other friendly block (MAP_FRIEND); 99 when there is none.

    With ``other_square`` blocks of the same square do not count; with ``any`` all but
    *apart_from* do.
    """
    stands = play.state.stacks(side)
    near = [there for there in stands if there != square]
    if play.on(FRIEND.any):
        apart = apart_from.id if apart_from else ""
        near += [square for one in stands.get(square, ()) if one.id != apart]
    edge = play.on(ADJACENCY.edge)
    return min((_dist(square, there, edge) for there in near), default=99)


def rel_level(from_level: int, to_level: int) -> str:
    """Q-06: ``higher``, ``same`` or ``lower``, as the table of levels has it."""
    return LEVELS[from_level, to_level][0]


def blocks_sight(play: Going, viewer: Square, square: Square, target: Square) -> str:
    """The rule by which *square* hides what lies beyond it from *viewer*, or ""."""
    here, there = play.state.land(viewer), play.state.land(square)
    level = rel_level(here.level, there.level)
    ground = GROUNDS[there.ground]
    if level == "higher" and not _target_over(play, there.level, target):
        return "MAP-TERR-10"
    if ground.sight == "level" and level != "lower":
        return "MAP-TERR-02"
    sees_over = level == "lower" and play.on(WOOD_HIGH.sees_over)
    if ground.sight == "always" and not sees_over:
        return "MAP-TERR-14"
    if play.on(BLOCKS_LOS) and any(play.state.holders(square, s) for s in play.state.sides):
        return "MAP-SHT-02"
    return ""


def _target_over(play: Going, level: int, target: Square) -> bool:
    if play.on(SLOPE_LOS.literal):
        return False
    return rel_level(level, play.state.land(target).level) == "higher"


def sight(play: Going, viewer: Square, target: Square) -> str:
    """Q-05: the rule that stops the line between two squares, or "" when it is clear.

    Where the line runs through a corner it is stopped only if both squares that touch the
    corner off the line stop it. Streams never do (MAP-TERR-11).
    """
    between, corners = grid.crossed(viewer, target)
    for square in between:
        rule = blocks_sight(play, viewer, square, target)
        if rule:
            return rule
    for one, other in corners:
        first = blocks_sight(play, viewer, one, target)
        if first and blocks_sight(play, viewer, other, target):
            return first
    return ""


_EDGES = {(0, 1): ("n", "s"), (0, -1): ("s", "n"), (1, 0): ("e", "w"), (-1, 0): ("w", "e")}


def crosses_water(play: Going, frm: Square, to: Square, what: str = "streams") -> bool:
    """Q-09, MAP-TERR-12: does a step go over a stream (``streams``; rivers are streams too)
    or over a river (``rivers``)?

    A diagonal step crosses one that lies on an edge of the entered square at that corner. Of a
    longer way, which people may agree to, the step by which the square is entered counts.
    """
    dc, dr = (max(-1, min(1, to[k] - frm[k])) for k in (0, 1))
    steps = [one for one in ((dc, 0), (0, dr)) if one != (0, 0)]
    return any(_edge_wet(play, (to[0] - x, to[1] - y), to, (x, y), what) for x, y in steps)


def _edge_wet(play: Going, frm: Square, to: Square, step: Square, what: str) -> bool:
    leaving, entering = _EDGES[step]
    return leaving in _water(play, frm, what) or entering in _water(play, to, what)


def _water(play: Going, square: Square, what: str) -> str:
    here = play.state.land(square)
    return here.rivers if what == "rivers" else here.streams + here.rivers


def in_zone(play: Going, side: str, square: Square) -> bool:
    """Q-12: inside the side's deployment zone (MAP_ZONE); everywhere on a historical field."""
    if play.on(HISTORICAL):
        return True
    deep, first, last = zone(play)
    row = square[1] if side == play.state.sides[0] else ROWS + 1 - square[1]
    return row <= deep and first <= square[0] <= last


def zone(play: Going) -> tuple[int, int, int]:
    """Rows deep, first and last column of a deployment zone (MAP_ZONE)."""
    return ZONES[ZONE.of(play.state.house).said]


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
