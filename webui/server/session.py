"""What every view works on: the live table, the shelf of games, the open game, the bell.

Law: no request and no response in here, so that all of it can be tested without a server.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol, runtime_checkable

from rules.kernel.protocol import Army, BadState, RuleSet
from vision.table.snapshot import Snapshot
from webui.game.begin import begin
from webui.game.game import Game
from webui.game.journal.journal import CannotKeep, Damaged, Journal, Stale
from webui.game.journal.library import Shelf
from webui.game.live import CanLift, KnowsBases, LiveTable
from webui.game.model_removal import Lifting
from webui.game.muster import muster
from webui.game.position import NotNow, Present, Who, by_hand
from webui.game.terrain_sync import Drawn
from webui.game.told import words
from webui.server.access import Access
from webui.server.notifier import Bell, Pulse

MODELS_ARE_OURS = ("simulated", "hand")
"""Sources whose models the program itself moves when a base is dragged."""

BACKUP_EVERY_S = 60.0
"""A copy of the whole game takes a while: at most one a minute, however short the turns."""


@runtime_checkable
class CanLayOut(Protocol):
    """A table that can be cleared and laid out anew (by hand, or simulated)."""

    def set_table(self, table: Snapshot) -> None:
        """Put every base of *table* where it says, and its terrain."""
        ...


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
    ) -> None:
        """Take the folder and open the game that was open last, else *armies*, else the ready
        battle of the rule set *first*.

        Raises:
            FolderInUse, CannotKeep: the folder cannot be had.
        """
        self.live = live
        self.rules: dict[str, RuleSet] = {each.name: each for each in rules}
        self.now = now
        self.bell = Bell()
        self.notices: list[str] = []
        self.game: Game | None = None
        self.game_name = ""
        self._before: Game | None = None
        self.at_end: list[Callable[[], None]] = []
        self._lock = threading.RLock()
        self._turn = 0
        self._backed_up_s = -math.inf
        self._lifting = Lifting(live)
        self._drawn = Drawn(live, live.snapshot().terrain)
        self.shelf = Shelf(folder, now)
        self.access = Access(folder, pin)
        self._open_what_was_open(armies, first)
        self._pulse = Pulse(live.version, self.bell)

    def close(self) -> None:
        """Let go of everything. May be called twice."""
        self.bell.close()
        self._let_go_of_before()
        if self.game is not None:
            self.game.journal.close()
        self.game = None
        self.shelf.close()
        while self.at_end:
            self.at_end.pop()()

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
        elif self.rules and self.live.source in MODELS_ARE_OURS:
            self.begin_demo(first or next(iter(self.rules)))

    def _try_open(self, name: str) -> bool:
        try:
            self.open(name)
        except (Damaged, NotNow, BadState) as why:
            self.notices.append(f"the game {name} could not be opened: {why}")
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
            BadState: its state is not one of that rule set.
        """
        with self._lock:
            self.shelf.path(name)
            if name == self.game_name:
                return
            journal, says = self.shelf.open(name)
            try:
                line = journal.line()
                if not line:
                    raise NotNow(f"the game {name} holds no step")
                game = self._game_on(journal, self.rule_set(str(line[0].body["rules"])))
            except BaseException:
                journal.close()
                raise
            if says:
                self.notices.append(says)
            self._put_open(name, game)
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
            except BaseException:
                journal.close()
                self.shelf.discard(name)
                raise
            self._put_open(name, game)
            return name

    def begin_with(
        self, rules: str, armies: tuple[Army, Army], title: str, house: Mapping[str, str]
    ) -> str:
        """Begin a game of two armies; a table that is ours is laid out with their bases.

        Raises:
            As ``begin``.
        """
        name = self.begin(rules, armies, title, house)
        if self.live.source in MODELS_ARE_OURS:
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
        if self.live.source in MODELS_ARE_OURS:
            self._lay_out(demo.table)
            self.bell.ring()
        return name

    def _lay_out(self, table: Snapshot) -> None:
        self._drawn = Drawn(self.live, table.terrain)
        if isinstance(self.live, CanLayOut) and not _same_things(self.live.snapshot(), table):
            self._set_table(table)
            return
        for base in table.bases:
            if base.pose is not None:
                # A base that the simulated table does not have is reported as never seen.
                with suppress(ValueError):
                    self.live.place(
                        base.payload, base.pose.x_in, base.pose.y_in, base.pose.facing_deg
                    )

    def _set_table(self, table: Snapshot) -> None:
        assert isinstance(self.live, CanLayOut)
        try:
            self.live.set_table(table)
        except ValueError as why:
            raise NotNow(f"this table cannot be laid out: {why}") from None

    def _stand_models_again(self, game: Game) -> None:
        """After a restart the program's own models stand where people had put them."""
        if self.live.source not in MODELS_ARE_OURS:
            return
        self._lay_out(self._first_table(game))
        for payload, (x_in, y_in, facing_deg) in game.journal.placed().items():
            with suppress(ValueError):
                self.live.place(payload, x_in, y_in, facing_deg)
        self._lifting = Lifting(self.live)
        self._tidy(game)

    def _first_table(self, game: Game) -> Snapshot:
        demo, armies = game.rules.demo(), game.present().armies
        return demo.table if armies == demo.armies else muster(game.rules, armies)

    def archive(self, name: str, away: bool) -> None:
        """Put a kept game away, or bring it back.

        Raises:
            NotNow: it is the open one. NoSuchGame: there is none.
        """
        with self._lock:
            if name == self.game_name:
                raise NotNow("that game is open: open another one first")
            self._let_go_of_before()
            self.shelf.archive(name, away)

    def _let_go_of_before(self) -> None:
        if self._before is not None:
            self._before.journal.close()
            self._before = None

    def _game_on(self, journal: Journal, rules: RuleSet) -> Game:
        return Game(journal, rules, self.live, now=self.now, changed=self._changed)

    def _put_open(self, name: str, game: Game) -> None:
        # A request that began before the switch may still read the old journal.
        self._let_go_of_before()
        self._before, self.game, self.game_name = self.game, game, name
        self.shelf.set_open(name)
        self._turn = game.rules.status(game.present().state).turn
        self._backed_up_s = -math.inf
        self._lifting = Lifting(self.live)
        self._bring_bases(game)
        self._tidy(game)
        self.bell.ring()

    def _bring_bases(self, game: Game) -> None:
        """A camera looks for the bases of both armies; a table that is ours has them."""
        if self.live.source in MODELS_ARE_OURS or not isinstance(self.live, KnowsBases):
            return
        try:
            self.live.set_bases(muster(game.rules, game.present().armies).bases)
        except ValueError as why:
            self.notices.append(f"the camera cannot look for the bases of this game: {why}")

    def _tidy(self, game: Game) -> None:
        present = game.present()
        if self.live.source in MODELS_ARE_OURS:
            self._lifting.follow(present.fallen)
        trouble = self._drawn.follow(by_hand(present.line).terrain)
        if trouble:
            self.notices.append(trouble)

    def _changed(self) -> None:
        self.bell.ring()
        game = self.game
        if game is None:
            return
        self._tidy(game)
        turn = game.rules.status(game.present().state).turn
        if turn != self._turn and self.now() >= self._backed_up_s + BACKUP_EVERY_S:
            self._turn, self._backed_up_s = turn, self.now()
            self._back_up(game)

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
            ValueError: no such base. Stale, CannotKeep.
        """
        if self.live.source in MODELS_ARE_OURS and self._is_ours(payload):
            self.live.place(payload, *pose)
            if self.game is not None:
                self.game.journal.set_placed(payload, list(pose))
            self.bell.ring()
            return
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
        if self.live.source not in MODELS_ARE_OURS or not isinstance(self.live, CanLift):
            raise NotNow(f"take {payload} off the table by hand, the camera follows")
        self.live.lift(payload)
        self.bell.ring()

    def _is_ours(self, payload: str) -> bool:
        """Not a newcomer's: that base is only where hands say it is."""
        game = self.game
        arriving = () if game is None else game.present().arriving
        known = {base.payload for base in self.live.snapshot().bases}
        return payload in known or payload not in {one.id for one in arriving}


def _same_things(seen: Snapshot, wanted: Snapshot) -> bool:
    """Do the same bases lie there on the same ground, wherever they stand?"""

    def things(table: Snapshot) -> object:
        bases = {(base.payload, base.frontage_in, base.depth_in) for base in table.bases}
        return table.size_in, bases, table.terrain

    return things(seen) == things(wanted)
