"""Printable sheets: tags for bases, table markers, a ChArUco board, sabot templates.

All at true size (see ``paper``), and every tag is read back before it is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2

from calibration.markers import FAMILIES
from calibration.printing.paper import (
    MM_PER_IN,
    Paper,
    Rect,
    SheetError,
    Sheets,
    arranged,
    module_rects,
)
from calibration.printing.symbols import (
    QUIET_MODULES,
    Modules,
    Symbol,
    marker_modules,
    proved_modules,
)

STRIP_MM = 4.0
"""Above a tag for the front arrow, and below it for the name."""

MARKER_QUIET = 1.0
"""White round a table marker, in its cells."""

_ROOMY_PAD_MM = 8.0
"""A white border that holds the words and leaves as much white as a reader needs."""


@dataclass(frozen=True, slots=True)
class Label:
    """One tag to print: ``size_mm`` is the side of its black symbol.

    ``base_mm``: frontage and depth of the base it goes on, where known.
    """

    symbol: Symbol
    size_mm: float
    name: str = ""
    base_mm: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class MarkerLabel:
    """One table marker to print, and where it belongs, when that is known."""

    number: int
    size_mm: float = 60.0
    family: str = "aruco_4x4_50"
    place: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """A ChArUco board as OpenCV's CharucoBoard has it: ``columns`` x ``rows`` squares.

    ``square_mm`` and ``marker_mm``: sides. Markers are of ``dictionary`` from number 0 on.
    """

    columns: int = 5
    rows: int = 7
    square_mm: float = 32.0
    marker_mm: float = 24.0
    dictionary: int = cv2.aruco.DICT_5X5_100


@dataclass(frozen=True, slots=True)
class Plate:
    """A sabot: one plate that carries the figures of a regiment and one tag.

    ``width_mm`` is its front. ``files`` and ``ranks`` divide it into places for figures.
    ``tag_mm``: side of the black symbol of its tag, 0 for none.
    """

    width_mm: float
    depth_mm: float
    name: str = ""
    files: int = 1
    ranks: int = 1
    tag_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Printed:
    """A finished PDF. ``advice``: what a person should know before cutting."""

    pdf: bytes
    pages: int
    count: int
    advice: tuple[str, ...] = ()


def tag_sheets(labels: Sequence[Label], paper: Paper, measured_mm: float = 100.0) -> Printed:
    """Tags with their front arrow above and their unit's name below, to be cut out.

    Raises:
        SheetError: nothing to print, or a tag larger than the paper.
        SymbolError: a tag that a reader does not read back.
    """
    if not labels:
        raise SheetError("there is no tag to print: name payloads, an army or a table file")
    drawn = [proved_modules(label.symbol) for label in labels]
    sheets = Sheets(paper, "tags", measured_mm)
    sides = [_side_mm(label, cells) for label, cells in zip(labels, drawn, strict=True)]
    boxes = [(side, side + 2 * STRIP_MM) for side in sides]
    for page in arranged(boxes, sheets.room, "tag"):
        sheets.page()
        for number, x, y in page:
            _tag(sheets, labels[number], drawn[number], (x, y, *boxes[number]))
    advice = [_overhang(label, side) for label, side in zip(labels, sides, strict=True)]
    return Printed(sheets.finish(), sheets.pages, len(labels), tuple(a for a in advice if a))


def _side_mm(label: Label, cells: Modules) -> float:
    """The side of a tag with its white."""
    return label.size_mm * (1 + 2 * QUIET_MODULES[label.symbol.kind] / len(cells))


def _tag(sheets: Sheets, label: Label, cells: Modules, box: Rect) -> None:
    x, y, side, _ = box
    quiet = (side - label.size_mm) / 2
    sheets.frame(box, dashed=True)
    sheets.modules(cells, x + quiet, y + STRIP_MM + quiet, label.size_mm)
    sheets.arrow(x + side / 2, y + side + 2 * STRIP_MM - 0.4, STRIP_MM - 0.8)
    words = f"{label.name} {label.symbol.payload}" if label.name else label.symbol.payload
    sheets.centred(x + side / 2, y + 1.3, words, 2.4, side - 1.0)


def _overhang(label: Label, side: float) -> str:
    if label.base_mm is None or side <= min(label.base_mm) + 0.05:
        return ""
    least = min(label.base_mm)
    return (
        f"{label.symbol.payload}: the tag with its white is {side:.0f} mm and the base only "
        f"{least:.0f}; a symbol of {label.size_mm * least / side:.0f} mm would fit"
    )


def marker_sheets(
    markers: Sequence[MarkerLabel], paper: Paper, measured_mm: float = 100.0
) -> Printed:
    """Table markers with ticks at the middle of each side, and their number.

    Raises:
        SheetError: nothing to print, or a marker larger than the paper.
        SymbolError: a number that the family does not have.
    """
    if not markers:
        raise SheetError("there is no marker to print")
    drawn = [marker_modules(_dictionary(marker.family), marker.number) for marker in markers]
    sheets = Sheets(paper, "table markers", measured_mm)
    pads = [
        MARKER_QUIET * marker.size_mm / len(cells)
        for marker, cells in zip(markers, drawn, strict=True)
    ]
    boxes = [
        (marker.size_mm + 2 * pad, marker.size_mm + 2 * pad + words_strip_mm(pad))
        for marker, pad in zip(markers, pads, strict=True)
    ]
    for page in arranged(boxes, sheets.room, "marker"):
        sheets.page()
        for number, x, y in page:
            _marker(sheets, markers[number], drawn[number], (x, y, *boxes[number]))
    return Printed(sheets.finish(), sheets.pages, len(markers))


def _dictionary(family: str) -> int:
    if family not in FAMILIES:
        raise SheetError(f"{family!r} is no marker family: use one of {', '.join(FAMILIES)}")
    return FAMILIES[family]


def _marker(sheets: Sheets, marker: MarkerLabel, cells: Modules, box: Rect) -> None:
    x, y, wide, high = box
    pad = (wide - marker.size_mm) / 2
    strip = words_strip_mm(pad)
    sheets.frame(box, dashed=True)
    sheets.modules(cells, x + pad, y + strip + pad, marker.size_mm)
    middle_x, middle_y = x + wide / 2, y + strip + wide / 2
    tick = pad * 0.4
    sheets.line(middle_x, y + high, middle_x, y + high - tick)
    sheets.line(middle_x, y + strip, middle_x, y + strip + tick)
    sheets.line(x, middle_y, x + tick, middle_y)
    sheets.line(x + wide, middle_y, x + wide - tick, middle_y)
    name, side = f"marker {marker.number}, {marker.size_mm:g} mm", "this side south"
    if strip:
        sheets.centred(middle_x, y + 3.4, f"{name}, {side}", 2.6, wide - 1)
    else:
        # In the white border, on both sides of its tick: the sheet stays square.
        sheets.centred(x + wide / 4, y + 3.4, name, 2.6, wide / 2 - 2)
        sheets.centred(x + 3 * wide / 4, y + 3.4, side, 2.6, wide / 2 - 2)
    if marker.place:
        sheets.centred(middle_x, y + 0.8, marker.place, 2.2, wide - 1)


def words_strip_mm(pad_mm: float) -> float:
    """How much longer a marker's sheet is to the south, for words that its white border of
    *pad_mm* has no room for."""
    return 0.0 if pad_mm >= _ROOMY_PAD_MM else STRIP_MM + 2


def board_sheet(board: Board, paper: Paper, measured_mm: float = 100.0) -> Printed:
    """A ChArUco board for the lens, to be glued on something flat.

    Raises:
        SheetError: it is larger than the paper.
    """
    sheets = Sheets(paper, "lens board", measured_mm)
    wide, high = board.columns * board.square_mm, board.rows * board.square_mm
    left, low, room_wide, room_high = sheets.room
    if wide > room_wide or high > room_high:
        raise SheetError(
            f"the board is {wide:.0f} x {high:.0f} mm and the paper has room for "
            f"{room_wide:.0f} x {room_high:.0f}: choose smaller squares or fewer of them"
        )
    sheets.page()
    x, y = left + (room_wide - wide) / 2, low + (room_high - high) / 2
    sheets.fill(board_rects(board, x, y))
    words = f"{board.columns} x {board.rows} squares of {board.square_mm:g} mm: glue it flat"
    sheets.centred(sheets.width_mm / 2, sheets.height_mm - 20, words, 2.8)
    return Printed(sheets.finish(), 1, 1)


def opencv_board(board: Board) -> cv2.aruco.CharucoBoard:
    """The same board for OpenCV's detector, in millimetres."""
    book = cv2.aruco.getPredefinedDictionary(board.dictionary)
    size = (board.columns, board.rows)
    return cv2.aruco.CharucoBoard(size, board.square_mm, board.marker_mm, book)


