"""The simulated camera's own optics: a pinhole and a lens, written out by hand.

Law: nothing here comes from ``calibration/`` or OpenCV's projection. The simulated picture
is the truth that the real pipeline is tested against, so the two must not share arithmetic.

The lens is the usual five-number model (Brown 1971): radial k1, k2 and tangential p1, p2 on
normalised coordinates. A fisheye is the equidistant one: a ray at an angle off the axis lands
that many radians times the focal length from the middle.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_UNBEND_STEPS = 14
_TINY = 1e-9
_WIDEST_RAD = 1.5
"""A pixel of a fisheye further off the axis looks past the table."""


@dataclass(frozen=True, slots=True)
class Optics:
    """A lens: focal length and principal point in pixels of width_px x height_px.
    ``fisheye``: an equidistant one, without k1 to p2."""

    width_px: int
    height_px: int
    focal_px: float
    centre_x_px: float
    centre_y_px: float
    k1: float = 0.0
    k2: float = 0.0
    p1: float = 0.0
    p2: float = 0.0
    fisheye: bool = False


@dataclass(frozen=True, slots=True)
class Pinhole:
    """A camera over the table.

    ``eye_in``: where it hangs (x east, y north, z up, inches). ``yaw_deg``: how far the
    picture's right-hand side is turned counter-clockwise from east. ``tip_deg`` and
    ``roll_deg``: how far it looks off the vertical, towards the picture's top and right.
    """

    optics: Optics
    eye_in: tuple[float, float, float]
    yaw_deg: float = 0.0
    tip_deg: float = 0.0
    roll_deg: float = 0.0

    def axes(self) -> Floats:
        """(3, 3): rows are the picture's right, down and forward in table directions."""
        return _axes(self.yaw_deg, self.tip_deg, self.roll_deg)

    def to_pixels(self, xyz_in: Floats) -> Floats:
        """(n, 3) table points in inches to (n, 2) pixels; points must lie below the camera."""
        seen = (np.asarray(xyz_in, dtype=np.float64) - np.array(self.eye_in)) @ self.axes().T
        bent = bend(seen[:, :2] / seen[:, 2:], self.optics)
        return bent * self.optics.focal_px + self._centre()

    def rays(self, pixels: Floats) -> Floats:
        """(n, 2) pixels to (n, 3) directions on the table with z = -1."""
        flat = unbend((pixels - self._centre()) / self.optics.focal_px, self.optics)
        rays = np.column_stack([flat, np.ones(len(flat))]) @ self.axes()
        return np.asarray(rays / -rays[:, 2:], dtype=np.float64)

    def to_plane(self, pixels: Floats, z_in: float) -> Floats:
        """(n, 2) pixels to the (n, 2) table points at height *z_in* that they show."""
        eye = np.array(self.eye_in)
        return np.asarray(eye[:2] + self.rays(pixels)[:, :2] * (eye[2] - z_in))

    def _centre(self) -> Floats:
        return np.array([self.optics.centre_x_px, self.optics.centre_y_px])


@lru_cache(maxsize=64)
def _axes(yaw_deg: float, tip_deg: float, roll_deg: float) -> Floats:
    """Asked for with every point that is drawn; nobody may change what is handed out."""
    yaw, tip, roll = (math.radians(a) for a in (yaw_deg, tip_deg, roll_deg))
    right = np.array([math.cos(yaw), math.sin(yaw), 0.0])
    down = np.array([math.sin(yaw), -math.cos(yaw), 0.0])
    ahead = np.array([0.0, 0.0, -1.0])
    down, ahead = (
        math.cos(tip) * down + math.sin(tip) * ahead,
        math.cos(tip) * ahead - math.sin(tip) * down,
    )
    right, ahead = (
        math.cos(roll) * right - math.sin(roll) * ahead,
        math.cos(roll) * ahead + math.sin(roll) * right,
    )
    rows = np.stack([right, down, ahead])
    rows.flags.writeable = False
    return rows


