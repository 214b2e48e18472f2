"""Pictures of tags for the tests, by arithmetic of their own.

A pinhole without lens errors, straight above the table, north up: a place (x, y) lies at
column f·x/H + cx and row cy - f·y/H. Symbols come straight from segno or OpenCV and are drawn
eight times too fine, averaged over each pixel in linear light, blurred, given a gamma of
2.2 and noise. Nothing here is shared with the readers but the types they take.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import cache

import cv2
import numpy as np
import segno

from calibration.camera import Calibration, Lens

FOCAL_PX = 900.0
UP_IN = 45.0
PX_PER_IN = FOCAL_PX / UP_IN
WIDTH, HEIGHT = 640, 480
FINE = 8


@dataclass(frozen=True)
class Lying:
    """A symbol on the table: its black modules, side, centre, and where its top points.

    ``stretched``: it is drawn longer by this share from foot to top, and as much narrower."""

    black: np.ndarray
    size_in: float
    x_in: float
    y_in: float
    facing_deg: float = 90.0
    stretched: float = 0.0


@cache
def qr(payload: str, ecl: str = "H") -> np.ndarray:
    """The modules of a QR symbol of version 1, True is black."""
    code = segno.make(payload, version=1, error=ecl, mode="alphanumeric", boost_error=False)
    modules = np.array([[bool(cell) for cell in row] for row in code.matrix])
    modules.flags.writeable = False
    return modules


def overhead() -> Calibration:
    """The camera of these pictures, 45 in above the place (16, 12)."""
    lens = Lens(WIDTH, HEIGHT, FOCAL_PX, FOCAL_PX, (WIDTH - 1) / 2, (HEIGHT - 1) / 2)
    # Camera x is east, camera y is south, it looks down.
    turn = np.diag([1.0, -1.0, -1.0])
    eye = np.array([16.0, 12.0, UP_IN])
    rvec = cv2.Rodrigues(turn)[0].reshape(3)
    return Calibration(lens, rvec, -turn @ eye, np.zeros((0, 15)), 0.0, "drawn")


def corners_of(tag: Lying) -> np.ndarray:
    """(4, 2) true corners in the picture: top-left, top-right, bottom-right, bottom-left."""
    angle = np.deg2rad(tag.facing_deg)
    up = np.array([np.cos(angle), np.sin(angle)]) * tag.size_in / 2
    right = np.array([up[1], -up[0]])
    up, right = up * (1 + tag.stretched), right * (1 - tag.stretched)
    places = np.array([up - right, up + right, right - up, -up - right])
    places += [tag.x_in, tag.y_in]
    columns = (WIDTH - 1) / 2 + PX_PER_IN * (places[:, 0] - 16)
    rows = (HEIGHT - 1) / 2 - PX_PER_IN * (places[:, 1] - 12)
    return np.column_stack([columns, rows])


def picture_of(
    tags: list[Lying],
    *,
    blur_px: float = 0.8,
    noise: float = 2.0,
    seed: int = 0,
    exposed: float = 1.0,
) -> np.ndarray:
    """Grey picture of the tags on a mottled cloth; *exposed* so many times too long."""
    dice = np.random.default_rng(seed)
    cloth = cv2.resize(dice.uniform(0.08, 0.2, (24, 32)), (WIDTH, HEIGHT))
    for tag in tags:
        _lay(cloth, tag)
    light = exposed * cv2.GaussianBlur(cloth, (0, 0), blur_px)
    grey = 255 * np.clip(light, 0, 1) ** (1 / 2.2) + dice.normal(0, noise, light.shape)
    return np.clip(np.rint(grey), 0, 255).astype(np.uint8)


_STILL: dict[bytes, np.ndarray] = {}


def still_picture_of(tags: list[Lying]) -> np.ndarray:
    """The same without noise; of the same tags it is drawn once, only to be looked at."""
    laid = b"".join(repr(astuple(tag)[1:]).encode() + tag.black.tobytes() for tag in tags)
    if laid not in _STILL:
        _STILL[laid] = picture_of(tags, noise=0.0)
        _STILL[laid].flags.writeable = False
    return _STILL[laid]


def cover(picture: np.ndarray, tag: Lying, share: float, grey: int = 70) -> np.ndarray:
    """The picture with the lowest *share* of a tag, as printed, under something grey."""
    corners = corners_of(tag)
    low = corners[[3, 2]] * (1 - share) + corners[[0, 1]] * share
    out = picture.copy()
    shape = np.rint([corners[3], corners[2], low[1], low[0]]).astype(np.int32)
    cv2.fillPoly(out, [shape], [grey])
    return out


def _lay(cloth: np.ndarray, tag: Lying) -> None:
    """Draw the symbol with three modules of white round it into the light of the cloth."""
    count = len(tag.black)
    padded = np.pad(tag.black, 3)
    ink = np.where(padded, 0.05, 0.8)
    corners = corners_of(tag)
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    low = np.floor(corners.min(axis=0) - 10).astype(int).clip(0)
    high = np.ceil(corners.max(axis=0) + 11).astype(int)
    part = cloth[low[1] : high[1], low[0] : high[0]]
    rows, columns = part.shape
    x = low[0] - 0.5 + (np.arange(columns * FINE) + 0.5) / FINE
    y = low[1] - 0.5 + (np.arange(rows * FINE) + 0.5) / FINE
    off = np.stack(np.meshgrid(x, y), axis=-1) - corners[0]
    u = np.floor(off @ across / (across @ across) * count + 3).astype(int)
    v = np.floor(off @ down / (down @ down) * count + 3).astype(int)
    on = (u >= 0) & (v >= 0) & (u < count + 6) & (v < count + 6)
    fine = np.kron(part, np.ones((FINE, FINE)))
    fine[on] = ink[v[on], u[on]]
    part[:] = fine.reshape(rows, FINE, columns, FINE).mean(axis=(1, 3))
