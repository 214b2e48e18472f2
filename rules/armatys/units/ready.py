"""May a unit act at all?  Broken, rallying, pursuing and departed units may not (PAS-MOR-07)."""

from __future__ import annotations

from rules.armatys.state import Battle, Unit
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.telling.words import many


def may_act(play: Battle, one: Unit) -> Conditions:
    """A unit that is there, steady, and busy with nothing else."""
    yield not one.off or lacks(f"{one.does('is')} out of the game", "PAS-MOR-06")
    yield not (one.broken or one.retire) or fails(
        f"{one.does('is')} broken and {one.form('has')} to rally", "PAS-MOR-07")  # fmt: skip
    yield not one.rally or fails(
        f"{one.does('has')} to rally for {many(one.rally, 'more bound')}",
        "PAS-MOR-07", "PAS-PUR-08")  # fmt: skip
    yield not one.pursuing or fails(
        f"{one.does('is')} pursuing {play.state.label(one.pursuing)}", "PAS-PUR-01")  # fmt: skip
