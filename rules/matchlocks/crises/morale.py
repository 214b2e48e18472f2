"""The Morale Crisis Test: dice, rerolls, and what the total means (MOR).

What a failure does is in ``retreat.py``; who must test because of it in ``witness.py``.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from rules.kernel.dice import written
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Modifier
from rules.matchlocks.play import Again, Play, Thrown, throw
from rules.matchlocks.state import State, Unit, kind_of
from rules.matchlocks.switches import House

Verdict = Literal["passed", "daunted", "broken"]
LOWEST_HOLD = 5
"""A total of 4 or less is Broken whatever the losses (MOR-22)."""


class Test(Struct, frozen=True):
    """What a Morale Crisis Test came to. ``total`` has the unit's bonus in it; ``double``: the
    face of two dice that decided it whatever the total, 0 when none did."""

    verdict: Verdict
    total: int
    double: int = 0


class Throw(Struct, frozen=True):
    """How a unit tests: so many dice and so much added, by which rule."""

    dice: int
    plus: int
    rule: str


def morale_dice(state: State, unit: Unit) -> Throw:
    """How many dice and what is added (MOR-12 to MOR-16)."""
    kind = kind_of(unit)
    small = unit.building and unit.figures <= 6 and state.on(House.garrison_morale.one_die)
    if small:
        return Throw(1, 0, "NMM-MOR-16")
    plus = kind.morale_plus
    if kind.key == "horse_detachment" and state.on(House.horse_detachment_class.cavalry):
        plus = 2
    if kind.morale_dice == 2:
        return Throw(2, plus, "NMM-MOR-12" if plus else "NMM-MOR-13")
    by_plus = {2: "NMM-MOR-14", 1: "NMM-MOR-15", 0: "NMM-MOR-16"}
    return Throw(1, plus, by_plus[plus])


def positives(state: State, unit: Unit) -> tuple[Modifier, ...]:
    """What lets it throw a 1 again (MOR-28 to MOR-31)."""
    found = []
    if unit.quality == "veteran":
        found.append(Modifier("Veteran", "positive", "NMM-MOR-28"))
    if unit.quality == "seasoned" and unit.figures >= unit.start:
        found.append(Modifier("Seasoned at full strength", "positive", "NMM-MOR-29"))
    if unit.won:
        found.append(Modifier("won a melee this turn", "positive", "NMM-MOR-30"))
    if any(leader.general or leader.command == 3 for leader in state.leader_with(unit.id)):
        found.append(Modifier("the General or an Expert with it", "positive", "NMM-MOR-31"))
    return tuple(found)


def negatives(state: State, unit: Unit, in_flank: bool) -> tuple[Modifier, ...]:
    """What makes it throw a 6 again (MOR-32 to MOR-35, DIS-07)."""
    found = []
    if unit.quality == "raw":
        found.append(Modifier("Raw", "negative", "NMM-MOR-32"))
    if unit.shaken:
        found.append(Modifier("Disarrayed or Daunted", "negative", "NMM-MOR-33"))
    if in_flank or is_hit_in_flank(state, unit):
        found.append(Modifier("attacked in flank or rear", "negative", "NMM-MOR-34"))
    if is_last_of_brigade(state, unit):
        found.append(Modifier("the rest of its Brigade is done for", "negative", "NMM-MOR-35"))
    return tuple(found)


def is_hit_in_flank(state: State, unit: Unit) -> bool:
    """Is it fighting an enemy on its flank or in its rear (MOR-34)?"""
    return any(
        melee.id == unit.melee and melee.zone != "front" and unit.id in melee.defenders
        for melee in state.melees
    )


def is_last_of_brigade(state: State, unit: Unit) -> bool:
    """Are all other units of its Brigade Daunted, Destroyed or Broken (MOR-09, MOR-35)?

    A Brigade of one unit from the start never counts.
    """
    if not unit.brigade:
        return False
    others = [
        one
        for one in state.units.values()
        if one.brigade == unit.brigade and one.side == unit.side and one.id != unit.id
        if one.gone != "merged"
    ]
    done_for = ("destroyed", "broken", "captured", "fled")
    return bool(others) and all(one.daunted or one.gone in done_for for one in others)


def thrown_again(
    state: State, unit: Unit, good: tuple[Modifier, ...], bad: tuple[Modifier, ...]
) -> tuple[Again | None, bool]:
    """Which face is thrown again, and whether rerolls cancelled each other (MOR-36)."""
    stands = _doubles_that_stand(state, kind_of(unit).morale_dice)
    if state.on(House.morale_always.always):
        always = _always(state, unit)
        if always:
            return Again(always, "as the summary has it", "NMM-SUM-07", stands), False
    if len(good) == len(bad):
        return None, bool(good)
    if good and bad and state.on(House.unequal_cancel.both):
        return Again((1, 6), "both kinds apply", "NMM-MOR-36", stands), False
    if len(good) > len(bad):
        return Again((1,), good[0].what, good[0].rule, stands), False
    return Again((6,), bad[0].what, bad[0].rule, stands), False


def _always(state: State, unit: Unit) -> tuple[int, ...]:
    """The summary's reading, in which nothing cancels (SUM-06, SUM-07)."""
    fresh = unit.quality == "seasoned" and unit.figures >= unit.start
    ones = (1,) if unit.quality == "veteran" or fresh else ()
    sixes = (6,) if unit.quality == "raw" or is_last_of_brigade(state, unit) else ()
    return ones + sixes


