"""A tag, its base, a calibrated camera and a height: where the base stands, and how surely.

The corners are cut with the plane the tag lies in (ground + tag height), the printed square
is laid over them, and the base hangs from it by the tag's offset. The method and the origin
of every part of the ± are in docs/accuracy.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.camera import Array, Calibration
from calibration.table_file import BaseInPlay
from vision.table.snapshot import Covariance, Pose
from vision.tags.tag import Tag

TAG_HEIGHT_SIGMA_IN = 0.1 / 25.4
"""Thickness of base, paper and glue: a tenth of a millimetre."""

GROUND_SIGMA_IN = 0.5 / 25.4
"""Height of a hill's top where it is not the table itself: half a millimetre."""

_MARGIN_PX = 0.02


@dataclass(frozen=True, slots=True)
class Task:
    """One tag to be placed: what was seen, what it sits on, the ground's height in inches."""

    tag: Tag
    base: BaseInPlay
    ground_in: float = 0.0


@dataclass(frozen=True, slots=True)
class Fitted:
    """A placed tag. ``scale``: its apparent over its printed size, 1 when the height is right;
    ``scale_sigma``: standard deviation of that."""

    pose: Pose
    scale: float
    scale_sigma: float


def locate(tag: Tag, base: BaseInPlay, calibration: Calibration, ground_in: float = 0.0) -> Pose:
    """The pose of the base that carries *tag* and stands on ground of that height.

    Raises:
        CalibrationError: the tag lies where the camera looks past the table.
    """
    return locate_all((Task(tag, base, ground_in),), calibration)[0].pose


def locate_all(tasks: Sequence[Task], calibration: Calibration) -> tuple[Fitted, ...]:
    """Many tags of one picture at once, in their order; 40 take a few milliseconds.

    Raises:
        CalibrationError: a tag lies where the camera looks past the table.
    """
    if not tasks:
        return ()
    count = len(tasks)
    pixels = np.array([task.tag.corners_px for task in tasks], dtype=np.float64).reshape(-1, 2)
    heights = np.array([task.ground_in + task.base.tag_height_in for task in tasks])
    each = np.repeat(heights, 4)
    corners = calibration.to_table(pixels, each).reshape(count, 4, 2)
    by_pixel, by_shared = calibration.table_jacobians(pixels, each)
    by_height = calibration.height_slopes(pixels, each)
    return tuple(
        _fit(
            tasks[k],
            corners[k],
            by_pixel[4 * k : 4 * k + 4],
            by_shared[4 * k : 4 * k + 4],
            by_height[4 * k : 4 * k + 4],
        )
        for k in range(count)
    )


def _fit(task: Task, corners: Array, by_pixel: Array, by_shared: Array, by_height: Array) -> Fitted:
    """The printed square laid over its (4, 2) corners by least squares, with covariance."""
    # Complex numbers: forward is real, right is -i; a turn is a product.
    half = task.base.tag_size_in / 2
    local = half * np.array([1 + 1j, 1 - 1j, -1 - 1j, -1 + 1j])
    seen = corners[:, 0] + 1j * corners[:, 1]
    centre = seen.mean()
    turn = (np.conj(local) * (seen - centre)).sum()
    facing = turn / abs(turn)
    right, forward = task.base.tag_offset_in
    offset = (forward - 1j * right) * facing
    at = centre - offset
    pose_by_corner = _pose_slopes(local, turn, offset)
    scale_by_corner = _scale_slopes(local, facing)
    own = _own(task, pose_by_corner, by_pixel, by_height, offset)
    shared = np.einsum("pja,jka->kp", pose_by_corner, by_shared)
    return Fitted(
        Pose(
            float(at.real),
            float(at.imag),
            math.degrees(float(np.angle(facing))) % 360.0,
            task.ground_in,
            _packed(own),
            tuple((x, y, f) for x, y, f in shared.tolist()),
        ),
        float(abs(turn) / (abs(local) ** 2).sum()),
        _scale_sigma(task, scale_by_corner, by_pixel),
    )


def _pose_slopes(local: Array, turn: complex, offset: complex) -> Array:
    """(3, 4, 2): how x, y (inches) and facing (degrees) move with each corner."""
    slopes = np.zeros((3, 4, 2))
    lever = np.conj(local) / turn
    turning = np.stack([lever.imag, lever.real], axis=1)
    # The base hangs from the tag: it swings about it when the facing changes.
    slopes[0] = offset.imag * turning
    slopes[1] = -offset.real * turning
    slopes[0, :, 0] += 0.25
    slopes[1, :, 1] += 0.25
    slopes[2] = np.degrees(turning)
    return slopes


def _scale_slopes(local: Array, facing: complex) -> Array:
    """(4, 2): how the apparent over the printed size moves with each corner."""
    lever = np.conj(local) / facing / (abs(local) ** 2).sum()
    return np.stack([lever.real, -lever.imag], axis=1)


def _own(task: Task, slopes: Array, by_pixel: Array, by_height: Array, offset: complex) -> Array:
    """(3, 3) of what is wrong with this base alone: corners, height, tag on base, cutting."""
    by_px = np.einsum("pja,jab->pjb", slopes, by_pixel).reshape(3, 8)
    own = by_px @ by_px.T * (task.tag.sigma_px**2 + _MARGIN_PX**2)
    ground = GROUND_SIGMA_IN if task.ground_in else 0.0
    raised = np.einsum("pja,ja->p", slopes, by_height)
    own += np.outer(raised, raised) * (TAG_HEIGHT_SIGMA_IN**2 + ground**2)
    # A label with its white rim (1.4 times the symbol), off by that at both ends, is turned.
    off = task.base.tolerance_in
    turned = off / task.base.tag_size_in
    swing = np.array([offset.imag, -offset.real, math.degrees(1.0)]) * turned
    own += np.outer(swing, swing)
    own[0, 0] += off**2
    own[1, 1] += off**2
    return np.asarray(own)


def _scale_sigma(task: Task, slopes: Array, by_pixel: Array) -> float:
    by_px = np.einsum("ja,jab->jb", slopes, by_pixel).ravel()
    return float(np.linalg.norm(by_px) * max(task.tag.sigma_px, _MARGIN_PX))


def _packed(own: Array) -> Covariance:
    return (
        float(own[0, 0]), float(own[0, 1]), float(own[0, 2]),
        float(own[1, 1]), float(own[1, 2]), float(own[2, 2]),
    )  # fmt: skip
