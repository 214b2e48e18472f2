"""The dark and light modules of the tags and markers that the simulated table wears.

Law: this is the printer's side. It is kept apart from the readers' own tables, so a mistake
there cannot hide behind the same mistake here.
"""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from calibration.table_file import BaseInPlay

Modules = NDArray[np.bool_]
"""Rows from the top as printed, columns from the left; True is black."""

_ARUCO_FAMILIES = {
    "aruco_4x4_50": cv2.aruco.DICT_4X4_50,
    "aruco_4x4_100": cv2.aruco.DICT_4X4_100,
    "aruco_4x4_250": cv2.aruco.DICT_4X4_250,
    "aruco_4x4_1000": cv2.aruco.DICT_4X4_1000,
}


class SymbolError(ValueError):
    """No such symbol can be printed; the message names it."""


def modules_of(base: BaseInPlay) -> Modules:
    """The symbol on a base's tag.

    Raises:
        SymbolError: the payload does not fit the symbol.
    """
    if base.symbol == "aruco":
        return aruco_modules("aruco_4x4_50", _marker_id(base.payload))
    return qr_modules(base.payload, base.ecl, base.mask, base.symbol == "microqr")


@lru_cache(maxsize=2048)
def qr_modules(payload: str, ecl: str, mask: int | None, micro: bool = False) -> Modules:
    """A QR symbol of version 1 (or Micro QR), without its quiet zone.

    Raises:
        SymbolError: the payload is too long or not alphanumeric.
    """
    version, mode = (None, None) if micro else (1, "alphanumeric")
    try:
        code = segno.make(payload, ecl, version, mode, mask, None, False, micro, False)
    except ValueError as why:
        raise SymbolError(f"{payload} does not fit on a tag: {why}") from None
    found = np.array([list(row) for row in code.matrix], dtype=bool)
    found.flags.writeable = False
    return found


@lru_cache(maxsize=64)
def loose_qr_modules(payload: str) -> Modules:
    """A QR symbol of whatever version any text needs, as others print them.

    Raises:
        SymbolError: longer than the largest QR symbol holds.
    """
    try:
        code = segno.make_qr(payload, error="L")
    except ValueError as why:
        raise SymbolError(f"{len(payload)} characters do not fit in a QR code: {why}") from None
    return np.array([list(row) for row in code.matrix], dtype=bool)


@lru_cache(maxsize=256)
def aruco_modules(family: str, marker_id: int) -> Modules:
    """An ArUco marker with its black border, without white margin.

    Raises:
        SymbolError: unknown family, or no such id in it.
    """
    if family not in _ARUCO_FAMILIES:
        raise SymbolError(f"{family} is not a marker family; known: {', '.join(_ARUCO_FAMILIES)}")
    book = cv2.aruco.getPredefinedDictionary(_ARUCO_FAMILIES[family])
    side = int(book.markerSize) + 2
    if not 0 <= marker_id < len(book.bytesList):
        raise SymbolError(f"{family} has no marker {marker_id}")
    found: Modules = np.asarray(cv2.aruco.generateImageMarker(book, marker_id, side)) == 0
    found.flags.writeable = False
    return found


def _marker_id(payload: str) -> int:
    digits = "".join(sign for sign in payload if sign.isdigit())
    if not digits:
        raise SymbolError(f"{payload} names no marker: it must end in the marker's number")
    return int(digits)
