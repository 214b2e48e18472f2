"""Guns: limbering, unlimbering, and their fire (PAS-ART)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.close_combat.casualties import test
from rules.armatys.movement.ground import covered, hard_cover
from rules.armatys.movement.moving import may_move
from rules.armatys.state import Battle, General, Gun, Unit
from rules.armatys.units.counters import add
from rules.armatys.units.generals import at_risk, hit_general
from rules.kernel.dice import faces_alike
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, roll, within
from vision.table.reading import Reading


def is_ready(gun: Gun) -> bool:
    """PAS-ART-23, PAS-ART-24: unlimbered and prepared."""
    return not gun.limbered and gun.progress >= gun.weight.unlimber


def may_fire_guns(play: Battle, one: Unit) -> Conditions:
    """PAS-ART-23 to -25: manned guns that are ready and have not moved."""
    gun = one.gun
    yield gun is not None and not one.broken or fails(
        f"{one.does('has')} no crew at {one.its} guns", "PAS-ART-20")  # fmt: skip
    yield gun is not None and is_ready(gun) or fails(
        f"{one.does('is')} not unlimbered and ready", "PAS-ART-23", "PAS-ART-24")  # fmt: skip
    yield not one.moved or fails(f"{one.label} moved: guns either move or fire", "PAS-ART-25")


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
        inside = yield from within(
            reading, limit, side, what=f"{names}, to {limit:g} in", rules=(rule,)
        )
        if inside:
            return band
    return None


def fire_guns(
    play: Battle, one: Unit, target: Unit | General, reading: Reading, note: str
) -> Steps[Battle]:
    """PAS-ART-28 to -44: a die a gun, a counter a hit; only a 6 kills, hard cover saves."""
    gun = one.gun or Gun("Base")
    band = yield from band_of(gun, reading, one.side, f"{one.label} to {target.label}")
    hits = 0
    for place, crew in enumerate(crews(one), start=1):
        who = f"{gun.name} {place} of {one.label}"
        rule = "PAS-ART-31" if band is None else gun.weight.needs[band][2]
        need = None if band is None else need_at(gun, crew, band)
        if need is None:
            says = f"{who} cannot hit at {reading} with crew {crew}."
            play = play.step(says, rule, "PAS-ART-40", readings=(reading,))
            continue
        what, rules = f"{who} at {target.label}", (rule, "PAS-ART-44")
        alike = faces_alike(need)
        (face,) = yield from roll(what, 1, one.side, need=need, rules=rules, alike=alike)
        hits += face >= need
        result = "a counter" if face >= need else "a miss"
        says = f"{what}, {reading}: needs {need}, {result}.{note}"
        play = play.step(says, rule, "PAS-ART-40", "PAS-ART-44", faces=(face,), readings=(reading,))
    if not hits:
        return play
    if isinstance(target, General):
        return (yield from hit_general(play, target.id))
    return (yield from _struck(play, target, hits))


def _struck(play: Battle, target: Unit, hits: int) -> Steps[Battle]:
    """PAS-ART-41, PAS-ART-42, PAS-ART-43: counters, then type, kill on 6, hard cover's save."""
    found = hard_cover(play, target)
    behind = yield from covered(play, target, found)
    play = yield from add(play, target.id, hits, "artillery", "PAS-ART-41")
    for _ in range(hits):
        if any(one.id == target.id and one.fallen for one in play.state.units):
            break
        play, _lost = yield from test(play, target.id, cover=behind, gun=True)
    return (yield from at_risk(play, target.id))


def may_limber(play: Battle, by: Unit, at: str) -> Conditions:
    """PAS-ART-23: unlimbered guns with enough of their move left."""
    yield from _may_move_guns(play, by)
    gun = by.gun or Gun("Base")
    yield not gun.limbered or fails(f"{by.does('is')} limbered", "PAS-ART-23")
    yield by.spent + _part(gun) <= 1 or fails("not enough of the move is left", "PAS-ART-23")


def _part(gun: Gun) -> float:
    """PAS-ART-23, PAS-ART-24: the part of a move that limbering takes."""
    return gun.weight.limber_half_moves / 2


def limber(play: Battle, by: Unit, at: str) -> Battle:
    """PAS-ART-23, PAS-ART-24: heavy and medium guns a full move, light ones half."""
    gun = by.gun or Gun("Base")
    part, limbered = _part(gun), replace(gun, limbered=True, progress=0)
    play = play.change(by, gun=limbered, spent=by.spent + part, moved=part >= 1)
    return play.step(f"{by.does('limbers')} up.", "PAS-ART-23", "PAS-ART-24")


def may_unlimber(play: Battle, by: Unit, at: str) -> Conditions:
    """PAS-ART-23: guns that are not ready, with their whole move."""
    yield from _may_move_guns(play, by)
    gun = by.gun or Gun("Base")
    yield not is_ready(gun) or fails(f"{by.does('is')} ready", "PAS-ART-23")
    yield not by.spent or fails("unlimbering takes the whole move", "PAS-ART-23")


def unlimber(play: Battle, by: Unit, at: str) -> Battle:
    """PAS-ART-23, PAS-ART-24: three moves for heavy and medium guns, one for light."""
    gun = by.gun or Gun("Base")
    steps = 1 if gun.limbered else gun.progress + 1
    unlimbered = replace(gun, limbered=False, progress=steps)
    play = play.change(by, gun=unlimbered, spent=1.0, moved=True)
    says = f"{by.does('unlimbers')}: {steps} of {gun.weight.unlimber} moves."
    return play.step(says, "PAS-ART-23", "PAS-ART-24")


def _may_move_guns(play: Battle, one: Unit) -> Conditions:
    yield from may_move(play, one)
    yield one.gun is not None or lacks(f"{one.does('has')} no guns", "PAS-ART-01")
