"""Standings by the event's own points.

Law: pure.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, Struct

from webui.hall.archive import Battle

Points = Annotated[float, Meta(ge=-10_000, le=10_000)]


class Scheme(Struct, frozen=True, forbid_unknown_fields=True):
    """The points of a battle."""

    win: Points = 3.0
    draw: Points = 1.0
    loss: Points = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """One entrant's standing."""

    place: int
    entrant: str
    points: float
    won: int
    drawn: int
    lost: int


Results = Mapping[tuple[str, str, str, int], tuple[str, float | None]]


def standings(
    battles: Sequence[Battle], results: Results, scheme: Scheme, name: Callable[[str], str]
) -> list[Row]:
    """Every entrant of a battle that is over, the most points first, then the most wins; equal
    ones share a place. *name*: of a table. An entrant nobody has named is a side at a table."""
    sums: dict[str, list[float]] = {}
    for battle in battles:
        for side in (0, 1) if battle.is_over else ():
            who, given = entrant(battle, side, results, name)
            row = sums.setdefault(who, [0.0, 0, 0, 0])
            how = outcome(battle, side)
            row[0] += (scheme.win, scheme.draw, scheme.loss)[how] if given is None else given
            row[1 + how] += 1
    best_first = sorted(sums.items(), key=lambda one: (-one[1][0], -one[1][1], one[0]))
    ranks = [(row[0], row[1]) for _, row in best_first]
    return [
        Row(ranks.index((row[0], row[1])) + 1, who, row[0], int(row[1]), int(row[2]), int(row[3]))
        for who, row in best_first
    ]


def entrant(
    battle: Battle, side: int, results: Results, name: Callable[[str], str]
) -> tuple[str, float | None]:
    """Who played a side, and the points given by hand."""
    said, points = results.get((battle.place, battle.stream, battle.game, side), ("", None))
    title = battle.side_1 if side else battle.side_0
    return said or f"{title[:1].upper()}{title[1:]} ({name(battle.place)})", points


def outcome(battle: Battle, side: int) -> int:
    """0 won, 1 drawn, 2 lost."""
    if not battle.winner:
        return 1
    return 0 if battle.winner == (battle.side_1 if side else battle.side_0) else 2


def as_csv(rows: Sequence[Row]) -> str:
    """For a spreadsheet; a name that a spreadsheet would compute is kept a text."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(("place", "entrant", "points", "won", "drawn", "lost"))
    for row in rows:
        safe = f"'{row.entrant}" if row.entrant[:1] in "=+-@\t\r" else row.entrant
        writer.writerow((row.place, safe, f"{row.points:g}", row.won, row.drawn, row.lost))
    return out.getvalue()
