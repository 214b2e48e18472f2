"""The dice tray as the page needs it, however it is seen.

``DiceTable`` is what ``webui.commands.serve`` hands in. Pictures come as JPEG; nothing here
knows a pixel.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.table.abilities import TrayAbilities
from vision.table.throw import Die, Throw
from webui.game.events.parts import ThrownBefore


class DiceTable(Protocol):
    """A watched tray; every method returns at once, from any thread."""

    @property
    def source(self) -> str:
        """simulated, camera, stream, video or picture: for records, never to be compared."""
        ...

    @property
    def abilities(self) -> TrayAbilities:
        """What this tray can do by itself."""
        ...

    def ask(self, again: Sequence[Die] = ()) -> None:
        """Dice are asked for from now on; those of *again* are to be thrown once more."""
        ...

    def rest(self) -> None:
        """No dice are asked for."""
        ...

    def offer(self) -> Throw | None:
        """The throw that lies there since dice were asked for, None while there is none."""
        ...

    def crop(self, number: int, index: int) -> bytes | None:
        """One die of the throw offered now or last as a JPEG, None of any other."""
        ...

    def picture(self, number: int) -> bytes | None:
        """The tray with the throw offered now as a JPEG, None of any other."""
        ...

    def view(self) -> bytes | None:
        """What the tray's camera sees now as a JPEG, None without a picture."""
        ...

    def mark(self, corners: Sequence[tuple[float, float]]) -> None:
        """The tray has these four corners from now on: shares of the picture's width and height.

        Raises:
            ValueError: that is no tray, or there is no picture; a sentence.
        """
        ...

    def trouble(self) -> str:
        """Why nothing is read now, as a sentence; "" when dice are read."""
        ...

    def version(self) -> int:
        """Grows whenever offer or trouble change."""
        ...

    def close(self) -> None:
        """Let go of camera and threads. May be called twice."""
        ...


@dataclass(frozen=True, slots=True)
class SeenDice:
    """What a camera read of dice that were taken for an answer, to be kept with it.

    ``read``: for each face of the answer what was read, 0 where a person had to name it.
    ``before``: throws that do not count.
    """

    read: tuple[int, ...]
    jpeg: bytes
    before: tuple[ThrownBefore, ...] = ()
