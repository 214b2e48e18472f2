"""A player of skirmish without a plan: anything legal, figures moved where they must.

Figures go toward, away, aside or nowhere, and turn to the enemy. A move that the rules ask
again for is tried another way, the likely ways first.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rules.field.centimetres import to_cm, to_in
from rules.field.ruler import foot_of, shifted
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action
from rules.robots.robot import (
    DeadEnd,
    Played,
    Robot,
    Scene,
    mixed,
    one_of,
    preferred,
    twice,
    without,
)
from rules.skirmish import measuring, turn
from rules.skirmish.actions import end_of, goals, markers, of_group
from rules.skirmish.fire import shooting, sight
from rules.skirmish.moving import movement, pace
from rules.skirmish.ordering import command, groups
from rules.skirmish.play import BOOK
from rules.skirmish.reactions import act, backward, demands
from rules.skirmish.state import Figure, Group, Play, State
from rules.skirmish.tables import PUSH_BACK_CM
from vision.measure.shapes.footprint import Footprint, separation
from vision.measure.shapes.polygon import nearest_on
from vision.table.reading import Point
from vision.table.snapshot import Snapshot

STEPS_CM = (60.0, 55.0, 50.0, 48.0, 45.0, 40.0, 36.0, 33.0, 31.0, 30.0, 28.0, 25.0, 24.0, 20.0,
            18.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.5)  # fmt: skip
KEEN = ("shoot", "fight", "fire gun", "command")
HASTY = 40
"""One time in so many the step is ended although somebody could do more."""

LAST_TURN = 80
"""After this the side with fewer men leaves the field: under some house rules groups that have
halted out of each other's sight may stand for ever."""


# -- what to declare ------------------------------------------------------------------------


def pick(now: Scene) -> Action:
    """Something legal for a group of chance, or the end of the step."""
    state: State = now.state
    if state.turn > LAST_TURN:
        return Action("concede", min(state.sides, key=partial(_men, state)))
    play = BOOK.play(state, now.table)
    rare = _rare(play, now)
    if rare is not None:
        return rare
    end = BOOK.offer(play, end_of(state)) if not now.source(HASTY) else None
    if end and end.legal:
        return end.action
    for group in mixed(turn.mine(state), now.source):
        legal = [one for one in of_group(play, group) if one.legal]
        if legal:
            chosen = one_of(preferred(legal, KEEN, now.source), now.source).action
            return _in_detail(play, group, chosen, now)
    end = BOOK.offer(play, end_of(state))
    if not end.legal:
        raise DeadEnd(f"nobody can act, and {state.step} does not end: {end.why}")
    return end.action


def _rare(play: Play, now: Scene) -> Action | None:
    """Now and then a goal or markers before play, and a marker that comes out."""
    found = [*markers(play.state), *(() if now.source(4) else goals(play))]
    legal = [one for one in found if BOOK.offer(play, one).legal]
    if not legal or now.source(6):
        return None
    chosen: Action = one_of(legal, now.source)
    return chosen


def _in_detail(play: Play, group: Group, action: Action, now: Scene) -> Action:
    """The action with what may be said besides: a busy officer, his drummer, the man aimed at."""
    if action.do == "command":
        busy = [] if now.source(3) else [one_of(command.BUSY, now.source)]
        officer = command.officer_of(play, action.by)
        drums = [figure.id for figure in command.musicians(play, officer)]
        more = {"busy": busy, **({"musician": one_of(drums, now.source)} if drums else {})}
        return Action(action.do, action.by, action.at, more)
    if action.do == "shoot" and any(figure.player for figure in play.state.members(group.id)):
        target = play.unit(str(action.at))
        named = [man.id for man in groups.body(play, target)
                 if shooting.shots(play, group, target, man.id)]  # fmt: skip
        if named and not now.source(2):
            return Action(action.do, action.by, action.at, {"man": one_of(named, now.source)})
    return action


def _men(state: State, side: str) -> int:
    return sum(len(state.members(group.id)) for group in state.living(side))


# -- moving figures -------------------------------------------------------------------------


