"""What a skirmish keeps count of: its groups, its men by name, and the turn."""

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
from rules.skirmish.reactions.action_tables import MEANING
from rules.skirmish.state import Figure, Group, State

RESULTS = {
    code: f"[is|are] to {'make for ' + means.removeprefix('to ') if means[:3] == 'to ' else means}"
    for code, means in MEANING.items()
}


def _men(state: State, one: Group) -> int:
    return len(state.members(one.id))


WHAT_IT_IS = "id side name doctrine fortified heavy_gun"
OF_THIS_TURN = (
    "rolls_alone remount has_commanded motion threat shot_at risk risk_lines acted shot charged "
    "charge_cm rounds fought pivoted"
)
WHAT_HE_IS = (
    "id role grade player company loyal weapons armour firelock volley mount "
    "heavy pistol_shot is_gun"
)

# fmt: off
GROUPS = Account("unit", Group, lambda state: state.groups, (
    Mark("gone", lambda state, one: _men(state, one) == 0, (), "[has|have] nobody left",
         "[is|are] back", Weight.OUT),
    Count("men", _men, ("start",), "[loses|lose] {n}: {after} of {start} left",
          "[has|have] {n} more: {after} of {start}", Weight.LOSSES,
          start=lambda state, one: max(one.start, _men(state, one))),
    Term("rolled", held("rolled"), ("rolled", "last"), {"": "", "FREE": "", **RESULTS}),
    # Who was put back by a melee falls back by that: it is told once.
    Mark("retreating", lambda state, one: one.retreating and not one.pushed, (),
         "[falls|fall] back", "[is|are] no longer falling back"),
    mark("pushed", "[is|are] put back"),
    mark("commanded", "[is|are] commanded", "", Weight.STANDING, "commanded_before"),
    mark("limbered", "[is|are] limbered", "[is|are] unlimbered", Weight.STANDING),
    Count("loads", held("loads"), ("loads",), "", "[has|have] loaded {after}", Weight.RECORD),
), frozenset(f"{WHAT_IT_IS} {OF_THIS_TURN}".split()))
MEN = Account("figure", Figure, lambda state: state.figures, (
    Mark("dead", held("dead"), ("dead",), "[is|are] out of the fight",
         "[is|are] back in the fight", Weight.LOSSES, do="take him off the table"),
    Count("wounds", held("wounds"), ("wounds",), "", "[is|are] wounded", Weight.LOSSES),
    mark("mounted", "[mounts|mount]", "[dismounts|dismount]", Weight.STANDING),
    mark("loaded", "[has|have] loaded", "", Weight.RECORD),
    Term("group", held("group"), ("group",), other="[joins|join] {after}"),
), frozenset(f"{WHAT_HE_IS} moved_cm moved_pm_cm gait fired".split()),
    side=lambda state, one: str(state.side_of(one)))
# fmt: on

GAME = whole_game(
    State,
    turns(),
    Term("step", held("step"), ("step", "side"), {"over": "the skirmish is over"},
         "the {after} step begins", Weight.RECORD),
    # Groups and figures have their own accounts; who has seen whom is the spotter's own business;
    # goals are agreed before the battle; the victory tells of its end.
    silent="house sides figures groups spotted markers solo goals won conceded",
)  # fmt: skip

LEDGER: Ledger = (GROUPS, MEN, GAME)
