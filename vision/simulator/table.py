"""The simulated table as one live table that can be laid out anew for another battle."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace

from calibration.table_file import MARKER_TOLERANCE_IN
from calibration.tolerances import HONEST
from vision.simulator.camera import DEFAULT_SIZE_PX, SimulatedCamera
from vision.simulator.demo import dress
from vision.simulator.scene import CannotPlace
from vision.simulator.world import PERFECT, World
from vision.table.snapshot import Snapshot, Terrain
from vision.watch.live import watch
from vision.watch.stations.top_view import TopView
from vision.watch.watcher import Watcher

FRAME_S = 0.2
"""Between two pictures, as the page's simulated camera takes them."""


class SimulatedTable:
    """A simulated camera and its watcher; satisfies the page's ``LiveTable``.

    ``set_table`` swaps both for those of another layout. A real camera never becomes one.
    """

    source = "simulated"

    def __init__(
        self,
        table: Snapshot,
        *,
        prepare: Callable[[Watcher], None] | None = None,
        size_px: tuple[int, int] = DEFAULT_SIZE_PX,
        by_itself: bool = True,
        world: World = PERFECT,
    ) -> None:
        """Look at *table* from the first frame on.

        *prepare* is given each watcher before it starts. *size_px*: of the pictures.
        *by_itself*: watch in threads, as time goes by; else only when ``look`` is called, so
        that the same moves give the same pictures and the same poses, on any computer.
        *world*: how far the truth differs from the layout.

        Raises:
            CannotPlace, SymbolError: the layout cannot be built, in words.
        """
        self._lock = threading.RLock()
        self._laid_out = 0
        self._prepare = prepare
        self._size_px = size_px
        self._by_itself = by_itself
        self._world = world
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

    def snapshot(self) -> Snapshot:
        """The newest settled view of every base in play."""
        return self._now().snapshot()

    def top_view(self) -> TopView | None:
        """The newest rectified picture; None while blind."""
        return self._now().top_view()

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
        if isinstance(watcher.movable, SimulatedCamera):
            watcher.movable.remove(payload)

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
            watcher.newest.step()
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
        layout, poses = dress(table)
        if self._world != PERFECT:
            layout = replace(layout, tolerances=HONEST, marker_tolerance_in=MARKER_TOLERANCE_IN)
        if self._by_itself:
            camera = SimulatedCamera(layout, poses, size_px=self._size_px, world=self._world)
            watcher = watch(camera, layout)
        else:
            clock = self._clock
            camera = SimulatedCamera(
                layout, poses, size_px=self._size_px, fps=0, clock=clock, world=self._world
            )
            watcher = watch(camera, layout, steady=clock)
        if self._prepare is not None:
            self._prepare(watcher)
        if self._by_itself:
            watcher.start()
        return watcher

    def _clock(self) -> float:
        return self._now_s
