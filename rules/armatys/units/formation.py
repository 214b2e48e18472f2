"""Formations, as recorded and as the camera sees them (PAS-FORM)."""

from __future__ import annotations

from rules.armatys.state import Battle, Unit
from rules.armatys.tables import REAL_RANKS
from rules.armatys.units.troops import stands
from vision.measure import count_figures
from vision.table.snapshot import Snapshot


def real_ranks(one: Unit) -> int:
    """PAS-FORM-01: the real ranks that a unit's figures show."""
    return one.ranks * REAL_RANKS


def ranks_seen(table: Snapshot, one: Unit) -> int | None:
    """Q-05: the ranks deep that a unit stands, where each of its bases is one figure.

    None where its bases carry several figures, are not all seen, or are not on the table.
    """
    if not stands(table, one.id):
        return None
    bases = [base for base in table.bases if base.unit_id == one.id]
    if len(bases) != one.figures or any(base.figures > 1 for base in bases):
        return None
    seen = count_figures(table, one.id)
    return None if seen.unseen else len(seen.ranks)


def formation_warning(play: Battle, unit_id: str) -> Battle:
    """PAS-FORM-06: in action a unit keeps its formation; a warning, never a penalty."""
    one = play.unit(unit_id)
    seen = ranks_seen(play.table, one)
    if seen is None or seen == one.ranks:
        return play
    says = (
        f"Warning: {one.does('stands')} {seen} deep, "
        f"{one.it} {one.form('was')} formed {one.ranks} deep."
    )
    return play.step(says, "PAS-FORM-06")
