"""A game as its journal has it: where it stands, and how a step of it is kept.

Law: no rule is known here. Only the open action is ever replayed; a closed one left its
state in the journal.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.engine import Done, advance
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Prompt
from rules.kernel.protocol import BadState, Offer, Outcome, Plain, RuleSet
from rules.kernel.telling.ledger import consequences
from vision.table.snapshot import Snapshot
from webui.game.events.checks import fault_of
from webui.game.game_reader import Standing
from webui.game.journal.journal import Event, Journal, Written
from webui.game.once import Once
from webui.game.open_action import snapshot_of
from webui.game.position import Blind, Declined, NotNow, Opened, Present, Who, Wish
from webui.game.seen.live import LiveTable
from webui.game.trial import bounded, tried


class KeptGame:
    """A game on an open journal, without what people do in it."""

    def __init__(
        self,
        journal: Journal,
        rules: RuleSet,
        live: LiveTable,
        *,
        now: Callable[[], float] = time.time,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        """Stand where the journal says; ``notice`` says so when that could not be.

        Raises:
            BadState: the rule set can go on from no step of it.
        """
        self.journal = journal
        self.rules = rules
        self.live = live
        self.wish: Wish | None = None
        self.declined: Declined | None = None
        self.once = Once()
        self._now = now
        self._changed = changed
        self._lock = threading.RLock()
        self._standing = Standing(journal, rules, live, self._lock)
        self.notice = self._stand_on_firm_ground()
        self._finish_what_was_answered()

    def present(self) -> Present:
        """Where the game stands."""
        return self._standing.present()

    def table(self) -> Snapshot:
        """The newest table, with owners and everything set by hand; see ``Standing.table``."""
        return self._standing.table()

    def offers(self) -> tuple[Offer, ...]:
        """Every action of every unit on the newest table, legal or not, with the reason.

        Raises:
            Unmeasurable: from the rules; the message says which base and what to do.
        """
        return self._standing.offers()

    def table_before(self) -> Snapshot | None:
        """The newest table that was frozen into the game, None before the first."""
        return self._standing.table_before()

    def snapshot_of(self, event: int) -> Snapshot:
        """The table that was frozen into an event.

        Raises:
            KeyError: none was.
        """
        return snapshot_of(self.journal, event)

    def _event(self, number: int) -> Event:
        try:
            return self.journal.event(number)
        except KeyError:
            raise NotNow("there is no such step in this game") from None

    def _ready(self) -> Present:
        present = self.present()
        if present.opened is not None:
            raise NotNow("finish the open action, or take it back, before declaring another")
        if present.over is not None:
            raise NotNow(f"the game is over: {present.over.says}")
        return present

    def _asked(self) -> tuple[Opened, Prompt]:
        opened = self.present().opened
        if opened is None:
            raise NotNow("nothing is asked now")
        if opened.prompt is None:
            raise NotNow(f"the open action cannot go on ({opened.fault}): take it back")
        return opened, opened.prompt

    def _see(self) -> None:
        blind = self.live.blind()
        if blind:
            raise Blind(blind)

    def _append(self, kind: str, body: Mapping[str, Plain], who: Who, after: int) -> int:
        with self._lock:
            return self._write([self._step(kind, body, who)], after)

    def _step(
        self,
        kind: str,
        body: Mapping[str, Plain],
        who: Who,
        *,
        state: Plain | None = None,
        kept: Mapping[str, bytes] | None = None,
    ) -> Written:
        signed = self._signed(body, who)
        why = fault_of(kind, signed)
        if why:
            raise BadState(f"that cannot be kept: the step {why}")
        return Written(kind, signed, state, kept or {})

    def _write(self, steps: Sequence[Written], after: int, opened: Opened | None = None) -> int:
        """Write steps down, all or none; the id of the first. *opened*: the action that the
        first leaves open, known without any replay."""
        first, *more = self.journal.append_all(steps, after=after)
        if opened is not None and not more:
            self._standing.remember(first, replace(opened, event=opened.event or first))
        self._changed()
        return first

    def _signed(self, body: Mapping[str, Plain], who: Who) -> dict[str, Plain]:
        return {**body, "who": to_plain(who), "at_s": max(0.0, self._now())}

    def _outcome(self, asked: Prompt | Done[Outcome], before: Any = None) -> tuple[Written, ...]:
        """The step that closes the action, none while something is asked. *before*: the state
        that it began in, None for the present one.

        Raises:
            BadState: the rule set cannot go on from its own outcome.
        """
        if not isinstance(asked, Done):
            return ()
        outcome = asked.outcome
        present = self.present()
        before = present.state if before is None else before
        tried(self.rules, outcome.state, present, self.live.snapshot())
        changed = consequences(self.rules.ledger, before, outcome.state)
        body = {
            "rulings": to_plain(outcome.rulings),
            "consequences": to_plain(changed),
            "edition": self.rules.edition,
            "over": to_plain(self.rules.winner(outcome.state)),
        }
        return (self._step("done", body, Who("program"), state=to_plain(outcome.state)),)

    def _stand_on_firm_ground(self) -> str:
        """A game whose newest state the rules cannot digest goes back to where they can."""
        head = self.journal.head
        firm = self._standing.firm(head)
        if firm == head:
            return ""
        why = f"the rules could not go on from step {head}: the game stands at step {firm} again"
        body = self._signed({"why": why}, Who("program"))
        self.journal.shift(firm, body, after=head)
        return f"{why}. The steps after it are kept in the log"

    def _finish_what_was_answered(self) -> None:
        """A kill between the last answer and its outcome, in a game of an earlier version: the
        outcome is worked out again."""
        opened = self.present().opened
        if opened is None or opened.prompt is not None or opened.fault:
            return
        state = self.present().state
        rule = self.rules.resolve(opened.action, state, opened.table)
        self._write(self._outcome(advance(rule, opened.answered)), self.journal.head)


def refuse_boundless(plain: Plain) -> None:
    """Refuse what no action and no state can hold.

    Raises:
        BadState: naming what is wrong with it.
    """
    why = bounded(plain)
    if why:
        raise BadState(f"that cannot be right: {why}")
