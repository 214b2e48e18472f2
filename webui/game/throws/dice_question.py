"""The dice question that is open, beside the tray: what is offered for it, and accepted.

Law: what a person said wins; a die is never left to the camera that is not sure of it.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from rules.kernel.prompts import Prompt, Roll
from vision.table.throw import Die, Throw, thrown_again
from webui.game.events.parts import ThrownBefore
from webui.game.game import Game
from webui.game.position import NotNow, Opened, Present, Who
from webui.game.throws.dice_setting import setting_of
from webui.game.throws.dice_table import DiceTable, SeenDice

READ_SIDES = 6
MOVED = "the dice have been moved: look at the throw again"


@dataclass(frozen=True, slots=True)
class Accepted:
    """A throw as a person took it: the faces of the answer, and how they came about."""

    faces: tuple[int, ...]
    how: str
    seen: SeenDice


class DiceQuestion:
    """Follows the open game and tells the tray when dice are asked for. From any thread."""

    def __init__(self, table: DiceTable) -> None:
        self.table = table
        self._lock = threading.Lock()
        self._key: tuple[str, int, int] | None = None
        self._last: tuple[tuple[Die, int], ...] = ()
        self._seen: Throw | None = None
        self._before: tuple[ThrownBefore, ...] = ()
        self._again: tuple[tuple[Die, int], ...] = ()

    def follow(self, name: str, game: Game) -> None:
        """The game may have moved on: dice that lie there are no answer to a new question."""
        present = game.present()
        roll = asked_roll(present.opened)
        off = setting_of(present.line, sides_of(present)) == "off"
        with self._lock:
            key = None
            if roll is not None and present.opened is not None and not off:
                key = name, present.opened.event, len(present.opened.answered)
            if key == self._key:
                return
            self._key, self._seen, self._before = key, None, ()
            last = self._last if _is_answered(present.opened, self._last) else ()
            self._again = named(last, roll) if roll is not None and roll.rerolls else ()
            if key is None:
                self.table.rest()
            else:
                self.table.ask([die for die, _ in self._again])

    @property
    def again(self) -> tuple[int, ...]:
        """The faces of the dice that a re-roll asks for; empty when it names none."""
        return tuple(face for _, face in self._again)

    def offer(self) -> Throw | None:
        """The throw that lies there for the open question. What it differs in from the one before
        was thrown again."""
        found = self.table.offer() if self._key is not None else None
        if found is not None:
            with self._lock:
                if self._seen is not None and self._seen.number != found.number:
                    self._keep(self._seen, thrown_again(self._seen.dice, found.dice))
                self._seen = found
        return found

    def before(self, *, taken: bool) -> tuple[ThrownBefore, ...]:
        """The throws that were read for the open question and do not count; with the one that lies
        there, if it is not *taken* either."""
        offer = self.offer()
        left = () if taken or offer is None else (_kept(offer, ()),)
        return (*self._before, *left)

    def _keep(self, throw: Throw, again: Sequence[int]) -> None:
        """Keep a throw of which those dice, by their index, were thrown again."""
        if again:
            self._before = (*self._before, _kept(throw, again))

    def throw(self, roll: Roll, again: Sequence[int] = (), lies: int | None = None) -> None:
        """Let the dice of a tray of ours fall: all that are asked for, or those of the offer.

        *lies*: the throw that was seen there, -1 for none: a second tap throws away nothing that
        was read meanwhile. None: not said.

        Raises:
            NotNow: people throw these dice, so many do not fit, or another throw lies there.
        """
        throw = self.table.abilities.throw
        if throw is None:
            raise NotNow("throw the dice into the tray, the camera reads them")
        offer = self.offer()
        if lies not in (None, -1 if offer is None else offer.number):
            raise NotNow(MOVED)
        chosen = [die for die, _ in self._again]
        if again:
            if offer is None or not all(0 <= k < len(offer.dice) for k in again):
                raise NotNow(MOVED)
            chosen = [offer.dice[k] for k in again]
        try:
            throw(len(chosen) or roll.count, chosen)
        except ValueError as why:
            raise NotNow(str(why)) from None
        with self._lock:
            if offer is not None:
                self._keep(offer, again or range(len(offer.dice)))
            self._seen = None

    def accept(
        self, number: int, faces: Sequence[int | None], who: Who, *, by_itself: bool
    ) -> Accepted:
        """Take the offered throw with these faces; None leaves a die out.

        Raises:
            NotNow: another throw lies there by now, or it is not sure enough to be taken by
            itself.
        """
        offer = self.offer()
        picture = None if offer is None else self.table.picture(number)
        if offer is None or picture is None or offer.number != number:
            raise NotNow(MOVED)
        if len(faces) != len(offer.dice):
            raise NotNow("say of each die of the throw what it shows")
        if by_itself and tuple(die.face for die in offer.dice) != tuple(faces):
            raise NotNow("a person has to look at this throw")
        taken = [(die, f) for die, f in zip(offer.dice, faces, strict=True) if f is not None]
        self._last = tuple(taken)
        how = told(taken, len(faces) - len(taken), self.table.abilities.simulated, who, by_itself)
        read = tuple(die.face or 0 for die, _ in taken)
        seen = SeenDice(read, picture, self.before(taken=True))
        return Accepted(tuple(face for _, face in taken), how, seen)


def _kept(throw: Throw, again: Sequence[int]) -> ThrownBefore:
    dice = throw.dice
    return ThrownBefore([die.face or 0 for die in dice], [die.why for die in dice], list(again))


def asked_roll(opened: Opened | None) -> Roll | None:
    """The open question when it asks for dice of the kind that is read."""
    prompt: Prompt | None = None if opened is None else opened.prompt
    return prompt if isinstance(prompt, Roll) and prompt.sides == READ_SIDES else None


def _is_answered(opened: Opened | None, taken: Sequence[tuple[Die, int]]) -> bool:
    """Whether the newest dice of the open action are those that were taken from the tray."""
    rolls = [] if opened is None else [a for p, a in opened.answered if isinstance(p, Roll)]
    return bool(rolls) and tuple(rolls[-1]) == tuple(face for _, face in taken)


def sides_of(present: Present) -> list[str]:
    """The two sides."""
    return [army.side for army in present.armies]


def named(last: Sequence[tuple[Die, int]], roll: Roll) -> tuple[tuple[Die, int], ...]:
    """Which dice of the last throw a re-roll means: as many as it asks for, as far as their
    faces tell; all of them where they do not.

    Those that failed, those of one face (ones first), or all.
    """
    need = roll.need or 0
    sets = [[pair for pair in last if pair[1] < need], [pair for pair in last if pair[1] >= need]]
    sets += [[pair for pair in last if pair[1] == face] for face in range(1, READ_SIDES + 1)]
    fit = next((found for found in sets if len(found) == roll.count), None)
    return tuple(fit if fit is not None else last)


def told(
    taken: Sequence[tuple[Die, int]], left_out: int, simulated: bool, who: Who, by_itself: bool
) -> str:
    """How an answer came about, as the record says it."""
    camera = "simulated camera" if simulated else "camera"
    name = "itself, as both sides agreed" if by_itself else who.name or who.side or who.role
    parts = [f"read by the {camera}", f"accepted by {name}"]
    parts += [
        f"corrected {die.face} to {face}" if die.face else f"{face} named by hand ({die.why})"
        for die, face in taken
        if die.face != face
    ]
    if left_out:
        parts.append(f"{left_out} left out")
    return ", ".join(parts)
