"""Leaders: how they move, attach, are replaced (chapter V of the book; LEAD, ORD-09).

A leader is always a mounted figure, whatever the model shows (LEAD-03); 6 in over bad going
(SUM-10).
"""

from __future__ import annotations

from rules.field.moving import goes, or_agreed
from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, must
from rules.kernel.prompts import Option, Steps, choose, look
from rules.kernel.protocol import IllegalAction
from rules.matchlocks.measuring import BAD, CLOSED, bases_of
from rules.matchlocks.movement.going import free_reach
from rules.matchlocks.musketry.losses import lose_leader
from rules.matchlocks.ordering.command import commanding_checks, spend_token
from rules.matchlocks.play import BOOK, Play, leader_named, measured, throw
from rules.matchlocks.state import Leader, State, Unit, inches
from rules.matchlocks.switches import House
from rules.matchlocks.tables import (
    CLASSES,
    GENERAL_RIDE_IN,
    LEADER_BAD_IN,
    LEADER_MOVE_IN,
    LEADER_TOKEN_IN,
)
from vision.measure.move import move_distance
from vision.measure.path import path_region
from vision.measure.range import TOUCH_IN, attached
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot


def may_ride(play: Play, leader: Leader, at: str) -> Conditions:
    """May that leader move by himself now?  (LEAD-18, ORD-09, TURN-02)"""
    if play.state.phase == "manoeuvre":
        yield not leader.lost or fails(f"{leader.does('is')} lost", "NMM-LEAD-10")
        mine = play.state.mover in ("", leader.side)
        yield mine or fails(f"it is the turn of {play.state.mover}", "NMM-TURN-01")
        return
    yield from commanding_checks(play, leader, rides=True)


@BOOK.action("leader move", "Ride", may_ride, by=leader_named)
def leader_move(play: Play, leader: Leader, at: str) -> Steps[Play]:
    """A Brigadier moves himself for one token, any way he likes; attached if he ends touching.

    In the manoeuvre phase it is in his side's turn and free.
    """
    with_token = play.state.phase != "manoeuvre"
    limit = rate_in(play.state, LEADER_TOKEN_IN if with_token else LEADER_MOVE_IN)
    play = yield from ride(play, leader, limit, "NMM-ORD-09" if with_token else "NMM-LEAD-04")
    play = yield from attach(play, leader.id)
    if with_token:
        return spend_token(play, leader.id)
    play = play.change_in("sides", leader.side, last_gun="")
    return play.with_state(mover=play.state.other(leader.side), last_side=leader.side)


def rate_in(state: State, printed_in: float) -> float:
    """How far a leader rides where the book prints *printed_in* (``leader_move_mode``)."""
    if state.on(House.leader_move_mode.flat12):
        return LEADER_TOKEN_IN
    flat = state.on(House.leader_move_mode.flat10) and printed_in != GENERAL_RIDE_IN
    return LEADER_MOVE_IN if flat else printed_in


def ride(play: Play, leader: Leader, limit_in: float, rule: str) -> Steps[Play]:
    """The model is moved and judged: 6 in over bad going, half of the General's ride.

    Raises:
        IllegalAction: too far, or onto closed ground.
    """
    if not bases_of(play.table, leader.id):
        return play.step(f"{leader.does('rides')} up to {limit_in:g} in", rule)
    limit = inches(play.state, limit_in)
    what = f"move {leader.label}, up to {limit:g} in"
    ground = free_reach(play.table, leader.id, limit, rule)
    after = yield from look(what, leader.side, (leader.id,), rules=(rule,), reach=ground)
    judged = _judged_ride(play, leader, after, limit_in, rule)
    return (yield from or_agreed(after, judged, play.on_table(after).stands))


def _judged_ride(
    play: Play, leader: Leader, after: Snapshot, limit_in: float, rule: str
) -> Steps[Play]:
    limit = inches(play.state, limit_in)
    bad = _bad_going(play.table, after, leader)
    if bad:
        slow = limit_in / 2 if limit_in == GENERAL_RIDE_IN else LEADER_BAD_IN
        limit, rule = min(limit, inches(play.state, slow)), "NMM-MOVE-12"
    far = move_distance(play.table, after, leader.id, measured="centre")
    held = yield from measured(
        play, far, limit, leader.side, rule, what=f"the ride of {leader.label}"
    )
    if not held:
        over = f" over {bad}" if bad else ""
        says = f"{leader.label} rode {far}{over}, he may {limit:g} in"
        raise IllegalAction(says, rule, readings=(far,))
    play = play.on_table(after).step(goes(leader, far, "rides"), rule, readings=(far,))
    return play


