"""Round one of a melee: Doctrine Dice, the fire before the clash, the blows (DOC, MEL part 2)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.prompts import Steps, yes
from rules.matchlocks.close_combat.aftermath import end_melee, result
from rules.matchlocks.close_combat.blows import Blow
from rules.matchlocks.close_combat.doctrine import NONE, Doctrine, doctrine_die, doctrine_fire
from rules.matchlocks.close_combat.evading import Answer
from rules.matchlocks.close_combat.melee import changed, fight, footing_of, melee_of, sides_of
from rules.matchlocks.crises.into_contact import halts_apart
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.musketry.saves import mourn, suffer
from rules.matchlocks.play import Play
from rules.matchlocks.switches import House
from vision.measure.answers import Side as Zone
from vision.measure.move import charge_straight, move_distance
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot

STRAIGHT_DEG, STEP_IN = 5.0, 0.5
"""A charge within this of straight ahead is straight; a shorter way has no direction."""


class Approach(Struct, frozen=True):
    """How an Attack comes in, as measured before anything moves.

    ``moves``: Move Actions. ``actions``: Actions that count for an Evade. ``apart``: gap at the
    start of the last Move, None when unknown. ``halted``: who is met by surprise stays where he is.
    """

    zone: Zone
    moves: int
    actions: int
    apart: Reading | None = None
    halted: bool = False


def first_round(
    play: Play,
    unit_id: str,
    target_id: str,
    approach: Approach,
    answer: Answer,
    before: Snapshot,
    thrown: Doctrine | None = None,
) -> Steps[Play]:
    """Doctrine Dice, their fire, then the first round. *thrown*: the attacker's die, if it was
    thrown before contact (``charge_reach``)."""
    melee_id = play.unit(unit_id).melee
    play, ours = yield from _attackers_die(play, unit_id, approach, before, thrown)
    theirs = NONE
    if answer.fights_back:
        play, theirs = yield from doctrine_die(play, target_id, approach.apart)
    if ours.tactic == theirs.tactic == "engage":
        return (yield from _exchange(play, melee_id, unit_id, target_id, ours, theirs))
    gallop = tuple(
        one for one, found in ((unit_id, ours), (target_id, theirs)) if found.tactic == "gallop"
    )
    play = _galloping(play, melee_id, gallop)
    play, fired = yield from doctrine_fire(play, unit_id, ours)
    play, back = yield from doctrine_fire(play, target_id, theirs)
    melee = melee_of(play.state, melee_id)
    blows = (
        Blow(unit_id, footing_of(play, melee, unit_id, 1), ours, fired),
        Blow(
            target_id,
            footing_of(play, melee, target_id, 1),
            theirs,
            back + answer.fire_hits,
            outright=answer.outright,
        ),
    )
    units = sides_of(play, melee)
    play, tally = yield from fight(play, melee_id, blows)
    return (yield from result(play, melee_id, tally, units))


def _attackers_die(
    play: Play, unit_id: str, approach: Approach, before: Snapshot, thrown: Doctrine | None
) -> Steps[tuple[Play, Doctrine]]:
    """The attacker's Doctrine Die; a charge that was not straight is no more than a trot."""
    ours = thrown
    if ours is None:
        play, ours = yield from doctrine_die(play, unit_id, approach.apart)
    if ours.tactic == "gallop" and not (yield from _straight(play, unit_id, before)):
        says = f"{play.unit(unit_id).label} did not charge straight ahead: no charge bonus"
        return play.step(says, "NMM-MOVE-16"), replace(ours, tactic="trot")
    return play, ours


def _straight(play: Play, unit_id: str, before: Snapshot) -> Steps[bool]:
    """Did it charge straight ahead?  Squaring up may hide it, so people say (MOVE-16, Q-21)."""
    if not (bases_of(before, unit_id) and bases_of(play.table, unit_id)):
        return True
    if move_distance(before, play.table, unit_id).value < STEP_IN:
        return True
    angle = charge_straight(before, play.table, unit_id)
    if angle.compare(STRAIGHT_DEG) is Verdict.IN:
        return True
    unit = play.unit(unit_id)
    what = f"{unit.label} moved {angle} off its front: did it charge straight ahead?"
    return (yield from yes(what, play.state.other(unit.side), rules=("NMM-MOVE-16",)))


def _galloping(play: Play, melee_id: str, units: tuple[str, ...]) -> Play:
    melee = melee_of(play.state, melee_id)
    return changed(play, replace(melee, gallop=units))


def _exchange(
    play: Play, melee_id: str, unit_id: str, target_id: str, ours: Doctrine, theirs: Doctrine
) -> Steps[Play]:
    """Both engage by fire: shots, saves, no melee and no loser (DOC-17)."""
    play, fired = yield from doctrine_fire(play, unit_id, ours)
    play, back = yield from doctrine_fire(play, target_id, theirs)
    says = "both sides only trade shots and halt an inch apart: there is no melee"
    play = play.step(says, "NMM-DOC-17")
    play = end_melee(play, melee_id)
    melee = play.on(House.exchange_saves.melee)
    play = yield from suffer(play, unit_id, hits=back, melee=melee, mourned=False)
    play = yield from suffer(play, target_id, hits=fired, melee=melee, mourned=False)
    play = yield from mourn(play, (unit_id, target_id), play.table)
    return (yield from halts_apart(play, unit_id, target_id))
