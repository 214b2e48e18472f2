"""What a game of Pike & Shot keeps count of: units, generals, and the bound."""

from __future__ import annotations

from rules.armatys.state import General, State, Unit
from rules.armatys.switches import house
from rules.kernel.ledger import Account, Count, Ledger, Mark, Term, Weight


def _counters(state: State, one: Unit) -> int:
    """Boxes kept by the umpire are nobody's news (PAS-CLASS-05)."""
    return one.counters if house(state, "PAS_BOXES") == "players" else 0


def _gone(state: State, one: Unit) -> str:
    return (one.lost or "gone") if one.off else ""


UNITS = Account(
    kind="unit",
    of_type=Unit,
    entries=lambda state: state.units,
    lines=(
        Term("gone", _gone, ("off", "lost"), says={"": "is back", "gone": "leaves the table"},
             other="leaves the table: {after}", weight=Weight.OUT, do="take it off the table"),
        Count("figures", lambda state, one: one.figures, ("arms",),
              "loses {n}: {after} of {start} left", "has {n} more: {after} of {start}",
              Weight.LOSSES, start=lambda state, one: sum(arm.start for arm in one.arms),
              take_off=("figure", "figures")),
        Mark("broken", lambda state, one: one.broken, ("broken", "broke"), "breaks",
             "is broken no longer"),
        Count("counters", _counters, ("counters",), "sheds {n}: {after} counters",
              "takes {n}: {after} counters", Weight.MORALE),
        Mark("retire", lambda state, one: one.retire, ("retire",), "must retire",
             "need not retire any longer"),
        Count("rally", lambda state, one: one.rally, ("rally",), "has {after} bounds to rally left",
              "needs {after} bounds to rally", Weight.MORALE),
        Term("pursuing", lambda state, one: one.pursuing, ("pursuing", "pursued", "pursuit_done"),
             says={"": "ends its pursuit"}, other="pursues {after}", weight=Weight.MORALE),
        Mark("mounted", lambda state, one: one.mounted, ("mounted",), "mounts", "dismounts",
             Weight.STANDING),
        Mark("loaded", lambda state, one: one.loaded, ("loaded", "reloaded"),
             "has loaded its pistols again", "has emptied its pistols", Weight.STANDING),
        Mark("column", lambda state, one: one.column, ("column",), "is in column",
             "is out of column", Weight.STANDING),
        Count("ranks", lambda state, one: one.ranks, ("ranks",), "stands {after} deep",
              "stands {after} deep", Weight.STANDING),
        Term("defending", lambda state, one: one.defending, ("defending",),
             says={"": "defends nothing now"}, other="defends a {after}", weight=Weight.STANDING),
        Mark("limbered", lambda state, one: one.gun is not None and one.gun.limbered, ("gun",),
             "is limbered", "is unlimbering", Weight.STANDING),
        Term("charging", lambda state, one: one.charging, ("charging", "countercharge"),
             says={"": ""}, other="charges {after}", weight=Weight.STANDING),
        Term("morale", lambda state, one: one.morale, ("morale",), says={"": ""},
             other="is of {after} morale", weight=Weight.RECORD),
    ),
    silent=frozenset({
        "id", "side", "kind", "name", "bases", "ability", "pistols", "bows", "lances",
        "grenadiers", "parent",  # what it is
        "bayonet", "fixed",  # the drill of a bayonet is told by its ruling
        "crossed", "moved", "moved_in", "moved_spread_in", "spent", "fired", "fought", "rested",
        "no_advance", "spoken_to", "terrain_paid", "rounds",  # the record of this bound
    }),
)  # fmt: skip
GENERALS = Account(
    kind="leader",
    of_type=General,
    entries=lambda state: state.generals,
    lines=(
        Mark("gone", lambda state, one: one.gone, ("gone",), "is lost", "is back", Weight.OUT,
             do="take him off the table"),
        Count("back", lambda state, one: one.back, ("back",), "", "is hurt until bound {after}",
              Weight.MORALE),
        Mark("on_foot", lambda state, one: one.on_foot, ("on_foot",), "loses his horse",
             "has a horse again"),
        Term("with", lambda state, one: one.with_unit, ("with_unit",), says={"": "rides alone"},
             other="is with {after}", weight=Weight.STANDING),
    ),
    silent=frozenset({
        "id", "side", "name", "base",
        "risked", "spoke", "moved_in", "moved_spread_in",  # the record of this bound
    }),
)  # fmt: skip
GAME = Account(
    kind="game",
    of_type=State,
    entries=lambda state: (state,),
    key=lambda state: "",
    side=lambda state, entry: "",
    lines=(
        Count("bound", lambda state, one: one.bound, ("bound",), "", "bound {after} begins",
              Weight.RECORD),
        Count("phase", lambda state, one: one.phase, ("phase", "done"), "", "phase {after} begins",
              Weight.RECORD),
    ),
    silent=frozenset({
        "sides", "house", "units", "generals",  # told by their own accounts
        "charges", "touches", "start",  # how the bound goes on
        "class_dice", "agreed",  # agreed before the battle
        "over", "winner", "ended",  # told by the victory
    }),
)  # fmt: skip

LEDGER: Ledger = (UNITS, GENERALS, GAME)
