"""Counters and what they do: the class rolled with the first, the break, the general at risk
(PAS-MOR, PAS-CLASS-03, PAS-GEN-03)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.close_combat.casualties import lose_figure
from rules.armatys.state import State, Unit, unit, with_units
from rules.armatys.story import say, then
from rules.armatys.switches import house
from rules.armatys.tables import MORALE
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.telling.words import many


def class_for(state: State, die: int) -> str:
    """PAS-CLASS-03, PAS-CLASS-04: the morale class a die gives; a scenario may change it."""
    if str(die) in state.class_dice:
        return state.class_dice[str(die)]
    return next(name for name, morale in MORALE.items() if die in morale.dice)


def classed(story: Outcome, unit_id: str) -> Steps[Outcome]:
    """PAS-CLASS-02, PAS-CLASS-03: a unit without a class rolls for it, once."""
    one = unit(story.state, unit_id)
    if one.morale:
        return story
    (die,) = yield from roll(f"Morale class of {unit_id}", 1, one.side, rules=("PAS-CLASS-03",))
    found = class_for(story.state, die)
    story = then(
        story, with_units(story.state, replace(one, morale=found)), Effect("class", unit_id, found)
    )
    return say(story, f"{unit_id} is {found}.", "PAS-CLASS-03", faces=(die,))


def add(
    story: Outcome, unit_id: str, number: int, why: str, rule: str, *, counted: bool = True
) -> Steps[Outcome]:
    """A unit takes counters; it breaks at once under PAS_BREAK_WHEN = instant.

    *counted*: do they count among those that it took this bound (PAS-MEL-22)?
    """
    if number == 0:
        return story
    story = yield from classed(story, unit_id)
    one = unit(story.state, unit_id)
    got = max(0, number) if counted else 0
    new = replace(one, counters=max(0, one.counters + number), got_counters=one.got_counters + got)
    word = "counter" if abs(number) == 1 else "counters"
    says = f"{unit_id}: {number:+d} {word} ({why}), now {new.counters}."
    amount: int | None = number
    if not are_open(story.state, one):
        says, amount = f"{unit_id}: counters into or out of the umpire's box ({why}).", None
    story = then(story, with_units(story.state, new), Effect("counters", unit_id, amount, says))
    story = say(story, says, rule)
    if house(story.state, "PAS_BREAK_WHEN") == "instant" and number > 0:
        return (yield from check(story, unit_id))
    return story


def are_open(state: State, one: Unit) -> bool:
    """PAS-CLASS-05: boxes kept by the umpire are open only while the general is with the unit."""
    led = any(general.with_unit == one.id and not general.gone for general in state.generals)
    return house(state, "PAS_BOXES") == "players" or led


def counters_of(state: State, one: Unit) -> str:
    """How many counters a unit has, as those who play may read it."""
    return many(one.counters, "counter") if are_open(state, one) else "counters in the box"


def breaks_at(one: Unit) -> int:
    """PAS-MOR-01 to -04: the counters that break a unit of its class."""
    return MORALE[one.morale or "Average"].breaks


def check(story: Outcome, unit_id: str) -> Steps[Outcome]:
    """PAS-MOR-01 to -06: does the unit break?  Not twice in a bound."""
    one = unit(story.state, unit_id)
    if one.broke or not one.morale or one.counters < breaks_at(one):
        return story
    says = f"{unit_id}, {one.morale}, has {counters_of(story.state, one)} and breaks."
    story = say(story, says, MORALE[one.morale].rule)
    return (yield from break_unit(story, unit_id))


def break_unit(story: Outcome, unit_id: str, counters: int = 1) -> Steps[Outcome]:
    """PAS-MOR-05: it must retire a full move, takes a counter and loses a figure; PAS-MOR-07:
    it has to rally before it acts again."""
    one = unit(story.state, unit_id)
    broken = replace(
        one,
        broken=True,
        broke=True,
        retire=True,
        rally=max(1, one.rally),
        counters=one.counters + counters,
        got_counters=one.got_counters + counters,
        charging="",
        countercharge=False,
        pursuing="",
        rounds=0,
    )
    says = f"{unit_id} breaks: +{many(counters, 'counter')}, a figure lost, a full move back."
    story = then(story, with_units(story.state, broken), Effect("broken", unit_id, None, says))
    story = say(story, says, "PAS-MOR-05", "PAS-MOR-07")
    return (yield from lose_figure(story, unit_id, "break"))


def check_all(story: Outcome) -> Steps[Outcome]:
    """PAS_BREAK_WHEN = phase: every unit is checked at the start of phase 5 and after phase 6.

    PAS-MOR-06: one that broke before and is now below its number may be rallied.
    """
    state: State = story.state
    for one in state.units:
        if one.off or one.fallen:
            continue
        story = yield from check(story, one.id)
    return story
