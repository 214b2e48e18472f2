"""Lens and pose from markers and known-size tags: one weighted least squares, with covariance.

Unknowns: OpenCV's rvec and tvec (table inches to camera inches), the nine lens numbers, how
far every dark edge is shrunk by blur and tone curve, and place and facing of each tag. The
placing of a marker is not an unknown but a part of its noise, so a marker glued half a
millimetre off pulls on the answer no harder than it deserves.

How well the markers were placed, and how well their corners were fitted, is itself judged
from what the fit leaves over (the evidence of a linear Gaussian model, MacKay 1992), starting
from what the caller expects.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from calibration.camera import Array, CalibrationError, Lens
from calibration.squares import as_read, outward, placing_slopes, project, square_corners

POSE, LENS, SHRINK, HEAD = slice(0, 6), slice(6, 15), slice(15, 17), 17
"""Places of the pose, the lens and the two shrinks (markers, tags) among the unknowns."""

# Dark squares seem smaller by blur and tone curve, 0.25-0.85 px on webcam pictures.
_SHRINK_SIGMA_PX = 0.3
_CORNER_SIGMA_PX = 0.12
# Ink, paper and the reader make every tag seem larger or smaller by its own share.
_SIZE_SIGMA = 0.003
# A marker laid by eye along a table edge: one degree.
_TURN_SIGMA = np.radians(1.0)
_NEVER_BETTER_IN = 0.05 / 25.4
_MAX_TURNS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Squares:
    """Printed squares in one picture.

    ``xyz_in`` (n, 3) centres, ``turned_deg`` (n,) how the printed top is turned from north,
    counter-clockwise, ``size_in`` (n,), ``corners_px`` (n, 4, 2) in printed order,
    ``sigma_px`` (n,) of one corner coordinate. For tags x, y and turned_deg are first guesses.
    """

    xyz_in: Array
    turned_deg: Array
    size_in: Array
    corners_px: Array
    sigma_px: Array

    def __len__(self) -> int:
        return len(self.size_in)

    def without(self, index: int) -> Squares:
        """All but one of them."""
        keep = np.arange(len(self)) != index
        return Squares(
            self.xyz_in[keep],
            self.turned_deg[keep],
            self.size_in[keep],
            self.corners_px[keep],
            self.sigma_px[keep],
        )

    def corners_in(self) -> Array:
        """(n, 4, 3) corners on the table."""
        return square_corners(self.xyz_in, np.radians(self.turned_deg), self.size_in)


NO_SQUARES = Squares(np.empty((0, 3)), np.empty(0), np.empty(0), np.empty((0, 4, 2)), np.empty(0))


@dataclass(frozen=True, slots=True, eq=False)
class LensBelief:
    """What is believed of the lens beforehand: its numbers and their (9, 9) covariance."""

    lens: Lens
    covariance: Array


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What came out: ``unknowns``, their covariance, and how good the markers turned out.

    ``placement_in``: judged standard deviation of a marker's place, per axis. ``corner_px``:
    of a marker corner. ``left_px`` (n, 4, 2): what the fit leaves over at the markers.
    """

    unknowns: Array
    covariance: Array
    placement_in: float
    corner_px: float
    left_px: Array
    cost: float

    def lens(self, like: Lens) -> Lens:
        """The lens, for pictures of the size of *like*."""
        return Lens(like.width_px, like.height_px, *self.unknowns[LENS].tolist())


def lens_numbers(lens: Lens) -> Array:
    """(9,) fx, fy, cx, cy, k1, k2, p1, p2, k3."""
    return np.array([lens.fx, lens.fy, lens.cx, lens.cy, *lens.distortion])


def solve(
    markers: Squares, belief: LensBelief, *, placement_in: float, tags: Squares = NO_SQUARES
) -> Solution:
    """The likeliest camera, from the best of several starts.

    Raises:
        CalibrationError: no start leads to a camera above the table.
    """
    problem = Problem(markers, tags, belief, placement_in, _CORNER_SIGMA_PX)
    first = problem.best()
    if first is None:
        raise CalibrationError(
            "the markers do not fit any camera above the table: check their places, "
            "their sizes and which way their tops are turned"
        )
    unknowns = first[0]
    for _ in range(3):
        problem = problem.rejudged(unknowns, placement_in)
        end = problem.descend(unknowns)
        unknowns = unknowns if end is None else end[0]
    return problem.solution(unknowns)


