"""The rectified picture of the table: seen from straight above, north up, as a JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Calibration
from vision.cameras.camera import Frame, Picture
from vision.cameras.decode import in_colour

MARGIN_IN = 2.0

WANTED_PX = 1080

Box = tuple[int, int, int, int]
"""Left, top, right, bottom of a part of a view, pixels; right and bottom are not in it."""

_JPEG_QUALITY = 82
_GRID_PX = 15
_RIM_PX = 2.0


@dataclass(frozen=True, slots=True)
class TopView:
    """A JPEG of the whole table and *margin_in* all round, north up.

    The point (x_in, y_in) of the table top is at column (margin_in + x_in) * px_per_in and
    row (margin_in + size_in[1] - y_in) * px_per_in, counted from the picture's top-left edge.
    """

    jpeg: bytes
    px_per_in: float
    margin_in: float
    size_in: tuple[float, float]
    taken_s: float


class TopViewer:
    """Makes top views of one table; the map from a camera's picture is kept while it holds.

    *wanted_px*: about how long the view's long side is.
    """

    def __init__(
        self,
        size_in: tuple[float, float],
        *,
        margin_in: float = MARGIN_IN,
        wanted_px: int = WANTED_PX,
    ) -> None:
        self._size_in = size_in
        self._margin_in = margin_in
        whole = [side + 2 * margin_in for side in size_in]
        self._px_per_in = min(40.0, max(8.0, wanted_px / max(whole)))
        self._wide, self._high = (max(16, round(side * self._px_per_in)) for side in whole)
        self._map: _Map | None = None

    @property
    def size_px(self) -> tuple[int, int]:
        """Width and height of the views."""
        return self._wide, self._high

    def view(self, frame: Frame, calibration: Calibration) -> TopView:
        """The frame as seen from straight above.

        What stands up leans outwards in it, as in every photograph; the table top is true.
        """
        return self.coded(self.flat(in_colour(frame), calibration), frame.taken_s)

    def flat(self, picture: Picture, calibration: Calibration, box: Box | None = None) -> Picture:
        """The picture as seen from straight above; of the view only the part *box* (left, top,
        right, bottom) where that is given."""
        if self._map is None or self._map.calibration is not calibration:
            self._map = self._make_map(calibration)
        return self._map.apply(picture, box or (0, 0, self._wide, self._high))

    def coded(self, flat: Picture, taken_s: float) -> TopView:
        """A whole view as the page is given it."""
        return TopView(_jpeg_of(flat), self._px_per_in, self._margin_in, self._size_in, taken_s)

    def sharpness(self, calibration: Calibration) -> NDArray[np.float32]:
        """(height, width): camera pixels per inch at each of the view's pixels, 0 where the
        camera does not see."""
        pixels = self._nodes(calibration)
        across, down = np.gradient(pixels, axis=1), np.gradient(pixels, axis=0)
        area = np.abs(across[..., 0] * down[..., 1] - across[..., 1] * down[..., 0])
        sharp = np.sqrt(area) / _GRID_PX * self._px_per_in
        limit = np.array([calibration.lens.width_px, calibration.lens.height_px]) - _RIM_PX
        inside = np.all((pixels > _RIM_PX) & (pixels < limit), axis=2)
        return self._grown((sharp * inside).astype(np.float32))

    def _nodes(self, calibration: Calibration) -> NDArray[np.float64]:
        """(rows, columns, 2): where the camera sees every fifteenth pixel of the view."""
        columns, rows = self._wide // _GRID_PX + 2, self._high // _GRID_PX + 2
        xs, ys = np.meshgrid(np.arange(columns) * _GRID_PX, np.arange(rows) * _GRID_PX)
        x_in = (xs.ravel() + 0.5) / self._px_per_in - self._margin_in
        y_in = self._size_in[1] + self._margin_in - (ys.ravel() + 0.5) / self._px_per_in
        nodes = np.column_stack([x_in, y_in, np.zeros(len(x_in))])
        return calibration.to_pixels(nodes).reshape(rows, columns, 2)

    def _grown(self, coarse: NDArray[np.float32]) -> NDArray[np.float32]:
        """From every fifteenth pixel of the view to all of them."""
        rows, columns = coarse.shape[:2]
        # Resizing keeps the cells' edges, so node k lands on pixel k * grid + (grid - 1) / 2.
        grown = cv2.resize(coarse, (columns * _GRID_PX, rows * _GRID_PX))
        start = (_GRID_PX - 1) // 2
        part = grown[start : start + self._high, start : start + self._wide]
        return np.asarray(np.ascontiguousarray(part), dtype=np.float32)

    def _make_map(self, calibration: Calibration) -> _Map:
        pixels = self._nodes(calibration)
        shrink = self._shrink(pixels)
        coarse = ((pixels + 0.5) / shrink - 0.5).astype(np.float32)
        east, north = cv2.split(self._grown(coarse))
        whole, fraction = cv2.convertMaps(east, north, cv2.CV_16SC2)
        return _Map(calibration, shrink, np.asarray(whole), np.asarray(fraction))

    def _shrink(self, pixels: NDArray[np.float64]) -> int:
        """Whole number of camera pixels that go into one of the view's, so that none are
        skipped."""
        steps = np.diff(pixels, axis=1).reshape(-1, 2)
        per_pixel = float(np.median(np.hypot(steps[:, 0], steps[:, 1]))) / _GRID_PX
        return max(1, round(per_pixel))


@dataclass(frozen=True, eq=False)
class _Map:
    calibration: Calibration
    shrink: int
    whole: NDArray[np.int16]
    fraction: NDArray[np.uint16]

    def apply(self, picture: Picture, box: Box) -> Picture:
        left, top, right, bottom = box
        part = np.s_[top:bottom, left:right]
        small = picture
        if self.shrink > 1:
            high, wide = (side // self.shrink for side in picture.shape[:2])
            cut = picture[: high * self.shrink, : wide * self.shrink]
            small = np.asarray(cv2.resize(cut, (wide, high), interpolation=cv2.INTER_AREA))
        seen = cv2.remap(
            small, self.whole[part], self.fraction[part], cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
        )  # fmt: skip
        return np.asarray(seen, dtype=np.uint8)


def _jpeg_of(picture: Picture) -> bytes:
    done, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    if not done:
        raise RuntimeError("OpenCV could not write a JPEG")
    return coded.tobytes()
