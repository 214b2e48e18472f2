"""Melees that go on: later rounds, fresh Squadrons, new enemies on a flank (MEL part 4)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.acting.book import Says, anybody
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps
from rules.matchlocks.close_combat.aftermath import end_deserted, end_melee, result
from rules.matchlocks.close_combat.melee import changed, fight, footing_of, melee_of, sides_of
from rules.matchlocks.close_combat.melee_count import Blow
from rules.matchlocks.crises.crisis import crisis
from rules.matchlocks.crises.into_contact import feeds_up, into_contact
from rules.matchlocks.movement.deeds import behind
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.play import BOOK, Check, Play, fight_of, melee_named
from rules.matchlocks.state import Melee, State, Unit, inches, kind_of
from rules.matchlocks.switches import House
from vision.measure.answers import Side as Zone

FEED_AFTER, FEED_UNTIL = 1, 2
"""A Squadron may feed in for the second or the third round, once so many are over (SUM-05)."""


def next_round(play: Play, melee_id: str) -> Steps[Play]:
    """Fight the next round of a melee that goes on (MEL-71, -74, -80, -81)."""
    melee = melee_of(play.state, melee_id)
    units = sides_of(play, melee)
    if not units[0] or not units[1]:
        return end_melee(play, melee_id)
    number = melee.round + 1
    play = _number_said(play, melee, number)
    blows = tuple(_blow(play, melee, one, number) for one in _engaged_first(melee, units))
    play, tally = yield from fight(play, melee_id, blows)
    return (yield from result(play, melee_id, tally, units))


def _number_said(play: Play, melee: Melee, number: int) -> Play:
    rule = {1: "NMM-MEL-69", 2: "NMM-MEL-80"}.get(number, "NMM-MEL-81")
    return play.step(f"{fight_of(play, melee)}: round {number}", rule)


def _engaged_first(melee: Melee, units: tuple[tuple[str, ...], tuple[str, ...]]) -> tuple[str, ...]:
    """Attackers then defenders, an engaged unit before one fed in beside it."""
    order: list[str] = []
    for side in units:
        order += [one for one in side if one not in melee.fed]
        order += [one for one in side if one in melee.fed]
    return tuple(order)


def _blow(play: Play, melee: Melee, unit_id: str, number: int) -> Blow:
    footing = footing_of(play, melee, unit_id, number)
    fresh = melee.fed.get(unit_id) == number
    return Blow(unit_id, replace(footing, fed=fresh), fresh=fresh)


def fight_due(play: Play) -> Steps[Play]:
    """Fight at once what retreats have just begun (MOR-25); pursuits wait for a card."""
    while play.state.phase != "over":
        due = [one for one in play.state.melees if not one.round and not one.pursuit]
        if not due:
            break
        play = yield from next_round(play, due[0].id)
    return play


def continuing(state: State) -> tuple[str, ...]:
    """The melees that the first Bonus card of a turn brings on again (CARD-07, MEL-71)."""
    due = [one for one in state.melees if one.fought_turn < state.turn]
    return tuple(one.id for one in due if is_old(state, one))


def is_old(state: State, melee: Melee) -> bool:
    """Whom a pursuit ran into it fights in the next turn, not in this one (MEL-69)."""
    return not (melee.pursuit and not melee.round and melee.began_turn >= state.turn)


@BOOK.action(
    "melee round", "Fight the next round", anybody, by=lambda play, name: name, at=melee_named
)
def melee_round(play: Play, by: str, melee: Melee) -> Steps[Play]:
    """The umpire has the next round of a melee fought."""
    play = yield from next_round(play, melee.id)
    return (yield from fight_due(play))


@BOOK.action(
    "morale test", "Test morale", anybody,
    says={
        "why": Says(usual="the umpire says so"),
        "rule": Says(usual="NMM-MOR-01"),
        "in_flank": Says(plain=True),
    },
)  # fmt: skip
def morale_test(
    play: Play, unit: Unit, at: str, why: str, rule: str, in_flank: object
) -> Steps[Play]:
    """A Morale Crisis Test by the umpire's word."""
    play = yield from crisis(play, unit.id, why, rule, in_flank=bool(in_flank))
    return (yield from fight_due(play))


# --- turning to face between rounds --------------------------------------------------------


def may_face(play: Play, unit: Unit, at: str) -> Conditions:
    """May a unit hit in flank turn to its enemy before round two (MEL-72)?"""
    melee = next((one for one in play.state.melees if one.id == unit.melee), None)
    name = unit.label
    yield melee is not None or lacks(f"{unit.does('is')} in no melee", "NMM-MEL-72")
    hit = melee is not None and melee.zone != "front" and unit.id in melee.defenders
    yield hit or fails(f"{unit.does('is')} not hit in flank or rear", "NMM-MEL-72")
    early = melee is not None and melee.round == 1 and not unit.turned
    yield early or fails(f"{name} may turn only before round two", "NMM-MEL-72")
    leaders = play.state.leader_with(unit.id)
    yield bool(leaders) or fails(f"{unit.does('needs')} a leader with it to turn", "NMM-MEL-72")
    before = play.state.decks.bonuses == 0
    yield before or fails("the first Bonus card has been turned", "NMM-MEL-72")
    came_up = any(leader.card_done or leader.id == play.state.decks.card for leader in leaders)
    yield came_up or fails("its leader's card has not come up yet", "NMM-MEL-72")


