"""The tray on the picture: outside of it nothing is read."""

from __future__ import annotations

import math
from dataclasses import dataclass

Point = tuple[float, float]

LEAST_SIDE_PX = 20.0
MOST_PX = 100_000.0


class TrayError(ValueError):
    """Four points that are no tray; says what to do."""


@dataclass(frozen=True, slots=True)
class Tray:
    """Where dice count: the four corners of the floor, in order round it, OpenCV pixels.

    Raises:
        TrayError: not four corners of a convex shape of some size.
    """

    corners_px: tuple[Point, Point, Point, Point]

    def __post_init__(self) -> None:
        if not all(
            math.isfinite(v) and abs(v) < MOST_PX for point in self.corners_px for v in point
        ):
            raise TrayError("the corners of a tray are pixels of the picture, such as 120,80")
        turns = [_turn(*self._three(k)) for k in range(4)]
        if not (all(turn > 0 for turn in turns) or all(turn < 0 for turn in turns)):
            raise TrayError("the corners of a tray are given in order round it, none inside")
        if (
            min(math.dist(self.corners_px[k], self.corners_px[k - 1]) for k in range(4))
            < LEAST_SIDE_PX
        ):
            raise TrayError(f"each side of a tray is at least {LEAST_SIDE_PX:g} pixels long")

    def _three(self, k: int) -> tuple[Point, Point, Point]:
        return self.corners_px[k - 2], self.corners_px[k - 1], self.corners_px[k]

    def inside_px(self, x_px: float, y_px: float) -> float:
        """How far inside a point lies, pixels from the nearest side; negative outside."""
        sign = 1.0 if _turn(*self._three(2)) > 0 else -1.0
        return min(
            sign * _turn(first, second, (x_px, y_px)) / math.dist(first, second)
            for first, second in zip(
                self.corners_px, (*self.corners_px[1:], self.corners_px[0]), strict=True
            )
        )

    def bounds_px(self, margin_px: float) -> tuple[float, float, float, float]:
        """The upright box round it, wider by the margin: left, top, right, bottom."""
        xs, ys = [x for x, _ in self.corners_px], [y for _, y in self.corners_px]
        low_x, low_y = min(xs) - margin_px, min(ys) - margin_px
        return low_x, low_y, max(xs) + margin_px, max(ys) + margin_px


def _turn(first: Point, second: Point, third: Point) -> float:
    """Twice the signed area of the triangle."""
    (ax, ay), (bx, by), (cx, cy) = first, second, third
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def tray_from_text(text: str) -> Tray:
    """The tray written as ``"x,y x,y x,y x,y"``.

    Raises:
        TrayError: it is not four pairs of numbers, or no tray.
    """
    try:
        points = [tuple(float(part) for part in pair.split(",")) for pair in text.split()]
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = points
    except ValueError:
        raise TrayError(
            f'a tray is four corners such as "100,80 600,80 600,400 100,400", not {text!r}'
        ) from None
    return Tray(((ax, ay), (bx, by), (cx, cy), (dx, dy)))
