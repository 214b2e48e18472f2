"""Printable dice tray: a mat whose four corner markers tell where dice count.

The floor of the tray reaches to the outer corners of the markers, so the same four, cut out,
mark a wooden tray of any size.
"""

from __future__ import annotations

from calibration.markers import FAMILIES, TRAY_FAMILY, TRAY_IDS
from calibration.printing.paper import Paper, Rect, Sheets, arranged
from calibration.printing.sheets import Printed
from calibration.printing.symbols import Modules, marker_modules

CORNER_MM = 26.0
"""Side of a marker: 26 pixels in a 1080p picture of a six foot table, and 3.7 of a cell."""

QUIET_MM = 4.0
PLACES = ("top left", "top right", "bottom right", "bottom left")


def tray_sheet(paper: Paper, measured_mm: float = 100.0) -> Printed:
    """A mat that fills the page, a marker in each corner, the rest white for the dice."""
    sheets = Sheets(paper, "dice tray", measured_mm)
    sheets.page()
    left, low, wide, high = sheets.room
    right, top = left + wide - CORNER_MM, low + high - CORNER_MM
    places = ((left, top), (right, top), (right, low), (left, low))
    for number, (x, y) in zip(TRAY_IDS, places, strict=True):
        sheets.modules(_cells(number), x, y, CORNER_MM)
    sheets.frame((left, low, wide, high), 0.3)
    words = "Dice that lie inside the frame count. Lay the sheet flat, in even light."
    sheets.centred(sheets.width_mm / 2, low + 3, words, 2.8, wide - 2 * CORNER_MM - 4)
    return Printed(sheets.finish(), 1, 1)


def tray_corner_sheet(paper: Paper, measured_mm: float = 100.0) -> Printed:
    """The four markers alone, to cut out and glue on the floor of a tray, into its corners."""
    sheets = Sheets(paper, "dice tray corners", measured_mm)
    outer = CORNER_MM + 2 * QUIET_MM
    boxes = [(outer, outer)] * len(TRAY_IDS)
    for page in arranged(boxes, sheets.room, "corner"):
        sheets.page()
        for place, x, y in page:
            _corner(sheets, place, (x, y, outer, outer))
    return Printed(sheets.finish(), sheets.pages, len(TRAY_IDS))


def _corner(sheets: Sheets, place: int, box: Rect) -> None:
    x, y, outer, _ = box
    sheets.frame(box, dashed=True)
    sheets.modules(_cells(TRAY_IDS[place]), x + QUIET_MM, y + QUIET_MM, CORNER_MM)
    sheets.centred(x + outer / 2, y + 0.9, f"{PLACES[place]} of the tray", 2.4, outer - 2)


def _cells(number: int) -> Modules:
    return marker_modules(FAMILIES[TRAY_FAMILY], number)
