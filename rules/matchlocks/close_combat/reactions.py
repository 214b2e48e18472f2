"""How a unit answers an Attack before contact (MEL-07 to -23, DOC-25 to -29).

Foot stands, and may turn to face or close up; horse may ride clear of foot; Skirmishers run
or shoot; gunners fire a last round or flee.
"""

from __future__ import annotations

from rules.kernel.dice import successes, written
from rules.kernel.prompts import Steps, yes
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.matchlocks.close_combat.doctrine import flank_reaction, raining
from rules.matchlocks.close_combat.evading import Answer, evade, takes_gun
from rules.matchlocks.measuring import bases_of, shot_arc
from rules.matchlocks.musketry.cover import cover_of
from rules.matchlocks.musketry.losses import disarray, gun_taken, leave_table
from rules.matchlocks.musketry.volley import against, shooting_figures, use_ammunition
from rules.matchlocks.play import Play, throw
from rules.matchlocks.state import State, Unit, is_mounted, kind_of, on_foot_loose
from rules.matchlocks.switches import House
from vision.measure.answers import Side as Zone


def answer_attack(
    play: Play, unit_id: str, target_id: str, zone: Zone, moves: int, actions: int
) -> Steps[tuple[Play, Answer]]:
    """The target's answer, by its kind and by where it is hit."""
    unit, target = play.unit(unit_id), play.unit(target_id)
    kind = kind_of(target)
    if kind.arm == "gun":
        return (yield from _gun_answers(play, unit, target))
    if kind.skirmisher:
        return (yield from _skirmishers_answer(play, unit, target, zone, actions))
    if kind.arm == "horse" and not is_mounted(unit):
        play, away = yield from _horse_evades(play, unit, target)
        if away is not None:
            return play, away
    if kind.arm == "foot" and is_mounted(unit):
        return (yield from _foot_meets_horse(play, target, zone, moves))
    return (yield from _turns_to_face(play, target, zone, moves))


# --- formed troops -------------------------------------------------------------------------


def _turns_to_face(play: Play, target: Unit, zone: Zone, moves: int) -> Steps[tuple[Play, Answer]]:
    """A flank may be turned unless one Move reached it, a rear never (MEL-07 to -09, -11, -12)."""
    if zone == "front":
        return play, Answer()
    silent = not play.on(House.flank_defender_doctrine)
    if zone == "rear":
        says = f"{target.does('is')} hit from behind and cannot turn"
        play = play.step(says, "NMM-MEL-11")
        return play, Answer(fights_back=not silent)
    if moves < 2:
        says = f"{target.does('is')} hit in flank in a single Move and cannot turn"
        play = play.step(says, "NMM-MEL-07")
        return play, Answer(fights_back=not silent)
    what = f"{target.does('turns')} to face?"
    if not (yield from yes(what, target.side, rules=("NMM-MEL-07",))):
        return play, Answer(fights_back=not silent)
    play = play.change(target.id, turned=True).step(
        f"{target.does('turns')} to face: {target.it} neither fires nor counter-attacks",
        "NMM-MEL-08",
    )
    if target.quality == "raw":
        play = disarray(play, target.id, "Raw, turning in a hurry", "NMM-MEL-09")
    return play, Answer(faces=True, fights_back=False)


def _foot_meets_horse(
    play: Play, target: Unit, zone: Zone, moves: int
) -> Steps[tuple[Play, Answer]]:
    """Pikes close up at once; others by the flank reaction die (DOC-24 to -28)."""
    pikes = target.pikes > 0 and not target.start_shot
    if pikes:
        return _hedgehog(play, target, zone), Answer(faces=True, fights_back=False)
    if zone == "front":
        return play, Answer()
    if zone == "rear":
        return (yield from _turns_to_face(play, target, zone, moves))
    if moves < 2:
        says = f"{target.does('is')} ridden down in flank in one Move: no reaction"
        return play.step(says, "NMM-DOC-25"), Answer(fights_back=False)
    play, posture = yield from flank_reaction(play, target.id)
    if posture == "hedgehog":
        play = play.change(target.id, hedgehog=True)
    else:
        play = play.change(target.id, turned=True)
    if posture == "turned" or target.quality == "raw":
        rule = "NMM-DOC-26" if posture == "turned" else "NMM-DOC-27"
        play = disarray(play, target.id, "horse on its flank", rule)
    return play, Answer(faces=True, fights_back=False)


