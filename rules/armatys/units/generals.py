"""Generals at risk, hit, and speaking to their men (PAS-GEN)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.charging.contacts import engaged
from rules.armatys.close_combat.casualties import take
from rules.armatys.movement.ground import cover
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
from rules.armatys.switches import house
from rules.armatys.units.counters import add
from rules.armatys.units.troops import general_with, is_with
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot

GENERAL_HIT = 6
SPEECH_LESS = 2


def measure_first(state: State, table: Snapshot, *units: Unit) -> None:
    """What is measured of units that may be hit or tested, before any die is thrown: a hidden
    base then stops the action when it is declared, and not in its middle.

    Raises:
        Unmeasurable: the general beside one, or a base of one beside a wood or town, is hidden.
    """
    for one in units:
        general_with(state, table, one)
        cover(state, table, one)


def at_risk(story: Outcome, table: Snapshot, unit_id: str) -> Steps[Outcome]:
    """PAS-GEN-02, PAS-GEN-03: his unit took combat counters, so a 6 hits the general; once a
    bound, or a phase (PAS_GENERAL_RISK)."""
    state: State = story.state
    one = next(u for u in state.units if u.id == unit_id)
    leader = general_with(state, table, one)
    if leader is None or leader.risked == _moment(state):
        return story
    here = replace(leader, risked=_moment(state), with_unit=unit_id)
    story = then(story, with_general(state, here))
    return (yield from hit_general(story, leader.id))


def _moment(state: State) -> int:
    by_phase = house(state, "PAS_GENERAL_RISK") == "phase"
    return 10 * state.bound + (state.phase if by_phase else 9)


def hit_general(story: Outcome, general_id: str) -> Steps[Outcome]:
    """PAS-GEN-03 to -07: 6 is a hit; then dead, wounded, scratched, or his horse is killed."""
    leader = general(story.state, general_id)
    if leader is None:
        return story
    (face,) = yield from roll(f"Is {general_id} hit", 1, leader.side, need=GENERAL_HIT,
                              rules=("PAS-GEN-03",), alike=faces_alike(GENERAL_HIT))
    if face < GENERAL_HIT:
        return say(story, f"{general_id} is not hit.", "PAS-GEN-03", faces=(face,))
    story = say(story, f"{general_id} is hit.", "PAS-GEN-03", faces=(face,))
    (wound,) = yield from roll(f"How badly is {general_id} hit", 1, leader.side,
                               rules=("PAS-GEN-04", "PAS-GEN-05", "PAS-GEN-06", "PAS-GEN-07"),
                               alike=faces_alike(4, (4, 5, 6)))
    if wound == 6:
        return _gone(story, leader, "is dead", "PAS-GEN-04", wound)
    if wound == 5:
        return _gone(story, leader, "is wounded and retires off the table", "PAS-GEN-05", wound)
    if wound == 4:
        return (yield from _scratched(story, leader))
    return (yield from _unhorsed(story, leader, wound))


def _gone(story: Outcome, leader: General, what: str, rule: str, face: int) -> Outcome:
    says = f"{leader.id} {what}."
    before: State = story.state
    fallen = General(leader.id, leader.side, leader.name, leader.base, leader.on_foot,
                     gone=True, fell=10 * before.bound + before.phase)
    state = with_general(before, fallen)
    return say(then(story, state, Effect("general", leader.id, what, says)), says, rule,
               faces=(face,))


def _scratched(story: Outcome, leader: General) -> Steps[Outcome]:
    (bounds,) = yield from roll(f"Bounds for {leader.id} to recover", 1, leader.side,
                                rules=("PAS-GEN-06",))
    back = max(leader.back, story.state.bound + bounds + 1)
    says = f"{leader.id} has a flesh wound: out for {many(bounds, 'bound')}."
    state = with_general(story.state, replace(leader, back=back))
    return say(then(story, state, Effect("general", leader.id, bounds, says)), says, "PAS-GEN-06",
               faces=(4, bounds))


def _unhorsed(story: Outcome, leader: General, face: int) -> Steps[Outcome]:
    """PAS-GEN-07: on foot, unless a cavalryman gives up his horse and is removed."""
    if leader.on_foot:
        says = f"{leader.id} is on foot already: he has no horse to lose."
        return say(story, says, "PAS-GEN-07", faces=(face,))
    giver = _horseman(story.state, leader)
    if giver is not None:
        answer = yield from choose(
            f"The horse of {leader.id} is dead", leader.side,
            (Option("on foot"), Option("horse", f"a figure of {giver.id} gives his")),
            rules=("PAS-GEN-07",))
        if answer == "horse":
            story = say(story, f"A horseman of {giver.id} gives up his horse.", "PAS-GEN-07",
                        faces=(face,))
            if not giver.figures:
                # He gave it before he fell: what is done in one phase is done at once.
                return story
            kind = max(giver.arms, key=lambda arm: arm.figures).kind
            return take(story, giver.id, kind, "PAS-GEN-07")
    says = f"{leader.id} goes on foot."
    state = with_general(story.state, replace(leader, on_foot=True))
    return say(then(story, state, Effect("general", leader.id, "on foot", says)), says,
               "PAS-GEN-07", faces=(face,))


def _horseman(state: State, leader: General) -> Unit | None:
    """The unit with him, if it is horse and had a figure left when the phase began."""
    return next((one for one in state.units if one.id == leader.with_unit and one.is_mounted
                 and at_start(state, one.id).figures and not one.off), None)


def speech_fault(state: State, table: Snapshot, leader: General, one: Unit) -> Refusal | None:
    """PAS-SEQ-08, PAS-GEN-08 to -10: why he may not rally that unit; "" when he may."""
    if state.phase != 8:
        return refusal("generals rally in phase 8", "PAS-SEQ-08")
    if leader.gone or leader.back > state.bound:
        return refusal(f"{leader.id} is not fit", "PAS-GEN-06")
    if leader.side != one.side or not is_with(table, leader, one):
        return refusal(f"{leader.id} is not base to base with {one.id}", "PAS-GEN-01")
    if one.fired or one.fought or engaged(state, table, one):
        return refusal(f"{one.id} fired, or fights, this bound", "PAS-GEN-10")
    if one.spoken_to or leader.spoke:
        return refusal("one general speaks to one unit a bound", "PAS-GEN-09")
    return None


def speech(state: State, table: Snapshot, by: str, at: str) -> Steps[Outcome]:
    """PAS-GEN-08, PAS-MOR-09: a die less 2 counters come off; a 1 adds one.

    Raises:
        IllegalAction: he may not speak to that unit now.
    """
    leader = general(state, by)
    forbid(None if leader else refusal(f"{by} is no general on the table"))
    one = unit(state, at)
    forbid(speech_fault(state, table, leader, one) if leader else None)
    (face,) = yield from roll(f"{by} speaks to {at}", 1, one.side, rules=("PAS-GEN-08",))
    off = min(face - SPEECH_LESS, one.counters)
    new = with_units(state, replace(one, spoken_to=True))
    if leader:
        new = with_general(new, replace(leader, spoke=True))
    story = say(then(begin(state), new), f"{by} speaks to {at}: a {face}.", "PAS-GEN-08",
                "PAS-MOR-09", faces=(face,))
    return (yield from add(story, at, -off, "a rousing speech", "PAS-GEN-08"))
