"""What the hall has said to a table, and the calls that wait for its answer."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence

from webui.game.position import NotNow
from webui.game.told.page.hall import HallSeen, RoundClock, UmpireCalled
from webui.hall.wire.messages import Announcement, Answer, Board, Clock

MOST_CALLS = 5
_SHOWN = 20


class FromHall:
    """Kept for the table's page. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._answers: dict[str, Answer] = {}
        self._calls: list[tuple[str, str, float]] = []
        self._announcements: list[Announcement] = []
        self._clock: tuple[Clock, float] | None = None
        self._online = False

    def refuse_another_call(self) -> None:
        """Is it too early for another call?

        Raises:
            NotNow: enough calls are waiting.
        """
        with self._lock:
            waiting = [call for call, _, _ in self._calls if call not in self._answers]
        if len(waiting) >= MOST_CALLS:
            raise NotNow("the umpire has been called: wait for an answer")

    def called(self, call: str, text: str, at_s: float) -> None:
        """A call has been made."""
        with self._lock:
            self._calls = [*self._calls, (call, text, at_s)][-_SHOWN:]

    def hear_board(self, board: Board) -> bool:
        """Take what every table is told; True when it is news."""
        with self._lock:
            before = (self._announcements, None if self._clock is None else self._clock[0])
            self._online = board.online
            self._announcements = list(board.announcements)
            self._clock = None if board.clock is None else (board.clock, time.monotonic())
            return (self._announcements, board.clock) != before

    def hear_answers(self, answers: Sequence[Answer]) -> bool:
        """Take the umpires' answers; True when there is news."""
        with self._lock:
            mine = {call for call, _, _ in self._calls}
            new = {
                each.call: each
                for each in answers
                if each.call in mine and self._answers.get(each.call) != each
            }
            self._answers.update(new)
            return bool(new)

    def seen(self, name: str, trouble: str, waiting: int) -> HallSeen:
        """As the page of the table *name* shows it; *trouble* and *waiting* are of its line."""
        with self._lock:
            calls = [
                UmpireCalled(text, at_s, self._answers[call].says if call in self._answers else "")
                for call, text, at_s in self._calls[-MOST_CALLS:]
            ]
            said = [each.text for each in self._announcements]
            clock = self._clock_now()
            return HallSeen(self._online, calls, said, clock, name, trouble, waiting)

    def _clock_now(self) -> RoundClock | None:
        if self._clock is None:
            return None
        clock, came_s = self._clock
        gone_s = time.monotonic() - came_s if clock.running else 0.0
        return RoundClock(clock.title, clock.running, round(clock.left_s - gone_s))
