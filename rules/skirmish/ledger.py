"""What a skirmish keeps count of: its groups, its men by name, and the turn."""

from __future__ import annotations

from rules.kernel.telling.ledger import Account, Count, Ledger, Mark, Term, Weight
from rules.skirmish.reactions.action_tables import MEANING
from rules.skirmish.state import Figure, Group, State

RESULTS = {
    code: f"[is|are] to {'make for ' + means.removeprefix('to ') if means[:3] == 'to ' else means}"
    for code, means in MEANING.items()
}


def _men(state: State, one: Group) -> int:
    return len(state.members(one.id))


GROUPS = Account(
    kind="unit",
    of_type=Group,
    entries=lambda state: state.groups,
    lines=(
        Mark(
            "gone",
            lambda state, one: _men(state, one) == 0,
            (),
            "[has|have] nobody left",
            "[is|are] back",
            Weight.OUT,
        ),
        Count(
            "men",
            _men,
            ("start",),
            "[loses|lose] {n}: {after} of {start} left",
            "[has|have] {n} more: {after} of {start}",
            Weight.LOSSES,
            start=lambda state, one: max(one.start, _men(state, one)),
        ),
        Term(
            "rolled",
            lambda state, one: one.rolled,
            ("rolled", "last"),
            says={"": "", "FREE": "", **RESULTS},
            weight=Weight.STANDING,
        ),
        Mark(
            "retreating",
            lambda state, one: one.retreating,
            (),
            "[falls|fall] back",
            "[is|are] no longer falling back",
        ),
        Mark(
            "pushed",
            lambda state, one: one.pushed,
            ("pushed",),
            "[is|are] put back",
            "",
            Weight.MORALE,
        ),
        Mark(
            "commanded",
            lambda state, one: one.commanded,
            ("commanded", "commanded_before"),
            "[is|are] commanded",
            "",
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
        Count(
            "loads",
            lambda state, one: one.loads,
            ("loads",),
            "",
            "[has|have] loaded {after}",
            Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "side",
            "name",
            "doctrine",
            "fortified",
            "heavy_gun",
            "rolls_alone",
            "remount",
            "has_commanded",
            "motion",
            "threat",
            "shot_at",
            "risk",
            "risk_lines",
            "acted",
            "shot",
            "charged",
            "charge_cm",
            "rounds",
            "fought",
            "pivoted",  # the record of this turn
        }
    ),
)
MEN = Account(
    kind="figure",
    of_type=Figure,
    entries=lambda state: state.figures,
    side=lambda state, one: str(state.side_of(one)),
    lines=(
        Mark(
            "dead",
            lambda state, one: one.dead,
            ("dead",),
            "[is|are] out of the fight",
            "[is|are] back in the fight",
            Weight.LOSSES,
            do="take him off the table",
        ),
        Count(
            "wounds",
            lambda state, one: one.wounds,
            ("wounds",),
            "",
            "[is|are] wounded",
            Weight.LOSSES,
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
            ("loaded",),
            "[has|have] loaded",
            "",
            Weight.RECORD,
        ),
        Term(
            "group",
            lambda state, one: one.group,
            ("group",),
            other="[joins|join] {after}",
            weight=Weight.STANDING,
        ),
    ),
    silent=frozenset(
        {
            "id",
            "role",
            "grade",
            "player",
            "company",
            "loyal",
            "weapons",
            "armour",
            "firelock",
            "volley",
            "mount",
            "heavy",
            "pistol_shot",
            "is_gun",  # what he is
            "moved_cm",
            "moved_pm_cm",
            "gait",
            "fired",  # the record of this turn
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
            "turn", lambda state, one: one.turn, ("turn",), "", "turn {after} begins", Weight.RECORD
        ),
        Term(
            "step",
            lambda state, one: one.step,
            ("step", "side"),
            says={"over": "the skirmish is over"},
            other="the {after} step begins",
            weight=Weight.RECORD,
        ),
    ),
    silent=frozenset(
        {
            "house",
            "sides",
            "figures",
            "groups",  # told by their own accounts
            "spotted",
            "markers",  # who has seen whom is the spotter's own business
            "solo",
            "goals",  # agreed before the battle
            "won",
            "conceded",  # told by the victory
        }
    ),
)

LEDGER: Ledger = (GROUPS, MEN, GAME)
