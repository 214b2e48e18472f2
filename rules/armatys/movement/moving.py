"""Moves: of chargers in phase 2, of all others in phase 5 (PAS-SEQ-02, PAS-SEQ-05, PAS-MOV)."""

from __future__ import annotations

import dataclasses
import math

from msgspec.structs import replace

from rules.armatys.movement.going import Going, going, number, seen_before
from rules.armatys.movement.ground import (
    Toll,
    allowance_in,
    allowance_lines,
    cost_rules,
    entered,
    is_near,
    toll,
)
from rules.armatys.movement.ordered import (
    Fault,
    charge_move_fault,
    put_right,
    retire_fault,
    target_of,
)
from rules.armatys.movement.reach import free_reach, move_reach, retreat_reach
from rules.armatys.state import (
    General,
    State,
    Unit,
    at_start,
    general,
    unit,
    with_general,
    with_units,
)
from rules.armatys.story import begin, say, then
from rules.armatys.switches import is_on
from rules.armatys.tables import BRIDGE_FIGURES
from rules.armatys.units.counters import add
from rules.armatys.units.ready import acting_fault
from rules.armatys.units.troops import arranged, general_rate_in, rate_in, stands, token, touched
from rules.kernel.prompts import Reach, Steps, look, within
from rules.kernel.protocol import Action, Effect, IllegalAction, Modifier, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from vision.measure import move_distance
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot

SHORT_IN = 0.25
"""A full move back that is no shorter than this by much is let pass."""


def move_fault(state: State, one: Unit) -> Refusal | None:
    """Why a unit may make no move of its own now; "" when it may."""
    fault = acting_fault(state, one)
    if fault:
        return fault
    if one.charging and state.phase == 2:
        return None if not one.moved else refusal(f"{one.id} has moved this bound", "PAS-SEQ-02")
    if state.phase != 5:
        return refusal("others than chargers move in phase 5", "PAS-SEQ-05")
    if one.moved or one.spent >= 1:
        return refusal(f"{one.id} has moved this bound", "PAS-SEQ-05")
    if one.fired and (one.is_foot or one.gun is not None):
        return refusal(f"{one.id} fired: it may not move as well", "PAS-INF-01", "PAS-ART-25")
    if one.fought:
        return refusal(f"{one.id} is in melee", "PAS-MEL-01")
    return None


def move(state: State, table: Snapshot, action: Action) -> Steps[Outcome]:
    """PAS-MOV-01 to -06: one unit moves; its way is judged from the table before and after.

    ``more``: ``ranks`` (PAS-MOV-03), ``mount`` yes or no (PAS-MOV-04), and, for a unit that
    is not on the table, what ``going`` asks for.

    Raises:
        IllegalAction: it may not move, not so far, or not there.
    """
    one = unit(state, action.by)
    forbid(move_fault(state, one))
    seen_before(table, one.id)
    story = changed(begin(state), one.id, action)
    after = table
    if stands(table, one.id):
        now = unit(story.state, one.id)
        story, after = yield from put_right(
            story, f"Move {one.id}", one, _ordered(story.state, table, now, action),
            ("PAS-MOV-01",), move_reach(story.state, table, now))
    way = going(story.state, table, after, one, dict(action.more))
    way = yield from entered(story.state, unit(story.state, one.id), way)
    story = yield from went(story, one.id, way)
    charged = next(two for two in story.state.units if two.id == one.id)
    if state.phase == 2 and not charged.off:
        story = then(story, with_units(story.state, replace(charged, moved=True)))
    return story


def _ordered(state: State, table: Snapshot, one: Unit, action: Action) -> Fault:
    """PAS-SEQ-02: a charge is ordered; ``more``: ``barred`` = yes says that it cannot go on."""
    target = target_of(state, one)
    barred = str(action.more.get("barred", "")) == "yes"
    if state.phase != 2 or target is None or barred:
        return lambda after: None
    return charge_move_fault(state, table, one, target)