def _hedgehog(play: Play, target: Unit, zone: Zone) -> Play:
    """Pike Stands and Squares always form hedgehog against horse (DOC-28, MEL-90)."""
    play = play.change(target.id, hedgehog=True)
    play = play.step(f"{target.does('forms')} hedgehog", "NMM-DOC-28", "NMM-MEL-90")
    when = House.raw_pike_hedgehog
    pays = play.on(when.always) or (play.on(when.flank_rear) and zone != "front")
    if target.quality == "raw" and pays:
        play = disarray(play, target.id, "Raw pikes closing up", "NMM-DOC-27")
    return play


# --- those who need not stand --------------------------------------------------------------


def _horse_evades(play: Play, unit: Unit, target: Unit) -> Steps[tuple[Play, Answer | None]]:
    """Horse may decline to fight foot (MEL-13); against horse it rides out (MEL-14)."""
    what = f"{target.does('evades')} {unit.label}?"
    if not (yield from yes(what, target.side, rules=("NMM-MEL-13",))):
        if play.on(House.foot_attacks_horse.none):
            says = f"{target.does('throws')} no Doctrine Die against foot"
            return play.step(says, "NMM-DOC-02"), Answer(fights_back=False)
        return play, None
    play, away = yield from evade(play, unit, target)
    return play, away


def _skirmishers_answer(
    play: Play, unit: Unit, target: Unit, zone: Zone, actions: int
) -> Steps[tuple[Play, Answer]]:
    """1 stands and shoots, 2 or more runs (MEL-17, DOC-29; ``skirmish_reaction``)."""
    any_foe = play.on(House.skirmish_reaction.any)
    face = 2
    if any_foe or is_mounted(unit):
        what = (
            f"{target.does('is')} attacked: 1 stands and shoots, "
            f"else {target.it} {target.form('runs')}"
        )
        play, dice = yield from throw(play, what, 1, target.side, rules=("NMM-DOC-29",))
        face = dice.faces[0]
        play = play.step(f"{what}: {face}", "NMM-DOC-29", faces=dice.faces)
    else:
        says = f"{target.does('runs')}: only horse makes it throw"
        play = play.step(says, "NMM-DOC-29")
    if face == 1:
        play, hits = yield from _stand_and_shoot(play, target, unit)
        return play, Answer(fights_back=False, fire_hits=hits)
    if is_caught(play, unit, target, actions):
        return _caught(play, unit, target)
    return (yield from evade(play, unit, target))


def is_caught(play: Play, unit: Unit, target: Unit, actions: int) -> bool:
    """Foot Skirmishers in the open cannot outrun horse one Action away (MEL-18)."""
    cover = cover_of(play, target, unit.id)
    mounted = is_mounted(unit) and kind_of(unit).arm in ("horse", "dragoon")
    return on_foot_loose(target) and mounted and actions < 2 and not cover.what


def _caught(play: Play, unit: Unit, target: Unit) -> tuple[Play, Answer]:
    says = f"{target.does('is')} caught in the open"
    play = play.step(says, "NMM-MEL-18")
    if play.on(House.caught_skirmishers.destroyed):
        play = leave_table(play, target.id, "destroyed", "is", "ridden down")
        return play, Answer(ended=True)
    return play, Answer(fights_back=False, faces=play.on(House.caught_skirmishers.fight))


