"""A player that chooses at random among what is legal, and moves models where it must.

It answers every question of the rules as people would: dice from its own source, choices by
lot, models moved toward, away or not at all. A move that the rules refuse is tried another
way; when nothing is accepted the game has a dead end, and that is a failure.
"""

from __future__ import annotations

import json
import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rules.engine import Done, advance
from rules.plain import from_plain, to_plain
from rules.prompts import Choose, Look, Prompt, Roll
from rules.protocol import Action, Outcome, Victory
from rules.roses import ROSES, ruler
from rules.roses import lines as sightlines
from rules.roses.state import Play, State, Unit, pace_cm
from vision.measure.table import Snapshot

MAX_TRIES = 60
_CM = re.compile(r"([\d.]+)(?: to ([\d.]+))? cm")


def rounded(table: Snapshot) -> Snapshot:
    """Poses to a thousandth of an inch, so that a transcript gives them back exactly."""
    bases = tuple(
        replace(base, pose=replace(base.pose, x_in=round(base.pose.x_in, 3),
                                   y_in=round(base.pose.y_in, 3)))
        for base in table.bases if base.pose is not None
    )  # fmt: skip
    return replace(table, bases=bases)


def written(before: Snapshot, reply: Any) -> str:
    """An answer in a transcript: dice, keys, or the stands that stand elsewhere than before."""
    if not isinstance(reply, Snapshot):
        return " ".join(map(str, reply))
    old = {base.payload: base.pose for base in before.bases}
    moved = [b for b in reply.bases if b.pose != old[b.payload] and b.pose is not None]
    return " ".join(f"{b.payload}={b.pose.x_in},{b.pose.y_in}" for b in moved if b.pose) or "stays"


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
        demo = ROSES.demo()
        self.table: Snapshot = demo.table
        self.state: State = ROSES.new_game(demo.armies, {**demo.house, **self.house})

    def play(self, most: int) -> Victory:
        """Play until there is a winner; after *most* actions a side concedes."""
        for number in range(10_000):
            won = ROSES.winner(self.state)
            if won:
                self.log.append(f"END {won.winner or 'draw'}: {won.says}")
                return won
            self.act(self.pick(number >= most))
        raise AssertionError("the game does not end")

    def pick(self, tired: bool) -> Action:
        """Something legal; mostly something other than ending the phase."""
        offers = [offer.action for offer in ROSES.actions(self.state, self.table) if offer.legal]
        assert offers, "nothing is legal: a dead end"
        if tired:
            return Action("concede", self.state.side)
        real = [action for action in offers if action.do not in ("concede", "end", "objective")]
        objectives = [action for action in offers if action.do == "objective"]
        ends = [action for action in offers if action.do == "end"]
        missing = any(not battle.objective for battle in self.state.battles)
        if objectives and missing:
            unset = {battle.name for battle in self.state.battles if not battle.objective}
            return self.dice.choice([a for a in objectives if a.more["battle"] in unset])
        if ends and (not real or self.dice.random() < 0.15):
            return ends[0]
        return self.dice.choice(real or ends)

    def act(self, action: Action) -> Outcome:
        """Declare it and answer its prompts; the state must survive JSON."""
        at = f" at {action.at}" if action.at else ""
        more = f" {json.dumps(action.more)}" if action.more else ""
        self.log.append(f"DO {action.do} by {action.by}{at}{more}")
        answered: list[tuple[Prompt, Any]] = []
        tries: Iterator[Snapshot] = iter(())
        start, rule, reply = self.table, ROSES.resolve(action, self.state, self.table), None
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
        replayed = advance(ROSES.resolve(action, self.state, start), answered)
        assert isinstance(replayed, Done)
        return self.settle(replayed.outcome)

    def settle(self, outcome: Outcome) -> Outcome:
        self.log += told(outcome)
        assert from_plain(to_plain(outcome.state), State) == outcome.state
        self.state = outcome.state
        assert ROSES.status(self.state).lines
        for unit in self.state.units:
            assert ROSES.card(self.state, unit.id).unit == unit.id
            assert all(band.radius_in > 0 for band in ROSES.bands(self.state, unit.id))
        return outcome

    def answer(self, asked: Prompt, tries: Iterator[Snapshot]) -> Any:
        self.prompts += 1
        assert self.prompts < 20_000
        if isinstance(asked, Roll):
            return asked.parse([self.dice.randint(1, asked.sides) for _ in range(asked.count)])
        if isinstance(asked, Choose):
            keys = [option.key for option in asked.options]
            count = self.dice.randint(asked.at_least, asked.at_most)
            return asked.parse(self.dice.sample(keys, count))
        assert isinstance(asked, Look)
        found = next(tries, None)
        assert found is not None, f"no move is accepted: {asked.what}"
        self.table = rounded(found)
        return asked.parse(self.table)

    # -- moving models ----------------------------------------------------------------------

    def tables(self, asked: Look) -> Iterator[Snapshot]:
        """Tables to try for a move, the likely ones first, at last the table as it is."""
        play = Play(self.state, ruler.field(self.alive(), self.table))
        units = [play.unit(name) for name in asked.units]
        table = self.table
        if "goes back" in asked.what or "away" in asked.what or "evades" in asked.what:
            yield from self.away(play, units, asked.what, table)
        if "goes after" in asked.what or "charges" in asked.what or "toward" in asked.what:
            yield from self.toward(play, units[0], table)
        if asked.what.startswith("move"):
            yield from self.onward(play, units, asked.what, table)
        yield table

    def alive(self) -> State:
        """The state with every unit that still has its bases: losses of this action unknown."""
        return self.state

    def away(
        self, play: Play, units: list[Unit], what: str, table: Snapshot
    ) -> Iterator[Snapshot]:
        unit, stands = units[0], tuple(stand for one in units for stand in one.stands)
        found = _CM.search(what)
        low, high = (float(found[1]), float(found[2] or found[1])) if found else (0.0, 10.0)
        pace = pace_cm(unit)
        enemies = [play.unit(u.id) for u in play.state.units if u.side != unit.side and u.alive]
        ways = [sightlines.away_from(play, unit, (enemy,)) for enemy in enemies]
        ways += [(math.cos(k * 0.4), math.sin(k * 0.4)) for k in range(16)]
        for way in ways:
            for far in dict.fromkeys((low, high, min(pace, high), pace, 0.0)):
                if "evades" in what or "away from every" in what:
                    met = sightlines.first_obstacle(play, unit, way, pace)
                    far = min(far or pace, met.at_cm if met else pace)
                yield ruler.shifted(table, stands, way[0] * far, way[1] * far)

    def toward(self, play: Play, unit: Unit, table: Snapshot) -> Iterator[Snapshot]:
        pace = pace_cm(unit)
        for enemy, _ in ruler.nearest_enemies(play, unit):
            ax, ay = sightlines.away_from(play, unit, (enemy,))
            met = sightlines.first_obstacle(play, unit, (-ax, -ay), pace)
            far = min(pace, met.at_cm if met else pace)
            for part in (far, far / 2):
                yield ruler.shifted(table, unit.stands, -ax * part, -ay * part)

    def onward(
        self, play: Play, units: list[Unit], what: str, table: Snapshot
    ) -> Iterator[Snapshot]:
        found = _CM.search(what)
        most = float(found[1]) if found else 10.0
        stands = tuple(stand for unit in units for stand in unit.stands)
        enemies = ruler.nearest_enemies(play, units[0])
        for enemy, _ in enemies[:2]:
            ax, ay = sightlines.away_from(play, units[0], (enemy,))
            if len(units) > 1:
                ax, ay = 0.0, math.copysign(1.0, ay or 1.0)
            ids = tuple(unit.id for unit in units)
            met = [sightlines.first_obstacle(play, u, (-ax, -ay), most, ids) for u in units]
            far = min([most, *(one.at_cm for one in met if one)])
            part = 1.0 if self.dice.random() < 0.7 else self.dice.random()
            for share in (part, part / 2):
                step = far * share
                yield ruler.shifted(table, stands, -ax * step, -ay * step)
