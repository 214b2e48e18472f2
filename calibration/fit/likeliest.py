"""The model is tested, not believed: what else would explain the markers far better?

How much each suspicion (``calibration.fit.suspicions``) would lower the misfit is known to first
order without solving again (a score test). What lowers it far more than chance allows is told,
the likeliest alone: BIC (Schwarz 1978) weighs suspicions of many unknowns against those of few.
A good table says nothing. What is not likely enough to be told is still reckoned with: by its
chance, times what it would change (Bayesian model averaging, Hoeting et al. 1999).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Array
from calibration.fit.problem import (
    COMMON,
    SHRINK,
    SHRINK_SIGMA_PX,
    TURN_SIGMA,
    Noise,
    Problem,
)
from calibration.fit.shared import PRINT, SHEAR, STRETCH, WARP
from calibration.fit.solve import KEPT, Solution, Source
from calibration.fit.suspicions import (
    Suspicion,
    prints_say,
    sag_says,
    shear_says,
    stretch_says,
    suspicions,
    turned_says,
)

# An unknown has to earn this much of chi squared: the log of some 64 numbers seen.
_PRICE = 4.2
_CORNER_PX = (0.12, 0.5)
# Standard deviations beyond which what was believed is told to be wrong.
_UNBELIEVED, _SIZE_TOLD = 2.5, 2.2
# Of a marker's eight corner numbers those that its place and turn cannot explain.
_OF_ITS_SHAPE = 5
_MOST_EXPLAINED = 0.98
_UNLIKELY = 0.002


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A suspicion, the (k,) likeliest values of its unknowns, what it earned beyond its price
    (more than 0: it is likelier than that nothing is wrong), and how all unknowns of the
    solution would change."""

    suspicion: Suspicion
    found: Array
    score: float
    change: Array

    @property
    def said(self) -> str:
        """Its sentence."""
        return self.suspicion.says(self.found)


@dataclass(frozen=True, slots=True, eq=False)
class Explained:
    """The rows of a solution with some noise of its markers: its whitened slopes by ``units`` of
    the unknowns as ``basis`` and ``upper`` (QR), what they leave ``unexplained``, and (n, 8, 8)
    ``root`` of the markers' noise; (t, m) ``measured``: slopes of tapes and heights."""

    problem: Problem
    basis: Array
    upper: Array
    units: Array
    unexplained: Array
    root: Array
    measured: Array

    @classmethod
    def of(cls, solution: Solution, problem: Problem) -> Explained:
        """Those of that solution, its markers as noisy as *problem* has them."""
        rows = problem.marker_rows(solution.unknowns)
        left, slopes = problem.whitened(solution.unknowns)
        units = np.linalg.norm(slopes, axis=0)
        basis, upper = np.linalg.qr(slopes / units)
        unexplained = left - basis @ (basis.T @ left)
        root = np.linalg.cholesky(sum(r @ r.transpose(0, 2, 1) for r in problem.noise_roots(rows)))
        measured = problem.measured_part(solution.unknowns)[1]
        return cls(problem, basis, upper, units, unexplained, np.asarray(root), measured)

    def beside(self, columns: Array, moves: Array) -> tuple[Array, Array]:
        """More unknowns, that move the markers' pixels by (8 n, k) *columns*, and tapes and heights
        as (m, k) *moves* of the unknowns do that they are one with, but for what is believed of
        those: what the others do not explain, whitened, and how all change with each (m, k)."""
        problem, count = self.problem, columns.shape[1]
        blocks = columns.reshape(len(problem.markers), 8, count)
        white = np.zeros((len(self.unexplained), count))
        white[: len(columns)] = np.linalg.solve(self.root, blocks).reshape(-1, count)
        first = len(columns) + 4 * len(problem.tags)
        white[first : first + len(self.measured)] = self.measured @ moves
        known = self.basis.T @ white
        change = moves - np.linalg.solve(self.upper, known) / self.units[:, None]
        return white - self.basis @ known, np.asarray(change, dtype=np.float64)


