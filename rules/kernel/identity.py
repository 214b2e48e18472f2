"""Which unit a base is, when the camera is not sure: people say it before anything is ruled."""

from __future__ import annotations

from rules.kernel.prompts import Steps, yes
from rules.kernel.protocol import Action, IllegalAction
from vision.measure.cache import once
from vision.table.snapshot import Base, Snapshot

DOUBT = 0.001
"""A name that is wrong more often than once in a thousand readings is asked about."""


@once
def _doubted(table: Snapshot) -> tuple[Base, ...]:
    return tuple(base for base in table.bases if base.wrong_identity > DOUBT)


def doubtful(table: Snapshot, unit: str) -> tuple[Base, ...]:
    """The bases read as *unit*, or as tag *unit*, whose name may be wrong by more than DOUBT."""
    return tuple(one for one in _doubted(table) if unit in (one.unit_id, one.payload))


def ask_who(action: Action, table: Snapshot) -> Steps[None]:
    """Ask about who acts and whom it is at, each unit once; nothing where the names are sure.

    Raises:
        IllegalAction: people say that a base is another one.
    """
    if not _doubted(table):
        return
    for unit in dict.fromkeys((action.by, action.at or "")):
        bases = doubtful(table, unit)
        if not bases:
            continue
        worst = max(base.wrong_identity for base in bases)
        what = f"is it {unit}? Its tag may be read wrongly, {worst:.1%}"
        if not (yield from yes(what, bases[0].side or action.by)):
            says = f"what was read as {unit} is another: lay its tag free and look again"
            raise IllegalAction(says)
