"""One thread: camera to newest Snapshot, in one slot.

Every frame goes the same way: is it fresh, has the camera moved, which tags are in it, where
are their bases, what has settled. Nothing older than the limit is measured, nothing is
measured by a camera that was knocked, and absence deletes nothing.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from calibration.camera import Calibration
from calibration.table_file import BaseInPlay, TableFile
from vision.cameras.camera import Frame
from vision.cameras.newest import NewestFrame, Shot
from vision.simulator.demo import pieces_of
from vision.simulator.scene import CannotPlace
from vision.table.snapshot import Base, Flag, Snapshot, Terrain
from vision.tags.decode.forms import make_forms
from vision.watch.careful_tracker import CarefulTracker
from vision.watch.change_detector import News
from vision.watch.in_play import with_bases, with_tags_of, without_bases
from vision.watch.settle import Settled, Track, settle, start, unsettled
from vision.watch.stations.camera_pose import Bearings
from vision.watch.stations.top_view import TopView, TopViewer
from vision.watch.table_reader import TableReader, main_bases, specs_of

READ_LIMIT_S = 5.0

SEEN_LIMIT_S = 0.5
"""What was seen in a picture that came longer ago than this may have been moved meanwhile."""

_IDLE_S = 0.04
_CLOSE_S = 30.0

_log = logging.getLogger(__name__)


class Movable(Protocol):
    """A camera whose models a program can move: the simulated one."""

    def move(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Put a model down there."""
        ...


@dataclass(frozen=True, slots=True)
class _Look:
    """Everything the page may ask of one processed frame."""

    snapshot: Snapshot
    frame: Frame | None = None
    calibration: Calibration | None = None
    facts: tuple[str, ...] = ()
    came_s: float = 0.0


