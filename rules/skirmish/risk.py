"""The risk factor of a group, computed from the table (SKM-RF)."""

from __future__ import annotations

import math

from rules.protocol import Modifier
from rules.skirmish import groups, ruler, sight
from rules.skirmish.state import Figure, Group, Play
from vision.measure.reading import Verdict


def risk(play: Play, group: Group) -> tuple[int, tuple[Modifier, ...]]:
    """Its risk factor now and every line of it (SKM-RF-01 … -12; a worked sum is SKM-RF-14)."""
    seen = sight.visible_enemies(play, group)
    told = [
        *_alone(play, group, seen),
        *_steady(play, group),
        *_covered(play, group, seen),
        *_in_range(play, group, seen),
        *_losses(play, group),
        *_flanked(play, group, seen),
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
    either = play.state.rule("SKM_RF_MINUS4") == "either"
    calm = not seen or not fleeing if either else not seen and not fleeing
    return [Modifier("nothing to fear in sight", "-4", "SKM-RF-01")] if calm else []


def _steady(play: Play, group: Group) -> list[Modifier]:
    """-1 for Good troops or an officer, once (SKM-RF-03)."""
    good = any(figure.grade == "Good" for figure in play.members(group.id))
    officer = any(figure.role == "officer" for figure in groups.body(play, group))
    times = int(good) + int(officer)
    if play.state.rule("SKM_RF_OFFICER") == "once":
        times = min(1, times)
    return [Modifier("Good, or an officer", "-1", "SKM-RF-03")] * times


def _covered(play: Play, group: Group, seen: tuple[Group, ...]) -> list[Modifier]:
    """-1 when every man is in cover (SKM-RF-04)."""
    if all(sight.in_cover(play, figure, seen) for figure in play.members(group.id)):
        return [Modifier("all in cover", "-1", "SKM-RF-04")]
    return []


def _in_range(play: Play, group: Group, seen: tuple[Group, ...]) -> list[Modifier]:
    """+1 for an enemy whose weapons reach, +1 more for Poor troops (SKM-RF-05, -06)."""
    own = play.state.rule("SKM_RF_RANGE_OF") == "own"
    reached = False
    for enemy in seen:
        men = play.members(group.id if own else enemy.id)
        limit = longest_cm(men)
        reading = ruler.group_distance(play, group, enemy)
        reached = reached or (limit > 0 and reading.compare(limit) is not Verdict.OUT)
    if not reached:
        return []
    told = [Modifier("in range of a visible enemy", "+1", "SKM-RF-05")]
    if any(figure.grade == "Poor" for figure in play.members(group.id)):
        told.append(Modifier("Poor and in range", "+1", "SKM-RF-06"))
    return told


def longest_cm(men: tuple[Figure, ...]) -> float:
    """How far these men shoot, cm; 0 without missiles."""
    return max((weapon.long_cm for man in men if (weapon := man.shot())), default=0.0)


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
    if play.state.rule("SKM_RF_LOSS") == "ceil_start":
        count = math.ceil(tenths - 1e-9)
    else:
        count = int(tenths + 1e-9)
    if not count:
        return []
    return [Modifier(f"{hurt} of {start} lost", f"+{count}", "SKM-RF-07")]


def _flanked(play: Play, group: Group, seen: tuple[Group, ...]) -> list[Modifier]:
    """+2, once, for a visible enemy on flank or rear (SKM-RF-09)."""
    if any(not ruler.faces(play, group, enemy) for enemy in seen):
        return [Modifier("enemy on flank or rear", "+2", "SKM-RF-09")]
    return []
