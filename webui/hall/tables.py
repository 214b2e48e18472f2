"""What a hall sees of its tables now: the newest status, score and plan of each."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import TypeVar

from msgspec import Struct

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from vision.table.abilities import is_simulated
from webui.hall.wire.messages import Plan, Score, Status, Told

MOST_TABLES = 300
"""A hall has a hundred; names beyond that are somebody's mischief."""

T = TypeVar("T", bound=Told)


@dataclass
class Seen:
    """One table. ``version``: of the hall, when something of it last changed."""

    place: str
    status: Status | None = None
    score: Score | None = None
    plan: Plan | None = None
    version: int = 0


class Tables:
    """Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._seen: dict[str, Seen] = {}
        self.version = 1

    def take(self, place: str, message: Struct) -> bool:
        """Take a table's newest word; False when it is an older one, or one table too many."""
        with self._lock:
            if place not in self._seen and len(self._seen) >= MOST_TABLES:
                return False
            seen = self._seen.setdefault(place, Seen(place))
            if isinstance(message, Status):
                # The last will was written when the program began: it has no number of its own.
                is_will = not message.online and seen.status is not None
                if not is_will and is_older(message, seen.status):
                    return False
                if is_will and seen.status is not None and seen.status.run != message.run:
                    return False
                seen.status = message
            elif isinstance(message, Score) and not is_older(message, seen.score):
                seen.score = message
            elif isinstance(message, Plan) and not is_older(message, seen.plan):
                seen.plan = message
            else:
                return False
            self.version += 1
            seen.version = self.version
            return True

    def touch(self, place: str) -> None:
        """Something else of that table is different."""
        with self._lock:
            if place in self._seen:
                self.version += 1
                self._seen[place].version = self.version

    def statuses(self) -> dict[str, Status]:
        """The status of every table that has one."""
        with self._lock:
            return {p: seen.status for p, seen in self._seen.items() if seen.status is not None}

    def name_of(self, place: str) -> str:
        """What people call a table."""
        status = self.statuses().get(place)
        return status.name if status is not None and status.name else place

    def shown(self, since: int = 0) -> list[dict[str, Plain]]:
        """Every table that has changed after the version *since*, as the wall is given it."""
        with self._lock:
            changed = [seen for seen in self._seen.values() if seen.version > since]
            return [
                {
                    "place": seen.place,
                    "status": to_plain(seen.status),
                    "simulated": seen.status is not None and is_simulated(seen.status.source),
                    "score": to_plain(seen.score),
                    "plan": to_plain(seen.plan),
                }
                for seen in sorted(changed, key=lambda one: one.place)
            ]


def is_older(message: T, before: T | None) -> bool:
    """Did *message* come late?  Within one run of a program the numbers tell."""
    return before is not None and before.run == message.run and message.n <= before.n
