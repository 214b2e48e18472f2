"""Draws one six-sided die as a pinhole straight above the tray sees it.

Lengths are sides of the die: x right and y down in the picture, z up from the floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Canvas = NDArray[np.float32]
Colour = tuple[int, int, int]

HEIGHT = 34.0
"""Of the camera above the floor, in sides of a die: half a metre over dice of 15 mm."""

_TEXTURE_PX = 64
_PIP, _SPACING, _CORNER = 0.095, 0.25, 0.13
_SPOTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_OUT = {1: (1, 0, 0), 6: (-1, 0, 0), 2: (0, 1, 0), 5: (0, -1, 0), 3: (0, 0, 1), 4: (0, 0, -1)}
"""The way out of each face; opposite faces add to seven."""

_LAMP = np.array([-0.22, -0.28, 0.93])


@dataclass(frozen=True, slots=True)
class Pinhole:
    """Where points of the tray appear: the middle of the picture and the pixels of a side."""

    middle_px: tuple[float, float]
    side_px: float

    def project(self, points: Floats) -> Floats:
        """Pixels (n, 2) of points (n, 3)."""
        larger = self.side_px * HEIGHT / (HEIGHT - points[:, 2:])
        return np.asarray(points[:, :2] * larger + np.array(self.middle_px))


def lying(face: int, yaw: float) -> Floats:
    """The turn (3, 3) that brings *face* up, then turns the die by *yaw* radians."""
    out, up = np.array(_OUT[face], dtype=np.float64), np.array([0.0, 0.0, 1.0])
    axis = np.cross(out, up)
    if not axis.any():
        axis = np.array([1.0, 0.0, 0.0])
    angle = np.arccos(np.clip(out @ up, -1, 1))
    return turned(np.array([0.0, 0.0, yaw])) @ turned(axis * angle)


def turned(by: Floats) -> Floats:
    """The turn (3, 3) about the vector *by* (3,), as many radians as it is long."""
    return np.asarray(cv2.Rodrigues(by)[0], dtype=np.float64)


def rests_at(turn: Floats) -> float:
    """How high the middle of a die that is turned so lies when it touches the floor."""
    return float(np.abs(turn[2]).sum() / 2)


def draw_die(
    canvas: Canvas, hole: Pinhole, middle: Floats, turn: Floats, colours: tuple[Colour, Colour]
) -> None:
    """Draw a die on a picture (h, w, 3), 0 to 255, with its shadow.

    *middle* (3,); *colours*: of the body and of the pips, BGR.
    """
    corners = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T / 2 @ turn.T
    corners = corners + middle
    shade = corners - corners[:, 2:] / _LAMP[2] * _LAMP
    shade[:, 2] = 0
    _fill(canvas, hole.project(shade), (0, 0, 0), 0.35, soft=3.0)
    body, pip = colours
    inner = middle + (corners - middle) * 0.97
    _fill(canvas, hole.project(inner), tuple(0.6 * v for v in body), 1.0)
    eye = np.array([0.0, 0.0, HEIGHT])
    for face, way in _OUT.items():
        normal = turn @ np.array(way, dtype=np.float64)
        if normal @ (eye - middle - normal / 2) <= 0:
            continue
        light = 0.45 + 0.6 * max(0.0, float(normal @ _LAMP))
        _paste(canvas, _texture(face, body, pip), hole.project(_square(way, turn) + middle), light)


def _square(way: tuple[int, int, int], turn: Floats) -> Floats:
    """The four corners (4, 3) of a face, in order round it."""
    out = np.array(way, dtype=np.float64)
    first = np.roll(np.abs(out), 1)
    second = np.cross(out, first)
    ring = [out + a * first + b * second for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    return np.asarray(np.array(ring) / 2 @ turn.T)


@cache
def _texture(face: int, body: Colour, pip: Colour) -> Canvas:
    """One face (64, 64, 4): BGR 0 to 255 and how much it covers, 0 to 1."""
    size, middle = _TEXTURE_PX, (_TEXTURE_PX - 1) / 2
    ys, xs = np.mgrid[0:size, 0:size]
    flat = np.ones((size, size, 3)) * np.array(body, dtype=np.float64)
    for u, v in _SPOTS[face]:
        x, y = middle + u * _SPACING * size, middle + v * _SPACING * size
        inside = np.clip(_PIP * size - np.hypot(xs - x, ys - y) + 0.5, 0, 1)[..., None]
        flat = flat * (1 - inside) + np.array(pip, dtype=np.float64) * inside
    corner = _CORNER * size
    dx = np.maximum(np.abs(xs - middle) - (middle - corner), 0)
    dy = np.maximum(np.abs(ys - middle) - (middle - corner), 0)
    covers = np.clip(corner - np.hypot(dx, dy) + 0.5, 0, 1)[..., None]
    return np.concatenate([flat, covers], axis=2).astype(np.float32)


def _paste(canvas: Canvas, texture: Canvas, square_px: Floats, light: float) -> None:
    part, low = _part(canvas, square_px, 1)
    if part.size == 0:
        return
    size = _TEXTURE_PX
    frm = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(frm, (square_px - low).astype(np.float32))
    lit = texture.copy()
    lit[..., :3] *= light * lit[..., 3:]
    # A texture that is shown smaller loses its pips unless it is blurred first.
    lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), 0.8), dtype=np.float32)
    patch = cv2.warpPerspective(lit, matrix, (part.shape[1], part.shape[0]))
    part *= 1 - patch[..., 3:]
    part += patch[..., :3]


def _fill(
    canvas: Canvas,
    points_px: Floats,
    colour: tuple[float, ...],
    much: float,
    soft: float = 0.0,
) -> None:
    """Blend the hull of some points into the picture."""
    part, low = _part(canvas, points_px, int(3 * soft) + 1)
    if part.size == 0:
        return
    hull = cv2.convexHull((points_px - low).astype(np.float32))
    mask = np.zeros(part.shape[:2], np.float32)
    cv2.fillConvexPoly(mask, np.rint(hull * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    if soft:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), dtype=np.float32)
    part += (np.array(colour, dtype=np.float32) - part) * (mask * np.float32(much))[..., None]


def _part(canvas: Canvas, points_px: Floats, margin: int) -> tuple[Canvas, Floats]:
    """The part of the picture round some points, and its left top corner."""
    low = np.maximum(np.floor(points_px.min(axis=0)) - margin, 0).astype(int)
    high = np.maximum(np.ceil(points_px.max(axis=0)) + margin + 1, low).astype(int)
    return canvas[low[1] : high[1], low[0] : high[0]], low.astype(np.float64)
