"""A table to start with: two small armies, or any hand-made snapshot dressed with tags.

Law: nothing here knows a rule; kinds and units are names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from calibration.table_file import BaseInPlay, Marker, TableFile, TerrainPiece
from calibration.tolerances import DRAWN, DRAWN_MARKERS_IN
from vision.simulator.scene import Spot, label_side_in
from vision.table.snapshot import Base, Snapshot, Terrain

MM = 1 / 25.4

_MODULES = 21
_CARD_IN = 3 * MM
_PAPER_IN = 0.15 * MM
_LARGEST_SYMBOL_IN = 32 * MM
_QUIET_MODULES = 2
_BOARD_IN = 36.0


def tag_for(
    payload: str,
    frontage_in: float,
    depth_in: float,
    *,
    kind: str = "",
    unit: str = "",
    side: str = "",
    figures: int = 0,
    round_base: bool = False,
) -> BaseInPlay:
    """A base with the largest tag that suits it, up to 32 mm.

    The symbol with two modules of margin fills the shorter side of the base. On a base wider
    than deep it sits at the left end, and the figures have the rest.
    """
    room = min(frontage_in, depth_in) * (0.7 if round_base else 1.0)
    symbol = min(_LARGEST_SYMBOL_IN, room * _MODULES / (_MODULES + 2 * _QUIET_MODULES))
    base = BaseInPlay(
        payload, frontage_in, depth_in, symbol, kind, _CARD_IN, (0.0, 0.0),
        _CARD_IN + _PAPER_IN, "H", None, "qr", unit or payload, side, round_base, figures,
    )  # fmt: skip
    left = 0.0 if round_base else -max(0.0, (frontage_in - label_side_in(base)) / 2)
    return replace(base, tag_offset_in=(left, 0.0))


def edge_markers(size_in: tuple[float, float], clear: Sequence[Spot] = ()) -> tuple[Marker, ...]:
    """Eight ArUco markers of the 4x4_50 family: the corners and the middles of the sides.

    They lie on the table, or just outside a board of less than a yard, where there is no
    room to spare. *clear*: places with nothing there, x and y and how far round it, inches;
    a marker in the middle of a side makes way for them along the side.
    """
    wide, deep = size_in
    side = min(60 * MM, 0.08 * min(size_in))
    inset = side * (-0.75 if min(size_in) < _BOARD_IN else 0.8)
    west, east, south, north = inset, wide - inset, inset, deep - inset
    corners = ((west, north), (east, north), (east, south), (west, south))
    ends = ((0, 1), (1, 2), (3, 2), (0, 3))
    middles = tuple(_free(corners[a], corners[b], clear, side) for a, b in ends)
    spots = enumerate((*corners, *middles))
    return tuple(Marker(k, x, y, side, _PAPER_IN) for k, (x, y) in spots)


def _free(
    start: tuple[float, float], end: tuple[float, float], clear: Sequence[Spot], side_in: float
) -> tuple[float, float]:
    """The place nearest to the middle between two corners where a marker covers nothing and
    is not covered; the middle itself where there is none."""
    length_in = math.dist(start, end)
    count = int(0.6 * length_in / side_in)
    for step in (sign * k * side_in / 2 / length_in for k in range(count) for sign in (1, -1)):
        share = 0.5 + step
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        if all(math.dist((x, y), (cx, cy)) > reach + side_in for cx, cy, reach in clear):
            return x, y
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def dress(table: Snapshot) -> tuple[TableFile, dict[str, Spot]]:
    """A hand-made table, ready for the simulated camera: markers, tags, and who stands where.

    Payloads stay as they are; each must fit a tag (at most ten of 0-9 A-Z $%*+-./: and
    space). Bases without a pose are known but not on the table.
    """
    terrain = pieces_of(table.terrain)
    bases = tuple(dressed(base) for base in table.bases)
    placed = [(base, base.pose) for base in table.bases if base.pose is not None]
    poses = {base.payload: (pose.x_in, pose.y_in, pose.facing_deg) for base, pose in placed}
    clear = [
        (pose.x_in, pose.y_in, math.hypot(base.frontage_in, base.depth_in) / 2)
        for base, pose in placed
    ]
    markers = edge_markers(table.size_in, clear)
    return TableFile(table.size_in, markers, terrain, bases, DRAWN_MARKERS_IN, DRAWN), poses


def pieces_of(terrain: Sequence[Terrain]) -> tuple[TerrainPiece, ...]:
    """Terrain of a snapshot, as a table file has it."""
    return tuple(
        TerrainPiece(t.kind, t.outline_in, t.height_in, t.name, t.is_line, t.level, t.tags)
        for t in terrain
    )


def dressed(base: Base) -> BaseInPlay:
    """The base with the tag that suits it."""
    return tag_for(
        base.payload, base.frontage_in, base.depth_in, kind=base.kind, unit=base.unit_id,
        side=base.side, figures=base.figures, round_base=base.round,
    )  # fmt: skip


# Half of a battle, as seen from its own side of the table: payload number, kind, unit,
# frontage and depth in mm, figures, inches east of the middle and north of the south edge.
_ARMY = (
    (1, "musket", "Foot", 80, 40, 6, -8.4, 14.0),
    (2, "pike", "Foot", 80, 40, 8, -5.2, 14.0),
    (3, "musket", "Foot", 80, 40, 6, -2.0, 14.0),
    (4, "forlorn", "Forlorn", 60, 40, 3, 4.0, 18.0),
    (5, "forlorn", "Forlorn", 60, 40, 3, 6.6, 18.4),
    (6, "horse", "Horse", 75, 50, 3, 13.5, 12.5),
    (7, "horse", "Horse", 75, 50, 3, 16.7, 12.5),
    (8, "horse", "Horse", 75, 50, 3, 19.9, 12.5),
    (9, "gun", "Gun", 60, 50, 3, -13.0, 9.5),
    (10, "leader", "Brigadier", 40, 40, 1, -5.2, 9.6),
)

_TERRAIN = (
    TerrainPiece(
        "hill",
        ((16.0, 5.0), (27.5, 4.5), (29.5, 9.0), (26.0, 12.2), (19.0, 12.0), (15.0, 9.0)),
        1.0,
        "Windmill Hill",
    ),
    TerrainPiece(
        "hill",
        ((47.5, 35.0), (57.0, 34.0), (59.5, 39.0), (56.0, 43.4), (47.0, 43.0), (45.5, 39.0)),
        2.0,
        "Beacon Hill",
    ),
    TerrainPiece("wood", ((58.0, 20.0), (66.0, 19.5), (67.0, 27.0), (60.0, 29.0)), 1.5, "Copse"),
    TerrainPiece("hedge", ((6.0, 22.0), (20.0, 25.5)), 0.6, "Long hedge", True),
    TerrainPiece("building", ((27.0, 20.5), (31.0, 20.5), (31.0, 23.5), (27.0, 23.5)), 1.6),
    TerrainPiece("road", ((0.0, 30.0), (20.0, 29.0), (40.0, 25.0), (72.0, 31.0)), 0.0, "", True),
)


def demo_table() -> tuple[TableFile, dict[str, Spot]]:
    """Royalists in the south and Parliament in the north on a 6 ft by 4 ft table."""
    size_in = (72.0, 48.0)
    bases: list[BaseInPlay] = []
    poses: dict[str, Spot] = {}
    for letter, side in (("R", "Royalists"), ("P", "Parliament")):
        for number, kind, unit, front_mm, deep_mm, figures, east, north in _ARMY:
            base = tag_for(
                f"{letter}{number:02}", front_mm * MM, deep_mm * MM, kind=kind,
                unit=f"{letter}-{unit}", side=side, figures=figures,
            )  # fmt: skip
            bases.append(base)
            poses[base.payload] = _own_half(letter == "P", size_in, east, north)
    markers = edge_markers(size_in)
    return TableFile(size_in, markers, _TERRAIN, tuple(bases), DRAWN_MARKERS_IN, DRAWN), poses


def _own_half(north_side: bool, size_in: tuple[float, float], east: float, north: float) -> Spot:
    wide, deep = size_in
    if north_side:
        return wide / 2 - east, deep - north, 270.0
    return wide / 2 + east, north, 90.0
