"""A tag, its base, a calibrated camera and a height: where the base stands, and how surely.

The corners are cut with the plane the tag lies in (ground + tag height), the printed square
is laid over them, and the base hangs from it by the tag's offset. The method and the origin
of every part of the ± are in docs/accuracy.md.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.camera import Array, Calibration
from calibration.table_file import BaseInPlay
from calibration.tolerances import HONEST, MM_IN, Tolerances
from vision.table.snapshot import Covariance, Pose
from vision.tags.tag import Tag

GROUND_SIGMA_IN = 0.5 * MM_IN
"""Height of a hill's top where it is not the table itself: half a millimetre."""

_IN_COMMON, _ALONE = 0.8, 0.6
"""Of what a thickness may be off: what all bases of one board share, and what each has alone."""
_RUCKS = 0.15
"""Of the table's unevenness: what is too small and near for the table's shape."""
_LIFTS = 0.9
"""A base that leans stands on an edge or a corner: how far its middle is lifted, on the average
of all directions, as a share of half its diagonal times the tangent of the lean."""
_SHEARS = 0.31
"""A leaning square that is seen from r aside at height H seems turned by this share of r/H."""
_MARGIN_PX = 0.02


@dataclass(frozen=True, slots=True)
class Task:
    """One tag to be placed: what was seen, what it sits on, the ground's height in inches, and
    how far bases and labels may be off where the base itself does not say."""

    tag: Tag
    base: BaseInPlay
    ground_in: float = 0.0
    tolerances: Tolerances = HONEST


