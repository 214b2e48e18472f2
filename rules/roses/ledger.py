"""What a battle of the Roses keeps count of: units, commanders, and the turn."""

from __future__ import annotations

from rules.kernel.ledger import Account, Count, Ledger, Mark, Term, Weight
from rules.roses.state import State, Unit

UNITS = Account(
    kind="unit",
    of_type=Unit,
    entries=lambda state: state.units,
    lines=(
        Mark("gone", lambda state, one: not one.alive, (), "is gone", "is back", Weight.OUT,
             do="take it off the table"),
        Count("stands", lambda state, one: len(one.stands), ("stands", "lost"),
              "loses {n}: {after} of {start} stands left", "has {n} stands more: {after} now",
              Weight.LOSSES, start=lambda state, one: len(one.stands) + len(one.lost),
              take_off=("stand", "stands")),
        Count("hits", lambda state, one: one.hits, ("hits",), "",
              "takes {n}: {after} hits on the stand in front", Weight.LOSSES),
        Mark("defected", lambda state, one: one.defected, ("defected",), "goes over to the enemy"),
        Mark("confused", lambda state, one: one.confused, ("confused",), "is confused",
             "is confused no longer"),
        Mark("in_combat", lambda state, one: one.in_combat, ("in_combat", "touched", "apart"),
             "is in combat", "is out of combat", Weight.STANDING),
        Mark("pursuing", lambda state, one: one.pursued_cm >= 0, ("pursued_cm",), "pursues",
             "ends its pursuit"),
        Mark("mounted", lambda state, one: one.mounted, ("mounted",), "mounts", "dismounts",
             Weight.STANDING),
        Mark("failed", lambda state, one: one.failed, ("failed",),
             "fails an order and commands no more this turn", "", Weight.STANDING),
        Count("shower", lambda state, one: one.spent, ("spent", "shower_uses"), "",
              "has spent its shower of arrows on {after} stands", Weight.STANDING),
        Term("grade", lambda state, one: one.grade, ("grade",), says={"": ""},
             other="turns out {after}", weight=Weight.STANDING),
    ),
    silent=frozenset({
        "id", "kind", "side", "name", "battle", "contingent", "cover",  # what it is
        "driven", "shot_by", "orders", "orderer", "initiative", "charged", "blunders",
        "shot_turn", "shot", "stood", "misses_turn", "moved",  # the record of this turn
    }),
)  # fmt: skip
GAME = Account(
    kind="game",
    of_type=State,
    entries=lambda state: (state,),
    key=lambda state: "",
    side=lambda state, entry: "",
    lines=(
        Count("turn", lambda state, one: one.turn, ("turn", "side"), "", "turn {after} begins",
              Weight.RECORD),
        Term("phase", lambda state, one: one.phase, ("phase",),
             says={"over": "the battle is over"}, other="the {after} phase begins",
             weight=Weight.RECORD),
    ),
    silent=frozenset({
        "house", "sides", "units",  # told by their own account
        "battles",  # who leads what, and its objective, are set before the battle
        "ordering", "ordered_units", "done_commanders", "orders_started", "characters_moving",
        "general_failed", "fought",  # how the turn goes on
        "conceded",  # told by the victory
    }),
)  # fmt: skip

LEDGER: Ledger = (UNITS, GAME)
