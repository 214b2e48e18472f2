"""One tray under one camera: pictures in, the throw that lies there out.

While something moves nothing is read. What lies still is averaged over its pictures, which takes
the sensor's noise away, and read after two, four and eight of them.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import Picture
from vision.dice.reader import DiceReader, dice_reader
from vision.dice.stillness import Stillness
from vision.dice.throw_watcher import ThrowWatcher
from vision.dice.tray import Tray
from vision.dice.tray_mat import tray_of_mat
from vision.table.throw import Die, Throw
from vision.tags.follow.changes import Changes

READ_AFTER = (2, 4, 8)
"""Still pictures averaged when the dice are read. At ten pictures a second the first reading
comes 0.2 s after rest."""

SEEK_MAT_S = 2.0
"""How often a printed tray is looked for while none is known and the picture changes."""

SEEK_AGAIN_S = 60.0
"""And how often in one that shows what it did when none was found: a search of a 4K picture is
a fifth of a second's work."""


class TrayWatcher:
    """``ask`` when a question is put, ``look`` at every picture; ``offer`` is what to show.

    *tray*: its corners; None for a printed one, which is then looked for. Not for several threads
    at once.
    """

    def __init__(self, tray: Tray | None = None, reader: DiceReader | None = None) -> None:
        self._tray = tray
        self._reader = reader or dice_reader()
        self._watcher = ThrowWatcher()
        self._still = Stillness()
        self._sum: NDArray[np.float32] | None = None
        self._count = 0
        self._sought, self._sought_s = Changes(), -SEEK_MAT_S
        self.dice: tuple[Die, ...] = ()

    @property
    def tray(self) -> Tray | None:
        """Where dice count; None until a printed tray was seen."""
        return self._tray

    @property
    def offer(self) -> Throw | None:
        """The throw that lies there now, None while there is none or something moves."""
        return self._watcher.offer

    def ask(self, again: Iterable[Die] = ()) -> None:
        """A question was put; the dice in *again* are to be thrown again, the others are old."""
        self._watcher.ask(again)

    def mark(self, tray: Tray) -> None:
        """The tray lies here from now on; what lies in it is read anew."""
        self._tray, self._still = tray, Stillness()
        self._sum, self._count = None, 0
        self._watcher.moved()

    def look(self, picture: Picture, taken_s: float) -> Throw | None:
        """The next picture (h, w, 3) of the camera, all of one size; gives ``offer``.

        While no tray is known its grey (h, w) will do.
        """
        tray = self._tray or self._mat(picture, taken_s)
        if tray is None or picture.ndim == 2:
            return None
        part, origin = _part(picture, tray)
        single = part.astype(np.float32)
        if self._still.moves(part):
            self._watcher.moved()
            # If the next one looks like it, this is the first picture of dice at rest.
            self._sum, self._count = single, 1
            return None
        self._sum = single if self._sum is None else self._sum + single
        self._count += 1
        if self._count in READ_AFTER:
            mean = np.asarray(np.rint(self._sum / self._count), dtype=np.uint8)
            self.dice = self._reader.read(_put_back(mean, picture, origin), tray)
            self._watcher.at_rest(taken_s, self.dice)
        return self.offer

    def _mat(self, picture: Picture, taken_s: float) -> Tray | None:
        since_s = taken_s - self._sought_s
        same = SEEK_MAT_S <= since_s < SEEK_AGAIN_S and self._sought.is_as_remembered(picture)
        if since_s >= SEEK_MAT_S and not same:
            self._sought_s = taken_s
            self._sought.look(picture)
            self._tray = tray_of_mat(picture)
        return self._tray


def _part(picture: Picture, tray: Tray) -> tuple[Picture, tuple[int, int]]:
    """The upright box round the tray, and its left top corner."""
    low_x, low_y, high_x, high_y = (round(v) for v in tray.bounds_px(2.0))
    left, top = max(0, low_x), max(0, low_y)
    part = picture[top : max(top + 1, high_y), left : max(left + 1, high_x)]
    return np.ascontiguousarray(part), (left, top)


def _put_back(part: Picture, picture: Picture, origin: tuple[int, int]) -> Picture:
    """The picture with a better part in its place."""
    whole = picture.copy()
    left, top = origin
    whole[top : top + part.shape[0], left : left + part.shape[1]] = part
    return whole
