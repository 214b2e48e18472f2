"""The part of the simulated table that never moves: mat, floor, terrain and table markers."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Marker, TableFile, TerrainPiece
from vision.cameras.camera import Picture
from vision.simulator.labels import Label, lay, level_label
from vision.simulator.optics.exposure import to_light, to_picture
from vision.simulator.optics.pinhole import Floats, Pinhole
from vision.simulator.scene import Scene
from vision.simulator.symbols import aruco_modules
from vision.table.terrain_kinds import kind_of

Colour = tuple[int, int, int]
"""Blue, green, red."""

MARKER_CARD = 1.3
"""Side of a marker's white card in parts of its black side."""

_MAT_PX_PER_IN = 10
_SURROUND_IN = 30.0
_GRID_PX = 25
_SHIFT = 4


def paint_ground(scene: Scene, camera: Pinhole, seed: int) -> Picture:
    """The sharp, evenly lit picture of the bare table, ready to put models on.

    Raises:
        SymbolError: a marker of the table cannot be printed.
    """
    picture = _paint_mat(scene.size_in, camera, np.random.default_rng(seed))
    bare = picture.copy()
    for piece in sorted(scene.terrain, key=_stands_up):
        paint_terrain(picture, piece, camera)
    _roughen(picture, bare)
    for marker in scene.markers:
        _paint_marker(picture, marker, camera)
    return picture


def _stands_up(piece: TerrainPiece) -> bool:
    """Is it painted over hills and what lies flat on the table?"""
    return piece.kind != "hill" and not kind_of(piece.kind).is_flat


