"""A player of Matchlocks without a plan: anything legal, models moved roughly as asked."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from rules.kernel.prompts import Look
from rules.kernel.protocol import Action, Offer
from rules.matchlocks.actions import offers_to
from rules.matchlocks.close_combat.attack import attack_reach_in
from rules.matchlocks.close_combat.onset import lines_between
from rules.matchlocks.measuring import BAD, bases_of, stands_in
from rules.matchlocks.movement.facing import turned_about
from rules.matchlocks.ordering.cards import owner_of
from rules.matchlocks.robot_moves import as_ordered, is_ordered, shift, up_to_him
from rules.matchlocks.state import Leader, Melee, State, Unit, inches, is_mounted, kind_of
from rules.matchlocks.switches import House
from rules.robots.robot import Played, Robot, Scene, filled, mixed, twice
from vision.measure.range import gap
from vision.measure.shapes.footprint import unit_shape
from vision.table.snapshot import Base, Pose, Snapshot

LAST_TURN = 60
"""After this the side with fewer tokens gives the battle up, as it may (ARM-02)."""

BEHIND_IN, TOUCHING_IN = 1.5, 0.8
"""A leader's middle behind a unit: apart from it, and touching it."""
SHOT_IN, LONG_SHOT_IN = 12.0, 36.0
FACING_DEG = 20.0
"""An enemy so near to straight ahead needs no wheel."""

_KEEN = ("attack", "shoot", "order", "move", "wheel", "general attack", "rally", "feed")
"""Tried before anything else that is legal."""


_LEFT_OUT = ("concede", "melee round")
"""Legal, but they would end the battle, or fight it out of its turn."""

_RARELY = {"cover": 20, "attach": 4, "anything else": 30, "change formation": 8, "about face": 12,
           "pivot": 10}  # fmt: skip
"""Of little use to a player without a plan: done once in so many times that it could be."""


def without_the_gone(state: State, table: Snapshot) -> Snapshot:
    """The table once units and leaders that are gone have been lifted off it."""
    away = {one.id for one in state.units.values() if one.gone}
    away |= {one.id for one in state.leaders.values() if one.lost}
    if not any(base.unit_id in away for base in table.bases):
        return table
    return replace(table, bases=tuple(b for b in table.bases if b.unit_id not in away))


# --- what to declare -------------------------------------------------------------------------


def pick(now: Scene) -> Action:
    """Something legal for a unit, leader or side of chance, or the next card."""
    state: State = now.state
    if state.turn > LAST_TURN:
        poor = min(state.sides.values(), key=lambda side: side.tokens)
        return Action("concede", poor.name)
    if state.phase == "deploy":
        return Action("begin" if now.source(10) else "deploy", next(iter(state.sides)))
    for who in _who_may(now):
        found = _pick(now, list(_legal(now, who)))
        if found is not None:
            return found
    return _nothing_more(state)


def _nothing_more(state: State) -> Action:
    if state.phase == "manoeuvre":
        return Action("pass", state.mover, more={"close": "yes"})
    side = owner_of(state) or next(iter(state.sides))
    if state.decks.card:
        return Action("finish", side)
    return Action("turn card" if len(state.decks.play) > 1 else "end turn", side)


def _who_may(now: Scene) -> Iterator[str]:
    """Units with Actions, then the leader whose card is up, in an order of chance."""
    state = now.state
    units = [one.id for one in state.units.values() if _may_act(state, one)]
    for one in mixed(units, now.source):
        if one not in now.spent:
            yield one
    up = state.leaders.get(state.decks.card)
    if up is not None and not up.lost and up.id not in now.spent:
        yield up.id
    for side in state.sides.values():
        owed = state.sides[state.other(side.name)].claims
        if (side.events or "Perk" in side.hand or owed) and side.name not in now.spent:
            yield side.name


def _may_act(state: State, unit: Unit) -> bool:
    if unit.gone or unit.melee:
        return False
    if state.phase == "manoeuvre":
        return unit.side == state.mover
    return unit.actions_left > 0


