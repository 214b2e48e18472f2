"""From light to a picture: lens blur, uneven light, glare, display gamma, sensor noise.

Blur and light act on linear light, before gamma, as they do in a camera; that is what makes
black modules look thinner than they are printed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.camera import Picture

Light = NDArray[np.float32]
"""Height x width x 3 linear light, 1.0 is full white."""

Box = tuple[int, int, int, int]
"""left, top, right, bottom in pixels; right and bottom are outside."""

_LEVELS = 16384
_SPARE_BYTES = 1 << 16


def _linear_table() -> NDArray[np.float32]:
    """sRGB's decoding (IEC 61966-2-1) for the 256 levels."""
    coded = np.arange(256) / 255.0
    low, high = coded / 12.92, ((coded + 0.055) / 1.055) ** 2.4
    return np.where(coded <= 0.04045, low, high).astype(np.float32)


def _coded_table() -> NDArray[np.uint8]:
    light = np.arange(_LEVELS) / (_LEVELS - 1)
    coded = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return np.asarray(np.round(coded * 255), dtype=np.uint8)


_LINEAR = _linear_table()
_CODED = _coded_table()


def to_light(picture: Picture) -> Light:
    """The linear light that an sRGB picture stands for."""
    return np.asarray(cv2.LUT(picture, _LINEAR), dtype=np.float32)


def to_picture(light: Light) -> Picture:
    """The sRGB picture of linear light; what is brighter than white is cut off."""
    scaled = np.clip(light, 0.0, 1.0)
    scaled *= _LEVELS - 1
    scaled += 0.5
    return np.asarray(_CODED[scaled.astype(np.uint16)], dtype=np.uint8)


@dataclass(frozen=True, slots=True)
class Glare:
    """A lamp's reflection: centre and radius in pixels, strength in parts of full white."""

    x_px: float
    y_px: float
    radius_px: float
    strength: float


@dataclass(frozen=True, slots=True)
class Shade:
    """A hard shadow: everything on one side of a line through (x_px, y_px). ``towards_deg``:
    the direction in the picture (0 right, 90 down) in which it is dark. ``share``: of the light
    that it takes."""

    x_px: float
    y_px: float
    towards_deg: float
    share: float

    def light_on(self, box: Box) -> NDArray[np.float32]:
        """Share of the light that reaches each pixel of the box; the edge is a pixel wide."""
        left, top, right, bottom = box
        angle = math.radians(self.towards_deg)
        x = (np.arange(left, right, dtype=np.float32) - self.x_px) * math.cos(angle)
        y = (np.arange(top, bottom, dtype=np.float32) - self.y_px) * math.sin(angle)
        dark = (x[None, :] + y[:, None] + 0.5).clip(0, 1)
        return np.asarray(1 - self.share * dark, dtype=np.float32)


@dataclass(frozen=True, slots=True)
class Exposure:
    """How the light on the table becomes a picture of width_px x height_px.

    ``blur_px``: standard deviation of the lens blur. ``gain``: overall brightness.
    ``vignette``: share of light lost in the picture's corners. ``slope``: how much brighter
    the right-hand edge is than the middle (a window). ``shade``: a hard shadow, or None.
    """

    width_px: int
    height_px: int
    blur_px: float = 0.6
    gain: float = 0.92
    vignette: float = 0.22
    slope: float = 0.06
    glares: tuple[Glare, ...] = ()
    shade: Shade | None = None

    @property
    def pad_px(self) -> int:
        """How far beyond a patch the blur reaches."""
        return math.ceil(3.5 * self.blur_px) + 1

    def develop(self, light: Light, box: Box) -> Picture:
        """The picture of *light*, which covers *box*; its outermost ``pad_px`` are not exact."""
        if self.blur_px > 0:
            size = 2 * self.pad_px - 1
            blurred = cv2.GaussianBlur(
                light, (size, size), self.blur_px, borderType=cv2.BORDER_REPLICATE
            )
            light = np.asarray(blurred, dtype=np.float32)
        lit = light * self.light_on(box)[:, :, None]
        for glare in self.glares:
            lit += _glow(glare, box)[:, :, None]
        return to_picture(lit)

    def light_on(self, box: Box) -> NDArray[np.float32]:
        """Light that falls on each pixel of the box, 1.0 in the middle at full gain."""
        left, top, right, bottom = box
        x = (np.arange(left, right, dtype=np.float32) - self.width_px / 2) * 2 / self.width_px
        y = (np.arange(top, bottom, dtype=np.float32) - self.height_px / 2) * 2 / self.width_px
        # x = ±1 and y = ±9/16 in the corners of a wide picture.
        along = 1 + self.slope * x - self.vignette * x * x / 1.3
        down = -self.vignette * y * y / 1.3
        light = self.gain * (along[None, :] + down[:, None])
        if self.shade is not None:
            light *= self.shade.light_on(box)
        return np.asarray(light, dtype=np.float32)


def _glow(glare: Glare, box: Box) -> NDArray[np.float32]:
    left, top, right, bottom = box
    x = (np.arange(left, right, dtype=np.float32) - glare.x_px) / glare.radius_px
    y = (np.arange(top, bottom, dtype=np.float32) - glare.y_px) / glare.radius_px
    return np.asarray(glare.strength * np.exp(-(y * y))[:, None] * np.exp(-(x * x))[None, :])


class SensorNoise:
    """Fresh-looking noise for every frame at the cost of one addition and one subtraction.

    Two long tapes of half-normal noise are cut at random places and taken with opposite
    signs; their difference has mean 0 and the wanted standard deviation.
    """

    def __init__(self, shape: tuple[int, ...], sigma: float, seed: int) -> None:
        self._random = np.random.default_rng(seed)
        self._shape = shape
        count = math.prod(shape) + _SPARE_BYTES
        # Var(|n1| - |n2|) = 2 s² (1 - 2/pi) for normal n of standard deviation s.
        spread = sigma / math.sqrt(2 * (1 - 2 / math.pi))
        self._tapes = [_half_normal(self._random, count, spread) for _ in range(2)]

    def over(self, picture: Picture) -> Picture:
        """A copy of the picture with noise on it."""
        plus, minus = (self._cut(tape) for tape in self._tapes)
        noisy = cv2.add(picture, plus)
        return np.asarray(cv2.subtract(noisy, minus, dst=noisy), dtype=np.uint8)

    def _cut(self, tape: NDArray[np.uint8]) -> Picture:
        start = int(self._random.integers(_SPARE_BYTES))
        return tape[start : start + math.prod(self._shape)].reshape(self._shape)


def _half_normal(random: np.random.Generator, count: int, spread: float) -> NDArray[np.uint8]:
    """Half-normal noise in whole levels, from a table of 4096 draws (quick to fill)."""
    draws = np.abs(random.standard_normal(4096)) * spread
    levels = np.floor(draws + random.random(4096)).clip(0, 255).astype(np.uint8)
    return levels[random.integers(4096, size=count, dtype=np.uint16)]