def _doubles_that_stand(state: State, dice: int) -> tuple[tuple[int, ...], ...]:
    """First throws of foot that end the test at once (MOR-17, MOR-18; ``auto_check``)."""
    if dice != 2 or state.on(House.auto_check.final):
        return ()
    return ((1, 1), (6, 6))


def morale_test(
    play: Play, unit_id: str, why: str, rule: str, *, in_flank: bool = False
) -> Steps[tuple[Play, Test]]:
    """Throw one Morale Crisis Test and read it; nothing happens to the unit yet."""
    state, unit = play.state, play.unit(unit_id)
    how = morale_dice(state, unit)
    good, bad = positives(state, unit), negatives(state, unit, in_flank)
    again, cancelled = thrown_again(state, unit, good, bad)
    what = f"{unit.does('tests')} morale: {why}"
    play, dice = yield from throw(
        play, what, how.dice, unit.side, again=again, barred=cancelled, rules=(rule, how.rule)
    )
    test = read_test(state, unit, how, dice)
    cancel = (Modifier("they cancel", "no reroll", "NMM-MOR-36"),) if cancelled else ()
    play = play.step(
        f"{what}: {written(dice.faces)}, {_verdict_in_words(test, unit)}",
        rule,
        how.rule,
        _rule_of(test),
        modifiers=(
            *good,
            *bad,
            *cancel,
            *dice.notes,
            Modifier("added for its kind", f"+{how.plus}", how.rule),
            Modifier("killed in the battle", str(unit.kills), "NMM-MOR-19"),
        ),
        total=str(test.total),
        faces=dice.faces,
    )
    return play, test


def read_test(state: State, unit: Unit, how: Throw, dice: Thrown) -> Test:
    """What the dice mean (MOR-17 to MOR-22)."""
    total = sum(dice.faces) + how.plus
    judged_last = not state.on(House.auto_check.first) or not dice.rerolled
    if how.dice == 2 and judged_last:
        if dice.faces == (6, 6):
            return Test("passed", total, 6)
        if dice.faces == (1, 1):
            return Test("broken", total, 1)
    lowest = LOWEST_HOLD
    if how.dice == 2 and how.plus and state.on(House.morale_example.example):
        lowest = LOWEST_HOLD + 1
    if total < lowest:
        return Test("broken", total)
    return Test("passed" if total > unit.kills else "daunted", total)


def _verdict_in_words(test: Test, unit: Unit) -> str:
    if test.double == 6:
        return f"{test.total} holds: a double 6 always does"
    if test.double == 1:
        return f"{test.total}: Broken, as a double 1 always is"
    if test.verdict == "passed":
        return f"{test.total} holds"
    if test.verdict == "daunted":
        return f"{test.total} is not above {unit.kills} killed: Daunted"
    return f"{test.total}: Broken"


def _rule_of(test: Test) -> str:
    if test.double:
        return "NMM-MOR-17" if test.double == 6 else "NMM-MOR-18"
    by_verdict = {"passed": "NMM-MOR-19", "daunted": "NMM-MOR-21", "broken": "NMM-MOR-22"}
    return by_verdict[test.verdict]
