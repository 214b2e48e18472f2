"""From what is known of a tag to the modules that are printed.

A module matrix is a square of booleans, True is black, without quiet zone. QR is version 1,
alphanumeric, with the level of the tag and its mask. Micro QR takes the smallest version
that holds the payload, at the highest level that fits in it. ArUco is 4x4 out of 250: the
payload ends in the number of the marker; table markers have the numbers below 50.
"""

from __future__ import annotations

import re
from functools import lru_cache

import cv2
import numpy as np
import segno
from numpy.typing import NDArray

from vision.tags.tag import TagSpec

Matrix = NDArray[np.bool_]

ARUCO_COUNT = 250
TABLE_MARKERS = 50
"""ArUco numbers below this lie on the table as markers and are never on a base."""

_ALPHANUMERIC = re.compile(r"[0-9A-Z $%*+\-./:]+")
_MICRO_VERSIONS = ("M2", "M3", "M4")


class CodeError(ValueError):
    """A payload cannot be printed as that symbol; the message says why and what fits."""


def module_matrix(spec: TagSpec) -> Matrix:
    """The (n, n) black modules of a tag, read-only.

    Raises:
        CodeError: the payload does not fit the symbol.
    """
    return _matrix(spec.payload, spec.ecl, spec.mask, spec.symbol)


@lru_cache(maxsize=4096)
def _matrix(payload: str, ecl: str, mask: int | None, symbol: str) -> Matrix:
    makers = {"qr": _qr, "microqr": _micro, "aruco": _aruco}
    if symbol not in makers:
        raise CodeError(f"{symbol!r} is no symbol: use qr, microqr or aruco")
    matrix = makers[symbol](payload, ecl, mask)
    matrix.flags.writeable = False
    return matrix


def _qr(payload: str, ecl: str, mask: int | None) -> Matrix:
    alphanumeric = _ALPHANUMERIC.fullmatch(payload) is not None
    try:
        code = segno.make(
            payload,
            version=1,
            error=ecl,
            mask=mask,
            mode="alphanumeric" if alphanumeric else "byte",
            micro=False,
            boost_error=False,
        )
    except ValueError:
        raise CodeError(
            f"{payload!r} does not fit a QR symbol of version 1, level {ecl}: at level H ten "
            "capitals, digits or $%*+-./: fit, at level M twenty"
        ) from None
    return np.array([[bool(cell) for cell in row] for row in code.matrix])


def _micro(payload: str, ecl: str, mask: int | None) -> Matrix:
    for version in _MICRO_VERSIONS:
        try:
            code = segno.make(payload, version=version, mask=mask, boost_error=True)
        except ValueError:
            continue
        return np.array([[bool(cell) for cell in row] for row in code.matrix])
    raise CodeError(f"{payload!r} does not fit a Micro QR symbol: six capitals or digits do")


def _aruco(payload: str, ecl: str, mask: int | None) -> Matrix:
    number = aruco_number(payload)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    cells = cv2.aruco.generateImageMarker(dictionary, number, 6, borderBits=1)
    return np.asarray(cells, dtype=np.uint8) < 128


def aruco_number(payload: str) -> int:
    """The marker's number: the digits the payload ends in.

    Raises:
        CodeError: it ends in none, or they are not a marker for a base.
    """
    digits = re.search(r"(\d{1,4})$", payload)
    number = int(digits.group(1)) if digits else -1
    if not TABLE_MARKERS <= number < ARUCO_COUNT:
        raise CodeError(
            f"{payload!r} names no ArUco marker for a base: end it with a number from "
            f"{TABLE_MARKERS} to {ARUCO_COUNT - 1}"
        )
    return number
