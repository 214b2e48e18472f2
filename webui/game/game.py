"""One game: declare, answer, undo, overrule. It joins rules, table and journal.

Law: no rule is known here. Only the open action is ever replayed; a closed one left its
state in the journal. What a person may do is decided by the views; what is possible, here.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from rules.kernel.engine import Done, advance, rulings_so_far
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.prompts import Draw, Look, Prompt, Roll
from rules.kernel.protocol import Action, BadState, Offer, Outcome, Plain, RuleSet
from rules.kernel.telling.ledger import consequences
from vision.table.reading import HandReading
from vision.table.snapshot import AGREED, Snapshot, Terrain
from webui.game.edit import edited
from webui.game.events import fault_of
from webui.game.game_reader import Standing
from webui.game.journal.journal import Event, Journal, Written
from webui.game.open_action import (
    BY_PROGRAM,
    kept_of,
    since_declared,
    snapshot_of,
    still_asked,
    thrown_before,
)
from webui.game.position import (
    Blind,
    NeedsConsent,
    NotNow,
    Opened,
    Present,
    Who,
    Wish,
    before_last_step,
)
from webui.game.secrets.authority import asked_to_agree, not_theirs
from webui.game.seen.live import LiveTable
from webui.game.throws.dice_setting import Setting
from webui.game.throws.dice_table import SeenDice
from webui.game.throws.fair_dice import throw
from webui.game.trial import bounded, tried, tried_by_hand


class Game:
    """A game on an open journal. Its methods may be called from any thread."""

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
        self._now = now
        self._changed = changed
        self._lock = threading.RLock()
        self._standing = Standing(journal, rules, live, self._lock)
        self.notice = self._stand_on_firm_ground()
        self._finish_what_was_answered()

    # What is the case

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

    # What people do

    def declare(self, action: Action, who: Who, *, after: int) -> int:
        """Freeze the newest table and begin *action* on it; the event's id.

        Raises:
            NotNow: another action is open, or the game is over. Blind: nothing can be measured.
            IllegalAction, Unmeasurable: from the rules; nothing was recorded.
            Stale, CannotKeep: from the journal; nothing was recorded.
        """
        with self._lock:
            present = self._ready()
            _refuse_boundless(action.more)
            self._see()
            table = self.table()
            rule = self.rules.resolve(action, present.state, table)
            asked = advance(rule, ())
            body = {"action": to_plain(action), "source": table.source}
            opened = Opened(0, action, table, (), still_asked(asked), so_far=rulings_so_far(rule))
            step = self._step("declare", body, who, kept=kept_of(self.live, table))
            return self._write([step, *self._outcome(asked)], after, opened)

    def answer(
        self,
        raw: object,
        who: Who,
        *,
        after: int,
        how: str = "typed",
        seen: SeenDice | None = None,
    ) -> int:
        """Answer the open prompt; a Look is answered by the newest table. The event's id.

        A Look answered *how* "agreed" lets the models stand whatever the rules find. *seen*:
        what a camera read of dice, kept with the answer.

        Raises:
            NotNow: nothing is asked. BadAnswer: the prompt cannot take it.
            Blind, Stale, CannotKeep, IllegalAction, Unmeasurable: nothing was recorded.
        """
        with self._lock:
            opened, prompt = self._asked()
            kept = None if seen is None else {"dice": seen.jpeg}
            if isinstance(prompt, Look):
                self._see()
                raw = self.table().let_stand() if how == AGREED else self.table()
                kept = kept_of(self.live, raw)
            answer = prompt.parse(raw)
            rule = self.rules.resolve(opened.action, self.present().state, opened.table)
            answered = (*opened.answered, (prompt, answer))
            asked = advance(rule, answered)
            plain = None if isinstance(prompt, Look) else to_plain(answer)
            body = {"prompt": to_plain(prompt), "answer": plain, "how": how}
            if seen is not None:
                body["read"] = list(seen.read)
            opened = replace(
                opened, answered=answered, prompt=still_asked(asked), so_far=rulings_so_far(rule)
            )
            step = self._step("answer", body, who, kept=kept)
            return self._write([step, *self._outcome(asked)], after, opened)

    def roll_for(self, who: Who, *, after: int) -> int:
        """Answer the open Roll with fair dice, the open Draw from a shuffled deck.

        The same question asked again after an undo gets the same dice: nobody fishes.

        Raises:
            NotNow: nothing of the kind is asked; otherwise as ``answer``.
        """
        with self._lock:
            _, prompt = self._asked()
            if not isinstance(prompt, Roll | Draw):
                raise NotNow("there are no dice to throw and no cards to draw now")
            raw = thrown_before(self.journal, prompt, after)
            if raw is None:
                raw = throw(prompt)
            return self.answer(raw, who, after=after, how=BY_PROGRAM)

    def draft(self, faces: Sequence[int], *, after: int) -> None:
        """Keep a half-typed hand of dice.

        Raises:
            BadAnswer: more dice than asked for, or a face that the dice do not have.
            NotNow, Stale, CannotKeep.
        """
        with self._lock:
            _, prompt = self._asked()
            if not isinstance(prompt, Roll):
                raise NotNow("no dice are asked for now")
            whole = (*faces, *([1] * (prompt.count - len(faces))))
            prompt.parse(whole)
            self.journal.set_draft(list(faces), after=after)
            self._changed()

    def undo(self, who: Who, *, after: int, why: str = "") -> int:
        """Go back to before the last step; the new head.

        A wish to take back what somebody else did waits until they, or whoever stands above
        them, ask for the same.

        Raises:
            NotNow: there is nothing to undo. NeedsConsent: who did it was asked.
            Stale, CannotKeep.
        """
        with self._lock:
            line = self.journal.line()
            dest = before_last_step(line)
            self._consent(line, dest, who, whole=False)
            return self._back_to(dest, who, after, why)

    def take_back(self, who: Who, *, after: int, why: str = "") -> int:
        """Go back to before the open action was declared; the new head.

        Raises:
            NotNow: no action is open. NeedsConsent, Stale, CannotKeep.
        """
        with self._lock:
            line = self.journal.line()
            declared, _ = since_declared(line)
            if declared is None:
                raise NotNow("no action is open")
            dest = declared.parent or 0
            self._consent(line, dest, who, whole=True)
            return self._back_to(dest, who, after, why)

    def _consent(self, line: Sequence[Event], dest: int, who: Who, *, whole: bool) -> None:
        undone = [event for event in line if event.id > dest]
        wish, people = self.wish, [who]
        if wish is not None and (wish.head, wish.whole) == (line[-1].id, whole):
            people.append(wish.by)
        others = not_theirs(undone, people)
        if others:
            self.wish = Wish(line[-1].id, who, whole)
            self._changed()
            raise NeedsConsent(asked_to_agree(others))

    def _back_to(self, dest: int, who: Who, after: int, why: str) -> int:
        """Move the head to *dest*, or further back to where the rules can go on from."""
        dest = self._standing.firm(dest)
        self.journal.shift(dest, self._signed({"why": why}, who), after=after)
        self.wish = None
        self._changed()
        return dest

    def overrule(self, of: int, index: int, says: str, reason: str, who: Who, *, after: int) -> int:
        """Put another result beside ruling *index* of the event *of*; both stay visible.

        Raises:
            NotNow: there is no such ruling, or the reason is missing. Stale, CannotKeep.
        """
        with self._lock:
            rulings = self._event(of).body.get("rulings", [])
            if not 0 <= index < len(rulings):
                raise NotNow("there is no such ruling in this game")
            if not says.strip() or not reason.strip():
                raise NotNow("say what holds instead, and why")
            body = {"of": of, "index": index, "says": says, "reason": reason}
            return self._append("overrule", body, who, after)

    def edit(self, path: str, value: Plain, reason: str, who: Who, *, after: int) -> int:
        """Set one value of the state by hand; *path* as ``units/R1/hits``.

        Raises:
            NotNow: an action is open, or the reason is missing.
            BadState: there is no such place, it takes no such value, or the rules could not go
            on from there. Stale, CannotKeep.
        """
        with self._lock:
            present = self.present()
            if present.opened is not None:
                raise NotNow("finish the open action, or take it back, before changing the state")
            if not reason.strip():
                raise NotNow("say why the state is changed")
            _refuse_boundless(value)
            old, plain = edited(self.journal.state(present.head), path, value)
            state = from_plain(plain, self.rules.state_type)
            tried_by_hand(self.rules, state, present, self.live.snapshot())
            body = {"path": path, "value": value, "old": old, "reason": reason}
            step = self._step("edit", body, who, state=to_plain(state))
            return self._write([step], after)

    def place(
        self, payload: str, pose: tuple[float, float, float] | None, who: Who, *, after: int
    ) -> int:
        """Say where a base stands (x_in, y_in, facing_deg); None gives it back to the camera.

        Raises:
            NotNow: there is no such base. Stale, CannotKeep.
        """
        with self._lock:
            if payload not in {base.payload for base in self.table().bases}:
                raise NotNow(f"there is no base {payload!r} on this table")
            body = {"payload": payload, "pose": None if pose is None else list(pose)}
            return self._append("place", body, who, after)

    def read_by_hand(self, reading: HandReading, who: Who, *, after: int) -> int:
        """Keep a reading taken with a tape; it overrules the camera from the next action on.

        Raises:
            Stale, CannotKeep.
        """
        return self._append("reading", {"reading": to_plain(reading)}, who, after)

    def set_terrain(self, terrain: tuple[Terrain, ...], who: Who, *, after: int) -> int:
        """Lay out other terrain for this game.

        Raises:
            Stale, CannotKeep.
        """
        return self._append("terrain", {"terrain": to_plain(terrain)}, who, after)

    def note(self, text: str, about: str, who: Who, *, after: int) -> int:
        """Write a remark or a stated intent into the log; *about* a unit or a ruling.

        Raises:
            NotNow: it is empty. Stale, CannotKeep.
        """
        if not text.strip():
            raise NotNow("write something first")
        return self._append("note", {"text": text, "about": about}, who, after)

    def set_dice(self, setting: Setting, who: Who, *, after: int) -> int:
        """Say for a side (or for both, at the table screen) how dice are read in this game.

        Raises:
            Stale, CannotKeep.
        """
        return self._append("dice", {"setting": setting}, who, after)

    # How it is kept

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

    def _outcome(self, asked: Prompt | Done[Outcome]) -> tuple[Written, ...]:
        """The step that closes the action, none while something is asked.

        Raises:
            BadState: the rule set cannot go on from its own outcome.
        """
        if not isinstance(asked, Done):
            return ()
        outcome = asked.outcome
        tried(self.rules, outcome.state, self.present(), self.live.snapshot())
        changed = consequences(self.rules.ledger, self.present().state, outcome.state)
        body = {
            "rulings": to_plain(outcome.rulings),
            "effects": to_plain(outcome.effects),
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


def _refuse_boundless(plain: Plain) -> None:
    """Refuse what no action and no state can hold.

    Raises:
        BadState: naming what is wrong with it.
    """
    why = bounded(plain)
    if why:
        raise BadState(f"that cannot be right: {why}")
