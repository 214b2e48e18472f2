"""The plane of the tags: where a place on it lies in the picture, and the plane as a picture.

A place on the plane is one complex number, x + y·i inches; a place in the picture likewise,
right + down·i pixels. Round a place the projection is kept to second order, which holds the
perspective and the lens inside one tag to better than 0.01 px.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Calibration
from vision.tags.decode.decoded import Grey

Complex = NDArray[np.complex128]
Array = NDArray[np.float64]
Area = tuple[float, float, float, float]
"""West, south, east, north, inches."""
_CELL_PX = 8


def project(calibration: Calibration, places: Complex, height_in: float) -> Complex:
    """(n,) places at a height to (n,) places in the picture."""
    flat = np.asarray(places, dtype=np.complex128).ravel()
    xyz = np.column_stack([flat.real, flat.imag, np.full(flat.size, height_in)])
    pixels = calibration.to_pixels(xyz)
    return np.asarray(pixels[:, 0] + 1j * pixels[:, 1])


@dataclass(frozen=True, eq=False)
class LocalMaps:
    """The projection round each of n places, to second order.

    ``around``: (n,) places. ``terms``: (n, 6) complex factors of 1, x, y, x², xy, y² of the
    offset from the place.
    """

    around: Complex
    terms: Complex

    def through(self, centres: Complex, modules: Complex) -> Complex:
        """(n, 6) factors of 1, x, y, x², xy, y² of template coordinates x + y·i.

        The map of place = centre + module·(x + y·i), one a row, into the picture.
        """
        off = centres - self.around
        x, y, a, b = off.real, off.imag, modules.real, modules.imag
        one, east, north, xx, xy, yy = self.terms.T
        right = east + 2 * xx * x + xy * y
        up = north + xy * x + 2 * yy * y
        factors = [
            one + east * x + north * y + xx * x * x + xy * x * y + yy * y * y,
            right * a + up * b,
            up * a - right * b,
            xx * a * a + xy * a * b + yy * b * b,
            2 * (yy - xx) * a * b + xy * (a * a - b * b),
            xx * b * b - xy * a * b + yy * a * a,
        ]
        return np.asarray(np.stack(factors, axis=1), dtype=np.complex128)

    def px_per_in(self) -> Array:
        """(n,) root of the area of one square inch in the picture."""
        right, up = self.terms[:, 1], self.terms[:, 2]
        return np.sqrt(np.abs(right.real * up.imag - right.imag * up.real))

    def shrunk(self, times: int) -> LocalMaps:
        """The same maps into a picture of which one pixel is *times* x *times* of this."""
        terms = self.terms / times
        terms[:, 0] = (self.terms[:, 0] + 0.5 * (1 + 1j)) / times - 0.5 * (1 + 1j)
        return LocalMaps(self.around, terms)

    def take(self, rows: NDArray[np.intp]) -> LocalMaps:
        """The maps of some of the places."""
        return LocalMaps(self.around[rows], self.terms[rows])


def local_maps(
    calibration: Calibration, around: Complex, height_in: float, reach_in: float
) -> LocalMaps:
    """Second-order maps by differences at *reach_in* from each place."""
    step = reach_in * np.array([0, 1, -1, 1j, -1j, 1 + 1j, -1 - 1j])
    at = project(calibration, around[:, None] + step[None, :], height_in).reshape(-1, 7)
    centre, east, west, north, south, both, neither = at.T
    xx = (east + west - 2 * centre) / 2
    yy = (north + south - 2 * centre) / 2
    xy = (both + neither - 2 * centre) / 2 - xx - yy
    terms = [
        centre,
        (east - west) / 2 / reach_in,
        (north - south) / 2 / reach_in,
        xx / reach_in**2,
        xy / reach_in**2,
        yy / reach_in**2,
    ]
    return LocalMaps(np.asarray(around, dtype=np.complex128), np.stack(terms, axis=1))


def monomials(points: Complex) -> Array:
    """(6, m) 1, x, y, x², xy, y² of points x + y·i; what ``through`` has the factors of."""
    x, y = points.real, points.imag
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])


def seen_area(calibration: Calibration, height_in: float) -> Area:
    """The part of the plane the picture shows, as a rectangle along the table's sides."""
    x, y, up = calibration.camera_xyz_in
    reach = 2.0 * max(up - height_in, 1.0)
    along = np.linspace(-reach, reach, 161)
    places = (x + along[None, :] + 1j * (y + along[:, None])).ravel()
    shown = places[_is_shown(calibration, places, height_in)]
    if shown.size == 0:
        return (0.0, 0.0, 1.0, 1.0)
    step = along[1] - along[0]
    west, east = shown.real.min() - step, shown.real.max() + step
    south, north = shown.imag.min() - step, shown.imag.max() + step
    return float(west), float(south), float(east), float(north)


def _is_shown(calibration: Calibration, places: Complex, height_in: float) -> NDArray[np.bool_]:
    """In front of the camera, inside the picture, and not folded into it by the lens."""
    lens = calibration.lens
    turn = cv2.Rodrigues(calibration.rvec)[0]
    xyz = np.column_stack([places.real, places.imag, np.full(places.size, height_in)])
    rays = xyz @ turn.T + calibration.tvec.reshape(3)
    slant = np.hypot(rays[:, 0], rays[:, 1]) / np.maximum(rays[:, 2], 1e-9)
    # From the principal point, which in a part of a picture may lie far outside of it.
    wide = max(abs(lens.cx), abs(lens.width_px - lens.cx)) / lens.fx
    tall = max(abs(lens.cy), abs(lens.height_px - lens.cy)) / lens.fy
    widest = 1.3 * np.hypot(wide, tall)
    at = project(calibration, places, height_in)
    inside = (at.real >= -0.5) & (at.real <= lens.width_px - 0.5)
    inside &= (at.imag >= -0.5) & (at.imag <= lens.height_px - 0.5)
    return np.asarray(inside & (rays[:, 2] > 0) & (slant < widest))


