"""Guns: limbering, unlimbering, and their fire (PAS-ART)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.close_combat.casualties import test
from rules.armatys.movement.ground import covered, hard_cover
from rules.armatys.movement.moving import move_fault
from rules.armatys.state import General, Gun, State, Unit, unit, with_units
from rules.armatys.story import begin, say, then
from rules.armatys.units.counters import add
from rules.armatys.units.generals import at_risk, hit_general
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Steps, roll, within
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot


def is_ready(gun: Gun) -> bool:
    """PAS-ART-23, PAS-ART-24: unlimbered and prepared."""
    return not gun.limbered and gun.progress >= gun.weight.unlimber


def gun_fault(one: Unit) -> Refusal | None:
    """PAS-ART-23 to -25: why the guns may not fire; "" when they may."""
    if one.gun is None or one.broken:
        return refusal(f"{one.id} has no crew at its guns", "PAS-ART-20")
    if not is_ready(one.gun):
        return refusal(f"{one.id} is not unlimbered and ready", "PAS-ART-23", "PAS-ART-24")
    if one.moved:
        return refusal(f"{one.id} moved: guns either move or fire", "PAS-ART-25")
    return None


def crews(one: Unit) -> tuple[int, ...]:
    """Crew figures at each gun of a unit: the last guns go short first."""
    gun = one.gun
    if gun is None:
        return ()
    full, left = gun.weight.crew, one.figures
    found = []
    for _ in range(gun.number):
        found.append(min(full, left))
        left -= found[-1]
    return tuple(found)


def need_at(gun: Gun, crew: int, band: int) -> int | None:
    """PAS-ART-28 to -40: the die that gives a counter in a range band; None out of reach.

    +1 for each crew figure missing; 7 and more cannot be thrown.
    """
    need = gun.weight.needs[band][1]
    if need is None or crew <= 0:
        return None
    need += gun.weight.crew - crew
    return need if need <= 6 else None


def reach_in(one: Unit) -> float:
    """How far the best manned gun of a unit can hit at all, inches."""
    gun, crew = one.gun, max(crews(one), default=0)
    if gun is None:
        return 0.0
    bands = enumerate(gun.weight.needs)
    return max((far for n, (far, _, _) in bands if need_at(gun, crew, n)), default=0.0)


def band_of(gun: Gun, reading: Reading, side: str, names: str) -> Steps[int | None]:
    """The range band that a reading falls in; too close to call is settled by the players."""
    for band, (limit, _need, rule) in enumerate(gun.weight.needs):
        inside = yield from within(reading, limit, side, what=f"{names}, to {limit:g} in",
                                   rules=(rule,))
        if inside:
            return band
    return None


def fire_guns(
    story: Outcome, table: Snapshot, one: Unit, target: Unit | General, reading: Reading,
    note: str,
) -> Steps[Outcome]:
    """PAS-ART-28 to -44: a die a gun, a counter a hit; only a 6 kills, hard cover saves."""
    gun = one.gun or Gun("Base")
    band = yield from band_of(gun, reading, one.side, f"{one.id} to {target.id}")
    hits = 0
    row = gun.weight.needs[band] if band is not None else (0.0, None, "PAS-ART-31")
    for place, crew in enumerate(crews(one), start=1):
        need = need_at(gun, crew, band) if band is not None else None
        if need is None:
            says = f"{gun.name} {place} of {one.id} cannot hit at {reading} with crew {crew}."
            story = say(story, says, row[2], "PAS-ART-40", readings=(reading,))
            continue
        (face,) = yield from roll(f"{gun.name} {place} of {one.id} at {target.id}", 1, one.side,
                                  need=need, rules=(row[2], "PAS-ART-44"),
                                  alike=faces_alike(need))
        hit = face >= need
        hits += hit
        says = f"{gun.name} {place} of {one.id} at {target.id}, {reading}: needs {need}, " \
               f"{'a counter' if hit else 'a miss'}.{note}"
        story = say(story, says, row[2], "PAS-ART-40", "PAS-ART-44", faces=(face,),
                    readings=(reading,))
    if not hits:
        return story
    if isinstance(target, General):
        return (yield from hit_general(story, target.id))
    return (yield from _struck(story, table, target, hits))


def _struck(story: Outcome, table: Snapshot, target: Unit, hits: int) -> Steps[Outcome]:
    """PAS-ART-41, PAS-ART-42, PAS-ART-43: counters, then type, kill on 6, hard cover's save."""
    found = hard_cover(story.state, table, target)
    behind = yield from covered(story.state, table, target, found)
    story = yield from add(story, target.id, hits, "artillery", "PAS-ART-41")
    for _ in range(hits):
        if any(one.id == target.id and one.fallen for one in story.state.units):
            break
        story, _lost = yield from test(story, target.id, cover=behind, gun=True)
    return (yield from at_risk(story, table, target.id))


def limber(state: State, by: str) -> Outcome:
    """PAS-ART-23, PAS-ART-24: heavy and medium guns a full move, light ones half.

    Raises:
        IllegalAction: no guns, limbered already, or nothing left of the move.
    """
    one = unit(state, by)
    forbid(_gun_move_fault(state, one) or (None if one.gun and not one.gun.limbered else
                                           refusal(f"{by} is limbered", "PAS-ART-23")))
    gun = one.gun or Gun("Base")
    part = gun.weight.limber_half_moves / 2
    short = refusal("not enough of the move is left", "PAS-ART-23")
    forbid(short if one.spent + part > 1 else None)
    new = replace(one, gun=replace(gun, limbered=True, progress=0), spent=one.spent + part,
                  moved=part >= 1)
    return say(then(begin(state), with_units(state, new), Effect("limbered", by)),
               f"{by} limbers up.", "PAS-ART-23", "PAS-ART-24")


def unlimber(state: State, by: str) -> Outcome:
    """PAS-ART-23, PAS-ART-24: three moves for heavy and medium guns, one for light.

    Raises:
        IllegalAction: no guns, ready already, or it has moved.
    """
    one = unit(state, by)
    forbid(_gun_move_fault(state, one) or (
        refusal(f"{by} is ready", "PAS-ART-23") if one.gun and is_ready(one.gun) else None))
    forbid(refusal("unlimbering takes the whole move", "PAS-ART-23") if one.spent else None)
    gun = one.gun or Gun("Base")
    steps = 1 if gun.limbered else gun.progress + 1
    new = replace(one, gun=replace(gun, limbered=False, progress=steps), spent=1.0, moved=True)
    says = f"{by} unlimbers: {steps} of {gun.weight.unlimber} moves."
    return say(then(begin(state), with_units(state, new), Effect("unlimbered", by, steps)), says,
               "PAS-ART-23", "PAS-ART-24")


def _gun_move_fault(state: State, one: Unit) -> Refusal | None:
    has_guns = None if one.gun is not None else refusal(f"{one.id} has no guns", "PAS-ART-01")
    return move_fault(state, one) or has_guns
