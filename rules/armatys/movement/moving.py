"""Moves: of chargers in phase 2, of all others in phase 5 (PAS-SEQ-02, PAS-SEQ-05, PAS-MOV)."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

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
    Battle,
    General,
    Unit,
    with_units,
)
from rules.armatys.switches import RETIRE_TERRAIN
from rules.armatys.tables import BRIDGE_FIGURES
from rules.armatys.units.counters import add
from rules.armatys.units.ready import may_act
from rules.armatys.units.troops import arranged, general_rate_in, rate_in, stands, token, touched
from rules.field.moving import goes
from rules.kernel.play import Check, Conditions, fails, require
from rules.kernel.prompts import Steps, look, within
from rules.kernel.protocol import IllegalAction, Modifier
from rules.kernel.refusal import forbid, refusal
from rules.kernel.telling.names import verb_form
from rules.kernel.telling.words import many
from vision.measure import move_distance
from vision.table.reading import Reading

SHORT_IN = 0.25
"""A full move back that is no shorter than this by much is let pass."""


def may_move(play: Battle, by: Unit, at: str = "", **said: Any) -> Conditions:
    """May a unit make a move of its own now?"""
    yield from may_act(play, by)
    charges = bool(by.charging) and play.state.phase == 2
    moved = f"{by.does('has')} moved this bound"
    if charges:
        yield not by.moved or fails(moved, "PAS-SEQ-02")
        return
    yield play.state.phase == 5 or fails("others than chargers move in phase 5", "PAS-SEQ-05")
    yield not by.moved and by.spent < 1 or fails(moved, "PAS-SEQ-05")
    yield not by.fired or by.is_mounted or fails(
        f"{by.label} fired: it may not move as well", "PAS-INF-01", "PAS-ART-25")  # fmt: skip
    yield not by.fought or fails(f"{by.does('is')} in melee", "PAS-MEL-01")


def move(play: Battle, by: Unit, at: str, **said: Any) -> Steps[Battle]:
    """PAS-MOV-01 to -06: one unit moves; its way is judged from the table before and after.

    *said*: ``ranks`` (PAS-MOV-03), ``mount`` yes or no (PAS-MOV-04), and, for a unit that
    is not on the table, what ``going`` asks for.

    Raises:
        IllegalAction: it may not move so far, or not there.
    """
    before, charges = play.table, play.state.phase == 2
    seen_before(before, by.id)
    play = changed(play, by, said["ranks"], said["mount"])
    one, after = play.unit(by.id), before
    if stands(before, by.id):
        fault = _ordered(play, one, barred=said["barred"])
        play, after = yield from put_right(
            play, f"Move {by.label}", one, fault, ("PAS-MOV-01",), move_reach(play, one)
        )
    way = yield from entered(play, one, going(play, before, after, one, said))
    play = yield from went(play, by.id, way)
    if charges and not play.unit(by.id).off:
        play = play.change(by, moved=True)
    return play


def _ordered(play: Battle, one: Unit, *, barred: bool) -> Fault:
    """PAS-SEQ-02: a charge is ordered; *barred*: it is said that it cannot go on."""
    target = target_of(play, one)
    if play.state.phase != 2 or target is None or barred:
        return lambda after: None
    return charge_move_fault(play, play.table, one, target)


def changed(play: Battle, one: Unit, ranks: str, mount: str) -> Battle:
    """PAS-MOV-03, PAS-MOV-04: changing formation, mounting and dismounting, half a move each.

    Raises:
        IllegalAction: nothing is left of the move.
    """
    spent = one.spent
    if ranks and ranks != str(one.ranks):
        spent += 0.5
        play = with_units(play, formed(replace(one, spent=spent, moved=True), int(ranks)))
        play = play.step(f"{one.does('forms')} {ranks} deep: half a move.", "PAS-MOV-03")
    if one.kind == "dragoons" and mount and (mount == "yes") != one.mounted:
        spent += 0.5
        play = play.change(one, mounted=mount == "yes", spent=spent, moved=True)
        says = one.does("dismounts" if one.mounted else "mounts")
        play = play.step(f"{says}: half a move.", "PAS-MOV-04")
    if spent > 1:
        raise IllegalAction("two half moves are a whole one: nothing is left", "PAS-MOV-03")
    return play


def formed(one: Unit, ranks: int) -> Unit:
    """The unit with its figures in so many ranks."""
    arms = tuple(replace(arm, files=-(-arm.figures // ranks)) for arm in one.arms)
    return replace(one, ranks=ranks, arms=arms)


def went(play: Battle, unit_id: str, way: Going, *, ignore_counters: bool = False) -> Steps[Battle]:
    """Judge a move: terrain, distance, friends passed, the table's edge.

    Raises:
        IllegalAction: too far, forbidden ground, or forward after a failed charge.
    """
    one = play.unit(unit_id)
    found = toll(play, one, way)
    forbid(found.fault)
    if way.left_table:
        return departed(play, one)
    # A pursuit is no advance that its player orders: it goes on (PAS-PUR-01).
    if one.no_advance and way.forward and way.moved and not ignore_counters:
        says = f"{one.label} failed to charge: no advance this bound"
        raise IllegalAction(says, "PAS-REA-06")
    allowed = allowance_in(
        play,
        one,
        forward=way.forward,
        halves=found.halves,
        spends=one.spent + found.spends,
        ignore_counters=ignore_counters,
    )
    inside = yield from within(
        way.distance,
        allowed,
        one.side,
        what=f"{one.label} moved",
        rules=("PAS-MOV-01", "PAS-MOV-02"),
    )
    rules = ("PAS-PUR-07",) if ignore_counters else ("PAS-MOV-01", "PAS-MOV-02")
    says = f"{one.label} moved {way.distance}, it may move {allowed:g} in: put it back"
    forbid(None if inside else refusal(says, *rules, *cost_rules(found)))
    lines = allowance_lines(play, one, found, forward=way.forward, ignore_counters=ignore_counters)
    return (yield from _settled(play, one, way, found, lines, f"{allowed:g} in"))


def _settled(
    play: Battle, one: Unit, way: Going, found: Toll, lines: tuple[Modifier, ...], total: str
) -> Steps[Battle]:
    if way.moved:
        play = _moved(play, one, way, found)
        rules = (line.rule for line in lines)
        play = play.step(f"{goes(one, way.distance, 'moves')}.", *rules, modifiers=lines,
                         total=total, readings=(way.distance,))  # fmt: skip
    return (yield from _met(play, one, way, found))


def _moved(play: Battle, one: Unit, way: Going, found: Toll, **also: bool) -> Battle:
    """The unit has moved so far, and paid for the ground."""
    paid = bool(found.counters) or (one.terrain_paid and found.halves)
    return play.change(
        one, moved=True, moved_in=way.distance.value, moved_spread_in=way.distance.plus_minus,
        terrain_paid=paid, **also,
    )  # fmt: skip


def _met(play: Battle, one: Unit, way: Going, found: Toll) -> Steps[Battle]:
    """The counters of the ground that a move went over, and of the friends it went through."""
    for why, rule in found.counters:
        play = yield from add(play, one.id, 1, why, rule)
    for friend in way.past:
        play = yield from interpenetrated(play, one.id, friend)
    return play


def interpenetrated(play: Battle, a: str, b: str) -> Steps[Battle]:
    """PAS-MOV-05: each takes half the other's counters, as they were when the phase began, rounded
    up, at least 1."""
    one, two = play.state.at_start(a), play.state.at_start(b)
    first, second = max(1, -(-two.counters // 2)), max(1, -(-one.counters // 2))
    play = yield from add(play, a, first, f"passing through {two.label}", "PAS-MOV-05")
    return (yield from add(play, b, second, f"passed through by {one.label}", "PAS-MOV-05"))


def departed(play: Battle, one: Unit) -> Battle:
    """A unit has left the table; in pursuit it is lost for the game (PAS-PUR-06)."""
    why, rule = "left the table", "PAS-MOR-06" if one.broken else "PAS-MOV-01"
    if one.pursuing:
        why, rule = "pursued off the table", "PAS-PUR-06"
    play = play.change(one, off=True, lost=why, retire=False)
    return play.step(f"{one.label} {why}.", rule)


def may_retire(play: Battle, by: Unit, at: str, **said: Any) -> Conditions:
    """PAS-MOR-05: who has broken."""
    yield by.retire or fails(f"{by.does('has')} not broken", "PAS-MOR-05")


def retire(play: Battle, by: Unit, at: str, **said: Any) -> Steps[Battle]:
    """PAS-MOR-05, PAS-MOR-10: a broken unit goes back a full move, not slowed by counters.

    Raises:
        IllegalAction: the unit went too far.
    """
    before = play.table
    seen_before(before, by.id)
    after, rules = before, ("PAS-MOR-05", "PAS-MOR-10")
    if stands(before, by.id):
        fault = retire_fault(play, before, by)
        what, ground = f"Retire {by.label} a full move", retreat_reach(play, by)
        play, after = yield from put_right(play, what, by, fault, rules, ground)
    told = {**said, "direction": said["direction"] or "backward", "inches": said["inches"] or 0}
    way = yield from entered(play, by, going(play, before, after, by, told))
    ground_cost = toll(play, by, way)
    if way.left_table:
        return departed(play, by)
    full = yield from _back(play, by, way, ground_cost)
    play = _moved(play, by, way, ground_cost, retire=False)
    short = way.distance.value + way.distance.plus_minus + SHORT_IN < full
    more = f" To put right: a full move is {full:g} in." if short else ""
    says = f"{goes(by, way.distance, 'retires')}.{more}"
    play = play.step(says, *rules, readings=(way.distance,))
    return (yield from _met(play, by, way, ground_cost))


def _back(play: Battle, by: Unit, way: Going, cost: Toll) -> Steps[float]:
    """The full move back of a unit; what stands by agreement is not measured again.

    Raises:
        IllegalAction: it went farther.
    """
    slowed = cost.halves and play.on(RETIRE_TERRAIN)
    full = allowance_in(play, by, forward=False, halves=slowed)
    if not play.rulings:
        says = f"{by.label} retired {{reading}}, a full move is {full:g} in: put it right"
        what = f"{by.label} retired"
        yield from require(
            [Check(says, "PAS-MOR-10", reading=way.distance, limit=full, what=what)], by.side
        )
    return full


def may_ride(play: Battle, by: General, at: str, **said: Any) -> Conditions:
    """PAS-GEN-11: a general who is fit, in phase 5."""
    yield play.state.phase == 5 or fails("generals move in phase 5", "PAS-SEQ-05")
    yield by.back <= play.state.bound or fails(f"{by.does('is')} wounded", "PAS-GEN-06")


def ride(play: Battle, by: General, at: str, **said: Any) -> Steps[Battle]:
    """PAS-GEN-11: a general moves 15 mounted or 8 on foot.

    Raises:
        IllegalAction: he went too far.
    """
    key, rate = token(play.table, by), general_rate_in(by)
    seen_before(play.table, key)
    joined = said["with"] or by.with_unit
    if stands(play.table, key):
        ground = free_reach(play.table, key, rate - by.moved_in, "PAS-GEN-11")
        what = f"Move {by.label}"
        after = yield from look(what, by.side, (key,), rules=("PAS-GEN-11",), reach=ground)
        way = move_distance(play.table, after, key, measured="centre")
        joined = touched(play.on_table(arranged(play.state, after)), by)
    else:
        way = Reading("move_distance", number(said["inches"] or 0), 0.0, frm=key)
    whole = _in_all(by, way)
    says = f"{by.label} moved {{reading}} this bound, he may move {rate:g} in"
    what = f"{by.label} moved"
    yield from require([Check(says, "PAS-GEN-11", reading=whole, limit=rate, what=what)], by.side)
    play = play.change(by, moved_in=whole.value, moved_spread_in=whole.plus_minus, with_unit=joined)
    return play.step(f"{goes(by, way, 'moves')}.", "PAS-GEN-11", readings=(way,))


def _in_all(leader: General, way: Reading) -> Reading:
    """How far a general has moved this bound, with the move now measured."""
    spread_in = math.hypot(leader.moved_spread_in, way.plus_minus)
    return dataclasses.replace(way, value=leader.moved_in + way.value, plus_minus=spread_in)


def may_bridge(play: Battle, by: Unit, at: str) -> Conditions:
    """PAS-TER-06: a unit on the table begins to cross within a move of a bridge."""
    yield from may_move(play, by)
    near = by.column or not stands(play.table, by.id)
    yield near or is_near(play.table, by.id, frozenset({"bridge"}), rate_in(by)) or fails(
        f"no bridge is within a move of {by.label}", "PAS-TER-06")  # fmt: skip


def bridge(play: Battle, by: Unit, at: str) -> Battle:
    """PAS-TER-06: change formation, cross 10 figures a move, change formation again."""
    half = by.spent + 0.5
    if not by.column:
        play = play.change(by, column=True, crossed=0, spent=half, moved=True)
        says = f"{by.does('forms')} to cross the bridge: half a move."
    elif by.crossed < by.figures:
        crossed = min(by.figures, by.crossed + BRIDGE_FIGURES)
        play = play.change(by, crossed=crossed, spent=1.0, moved=True)
        new = crossed - by.crossed
        cross = f"{many(new, 'figure')} {verb_form('crosses', new != 1)}"
        says = f"{by.label}: {cross}, {crossed} of {by.figures}."
    else:
        play = play.change(by, column=False, crossed=0, spent=half, moved=True)
        says = f"{by.does('is')} over and {by.form('forms')} to fight again: half a move."
    return play.step(says, "PAS-TER-06")
