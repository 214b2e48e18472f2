"""What losses do: Disarray, figures and units gone, leaders lost, Army Morale, guns taken and
retaken, conceding (DIS; SHOOT-57 to -62, LEAD, ARM, SUM-12)."""

from __future__ import annotations

from rules.kernel.dice import count_of, written
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps
from rules.kernel.telling.names import side_does
from rules.matchlocks.play import BOOK, Play, throw
from rules.matchlocks.state import Gone, Leader, Unit, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import Kind

MOST, MOST_AFTER_CHASE = 2, 3
"""Tokens a unit may hold; the long chase of horse is the one exception (DIS-08, MEL-66)."""


def disarray(
    play: Play, unit_id: str, why: str, rule: str, *, tokens: int = 1, most: int = MOST
) -> Play:
    """*unit_id* takes Disarray, up to *most* in all (DIS-01, DIS-08, MOVE-31).

    A second token changes no dice; it only takes longer to rally off (DIS-05).
    """
    if play.state.phase == "over":
        return play
    unit = play.unit(unit_id)
    now = max(unit.disarray, min(most, unit.disarray + tokens))
    if now == unit.disarray:
        says = f"{unit.label}: {why}, but it holds {now} Disarray already"
        return play.step(says, rule, "NMM-DIS-08")
    play = play.change(unit_id, disarray=now)
    return play.step(f"{unit.does('takes')} Disarray: {why}", rule, total=str(now))


def remove_figures(
    play: Play, unit_id: str, kills: int, *, extra: int = 0, from_rear: bool = False
) -> Play:
    """Take *kills* figures off, from the rear rank, musketeers before pikes.

    *extra* figures come off a Square's rear division besides (SHOOT-56); *from_rear*: the
    rear division is in the line of fire and takes the odd one (SHOOT-58).
    """
    unit = play.unit(unit_id)
    gone = min(kills + extra, unit.figures)
    shot_lost = min(gone, unit.shot)
    fields = {"shot": unit.shot - shot_lost, "pikes": unit.pikes - (gone - shot_lost)}
    if unit.kind == "pike_square":
        fields["rear"] = unit.rear - rear_share(unit, kills, extra, from_rear)
    return play.change(
        unit_id,
        **fields,
        kills=unit.kills + gone,
        kills_since_won=unit.kills_since_won + (gone if unit.won else 0),
    )


def rear_share(square: Unit, kills: int, extra: int, from_rear: bool) -> int:
    """How many of a Square's losses its rear division bears: half, the odd one in the line
    of fire; a division that is used up passes the rest on."""
    front = square.pikes - square.rear
    rear = kills // 2 + (kills % 2 if from_rear else 0) + extra
    rear = max(rear, kills + extra - front)
    return min(rear, square.rear)


def risk_leaders(play: Play, unit_id: str, dice: int, rule: str) -> Steps[Play]:
    """Each leader with the unit is out for good on any 1 (SHOOT-61, MEL-54)."""
    if dice < 1:
        return play
    for leader in play.state.leader_with(unit_id):
        play = yield from _risk(play, leader, unit_id, dice, rule)
    return play


def _risk(play: Play, leader: Leader, unit_id: str, dice: int, rule: str) -> Steps[Play]:
    what = f"{leader.label} at risk: lost on a 1"
    play, thrown = yield from throw(play, what, dice, leader.side, need=2, rules=(rule,), apart=())
    hit = count_of(thrown.faces, 1) > 0
    fate = "he is lost" if hit else "he lives"
    play = play.step(f"{what}: {written(thrown.faces)}, {fate}", rule, faces=thrown.faces)
    return lose_leader(play, leader, "NMM-LEAD-10") if hit else play


def lose_leader(play: Play, leader: Leader, rule: str) -> Play:
    """A leader is out for good; the General costs two Army Morale Tokens (ARM-08)."""
    play = play.change_in("leaders", leader.id, lost=True, lost_turn=play.state.turn, attached="")
    play = play.step(f"{leader.does('is')} out of the battle for good", rule)
    if leader.general:
        return lose_tokens(play, leader.side, 2, "the General is lost", "NMM-ARM-08")
    return play


