"""What is printed for a payload: its symbol, the size of it, a name and the base it is for."""

from __future__ import annotations

from typing import cast

from calibration.printing.sheets import Label, inches_to_mm
from calibration.printing.symbols import Kind, Symbol
from calibration.table_file import BaseInPlay

DEFAULT_TAG_MM = 32.0
"""Black symbol of a tag whose size nobody has said."""

MOST_COPIES = 50
"""Of markers and of plates, in one print."""


def label_of(
    payload: str,
    name: str,
    base: BaseInPlay | None,
    tag_mm: float | None = None,
    kind: Kind = "qr",
) -> Label:
    """The label of a payload; for a base in play its own symbol and size, and its outline.

    *tag_mm*: the black symbol, which overrules both. *kind* is that of a payload that is no base.
    """
    if base is None:
        return Label(Symbol(payload, kind), DEFAULT_TAG_MM if tag_mm is None else tag_mm, name)
    size_mm = inches_to_mm(base.tag_size_in) if tag_mm is None else tag_mm
    symbol = Symbol(payload, cast("Kind", base.symbol), base.ecl, base.mask)
    footprint = (inches_to_mm(base.frontage_in), inches_to_mm(base.depth_in))
    return Label(symbol, size_mm, name or base.unit, footprint)