class Watcher:
    """The table as it is seen now; satisfies the page's ``LiveTable``.

    Args:
        newest: the camera's newest frame; started and closed with this.
        table: size, terrain and the bases in play.
        bearings: where the camera is.
        reader: from a picture to sightings.
        source: ``"simulated"``, ``"camera"``, ``"stream"``, ``"video"`` or ``"picture"``.
        movable: the simulated camera, whose models ``place`` moves.
        camera_facts: what the camera says of itself, plain JSON.
        read_limit_s: a snapshot whose frame came longer ago is not measured either; more than
            the limit of the camera, for reading a frame takes its time.
    """

    def __init__(
        self,
        newest: NewestFrame,
        table: TableFile,
        bearings: Bearings,
        reader: TableReader,
        *,
        source: str,
        movable: Movable | None = None,
        camera_facts: Callable[[], dict[str, object]] = dict,
        read_limit_s: float = READ_LIMIT_S,
    ) -> None:
        self.source = source
        self.newest = newest
        self._table = table
        self._bearings = bearings
        self._reader = reader
        self._movable = movable
        self._camera_facts = camera_facts
        self._read_limit_s = read_limit_s
        self._bases = main_bases(table)
        self._settled = start(base.payload for base in self._bases)
        self._brought: frozenset[str] = frozenset()
        self._tags_scale = 1.0
        self._viewer = TopViewer(table.size_in)
        self._look = _Look(self._snapshot_of(self._settled, (), ""))
        self._view: TopView | None = None
        self._view_lock = threading.Lock()
        self._last_came_s = -1.0
        self._series = 0
        self._news = News()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._changes: deque[Callable[[], None]] = deque()
        self._camera_name = ""
        self.when_camera: Callable[[Frame], None] | None = None
        """Called in the watcher's thread before a camera's first frame, and when its name
        (device, size, focus) changes."""

    # What setting up asks.

    @property
    def table(self) -> TableFile:
        """The table that is watched."""
        return self._table

    @property
    def bearings(self) -> Bearings:
        """Where the camera is; change it only from ``later``."""
        return self._bearings

    @property
    def movable(self) -> Movable | None:
        """The simulated camera, None for a real one."""
        return self._movable

    def later(self, change: Callable[[], None]) -> None:
        """Do it in the watcher's thread, before the next frame is processed."""
        self._changes.append(change)

    def use_table(self, table: TableFile, reader: TableReader | None = None) -> None:
        """Watch that table from now on; its bases must be those of before. For ``later``."""
        if table.size_in != self._table.size_in:
            self._viewer, self._view = TopViewer(table.size_in), None
        self._table = table
        if reader is not None:
            self._reader, old = reader, self._reader
            old.close()
        self._bearings.use_table(table)

    def set_bases(self, bases: tuple[Base, ...]) -> None:
        """These are in play from the next frame on, besides those of the table file.

        Those that an earlier call brought and this one does not are looked for no more.

        Raises:
            CodeError: a payload that no tag can carry; nothing changes.
        """
        make_forms(specs_of(with_bases(TableFile(self._table.size_in), bases)[0]), 0)

        def change() -> None:
            # Only now: what was asked before this may have changed the table meanwhile.
            own = without_bases(self._table, self._brought)
            table, self._brought = with_bases(own, bases, self._tags_scale)
            if table.bases == self._table.bases:
                return
            self._bases = main_bases(table)
            self._settled = start(base.payload for base in self._bases)
            self.use_table(table, TableReader(table, CarefulTracker(table)))
            self._look = _Look(self._snapshot_of(self._settled, (), ""))

        self.later(change)

    def scale_tags(self, to: float) -> None:
        """From the next frame on the printed tags are *to* times as large as the table file has
        them, and as those of an army are taken to be; also of armies that come later."""

        def change() -> None:
            table = with_tags_of(self._table, to / self._tags_scale)
            self._tags_scale = to
            self.use_table(table, TableReader(table, CarefulTracker(table)))

        self.later(change)

    def set_terrain(self, terrain: tuple[Terrain, ...]) -> None:
        """Bases stand on that terrain from the next frame on; at its heights, too."""
        pieces = pieces_of(terrain)

        def change() -> None:
            self._reader.use_terrain(pieces)
            self._table = replace(self._table, terrain=pieces)
            # Poses of the old ground are not to be mixed with those of the new.
            self._settled = unsettled(self._settled)

        self.later(change)

    # What the page asks.

    def snapshot(self) -> Snapshot:
        """The newest settled view of every base in play.

        While blind no base is ``seen``: what was is ``hidden``, at its last place. In a picture
        that came longer ago than ``SEEN_LIMIT_S`` it is ``moving``: a hand is quicker than that.
        """
        look, why = self._look, self.blind()
        snapshot = look.snapshot
        if not why:
            old = look.frame is not None and self.newest.since_s(look.came_s) > SEEN_LIMIT_S
            return _not_seen(snapshot) if old else snapshot
        bases = tuple(
            replace(base, status="hidden") if base.status in ("seen", "moving") and base.pose
            else base
            for base in snapshot.bases
        )  # fmt: skip
        return replace(snapshot, bases=bases, flags=(Flag("blind", "", why), *snapshot.flags))

    def top_view(self) -> TopView | None:
        """The newest rectified picture; None while blind."""
        look = self._look
        if self.blind() or look.frame is None or look.calibration is None:
            return None
        with self._view_lock:
            if self._view is None or self._view.taken_s != look.frame.taken_s:
                self._view = self._viewer.view(look.frame, look.calibration)
            return self._view

    def blind(self) -> str:
        """Why nothing may be measured now, as a sentence; "" when it may."""
        if self.newest.newest() is None:
            return self.newest.trouble() or "the camera gives no picture"
        why = self._bearings.blind()
        if why or self._look.frame is None:
            return why or "the first picture is being read"
        age_s = self.newest.since_s(self._look.came_s)
        if age_s > self._read_limit_s:
            return f"the table was last read {age_s:.0f} s ago: this computer is too busy"
        return ""

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner."""
        said = (self.newest.trouble(), *self._bearings.troubles(), *self._look.facts)
        return tuple(dict.fromkeys(text for text in said if text))

    def place(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Move a model of the simulated table; the pictures change and are read anew.

        Raises:
            CannotPlace: a real camera, an unknown payload, or a place off the table.
        """
        if self._movable is None:
            raise CannotPlace(
                f"{payload} stands on a real table: move it by hand, the camera follows"
            )
        self._movable.move(payload, x_in, y_in, facing_deg)

    def calibrate_again(self) -> None:
        """Forget where the camera was and find it anew in the next frame."""
        self._bearings.forget()

    def facts(self) -> dict[str, object]:
        """Plain JSON for the set-up page."""
        frame = self._look.frame
        high, wide = frame.picture.shape[:2] if frame is not None else (0, 0)
        return {
            "source": self.source,
            "camera": frame.camera if frame is not None else "",
            "size_px": [wide, high],
            "frame_age_s": self.newest.age_s(),
            "frames_per_s": round(self.newest.frames_per_s(), 1),
            "calibration": self._bearings.facts(),
            "readers": list(self._look.facts),
            "blind": self.blind(),
            "device": self._camera_facts(),
        }

    def version(self) -> int:
        """Grows whenever snapshot, picture or troubles change."""
        snapshot = self._look.snapshot
        words = (*(flag.text for flag in snapshot.flags), *self.troubles(), self.blind())
        return self._news.version(snapshot.bases, words)

    def close(self) -> None:
        """Stop, and give the camera and the readers back. May be called twice."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=_CLOSE_S)
        self.newest.close()
        self._reader.close()

    # What the thread does.

    def start(self) -> None:
        """Watch in threads of its own from now on."""
        self.newest.start()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    def step(self) -> bool:
        """Process the newest frame if there is one not yet processed; was there one?"""
        while self._changes:
            self._changes.popleft()()
        shot = self.newest.newest()
        if shot is None or shot.came_s == self._last_came_s:
            return False
        self._last_came_s = shot.came_s
        if shot.frame.camera != self._camera_name:
            self._camera_name = shot.frame.camera
            if self.when_camera is not None:
                self.when_camera(shot.frame)
        self._process(shot)
        return True

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                worked = self.step()
            except Exception:
                # One odd frame must not end the watch: it is in the log, the next one follows.
                _log.exception("a frame could not be processed")
                worked = False
            self._stop.wait(0.0 if worked else _IDLE_S)

    def _process(self, shot: Shot) -> None:
        frame = shot.frame
        if shot.series != self._series:
            self._series = shot.series
            self._settled = unsettled(self._settled)
            self._reader.afresh()
        before = self._bearings.calibration
        calibration = self._bearings.take(frame.picture)
        if calibration is None or self._bearings.blind():
            self._settled = unsettled(self._settled)
            return
        if calibration is not before or self._bearings.unsteady:
            self._settled = unsettled(self._settled)
        if self._bearings.unsteady:
            return
        seen = self._reader.see(frame.picture, calibration)
        sightings = self._bearings.steadied(seen.sightings)
        self._settled = settle(self._settled, sightings, frame.taken_s)
        if self._settled.still:
            self._bearings.learn(seen.known)
        snapshot = self._snapshot_of(self._settled, seen.flags, calibration.name)
        self._look = _Look(snapshot, frame, calibration, seen.facts, shot.came_s)
        self._news.notice(frame.picture)

    def _snapshot_of(self, settled: Settled, flags: tuple[Flag, ...], calibration: str) -> Snapshot:
        return Snapshot(
            self._table.size_in,
            tuple(_base_of(base, settled.tracks[base.payload]) for base in self._bases),
            tuple(
                Terrain(t.kind, t.outline_in, t.height_in, t.name, t.is_line, t.level, t.tags)
                for t in self._table.terrain
            ),
            flags=(*settled.flags, *flags),
            taken_s=settled.taken_s,
            source=self.source,
            calibration=calibration,
        )


def _not_seen(snapshot: Snapshot) -> Snapshot:
    bases = tuple(
        replace(base, status="moving") if base.status == "seen" else base for base in snapshot.bases
    )
    return replace(snapshot, bases=bases)


def _base_of(base: BaseInPlay, track: Track) -> Base:
    return Base(
        base.payload, base.frontage_in, base.depth_in, track.pose, track.status,
        base.unit or base.payload, base.side, base.kind, base.round, base.height_in,
        base.figures, track.seen_s, False, track.wrong,
    )  # fmt: skip
