"""Network cameras: MJPEG or single JPEGs over HTTP by our own bounded reader, RTSP by OpenCV.

Every wait has an end. Whatever the other side sends, a read gives a picture or a sentence.
"""

from __future__ import annotations

import base64
import http.client
import select
import socket
import time
from collections.abc import Callable
from itertools import count
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Frame
from vision.cameras.decode import MAX_BYTES, BadPicture, decode_picture
from vision.cameras.device import Device, Open
from vision.cameras.mjpeg import MjpegCutter, StreamError, boundary_of

_CHUNK = 1024 * 1024
_MOST_CHUNKS = 64
_REDIRECTS = 3
_BAD_PARTS = 8
_STILL_PAUSE_S = 0.2


def stream_name(url: str) -> str:
    """The address without user, password and query, for pages and records.

    Raises:
        CameraError: not an address of a camera.
    """
    parts = _split(url)
    port = f":{parts.port}" if parts.port else ""
    return f"{parts.scheme}://{parts.hostname}{port}{parts.path}"


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        # Reading the port checks it.
        known = parts.scheme in ("http", "https", "rtsp", "rtsps") and (parts.port or 1) > 0
    except ValueError as why:
        raise CameraError(f"the camera's address cannot be read: {why}") from None
    if not known or not parts.hostname:
        raise CameraError("a camera's address begins with http://, https:// or rtsp:// and a host")
    if any(ord(sign) <= 32 or ord(sign) == 127 for sign in url):
        raise CameraError("a camera's address holds no blanks: write them as %20")
    return parts


class HttpCamera:
    """An MJPEG stream, or a picture that is fetched again and again.

    Args:
        url: ``http://[user:password@]host[:port]/path``.
        timeout_s: the longest silence in a read.
        patience_s: the longest a read takes altogether.
    """

    source = "stream"

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        timeout_s: float = 5.0,
        patience_s: float = 8.0,
    ) -> None:
        self._name = stream_name(url)
        self._url = url
        self._clock = clock
        self._steady = steady
        self._timeout_s = timeout_s
        self._patience_s = patience_s
        self._link: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._cutter: MjpegCutter | None = None
        self._socket: socket.socket | None = None

    def read(self) -> Frame:
        """The newest whole picture; connects first where that is needed.

        Raises:
            CameraError: no connection, no stream, silence, or only garbage.
        """
        try:
            coded = self._next_picture()
        except (OSError, http.client.HTTPException) as why:
            self.close()
            raise CameraError(
                f"no picture from {self._name} ({_plain(why)}): is it on, and is the address right?"
            ) from None
        except CameraError as why:
            self.close()
            raise CameraError(f"{self._name}: {why}") from None
        return Frame(coded, self._clock(), self.source, self._name)

    def close(self) -> None:
        """Hang up. May be called twice; a later read connects anew."""
        answer, link = self._answer, self._link
        self._answer = self._link = self._cutter = self._socket = None
        if answer is not None:
            answer.close()
        if link is not None:
            link.close()

    def _next_picture(self) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
        until_s = self._steady() + self._patience_s
        if self._answer is None:
            self._connect()
        if self._cutter is None:
            return decode_picture(self._whole_body(until_s), "it")
        bad: BadPicture | None = None
        for _ in range(_BAD_PARTS):
            try:
                return decode_picture(self._newest_part(until_s), "its picture")
            except BadPicture as why:
                bad = why
        raise bad or StreamError("it sends no picture")

    def _newest_part(self, until_s: float) -> bytes:
        """The last of the parts that have come, waiting for the first."""
        assert self._cutter is not None
        newest = b""
        for chunks in count(1):
            chunk = self._chunk(until_s)
            newest = [newest, *self._cutter.feed(chunk)][-1]
            if not chunk or self._cutter.ended:
                break
            # A flood must not keep us reading for ever.
            if newest and (chunks >= _MOST_CHUNKS or not self._more_waits()):
                break
        if not newest:
            raise StreamError("the stream has ended")
        return newest

    def _more_waits(self) -> bool:
        """Has the network already brought more?"""
        return self._socket is not None and bool(select.select([self._socket], [], [], 0)[0])

    def _chunk(self, until_s: float) -> bytes:
        assert self._answer is not None
        if self._steady() > until_s:
            raise StreamError("it takes too long over one picture")
        return self._answer.read1(_CHUNK)

    def _whole_body(self, until_s: float) -> bytes:
        """The one picture of this answer; the next read asks again."""
        assert self._answer is not None
        body = bytearray()
        while chunk := self._answer.read1(_CHUNK):
            body += chunk
            if len(body) > MAX_BYTES or self._steady() > until_s:
                raise StreamError("its picture is too large or too slow")
        self.close()
        time.sleep(_STILL_PAUSE_S)
        return bytes(body)

    def _connect(self) -> None:
        url = self._url
        for _ in range(_REDIRECTS + 1):
            answer = self._ask(url)
            if answer.status not in (301, 302, 303, 307, 308):
                break
            url = urljoin(url, answer.headers.get("Location", ""))
            self.close()
        if answer.status == 401:
            raise StreamError("it wants a password: write http://user:password@host/path")
        if answer.status != 200:
            raise StreamError(f"it answers {answer.status}: is the path right?")
        kind = answer.headers.get("Content-Type", "")
        if kind.lower().startswith("image/"):
            self._cutter = None
        else:
            self._cutter = MjpegCutter(boundary_of(kind))

    def _ask(self, url: str) -> http.client.HTTPResponse:
        parts = _split(url)
        if parts.scheme not in ("http", "https"):
            raise StreamError("it sends on to an address that is not http")
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        self._link = kind(parts.hostname or "", parts.port, timeout=self._timeout_s)
        target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        self._link.request("GET", target, headers=_login(parts))
        # The answer takes the socket over from the link.
        self._socket = self._link.sock
        self._answer = self._link.getresponse()
        return self._answer


