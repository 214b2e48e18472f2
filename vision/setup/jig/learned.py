"""The jig: a printed corner into which each base is pushed once, so that its label is known.

Pushed into the corner with its front to the north and its left side to the west, a base stands
where its own measures say. Where the label is seen to lie and look is then where it really was
glued. The camera, the height of the table there and the label's pixels err too, and what they
err is what is left.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from calibration.table_file import BaseInPlay
from calibration.tolerances import HONEST, MM_IN, Tolerances
from vision.measure.uncertain import HALF_WIDTH_95
from vision.table.quality import CannotSetUp, LabelLearned
from vision.table.snapshot import Pose
from vision.watch.locate import label_turn

PUSHED_IN = 0.1 * MM_IN
"""How well a base lies against the rails, and how well it is cut."""

PUSHED_DEG = 0.15

LIES_FLAT_DEG = 0.4
"""A base that rocks in the jig is seen to by a person; one that lies flat leans no more than the
ground it stands on: 0.3 mm under one edge of 40."""

_MOST_OFF_IN = 0.5
_MOST_TURNED_DEG = 30.0


class NotInTheJig(CannotSetUp):
    """The base does not stand in the corner; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Jig:
    """The corner on the table: where its rails meet, and where its northern one looks.

    ``facing_deg``: where a base in it faces. ``off_in`` and ``off_deg``: one standard deviation of
    its place along either axis, and of its turn.
    """

    x_in: float
    y_in: float
    facing_deg: float = 90.0
    off_in: float = 0.0
    off_deg: float = 0.0


@dataclass(frozen=True, slots=True)
class Learned:
    """The base as it is now known, and the 95 % half-widths of its place by its label, inches,
    and of its facing, degrees, before and after."""

    base: BaseInPlay
    before_in: float
    after_in: float
    before_deg: float
    after_deg: float


def learn(
    base: BaseInPlay, seen: Sequence[Pose], jig: Jig, tolerances: Tolerances = HONEST
) -> Learned:
    """Where the label of *base* is glued, from the poses at which it *seen* in the jig.

    It has to lie flat in it, without rocking: ask for that. The poses are those of a base of
    which nothing was learned yet; several of one still scene are averaged.

    Raises:
        NotInTheJig: no pose, or the base seems elsewhere or turned.
    """
    if not seen:
        raise NotInTheJig(f"{base.payload} is not seen: push it into the corner, label up")
    turn = math.fsum(_turned(pose.facing_deg, jig.facing_deg) for pose in seen) / len(seen)
    offset = _label_offset(base, seen, jig, turn)
    own_in, own_deg = _left_of(seen[-1])
    after_in = math.hypot(PUSHED_IN, own_in, jig.off_in)
    after_deg = math.hypot(PUSHED_DEG, own_deg, jig.off_deg)
    known = replace(
        base,
        tag_offset_in=(round(offset[0], 4), round(offset[1], 4)),
        tag_turned_deg=round(base.tag_turned_deg + turn, 3),
        tolerance_in=round(after_in, 4),
        tolerance_deg=round(after_deg, 3),
        tilt_deg=min(tolerances.tilt_deg, LIES_FLAT_DEG),
    )
    before_in = tolerances.label_in if base.tolerance_in is None else base.tolerance_in
    before_deg = math.degrees(label_turn(base, tolerances))
    spreads = (HALF_WIDTH_95 * s for s in (before_in, after_in, before_deg, after_deg))
    return Learned(known, *spreads)


def told(before: BaseInPlay, learned: Learned) -> LabelLearned:
    """What was learned of a base, as the page shows it."""
    now = learned.base
    off = [(b - a) / MM_IN for a, b in zip(before.tag_offset_in, now.tag_offset_in, strict=True)]
    right, forward = round(off[0], 2), round(off[1], 2)
    turned = round(now.tag_turned_deg - before.tag_turned_deg, 2)
    across = f"{abs(right):.1f} mm {'right' if right >= 0 else 'left'}"
    along = f"{abs(forward):.1f} mm {'forward' if forward >= 0 else 'back'}"
    says = (
        f"{now.payload}: its label lies {across} and {along} of where it was known to lie, turned "
        f"by {abs(turned):.1f}°. By its label its place was known to ±{learned.before_in:.3f} in "
        f"and is to ±{learned.after_in:.3f}, its facing to ±{learned.before_deg:.1f}° and is to "
        f"±{learned.after_deg:.1f}°."
    )
    return LabelLearned(
        now.payload, right, forward, turned, learned.before_in, learned.after_in,
        learned.before_deg, learned.after_deg, says,
    )  # fmt: skip


def _label_offset(
    base: BaseInPlay, seen: Sequence[Pose], jig: Jig, turn: float
) -> tuple[float, float]:
    """Where the label is glued, right and forward of the base's middle."""
    count = len(seen)
    x_in, y_in = (math.fsum(getattr(p, axis) for p in seen) / count for axis in ("x_in", "y_in"))
    ahead = math.radians(jig.facing_deg)
    # From the rails' corner (front left) to the middle of the base.
    stands = _on_table((base.frontage_in / 2, -base.depth_in / 2), ahead)
    off = (x_in - jig.x_in - stands[0], y_in - jig.y_in - stands[1])
    _refuse(base, math.hypot(*off), turn)
    # The label's own place, as it is seen, less where the base really stands.
    label = _on_table(base.tag_offset_in, ahead + math.radians(turn))
    at = (off[0] + label[0], off[1] + label[1])
    return (
        at[0] * math.sin(ahead) - at[1] * math.cos(ahead),
        at[0] * math.cos(ahead) + at[1] * math.sin(ahead),
    )


def _on_table(offset_in: tuple[float, float], ahead: float) -> tuple[float, float]:
    """Right and forward of a base that looks *ahead* (radians), as east and north."""
    right, forward = offset_in
    return (
        forward * math.cos(ahead) + right * math.sin(ahead),
        forward * math.sin(ahead) - right * math.cos(ahead),
    )


def _left_of(pose: Pose) -> tuple[float, float]:
    """What one label leaves unsure, one sigma: inches per axis, and degrees.

    A base that is thicker than typed seems further out from below the camera, and so does its
    label on it: near the foot of the camera by little.
    """
    causes = dict(pose.own_causes)
    share = causes.get("pixels", 0.0)
    unsure = (share + causes.get("thickness", 0.0)) * (pose.own[0] + pose.own[3])
    place = math.sqrt((unsure + pose.batched[0] ** 2 + pose.batched[1] ** 2) / 2)
    return place, math.sqrt(share * pose.own[5])


def _refuse(base: BaseInPlay, off_in: float, turned_deg: float) -> None:
    if off_in > _MOST_OFF_IN or abs(turned_deg) > _MOST_TURNED_DEG:
        raise NotInTheJig(
            f"{base.payload} seems {off_in:.1f} in and {turned_deg:.0f}° from how a base stands in "
            "the corner: push it home, front against the far rail, and check its frontage and depth"
        )


def _turned(facing_deg: float, from_deg: float) -> float:
    return (facing_deg - from_deg + 180.0) % 360.0 - 180.0
