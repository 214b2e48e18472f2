"""The simulated table as one live table that can be laid out anew for another battle."""

from __future__ import annotations

import threading
from collections.abc import Callable

from vision.cameras.choose import SIMULATED, open_camera
from vision.cameras.demo import dress
from vision.cameras.simulated import DEFAULT_SIZE_PX
from vision.live import watch
from vision.measure.table import Snapshot
from vision.top_view import TopView
from vision.watcher import Watcher


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
    ) -> None:
        """Look at *table* from the first frame on.

        *prepare* is given each watcher before it starts. *size_px*: of the pictures.

        Raises:
            CannotPlace, SymbolError: the layout cannot be built, in words.
        """
        self._lock = threading.RLock()
        self._laid_out = 0
        self._prepare = prepare
        self._size_px = size_px
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
        camera = open_camera(SIMULATED, scene=(layout, poses), size_px=self._size_px)
        watcher = watch(camera, layout)
        if self._prepare is not None:
            self._prepare(watcher)
        watcher.start()
        return watcher
