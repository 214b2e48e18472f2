"""What is printed on a tag: its modules, proved to be readable before they reach paper.

The same symbols as ``vision.tags`` looks for (a test holds the two together). No symbol
leaves here that a reader has not read back as what it should say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Literal

import cv2
import numpy as np
import segno
import zxingcpp
from numpy.typing import NDArray

Kind = Literal["qr", "microqr", "aruco"]
Modules = NDArray[np.bool_]

QUIET_MODULES: dict[str, int] = {"qr": 4, "microqr": 4, "aruco": 2}
"""White round a printed symbol. The standards ask for 4 of QR and 2 of Micro QR."""

ALPHANUMERIC = re.compile(r"[0-9A-Z $%*+\-./:]+")
BASE_MARKERS = range(50, 250)
"""ArUco numbers for bases; those below lie on the table."""

PROOF_PX = 8
"""Pixels a module when a symbol is read back."""


class SymbolError(ValueError):
    """A tag cannot be printed so that it will be read; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """What is to be printed: as in table.toml."""

    payload: str
    kind: Kind = "qr"
    ecl: str = "H"
    mask: int | None = None


def proved_modules(symbol: Symbol) -> Modules:
    """The (n, n) black modules, read back by every reader there is for them.

    Raises:
        SymbolError: the payload does not fit, or a reader reads something else.
    """
    modules = draw_modules(symbol)
    picture = proof(modules, QUIET_MODULES[symbol.kind])
    for reader, said in read_back(symbol.kind, picture).items():
        if said != expected(symbol):
            raise SymbolError(
                f"{symbol.payload!r} was not printed: {reader} reads it as {said or 'nothing'!r}"
                "; choose another payload or mask"
            )
    return modules


def expected(symbol: Symbol) -> str:
    """What a reader has to say: the payload, or the number of an ArUco marker."""
    return str(_aruco_number(symbol.payload)) if symbol.kind == "aruco" else symbol.payload


def draw_modules(symbol: Symbol) -> Modules:
    """The (n, n) black modules of a symbol, without white round it.

    Raises:
        SymbolError: the payload does not fit.
    """
    if symbol.kind == "aruco":
        return marker_modules(cv2.aruco.DICT_4X4_250, _aruco_number(symbol.payload))
    if symbol.kind == "microqr":
        return _micro(symbol)
    mode = "alphanumeric" if ALPHANUMERIC.fullmatch(symbol.payload) else "byte"
    try:
        code = segno.make(
            symbol.payload,
            version=1,
            error=symbol.ecl,
            mask=symbol.mask,
            mode=mode,
            micro=False,
            boost_error=False,
        )
    except ValueError:
        raise SymbolError(
            f"{symbol.payload!r} is too long for a small QR tag at level {symbol.ecl}: use at "
            "most ten capitals, digits or $%*+-./: at level H, twenty at level M"
        ) from None
    return _cells(code)


def _micro(symbol: Symbol) -> Modules:
    for version in ("M2", "M3", "M4"):
        try:
            code = segno.make(symbol.payload, version=version, mask=symbol.mask, boost_error=True)
        except ValueError:
            continue
        return _cells(code)
    raise SymbolError(
        f"{symbol.payload!r} is too long for a Micro QR tag: 21 capitals or digits fit, six "
        "in the smallest"
    )


def _cells(code: Any) -> Modules:
    return np.array([[bool(cell) for cell in row] for row in code.matrix])


def _aruco_number(payload: str) -> int:
    digits = re.search(r"(\d{1,4})$", payload)
    number = int(digits.group(1)) if digits else -1
    if number not in BASE_MARKERS:
        raise SymbolError(
            f"{payload!r} names no ArUco tag: end it with a number from {BASE_MARKERS.start} to "
            f"{BASE_MARKERS.stop - 1}"
        )
    return number


def marker_modules(dictionary: int, number: int) -> Modules:
    """The black cells of a marker of one of OpenCV's dictionaries, its border included.

    Raises:
        SymbolError: the dictionary has no such marker.
    """
    book = cv2.aruco.getPredefinedDictionary(dictionary)
    if not 0 <= number < len(book.bytesList):
        raise SymbolError(f"there is no marker {number}: this family has {len(book.bytesList)}")
    side = int(book.markerSize) + 2
    cells = cv2.aruco.generateImageMarker(book, number, side, borderBits=1)
    return np.asarray(cells) < 128


def proof(modules: Modules, quiet: int) -> NDArray[np.uint8]:
    """A clean picture of a symbol with its white round it."""
    cells = np.where(np.pad(modules, quiet), 0, 255).astype(np.uint8)
    return np.kron(cells, np.ones((PROOF_PX, PROOF_PX), np.uint8))


def read_back(kind: Kind, picture: NDArray[np.uint8]) -> dict[str, str]:
    """What each reader that knows such symbols says of a picture; "" is nothing."""
    if kind == "aruco":
        return {"OpenCV": _by_opencv(picture)}
    found = {"zxing-cpp": _by_zxing(picture)}
    if kind == "qr":
        said = _by_pyzbar(picture)
        if said is not None:
            found["pyzbar"] = said
    return found


def _by_opencv(picture: NDArray[np.uint8]) -> str:
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    _, numbers, _ = cv2.aruco.ArucoDetector(book).detectMarkers(picture)
    return " ".join(str(number) for number in np.ravel(numbers)) if numbers is not None else ""


def _by_zxing(picture: NDArray[np.uint8]) -> str:
    return " ".join(found.text for found in zxingcpp.read_barcodes(picture))


def _by_pyzbar(picture: NDArray[np.uint8]) -> str | None:
    """None where libzbar is not installed."""
    try:
        reader = import_module("pyzbar.pyzbar")
    except (ImportError, OSError):
        return None
    found = reader.decode(picture, symbols=[reader.ZBarSymbol.QRCODE])
    return " ".join(each.data.decode("utf-8", "replace") for each in found)