def _paint_mat(
    size_in: tuple[float, float], camera: Pinhole, random: np.random.Generator
) -> Picture:
    mat = _mat_texture(size_in, random)
    where = _table_map(camera)
    where = (where + np.float32(_SURROUND_IN)) * np.float32(_MAT_PX_PER_IN)
    east, north = cv2.split(where)
    seen = cv2.remap(mat, east, north, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def _roughen(picture: Picture, bare: Picture) -> None:
    """Give the flat colours of the terrain the mat's own light and dark spots."""
    green = bare[:, :, 1]
    rough = cv2.addWeighted(green, 0.7, green, 0.0, 128 - 0.7 * float(green.mean()))
    painted = (picture != bare).any(axis=2)
    # 128 leaves a colour as it is.
    spotted = cv2.multiply(picture, cv2.merge([rough] * 3), scale=1 / 128)
    picture[painted] = np.asarray(spotted, dtype=np.uint8)[painted]


def beyond_edge_in(table: TableFile) -> float:
    """How far the cards of the markers stand out over the edge of the table."""
    wide, deep = table.size_in
    out = [
        max(-m.x_in, m.x_in - wide, -m.y_in, m.y_in - deep) + m.size_in * MARKER_CARD / 2
        for m in table.markers
    ]
    return max(0.0, *out) if out else 0.0


def _mat_texture(size_in: tuple[float, float], random: np.random.Generator) -> Picture:
    """Floor with the mat on it; row 0 is the south, so rows grow with y."""
    wide, deep = ((np.array(size_in) + 2 * _SURROUND_IN) * _MAT_PX_PER_IN).astype(int)
    texture = np.empty((deep, wide, 3), dtype=np.float32)
    texture[:] = (62, 84, 112)
    texture += _mottle(random, texture, 60, 9)[:, :, None]
    edge = int(_SURROUND_IN * _MAT_PX_PER_IN)
    rim = int(0.9 * _MAT_PX_PER_IN)
    texture[edge - rim : deep - edge + rim, edge - rim : wide - edge + rim] *= 0.6
    mat = texture[edge : deep - edge, edge : wide - edge]
    mat[:] = (74, 128, 92)
    mat += _mottle(random, mat, 80, 10)[:, :, None] * np.array((0.7, 1.0, 0.9), dtype=np.float32)
    mat += _mottle(random, mat, 3, 4)[:, :, None] * np.array((0.6, 1.0, 1.2), dtype=np.float32)
    return texture.clip(0, 255).astype(np.uint8)


def _mottle(
    random: np.random.Generator, over: NDArray[np.float32], patch_px: int, strength: float
) -> NDArray[np.float32]:
    """Soft random spots of about *patch_px*, rows x columns of *over*."""
    rows, columns = over.shape[:2]
    small = random.standard_normal((rows // patch_px + 2, columns // patch_px + 2))
    grown = cv2.resize(small.astype(np.float32), (columns, rows), interpolation=cv2.INTER_CUBIC)
    return np.asarray(grown * strength, dtype=np.float32)


def _table_map(camera: Pinhole) -> NDArray[np.float32]:
    """Height x width x 2: the table point each pixel shows. Every 25th pixel is cast, the
    rest interpolated: the mat's texture needs no better."""
    wide, high = camera.optics.width_px, camera.optics.height_px
    columns, rows = wide // _GRID_PX + 2, high // _GRID_PX + 2
    xs, ys = np.meshgrid(np.arange(columns) * _GRID_PX, np.arange(rows) * _GRID_PX)
    nodes = np.column_stack([xs.ravel(), ys.ravel()]).astype(np.float64)
    coarse = camera.to_plane(nodes, 0.0).reshape(rows, columns, 2).astype(np.float32)
    # Resizing keeps the cells' edges, so node k lands on pixel k * grid + (grid - 1) / 2,
    # a whole number because the grid is odd.
    grown = cv2.resize(coarse, (columns * _GRID_PX, rows * _GRID_PX))
    start = (_GRID_PX - 1) // 2
    return np.ascontiguousarray(grown[start : start + high, start : start + wide])


def paint_terrain(picture: Picture, piece: TerrainPiece, camera: Pinhole) -> None:
    """Draw one piece of scenery as a stack of slices from the table up to its top."""
    kind = kind_of(piece.kind)
    top_in = 0.0 if kind.is_flat else piece.height_in
    slices = max(1, min(12, int(top_in / 0.15)))
    for k in range(slices + 1):
        share = k / slices
        shade = _shaded(kind.painted, 0.62 + 0.38 * share)
        if piece.is_line:
            outlines = line_outlines(piece.outline_in, kind.wide_in)
        else:
            swell = 0.5 * (1 - share) if piece.kind == "hill" else 0.0
            outlines = [swollen(np.array(piece.outline_in), swell)]
        for outline in outlines:
            fill(picture, camera, outline, share * top_in, shade)
    if piece.kind == "building" and not piece.is_line:
        _paint_roof(picture, camera, np.array(piece.outline_in), piece.height_in)


def _paint_roof(picture: Picture, camera: Pinhole, outline: Floats, height_in: float) -> None:
    """The half of the roof away from the light is darker."""
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    half = outline.copy()
    half[:, 1] = np.minimum(half[:, 1], middle[1])
    fill(picture, camera, half, height_in, _shaded(kind_of("building").painted, 0.8))


def swollen(outline: Floats, by_in: float) -> Floats:
    """The outline pushed outwards from its middle by about *by_in*."""
    if by_in == 0:
        return outline
    arms = outline - outline.mean(axis=0)
    long = np.maximum(np.hypot(arms[:, 0], arms[:, 1]), 1e-6)[:, None]
    return np.asarray(outline + arms / long * by_in)


def line_outlines(points: tuple[tuple[float, float], ...], wide_in: float) -> list[Floats]:
    """A rectangle round each leg of a line, with an octagon at each inner joint."""
    half = wide_in / 2
    turns = np.arange(8) * np.pi / 4
    ring = np.column_stack([np.cos(turns), np.sin(turns)]) * half
    outlines = [np.array(point) + ring for point in points[1:-1]]
    for start, end in zip(points, points[1:], strict=False):
        leg = np.array(end) - np.array(start)
        long = float(np.hypot(*leg))
        if long > 0:
            side = np.array([-leg[1], leg[0]]) / long * half
            a, b = np.array(start), np.array(end)
            outlines.append(np.stack([a + side, b + side, b - side, a - side]))
    return outlines


def fill(picture: Picture, camera: Pinhole, outline: Floats, z_in: float, colour: Colour) -> None:
    """Fill a level polygon; its edges are cut into short legs, for the lens bends them."""
    ends = zip(outline, np.roll(outline, -1, axis=0), strict=True)
    legs = np.concatenate([_leg(start, end) for start, end in ends])
    pixels = camera.to_pixels(np.column_stack([legs, np.full(len(legs), z_in)]))
    # Coordinates far outside the picture would overflow OpenCV's fixed point.
    fixed = np.round(pixels.clip(-20000, 40000) * (1 << _SHIFT)).astype(np.int32)
    cv2.fillPoly(picture, [fixed], colour, cv2.LINE_AA, _SHIFT)


def _leg(start: Floats, end: Floats) -> Floats:
    """Points an inch apart from *start* up to, not including, *end*."""
    count = max(2, int(np.hypot(*(end - start))))
    share = np.linspace(0, 1, count, endpoint=False)[:, None]
    return np.asarray(start + (end - start) * share, dtype=np.float64)


def _shaded(colour: Colour, by: float) -> Colour:
    blue, green, red = (min(255, round(part * by)) for part in colour)
    return blue, green, red


def _paint_marker(picture: Picture, marker: Marker, camera: Pinhole) -> None:
    label = marker_label(marker)
    high, wide = picture.shape[:2]
    left, top, right, bottom = label.box(camera, 3)
    box = (max(left, 0), max(top, 0), min(right, wide), min(bottom, high))
    if box[0] >= box[2] or box[1] >= box[3]:
        return
    part = picture[box[1] : box[3], box[0] : box[2]]
    light = to_light(part)
    lay(light, box, label, camera)
    part[:] = to_picture(light)


def marker_label(marker: Marker) -> Label:
    """A table marker as a label; ``turned_deg`` 0 has its printed top towards north.

    Raises:
        SymbolError: unknown family or number.
    """
    return level_label(
        (marker.x_in, marker.y_in, marker.z_in), marker.turned_deg + 90.0, marker.size_in,
        marker.size_in * MARKER_CARD, aruco_modules(marker.family, marker.id),
    )  # fmt: skip