def reach(state: State, table: Snapshot, unit_id: str) -> tuple[Reach, ...]:
    """Where a move that is open to a unit now may take it; none when none is open."""
    one = next((two for two in state.units if two.id == unit_id and not two.off), None)
    if one is None or move_fault(state, one):
        return ()
    return move_reach(state, arranged(state, table), one)


def changed(story: Outcome, unit_id: str, action: Action) -> Outcome:
    """PAS-MOV-03, PAS-MOV-04: changing formation, mounting and dismounting, half a move each."""
    one = unit(story.state, unit_id)
    ranks = str(action.more.get("ranks", ""))
    if ranks and ranks != str(one.ranks):
        if ranks not in ("1", "2", "3", "4", "5", "6"):
            raise IllegalAction("Ranks are 1 to 6", "PAS-FORM-01")
        one = formed(replace(one, spent=one.spent + 0.5, moved=True), int(ranks))
        story = say(then(story, with_units(story.state, one)),
                    f"{unit_id} forms {ranks} deep: half a move.", "PAS-MOV-03")
    seat = str(action.more.get("mount", ""))
    if one.kind == "dragoons" and seat in ("yes", "no") and (seat == "yes") != one.mounted:
        one = replace(one, mounted=seat == "yes", spent=one.spent + 0.5, moved=True)
        word = "mounts" if one.mounted else "dismounts"
        story = say(then(story, with_units(story.state, one)),
                    f"{unit_id} {word}: half a move.", "PAS-MOV-04")
    none_left = refusal("two half moves are a whole one: nothing is left", "PAS-MOV-03")
    forbid(none_left if one.spent > 1 else None)
    return story


