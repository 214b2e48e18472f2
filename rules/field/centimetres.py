"""Centimetres for the books that measure in them: the one conversion, at the edge of a set.

Poses and readings of ``vision.measure`` are in inches; 1 in is 2.54 cm exactly.
"""

from __future__ import annotations

from dataclasses import replace

from vision.table.reading import Reading

CM_PER_IN = 2.54


def to_in(cm: float) -> float:
    """Centimetres as inches."""
    return cm / CM_PER_IN


def to_cm(inches: float) -> float:
    """Inches as centimetres."""
    return inches * CM_PER_IN


def in_cm(reading: Reading) -> Reading:
    """The reading in centimetres, to a thousandth; its evidence stays in table inches.

    Degrees and squares pass unchanged.
    """
    if reading.unit != "in":
        return reading
    return replace(
        reading,
        value=round(to_cm(reading.value), 3),
        plus_minus=to_cm(reading.plus_minus),
        unit="cm",
    )
