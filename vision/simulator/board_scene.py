"""A lens board held in front of the simulated camera, as one holds it to learn a lens.

The board is drawn as it is printed and seen through the simulated optics, each pixel from
four samples; blur and light then act on it as on everything else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.printing.sheets import Board, board_rects
from vision.cameras.camera import Picture
from vision.simulator.labels import INK, PAPER, box_round, overlap
from vision.simulator.optics.exposure import Box, Exposure, Light, to_light, to_picture
from vision.simulator.optics.pinhole import Floats, Optics, bend, unbend

_RIM_MM = 9.0
_FINE_STEP = 31
_SPARE_NODES = 2

Part = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class HeldBoard:
    """How a board is held.

    ``at``: where its middle is seen, as parts of the picture's width and height. ``share``: its
    width over the picture's, were it held level. ``tip_deg`` and ``roll_deg``: how far its top
    and its right side are turned away. ``spin_deg``: clockwise in the picture.
    """

    at: tuple[float, float] = (0.5, 0.5)
    share: float = 0.3
    tip_deg: float = 0.0
    roll_deg: float = 0.0
    spin_deg: float = 0.0


_WAYS = (
    (0.5, 0.5, 0.3, 0, 0, 0), (0.22, 0.4, 0.26, 28, 0, 0), (0.78, 0.6, 0.26, -28, 0, 0),
    (0.5, 0.3, 0.26, 0, 30, 90), (0.5, 0.7, 0.26, 0, -30, 90), (0.15, 0.74, 0.2, 22, 20, 90),
    (0.85, 0.26, 0.2, -22, -20, 90), (0.85, 0.74, 0.2, 24, -18, 90),
    (0.15, 0.26, 0.2, -24, 18, 90), (0.36, 0.5, 0.3, 32, 12, 45), (0.64, 0.5, 0.3, -32, -12, -45),
    (0.5, 0.5, 0.36, 15, 27, 0), (0.36, 0.16, 0.2, 26, 0, 90), (0.64, 0.84, 0.2, -26, 0, 90),
    (0.66, 0.16, 0.2, 0, 30, 90), (0.34, 0.84, 0.2, 0, -30, 90),
)  # fmt: skip

HELD = tuple(HeldBoard((x, y), *way) for x, y, *way in _WAYS)
"""Sixteen ways to hold it that together cover the picture."""


class ShownBoard:
    """A held board, ready to be put over pictures of that exposure."""

    def __init__(self, held: HeldBoard, board: Board, optics: Optics, exposure: Exposure) -> None:
        self._pose = _homography(held, board, optics)
        self._optics = optics
        self._board = board
        self._box = self._find_box(exposure)
        self._cover, self._shine = self._seen(exposure)

    def over(self, picture: Picture) -> Picture:
        """A copy of *picture* with the board in front."""
        shown = picture.copy()
        left, top, right, bottom = self._box
        light = to_light(shown[top:bottom, left:right])
        light *= (1 - self._cover)[:, :, None]
        light += self._shine[:, :, None]
        shown[top:bottom, left:right] = to_picture(light)
        return shown

    def _find_box(self, exposure: Exposure) -> Box:
        wide, high = _card_mm(self._board)
        sides = np.linspace(-0.5, 0.5, 9)
        edge = [(u * wide, v * high) for u in sides for v in sides]
        spots = np.column_stack([np.array(edge), np.ones(len(edge))]) @ self._pose.T
        pixels = bend(spots[:, :2] / spots[:, 2:], self._optics) * self._optics.focal_px
        pixels += (self._optics.centre_x_px, self._optics.centre_y_px)
        whole = (0, 0, exposure.width_px, exposure.height_px)
        return overlap(box_round(pixels, exposure.pad_px), whole) or (0, 0, 1, 1)

    def _seen(self, exposure: Exposure) -> tuple[Part, Part]:
        """How much of each pixel of the box the board covers, and the light it sends."""
        per_mm = self._texture_px_per_mm()
        across, down = self._board_map()
        wide, high = _card_mm(self._board)
        columns = (across + np.float32(wide / 2)) * np.float32(per_mm) - np.float32(0.5)
        rows = (down + np.float32(high / 2)) * np.float32(per_mm) - np.float32(0.5)
        printed = _printed(self._board, per_mm)
        shine = _looked_up(printed, columns, rows)
        cover = _looked_up(np.ones_like(printed), columns, rows)
        light = np.dstack([cover, shine, shine]).astype(np.float32)
        blurred = _blurred(light, exposure)
        lit = exposure.light_on(self._box) * blurred[:, :, 1]
        return np.ascontiguousarray(blurred[:, :, 0]), np.asarray(lit, dtype=np.float32)

    def _texture_px_per_mm(self) -> float:
        px_per_mm = self._optics.focal_px / float(self._pose[2, 2])
        # Whole, so that the edges of the squares fall between samples.
        return float(np.clip(math.ceil(2 * px_per_mm), 2, 8))

    def _board_map(self) -> tuple[Part, Part]:
        """Millimetres right and down of the board's middle that each half pixel shows. A few
        nodes are cast, the rest interpolated: over 16 pixels lens and tilt bend by a hundredth."""
        left, top, right, bottom = self._box
        count = [
            2 * side // _FINE_STEP + 2 + 2 * _SPARE_NODES for side in (right - left, bottom - top)
        ]
        xs, ys = (
            start + ((np.arange(n) - _SPARE_NODES) * _FINE_STEP + _FINE_STEP / 2) / 2 - 0.5
            for start, n in zip((left, top), count, strict=True)
        )
        east, south = np.meshgrid(xs, ys)
        nodes = np.column_stack([east.ravel(), south.ravel()])
        flat = unbend((nodes - self._centre()) / self._optics.focal_px, self._optics)
        spots = np.column_stack([flat, np.ones(len(flat))]) @ np.linalg.inv(self._pose).T
        found = (spots[:, :2] / spots[:, 2:]).reshape(*east.shape, 2).astype(np.float32)
        size = (count[0] * _FINE_STEP, count[1] * _FINE_STEP)
        grown = cv2.resize(found, size, interpolation=cv2.INTER_LINEAR)
        skip = _SPARE_NODES * _FINE_STEP
        part = grown[skip : skip + 2 * (bottom - top), skip : skip + 2 * (right - left)]
        across, down = cv2.split(np.ascontiguousarray(part))
        return np.asarray(across, dtype=np.float32), np.asarray(down, dtype=np.float32)

    def _centre(self) -> Floats:
        return np.array([self._optics.centre_x_px, self._optics.centre_y_px])


def _card_mm(board: Board) -> tuple[float, float]:
    return (
        board.columns * board.square_mm + 2 * _RIM_MM,
        board.rows * board.square_mm + 2 * _RIM_MM,
    )


def _homography(held: HeldBoard, board: Board, optics: Optics) -> Floats:
    """(3, 3) from (right, down, 1) on the board in mm to the camera's (x, y, z) in mm."""
    tip, roll, spin = (math.radians(a) for a in (held.tip_deg, held.roll_deg, held.spin_deg))
    away = board.columns * board.square_mm * optics.focal_px / (held.share * optics.width_px)
    middle = np.array([held.at[0] * optics.width_px, held.at[1] * optics.height_px])
    flat = unbend(
        ((middle - (optics.centre_x_px, optics.centre_y_px)) / optics.focal_px)[None, :], optics
    )[0]
    turned = np.array(
        [[math.cos(spin), -math.sin(spin), 0], [math.sin(spin), math.cos(spin), 0], [0, 0, 1]]
    )
    tipped = np.array(
        [[1, 0, 0], [0, math.cos(tip), -math.sin(tip)], [0, math.sin(tip), math.cos(tip)]]
    )
    rolled = np.array(
        [[math.cos(roll), 0, math.sin(roll)], [0, 1, 0], [-math.sin(roll), 0, math.cos(roll)]]
    )
    axes = rolled @ tipped @ turned
    return np.column_stack([axes[:, 0], axes[:, 1], (flat[0] * away, flat[1] * away, away)])


