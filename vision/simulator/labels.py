"""Printed labels (tags, markers) as the simulated camera sees them, by casting rays.

Every pixel sends sixteen rays through the lens onto the label's plane and looks up the module
it meets, so an edge is placed to about a thirtieth of a pixel whatever its direction.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.simulator.optics.exposure import Box, Light
from vision.simulator.optics.pinhole import Floats, Pinhole
from vision.simulator.symbols import Modules

PAPER = 0.80
INK = 0.035

# Hammersley's points: the 16 x and the 16 y offsets are all different.
_RAYS = tuple(
    ((k + 0.5) / 16 - 0.5, int(f"{k:04b}"[::-1], 2) / 16 + 1 / 32 - 0.5) for k in range(16)
)


Vector = tuple[float, float, float]

_BOW_STEPS = 4


@dataclass(frozen=True, slots=True)
class Label:
    """A square white card with a symbol in its middle.

    ``centre_in``: its middle, were it flat. ``right``, ``forward``: unit vectors along the
    card, to the right and the top of what is printed. ``size_in``: side of the black symbol,
    ``side_in``: of the card. ``bow_in``: how far the middle bulges up, while the left and right
    edges lie flat.
    """

    centre_in: Vector
    right: Vector
    forward: Vector
    size_in: float
    side_in: float
    modules: Modules
    bow_in: float = 0.0

    def box(self, camera: Pinhole, spare_px: int) -> Box:
        """The part of the picture it lies in, with *spare_px* all round."""
        half = self.side_in / 2
        flat = np.array(self.centre_in)
        spots = [
            flat + dx * half * np.array(self.right) + dy * half * np.array(self.forward)
            for dx in (-1, 1)
            for dy in (-1, 1)
        ]
        raised = [spot + (0.0, 0.0, self.bow_in) for spot in spots]
        return box_round(camera.to_pixels(np.array(spots + raised)), spare_px)


def level_label(
    spot: Vector, facing_deg: float, size_in: float, side_in: float, modules: Modules
) -> Label:
    """A label lying level at *spot*; *facing_deg* is where its printed top points."""
    angle = math.radians(facing_deg)
    forward = (math.cos(angle), math.sin(angle), 0.0)
    right = (math.sin(angle), -math.cos(angle), 0.0)
    return Label(spot, right, forward, size_in, side_in, modules)


def box_round(pixels: Floats, spare_px: int) -> Box:
    """The smallest box of whole pixels that holds them and *spare_px* more."""
    left, top = np.floor(pixels.min(axis=0)).astype(int) - spare_px
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + spare_px + 1
    return int(left), int(top), int(right), int(bottom)


def lay(light: Light, box: Box, label: Label, camera: Pinhole) -> None:
    """Put the label into *light*, which covers *box*; what lies outside the box is left out."""
    part = overlap(label.box(camera, 1), box)
    if part is None:
        return
    left, top, right, bottom = part
    cover, shine = _cast(part, label, camera)
    target = light[top - box[1] : bottom - box[1], left - box[0] : right - box[0]]
    target *= (1 - cover)[:, :, None]
    target += shine[:, :, None]


def overlap(one: Box, other: Box) -> Box | None:
    """What two boxes share, None when that is nothing."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[2], other[2]), min(one[3], other[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _cast(
    box: Box, label: Label, camera: Pinhole
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Share of each pixel that the label covers, and the light that share sends."""
    # One pixel more all round, for gradients need neighbours.
    roomy = (box[0] - 1, box[1] - 1, box[2] + 1, box[3] + 1)
    right_in, forward_in = _on_label(roomy, label, camera)
    right_down, right_along = np.gradient(right_in)
    forward_down, forward_along = np.gradient(forward_in)
    cover = np.zeros(right_in.shape, dtype=np.float32)
    shine = np.zeros(right_in.shape, dtype=np.float32)
    for dx, dy in _RAYS:
        r = right_in + right_along * dx + right_down * dy
        f = forward_in + forward_along * dx + forward_down * dy
        inside = (np.abs(r) < label.side_in / 2) & (np.abs(f) < label.side_in / 2)
        black = inside & _is_black(r, f, label)
        cover += inside
        shine += inside * PAPER - black * np.float32(PAPER - INK)
    share = np.float32(1 / len(_RAYS))
    return cover[1:-1, 1:-1] * share, shine[1:-1, 1:-1] * share


def _on_label(box: Box, label: Label, camera: Pinhole) -> tuple[Floats, Floats]:
    """For each pixel centre of the box, how far right and up of the label's centre it looks."""
    xs, ys = np.meshgrid(np.arange(box[0], box[2]), np.arange(box[1], box[3]))
    pixels = np.column_stack([xs.ravel(), ys.ravel()]).astype(np.float64)
    rays, eye = camera.rays(pixels), np.array(camera.eye_in)
    aside, ahead = np.array(label.right), np.array(label.forward)
    normal = np.cross(aside, ahead)
    fall, away = rays @ normal, float((np.array(label.centre_in) - eye) @ normal)
    raised = np.zeros(len(rays))
    for _ in range(_BOW_STEPS if label.bow_in else 1):
        spots = eye + rays * ((away + raised) / fall)[:, None] - np.array(label.centre_in)
        right, forward = spots @ aside, spots @ ahead
        raised = label.bow_in * (1 - (2 * right / label.side_in) ** 2).clip(0, 1)
    return right.reshape(xs.shape), forward.reshape(xs.shape)


def _is_black(right: Floats, forward: Floats, label: Label) -> NDArray[np.bool_]:
    count = len(label.modules)
    column = np.floor((right / label.size_in + 0.5) * count).astype(np.int32)
    row = np.floor((0.5 - forward / label.size_in) * count).astype(np.int32)
    within = (column >= 0) & (column < count) & (row >= 0) & (row < count)
    found = label.modules[row.clip(0, count - 1), column.clip(0, count - 1)]
    return np.asarray(found & within)
