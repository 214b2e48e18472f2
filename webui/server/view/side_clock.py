"""A clock a side, as players of chess have: it runs for whoever is to act or is asked.

Law: the time is the program's own; the file beside the games lets a pause outlast a restart.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

import msgspec
from msgspec import Struct

from rules.kernel.protocol import RuleSet
from webui.game.journal.whole_file import write_whole
from webui.game.position import NotNow, Present
from webui.game.told.page.table import ClockShown

log = logging.getLogger(__name__)

LONGEST_MIN = 600.0
FILE = "clock.json"


class Clock(Struct, frozen=True):
    """``limit_s``: what each side has; ``used_s``: by side; ``on``: whose runs, "" for nobody's,
    since ``since_s``; ``running``: False while it is paused."""

    game: str
    limit_s: float
    used_s: dict[str, float]
    on: str = ""
    since_s: float = 0.0
    running: bool = False

    def at(self, now_s: float, on: str, *, running: bool) -> Clock:
        """The same clock when from *now_s* on that side's runs."""
        used = dict(self.used_s)
        if self.running and self.on in used:
            used[self.on] += max(0.0, now_s - self.since_s)
        return Clock(self.game, self.limit_s, used, on, now_s, running)


def whose(present: Present, rules: RuleSet) -> str:
    """Whose clock runs: the side that is asked, else the one side to act; "" for several."""
    sides = [army.side for army in present.armies]
    if present.over is not None:
        return ""
    asked = None if present.opened is None else present.opened.prompt
    if asked is not None and asked.by in sides:
        return str(asked.by)
    to_act = [side for side in rules.status(present.state).to_act if side in sides]
    return to_act[0] if len(to_act) == 1 else ""


class SideClock:
    """The clock of the open game. Its methods may be called from any thread."""

    def __init__(self, folder: Path, now: Callable[[], float]) -> None:
        self._path = folder / FILE
        self._now = now
        self._lock = threading.Lock()
        self._clock = self._read()

    def look(self, game: str, on: str) -> ClockShown | None:
        """The clock as the pages draw it, None without one; it goes over to *on*."""
        with self._lock:
            clock = self._clock
            if clock is None or clock.game != game:
                return None
            if clock.running and clock.on != on:
                self._keep(clock.at(self._now(), on, running=True))
            now = self._clock
            return None if now is None else ClockShown(**msgspec.structs.asdict(now))

    def start(self, game: str, sides: list[str], minutes: float, on: str) -> None:
        """Give each side so many minutes; it runs at once.

        Raises:
            NotNow: that is no time to give.
        """
        if not 0 < minutes <= LONGEST_MIN:
            raise NotNow(f"give each side more than 0 and at most {LONGEST_MIN:g} minutes")
        with self._lock:
            used = dict.fromkeys(sides, 0.0)
            self._keep(Clock(game, minutes * 60, used, on, self._now(), True))

    def run(self, game: str, on: str, *, running: bool) -> None:
        """Pause it, or let it go on.

        Raises:
            NotNow: there is none.
        """
        with self._lock:
            clock = self._clock
            if clock is None or clock.game != game:
                raise NotNow("no clock is set: say how many minutes each side has")
            self._keep(clock.at(self._now(), on, running=running))

    def take_away(self) -> None:
        """Play without a clock again."""
        with self._lock:
            self._keep(None)

    def _keep(self, clock: Clock | None) -> None:
        self._clock = clock
        try:
            write_whole(self._path, msgspec.json.encode(clock))
        except OSError as why:
            log.warning("the clock cannot be kept: %s", why)

    def _read(self) -> Clock | None:
        """As it was kept, paused: nobody was playing while the program was not there."""
        try:
            kept = msgspec.json.decode(self._path.read_bytes(), type=Clock | None)
        except (OSError, ValueError, RecursionError):
            return None
        return None if kept is None else msgspec.structs.replace(kept, running=False, on="")