def board_rects(board: Board, x: float, y: float) -> list[Rect]:
    """The black parts of a board whose lower left corner lies there, millimetres.

    As OpenCV lays it out: the upper left square is black, and each white square holds the
    next marker, row by row from above.
    """
    side, number = board.square_mm, 0
    pad = (side - board.marker_mm) / 2
    rects: list[Rect] = []
    for row in range(board.rows):
        low = y + (board.rows - 1 - row) * side
        for column in range(board.columns):
            left = x + column * side
            if (row + column) % 2 == 0:
                rects.append((left, low, side, side))
            else:
                cells = marker_modules(board.dictionary, number)
                rects += module_rects(cells, left + pad, low + pad, board.marker_mm)
                number += 1
    return rects


def sabot_sheets(plates: Sequence[Plate], paper: Paper, measured_mm: float = 100.0) -> Printed:
    """Templates of plates to cut from card: places for figures, the tag's place, the front.

    Raises:
        SheetError: nothing to print, or a plate larger than the paper.
    """
    if not plates:
        raise SheetError("there is no plate to print: give --plate 120x60, or a table file")
    sheets = Sheets(paper, "sabots", measured_mm)
    boxes = [(plate.width_mm, plate.depth_mm + STRIP_MM) for plate in plates]
    for page in arranged(boxes, sheets.room, "plate"):
        sheets.page()
        for number, x, y in page:
            _plate(sheets, plates[number], x, y)
    return Printed(sheets.finish(), sheets.pages, len(plates))


