"""How far the bases of one picture lean: each by its own tag, and all together.

What a base leans by is believed beforehand to be about what the table file says (``tilt_deg``),
times one factor for all of them, which the slants of all tags judge by their evidence (MacKay,
Neural Computation 4, 1992). A base then leans by what its own tag shows and what is left of the
belief. Far from the foot of the camera, where a lean moves the place that is read, the tag shows
it best.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.linalg import cho_factor, cho_solve

from calibration.camera import Array, Calibration, CalibrationError
from calibration.table_file import BaseInPlay, TableFile
from calibration.tolerances import Tolerances
from vision.evidence.slant import Slants, slants_of
from vision.tags.tag import Tag

_FACTORS = np.geomspace(0.25, 8.0, 21)
_BELIEVED = float(np.log(2.0))
"""Two times in three the bases of a table lean by what is typed within a factor of two."""
_LEAST_TAGS = 4
# Told when the bases surely (two standard deviations of its logarithm) lean this much more than
# was typed.
_MUCH, _SURELY = 1.4, 2.0


@dataclass(frozen=True, slots=True)
class Leaning:
    """``tilt_deg``: by payload of the tag, one standard deviation about each axis of what its
    base leans by; only of those that said something. ``told``: sentences."""

    tilt_deg: Mapping[str, float]
    told: tuple[str, ...] = ()

    def of(self, base: BaseInPlay) -> BaseInPlay:
        """The base with what is known of its leaning."""
        known = self.tilt_deg.get(base.payload)
        return base if known is None else replace(base, tilt_deg=known)

    def table(self, table: TableFile) -> TableFile:
        """The table with what is known of its bases."""
        return replace(table, bases=tuple(self.of(base) for base in table.bases))


def together(views: Sequence[Leaning]) -> Leaning:
    """What several cameras say of the same bases: each may lean by as much as any view allows, for
    a camera straight above a base hardly sees how it leans. What is told is told by its camera."""
    known: dict[str, float] = {}
    for view in views:
        for payload, tilt_deg in view.tilt_deg.items():
            known[payload] = max(tilt_deg, known.get(payload, 0.0))
    return Leaning(known)


LEVEL = Leaning({})
"""Nothing is known beyond what is typed."""


def leaning_of(
    tags: Sequence[tuple[Tag, BaseInPlay]], calibration: Calibration, tolerances: Tolerances
) -> Leaning:
    """As ``judge_leaning``; nothing is known where a tag lies past the table, which is flagged
    when it is placed."""
    try:
        return judge_leaning(tags, calibration, tolerances)
    except CalibrationError:
        return LEVEL


def judge_leaning(
    tags: Sequence[tuple[Tag, BaseInPlay]], calibration: Calibration, tolerances: Tolerances
) -> Leaning:
    """What the slants of these tags say.

    Raises:
        CalibrationError: a tag lies where the camera looks past the table.
    """
    shaped = [(tag, base) for tag, base in tags if tag.loose_px is not None]
    bases = [base for _, base in shaped]
    typed = np.radians([_typed_deg(base, tolerances) for base in bases])
    may_lean = typed > 0
    if may_lean.sum() < _LEAST_TAGS:
        return LEVEL
    slants = slants_of([(tag, base.tag_height_in) for tag, base in shaped], calibration)
    factors, leans = _judged(slants, typed)
    known = {
        base.payload: float(np.degrees(lean))
        for base, lean, may in zip(bases, leans, may_lean, strict=True)
        if may
    }
    return Leaning(known, _told(factors, typed[may_lean], known))


def _typed_deg(base: BaseInPlay, tolerances: Tolerances) -> float:
    return tolerances.tilt_deg if base.tilt_deg is None else base.tilt_deg


def _judged(slants: Slants, typed: Array) -> tuple[Array, Array]:
    """How likely each factor is (they add up to one), and by how much each base leans: (n,)
    root mean square about each axis, radians."""
    seen, count = slants.stacked, len(typed)
    noise = np.diag(np.tile(slants.sigma**2, 2)) + slants.in_common @ slants.in_common.T
    lever = np.tile(np.abs(slants.lever), 2)
    evidence, squares = [], []
    for factor in _FACTORS:
        spread = (lever * np.tile(factor * typed, 2)) ** 2
        root = cho_factor(noise + np.diag(spread))
        pull = cho_solve(root, seen)
        volume = 2 * float(np.log(np.diag(root[0])).sum())
        believed = (np.log(factor) / _BELIEVED) ** 2
        evidence.append(-0.5 * (float(seen @ pull) + volume + believed))
        left = 1 - spread * np.diag(cho_solve(root, np.eye(2 * count)))
        # In units of the slope: the lever cancels, also where it is nothing.
        slope = lever * np.tile(factor * typed, 2) ** 2 * pull
        squares.append(slope**2 + np.tile(factor * typed, 2) ** 2 * left)
    weights = np.exp(np.array(evidence) - max(evidence))
    weights /= weights.sum()
    mean = weights @ np.array(squares)
    return weights, np.sqrt((mean[:count] + mean[count:]) / 2)


def _told(factors: Array, typed: Array, known: Mapping[str, float]) -> tuple[str, ...]:
    sizes = np.log(_FACTORS)
    middle = float(factors @ sizes)
    unsure = float(np.sqrt(factors @ (sizes - middle) ** 2))
    if middle - _SURELY * unsure < np.log(_MUCH):
        return ()
    worst = max(known, key=lambda payload: known[payload])
    lean_deg = float(np.degrees(np.sqrt(2 * (typed**2).mean())) * np.exp(middle))
    return (
        f"the bases lean by about {lean_deg:.0f}°, most of all {worst}: put them on flat ground "
        "and flatten warped card; the ± allows for it",
    )