def lose_tokens(
    play: Play, side: str, count: int, why: str, rule: str, *, demanded: bool = False
) -> Play:
    """Give up Army Morale Tokens; one that cannot be given up loses the battle (ARM-01, -15).

    Under ``demand_required`` they are only owed until the enemy asks (ARM-14).
    """
    if count < 1 or side not in play.state.sides or play.state.phase == "over":
        return play
    if not demanded and play.on(House.demand_required):
        owed = play.state.sides[side].claims + count
        says = f"{side_does(side, 'owes')} {count} Army Morale if the enemy demands it: {why}"
        return play.change_in("sides", side, claims=owed).step(says, "NMM-ARM-14")
    have = play.state.sides[side].tokens
    given = min(have, count)
    gone = play.state.sides[side].discarded + given
    if given:
        play = play.change_in("sides", side, tokens=have - given, discarded=gone)
        says = f"{side_does(side, 'gives')} up {given} Army Morale: {why}"
        play = play.step(says, rule, total=f"-{given}")
    else:
        says = f"{side_does(side, 'has')} no Army Morale left to give up: {why}"
        play = play.step(says, rule)
    if count <= have:
        return play
    winner = play.state.other(side)
    why = f"{side} cannot give up another Army Morale Token"
    says = f"{why}: {side_does(winner, 'wins')}"
    play = play.with_state(phase="over", winner=winner, why_won=why)
    return play.step(says, "NMM-ARM-01", "NMM-ARM-15")


def gain_tokens(play: Play, side: str, count: int, why: str, rule: str) -> Play:
    """Get lost tokens back; never more than the army began with unless the house says so."""
    one = play.state.sides[side]
    most = one.start_tokens if play.on(House.token_cap.start) else one.tokens + count
    got = max(0, min(count, most - one.tokens))
    if not got:
        return play
    play = play.change_in(
        "sides", side, tokens=one.tokens + got, discarded=max(0, one.discarded - got)
    )
    return play.step(
        f"{side_does(side, 'gets')} {got} Army Morale back: {why}", rule, total=f"+{got}"
    )


def token_worth(kind: Kind) -> int:
    """What one step of a unit's decline costs: 2 for a Battalia or Square, 1, Detachments 0."""
    return kind.tokens if kind.key not in ("light_gun", "galloper") else 0


def leave_table(play: Play, unit_id: str, how: Gone, *does: str) -> Play:
    """A unit is gone: tokens for it (ARM-05, ARM-06), and its leaders with it (LEAD-14, -15);
    *does*: the verb of what becomes of it, and the rest."""
    unit = play.unit(unit_id)
    why = unit.does(*does)
    play = play.change(unit_id, gone=how, melee="", actions_left=0, disarray=0)
    steady = "NMM-ARM-05" if unit.daunted else "NMM-ARM-06"
    play = play.step(why, steady)
    for leader in play.state.leader_with(unit_id):
        rule = "NMM-LEAD-14" if how == "destroyed" else "NMM-LEAD-15"
        play = lose_leader(play, leader, rule)
    rule = "NMM-ARM-05" if unit.daunted else "NMM-ARM-06"
    play, worth = _worth_gone(play, unit)
    price = worth if unit.daunted else 2 * worth
    return lose_tokens(play, unit.side, price, why, rule)


def _worth_gone(play: Play, unit: Unit) -> tuple[Play, int]:
    """What a lost unit counts; light guns only as the second of a pair (``gun_loss_stack``)."""
    if kind_of(unit).arm != "gun":
        return play, token_worth(kind_of(unit))
    if play.on(House.gun_loss_stack.capture_only):
        return play, 0
    if unit.kind == "field_gun" or unit.side not in play.state.sides:
        return play, token_worth(kind_of(unit))
    lost = play.state.sides[unit.side].lost_light + 1
    return play.change_in("sides", unit.side, lost_light=lost), 1 - lost % 2


GUN_COSTS = 1


def loses_for_daunted(play: Play, unit_id: str) -> Play:
    """A unit takes its Daunted token: a Battalia or Square costs 2, detachments 0 (ARM-04)."""
    unit = play.unit(unit_id)
    cost = token_worth(kind_of(unit))
    return lose_tokens(play, unit.side, cost, f"{unit.does('is')} Daunted", "NMM-ARM-04")


def gains_for_rally(play: Play, unit_id: str) -> Play:
    """A Daunted unit has rallied: what it cost comes back (ARM-09)."""
    unit = play.unit(unit_id)
    worth = token_worth(kind_of(unit))
    if not worth or unit.side not in play.state.sides:
        return play
    return gain_tokens(play, unit.side, worth, unit.does("rallies"), "NMM-ARM-09")


