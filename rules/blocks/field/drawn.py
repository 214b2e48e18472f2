"""Squares as shapes on the table, for the page to draw."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from rules.blocks.field.grid import centre_in
from rules.blocks.state import Square, text
from rules.kernel.prompts import Reach
from vision.table.snapshot import Snapshot


def shown(
    table: Snapshot,
    block_id: str,
    squares: Iterable[Square],
    word: str,
    rule: str,
    kind: Literal["may", "costs"] = "may",
) -> list[Reach]:
    """Those squares of this table, each as a shape of its own."""
    wide, deep = table.size_in[0] / 12, table.size_in[1] / 9
    found = []
    for square in squares:
        x, y = centre_in(table, square)
        corners = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        outline = tuple(
            (round(x + dx * wide / 2, 2), round(y + dy * deep / 2, 2)) for dx, dy in corners
        )
        found.append(Reach(block_id, f"{word} {text(square)}", outline, kind=kind, rule=rule))
    return found
