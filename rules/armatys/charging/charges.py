"""Phase 1: charges, counter charges, standing, breaking (PAS-SEQ-01, PAS-REA-05 to -11)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.charging.contacts import engaged
from rules.armatys.charging.reaction import always_fails, react
from rules.armatys.state import Charge, State, Unit, unit, with_units
from rules.armatys.story import begin, say, then
from rules.armatys.switches import house, is_on
from rules.armatys.units.counters import add, break_unit
from rules.armatys.units.generals import measure_first
from rules.armatys.units.ready import acting_fault
from rules.armatys.units.troops import rate_in, stands, weapon
from rules.kernel.prompts import Option, Steps, choose, within
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from vision.measure import gap
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot


def reach_in(one: Unit) -> float:
    """PAS-REA-05: a normal forward move, less counters."""
    return max(0.0, rate_in(one) - one.counters)


def charge_fault(state: State, one: Unit, target: Unit | None) -> Refusal | None:
    """Why a unit may not declare a charge; "" when it may."""
    if state.phase != 1:
        return refusal("charges are declared in phase 1", "PAS-SEQ-01")
    fault = acting_fault(state, one)
    if fault:
        return fault
    if one.fired and weapon(state, one) == "pistols":
        return refusal(f"{one.id} fired its pistols this bound", "PAS-CAV-03")
    if one.charging or one.no_advance:
        return refusal(f"{one.id} has tested for a charge this bound", "PAS-REA-06")
    if target is not None and target.side == one.side:
        return refusal("only enemies are charged", "PAS-REA-05")
    return None


def melee_fault(state: State, table: Snapshot, one: Unit) -> Refusal | None:
    """PAS-MEL-01: who is in a melee already fights it and charges nobody."""
    if not engaged(state, table, one):
        return None
    return refusal(f"{one.id} is in melee: it fights on and charges nobody", "PAS-MEL-01")


def gap_to(table: Snapshot, a: str, b: str) -> Reading | None:
    """Q-01: the gap between two units; None when neither it nor their bases are given."""
    if table.typed("gap", a, b) or (stands(table, a) and stands(table, b)):
        return gap(table, a, b)
    return None


def charge(state: State, table: Snapshot, by: str, at: str) -> Steps[Outcome]:
    """PAS-REA-05, PAS-REA-06: a charge is declared and tested for; then the charged unit answers.

    Raises:
        IllegalAction: it may not charge, or not that far (PAS_CHARGE_REACH).
    """
    one, target = unit(state, by), unit(state, at)
    forbid(charge_fault(state, one, target) or melee_fault(state, table, one))
    # Measured before any die, so that a hidden base stops the charge and not its answer.
    fights = engaged(state, table, target)
    measure_first(state, table, one, target)
    story = begin(state)
    reading = gap_to(table, by, at)
    if is_on(state, "PAS_CHARGE_REACH") and reading is not None:
        reached = yield from within(reading, reach_in(one), one.side, what=f"{by} reaches {at}",
                                    rules=("PAS-REA-05",))
        forbid(None if reached else refusal(f"{by} cannot reach {at}: {reading} against "
               f"{reach_in(one):g} in", "PAS-REA-05"))
    if reading is not None:
        story = say(story, f"{by} charges {at}, {reading}.", "PAS-REA-05", readings=(reading,))
    story, passed = yield from react(story, table, by, "charge", at)
    if not passed:
        return (yield from failed_charge(story, by, "PAS-REA-06"))
    one = unit(story.state, by)
    story = then(story, with_units(story.state, replace(one, charging=at)),
                 Effect("charging", by, at))
    return (yield from answered(story, table, by, at, fights))


def failed_charge(story: Outcome, unit_id: str, rule: str) -> Steps[Outcome]:
    """PAS-REA-06: a counter, and no advance this bound."""
    one = unit(story.state, unit_id)
    story = then(story, with_units(story.state, replace(one, no_advance=True)))
    return (yield from add(story, unit_id, 1, "failed to charge", rule))


def answered(
    story: Outcome, table: Snapshot, by: str, at: str, fights: bool
) -> Steps[Outcome]:
    """PAS-REA-08 to -11: counter charge, stand, or break; a unit that charges, or has
    answered an earlier charge, is asked no more. *fights*: it is in a melee already."""
    state: State = story.state
    target = unit(state, at)
    earlier = next((one.answer for one in state.charges if one.target == at), "")
    if earlier:
        return (yield from _answered_before(story, table, by, at, earlier))
    if target.charging or target.broken:
        answer = "counter" if target.charging else ""
        return then(story, _with_charge(state, Charge(by, at, answer)))
    if target.gun is not None:
        return (yield from crew_breaks(story, by, at))
    story = then(story, _with_charge(state, Charge(by, at)))
    answer = yield from _answer(state, target, fights)
    if answer == "counter":
        story, passed = yield from react(story, table, at, "charge", by)
        if passed:
            return _counter(story, by, at)
        story = yield from failed_charge(story, at, "PAS-REA-10")
        if unit(story.state, at).broken:
            return _settled(story, by, at, "break")
        answer = yield from _second_answer(target)
    if answer == "break":
        story = say(story, f"{at} breaks before the charge.", "PAS-REA-11")
        story = yield from break_unit(story, at)
        return _settled(story, by, at, "break")
    return (yield from stand(story, table, by, at))


def _answered_before(
    story: Outcome, table: Snapshot, by: str, at: str, earlier: str
) -> Steps[Outcome]:
    """PAS-SEQ-01: charges are declared at once, so a later one meets the answer to an earlier and
    comes to the same end: a broken unit is pursued by all who charged it, a counter charge goes
    at whom its owner says, and light horse that would face others still fears Horse."""
    state: State = story.state
    story = then(story, _with_charge(state, Charge(by, at, earlier)))
    if earlier == "break":
        return _settled(story, by, at, "break")
    target, charger = unit(state, at), unit(state, by)
    if always_fails(target, "stand", charger):
        return (yield from _frightened(story, table, by, at, earlier))
    if earlier == "counter" and target.countercharge:
        foes = tuple(one.charger for one in story.state.charges if one.target == at)
        meets = yield from choose(f"{at} counter charges", target.side,
                                  tuple(Option(foe) for foe in foes), rules=("PAS-REA-08",))
        story = then(story, with_units(story.state, replace(target, charging=meets)))
        return say(story, f"{at} counter charges {meets}.", "PAS-REA-08")
    return story


def _frightened(
    story: Outcome, table: Snapshot, by: str, at: str, earlier: str
) -> Steps[Outcome]:
    """PAS-APP-06: the answer to Horse, which fails without a die."""
    answer = "stand"
    if earlier == "counter":
        one = replace(unit(story.state, at), charging="", countercharge=False)
        story = then(story, with_units(story.state, one))
        story = yield from failed_charge(story, at, "PAS-APP-06")
        answer = yield from _second_answer(unit(story.state, at))
    if answer == "break":
        story = say(story, f"{at} breaks before the charge.", "PAS-REA-11")
        return _settled((yield from break_unit(story, at)), by, at, "break")
    return (yield from stand(story, table, by, at))


def _second_answer(target: Unit) -> Steps[str]:
    return (yield from choose(f"{target.id} failed to counter charge", target.side,
                              (Option("stand"), Option("break")), rules=("PAS-REA-10",)))


def _answer(state: State, target: Unit, fights: bool) -> Steps[str]:
    options = [Option("counter", "counter charge", ("PAS-REA-08",)),
               Option("stand", "stand and receive", ("PAS-REA-09",)),
               Option("break", "turn and retire", ("PAS-REA-11",))]
    # PAS-REA-06: who has failed to charge does not advance this turn.
    if fights or target.no_advance or acting_fault(state, target):
        options.pop(0)
    return (yield from choose(f"{target.id} is charged", target.side, tuple(options),
                              rules=("PAS-REA-08", "PAS-REA-09", "PAS-REA-11")))


def _counter(story: Outcome, by: str, at: str) -> Outcome:
    one = unit(story.state, at)
    story = then(story, with_units(story.state, replace(one, charging=by, countercharge=True)),
                 Effect("counter charging", at, by))
    story = say(story, f"{at} counter charges: they meet in between.", "PAS-REA-08")
    return _settled(story, by, at, "counter")


def stand(story: Outcome, table: Snapshot, by: str, at: str) -> Steps[Outcome]:
    """PAS-REA-09, PAS-REA-16: stand and receive, or break with its counter
    (PAS_STAND_FAIL)."""
    story, passed = yield from react(story, table, at, "stand", by)
    if not passed:
        both = house(story.state, "PAS_STAND_FAIL") == "2"
        story = say(story, f"{at} does not stand.", "PAS-REA-16")
        story = yield from break_unit(story, at, 2 if both else 1)
        return _settled(story, by, at, "break")
    story = say(story, f"{at} stands and may fire at its charger.", "PAS-REA-09")
    one = unit(story.state, at)
    if one.bayonet == "plug" and not one.fixed:
        chosen = yield from choose(f"{at} has plug bayonets", one.side,
                                   (Option("fire"), Option("fix")), rules=("PAS-APP-01",))
        if chosen == "fix":
            story = then(story, with_units(story.state, replace(one, fixed=True)))
            story = say(story, f"{at} fixes bayonets and will not fire.", "PAS-APP-01")
    return _settled(story, by, at, "stand")


def crew_breaks(story: Outcome, by: str, at: str) -> Steps[Outcome]:
    """PAS-MEL-28, PAS-REA-17: a charged crew always breaks."""
    story = then(story, _with_charge(story.state, Charge(by, at)))
    story = say(story, f"The crew of {at} breaks: it is charged.", "PAS-MEL-28", "PAS-REA-17")
    story = yield from break_unit(story, at)
    return _settled(story, by, at, "break")


def _settled(story: Outcome, by: str, at: str, answer: str) -> Outcome:
    """The answer to a charge holds for every charge at that unit; a break is followed up
    (PAS-PUR-01)."""
    state: State = story.state
    charges = tuple(replace(one, answer=answer) if one.target == at else one
                    for one in state.charges)
    story = then(story, replace(state, charges=charges))
    if answer != "break":
        return story
    for one in charges:
        if one.target == at and not unit_off(story.state, one.charger):
            charger = unit(story.state, one.charger)
            story = then(story, with_units(story.state, replace(charger, pursuing=at, pursued=0)))
    return story


def unit_off(state: State, unit_id: str) -> bool:
    """Has the unit left the game?"""
    return any(one.id == unit_id and one.off for one in state.units)


def _with_charge(state: State, new: Charge) -> State:
    pair = (new.charger, new.target)
    rest = tuple(one for one in state.charges if (one.charger, one.target) != pair)
    return replace(state, charges=(*rest, new))