def bend(flat: Floats, lens: Optics) -> Floats:
    """(n, 2) straight normalised coordinates to those behind the lens."""
    if lens.fisheye:
        out = np.maximum(np.hypot(flat[:, 0], flat[:, 1]), _TINY)
        return np.asarray(flat * (np.arctan(out) / out)[:, None], dtype=np.float64)
    x, y = flat[:, 0], flat[:, 1]
    r2 = x * x + y * y
    radial = 1 + r2 * (lens.k1 + r2 * lens.k2)
    return np.column_stack(
        [
            x * radial + 2 * lens.p1 * x * y + lens.p2 * (r2 + 2 * x * x),
            y * radial + lens.p1 * (r2 + 2 * y * y) + 2 * lens.p2 * x * y,
        ]
    )


def unbend(bent: Floats, lens: Optics) -> Floats:
    """The inverse of ``bend`` by fixed point; exact to 1e-9 for lenses this mild."""
    if lens.fisheye:
        angle = np.clip(np.hypot(bent[:, 0], bent[:, 1]), _TINY, _WIDEST_RAD)
        return np.asarray(bent * (np.tan(angle) / angle)[:, None], dtype=np.float64)
    flat = np.array(bent, dtype=np.float64)
    for _ in range(_UNBEND_STEPS):
        flat += bent - bend(flat, lens)
    return flat


def hang_over(
    size_in: tuple[float, float],
    width_px: int,
    height_px: int,
    beyond_in: float = 0.0,
    fisheye_deg: float = 0.0,
    over_in: tuple[float, float] | None = None,
) -> Pinhole:
    """A slightly crooked camera over the middle of a table, as high as the table and
    *beyond_in* all round need.

    It looks 0.6° to 1.2° off the vertical and sees the whole table with 3 % to spare, so a
    bumped camera still sees the markers. A table deeper than wide is seen turned by 90°.
    *fisheye_deg*: what a fisheye sees across the width of the picture; 0 is a common lens.
    *over_in*: it hangs over and sees that part of the table only, from x to x.
    """
    if over_in is not None:
        west, east = over_in
        part = (east - west, size_in[1])
        camera = hang_over(part, width_px, height_px, beyond_in, fisheye_deg)
        x, y, z = camera.eye_in
        return replace(camera, eye_in=(x + west, y, z))
    optics = Optics(
        width_px, height_px, 0.83 * width_px, 0.5 * width_px + 6.5, 0.5 * height_px - 9.5,
        -0.07, 0.013, 0.0003, -0.0002,
    )  # fmt: skip
    if fisheye_deg:
        optics = replace(
            optics, focal_px=width_px / math.radians(fisheye_deg), k1=0.0, k2=0.0, p1=0.0,
            p2=0.0, fisheye=True,
        )  # fmt: skip
    wide, deep = size_in
    yaw = 0.7 if wide >= deep else 90.7
    camera = Pinhole(optics, (wide / 2 + 0.4, deep / 2 - 0.3, 1.0), yaw, 1.1, -0.6)
    low, high = 1.0, 4000.0
    for _ in range(60):
        middle = (low + high) / 2
        raised = _raised(camera, middle)
        low, high = (low, middle) if _sees_all(raised, size_in, beyond_in) else (middle, high)
    return _raised(camera, high)


def _raised(camera: Pinhole, z_in: float) -> Pinhole:
    """The camera at that height, looking at the spot that *camera* stands over."""
    x, y, _ = camera.eye_in
    ahead = camera.axes()[2]
    step = z_in / -float(ahead[2])
    eye = (x - step * float(ahead[0]), y - step * float(ahead[1]), z_in)
    return replace(camera, eye_in=eye)


def _sees_all(camera: Pinhole, size_in: tuple[float, float], beyond_in: float) -> bool:
    xs, ys = ((-beyond_in, side / 2, side + beyond_in) for side in size_in)
    edge = np.array([(x, y, 0.0) for x in xs for y in ys])
    seen = (edge - np.array(camera.eye_in)) @ camera.axes().T
    # Beyond 45° off the axis the lens model folds back on itself; a fisheye sees 72°.
    least = 0.33 if camera.optics.fisheye else 1.0
    if bool(np.any(seen[:, 2] <= least * np.hypot(seen[:, 0], seen[:, 1]))):
        return False
    pixels = camera.to_pixels(edge)
    spare = 0.03 * camera.optics.height_px
    limit = np.array([camera.optics.width_px, camera.optics.height_px]) - spare
    return bool(np.all(pixels >= spare) and np.all(pixels <= limit))
