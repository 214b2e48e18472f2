"""One thread: cameras to newest Snapshot, in one slot.

Each station is stepped in turn; what its frames say is joined to one snapshot of the table. Of
one camera it is what that one says. Of several, each base is placed by all that see it; one that
is blind hides only what it alone sees.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from calibration.register import Registration
from calibration.table_file import BaseInPlay, TableFile
from vision.cameras.newest import NewestFrame
from vision.simulator.demo import pieces_of
from vision.simulator.scene import CannotPlace
from vision.table.abilities import Abilities
from vision.table.quality import MarkerPlace
from vision.table.snapshot import Base, Flag, Snapshot, Terrain
from vision.tags.decode.forms import make_forms
from vision.watch.careful_tracker import CarefulTracker
from vision.watch.change_detector import News
from vision.watch.in_play import with_base, with_bases, with_tags_of, without_bases
from vision.watch.joining.merge import Merged, Merger, Part
from vision.watch.joining.stitch import Stitcher
from vision.watch.stations.camera_pose import Bearings
from vision.watch.stations.station import Movable, Station
from vision.watch.stations.station_watch import READ_LIMIT_S, StationWatch
from vision.watch.stations.top_view import TopView
from vision.watch.table_reader import TableReader, main_bases, specs_of

_IDLE_S = 0.5
"""The longest wait for news of the cameras, which tell of each picture themselves."""

_CLOSE_S = 30.0

_log = logging.getLogger(__name__)


class Watcher:
    """The table as it is seen now; satisfies the page's ``LiveTable``.

    Args:
        stations: the cameras, at least one; started and closed with this.
        table: size, terrain and the bases in play.
        read_limit_s: a snapshot whose frame came longer ago is not measured either; more than
            the limit of the camera, for reading a frame takes its time.
    """

    def __init__(
        self,
        stations: Sequence[Station],
        table: TableFile,
        *,
        read_limit_s: float = READ_LIMIT_S,
    ) -> None:
        self._table = table
        self._bases = main_bases(table)
        payloads = [base.payload for base in self._bases]
        self.stations = tuple(
            StationWatch(each, table, payloads, self.later, read_limit_s) for each in stations
        )
        for station in self.stations:
            station.bearings.others = partial(self._placed_but, station)
        sources = {each.source for each in stations}
        self.source = sources.pop() if len(sources) == 1 else "camera"
        self._brought: frozenset[str] = frozenset()
        self._tags_scale = 1.0
        self._merger = Merger()
        self._stitcher = Stitcher(table.size_in)
        self._apart: dict[str, Stitcher] = {}
        self._view_lock = threading.Lock()
        self._news = tuple(News() for _ in stations)
        self._stop = threading.Event()
        self._news_come = threading.Event()
        for each in stations:
            each.newest.when_new = self._news_come.set
        self._thread: threading.Thread | None = None
        self._changes: deque[Callable[[], None]] = deque()

    # What setting up asks.

    @property
    def table(self) -> TableFile:
        """The table that is watched."""
        return self._table

    @property
    def newest(self) -> NewestFrame:
        """The newest frame of the first camera."""
        return self.stations[0].newest

    @property
    def bearings(self) -> Bearings:
        """Where the first camera is; change it only from ``later``."""
        return self.stations[0].bearings

    @property
    def movable(self) -> Movable | None:
        """The simulated camera that is the first one, None for a real one."""
        return self.stations[0].movable

    def later(self, change: Callable[[], None]) -> None:
        """Do it in the watcher's thread, before the next frame is processed."""
        self._changes.append(change)
        self._news_come.set()

    def use_table(self, table: TableFile) -> None:
        """Watch that table from now on; its bases must be those of before. For ``later``."""
        self._use_table(table, lambda _: None)

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
            for station in self.stations:
                station.start_anew(base.payload for base in self._bases)
            self._use_table(table, _reader_of)

        self.later(change)

    @property
    def tags_scale(self) -> float:
        """How many times larger the printed tags are than what says how large they are."""
        return self._tags_scale

    def use_base(self, base: BaseInPlay) -> None:
        """That base is the table's own from now on and as it is given here. For ``later``."""
        self._brought -= {base.payload}
        self._use_table(with_base(self._table, base), _reader_of)

    def scale_tags(self, to: float) -> None:
        """From the next frame on the printed tags are *to* times as large as the table file has
        them, and as those of an army are taken to be; also of armies that come later."""

        def change() -> None:
            table = with_tags_of(self._table, to / self._tags_scale)
            self._tags_scale = to
            self._use_table(table, _reader_of)

        self.later(change)

    def set_terrain(self, terrain: tuple[Terrain, ...]) -> None:
        """Bases stand on that terrain from the next frame on; at its heights, too."""
        pieces = pieces_of(terrain)

        def change() -> None:
            self._table = replace(self._table, terrain=pieces)
            for station in self.stations:
                station.use_terrain(self._table, pieces)

        self.later(change)

    def _use_table(
        self, table: TableFile, reader_of: Callable[[TableFile], TableReader | None]
    ) -> None:
        if table.size_in != self._table.size_in:
            self._stitcher, self._apart = Stitcher(table.size_in), {}
        self._table = table
        for station in self.stations:
            station.use_table(table, reader_of(table))
        self._merger.forget()

    # What the page asks.

    def snapshot(self) -> Snapshot:
        """The newest settled view of every base in play.

        While blind no base is ``seen``: what was is ``hidden``, at its last place. In a picture
        that came longer ago than ``SEEN_LIMIT_S`` it is ``moving``: a hand is quicker than that.
        """
        snapshot, why = self._snapshot(), self.blind()
        if not why:
            return snapshot
        return replace(snapshot, flags=(Flag("blind", "", why), *snapshot.flags))

    def top_view(self) -> TopView | None:
        """The newest rectified picture, stitched of those of all cameras; None while blind."""
        seeing = []
        for station in self.stations:
            look = station.look
            if look.frame is not None and look.calibration is not None and not station.blind():
                seeing.append((look.frame, look.calibration))
        with self._view_lock:
            return self._stitcher.view(seeing) if seeing else None

    def camera_names(self) -> tuple[str, ...]:
        """Of several cameras, what they are called."""
        several = len(self.stations) > 1
        return tuple(each.station.name for each in self.stations) if several else ()

    def top_view_of(self, camera: str) -> TopView | None:
        """The newest rectified picture of one camera alone; None while it is blind.

        Raises:
            KeyError: there is no camera of that name.
        """
        stations = {each.station.name: each for each in self.stations}
        station = stations[camera]
        look = station.look
        if look.frame is None or look.calibration is None or station.blind():
            return None
        with self._view_lock:
            stitcher = self._apart.setdefault(camera, Stitcher(self._table.size_in))
            return stitcher.view([(look.frame, look.calibration)])

    def markers(self) -> tuple[MarkerPlace, ...]:
        """The printed markers whose places are known."""
        return tuple(
            MarkerPlace(one.id, one.x_in, one.y_in, one.size_in, one.turned_deg)
            for one in self._table.markers
        )

    def blind(self) -> str:
        """Why nothing may be measured now, as a sentence; "" when something may."""
        said = [each.station.told(each.blind()) for each in self.stations]
        return "; ".join(said) if all(said) else ""

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner, besides why all of it is blind; each names its camera where
        there are several."""
        said: list[str] = []
        some_see = len(self.stations) > 1 and not self.blind()
        for each in self.stations:
            why = each.blind() if some_see else ""
            if why:
                said.append(f"{each.station.name} is blind, and what only it sees: {why}")
            said += map(each.station.told, each.troubles())
        return tuple(dict.fromkeys(said))

    def place(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Move a model of the simulated table; the pictures change and are read anew.

        Raises:
            CannotPlace: a real camera, an unknown payload, or a place off the table.
        """
        hands = [each.movable for each in self.stations if each.movable is not None]
        if not hands:
            raise CannotPlace(
                f"{payload} stands on a real table: move it by hand, the camera follows"
            )
        for hand in hands:
            hand.move(payload, x_in, y_in, facing_deg)

    @property
    def abilities(self) -> Abilities:
        """Real models are moved by people; those of simulated cameras by the program."""
        if all(each.movable is not None for each in self.stations):
            return Abilities(True, simulated=True, move=self.place, know_ground=self.set_terrain)
        return Abilities(True, look_for=self.set_bases, know_ground=self.set_terrain)

    def calibrate_again(self) -> None:
        """Forget where the cameras were and find them anew in the next frame."""
        for station in self.stations:
            station.bearings.forget()

    def facts(self) -> dict[str, object]:
        """Plain JSON for the set-up page: the first camera's, and ``cameras`` of several."""
        first, *others = [each.facts() for each in self.stations]
        if not others:
            return first
        named = [
            {"name": each.station.name, **facts}
            for each, facts in zip(self.stations, [first, *others], strict=True)
        ]
        return {**first, "blind": self.blind(), "cameras": named}

    def version(self) -> int:
        """Grows whenever snapshot, picture or troubles change."""
        snapshot = self._snapshot()
        words = (*(flag.text for flag in snapshot.flags), *self.troubles(), self.blind())
        first, *others = self._news
        pictures = sum(news.version((), ()) for news in others)
        return first.version(snapshot.bases, words) + pictures

    def close(self) -> None:
        """Stop, and give the cameras and the readers back. May be called twice."""
        self._stop.set()
        self._news_come.set()
        if self._thread is not None:
            self._thread.join(timeout=_CLOSE_S)
        for station in self.stations:
            station.close()

    # What the thread does.

    def start(self) -> None:
        """Watch in threads of its own from now on."""
        for station in self.stations:
            station.newest.start()
        self._thread = threading.Thread(target=self._run, name="watcher", daemon=True)
        self._thread.start()

    def step(self) -> bool:
        """Process every newest frame that is not yet processed; was there one?"""
        while self._changes:
            self._changes.popleft()()
            for station in self.stations:
                station.look_anew()
        worked = False
        for station, news in zip(self.stations, self._news, strict=True):
            was = station.look.frame
            worked |= station.step()
            now = station.look.frame
            if now is not None and now is not was and not station.renewed:
                news.notice(now.picture)
        if worked and len(self.stations) > 1:
            # Joined here, so that no page has to wait for it.
            self.merged()
        return worked

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self.step()
            except Exception:
                # One odd frame must not end the watch: it is in the log, the next one follows.
                _log.exception("a frame could not be processed")
            self._news_come.wait(_IDLE_S)
            self._news_come.clear()

    def _placed_but(self, station: StationWatch) -> list[Registration]:
        """How the other cameras were placed."""
        found = [each.bearings.registration for each in self.stations if each is not station]
        return [one for one in found if one is not None]

    def merged(self) -> Merged:
        """What the cameras see together at this moment."""
        parts = [Part.of(each) for each in self.stations]
        return self._merger.merged(parts, self._table, self._bases)

    def _snapshot(self) -> Snapshot:
        merged = self.merged()
        return Snapshot(
            self._table.size_in,
            merged.bases,
            tuple(
                Terrain(t.kind, t.outline_in, t.height_in, t.name, t.is_line, t.level, t.tags)
                for t in self._table.terrain
            ),
            flags=merged.flags,
            taken_s=merged.taken_s,
            source=self.source,
            calibration=merged.calibration,
        )


def _reader_of(table: TableFile) -> TableReader:
    return TableReader(table, CarefulTracker(table))
