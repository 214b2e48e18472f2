"""The risk factor of a group, computed from the table (SKM-RF)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from rules.kernel.acting.in_play import in_play
from rules.kernel.prompts import Steps, within
from rules.kernel.protocol import Modifier
from rules.skirmish import measuring, switches
from rules.skirmish.fire import sight
from rules.skirmish.state import Figure, Group, Play
from rules.skirmish.tables import ATTACHED_CM
from vision.table.reading import Reading, Verdict

Words: TypeAlias = Mapping[tuple[str, str], bool]
"""People's word for what the ruler cannot tell: by the line's rule and whom it is about."""


class Doubt(Struct, frozen=True):
    """One thing that is too close to call: is *reading* at most (at least) *limit*?"""

    key: tuple[str, str]
    what: str
    reading: Reading
    limit: float
    sense: Literal["at most", "at least"] = "at most"


# -- the sum --------------------------------------------------------------------------------


def taken(play: Play, group: Group) -> Steps[tuple[int, tuple[Modifier, ...]]]:
    """Its risk factor now, with people's word for whatever is too close to call."""
    words: dict[tuple[str, str], bool] = {}
    for about in (_officers, _ranges, _flanks):
        sure, doubts = about(play, group)
        for doubt in () if sure else doubts:
            inside = yield from within(doubt.reading, doubt.limit, group.side, what=doubt.what,
                                       sense=doubt.sense, rules=(doubt.key[0],))  # fmt: skip
            words[doubt.key] = inside
            if inside is (doubt.sense == "at most"):
                break
    return risk(play, group, words)


def risk(play: Play, group: Group, words: Words | None = None) -> tuple[int, tuple[Modifier, ...]]:
    """Its risk factor now and every line of it (SKM-RF-01 … -12; a worked sum is SKM-RF-14).

    What is too close to call adds nothing unless *words* say so.
    """
    words = words or {}
    seen = sight.visible_enemies(play, group)
    told = [
        *_alone(play, group, seen),
        *_steady(play, group, words),
        *_covered(play, group, seen),
        *_in_range(play, group, words),
        *_losses(play, group),
        *_flanked(play, group, words),
    ]
    if group.running or group.pushed:
        told.append(Modifier("ran, or retreats from a melee", "+3", "SKM-RF-10"))
    if group.threat:
        told.append(Modifier("artillery", f"+{group.threat}", "SKM-RF-12"))
    return sum(int(line.value) for line in told), tuple(told)


def _alone(play: Play, group: Group, seen: tuple[Group, ...]) -> list[Modifier]:
    """-4 with neither an enemy nor a retreating friend in sight (SKM-RF-01, -02)."""
    fleeing = any(
        friend.retreating and sight.sees(play, group, friend)
        for friend in play.state.living(group.side)
        if friend.id != group.id
    )
    either = play.on(switches.RF_MINUS4.either)
    calm = not seen or not fleeing if either else not seen and not fleeing
    return [Modifier("nothing to fear in sight", "-4", "SKM-RF-01")] if calm else []


def _steady(play: Play, group: Group, words: Words) -> list[Modifier]:
    """-1 for Good troops or an officer, once (SKM-RF-03)."""
    good = any(figure.grade == "Good" for figure in play.state.members(group.id))
    sure, doubts = _officers(play, group)
    officer = sure or any(words.get(doubt.key) for doubt in doubts)
    times = int(good) + int(officer)
    if play.on(switches.RF_OFFICER.once):
        times = min(1, times)
    return [Modifier("Good, or an officer", "-1", "SKM-RF-03")] * times


@in_play
def _officers(play: Play, group: Group) -> tuple[bool, tuple[Doubt, ...]]:
    """Is an officer in it or within 5 cm for sure, else those who may be (SKM-RF-03)?"""
    men = play.state.members(group.id)
    if any(figure.role == "officer" for figure in men):
        return True, ()
    good = any(figure.grade == "Good" for figure in men)
    if good and play.on(switches.RF_OFFICER.once):
        return False, ()
    return _one_is_in(
        Doubt(("SKM-RF-03", figure.id), f"is {play.state.called(figure)} with {group.label}",
              measuring.to_group(play, figure, men), ATTACHED_CM)
        for figure in play.state.shown(group.side)
        if figure.role == "officer"
    )  # fmt: skip


def _one_is_in(asked: Iterable[Doubt]) -> tuple[bool, tuple[Doubt, ...]]:
    """Is one of them within its limit for sure, else those that may be?"""
    close: list[Doubt] = []
    for one in asked:
        verdict = one.reading.compare(one.limit)
        if verdict is Verdict.IN:
            return True, ()
        if verdict is Verdict.CLOSE:
            close.append(one)
    return False, tuple(close)


