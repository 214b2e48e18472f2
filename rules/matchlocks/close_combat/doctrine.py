"""Doctrine Dice: how foot and horse come to close quarters (DOC).

The Brigadier orders the Attack; a die for each side says whether its foot fires one rank or
two before the clash, and whether its horse trots, gallops or only trades shots. Against foot,
horse throw on their own table (DOC-23); the pistols of horse that goes in are part of its melee
dice (DOC-22).
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.dice import successes, written
from rules.kernel.prompts import Steps, roll, within, yes
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.matchlocks.musketry.volley import (
    Count,
    has_moved,
    is_dry,
    rank_dice,
    thrown_again,
    use_shot,
    use_volleys,
)
from rules.matchlocks.play import Again, Play, Thrown, throw
from rules.matchlocks.state import State, Unit, band_in, inches, kind_of
from rules.matchlocks.switches import House
from vision.table.reading import Reading

Tactic = Literal["none", "fire", "engage", "trot", "gallop"]


class Doctrine(Struct, frozen=True):
    """What a side's die came to. ``ranks`` fire, hitting on ``need``."""

    tactic: Tactic = "none"
    ranks: int = 0
    need: int = 0


NONE = Doctrine()
GALLOP = 5
"""The least score of a gallop (DOC-19)."""


def has_table(state: State, unit: Unit) -> bool:
    """Does this kind of unit throw a Doctrine Die at all (DOC-02, -10, -11)?"""
    kind = kind_of(unit)
    if kind.arm == "foot":
        return not kind.loose
    if kind.arm != "horse":
        return False
    return not kind.loose or state.on(House.loose_horse_doctrine.detachments)


def doctrine_die(play: Play, unit_id: str, apart: Reading | None) -> Steps[tuple[Play, Doctrine]]:
    """Throw a side's Doctrine Die and read it. ``apart``: how far apart the lines began."""
    unit = play.unit(unit_id)
    if not has_table(play.state, unit):
        if kind_of(unit).arm == "horse":
            says = f"{unit.does('is')} loose horse: no Doctrine Die"
            play = play.step(says, "NMM-DOC-11")
        return play, NONE
    if kind_of(unit).arm == "foot":
        return (yield from _foot_die(play, unit))
    return (yield from _horse_die(play, unit, apart))


# --- foot ----------------------------------------------------------------------------------


def _foot_die(play: Play, unit: Unit) -> Steps[tuple[Play, Doctrine]]:
    """1-2 a rank at long range effect, 3-5 a rank at short, 6 two ranks (DOC-03 to -07)."""
    what = f"{unit.label}: Doctrine Die"
    again = _foot_again(unit)
    play, dice = yield from throw(play, what, 1, unit.side, again=again, rules=("NMM-DOC-02",))
    face = dice.faces[0]
    if not unit.shot:
        says = f"{what} {face}: pikes have nothing to fire"
        return play.step(says, "NMM-DOC-10", faces=dice.faces), NONE
    found, rule = _foot_result(face)
    found, cap = _capped(play.state, unit, found)
    says = f"{what} {face}: {_ranks(found)}"
    play = play.step(says, rule, modifiers=(*dice.notes, *cap), total=str(face), faces=dice.faces)
    return play, found


def _foot_again(unit: Unit) -> Again | None:
    reasons = []
    if unit.quality == "raw" or unit.fired_ranks > 0:
        reasons.append(Again((6,), "Raw, or has shot this turn: 6 again", "NMM-DOC-07"))
    if unit.quality == "veteran":
        reasons.append(Again((1,), "Veteran foot: 1 again", "NMM-DOC-06"))
    return _one_or_other(reasons)


def _one_or_other(reasons: list[Again]) -> Again | None:
    """Several reasons to throw a single die again, each for its own face."""
    return replace(reasons[0], also=tuple(reasons[1:])) if reasons else None


def _foot_result(face: int) -> tuple[Doctrine, str]:
    if face <= 2:
        return Doctrine("fire", 1, 6), "NMM-DOC-03"
    if face <= 5:
        return Doctrine("fire", 1, 5), "NMM-DOC-04"
    return Doctrine("fire", 2, 5), "NMM-DOC-05"


def _ranks(found: Doctrine) -> str:
    if not found.ranks:
        return "no fire"
    return f"{'one rank' if found.ranks == 1 else 'two ranks'} hitting on {found.need}"


def _capped(state: State, unit: Unit, found: Doctrine) -> tuple[Doctrine, tuple[Modifier, ...]]:
    """What stops or weakens the fire: rain, fog, tokens, an empty pouch."""
    if raining(state) and state.on(House.showers_doctrine.all):
        return NONE, (Modifier("rain", "no fire", "NMM-EVT-08"),)
    notes: list[Modifier] = []
    if unit.shaken and state.on(House.doctrine_one_rank_cap):
        if unit.fired_ranks:
            return NONE, (Modifier("one rank a turn, and it has fired", "no fire", "NMM-DIS-02"),)
        if found.ranks > 1:
            notes.append(Modifier("Disarrayed or Daunted", "one rank", "NMM-DIS-02"))
            found = Doctrine("fire", 1, found.need)
    if is_dry(unit, kind_of(unit)):
        if why := _no_scattered_fire(state, unit):
            return NONE, (why,)
        notes.append(Modifier("Scattered Fire", "one rank, 6s", "NMM-AMMO-05"))
        found = Doctrine("fire", 1, 6)
    if state.fog and state.on(House.fog_doctrine.six):
        notes.append(Modifier("fog of war", "6", "NMM-EVT-10"))
        found = Doctrine("fire", found.ranks, 6)
    return found, tuple(notes)


