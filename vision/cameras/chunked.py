"""The chunked transfer coding of HTTP/1.1, decoded as far as the bytes have come.

Law: pure; bytes in, bytes out. ``http.client`` leaves the line end behind a chunk unread, so
that nobody can tell whether more of a picture waits; this decoder takes every byte that is there.
Source: RFC 9112, section 7.1.
"""

from __future__ import annotations

import re

from vision.cameras.camera import StreamError

_SIZE = re.compile(rb"[ \t]*([0-9A-Fa-f]{1,12})[ \t]*(?:;.*)?")
_MOST_LINE = 4096


class ChunkedDecoder:
    """Feed it bytes as they come; it gives the bytes that they carry."""

    def __init__(self) -> None:
        self._line = bytearray()
        self._left = 0
        self._closing = False
        self.ended = False
        """The last chunk has come."""

    def feed(self, coded: bytes) -> bytes:
        """What *coded* carries.

        Raises:
            StreamError: these are no chunks.
        """
        carried = bytearray()
        at = 0
        while at < len(coded) and not self.ended:
            if self._left:
                piece = coded[at : at + self._left]
                carried += piece
                at += len(piece)
                self._left -= len(piece)
                self._closing = not self._left
            else:
                at = self._read_line(coded, at)
        return bytes(carried)

    def _read_line(self, coded: bytes, at: int) -> int:
        """Take the rest of a line from *at* on; where to go on."""
        end = coded.find(b"\n", at)
        stop = end + 1 if end >= 0 else len(coded)
        self._line += coded[at:stop]
        if len(self._line) > _MOST_LINE:
            raise StreamError("its chunks are broken: it sends a line without an end")
        if end >= 0:
            self._finish_line(bytes(self._line).rstrip(b"\r\n"))
            self._line.clear()
        return stop

    def _finish_line(self, line: bytes) -> None:
        if self._closing and not line:
            self._closing = False
            return
        size = _SIZE.fullmatch(line)
        if size is None or self._closing:
            raise StreamError(f"its chunks are broken: {line[:20]!r} is no length")
        self._left = int(size.group(1), 16)
        self.ended = self._left == 0
