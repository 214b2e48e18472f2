"""One picture of the table from those of several cameras: each part from who sees it best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from calibration.camera import Calibration
from vision.cameras.camera import Frame
from vision.cameras.decode import in_colour
from vision.watch.stations.top_view import WANTED_PX, Box, TopView, TopViewer

Sight = tuple[Frame, Calibration]
"""A camera's newest frame, and where it was taken from."""

_UNSEEN = 60
"""Grey of what no camera sees."""


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """What one camera gives to the whole: a box of it, and in the box the pixels that are its."""

    box: Box
    its: NDArray[np.bool_]


class Stitcher:
    """Makes views of one table; who sees what best is worked out when a camera moves."""

    def __init__(self, size_in: tuple[float, float]) -> None:
        self._size_in = size_in
        self._viewers: dict[int, TopViewer] = {}
        self._calibrations: tuple[Calibration, ...] = ()
        self._parts: tuple[_Part | None, ...] = ()
        self._of: tuple[Frame, ...] = ()
        self._view: TopView | None = None

    def view(self, sights: Sequence[Sight]) -> TopView:
        """The newest frames as one picture from straight above; at least one."""
        frames = tuple(frame for frame, _ in sights)
        calibrations = tuple(calibration for _, calibration in sights)
        known = len(frames) == len(self._of) and all(
            new.picture is old.picture for new, old in zip(frames, self._of, strict=True)
        )
        if self._view is None or not known or not self._same(calibrations):
            self._view = self._stitched(frames, calibrations)
            self._of = frames
        return self._view

    def _same(self, calibrations: tuple[Calibration, ...]) -> bool:
        return len(calibrations) == len(self._calibrations) and all(
            new is old for new, old in zip(calibrations, self._calibrations, strict=True)
        )

    def _stitched(
        self, frames: tuple[Frame, ...], calibrations: tuple[Calibration, ...]
    ) -> TopView:
        if not self._same(calibrations):
            self._viewers, self._calibrations = {}, calibrations
            self._parts = ()
        viewers = [self._viewer(k) for k in range(len(frames))]
        taken_s = max(frame.taken_s for frame in frames)
        if len(frames) == 1:
            flat = viewers[0].flat(in_colour(frames[0]), calibrations[0])
            return viewers[0].coded(flat, taken_s)
        if not self._parts:
            self._parts = _parts_of(viewers, calibrations)
        wide, high = viewers[0].size_px
        whole = np.full((high, wide, 3), _UNSEEN, dtype=np.uint8)
        for viewer, frame, calibration, part in zip(
            viewers, frames, calibrations, self._parts, strict=True
        ):
            if part is not None:
                left, top, right, bottom = part.box
                flat = viewer.flat(in_colour(frame), calibration, part.box)
                coloured = flat if flat.ndim == 3 else np.repeat(flat[..., None], 3, axis=2)
                np.copyto(whole[top:bottom, left:right], coloured, where=part.its[..., None])
        return viewers[0].coded(whole, taken_s)

    def _viewer(self, number: int) -> TopViewer:
        if number not in self._viewers:
            wanted_px = WANTED_PX * min(2, len(self._calibrations))
            self._viewers[number] = TopViewer(self._size_in, wanted_px=wanted_px)
        return self._viewers[number]


def _parts_of(
    viewers: Sequence[TopViewer], calibrations: Sequence[Calibration]
) -> tuple[_Part | None, ...]:
    sharp = np.stack([v.sharpness(c) for v, c in zip(viewers, calibrations, strict=True)])
    best = np.where(sharp.max(axis=0) > 0, sharp.argmax(axis=0), -1)
    return tuple(_part(best == k) for k in range(len(viewers)))


def _part(its: NDArray[np.bool_]) -> _Part | None:
    rows, columns = np.flatnonzero(its.any(axis=1)), np.flatnonzero(its.any(axis=0))
    if not len(rows):
        return None
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    box = (int(left), int(top), int(right), int(bottom))
    return _Part(box, np.ascontiguousarray(its[top:bottom, left:right]))