def weigh(solution: Solution, ids: list[int]) -> tuple[Weighed, ...]:
    """All suspicions, the likeliest first; *ids*: the names of the markers of the solution."""
    explained = Explained.of(solution, _as_expected(solution))
    weighed = []
    for suspicion in suspicions(solution, ids):
        moves = np.zeros((len(solution.unknowns), suspicion.columns.shape[1]))
        for k, unknowns in enumerate(suspicion.moves):
            moves[list(unknowns), k] = 1.0
        white, by_each = explained.beside(suspicion.columns, moves)
        left = -explained.unexplained
        found = np.asarray(np.linalg.lstsq(white, left, rcond=1e-7)[0], dtype=np.float64)
        gain = float(left @ white @ found)
        if suspicion.is_wave:
            gain = _of_shapes(gain, len(ids))
        score = gain - _PRICE * len(found) - suspicion.surely
        weighed.append(Weighed(suspicion, found, score, by_each @ found))
    return tuple(sorted(weighed, key=lambda one: -one.score))


def doubted(weighed: Sequence[Weighed]) -> tuple[Source, ...]:
    """What the suspicions may change, each by its chance: rows of one sigma."""
    return tuple(
        Source("doubted", one.suspicion.cause, np.sqrt(chance) * one.change[None, KEPT])
        for one, chance in zip(weighed, _chances(weighed), strict=True)
        if chance > _UNLIKELY
    )


def wobble_px(weighed: Sequence[Weighed]) -> tuple[float, float]:
    """How far rows may waver, to the right and down: one sigma, pixels."""
    squares = np.zeros(2)
    for one, chance in zip(weighed, _chances(weighed), strict=True):
        if one.suspicion.is_wave and chance > _UNLIKELY:
            squares += chance * (one.found.reshape(2, 2) ** 2).sum(axis=1) / 2
    right, down = np.sqrt(squares).tolist()
    return right, down


def _chances(weighed: Sequence[Weighed]) -> Array:
    """How likely each suspicion is, if one of them is true or none."""
    logs = np.array([0.0, *(one.score / 2 for one in weighed)])
    weights = np.exp(logs - logs.max())
    return np.asarray((weights / weights.sum())[1:])


def _of_shapes(gain: float, markers: int) -> float:
    """What a gain is worth when how well corners are fitted was judged by the same leftovers:
    a wave across all markers makes every corner seem worse read (likelihood ratio)."""
    many = _OF_ITS_SHAPE * markers
    return -many * float(np.log(1 - min(gain / many, _MOST_EXPLAINED)))


def learned(solution: Solution) -> tuple[str, ...]:
    """What the camera was placed by though it was not believed: prints of another size, cards
    that lie turned, a table that sags. It is reckoned with, and should be put right."""
    problem, at = solution.problem, solution.unknowns
    off = at[COMMON]
    far = np.abs(off) / problem.common.sigma
    outline = problem.common.outline
    wide_in, deep_in = outline.east - outline.west, outline.north - outline.south
    larger, unsure = _size(solution)
    found: list[tuple[float, Callable[[], str]]] = [
        (abs(larger) / unsure / _SIZE_TOLD, lambda: prints_say(np.array([larger]))),
        (far[STRETCH] / _UNBELIEVED, lambda: stretch_says(wide_in, off[[STRETCH]])),
        (far[SHEAR] / _UNBELIEVED, lambda: shear_says(deep_in, off[[SHEAR]])),
        (far[WARP].max() / _UNBELIEVED, lambda: sag_says(off[WARP])),
        (
            solution.noise.turn_rad / TURN_SIGMA / _UNBELIEVED,
            lambda: _laid_turned(solution),
        ),
    ]
    return tuple(says() for how_far, says in found if how_far > 1)


def _size(solution: Solution) -> tuple[float, float]:
    """By what share the markers seem larger than typed, and how far they may by their print and
    by how blur shrinks them."""
    problem, at = solution.problem, solution.unknowns
    corners = problem.markers.corners_px
    side_px = float(np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean())
    larger = float(at[COMMON][PRINT] - 2 * at[SHRINK][0] / side_px)
    return larger, float(np.hypot(problem.common.sigma[PRINT], 2 * SHRINK_SIGMA_PX / side_px))


def _laid_turned(solution: Solution) -> str:
    rows = solution.problem.marker_rows(solution.unknowns)
    left = rows.left.reshape(-1, 8, 1)
    laid = [np.linalg.lstsq(p, one)[0] for p, one in zip(rows.placing, left, strict=True)]
    return turned_says(np.array(laid)[:, 2, 0])


def _as_expected(solution: Solution) -> Problem:
    """The problem with the noise that was typed, not the one the leftovers speak for."""
    problem = solution.problem
    corner_px = float(np.clip(problem.noise.corner_px, *_CORNER_PX))
    turn = problem.noise.turn_rad
    return replace(problem, noise=Noise(solution.expected.placement_in, corner_px, turn))
