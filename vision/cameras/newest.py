"""Keeps only the newest frame of a camera, with its age, and tries again when it fails.

A thread reads as fast as the camera gives, so nothing old waits in a queue. What is wrong
with the picture is said in words: lost, frozen, black, burnt out, cut off, changed in size. A
camera that fails is tried again, never replaced by another.
"""

from __future__ import annotations

import logging
import threading
import time
import zlib
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.cameras.camera import Camera, CameraError, Frame, Picture

LIMIT_S = 2.0
"""A frame older than this is not measured."""

_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 8.0
_CLOSE_S = 10.0
_FAILED_S = 1.0
_SILENT_S = 30.0
_STEP_PX = 16
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Shot:
    """A frame and when it came in (seconds of a clock that never jumps).

    ``series``: grows when the camera had failed for a while, or had been silent for long:
    anything may have happened meanwhile. A camera that is merely slow does not break it.
    """

    frame: Frame
    came_s: float
    series: int = 0


@dataclass(frozen=True, slots=True)
class _Lost:
    why: str
    since_s: float
    again_s: float
    wait_s: float


class NewestFrame:
    """One slot with the newest frame of a camera.

    Args:
        camera: read from one thread only; closed with this.
        limit_s: age from which a frame is too old to be measured.
        steady: seconds of a clock that never jumps back.
        repeats: the source may give identical pictures (a file does). From any other, a
            picture equal to the one before is no news: a live sensor is never silent.
        is_drawn: this computer draws the pictures; there is no cable to look at.
    """

    def __init__(
        self,
        camera: Camera,
        *,
        limit_s: float = LIMIT_S,
        steady: Callable[[], float] = time.monotonic,
        repeats: bool = False,
        is_drawn: bool = False,
    ) -> None:
        self._camera = camera
        self._limit_s = limit_s
        self._steady = steady
        self._repeats = repeats
        self._is_drawn = is_drawn
        self._lock = threading.Lock()
        self._shot: Shot | None = None
        self._lost: _Lost | None = None
        self._wrong = ""
        self._failed = False
        self._coded, self._mark = b"", 0
        self._judged: tuple[Picture, str] | None = None
        self.when_new: Callable[[], None] = _nobody
        """Called in the reading thread when ``newest`` has become another one."""
        self._times: deque[float] = deque(maxlen=11)
        self._fresh_s = steady()
        self._size: tuple[int, int] | None = None
        self._began_s = steady()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Read in a thread of its own from now on."""
        self._thread = threading.Thread(target=self._run, name="camera", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop reading and give the camera back. May be called twice."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=_CLOSE_S)
            if self._thread.is_alive():
                # Releasing a device in which a driver hangs can take the program down. The
                # thread is a daemon's and ends with it.
                _log.warning("the camera's driver hangs; it is left behind")
                return
        self._camera.close()

    def newest(self) -> Shot | None:
        """The newest good frame, None when there is none or it is older than the limit."""
        with self._lock:
            shot = self._shot
        if shot is None or self._steady() - shot.came_s > self._limit_s:
            return None
        return shot

    def last(self) -> Shot | None:
        """The last good frame however old it is, None before the first; not to be measured."""
        with self._lock:
            return self._shot

    def age_s(self) -> float | None:
        """Seconds since the newest good frame came in; None before the first."""
        with self._lock:
            return None if self._shot is None else self._steady() - self._shot.came_s

    def since_s(self, came_s: float) -> float:
        """Seconds since a shot that came in then."""
        return self._steady() - came_s

    def frames_per_s(self) -> float:
        """Good frames a second, over the last ten."""
        with self._lock:
            times = tuple(self._times)
        if len(times) < 2 or times[-1] <= times[0]:
            return 0.0
        return (len(times) - 1) / (times[-1] - times[0])

    def trouble(self) -> str:
        """Why there is no frame to measure now, as a sentence; "" when all is well."""
        with self._lock:
            shot, lost, wrong = self._shot, self._lost, self._wrong
        now = self._steady()
        if lost is not None:
            return f"{lost.why} ({_since(shot, lost, now)})"
        if wrong:
            return f"{wrong} ({_since(shot, None, now)})"
        if shot is None:
            return f"the camera is being opened ({now - self._began_s:.0f} s so far)"
        if now - shot.came_s > self._limit_s:
            if self._is_drawn:
                return "this computer is too busy to draw the table"
            return f"no picture from the camera for {now - shot.came_s:.0f} s: look at its cable"
        return ""

    def step(self) -> float:
        """Read one frame, or try to; seconds to wait before the next step."""
        wait_s = self._wait_s()
        if wait_s > 0:
            return wait_s
        try:
            frame = self._camera.read()
        except CameraError as why:
            return self._fail(str(why))
        self._take(frame)
        return 0.0

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                wait_s = self.step()
            except Exception:
                # The thread must outlive a driver's surprise, or the table goes blind unsaid.
                _log.exception("the camera's driver failed in an unknown way")
                wait_s = self._fail("the camera's driver failed: see the log")
            self._stop.wait(wait_s)

    def _wait_s(self) -> float:
        with self._lock:
            lost = self._lost
        return 0.0 if lost is None else lost.again_s - self._steady()

    def _fail(self, why: str) -> float:
        now = self._steady()
        with self._lock:
            before = self._lost
            since_s = now if before is None else before.since_s
            wait_s = _FIRST_WAIT_S if before is None else min(_LONGEST_WAIT_S, 2 * before.wait_s)
            self._lost = _Lost(why, since_s, now + wait_s, wait_s)
            self._failed = True
        if before is None:
            _log.warning("camera lost: %s", why)
        return wait_s

    def _take(self, frame: Frame) -> None:
        now = self._steady()
        fresh = self._is_fresh(frame, now)
        wrong = self._what_is_wrong(frame.picture, now)
        with self._lock:
            back = self._lost is not None
            self._lost = None
            self._wrong = wrong
            self._failed = self._failed or bool(wrong) or not fresh
            if fresh and not wrong:
                self._shot = self._next_shot(frame, now)
                self._failed = False
                self._times.append(now)
        self.when_new()
        if back:
            _log.info("camera back")

    def _next_shot(self, frame: Frame, now: float) -> Shot:
        before = self._shot
        if before is None:
            return Shot(frame, now)
        waited_s = now - before.came_s
        broken = waited_s > (_FAILED_S if self._failed else _SILENT_S)
        return Shot(frame, now, before.series + broken)

    def _what_is_wrong(self, picture: Picture, now: float) -> str:
        size = (int(picture.shape[1]), int(picture.shape[0]))
        if self._size is None:
            self._size = size
        if size != self._size:
            return (
                f"the camera changed its picture from {_by(self._size)} to {_by(size)}: "
                "set it back, or start again to calibrate the new size"
            )
        if self._judged is None or self._judged[0] is not picture:
            # A stream that knows that nothing moved gives the very same one again.
            self._judged = picture, look_wrong(picture)
        wrong = self._judged[1]
        if not wrong and now - self._fresh_s > self._limit_s:
            return (
                f"the camera repeats the same picture for {now - self._fresh_s:.0f} s: "
                "unplug it and plug it in again"
            )
        return wrong

    def _is_fresh(self, frame: Frame, now: float) -> bool:
        if frame.coded:
            other, self._coded = frame.coded != self._coded, frame.coded
        else:
            mark = zlib.crc32(frame.picture[:: _STEP_PX // 2, :: _STEP_PX // 2].tobytes())
            other, self._mark = mark != self._mark, mark
        fresh = self._repeats or other
        if fresh:
            self._fresh_s = now
        return fresh


def look_wrong(picture: Picture) -> str:
    """What is wrong with a picture as such, as a sentence; "" when it may be read."""
    small = picture[::_STEP_PX, ::_STEP_PX]
    if float(small.mean()) < 6.0 and float(small.std()) < 6.0:
        return "the picture is black: take the cap off the lens, or put the light on"
    if float(np.mean(small > 249)) > 0.6:
        return "the picture is burnt out: turn the exposure or the lamp down"
    tail = picture[-max(2, len(picture) // 8) :, ::_STEP_PX]
    if _is_flat(tail) and not _is_flat(small):
        return "only the upper part of the picture arrives: look at the cable or the network"
    return ""


def _is_flat(part: Picture) -> bool:
    """One colour without any noise, as a decoder fills what it did not get."""
    if len(part) > 1 and not _is_flat(part[:1]):
        return False
    flat = part.reshape(-1, part.shape[-1]) if part.ndim == 3 else part.reshape(-1, 1)
    return bool(np.all(flat.max(axis=0) - flat.min(axis=0) <= 1))


def _nobody() -> None:
    """Tells nobody."""


def _since(shot: Shot | None, lost: _Lost | None, now: float) -> str:
    if shot is not None:
        return f"last good picture {now - shot.came_s:.0f} s ago"
    if lost is not None:
        return f"no picture yet, tried for {now - lost.since_s:.0f} s"
    return "no good picture yet"


def _by(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"