def _stand_and_shoot(play: Play, target: Unit, at: Unit) -> Steps[tuple[Play, int]]:
    """Skirmishers fire at short-range effect into the attack (DOC-29), if they have a shot."""
    kind = kind_of(target)
    if not target.shot or not kind.reach:
        return play, 0
    if kind.shots is not None and target.shots_used >= kind.shots:
        return play.step(f"{target.does('has')} no shots left and only stands", "NMM-AMMO-08"), 0
    play, hits = yield from _shoots_at(play, target, at, "NMM-DOC-29")
    return play, hits


def _is_wet(play: Play) -> bool:
    """Does rain stop this fire too (``showers_doctrine``)?"""
    return raining(play.state) and play.on(House.showers_doctrine.all)


def _shoots_at(play: Play, shooter: Unit, attacker: Unit, rule: str) -> Steps[tuple[Play, int]]:
    """Hits of a unit that stands and shoots at short-range effect: in fog on 6 alone, in rain
    none. It costs what a shot costs (AMMO-08, SHOOT-37)."""
    if _is_wet(play):
        return play.step(f"rain: {shooter.does('does')} not shoot", "NMM-EVT-08"), 0
    count = against(play.state, shooter, attacker, shooting_figures(play.state, shooter))
    need = 6 if play.state.fog else kind_of(shooter).reach[0].need
    what = f"{shooter.does('stands')} and {shooter.form('shoots')}"
    play, dice = yield from throw(
        play, what, count.dice, shooter.side, need=need, rules=(rule,), apart=()
    )
    hits = successes(dice.faces, need)
    play = play.step(
        f"{what}: {written(dice.faces)}, {many(hits, 'hit')}",
        rule,
        modifiers=(*count.modifiers, *dice.notes),
        total=f"{in_dice(count.dice)} needing {need}",
        faces=dice.faces,
    )
    acts = (*shooter.acts, "shoot") if kind_of(shooter).arm == "gun" else shooter.acts
    play = use_ammunition(play, shooter.id)
    play = play.change(shooter.id, shot_turn=play.state.turn, revealed=True, acts=acts)
    return play, hits


# --- guns ----------------------------------------------------------------------------------


def _gun_answers(play: Play, unit: Unit, gun: Unit) -> Steps[tuple[Play, Answer]]:
    """A gun that has not shot stands and shoots; else the crew flee (MEL-15, MEL-16)."""
    ready = not gun.limbered and not _has_fired(play.state, gun) and not gun.malfunction
    enough = gun.shot >= kind_of(gun).crew_needed
    if not (ready and enough and in_gun_arc(play.state, play, gun, unit)):
        says = f"the crew of {gun.label} flee and the gun is taken"
        play = play.step(says, "NMM-MEL-16")
        play = play.change(gun.id, shot=0)
        play = gun_taken(play, gun.id, unit.side)
        return (yield from takes_gun(play, unit.id, gun.id)), Answer(ended=True)
    play, hits = yield from _shoots_at(play, gun, unit, "NMM-MEL-15")
    if play.on(House.gun_stand_shoot_saves.none):
        return play, Answer(fights_back=False, outright=hits)
    return play, Answer(fights_back=False, fire_hits=hits)


def _has_fired(state: State, gun: Unit) -> bool:
    """Did it shoot this turn?  In the manoeuvre phase: in its side's last turn (TURN-06)."""
    side = state.sides.get(gun.side)
    if state.phase == "manoeuvre" and side is not None:
        return side.last_gun == gun.id
    return gun.shot_turn == state.turn


def in_gun_arc(state: State, play: Play, gun: Unit, unit: Unit) -> bool:
    """Is the attacker in the gun's arc, when the house asks for that (``gun_stand_shoot``)?"""
    if state.on(House.gun_stand_shoot.always):
        return True
    if not (bases_of(play.table, gun.id) and bases_of(play.table, unit.id)):
        return True
    return shot_arc(play.table, gun.id, unit.id).reading.value >= 0
