"""One least squares: markers, tags, beliefs and measurements to a camera.

Unknowns: OpenCV's rvec and tvec (table inches to camera inches), the nine lens numbers, how
far every dark edge is shrunk by blur and tone curve, what all prints and places have wrong
together (``calibration.fit.shared``), and place and facing of each tag. The placing of a
marker is not an unknown but a part of its noise, so a marker laid half a millimetre off pulls
on the answer no harder than it deserves.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from scipy.linalg import solve_triangular

from calibration.camera import Array, CalibrationError, Lens
from calibration.fit.shared import COUNT, TAG_PRINT, Common
from calibration.fit.shared import WARP as WARPS
from calibration.fit.squares import (
    NO_SQUARES,
    Squares,
    as_read,
    outward,
    placing_slopes,
    project,
    square_corners,
)
from calibration.optics import unbend

POSE, LENS, SHRINK = slice(0, 6), slice(6, 15), slice(15, 17)
"""Places of the pose, the lens and the two shrinks (markers, tags) among the unknowns."""
COMMON, HEAD = slice(17, 17 + COUNT), 17 + COUNT

CORNER_SIGMA_PX = 0.12
"""Of a marker corner, before it is judged from the picture."""
TURN_SIGMA = float(np.radians(1.0))
"""A marker laid by eye along a table edge: one degree."""

SHRINK_SIGMA_PX = 0.3
"""What is left of how blur and tone curve shrink dark squares (0.25-0.85 px on webcams)."""
_MAX_TURNS = 60
_KNOWN = 0.05


@dataclass(frozen=True, eq=False)
class LensBelief:
    """What is believed of the lens beforehand: its numbers and their (9, 9) covariance."""

    lens: Lens
    covariance: Array

    @cached_property
    def whitener(self) -> Array:
        """(9, 9): what turns numbers beyond the believed ones into standard deviations."""
        root = np.linalg.cholesky(self.covariance)
        return np.asarray(solve_triangular(root, np.eye(9), lower=True))


def lens_is_known(belief: LensBelief) -> bool:
    """Whether it was calibrated: its focal length is surer than a twentieth of itself."""
    return bool(belief.covariance[0, 0] ** 0.5 < _KNOWN * belief.lens.fx)


@dataclass(frozen=True, slots=True)
class Noise:
    """How noisy the markers are taken to be: placing per axis, turn, and a corner; one sigma."""

    placement_in: float
    corner_px: float = CORNER_SIGMA_PX
    turn_rad: float = TURN_SIGMA


@dataclass(frozen=True, slots=True, eq=False)
class MarkerRows:
    """(8 n,) residuals of the markers in pixels, their slopes by the unknowns (8 n, m), and by
    each marker's place and turn (n, 8, 3)."""

    left: Array
    slopes: Array
    placing: Array


