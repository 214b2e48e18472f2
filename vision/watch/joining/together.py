"""Places what several watched cameras have settled, with errors that they may have in common.

Each camera settles its bases by its own calibration. Before they are joined they are placed again
with the errors of all cameras in one order, and as surely as the mean of their frames deserves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError
from calibration.fit.joint import side_by_side
from calibration.register import Registration
from calibration.table_file import BaseInPlay, TableFile
from vision.table.snapshot import Flag, Pose
from vision.tags.tag import Tag
from vision.views.join import Joiner, SeenBase, fewer_rows, join_bases
from vision.views.moved_marker import MovedMarker, moved_text, without_moved_markers
from vision.views.tie import FoundPlace, Tied, tie
from vision.views.weigh import unpacked
from vision.watch.locate import Fitted, Task, locate_all, packed, shares
from vision.watch.stations.station_watch import Look
from vision.watch.still_scene import PlacedBase

Placed = Mapping[str, Mapping[int, PlacedBase]]
Mark = tuple[object, ...]
Joined = tuple[tuple[SeenBase, ...], tuple[Flag, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Eyes:
    """The cameras as they are joined: by number, ``plain`` as each has itself, ``common`` with
    their errors in one order. ``moved``: markers that lie elsewhere than typed, seen so by all.
    ``places``: of markers that nobody typed. ``untied``: why they could not be solved together."""

    plain: dict[int, Calibration]
    common: dict[int, Calibration]
    moved: tuple[MovedMarker, ...] = ()
    places: tuple[FoundPlace, ...] = ()
    untied: str = ""


class Together:
    """Joins bases; what a camera's tag says is kept while its calibration holds."""

    def __init__(self) -> None:
        self._of: tuple[Look, ...] = ()
        self._eyes = Eyes({}, {})
        self._fits: _SettledFits | None = None
        self._known: dict[str, tuple[Mark, Joined]] = {}
        self._last: tuple[dict[str, Mark], tuple[SeenBase, ...], tuple[Flag, ...]] | None = None

    def join(
        self, names: Sequence[str], looks: Sequence[Look], table: TableFile, placed: Placed
    ) -> tuple[tuple[SeenBase, ...], tuple[Flag, ...], Eyes]:
        """Every base once, and what is told of them."""
        fits = self._placing(names, looks, table)
        marks = {payload: _mark(seen) for payload, seen in placed.items()}
        if self._last is None or self._last[0] != marks:
            self._last = marks, *self._joined(Joiner(tuple(names), fits), placed, fits)
        _, bases, flags = self._last
        told = tuple(
            Flag("marker", str(marker.id), moved_text(marker, names)) for marker in fits.eyes.moved
        )
        if fits.eyes.untied:
            told = (*told, Flag("untied", "", fits.eyes.untied))
        return bases, (*told, *flags), fits.eyes

    def _joined(
        self, joiner: Joiner, placed: Placed, fits: _SettledFits
    ) -> tuple[tuple[SeenBase, ...], tuple[Flag, ...]]:
        """All bases; one that every camera has as before is not joined anew."""
        for payload, seen in placed.items():
            known, mark = self._known.get(payload), _mark(seen)
            if known is None or known[0] != mark:
                one = {payload: fits.placeable(seen)}
                self._known[payload] = mark, join_bases(joiner, one) if one[payload] else ((), ())
        found = [self._known[payload][1] for payload in sorted(placed)]
        bases = tuple(base for some, _ in found for base in some)
        common = list(fits.eyes.common.values())
        flags = tuple(flag for _, some in found for flag in some)
        return fewer_rows(bases, common) if common else (), flags

    def _placing(
        self, names: Sequence[str], looks: Sequence[Look], table: TableFile
    ) -> _SettledFits:
        """How what these looks say is placed; made anew when a camera was placed anew."""
        same = len(looks) == len(self._of) and all(
            new.calibration is old.calibration for new, old in zip(looks, self._of, strict=True)
        )
        if self._fits is None or not same or self._fits.table is not table:
            if not same:
                self._eyes = _eyes(names, looks)
            self._fits = _SettledFits(self._eyes, table)
            self._known, self._last = {}, None
        self._of = tuple(looks)
        return self._fits


def _mark(seen: Mapping[int, PlacedBase]) -> Mark:
    """Equal for what is placed alike: a mean of more equal frames differs in its last digits."""
    return tuple(
        (k, one.tag, one.of_tag, one.pose.ground_in, *_rounded(one.pose)) for k, one in seen.items()
    )


