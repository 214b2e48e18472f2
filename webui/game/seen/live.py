"""The table as it is now, however it is seen.

``LiveTable`` is what ``webui.commands.serve`` hands in; the camera's watcher satisfies it.
``HandTable`` is the table without any camera: bases are dragged on the page and stand where
they were put.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from vision.table.abilities import Abilities
from vision.table.quality import MarkerPlace
from vision.table.snapshot import BY_HAND, Base, Pose, Snapshot


class CannotPlace(ValueError):
    """A base cannot be put there; the message says why."""


@dataclass(frozen=True, slots=True)
class TopView:
    """A rectified picture of the whole table with ``margin_in`` all round, north up."""

    jpeg: bytes
    px_per_in: float
    margin_in: float
    size_in: tuple[float, float]
    taken_s: float


class SeenFromAbove(Protocol):
    """What the page reads of a top view, wherever it was made."""

    @property
    def jpeg(self) -> bytes: ...
    @property
    def px_per_in(self) -> float: ...
    @property
    def margin_in(self) -> float: ...
    @property
    def size_in(self) -> tuple[float, float]: ...
    @property
    def taken_s(self) -> float: ...


class LiveTable(Protocol):
    """What the page needs of a table; every method returns at once, from any thread."""

    @property
    def source(self) -> str:
        """simulated, camera, stream, video, picture or hand: for records, never to be compared."""
        ...

    @property
    def abilities(self) -> Abilities:
        """What this table can do by itself."""
        ...

    def snapshot(self) -> Snapshot:
        """The newest settled view of every base in play."""
        ...

    def top_view(self) -> SeenFromAbove | None:
        """The newest rectified picture, None while blind or without a camera."""
        ...

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner, besides what ``blind`` tells."""
        ...

    def blind(self) -> str:
        """Why nothing may be measured now, as a sentence; "" when it may."""
        ...

    def camera_names(self) -> tuple[str, ...]:
        """Of several cameras, what they are called; () where there is one, or none."""
        ...

    def top_view_of(self, camera: str) -> SeenFromAbove | None:
        """The newest rectified picture of one of several cameras alone, None while it is blind.

        Raises:
            KeyError: there is no camera of that name.
        """
        ...

    def markers(self) -> tuple[MarkerPlace, ...]:
        """The printed markers that lie on the table, as far as it is known where."""
        ...

    def facts(self) -> dict[str, object]:
        """Plain data for the set-up page."""
        ...

    def version(self) -> int:
        """Grows whenever snapshot, picture or troubles change."""
        ...

    def close(self) -> None:
        """Let go of camera and threads. May be called twice."""
        ...


class HandTable:
    """A table without a camera: every base stands exactly where it was put on the page."""

    source = BY_HAND

    def __init__(self, table: Snapshot, now: Callable[[], float] = time.time) -> None:
        self._now = now
        self._lock = threading.Lock()
        self._version = 1
        self._table = replace(table, source=BY_HAND, taken_s=now(), flags=())

    @property
    def abilities(self) -> Abilities:
        """The page is the table: it puts down, lifts and lays out."""
        return Abilities(sees=False, move=self.place, lift=self.lift, lay_out=self.set_table)

    def snapshot(self) -> Snapshot:
        """The table as it was last put, and when; it is always settled."""
        with self._lock:
            return self._table

    def top_view(self) -> None:
        """There is no picture."""
        return None

    def camera_names(self) -> tuple[str, ...]:
        """There are no cameras."""
        return ()

    def top_view_of(self, camera: str) -> TopView | None:
        """Of no camera.

        Raises:
            KeyError: always.
        """
        raise KeyError(camera)

    def markers(self) -> tuple[MarkerPlace, ...]:
        """None."""
        return ()

    def troubles(self) -> tuple[str, ...]:
        """None: nothing can fail."""
        return ()

    def blind(self) -> str:
        """Never."""
        return ""

    def place(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Put a base down.

        Raises:
            CannotPlace: there is no such base.
        """
        with self._lock:
            bases = tuple(
                _put(base, x_in, y_in, facing_deg, self._now()) if base.payload == payload else base
                for base in self._table.bases
            )
            if bases == self._table.bases and payload not in {b.payload for b in bases}:
                raise CannotPlace(f"there is no base {payload!r} on this table")
            self._table = replace(self._table, bases=bases, taken_s=self._now())
            self._version += 1

    def lift(self, payload: str) -> None:
        """Take a base off the table.

        Raises:
            CannotPlace: there is no such base.
        """
        with self._lock:
            if payload not in {base.payload for base in self._table.bases}:
                raise CannotPlace(f"there is no base {payload!r} on this table")
            bases = tuple(
                replace(base, pose=None, status="never", by_hand=False)
                if base.payload == payload else base
                for base in self._table.bases
            )  # fmt: skip
            self._table = replace(self._table, bases=bases, taken_s=self._now())
            self._version += 1

    def set_table(self, table: Snapshot) -> None:
        """Clear the table and lay out another one."""
        with self._lock:
            self._table = replace(table, source=BY_HAND, taken_s=self._now(), flags=())
            self._version += 1

    def facts(self) -> dict[str, object]:
        """Says that there is no camera."""
        return {"camera": "none: bases are placed by hand"}

    def version(self) -> int:
        """Grows with every base that is put down."""
        return self._version

    def close(self) -> None:
        """Nothing to let go of."""


def _put(base: Base, x_in: float, y_in: float, facing_deg: float, now_s: float) -> Base:
    ground_in = base.pose.ground_in if base.pose is not None else 0.0
    pose = Pose(round(x_in, 3), round(y_in, 3), round(facing_deg % 360, 2), ground_in)
    return replace(base, pose=pose, status="seen", seen_s=now_s, by_hand=True)
