"""Bases that would stand in one another: what a camera can see of labels that sit badly.

Two bases that touch may be seen a little apart or a little inside one another, each by chance.
Inside is what no bases can truly be, so the depths of all pairs, each over its own standard
deviation, test whether labels sit where they are typed. How far apart bases stand is not known
beforehand, which makes the test one-sided: were all of these pairs truly touching, the sum of
the squares of the depths would have a chi-bar-square distribution (Silvapulle and Sen,
Constrained Statistical Inference, 2005, 3.4); the farther apart they truly are, the smaller.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scipy.special import gammaincc

from vision.measure.shapes.footprint import Placed, place, separation
from vision.measure.uncertain import HALF_WIDTH_95, plus_minus
from vision.table.snapshot import Base, Flag, Pose

# Of tables whose labels sit as badly as they are allowed to, one in so many is told.
_CHANCE = 1 / 2000
# A pair that is seen farther apart than this is not taken to touch, standard deviations.
_TOUCHING = 2.0
# No label is so far off that the pair is worth a look: inches.
_NEAR_IN = 0.25
_SAME_GROUND_IN = 0.05
# A millimetre; less is not worth a word, however sure it is.
_WORTH_IN = 0.04
# What was believed of labels beforehand weighs as much as so many pairs.
_BELIEVED = 4
# A base that lies still is placed anew in each frame, to within this.
_MOVED_IN, _TURNED_DEG = 0.01, 0.3


@dataclass(frozen=True, slots=True)
class Touch:
    """Two bases that may touch. ``depth_in``: how far they are seen inside one another, negative
    when apart; ``sigma_in``: its standard deviation."""

    first: str
    second: str
    depth_in: float
    sigma_in: float

    @property
    def square(self) -> float:
        """What it adds to the test."""
        return (max(self.depth_in, 0.0) / self.sigma_in) ** 2


@dataclass(frozen=True, slots=True)
class Judged:
    """``flags``: what is said of bases inside one another. ``grown``: how many times farther off
    than typed each label then sits (Birge's ratio of the depths, with what was believed); 1
    where nothing is said."""

    flags: tuple[Flag, ...] = ()
    grown: float = 1.0

    def pose(self, pose: Pose) -> Pose:
        """As unsure as its label then is."""
        if self.grown <= 1.0:
            return pose
        more = self.grown**2
        xx, xy, xf, yy, yf, ff = pose.own
        own = (xx * more, xy * more, xf * more, yy * more, yf * more, ff * more)
        known = {cause: share / more for cause, share in pose.own_causes}
        if known:
            known["label"] = known.get("label", 0.0) + 1 - sum(known.values())
        return replace(pose, own=own, own_causes=tuple(known.items()))

    def base(self, base: Base) -> Base:
        """The same base as unsure as that, where a camera sees it."""
        if self.grown <= 1.0 or base.pose is None or base.by_hand:
            return base
        return replace(base, pose=self.pose(base.pose))


class Clashes:
    """What is said of bases that are watched: judged anew where one has moved or was not there."""

    def __init__(self) -> None:
        self._poses: dict[str, Pose] = {}
        self._judged = Judged()

    def of(self, bases: Sequence[Base]) -> Judged:
        """As ``judge_clashes``; the answer of before while nothing moves."""
        now = {each.payload: each.pose for each in bases if each.status == "seen" and each.pose}
        if now.keys() != self._poses.keys() or any(
            _moved(pose, self._poses[name]) for name, pose in now.items()
        ):
            self._poses, self._judged = now, judge_clashes(bases)
        return self._judged


def _moved(pose: Pose, before: Pose) -> bool:
    return (
        max(abs(pose.x_in - before.x_in), abs(pose.y_in - before.y_in)) > _MOVED_IN
        or abs(pose.facing_deg - before.facing_deg) > _TURNED_DEG
    )


def judge_clashes(bases: Sequence[Base]) -> Judged:
    """A flag when bases are seen inside one another by more than chance explains, and how much
    farther off labels then sit than typed."""
    touches = touches_of(bases)
    if chance_of(touches) > _CHANCE:
        return Judged()
    worst = max(touches, key=lambda touch: touch.square)
    if worst.depth_in < _WORTH_IN:
        return Judged()
    inside = sum(touch.square > 1.0 for touch in touches)
    others = f" (and {inside - 1} more pairs are)" if inside > 1 else ""
    text = (
        f"{worst.first} and {worst.second} are seen {worst.depth_in:.2f} in inside one "
        f"another{others}: put them apart; if they stand well, labels sit or are turned "
        "farther off than typed, or bases are smaller: lay both into the jig; the ± grows until "
        "then"
    )
    return Judged((Flag("clash", worst.first, text),), _birge(touches))


def _birge(touches: Sequence[Touch]) -> float:
    """Root of the mean square of the depths of pairs inside one another, each over its sigma."""
    squares = [touch.square for touch in touches if touch.square > 0.0]
    return math.sqrt((sum(squares) + _BELIEVED) / (len(squares) + _BELIEVED))


def touches_of(bases: Sequence[Base]) -> tuple[Touch, ...]:
    """The pairs that may touch, of bases that a camera sees on the same ground."""
    return tuple(
        touch
        for touch in map(_touch, _near_pairs(bases))
        if touch is not None and touch.depth_in > -_TOUCHING * touch.sigma_in
    )


def chance_of(touches: Sequence[Touch]) -> float:
    """How often labels that sit as typed would look at least so bad; 1 where nothing clashes."""
    total, count = sum(touch.square for touch in touches), len(touches)
    if total == 0.0:
        return 1.0
    return sum(_halves(count, k) * float(gammaincc(k / 2, total / 2)) for k in range(1, count + 1))


def _halves(count: int, k: int) -> float:
    """How likely *k* of *count* even chances fall so; by logarithms, for many do not fit."""
    ways = math.lgamma(count + 1) - math.lgamma(k + 1) - math.lgamma(count - k + 1)
    return math.exp(ways - count * math.log(2))


def _near_pairs(bases: Sequence[Base]) -> Iterator[tuple[Placed, Placed]]:
    """Pairs that are near enough to be looked at, from the west to the east."""
    seen = [base for base in bases if base.status == "seen" and not base.by_hand]
    placed = sorted(map(place, seen), key=lambda one: one.pose.x_in)
    widest = max((one.outline.reach_in for one in placed), default=0.0)
    for i, one in enumerate(placed):
        for other in placed[i + 1 :]:
            reach_in = one.outline.reach_in + _NEAR_IN
            if other.pose.x_in - one.pose.x_in > reach_in + widest:
                break
            apart_in = math.dist(one.outline[:2], other.outline[:2])
            if apart_in <= reach_in + other.outline.reach_in and _on_same_ground(one, other):
                yield one, other


def _on_same_ground(one: Placed, other: Placed) -> bool:
    return abs(one.pose.ground_in - other.pose.ground_in) <= _SAME_GROUND_IN


def _touch(pair: tuple[Placed, Placed]) -> Touch | None:
    """None where neither has an error, as on a table without a camera."""
    apart_in = separation(pair[0].outline, pair[1].outline)
    if apart_in > _NEAR_IN:
        return None
    sigma_in = plus_minus(lambda feet: separation(feet[0], feet[1]), pair) / HALF_WIDTH_95
    names = (pair[0].base.payload, pair[1].base.payload)
    return Touch(*names, -apart_in, float(sigma_in)) if sigma_in > 0 else None