def _covered(play: Play, group: Group, seen: tuple[Group, ...]) -> list[Modifier]:
    """-1 when every man is in cover (SKM-RF-04)."""
    if all(sight.in_cover(play, figure, seen) for figure in play.state.members(group.id)):
        return [Modifier("all in cover", "-1", "SKM-RF-04")]
    return []


def _in_range(play: Play, group: Group, words: Words) -> list[Modifier]:
    """+1 for an enemy whose weapons reach, +1 more for Poor troops (SKM-RF-05, -06)."""
    sure, doubts = _ranges(play, group)
    if not sure and not any(words.get(doubt.key) for doubt in doubts):
        return []
    told = [Modifier("in range of a visible enemy", "+1", "SKM-RF-05")]
    if any(figure.grade == "Poor" for figure in play.state.members(group.id)):
        told.append(Modifier("Poor and in range", "+1", "SKM-RF-06"))
    return told


@in_play
def _ranges(play: Play, group: Group) -> tuple[bool, tuple[Doubt, ...]]:
    """Do the weapons of an enemy in sight reach for sure, else those that may (SKM-RF-05)?"""
    own = play.on(switches.RF_RANGE_OF.own)

    def asked() -> Iterator[Doubt]:
        for enemy in sight.visible_enemies(play, group):
            shooters, others = (group, enemy) if own else (enemy, group)
            what = f"do the weapons of {shooters.label} reach {others.label}"
            for reading, limit in _reaches(play, group, enemy, shooters):
                yield Doubt(("SKM-RF-05", enemy.id), what, reading, limit)

    return _one_is_in(asked())


def _reaches(
    play: Play, group: Group, enemy: Group, shooters: Group
) -> list[tuple[Reading, float]]:
    """How far the nearest man with each range is, and that range; the wounded at short only."""
    men = play.state.members(shooters.id)
    foes = play.state.members(enemy.id if shooters is group else group.id)
    by_limit: dict[float, list[Figure]] = {}
    for man in men:
        weapon = man.shot()
        if weapon is not None:
            limit = weapon.short_cm if man.wounded else weapon.long_cm
            by_limit.setdefault(limit, []).append(man)
    found = []
    for limit, armed in by_limit.items():
        if len(armed) == len(men):
            return [(measuring.group_distance(play, group, enemy), limit)]
        nearest = min(armed, key=lambda man: measuring.nearest_cm(play, man, foes))
        found.append((measuring.to_group(play, nearest, foes), limit))
    return found


def losses(play: Play, group: Group) -> tuple[int, int]:
    """Men dead or wounded, each once, and the strength at the start (SKM-RF-07, -08)."""
    hurt = sum(
        1 for f in play.state.figures
        if f.group == group.id and not f.is_gun and (f.dead or f.wounds > 0)
    )  # fmt: skip
    return hurt, max(group.start, 1)


def _losses(play: Play, group: Group) -> list[Modifier]:
    hurt, start = losses(play, group)
    tenths = 10 * hurt / start
    if play.on(switches.RF_LOSS.ceil_start):
        count = math.ceil(tenths - 1e-9)
    else:
        count = int(tenths + 1e-9)
    if not count:
        return []
    return [Modifier(f"{hurt} of {start} lost", f"+{count}", "SKM-RF-07")]


def _flanked(play: Play, group: Group, words: Words) -> list[Modifier]:
    """+2, once, for a visible enemy on flank or rear (SKM-RF-09)."""
    sure, doubts = _flanks(play, group)
    if sure or any(words.get(doubt.key) is False for doubt in doubts):
        return [Modifier("enemy on flank or rear", "+2", "SKM-RF-09")]
    return []


@in_play
def _flanks(play: Play, group: Group) -> tuple[bool, tuple[Doubt, ...]]:
    """Is an enemy in sight on flank or rear for sure, else those who may be (SKM-RF-09)?"""
    doubts: list[Doubt] = []
    for enemy in sight.visible_enemies(play, group):
        margin = measuring.front_margin(play, group, enemy)
        verdict = margin.at_least()
        if verdict is Verdict.OUT:
            return True, ()
        if verdict is Verdict.CLOSE:
            what = f"is {enemy.label} ahead of {group.label}"
            doubts.append(Doubt(("SKM-RF-09", enemy.id), what, margin, 0.0, "at least"))
    return False, tuple(doubts)