class Ortho:
    """The plane as a picture of even scale, north up, to look for tags in.

    Its pixel (column, row) shows west + (column + 0.5)/px_per_in east and
    north − (row + 0.5)/px_per_in north. The maps are made once per camera.
    """

    def __init__(
        self, calibration: Calibration, height_in: float, px_per_in: float, area: Area
    ) -> None:
        west, south, east, north = area
        self.px_per_in = px_per_in
        self._corner = complex(west, north)
        width = max(int((east - west) * px_per_in), 8)
        height = max(int((north - south) * px_per_in), 8)
        self._maps = _sampling(calibration, height_in, self, width, height)
        self._shrink = _shrink(calibration, height_in, px_per_in)

    def window(self, area: Area) -> Ortho:
        """The same plane, only within *area*."""
        west, south, east, north = area
        rows, columns = self._maps[0].shape[:2]
        left = min(max(int((west - self._corner.real) * self.px_per_in), 0), columns - 1)
        right = max(int((east - self._corner.real) * self.px_per_in) + 1, left + 1)
        top = min(max(int((self._corner.imag - north) * self.px_per_in), 0), rows - 1)
        bottom = max(int((self._corner.imag - south) * self.px_per_in) + 1, top + 1)
        part = copy(self)
        part._corner = self._corner + complex(left, -top) / self.px_per_in
        first, second = self._maps
        part._maps = (first[top:bottom, left:right], second[top:bottom, left:right])
        return part

    def places(self, columns: Array, rows: Array) -> Complex:
        """Where on the plane pixels of this picture are."""
        right = (np.asarray(columns) + 0.5) / self.px_per_in
        return np.asarray(self._corner + right - 1j * (np.asarray(rows) + 0.5) / self.px_per_in)

    def maps(self, around: Complex) -> LocalMaps:
        """From places to pixels of this picture, right and down; exact."""
        at = (around - self._corner) * self.px_per_in
        terms = np.zeros((len(around), 6), dtype=np.complex128)
        terms[:, 0] = np.conj(at) - 0.5 * (1 + 1j)
        terms[:, 1] = self.px_per_in
        terms[:, 2] = -1j * self.px_per_in
        return LocalMaps(around, terms)

    def picture(self, grey: Grey) -> Grey:
        """The plane, seen in *grey*; parts outside of it are 0."""
        # Averaging first: sampling a finer picture at this step would alias.
        small = shrunk(grey, self._shrink)
        out = cv2.remap(small, self._maps[0], self._maps[1], cv2.INTER_LINEAR)
        return np.asarray(out, dtype=np.uint8)


def shrunk(grey: Grey, times: int) -> Grey:
    """Means over squares of *times* x *times* pixels; what is left over is cut off."""
    if times == 1:
        return grey
    height, width = grey.shape[0] // times, grey.shape[1] // times
    cut = grey[: height * times, : width * times]
    small = cv2.resize(cut, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8)


def _shrink(calibration: Calibration, height_in: float, px_per_in: float) -> int:
    """How many pixels of the picture go into one before it is sampled."""
    x, y, up = calibration.camera_xyz_in
    native = calibration.lens.fx / max(up - height_in, 1e-3)
    return max(int(native / px_per_in + 0.35), 1)


def _sampling(
    calibration: Calibration, height_in: float, ortho: Ortho, width: int, height: int
) -> tuple[NDArray[np.int16], NDArray[np.uint16]]:
    """Fixed-point maps for cv2.remap; projected on a grid of 8 px and filled in between."""
    columns, rows = _cell_middles(width), _cell_middles(height)
    places = ortho.places(columns[None, :], rows[:, None])
    shrink = _shrink(calibration, height_in, ortho.px_per_in)
    at = (project(calibration, places, height_in) + 0.5 * (1 + 1j)) / shrink - 0.5 * (1 + 1j)
    coarse = at.reshape(places.shape)
    fine = [_filled(part, width, height) for part in (coarse.real, coarse.imag)]
    first, second = cv2.convertMaps(fine[0], fine[1], cv2.CV_16SC2)
    return np.asarray(first, dtype=np.int16), np.asarray(second, dtype=np.uint16)


def _cell_middles(pixels: int) -> Array:
    """Coordinates of the middles of cells of 8 px, with one cell more at either end."""
    cells = np.arange(-1, -(-pixels // _CELL_PX) + 1, dtype=np.float64)
    return _CELL_PX * (cells + 0.5) - 0.5


def _filled(coarse: Array, width: int, height: int) -> NDArray[np.float32]:
    """Linear between the middles of the cells, one value a pixel."""
    rows, columns = coarse.shape
    size = (columns * _CELL_PX, rows * _CELL_PX)
    fine = cv2.resize(coarse.astype(np.float32), size, interpolation=cv2.INTER_LINEAR)
    cut = fine[_CELL_PX : _CELL_PX + height, _CELL_PX : _CELL_PX + width]
    return np.ascontiguousarray(cut, dtype=np.float32)
