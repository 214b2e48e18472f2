"""From the covariance of poses to the ± of what is measured between them.

The value is worked out again with the poses moved by one standard deviation in each
independent direction of their error, forwards and backwards; the squares of the changes
add up to the variance. The errors of each base alone, those that every base shares and those
of a batch of bases make one covariance of all the poses, whose Cholesky columns are the
directions: so an error common to both ends of a tape cancels. For a value that is straight in
the poses this is the exact propagation of covariance; at a kink (the corner of a base, a
distance of nothing) it stays honest where a derivative would say zero. All poses exact: no
work, and the ± is exactly 0. Where poses say what their errors come from, so does the ±.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from vision.measure.shapes.footprint import Footprint, Placed, outline
from vision.table.reading import HalfWidth
from vision.table.snapshot import Covariance, Pose

HALF_WIDTH_95 = 1.96
"""Half-width of the central 95 % of a normal distribution, in standard deviations."""

_UNNAMED = (("", 1.0),)
# What rounding leaves of a direction that has no error, inches or degrees squared.
_NOTHING = 1e-15

BATCHED = (("thickness", 1.0),)
"""What bases of one batch have wrong together."""

Shift = tuple[float, float, float]
Shares = Sequence[tuple[str, float]]
Vector = list[float]
Source = tuple[Shares, Vector]
Values = Callable[[Sequence[Footprint]], Sequence[float]]


def is_exact(placed: Sequence[Placed]) -> bool:
    """Do none of these poses carry an error?"""
    return all(one.pose.is_exact for one in placed)


def plus_minus(
    value: Callable[[Sequence[Footprint]], float], placed: Sequence[Placed]
) -> HalfWidth:
    """95 % half-width of *value*, a function of the outlines of *placed* in that order."""
    if is_exact(placed):
        return HalfWidth(0.0)
    return plus_minuses(lambda outlines: (value(outlines),), placed)[0]


def plus_minuses(
    values: Values, placed: Sequence[Placed], middle: Sequence[float] | None = None
) -> tuple[HalfWidth, ...]:
    """95 % half-widths of several values that are functions of the same outlines.

    *middle*: the values of the outlines as they are, when known already.
    """
    still = [one.outline for one in placed]
    middle = values(still) if middle is None else middle
    if is_exact(placed):
        return (HalfWidth(0.0),) * len(middle)
    sources = _sources(placed)
    columns = _columns(sources, 3 * len(placed))
    tried = [
        [values(_moved(placed, still, column, sign)) for sign in (1.0, -1.0)] for column in columns
    ]
    found = []
    for k, old in enumerate(middle):
        squares = [((up[k] - old) ** 2 + (down[k] - old) ** 2) / 2 for up, down in tried]
        slopes = [(up[k] - down[k]) / 2 for up, down in tried]
        half_width = HALF_WIDTH_95 * math.sqrt(math.fsum(squares))
        found.append(HalfWidth.of(half_width, _causes(sources, columns, slopes)))
    return tuple(found)


def _causes(
    sources: list[Source], columns: list[Vector], slopes: Vector
) -> tuple[tuple[str, float], ...]:
    """What the square of the ± comes from, the largest share first; () when nobody said."""
    if not any(cause for shares, _ in sources for cause, _ in shares):
        return ()
    gradient = _gradient(columns, slopes)
    parts: dict[str, float] = {}
    for shares, vector in sources:
        square = math.fsum(a * b for a, b in zip(vector, gradient, strict=True)) ** 2
        for cause, share in shares:
            parts[cause] = parts.get(cause, 0.0) + share * square
    whole = math.fsum(parts.values())
    named = [(cause, part / whole) for cause, part in parts.items() if cause and whole > 0]
    return tuple(sorted(named, key=lambda one: -one[1]))


def _gradient(columns: list[Vector], slopes: Vector) -> Vector:
    """How the value moves with each coordinate, from its *slopes* along the *columns* of a
    lower triangle (back substitution)."""
    gradient = [0.0] * (len(columns[0]) if columns else 0)
    for column, slope in reversed(list(zip(columns, slopes, strict=True))):
        first = next(i for i, part in enumerate(column) if part)
        below = zip(column[first + 1 :], gradient[first + 1 :], strict=True)
        rest = math.fsum(a * b for a, b in below)
        gradient[first] = (slope - rest) / column[first]
    return gradient


def _moved(
    placed: Sequence[Placed], still: list[Footprint], column: Vector, sign: float
) -> list[Footprint]:
    moved = list(still)
    for i, one in enumerate(placed):
        dx, dy, turn = column[3 * i : 3 * i + 3]
        if dx or dy or turn:
            pose = one.pose
            x, y = pose.x_in + sign * dx, pose.y_in + sign * dy
            moved[i] = outline(one.base, x, y, pose.facing_deg + sign * turn)
    return moved


def _sources(placed: Sequence[Placed]) -> list[Source]:
    """Each independent error: what it comes from, and how one sigma of it moves all poses."""
    found: list[Source] = []
    for i, one in enumerate(placed):
        shares = one.pose.own_causes or _UNNAMED
        found += [(shares, _spread_out({i: s}, placed)) for s in factors(one.pose.own)]
    for errors in sorted({one.errors for one in placed}):
        of_it = {i: one.pose for i, one in enumerate(placed) if one.errors == errors}
        for k in range(max(len(pose.shared) for pose in of_it.values())):
            some = {i: pose for i, pose in of_it.items() if k < len(pose.shared)}
            shifts = {i: pose.shared[k] for i, pose in some.items()}
            found.append((_shared_cause(k, next(iter(some.values()))), _spread_out(shifts, placed)))
    for batch in sorted({one.pose.batch for one in placed} - {""}):
        shifts = {i: one.pose.batched for i, one in enumerate(placed) if one.pose.batch == batch}
        found.append((BATCHED, _spread_out(shifts, placed)))
    return found


def _spread_out(shifts: dict[int, Shift], placed: Sequence[Placed]) -> Vector:
    vector = [0.0] * (3 * len(placed))
    for i, shift in shifts.items():
        vector[3 * i : 3 * i + 3] = shift
    return vector


def _shared_cause(k: int, pose: Pose) -> Shares:
    return ((pose.shared_causes[k], 1.0),) if k < len(pose.shared_causes) else _UNNAMED


def _columns(sources: list[Source], count: int) -> list[Vector]:
    """Cholesky's columns of the covariance of all *count* coordinates; none where it is 0."""
    covariance = [[0.0] * count for _ in range(count)]
    for _, vector in sources:
        used = [(i, part) for i, part in enumerate(vector) if part]
        for i, part in used:
            row = covariance[i]
            for j, other in used:
                row[j] += part * other
    columns: list[Vector] = []
    for k in range(count):
        left = covariance[k][k]
        if left <= _NOTHING:
            continue
        root = math.sqrt(left)
        column = [0.0] * k + [covariance[i][k] / root for i in range(k, count)]
        used = [(i, part) for i, part in enumerate(column) if part]
        for i, part in used:
            row = covariance[i]
            for j, other in used:
                row[j] -= part * other
        columns.append(column)
    return columns


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