def _legal(now: Scene, who: str) -> Iterator[Offer]:
    state: State = now.state
    offers = [one for one in offers_to(state, now.table, who) if one.legal]
    if who in state.sides:
        if state.sides[state.other(who)].claims:
            offers.append(Offer(Action("demand", who), "Demand"))
        offers = [one for one in offers if one.action.do in ("perk", "event", "demand")]
    yield from offers


def _pick(now: Scene, offers: list[Offer]) -> Action | None:
    offers = [one for one in offers if _is_of_use(now, one)]
    fights = [one for one in offers if one.action.do in ("attack", "shoot")]
    if fights and now.source(2):
        offers = fights
    keen = [one for one in offers if one.action.do in _KEEN]
    if keen and now.source(4):
        offers = keen
    if not offers:
        return None
    return _filled(now, offers[now.source(len(offers))])


def _is_of_use(now: Scene, offer: Offer) -> bool:
    do, who = offer.action.do, offer.action.by
    if do == "wheel" and who in now.state.units and bases_of(now.table, who):
        turn = _turn_to_foe(now.state, now.table, now.state.units[who])
        return abs(turn) > FACING_DEG or not now.source(10)
    if do == "shoot" and not now.state.on(House.premeasure):
        return not now.source(10) or _in_sight_of(now, who, str(offer.action.at))
    return do not in _LEFT_OUT and not now.source(_RARELY.get(do, 1))


def _in_sight_of(now: Scene, who: str, target: str) -> bool:
    """Does a target look near enough, where no range is told before the shot?"""
    if not bases_of(now.table, who) or not bases_of(now.table, target):
        return True
    long = kind_of(now.state.units[who]).arm == "gun"
    far_in = inches(now.state, LONG_SHOT_IN if long else SHOT_IN)
    return gap(now.table, who, target).value <= far_in


def _filled(now: Scene, offer: Offer) -> Action:
    """An offer's action with what it needs by lot; an Attack has as many Moves as it takes."""
    action = filled(offer, now.source)
    if action.do != "attack" or action.at is None:
        return action
    unit = now.state.units[action.by]
    far = gap(now.table, action.by, action.at).value
    held = now.state.units[action.at].covered
    ways = lines_between(now.table, action.by, action.at, held)
    lines = any(not one.at_it for one in ways)
    once = far <= attack_reach_in(now.state, unit, 1) and not lines
    turns = 0 if now.source(4) else int(action.more.get("wheels", 0))
    return Action("attack", action.by, action.at, {"moves": 1 if once else 2, "wheels": turns})


# --- answering -------------------------------------------------------------------------------


