"""Pictures of tags with known truth, for ``bench``: a camera modelled from light to JPEG.

Ink and paper are averaged over each pixel in linear light, softened by the lens, given the
noise of photons and of reading, taken through a Bayer mosaic, demosaiced, encoded with a
display gamma and compressed. Geometry goes through ``Calibration`` both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.camera import Calibration, Lens
from vision.cameras.camera import Picture
from vision.tags.codes import module_matrix
from vision.tags.tag import Corner, TagSpec

Array = NDArray[np.float64]
Light = NDArray[np.float32]

PAPER, INK = 0.80, 0.05
_SUB = 5
_QUIET_MODULES = 2.5
_CLUTTER = 400


@dataclass(frozen=True, slots=True)
class Placed:
    """A tag lying on the table. ``covered``: share of it under something that reaches in from
    one side, ``stood_on``: under a figure that stands about in its middle."""

    spec: TagSpec
    x_in: float
    y_in: float
    facing_deg: float
    covered: float = 0.0
    stood_on: float = 0.0


@dataclass(frozen=True, slots=True)
class Conditions:
    """How the picture is taken. ``blur_px``: sigma of the lens. ``photons``: of full white."""

    blur_px: float = 0.7
    photons: float = 3000.0
    clutter: bool = True
    jpeg: int = 90
    shadow: float = 0.25


@dataclass(frozen=True, slots=True)
class Proof:
    """A picture and the truth: corners of every tag, in the order it was given."""

    picture: Picture
    corners_px: tuple[tuple[Corner, Corner, Corner, Corner], ...] = field(default=())


def overhead(width_px: int, height_px: int, px_per_in: float, tilt_deg: float) -> Calibration:
    """A camera above the middle of a table of 72 x 48 in, with some lens distortion."""
    fx = 0.85 * width_px
    up = fx / px_per_in
    lens = Lens(width_px, height_px, fx, fx, width_px / 2 - 3.2, height_px / 2 + 1.7, -0.06, 0.01)
    tilt = np.deg2rad(180 - tilt_deg)
    turn = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    back = up * np.tan(np.deg2rad(tilt_deg))
    eye = np.array([36.0, 24.0 - back, up])
    rvec = np.asarray(cv2.Rodrigues(turn)[0], dtype=np.float64).reshape(3)
    return Calibration(lens, rvec, -turn @ eye, np.zeros((0, 15)), 0.0, "proving ground")


def scatter(
    specs: Sequence[TagSpec],
    dice: np.random.Generator,
    covered: float = 0.0,
    size_in: tuple[float, float] = (72.0, 48.0),
) -> tuple[Placed, ...]:
    """The tags strewn round the middle of the table, turned anyhow, none touching another."""
    columns = int(np.ceil(np.sqrt(len(specs) * 1.5)))
    rows = int(np.ceil(len(specs) / columns))
    cells = dice.permutation(columns * rows)[: len(specs)]
    wide, high = size_in[0] / columns, size_in[1] / rows
    west, south = 36 - size_in[0] / 2, 24 - size_in[1] / 2
    placed = []
    for spec, cell in zip(specs, cells.tolist(), strict=True):
        room = [max(side - 2.2 * spec.size_in, 0.0) / 2 for side in (wide, high)]
        x = west + wide * (cell % columns + 0.5) + dice.uniform(-room[0], room[0])
        y = south + high * (cell // columns + 0.5) + dice.uniform(-room[1], room[1])
        placed.append(Placed(spec, float(x), float(y), float(dice.uniform(0, 360)), covered))
    return tuple(placed)


def take_picture(
    calibration: Calibration,
    tags: Sequence[Placed],
    conditions: Conditions,
    dice: np.random.Generator,
) -> Proof:
    """The table with the tags on it, as that camera gives it."""
    lens = calibration.lens
    light = _ground(lens.width_px, lens.height_px, conditions.clutter, dice)
    corners = tuple(_corners(calibration, tag) for tag in tags)
    for tag, four in zip(tags, corners, strict=True):
        _lay(light, calibration, tag, np.array(four), dice)
    light *= _lamps(lens.width_px, lens.height_px, conditions.shadow, dice)
    soft = cv2.GaussianBlur(light, (0, 0), conditions.blur_px)
    return Proof(_developed(np.asarray(soft, dtype=np.float32), conditions, dice), corners)


def _frame(tag: Placed) -> tuple[complex, complex, complex]:
    """Centre, right and up as printed (half a side long), inches east + north·i."""
    up = tag.spec.size_in / 2 * np.exp(1j * np.deg2rad(tag.facing_deg))
    return complex(tag.x_in, tag.y_in), complex(up * -1j), complex(up)


def _corners(calibration: Calibration, tag: Placed) -> tuple[Corner, Corner, Corner, Corner]:
    centre, right, up = _frame(tag)
    places = np.array([up - right, up + right, right - up, -up - right]) + centre
    height = np.full(4, tag.spec.height_in)
    pixels = calibration.to_pixels(np.column_stack([places.real, places.imag, height]))
    one, two, three, four = ((float(x), float(y)) for x, y in pixels)
    return one, two, three, four


def _ground(width: int, height: int, clutter: bool, dice: np.random.Generator) -> Light:
    """A mottled cloth; with *clutter* also figures, letters and checkers lying about."""
    coarse = dice.uniform(0.08, 0.22, (height // 24 + 2, width // 24 + 2)).astype(np.float32)
    light = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    grain = 0.01 * dice.standard_normal((height, width), dtype=np.float32)
    # Letters can only be drawn into 8 bit.
    drawn = np.rint(255 * np.clip(light + grain, 0.02, 0.9)).astype(np.uint8)
    for _ in range(_CLUTTER if clutter else 0):
        _litter(drawn, height / 1080, dice)
    return np.asarray(drawn / np.float32(255), dtype=np.float32)


def _litter(drawn: NDArray[np.uint8], size: float, dice: np.random.Generator) -> None:
    """One thing that lies about: a splinter, a disc, letters, or checkers like a code."""
    x, y = int(dice.integers(drawn.shape[1])), int(dice.integers(drawn.shape[0]))
    reach, shade = int(dice.uniform(4, 26) * size), float(dice.uniform(8, 216))
    kind = int(dice.integers(4))
    if kind == 0:
        points = np.array([x, y]) + dice.integers(-reach, reach + 1, (5, 2))
        cv2.fillPoly(drawn, [points.astype(np.int32)], [shade], cv2.LINE_AA)
    elif kind == 1:
        cv2.circle(drawn, (x, y), reach // 2, [shade], -1, cv2.LINE_AA)
    elif kind == 2:
        letters = "".join(chr(int(c)) for c in dice.integers(65, 91, 4))
        cv2.putText(drawn, letters, (x, y), 0, 0.6 * size, [shade], max(int(size), 1))
    else:
        cells = (15 + 180 * dice.integers(0, 2, (12, 12))).astype(np.uint8)
        part = drawn[y : y + 2 * reach, x : x + 2 * reach]
        if min(part.shape) > 4:
            part[:] = cv2.resize(cells, part.shape[::-1], interpolation=cv2.INTER_NEAREST)


def _lay(
    light: Light, calibration: Calibration, tag: Placed, corners: Array, dice: np.random.Generator
) -> None:
    """Draw one tag with its quiet zone, and what covers it, into the light of the picture."""
    modules = module_matrix(tag.spec).shape[0]
    reach = 0.75 * np.abs(np.diff(corners @ [1, 1j])).max() * (1 + 2 * _QUIET_MODULES / modules)
    low = np.floor(corners.mean(axis=0) - reach).astype(int).clip(0)
    high = np.ceil(corners.mean(axis=0) + reach).astype(int)
    part = light[low[1] : high[1], low[0] : high[0]]
    if min(part.shape) < 2:
        return
    across = low[0] + (np.arange(part.shape[1] * _SUB) + 0.5) / _SUB - 0.5
    down = low[1] + (np.arange(part.shape[0] * _SUB) + 0.5) / _SUB - 0.5
    u, v = _on_tag(calibration, tag, across, down)
    shade = _shades(tag, u * modules, v * modules, dice)
    under = np.kron(part, np.ones((_SUB, _SUB), dtype=np.float32))
    fine = np.where(np.isnan(shade), under, shade)
    rows, columns = part.shape
    part[:] = fine.reshape(rows, _SUB, columns, _SUB).mean(axis=(1, 3))


def _on_tag(
    calibration: Calibration, tag: Placed, across: Array, down: Array
) -> tuple[Array, Array]:
    """Places on the symbol, 0 to 1 right and down, of a grid of picture points.

    The ray of each 16th point is cut with the plane of the tag; the rest lie between.
    """
    columns = np.append(across[::16], across[-1] + 1)
    rows = np.append(down[::16], down[-1] + 1)
    points = np.stack(np.meshgrid(columns, rows), axis=-1).reshape(-1, 2)
    table = calibration.to_table(points, tag.spec.height_in) @ np.array([1, 1j])
    centre, right, up = _frame(tag)
    off = (table - centre).reshape(len(rows), len(columns)) / right
    fine = np.stack([np.interp(across, columns, row) for row in off])
    whole = np.stack([np.interp(down, rows, fine[:, i]) for i in range(len(across))], axis=1)
    return (whole.real + 1) / 2, (1 - whole.imag) / 2


def _shades(tag: Placed, u: Array, v: Array, dice: np.random.Generator) -> Array:
    """Ink, paper or what covers it; NaN outside of the label. *u*, *v* in modules."""
    black = module_matrix(tag.spec)
    count = len(black)
    padded = np.pad(black, 4)
    inside = black_at(padded, u + 4, v + 4)
    shade = np.where(inside, INK, PAPER)
    outside = (np.minimum(u, v) < -_QUIET_MODULES) | (np.maximum(u, v) > count + _QUIET_MODULES)
    if tag.covered > 0:
        # A bar in from one side over the given share of the symbol, as a hand or a base.
        turn = float(dice.uniform(0, 2 * np.pi))
        along = (u / count - 0.5) * np.cos(turn) + (v / count - 0.5) * np.sin(turn)
        on = (np.abs(u / count - 0.5) < 0.5) & (np.abs(v / count - 0.5) < 0.5)
        limit = float(np.quantile(along[on], tag.covered))
        shade = np.where(along < limit, float(dice.uniform(0.1, 0.4)), shade)
    if tag.stood_on > 0:
        shade = _stood_on(tag.stood_on, shade, u / count - 0.5, v / count - 0.5, dice)
    return np.where(outside, np.nan, shade)


def _stood_on(share: float, shade: Array, u: Array, v: Array, dice: np.random.Generator) -> Array:
    """A figure from above, over that share of the symbol: an oval, longer than wide, of coat and
    hat, about in the middle. *u*, *v* in sides of the symbol from its middle."""
    turn, longer = float(dice.uniform(0, 2 * np.pi)), float(dice.uniform(1.0, 1.8))
    off = dice.uniform(-0.07, 0.07, 2)
    along = (u - off[0]) * np.cos(turn) + (v - off[1]) * np.sin(turn)
    across = (v - off[1]) * np.cos(turn) - (u - off[0]) * np.sin(turn)
    reach = np.hypot(along / longer, across)
    on = np.maximum(np.abs(u), np.abs(v)) < 0.5
    rim = float(np.quantile(reach[on], share))
    coat, hat = dice.uniform(0.03, 0.5, 2)
    shade = np.where(reach < rim, coat, shade)
    return np.where(reach < 0.45 * rim, hat, shade)


def black_at(padded: NDArray[np.bool_], u: Array, v: Array) -> NDArray[np.bool_]:
    """Whether module coordinates lie on black; outside of the array is white."""
    columns = np.floor(u).astype(int).clip(0, padded.shape[1] - 1)
    rows = np.floor(v).astype(int).clip(0, padded.shape[0] - 1)
    return np.asarray(padded[rows, columns])


def _lamps(width: int, height: int, depth: float, dice: np.random.Generator) -> Light:
    """Uneven light, between 1 - depth and 1."""
    x = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    turn = float(dice.uniform(0, 2 * np.pi))
    slope = (x * np.cos(turn) + y * np.sin(turn)) / 1.5
    return np.asarray(1 - depth * (0.5 + 0.5 * slope), dtype=np.float32)


def _developed(light: Light, conditions: Conditions, dice: np.random.Generator) -> Picture:
    """Noise, Bayer mosaic, demosaicing, gamma, JPEG."""
    noise = dice.standard_normal(light.shape, dtype=np.float32)
    spread = np.sqrt(light / conditions.photons + (3.5 / conditions.photons) ** 2)
    raw = np.rint(np.clip(light + noise * spread, 0, 1) * 65535).astype(np.uint16)
    linear = cv2.demosaicing(raw, cv2.COLOR_BayerRG2BGR)
    shown = _encoded(np.asarray(linear, dtype=np.uint16))
    ok, jpeg = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, conditions.jpeg])
    if not ok:
        raise RuntimeError("OpenCV cannot write JPEG on this computer")
    return np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), dtype=np.uint8)


def _encoded(linear: NDArray[np.uint16]) -> NDArray[np.uint8]:
    table = np.rint(255 * (np.arange(65536) / 65535) ** (1 / 2.2)).astype(np.uint8)
    return table[linear]
