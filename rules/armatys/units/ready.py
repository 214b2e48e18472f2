"""May a unit act at all?  Broken, rallying, pursuing and departed units may not (PAS-MOR-07)."""

from __future__ import annotations

from collections.abc import Iterator

from rules.armatys.state import Battle, Unit
from rules.kernel.play import Check
from rules.kernel.telling.words import many


def may_act(play: Battle, one: Unit) -> Iterator[Check]:
    """A unit that is there, steady, and busy with nothing else."""
    yield Check(f"{one.label} is out of the game", "PAS-MOR-06", not one.off)
    yield Check(f"{one.label} is broken and has to rally", "PAS-MOR-07",
                not (one.broken or one.retire))  # fmt: skip
    yield Check(f"{one.label} has to rally for {many(one.rally, 'more bound')}", "PAS-MOR-07",
                not one.rally, more=("PAS-PUR-08",))  # fmt: skip
    yield Check(f"{one.label} is pursuing {play.state.label(one.pursuing)}", "PAS-PUR-01",
                not one.pursuing)  # fmt: skip