def tables(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """Tables to try for a move, the likely ones first, at last the table as it is."""
    play = Play(now.state, measuring.field(now.state, now.table))
    group = play.unit(asked.units[0])
    if "SKM-SETUP-03" in asked.rules:
        yield now.table
        return
    faced = _faced(play, group, now.table)
    code = movement.code_of(play, group) if "SKM-MOVE-01" in asked.rules else ""
    if code == act.FREE and not now.source(10):
        yield now.table
    turned = play.on_table(measuring.field(now.state, faced))
    if any(word in code for word in ("CHARGE", "ATTACK", "NEAREST")):
        yield from _singly(turned, group, faced)
        yield from _shortest(play, group, now.table)
    beaten = "SKM-MEL-20" in asked.rules
    fars = _fars(asked.rules, code == act.FREE, _allowed_cm(play, group), now)
    for way in _ways(play, group, beaten or any(word in code for word in BACK)):
        yield from _pushed(turned, group, faced, way, fars)
        yield from _pushed(play, group, now.table, way, fars)
    yield faced
    yield now.table
    after_melee = beaten or "SKM-MEL-21" in asked.rules
    whole_cm = PUSH_BACK_CM if after_melee else math.floor(_allowed_cm(play, group))
    yield from _last_resorts(play, group, now.table, whole_cm)


def _pushed(
    play: Play, group: Group, table: Snapshot, way: Point, fars: tuple[float, ...]
) -> Iterator[Snapshot]:
    """The whole group that way, as far as it is free."""
    free = _free(play, group, way, STEPS_CM[0])
    names = [figure.id for figure in play.state.members(group.id)]
    for far in dict.fromkeys(min(far, free) for far in fars if free >= min(far, 0.5)):
        yield shifted(table, names, way[0] * far, way[1] * far)


def _last_resorts(play: Play, group: Group, here: Snapshot, whole_cm: float) -> Iterator[Snapshot]:
    """Turned all round in place; past a mate's corner; over men who fell just now."""
    # A scattered group may have an enemy ahead of its front in a narrow range of directions.
    for k in range(36):
        yield _turned(play, group, here, 10.0 * k)
    names = [figure.id for figure in play.state.members(group.id)]
    for part in (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3):
        for way in (*_ways(play, group, True), *_ways(play, group, False)):
            yield shifted(here, names, way[0] * whole_cm * part, way[1] * whole_cm * part)


BACK = ("RUN", "FLEE", "AWAY", "WITHDRAW", "COVER")
"""Parts of the results that send a group away from the enemy."""


def _singly(play: Play, group: Group, table: Snapshot) -> Iterator[Snapshot]:
    """One man at a time straight at the men of the nearest enemies."""
    found = sorted(
        (measuring.apart_cm(play.table, mine.id, theirs.id), mine.id, theirs.id)
        for mine in play.state.members(group.id)
        for enemy in play.state.enemies(group)
        for theirs in play.state.members(enemy.id)
    )
    for gap, mine, theirs in found[:80]:
        if gap < 62:
            foot, other = foot_of(play.table, mine), foot_of(play.table, theirs)
            way = measuring.way_from((other.x_in, other.y_in), (foot.x_in, foot.y_in))
            far = until(foot, other, way, 80.0)
            yield shifted(table, [mine], way[0] * far, way[1] * far)


def _shortest(play: Play, group: Group, table: Snapshot) -> Iterator[Snapshot]:
    """One man at a time, as he stands, the shortest way into contact with a man in reach.

    Then a millimetre short of it, which is contact too, should a barrier be just there.
    """
    reach = demands.reach_cm(play, group, movement.code_of(play, group))
    for mine in play.state.members(group.id):
        for enemy in play.state.enemies(group):
            for theirs in play.state.members(enemy.id):
                if measuring.apart_cm(play.table, mine.id, theirs.id) <= reach:
                    foot, other = foot_of(play.table, mine.id), foot_of(play.table, theirs.id)
                    way, far = measuring.shortest_way(foot, other)
                    for part in (far, max(0.0, far - 0.1)):
                        yield shifted(table, [mine.id], way[0] * part, way[1] * part)


def _allowed_cm(play: Play, group: Group) -> float:
    """What the slowest of a group may go by its action."""
    code = movement.code_of(play, group)
    men = play.state.members(group.id)
    return min(pace.allowance_cm(play, one, code) for one in men) if men else 0.0


def _fars(rules: tuple[str, ...], free: bool, allowed_cm: float, now: Scene) -> tuple[float, ...]:
    """Distances to try, as far as the group may go first, then shorter, then beyond."""
    if "SKM-MEL-20" in rules:
        return (5.0, 4.5, 4.0, 3.0, 2.0, 1.0)
    if "SKM-MEL-21" in rules:
        return (5.0, 3.0, 1.0)
    within = [math.floor(allowed_cm), *(cm for cm in STEPS_CM if cm < allowed_cm)]
    beyond = [cm for cm in STEPS_CM if cm > allowed_cm]
    if free and not now.source(3):
        return (one_of(within, now.source), *within)
    return (*within, *beyond)


def _ways(play: Play, group: Group, back: bool) -> Iterator[Point]:
    """Directions: toward or away from each enemy, nearest first, then all round."""
    here = measuring.middle(play, group)
    if back:
        yield from _led(play, group)
    enemies = sorted(
        play.state.enemies(group), key=lambda e: measuring.group_distance(play, group, e).value
    )
    for first in (True, False):
        for enemy in enemies:
            if first == back:
                spot = measuring.centre(play.table, measuring.closest_man(play, group, enemy))
                yield measuring.way_from(here, spot)
            else:
                yield _closing(play, group, enemy)
    for k in range(16):
        yield math.cos(k * math.pi / 8), math.sin(k * math.pi / 8)


def _led(play: Play, group: Group) -> Iterator[Point]:
    """The ways that the group's own result leads: to its cover, or off from those it flees."""
    code = movement.code_of(play, group)
    enemy = _foe(play, group)
    piece = backward.cover_for(play, group, code, enemy)
    here = measuring.middle(play, group)
    if piece is not None:
        goal = nearest_on(piece.outline_in, here, not piece.is_line)
        yield measuring.way_from(goal, here)
    if enemy is not None:
        yield backward.way_off(play, group, code, enemy)[0]


def _closing(play: Play, group: Group, enemy: Group) -> Point:
    """From the nearest of its men to the nearest of theirs."""
    theirs = measuring.closest_man(play, group, enemy)
    mine = measuring.closest_man(play, enemy, group)
    return measuring.way_from(
        measuring.centre(play.table, theirs), measuring.centre(play.table, mine)
    )


def _free(play: Play, group: Group, way: Point, most: float) -> float:
    """How far the body can be pushed before it would stand on somebody, cm."""
    mine = {figure.id for figure in play.state.members(group.id)}
    others = [foot_of(play.table, b.payload) for b in play.table.bases
              if b.payload not in mine]  # fmt: skip
    free = most
    for name in mine:
        foot = foot_of(play.table, name)
        free = min(free, _to_edge(play.table, foot, way))
        for other in others:
            if pace.in_the_way(foot, other, way, free):
                free = min(free, until(foot, other, way, free))
    return max(0.0, free)


def _to_edge(table: Snapshot, foot: Footprint, way: Point) -> float:
    rooms = [
        to_cm((end - at if go > 0 else -at) / go)
        for x, y in foot.corners_in
        for at, go, end in ((x, way[0], table.size_in[0]), (y, way[1], table.size_in[1]))
        if abs(go) > 1e-9
    ]
    return max(0.0, min(rooms))


def until(foot: Footprint, other: Footprint, way: Point, most: float) -> float:
    """How far a base goes before it overlaps another, by creeping up on it; cm."""
    along = 0.0
    for _ in range(40):
        gap = to_cm(separation(_shifted(foot, way, to_in(along)), other))
        if along == 0 and gap <= 0.05:
            ahead = (other.x_in - foot.x_in) * way[0] + (other.y_in - foot.y_in) * way[1]
            return 0.0 if ahead > 0 else most
        if gap <= 0.05 or along >= most:
            break
        along += max(gap - 0.02, 0.02)
    return min(along, most)


def _shifted(foot: Footprint, way: Point, inches: float) -> Footprint:
    dx, dy = way[0] * inches, way[1] * inches
    (ax, ay), (bx, by), (cx, cy), (ex, ey) = foot.corners_in
    corners = ((ax + dx, ay + dy), (bx + dx, by + dy), (cx + dx, cy + dy), (ex + dx, ey + dy))
    return foot._replace(x_in=foot.x_in + dx, y_in=foot.y_in + dy, corners_in=corners)


def _faced(play: Play, group: Group, table: Snapshot) -> Snapshot:
    """The group turned to its nearest enemy, each man on his place."""
    enemy = _foe(play, group)
    if enemy is None:
        return table
    here = measuring.middle(play, group)
    there = measuring.centre(play.table, measuring.closest_man(play, group, enemy))
    deg = math.degrees(math.atan2(there[1] - here[1], there[0] - here[0]))
    return _turned(play, group, table, deg)


def _foe(play: Play, group: Group) -> Group | None:
    """The nearest enemy in sight, of whom the results speak; or else the nearest of all."""
    seen = sight.visible_enemies(play, group)
    return act.enemy_of(play, group, seen or play.state.enemies(group))


def _turned(play: Play, group: Group, table: Snapshot, deg: float) -> Snapshot:
    names = {figure.id for figure in play.state.members(group.id)}
    bases = tuple(
        replace(b, pose=replace(b.pose, facing_deg=deg % 360)) if b.payload in names and b.pose
        else b
        for b in table.bases
    )  # fmt: skip
    return replace(table, bases=bases)


def lift(state: State, table: Snapshot) -> Snapshot:
    """The table without the fallen."""
    dead = {figure.id for figure in state.figures if figure.dead}
    return without(table, lambda base: base.payload in dead)


# -- what cannot be -------------------------------------------------------------------------


def faults(played: Played) -> tuple[str, ...]:
    """The dead who rise, figures of no group, groups of none that act, numbers below nought."""
    state: State = played.outcome.state
    found = list(twice(played.table))
    groups = {group.id for group in state.groups}
    for old, new in zip(played.before.figures, state.figures, strict=True):
        found += _faults_of(old, new)
        if new.group not in groups:
            found.append(f"{new.id} is in no group")
    for group in state.groups:
        if group.loads < 0 or group.threat < 0 or group.rounds < 0 or group.charge_cm < 0:
            found.append(f"{group.id} has less than nothing of something")
    manned = {group.id for group in played.before.living()}
    if played.action.by in groups and played.action.by not in manned:
        found.append(f"{played.action.by} has nobody left and acts")
    if state.turn < played.before.turn:
        found.append(f"turn {state.turn} after {played.before.turn}")
    return tuple(found)


def _faults_of(old: Figure, new: Figure) -> Iterator[str]:
    if old.dead and not new.dead:
        yield f"{new.id} is risen from the dead"
    if new.wounds < old.wounds or new.moved_cm < 0:
        yield f"{new.id} is less wounded, or has moved less than not at all"


ROBOT = Robot(pick=pick, tables=tables, lift=lift, faults=faults, strict=True)
