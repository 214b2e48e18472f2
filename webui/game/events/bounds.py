"""What a text, a number, a length or a time in a step may be at most."""

from __future__ import annotations

import math
from typing import Annotated, Any

from msgspec import Meta

Text = Annotated[str, Meta(max_length=20_000)]
Number = Annotated[float, Meta(ge=-1e9, le=1e9)]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Inches = Annotated[float, Meta(ge=-10_000, le=10_000)]
Time = Annotated[float, Meta(ge=0, le=32_503_680_000)]
"""Seconds since the epoch, to the year 3000: more no calendar takes on every system."""
Corner = tuple[Inches, Inches]

MAX_DEPTH = 40


def boundless(plain: Any, depth: int = MAX_DEPTH) -> str:
    """What no page could show, "" when there is nothing of the kind."""
    if isinstance(plain, dict | list):
        if depth == 0:
            return "is nested too deeply"
        inside = plain.values() if isinstance(plain, dict) else plain
        return next((why for why in (boundless(each, depth - 1) for each in inside) if why), "")
    if isinstance(plain, int) and abs(plain) > 2**53:
        return "holds a number out of all bounds"
    if isinstance(plain, float) and not (math.isfinite(plain) and abs(plain) < 1e12):
        return "holds a number out of all bounds"
    return ""
