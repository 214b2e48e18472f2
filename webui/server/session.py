"""What every view works on: the live table, the shelf of games, the open game, the bell.

Law: no request and no response in here, so that all of it can be tested without a server.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from rules.kernel.protocol import Army, RuleSet
from vision.table.snapshot import Snapshot
from webui.game.begin import begin
from webui.game.events.checks import CHECKS
from webui.game.game import Game
from webui.game.journal.journal import CannotKeep, Journal, Stale, beginning
from webui.game.journal.library import Shelf
from webui.game.kept.glances import Glances
from webui.game.position import NotNow, Present, Who
from webui.game.seen.laying_out import first_table, lay_out
from webui.game.seen.live import LiveTable
from webui.game.seen.model_removal import Lifting, Move, Place
from webui.game.seen.muster import muster
from webui.game.seen.terrain_sync import Drawn
from webui.game.throws.dice_question import DiceQuestion
from webui.game.throws.dice_table import DiceTable
from webui.game.told import words
from webui.server.access import Access
from webui.server.hall_interface import HallLine
from webui.server.notifier import Bell, Pulse

log = logging.getLogger(__name__)

BACKUP_EVERY_S = 60.0
"""A copy of the whole game takes a while: at most one a minute, however short the turns."""


class Desk:
    """One data folder, one live table, at most one open game."""

    def __init__(
        self,
        folder: Path,
        live: LiveTable,
        rules: Sequence[RuleSet],
        *,
        pin: str | None = None,
        armies: tuple[Army, Army] | None = None,
        first: str = "",
        now: Callable[[], float] = time.time,
        dice: DiceTable | None = None,
    ) -> None:
        """Take the folder and open the game that was open last, else *armies*, else the ready
        battle of the rule set *first*.

        Raises:
            FolderInUse, CannotKeep: the folder cannot be had.
        """
        self.live = live
        self.dice = None if dice is None else DiceQuestion(dice)
        self.rules: dict[str, RuleSet] = {each.name: each for each in rules}
        self.now = now
        self.bell = Bell()
        self.notices: list[str] = []
        self.game: Game | None = None
        self.game_name = ""
        self.hall: HallLine | None = None
        self._before: Game | None = None
        self.at_end: list[Callable[[], None]] = []
        self._lock = threading.RLock()
        self._turn = 0
        self._backed_up_s = -math.inf
        self._lifting = Lifting(live)
        self._drawn = Drawn(live, live.snapshot().terrain)
        self.shelf, self.glances = Shelf(folder, now, CHECKS), Glances(folder)
        self.access = Access(folder, pin)
        self.notices += [said for said in (self.access.notice, self.shelf.notice) if said]
        self._open_what_was_open(armies, first)
        self._pulse = Pulse(live.version, self.bell)
        self._tray_pulse = None if dice is None else Pulse(dice.version, self.bell, every_s=0.1)

    def close(self) -> None:
        """Let go of everything. May be called twice."""
        self.bell.close()
        self._let_go_of_before()
        self.glances.take(self.game_name, self.game)
        if self.game is not None:
            self.game.journal.close()
        self.game = None
        self.shelf.close()
        while self.at_end:
            self.at_end.pop()()

    @property
    def models_are_ours(self) -> bool:
        """Does the program itself move the models when a base is dragged?"""
        return self.live.abilities.move is not None

    # Games

    def the_game(self) -> Game:
        """The open game.

        Raises:
            NotNow: none is open.
        """
        if self.game is None:
            raise NotNow("no game is open: begin one on the set-up page")
        return self.game

    def _open_what_was_open(self, armies: tuple[Army, Army] | None, first: str) -> None:
        name = self.shelf.open_name()
        if name and self._try_open(name):
            return
        if armies is not None:
            rules = self.rule_set(armies[0].rules)
            self.begin(rules.name, armies, f"{armies[0].side} against {armies[1].side}")
        elif self.rules and self.models_are_ours:
            self.begin_demo(first or next(iter(self.rules)))

    def _try_open(self, name: str) -> bool:
        try:
            self.open(name)
        except Exception as why:
            # Whatever it is, the program starts: people came to play.
            log.error("the game %s could not be opened", name, exc_info=why)
            self.notices.append(f"the game {name} could not be opened and is set aside: {why}")
            return False
        return True

    def rule_set(self, name: str) -> RuleSet:
        """The rule set of that name.

        Raises:
            NotNow: there is none.
        """
        if name not in self.rules:
            raise NotNow(f"there is no rule set {name!r}: {', '.join(self.rules) or 'none'}")
        return self.rules[name]

    def open(self, name: str) -> None:
        """Open a game from the shelf; the one open now is closed.

        Raises:
            NoSuchGame, Damaged, CannotKeep: from the shelf.
            NotNow: its rule set is not here, or it holds no step.
            BadState: the rule set cannot go on from any of its steps.
        """
        with self._lock:
            self.shelf.path(name)
            if name == self.game_name:
                return
            journal, says = self.shelf.open(name)
            try:
                begun = beginning(journal.line())
                if begun is None:
                    raise NotNow(f"the game {name} holds no step")
                game = self._game_on(journal, self.rule_set(begun.rules))
                self._put_open(name, game)
            except BaseException:
                journal.close()
                raise
            self.notices += [notice for notice in (says, game.notice) if notice]
            self._stand_models_again(game)

    def begin(
        self,
        rules: str,
        armies: tuple[Army, Army],
        title: str,
        house: Mapping[str, str] | None = None,
    ) -> str:
        """Begin a new game and open it; its name on the shelf.

        Raises:
            NotNow: no such rule set. BadState, IllegalAction: the armies do not fit it.
            CannotKeep: the disk refuses it.
        """
        with self._lock:
            chosen = self.rule_set(rules)
            chosen.new_game(armies, dict(house or {}))
            name, journal = self.shelf.create(title)
            try:
                source = self.live.source
                begin(
                    journal, chosen, armies, title=title, house=house, source=source, now=self.now
                )
                game = self._game_on(journal, chosen)
                self._put_open(name, game)
            except BaseException:
                journal.close()
                self.shelf.discard(name)
                raise
            return name

    def begin_with(
        self, rules: str, armies: tuple[Army, Army], title: str, house: Mapping[str, str]
    ) -> str:
        """Begin a game of two armies; a table that is ours is laid out with their bases.

        Raises:
            As ``begin``.
        """
        name = self.begin(rules, armies, title, house)
        if self.models_are_ours:
            self._lay_out(muster(self.rule_set(rules), armies))
            self.bell.ring()
        return name

    def begin_demo(self, rules: str, house: Mapping[str, str] | None = None) -> str:
        """Lay out and begin a rule set's ready battle; its name on the shelf. *house*: rules
        of this house besides those of the battle.

        Raises:
            NotNow, CannotKeep. BadState: no such house rule.
        """
        demo = self.rule_set(rules).demo()
        name = self.begin(rules, demo.armies, demo.title, {**demo.house, **(house or {})})
        if self.models_are_ours:
            self._lay_out(demo.table)
            self.bell.ring()
        return name

    def _lay_out(self, table: Snapshot) -> None:
        self._drawn = Drawn(self.live, table.terrain)
        lay_out(self.live, table)

    def _stand_models_again(self, game: Game) -> None:
        """After a restart the program's own models stand where people had put them."""
        if (move := self.live.abilities.move) is None:
            return
        self._lay_out(first_table(game))
        for payload, (x_in, y_in, facing_deg) in game.journal.placed().items():
            with suppress(ValueError):
                move(payload, x_in, y_in, facing_deg)
        self._lifting = Lifting(self.live)
        self._tidy(game)

    def archive(self, name: str, away: bool) -> None:
        """Put a kept game away, or bring it back.

        Raises:
            NotNow: it is the open one. NoSuchGame: there is none.
        """
        with self._lock:
            if name == self.game_name:
                raise NotNow("that game is open: open another one first")
            self._let_go_of_before()
            says = self.shelf.archive(name, away)
            if says:
                self.notices.append(says)

    def _let_go_of_before(self) -> None:
        if self._before is not None:
            self._before.journal.close()
            self._before = None

    def _game_on(self, journal: Journal, rules: RuleSet) -> Game:
        return Game(journal, rules, self.live, now=self.now, changed=self._changed)

    def _put_open(self, name: str, game: Game) -> None:
        # All that can fail comes first: a game is open, or the one before still is.
        turn = game.rules.status(game.present().state).turn
        self.glances.take(self.game_name, self.game)
        self.shelf.set_open(name)
        # A request that began before the switch may still read the old journal.
        self._let_go_of_before()
        self._before, self.game, self.game_name = self.game, game, name
        self._turn = turn
        self._backed_up_s = -math.inf
        self._lifting = Lifting(self.live)
        self._bring_bases(game)
        self._tidy(game)
        if self.dice is not None:
            self.dice.follow(name, game)
        self.bell.ring()

    def _bring_bases(self, game: Game) -> None:
        """A camera looks for the bases of both armies; a table that is ours has them."""
        if (look_for := self.live.abilities.look_for) is None:
            return
        try:
            look_for(muster(game.rules, game.present().armies).bases)
        except ValueError as why:
            self.notices.append(f"the camera cannot look for the bases of this game: {why}")

    def _tidy(self, game: Game) -> None:
        present = game.present()
        if self.models_are_ours:
            self._lifting.follow(present.fallen)
        trouble = self._drawn.follow(present.hand.terrain)
        if trouble:
            self.notices.append(trouble)

    def _changed(self) -> None:
        game = self.game
        if game is not None and self.dice is not None:
            # Before anybody draws the new question: the throw for the last one is none for it.
            self.dice.follow(self.game_name, game)
        self.bell.ring()
        if game is None:
            return
        try:
            self._tidy(game)
        except Exception as why:
            # The step is kept: whoever took it is not told that it failed.
            log.error("the table cannot follow the game", exc_info=why)
        turn = game.rules.status(game.present().state).turn
        if turn != self._turn and self.now() >= self._backed_up_s + BACKUP_EVERY_S:
            self._turn, self._backed_up_s = turn, self.now()
            self._back_up(game)
            self.glances.take(self.game_name, self.game)

    def _back_up(self, game: Game) -> None:
        """A copy beside the game. The step that led to it is kept in any case."""
        try:
            game.journal.back_up(self.shelf.backup_path(self.game_name))
        except CannotKeep:
            if words.NO_BACKUP not in self.notices:
                self.notices.append(words.NO_BACKUP)
                self.bell.ring()

    # The table

    def table(self) -> Snapshot:
        """The newest table, as the open game knows it."""
        return self.live.snapshot() if self.game is None else self.game.table()

    def present(self) -> Present | None:
        """Where the open game stands, None without one."""
        return None if self.game is None else self.game.present()

    def put(self, payload: str, pose: tuple[float, float, float], who: Who) -> None:
        """Put a base down: the model itself where that can be, else where it is taken to stand.

        Raises:
            As ``put_all``.
        """
        self.put_all({payload: pose}, who)

    def put_all(self, poses: Mapping[str, Place], who: Who) -> None:
        """Put bases down, all or none of them; by payload: x_in, y_in, facing_deg.

        Raises:
            ValueError: no such base. Stale, CannotKeep: nothing was moved.
        """
        ours = {payload: pose for payload, pose in poses.items() if self._is_ours(payload)}
        if (move := self.live.abilities.move) is not None and ours:
            self._place_models(ours, move, who)
            self.bell.ring()
        else:
            ours = {}
        for payload in poses.keys() - ours.keys():
            self._place_by_hand(payload, poses[payload], who)

    def _place_models(self, poses: Mapping[str, Place], move: Move, who: Who) -> None:
        """Kept first: a model that has moved stands there after a restart as well."""
        known = {base.payload for base in self.live.snapshot().bases}
        for payload in poses:
            if payload not in known:
                raise NotNow(f"there is no base {payload!r} on this table")
        if self.game is not None:
            self.game.moved_by_hand(poses, who)
            self.game.journal.set_placed(poses)
        for payload, pose in poses.items():
            move(payload, *pose)

    def _place_by_hand(self, payload: str, pose: Place, who: Who) -> None:
        game = self.the_game()
        for _ in range(5):
            # A pose by hand does not depend on the head, so a lost race is simply run again.
            with suppress(Stale):
                game.place(payload, pose, who, after=game.journal.head)
                return
        raise NotNow("the game is changing too fast: try again")

    def lift(self, payload: str) -> None:
        """Take a model off a table that is ours.

        Raises:
            NotNow: people have to take it off themselves. ValueError: there is no such base.
        """
        if (lift := self.live.abilities.lift) is None:
            raise NotNow(f"take {payload} off the table by hand, the camera follows")
        lift(payload)
        self.bell.ring()

    def _is_ours(self, payload: str) -> bool:
        """Not a newcomer's: that base is only where hands say it is."""
        game = self.game
        arriving = () if game is None else game.present().arriving
        known = {base.payload for base in self.live.snapshot().bases}
        return payload in known or payload not in {one.id for one in arriving}
