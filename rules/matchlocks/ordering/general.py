"""The General's card: four things he may do (ORD-05 to -08; ``general_options``)."""

from __future__ import annotations

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.ordering.leaders import attach, rate_in, ride
from rules.matchlocks.ordering.rallying import lift_daunted, lift_disarray
from rules.matchlocks.play import BOOK, Check, Play, leader_named
from rules.matchlocks.state import Leader, State, Unit, inches, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import COMMAND_IN, GENERAL_RIDE_IN, LEADER_TOKEN_IN
from vision.measure.range import command_distance

RALLIES = {House.general_rally.two: 2, House.general_rally.one: 1, House.general_rally.all: 99}


def general_checks(play: Play, leader: Leader, option: str) -> Conditions:
    """May the General use that option now?"""
    yield leader.general or fails(f"{leader.does('is')} no General", "NMM-ORD-05")
    yield not leader.lost or fails(f"{leader.does('is')} lost", "NMM-LEAD-13")
    up = play.state.decks.card == leader.id and play.state.phase == "main"
    yield up or fails(f"{leader.does('acts')} only while his card is up", "NMM-LEAD-18")
    yield not leader.stunned or fails(f"{leader.does('is')} stunned this turn", "NMM-EVT-04")
    fights = bool(leader.attached) and bool(play.state.units[leader.attached].melee)
    free = option != "token" and play.on(House.fighting_leader_rides)
    yield free or not fights or fails(f"{leader.does('is')} busy fighting", "NMM-ORD-14")
    used = leader.options_used
    moves = [one for one in used if one != "token"]
    free = {
        House.general_options.one: not used,
        House.general_options.token_and_move: option not in used
        and not (option != "token" and moves),
        House.general_options.all: option not in used,
    }[House.general_options.of(play.state.house)]
    yield free or fails(f"{leader.does('has')} done what his card allows", "NMM-ORD-05")


def may_lend(play: Play, leader: Leader, brigadier: Leader) -> Conditions:
    """A Brigadier within 10 in may get the token (ORD-05)."""
    yield from general_checks(play, leader, "token")
    own = brigadier.side == leader.side and not brigadier.general and not brigadier.lost
    yield own or fails(f"{brigadier.does('is')} none of his Brigadiers", "NMM-ORD-05")
    if own:
        far, limit = (
            command_distance(play.table, leader.id, brigadier.id),
            inches(play.state, COMMAND_IN),
        )
        why = f"{brigadier.does('is')} {{reading}} away, {{limit}} at most"
        yield Check(why, "NMM-ORD-05", True, far, limit, "at most")


@BOOK.action("general token", "Lend {at} a token", may_lend, by=leader_named, at=leader_named)
def general_token(play: Play, leader: Leader, brigadier: Leader) -> Play:
    """Lend Brigadier *at* one Order Token for this turn."""
    play = _used(play, leader, "token")
    play = play.change_in("leaders", brigadier.id, extra_tokens=brigadier.extra_tokens + 1)
    says = f"{brigadier.does('has')} one Order Token more this turn"
    late = brigadier.card_done and play.on(House.general_token_timing.card_to_come)
    if late:
        says += "; but his card has gone, so it is wasted"
    return play.step(says, "NMM-ORD-05")


def _used(play: Play, leader: Leader, option: str) -> Play:
    return play.change_in("leaders", leader.id, options_used=(*leader.options_used, option))


def may_ride_off(play: Play, leader: Leader, at: str) -> Conditions:
    """May the General ride off alone?"""
    yield from general_checks(play, leader, "ride")


@BOOK.action("general ride", "Ride off", may_ride_off, by=leader_named)
def general_ride(play: Play, leader: Leader, at: str) -> Steps[Play]:
    """Ride anywhere within 24 in (ORD-08)."""
    limit = rate_in(play.state, GENERAL_RIDE_IN)
    play = yield from ride(_used(play, leader, "ride"), leader, limit, "NMM-ORD-08")
    return (yield from attach(play, leader.id))


def may_rally_with(play: Play, leader: Leader, unit: Unit, what: str = "") -> Conditions:
    """He may join a unit and rally it (ORD-06)."""
    yield from general_checks(play, leader, "rally")
    yield from _joinable(play.state, leader, unit)
    yield unit.shaken or lacks(f"{unit.does('has')} nothing to rally off", "NMM-ORD-06")
    fresh = unit.ordered in ("", "initiative") and not unit.acts
    yield fresh or fails(f"{unit.does('has')} had {unit.its} Order this turn", "NMM-ORD-17")
    now = unit.daunted and unit.daunted_turn == play.state.turn and not unit.disarray
    yield not now or fails(f"{unit.label} became Daunted this very turn", "NMM-DAU-08")


