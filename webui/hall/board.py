"""What a hall tells all its tables: the round's clock and the announcements."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from webui.hall.archive import Archive
from webui.hall.wire.messages import Announcement, Board, Clock, Name, Time

MOST = 10
"""Announcements that are kept; an older one goes when another comes."""


class _Kept(Struct, frozen=True):
    announcements: list[Announcement] = []
    title: Name = ""
    ends_s: Time = 0.0
    left_s: Annotated[float, Meta(ge=-1e6, le=1e6)] = 0.0
    running: bool = False
    has_clock: bool = False


class BoardKeeper:
    """Kept in the archive, so that a hall that was killed goes on with the round."""

    def __init__(self, archive: Archive, now: Callable[[], float]) -> None:
        self._archive, self._now = archive, now
        self._lock = threading.Lock()
        kept = archive.setting("board")
        self._kept = _Kept() if kept is None else msgspec.convert(kept, _Kept)

    @property
    def is_running(self) -> bool:
        """Does the clock run?"""
        return self._kept.running

    def announce(self, text: str) -> None:
        """Tell every table something; "" takes all announcements down."""
        with self._lock:
            before = self._kept.announcements
            number = max((each.id for each in before), default=0) + 1
            new = [*before, Announcement(number, text, self._now())][-MOST:] if text else []
            self._keep(announcements=new)

    def set_clock(self, title: str, left_s: float, running: bool) -> None:
        """Set the round's clock; it counts on below nothing, so that all see the overtime."""
        with self._lock:
            ends_s = self._now() + left_s
            self._keep(title=title, ends_s=ends_s, left_s=left_s, running=running, has_clock=True)

    def message(self) -> Board:
        """As it is told now."""
        kept = self._kept
        left_s = kept.ends_s - self._now() if kept.running else kept.left_s
        clock = Clock(kept.title, kept.running, max(-1e6, min(1e6, left_s)))
        return Board(announcements=kept.announcements, clock=clock if kept.has_clock else None)

    def _keep(self, **changed: object) -> None:
        kept = msgspec.structs.replace(self._kept, **changed)
        self._archive.set_setting("board", msgspec.to_builtins(kept))
        self._kept = kept
