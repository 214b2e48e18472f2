"""A dice tray whose throws are laid into it by the test."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.table.abilities import TrayAbilities
from vision.table.throw import Die, Throw, Why


def die(face: int | None, x_px: float = 100.0, why: Why = "cocked") -> Die:
    """A die of 40 px at x."""
    return Die(face, x_px, 100.0, 40.0, "" if face else why)


def jpeg(grey: int) -> bytes:
    """A small grey picture."""
    done, coded = cv2.imencode(".jpg", np.full((24, 24, 3), grey, np.uint8))
    assert done
    return coded.tobytes()


class StubTray:
    """Satisfies ``DiceTable``; ``lay`` puts a throw down. Its dice are not thrown by a program."""

    source = "camera"
    abilities = TrayAbilities()

    def __init__(self) -> None:
        self.asked: list[tuple[Die, ...]] = []
        self.resting = True
        self.why = ""
        self.corners: list[tuple[float, float]] = []
        self._throw: Throw | None = None
        self._number = 0
        self._version = 1

    def lay(self, *dice: Die) -> int:
        """These dice came to rest; the number of the throw."""
        self._number += 1
        # As the watcher has them: unsure ones first.
        ordered = tuple(sorted(dice, key=lambda one: (one.sure, one.x_px)))
        self._throw = Throw(self._number, ordered, 0.0, 0.0)
        self._version += 1
        return self._number

    def stir(self) -> None:
        """Something moves in the tray."""
        self._throw = None
        self._version += 1

    def ask(self, again: Sequence[Die] = ()) -> None:
        """Dice are asked for."""
        self.asked.append(tuple(again))
        self.resting = False
        self.stir()

    def rest(self) -> None:
        """No dice are asked for."""
        self.resting = True
        self.stir()

    def offer(self) -> Throw | None:
        """What lies there."""
        return self._throw

    def crop(self, number: int, index: int) -> bytes | None:
        """A grey square."""
        return jpeg(100 + index) if number == self._number else None

    def picture(self, number: int) -> bytes | None:
        """A grey square."""
        return jpeg(90) if self._throw is not None and number == self._number else None

    def view(self) -> bytes | None:
        """A grey square."""
        return jpeg(80)

    def mark(self, corners: Sequence[tuple[float, float]]) -> None:
        """Keeps them; corners that are all one point are no tray."""
        if len(set(corners)) == 1:
            raise ValueError("each side of a tray is at least 20 pixels long")
        self.corners, self.why = list(corners), ""
        self._version += 1

    def trouble(self) -> str:
        """What the test says."""
        return self.why

    def version(self) -> int:
        """Grows with every throw."""
        return self._version

    def close(self) -> None:
        """Nothing to let go of."""
