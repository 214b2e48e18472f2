"""The likeliest camera, how noisy its markers turn out, and where its errors come from.

How well the markers were placed and turned, and how well their corners were fitted, is judged
from what the fit leaves over (the evidence of a linear Gaussian model, MacKay 1992), starting
from what the caller expects. The errors of the answer come from independent sources: corners,
places, beliefs, tapes. A linear answer splits exactly into what each of them does to it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from calibration.camera import Array, CalibrationError, Lens
from calibration.fit.problem import (
    COMMON,
    CORNER_SIGMA_PX,
    LENS,
    TURN_SIGMA,
    MarkerRows,
    Noise,
    Problem,
)
from calibration.fit.shared import CAUSES, WARP

_NEVER_BETTER_IN = 0.05 / 25.4
KEPT = [*range(15), *range(COMMON.start + WARP.start, COMMON.stop)]
"""The unknowns that an answer has: pose, lens and table shape."""
_TURNS = TURN_SIGMA * np.geomspace(1, 16, 9)


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """What came out: ``unknowns``, their covariance, and how good the markers turned out.

    ``noise``: judged; ``expected``: before. ``left_px`` (n, 4, 2): what the fit leaves over at
    the markers, of it ``shape_px`` what no move and turn of each marker explains.
    ``log_evidence``: how likely all that was seen is, with this lens model. ``doubted``: errors
    beyond those of the model, once it was tested. ``against_tags``: the tags contradicted the
    markers and were left out.
    """

    problem: Problem
    expected: Noise
    unknowns: Array
    covariance: Array
    left_px: Array
    shape_px: Array
    cost: float
    log_evidence: float
    doubted: tuple[Source, ...] = ()
    against_tags: bool = False

    @property
    def noise(self) -> Noise:
        """How well the markers were placed and fitted."""
        return self.problem.noise

    def lens(self) -> Lens:
        """The lens."""
        return Lens.of(self.problem.belief.lens, self.unknowns[LENS])


def solve(problem: Problem, beside: Solution | None = None) -> Solution:
    """The likeliest camera, from the best of several starts.

    *beside*: a solution that it will be compared with. A camera straight above the table is turned
    by half a turn, which two rotation vectors far from each other write alike; the one near
    that of *beside* is taken.

    Raises:
        CalibrationError: no start leads to a camera above the table.
    """
    expected = problem.noise
    first = problem.best()
    if first is None:
        raise CalibrationError(
            "the markers do not fit any camera above the table: check their places, "
            "their sizes and which way their tops are turned"
        )
    unknowns = first[0]
    for _ in range(3):
        problem = _rejudged(problem, unknowns, expected)
        end = problem.descend(unknowns)
        unknowns = unknowns if end is None else end[0]
    if beside is not None:
        unknowns = _turned_beside(unknowns, beside.unknowns[:3])
    return _solution(problem, unknowns, expected)


def _turned_beside(unknowns: Array, rvec: Array) -> Array:
    """The same camera, its rotation vector the one of the two that is nearer to *rvec*."""
    turn = unknowns[:3]
    size = float(np.linalg.norm(turn))
    other = turn * (1 - 2 * np.pi / size) if size > 0 else turn
    if np.linalg.norm(other - rvec) >= np.linalg.norm(turn - rvec):
        return unknowns
    return np.concatenate([other, unknowns[3:]])


def helps(problem: Problem, at: Array) -> Array:
    """(n,) by how much the cost falls when each marker is left out, to first order."""
    whole_left, whole_slopes = problem.whitened(at)
    scale = np.linalg.norm(whole_slopes, axis=0)
    covariance = np.linalg.inv((whole_slopes / scale).T @ (whole_slopes / scale))
    found = []
    for k in range(len(problem.markers)):
        left, rows = whole_left[8 * k : 8 * k + 8], whole_slopes[8 * k : 8 * k + 8] / scale
        kept = np.eye(8) - rows @ covariance @ rows.T
        found.append(float(left @ np.linalg.lstsq(kept, left, rcond=1e-6)[0]))
    return np.array(found)


def held_out(solution: Solution) -> Array:
    """(n, m): the unknowns again with each marker left out, to first order."""
    problem, at = solution.problem, solution.unknowns
    left, slopes, _ = problem.whitened_markers(problem.marker_rows(at))
    found = []
    for k in range(len(problem.markers)):
        rows = slopes[8 * k : 8 * k + 8]
        # Without its rows: (N - R'R) step = R' left, by the matrix inversion lemma.
        spread = solution.covariance @ rows.T
        kept = np.eye(8) - rows @ spread
        found.append(at + spread @ np.linalg.solve(kept, left[8 * k : 8 * k + 8]))
    return np.array(found)


def budget(solution: Solution) -> tuple[tuple[str, Array], ...]:
    """The errors of pose, lens and table shape by cause: rows (k, 15 + 6) of one sigma each.

    All rows together are a root of the covariance.
    """
    parts = [(source.cause, source.rows) for source in sources(solution) if len(source.rows)]
    names = dict.fromkeys(name for name, _ in parts)
    return tuple((name, np.vstack([r for n, r in parts if n == name])) for name in names)


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """Independent errors of one kind: (k, 15 + 6) rows, what they do to pose, lens and shape.

    ``kind``: "placing" (three rows a marker: x, y, turn), "corners", "lens", "shrinks",
    "common" (as ``calibration.fit.shared`` numbers them), "measured" (tapes, then heights),
    "tags", "doubted" (what may be wrong beyond all this, by its chance). ``cause``: what it is
    called in a budget.
    """

    kind: str
    cause: str
    rows: Array


def sources(solution: Solution) -> tuple[Source, ...]:
    """Where the errors of the answer come from."""
    problem, at = solution.problem, solution.unknowns
    spread = solution.covariance[KEPT]
    rows = problem.marker_rows(at)
    placing, fitting = problem.noise_roots(rows)
    noise = placing @ placing.transpose(0, 2, 1) + fitting @ fitting.transpose(0, 2, 1)
    count = len(problem.markers)
    blocks = rows.slopes.reshape(count, 8, -1)
    weighed = np.linalg.solve(noise, blocks).reshape(8 * count, -1)
    reach = (spread @ weighed.T).reshape(len(KEPT), count, 8)
    (_, lens), (_, shrinks), (_, common) = problem.belief_parts(at)
    return (
        Source("placing", "markers", _rows(reach, placing)),
        Source("corners", "markers", _rows(reach, fitting)),
        Source("lens", "lens", lens @ spread.T),
        Source("shrinks", "markers", shrinks @ spread.T),
        *(
            Source("common", cause, row[None] @ spread.T)
            for cause, row in zip(CAUSES, common, strict=True)
        ),
        Source("measured", "measured", problem.measured_part(at)[1] @ spread.T),
        Source("tags", "measured", problem.tag_part(at)[1] @ spread.T),
        *solution.doubted,
    )


def _rows(reach: Array, root: Array) -> Array:
    return np.asarray(np.einsum("unk,nkj->nju", reach, root).reshape(-1, len(reach)))


def _rejudged(problem: Problem, at: Array, expected: Noise) -> Problem:
    """The same with the placing, turning and corner noise that the leftovers speak for.

    They are root mean squares over what is likely, not the likeliest: four markers say
    little about how well they were laid, and the ± must know that.
    """
    rows, rest = problem.marker_rows(at), _rest(problem, at)
    places = np.maximum(
        expected.placement_in * np.geomspace(0.05, 8, 23),
        min(_NEVER_BETTER_IN, expected.placement_in),
    )
    sigmas = CORNER_SIGMA_PX * np.geomspace(0.25, 16, 19)
    tried_of = (("placement_in", places), ("turn_rad", _TURNS), ("corner_px", sigmas))
    best = problem
    for _ in range(2):
        for name, values in tried_of:
            tried = [
                replace(best, noise=replace(best.noise, **{name: float(value)})) for value in values
            ]
            weights = _weights([_evidence(each, rows, rest, expected) for each in tried])
            mean = float(np.sqrt(weights @ np.asarray(values) ** 2))
            best = replace(best, noise=replace(best.noise, **{name: mean}))
    return best


Rest = tuple[Array, Array, float]


def _rest(problem: Problem, at: Array) -> Rest:
    """Normal matrix, pull and cost of all but the markers, which the noises do not touch."""
    left, slopes = problem.rest(at)
    return slopes.T @ slopes, slopes.T @ left, float(left @ left)


def _evidence(problem: Problem, rows: MarkerRows, rest: Rest, expected: Noise) -> float:
    """Log of how likely the leftovers are under this placing and corner noise."""
    left, slopes, volume = problem.whitened_markers(rows)
    normal, pull = rest[0] + slopes.T @ slopes, rest[1] + slopes.T @ left
    factor = cho_factor(normal + 1e-12 * np.eye(len(normal)))
    cost = rest[2] + float(left @ left - pull @ cho_solve(factor, pull))
    size = 2 * float(np.log(np.diag(factor[0])).sum())
    noise = problem.noise
    # Before looking: within a factor of 2.5 of what is expected, two times in three.
    place = np.log(noise.placement_in / expected.placement_in) / np.log(2.5)
    corner = np.log(noise.corner_px / CORNER_SIGMA_PX) / np.log(2.5)
    turn = np.log(noise.turn_rad / TURN_SIGMA) / np.log(2.5)
    return float(-0.5 * (cost + volume + size + place**2 + corner**2 + turn**2))


def _weights(evidences: list[float]) -> Array:
    relative = np.exp(np.array(evidences) - max(evidences))
    return np.asarray(relative / relative.sum(), dtype=np.float64)


def _solution(problem: Problem, at: Array, expected: Noise) -> Solution:
    left, slopes = problem.whitened(at)
    scale = np.linalg.norm(slopes, axis=0)
    scaled = slopes / scale
    covariance = np.linalg.inv(scaled.T @ scaled) / np.outer(scale, scale)
    rows = problem.marker_rows(at)
    count = len(problem.markers)
    raw = rows.left.reshape(count, 8, 1)
    # Each marker moved and turned to where it lies best.
    laid = [np.linalg.lstsq(p, one)[0] for p, one in zip(rows.placing, raw, strict=True)]
    shape = raw - rows.placing @ np.array(laid)
    # Of the belief about the lens its own volume counts too: a wider one claims less.
    volume = float(np.linalg.slogdet(problem.belief.covariance)[1])
    evidence = _evidence(problem, rows, _rest(problem, at), expected) - 0.5 * volume
    return Solution(
        problem, expected, at, covariance, raw.reshape(count, 4, 2), shape.reshape(count, 4, 2),
        float(left @ left), evidence,
    )  # fmt: skip
