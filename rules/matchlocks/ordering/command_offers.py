"""What leaders and players may do: Orders, the General's options, cards, turns."""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.protocol import Action, Offer
from rules.matchlocks.asking.declaring import attach_checks
from rules.matchlocks.asking.offers import offer
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.manoeuvre import pass_checks
from rules.matchlocks.movement.supporting import supporter_checks
from rules.matchlocks.ordering.cards import finish_checks, turn_checks
from rules.matchlocks.ordering.command import (
    commanding_checks,
    group_candidates,
    order_checks,
)
from rules.matchlocks.ordering.events import event_checks
from rules.matchlocks.ordering.general import (
    attack_join_checks,
    general_checks,
    rally_join_checks,
    token_checks,
)
from rules.matchlocks.ordering.leaders import class_checks, leader_move_checks
from rules.matchlocks.ordering.perk import perk_checks
from rules.matchlocks.play import judge
from rules.matchlocks.setting_up.deploying import setup_checks
from rules.matchlocks.state import Leader, Side, State, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.turn import end_checks
from vision.table.snapshot import Snapshot

Needs = dict[str, tuple[str, ...]]


def leader_offers(state: State, table: Snapshot, leader: Leader) -> Iterator[Offer]:
    """What one leader may do; a lost one nothing."""
    if leader.lost:
        return
    yield from _attach_offers(state, table, leader)
    if state.phase == "deploy":
        if state.on(House.class_roll) and not leader.general:
            action = Action("roll class", leader.id)
            yield offer(state, action, "Roll Command Class", class_checks(state, leader))
        return
    checks = leader_move_checks(state, leader)
    if not leader.general or state.phase == "manoeuvre":
        yield offer(state, Action("leader move", leader.id), "Ride", checks)
    if leader.general:
        yield from _general_offers(state, table, leader)
    elif state.phase == "main":
        yield from _order_offers(state, table, leader)


def _attach_offers(state: State, table: Snapshot, leader: Leader) -> Iterator[Offer]:
    """To ride with a unit that he touches and is not yet with."""
    for unit in state.friends(leader.side):
        if unit.id == leader.attached or not bases_of(table, leader.id):
            continue
        made = offer(
            state,
            Action("attach", leader.id, unit.id),
            f"Ride with {unit.label}",
            attach_checks(state, table, leader, unit),
        )
        if made.legal:
            yield made


def _order_offers(state: State, table: Snapshot, leader: Leader) -> Iterator[Offer]:
    """An Order to each unit of his side that he could ever order, and a Group Order."""
    if state.decks.card != leader.id:
        checks = commanding_checks(state, leader)
        yield offer(state, Action("order", leader.id), "Order", checks)
        return
    for unit in state.friends(leader.side):
        light = kind_of(unit).skirmisher or kind_of(unit).arm == "gun"
        if unit.brigade == leader.brigade or light:
            action = Action("order", leader.id, unit.id)
            checks = order_checks(state, table, leader, unit)
            supports = judge(state, supporter_checks(state, unit)).legal
            needs: Needs = {"what": ("", "support")} if supports else {}
            yield offer(state, action, f"Order {unit.label}", checks, needs)
    if len(group_candidates(state, table, leader)) > 1:
        action = Action("group order", leader.id)
        yield offer(state, action, "Group Order", commanding_checks(state, leader))


def _general_offers(state: State, table: Snapshot, leader: Leader) -> Iterator[Offer]:
    if state.phase != "main":
        return
    if state.decks.card != leader.id:
        checks = general_checks(state, leader, "ride")
        yield offer(state, Action("general ride", leader.id), "Ride off", checks)
        return
    yield offer(
        state, Action("general ride", leader.id), "Ride off", general_checks(state, leader, "ride")
    )
    for other in state.leaders.values():
        if other.side == leader.side and not other.general and not other.lost:
            action = Action("general token", leader.id, other.id)
            checks = token_checks(state, table, leader, other)
            yield offer(state, action, f"Lend {other.label} a token", checks)
    for unit in state.friends(leader.side):
        if unit.shaken:
            action = Action("general rally", leader.id, unit.id)
            checks = rally_join_checks(state, leader, unit)
            both: Needs = {"what": ("", "disarray")} if unit.daunted and unit.disarray else {}
            yield offer(state, action, f"Join and rally {unit.label}", checks, both)
        if kind_of(unit).arm == "horse" and not kind_of(unit).loose:
            action = Action("general attack", leader.id, unit.id)
            checks = attack_join_checks(state, leader, unit)
            yield offer(state, action, f"Lead {unit.label} in an Attack", checks)


def side_offers(state: State, table: Snapshot, side: Side) -> Iterator[Offer]:
    """What a player may do that is no unit's: cards, goes, the turn."""
    name = side.name
    if state.phase == "deploy":
        yield offer(state, Action("deploy", name), "Deploy by the book", setup_checks(state))
        yield offer(state, Action("begin", name), "Begin as placed", setup_checks(state))
    elif state.phase == "manoeuvre":
        action = Action("pass", name)
        yield offer(
            state, action, "Let the go pass", pass_checks(state, name), {"close": ("", "yes")}
        )
    else:
        yield from _card_offers(state, table, side)
    for event in dict.fromkeys(side.events):
        action = Action("event", name, more={"event": event})
        yield offer(state, action, f"Play {event}", event_checks(state, table, name, event))


def _card_offers(state: State, table: Snapshot, side: Side) -> Iterator[Offer]:
    name = side.name
    yield offer(state, Action("turn card", name), "Turn the next card", turn_checks(state))
    yield offer(state, Action("finish", name), "Done with this card", finish_checks(state, name))
    yield offer(state, Action("end turn", name), "End the turn", end_checks(state))
    if "Perk" in side.hand:
        for unit in state.units.values():
            if not unit.gone and (unit.side == name or state.on(House.perk_scope.any)):
                action = Action("perk", name, unit.id)
                yield offer(state, action, f"Perk for {unit.label}", perk_checks(state, name, unit))
