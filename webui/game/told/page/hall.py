"""The hall that a table belongs to, as the table's page shows it."""

from __future__ import annotations

from msgspec import Struct


class UmpireCalled(Struct, frozen=True):
    """A call for an umpire, seconds since the epoch; ``answer``: "" while nobody has answered."""

    text: str
    at_s: float
    answer: str


class RoundClock(Struct, frozen=True):
    """The clock of the hall's round; ``left_s``: below 0 once it has run out."""

    title: str
    running: bool
    left_s: int


class HallSeen(Struct, frozen=True):
    """What the hall has said, and the table's calls, the newest last.

    ``trouble``: why nothing gets through to it, and ``waiting``: how many entries have not.
    """

    hall_there: bool
    calls: list[UmpireCalled]
    announcements: list[str]
    clock: RoundClock | None
    name: str
    trouble: str
    waiting: int


class HallPage(Struct, frozen=True):
    """The hall that the table belongs to, None without one."""

    hall: HallSeen | None
