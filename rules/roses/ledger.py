"""What a battle of the Roses keeps count of: units, commanders, and the turn."""

from __future__ import annotations

from rules.kernel.telling.ledger import Account, Count, Ledger, Mark, Term, Weight
from rules.roses.state import State, Unit

UNITS = Account(
    kind="unit",
    of_type=Unit,
    entries=lambda state: state.units,
    lines=(
        Mark(
            "gone",
            lambda state, one: not one.alive,
            (),
            "[is|are] gone",
            "[is|are] back",
            Weight.OUT,
            do="take it off the table",
        ),
        Count(
            "stands",
            lambda state, one: len(one.stands),
            ("stands", "lost"),
            "[loses|lose] {n}: {after} of {start} stands left",
            "[has|have] {n} stands more: {after} now",
            Weight.LOSSES,
            start=lambda state, one: len(one.stands) + len(one.lost),
            noun=("stand", "stands"),
            models=True,
        ),
        Count(
            "hits",
            lambda state, one: one.hits,
            ("hits",),
            "",
            "[takes|take] {amount}: {after} on the stand in front",
            Weight.LOSSES,
            noun=("hit", "hits"),
        ),
        Mark(
            "defected",
            lambda state, one: one.defected,
            ("defected",),
            "[goes|go] over to the enemy",
        ),
        Mark(
            "confused",
            lambda state, one: one.confused,
            ("confused",),
            "[is|are] confused",
            "[is|are] confused no longer",
        ),
        Mark(
            "in_combat",
            lambda state, one: one.in_combat,
            ("in_combat", "touched", "apart", "behind"),
            "[is|are] in combat",
            "[is|are] out of combat",
            Weight.STANDING,
        ),
        Mark(
            "pursuing",
            lambda state, one: one.pursued_cm >= 0,
            ("pursued_cm",),
            "[pursues|pursue]",
            "[ends|end] its pursuit",
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
            "failed",
            lambda state, one: one.failed,
            ("failed",),
            "[fails|fail] an order and commands no more this turn",
            "",
            Weight.STANDING,
        ),
        Count(
            "shower",
            lambda state, one: one.spent,
            ("spent", "shower_uses"),
            "",
            "[has|have] spent its shower of arrows on {after} stands",
            Weight.STANDING,
        ),
        Term(
            "grade",
            lambda state, one: one.grade,
            ("grade",),
            says={"": ""},
            other="[turns|turn] out {after}",
            weight=Weight.STANDING,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "kind",
            "side",
            "name",
            "battle",
            "contingent",
            "cover",  # what it is
            "driven",
            "shot_by",
            "orders",
            "orderer",
            "initiative",
            "charged",
            "blunders",
            "shot_turn",
            "shot",
            "stood",
            "misses_turn",
            "moved",  # the record of this turn
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
            "turn",
            lambda state, one: one.turn,
            ("turn", "side"),
            "",
            "turn {after} begins",
            Weight.RECORD,
        ),
        Term(
            "phase",
            lambda state, one: one.phase,
            ("phase",),
            says={"over": "the battle is over"},
            other="the {after} phase begins",
            weight=Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "house",
            "sides",
            "units",  # told by their own account
            "battles",  # who leads what, and its objective, are set before the battle
            "ordering",
            "ordered_units",
            "done_commanders",
            "orders_started",
            "characters_moving",
            "general_failed",
            "fought",  # how the turn goes on
            "conceded",  # told by the victory
        }
    ),
)

LEDGER: Ledger = (UNITS, GAME)
