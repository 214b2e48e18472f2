"""Guns: crew, loading, and the shot down its lane (SKM-ART)."""

from __future__ import annotations

import math

from rules.field.centimetres import in_cm
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, is_so, roll, within
from rules.kernel.telling.words import many
from rules.skirmish import measuring, switches
from rules.skirmish.fire import damage, gunners, lanes, sight
from rules.skirmish.moving import movement
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import ARTILLERY, GUN_CREW, GUN_LOADS, GunBand
from vision.measure.range import gap
from vision.table.reading import Reading


def loads_needed(state: State, group: Group) -> int:
    """Three turns of loading, for heavy and frame guns twice as long (SKM-ART-07, -08)."""
    return switches.HEAVY_LOAD.of(state.house) if group.heavy_gun else GUN_LOADS


def may_fire(play: Play, by: Group, at: str) -> Conditions:
    """Which gun may fire now (SKM-ART-01 … -08)."""
    yield from its_step(play, by)
    yield play.state.gun(by.id) is not None or lacks(f"{by.does('has')} no gun", "SKM-ART-01")
    yield not by.limbered or fails(
        f"{by.does('was')} limbered at the start and never unlimbers", "SKM-ART-05")  # fmt: skip
    yield not by.shot or fails(f"{by.does('has')} fired", "SKM-ART-07")
    yield not by.pivoted or fails(
        f"{by.does('has')} turned {by.its} gun and {by.form('does')} nothing else", "SKM-ART-06"
    )
    yield gunners.crew_near(play, by) >= GUN_CREW or fails(
        f"{by.does('has')} fewer than 3 crew at the gun", "SKM-ART-03")  # fmt: skip
    need = loads_needed(play.state, by)
    yield by.loads >= need or fails(
        f"{by.does('has')} loaded {many(by.loads, 'turn')} of {need}",
        "SKM-ART-07", "SKM-ART-08")  # fmt: skip


def struck(play: Play, group: Group, gun: Figure) -> Steps[tuple[tuple[Group, GunBand], ...]]:
    """Each visible group ahead of the gun, even partly, nearest first, and in which range band.

    SKM-ART-09, -32. A leader counts with the group within 5 cm of him (SKM-GRP-07). People say
    what the ruler cannot tell.
    """
    found = []
    for other in play.state.living():
        if other.id == group.id or _counts_with_others(play, other):
            continue
        if not _visible(play, gun, other):
            continue
        if (yield from _in_lane(play, group, gun, other)):
            found.append((in_cm(gap(play.table, gun.id, other.id)), other))
    found.sort(key=lambda one: one[0].value)
    if play.on(switches.GUN_TARGETS.nearest):
        found = found[:1]
    told = []
    for reading, other in found:
        band = yield from _band(reading, group, other)
        if band is not None:
            told.append((other, band))
    return tuple(told)


def _counts_with_others(play: Play, group: Group) -> bool:
    """A lone leader within 5 cm of a group of his side is no unit of his own (SKM-GRP-07)."""
    men = play.state.members(group.id)
    return len(men) == 1 and men[0].leads and bool(measuring.attached_to(play, men[0]))


def _in_lane(play: Play, group: Group, gun: Figure, other: Group) -> Steps[bool]:
    """Is any man of it, or leader with it, in the lane of the gun (Q-12)?"""
    fan = play.on(switches.GUN_FIELD.fan90)
    margins = [in_cm(lanes.margin(play.table, gun.id, figure.id, fan))
               for figure in groups.body(play, other)]  # fmt: skip
    best = max(margins, key=lambda margin: margin.value)
    what = f"is {other.label} ahead of {group.label}'s gun"
    return (yield from is_so(best, group.side, what, "SKM-ART-09"))


def _visible(play: Play, gun: Figure, group: Group) -> bool:
    here = measuring.centre(play.table, gun.id)
    return any(
        sight.line_is_free(play.table, here, measuring.centre(play.table, figure.id))
        for figure in groups.body(play, group)
    )


def _band(reading: Reading, group: Group, other: Group) -> Steps[GunBand | None]:
    """Its range band, None beyond 200 cm (SKM-ART-32)."""
    for band in ARTILLERY:
        what = f"{group.label}'s gun to {other.label}"
        if (yield from within(reading, band.to_cm, group.side, what=what,
                              rules=("SKM-ART-32",))):  # fmt: skip
            return band
    return None


def band_of(cm: float) -> GunBand:
    """The range band (SKM-ART-10 … -27)."""
    return next(band for band in ARTILLERY if cm <= band.to_cm + 1e-6)


def dice_for(state: State, men: int) -> int:
    """One, and one more for each further ten men (SKM-ART-28)."""
    if switches.GUN_TENS.started.of(state.house):
        return max(1, math.ceil(men / 10))
    return max(1, men // 10)


@BOOK.action("fire gun", "{by}: fire", may_fire, phases=("fire",))
def fire(play: Play, by: Group, at: str = "") -> Steps[Play]:
    """The gun fires: every group in its lane rolls (SKM-ART-09 … -32)."""
    gun = play.state.gun(by.id)
    assert gun is not None
    targets = yield from struck(play, by, gun)
    play = play.change(by, shot=True, loads=0).change(gun, fired=True)
    play = play.step(
        f"{by.does('fires')}: {', '.join(g.label for g, _ in targets) or 'nobody'} ahead",
        "SKM-ART-02", "SKM-ART-09", "SKM-ART-32",
        readings=tuple(in_cm(gap(play.table, gun.id, g.id)) for g, _ in targets),
    )  # fmt: skip
    for target, band in targets:
        play = yield from _strike(play, by, target, band)
    return play


def _strike(play: Play, group: Group, target: Group, band: GunBand) -> Steps[Play]:
    """Dice by tens of men, then whom each wound and kill falls on (SKM-ART-28 … -31)."""
    count = len(play.state.members(target.id))
    faces = yield from roll(
        f"{group.label} at {target.label}, {many(count, 'man', 'men')}",
        dice_for(play.state, count),
        group.side, rules=("SKM-ART-28",),
    )  # fmt: skip
    wounds = sum(band.harm[face - 1][0] for face in faces)
    kills = sum(band.harm[face - 1][1] for face in faces)
    hurt = wounds + kills > 0
    play = play.step(
        f"{target.label}: {many(wounds, 'wound')}, {many(kills, 'kill')}, threat {band.threat}",
        *(band.rules[face - 1] for face in faces), "SKM-ART-28", "SKM-ART-31", "SKM-DMG-21",
        faces=faces,
    )  # fmt: skip
    if hurt or play.on(switches.TL_ON_MISS):
        now = play.unit(target.id)
        play = play.change(now, threat=max(now.threat, band.threat), shot_at=True)
    if not hurt:
        return play
    men = yield from groups.allotted(play, target, group.side)
    indexes = yield from damage.choose_hit(play, men, wounds + kills, group.side)
    for n, index in enumerate(indexes):
        play = damage.suffer(play, men[index], "wound" if n < wounds else "kill")
    return play.step("wounds first, then kills, a man may be picked twice", "SKM-ART-29",
                      "SKM-ART-30")  # fmt: skip


def loaded(play: Play) -> Play:
    """At the turn's end a served gun that did nothing else has loaded a turn (SKM-ART-07)."""
    for group in play.state.living():
        if play.state.gun(group.id) is None or group.limbered:
            continue
        busy = group.shot or group.pivoted or bool(movement.touched(play, group))
        if not busy and gunners.crew_near(play, group) >= GUN_CREW:
            most = loads_needed(play.state, group)
            play = play.change(group, loads=min(most, group.loads + 1))
    return play