def _printed(board: Board, per_mm: float) -> Part:
    """The card with the board on it, rows from the top; 16 samples a texture pixel."""
    wide, high = _card_mm(board)
    fine = 4
    size = (round(high * per_mm) * fine, round(wide * per_mm) * fine)
    sheet = np.full(size, PAPER, dtype=np.float32)
    scale = per_mm * fine
    for x, y, across, tall in board_rects(board, _RIM_MM, _RIM_MM):
        top, bottom = round((high - y - tall) * scale), round((high - y) * scale)
        sheet[top:bottom, round(x * scale) : round((x + across) * scale)] = INK
    shrunk = cv2.resize(sheet, (size[1] // fine, size[0] // fine), interpolation=cv2.INTER_AREA)
    return np.asarray(shrunk, dtype=np.float32)


def _looked_up(sheet: Part, columns: Part, rows: Part) -> Part:
    """What half pixels see of the sheet, averaged to whole pixels; nothing beside it."""
    found = cv2.remap(sheet, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    size = (columns.shape[1] // 2, columns.shape[0] // 2)
    return np.asarray(cv2.resize(found, size, interpolation=cv2.INTER_AREA), dtype=np.float32)


def _blurred(light: Light, exposure: Exposure) -> Light:
    if exposure.blur_px <= 0:
        return light
    size = 2 * exposure.pad_px - 1
    found = cv2.GaussianBlur(light, (size, size), exposure.blur_px, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(found, dtype=np.float32)
