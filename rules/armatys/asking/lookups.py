"""What a case may ask of the book outside of any action: figures, bases, formations."""

from __future__ import annotations

from collections.abc import Callable

from rules.armatys.army import figure_base_mm, gun_base_warning
from rules.armatys.close_combat.casualties import counts, ratio
from rules.armatys.state import Battle, Unit
from rules.armatys.switches import FIGURES
from rules.armatys.units.formation import formation_warning, real_ranks
from rules.armatys.units.troops import figures_for
from rules.kernel.play import Play
from rules.kernel.protocol import Plain, Question


def _unit(asked: Question) -> Unit:
    return _play(asked).unit(str(asked.more.get("unit", "")))


def _play(asked: Question) -> Battle:
    return Play(asked.state, asked.table)


def _figures(asked: Question) -> Plain:
    """Figures for so many ``men`` (PAS-SCOPE-03)."""
    return figures_for(int(asked.more.get("men", 0)))


def _gun_base(asked: Question) -> Plain:
    """The warning about a gun's base of ``frontage_mm`` and ``depth_mm``, if any."""
    return gun_base_warning(
        float(asked.more.get("frontage_mm", 0)), float(asked.more.get("depth_mm", 0))
    )


def _figure_base(asked: Question) -> Plain:
    """The base of a figure of ``troops`` in mm, under PAS_FIGURES (PAS-SCOPE-05)."""
    troops = str(asked.more.get("troops", "infantry"))
    return figure_base_mm(troops, FIGURES.of(asked.state.house).said)


def _real_ranks(asked: Question) -> Plain:
    """The real ranks that the figures of ``unit`` show (PAS-FORM-01)."""
    return real_ranks(_unit(asked))


def _formation(asked: Question) -> Plain:
    """What is said of the ranks that ``unit`` stands in on the table (PAS-FORM-06)."""
    play = formation_warning(_play(asked), _unit(asked).id)
    return [ruling.says for ruling in play.rulings]


def _ratio(asked: Question) -> Plain:
    """Pikes and muskets of ``unit`` by which its losses are taken, and the table's line."""
    pikes, muskets = counts(_play(asked), _unit(asked))
    return {"pikes": pikes, "muskets": muskets, "line": ratio(pikes, muskets)}


LOOKUPS: dict[str, Callable[[Question], Plain]] = {
    "figures": _figures,
    "gun base": _gun_base,
    "figure base": _figure_base,
    "real ranks": _real_ranks,
    "formation": _formation,
    "ratio": _ratio,
}
"""By the name that a case asks with."""
