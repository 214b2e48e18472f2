"""Simulated tables of a hall: real games, journals and outboxes, robots for players.

Every book is played in turn; a battle that ends is followed by another. There is no picture.
"""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rules.books import RULE_SETS
from rules.kernel.prompts import Look
from rules.kernel.protocol import IllegalAction
from rules.robots.robot import DeadEnd, Robot, Scene, any_answer, rounded
from vision.table.abilities import SIMULATED, Abilities
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot
from webui.commands.benches.rules_bench import ROBOTS
from webui.game.game import Game
from webui.game.position import NotNow, Who
from webui.game.seen.live import HandTable
from webui.hall.table.publisher import HallTable
from webui.hall.wire.address import Address
from webui.server.session import Desk

log = logging.getLogger(__name__)

PLAYER = Who("table", "", "robot")
CALLS = ("May I wheel here?", "Is this base in the wood?", "Who won this melee?")
MOST_REFUSED = 40


class RobotLive(HandTable):
    """A table by hand whose models a robot moves."""

    source = SIMULATED

    @property
    def abilities(self) -> Abilities:
        """As by hand; nobody takes it for a real table."""
        return replace(super().abilities, sees=True, simulated=True)


class RobotTable:
    """One table: its folder, its games, its place in the hall, and a thread that plays."""

    def __init__(self, number: int, folder: Path, address: Address, pace_s: float) -> None:
        self._dice = random.Random(number)
        self._book = RULE_SETS[number % len(RULE_SETS)]
        self._pace_s = pace_s
        live = RobotLive(self._book.demo().table)
        self.desk = Desk(folder, live, RULE_SETS, first=self._book.name)
        self.hall = HallTable(self.desk, address, f"Table {number + 1}")
        self.desk.hall = self.hall
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._play, name=f"robot {number}", daemon=True)

    def start(self) -> None:
        """Begin to play and to publish."""
        self.hall.start()
        self._thread.start()

    def close(self) -> None:
        """Stop playing, then let go of everything."""
        self._stop.set()
        self._thread.join(30)
        self.hall.close()
        self.desk.close()

    def _play(self) -> None:
        # Not all in the same moment, as tables do not.
        self._stop.wait(self._dice.random() * self._pace_s)
        while not self._stop.is_set():
            game = self.desk.the_game()
            started_s = time.monotonic()
            try:
                if game.present().over is not None or not _act(game, self._dice, self.desk):
                    self.desk.begin_demo(self._book.name)
            except Exception as why:  # a robot that stumbles begins another battle
                log.info("a simulated table begins anew", exc_info=why)
                self.desk.begin_demo(self._book.name)
            if self._dice.random() < 0.01:
                self._call()
            spent_s = time.monotonic() - started_s
            self._stop.wait(max(0.0, self._pace_s * (0.5 + self._dice.random()) - spent_s))

    def _call(self) -> None:
        try:
            self.hall.call(self._dice.choice(CALLS), self.desk.the_game().present().armies[0].side)
        except NotNow:
            log.debug("enough calls are waiting")


def _act(game: Game, dice: random.Random, desk: Desk) -> bool:
    """Play one action to its end; False when none is accepted."""
    robot = ROBOTS[game.rules.name]
    spent: tuple[str, ...] = ()
    _finish(game, robot, dice, desk)
    for _ in range(MOST_REFUSED):
        scene = Scene(game.present().state, game.table(), dice.randrange, spent)
        try:
            action = robot.pick(scene)
            game.declare(action, PLAYER, after=game.journal.head)
            return _finish(game, robot, dice, desk)
        except (IllegalAction, Unmeasurable):
            if game.present().opened is not None:
                game.take_back(PLAYER, after=game.journal.head)
            spent = (*spent, action.by)
        except DeadEnd:
            return False
    return False


def _finish(game: Game, robot: Robot, dice: random.Random, desk: Desk) -> bool:
    """Answer whatever is asked until the action is over."""
    tries: Iterator[Snapshot] = iter(())
    while (opened := game.present().opened) is not None:
        asked = opened.prompt
        if asked is None:
            game.take_back(PLAYER, after=game.journal.head)
            return False
        answer: object = None
        if isinstance(asked, Look):
            if asked.fault is None:
                scene = Scene(game.present().state, game.table(), dice.randrange)
                tries = robot.tables(scene, opened.action, asked)
            found = next(tries, None)
            if found is None:
                game.take_back(PLAYER, after=game.journal.head)
                return False
            _stand(desk, rounded(game.table(), found))
        else:
            answer = any_answer(asked, dice.randrange)
        game.answer(answer, PLAYER, after=game.journal.head)
    return True


def _stand(desk: Desk, wanted: Snapshot) -> None:
    """Move the models to where *wanted* has them."""
    now = {base.payload: base for base in desk.live.snapshot().bases}
    move = desk.live.abilities.move
    assert move is not None, "a robot's models are its own"
    for base in wanted.bases:
        if base.pose is None or base.payload not in now or now[base.payload].pose == base.pose:
            continue
        move(base.payload, base.pose.x_in, base.pose.y_in, base.pose.facing_deg)
