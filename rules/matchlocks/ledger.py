"""What a battle of Matchlocks keeps count of: units, leaders, sides, and the turn."""

from __future__ import annotations

from rules.kernel.telling.ledger import Account, Count, Ledger, Mark, Term, Weight
from rules.matchlocks.state import Leader, Side, State, Unit

UNITS = Account(
    kind="unit",
    of_type=Unit,
    entries=lambda state: state.units.values(),
    lines=(
        Term(
            "gone",
            lambda state, one: one.gone,
            ("gone",),
            says={
                "": "[is|are] back",
                "destroyed": "[is|are] destroyed",
                "broken": "[is|are] broken and gone in rout",
                "off table": "[leaves|leave] the table",
                "fled": "[flees|flee] the table",
                "merged": "[is|are] merged into its partner",
                "captured": "[is|are] captured",
            },
            weight=Weight.OUT,
            do="take it off the table",
        ),
        Count(
            "figures",
            lambda state, one: one.figures,
            ("shot", "pikes", "rear", "kills"),
            "[loses|lose] {n}: {after} of {start} left",
            "[has|have] {n} more: {after} of {start}",
            Weight.LOSSES,
            start=lambda state, one: max(one.start, one.figures),
            noun=("figure", "figures"),
            models=True,
        ),
        Mark(
            "daunted",
            lambda state, one: one.daunted,
            ("daunted", "daunted_turn"),
            "[is|are] Daunted",
            "[is|are] Daunted no longer",
        ),
        Count(
            "disarray",
            lambda state, one: one.disarray,
            ("disarray",),
            "[sheds|shed] {n} Disarray: {after} left",
            "[takes|take] {n} Disarray: {after} now",
            Weight.MORALE,
        ),
        Mark(
            "in_melee",
            lambda state, one: bool(one.melee),
            ("melee",),
            "[is|are] in melee",
            "[is|are] out of its melee",
            Weight.STANDING,
        ),
        Count(
            "ammunition",
            lambda state, one: one.ammo,
            ("ammo",),
            "[has|have] ammunition {after} left",
            "[has|have] ammunition {after} again",
            Weight.STANDING,
        ),
        Mark(
            "free_volley",
            lambda state, one: one.free_volley,
            ("free_volley",),
            "",
            "[has|have] fired its free volley",
            Weight.RECORD,
        ),
        Mark(
            "malfunction",
            lambda state, one: one.malfunction,
            ("malfunction",),
            "[is|are] out of order",
            "[is|are] in order again",
            Weight.STANDING,
        ),
        Mark(
            "limbered",
            lambda state, one: one.limbered,
            ("limbered",),
            "[is|are] limbered",
            "[is|are] unlimbered",
            Weight.STANDING,
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
            "hedgehog",
            lambda state, one: one.hedgehog,
            ("hedgehog",),
            "[forms|form] a Hedgehog",
            "[is|are] out of its Hedgehog",
            Weight.STANDING,
        ),
        Term(
            "formation",
            lambda state, one: one.formation,
            ("formation", "ranks"),
            says={"": ""},
            other="[forms|form] {after}",
            weight=Weight.STANDING,
        ),
        Term(
            "building",
            lambda state, one: one.building,
            ("building",),
            says={"": "[is|are] out of its building"},
            other="[holds|hold] {after}",
            weight=Weight.STANDING,
        ),
        Term(
            "wood",
            lambda state, one: one.wood,
            ("wood",),
            says={
                "": "[is|are] out of the wood",
                "inside": "[is|are] inside the wood",
                "edge": "[lines|line] the edge of the wood",
            },
        ),
        Mark(
            "revealed",
            lambda state, one: one.revealed,
            ("revealed",),
            "[gives|give] its hiding place away",
            "",
            Weight.RECORD,
        ),
        Mark(
            "ordered",
            lambda state, one: bool(one.ordered),
            ("ordered",),
            "[has|have] an Order",
            "",
            Weight.RECORD,
        ),
        Mark(
            "support",
            lambda state, one: one.support,
            ("support",),
            "[is|are] a Support",
            "",
            Weight.RECORD,
        ),
        Mark(
            "merged_pikes",
            lambda state, one: one.last_man,
            ("last_man",),
            "[fights|fight] to the last man",
            "",
            Weight.MORALE,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "side",
            "kind",
            "quality",
            "name",
            "brigade",
            "start_shot",
            "start_pikes",
            "points",
            "base_points",
            "parent",
            "joined",  # what it is
            "actions_left",
            "acts",
            "reacted",
            "shots_used",
            "first_shot_turn",
            "fired_shot",
            "fired_ranks",
            "perks",
            "shot_turn",
            "shot_at_by",
            "shot_kills",
            "pivoted",
            "repair_tried",
            "turned",
            "won",
            "kills_since_won",
            "rout_card",
            "rout_seen",
            "half_tested",  # the record by which its turn is judged
            "covered",  # what people said about where it stands
            "captured_by",  # told by gone
        }
    ),
)
LEADERS = Account(
    kind="leader",
    of_type=Leader,
    entries=lambda state: state.leaders.values(),
    lines=(
        Mark(
            "lost",
            lambda state, one: one.lost,
            ("lost", "lost_turn"),
            "[is|are] lost",
            "[is|are] back",
            Weight.OUT,
        ),
        Mark(
            "stunned",
            lambda state, one: one.stunned,
            ("stunned",),
            "[is|are] stunned",
            "[is|are] himself again",
        ),
        Term(
            "attached",
            lambda state, one: one.attached,
            ("attached",),
            says={"": "[rides|ride] alone"},
            other="[is|are] with {after}",
            weight=Weight.STANDING,
            names=True,
        ),
        Count(
            "orders",
            lambda state, one: one.tokens,
            ("command", "tokens_used", "extra_tokens"),
            "[has|have] {after} Order Tokens left",
            "[has|have] {after} Order Tokens",
            Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "side",
            "general",
            "name",
            "brigade",
            "card_done",
            "options_used",
            "tried",  # the record of this turn
        }
    ),
)
SIDES = Account(
    kind="side",
    of_type=Side,
    entries=lambda state: state.sides.values(),
    key=lambda one: str(one.name),
    side=lambda state, one: str(one.name),
    lines=(
        Count(
            "army_morale",
            lambda state, one: one.tokens,
            ("tokens", "discarded"),
            "[gives|give] up {n} Army Morale",
            "[has|have] {n} Army Morale more",
            Weight.MORALE,
            start=lambda state, one: one.start_tokens,
        ),
        Count(
            "claims",
            lambda state, one: one.claims,
            ("claims",),
            "",
            "may have {n} Army Morale demanded of it",
            Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "name",
            "edge",
            "royalist",
            "start_tokens",
            "hand",
            "events",  # for the eyes of its own side
            "last_gun",
            "out_scouted",
            "deployed",  # how the turn goes on
            "captured_light",
            "lost_light",  # told by the gun
        }
    ),
    joins="",
)
GAME = Account(
    kind="game",
    of_type=State,
    entries=lambda state: (state,),
    key=lambda state: "",
    side=lambda state, entry: "",
    lines=(
        Count(
            "turn", lambda state, one: one.turn, ("turn",), "", "turn {after} begins", Weight.RECORD
        ),
        Term(
            "phase",
            lambda state, one: one.phase,
            ("phase",),
            says={"over": "the battle is over"},
            other="the {after} phase begins",
            weight=Weight.RECORD,
        ),
        Count(
            "rain",
            lambda state, one: one.rain_until,
            ("rain_until",),
            "",
            "it rains until the end of turn {after}",
            Weight.MORALE,
        ),
        Mark("fog", lambda state, one: one.fog, ("fog",), "fog comes up", "the fog lifts"),
    ),
    silent=frozenset(
        {
            "units",
            "leaders",
            "sides",  # told by their own accounts
            "melees",  # seen from the units in them
            "decks",  # cards are told by their rulings
            "mover",
            "last_side",
            "obstacles",
            "house",
            "winner",
            "why_won",  # told by the victory
        }
    ),
)

LEDGER: Ledger = (UNITS, LEADERS, SIDES, GAME)
