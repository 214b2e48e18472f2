"""zxing-cpp: the best open decoder, and the one that comes as a wheel everywhere.

Its corners are counted from the edge of the first pixel, ours from its centre, so a corner
p of a picture enlarged k times lies at p/k - 0.5 in the original.
"""

from __future__ import annotations

import importlib
from types import ModuleType
from typing import Any

import numpy as np

from vision.tags.decode.decoded import Decoded, Grey, enlarged, sharpened, without_twins

READER = "zxing"


class ZxingReader:
    """Reads QR and Micro QR; simply reads nothing where zxing-cpp is not installed."""

    def __init__(self, module: str = "zxingcpp") -> None:
        self._zxing, self.fact = _load(module)

    @property
    def is_on(self) -> bool:
        """Whether zxing-cpp is there; ``fact`` says why not."""
        return self._zxing is not None

    def read(self, grey: Grey, passes: tuple[int, ...] = (2, 3, -3)) -> list[Decoded]:
        """All QR and Micro QR symbols, each place once.

        *passes*: how many times to enlarge; a negative pass sharpens the enlarged picture
        first. Corners are in pixels of *grey*.
        """
        found: list[Decoded] = []
        for times in passes if self._zxing is not None else ():
            large = enlarged(grey, abs(times))
            found += self._pass(sharpened(large) if times < 0 else large, abs(times))
        return without_twins(found)

    def _pass(self, large: Grey, times: int) -> list[Decoded]:
        zxing: Any = self._zxing
        # Joining formats with | is deprecated since 3.0; 2.2 knows no other way but this.
        formats = zxing.barcode_formats_from_str("QRCode,MicroQRCode")
        options: dict[str, object] = {"formats": formats, "try_downscale": False}
        # zxing-cpp 2.2 always looks for inverted symbols and has no switch for it.
        if "try_invert" in (zxing.read_barcodes.__doc__ or ""):
            options["try_invert"] = False
        found = zxing.read_barcodes(np.ascontiguousarray(large), **options)
        return [_decoded(zxing, one, times) for one in found]


def _load(module: str) -> tuple[ModuleType | None, str]:
    try:
        return importlib.import_module(module), ""
    except ImportError as why:
        return None, f"zxing-cpp is off ({why}): pip install zxing-cpp"


def _decoded(zxing: Any, one: Any, times: int) -> Decoded:
    place = one.position
    corners = tuple(
        (corner.x / times - 0.5, corner.y / times - 0.5)
        for corner in (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
    )
    small = one.format == zxing.BarcodeFormat.MicroQRCode
    assert len(corners) == 4
    return Decoded(one.text, corners, READER, "microqr" if small else "qr")
