"""The two open decoders side by side: each where it is best, either may be missing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.tags.decode.decoded import Box, Decoded, Grey, without_twins
from vision.tags.decode.pyzbar_reader import PyzbarReader
from vision.tags.decode.zxing_reader import ZxingReader

_LEAST_CUT_PX = 16


class OpenReaders:
    """zxing-cpp on the whole picture, pyzbar where it is asked for. Close it when done.

    Making one costs nothing: the process of pyzbar starts with its first picture.
    """

    def __init__(
        self, zxing: ZxingReader | None = None, pyzbar: PyzbarReader | None = None
    ) -> None:
        self.zxing = zxing or ZxingReader()
        self.pyzbar = pyzbar or PyzbarReader()

    @property
    def facts(self) -> tuple[str, ...]:
        """One sentence for each reader that is off or has died."""
        return tuple(fact for fact in (self.zxing.fact, self.pyzbar.fact) if fact)

    def read_all(self, grey: Grey) -> list[Decoded]:
        """Every code either of them can read, each place once; slow and thorough.

        Codes are mostly small and gain by enlarging, but some are read as they are alone.
        """
        found = self.zxing.read(grey, (1, 2, 3, -3))
        return without_twins(found + self.pyzbar.read(grey, 1) + self.pyzbar.read(grey))

    def read_box(self, grey: Grey, box: Box | None) -> list[Decoded]:
        """What zxing-cpp reads at a glance in the picture, or in a box of it."""
        if box is None:
            return self.zxing.read(grey, (2,))
        left, top, right, bottom = box
        cut = np.ascontiguousarray(grey[top:bottom, left:right])
        if min(cut.shape) < _LEAST_CUT_PX:
            return []
        return [_shifted(one, left, top) for one in self.zxing.read(cut, (2,))]

    def read_near(self, grey: Grey, centre_px: complex, side_px: float) -> list[Decoded]:
        """The codes round one place, with every means; in pixels of *grey*."""
        reach = int(side_px) + 4
        left = max(int(centre_px.real) - reach, 0)
        top = max(int(centre_px.imag) - reach, 0)
        cut = np.ascontiguousarray(grey[top : top + 2 * reach, left : left + 2 * reach])
        if min(cut.shape) < _LEAST_CUT_PX:
            return []
        found = self.zxing.read(cut, (3, -3)) + self.pyzbar.read(cut, 3)
        return [_shifted(one, left, top) for one in without_twins(found)]

    def close(self) -> None:
        """End the process of pyzbar. May be called twice."""
        self.pyzbar.close()


def _shifted(one: Decoded, left: int, top: int) -> Decoded:
    a, b, c, d = ((x + left, y + top) for x, y in one.corners_px)
    return replace(one, corners_px=(a, b, c, d))
