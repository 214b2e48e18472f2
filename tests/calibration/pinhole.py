"""An independent camera for the tests: its own few lines of projection, no cv2, no calibration."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.markers import marker_cells
from calibration.table_file import Marker


@dataclass(frozen=True)
class Pinhole:
    """A camera at *eye* that looks at *target* with its top towards north, turned by *roll*.

    Lens: focal length, centre, k1, k2, p1, p2 as in the books (Brown 1971).
    """

    width: int = 1920
    height: int = 1080
    focal: float = 1600.0
    cx: float = 962.0
    cy: float = 537.0
    k1: float = -0.08
    k2: float = 0.02
    p1: float = 3e-4
    p2: float = -2e-4
    eye: tuple[float, float, float] = (37.0, 20.0, 74.0)
    target: tuple[float, float, float] = (36.0, 24.0, 0.0)
    roll_deg: float = 1.0

    def axes(self) -> np.ndarray:
        """Rows: the camera's right, down and ahead in table axes."""
        ahead = np.subtract(self.target, self.eye)
        ahead = ahead / np.linalg.norm(ahead)
        right = np.cross(ahead, (0.0, 1.0, 0.0))
        right = right / np.linalg.norm(right)
        down = np.cross(ahead, right)
        c, s = math.cos(math.radians(self.roll_deg)), math.sin(math.radians(self.roll_deg))
        return np.array([c * right + s * down, c * down - s * right, ahead])

    def see(self, xyz_in: np.ndarray) -> np.ndarray:
        """(n, 2) pixels of (n, 3) table points."""
        local = (np.atleast_2d(xyz_in) - np.array(self.eye)) @ self.axes().T
        x, y = local[:, 0] / local[:, 2], local[:, 1] / local[:, 2]
        r2 = x**2 + y**2
        bend = 1 + self.k1 * r2 + self.k2 * r2**2
        u = x * bend + 2 * self.p1 * x * y + self.p2 * (r2 + 2 * x**2)
        v = y * bend + self.p1 * (r2 + 2 * y**2) + 2 * self.p2 * x * y
        return np.column_stack([self.focal * u + self.cx, self.focal * v + self.cy])


def square(x: float, y: float, z: float, size: float, turned_deg: float) -> np.ndarray:
    """(4, 3) corners as printed: top-left, top-right, bottom-right, bottom-left."""
    turn = math.radians(turned_deg)
    right = np.array([math.cos(turn), math.sin(turn), 0.0]) * size / 2
    up = np.array([-math.sin(turn), math.cos(turn), 0.0]) * size / 2
    at = np.array([x, y, z])
    return np.array([at - right + up, at + right + up, at + right - up, at - right - up])


def edge_markers(size_in: tuple[float, float] = (72.0, 48.0)) -> tuple[Marker, ...]:
    """Eight 60 mm markers: the corners and the middles of the edges of a table."""
    w, h = size_in
    places = [(2, h - 2), (w - 2, h - 2), (w - 2, 2), (2, 2)]
    places += [(w / 2, h - 2), (w - 2, h / 2), (w / 2, 2), (2, h / 2)]
    return tuple(Marker(i, x, y, 2.3622) for i, (x, y) in enumerate(places))


@dataclass(frozen=True)
class Printed:
    """Cells (1 white, 0 black) printed as a square of side *size* round (x, y, z)."""

    cells: np.ndarray
    x: float
    y: float
    z: float
    size: float
    turned_deg: float = 0.0
    rim: int = 1


def paint(
    camera: Pinhole,
    markers: tuple[Marker, ...],
    *,
    tags: tuple[Printed, ...] = (),
    blur_px: float = 0.8,
    seed: int = 1,
) -> np.ndarray:
    """A grey 8-bit picture of markers and tags on a mid-grey table, with gamma and noise.

    Every pixel is the mean of 4 x 4 samples of the light, then blurred by a Gaussian.
    """
    fine = 4
    light = np.full((camera.height, camera.width), 0.2)
    printed = [
        Printed(marker_cells(m.family, m.id), m.x_in, m.y_in, m.z_in, m.size_in, m.turned_deg)
        for m in markers
    ]
    for one in (*printed, *tags):
        _paint_one(light, camera, one, fine)
    reach = math.ceil(4 * blur_px)
    bell = np.exp(-0.5 * (np.arange(-reach, reach + 1) / blur_px) ** 2)
    for axis in (0, 1):
        light = np.apply_along_axis(np.convolve, axis, light, bell / bell.sum(), "same")
    noisy = 255 * np.clip(light, 0, 1) ** (1 / 2.2)
    noisy += np.random.default_rng(seed).normal(0, 1.5, light.shape)
    return np.clip(np.rint(noisy), 0, 255).astype(np.uint8)


def _paint_one(light: np.ndarray, camera: Pinhole, one: Printed, fine: int) -> None:
    cells = np.pad(one.cells, one.rim, constant_values=1.0)
    wide = one.size * len(cells) / len(one.cells)
    corners = square(one.x, one.y, one.z, wide, one.turned_deg)
    seen = camera.see(corners)
    left, top = np.floor(seen.min(axis=0)).astype(int) - 2
    right, bottom = np.ceil(seen.max(axis=0)).astype(int) + 3
    steps = (np.arange(fine) + 0.5) / fine - 0.5
    xs = (np.arange(left, right)[:, None] + steps).ravel()
    ys = (np.arange(top, bottom)[:, None] + steps).ravel()
    grid = np.stack(np.meshgrid(xs, ys), axis=-1)
    across, along = _unproject(grid, corners, seen, camera)
    inside = (across >= 0) & (across < 1) & (along >= 0) & (along < 1)
    i = np.clip((along * len(cells)).astype(int), 0, len(cells) - 1)
    j = np.clip((across * len(cells)).astype(int), 0, len(cells) - 1)
    under = np.repeat(np.repeat(light[top:bottom, left:right], fine, 0), fine, 1)
    drawn = np.where(inside, 0.05 + 0.75 * cells[i, j], under)
    blocks = drawn.reshape(bottom - top, fine, right - left, fine)
    light[top:bottom, left:right] = blocks.mean(axis=(1, 3))


def _unproject(
    grid: np.ndarray, corners: np.ndarray, seen: np.ndarray, camera: Pinhole
) -> tuple[np.ndarray, np.ndarray]:
    """Where in the square (0 to 1, from its top-left) each pixel looks; Newton on ``see``.

    Seen flat it is off by a thirtieth of itself at most; each step squares what it is off by.
    """
    right, down = corners[1] - corners[0], corners[3] - corners[0]
    spots = grid.reshape(-1, 2)
    a = (spots - seen[0]) @ np.linalg.inv(np.array([seen[1] - seen[0], seen[3] - seen[0]]))
    for _ in range(2):
        at = corners[0] + a[:, :1] * right + a[:, 1:] * down
        here = camera.see(at)
        aside = (camera.see(at + 1e-4 * right) - here) / 1e-4
        below = (camera.see(at + 1e-4 * down) - here) / 1e-4
        off = spots - here
        area = aside[:, 0] * below[:, 1] - aside[:, 1] * below[:, 0]
        a[:, 0] += (off[:, 0] * below[:, 1] - off[:, 1] * below[:, 0]) / area
        a[:, 1] += (aside[:, 0] * off[:, 1] - aside[:, 1] * off[:, 0]) / area
    return a[:, 0].reshape(grid.shape[:2]), a[:, 1].reshape(grid.shape[:2])
