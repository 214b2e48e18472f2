"""The model is tested, not believed: what else would explain the markers far better?

Every suspicion is a few more unknowns: one marker moved, an edge that slid, prints of another
size, a lens of another size, a table that sags … How much each would lower the misfit is known
to first order without solving again (a score test). What lowers it far more than chance allows
is told, the likeliest alone: BIC (Schwarz 1978) weighs suspicions of many unknowns against
those of few. A good table says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from calibration.camera import Array
from calibration.fit.problem import (
    COMMON,
    LENS,
    SHRINK,
    SHRINK_SIGMA_PX,
    TURN_SIGMA,
    Noise,
    Problem,
    lens_is_known,
)
from calibration.fit.shared import PRINT, SHEAR, STRETCH, WARP
from calibration.fit.solve import Solution

# An unknown has to earn this much of chi squared: the log of some 64 numbers seen.
_PRICE = 4.2
# And together this much more: once in some ten thousand good tables for each suspicion.
_SURELY = 10.0
# An edge slides more often than chance makes three markers seem to: one good table in a hundred
# is suspected of it.
_EDGE_SURELY = 3.0
_CORNER_PX = (0.12, 0.5)
_EDGE = 0.75
# Standard deviations beyond which what was believed is told to be wrong.
_UNBELIEVED, _SIZE_TOLD = 2.5, 2.2
_SLID_TOGETHER = 2
_WAVES = (1.0, 2.0, 3.0)
_MM = 25.4

Says = Callable[[Array], str]


@dataclass(frozen=True, eq=False)
class Suspicion:
    """``columns`` (8 n, k): how the markers' pixels move with each unknown; ``says``: the
    sentence, from the (k,) likeliest values of them. ``surely``: what it has to earn beyond the
    price of its unknowns."""

    columns: Array
    says: Says
    surely: float = _SURELY


def suspected(solution: Solution, ids: list[int]) -> str:
    """What is most likely wrong, as a sentence; "" when nothing needs to be.

    *ids*: the names of the markers of the solution.
    """
    problem = _as_expected(solution)
    at = solution.unknowns
    rows = problem.marker_rows(at)
    left, slopes = problem.whitened(at)
    basis = np.linalg.qr(slopes / np.linalg.norm(slopes, axis=0))[0]
    unexplained = left - basis @ (basis.T @ left)
    root = np.linalg.cholesky(sum(r @ r.transpose(0, 2, 1) for r in problem.noise_roots(rows)))
    best, said = 0.0, ""
    for suspicion in _suspicions(solution, ids):
        count = suspicion.columns.shape[1]
        blocks = suspicion.columns.reshape(len(problem.markers), 8, count)
        white = np.zeros((len(left), count))
        white[: 8 * len(problem.markers)] = np.linalg.solve(root, blocks).reshape(-1, count)
        white -= basis @ (basis.T @ white)
        found = np.asarray(np.linalg.lstsq(white, -unexplained, rcond=1e-7)[0], dtype=np.float64)
        score = float(-unexplained @ white @ found) - _PRICE * count - suspicion.surely
        if score > best:
            best, said = score, suspicion.says(found)
    return said


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
        (abs(larger) / unsure / _SIZE_TOLD, lambda: _prints_say(np.array([larger]))),
        (far[STRETCH] / _UNBELIEVED, lambda: _stretch_says(wide_in, off[[STRETCH]])),
        (far[SHEAR] / _UNBELIEVED, lambda: _shear_says(deep_in, off[[SHEAR]])),
        (far[WARP].max() / _UNBELIEVED, lambda: _sag_says(off[WARP])),
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
    return _turned_says(np.array(laid)[:, 2, 0])


def _as_expected(solution: Solution) -> Problem:
    """The problem with the noise that was typed, not the one the leftovers speak for."""
    problem = solution.problem
    corner_px = float(np.clip(problem.noise.corner_px, *_CORNER_PX))
    turn = problem.noise.turn_rad
    return replace(problem, noise=Noise(solution.expected.placement_in, corner_px, turn))


def _suspicions(solution: Solution, ids: list[int]) -> Iterator[Suspicion]:
    rows = solution.problem.marker_rows(solution.unknowns)
    yield from _moved(rows.placing, ids, solution.problem)
    yield _turned(rows.placing)
    yield from _in_common(rows.slopes[:, COMMON], solution.problem)
    if lens_is_known(solution.problem.belief):
        yield from _of_lens(rows.slopes[:, LENS])
    yield _wavering(solution.problem)


def _moved(placing: Array, ids: list[int], problem: Problem) -> Iterator[Suspicion]:
    """One marker, or the markers of one edge, lie elsewhere."""
    count = len(ids)
    for k in range(count):
        columns = np.zeros((count, 8, 2))
        columns[k] = placing[k, :, :2]
        yield Suspicion(columns.reshape(8 * count, 2), partial(_marker_says, ids[k]))
    outline = problem.common.outline
    half = np.array([outline.east - outline.west, outline.north - outline.south]) / 2
    flat = (problem.markers.xyz_in[:, :2] - outline.middle) / np.maximum(half, 1e-6)
    for name, axis, sign in (("east", 0, 1), ("west", 0, -1), ("north", 1, 1), ("south", 1, -1)):
        there = sign * flat[:, axis] > _EDGE
        if _SLID_TOGETHER <= there.sum() <= count - 2:
            columns = placing[:, :, :2] * there[:, None, None]
            says = partial(_edge_says, name)
            yield Suspicion(columns.reshape(8 * count, 2), says, _EDGE_SURELY)


def _turned(placing: Array) -> Suspicion:
    count = len(placing)
    columns = np.zeros((count, 8, count))
    columns[np.arange(count), :, np.arange(count)] = placing[:, :, 2]
    return Suspicion(columns.reshape(8 * count, count), _turned_says)


def _in_common(columns: Array, problem: Problem) -> Iterator[Suspicion]:
    outline = problem.common.outline
    wide_in, deep_in = outline.east - outline.west, outline.north - outline.south
    yield Suspicion(columns[:, [PRINT]], _prints_say)
    yield Suspicion(columns[:, [STRETCH]], partial(_stretch_says, wide_in))
    yield Suspicion(columns[:, [SHEAR]], partial(_shear_says, deep_in))
    yield Suspicion(columns[:, WARP], _sag_says)


def _of_lens(columns: Array) -> Iterator[Suspicion]:
    focal = columns[:, [0]] + columns[:, [1]]
    yield Suspicion(np.hstack([focal, columns[:, 2:4]]), _crop_says)
    yield Suspicion(columns[:, 4:6], _bend_says)


def _wavering(problem: Problem) -> Suspicion:
    """Rows of the picture that sway to and fro, as a rolling shutter draws a swaying camera."""
    pixels = problem.markers.corners_px.reshape(-1, 2)
    down = pixels[:, 1] / problem.belief.lens.height_px
    waves = [f(2 * np.pi * q * down) for q in _WAVES for f in (np.sin, np.cos)]
    columns = np.zeros((len(pixels), 2, 2 * len(waves)))
    columns[:, 0, : len(waves)] = columns[:, 1, len(waves) :] = np.stack(waves, axis=1)
    return Suspicion(columns.reshape(2 * len(pixels), -1), _wavering_says)


def _marker_says(name: int, off: Array) -> str:
    return (
        f"marker {name} lies about {_MM * np.hypot(*off):.0f} mm from where it is typed: put it "
        "right, or type its place"
    )


def _edge_says(name: str, off: Array) -> str:
    return (
        f"the {name} edge slid: its markers lie about {_MM * np.hypot(*off):.0f} mm from where "
        "they are typed; push it back, or type their places"
    )


def _turned_says(off: Array) -> str:
    most = np.degrees(np.abs(off).max())
    return (
        f"the markers lie turned by up to {most:.0f}° from what is typed: type turned_deg of each, "
        "or lay them straight"
    )


def _prints_say(off: Array) -> str:
    return (
        f"the printed markers are {_percent(off[0])} than typed: measure their black side and "
        "type it as size_in, and check the size of the tags, which came from the same printer"
    )


def _stretch_says(wide_in: float, off: Array) -> str:
    return (
        f"the typed places are stretched: about {_MM * 2 * abs(off[0]) * wide_in:.0f} mm from east "
        "to west against north to south; measure the markers' places anew"
    )


def _shear_says(deep_in: float, off: Array) -> str:
    return (
        f"the typed places are a rectangle and the markers are not, by about "
        f"{_MM * 2 * abs(off[0]) * deep_in:.0f} mm: measure both diagonals"
    )


def _sag_says(off: Array) -> str:
    return (
        f"the table top is not flat: it sags or steps by about {_MM * np.abs(off).max():.0f} mm; "
        "level its boards, or check it with a straight edge"
    )


def _crop_says(off: Array) -> str:
    return (
        "the picture is zoomed or cropped otherwise than when the lens was calibrated "
        f"({abs(off[0]):.0f} px in focal length, {np.hypot(*off[1:]):.0f} px in its centre): "
        "switch image stabilisation and digital zoom off, or calibrate the lens again"
    )


def _bend_says(off: Array) -> str:
    return (
        f"the lens bends otherwise than its file says (k1 by {off[0]:+.2f}): it is of another "
        "lens, focus or setting; calibrate it again, or leave it out"
    )


def _wavering_says(off: Array) -> str:
    return (
        f"the rows of the picture waver by about {np.abs(off).max():.1f} px: the camera sways "
        "while its shutter rolls; let it come to rest"
    )


def _percent(share: float) -> str:
    return f"{100 * abs(share):.1f} % {'larger' if share > 0 else 'smaller'}"