def _joinable(state: State, leader: Leader, unit: Unit) -> Conditions:
    own = unit.side == leader.side and not unit.gone
    yield own or fails(f"{unit.does('is')} not of his army", "NMM-ORD-06")
    yield not unit.melee or fails(f"{unit.does('is')} in a melee", "NMM-INIT-04")


def _either_token(play: Play, leader: Leader, unit: Unit) -> tuple[str, ...]:
    return ("", "disarray") if unit.daunted and unit.disarray else ()


@BOOK.action(
    "general rally", "Join and rally {at}", may_rally_with, by=leader_named, at="friend",
    says={"what": Says(picks=_either_token)},
)  # fmt: skip
def general_rally(play: Play, leader: Leader, unit: Unit, what: str) -> Steps[Play]:
    """Join a unit at most 12 in away and rally it as if it had an Order (ORD-06); *what*:
    "disarray" spares the Daunted Token."""
    play = yield from _join(_used(play, leader, "rally"), leader, unit, "NMM-ORD-06")
    rallies = RALLIES[House.general_rally.of(play.state.house)]
    play = _rallied(play, unit, rallies, what)
    play = play.change(unit.id, ordered=leader.id, actions_left=0)
    return play.step(f"the General rallies {unit.label}", "NMM-ORD-06")


def _rallied(play: Play, unit: Unit, rallies: int, what: str) -> Play:
    """Two Rally Actions are two Disarray, or the Daunted Token."""
    fresh = unit.daunted and unit.daunted_turn == play.state.turn
    if unit.daunted and not fresh and rallies >= 2 and not (what == "disarray" and unit.disarray):
        play = lift_daunted(play, unit.id, "NMM-ORD-06")
        rallies -= 2
    for _ in range(min(rallies, unit.disarray)):
        play = lift_disarray(play, unit.id, "NMM-ORD-06")
    return play


def _join(play: Play, leader: Leader, unit: Unit, rule: str) -> Steps[Play]:
    """Ride to a unit and be with it.

    Raises:
        IllegalAction: he does not end touching it.
    """
    if leader.attached == unit.id:
        return play
    play = yield from ride(play, leader, rate_in(play.state, LEADER_TOKEN_IN), rule)
    play = yield from attach(play, leader.id, "" if _placed(play, leader) else unit.id)
    if play.state.leaders[leader.id].attached != unit.id:
        raise IllegalAction(f"{leader.does('does')} not touch {unit.label}", rule)
    return play


def _placed(play: Play, leader: Leader) -> bool:
    return any(base.unit_id == leader.id for base in play.table.bases)


def may_lead(play: Play, leader: Leader, unit: Unit) -> Conditions:
    """He may join a Squadron and attack at its head (ORD-07)."""
    yield from general_checks(play, leader, "attack")
    yield from _joinable(play.state, leader, unit)
    kind = kind_of(unit)
    squadron = kind.arm == "horse" and not kind.loose
    yield squadron or fails(f"{unit.does('is')} no Squadron", "NMM-ORD-07")
    yield not unit.daunted or fails(f"{unit.does('is')} Daunted", "NMM-DAU-02")
    fresh = unit.ordered == "" or play.on(House.general_attack_order.extra)
    yield fresh or fails(f"{unit.does('has')} had {unit.its} Order this turn", "NMM-ORD-17")


@BOOK.action("general attack", "Lead {at} in an Attack", may_lead, by=leader_named, at="friend")
def general_attack(play: Play, leader: Leader, unit: Unit) -> Steps[Play]:
    """Join a Squadron; it may now be declared to attack, with his 2 Hits (ORD-07, MEL-44)."""
    play = yield from _join(_used(play, leader, "attack"), leader, unit, "NMM-ORD-07")
    counts = play.on(House.general_attack_order.counts)
    fields = {"ordered": leader.id} if counts else {}
    play = play.change(unit.id, actions_left=2, **fields)
    return play.step(f"{leader.does('leads')} {unit.label}: it may attack", "NMM-ORD-07")
