"""What a game of Pike & Shot keeps count of: units, generals, and the bound."""

from __future__ import annotations

from rules.armatys.state import General, State, Unit
from rules.armatys.switches import BOXES
from rules.kernel.telling.ledger import (
    Account,
    Count,
    Ledger,
    Mark,
    Term,
    Weight,
    held,
    mark,
    whole_game,
)


def _counters(state: State, one: Unit) -> int:
    """Boxes kept by the umpire are nobody's news (PAS-CLASS-05)."""
    return one.counters if BOXES.players.of(state.house) else 0


def _gone(state: State, one: Unit) -> str:
    return (one.lost or "gone") if one.off else ""


WHAT_IT_IS = "id side kind name bases ability pistols bows lances grenadiers parent"
OF_THIS_BOUND = (
    "crossed moved moved_in moved_spread_in spent fired fought rested no_advance spoken_to "
    "terrain_paid lost_figures got_counters fallen rounds"
)
DRILL = "bayonet fixed"
"""The drill of a bayonet is told by its ruling."""

# fmt: off
UNITS = Account("unit", Unit, lambda state: state.units, (
    Term("gone", _gone, ("off", "lost"),
         {"": "[is|are] back", "gone": "[leaves|leave] the table",
          "left the table": "[leaves|leave] the table", "destroyed": "[is|are] destroyed",
          "pursued off the table": "[pursues|pursue] off the table"},
         "[leaves|leave] the table: {after}", Weight.OUT, do="take it off the table"),
    Count("figures", held("figures"), ("arms",), "[loses|lose] {n}: {after} of {start} left",
          "[has|have] {n} more: {after} of {start}",
          start=lambda state, one: sum(arm.start for arm in one.arms),
          noun=("figure", "figures"), models=True),
    mark("broken", "[breaks|break]", "[is|are] broken no longer", also="broke"),
    Count("counters", _counters, ("counters",), "[sheds|shed] {amount}: {after} left",
          "[takes|take] {amount}: {after} now", Weight.MORALE, noun=("counter", "counters")),
    mark("retire", "must retire", "need not retire any longer"),
    Count("rally", held("rally"), ("rally",), "[has|have] {left} to rally yet",
          "[needs|need] {left} to rally", Weight.MORALE, noun=("bound", "bounds")),
    Term("pursuing", held("pursuing"), ("pursuing", "pursued", "pursuit_done"),
         {"": "[ends|end] its pursuit"}, "[pursues|pursue] {after}", Weight.MORALE, names=True),
    mark("mounted", "[mounts|mount]", "[dismounts|dismount]", Weight.STANDING),
    mark("loaded", "[has|have] loaded its pistols again", "[has|have] emptied its pistols",
         Weight.STANDING, "reloaded"),
    mark("column", "[is|are] in column", "[is|are] out of column", Weight.STANDING),
    Count("ranks", held("ranks"), ("ranks",), "[stands|stand] {after} deep",
          "[stands|stand] {after} deep", Weight.STANDING),
    Term("defending", held("defending"), ("defending",), {"": "[defends|defend] nothing now"},
         "[defends|defend] a {after}"),
    Mark("limbered", lambda state, one: one.gun is not None and one.gun.limbered, ("gun",),
         "[is|are] limbered", "[is|are] unlimbering", Weight.STANDING),
    Term("charging", held("charging"), ("charging", "countercharge"), {"": ""},
         "[charges|charge] {after}", names=True),
    Term("morale", held("morale"), ("morale",), {"": ""}, "[is|are] of {after} morale",
         Weight.RECORD),
), frozenset(f"{WHAT_IT_IS} {OF_THIS_BOUND} {DRILL}".split()))
GENERALS = Account("leader", General, lambda state: state.generals, (
    Mark("gone", held("gone"), ("gone", "fell"), "[is|are] lost", "[is|are] back", Weight.OUT,
         do="take him off the table"),
    Count("back", held("back"), ("back",), "", "[is|are] hurt until bound {after}",
          Weight.MORALE),
    mark("on_foot", "[loses|lose] his horse", "[has|have] a horse again"),
    Term("with", held("with_unit"), ("with_unit",), {"": "[rides|ride] alone"},
         "[is|are] with {after}", names=True),
), frozenset("id side name base risked spoke moved_in moved_spread_in".split()))
# fmt: on

GAME = whole_game(
    State,
    Count("bound", held("bound"), ("bound",), "", "bound {after} begins", Weight.RECORD),
    Count("phase", held("phase"), ("phase", "done"), "", "phase {after} begins", Weight.RECORD),
    # Units and generals have their own accounts, charges and touches are how the bound goes on,
    # dice and ground are agreed before, the victory tells of the end.
    silent="sides house units generals charges touches start class_dice agreed over winner ended",
)

LEDGER: Ledger = (UNITS, GENERALS, GAME)