def _plate(sheets: Sheets, plate: Plate, x: float, y: float) -> None:
    wide, deep = plate.width_mm, plate.depth_mm
    sheets.frame((x, y, wide, deep), 0.3)
    sheets.line(x, y + deep, x + wide, y + deep, 0.8)
    sheets.arrow(x + wide / 2, y + deep + STRIP_MM - 0.3, STRIP_MM - 0.8)
    for k in range(1, plate.files):
        sheets.line(x + wide * k / plate.files, y, x + wide * k / plate.files, y + deep, 0.08)
    for k in range(1, plate.ranks):
        sheets.line(x, y + deep * k / plate.ranks, x + wide, y + deep * k / plate.ranks, 0.08)
    if plate.tag_mm:
        outer = plate.tag_mm * (1 + 2 * QUIET_MODULES["qr"] / 21)
        for side in (plate.tag_mm, outer):
            sheets.frame((x + (wide - side) / 2, y + (deep - side) / 2, side, side), 0.1, True)
    words = f"{plate.name} {wide:g} x {deep:g} mm".strip()
    sheets.text(x + 1, y + deep + 1, words, 2.4, wide / 2 - STRIP_MM)


def inches_to_mm(value_in: float) -> float:
    """Millimetres, rounded to a thousandth."""
    return round(value_in * MM_PER_IN, 3)
