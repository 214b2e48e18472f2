"""The simulated table as one live table that can be laid out anew for another battle."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from calibration.table_file import MARKER_TOLERANCE_IN
from calibration.tolerances import HONEST
from vision.simulator.camera import SimulatedCamera
from vision.simulator.rig import dress_for, hang_rig, on_table_of
from vision.simulator.scene import CannotPlace
from vision.simulator.world import PERFECT, World
from vision.table.abilities import SIMULATED, Abilities
from vision.table.quality import MarkerPlace
from vision.table.snapshot import Snapshot, Terrain
from vision.watch.live import watch_all
from vision.watch.stations.top_view import TopView
from vision.watch.watcher import Watcher

FRAME_S = 0.2
"""Between two pictures, as the page's simulated camera takes them."""


class SimulatedTable:
    """Simulated cameras and their watcher; satisfies the page's ``LiveTable``.

    ``set_table`` swaps both for those of another layout. A real camera never becomes one.
    """

    source = SIMULATED

    def __init__(
        self,
        table: Snapshot,
        *,
        prepare: Callable[[Watcher], None] | None = None,
        size_px: tuple[int, int] | None = None,
        by_itself: bool = True,
        world: World = PERFECT,
        cameras: int = 1,
        room_in: tuple[float, float] | None = None,
    ) -> None:
        """Look at *table* from the first frame on.

        *prepare* is given each watcher before it starts. *size_px*: of the pictures, None
        for 4K or, of several cameras, their part of it.
        *by_itself*: watch in threads, as time goes by; else only when ``look`` is called, so
        that the same moves give the same pictures and the same poses, on any computer.
        *world*: how far the truth differs from the layout. *cameras*: so many, side by side.
        *room_in*: battles of smaller tables are laid out in the middle of one of that size.

        Raises:
            CannotPlace, SymbolError: the layout cannot be built, in words.
        """
        self._lock = threading.RLock()
        self._laid_out = 0
        self._prepare = prepare
        self._size_px = size_px
        self._by_itself = by_itself
        self._world = world
        self._cameras = cameras
        self._room_in = room_in
        self._now_s = time.time()
        self._watcher = self._watch(table)

    def set_table(self, table: Snapshot) -> None:
        """Clear the table and lay *table* out.

        Raises:
            CannotPlace, SymbolError: as above; the old table stays.
        """
        fresh = self._watch(table)
        with self._lock:
            old, self._watcher = self._watcher, fresh
            self._laid_out += old.version() + 1
        old.close()

    def _now(self) -> Watcher:
        with self._lock:
            return self._watcher

    @property
    def abilities(self) -> Abilities:
        """The program does all of it."""
        return Abilities(
            sees=True, simulated=True, move=self.place, lift=self.lift, lay_out=self.set_table,
            know_ground=self.set_terrain,
        )  # fmt: skip

    def snapshot(self) -> Snapshot:
        """The newest settled view of every base in play."""
        return self._now().snapshot()

    def top_view(self) -> TopView | None:
        """The newest rectified picture; None while blind."""
        return self._now().top_view()

    def camera_names(self) -> tuple[str, ...]:
        """Of several cameras, what they are called."""
        return self._now().camera_names()

    def top_view_of(self, camera: str) -> TopView | None:
        """The newest rectified picture of one camera alone; None while it is blind.

        Raises:
            KeyError: there is no camera of that name.
        """
        return self._now().top_view_of(camera)

    def markers(self) -> tuple[MarkerPlace, ...]:
        """The printed markers, where the layout has them."""
        return self._now().markers()

    def troubles(self) -> tuple[str, ...]:
        """Sentences for the banner."""
        return self._now().troubles()

    def blind(self) -> str:
        """Why nothing may be measured now; "" when it may."""
        return self._now().blind()

    def place(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """Move a model; the pictures change and are read anew.

        Raises:
            CannotPlace: an unknown payload, or a place off the table.
        """
        self._now().place(payload, x_in, y_in, facing_deg)

    def lift(self, payload: str) -> None:
        """Take a model off the table; ``place`` puts it back.

        Raises:
            CannotPlace: an unknown payload.
        """
        watcher = self._now()
        if payload not in {base.payload for base in watcher.table.bases}:
            raise CannotPlace(f"{payload} is no model of this table")
        for station in watcher.stations:
            if isinstance(station.movable, SimulatedCamera):
                station.movable.remove(payload)

    def set_terrain(self, terrain: tuple[Terrain, ...]) -> None:
        """Lay out other terrain under the models that stand here.

        Raises:
            CannotPlace: it cannot be built, in words; the old terrain stays.
        """
        self.set_table(replace(self.snapshot(), terrain=terrain))

    def calibrate_again(self) -> None:
        """Forget where the camera hung and find it anew, before the next picture is read."""
        watcher = self._now()
        watcher.later(watcher.calibrate_again)

    def look(self, pictures: int = 1) -> None:
        """Take and read so many pictures now; only where the table is not watched by itself.

        Raises:
            RuntimeError: it is.
        """
        if self._by_itself:
            raise RuntimeError("this table is watched by itself")
        watcher = self._now()
        for _ in range(pictures):
            self._now_s += FRAME_S
            for station in watcher.stations:
                station.newest.step()
            watcher.step()

    def facts(self) -> dict[str, object]:
        """Plain JSON for the set-up page."""
        return self._now().facts()

    def version(self) -> int:
        """Grows whenever snapshot, picture or troubles change."""
        with self._lock:
            return self._laid_out + self._watcher.version()

    def close(self) -> None:
        """Stop watching. May be called twice."""
        self._now().close()

    def _watch(self, table: Snapshot) -> Watcher:
        if self._room_in is not None:
            table = on_table_of(table, self._room_in)
        layout, poses = dress_for(table, self._cameras)
        if self._world != PERFECT:
            layout = replace(layout, tolerances=HONEST, marker_tolerance_in=MARKER_TOLERANCE_IN)
        fps, clock = (5.0, time.time) if self._by_itself else (0.0, self._clock)
        hung = hang_rig(
            layout, poses, self._cameras, size_px=self._size_px, fps=fps, clock=clock,
            world=self._world,
        )  # fmt: skip
        steady = time.monotonic if self._by_itself else self._clock
        watcher = watch_all([(camera, None) for camera in hung], layout, steady=steady)
        if self._prepare is not None:
            self._prepare(watcher)
        if self._by_itself:
            watcher.start()
        return watcher

    def _clock(self) -> float:
        return self._now_s
