"""How far setting up has come, kept in the data folder so that every step can be resumed."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from webui.game.journal.journal import CannotKeep
from webui.game.journal.kept_twice import KeptTwice

STEPS = ("camera", "lens", "markers", "accuracy", "done")
Step = Literal["camera", "lens", "markers", "accuracy", "done"]
MOST_RULERS = 20
VERSION = 1
LEAST_BAR_MM, MOST_BAR_MM = 85, 115
"""What a bar of 100 mm may measure: more is no printer's doing."""

Inches = Annotated[float, Meta(ge=-1000, le=1000)]
Word = Annotated[str, Meta(max_length=80)]


class RulerTest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A gap between two bases by the camera, beside what a ruler says. ``at_s``: since the
    epoch; lengths in inches."""

    at_s: float
    frm: Word
    to: Word
    said_in: Inches
    value_in: Inches
    plus_minus_in: Inches

    @property
    def off_in(self) -> float:
        """How much more the camera says than the ruler."""
        return self.value_in - self.said_in

    @property
    def agrees(self) -> bool:
        """Is the ruler inside the ±?"""
        return abs(self.off_in) <= self.plus_minus_in


class Progress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``bar_mm``: what the 100 mm bar measures on paper where nothing is corrected.
    ``tags_scale``: printed tags over what the table file and the armies have them."""

    version: int = VERSION
    step: Step = "camera"
    done: Annotated[tuple[Step, ...], Meta(max_length=5)] = ()
    bar_mm: Annotated[float, Meta(ge=LEAST_BAR_MM, le=MOST_BAR_MM)] = 100.0
    tags_scale: Annotated[float, Meta(ge=0.8, le=1.2)] = 1.0
    rulers: Annotated[tuple[RulerTest, ...], Meta(max_length=MOST_RULERS)] = ()

    def at(self, step: Step) -> Progress:
        """Gone to *step*; the step that was left counts as done if it lies before."""
        left = STEPS.index(step) > STEPS.index(self.step)
        done = {*self.done, self.step} if left else set(self.done)
        kept = tuple(each for each in STEPS if each in done)
        return msgspec.structs.replace(self, step=step, done=kept)

    def measured(self, test: RulerTest) -> Progress:
        """With one more ruler test; the oldest goes when there are many."""
        rulers = (*self.rulers, test)[-MOST_RULERS:]
        return msgspec.structs.replace(self, rulers=rulers)


class ProgressBook:
    """``folder/wizard.json``, read once and written whole."""

    def __init__(self, folder: Path) -> None:
        self._file = KeptTwice(folder / "wizard.json", Progress)
        self._lock = threading.Lock()
        self._now = self._file.read() or Progress()
        self.notice = self._file.fault and f"{self._file.fault}. Look at the set-up"

    @property
    def now(self) -> Progress:
        """How far it is."""
        return self._now

    def change(self, change: Callable[[Progress], Progress]) -> Progress:
        """Keep what *change* makes of it; nobody else's change comes between.

        Raises:
            CannotKeep: the disk refuses it.
        """
        with self._lock:
            progress = change(self._now)
            try:
                self._file.write(progress)
            except OSError as why:
                path = self._file.path
                raise CannotKeep(f"{path} cannot be written: {why.strerror}") from None
            self._now = progress
        return progress