def _bad_going(before: Snapshot, after: Snapshot, leader: Leader) -> str:
    for crossing in path_region(before, after, leader.id):
        if crossing.depth.value <= 0:
            continue
        if crossing.kind in CLOSED:
            raise IllegalAction(f"{crossing.name} is closed to everyone", "NMM-MOVE-12")
        if crossing.kind in BAD:
            return crossing.name
    return ""


def attach(play: Play, leader_id: str, to: str = "") -> Steps[Play]:
    """With whom does he ride now?  His base touches the unit's (LEAD-16); people say when he
    touches two, or when it is too close to call.
    """
    leader = play.state.leaders[leader_id]
    if to or not bases_of(play.table, leader_id):
        return _joined(play, leader, to)
    touching = [
        unit
        for unit in play.state.friends(leader.side)
        if bases_of(play.table, unit.id)
        and attached(play.table, leader_id, unit.id).at_least() is not Verdict.OUT
    ]
    if not touching:
        return _joined(play, leader, "")
    sure = attached(play.table, leader_id, touching[0].id).at_least() is Verdict.IN
    if len(touching) == 1 and sure:
        return _joined(play, leader, touching[0].id)
    options = (*(Option(one.id, one.label) for one in touching), Option("", "nobody"))
    what = leader.does("joins")
    chosen = yield from choose(what, leader.side, options, rules=("NMM-LEAD-16",))
    return _joined(play, leader, chosen)


def _joined(play: Play, leader: Leader, unit_id: str) -> Play:
    play = play.change_in("leaders", leader.id, attached=unit_id)
    if unit_id == leader.attached:
        return play
    says = f"{leader.does('leaves')} his unit"
    if unit_id:
        says = f"{leader.does('joins')} {play.unit(unit_id).label}"
    return play.step(says, "NMM-LEAD-16")


def command_class(face: int) -> int:
    """Command Class of a D6: 1 Amateur, 2 to 4 Able, 5 and 6 Expert (LEAD-06)."""
    return 1 if face == 1 else 3 if face >= 5 else 2


def roll_class(play: Play, leader_id: str, rule: str = "NMM-LEAD-06") -> Steps[Play]:
    """One die for a Brigadier's Command Class."""
    leader = play.state.leaders[leader_id]
    what = f"Command Class of {leader.label}"
    play, dice = yield from throw(play, what, 1, leader.side, rules=(rule,))
    grade = command_class(dice.faces[0])
    play = play.change_in("leaders", leader_id, command=grade)
    says = f"{leader.does('is')} {CLASSES[grade]}: {dice.faces[0]}"
    return play.step(says, rule, faces=dice.faces)


def may_roll_class(play: Play, leader: Leader, at: str) -> Conditions:
    """Classes are rolled before the battle, and before Brigades are given out (LEAD-05, -07)."""
    yield not leader.general or fails(f"{leader.does('is')} the General: no class", "NMM-LEAD-08")
    rolled = play.on(House.class_roll)
    yield rolled or fails("every Brigadier is Able unless class_roll says so", "NMM-LEAD-05")
    yield play.state.phase == "deploy" or fails(
        "classes are rolled before the battle", "NMM-LEAD-07")  # fmt: skip
    free = not leader.brigade
    yield free or fails(
        f"{leader.label} already has his Brigade: classes are rolled before",
        "NMM-LEAD-07")  # fmt: skip


@BOOK.action("roll class", "Roll Command Class", may_roll_class, by=leader_named)
def declare_class(play: Play, leader: Leader, at: str) -> Steps[Play]:
    """Roll a Brigadier's Command Class (LEAD-06)."""
    return (yield from roll_class(play, leader.id))


def may_assign(play: Play, leader: Leader, at: str, brigade: str) -> Conditions:
    """Brigades are given to Brigadiers before the battle."""
    early = play.state.phase == "deploy" and not leader.general
    yield early or fails("Brigades are given out before the battle", "NMM-LEAD-07")


@BOOK.action("assign", "Give him a Brigade", may_assign, by=leader_named,
             says={"brigade": Says()})  # fmt: skip
def assign(play: Play, leader: Leader, at: str, brigade: str) -> Play:
    """Give a Brigadier his Brigade (LEAD-07)."""
    return play.change_in("leaders", leader.id, brigade=brigade).step(
        f"{leader.does('takes')} {brigade or 'no'} Brigade", "NMM-LEAD-07"
    )