@dataclass(frozen=True, slots=True)
class Fitted:
    """A placed tag. ``scale``: its apparent over its printed size, 1 when the height is right;
    ``scale_sigma``: standard deviation of that.

    ``own_rows``: the parts of ``pose.own`` by cause: (k, 3) rows, each what one standard
    deviation of one error does to x, y (inches) and facing (degrees).
    """

    pose: Pose
    scale: float
    scale_sigma: float
    own_rows: dict[str, Array] = field(default_factory=dict, compare=False)


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
    sunk = calibration.heights_at(corners.reshape(-1, 2))[:, None] * by_height
    corners = corners + sunk.reshape(count, 4, 2)
    some = [slice(4 * k, 4 * k + 4) for k in range(count)]
    return tuple(
        _fit(task, seen, _Moves(by_pixel[four], by_shared[four], by_height[four]), calibration)
        for task, seen, four in zip(tasks, corners, some, strict=True)
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Moves:
    """How a tag's four corners move: (4, 2, 2) with their pixels, (4, k, 2) with each shared
    error, (4, 2) per inch of height."""

    by_pixel: Array
    by_shared: Array
    by_height: Array


def _fit(task: Task, corners: Array, moves: _Moves, calibration: Calibration) -> Fitted:
    """The printed square laid over its (4, 2) corners by least squares, with covariance."""
    # Complex numbers: forward is real, right is -i; a turn is a product.
    half = task.base.tag_size_in / 2
    local = half * np.array([1 + 1j, 1 - 1j, -1 - 1j, -1 + 1j])
    seen = corners[:, 0] + 1j * corners[:, 1]
    centre = seen.mean()
    turn = (np.conj(local) * (seen - centre)).sum()
    facing = turn / abs(turn)
    ahead = facing * np.exp(-1j * math.radians(task.base.tag_turned_deg))
    right, forward = task.base.tag_offset_in
    offset = (forward - 1j * right) * ahead
    at = centre - offset
    pose = Pose(
        float(at.real),
        float(at.imag),
        math.degrees(float(np.angle(ahead))) % 360.0,
        task.ground_in,
    )
    pose, parts = _with_errors(
        pose, task, moves, _pose_slopes(local, turn, offset), offset, calibration
    )
    return Fitted(
        replace(pose, shared_causes=calibration.causes),
        float(abs(turn) / (abs(local) ** 2).sum()),
        _scale_sigma(task, _scale_slopes(local, facing), moves.by_pixel),
        parts,
    )


def _with_errors(
    pose: Pose, task: Task, moves: _Moves, slopes: Array, offset: complex, calibration: Calibration
) -> tuple[Pose, dict[str, Array]]:
    """The pose with what may be wrong with it, and its own errors by cause as rows.

    *slopes*: (3, 4, 2) of the pose by its corners.
    """
    raised = np.einsum("pja,ja->p", slopes, moves.by_height)
    aside = float(np.linalg.norm(moves.by_height.mean(axis=0)))
    parts = {
        "pixels": _by_pixels(task, slopes, moves.by_pixel),
        "shutter": _by_shutter(slopes, moves.by_pixel, calibration.wobble_px),
        **_by_making(task, raised, offset, aside),
    }
    shared = np.einsum("pja,jka->kp", slopes, moves.by_shared)
    thick_in = _IN_COMMON * _thickness_in(task)
    dx, dy, turned = (raised * thick_in).tolist()
    squares = {cause: rows.T @ rows for cause, rows in parts.items()}
    placed = replace(
        pose,
        own=packed(np.asarray(sum(squares.values()))),
        shared=tuple((x, y, f) for x, y, f in shared.tolist()),
        batch=batch_of(task.base) if thick_in else "",
        batched=(dx, dy, turned),
        own_causes=shares(squares),
    )
    return placed, parts


def batch_of(base: BaseInPlay) -> str:
    """The bases that were cut from one board: of one thickness class, or of one height."""
    return base.thickness or f"{base.tag_height_in:.3f} in high"


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


def _by_pixels(task: Task, slopes: Array, by_pixel: Array) -> Array:
    by_px = np.einsum("pja,jab->pjb", slopes, by_pixel).reshape(3, 8)
    return np.asarray(by_px.T * math.hypot(task.tag.sigma_px, _MARGIN_PX))


def _by_shutter(slopes: Array, by_pixel: Array, wobble_px: tuple[float, float]) -> Array:
    """(2, 3): what rows that waver to the right and down do to the pose; a tag moves whole."""
    moved = np.einsum("pja,jab->bp", slopes, by_pixel)
    return np.asarray(moved * np.array(wobble_px)[:, None])


def _by_making(task: Task, raised: Array, offset: complex, aside: float) -> dict[str, Array]:
    """(k, 3) rows of what is wrong with this base alone: label, thickness, lean, ground.

    *raised*: how the pose moves per inch of height; *aside*: r/H of the tag.
    """
    base, tolerances = task.base, task.tolerances
    turned = label_turn(base, tolerances)
    swing = np.array([offset.imag, -offset.real, math.degrees(1.0)]) * turned
    off = tolerances.label_in if base.tolerance_in is None else base.tolerance_in
    lean = math.tan(math.radians(tolerances.tilt_deg if base.tilt_deg is None else base.tilt_deg))
    lift = lean * math.hypot(
        _LIFTS * math.hypot(base.frontage_in, base.depth_in) / 2, math.hypot(*base.tag_offset_in)
    )
    sheared = np.array([0.0, 0.0, math.degrees(lean) * _SHEARS * aside])
    hill = GROUND_SIGMA_IN if task.ground_in else 0.0
    ground = math.hypot(hill, _RUCKS * tolerances.flatness_in)
    return {
        "label": np.array([swing, [off, 0.0, 0.0], [0.0, off, 0.0]]),
        "thickness": (raised * _ALONE * _thickness_in(task))[None],
        "tilt": np.array([raised * lift, sheared]),
        "flatness": (raised * ground)[None],
    }


def label_turn(base: BaseInPlay, tolerances: Tolerances) -> float:
    """How far a label may be turned on its base, one standard deviation, radians.

    A label known by its place alone is turned by what is off at both ends of its symbol.
    """
    if base.tolerance_deg is not None:
        return math.radians(base.tolerance_deg)
    if base.tolerance_in is not None:
        return base.tolerance_in / base.tag_size_in
    return math.radians(tolerances.label_deg)


def _thickness_in(task: Task) -> float:
    typed = task.base.tag_height_tolerance_in
    return task.tolerances.thickness_in if typed is None else typed


def shares(parts: dict[str, Array]) -> tuple[tuple[str, float], ...]:
    """What share of the place's variance each part is."""
    sizes = {cause: float(part[0, 0] + part[1, 1]) for cause, part in parts.items()}
    whole = sum(sizes.values())
    return tuple((c, size / whole) for c, size in sizes.items() if size > 0.005 * whole)


def _scale_sigma(task: Task, slopes: Array, by_pixel: Array) -> float:
    by_px = np.einsum("ja,jab->jb", slopes, by_pixel).ravel()
    return float(np.linalg.norm(by_px) * max(task.tag.sigma_px, _MARGIN_PX))


def packed(own: Array) -> Covariance:
    """The upper triangle of a (3, 3) covariance."""
    return (
        float(own[0, 0]), float(own[0, 1]), float(own[0, 2]),
        float(own[1, 1]), float(own[1, 2]), float(own[2, 2]),
    )  # fmt: skip