@dataclass(frozen=True, eq=False)
class Problem:
    """What was seen, what is believed, and how noisy both are taken to be."""

    markers: Squares
    belief: LensBelief
    common: Common
    noise: Noise
    tags: Squares = NO_SQUARES

    def without(self, index: int) -> Problem:
        """The same without one marker."""
        return replace(self, markers=self.markers.without(index))

    def start(self, rvec: Array, tvec: Array, numbers: Array) -> Array:
        """The unknowns of a first guess."""
        facing = np.radians(self.tags.turned_deg)
        places = np.column_stack([self.tags.xyz_in[:, :2], facing]).ravel()
        none = np.zeros(2 + COUNT)
        return np.concatenate([rvec.ravel(), tvec.ravel(), numbers, none, places])

    def best(self) -> tuple[Array, float] | None:
        """The lowest end of the descents from all starts; None when none is above the table."""
        ends = [end for end in map(self.descend, self._starts()) if end is not None]
        return min(ends, key=lambda end: end[1], default=None)

    def descend(self, unknowns: Array) -> tuple[Array, float] | None:
        """The unknowns and the cost where a descent from there ends; None when nowhere."""
        return levenberg(self._tried, unknowns)

    def whitened(self, at: Array) -> tuple[Array, Array]:
        """Residuals over their standard deviations, and their slopes by the unknowns."""
        left, slopes, _ = self.whitened_markers(self.marker_rows(at))
        rest_left, rest_slopes = self.rest(at)
        return np.concatenate([left, rest_left]), np.vstack([slopes, rest_slopes])

    def whitened_markers(self, rows: MarkerRows) -> tuple[Array, Array, float]:
        """The markers' part, and the log of their noise's volume."""
        count, unknowns = len(self.markers), rows.slopes.shape[1]
        root = np.linalg.cholesky(sum(r @ r.transpose(0, 2, 1) for r in self.noise_roots(rows)))
        left, slopes = rows.left.reshape(count, 8, 1), rows.slopes.reshape(count, 8, -1)
        white = np.linalg.solve(root, np.concatenate([left, slopes], axis=2))
        white = white.reshape(8 * count, unknowns + 1)
        volume = 2 * float(np.log(np.diagonal(root, axis1=1, axis2=2)).sum())
        return white[:, 0], white[:, 1:], volume

    def noise_roots(self, rows: MarkerRows) -> tuple[Array, Array]:
        """Roots of the corners' covariance by placing (n, 8, 3: x, y, turn), by fit (n, 8, 8)."""
        placed = (self.noise.placement_in, self.noise.placement_in, self.noise.turn_rad)
        return rows.placing * np.array(placed), self._fit_roots

    @cached_property
    def _fit_roots(self) -> Array:
        # A marker can be fitted worse than the others, but none is known to be better: where
        # the sensor was full, the fit only seems to be.
        relative = np.clip(self.markers.sigma_px / np.median(self.markers.sigma_px), 1.0, 4.0)
        return np.asarray((self.noise.corner_px * relative)[:, None, None] * np.eye(8))

    def marker_rows(self, at: Array) -> MarkerRows:
        """The markers as the unknowns have them against where they are seen."""
        count = len(self.markers)
        moved = self.common.moved(self.markers, at[COMMON])
        corners = moved.corners_in()
        pixels, by_camera, by_place = project(corners, at, fisheye=self.fisheye)
        out = outward(pixels.reshape(count, 4, 2))
        slopes = np.zeros((8 * count, len(at)))
        slopes[:, :15] = by_camera
        slopes[:, 15] = -out.ravel()
        slopes[:, COMMON] = self.common.slopes(by_place, corners, self.markers)
        placing = placing_slopes(by_place, corners, moved.xyz_in)
        left = pixels - at[15] * out.reshape(-1, 2) - self.markers.corners_px.reshape(-1, 2)
        return MarkerRows(left.ravel(), slopes, placing)

    def rest(self, at: Array) -> tuple[Array, Array]:
        """The tags', the tapes' and the beliefs' part, over their standard deviations."""
        parts = [self.tag_part(at), self.measured_part(at), *self.belief_parts(at)]
        left, slopes = zip(*parts, strict=True)
        return np.concatenate(left), np.vstack(slopes)

    def tag_part(self, at: Array) -> tuple[Array, Array]:
        """What was read of the tags."""
        many = len(self.tags)
        if many == 0:
            return np.empty(0), np.empty((0, len(at)))
        left, slopes = self._tag_rows(at)
        root = np.linalg.cholesky(self._tag_noise())
        whole = np.concatenate([left.reshape(many, 8, 1), slopes.reshape(many, 8, -1)], axis=2)
        white = np.linalg.solve(root, as_read(self.tags.corners_px) @ whole).reshape(4 * many, -1)
        return white[:, 0], white[:, 1:]

    def measured_part(self, at: Array) -> tuple[Array, Array]:
        """Tapes and heights."""
        left, known = self.common.measured_rows(at, at[COMMON], self.belief.lens)
        slopes = np.zeros((len(left), len(at)))
        slopes[:, :15], slopes[:, COMMON] = known[:, :15], known[:, 15:]
        return left, slopes

    def belief_parts(self, at: Array) -> tuple[tuple[Array, Array], ...]:
        """Beliefs about the lens, the shrinks, and what is wrong in common."""
        lens = np.zeros((9, len(at)))
        lens[:, LENS] = self.belief.whitener
        beyond = np.zeros(len(at))
        beyond[LENS] = at[LENS] - self.belief.lens.numbers
        left = lens @ beyond
        # A focal length is wrong by a share of itself: half of it is as likely as twice.
        times = at[LENS][0] / self.belief.lens.fx
        left[0] *= np.log(times) / (times - 1) if abs(times - 1) > 1e-9 else 1.0
        lens[0] /= times
        sigma = np.concatenate([[SHRINK_SIGMA_PX] * 2, self.common.sigma])
        rest = np.zeros((len(sigma), len(at)))
        rest[:, SHRINK.start : COMMON.stop] = np.diag(1 / sigma)
        off = at[SHRINK.start : COMMON.stop] / sigma
        return (left, lens), (off[:2], rest[:2]), (off[2:], rest[2:])

    @property
    def fisheye(self) -> bool:
        """Whether the lens is taken to be one."""
        return self.belief.lens.is_fisheye

    def _starts(self) -> list[Array]:
        """First guesses: the believed focal length and, when it is hardly known, others."""
        believed = self.belief.lens.numbers
        unsure = not lens_is_known(self.belief)
        corners = self.markers.corners_in().reshape(-1, 3)
        seen = self.markers.corners_px.reshape(-1, 2)
        starts = []
        for factor in (1.0, 0.75, 1.4, 2.0) if unsure else (1.0,):
            numbers = believed.copy()
            numbers[:2] *= factor
            flat = unbend(seen, numbers, fisheye=self.fisheye)
            if not np.isfinite(flat).all():
                continue
            found, rvec, tvec = cv2.solvePnP(corners, flat[:, None, :], np.eye(3), np.zeros(5))
            if found:
                starts.append(self.start(np.array(rvec, float), np.array(tvec, float), numbers))
        return starts

    def _tried(self, at: Array) -> tuple[Array, Array, float]:
        """Residuals, slopes and cost there; an endless cost where no camera can be."""
        if not self.is_sane(at):
            return np.empty(0), np.empty((0, len(at))), float("inf")
        try:
            left, slopes = self.whitened(at)
        except (np.linalg.LinAlgError, CalibrationError):
            # A lens bent beyond all measure: the noise it would make has no root.
            return np.empty(0), np.empty((0, len(at))), float("inf")
        return left, slopes, float(left @ left)

    def is_sane(self, at: Array) -> bool:
        """A camera above the table with every marker before it, and numbers of a real lens."""
        if not np.isfinite(at).all() or np.abs(at).max() > 1e6:
            return False
        rotation = cv2.Rodrigues(at[:3])[0]
        eye = -rotation.T @ at[3:6]
        ahead = self.markers.xyz_in @ rotation[2] + at[5]
        lens = at[LENS]
        bent = np.abs(lens[4:]).max() < 10
        return bool(eye[2] > 0 and ahead.min() > 0.1 and lens[:2].min() > 10 and bent)

    def _tag_noise(self) -> Array:
        """(m, 4, 4) covariance of what was read of each tag: reading noise, and its own size.

        The four corners of a tag are wrong together: all of their noise may be in one number.
        """
        corners = self.tags.corners_px
        side = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean(axis=1)
        half = (self.common.tag_size * side / 2)[:, None, None]
        grown = as_read(corners) @ (outward(corners).reshape(-1, 8, 1) * half)
        own = ((2 * self.tags.sigma_px) ** 2)[:, None, None] * np.eye(4)
        return np.asarray(grown @ grown.transpose(0, 2, 1) + own)

    def _tag_rows(self, at: Array) -> tuple[Array, Array]:
        count, off = len(self.tags), at[COMMON]
        places = at[HEAD:].reshape(count, 3)
        shapes = self.common.outline.shapes(places)
        lifted = self.tags.xyz_in[:, 2] + shapes @ off[WARPS]
        centres = np.column_stack([places[:, :2], lifted])
        corners = square_corners(centres, places[:, 2], self.tags.size_in * (1 + off[TAG_PRINT]))
        pixels, by_camera, by_place = project(corners, at, fisheye=self.fisheye)
        out = outward(pixels.reshape(count, 4, 2))
        slopes = np.zeros((8 * count, len(at)))
        slopes[:, :15] = by_camera
        slopes[:, 16] = -out.ravel()
        away = (corners - centres[:, None]).reshape(-1, 3)
        slopes[:, COMMON.start + TAG_PRINT] = np.einsum("nab,nb->na", by_place, away).ravel()
        raised = by_place[:, :, 2, None] * np.repeat(shapes, 4, axis=0)[:, None, :]
        slopes[:, COMMON.start + WARPS.start : COMMON.stop] = raised.reshape(8 * count, -1)
        placing = placing_slopes(by_place, corners, centres)
        for k in range(count):
            slopes[8 * k : 8 * k + 8, HEAD + 3 * k : HEAD + 3 * k + 3] = placing[k]
        left = pixels - at[16] * out.reshape(-1, 2) - self.tags.corners_px.reshape(-1, 2)
        return left.ravel(), slopes


def levenberg(
    tried: Callable[[Array], tuple[Array, Array, float]], unknowns: Array
) -> tuple[Array, float] | None:
    """Levenberg-Marquardt: the unknowns and the cost, or None when it leads nowhere.

    *tried*: residuals, their slopes and the cost there; an endless cost where nothing can be.
    """
    damping, at = 1e-3, unknowns
    left, slopes, cost = tried(at)
    if not np.isfinite(cost):
        return None
    for _ in range(_MAX_TURNS):
        normal, pull = slopes.T @ slopes, slopes.T @ left
        # In units of their own, for some unknowns are millions and others millionths.
        unit = np.sqrt(np.diag(normal) + 1e-12)
        damped = normal / np.outer(unit, unit) + damping * np.eye(len(at))
        new = at - np.linalg.lstsq(damped, pull / unit, rcond=None)[0] / unit
        new_left, new_slopes, new_cost = tried(new)
        if not new_cost <= cost:
            damping *= 8
            if damping > 1e9:
                break
            continue
        gained = cost - new_cost
        at, left, slopes, cost, damping = new, new_left, new_slopes, new_cost, damping / 8
        if gained < 1e-7 * (1 + cost):
            break
    return at, cost