def _no_scattered_fire(state: State, unit: Unit) -> Modifier | None:
    """What keeps an empty unit from Scattered Fire; an attacker has moved (AMMO-04, -06)."""
    if state.on(House.empty_doctrine.none):
        return Modifier("no ammunition", "no fire", "NMM-AMMO-04")
    if has_moved(unit):
        return Modifier("Scattered Fire is for units that stand", "no fire", "NMM-AMMO-06")
    if unit.fired_ranks:
        return Modifier("Scattered Fire is one rank a turn", "no fire", "NMM-AMMO-04")
    return None


def raining(state: State) -> bool:
    """Is shooting stopped by Scattered Showers this turn?"""
    return state.rain_until >= state.turn


# --- horse ---------------------------------------------------------------------------------


def _horse_die(play: Play, unit: Unit, apart: Reading | None) -> Steps[tuple[Play, Doctrine]]:
    """1 engage by fire, 2-4 trot, 5+ gallop (DOC-12 to -20)."""
    what = f"{unit.label}: Doctrine Die"
    again = _horse_again(play.state, unit)
    play, dice = yield from throw(play, what, 1, unit.side, again=again, rules=("NMM-DOC-11",))
    dice = yield from _optional_reroll(play.state, unit, what, dice)
    face = dice.faces[0]
    near = face >= GALLOP and not (yield from _has_run_up(play, unit, apart))
    found, rule, notes = _horse_result(play.state, unit, face, apart if near else None)
    words = {"engage": "engages by fire", "trot": "at a trot", "gallop": "at a gallop"}
    play = play.step(
        f"{what} {face}: {words[found.tactic]}",
        rule,
        modifiers=(*dice.notes, *notes),
        total=str(face),
        faces=dice.faces,
    )
    return play, found


def _horse_again(state: State, unit: Unit) -> Again | None:
    """Compulsory: 1 for Royalists and lines, 6 for Cuirassiers, Raw and columns."""
    loose = kind_of(unit).loose
    side = state.sides.get(unit.side)
    reasons = []
    if (side is not None and side.royalist) or (unit.formation == "line" and not loose):
        reasons.append(Again((1,), "Royalist horse, or a line: 1 again", "NMM-DOC-12"))
    column = unit.formation == "column" and not loose
    if unit.kind == "cuirassiers" or unit.quality == "raw" or column:
        reasons.append(Again((6,), "Cuirassiers, Raw or a column: 6 again", "NMM-DOC-13"))
    return _one_or_other(reasons)


def _optional_reroll(state: State, unit: Unit, what: str, dice: Thrown) -> Steps[Thrown]:
    """Veterans, and horse with a leader, may throw again what was not thrown again yet."""
    may = unit.quality == "veteran" or bool(state.leader_with(unit.id))
    if not may or dice.rerolled:
        return dice
    question = f"{what} shows {dice.faces[0]}: throw it again?"
    if not (yield from yes(question, unit.side, rules=("NMM-DOC-14",))):
        return dice
    new = yield from roll(f"{what}: again", 1, unit.side, rerolls=True, rules=("NMM-DOC-14",))
    note = Modifier("thrown again by choice", written(new), "NMM-DOC-14")
    return Thrown(new, (0,), (*dice.notes, note))


def _horse_result(
    state: State, unit: Unit, face: int, too_near: Reading | None
) -> tuple[Doctrine, str, tuple[Modifier, ...]]:
    if face == 1:
        return _engage_by_fire(state, unit)
    if face < GALLOP:
        return Doctrine("trot"), "NMM-DOC-18", ()
    if too_near is not None:
        near = Modifier("too near to gallop", str(too_near), "NMM-DOC-20")
        return Doctrine("trot"), "NMM-DOC-20", (near,)
    return Doctrine("gallop"), "NMM-DOC-19", ()


def _has_run_up(play: Play, unit: Unit, apart: Reading | None) -> Steps[bool]:
    """Were the lines far enough apart for a gallop?  People settle it when it is too close to
    call (DOC-20, MOVE-15)."""
    if apart is None:
        return True
    limit, band = least_run_up_in(play.state, unit), band_in(play.state)
    what = f"the run-up of {unit.label}"
    rules = ("NMM-DOC-20", "NMM-MOVE-15")
    return (
        yield from within(
            apart, limit, unit.side, what=what, band=band, sense="at least", rules=rules
        )
    )


def least_run_up_in(state: State, unit: Unit) -> float:
    """How far off a charge must start, inches (MOVE-15, DOC-20; ``charge_min``)."""
    kind = kind_of(unit)
    book = 7.0 if state.on(House.charge_min.flat7) else (kind.move_in + kind.charge_in) / 2
    return inches(state, book)