def replace_lost(play: Play) -> Steps[Play]:
    """Turn end, step 3: a stand-in for each Brigadier lost earlier, on 4 or more (TURN-17)."""
    for leader in tuple(play.state.leaders.values()):
        if not leader.lost or leader.general or leader.lost_turn >= play.state.turn:
            continue
        if leader.tried and play.on(House.replacement_retry.once):
            play = play.step(f"nobody else comes for {leader.label}", "NMM-LEAD-11")
            continue
        play = yield from _stand_in(play, leader)
    return play


def _stand_in(play: Play, leader: Leader) -> Steps[Play]:
    what = f"a stand-in for {leader.label.removeprefix('stand-in for ')}"
    play, dice = yield from throw(
        play, what, 1, leader.side, need=4, rules=("NMM-TURN-17",), apart=()
    )
    came = dice.faces[0] >= 4
    says = f"{what}: {dice.faces[0]}, {'he comes' if came else 'nobody yet'}"
    play = play.change_in("leaders", leader.id, tried=True)
    play = play.step(says, "NMM-LEAD-11", "NMM-TURN-17", faces=dice.faces)
    if not came:
        return play
    name = f"stand-in for {leader.label.removeprefix('stand-in for ')}"
    play = play.change_in("leaders", leader.id, lost=False, tried=False, name=name)
    play = yield from roll_class(play, leader.id, "NMM-LEAD-12")
    return (yield from _appears(play, play.state.leaders[leader.id]))


def _appears(play: Play, leader: Leader) -> Steps[Play]:
    """Where the stand-in stands: with a unit of the Brigade, or on the baseline."""
    mine = [one for one in play.state.friends(leader.side) if one.brigade == leader.brigade]
    if play.on(House.replacement_place.baseline) or not mine:
        play = play.step("he stands on the baseline", "NMM-LEAD-12")
        return (yield from _shown(play, leader, "place the stand-in on the baseline"))
    options = tuple(Option(one.id, one.label) for one in mine)
    to = yield from choose("the stand-in joins", leader.side, options, rules=("NMM-LEAD-12",))
    play = yield from _shown(play, leader, f"place the stand-in with {play.unit(to).label}")
    return _joined(play, leader, to)


def _shown(play: Play, leader: Leader, what: str) -> Steps[Play]:
    if not bases_of(play.table, leader.id):
        return play
    return play.on_table((yield from look(what, leader.side, (leader.id,), rules=("NMM-LEAD-12",))))


def ride_clear(play: Play, by_side: str, unit_id: str) -> Steps[Play]:
    """An enemy moved into a lone leader: he rides clear, or as the house says (LEAD-09)."""
    ignored = play.on(House.leader_contact.ignore)
    for leader in tuple(play.state.leaders.values()):
        if leader.side == by_side or leader.attached or leader.lost or ignored:
            continue
        if not bases_of(play.table, leader.id):
            continue
        if attached(play.table, leader.id, unit_id).at_least() is not Verdict.IN:
            continue
        play = yield from _met(play, leader)
    return play


def _met(play: Play, leader: Leader) -> Steps[Play]:
    if play.on(House.leader_contact.capture):
        play = play.step(f"{leader.does('is')} taken", "NMM-LEAD-09")
        return lose_leader(play, leader, "NMM-LEAD-09")
    says = f"{leader.does('rides')} clear to the nearest friend"
    after = yield from look(says, leader.side, (leader.id,), rules=("NMM-LEAD-09",))
    play = play.on_table(after).step(says, "NMM-LEAD-09")
    return (yield from attach(play, leader.id))


def may_attach(play: Play, leader: Leader, unit: Unit) -> Conditions:
    """A leader rides with a unit that his base touches (LEAD-16)."""
    own = unit.side == leader.side and not unit.gone and not leader.lost
    yield own or fails(f"{leader.label} cannot ride with {unit.label}", "NMM-LEAD-16")
    if bases_of(play.table, leader.id) and bases_of(play.table, unit.id):
        near = attached(play.table, leader.id, unit.id)
        why = f"{leader.does('does')} not touch {unit.label} (within {TOUCH_IN:g} in)"
        yield must(near, why, "NMM-LEAD-16")


@BOOK.action("attach", "Ride with {at}", may_attach, by=leader_named, at="friend")
def declare_attached(play: Play, leader: Leader, unit: Unit) -> Steps[Play]:
    """Say with whom a leader rides, where he touches two or was missed."""
    return (yield from attach(play, leader.id, unit.id))