def solve_without(
    solution: Solution, markers: Squares, belief: LensBelief, index: int, tags: Squares
) -> Array:
    """The unknowns again with one marker left out, from the full solution; (m,)."""
    problem = Problem(
        markers.without(index), tags, belief, solution.placement_in, solution.corner_px
    )
    end = problem.descend(solution.unknowns)
    return solution.unknowns if end is None else end[0]


def _weights(evidences: list[float]) -> Array:
    relative = np.exp(np.array(evidences) - max(evidences))
    return np.asarray(relative / relative.sum(), dtype=np.float64)


def _starts(problem: Problem) -> list[Array]:
    """First guesses: the believed focal length and, when it is hardly known, others."""
    believed = lens_numbers(problem.belief.lens)
    unsure = problem.belief.covariance[0, 0] ** 0.5 / believed[0] > 0.05
    corners = problem.markers.corners_in().reshape(-1, 3)
    seen = problem.markers.corners_px.reshape(-1, 1, 2)
    starts = []
    for factor in (1.0, 0.75, 1.4, 2.0) if unsure else (1.0,):
        numbers = believed.copy()
        numbers[:2] *= factor
        lens = Lens(1, 1, *numbers.tolist())
        found, rvec, tvec = cv2.solvePnP(corners, seen, lens.matrix, lens.distortion)
        if found:
            starts.append(problem.start(np.array(rvec, float), np.array(tvec, float), numbers))
    return starts


