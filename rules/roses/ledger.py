"""What a battle of the Roses keeps count of: units, commanders, and the turn."""

from __future__ import annotations

from rules.kernel.telling.ledger import (
    Account,
    Count,
    Ledger,
    Mark,
    Term,
    Weight,
    held,
    mark,
    turns,
    whole_game,
)
from rules.kernel.telling.names import titled
from rules.roses.state import Battle, State, Unit

WHAT_IT_IS = "id kind side name battle contingent cover"
OF_THIS_TURN = (
    "driven shot_by orders orderer initiative charged blunders shot_turn shot "
    "stood misses_turn moved"
)

# fmt: off
UNITS = Account("unit", Unit, lambda state: state.units, (
    Mark("gone", lambda state, one: not one.alive, (), "[is|are] gone", "[is|are] back", Weight.OUT,
         do="take it off the table"),
    Count("stands", lambda state, one: len(one.stands), ("stands", "lost"),
          "[loses|lose] {n}: {after} of {start} stands left",
          "[has|have] {n} stands more: {after} now", Weight.LOSSES,
          start=lambda state, one: len(one.stands) + len(one.lost), noun=("stand", "stands"),
          models=True),
    Count("hits", held("hits"), ("hits",), "",
          "[takes|take] {amount}: {after} on the stand in front", Weight.LOSSES,
          noun=("hit", "hits")),
    mark("defected", "[goes|go] over to the enemy"),
    mark("confused", "[is|are] confused", "[is|are] confused no longer"),
    mark("in_combat", "[is|are] in combat", "[is|are] out of combat", Weight.STANDING,
         "touched apart behind"),
    Mark("pursuing", lambda state, one: one.pursued_cm >= 0, ("pursued_cm",), "[pursues|pursue]",
         "[ends|end] its pursuit"),
    mark("mounted", "[mounts|mount]", "[dismounts|dismount]", Weight.STANDING),
    mark("failed", "[fails|fail] an order and commands no more this turn", "", Weight.STANDING),
    Count("shower", held("spent"), ("spent", "shower_uses"), "",
          "[has|have] spent its shower of arrows: {after} of its stands", Weight.STANDING),
    Term("grade", held("grade"), ("grade",), {"": ""}, "[turns|turn] out {after}", Weight.STANDING),
), frozenset(f"{WHAT_IT_IS} {OF_THIS_TURN}".split()))
# fmt: on

BATTLES = Account(
    "battle", Battle, lambda state: state.battles,
    (Term("objective", held("objective"), ("objective",), {}, "is to {after}", Weight.STANDING),),
    frozenset({"side", "name", "leader"}),
    key=lambda battle: f"{titled(battle.side)}’s {battle.name}",
)  # fmt: skip

GAME = whole_game(
    State,
    turns("side"),
    Term("phase", held("phase"), ("phase",), {"over": "the battle is over"},
         "the {after} phase begins", Weight.RECORD),
    # Units and battles have their own accounts, the victory tells of who conceded.
    silent="house sides units battles ordering ordered_units done_commanders orders_started "
    "characters_moving general_failed fought conceded",
)  # fmt: skip

LEDGER: Ledger = (UNITS, BATTLES, GAME)
