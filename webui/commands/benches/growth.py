"""How a figure grows with the size of what is measured: rows, and the power between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 1e-6
"""Below this a figure is nought for the purpose of a power."""


@dataclass(frozen=True, slots=True)
class Row:
    """One size, and what was measured at it by name."""

    size: int
    figures: dict[str, float]


@dataclass(frozen=True, slots=True)
class Growth:
    """A table: *what* grows, its rows by rising size, and how fast each figure may grow.

    ``work``: the power of the size with which the work itself grows, by the name of the figure
    (1 where it is not named): offers of n units at n enemies are n².
    """

    what: str
    rows: tuple[Row, ...]
    work: dict[str, float]

    def powers(self) -> dict[str, float]:
        """By figure: the power of the size with which it grew, over the upper half of the
        sizes, where what is constant weighs least."""
        upper = self.rows[(len(self.rows) - 1) // 2 :]
        return {name: power(upper, name) for name in self.rows[0].figures}


def power(rows: Sequence[Row], name: str) -> float:
    """The p of figure ~ size**p between the first and the last of *rows*; 0 where it is nought."""
    first, last = rows[0], rows[-1]
    low, high = first.figures[name], last.figures[name]
    if first.size == last.size or low < LEAST or high < LEAST:
        return 0.0
    return math.log(high / low) / math.log(last.size / first.size)


def told(growth: Growth) -> str:
    """The table as text, its last line the powers beside those of the work."""
    names = list(growth.rows[0].figures)
    wide = max(12, *(len(name) + 2 for name in names))
    lines = [f"{growth.what:<14}" + "".join(f"{name:>{wide}}" for name in names)]
    for row in growth.rows:
        cells = (f"{row.figures[name]:>{wide}.2f}" for name in names)
        lines.append(f"{row.size:<14}" + "".join(cells))
    powers = growth.powers()
    grown = (f"{powers[name]:.1f} of {growth.work.get(name, 1.0):g}" for name in names)
    lines.append(f"{'grows as n^':<14}" + "".join(f"{cell:>{wide}}" for cell in grown))
    return "\n".join(lines)