@dataclass(frozen=True, slots=True, eq=False)
class Problem:
    """One least squares: what was seen, what is believed, and how noisy both are taken to be.

    ``placement_in``: standard deviation of a marker's place per axis; ``corner_px``: of a corner.
    """

    markers: Squares
    tags: Squares
    belief: LensBelief
    placement_in: float
    corner_px: float

    def start(self, rvec: Array, tvec: Array, numbers: Array) -> Array:
        facing = np.radians(self.tags.turned_deg)
        places = np.column_stack([self.tags.xyz_in[:, :2], facing]).ravel()
        return np.concatenate([rvec.ravel(), tvec.ravel(), numbers, [0.0, 0.0], places])

    def best(self) -> tuple[Array, float] | None:
        """The lowest end of the descents from all starts; None when none is above the table."""
        ends = [end for end in map(self.descend, _starts(self)) if end is not None]
        return min(ends, key=lambda end: end[1], default=None)

    def descend(self, unknowns: Array) -> tuple[Array, float] | None:
        """Levenberg-Marquardt; the unknowns and the cost, or None when it leads nowhere."""
        damping, at = 1e-3, unknowns
        left, slopes, cost = self._tried(at)
        if not np.isfinite(cost):
            return None
        for _ in range(_MAX_TURNS):
            normal, pull = slopes.T @ slopes, slopes.T @ left
            damped = normal + damping * np.diag(np.diag(normal) + 1e-12)
            step = np.linalg.lstsq(damped, -pull, rcond=None)[0]
            tried = at + step
            new_left, new_slopes, new_cost = self._tried(tried)
            if not new_cost <= cost:
                damping *= 8
                if damping > 1e9:
                    break
                continue
            gained = cost - new_cost
            at, left, slopes, cost, damping = tried, new_left, new_slopes, new_cost, damping / 8
            if gained < 1e-7 * (1 + cost):
                break
        return at, cost

    def _tried(self, at: Array) -> tuple[Array, Array, float]:
        """Residuals, slopes and cost there; an endless cost where no camera can be."""
        if not self._sane(at):
            return np.empty(0), np.empty((0, len(at))), float("inf")
        try:
            left, slopes = self.whitened(at)
        except np.linalg.LinAlgError:
            # A lens bent beyond all measure: the noise it would make has no root.
            return np.empty(0), np.empty((0, len(at))), float("inf")
        return left, slopes, float(left @ left)

    def _sane(self, at: Array) -> bool:
        """A camera above the table with every marker before it, and numbers of a real lens."""
        if not np.isfinite(at).all() or np.abs(at).max() > 1e6:
            return False
        rotation = cv2.Rodrigues(at[:3])[0]
        eye = -rotation.T @ at[3:6]
        ahead = self.markers.xyz_in @ rotation[2] + at[5]
        lens = at[LENS]
        bent = np.abs(lens[4:]).max() < 10
        return bool(eye[2] > 0 and ahead.min() > 0.1 and lens[:2].min() > 10 and bent)

    def whitened(self, at: Array) -> tuple[Array, Array]:
        """Residuals over their standard deviations, and their slopes by the unknowns."""
        left, slopes, _ = self._whitened_markers(self._marker_rows(at), len(at))
        rest_left, rest_slopes = self._rest(at)
        return np.concatenate([left, rest_left]), np.vstack([slopes, rest_slopes])

    def _whitened_markers(
        self, rows: tuple[Array, Array, Array], unknowns: int
    ) -> tuple[Array, Array, float]:
        """The markers' part, and the log of their noise's volume."""
        left, slopes, placing = rows
        count = len(self.markers)
        root = np.linalg.cholesky(self._marker_noise(placing))
        whole = np.concatenate([left.reshape(count, 8, 1), slopes.reshape(count, 8, -1)], axis=2)
        white = np.linalg.solve(root, whole).reshape(8 * count, unknowns + 1)
        volume = 2 * float(np.log(np.diagonal(root, axis1=1, axis2=2)).sum())
        return white[:, 0], white[:, 1:], volume

    def _rest(self, at: Array) -> tuple[Array, Array]:
        """The tags' part and the beliefs', over their standard deviations."""
        prior, prior_slopes = self._prior_rows(at)
        many = len(self.tags)
        if many == 0:
            return prior, prior_slopes
        left, slopes = self._tag_rows(at)
        root = np.linalg.cholesky(self._tag_noise())
        whole = np.concatenate([left.reshape(many, 8, 1), slopes.reshape(many, 8, -1)], axis=2)
        white = np.linalg.solve(root, as_read(self.tags.corners_px) @ whole).reshape(4 * many, -1)
        return np.concatenate([white[:, 0], prior]), np.vstack([white[:, 1:], prior_slopes])

    def _marker_noise(self, placing: Array) -> Array:
        """(n, 8, 8) covariance of the corners: fit noise plus placing (x, y, turn)."""
        off = np.full((len(self.markers), 3), self.placement_in)
        off[:, 2] = _TURN_SIGMA
        scaled = placing * off[:, None, :]
        # A marker can be fitted worse than the others, but none is known to be better: where
        # the sensor was full, the fit only seems to be.
        relative = np.clip(self.markers.sigma_px / np.median(self.markers.sigma_px), 1.0, 4.0)
        own = (self.corner_px * relative)[:, None, None] ** 2 * np.eye(8)
        return np.asarray(scaled @ scaled.transpose(0, 2, 1) + own)

    def _tag_noise(self) -> Array:
        """(m, 4, 4) covariance of what was read of each tag: reading noise, and its own size.

        The four corners of a tag are wrong together: all of their noise may be in one number.
        """
        corners = self.tags.corners_px
        side = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean(axis=1)
        grown = outward(corners).reshape(-1, 8, 1) * (_SIZE_SIGMA * side / 2)[:, None, None]
        grown = as_read(corners) @ grown
        own = ((2 * self.tags.sigma_px) ** 2)[:, None, None] * np.eye(4)
        return np.asarray(grown @ grown.transpose(0, 2, 1) + own)

    def _marker_rows(self, at: Array) -> tuple[Array, Array, Array]:
        count = len(self.markers)
        pixels, by_camera, by_place = project(self.markers.corners_in(), at)
        out = outward(pixels.reshape(count, 4, 2))
        model = pixels - at[15] * out.reshape(-1, 2)
        slopes = np.zeros((8 * count, len(at)))
        slopes[:, :15] = by_camera
        slopes[:, 15] = -out.ravel()
        placing = placing_slopes(by_place, self.markers.corners_in(), self.markers.xyz_in)
        return (model - self.markers.corners_px.reshape(-1, 2)).ravel(), slopes, placing

    def _tag_rows(self, at: Array) -> tuple[Array, Array]:
        count = len(self.tags)
        if count == 0:
            return np.empty(0), np.empty((0, len(at)))
        places = at[HEAD:].reshape(count, 3)
        centres = np.column_stack([places[:, :2], self.tags.xyz_in[:, 2]])
        corners = square_corners(centres, places[:, 2], self.tags.size_in)
        pixels, by_camera, by_place = project(corners, at)
        out = outward(pixels.reshape(count, 4, 2))
        slopes = np.zeros((8 * count, len(at)))
        slopes[:, :15] = by_camera
        slopes[:, 16] = -out.ravel()
        placing = placing_slopes(by_place, corners, centres)
        for k in range(count):
            slopes[8 * k : 8 * k + 8, HEAD + 3 * k : HEAD + 3 * k + 3] = placing[k]
        left = pixels - at[16] * out.reshape(-1, 2) - self.tags.corners_px.reshape(-1, 2)
        return left.ravel(), slopes

    def _prior_rows(self, at: Array) -> tuple[Array, Array]:
        root = np.linalg.cholesky(self.belief.covariance)
        slopes = np.zeros((11, len(at)))
        slopes[:9, LENS] = solve_triangular(root, np.eye(9), lower=True)
        slopes[9:, SHRINK] = np.eye(2) / _SHRINK_SIGMA_PX
        beyond = np.zeros(len(at))
        beyond[LENS] = at[LENS] - lens_numbers(self.belief.lens)
        beyond[SHRINK] = at[SHRINK]
        left = slopes @ beyond
        # A focal length is wrong by a share of itself: half of it is as likely as twice.
        times = at[LENS][0] / self.belief.lens.fx
        left[0] *= np.log(times) / (times - 1) if abs(times - 1) > 1e-9 else 1.0
        slopes[0] /= times
        return left, slopes

    def rejudged(self, at: Array, expected_in: float) -> Problem:
        """The same with the placing and corner noise that the leftovers speak for.

        Both are root mean squares over what is likely, not the likeliest: four markers say
        little about how well they were laid, and the ± must know that.
        """
        rows = self._marker_rows(at)
        left, slopes = self._rest(at)
        rest = (slopes.T @ slopes, slopes.T @ left, float(left @ left))
        best = self
        places = np.maximum(
            expected_in * np.geomspace(0.05, 8, 23), min(_NEVER_BETTER_IN, expected_in)
        )
        sigmas = _CORNER_SIGMA_PX * np.geomspace(0.25, 16, 19)
        for _ in range(2):
            tried = [replace(best, placement_in=float(place)) for place in places]
            weights = _weights([each._evidence(rows, rest, expected_in) for each in tried])
            best = replace(best, placement_in=float(np.sqrt(weights @ places**2)))
            tried = [replace(best, corner_px=float(sigma)) for sigma in sigmas]
            weights = _weights([each._evidence(rows, rest, expected_in) for each in tried])
            best = replace(best, corner_px=float(np.sqrt(weights @ sigmas**2)))
        return best

    def _evidence(
        self,
        rows: tuple[Array, Array, Array],
        rest: tuple[Array, Array, float],
        expected_in: float,
    ) -> float:
        """Log of how likely the leftovers are under this placing and corner noise.

        *rows*: the markers' residuals, slopes and placing slopes. *rest*: normal matrix, pull
        and cost of everything else, which the two noises do not touch.
        """
        left, slopes, volume = self._whitened_markers(rows, len(rest[1]))
        normal, pull = rest[0] + slopes.T @ slopes, rest[1] + slopes.T @ left
        factor = cho_factor(normal + 1e-12 * np.eye(len(normal)))
        cost = rest[2] + float(left @ left - pull @ cho_solve(factor, pull))
        size = 2 * float(np.log(np.diag(factor[0])).sum())
        # Before looking: within a factor of 2.5 of what is expected, two times in three.
        place = np.log(self.placement_in / expected_in) / np.log(2.5)
        corner = np.log(self.corner_px / _CORNER_SIGMA_PX) / np.log(2.5)
        return float(-0.5 * (cost + volume + size + place**2 + corner**2))

    def solution(self, at: Array) -> Solution:
        left, slopes = self.whitened(at)
        scale = np.linalg.norm(slopes, axis=0)
        scaled = slopes / scale
        covariance = np.linalg.inv(scaled.T @ scaled) / np.outer(scale, scale)
        raw, _, _ = self._marker_rows(at)
        return Solution(
            at,
            covariance,
            self.placement_in,
            self.corner_px,
            raw.reshape(len(self.markers), 4, 2),
            float(left @ left),
        )
