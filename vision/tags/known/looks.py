"""A look: one place in the picture, the best explanation of it, and how good that is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.tags.decode.decoded import Corners
from vision.tags.decode.forms import Form
from vision.tags.find.pose import Poses
from vision.tags.tag import TagSpec

TAG_LIKE = 0.40
_TAG_LIKE_IN_PART = 0.60
_SAME_TURN = 0.7
"""Chord of 40 degrees."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the closed-set reader saw at one place.

    ``centre``, ``module``: its pose on the plane (see ``pose``). ``row``: of the bank of
    ``form``; at or above the number of specs it is a decoy. ``rho``: correlation of all
    identifying modules with that template, ``margin``: lead over the next. ``common``:
    correlation with what all tags of the form share. ``explained``: share of the variance
    the template explains; ``visible``: share of the samples that agree with it.
    ``was_wrong``: probability that its name is wrong from earlier pictures in which it lay
    in the same place; 1 when it was not there. ``apart``: how unlike the template and the
    next are; a tag seen perfectly leads by that much. ``part``: within which part of the
    symbol it was judged, see ``covers``.
    """

    form: Form
    row: int
    centre: complex
    module: complex
    corners_px: Corners
    sigma_px: float
    rho: float
    margin: float
    common: float
    explained: float
    visible: float
    was_wrong: float = 1.0
    apart: float = 1.0
    part: int = 0
    loose_px: Corners | None = None
    loose_sigma_px: float = 0.0

    @property
    def spec(self) -> TagSpec | None:
        """The tag in play it looks like; None for a decoy."""
        return self.form.specs[self.row] if self.row < len(self.form.specs) else None

    @property
    def score(self) -> float:
        """What identities are decided and sorted by."""
        return self.rho + self.margin

    @property
    def size(self) -> float:
        """How large it is, as a share of what a tag of its form has on that plane."""
        return abs(self.module) * self.form.modules / self.form.size_in

    @property
    def is_tag_like(self) -> bool:
        """Whether it has the build of a tag of its form, whatever its name."""
        return self.common >= (TAG_LIKE if self.part == 0 else _TAG_LIKE_IN_PART)

    @property
    def centre_px(self) -> complex:
        """Mean of the corners, right + down·i."""
        return complex(*np.mean(self.corners_px, axis=0).tolist())

    @property
    def side_px(self) -> float:
        """Half the sum of the diagonals over root two: the mean side."""
        corners = np.array(self.corners_px) @ np.array([1, 1j])
        diagonals = np.abs(corners[2] - corners[0]) + np.abs(corners[3] - corners[1])
        return float(diagonals / 2 / np.sqrt(2))


def corners_of(square: NDArray[np.complex128]) -> Corners:
    """Four places of the picture, right + down·i, as the corners of a tag."""
    one, two, three, four = ((float(at.real), float(at.imag)) for at in square)
    return one, two, three, four


def poses_of(looks: Sequence[Look]) -> Poses:
    """Their poses, in order."""
    centres = np.array([look.centre for look in looks], dtype=np.complex128)
    modules = np.array([look.module for look in looks], dtype=np.complex128)
    return Poses(centres, modules, np.array([look.part for look in looks], dtype=np.intp))


def is_free(place: complex, taken: Iterable[Look]) -> bool:
    """Whether none of *taken* lies within half a symbol of a place on the plane."""
    return all(abs(place - look.centre) > look.form.size_in / 2 for look in taken)


def free_of(poses: Poses, taken: Iterable[Look]) -> Poses:
    """Those of the poses that lie on none of *taken*."""
    looks = list(taken)
    free = [is_free(complex(place), looks) for place in poses.centres]
    return poses.take(np.flatnonzero(free))


def likest_light(
    by_light: Mapping[float, Iterable[Look]], taken: Sequence[Look]
) -> tuple[float, list[Look]]:
    """The light in which what lies on none of *taken* shows most of a tag's build, and that."""
    left = {
        light: [x for x in some if is_free(x.centre, taken)] for light, some in by_light.items()
    }
    most = max(left, key=lambda light: max((look.common for look in left[light]), default=0.0))
    return most, left[most]


def best_apart(looks: list[Look]) -> list[Look]:
    """Best first; of two closer than half a symbol the one that correlates less is dropped.

    The lead does not count here: a symbol turned the wrong way may lead by more.
    """
    order = sorted(looks, key=lambda look: -look.rho)
    places = np.array([look.centre_px for look in order])
    kept: list[int] = []
    for i, look in enumerate(order):
        near = np.abs(places[kept] - places[i]) < look.side_px / 2
        if not bool(near.any()):
            kept.append(i)
    return [order[i] for i in kept]


def is_same_pose(one: Look, other: Look) -> bool:
    """Whether two looks of one form lie on each other, turned alike."""
    if one.form is not other.form or abs(one.centre - other.centre) > one.form.size_in / 8:
        return False
    turns = one.module / abs(one.module), other.module / abs(other.module)
    return abs(turns[0] - turns[1]) < _SAME_TURN


def apart(poses: Poses, scores: NDArray[np.float64], near_in: float) -> list[int]:
    """Indices best first; none within *near_in* of a better one and turned like it.

    A symbol turned by a right angle on its own place still puts two or three finders on
    finders; only its modules can tell, so each way it may be turned is kept.
    """
    turns = poses.modules / np.abs(poses.modules)
    free = np.ones(len(scores), dtype=bool)
    kept: list[int] = []
    for i in np.argsort(-scores).tolist():
        if free[i]:
            kept.append(i)
            near = np.abs(poses.centres - poses.centres[i]) < near_in
            free &= ~(near & (np.abs(turns - turns[i]) < _SAME_TURN))
    return kept
