"""Pursuit of units that broke in melee or before one (PAS-PUR)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.armatys.charging.charges import gap_to
from rules.armatys.charging.contacts import foes, touches
from rules.armatys.charging.reaction import react
from rules.armatys.movement.going import going, seen_before
from rules.armatys.movement.ground import allowance_in, entered, is_in_covered_ground, toll
from rules.armatys.movement.moving import departed, went
from rules.armatys.movement.ordered import Fault, pursuit_move_fault, put_right
from rules.armatys.movement.reach import free_reach
from rules.armatys.state import Battle, Unit
from rules.armatys.switches import PURSUIT_TEST
from rules.armatys.tables import PURSUIT_ENDS_IN
from rules.armatys.units.generals import measure_first
from rules.armatys.units.troops import stands
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Steps, choose, within
from rules.kernel.telling.words import many
from vision.table.reading import Reading


def set_on(play: Battle, before: frozenset[str]) -> Battle:
    """PAS-PUR-01: units in contact with one that has just broken will pursue it.

    *before*: the ids of the units that had broken earlier in the bound.
    """
    pairs = touches(play)
    broke = [one for one in play.state.units if one.broke and one.id not in before and not one.off]
    for one in broke:
        for foe, _face in foes(pairs, one.id):
            two = play.unit(foe)
            if not (two.broken or two.pursuing or two.gun is not None):
                play = play.change(two, pursuing=one.id, pursued=0)
                play = play.step(f"{two.label} will pursue {one.label}.", "PAS-PUR-01")
    return play


def may_pursue(play: Battle, by: Unit, at: str, **said: Any) -> Conditions:
    """Has a unit a pursuit to make now?"""
    yield play.state.phase == 5 or fails("pursuers move in phase 5", "PAS-SEQ-05")
    yield bool(by.pursuing) or lacks(f"{by.does('pursues')} nobody", "PAS-PUR-01")
    yield not by.pursuit_done or fails(f"{by.does('has')} pursued this bound", "PAS-PUR-01")
    prey = play.unit(by.pursuing)
    yield not prey.retire or prey.off or fails(
        f"{prey.does('retires')} first, then {by.does('follows')}", "PAS-MOR-05")  # fmt: skip


def pursue(play: Battle, by: Unit, at: str, **said: Any) -> Steps[Battle]:
    """PAS-PUR-01 to -08, PAS-REA-21: the stop test, then a pursuit move if it goes on.

    Raises:
        IllegalAction: it went too far.
    """
    measure_first(play, by)
    seen_before(play.table, by.id)
    prey = play.unit(by.pursuing)
    if prey.off or prey.fallen:
        return ended(play, by.id, "what it pursued is gone", "PAS-PUR-04")
    if by.is_mounted and prey.gun is None:
        hidden = yield from is_in_covered_ground(play, prey.id, by.side)
        if hidden:
            return ended(play, by.id, f"horse cannot follow {prey.label} in there", "PAS-PUR-03")
    if play.on(PURSUIT_TEST.each_bound) or by.pursued > 0:
        play, passed = yield from react(play, by.id, "stop", prey.id)
        play = play.step(f"{by.label}: the stop test comes before the move.", "PAS-REA-21")
        if passed:
            what, ways = f"{by.label} may halt", (Option("halt"), Option("pursue"))
            chosen = yield from choose(what, by.side, ways, rules=("PAS-REA-21",))
            if chosen == "halt":
                return ended(play, by.id, "it halts", "PAS-PUR-05")
    else:
        play = play.step(f"{by.does('pursues')} at once, without a stop test.", "PAS-PUR-01")
    return (yield from pursuit_move(play, by, prey, **said))


def pursuit_move(
    play: Battle, one: Unit, prey: Unit, *, barred: bool, **said: Any
) -> Steps[Battle]:
    """PAS-PUR-02, -03, -06, -07: a full move, counters ignored; then is it over?"""
    before = after = play.table
    if stands(before, one.id):
        full_in = allowance_in(play, one, forward=True, ignore_counters=True)
        judged = pursuit_move_fault(play, before, one, prey)
        fault: Fault = (lambda after: None) if barred else judged
        what, rules = f"{one.does('pursues')} {prey.label}", ("PAS-PUR-01", "PAS-PUR-07")
        ground = free_reach(before, one.id, full_in, "PAS-PUR-07")
        play, after = yield from put_right(play, what, one, fault, rules, ground)
    told = {**said, "inches": said["inches"] or 0}
    way = yield from entered(play, one, going(play, before, after, one, told))
    if way.left_table:
        return departed(play, one)
    if barred or toll(play, one, way).fault:
        return ended(play, one.id, "it cannot follow there", "PAS-PUR-03")
    pursued = play.unit(one.id).pursued + 1
    play = play.change(one, pursued=pursued, pursuit_done=True)
    play = yield from went(play, one.id, way, ignore_counters=True)
    if prey.gun is not None:
        return ended(cut_down(play, prey), one.id, "the crew is cut down", "PAS-PUR-04")
    return (yield from _after(play, one, prey, gap_to(after, one.id, prey.id)))


def _after(play: Battle, one: Unit, prey: Unit, reading: Reading | None) -> Steps[Battle]:
    """PAS-PUR-02: a pursuit goes on as long as the prey is near."""
    if reading is None:
        return play
    what, rules = f"{one.label} within reach of {prey.label}", ("PAS-PUR-02",)
    near = yield from within(reading, PURSUIT_ENDS_IN, one.side, what=what, rules=rules)
    if near:
        says = f"{one.does('keeps')} after {prey.label}, {reading}."
        return play.step(says, "PAS-PUR-02", readings=(reading,))
    return ended(play, one.id, f"{prey.does('is')} {reading} away", "PAS-PUR-02")


def cut_down(play: Battle, crew: Unit) -> Battle:
    """PAS-MEL-28: gunners who are pursued are simply cut down."""
    arms = tuple(replace(arm, figures=0) for arm in crew.arms)
    play = play.change(crew, off=True, arms=arms, lost="its crew was cut down", retire=False)
    return play.step(f"The crew of {crew.label} is cut down.", "PAS-MEL-28")


def rally_bounds(pursued: int) -> int:
    """PAS-PUR-08: half the bounds spent in pursuit, rounded up."""
    return -(-pursued // 2)


def ended(play: Battle, unit_id: str, why: str, rule: str) -> Battle:
    """The pursuit is over; the unit rallies for half the bounds it took."""
    one = play.unit(unit_id)
    bounds = rally_bounds(one.pursued)
    play = play.change(one, pursuing="", pursued=0, rally=max(one.rally, bounds), pursuit_done=True)
    says = f"{one.label}: pursuit over, {why}; it rallies for {many(bounds, 'bound')}."
    return play.step(says, rule, "PAS-PUR-08")
