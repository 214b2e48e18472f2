"""A player that chooses at random among what is legal, and moves models where it must.

It answers every question as people would: dice from its own source, choices by lot, figures
moved toward, away, aside or not at all, and turned to the enemy. A move that the rules refuse
is tried another way; when nothing is accepted the game has a dead end, and that is a failure.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rules.centimetres import to_cm, to_in
from rules.engine import Done, advance
from rules.plain import from_plain, to_plain
from rules.prompts import Choose, Look, Prompt, Roll
from rules.protocol import Action, Outcome, Victory
from rules.skirmish import SKIRMISH, ruler
from rules.skirmish.state import Group, Play, State
from vision.measure.reading import Point
from vision.measure.table import Snapshot

STEPS_CM = (60.0, 55.0, 50.0, 48.0, 45.0, 40.0, 36.0, 33.0, 31.0, 30.0, 28.0, 25.0, 24.0, 20.0,
            18.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 0.5)  # fmt: skip


def rounded(table: Snapshot) -> Snapshot:
    """Poses to a thousandth of an inch, so that a transcript gives them back exactly."""
    bases = tuple(
        replace(base, pose=replace(base.pose, x_in=round(base.pose.x_in, 3),
                                   y_in=round(base.pose.y_in, 3),
                                   facing_deg=round(base.pose.facing_deg, 1)))
        for base in table.bases if base.pose is not None
    )  # fmt: skip
    return replace(table, bases=bases)


def written(before: Snapshot, reply: Any) -> str:
    """An answer in a transcript: dice, keys, or the figures that stand elsewhere than before."""
    if not isinstance(reply, Snapshot):
        return " ".join(map(str, reply))
    old = {base.payload: base.pose for base in before.bases}
    moved = [b for b in reply.bases if b.pose != old[b.payload] and b.pose is not None]
    return " ".join(
        f"{b.payload}={b.pose.x_in},{b.pose.y_in},{b.pose.facing_deg}" for b in moved if b.pose
    ) or "stays"  # fmt: skip


def told(outcome: Outcome) -> list[str]:
    """The rulings of an action as lines of a transcript."""
    lines = []
    for ruling in outcome.rulings:
        dice = f" [{' '.join(map(str, ruling.faces))}]" if ruling.faces else ""
        lines.append(f"  = {ruling.says}{dice} ({', '.join(dict.fromkeys(ruling.rules))})")
    return lines


@dataclass
class Game:
    """A game between random players; ``log`` is its transcript, a line an event."""

    seed: int
    house: dict[str, str] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    prompts: int = 0

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)
        demo = SKIRMISH.demo()
        self.table: Snapshot = demo.table
        self.state: State = SKIRMISH.new_game(demo.armies, {**demo.house, **self.house})

    def play(self, most: int) -> Victory:
        """Play until there is a winner; after *most* actions a side leaves the field."""
        for number in range(20_000):
            won = SKIRMISH.winner(self.state)
            if won:
                self.log.append(f"END {won.winner or 'draw'}: {won.says}")
                return won
            self.act(self.pick(number >= most))
        raise AssertionError("the game does not end")

    def pick(self, tired: bool) -> Action:
        """Something legal; mostly something other than ending the step."""
        offers = [o.action for o in SKIRMISH.actions(self.state, self.table) if o.legal]
        if tired:
            return Action("concede", self.state.sides[0])
        real = [action for action in offers if action.do not in ("concede", "end", "join", "goal")]
        ends = [action for action in offers if action.do == "end"]
        assert real or ends, "nothing is legal: a dead end"
        if ends and (not real or self.dice.random() < 0.1):
            return ends[0]
        return self.dice.choice(real or ends)

    def act(self, action: Action) -> Outcome:
        """Declare it and answer its prompts; the state must survive JSON."""
        at = f" at {action.at}" if action.at else ""
        more = f" {json.dumps(action.more)}" if action.more else ""
        self.log.append(f"DO {action.do} by {action.by}{at}{more}")
        answered: list[tuple[Prompt, Any]] = []
        tries: Iterator[Snapshot] = iter(())
        start, rule, reply = self.table, SKIRMISH.resolve(action, self.state, self.table), None
        while True:
            try:
                asked = rule.send(reply)
            except StopIteration:
                break
            again = isinstance(asked, Look) and ". Again: " in asked.what
            if isinstance(asked, Look) and not again:
                tries = self.tables(asked)
            reply = self.answer(asked, tries)
            if again:  # the move that was accepted in the end stands for all tries
                asked = answered.pop()[0]
            answered.append((asked, reply))
        self.log += [f"  ? {asked.what} -> {written(start, reply)}" for asked, reply in answered]
        replayed = advance(SKIRMISH.resolve(action, self.state, start), answered)
        assert isinstance(replayed, Done)
        return self.settle(replayed.outcome)

    def settle(self, outcome: Outcome) -> Outcome:
        self.log += told(outcome)
        assert from_plain(to_plain(outcome.state), State) == outcome.state
        self.state = outcome.state
        assert SKIRMISH.status(self.state).lines
        for group in self.state.groups:
            assert SKIRMISH.card(self.state, group.id).unit == group.id
            assert all(band.radius_in > 0 for band in SKIRMISH.bands(self.state, group.id))
        return outcome

    def answer(self, asked: Prompt, tries: Iterator[Snapshot]) -> Any:
        self.prompts += 1
        assert self.prompts < 40_000
        if isinstance(asked, Roll):
            return asked.parse([self.dice.randint(1, asked.sides) for _ in range(asked.count)])
        if isinstance(asked, Choose):
            keys = [option.key for option in asked.options]
            if "done" in keys and len(keys) > 1 and self.dice.random() < 0.8:
                keys.remove("done")
            return asked.parse(self.dice.sample(keys, max(1, asked.at_least)))
        assert isinstance(asked, Look)
        found = next(tries, None)
        assert found is not None, f"no move is accepted: {asked.what}"
        self.table = rounded(found)
        return asked.parse(self.table)

    # -- moving models ----------------------------------------------------------------------

    def tables(self, asked: Look) -> Iterator[Snapshot]:
        """Tables to try for a move, the likely ones first, at last the table as it is."""
        play = Play(self.state, ruler.field(self.state, self.table))
        group = self.state.group(asked.units[0])
        here = self.table
        faced = self.faced(play, group, here)
        if "as you like" in asked.what and self.dice.random() < 0.3:
            yield here
        if "CHARGE" in asked.what or "ATTACK" in asked.what or "NEAREST" in asked.what:
            yield from self.singly(play, group, faced)
        ways = self.ways(play, group, asked.what)
        for way in ways:
            for far in self.fars(asked.what):
                free = self.free(play, group, way, far)
                if free >= min(far, 0.5):
                    step = min(far, free)
                    yield self.go(faced, play, group, way, step)
        yield faced
        yield here
        yield from self.last_resorts(play, group, here, ways if "goes back" in asked.what else [])

    def last_resorts(
        self, play: Play, group: Group, here: Snapshot, ways: list[Point]
    ) -> Iterator[Snapshot]:
        """Turned to each enemy in place; back over men who fell in this very melee."""
        for k in range(12):
            yield self.turned(play, group, here, 30.0 * k)
        for way in ways:
            yield self.go(here, play, group, way, 5.0)

    def singly(self, play: Play, group: Group, table: Snapshot) -> Iterator[Snapshot]:
        """One man at a time straight at the men of the nearest enemies."""
        found = sorted(
            (ruler.apart_cm(play.table, mine.id, theirs.id), mine.id, theirs.id)
            for mine in play.members(group.id)
            for enemy in play.state.enemies(group)
            for theirs in play.members(enemy.id)
        )
        for gap, mine, theirs in found[:80]:
            way = ruler.way_from(ruler.centre(play.table, theirs), ruler.centre(play.table, mine))
            foot, other = ruler.foot_of(play.table, mine), ruler.foot_of(play.table, theirs)
            if gap < 62:
                far = self.until(foot, other, way, 80.0)
                yield ruler.shifted(table, [mine], way[0] * far, way[1] * far)

    def fars(self, what: str) -> tuple[float, ...]:
        if "goes back" in what:
            return (5.0, 4.5, 4.0, 3.0, 2.0, 1.0)
        if "follows up" in what:
            return (5.0, 3.0, 1.0)
        if "as you like" in what:
            return (self.dice.choice(STEPS_CM), *STEPS_CM[7:])
        return STEPS_CM

    def go(
        self, table: Snapshot, play: Play, group: Group, way: Point, cm: float
    ) -> Snapshot:
        names = [figure.id for figure in play.members(group.id)]
        return ruler.shifted(table, names, way[0] * cm, way[1] * cm)

    def ways(self, play: Play, group: Group, what: str) -> list[Point]:
        """Directions: toward or away from each enemy, nearest first, then all round."""
        here = ruler.middle(play, group)
        enemies = sorted(
            play.state.enemies(group), key=lambda e: ruler.group_distance(play, group, e).value
        )
        spots = [ruler.centre(play.table, ruler.closest_man(play, group, e)) for e in enemies]
        away = [ruler.way_from(here, spot) for spot in spots]
        toward = [self.closing(play, group, enemy) for enemy in enemies]
        back = any(word in what for word in ("back", "RUN", "FLEE", "AWAY", "WITHDRAW", "COVER"))
        round_ = [(math.cos(k * math.pi / 8), math.sin(k * math.pi / 8)) for k in range(16)]
        return [*(away if back else toward), *(toward if back else away), *round_]

    def closing(self, play: Play, group: Group, enemy: Group) -> Point:
        """From the nearest of its men to the nearest of theirs."""
        theirs = ruler.closest_man(play, group, enemy)
        mine = ruler.closest_man(play, enemy, group)
        return ruler.way_from(ruler.centre(play.table, theirs), ruler.centre(play.table, mine))

    def free(self, play: Play, group: Group, way: Point, most: float) -> float:
        """How far the body can be pushed before it would stand on somebody, cm."""
        mine = {figure.id for figure in play.members(group.id)}
        others = [ruler.foot_of(play.table, b.payload) for b in play.table.bases
                  if b.payload not in mine]  # fmt: skip
        feet = [ruler.foot_of(play.table, name) for name in mine]
        width, depth = play.table.size_in
        free = most
        for foot in feet:
            for x, y in foot.corners_in:
                for at, go, end in ((x, way[0], width), (y, way[1], depth)):
                    if abs(go) > 1e-9:
                        free = min(free, max(0.0, to_cm((end - at if go > 0 else -at) / go)))
            for other in others:
                apart = math.hypot(other.x_in - foot.x_in, other.y_in - foot.y_in)
                if to_cm(apart - foot.reach_in - other.reach_in) < free:
                    free = min(free, self.until(foot, other, way, free))
        return max(0.0, free)

    def until(self, foot: Any, other: Any, way: Point, most: float) -> float:
        """How far a base goes before it overlaps another, by creeping up on it."""
        from vision.measure.footprint import separation

        along = 0.0
        for _ in range(40):
            there = foot._replace(
                x_in=foot.x_in + way[0] * to_in(along), y_in=foot.y_in + way[1] * to_in(along),
                corners_in=tuple((x + way[0] * to_in(along), y + way[1] * to_in(along))
                                 for x, y in foot.corners_in),
            )  # fmt: skip
            gap = to_cm(separation(there, other))
            if along == 0 and gap <= 0.05:
                ahead = (other.x_in - foot.x_in) * way[0] + (other.y_in - foot.y_in) * way[1]
                return 0.0 if ahead > 0 else most
            if gap <= 0.05 or along >= most:
                break
            along += max(gap - 0.02, 0.02)
        return min(along, most)

    def faced(self, play: Play, group: Group, table: Snapshot) -> Snapshot:
        """The group turned to its nearest visible enemy, each man on his place."""
        found = ruler.nearest(play, group, self.state.enemies(group))
        if found is None:
            return table
        here = ruler.middle(play, group)
        there = ruler.centre(play.table, ruler.closest_man(play, group, found[0]))
        deg = math.degrees(math.atan2(there[1] - here[1], there[0] - here[0]))
        return self.turned(play, group, table, deg)

    def turned(self, play: Play, group: Group, table: Snapshot, deg: float) -> Snapshot:
        names = {figure.id for figure in play.members(group.id)}
        bases = tuple(
            replace(b, pose=replace(b.pose, facing_deg=deg % 360)) if b.payload in names and b.pose
            else b
            for b in table.bases
        )  # fmt: skip
        return replace(table, bases=bases)

