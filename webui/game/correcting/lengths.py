"""Which lengths a tape can give on a table: none below 0, none beyond its corners."""

from __future__ import annotations

import math

from rules.field.centimetres import CM_PER_IN
from vision.table.reading import LENGTHS, Point
from webui.game.position import NotNow

TO_AN_INCH = {"in": 1.0, "cm": CM_PER_IN}
"""Units of length, by how many are an inch."""


def refuse_beyond(what: str, value: float, unit: str, size_in: Point) -> None:
    """Refuse the distance *value* of *what* that no two points of a table of *size_in* have.

    Raises:
        NotNow: it is below 0 or beyond the diagonal; the text says what may be typed.
    """
    if what not in LENGTHS or unit not in TO_AN_INCH:
        return
    longest = math.hypot(*size_in) * TO_AN_INCH[unit]
    if not 0 <= value <= longest:
        most = f"{math.floor(longest * 10) / 10:g}"
        raise NotNow(
            f"{value:g} {unit} is no distance on this table: type what the tape says, "
            f"from 0 to {most} {unit}"
        )