def _tables(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    if action.do == "deploy":
        yield now.table.let_stand()
        return
    if is_ordered(now, asked):
        yield from as_ordered(now, asked)
        yield now.table.let_stand()
        return
    if set(asked.rules) & {"NMM-MEL-05", "NMM-MEL-77"}:
        yield from up_to_him(now, asked)
        yield now.table.let_stand()
        return
    yield _moved(now, action, asked, now.table)


def _moved(now: Scene, action: Action, prompt: Look, table: Snapshot) -> Snapshot:
    """The table after the models that a Look names were moved, roughly as it asks."""
    units = [one for one in prompt.units if one in now.state.units and bases_of(table, one)]
    if "NMM-EVT-05" in prompt.rules or "NMM-EVT-06" in prompt.rules:
        return _appeared(now, prompt, table)
    if not units:
        return _ridden(now, table, prompt)
    unit = now.state.units[units[0]]
    if action.do == "wheel" or "NMM-ACT-03" in prompt.rules:
        return _wheeled(now, table, prompt.units, unit)
    if action.do in ("about face", "pivot"):
        return table
    if action.do == "attack" and unit.id == action.by and "NMM-MEL-01" in prompt.rules:
        return _closer(now, table, prompt.units, str(action.at))
    if action.do == "move" and unit.id == action.by:
        return _advanced(now, table, prompt.units, unit)
    return _back(now, table, prompt.units, unit)


def _ridden(now: Scene, table: Snapshot, prompt: Look) -> Snapshot:
    """A leader goes half or all of his way to stand behind the farthest unit he commands."""
    leader = now.state.leaders.get(prompt.units[0])
    far_in = max((one.far_in for one in prompt.reach if one.kind == "may"), default=0.0)
    if leader is None or not far_in or not bases_of(table, leader.id):
        return table
    mine = [
        unit.id
        for unit in now.state.friends(leader.side)
        if bases_of(table, unit.id) and (leader.general or unit.brigade == leader.brigade)
    ]
    if not mine:
        return table
    shape = unit_shape(table, max(mine, key=lambda one: gap(table, leader.id, one).value))
    here = unit_shape(table, leader.id).rc
    behind_in = BEHIND_IN if now.source(2) else TOUCHING_IN
    dx, dy = (shape.rc[k] - behind_in * shape.ahead[k] - here[k] for k in (0, 1))
    most = far_in * (1 + now.source(2)) / 2 - 0.05
    part = min(1.0, most / max(math.hypot(dx, dy), 0.01))
    return shift(table, (leader.id,), dx * part, dy * part)


def _appeared(now: Scene, prompt: Look, table: Snapshot) -> Snapshot:
    """A new unit's base: on the enemy's edge, or in the cover that the prompt names."""
    name, side = prompt.units[0], now.state.sides[prompt.by]
    x_in, y_in = table.size_in[0] * (1 + now.source(9)) / 10, 0.8
    if "NMM-EVT-05" in prompt.rules:
        y_in = table.size_in[1] - 0.8 if side.edge == "south" else 0.8
    for ground in prompt.reach:
        x_in = sum(x for x, _ in ground.outline_in) / len(ground.outline_in)
        y_in = sum(y for _, y in ground.outline_in) / len(ground.outline_in)
    facing_deg = 90.0 if side.edge == "south" else 270.0
    pose = Pose(round(x_in, 2), round(y_in, 2), facing_deg)
    base = Base(name, 2.4, 1.6, pose, unit=name, side=prompt.by, kind="loose", figures=6)
    return replace(table, bases=(*table.bases, base))


def _closer(now: Scene, table: Snapshot, units: tuple[str, ...], target: str) -> Snapshot:
    """A whole Move straight at the target, but not into it."""
    unit = now.state.units[units[0]]
    far = gap(table, unit.id, target)
    (x1, y1), (x2, y2) = far.evidence[0].points_in
    length = min(inches(now.state, kind_of(unit).move_in) - 0.05, far.value - 1.0)
    share = max(0.0, length) / max(far.value, 0.1)
    return shift(table, units, (x2 - x1) * share, (y2 - y1) * share)


def _advanced(now: Scene, table: Snapshot, units: tuple[str, ...], unit: Unit) -> Snapshot:
    """Ahead, by a length of chance up to the unit's slow rate: legal on any ground."""
    kind = kind_of(unit)
    slow = any(piece.kind in BAD for piece in table.terrain)
    most = inches(now.state, kind.bad_in if slow and is_mounted(unit) else kind.move_in)
    length = most * (5 + now.source(16)) / 20
    ahead = unit_shape(table, unit.id).ahead
    dx, dy = ahead[0] * length, ahead[1] * length
    return shift(table, units, *_on_table(table, units, dx, dy))


def _wheeled(now: Scene, table: Snapshot, units: tuple[str, ...], unit: Unit) -> Snapshot:
    """About the front corner on the side of the nearest enemy, 45 degrees at most."""
    front, turn = unit_shape(table, unit.id), _turn_to_foe(now.state, table, unit)
    turn = round(max(-45.0, min(45.0, turn)), 1)
    pivot = front.fl if turn > 0 else front.fr
    return turned_about(table, units, pivot, turn)


def _turn_to_foe(state: State, table: Snapshot, unit: Unit) -> float:
    """Degrees to the left from a unit's front to its nearest enemy; 0 when there is none."""
    foes = [one.id for one in state.enemies(unit.side) if bases_of(table, one.id)]
    if not foes:
        return 0.0
    near = min(foes, key=lambda one: gap(table, unit.id, one).value)
    front, there = unit_shape(table, unit.id), unit_shape(table, near).fc
    dx, dy = there[0] - front.fc[0], there[1] - front.fc[1]
    return (math.degrees(math.atan2(dy, dx)) - front.facing_deg + 180) % 360 - 180


def _back(now: Scene, table: Snapshot, units: tuple[str, ...], unit: Unit) -> Snapshot:
    """One Move to its own edge, stopped by the edge."""
    side = now.state.sides.get(unit.side)
    length = inches(now.state, kind_of(unit).move_in)
    way = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}
    dx, dy = way[side.edge if side else "south"]
    return shift(table, units, *_on_table(table, units, dx * length, dy * length))


