"""Shooting at groups: who may, at whom, to hit, and the hits (SKM-SHOOT)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.acting.book import Says
from rules.kernel.acting.in_play import in_play
from rules.kernel.play import Check, Conditions, fails, lawful
from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Modifier
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import verb_form
from rules.kernel.telling.words import many
from rules.skirmish import measuring, switches
from rules.skirmish.fire import damage, sight
from rules.skirmish.moving import pace
from rules.skirmish.ordering import groups
from rules.skirmish.play import BOOK, its_step
from rules.skirmish.state import Figure, Group, Play
from rules.skirmish.tables import FIRE_RATIO, TO_HIT, WEAPONS, Cover, Range, Weapon
from vision.table.reading import Reading, Verdict

NOW = ("TROT_SHOOT", "SWEDE_ATTACK")


class Shot(Struct, frozen=True):
    """One man's shot: at whom, with what, how far, in what cover, and what hits."""

    shooter: str
    target: str
    weapon: str
    reading: Reading
    band: Range
    cover: Cover
    need: int


def band_of(weapon: Weapon, cm: float) -> Range | None:
    """short, medium, long, or None beyond: the first limit not exceeded (SKM-WPN-13)."""
    for name, limit in _limits(weapon):
        if cm <= limit + 1e-6 and limit > 0:
            return name
    return None


# -- who may shoot --------------------------------------------------------------------------


def still(figure: Figure) -> bool:
    """Has he not moved this turn (SKM-SHOOT-04)?"""
    return figure.moved_cm <= 0.0


def ready(play: Play, group: Group, figure: Figure) -> Refusal | None:
    """Why he may not shoot at all now, None if he may (SKM-SHOOT-03, -04, -05, -06, -18).

    Of those that have moved, horse told to shoot now (SKM-CODE-16) and firelocks at half speed.
    """
    weapon = figure.shot()
    if weapon is None:
        return refusal(f"{play.state.called(figure)} has no missile weapon", "SKM-WPN-14")
    under = groups.is_under_command(play, group)
    tracked = under or play.on(switches.UNCMD_LOADING)
    if weapon.loads and tracked and not figure.loaded:
        return refusal(f"{play.state.called(figure)} is not loaded", "SKM-SHOOT-03")
    if still(figure):
        return None
    told = group.rolled in NOW or (
        group.rolled == "ADV_NEAREST" and groups.kind_of(play, group) == "swedish"
    )
    if not under and told and figure.mounted and play.on(switches.TROT_SHOOT_NOW):
        return None
    half = pace.allowance_cm(play, figure) / 2
    went = Reading("moved", figure.moved_cm, figure.moved_pm_cm, "cm", figure.id)
    if under and figure.firelock and went.compare(half) is not Verdict.OUT:
        return None
    rules = ("SKM-SHOOT-04", "SKM-MOVE-11") if under else ("SKM-SHOOT-18",)
    return refusal(f"{play.state.called(figure)} has moved {went}", *rules)


def shot_at(play: Play, figure: Figure, man: Figure) -> Shot | None:
    """That shot, if it is in range, clear and not impossible (SKM-SHOOT-07 … -11, -20)."""
    weapon = figure.shot()
    reading = measuring.distance(play, figure.id, man.id)
    nearest = max(0.0, reading.value - reading.plus_minus)
    if weapon is None or not groups.usable(figure, nearest):
        return None
    band = band_of(weapon, reading.value) or band_of(weapon, nearest)
    if band is None or not sight.shot_line(play, figure, man).clear:
        return None
    cover = sight.cover_from(play, figure.id, man.id)
    need = TO_HIT[band][cover]
    return Shot(figure.id, man.id, weapon.name, reading, band, cover, need) if need else None


