"""The last hour as watchers may see it: views and tiles of the picture, each with its time.

Law: nothing is kept while there is no link; nothing of it is ever written down.
"""

from __future__ import annotations

import base64
import json
import logging
import secrets
import threading
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rules.kernel.protocol import Plain
from vision.table.picture_tile import PictureTile
from webui.game.seen.live import SeenFromAbove
from webui.game.told.page.watchers import TileShown, WatchersNow
from webui.server.watching.delta import changed
from webui.server.watching.links import MOST_DELAY_MIN

log = logging.getLogger(__name__)

EVERY_S = 2.0
KEPT_S = MOST_DELAY_MIN * 60.0 + 120.0


class Thinner(Protocol):
    """Makes of a picture what has changed of it."""

    def __call__(self, jpeg: bytes, taken_s: float) -> tuple[PictureTile, ...]:
        """The tiles that differ from what was given before."""
        ...


@dataclass(frozen=True, slots=True)
class Moment:
    """A view, packed, and when it was so."""

    number: int
    at_s: float
    packed: bytes

    def view(self) -> dict[str, Plain]:
        """The view itself."""
        told: dict[str, Plain] = json.loads(zlib.decompress(self.packed))
        return told


@dataclass(frozen=True, slots=True)
class TileThen:
    """A tile, and when it was so; ``order`` grows with every tile."""

    order: int
    at_s: float
    tile: PictureTile


class Past:
    """Remembers views (*look*) and tiles of pictures (*picture*, *thinner*); *now*: seconds.

    ``begun`` names this past: its numbers mean nothing in another.
    """

    def __init__(
        self,
        look: Callable[[], dict[str, Plain]],
        picture: Callable[[], SeenFromAbove | None],
        thinner: Thinner | None,
        now: Callable[[], float],
    ) -> None:
        self._look, self._picture, self._thinner, self._now = look, picture, thinner, now
        self.begun = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._moments: deque[Moment] = deque()
        self._tiles: deque[TileThen] = deque()
        self._whole: dict[int, TileThen] = {}
        self._count = self._order = 0
        self._margin: tuple[float, float, float] | None = None
        self._last = b""

    def remember(self) -> None:
        """Keep how it stands, if it has changed; let go of what is too old."""
        view, top = self._look(), self._picture()
        packed = zlib.compress(json.dumps(view, separators=(",", ":")).encode(), 6)
        tiles = () if top is None or self._thinner is None else self._of(top)
        at_s = self._now()
        with self._lock:
            if packed != self._last:
                self._last, self._count = packed, self._count + 1
                self._moments.append(Moment(self._count, at_s, packed))
            for tile in tiles:
                self._order += 1
                self._tiles.append(TileThen(self._order, at_s, tile))
            self._forget(at_s - KEPT_S)

    def _of(self, top: SeenFromAbove) -> tuple[PictureTile, ...]:
        assert self._thinner is not None
        self._margin = (top.margin_in, *top.size_in)
        return self._thinner(top.jpeg, self._now())

    def _forget(self, before_s: float) -> None:
        while len(self._moments) > 1 and self._moments[1].at_s < before_s:
            self._moments.popleft()
        while self._tiles and self._tiles[0].at_s < before_s:
            old = self._tiles.popleft()
            self._whole[old.tile.number] = old  # still what that part looked like

    def clear(self) -> None:
        """Nobody may watch: forget everything."""
        with self._lock:
            self._moments.clear()
            self._tiles.clear()
            self._whole.clear()
            self._last = b""

    def told(self, delay_s: float, since: int, tiles_since: int) -> WatchersNow | None:
        """What has changed for a watcher who knows the view *since* and tiles up to
        *tiles_since*, as it was *delay_s* ago; None for nothing."""
        then_s = self._now() - delay_s
        with self._lock:
            moment = next((m for m in reversed(self._moments) if m.at_s <= then_s), None)
            before = next((m for m in self._moments if m.number == since), None)
            tiles = self._new_tiles(then_s, tiles_since)
            first_s = self._moments[0].at_s if self._moments else then_s
        if moment is None:
            return WatchersNow(waits_s=round(max(0.0, first_s - then_s)))
        if moment.number == since and not tiles:
            return None
        old = None if before is None else before.view()
        difference = changed(old, moment.view())
        order = max((one.order for one in tiles), default=tiles_since)
        return WatchersNow(
            number=moment.number,
            tiles_until=order,
            at_s=then_s,
            set=difference.set,
            lists=difference.lists,
            margin=self._margin,
            tiles=[_shown(one.tile) for one in tiles],
        )

    def _new_tiles(self, then_s: float, since: int) -> list[TileThen]:
        """Of each part the newest tile of then, if it is newer than what is known."""
        newest = dict(self._whole)
        newest.update((one.tile.number, one) for one in self._tiles if one.at_s <= then_s)
        return sorted((o for o in newest.values() if o.order > since), key=lambda o: o.order)


def _shown(tile: PictureTile) -> TileShown:
    box = [round(side, 4) for side in tile.box]
    return TileShown(tile.number, box, base64.b64encode(tile.webp).decode("ascii"))


class Recorder:
    """Lets a ``Past`` remember, every two seconds while there are links."""

    def __init__(self, past: Past, wanted: Callable[[], bool], ended: Callable[[], bool]) -> None:
        self._past, self._wanted, self._ended = past, wanted, ended
        self._stop = threading.Event()
        threading.Thread(target=self._run, name="watching", daemon=True).start()

    def _run(self) -> None:
        while not self._ended():
            self.step()
            self._stop.wait(EVERY_S)

    def step(self) -> None:
        """Remember once, if anybody may watch."""
        if not self._wanted():
            self._past.clear()
            return
        try:
            self._past.remember()
        except Exception as why:
            # A view that fails is logged where it is asked for as well; the next one may not.
            log.error("what watchers are shown cannot be made", exc_info=why)

    def stop(self) -> None:
        """End soon."""
        self._stop.set()
