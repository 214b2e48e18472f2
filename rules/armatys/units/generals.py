"""Generals at risk, hit, and speaking to their men (PAS-GEN)."""

from __future__ import annotations

from rules.armatys.charging.contacts import engaged
from rules.armatys.close_combat.casualties import take
from rules.armatys.movement.ground import cover
from rules.armatys.state import (
    Battle,
    General,
    Unit,
    with_general,
)
from rules.armatys.switches import GENERAL_RISK
from rules.armatys.units.counters import add
from rules.armatys.units.troops import general_with, is_with
from rules.kernel.dice import faces_alike
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Option, Steps, choose, roll
from rules.kernel.telling.words import many

GENERAL_HIT = 6
SPEECH_LESS = 2


def measure_first(play: Battle, *units: Unit) -> None:
    """What is measured of units that may be hit or tested, before any die is thrown: a hidden
    base then stops the action when it is declared, and not in its middle.

    Raises:
        Unmeasurable: the general beside one, or a base of one beside a wood or town, is hidden.
    """
    for one in units:
        general_with(play, one)
        cover(play, one)


def at_risk(play: Battle, unit_id: str) -> Steps[Battle]:
    """PAS-GEN-02, PAS-GEN-03: his unit took combat counters, so a 6 hits the general; once a
    bound, or a phase (PAS_GENERAL_RISK)."""
    leader = general_with(play, play.unit(unit_id))
    if leader is None or leader.risked == _moment(play):
        return play
    play = play.change(leader, risked=_moment(play), with_unit=unit_id)
    return (yield from hit_general(play, leader.id))


def _moment(play: Battle) -> int:
    by_phase = play.on(GENERAL_RISK.phase)
    return 10 * play.state.bound + (play.state.phase if by_phase else 9)


def hit_general(play: Battle, general_id: str) -> Steps[Battle]:
    """PAS-GEN-03 to -07: 6 is a hit; then dead, wounded, scratched, or his horse is killed."""
    leader = play.state.general(general_id)
    if leader is None:
        return play
    who, rule = leader.label, "PAS-GEN-03"
    alike = faces_alike(GENERAL_HIT)
    (face,) = yield from roll(
        f"Is {who} hit", 1, leader.side, need=GENERAL_HIT, rules=(rule,), alike=alike
    )
    if face < GENERAL_HIT:
        return play.step(f"{who} is not hit.", rule, faces=(face,))
    play = play.step(f"{who} is hit.", rule, faces=(face,))
    rules = ("PAS-GEN-04", "PAS-GEN-05", "PAS-GEN-06", "PAS-GEN-07")
    what, alike = f"How badly is {who} hit", faces_alike(4, (4, 5, 6))
    (wound,) = yield from roll(what, 1, leader.side, rules=rules, alike=alike)
    if wound == 6:
        return _gone(play, leader, "is dead", "PAS-GEN-04", wound)
    if wound == 5:
        return _gone(play, leader, "is wounded and retires off the table", "PAS-GEN-05", wound)
    if wound == 4:
        return (yield from _scratched(play, leader))
    return (yield from _unhorsed(play, leader, wound))


def _gone(play: Battle, leader: General, what: str, rule: str, face: int) -> Battle:
    fell = 10 * play.state.bound + play.state.phase
    told = leader.id, leader.side, leader.name, leader.base, leader.on_foot
    play = with_general(play, General(*told, gone=True, fell=fell))
    return play.step(f"{leader.label} {what}.", rule, faces=(face,))


def _scratched(play: Battle, leader: General) -> Steps[Battle]:
    what = f"Bounds for {leader.label} to recover"
    (bounds,) = yield from roll(what, 1, leader.side, rules=("PAS-GEN-06",))
    play = play.change(leader, back=max(leader.back, play.state.bound + bounds + 1))
    says = f"{leader.does('has')} a flesh wound: out for {many(bounds, 'bound')}."
    return play.step(says, "PAS-GEN-06", faces=(4, bounds))


def _unhorsed(play: Battle, leader: General, face: int) -> Steps[Battle]:
    """PAS-GEN-07: on foot, unless a cavalryman gives up his horse and is removed."""
    rule, faces = "PAS-GEN-07", (face,)
    if leader.on_foot:
        says = f"{leader.does('is')} on foot already: he has no horse to lose."
        return play.step(says, rule, faces=faces)
    giver = _horseman(play, leader)
    if giver is not None:
        options = (Option("on foot"), Option("horse", f"a figure of {giver.label} gives his"))
        what = f"The horse of {leader.label} is dead"
        answer = yield from choose(what, leader.side, options, rules=(rule,))
        if answer == "horse":
            says = f"A horseman of {giver.label} gives up his horse."
            play = play.step(says, rule, faces=faces)
            if not giver.figures:
                # He gave it before he fell: what is done in one phase is done at once.
                return play
            kind = max(giver.arms, key=lambda arm: arm.figures).kind
            return take(play, giver.id, kind, rule)
    play = play.change(leader, on_foot=True)
    return play.step(f"{leader.does('goes')} on foot.", rule, faces=faces)


def _horseman(play: Battle, leader: General) -> Unit | None:
    """The unit with him, if it is horse and had a figure left when the phase began."""
    return next(
        (
            one
            for one in play.state.units
            if one.id == leader.with_unit
            and one.is_mounted
            and play.state.at_start(one.id).figures
            and not one.off
        ),
        None,
    )


def may_speak(play: Battle, by: General, at: Unit) -> Conditions:
    """PAS-SEQ-08, PAS-GEN-08 to -10: may he rally that unit?"""
    yield play.state.phase == 8 or fails("generals rally in phase 8", "PAS-SEQ-08")
    yield not by.gone and by.back <= play.state.bound or fails(
        f"{by.does('is')} not fit", "PAS-GEN-06")  # fmt: skip
    yield by.side == at.side and is_with(play.table, by, at) or fails(
        f"{by.does('is')} not base to base with {at.label}", "PAS-GEN-01")  # fmt: skip
    yield not (at.fired or at.fought or engaged(play, at)) or fails(
        f"{at.label} fired, or fights, this bound", "PAS-GEN-10")  # fmt: skip
    yield not (at.spoken_to or by.spoke) or fails(
        "one general speaks to one unit a bound", "PAS-GEN-09")  # fmt: skip


def speech(play: Battle, by: General, at: Unit) -> Steps[Battle]:
    """PAS-GEN-08, PAS-MOR-09: a die less 2 counters come off; a 1 adds one."""
    what = f"{by.does('speaks')} to {at.label}"
    (face,) = yield from roll(what, 1, at.side, rules=("PAS-GEN-08",))
    off = min(face - SPEECH_LESS, at.counters)
    play = play.change(at, spoken_to=True).change(by, spoke=True)
    play = play.step(f"{what}: a {face}.", "PAS-GEN-08", "PAS-MOR-09", faces=(face,))
    return (yield from add(play, at.id, -off, "a rousing speech", "PAS-GEN-08"))