def settled(play: Play, shots_: tuple[Shot, ...], by: str) -> Steps[tuple[Shot, ...]]:
    """Bands that are too close to call, settled once for each limit of each weapon."""
    found = list(shots_)
    for name in dict.fromkeys(shot.weapon for shot in shots_):
        limits = _limits(WEAPONS[name])
        for n, (_, limit) in enumerate(limits):
            close = [shot for shot in found if shot.weapon == name
                     and shot.reading.compare(limit) is Verdict.CLOSE]  # fmt: skip
            if not close:
                continue
            inside = yield from measuring.settle([shot.reading for shot in close], limit, by,
                                             rules=("SKM-WPN-13",))  # fmt: skip
            band = limits[n][0] if inside else limits[n + 1][0] if n < 2 else None
            found = [_in_band(shot, band) if shot in close else shot for shot in found]
    return tuple(
        shot for shot in found
        if shot.need and (shot.band == "short" or not play.state.figure(shot.shooter).wounded)
    )  # fmt: skip


def _limits(weapon: Weapon) -> tuple[tuple[Range, float], ...]:
    return ("short", weapon.short_cm), ("medium", weapon.medium_cm), ("long", weapon.long_cm)


def _in_band(shot: Shot, band: Range | None) -> Shot:
    need = TO_HIT[band][shot.cover] if band else 0
    return replace(shot, band=band or "long", need=need)


@in_play
def shots(play: Play, group: Group, target: Group, one: str = "") -> tuple[Shot, ...]:
    """Each ready man's best shot: at the nearest man he can hit; a character's at *one*."""
    men = groups.body(play, target)
    if one:
        men = tuple(figure for figure in men if figure.id == one)
    found = []
    for figure in play.state.members(group.id):
        if ready(play, group, figure) or (one and not figure.player):
            continue
        order = sorted(men, key=lambda m: measuring.apart_cm(play.table, figure.id, m.id))
        best = next((shot for man in order if (shot := shot_at(play, figure, man))), None)
        if best:
            found.append(best)
    return tuple(found)


def allowed(play: Play, group: Group, able: tuple[Shot, ...], target: Group) -> int:
    """How many of the able shoot: all in a volley, else one for so many (SKM-SHOOT-15 … -22)."""
    men = play.state.members(group.id)
    under = groups.is_under_command(play, group)
    if under and (play.on(switches.VOLLEY.all_commanded) or _volleys(men)):
        return len(able)
    ratio = FIRE_RATIO[men[0].grade]
    base = _counted(play, group, target)
    share = math.ceil(base / ratio) if play.on(switches.RATIO_ROUND.ceil) else base // ratio
    if play.on(switches.RATIO_ROUND.floor_min1) and base:
        share = max(1, share)
    return min(share, len(able))


def _volleys(men: tuple[Figure, ...]) -> bool:
    """Poor bodies never; others unless the scenario says early war (SKM-CMD-20)."""
    return all(figure.volley and figure.grade != "Poor" for figure in men)


def _counted(play: Play, group: Group, target: Group) -> int:
    """Live men with a usable weapon in range, or all live men (SKM-SHOOT-22)."""
    men = play.state.members(group.id)
    if play.on(switches.RATIO_BASE.all):
        return len(men)
    foes = groups.body(play, target)
    nearest = [(man, measuring.to_group(play, man, foes)) for man in men if man.shot()]
    return sum(groups.usable(man, gap.value - gap.plus_minus) for man, gap in nearest)


# -- at whom --------------------------------------------------------------------------------


