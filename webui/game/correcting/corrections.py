"""Undo, redo, overrule, dispute, and values set by hand: what puts a game right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from rules.kernel.engine import Done
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import BadState, Plain
from rules.kernel.telling.ledger import consequences
from vision.table.reading import HandReading
from vision.table.snapshot import Snapshot
from webui.game.correcting.again import Changed, Replayable, plain_answers, replayable, run_again
from webui.game.correcting.kept_game import KeptGame, refuse_boundless
from webui.game.correcting.lengths import refuse_beyond
from webui.game.correcting.redo import between, taken_back
from webui.game.edit import edited
from webui.game.events.kinds import Declared
from webui.game.events.kinds import Done as Closed
from webui.game.events.parts import RulingTold
from webui.game.journal.journal import Event, Shift
from webui.game.open_action import since_declared, snapshot_of
from webui.game.position import Declined, NeedsConsent, NotNow, Who, Wish, before_last_step, who_of
from webui.game.secrets.authority import asked_to_agree, called, may_put_again, not_theirs
from webui.game.seen.model_removal import Place
from webui.game.seen.moved_by_hand import where_to
from webui.game.trial import tried_by_hand

NO_HITS: Mapping[int, int] = {}


class Corrections(KeptGame):
    """A game that can be put right; nothing that was is ever deleted."""

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
        if wish and (wish.head, wish.whole, wish.action) == (line[-1].id, whole, None):
            people.append(wish.by)
        others = not_theirs(undone, people)
        if others:
            self.wish = Wish(line[-1].id, who, whole)
            self._changed()
            raise NeedsConsent(asked_to_agree(others))

    def _back_to(self, dest: int, who: Who, after: int, why: str) -> int:
        """Move the head to *dest*, or further back to where the rules can go on from."""
        dest = self._standing.firm(dest)
        undone = [event for event in self.journal.line() if event.id > dest]
        self.journal.shift(dest, self._signed({"why": why}, who), after=after)
        self._stand(where_to(undone, back=True))
        self.wish = None
        self._changed()
        return dest

    def redo(self, who: Who, *, after: int) -> int:
        """Put again what was taken back last; the new head.

        Raises:
            NotNow: nothing was, another side did it, or the rules cannot go on from there.
            Stale, CannotKeep.
        """
        with self._lock:
            shift = self.taken_back()
            if shift is None:
                raise NotNow("there is nothing to put again")
            by = who_of(shift.content.who)
            if not may_put_again(who, by):
                raise NotNow(f"{called(by)} took it back: ask them, or the table screen")
            if self._standing.firm(shift.frm) != shift.frm:
                raise NotNow("the rules could not go on from there: it stays taken back")
            body = self._signed({"why": "", "redo": True}, who)
            head = self.journal.head
            self.journal.shift(shift.frm, body, after=after)
            again = [event for event in self.journal.line() if event.id > head]
            self._stand(where_to(again, back=False))
            self.wish = None
            self._changed()
            return shift.frm

    def _stand(self, poses: Mapping[str, Place]) -> None:
        """Models of a table that is ours stand where they are said to; one that is no longer on it
        is left out."""
        if not poses or (move := self.live.abilities.move) is None:
            return
        self.journal.set_placed(poses)
        for payload, pose in poses.items():
            with suppress(ValueError):
                move(payload, *pose)

    def taken_back(self) -> Shift | None:
        """The undo that a redo would put again, None without one."""
        return taken_back(self.journal.head, self.journal.shifts())

    def table_taken_back(self) -> Snapshot | None:
        """The table on which the action began that was taken back last, None when none was or
        something was done since."""
        with self._lock:
            back = self.taken_back()
            undone = [] if back is None else between(back.frm, back.dest, self.journal.everything())
            begun = (one.id for one in undone if isinstance(one.content, Declared))
            found = next(begun, None)
            kept = found is not None and self.journal.kept(found, "snapshot") is not None
            return snapshot_of(self.journal, found) if found is not None and kept else None

    def decline(self, who: Who, *, after: int) -> None:
        """Say no to what the other side wishes to take back, or to do though it is refused.

        Raises:
            NotNow: nobody has asked, or it is the asker's own wish.
        """
        with self._lock:
            wish = self.wish
            if wish is None or wish.head != after:
                raise NotNow("nobody asks for anything now")
            if who.role == "player" and who.side == wish.by.side:
                raise NotNow("it is your own side that asks")
            self.declined = Declined(after, who, wish.by, wish.action)
            self.wish = None
            self._changed()

    def overrule(self, of: int, index: int, says: str, reason: str, who: Who, *, after: int) -> int:
        """Put another result beside ruling *index* of the event *of*; both stay visible.

        Raises:
            NotNow: there is no such ruling, or the reason is missing. Stale, CannotKeep.
        """
        with self._lock:
            self._ruling(of, index)
            if not says.strip() or not reason.strip():
                raise NotNow("say what holds instead, and why")
            body = {"of": of, "index": index, "says": says, "reason": reason}
            return self._append("overrule", body, who, after)

    def _ruling(self, of: int, index: int) -> RulingTold:
        content = self._event(of).content
        rulings = content.rulings if isinstance(content, Closed) else []
        if not 0 <= index < len(rulings):
            raise NotNow("there is no such ruling in this game")
        return rulings[index].value

    def _refuse_beyond(self, *lengths: tuple[str, float, str]) -> None:
        for what, value, unit in lengths:
            refuse_beyond(what, value, unit, self.live.snapshot().size_in)

    def replayable(self) -> Replayable:
        """The newest step, as it can be run again.

        Raises:
            NotNow: there is none, or something stands on its result.
        """
        return replayable(self.journal, self.present().line)

    def overrule_step(
        self,
        changed: Mapping[int, Plain],
        readings: Sequence[HandReading],
        reason: str,
        who: Who,
        *,
        after: int,
        hits: Mapping[int, int] = NO_HITS,
    ) -> int:
        """Run the newest step again with other dice, choices (by their number in the step) or
        readings; the event's id. *hits*: so many as which dice count that stay as they fell. Where
        the rules then ask something new, it is open there.

        Raises:
            NotNow: nothing can be run again or nothing is different, the reason is missing, a
            distance is none of this table, or the rules then refuse the action. BadAnswer: an
            answer that its question cannot take. BadState, Unmeasurable, Stale, CannotKeep:
            nothing was recorded.
        """
        with self._lock:
            if not reason.strip():
                raise NotNow("say why it is overruled")
            step = self.replayable()
            self._refuse_beyond(*((one.what, one.value, one.unit) for one in readings))
            found = run_again(self.journal, self.rules, step, Changed(changed, hits), readings)
            root = step.root.parent or 0
            state = from_plain(self.journal.state(root), self.rules.state_type)
            body = {
                "declared": step.root.id,
                "of": 0 if step.closed is None else step.closed.id,
                "reason": reason,
                "answers": plain_answers(found.told),
                "readings": to_plain((*step.readings, *readings)),
            }
            again = self._step("again", body, who, state=to_plain(state))
            outcome = self._outcome(found.asked, state)
            opened = None if isinstance(found.asked, Done) else found.opened
            return self._write([again, *outcome], after, opened)

    def dispute(self, body: Mapping[str, Plain], who: Who, *, after: int) -> int:
        """Keep that a ruling or reading was doubted, and what came of it; fields as in
        ``events.Disputed``.

        Raises:
            NotNow: there is no such ruling, nothing is said of it, or its tape gives no distance of
            this table. Stale, CannotKeep.
        """
        with self._lock:
            ruling = self._ruling(int(body["of"]), int(body["index"]))
            tape, doubted = body.get("tape"), int(body.get("reading", -1))
            if tape is not None and 0 <= doubted < len(ruling.readings):
                read = ruling.readings[doubted]
                body = {**body, "unit": body.get("unit") or read.unit}
                self._refuse_beyond((read.what, float(tape), str(body["unit"])))
            if tape is None and not str(body.get("says", "")).strip():
                taped = "measure it with a tape, or " if doubted >= 0 else ""
                raise NotNow(f"{taped}say what was seen or agreed")
            return self._append("dispute", body, who, after)

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
            refuse_boundless(value)
            old, plain = edited(self.journal.state(present.head), path, value)
            try:
                state = from_plain(plain, self.rules.state_type)
            except BadState:
                raise BadState(f"{path} cannot be {value!r}: it was {old!r}") from None
            tried_by_hand(self.rules, state, present, self.live.snapshot())
            changed = consequences(self.rules.ledger, present.state, state)
            body = {"path": path, "value": value, "old": old, "reason": reason,
                    "consequences": to_plain(changed)}  # fmt: skip
            step = self._step("edit", body, who, state=to_plain(state))
            return self._write([step], after)
