"""Markers that contradict each other: which ones lie wrong, or what is wrong with them all."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError, Lens
from calibration.fit.halves import chi_squared
from calibration.fit.problem import LENS, TURN_SIGMA, LensBelief, Noise, Problem, lens_is_known
from calibration.fit.solve import helps
from calibration.fit.squares import Squares

# Corners that a bent or dirty marker may still show while it lies in the right place.
_AGREE_PX = 0.4
# So that sizes and turns, if they are what is wrong, do not pull on the camera.
_CENTRES_ONLY_PX = 15.0
_MOST_TRIED = 60
# Place and turn of one marker, once in a hundred thousand (chi squared of three).
_STANDS_OUT = 25.0
_LAID_RAD = float(np.radians(5.0))
# Fewer markers agree with some lens wherever they lie.
_LEAST_TO_BLAME_LENS = 6

End = tuple[Array, float] | None


def find_outliers(problem: Problem) -> list[int] | None:
    """Indices of markers that are not where they should be; None when no few explain it.

    The marker whose leaving helps most is left out, again and again, until the rest agree
    within their placing; a third of them at most, and four must stay. Two wrong ones can hide
    each other, so that all pairs are tried when this fails.
    """
    problem = _noisy(problem, _AGREE_PX)
    count = len(problem.markers)
    if _agree(problem):
        return []
    # Cards laid down by hand are turned by some degrees, which is not worth a quarrel.
    if _agree(_noisy(problem, _AGREE_PX, _LAID_RAD)):
        return []
    most = min(count // 3, count - 4)
    return _one_by_one(problem, most) or _pair(problem, most)


def _noisy(problem: Problem, corner_px: float, turn_rad: float = TURN_SIGMA) -> Problem:
    noise = Noise(problem.noise.placement_in, corner_px, turn_rad)
    return replace(problem, noise=noise)


def refuse_wrong_lens(problem: Problem, any_lens: LensBelief) -> None:
    """Say so when markers that contradict each other agree once the lens is left open.

    Raises:
        CalibrationError: six or more of them do, and the lens was said to be known.
    """
    if not lens_is_known(problem.belief) or len(problem.markers) < _LEAST_TO_BLAME_LENS:
        return
    if _agree(_noisy(replace(problem, belief=any_lens), _AGREE_PX)):
        raise CalibrationError(
            "the lens does not belong to this picture: only without it do the markers agree. "
            "If zoom or focus changed, calibrate the lens again; else leave it out"
        )


def refuse_wrong_prints(problem: Problem) -> None:
    """Say so when it is not single markers, but how all were printed or typed.

    Raises:
        CalibrationError: they fit no camera; or all are larger, smaller or turned otherwise.
    """
    markers = problem.markers
    end = _noisy(problem, _CENTRES_ONLY_PX).best()
    if end is None:
        return
    at = end[0]
    lens = Lens.of(problem.belief.lens, at[LENS])
    camera = Calibration(lens, at[:3], at[3:6], np.empty((0, 15)), 0.0, "")
    sizes, turns = _as_seen(markers, camera)
    turned = float(np.median(np.abs(turns)))
    if turned > 30:
        raise CalibrationError(
            f"the markers lie turned by {turned:.0f}° from what the table file says: turn them "
            "with their printed tops to the north (the far edge), or type turned_deg"
        )
    ratio = float(np.median(sizes / markers.size_in))
    if abs(ratio - 1) > 0.05:
        size = float(np.median(markers.size_in))
        raise CalibrationError(
            f"the markers measure {size * ratio:.2f} in between their typed places, not "
            f"{size:.2f} in: check size_in, and that all places are in inches"
        )


def _one_by_one(problem: Problem, most: int) -> list[int] | None:
    kept = list(range(len(problem.markers)))
    left_out: list[int] = []
    while len(left_out) < most:
        fewer = [problem.without(k) for k in range(len(kept))]
        ends = [each.best() for each in fewer]
        worst = int(np.argmin([_cost(end) for end in ends]))
        left_out.append(kept.pop(worst))
        problem = fewer[worst]
        if _agree(problem, ends[worst]):
            return sorted(left_out)
    return None


def _pair(problem: Problem, most: int) -> list[int] | None:
    count = len(problem.markers)
    pairs = list(combinations(range(count), 2)) if most >= 2 else []
    if not pairs or len(pairs) > _MOST_TRIED:
        return None
    fewer = [problem.without(b).without(a) for a, b in pairs]
    ends = [each.best() for each in fewer]
    best = int(np.argmin([_cost(end) for end in ends]))
    return list(pairs[best]) if _agree(fewer[best], ends[best]) else None


def _cost(end: End) -> float:
    return float("inf") if end is None else end[1]


def _agree(problem: Problem, end: End = None) -> bool:
    """Whether what is left over is what placing and corner noise explain, 99.9 % of the time,
    and no marker's leaving would help beyond what its own three numbers may."""
    end = problem.best() if end is None else end
    if end is None or end[1] >= chi_squared(0.999, 8 * len(problem.markers)):
        return False
    return float(helps(problem, end[0]).max(initial=0.0)) < _STANDS_OUT


def _as_seen(markers: Squares, camera: Calibration) -> tuple[Array, Array]:
    """(n,) sides in inches and (n,) turns in degrees from what is typed, as the camera sees."""
    heights = np.repeat(markers.xyz_in[:, 2], 4)
    corners = camera.to_table(markers.corners_px.reshape(-1, 2), heights).reshape(-1, 4, 2)
    sides = np.linalg.norm(np.roll(corners, -1, axis=1) - corners, axis=2).mean(axis=1)
    up = corners[:, 0] + corners[:, 1] - corners[:, 2] - corners[:, 3]
    turned = np.degrees(np.arctan2(up[:, 1], up[:, 0])) - 90 - markers.turned_deg
    return sides, (turned + 180) % 360 - 180