def may_shoot(play: Play, by: Group, at: Group, man: str = "") -> Conditions:
    """Who may shoot at whom, or at the man of it that is named (SKM-SHOOT, SKM-SEQ-03, -05)."""
    under, step = groups.is_under_command(play, by), play.state.step
    yield from its_step(play, by)
    yield (
        under
        or step != "fire"
        or fails(
            f"{by.does('is')} not under command and {by.form('fires')} later",
            "SKM-SEQ-03",
            "SKM-SEQ-05",
        )
    )
    yield not (under and step == "others fire") or fails(
        f"{by.label} fired under command", "SKM-SEQ-03")  # fmt: skip
    yield not by.shot or fails(f"{by.does('has')} shot", "SKM-SHOOT-12")
    yield at.side != by.side or fails(f"{at.does('is')} a friend", "SKM-SHOOT-01")
    if man:
        yield any(one.player for one in play.state.members(by.id)) or fails(
            "only a player character picks his man", "SKM-SHOOT-02", "SKM-SHOOT-14")  # fmt: skip
        yield man in [figure.id for figure in groups.body(play, at)] or fails(
            f"{man} is not with {at.label}", "SKM-SHOOT-02")  # fmt: skip
    whys = [ready(play, by, figure) for figure in play.state.members(by.id)]
    if whys and whys[0] is not None and all(whys):
        yield lawful(whys[0].also(before=f"nobody of {by.label} may shoot: "))
    yield sight.sees(play, by, at) or fails(
        f"{by.does('does')} not see {at.label}: look for it first",
        "SKM-VIS-01", "SKM-VIS-04")  # fmt: skip
    nearest = () if under else nearest_targets(play, by)
    if nearest and at.id not in [one.id for one in nearest]:
        yield False or fails(
            f"{nearest[0].does('is')} the nearest enemy {nearest[0].it} can hit",
            "SKM-SHOOT-19", "SKM-ACT-09")  # fmt: skip
    yield lawful(None if shots(play, by, at, man) else _no_shot(play, by, at))
    yield Check("", "", reading=measuring.group_distance(play, by, at), limit=math.inf)


def _no_shot(play: Play, group: Group, target: Group) -> Refusal:
    reading = measuring.group_distance(play, group, target)
    men = [figure for figure in play.state.members(group.id) if figure.shot()]
    reach = max((w.long_cm for f in men if (w := f.shot())), default=0.0)
    if reading.compare(reach) is Verdict.OUT:
        return refusal(
            f"{target.does('is')} {reading} away, out of range of {reach:g} cm", "SKM-WPN-13"
        )
    if all(figure.wounded for figure in men):
        return refusal(
            f"{group.label}'s wounded shoot at short range only", "SKM-SHOOT-20", "SKM-DMG-18"
        )
    says = f"no man of {group.label} has a clear shot that can hit {target.label}"
    return refusal(says, "SKM-SHOOT-07", "SKM-SHOOT-11", "SKM-VIS-06")


@in_play
def nearest_targets(play: Play, group: Group) -> tuple[Group, ...]:
    """The nearest enemy that is visible, in range and not impossible; or visible only.

    Several when the ruler cannot tell which is nearest.
    """
    enemies = sight.visible_enemies(play, group)
    if play.on(switches.NEAREST.hittable):
        enemies = tuple(enemy for enemy in enemies if shots(play, group, enemy))
    return measuring.nearest_ones(play, group, enemies)


# -- the shooting ---------------------------------------------------------------------------


@BOOK.action("shoot", "{by}: shoot at {at}", may_shoot, at="enemy", says={"man": Says()},
             phases=("fire", "others fire"))  # fmt: skip
def shoot(play: Play, by: Group, at: Group, man: str = "") -> Steps[Play]:
    """All D8s, then an index and a damage die for each hit (SKM-DICE-01, SKM-SHOOT-12, -21)."""
    able = yield from settled(play, shots(play, by, at, man), by.side)
    able = tuple(sorted(able, key=lambda shot: shot.reading.value))
    count = allowed(play, by, able, at)
    play = play.change(by, shot=True)
    fired = list(able[:count])
    play = _counted_ruling(play, by, at, len(able), count)
    if not fired:
        return play
    needs = {shot.need for shot in fired}
    on = "" if len(needs) == 1 else f": {_in_order(fired)}"
    faces = yield from roll(
        f"{by.does('shoots')} at {at.label}{on}", count, by.side, sides=8,
        need=min(needs) if len(needs) == 1 else None, rules=("SKM-SHOOT-12",),
    )  # fmt: skip
    hits = [shot for shot, face in zip(fired, faces, strict=True) if face >= shot.need]
    play = _shot_ruling(play, by, at, fired, faces, len(hits))
    play = _spent(play, fired)
    return (yield from _hit(play, by, at, hits, man))


