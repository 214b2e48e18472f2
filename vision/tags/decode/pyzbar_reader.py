"""pyzbar, kept in a child process whose death is noticed, told and survived."""

from __future__ import annotations

import json
import queue
import struct
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO, Any

import numpy as np

from vision.tags.decode.decoded import Corners, Decoded, Grey, enlarged, without_twins

READER = "pyzbar"
_CHILD = Path(__file__).with_name("pyzbar_child.py")
_HEAD = struct.Struct("!II")
_LENGTH = struct.Struct("!I")
_MAX_ANSWER_BYTES = 4_000_000
# libzbar needs about 0.4 s for a 4K picture and 2 s when it is enlarged twice.
ANSWER_WITHIN_S = 20.0
DEATHS_ALLOWED = 3

_HOW = (
    "install libzbar (Debian, Ubuntu: apt install libzbar0; macOS: brew install zbar; "
    "Windows: the Visual C++ 2013 redistributable)"
)


class PyzbarReader:
    """Reads QR symbols with libzbar in another process.

    ``fact`` is "" while all is well, else a sentence for the page. Nothing here raises
    when libzbar is missing or dies: the reader then reads nothing. Close it when done.
    """

    def __init__(self, command: tuple[str, ...] = ()) -> None:
        self._command = command or (sys.executable, "-P", str(_CHILD))
        self._child: subprocess.Popen[bytes] | None = None
        self._answers: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._deaths = 0
        self._off = False
        self._lock = threading.Lock()
        self.fact = ""

    @property
    def is_on(self) -> bool:
        """False once libzbar was found missing or died too often; ``fact`` says which."""
        return not self._off

    def read(self, grey: Grey, times: int = 2) -> list[Decoded]:
        """All QR symbols of the picture, enlarged *times* first; each place once."""
        large = enlarged(grey, times)
        with self._lock:
            answer = self._ask(large)
        found = [_decoded(one, times) for one in answer]
        return without_twins([one for one in found if one is not None])

    def close(self) -> None:
        """End the child. May be called twice."""
        with self._lock:
            self._end()

    def _ask(self, large: Grey) -> list[dict[str, Any]]:
        if self._off or not self._started():
            return []
        height, width = large.shape
        if self._send(_HEAD.pack(width, height) + large.tobytes()):
            answer = self._receive()
            if answer is not None and isinstance(answer.get("found"), list):
                return list(answer["found"])
        self._died()
        return []

    def _started(self) -> bool:
        if self._child is not None and self._child.poll() is None:
            return True
        self._end()
        self._answers = queue.Queue()
        try:
            self._child = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        except OSError as why:
            self._switch_off(f"pyzbar is off, its process cannot be started: {why.strerror}")
            return False
        listen = (self._child.stdout, self._answers)
        threading.Thread(target=_listen, args=listen, daemon=True, name="pyzbar").start()
        greeting = self._receive()
        if greeting is None:
            self._died()
            return False
        if "off" in greeting:
            self._switch_off(f"pyzbar is off ({greeting['off']}): {_HOW}")
            return False
        return True

    def _send(self, message: bytes) -> bool:
        assert self._child is not None and self._child.stdin is not None
        try:
            self._child.stdin.write(message)
            self._child.stdin.flush()
        except OSError:
            return False
        return True

    def _receive(self) -> dict[str, Any] | None:
        try:
            return self._answers.get(timeout=ANSWER_WITHIN_S)
        except queue.Empty:
            return None

    def _died(self) -> None:
        self._deaths += 1
        self._end()
        if self._deaths >= DEATHS_ALLOWED:
            self._switch_off(f"pyzbar is off: libzbar ended its process {self._deaths} times")
        else:
            self.fact = "libzbar ended its process on a picture; it is started again"

    def _switch_off(self, fact: str) -> None:
        self._off = True
        self.fact = fact
        self._end()

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.kill()
        child.wait()
        for pipe in (child.stdin, child.stdout):
            _close(pipe)


def pyzbar_fact() -> str:
    """ "" when the pyzbar reader works on this computer, else why not and how to get it."""
    reader = PyzbarReader()
    reader.read(np.zeros((32, 32), dtype=np.uint8), 1)
    reader.close()
    return reader.fact


def _close(pipe: IO[bytes] | None) -> None:
    if pipe is None:
        return
    try:
        pipe.close()
    except OSError:
        # Bytes the dead child never took; there is no one left to tell.
        return


def _listen(pipe: IO[bytes], answers: queue.Queue[dict[str, Any] | None]) -> None:
    """Put every answer of the child in the queue, and None when it has ended."""
    while (answer := _next_answer(pipe)) is not None:
        answers.put(answer)
    answers.put(None)


def _next_answer(pipe: IO[bytes]) -> dict[str, Any] | None:
    try:
        head = pipe.read(_LENGTH.size)
        if len(head) < _LENGTH.size or _LENGTH.unpack(head)[0] > _MAX_ANSWER_BYTES:
            return None
        answer = json.loads(pipe.read(_LENGTH.unpack(head)[0]))
    except (OSError, ValueError):
        return None
    return answer if isinstance(answer, dict) else None


def _decoded(one: dict[str, Any], times: int) -> Decoded | None:
    """None when libzbar gave no four points: a text without a place is no tag."""
    points = one.get("points")
    if not isinstance(points, list) or len(points) != 4:
        return None
    # libzbar counts pixel centres of the enlarged picture.
    placed = [((x + 0.5) / times - 0.5, (y + 0.5) / times - 0.5) for x, y in points]
    top_left, bottom_left, bottom_right, top_right = placed
    corners: Corners = (top_left, top_right, bottom_right, bottom_left)
    return Decoded(str(one.get("text", "")), corners, READER)
