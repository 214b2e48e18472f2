"""Dice of a player who is not in the room: which ways a game allows, and pictures of his tray.

Law: what he types is by honour and says so wherever it is told; what a picture shows is kept with
the picture.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from vision.table.throw import Die
from webui.game.events.kinds import FarDiceSet
from webui.game.journal.journal import Event
from webui.game.position import NotNow, Who
from webui.game.throws.dice_table import SeenDice

Way = Literal["honour", "tray", "program"]
WAYS: tuple[Way, ...] = get_args(Way)
"""His own dice, typed; a picture of his own tray; fair dice by the program."""

BY_HONOUR = "thrown from afar, by honour"
FORBIDDEN = {
    "honour": "in this game dice from afar are not taken by honour: {others}",
    "tray": "in this game dice from afar are not read from pictures: {others}",
    "program": "in this game the program throws for nobody afar: {others}",
}
INSTEAD = {
    "honour": "type what you have thrown",
    "tray": "send a picture of your tray",
    "program": "let the program throw",
}

ReadThrow = Callable[[bytes], tuple[Die, ...]]


def ways_of(line: Iterable[Event]) -> tuple[Way, ...]:
    """The ways that the game on *line* allows; all before anybody has chosen."""
    found = WAYS
    for event in line:
        content = event.content
        if isinstance(content, FarDiceSet):
            found = tuple(way for way in WAYS if way in content.ways)
    return found


def refuse_way(line: Iterable[Event], way: Way) -> None:
    """Refuse dice that were had in a way that this game does not allow from afar.

    Raises:
        NotNow: naming the ways that are open.
    """
    allowed = ways_of(line)
    if way not in allowed:
        others = " or ".join(INSTEAD[one] for one in allowed)
        raise NotNow(FORBIDDEN[way].format(others=others))


@dataclass(frozen=True, slots=True)
class SentThrow:
    """A picture that was sent for the question at ``head``, and what was read of it."""

    number: int
    game: str
    head: int
    by: Who
    dice: tuple[Die, ...]
    jpeg: bytes


class SentThrows:
    """The newest picture of each side."""

    def __init__(self, read: ReadThrow | None) -> None:
        self._read = read
        self._lock = threading.Lock()
        self._newest: dict[str, SentThrow] = {}
        self._count = 0

    def send(self, game: str, head: int, by: Who, jpeg: bytes) -> SentThrow:
        """Read a picture, and keep it until it is taken or another one comes.

        Raises:
            NotNow: no dice are read here, or it is no picture; a sentence.
        """
        if self._read is None:
            raise NotNow("this table reads no dice from pictures: type them")
        try:
            dice = self._read(jpeg)
        except ValueError as why:
            raise NotNow(str(why)) from None
        with self._lock:
            self._count += 1
            sent = SentThrow(self._count, game, head, by, dice, jpeg)
            self._newest[by.side] = sent
        return sent

    def take(
        self, number: int, game: str, head: int, by: Who, faces: Sequence[int | None]
    ) -> tuple[list[int], str, SeenDice]:
        """The faces that count, how they were had, and what is kept of it; None leaves a die out.

        Raises:
            NotNow: another picture was sent since, or the question is another one.
        """
        sent = self._newest.get(by.side)
        if sent is None or (sent.number, sent.game, sent.head) != (number, game, head):
            raise NotNow("that picture was for another throw: send a new one")
        if len(faces) != len(sent.dice):
            raise NotNow("say of each die of the picture what it shows")
        pairs = [(die, f) for die, f in zip(sent.dice, faces, strict=True) if f is not None]
        seen = SeenDice(tuple(die.face or 0 for die, _ in pairs), sent.jpeg)
        return [face for _, face in pairs], _told(pairs, len(faces) - len(pairs), by), seen


def _told(pairs: Sequence[tuple[Die, int]], left_out: int, by: Who) -> str:
    parts = [f"read from a picture that {by.name or by.side or by.role} sent"]
    for die, face in pairs:
        if die.face is None:
            parts.append(f"{face} named")
        elif die.face != face:
            parts.append(f"corrected {die.face} to {face}")
    if left_out:
        parts.append(f"{left_out} left out")
    return ", ".join(parts)