def _in_order(fired: Sequence[Shot]) -> str:
    """Which of the dice need what, in the order thrown: "2 on 3+, then 1 on 5+"."""
    runs = [(need, len(list(shots))) for need, shots in groupby(fired, lambda shot: shot.need)]
    return ", then ".join(f"{number} on {need}+" for need, number in runs)


def _counted_ruling(play: Play, group: Group, target: Group, able: int, count: int) -> Play:
    rules: tuple[str, ...] = ("SKM-SHOOT-12",)
    told: tuple[Modifier, ...] = ()
    if count < able or not groups.is_under_command(play, group):
        grade = play.state.members(group.id)[0].grade
        rule = {"Poor": "SKM-SHOOT-15", "Fair": "SKM-SHOOT-16", "Good": "SKM-SHOOT-17"}[grade]
        rules = (rule, "SKM-SHOOT-22", "SKM-CMD-20")
        base = _counted(play, group, target)
        told = (Modifier(f"{grade} troops", f"1 for {FIRE_RATIO[grade]}", rule),
                Modifier("with a weapon that reaches", many(base, "man", "men"),
                         "SKM-SHOOT-22"))  # fmt: skip
    return play.step(
        f"{count} of {many(able, 'man', 'men')} of {group.label} "
        f"{verb_form('shoots', count != 1)}", *rules, total=many(count, "shot"),
        modifiers=told,
    )  # fmt: skip


def _shot_ruling(
    play: Play, group: Group, target: Group, fired: list[Shot], faces: tuple[int, ...], hits: int
) -> Play:
    bands = {"short": "SKM-SHOOT-09", "medium": "SKM-SHOOT-10", "long": "SKM-SHOOT-11"}
    scores = dict.fromkeys((shot.band, shot.cover, shot.need) for shot in fired)
    told = tuple(
        Modifier(f"{band} range, {'in the open' if cover == 'open' else f'{cover} cover'}",
                 f"{need} or more", bands[band])
        for band, cover, need in scores
    )  # fmt: skip
    says = f"{group.does('shoots')} at {target.label}: {many(hits, 'hit')}"
    return play.step(
        says, "SKM-SHOOT-01", "SKM-SHOOT-21",
        *(bands[shot.band] for shot in fired), faces=faces, modifiers=told,
        readings=tuple(shot.reading for shot in fired[:3]),
    )  # fmt: skip


def _spent(play: Play, fired: list[Shot]) -> Play:
    """They have fired: seen, and to load again (SKM-VIS-02, SKM-SHOOT-03)."""
    for shot in fired:
        figure = play.state.figure(shot.shooter)
        weapon = figure.shot()
        empty = weapon is not None and weapon.loads
        play = play.change(figure, fired=True, loaded=figure.loaded and not empty)
    return play


def _hit(play: Play, group: Group, target: Group, hits: list[Shot], one: str) -> Steps[Play]:
    """Who is hit is random, unless a player character chose (SKM-SHOOT-13, -14)."""
    if not hits:
        return play
    men = yield from groups.allotted(play, target, group.side, one)
    indexes = yield from damage.choose_hit(play, men, len(hits), group.side)
    names = [play.state.called(men[index]) for index in indexes]
    dice = yield from roll(
        f"damage on {', '.join(names)}", len(hits), group.side,
        rules=("SKM-DMG-01", "SKM-DMG-07"),
    )  # fmt: skip
    for shot, name, index, die in zip(hits, names, indexes, dice, strict=True):
        shooter = play.state.figure(shot.shooter)
        weapon = shooter.shot()
        assert weapon is not None
        harm, told = damage.harm_of(play, weapon, shooter, men[index], die)
        play = play.step(
            f"{name}: {harm}", "SKM-SHOOT-13", *(line.rule for line in told),
            faces=(die,), modifiers=told,
        )  # fmt: skip
        if harm == "graze":
            play = play.step(f"{name} is grazed, no effect", "SKM-DMG-17")
        play = damage.suffer(play, men[index], harm)
    return play