def _on_table(
    table: Snapshot, units: tuple[str, ...], dx_in: float, dy_in: float
) -> tuple[float, float]:
    """That way, but no farther than the table goes."""
    share = 1.0
    for base in table.bases:
        if base.unit_id in units and base.pose is not None:
            reach = math.hypot(base.frontage_in, base.depth_in) / 2
            for at, by, size in (
                (base.pose.x_in, dx_in, table.size_in[0]),
                (base.pose.y_in, dy_in, table.size_in[1]),
            ):
                room = (size - reach - at) if by > 0 else (at - reach)
                if abs(by) > 1e-9:
                    share = min(share, max(0.0, room / abs(by)))
    return dx_in * share, dy_in * share


# --- what cannot be --------------------------------------------------------------------------


def faults(played: Played) -> tuple[str, ...]:
    """Figures and tokens out of bounds, the lost who act or fight, melees of one side."""
    state: State = played.outcome.state
    found = [fault for unit in state.units.values() for fault in _faults_of(state, unit)]
    found += twice(played.table)
    found += [fault for unit in state.units.values() for fault in _elsewhere(played.table, unit)]
    for side in state.sides.values():
        capped = state.on(House.token_cap.start)
        if side.tokens < 0 or (capped and side.tokens > side.start_tokens):
            found.append(f"{side.name} holds {side.tokens} of {side.start_tokens} tokens")
    found += [fault for melee in state.melees for fault in _one_sided(state, melee)]
    found += [fault for leader in state.leaders.values() for fault in _misled(state, leader)]
    actor = played.before.units.get(played.action.by)
    if actor is not None and actor.gone:
        found.append(f"{actor.id} is gone and acts")
    agreed = any(ruling.agreed for ruling in played.outcome.rulings)
    if agreed and played.action.do != "deploy":
        found.append(f"{played.action.by}: no place was right for a move that a rule ordered")
    return tuple(found)


def _elsewhere(table: Snapshot, unit: Unit) -> Iterator[str]:
    there = bases_of(table, unit.id)
    if unit.building and there and not unit.gone and not stands_in(table, unit.id, "building"):
        yield f"{unit.id} holds {unit.building} and stands outside"


def _one_sided(state: State, melee: Melee) -> Iterator[str]:
    for party in (melee.attackers, melee.defenders):
        if not any(state.unit(one).melee == melee.id for one in party):
            yield f"melee {melee.id} has but one party"


def _misled(state: State, leader: Leader) -> Iterator[str]:
    if leader.tokens < 0:
        yield f"{leader.id} has {leader.tokens} Order Tokens"
    if leader.attached and state.unit(leader.attached).gone:
        yield f"{leader.id} is with {leader.attached}, which is gone"


def _faults_of(state: State, unit: Unit) -> Iterator[str]:
    if not (0 <= unit.shot <= unit.start_shot and 0 <= unit.pikes <= unit.start_pikes):
        yield f"{unit.id} has {unit.shot} shot and {unit.pikes} pikes"
    if not (0 <= unit.disarray <= 3 and 0 <= unit.ammo <= 8 and unit.actions_left >= 0):
        yield f"{unit.id} has {unit.disarray} Disarray, {unit.ammo} ammunition"
    if not unit.gone and unit.figures <= 0 and kind_of(unit).arm != "gun":
        yield f"{unit.id} has nobody left and is not gone"
    known = {melee.id for melee in state.melees}
    if unit.melee and (unit.gone or unit.melee not in known):
        yield f"{unit.id} is in melee {unit.melee}, which is none"


ROBOT = Robot(pick=pick, tables=_tables, lift=without_the_gone, faults=faults)
