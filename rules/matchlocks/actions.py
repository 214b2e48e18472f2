"""The table of everything that can be declared, and how it is resolved."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Offer, Outcome
from rules.matchlocks.asking import close_quarters as fighting
from rules.matchlocks.asking.declaring import declare_attached, declare_cover
from rules.matchlocks.asking.offers import repair_offers, shoot_offers
from rules.matchlocks.asking.unit_offers import (
    cover_offers,
    deed_offers,
    moving_offers,
    rally_offers,
    reorganise_offers,
    take_gun_offers,
)
from rules.matchlocks.close_combat.aftermath import end_deserted
from rules.matchlocks.movement import deeds
from rules.matchlocks.movement.manoeuvre import let_pass
from rules.matchlocks.movement.moving import move
from rules.matchlocks.movement.turning import about_face, pivot, wheel
from rules.matchlocks.musketry.ammunition import die_read
from rules.matchlocks.musketry.shooting import repair, shoot
from rules.matchlocks.ordering import command_offers as commanding
from rules.matchlocks.ordering import general, leaders
from rules.matchlocks.ordering.cards import finish_card, turn_card
from rules.matchlocks.ordering.command import group_order, order, range_checks, token_seen
from rules.matchlocks.ordering.events import play_event
from rules.matchlocks.ordering.perk import play_perk
from rules.matchlocks.ordering.rallying import rally
from rules.matchlocks.play import Play, require
from rules.matchlocks.setting_up.deploying import begin, deploy
from rules.matchlocks.state import State, Unit
from rules.matchlocks.switches import House
from rules.matchlocks.turn import end_turn
from vision.table.snapshot import Snapshot

Deed = Callable[[Play, Action], Steps[Play]]

OF_UNITS: dict[str, Deed] = {
    "shoot": shoot,
    "repair": repair,
    "move": move,
    "wheel": wheel,
    "about face": about_face,
    "pivot": pivot,
    "attack": fighting.declare_attack,
    "rally": rally,
    "mount": deeds.mount,
    "pack_up": deeds.pack_up,
    "support": deeds.support,
    "reorganise": deeds.reorganise,
    "change formation": deeds.change_formation,
    "anything else": deeds.anything_else,
}
"""Actions of a unit that cost it one of its Actions."""

ACTIONS: dict[str, Deed] = {
    **OF_UNITS,
    "face": fighting.declare_face,
    "feed": fighting.declare_feed,
    "melee round": fighting.declare_round,
    "morale test": fighting.declare_test,
    "take gun": deeds.take_gun,
    "retake": fighting.declare_retake,
    "order": order,
    "token seen": token_seen,
    "group order": group_order,
    "leader move": leaders.leader_move,
    "ammo die": die_read,
    "cover": declare_cover,
    "attach": declare_attached,
    "roll class": leaders.declare_class,
    "assign": leaders.assign,
    "general token": general.general_token,
    "general rally": general.general_rally,
    "general attack": general.general_attack,
    "general ride": general.general_ride,
    "deploy": deploy,
    "begin": begin,
    "pass": let_pass,
    "turn card": turn_card,
    "finish": finish_card,
    "end turn": end_turn,
    "perk": play_perk,
    "event": play_event,
    "concede": fighting.declare_concede,
    "demand": fighting.declare_demand,
}


def resolve(action: Action, state: State, table: Snapshot) -> Steps[Outcome]:
    """One action over one frozen snapshot.

    Raises:
        IllegalAction: there is no such action, or the rules forbid it now.
    """
    if action.do not in ACTIONS:
        raise IllegalAction(f"there is no action {action.do!r}", "NMM-ACT-28")
    play = Play(state, table)
    if state.house and action.do in OF_UNITS:
        yield from _still_in_range(play, action)
    play = yield from ACTIONS[action.do](play, action)
    return end_deserted(play).outcome()


def _still_in_range(play: Play, action: Action) -> Steps[None]:
    """By house rule command range is measured again at each Action (``order_range_when``)."""
    if play.on(House.order_range_when.ordering):
        return
    unit = play.state.unit(action.by)
    leader = play.state.leaders.get(unit.ordered)
    if leader is not None:
        yield from require(play, range_checks(play.state, play.table, leader, unit), unit.side)


UNIT_OFFERS: tuple[Callable[[State, Snapshot, Unit], Iterator[Offer]], ...] = (
    shoot_offers,
    repair_offers,
    moving_offers,
    fighting.attack_offers,
    fighting.melee_offers,
    rally_offers,
    deed_offers,
    cover_offers,
    reorganise_offers,
    take_gun_offers,
)


def actions(state: State, table: Snapshot) -> tuple[Offer, ...]:
    """Every action of every unit, leader and side, legal or not, with the reason."""
    return tuple(_offers(state, table))


def _offers(state: State, table: Snapshot) -> Iterator[Offer]:
    if state.phase == "over":
        return
    if state.phase != "deploy":
        for unit in state.units.values():
            if not unit.gone:
                for make in UNIT_OFFERS:
                    yield from make(state, table, unit)
    for leader in state.leaders.values():
        yield from commanding.leader_offers(state, table, leader)
    for side in state.sides.values():
        yield from commanding.side_offers(state, table, side)
    yield from fighting.side_offers(state)
