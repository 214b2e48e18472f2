"""Where one game stands, read from its journal, its rules and the newest table.

Law: reads, never writes. What was read once is remembered until the game or the table moves on.
"""

from __future__ import annotations

import logging
import threading

from rules.kernel.plain import from_plain
from rules.kernel.protocol import Army, BadState, Offer, RuleSet
from vision.table.snapshot import Snapshot
from webui.game.along import Along
from webui.game.events.kinds import Answered, Declared
from webui.game.events.parts import plain_of
from webui.game.journal.journal import Journal, beginning
from webui.game.open_action import NONE_OPEN, and_then, read_opened, snapshot_of
from webui.game.position import (
    NOTHING_BY_HAND,
    NotNow,
    Opened,
    Present,
    before_last_step,
    scene_of,
    with_hand,
)
from webui.game.seen.live import LiveTable
from webui.game.trial import ask_what_pages_ask, present_at

log = logging.getLogger(__name__)


class Standing:
    """A game as it stands now. Its methods may be called from any thread.

    *lock* is held by whoever changes the game, so that no half step is ever read.
    """

    def __init__(
        self, journal: Journal, rules: RuleSet, live: LiveTable, lock: threading.RLock
    ) -> None:
        self._journal = journal
        self._rules = rules
        self._live = live
        self._lock = lock
        self._hand = Along(NOTHING_BY_HAND, with_hand)
        self._since = Along(NONE_OPEN, and_then)
        self._present: Present | None = None
        self._opened: tuple[int, Opened | None] | None = None
        self._scene: tuple[int, int, Snapshot, Snapshot] | None = None
        self._offers: tuple[tuple[int, int], tuple[Offer, ...]] | None = None

    def present(self) -> Present:
        """Where the game stands."""
        with self._lock:
            head = self._journal.head
            if self._present is None or self._present.head != head:
                self._present = self._read(head)
            return self._present

    def table(self) -> Snapshot:
        """The newest table, with owners and everything set by hand.

        The very same object until something is seen or done, so that what the rules have
        measured on it is found again.
        """
        with self._lock:
            present, seen = self.present(), self._live.snapshot()
            if self._scene is None or self._scene[:2] != (present.head, id(seen)):
                self._scene = (present.head, id(seen), seen, scene_of(seen, present))
            return self._scene[-1]

    def offers(self) -> tuple[Offer, ...]:
        """Every action of every unit on the newest table, legal or not, with the reason.

        Raises:
            Unmeasurable: from the rules; the message says which base and what to do.
        """
        with self._lock:
            key = (self._journal.head, self._live.version())
            if self._offers is None or self._offers[0] != key:
                self._offers = (key, self._rules.actions(self.present().state, self.table()))
            return self._offers[1]

    def table_before(self) -> Snapshot | None:
        """The newest table that was frozen into the game, None before the first."""
        for event in reversed(self.present().line):
            if isinstance(event.content, Declared | Answered):
                kept = self._journal.kept(event.id, "snapshot")
                if kept is not None:
                    return snapshot_of(self._journal, event.id)
        return None

    def remember(self, event: int, opened: Opened) -> None:
        """After *event* this action is open: known from playing it, without any replay."""
        with self._lock:
            self._opened = (event, opened)

    def firm(self, event: int) -> int:
        """*event*, or the nearest step before it from which the rules can go on.

        Raises:
            BadState: there is none; a sentence.
        """
        with self._lock:
            while True:
                try:
                    found = self._read(event)
                    ask_what_pages_ask(self._rules, found)
                except Exception as why:
                    log.warning("the rules cannot go on from step %s", event, exc_info=why)
                    event = self._before(event, why)
                else:
                    self._present = found
                    return event

    def _before(self, event: int, why: Exception) -> int:
        try:
            return before_last_step(self._journal.line(event))
        except NotNow:
            raise BadState(
                f"its rules can go on from no step of it ({type(why).__name__}: {why})"
            ) from None

    def _read(self, head: int) -> Present:
        line = self._journal.line(head)
        state = from_plain(self._journal.state(head), self._rules.state_type)
        begun = beginning(line)
        if begun is None:
            raise BadState("it does not begin with its armies")
        armies = from_plain(plain_of(begun.armies), tuple[Army, Army])
        if self._opened is None or self._opened[0] != head:
            since = self._since.upto(line)
            self._opened = (head, read_opened(self._journal, self._rules, since, state))
        hand = self._hand.upto(line)
        return present_at(self._rules, line, state, armies, self._opened[1], hand)