@BOOK.action("face", "Turn to face", may_face)
def turn_to_face(play: Play, unit: Unit, at: str) -> Play:
    """It turns, at the price of a Disarray, and counts one rank in round two (MEL-73)."""
    melee = melee_of(play.state, unit.melee)
    play = play.change(unit, turned=True).step(f"{unit.does('turns')} to face", "NMM-MEL-72")
    play = disarray(play, unit.id, "turning in the fight", "NMM-MEL-73")
    return changed(play, replace(melee, zone="front"))


# --- feeding in ----------------------------------------------------------------------------


def may_feed(play: Play, unit: Unit, melee: Melee) -> Conditions:
    """May a Squadron with a Support Order feed in (ACT-12, MEL-77, MEL-82, SUM-05)?"""
    squadron = kind_of(unit).arm == "horse" and not kind_of(unit).loose
    yield squadron or fails(f"{unit.does('is')} no Squadron of horse", "NMM-ACT-12")
    yield unit.support or fails(f"{unit.does('has')} no Support Order", "NMM-MEL-77")
    yield not unit.melee or fails(f"{unit.does('is')} in a melee already", "NMM-MEL-77")
    horse = all(
        kind_of(play.state.units[one]).arm == "horse"
        for one in (*melee.attackers, *melee.defenders)
    )
    yield horse or fails("only a fight of horse against horse is fed", "NMM-MEL-77")
    begun = melee.round >= FEED_AFTER
    yield begun or fails("not before its first round is over", "NMM-SUM-05")
    late = melee.round > FEED_UNTIL
    yield not late or fails("horse feeds into the second or third round", "NMM-SUM-05")
    friends = any(
        play.state.units[one].side == unit.side for one in (*melee.attackers, *melee.defenders)
    )
    yield friends or fails(f"{unit.does('has')} no friends in it", "NMM-MEL-77")
    reading, limit = behind(play, unit, melee.id), inches(play.state, kind_of(unit).move_in)
    if reading is not None:
        why = f"{unit.does('is')} {{reading}} behind the fight, one Move is {{limit}}"
        yield Check(why, "NMM-ACT-14", True, reading, limit, "at most")


def _into(play: Play, unit: Unit, melee: Melee) -> str:
    return f"Feed into {fight_of(play, melee)}"


@BOOK.action("feed", _into, may_feed, at=melee_named)
def feed(play: Play, unit: Unit, melee: Melee) -> Steps[Play]:
    """Feed a Squadron with a Support Order into a melee (MEL-77)."""
    play = yield from feed_in(play, unit.id, melee.id)
    return (yield from fight_due(play))


def feed_in(play: Play, unit_id: str, melee_id: str) -> Steps[Play]:
    """A fresh Squadron joins from the rear; the next round is fought now (``feed_in_round``)."""
    unit, melee = play.unit(unit_id), melee_of(play.state, melee_id)
    attacks = any(play.unit(one).side == unit.side for one in melee.attackers)
    sides = (
        {"attackers": (*melee.attackers, unit_id)}
        if attacks
        else {"defenders": (*melee.defenders, unit_id)}
    )
    fed = {**melee.fed, unit_id: melee.round + 1}
    play = changed(play, replace(melee, fed=fed, **sides))
    play = play.change(unit_id, melee=melee_id, support=False)
    says = f"{unit.does('feeds')} in for round {melee.round + 1}"
    play = play.step(says, "NMM-MEL-77")
    play = yield from feeds_up(play, play.unit(unit_id), melee)
    if play.on(House.feed_in_round.bonus_card):
        return play
    return (yield from next_round(play, melee_id))


# --- a new enemy ---------------------------------------------------------------------------


def _left_alone(play: Play, melee_id: str, side: str) -> Play:
    """Whose enemy gave way before a new one have seen him pull back (TURN-15, MOR-30)."""
    melee = melee_of(play.state, melee_id)
    if not all(sides_of(play, melee)):
        for unit in play.state.units.values():
            if unit.melee == melee_id and unit.side != side:
                play = play.change(unit.id, won=True, kills_since_won=0)
    return play


def join_melee(
    play: Play, unit_id: str, target_id: str, zone: Zone, reach_in: float
) -> Steps[Play]:
    """A unit attacks one that is fighting already, *reach_in* at most away (MEL-71, MEL-87 to
    -89, MOR-08)."""
    unit, target = play.unit(unit_id), play.unit(target_id)
    melee = melee_of(play.state, target.melee)
    if zone != "front":
        why = f"attacked in the {zone} while fighting"
        play = yield from crisis(play, target_id, why, "NMM-MOR-08", in_flank=True)
        if play.unit(target_id).melee != melee.id:
            says = f"{target.does('does')} not stand: {unit.does('has')} nobody to fight"
            play = _left_alone(play.step(says, "NMM-MEL-87"), melee.id, target.side)
            return end_deserted(play)
    play = play.step(
        f"{unit.does('joins')} the melee in the {zone}: a round is fought now",
        "NMM-MEL-71",
        "NMM-MEL-89",
    )
    melee = melee_of(play.state, melee.id)
    attacks = target_id in melee.defenders
    sides = (
        {"attackers": (*melee.attackers, unit_id)}
        if attacks
        else {"attackers": (*melee.defenders, unit_id), "defenders": melee.attackers}
    )
    swapped = melee.swapped == attacks
    joined = replace(
        melee, joined=(unit_id,), joined_round=melee.round + 1, zone=zone, swapped=swapped, **sides
    )
    play = changed(play, joined)
    play = yield from into_contact(play, unit_id, target_id, zone, reach_in)
    play = play.change(unit_id, melee=melee.id)
    return (yield from next_round(play, melee.id))
