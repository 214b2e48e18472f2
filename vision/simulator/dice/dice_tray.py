"""A drawn dice tray under a camera of its own: dice fall, roll and lie.

Law: what a die will show, and whether it leans on the wall, is drawn from the system's source
of chance when it is thrown, before anything of it is seen.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cameras.camera import Frame, Picture
from vision.simulator.dice.drawn_die import (
    Canvas,
    Colour,
    Floats,
    Pinhole,
    draw_die,
    lying,
    rests_at,
    turned,
)
from vision.table.abilities import SIMULATED

SIZE_PX = (800, 600)
SIDE_PX = 40.0
FLOOR_PX = (40, 40, 760, 560)
"""The floor inside the walls: left, top, right, bottom."""

MOST_DICE = 60
ONE_IN_COCKED = 36
LIFTED_S, FALL_S = 0.9, 0.7
_CELL_PX = 56
_LEANS = 0.9
"""Radians by which a die on the left wall leans: the camera sees two faces of it."""
_LOOKS = 4
"""Moments of one exposure that are averaged while dice move."""

_STYLES: tuple[tuple[Colour, Colour], ...] = (
    ((235, 238, 240), (25, 20, 20)),
    ((40, 35, 190), (240, 240, 240)),
    ((150, 70, 30), (240, 240, 240)),
)
_FELT, _WOOD = (62, 92, 48), (60, 95, 140)


class TooManyDice(ValueError):
    """More dice than the tray holds; the message says how many it does."""


@dataclass(frozen=True, slots=True)
class ThrownDie:
    """A die of the drawn tray. ``face`` is what lies up, None when it leans on the wall.

    ``x_px, y_px``: where it comes to lie; ``falls_s``: when it enters, seconds of the clock.
    """

    face: int | None
    x_px: float
    y_px: float
    falls_s: float
    turn: Floats
    spin: Floats
    colours: tuple[Colour, Colour]
    gone_s: float = float("inf")


class DiceTrayCamera:
    """A source of pictures (600 x 800 x 3 BGR), ten a second; ``throw`` lets dice fall.

    *below*: a whole number from 0 up to what it is given, each as likely. May be used from any
    thread; pictures are read from one.
    """

    source = SIMULATED

    def __init__(
        self,
        *,
        fps: float = 10.0,
        clock: Callable[[], float] = time.time,
        below: Callable[[int], int] = secrets.randbelow,
    ) -> None:
        self._fps = fps
        self._clock = clock
        self._below = below
        self._lock = threading.Lock()
        self._dice: tuple[ThrownDie, ...] = ()
        self._grain = np.random.default_rng(18)
        self._hole = Pinhole(((SIZE_PX[0] - 1) / 2, (SIZE_PX[1] - 1) / 2), SIDE_PX)
        self._empty = _empty_tray(self._grain)
        self._noise = self._grain.normal(0, 2.0, (SIZE_PX[1] + 64, SIZE_PX[0] + 64, 3))
        self._still: tuple[tuple[ThrownDie, ...], Canvas] | None = None

    @property
    def dice(self) -> tuple[ThrownDie, ...]:
        """The truth: every die that lies there or falls, in the order thrown."""
        with self._lock:
            return tuple(die for die in self._dice if die.gone_s > self._clock())

    @property
    def corners_px(self) -> tuple[tuple[float, float], ...]:
        """The four corners of the floor, in order round it."""
        left, top, right, low = FLOOR_PX
        return (left, top), (right, top), (right, low), (left, low)

    def throw(self, count: int, again: Sequence[tuple[float, float]] = ()) -> None:
        """Lift all dice and throw *count*; or lift and throw only those *again* (pixels).

        Raises:
            TooManyDice: so many do not fit, in words.
        """
        if not 1 <= count <= MOST_DICE:
            raise TooManyDice(f"the drawn tray holds from 1 to {MOST_DICE} dice, not {count}")
        with self._lock:
            now = self._clock()
            lying_there = [die for die in self._dice if die.gone_s > now]
            lifted = [d for d in lying_there if not again or any(_is_at(d, p) for p in again)]
            stays = [die for die in lying_there if die not in lifted]
            falls_s = now + (LIFTED_S if lying_there else 0.2)
            number = len(lifted) if again else count
            taken = [(die.x_px, die.y_px) for die in lying_there]
            style = _STYLES[self._below(len(_STYLES))]
            fresh: list[ThrownDie] = []
            for _ in range(number):
                fresh.append(self._thrown(falls_s, taken, style))
                taken.append((fresh[-1].x_px, fresh[-1].y_px))
            self._dice = (*stays, *fresh)

    def read(self) -> Frame:
        """The next picture, a tenth of a second after the one before."""
        if self._fps > 0:
            time.sleep(1 / self._fps)
        now = self._clock()
        canvas = self._seen_at(now)
        down, right = (int(v) for v in self._grain.integers(0, 64, 2))
        noise = self._noise[down : down + SIZE_PX[1], right : right + SIZE_PX[0]]
        picture: Picture = np.clip(canvas + noise, 0, 255).astype(np.uint8)
        return Frame(picture, now, self.source, "simulated dice tray")

    def close(self) -> None:
        """Nothing to give back."""

    def _thrown(
        self, falls_s: float, taken: list[tuple[float, float]], style: tuple[Colour, Colour]
    ) -> ThrownDie:
        # Chance first: the picture follows from it.
        face = self._below(6) + 1
        cocked = self._below(ONE_IN_COCKED) == 0
        x_px, y_px = self._free_place(taken, cocked)
        yaw = self._below(3600) / 3600 * 2 * np.pi
        turn = lying(face, yaw)
        if cocked:
            turn = turned(np.array([0.0, _LEANS, 0.0])) @ lying(face, 0.0)
        spin = np.array([self._below(2001) / 1000 - 1 for _ in range(3)]) * 9
        shown = None if cocked else face
        return ThrownDie(shown, x_px, y_px, falls_s, turn, spin, style)

    def _free_place(self, taken: list[tuple[float, float]], cocked: bool) -> tuple[float, float]:
        """A place where no die lies or lay just now; one that leans lies along the left wall."""
        left, top, right, low = FLOOR_PX
        columns, rows = (right - left) // _CELL_PX, (low - top) // _CELL_PX
        cells = [(c, r) for c in range(1, columns) for r in range(rows)]
        if cocked:
            cells = [(0, r) for r in range(rows)] + cells
        places = [(left + (c + 0.5) * _CELL_PX, top + (r + 0.5) * _CELL_PX) for c, r in cells]
        free = [p for p in places if all(_far(p, other) >= _CELL_PX - 12 for other in taken)]
        if cocked and free and free[0][0] < left + _CELL_PX:
            return left + 0.72 * SIDE_PX, free[0][1]
        x, y = (free or places)[self._below(len(free or places))]
        return x + self._below(13) - 6, y + self._below(13) - 6

    def _seen_at(self, now: float) -> Canvas:
        with self._lock:
            dice = self._dice
        seen = tuple(die for die in dice if die.falls_s <= now)
        moves = any(now < die.falls_s + FALL_S + 0.05 for die in seen)
        if not moves and self._still is not None and self._still[0] is dice:
            if len(seen) == len(dice):
                return self._still[1]
        looks = _LOOKS if moves else 1
        total = np.zeros_like(self._empty)
        for k in range(looks):
            total += self._drawn(seen, now - 0.05 * k / looks)
        # No lens is sharp to the pixel.
        canvas = np.asarray(cv2.GaussianBlur(total / looks, (0, 0), 1.2), dtype=np.float32)
        if not moves and len(seen) == len(dice):
            self._still = (dice, canvas)
        return canvas

    def _drawn(self, dice: tuple[ThrownDie, ...], at_s: float) -> Canvas:
        canvas = self._empty.copy()
        for die in dice:
            left = max(0.0, 1 - (at_s - die.falls_s) / FALL_S)
            turn = turned(die.spin * left * left) @ die.turn
            bounce = abs(np.cos(9 * left)) * 4 * left
            height = rests_at(turn) + bounce
            # From the middle of the lower wall to its place, slower and slower.
            x_px = die.x_px + (400 - die.x_px) * left * left
            y_px = die.y_px + (540 - die.y_px) * left * left
            x, y = (
                (x_px - self._hole.middle_px[0]) / SIDE_PX,
                (y_px - self._hole.middle_px[1]) / SIDE_PX,
            )
            draw_die(canvas, self._hole, np.array([x, y, min(height, 6.0)]), turn, die.colours)
        return canvas


def _is_at(die: ThrownDie, place: tuple[float, float]) -> bool:
    return _far((die.x_px, die.y_px), place) < 0.7 * SIDE_PX


def _far(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(np.hypot(one[0] - other[0], one[1] - other[1]))


def _empty_tray(grain: np.random.Generator) -> Canvas:
    """Green felt within wooden walls."""
    wide, high = SIZE_PX
    canvas = np.ones((high, wide, 3), np.float32) * np.array(_WOOD, np.float32)
    left, top, right, low = FLOOR_PX
    felt = grain.normal(0, 4, (low - top, right - left, 1)) + np.array(_FELT)
    canvas[top:low, left:right] = felt.astype(np.float32)
    return canvas
