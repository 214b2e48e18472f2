"""What a game of Pike & Shot keeps count of: units, generals, and the bound."""

from __future__ import annotations

from rules.armatys.state import General, State, Unit
from rules.armatys.switches import BOXES
from rules.kernel.telling.ledger import Account, Count, Ledger, Mark, Term, Weight


def _counters(state: State, one: Unit) -> int:
    """Boxes kept by the umpire are nobody's news (PAS-CLASS-05)."""
    return one.counters if BOXES.players.of(state.house) else 0


def _gone(state: State, one: Unit) -> str:
    return (one.lost or "gone") if one.off else ""


UNITS = Account(
    kind="unit",
    of_type=Unit,
    entries=lambda state: state.units,
    lines=(
        Term(
            "gone",
            _gone,
            ("off", "lost"),
            says={"": "[is|are] back", "gone": "[leaves|leave] the table"},
            other="[leaves|leave] the table: {after}",
            weight=Weight.OUT,
            do="take it off the table",
        ),
        Count(
            "figures",
            lambda state, one: one.figures,
            ("arms",),
            "[loses|lose] {n}: {after} of {start} left",
            "[has|have] {n} more: {after} of {start}",
            Weight.LOSSES,
            start=lambda state, one: sum(arm.start for arm in one.arms),
            noun=("figure", "figures"),
            models=True,
        ),
        Mark(
            "broken",
            lambda state, one: one.broken,
            ("broken", "broke"),
            "[breaks|break]",
            "[is|are] broken no longer",
        ),
        Count(
            "counters",
            _counters,
            ("counters",),
            "[sheds|shed] {amount}: {after} left",
            "[takes|take] {amount}: {after} now",
            Weight.MORALE,
            noun=("counter", "counters"),
        ),
        Mark(
            "retire",
            lambda state, one: one.retire,
            ("retire",),
            "must retire",
            "need not retire any longer",
        ),
        Count(
            "rally",
            lambda state, one: one.rally,
            ("rally",),
            "[has|have] {left} to rally yet",
            "[needs|need] {left} to rally",
            Weight.MORALE,
            noun=("bound", "bounds"),
        ),
        Term(
            "pursuing",
            lambda state, one: one.pursuing,
            ("pursuing", "pursued", "pursuit_done"),
            says={"": "[ends|end] its pursuit"},
            other="[pursues|pursue] {after}",
            weight=Weight.MORALE,
            names=True,
        ),
        Mark(
            "mounted",
            lambda state, one: one.mounted,
            ("mounted",),
            "[mounts|mount]",
            "[dismounts|dismount]",
            Weight.STANDING,
        ),
        Mark(
            "loaded",
            lambda state, one: one.loaded,
            ("loaded", "reloaded"),
            "[has|have] loaded its pistols again",
            "[has|have] emptied its pistols",
            Weight.STANDING,
        ),
        Mark(
            "column",
            lambda state, one: one.column,
            ("column",),
            "[is|are] in column",
            "[is|are] out of column",
            Weight.STANDING,
        ),
        Count(
            "ranks",
            lambda state, one: one.ranks,
            ("ranks",),
            "[stands|stand] {after} deep",
            "[stands|stand] {after} deep",
            Weight.STANDING,
        ),
        Term(
            "defending",
            lambda state, one: one.defending,
            ("defending",),
            says={"": "[defends|defend] nothing now"},
            other="[defends|defend] a {after}",
            weight=Weight.STANDING,
        ),
        Mark(
            "limbered",
            lambda state, one: one.gun is not None and one.gun.limbered,
            ("gun",),
            "[is|are] limbered",
            "[is|are] unlimbering",
            Weight.STANDING,
        ),
        Term(
            "charging",
            lambda state, one: one.charging,
            ("charging", "countercharge"),
            says={"": ""},
            other="[charges|charge] {after}",
            weight=Weight.STANDING,
            names=True,
        ),
        Term(
            "morale",
            lambda state, one: one.morale,
            ("morale",),
            says={"": ""},
            other="[is|are] of {after} morale",
            weight=Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "side",
            "kind",
            "name",
            "bases",
            "ability",
            "pistols",
            "bows",
            "lances",
            "grenadiers",
            "parent",  # what it is
            "bayonet",
            "fixed",  # the drill of a bayonet is told by its ruling
            "crossed",
            "moved",
            "moved_in",
            "moved_spread_in",
            "spent",
            "fired",
            "fought",
            "rested",
            "no_advance",
            "spoken_to",
            "terrain_paid",
            "lost_figures",
            "got_counters",
            "fallen",
            "rounds",  # the record of this bound
        }
    ),
)
GENERALS = Account(
    kind="leader",
    of_type=General,
    entries=lambda state: state.generals,
    lines=(
        Mark(
            "gone",
            lambda state, one: one.gone,
            ("gone", "fell"),
            "[is|are] lost",
            "[is|are] back",
            Weight.OUT,
            do="take him off the table",
        ),
        Count(
            "back",
            lambda state, one: one.back,
            ("back",),
            "",
            "[is|are] hurt until bound {after}",
            Weight.MORALE,
        ),
        Mark(
            "on_foot",
            lambda state, one: one.on_foot,
            ("on_foot",),
            "[loses|lose] his horse",
            "[has|have] a horse again",
        ),
        Term(
            "with",
            lambda state, one: one.with_unit,
            ("with_unit",),
            says={"": "[rides|ride] alone"},
            other="[is|are] with {after}",
            weight=Weight.STANDING,
            names=True,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "side",
            "name",
            "base",
            "risked",
            "spoke",
            "moved_in",
            "moved_spread_in",  # the record of this bound
        }
    ),
)
GAME = Account(
    kind="game",
    of_type=State,
    entries=lambda state: (state,),
    key=lambda state: "",
    side=lambda state, entry: "",
    lines=(
        Count(
            "bound",
            lambda state, one: one.bound,
            ("bound",),
            "",
            "bound {after} begins",
            Weight.RECORD,
        ),
        Count(
            "phase",
            lambda state, one: one.phase,
            ("phase", "done"),
            "",
            "phase {after} begins",
            Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "sides",
            "house",
            "units",
            "generals",  # told by their own accounts
            "charges",
            "touches",
            "start",  # how the bound goes on
            "class_dice",
            "agreed",  # agreed before the battle
            "over",
            "winner",
            "ended",  # told by the victory
        }
    ),
)

LEDGER: Ledger = (UNITS, GENERALS, GAME)