def gun_taken(play: Play, gun_id: str, by: str) -> Play:
    """The enemy captures a gun: a field gun, or the second light gun, costs 1 (ARM-07)."""
    gun = play.unit(gun_id)
    play = play.change(gun_id, gone="captured", captured_by=by, melee="", actions_left=0)
    for leader in play.state.leader_with(gun_id):
        # The crew flee or are dead; no book says that he goes with them.
        play = play.change_in("leaders", leader.id, attached="")
        play = play.step(f"{leader.does('is')} left alone at {gun.label}", "NMM-LEAD-16")
    if gun.kind == "field_gun":
        return lose_tokens(play, gun.side, GUN_COSTS, f"{gun.does('is')} captured", "NMM-ARM-07")
    if gun.side not in play.state.sides:
        return play
    taken = play.state.sides[gun.side].captured_light + 1
    play = play.change_in("sides", gun.side, captured_light=taken)
    if taken % 2:
        return play.step(
            f"{gun.does('is')} captured; one light gun alone costs nothing", "NMM-ARM-07"
        )
    return lose_tokens(play, gun.side, GUN_COSTS, "a second light gun is captured", "NMM-ARM-07")


def may_retake(play: Play, unit: Unit, gun: Unit) -> Conditions:
    """A captured gun of its own side."""
    yield gun.side == unit.side or fails(f"{gun.does('is')} not {gun.its} gun", "NMM-ARM-10")
    yield gun.gone == "captured" or lacks(f"{gun.does('is')} not in enemy hands", "NMM-ARM-10")


@BOOK.action("retake", "Retake {at}", may_retake, at="friend")
def gun_retaken(play: Play, unit: Unit, gun: Unit) -> Play:
    """A captured gun is won back, and its Army Morale with it (ARM-10). Its crew stays gone."""
    play = play.change(gun, gone="destroyed", captured_by="")
    if gun.kind == "field_gun":
        return gain_tokens(play, gun.side, GUN_COSTS, f"{gun.does('is')} retaken", "NMM-ARM-10")
    taken = play.state.sides[gun.side].captured_light
    play = play.change_in("sides", gun.side, captured_light=max(0, taken - 1))
    if taken % 2:
        return play.step(
            f"{gun.does('is')} retaken; {gun.it} {gun.form('was')} no pair", "NMM-ARM-10"
        )
    return gain_tokens(play, gun.side, GUN_COSTS, f"{gun.does('is')} retaken", "NMM-ARM-10")


def may_concede(play: Play, side: str, at: str) -> Conditions:
    """Anybody, while the battle goes on."""
    yield play.state.phase != "over" or fails("the battle is over", "NMM-ARM-02")


@BOOK.action("concede", "Concede", may_concede, by="side")
def concede(play: Play, side: str, at: str) -> Play:
    """A player gives the battle up (ARM-02)."""
    winner = play.state.other(side)
    says = f"{side_does(side, 'concedes')}: {side_does(winner, 'wins')}"
    play = play.with_state(phase="over", winner=winner, why_won=f"given up by {side}")
    return play.step(says, "NMM-ARM-02")


def may_demand(play: Play, side: str, at: str) -> Conditions:
    """What the enemy owes, while the battle goes on (ARM-14)."""
    yield from may_concede(play, side, at)
    other = play.state.sides.get(play.state.other(side))
    owed = other is not None and other.claims > 0
    yield owed or fails(f"no Army Morale is owed by {play.state.other(side)}", "NMM-ARM-14")


def _owed(play: Play, side: str, at: str) -> str:
    other = play.state.other(side)
    return f"Demand {play.state.sides[other].claims} Army Morale of {other}"


@BOOK.action("demand", _owed, may_demand, by="side")
def demand(play: Play, side: str, at: str) -> Play:
    """*side* demands the Army Morale its enemy owes (ARM-14, under ``demand_required``)."""
    other = play.state.other(side)
    owed = play.state.sides[other].claims
    play = play.change_in("sides", other, claims=0)
    why = f"{side_does(side, 'demands')} it"
    return lose_tokens(play, other, owed, why, "NMM-ARM-14", demanded=True)
