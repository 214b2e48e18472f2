"""Pursuit of units that broke in melee or before one (PAS-PUR)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.charging.charges import gap_to
from rules.armatys.charging.contacts import foes, touches
from rules.armatys.charging.reaction import react
from rules.armatys.movement.going import going, seen_before
from rules.armatys.movement.ground import allowance_in, entered, is_in_covered_ground, toll
from rules.armatys.movement.moving import departed, went
from rules.armatys.movement.ordered import pursuit_move_fault, put_right
from rules.armatys.movement.reach import free_reach
from rules.armatys.state import State, Unit, unit, with_units
from rules.armatys.story import begin, say, then
from rules.armatys.switches import house
from rules.armatys.tables import PURSUIT_ENDS_IN
from rules.armatys.units.generals import measure_first
from rules.armatys.units.troops import stands
from rules.kernel.prompts import Option, Steps, choose, within
from rules.kernel.protocol import Action, Effect, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot


def set_on(story: Outcome, table: Snapshot, before: frozenset[str]) -> Outcome:
    """PAS-PUR-01: units in contact with one that has just broken will pursue it.

    *before*: the ids of the units that had broken earlier in the bound.
    """
    state: State = story.state
    pairs = touches(state, table)
    for one in state.units:
        if not one.broke or one.id in before or one.off:
            continue
        for foe, _face in foes(pairs, one.id):
            two = unit(state, foe)
            if two.broken or two.pursuing or two.gun is not None:
                continue
            state = with_units(state, replace(two, pursuing=one.id, pursued=0))
            story = say(then(story, state, Effect("pursuing", foe, one.id)),
                        f"{foe} will pursue {one.id}.", "PAS-PUR-01")
    return story


def pursuit_fault(state: State, one: Unit) -> Refusal | None:
    """Why a unit has no pursuit to make now; "" when it has."""
    if state.phase != 5:
        return refusal("pursuers move in phase 5", "PAS-SEQ-05")
    if not one.pursuing:
        return refusal(f"{one.id} pursues nobody", "PAS-PUR-01")
    if one.pursuit_done:
        return refusal(f"{one.id} has pursued this bound", "PAS-PUR-01")
    if any(two.id == one.pursuing and two.retire and not two.off for two in state.units):
        return refusal(f"{one.pursuing} retires first, then {one.id} follows", "PAS-MOR-05")
    return None


def pursue(state: State, table: Snapshot, action: Action) -> Steps[Outcome]:
    """PAS-PUR-01 to -08, PAS-REA-21: the stop test, then a pursuit move if it goes on.

    Raises:
        IllegalAction: it pursues nobody, or went too far.
    """
    one = unit(state, action.by)
    forbid(pursuit_fault(state, one))
    measure_first(state, table, one)
    seen_before(table, one.id)
    story = begin(state)
    prey = next((two for two in state.units if two.id == one.pursuing), None)
    if prey is None or prey.off or prey.fallen:
        return ended(story, one.id, "what it pursued is gone", "PAS-PUR-04")
    if one.is_mounted and prey.gun is None:
        hidden = yield from is_in_covered_ground(table, prey.id, one.side)
        if hidden:
            return ended(story, one.id, f"horse cannot follow {prey.id} in there", "PAS-PUR-03")
    tested = house(state, "PAS_PURSUIT_TEST") == "each_bound" or one.pursued > 0
    if tested:
        story, passed = yield from react(story, table, one.id, "stop", prey.id)
        story = say(story, f"{one.id}: the stop test comes before the move.", "PAS-REA-21")
        if passed:
            chosen = yield from choose(f"{one.id} may halt", one.side,
                                       (Option("halt"), Option("pursue")), rules=("PAS-REA-21",))
            if chosen == "halt":
                return ended(story, one.id, "it halts", "PAS-PUR-05")
    else:
        says = f"{one.id} pursues at once, without a stop test."
        story = say(story, says, "PAS-PUR-01")
    return (yield from pursuit_move(story, table, one, prey, action))


def pursuit_move(
    story: Outcome, table: Snapshot, one: Unit, prey: Unit, action: Action
) -> Steps[Outcome]:
    """PAS-PUR-02, -03, -06, -07: a full move, counters ignored; then is it over?"""
    after = table
    if stands(table, one.id):
        full_in = allowance_in(story.state, one, forward=True, ignore_counters=True)
        barred = str(action.more.get("barred", "")) == "yes"
        fault = pursuit_move_fault(story.state, table, one, prey)
        story, after = yield from put_right(
            story, f"{one.id} pursues {prey.id}", one, (lambda after: None) if barred else fault,
            ("PAS-PUR-01", "PAS-PUR-07"), free_reach(table, one.id, full_in, "PAS-PUR-07"))
    way = going(story.state, table, after, one, {"inches": 0, **action.more})
    way = yield from entered(story.state, one, way)
    if way.left_table:
        return departed(story, one.id)
    blocked = toll(story.state, one, way).fault
    if blocked or str(action.more.get("barred", "")) == "yes":
        return ended(story, one.id, "it cannot follow there", "PAS-PUR-03")
    now = unit(story.state, one.id)
    chased = replace(now, pursued=now.pursued + 1, pursuit_done=True)
    story = then(story, with_units(story.state, chased), Effect("pursued", one.id, prey.id))
    story = yield from went(story, one.id, way, ignore_counters=True)
    if prey.gun is not None:
        story = cut_down(story, prey.id)
        return ended(story, one.id, "the crew is cut down", "PAS-PUR-04")
    reading = gap_to(after, one.id, prey.id)
    if reading is None:
        return story
    near = yield from within(reading, PURSUIT_ENDS_IN, one.side,
                             what=f"{one.id} within reach of {prey.id}", rules=("PAS-PUR-02",))
    if near:
        return say(story, f"{one.id} keeps after {prey.id}, {reading}.", "PAS-PUR-02",
                   readings=(reading,))
    return ended(story, one.id, f"{prey.id} is {reading} away", "PAS-PUR-02")


def cut_down(story: Outcome, crew: str) -> Outcome:
    """PAS-MEL-28: gunners who are pursued are simply cut down."""
    state: State = story.state
    one = next(two for two in state.units if two.id == crew)
    arms = tuple(replace(arm, figures=0) for arm in one.arms)
    gone = replace(one, off=True, arms=arms, lost="its crew was cut down", retire=False)
    story = then(story, with_units(state, gone), Effect("cut down", crew))
    return say(story, f"The crew of {crew} is cut down.", "PAS-MEL-28")


def rally_bounds(pursued: int) -> int:
    """PAS-PUR-08: half the bounds spent in pursuit, rounded up."""
    return -(-pursued // 2)


def ended(story: Outcome, unit_id: str, why: str, rule: str) -> Outcome:
    """The pursuit is over; the unit rallies for half the bounds it took."""
    one = unit(story.state, unit_id)
    bounds = rally_bounds(one.pursued)
    new = replace(one, pursuing="", pursued=0, rally=max(one.rally, bounds), pursuit_done=True)
    says = f"{unit_id}: pursuit over, {why}; it rallies for {many(bounds, 'bound')}."
    story = then(story, with_units(story.state, new), Effect("pursuit over", unit_id, bounds))
    return say(story, says, rule, "PAS-PUR-08")
