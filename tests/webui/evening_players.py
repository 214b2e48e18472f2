"""Sensible players for an evening: the books' own robots, who would rather fight than wait."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from rules.armatys.robot import middle, shifted, toward
from rules.armatys.state import State as ArmatysState
from rules.armatys.units.troops import rate_in
from rules.kernel.prompts import Look
from rules.kernel.protocol import Action, Offer
from rules.robots.robot import DeadEnd, Robot, Scene, filled, one_of
from vision.table.snapshot import Pose, Snapshot
from webui.commands.benches.rules_bench import ROBOTS

Offers: TypeAlias = Callable[[], Sequence[Offer]]
"""What the page offers now."""

Pick: TypeAlias = Callable[[Scene, Offers], Action]

RANKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "armatys": (("melee", "retire", "pursue"), ("charge",), ("fire",), ("move",), ("done",)),
    "roses": (
        ("objective",), ("begin",), ("fight",), ("charge",), ("shoot",), ("move",), ("order",),
        ("end",),
    ),
    "skirmish": (("fight",), ("shoot",), ("roll", "command"), ("move",), ("end",)),
    "quickplay": (("begin",), ("charge",), ("shoot",), ("rally",), ("move",), ("end",)),
}  # fmt: skip
"""What each side would rather do, the best first; what is not named is left alone."""

ENDS = ("end", "done")
UNASKED = ("agree", "concede", "detach")

LET_STAND = ("roses", "skirmish", "armatys")
"""Books that send models somewhere and ask again until they are there."""

KEEN: dict[str, tuple[str, ...]] = {
    "matchlocks": ("attack", "shoot", "order", "general attack", "begin", "turn card"),
    "blocks": ("charge", "shoot", "fight_on", "begin", "move"),
}
"""For those who play as the robot does: what is waited for a little."""


def by_rank(ranks: tuple[tuple[str, ...], ...]) -> Pick:
    """The best thing that anybody is offered, by lot among equals; nothing twice in a phase."""
    done: set[str] = set()

    def pick(now: Scene, offers: Offers) -> Action:
        legal = [one for one in offers() if one.legal and one.action.do not in UNASKED]
        for offer in _best_first(ranks, legal, done):
            action = filled(one_of(offer, now.source), now.source)
            done.add(_told(action))
            if action.do in ENDS:
                done.clear()
            return action
        raise DeadEnd("nothing is legal")

    return pick


def _best_first(
    ranks: tuple[tuple[str, ...], ...], legal: Sequence[Offer], done: set[str]
) -> Iterator[Sequence[Offer]]:
    """What is wanted and was not done in this phase, by rank; then what is wanted; the rest."""
    for doing in ranks:
        fresh = [one for one in legal if one.action.do in doing and _told(one.action) not in done]
        if fresh:
            yield fresh
    wanted = [one for one in legal if any(one.action.do in doing for doing in ranks)]
    if wanted or legal:
        yield wanted or legal


def _told(action: Action) -> str:
    """What is not done twice in a phase: by whom, an order for whom, an aim for which battle."""
    whom = action.at if action.do in ("order", "fire") else ""
    return f"{action.do} {action.by} {whom} {action.more.get('battle', '')}"


def keen(robot: Robot, doing: tuple[str, ...], tries: int = 4) -> Pick:
    """As the robot, asked again a few times until it fights."""

    def pick(now: Scene, offers: Offers) -> Action:
        found = robot.pick(now)
        for _ in range(tries):
            if found.do in doing:
                break
            found = robot.pick(now)
        return found

    return pick


def judged(play_on: Pick) -> Pick:
    """Pike & Shot leaves the end to the players (PAS_VICTORY = report): once an army has lost
    half of its units, and the other has not, that other's victory is proposed."""

    def pick(now: Scene, offers: Offers) -> Action:
        state: ArmatysState = now.state
        lost = {side: [one.off for one in state.units if one.side == side] for side in state.sides}
        beaten = [side for side, off in lost.items() if 2 * sum(off) >= len(off)]
        if len(beaten) != 1:
            return play_on(now, offers)
        (winner,) = set(state.sides) - set(beaten)
        return Action("agree", winner, more={"winner": winner})

    return pick


def pick_of(rules: str, *, judging: bool = False) -> Pick:
    """The player of that rule set. *judging*: does not play on to the last man where the
    book leaves the end to the players."""
    if rules not in RANKS:
        return keen(ROBOTS[rules], KEEN[rules])
    player = by_rank(RANKS[rules])
    return judged(player) if judging and rules == "armatys" else player


def robot_of(rules: str) -> Robot:
    """Who moves the models of that rule set."""
    robot = ROBOTS[rules]
    tables = {"armatys": _onward, "blocks": _beside}.get(rules, robot.tables)
    return replace(robot, tables=tables)


SLOTS_IN = ((-0.8, -0.45), (0.8, -0.45), (-0.8, 0.45), (0.8, 0.45))
"""Places for four blocks of 40 x 20 mm in a square of 74 x 70 mm, from its middle."""


def _beside(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """Blocks: into the squares that the game has them in, side by side."""
    for table in ROBOTS["blocks"].tables(now, action, asked):
        old = {base.payload: base.pose for base in now.table.bases}
        bases = list(table.bases)
        for place, base in enumerate(bases):
            if base.pose is not None and base.pose != old[base.payload]:
                there = [b.pose for b in bases if b.pose is not None and b is not base]
                bases[place] = dataclasses.replace(base, pose=_in_a_slot(base.pose, there))
        yield dataclasses.replace(table, bases=tuple(bases))


def _in_a_slot(middle: Pose, there: Sequence[Pose]) -> Pose:
    """The first place of the square that nobody stands on."""
    slots = [
        dataclasses.replace(middle, x_in=middle.x_in + dx, y_in=middle.y_in + dy)
        for dx, dy in SLOTS_IN
    ]

    def room(slot: Pose) -> float:
        return min(
            (abs(slot.x_in - o.x_in) / 1.58 + abs(slot.y_in - o.y_in) / 0.79 for o in there),
            default=9.0,
        )

    return max(slots, key=lambda slot: min(1.0, room(slot)))


def _onward(now: Scene, action: Action, asked: Look) -> Iterator[Snapshot]:
    """Pike & Shot: straight at the nearest enemy, as far as the rules let the unit go."""
    state: ArmatysState = now.state
    name = asked.units[0]
    one = next((unit for unit in state.units if unit.id == name), None)
    if one is None:
        yield now.table
        return
    ahead, full = (1.0 if one.side == state.sides[0] else -1.0), rate_in(one)
    if asked.what.startswith("Retire"):
        yield from (shifted(now.table, name, 0.0, -ahead * full * part) for part in (0.99, 0.5))
        return
    there = {base.unit_id for base in now.table.bases if base.pose is not None}
    sent_at = one.pursuing or one.charging
    target = sent_at if sent_at in there else _nearest(state, now.table, name, one.side)
    if not {name, target} <= there:
        yield now.table
        return
    for part in (0.98, 0.7, 0.49, 0.3, 0.15):
        yield toward(now.table, name, target, full * part)
    yield now.table


def _nearest(state: ArmatysState, table: Snapshot, name: str, side: str) -> str:
    there = {base.unit_id for base in table.bases if base.pose is not None}
    foes = [one.id for one in state.units if one.side != side and one.id in there and not one.off]
    if name not in there:
        return ""
    here = middle(table, name)
    return min(foes, key=lambda foe: math.dist(here, middle(table, foe)), default="")