def _login(parts: SplitResult) -> dict[str, str]:
    if parts.username is None:
        return {}
    plain = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"Authorization": "Basic " + base64.b64encode(plain.encode("utf-8")).decode("ascii")}


def _plain(why: Exception) -> str:
    return str(why)[:120] or type(why).__name__


class RtspCamera:
    """An RTSP stream through OpenCV's FFmpeg, with time-outs on opening and reading."""

    source = "stream"

    def __init__(
        self,
        url: str,
        *,
        clock: Callable[[], float] = time.time,
        opener: Open = cv2.VideoCapture,
        timeout_s: float = 6.0,
    ) -> None:
        self._name = stream_name(url)
        self._url = url
        self._clock = clock
        self._opener = opener
        self._timeout_ms = int(timeout_s * 1000)
        self._device: Device | None = None

    def read(self) -> Frame:
        """The next picture; connects first where that is needed.

        Raises:
            CameraError: no connection, or the stream broke off.
        """
        device = self._device or self._open()
        there, picture = device.read()
        if not there or picture is None:
            self.close()
            raise CameraError(f"the stream {self._name} broke off: look at the camera and network")
        return Frame(np.asarray(picture, dtype=np.uint8), self._clock(), self.source, self._name)

    def close(self) -> None:
        """Hang up. May be called twice; a later read connects anew."""
        device, self._device = self._device, None
        if device is not None:
            device.release()

    def _open(self) -> Device:
        waits = [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, self._timeout_ms,
            cv2.CAP_PROP_READ_TIMEOUT_MSEC, self._timeout_ms,
        ]  # fmt: skip
        device = self._opener(self._url, cv2.CAP_FFMPEG, waits)
        if not device.isOpened():
            device.release()
            raise CameraError(f"{self._name} does not answer: is it on, and is the address right?")
        self._device = device
        return device