def formed(one: Unit, ranks: int) -> Unit:
    """The unit with its figures in so many ranks."""
    arms = tuple(replace(arm, files=-(-arm.figures // ranks)) for arm in one.arms)
    return replace(one, ranks=ranks, arms=arms)


def went(
    story: Outcome, unit_id: str, way: Going, *, ignore_counters: bool = False
) -> Steps[Outcome]:
    """Judge a move: terrain, distance, friends passed, the table's edge.

    Raises:
        IllegalAction: too far, forbidden ground, or forward after a failed charge.
    """
    one = unit(story.state, unit_id)
    found = toll(story.state, one, way)
    forbid(found.fault)
    if way.left_table:
        return departed(story, unit_id)
    # A pursuit is no advance that its player orders: it goes on (PAS-PUR-01).
    if one.no_advance and way.forward and way.moved and not ignore_counters:
        forbid(refusal(f"{unit_id} failed to charge: no advance this bound", "PAS-REA-06"))
    allowed = allowance_in(story.state, one, forward=way.forward, halves=found.halves,
                           spends=one.spent + found.spends, ignore_counters=ignore_counters)
    inside = yield from within(way.distance, allowed, one.side, what=f"{unit_id} moved",
                               rules=("PAS-MOV-01", "PAS-MOV-02"))
    rules = ("PAS-PUR-07",) if ignore_counters else ("PAS-MOV-01", "PAS-MOV-02")
    says = f"{unit_id} moved {way.distance}, it may move {allowed:g} in: put it back"
    forbid(None if inside else refusal(says, *rules, *cost_rules(found)))
    lines = allowance_lines(story.state, one, found, forward=way.forward,
                            ignore_counters=ignore_counters)
    return (yield from _settled(story, unit_id, way, found, lines, f"{allowed:g} in"))


def _settled(
    story: Outcome, unit_id: str, way: Going, found: Toll, lines: tuple[Modifier, ...], total: str
) -> Steps[Outcome]:
    one = unit(story.state, unit_id)
    if way.moved:
        new = replace(one, moved=True, moved_in=way.distance.value,
                      moved_spread_in=way.distance.plus_minus,
                      terrain_paid=_paid(one, found))
        story = then(story, with_units(story.state, new),
                     Effect("moved", unit_id, round(way.distance.value, 2)))
        rules = dict.fromkeys(line.rule for line in lines)
        story = say(story, f"{unit_id} moves {way.distance}.", *rules,
                    modifiers=lines, total=total, readings=(way.distance,))
    return (yield from _met(story, unit_id, way, found))


def _paid(one: Unit, found: Toll) -> bool:
    return bool(found.counters) or (one.terrain_paid and found.halves)


def _met(story: Outcome, unit_id: str, way: Going, found: Toll) -> Steps[Outcome]:
    """The counters of the ground that a move went over, and of the friends it went through."""
    for why, rule in found.counters:
        story = yield from add(story, unit_id, 1, why, rule)
    for friend in way.past:
        story = yield from interpenetrated(story, unit_id, friend)
    return story


def interpenetrated(story: Outcome, a: str, b: str) -> Steps[Outcome]:
    """PAS-MOV-05: each takes half the other's counters, as they were when the phase began, rounded
    up, at least 1."""
    one, two = at_start(story.state, a), at_start(story.state, b)
    first, second = max(1, -(-two.counters // 2)), max(1, -(-one.counters // 2))
    story = yield from add(story, a, first, f"passing through {b}", "PAS-MOV-05")
    return (yield from add(story, b, second, f"passed through by {a}", "PAS-MOV-05"))


def departed(story: Outcome, unit_id: str) -> Outcome:
    """A unit has left the table; in pursuit it is lost for the game (PAS-PUR-06)."""
    one = unit(story.state, unit_id)
    why, rule = ("pursued off the table", "PAS-PUR-06") if one.pursuing else (
        "left the table", "PAS-MOR-06" if one.broken else "PAS-MOV-01")
    gone = replace(one, off=True, lost=why, retire=False)
    says = f"{unit_id} {why}."
    story = then(story, with_units(story.state, gone), Effect("off the table", unit_id, why))
    return say(story, says, rule)


def retire(state: State, table: Snapshot, action: Action) -> Steps[Outcome]:
    """PAS-MOR-05, PAS-MOR-10: a broken unit goes back a full move, not slowed by counters.

    Raises:
        IllegalAction: the unit need not retire, or went too far.
    """
    one = unit(state, action.by)
    forbid(None if one.retire else refusal(f"{one.id} has not broken", "PAS-MOR-05"))
    seen_before(table, one.id)
    story = begin(state)
    after = table
    if stands(table, one.id):
        story, after = yield from put_right(
            story, f"Retire {one.id} a full move", one, retire_fault(state, table, one),
            ("PAS-MOR-05", "PAS-MOR-10"), retreat_reach(state, table, one))
    way = going(state, table, after, one, {"direction": "backward", "inches": 0, **action.more})
    way = yield from entered(state, one, way)
    ground = toll(state, one, way)
    slowed = ground.halves and is_on(state, "PAS_RETIRE_TERRAIN")
    full = allowance_in(state, one, forward=False, halves=slowed)
    if way.left_table:
        return departed(story, one.id)
    inside = bool(story.rulings) or (yield from within(
        way.distance, full, one.side, what=f"{one.id} retired", rules=("PAS-MOR-10",)))
    says = f"{one.id} retired {way.distance}, a full move is {full:g} in: put it right"
    forbid(None if inside else refusal(says, "PAS-MOR-10"))
    new = replace(one, retire=False, moved=True, moved_in=way.distance.value,
                  moved_spread_in=way.distance.plus_minus,
                  terrain_paid=_paid(one, ground))
    story = then(story, with_units(state, new), Effect("retired", one.id, full))
    short = way.distance.value + way.distance.plus_minus + SHORT_IN < full
    more = f" To put right: a full move is {full:g} in." if short else ""
    story = say(story, f"{one.id} retires {way.distance}.{more}", "PAS-MOR-05", "PAS-MOR-10",
                readings=(way.distance,))
    return (yield from _met(story, one.id, way, ground))


def move_general(state: State, table: Snapshot, action: Action) -> Steps[Outcome]:
    """PAS-GEN-11: a general moves 15 mounted or 8 on foot, in phase 5.

    Raises:
        IllegalAction: not now, or too far.
    """
    leader = general(state, action.by)
    if leader is None:
        raise IllegalAction(f"{action.by} is no general on the table.")
    forbid(None if state.phase == 5 else refusal("generals move in phase 5", "PAS-SEQ-05"))
    forbid(None if leader.back <= state.bound else refusal(f"{leader.id} is wounded", "PAS-GEN-06"))
    key = token(table, leader)
    seen_before(table, key)
    reading: Reading
    rate = general_rate_in(leader)
    joined = str(action.more.get("with", leader.with_unit))
    if stands(table, key):
        left_in = rate - leader.moved_in
        after = yield from look(f"Move {leader.id}", leader.side, (key,), rules=("PAS-GEN-11",),
                                reach=free_reach(table, key, left_in, "PAS-GEN-11"))
        reading = move_distance(table, after, key, measured="centre")
        joined = touched(state, arranged(state, after), leader)
    else:
        inches = number(action.more.get("inches", 0))
        reading = Reading("move_distance", inches, 0.0, frm=key)
    whole = _in_all(leader, reading)
    inside = yield from within(whole, rate, leader.side, what=f"{leader.id} moved",
                               rules=("PAS-GEN-11",))
    says = f"{leader.id} moved {whole} this bound, he may move {rate:g} in"
    forbid(None if inside else refusal(says, "PAS-GEN-11"))
    new = replace(leader, moved_in=whole.value, moved_spread_in=whole.plus_minus, with_unit=joined)
    story = then(begin(state), with_general(state, new), Effect("moved", leader.id, reading.value))
    return say(story, f"{leader.id} moves {reading}.", "PAS-GEN-11", readings=(reading,))


def _in_all(leader: General, way: Reading) -> Reading:
    """How far a general has moved this bound, with the move now measured."""
    spread_in = math.hypot(leader.moved_spread_in, way.plus_minus)
    return dataclasses.replace(way, value=leader.moved_in + way.value, plus_minus=spread_in)


def bridge_fault(table: Snapshot, one: Unit) -> Refusal | None:
    """Why a unit on the table may not begin to cross: no bridge is within a move of it."""
    if one.column or not stands(table, one.id):
        return None
    if is_near(table, one.id, frozenset({"bridge"}), rate_in(one)):
        return None
    return refusal(f"no bridge is within a move of {one.id}", "PAS-TER-06")


def bridge(state: State, table: Snapshot, action: Action) -> Outcome:
    """PAS-TER-06: change formation, cross 10 figures a move, change formation again.

    Raises:
        IllegalAction: it may not move, or no bridge is near.
    """
    one = unit(state, action.by)
    forbid(move_fault(state, one) or bridge_fault(table, one))
    story = begin(state)
    if not one.column:
        new = replace(one, column=True, crossed=0, spent=one.spent + 0.5, moved=True)
        says = f"{one.id} forms to cross the bridge: half a move."
    elif one.crossed < one.figures:
        crossed = min(one.figures, one.crossed + BRIDGE_FIGURES)
        new = replace(one, crossed=crossed, spent=1.0, moved=True)
        says = f"{one.id}: {crossed - one.crossed} figures cross, {crossed} of {one.figures}."
    else:
        new = replace(one, column=False, crossed=0, spent=one.spent + 0.5, moved=True)
        says = f"{one.id} is over and forms to fight again: half a move."
    return say(then(story, with_units(state, new), Effect("bridge", one.id, new.crossed, says)),
               says, "PAS-TER-06")
