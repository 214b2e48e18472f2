"""Cuts a multipart stream of JPEGs into pictures, trusting nothing it says about itself.

Law: pure; bytes in, bytes out. The buffer is bounded, garbage is skipped up to the next
boundary, a wrong Content-Length is noticed, and nothing is searched twice.
"""

from __future__ import annotations

import re

from vision.cameras.camera import StreamError
from vision.cameras.jpeg import MAX_PART_BYTES, JpegCutter

_MAX_HEAD_BYTES = 8 * 1024
_MAX_BOUNDARY = 200
# Some cameras leave the head and its blank line away.
_HEAD_END = re.compile(rb"\r?\n\r?\n|\r?\n(?=\xff\xd8\xff)")
_BOUNDARY = re.compile(r"""boundary\s*=\s*("[^"]*"|'[^']*'|[^;]+)""", re.IGNORECASE)
_END = b"\xff\xd9"
# So many whole pictures without the boundary, and it is believed no longer.
_MISNAMED = 2
_LENGTH = re.compile(rb"(?im)^content-length:[ \t]*([0-9]{1,9})[ \t]*\r?$")


def boundary_of(content_type: str) -> bytes:
    """The boundary that a Content-Type names.

    Raises:
        StreamError: it is no multipart stream, or its boundary is no boundary.
    """
    if not content_type.lower().startswith("multipart/"):
        raise StreamError(f"it sends {content_type[:80]!r}, not a stream of JPEG pictures")
    found = _BOUNDARY.search(content_type)
    name = found.group(1).strip().strip("\"'") if found else ""
    if not name or len(name) > _MAX_BOUNDARY:
        raise StreamError("it names no boundary between its pictures")
    # Some cameras put the leading dashes into the name as well.
    return name.removeprefix("--").encode("latin-1", "replace")


class PictureCutter:
    """Cuts by the boundary that the camera named, or at the pictures' own ends.

    A camera may name none, or one that never comes: when whole JPEGs arrive without it, it is
    believed no longer.
    """

    def __init__(self, boundary: bytes | None, max_part_bytes: int = MAX_PART_BYTES) -> None:
        self._parts = None if boundary is None else MjpegCutter(boundary, max_part_bytes)
        self._loose = JpegCutter(max_part_bytes)
        self._unmarked = 0

    @property
    def ended(self) -> bool:
        """The stream has said that nothing more comes; some cameras go on nevertheless."""
        return self._parts is not None and self._parts.ended

    @property
    def is_unnamed(self) -> bool:
        """It is cut at the pictures' own ends."""
        return self._parts is None

    @property
    def missing(self) -> str:
        """Why there is no picture yet, if the stream itself shows it."""
        if self._parts is None:
            return "" if self._unmarked else "no JPEG picture came"
        return "" if self._parts.marked else "its boundary never came"

    def feed(self, chunk: bytes) -> list[bytes]:
        """The pictures that *chunk* completes, oldest first.

        Raises:
            StreamError: more than the largest picture came without a boundary.
        """
        if self._parts is None:
            loose = self._loose.feed(chunk)
            self._unmarked += len(loose)
            return loose
        whole = self._parts.feed(chunk)
        if self._parts.marked:
            return whole
        loose = self._loose.feed(chunk)
        self._unmarked += len(loose)
        if self._unmarked < _MISNAMED:
            return []
        self._parts = None
        return loose


class MjpegCutter:
    """Feed it bytes as they come; it gives the pictures that became whole."""

    def __init__(self, boundary: bytes, max_part_bytes: int = MAX_PART_BYTES) -> None:
        self._mark = b"--" + boundary
        self._most = max_part_bytes
        self._buffer = bytearray()
        self._searched = 0
        self._in_part = False
        self._held_bytes = 0
        """Length of the newest part whose stated length held: one like it is waited for, and what
        has come of it is not searched for a boundary."""
        self.marked = False
        """The boundary has come at least once."""

    @property
    def ended(self) -> bool:
        """The last that came was the mark of the end; some cameras go on after it."""
        after = bytes(self._buffer[len(self._mark) : len(self._mark) + 8])
        closing = after.startswith(b"--") and not after[2:].strip()
        return self._in_part and closing and len(self._buffer) <= len(self._mark) + 8

    def feed(self, chunk: bytes) -> list[bytes]:
        """The bodies of all parts that *chunk* completes, oldest first.

        Raises:
            StreamError: more than the largest part came without a boundary.
        """
        self._buffer += chunk
        whole: list[bytes] = []
        while self._advance(whole):
            pass
        if len(self._buffer) > self._most + _MAX_HEAD_BYTES:
            raise StreamError(f"it sent {len(self._buffer)} bytes without a whole picture")
        return whole

    def _advance(self, whole: list[bytes]) -> bool:
        """One step on; False when more bytes are needed first."""
        return self._finish_part(whole) if self._in_part else self._skip_to_part()

    def _skip_to_part(self) -> bool:
        at = self._buffer.find(self._mark)
        if at < 0:
            del self._buffer[: max(0, len(self._buffer) - len(self._mark))]
            return False
        del self._buffer[:at]
        self._in_part, self._searched, self.marked = True, 0, True
        return True

    def _finish_part(self, whole: list[bytes]) -> bool:
        """The buffer begins with a boundary: is the part after it whole?"""
        after = len(self._mark)
        head = _HEAD_END.search(self._buffer, after, after + _MAX_HEAD_BYTES)
        if head is None:
            return self._no_head_yet(after)
        start = head.end()
        stop = self._stop_of(bytes(self._buffer[after : head.start()]), start)
        if stop is None:
            return False
        body = bytes(self._buffer[start:stop])
        if body.strip():
            whole.append(body.rstrip(b"\r\n") if body.endswith(b"\n") else body)
        del self._buffer[:stop]
        self._in_part = False
        return True

    def _no_head_yet(self, after: int) -> bool:
        if len(self._buffer) < after + _MAX_HEAD_BYTES:
            return False
        # No head where one should be: this was no boundary, look for the next.
        del self._buffer[:after]
        self._in_part = False
        return True

    def _stop_of(self, head: bytes, start: int) -> int | None:
        """Where the body ends: by its stated length if a boundary follows there, else at the
        next boundary; None while it is not yet to be seen."""
        stated = _LENGTH.search(head)
        if stated is not None and int(stated.group(1)) <= self._most:
            stop = start + int(stated.group(1))
            believed = stop - start < 2 * self._held_bytes
            if len(self._buffer) < stop and (believed or not self._mark_within(start)):
                return None
            self._held_bytes = stop - start if self._held(start, stop) else 0
            if self._held_bytes:
                return stop
        at = self._buffer.find(self._mark, max(start, self._searched))
        self._searched = max(start, len(self._buffer) - len(self._mark))
        return at if at >= 0 else None

    def _held(self, start: int, stop: int) -> bool:
        """Does a part from *start* end there? So it does before a boundary; while that has not come
        whole, with a picture's end or without a boundary in it."""
        follows = bytes(self._buffer[stop : stop + len(self._mark) + 4]).lstrip(b"\r\n")
        if len(self._buffer) < stop or not self._mark.startswith(follows[: len(self._mark)]):
            return False
        ends = self._buffer[stop - len(_END) : stop] == _END
        return len(follows) >= len(self._mark) or ends or not self._mark_within(start)

    def _mark_within(self, start: int) -> bool:
        """Has the next boundary come before the stated length was reached?"""
        at = self._buffer.find(self._mark, max(start, self._searched))
        if at < 0:
            self._searched = max(start, len(self._buffer) - len(self._mark))
        return at >= 0
