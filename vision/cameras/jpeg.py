"""Where a JPEG begins and ends among other bytes, by walking its own segments.

Law: pure; bytes in, numbers out. A picture may have a thumbnail with an end of its own inside,
and a film behind it; only the walk through the segments tells its end (ITU-T T.81, annex B).
"""

from __future__ import annotations

import re

START = b"\xff\xd8\xff"
_END, _SCAN = 0xD9, 0xDA
# Start of frame: SOF0 to SOF15 without DHT (C4), JPG (C8) and DAC (CC).
_SOF = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# Markers that stand alone: TEM, RST0-7.
_ALONE = frozenset({0x01, *range(0xD0, 0xD8)})
_SECOND_START = 0xD8
# In a scan FF is followed by 00, a restart or a fill byte; these markers end or interrupt it.
_IN_SCAN = re.compile(rb"\xff[\xc4\xd9\xda\xdb\xdc\xdd\xe0-\xef\xfe]")
# A progressive picture has some twenty segments, one with maps and notes some hundreds.
_MOST_SEGMENTS = 5000
MAX_PART_BYTES = 32 * 1024 * 1024


class JpegWalk:
    """Walks one JPEG from its first byte; may be asked again when more bytes have come.

    ``size_px``: width and height once the start of frame was passed. ``broken``: these bytes
    are no JPEG after all.
    """

    def __init__(self, start: int = 0) -> None:
        self._at = start + 2
        self._in_scan = False
        self._segments = 0
        self.size_px: tuple[int, int] | None = None
        self.broken = False

    def end(self, coded: bytes | bytearray) -> int | None:
        """The index behind the end of the picture; None while it is not there."""
        while not self.broken:
            if self._in_scan and not self._skip_scan(coded):
                return None
            if self._at + 2 > len(coded):
                return None
            if coded[self._at] == 0xFF and coded[self._at + 1] == _END:
                return self._at + 2
            if not self._step(coded, coded[self._at + 1]):
                return None
        return None

    def _step(self, coded: bytes | bytearray, marker: int) -> bool:
        """Past one marker; False when more bytes are needed first."""
        if coded[self._at] != 0xFF:
            self._skip_stray(coded)
        elif marker == _SECOND_START:
            self.broken = True
        elif marker == 0xFF or marker in _ALONE:
            self._at += 1 if marker == 0xFF else 2
        else:
            return self._skip_segment(coded, marker)
        return True

    def _skip_scan(self, coded: bytes | bytearray) -> bool:
        found = _IN_SCAN.search(coded, self._at)
        # The last byte may be the first half of a marker.
        self._at = found.start() if found else max(self._at, len(coded) - 1)
        self._in_scan = found is None
        return found is not None

    def _skip_stray(self, coded: bytes | bytearray) -> None:
        """Bytes between two segments: decoders step over them once the picture has a size."""
        at = coded.find(b"\xff", self._at)
        self._at = at if at >= 0 else len(coded)
        self._segments += 1
        self.broken = self.size_px is None or self._segments > _MOST_SEGMENTS

    def _skip_segment(self, coded: bytes | bytearray, marker: int) -> bool:
        if self._at + 9 > len(coded):
            return False
        length = int.from_bytes(coded[self._at + 2 : self._at + 4], "big")
        self._segments += 1
        self.broken = length < 2 or self._segments > _MOST_SEGMENTS
        if marker in _SOF and self.size_px is None:
            high = int.from_bytes(coded[self._at + 5 : self._at + 7], "big")
            self.size_px = int.from_bytes(coded[self._at + 7 : self._at + 9], "big"), high
        self._at += 2 + length
        self._in_scan = marker == _SCAN
        return True


class JpegCutter:
    """Cuts whole JPEGs out of a stream without looking at anything between them."""

    def __init__(self, max_part_bytes: int = MAX_PART_BYTES) -> None:
        self._most = max_part_bytes
        self._buffer = bytearray()
        self._walk: JpegWalk | None = None

    def feed(self, chunk: bytes) -> list[bytes]:
        """The pictures that *chunk* completes, oldest first; what is none is dropped."""
        self._buffer += chunk
        whole: list[bytes] = []
        while self._begin():
            assert self._walk is not None
            end = self._walk.end(self._buffer)
            if end is not None:
                whole.append(bytes(self._buffer[:end]))
                self._drop(end)
            elif self._walk.broken or len(self._buffer) > self._most:
                self._drop(len(START) - 1)
            else:
                break
        return whole

    def _begin(self) -> bool:
        """Does the buffer begin with the start of a picture? Whatever stood before it is gone."""
        if self._walk is None:
            at = self._buffer.find(START)
            keep = at if at >= 0 else max(0, len(self._buffer) - len(START) + 1)
            del self._buffer[:keep]
            if at < 0:
                return False
            self._walk = JpegWalk()
        return True

    def _drop(self, count: int) -> None:
        del self._buffer[:count]
        self._walk = None
