"""One base seen by several cameras: its place from all of them, weighted by their errors.

What only one camera has wrong gets smaller in the mean; what all have wrong together (the
label, the thickness, the markers) does not. The weights are those of the surest weighted mean
and never negative: one camera is never used to stretch what another one says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Array
from vision.table.snapshot import Pose
from vision.watch.locate import Fitted, packed, shares

# Chi squared of x, y and facing, once in a thousand.
_DISAGREE = 16.3
# What reading and lens leave that no model has, inches and degrees.
_FLOOR = np.diag([0.005**2, 0.005**2, 0.1**2])


@dataclass(frozen=True, slots=True)
class Agreed:
    """The pose from all that agree. ``used``: numbers of the views that placed it;
    ``odd``: those that say otherwise; ``apart_in``: the widest between two views, or None."""

    pose: Pose
    used: tuple[int, ...]
    odd: tuple[int, ...]
    apart_in: float | None


def agree(views: Sequence[Fitted]) -> Agreed:
    """One base from its poses in several views; their shared errors are in one order."""
    numbers = range(len(views))
    odd_of = {
        k: tuple(n for n in numbers if n != k and differ(views[k], views[n])) for k in numbers
    }
    best = min(numbers, key=lambda k: (len(odd_of[k]), _size(views[k])))
    odd = odd_of[best]
    used = tuple(n for n in numbers if n not in odd)
    pose = _mean([views[n] for n in used])
    for n in odd:
        pose = widened(pose, views[n].pose)
    places = [np.array([each.pose.x_in, each.pose.y_in]) for each in views]
    apart = max((float(np.linalg.norm(a - b)) for a in places for b in places), default=0.0)
    return Agreed(pose, used, odd, apart if len(views) > 1 else None)


def differ(first: Fitted, second: Fitted) -> bool:
    """Do two views of a base say more different things than their own errors explain?"""
    rows = _rows(first) - _rows(second)
    spread = rows.T @ rows + _FLOOR
    # A base that leans seems turned one way from one side and the other way from the other.
    one, other = (np.abs(view.own_rows["tilt"][1:]) for view in (first, second))
    sheared = one + other
    spread = spread + sheared.T @ sheared + _pixels(first) + _pixels(second)
    apart = _numbers(second.pose) - _numbers(first.pose)
    apart[2] = _turn(float(apart[2]))
    return float(apart @ np.linalg.solve(spread, apart)) > _DISAGREE


def widened(pose: Pose, other: Pose) -> Pose:
    """The pose with a ± that reaches to the *other*: half the way is one standard deviation."""
    away = (_numbers(other) - _numbers(pose)) / 2
    away[2] = _turn(2 * float(away[2])) / 2
    own = unpacked(pose) + np.outer(away, away)
    old, new = float(np.trace(unpacked(pose)[:2, :2])), float(away[:2] @ away[:2])
    whole = max(old + new, 1e-12)
    causes = tuple((cause, share * old / whole) for cause, share in pose.own_causes)
    return replace(pose, own=packed(own), own_causes=(*causes, ("views", new / whole)))


def unpacked(pose: Pose) -> Array:
    """(3, 3) of its own covariance."""
    xx, xy, xf, yy, yf, ff = pose.own
    return np.array([[xx, xy, xf], [xy, yy, yf], [xf, yf, ff]])


def _mean(views: Sequence[Fitted]) -> Pose:
    """The weighted mean: place and facing have weights of their own."""
    first = views[0].pose
    if len(views) == 1:
        return first
    rows = np.array([_rows(each) for each in views])
    pixels = np.array([_pixels(each) for each in views])
    place = _weights(_between(rows[:, :, :2]) + np.diag(np.trace(pixels[:, :2, :2], 0, 1, 2)))
    facing = _weights(_between(rows[:, :, 2:]) + np.diag(pixels[:, 2, 2]))
    weights = np.column_stack([place, place, facing])
    numbers = np.array([_numbers(each.pose) for each in views])
    numbers[:, 2] = [first.facing_deg + _turn(f - first.facing_deg) for f in numbers[:, 2]]
    x, y, f = (weights * numbers).sum(axis=0).tolist()
    mixed = np.einsum("vkp,vp->kp", rows, weights)
    squares = {"pixels": np.einsum("vpq,vp,vq->pq", pixels, weights, weights)}
    start = 0
    for cause, some in views[0].own_rows.items():
        if cause != "pixels":
            part = mixed[start : start + len(some)]
            start += len(some)
            squares[cause] = part.T @ part
    shared = mixed[start:-1]
    bx, by, bf = mixed[-1].tolist()
    return replace(
        first,
        x_in=x,
        y_in=y,
        facing_deg=f % 360.0,
        own=packed(np.asarray(sum(squares.values()))),
        shared=tuple((a, b, c) for a, b, c in shared.tolist()),
        batched=(bx, by, bf),
        own_causes=shares(squares),
    )


def _rows(view: Fitted) -> Array:
    """(k, 3) what one and the same error of the world or of a camera does to the pose."""
    making = [rows for cause, rows in view.own_rows.items() if cause != "pixels"]
    shared = np.array(view.pose.shared).reshape(-1, 3)
    return np.vstack([*making, shared, np.array([view.pose.batched])])


def _pixels(view: Fitted) -> Array:
    rows = view.own_rows["pixels"]
    return np.asarray(rows.T @ rows)


def _between(rows: Array) -> Array:
    """(v, v) covariances between the views, summed over the coordinates."""
    flat = rows.reshape(len(rows), -1)
    return np.asarray(flat @ flat.T)


def _weights(covariance: Array) -> Array:
    """(v,) those of the surest mean, none negative."""
    kept = list(range(len(covariance)))
    while True:
        some = covariance[np.ix_(kept, kept)]
        some = some + 1e-9 * float(np.trace(some)) * np.eye(len(kept))
        solved = np.linalg.solve(some, np.ones(len(kept)))
        solved /= solved.sum()
        if float(solved.min()) >= 0:
            break
        kept.pop(int(np.argmin(solved)))
    weights = np.zeros(len(covariance))
    weights[kept] = solved
    return weights


def _size(view: Fitted) -> float:
    rows = _rows(view)[:, :2]
    return float((rows**2).sum() + np.trace(_pixels(view)[:2, :2]))


def _numbers(pose: Pose) -> Array:
    return np.array([pose.x_in, pose.y_in, pose.facing_deg])


def _turn(degrees: float) -> float:
    return (degrees + 180.0) % 360.0 - 180.0
