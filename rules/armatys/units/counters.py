"""Counters and what they do: the class rolled with the first, the break, the general at risk
(PAS-MOR, PAS-CLASS-03, PAS-GEN-03)."""

from __future__ import annotations

from rules.armatys.close_combat.casualties import lose_figure
from rules.armatys.state import Battle, Unit
from rules.armatys.switches import BOXES, BREAK_WHEN
from rules.armatys.tables import MORALE
from rules.kernel.prompts import Steps, roll
from rules.kernel.telling.words import many


def class_for(play: Battle, die: int) -> str:
    """PAS-CLASS-03, PAS-CLASS-04: the morale class a die gives; a scenario may change it."""
    if str(die) in play.state.class_dice:
        return play.state.class_dice[str(die)]
    return next(name for name, morale in MORALE.items() if die in morale.dice)


def classed(play: Battle, unit_id: str) -> Steps[Battle]:
    """PAS-CLASS-02, PAS-CLASS-03: a unit without a class rolls for it, once."""
    one, rule = play.unit(unit_id), "PAS-CLASS-03"
    if one.morale:
        return play
    (die,) = yield from roll(f"Morale class of {one.label}", 1, one.side, rules=(rule,))
    found = class_for(play, die)
    return play.change(one, morale=found).step(f"{one.does('is')} {found}.", rule, faces=(die,))


def add(
    play: Battle, unit_id: str, number: int, why: str, rule: str, *, counted: bool = True
) -> Steps[Battle]:
    """A unit takes counters; it breaks at once under PAS_BREAK_WHEN = instant.

    *counted*: do they count among those that it took this bound (PAS-MEL-22)?
    """
    if number == 0:
        return play
    play = yield from classed(play, unit_id)
    one = play.unit(unit_id)
    now, got = max(0, one.counters + number), max(0, number) if counted else 0
    word = "counter" if abs(number) == 1 else "counters"
    says = f"{one.label}: {number:+d} {word} ({why}), now {now}."
    if not are_open(play, one):
        says = f"{one.label}: counters into or out of the umpire's box ({why})."
    play = play.change(one, counters=now, got_counters=one.got_counters + got).step(says, rule)
    if play.on(BREAK_WHEN.instant) and number > 0:
        return (yield from check(play, unit_id))
    return play


def are_open(play: Battle, one: Unit) -> bool:
    """PAS-CLASS-05: boxes kept by the umpire are open only while the general is with the unit."""
    led = any(general.with_unit == one.id and not general.gone for general in play.state.generals)
    return play.on(BOXES.players) or led


def counters_of(play: Battle, one: Unit) -> str:
    """How many counters a unit has, as those who play may read it."""
    return many(one.counters, "counter") if are_open(play, one) else "counters in the box"


def breaks_at(one: Unit) -> int:
    """PAS-MOR-01 to -04: the counters that break a unit of its class."""
    return MORALE[one.morale or "Average"].breaks


def check(play: Battle, unit_id: str) -> Steps[Battle]:
    """PAS-MOR-01 to -06: does the unit break?  Not twice in a bound."""
    one = play.unit(unit_id)
    if one.broke or not one.morale or one.counters < breaks_at(one):
        return play
    says = f"{one.label}, {one.morale}, has {counters_of(play, one)} and breaks."
    play = play.step(says, MORALE[one.morale].rule)
    return (yield from break_unit(play, unit_id))


def break_unit(play: Battle, unit_id: str, counters: int = 1) -> Steps[Battle]:
    """PAS-MOR-05: it must retire a full move, takes a counter and loses a figure; PAS-MOR-07:
    it has to rally before it acts again."""
    one = play.unit(unit_id)
    play = play.change(
        one, broken=True, broke=True, retire=True, rally=max(1, one.rally),
        counters=one.counters + counters, got_counters=one.got_counters + counters,
        charging="", countercharge=False, pursuing="", rounds=0,
    )  # fmt: skip
    says = f"{one.does('breaks')}: +{many(counters, 'counter')}, a figure lost, a full move back."
    play = play.step(says, "PAS-MOR-05", "PAS-MOR-07")
    return (yield from lose_figure(play, unit_id, "break"))


def check_all(play: Battle) -> Steps[Battle]:
    """PAS_BREAK_WHEN = phase: every unit is checked at the start of phase 5 and after phase 6.

    PAS-MOR-06: one that broke before and is now below its number may be rallied.
    """
    for one in play.state.units:
        if not (one.off or one.fallen):
            play = yield from check(play, one.id)
    return play