def _rounded(pose: Pose) -> tuple[float, ...]:
    place = (round(pose.x_in, 6), round(pose.y_in, 6), round(pose.facing_deg, 4))
    return (*place, *(round(part, 8) for part in pose.own))


def _eyes(names: Sequence[str], looks: Sequence[Look]) -> Eyes:
    plain = {k: look.calibration for k, look in enumerate(looks) if look.calibration is not None}
    found = {k: looks[k].registration for k in plain}
    by_markers: dict[int, Registration] = {
        k: camera for k, camera in found.items() if camera is not None
    }
    cameras, moved = without_moved_markers(list(by_markers.values()))
    numbers = list(by_markers)
    moved = tuple(replace(one, seen_by=tuple(numbers[n] for n in one.seen_by)) for one in moved)
    try:
        tied, untied = tie(cameras, [names[k] for k in numbers]), ""
    except CalibrationError as why:
        # Each by itself, as if they had nothing in common: a wider ± and no wrong one.
        tied, untied, numbers = Tied(()), str(why), []
    alone = [k for k in plain if k not in numbers]
    common = side_by_side(tied.calibrations, [plain[k] for k in alone], [names[k] for k in alone])
    ordered = dict(zip([*numbers, *alone], common, strict=True))
    return Eyes(plain, {k: ordered[k] for k in sorted(ordered)}, moved, tied.places, untied)


class _SettledFits:
    """Places what a camera has settled: the mean of its frames, as the tag in its newest one."""

    def __init__(self, eyes: Eyes, table: TableFile) -> None:
        self.eyes = eyes
        self.table = table
        self._known: dict[tuple[int, Tag, BaseInPlay, float], tuple[Fitted, Pose]] = {}

    def __call__(self, camera: int, seen: PlacedBase, ground_in: float) -> Fitted:
        """The base as that camera has it, standing on ground of that height."""
        fitted, plain = self._both(camera, seen, ground_in)
        return _settled(fitted, plain, seen.pose)

    def placeable(self, seen: Mapping[int, PlacedBase]) -> dict[int, PlacedBase]:
        """Those of them that this camera can place."""
        found = {}
        for k, one in seen.items():
            if k not in self.eyes.common:
                continue
            try:
                self._both(k, one, one.pose.ground_in)
            except CalibrationError:
                continue
            found[k] = one
        return found

    def _both(self, camera: int, seen: PlacedBase, ground_in: float) -> tuple[Fitted, Pose]:
        """With the errors of all cameras, and as the camera alone has it on its own ground."""
        base = seen.of_tag or seen.base
        key = (camera, seen.tag, base, ground_in)
        if key not in self._known:
            if len(self._known) > 16 * len(self.table.bases):
                self._known.clear()
            fitted = self._placed(seen.tag, base, ground_in, self.eyes.common[camera])
            own_in = seen.pose.ground_in
            plain = self._placed(seen.tag, base, own_in, self.eyes.plain[camera])
            self._known[key] = fitted, plain.pose
        return self._known[key]

    def _placed(self, tag: Tag, base: BaseInPlay, ground_in: float, camera: Calibration) -> Fitted:
        return locate_all((Task(tag, base, ground_in, self.table.tolerances),), camera)[0]


def _settled(fitted: Fitted, plain: Pose, settled: Pose) -> Fitted:
    """The fit moved from the newest frame to the mean of frames, and as sure as that is."""
    making = {cause: rows for cause, rows in fitted.own_rows.items() if cause != "pixels"}
    made = sum((rows.T @ rows for rows in making.values()), np.zeros((3, 3)))
    parts = {"pixels": _root(unpacked(settled) - made), **making}
    squares = {cause: rows.T @ rows for cause, rows in parts.items()}
    turned = (settled.facing_deg - plain.facing_deg + 180.0) % 360.0 - 180.0
    pose = replace(
        fitted.pose,
        x_in=fitted.pose.x_in + settled.x_in - plain.x_in,
        y_in=fitted.pose.y_in + settled.y_in - plain.y_in,
        facing_deg=(fitted.pose.facing_deg + turned) % 360.0,
        own=packed(np.asarray(sum(squares.values()))),
        own_causes=shares(squares),
    )
    return replace(fitted, pose=pose, own_rows=parts)


def _root(covariance: Array) -> Array:
    """(3, 3) rows of a covariance, what is negative in it left out."""
    sizes, axes = np.linalg.eigh(covariance)
    return np.asarray(np.sqrt(np.maximum(sizes, 0.0))[:, None] * axes.T)
