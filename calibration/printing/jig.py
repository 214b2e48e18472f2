"""Printable jig: a corner into which each base is pushed once, and markers that tell where it is.

A straight strip (a ruler, the rim of a card) is laid outside of either line. Where the lines meet
is found from the markers on three sides of it, whatever the printer made of their size.
"""

from __future__ import annotations

from calibration.markers import FAMILIES, JIG_FAMILY, JIG_IDS
from calibration.printing.paper import Paper, Sheets
from calibration.printing.sheets import Printed
from calibration.printing.symbols import marker_modules

MARKER_MM = 30.0
"""Side of a marker: 25 pixels in a 1080p picture of a six foot table."""

MIDDLES_MM = ((-27.0, 27.0), (95.0, 27.0), (-27.0, -95.0))
"""Where the middle of each marker lies, right of and above the corner as the sheet is read."""

RAIL_MM = 8.0
REACH_MM = 110.0
"""Width and length of a rail."""

_ASIDE_MM = 44.0
"""From the edge of the page to the corner: half a marker, its white, and its middle."""


def jig_sheet(paper: Paper, measured_mm: float = 100.0) -> Printed:
    """The corner with its rails and markers."""
    sheets = Sheets(paper, "jig", measured_mm)
    sheets.page()
    left, low, _, high = sheets.room
    x, y = left + _ASIDE_MM, low + high - _ASIDE_MM
    sheets.fill([(x - RAIL_MM, y, REACH_MM + RAIL_MM, RAIL_MM)], 0.8)
    sheets.fill([(x - RAIL_MM, y - REACH_MM, RAIL_MM, REACH_MM)], 0.8)
    sheets.line(x, y, x + REACH_MM, y, 0.2)
    sheets.line(x, y, x, y - REACH_MM, 0.2)
    for number, (east, north) in zip(JIG_IDS, MIDDLES_MM, strict=True):
        cells = marker_modules(FAMILIES[JIG_FAMILY], number)
        at = x + east - MARKER_MM / 2, y + north - MARKER_MM / 2
        sheets.modules(cells, *at, MARKER_MM)
    words = (
        "Lay the sheet flat on the table, near below the camera, and tape it down.",
        "Lay a straight strip on each grey rail, along its line.",
        "Push each base home: its front against this rail, its left side against the other.",
    )
    for row, line in enumerate(words):
        sheets.text(x + 4, y - REACH_MM - 8 - 5 * row, line, 3.0, REACH_MM + 20)
    sheets.arrow(x + 60, y - 70, 6.0)
    return Printed(sheets.finish(), 1, 1)