def _engage_by_fire(state: State, unit: Unit) -> tuple[Doctrine, str, tuple[Modifier, ...]]:
    """One rank of pistols, then 5+ to hit; a trot in rain or with empty holsters."""
    kind = kind_of(unit)
    if raining(state) and state.on(House.showers_doctrine.all):
        wet = Modifier("rain: no pistols", "trot", "NMM-EVT-08")
        return Doctrine("trot"), "NMM-DOC-18", (wet,)
    empty = kind.shots is not None and unit.shots_used >= kind.shots
    if not empty:
        need = 6 if state.fog and state.on(House.fog_doctrine.six) else 5
        return Doctrine("engage", 1, need), "NMM-DOC-16", ()
    note = Modifier("no shots left", House.empty_pistols.value(state.house), "NMM-AMMO-07")
    if state.on(House.empty_pistols.trot):
        return Doctrine("trot"), "NMM-DOC-18", (note,)
    return Doctrine("engage", 0, 5), "NMM-DOC-16", (note,)


# --- the fire itself -----------------------------------------------------------------------


def doctrine_fire(play: Play, unit_id: str, found: Doctrine) -> Steps[tuple[Play, int]]:
    """Fire what the die allows and count the Hits; it costs ammunition (DOC-08, -09, -16)."""
    unit = play.unit(unit_id)
    if not found.ranks:
        return play, 0
    count = fire_dice(play.state, unit, found)
    if not count.dice:
        return play.step(f"{unit.does('has')} nobody left to fire", "NMM-DOC-10"), 0
    shooting = play.on(House.doctrine_quality_reroll)
    again = thrown_again(play.state, unit) if shooting and found.tactic == "fire" else None
    what = f"{unit.does('fires')} before the clash"
    play, dice = yield from throw(
        play,
        what,
        count.dice,
        unit.side,
        need=found.need,
        again=again,
        rules=("NMM-DOC-08",),
        apart=(),
    )
    hits = successes(dice.faces, found.need)
    play = play.step(
        f"{what}: {written(dice.faces)}, {many(hits, 'hit')}",
        "NMM-DOC-08",
        modifiers=(*count.modifiers, *dice.notes),
        total=f"{in_dice(count.dice)} needing {found.need}",
        faces=dice.faces,
    )
    return _spent(play, unit_id, found), hits


def fire_dice(state: State, unit: Unit, found: Doctrine) -> Count:
    """One rank, or two, of all who are left: whoever has shot this turn fires again, and only
    throws a 6 again (DOC-03 to -07); horse fire the front rank of their formation.
    """
    kind = kind_of(unit)
    if kind.arm == "horse":
        rank = min(unit.shot, -(-unit.start_shot // max(unit.ranks, 1)))
        return Count(4 * rank, (Modifier("one rank", in_dice(rank), "NMM-DOC-16"),))
    one = rank_dice(state, replace(unit, fired_shot=0, fired_ranks=0))
    if found.ranks == 1:
        return one
    both = min(unit.shot, 2 * one.dice)
    return Count(4 * both, (Modifier("two ranks", in_dice(both), "NMM-DOC-05"),))


def _spent(play: Play, unit_id: str, found: Doctrine) -> Play:
    """Ammunition and the record that it has fired; no musketeer is used up by it."""
    unit = play.unit(unit_id)
    if kind_of(unit).arm == "horse":
        return use_shot(play, unit_id) if kind_of(unit).shots is not None else play
    volleys = found.ranks
    if volleys == 2 and House.doctrine6_ammo.of(play.state.house) == 1:
        volleys = 1
    play = use_volleys(play, unit_id, volleys)
    return play.change(
        unit_id,
        fired_ranks=unit.fired_ranks + found.ranks,
        shot_turn=play.state.turn,
        first_shot_turn=unit.first_shot_turn or play.state.turn,
    )


def flank_reaction(play: Play, unit_id: str) -> Steps[tuple[Play, str]]:
    """Foot hit in flank by horse that took its time: ``"turned"`` or ``"hedgehog"``.

    1-3 turn to face with a Disarray, 4+ close up into a hedgehog; Raw pay either way
    (DOC-26, DOC-27, MEL-10). Gives the posture; the Disarray is the caller's to hand out.
    """
    unit = play.unit(unit_id)
    what = f"{unit.label}: hit in flank by horse"
    play, dice = yield from throw(play, what, 1, unit.side, rules=("NMM-DOC-26",))
    closed = dice.faces[0] >= 4
    pikes = unit.pikes > 0 or play.on(House.musket_hedgehog.hedgehog)
    posture = "hedgehog" if closed and pikes else "steady" if closed else "turned"
    words = {
        "hedgehog": "closes into a hedgehog",
        "steady": "turns to face in good order",
        "turned": "turns to face in disorder",
    }
    rule = "NMM-DOC-27" if closed else "NMM-DOC-26"
    play = play.step(f"{what}: {dice.faces[0]}, it {words[posture]}", rule, faces=dice.faces)
    return play, posture
