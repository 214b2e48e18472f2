"""What a table keeps the newest word of at the broker: its status, its score and its plan.

Law: a message goes out only when something in it is different from the one before, or when the
hall may never have had it.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable

from webui.game.game import Game
from webui.hall.table.told import score_of
from webui.hall.wire.link import Message
from webui.hall.wire.messages import Plan, Score, Status, written

PLAN_EVERY_S = 1.0
"""The plan at most so often; what changes faster a wall cannot show."""

SAY_AGAIN_S = 10.0
"""So often a table says its status again while the hall has not got all its entries: a broker
whose queue is full drops what it took, an entry and the status that would betray the gap alike."""


class Newest:
    """One run of a table's program. *publish* gives None where there is no connection."""

    def __init__(
        self, topic: Callable[[str], str], publish: Callable[[Message], int | None]
    ) -> None:
        self.run = secrets.token_hex(16)
        self._topic, self._publish = topic, publish
        self.plan_is_due = True
        """Something happened at the table since the last one was drawn."""
        self._n = 0
        self._drawn_s = -PLAN_EVERY_S
        self._settled_s = time.monotonic()
        self._said: dict[str, bytes] = {}

    def forget(self) -> None:
        """A broker may have lost everything: say all again."""
        self._said, self._drawn_s, self.plan_is_due = {}, -PLAN_EVERY_S, True

    def next(self) -> int:
        """The number of the next message."""
        self._n += 1
        return self._n

    def tell_status(self, status: Status, kept: int) -> None:
        """Tell that the table is there; *kept* is up to where the hall has its entries."""
        now_s = time.monotonic()
        if kept == status.seq:
            self._settled_s = now_s
        elif now_s > self._settled_s + SAY_AGAIN_S:
            self._settled_s = now_s
            self._said.pop("status", None)
        self._tell("status", status, 1)

    def tell_score(self, game: Game | None, name: str) -> None:
        """Tell the score: at once, for it carries the newest headline."""
        self._tell("score", score_of(game, name, self.run, self.next()), 1)

    def tell_plan(self, draw: Callable[[str, int], Plan]) -> None:
        """Tell the plan that *draw* makes of a run and a number, when it is time for another."""
        now_s = time.monotonic()
        if self.plan_is_due and now_s >= self._drawn_s + PLAN_EVERY_S:
            self._drawn_s, self.plan_is_due = now_s, False
            self._tell("plan", draw(self.run, self.next()), 0)

    def _tell(self, kind: str, message: Status | Score | Plan, qos: int) -> None:
        """Only what is different from what was said last, its number aside."""
        payload = written(message)
        essence = payload.replace(b'"n":%d' % message.n, b"", 1)
        if self._said.get(kind) == essence:
            return
        if self._publish(Message(self._topic(kind), payload, qos)) is not None:
            self._said[kind] = essence
