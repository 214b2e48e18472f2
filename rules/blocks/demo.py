"""A ready battle: 12 blocks a side on nine boards, musketry against aggressive foot."""

from __future__ import annotations

from rules.blocks.army import BLOCK_IN
from rules.blocks.field.boards import BOARDS, DEEP, origin
from rules.blocks.field.grid import centre_in
from rules.blocks.state import Square
from rules.blocks.tables import COLUMNS, ROWS
from rules.field.ready import Host, Order, Post, ready
from rules.kernel.protocol import BaseShape, Demo
from vision.table.reading import Point
from vision.table.snapshot import Snapshot, Terrain

SIZE_IN: Point = (COLUMNS * 297 / 4 / 25.4, ROWS * 70 / 25.4)
"""Nine A4 boards side by side, inches: squares of 74.25 x 70 mm."""
FIELD = ("M1", "O1", "M3", "O2", "O3", "M4", "D1", "O4", "M5")

Row = tuple[str, str, str, Square, bool]
"""Tag, name, kind, square, and whether it has commanded shot."""

PARLIAMENT: tuple[Row, ...] = (
    ("P01", "Holles's Foot", "musketry foot", (5, 3), False),
    ("P02", "Brooke's Foot", "musketry foot", (5, 3), False),
    ("P03", "Hampden's Foot", "musketry foot", (6, 3), False),
    ("P04", "Skippon's Foot", "musketry foot", (6, 3), False),
    ("P05", "Meyrick's Foot", "musketry foot", (7, 3), False),
    ("P06", "Ballard's Foot", "musketry foot", (7, 2), False),
    ("P07", "Ramsey's Horse", "controlled horse", (3, 3), True),
    ("P08", "Balfour's Horse", "controlled horse", (3, 3), True),
    ("P09", "Goodwin's Horse", "controlled horse", (9, 3), True),
    ("P10", "The Lifeguard", "cuirassiers", (9, 2), False),
    ("P11", "Browne's Dragoons", "dragoons", (4, 3), False),
    ("P12", "The Demi-Culverin", "field gun", (6, 2), False),
)
ROYALISTS: tuple[Row, ...] = (
    ("R01", "Astley's Foot", "aggressive foot", (5, 7), False),
    ("R02", "Byron's Foot", "aggressive foot", (5, 7), False),
    ("R03", "Fielding's Foot", "aggressive foot", (6, 7), False),
    ("R04", "Blagge's Foot", "aggressive foot", (6, 7), False),
    ("R05", "Gerard's Foot", "aggressive foot", (7, 7), False),
    ("R06", "The Bluecoats", "aggressive foot", (7, 8), False),
    ("R07", "Rupert's Horse", "impetuous horse", (3, 7), False),
    ("R08", "Wilmot's Horse", "impetuous horse", (3, 7), False),
    ("R09", "Digby's Horse", "impetuous horse", (9, 7), False),
    ("R10", "Aston's Horse", "impetuous horse", (9, 7), False),
    ("R11", "Usher's Dragoons", "dragoons", (10, 7), False),
    ("R12", "The Mortar", "mortar", (6, 8), False),
)


def demo() -> Demo:
    """A historical field, so the battle begins at once."""
    says = "Steady musketry and a gun against pikes and hot horse: shoot, or be charged."
    sides = ("Parliament", PARLIAMENT), ("Royalists", ROYALISTS)
    one, two = (Host(side, _posts(rows), house={"motivation": "middle"}) for side, rows in sides)
    order = Order(lambda post: (BaseShape(post.kind, *BLOCK_IN),), height_in=0.4)
    table = Snapshot(SIZE_IN, terrain=_terrain())
    return ready("blocks", "The crossroads", says, (one, two), order, table, MAP_HISTORICAL="true")


def _posts(rows: tuple[Row, ...]) -> tuple[Post, ...]:
    """In the middle of a square, or of two in one the first on its own south."""
    found = []
    squares = [square for _, _, _, square, _ in rows]
    for place, (tag, name, kind, square, shot) in enumerate(rows):
        x_in, y_in = centre_in(Snapshot(SIZE_IN), square)
        if squares.count(square) > 1:
            y_in += 0.45 if square in squares[:place] else -0.45
        choices = {"commanded shot": "yes"} if shot else {}
        found.append(Post(tag, kind, name, x_in, y_in, choices=choices))
    return tuple(found)


def _terrain() -> tuple[Terrain, ...]:
    wide, deep = SIZE_IN[0] / COLUMNS, SIZE_IN[1] / ROWS
    found: list[Terrain] = []
    for position, board in enumerate(FIELD, start=1):
        column, row = origin(position)
        for down, signs in enumerate(BOARDS[board].rows):
            for across, sign in enumerate(signs):
                west, south = (column + across - 1) * wide, (row + DEEP - 2 - down) * deep
                found += _piece(sign, west, south, wide, deep)
    return tuple(found)


def _piece(sign: str, west: float, south: float, wide: float, deep: float) -> list[Terrain]:
    corners = (
        (west, south),
        (west + wide, south),
        (west + wide, south + deep),
        (west, south + deep),
    )
    kinds = {"W": "wood", "B": "building", "E": "field"}
    if sign in kinds:
        return [Terrain(kinds[sign], corners)]
    if sign.isdecimal():
        return [Terrain("hill", corners, level=int(sign))]
    if sign == "s":
        return [Terrain("stream", (corners[3], corners[2]), is_line=True)]
    return []
