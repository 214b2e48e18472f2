"""Phase 1: charges, counter charges, standing, breaking (PAS-SEQ-01, PAS-REA-05 to -11)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.charging.contacts import engaged
from rules.armatys.charging.reaction import always_fails, react
from rules.armatys.state import Battle, Charge, Unit
from rules.armatys.switches import CHARGE_REACH, STAND_FAIL
from rules.armatys.units.counters import add, break_unit
from rules.armatys.units.generals import measure_first
from rules.armatys.units.ready import may_act
from rules.armatys.units.troops import rate_in, stands, weapon
from rules.kernel.play import Check, Conditions, fails, first_fault
from rules.kernel.prompts import Option, Steps, choose
from vision.measure import gap
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot


def reach_in(one: Unit) -> float:
    """PAS-REA-05: a normal forward move, less counters."""
    return max(0.0, rate_in(one) - one.counters)


def may_charge(play: Battle, by: Unit) -> Conditions:
    """May a unit declare a charge at all?"""
    yield play.state.phase == 1 or fails("charges are declared in phase 1", "PAS-SEQ-01")
    yield from may_act(play, by)
    yield not by.fired or weapon(play, by) != "pistols" or fails(
        f"{by.label} fired its pistols this bound", "PAS-CAV-03")  # fmt: skip
    yield not (by.charging or by.no_advance) or fails(
        f"{by.does('has')} tested for a charge this bound", "PAS-REA-06")  # fmt: skip


def may_charge_at(play: Battle, by: Unit, at: Unit) -> Conditions:
    """May a unit charge that enemy?  PAS-MEL-01: who is in a melee already fights it and charges
    nobody; PAS-REA-05: it has to be in reach (PAS_CHARGE_REACH)."""
    yield from may_charge(play, by)
    yield at.side != by.side or fails("only enemies are charged", "PAS-REA-05")
    yield not engaged(play, by) or fails(
        f"{by.does('is')} in melee: {by.it} {by.form('fights')} on and {by.form('charges')} nobody",
        "PAS-MEL-01",
    )
    reading = gap_to(play.table, by.id, at.id)
    if reading is not None and play.on(CHARGE_REACH):
        says = f"{by.label} cannot reach {at.label}: {{reading}} against {{limit}}"
        past = f"{at.does('was')} {{reading}} away, {by.does('reaches')} {{limit}}"
        yield Check(says, "PAS-REA-05", reading=reading, limit=reach_in(by),
                    what=f"{by.does('reaches')} {at.label}", past=past)  # fmt: skip


def gap_to(table: Snapshot, a: str, b: str) -> Reading | None:
    """Q-01: the gap between two units; None when neither it nor their bases are given."""
    if table.typed("gap", a, b) or (stands(table, a) and stands(table, b)):
        return gap(table, a, b)
    return None


def charge(play: Battle, by: Unit, at: Unit) -> Steps[Battle]:
    """PAS-REA-05, PAS-REA-06: a charge is tested for; then the charged unit answers."""
    # Measured before any die, so that a hidden base stops the charge and not its answer.
    fights = engaged(play, at)
    measure_first(play, by, at)
    reading = gap_to(play.table, by.id, at.id)
    if reading is not None:
        says = f"{by.does('charges')} {at.label}, {reading}."
        play = play.step(says, "PAS-REA-05", readings=(reading,))
    play, passed = yield from react(play, by.id, "charge", at.id)
    if not passed:
        return (yield from failed_charge(play, by.id, "PAS-REA-06"))
    play = play.change(by, charging=at.id)
    return (yield from answered(play, by.id, at.id, fights))


def failed_charge(play: Battle, unit_id: str, rule: str) -> Steps[Battle]:
    """PAS-REA-06: a counter, and no advance this bound."""
    play = play.change(unit_id, no_advance=True)
    return (yield from add(play, unit_id, 1, "failed to charge", rule))


def answered(play: Battle, by: str, at: str, fights: bool) -> Steps[Battle]:
    """PAS-REA-08 to -11: counter charge, stand, or break; a unit that charges, or has
    answered an earlier charge, is asked no more. *fights*: it is in a melee already."""
    target = play.unit(at)
    earlier = next((one.answer for one in play.state.charges if one.target == at), "")
    if earlier:
        return (yield from _answered_before(play, by, at, earlier))
    if target.charging or target.broken:
        answer = "counter" if target.charging else ""
        return _with_charge(play, Charge(by, at, answer))
    answer = yield from _answer(play, target, fights)
    play = _with_charge(play, Charge(by, at))
    if target.gun is not None:
        says = f"The crew of {target.label} breaks: it is charged."
        play = play.step(says, "PAS-MEL-28", "PAS-REA-17")
        return (yield from _breaks(play, by, at))
    if answer == "counter":
        play, passed = yield from react(play, at, "charge", by)
        if passed:
            play = play.change(at, charging=by, countercharge=True)
            says = f"{target.label} counter charges: they meet in between."
            return _settled(play.step(says, "PAS-REA-08"), at, "counter")
        play = yield from failed_charge(play, at, "PAS-REA-10")
        if play.unit(at).broken:
            return _settled(play, at, "break")
        answer = yield from _second_answer(target)
    return (yield from _receives(play, by, at, answer))


def _receives(play: Battle, by: str, at: str, answer: str) -> Steps[Battle]:
    """PAS-REA-09, PAS-REA-11: it breaks before the charge, or tries to stand."""
    if answer == "break":
        says = f"{play.unit(at).does('breaks')} before the charge."
        return (yield from _breaks(play.step(says, "PAS-REA-11"), by, at))
    return (yield from stand(play, by, at))


def _breaks(play: Battle, by: str, at: str, counters: int = 1) -> Steps[Battle]:
    play = yield from break_unit(play, at, counters)
    return _settled(play, at, "break")


def _answered_before(play: Battle, by: str, at: str, earlier: str) -> Steps[Battle]:
    """PAS-SEQ-01: charges are declared at once, so a later one meets the answer to an earlier and
    comes to the same end: a broken unit is pursued by all who charged it, a counter charge goes
    at whom its owner says, and light horse that would face others still fears Horse."""
    play = _with_charge(play, Charge(by, at, earlier))
    if earlier == "break":
        return _settled(play, at, "break")
    target, charger = play.unit(at), play.unit(by)
    if always_fails(target, "stand", charger):
        return (yield from _frightened(play, by, at, earlier))
    if earlier == "counter" and target.countercharge:
        foes = [one.charger for one in play.state.charges if one.target == at]
        what, rules = f"{target.label} counter charges", ("PAS-REA-08",)
        meets = yield from choose(what, target.side, tuple(map(Option, foes)), rules=rules)
        play = play.change(target, charging=meets)
        return play.step(f"{what} {play.unit(meets).label}.", "PAS-REA-08")
    return play


def _frightened(play: Battle, by: str, at: str, earlier: str) -> Steps[Battle]:
    """PAS-APP-06: the answer to Horse, which fails without a die."""
    answer = "stand"
    if earlier == "counter":
        play = play.change(at, charging="", countercharge=False)
        play = yield from failed_charge(play, at, "PAS-APP-06")
        answer = yield from _second_answer(play.unit(at))
    return (yield from _receives(play, by, at, answer))


def _second_answer(target: Unit) -> Steps[str]:
    what, ways = f"{target.label} failed to counter charge", (Option("stand"), Option("break"))
    return (yield from choose(what, target.side, ways, rules=("PAS-REA-10",)))


def _answer(play: Battle, target: Unit, fights: bool) -> Steps[str]:
    """What the charged unit does; PAS-MEL-28, PAS-REA-17: a charged crew always breaks."""
    if target.gun is not None:
        return "break"
    options = [
        Option("counter", "counter charge", ("PAS-REA-08",)),
        Option("stand", "stand and receive", ("PAS-REA-09",)),
        Option("break", "turn and retire", ("PAS-REA-11",)),
    ]
    # PAS-REA-06: who has failed to charge does not advance this turn.
    if fights or target.no_advance or first_fault(may_act(play, target)):
        options.pop(0)
    what, rules = f"{target.does('is')} charged", ("PAS-REA-08", "PAS-REA-09", "PAS-REA-11")
    return (yield from choose(what, target.side, tuple(options), rules=rules))


def stand(play: Battle, by: str, at: str) -> Steps[Battle]:
    """PAS-REA-09, PAS-REA-16: stand and receive, or break with its counter
    (PAS_STAND_FAIL)."""
    play, passed = yield from react(play, at, "stand", by)
    one = play.unit(at)
    if not passed:
        counters = play.number(STAND_FAIL)
        play = play.step(f"{one.does('does')} not stand.", "PAS-REA-16")
        return (yield from _breaks(play, by, at, counters))
    play = play.step(f"{one.does('stands')} and may fire at {one.its} charger.", "PAS-REA-09")
    if one.bayonet == "plug" and not one.fixed:
        what, ways = f"{one.does('has')} plug bayonets", (Option("fire"), Option("fix"))
        chosen = yield from choose(what, one.side, ways, rules=("PAS-APP-01",))
        if chosen == "fix":
            says = f"{one.does('fixes')} bayonets and will not fire."
            play = play.change(one, fixed=True).step(says, "PAS-APP-01")
    return _settled(play, at, "stand")


def _settled(play: Battle, at: str, answer: str) -> Battle:
    """The answer to a charge holds for every charge at that unit; a break is followed up
    (PAS-PUR-01)."""
    charges = tuple(
        replace(one, answer=answer) if one.target == at else one for one in play.state.charges
    )
    play = play.with_state(charges=charges)
    if answer == "break":
        for charger in (play.unit(one.charger) for one in charges if one.target == at):
            if not charger.off:
                play = play.change(charger, pursuing=at, pursued=0)
    return play


def _with_charge(play: Battle, new: Charge) -> Battle:
    pair = (new.charger, new.target)
    rest = tuple(one for one in play.state.charges if (one.charger, one.target) != pair)
    return play.with_state(charges=(*rest, new))
