"""One game: declare, answer, undo, overrule. It joins rules, table and journal.

Law: no rule is known here. Only the open action is ever replayed; a closed one left its
state in the journal. What a person may do is decided by the views; what is possible, here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.kernel.engine import Done, advance, rulings_so_far
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Draw, Look, Prompt, Roll, Steps
from rules.kernel.protocol import Action, BadState, IllegalAction, Outcome, Plain, Refusal
from vision.table.reading import HandReading, Unmeasurable
from vision.table.snapshot import AGREED, Snapshot, Terrain
from webui.game.correcting.corrections import Corrections
from webui.game.correcting.kept_game import refuse_boundless
from webui.game.events.parts import ThrownBefore
from webui.game.guide.progress import on_ghosts
from webui.game.guide.targets import MOST, NOTHING, Kind, Target, guide_of
from webui.game.open_action import (
    BY_PROGRAM,
    as_set,
    is_tie_of_program,
    kept_of,
    still_asked,
    thrown_before,
)
from webui.game.position import NeedsConsent, NotNow, Opened, Who, Wish
from webui.game.seen.model_removal import Place
from webui.game.seen.moved_by_hand import unasked
from webui.game.throws.dice_setting import Setting
from webui.game.throws.dice_table import SeenDice
from webui.game.throws.fair_dice import throw
from webui.game.throws.far_dice import Way

NOT_EVEN = "it cannot be done even by agreement, only set by hand: "
"""How it begins why people cannot let something be done."""


def _agreed_on(rule: Steps[Outcome]) -> Prompt | Done[Outcome]:
    """What an action asks first that people let be done.

    Raises:
        IllegalAction: it lacks what it cannot be carried out without.
    """
    try:
        return advance(rule, ())
    except IllegalAction as why:
        raise IllegalAction(why.refusal.also(before=NOT_EVEN)) from why


def _of_dice(seen: SeenDice | None, before: Sequence[ThrownBefore]) -> dict[str, Plain]:
    """What the journal keeps of dice beside an answer: as a camera read them, and the throws that
    do not count."""
    left = before if seen is None else seen.before
    read: dict[str, Plain] = {} if seen is None else {"read": list(seen.read)}
    return {**read, "before": to_plain(left)} if left else read


class Game(Corrections):
    """A game on an open journal. Its methods may be called from any thread."""

    def declare(self, action: Action, who: Who, *, after: int, agreed: bool = False) -> int:
        """Freeze the newest table and begin *action* on it; the event's id. *agreed*: people let it
        be done whatever the rules find.

        Raises:
            NotNow: another action is open, or the game is over. Blind: nothing can be measured.
            IllegalAction, Unmeasurable: from the rules; nothing was recorded.
            Stale, CannotKeep: from the journal; nothing was recorded.
        """
        with self._lock:
            present = self._ready()
            refuse_boundless(action.more)
            self._see()
            table = self.table().let_stand() if agreed else self.table()
            rule = self.rules.resolve(action, present.state, table)
            asked = _agreed_on(rule) if agreed else advance(rule, ())
            body = {"action": to_plain(action), "source": table.source}
            opened = Opened(0, action, table, (), still_asked(asked), so_far=rulings_so_far(rule))
            step = self._step("declare", body, who, kept=kept_of(self.live, table))
            return self._write([step, *self._outcome(asked)], after, opened)

    def let_it_be_done(self, action: Action, who: Who, *, after: int) -> int:
        """Declare an action that the rules refuse, as both sides agree; the event's id.

        Raises:
            NeedsConsent: *who* acts for one side, and the other one was asked.
            IllegalAction and the rest as ``declare``: not even so; nothing was recorded.
        """
        with self._lock:
            if who.role != "player":
                return self.declare(action, who, after=after, agreed=True)
            why = self.bar_to_agreement(action, self._ready().state)
            if why is not None:
                raise IllegalAction(why)
            self.wish = Wish(after, who, action=action)
            self._changed()
            raise NeedsConsent("the other side has been asked to agree")

    def bar_to_agreement(self, action: Action, state: Any) -> Refusal | None:
        """Why an action of a game in *state* cannot be done though people agree to it, None when
        it can."""
        try:
            _agreed_on(self.rules.resolve(action, state, self.table().let_stand()))
        except IllegalAction as why:
            return why.refusal
        except (Unmeasurable, BadState) as why:
            return Refusal(str(why))
        return None

    def agree(self, who: Who, *, after: int) -> int:
        """Let be done what the other side asks for though the rules refuse it; the event's id.

        Raises:
            NotNow: nobody has asked, or it is the asker's own wish; otherwise as ``declare``.
        """
        with self._lock:
            wish = self.wish
            if wish is None or wish.action is None or wish.head != after:
                raise NotNow("nobody asks for anything now")
            if who.role == "player" and who.side == wish.by.side:
                raise NotNow("it is your own side that asks")
            event = self.declare(wish.action, wish.by, after=after, agreed=True)
            self.wish = None
            return event

    def answer(
        self,
        raw: object,
        who: Who,
        *,
        after: int,
        how: str = "typed",
        seen: SeenDice | None = None,
        before: Sequence[ThrownBefore] = (),
    ) -> int:
        """Answer the open prompt; a Look is answered by the newest table. The event's id.

        A Look answered *how* "agreed" lets the models stand whatever the rules find. *seen*:
        what a camera read of dice, kept with the answer; *before*: throws that do not count.

        Raises:
            NotNow: nothing is asked. BadAnswer: the prompt cannot take it.
            Blind, Stale, CannotKeep, IllegalAction, Unmeasurable: nothing was recorded.
        """
        with self._lock:
            opened, prompt = self._asked()
            kept = None if seen is None else {"dice": seen.jpeg}
            if isinstance(prompt, Look):
                raw = self._looked(agreed=how == AGREED)
                kept = kept_of(self.live, raw)
            answer = prompt.parse(raw)
            rule = self.rules.resolve(opened.action, self.present().state, opened.table)
            answered = (*opened.answered, (prompt, answer))
            asked = advance(rule, answered)
            plain = None if isinstance(prompt, Look) else to_plain(answer)
            body = {"prompt": to_plain(prompt), "answer": plain, "how": how}
            body |= _of_dice(seen, before)
            opened = replace(
                opened, answered=answered, prompt=still_asked(asked), so_far=rulings_so_far(rule)
            )
            step = self._step("answer", body, who, kept=kept)
            return self._write([step, *self._outcome(asked)], after, opened)

    def _looked(self, *, agreed: bool) -> Snapshot:
        """The newest table as the open question about models is answered by it."""
        self._see()
        present = self.present()
        on_table = as_set(self.journal, present.line, self.table())
        seen = on_ghosts(guide_of(present), on_table)
        return seen.let_stand() if agreed else seen

    def roll_for(self, who: Who, *, after: int, before: Sequence[ThrownBefore] = ()) -> int:
        """Answer the open Roll with fair dice, the open Draw from a shuffled deck.

        The same question asked again after an undo gets the same dice: nobody fishes. *before*:
        throws for it that do not count.

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
            return self.answer(raw, who, after=after, how=BY_PROGRAM, before=before)

    def roll_until_decided(
        self, who: Who, *, after: int, before: Sequence[ThrownBefore] = ()
    ) -> int:
        """As ``roll_for``; and on, while the program's dice for both sides have decided nothing.

        For who may answer for both: nobody taps again for a tie.
        """
        with self._lock:
            written = self.roll_for(who, after=after, before=before)
            opened = self.present().opened
            while opened is not None and is_tie_of_program(opened.prompt, self.present().line):
                written = self.roll_for(who, after=written)
                opened = self.present().opened
            return written

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

    def moved_by_hand(self, poses: Mapping[str, Place], who: Who) -> None:
        """Keep which models of a table that is ours *who* moves without being asked to.

        Raises:
            Stale, CannotKeep: nothing was recorded.
        """
        with self._lock:
            moved = unasked(self.present(), self.table(), self.table_taken_back(), poses)
            if moved:
                self._append("moved", {"bases": to_plain(moved)}, who, self.journal.head)

    def set_far_dice(self, ways: Sequence[Way], who: Who, *, after: int) -> int:
        """Say how dice of players outside may be had in this game; the step's id.

        Raises:
            Stale, CannotKeep.
        """
        return self._append("afar", {"ways": list(dict.fromkeys(ways))}, who, after)

    def guide(
        self, kind: Kind, title: str, targets: Sequence[Target], who: Who, *, after: int
    ) -> int:
        """Show whoever stands at the table where bases are to be put; the step's id.

        Raises:
            NotNow: there is no such base, or nothing to put. Stale, CannotKeep.
        """
        with self._lock:
            known = {base.payload for base in self.table().bases}
            strange = next((one.payload for one in targets if one.payload not in known), None)
            if strange is not None or not targets:
                raise NotNow(f"there is no base {strange!r} on this table" if strange else NOTHING)
            plain = [to_plain(target) for target in targets[:MOST]]
            return self._append("guide", {"of": kind, "title": title, "targets": plain}, who, after)

    def end_guide(self, why: str, who: Who, *, after: int) -> int:
        """Nobody is led any more; the step's id.

        Raises:
            NotNow: nobody was, or a rule orders it. Stale, CannotKeep.
        """
        with self._lock:
            found = guide_of(self.present())
            if found is None or found.kind == "ordered":
                raise NotNow("nothing is to be put anywhere now")
            return self._append("guided", {"of": found.event, "why": why}, who, after)

    def read_by_hand(self, reading: HandReading, who: Who, *, after: int) -> int:
        """Keep a reading taken with a tape; it overrules the camera from the next action on.

        Raises:
            NotNow: it is no distance of this table. Stale, CannotKeep.
        """
        self._refuse_beyond((reading.what, reading.value, reading.unit))
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
