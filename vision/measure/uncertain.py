"""From the covariance of poses to the ± of what is measured between them.

The value is worked out again with the poses moved by one standard deviation in each
independent direction of their error, forwards and backwards; the squares of the changes
add up to the variance. A direction is an axis of one base's own error, or one shared
error, which moves every base at once: so an error common to both ends of a tape cancels.
For a value that is straight in the poses this is the exact propagation of covariance; at a
kink (the corner of a base, a distance of nothing) it stays honest where a derivative would
say zero. All poses exact: no work, and the ± is exactly 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from vision.measure.shapes.footprint import Footprint, Placed, outline
from vision.table.snapshot import EXACT, Covariance

HALF_WIDTH_95 = 1.96
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""

Shift = tuple[float, float, float]
Values = Callable[[Sequence[Footprint]], Sequence[float]]


def is_exact(placed: Sequence[Placed]) -> bool:
    """Do none of these poses carry an error?"""
    return all(one.pose.own == EXACT and not one.pose.shared for one in placed)


def plus_minus(value: Callable[[Sequence[Footprint]], float], placed: Sequence[Placed]) -> float:
    """95 % half-width of *value*, a function of the outlines of *placed* in that order."""
    if is_exact(placed):
        return 0.0
    return plus_minuses(lambda outlines: (value(outlines),), placed)[0]


def plus_minuses(
    values: Values, placed: Sequence[Placed], middle: Sequence[float] | None = None
) -> tuple[float, ...]:
    """95 % half-widths of several values that are functions of the same outlines.

    *middle*: the values of the outlines as they are, when known already.
    """
    still = [one.outline for one in placed]
    middle = values(still) if middle is None else middle
    if is_exact(placed):
        return (0.0,) * len(middle)
    variance = [0.0] * len(middle)
    for shifts in _directions(placed):
        for sign in (1.0, -1.0):
            moved = values(_moved(placed, still, shifts, sign))
            for k, (new, old) in enumerate(zip(moved, middle, strict=True)):
                variance[k] += (new - old) ** 2 / 2
    return tuple(HALF_WIDTH_95 * math.sqrt(v) for v in variance)


def _moved(
    placed: Sequence[Placed], still: list[Footprint], shifts: dict[int, Shift], sign: float
) -> list[Footprint]:
    moved = list(still)
    for i, (dx, dy, turn) in shifts.items():
        pose = placed[i].pose
        moved[i] = outline(
            placed[i].base,
            pose.x_in + sign * dx,
            pose.y_in + sign * dy,
            pose.facing_deg + sign * turn,
        )
    return moved


def _directions(placed: Sequence[Placed]) -> Iterator[dict[int, Shift]]:
    for i, one in enumerate(placed):
        for shift in factors(one.pose.own):
            yield {i: shift}
    for errors in sorted({one.errors for one in placed}):
        members = [i for i, one in enumerate(placed) if one.errors == errors]
        count = max(len(placed[i].pose.shared) for i in members)
        for k in range(count):
            yield {i: placed[i].pose.shared[k] for i in members if k < len(placed[i].pose.shared)}


def factors(own: Covariance) -> tuple[Shift, ...]:
    """One-sigma moves whose outer products add up to the covariance (Cholesky's columns).

    A direction without error is left out.
    """
    xx, xy, xf, yy, yf, ff = own
    found: list[Shift] = []
    if xx > 0:
        sx = math.sqrt(xx)
        found.append((sx, xy / sx, xf / sx))
        yy, yf, ff = yy - xy * xy / xx, yf - xy * xf / xx, ff - xf * xf / xx
    if yy > 1e-15:
        sy = math.sqrt(yy)
        found.append((0.0, sy, yf / sy))
        ff -= yf * yf / yy
    if ff > 1e-15:
        found.append((0.0, 0.0, math.sqrt(ff)))
    return tuple(found)
