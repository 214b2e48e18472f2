"""Network cameras: MJPEG or single JPEGs over HTTP by our own bounded reader, RTSP by OpenCV.

Every wait has an end. Whatever the other side sends, a read gives a picture or a sentence.
"""

from __future__ import annotations

import http.client
import select
import socket
import time
from collections.abc import Callable, Sequence
from itertools import count
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Frame, Picture, StreamError
from vision.cameras.chunked import ChunkedDecoder
from vision.cameras.decode import (
    MAX_BYTES,
    BadPicture,
    decode_picture,
    glimpse,
    glimpse_of,
    is_picture,
)
from vision.cameras.device import Device, Open
from vision.cameras.glance import Glance
from vision.cameras.lengths import Lengths
from vision.cameras.login import digest_login, first_login, target_of, why_refused
from vision.cameras.mjpeg import PictureCutter, boundary_of

_CHUNK = 1024 * 1024
_MOST_CHUNKS = 64
_MOST_ASKED = 6
"""Requests for one connection: redirects and logins."""
# Content types that say nothing: the pictures in it are looked for.
_UNNAMED = ("application/octet-stream", "binary/", "video/")
_BAD_PARTS = 8
_STILL_PAUSE_S = 0.2
_LOOKED_AT_S = 0.45
"""The longest that a picture is taken for the last one by its length alone: what was looked at
longer than half a second ago never counts as seen."""
_OPENED_S = 1.4
"""The longest that it is by a glance at a small picture as well."""


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


class _Ended(StreamError):
    """Nothing more comes over this connection."""


class HttpCamera:
    """An MJPEG stream, or a picture that is fetched again and again.

    Args:
        url: ``http://[user:password@]host[:port]/path``.
        timeout_s: the longest silence in a read.
        patience_s: the longest a read takes altogether.
    """

    source = "stream"
    repeats = False

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
        self._cutter: PictureCutter | None = None
        self._chunks: ChunkedDecoder | None = None
        self._socket: socket.socket | None = None
        self._may_end = False
        self._calm = False
        self._lengths = Lengths()
        self._decoded: Picture | None = None
        self._decoded_s = self._looked_s = 0.0
        self._glance = Glance()

    def calm(self, still: bool) -> None:
        """Told by whoever reads the pictures: has nothing moved in them for a while?

        Then one that has the usual length is not decoded: it gives the last picture again.
        """
        self._calm = still

    def read(self) -> Frame:
        """The newest whole picture; connects first where that is needed. While ``calm`` its
        ``picture`` may be that of the last frame, the very same array.

        Raises:
            CameraError: no connection, no stream, silence, or only garbage.
        """
        try:
            picture, coded = self._next_picture()
        except (OSError, http.client.HTTPException) as why:
            self.close()
            raise CameraError(
                f"no picture from {self._name} ({_plain(why)}): is it on, and is the address right?"
            ) from None
        except CameraError as why:
            self.close()
            raise CameraError(f"{self._name}: {why}") from None
        return Frame(picture, self._clock(), self.source, self._name, coded)

    def close(self) -> None:
        """Hang up. May be called twice; a later read connects anew."""
        answer, link, self._may_end = self._answer, self._link, False
        self._answer = self._link = self._cutter = self._socket = self._chunks = None
        if answer is not None:
            answer.close()
        if link is not None:
            link.close()

    def _next_picture(self) -> tuple[Picture, bytes]:
        """Its grey and its bytes: all that reads tags needs is the grey."""
        until_s = self._steady() + self._patience_s
        if self._answer is None:
            self._connect()
        if self._cutter is None:
            body = self._whole_body(until_s)
            return decode_picture(body, "it", grey=True), body
        bad: BadPicture | None = None
        for _ in range(_BAD_PARTS):
            try:
                part = self._newest_part(until_s)
                known = self._known(part)
                picture = self._decode(part) if known is None else known
                self._may_end = self._cutter is not None and self._cutter.is_unnamed
                return picture, part
            except BadPicture as why:
                bad = why
            except _Ended:
                if not self._may_end:
                    raise
                # One picture an answer, though its type did not say so: ask again.
                self.close()
                time.sleep(_STILL_PAUSE_S)
                return self._next_picture()
        raise bad or StreamError("it sends no picture")

    def _known(self, part: bytes) -> Picture | None:
        """The last picture, where this one is known to show the same without being opened."""
        if not self._calm:
            self._lengths.forget()
        usual = self._lengths.is_usual(len(part))
        self._lengths.note(len(part))
        now_s = self._steady()
        if not usual or now_s - self._decoded_s > _OPENED_S:
            return None
        if now_s - self._looked_s > _LOOKED_AT_S:
            if not self._glance.is_as_remembered(glimpse(part)):
                return None
            self._looked_s = now_s
        return self._decoded

    def _decode(self, part: bytes) -> Picture:
        picture = decode_picture(part, "its picture", grey=True)
        self._decoded, self._decoded_s = picture, self._steady()
        self._looked_s = self._decoded_s
        if self._calm:
            self._glance.remember(glimpse_of(picture))
        return picture

    def _newest_part(self, until_s: float) -> bytes:
        """The last of the parts that have come, waiting for the first."""
        newest = b""
        for chunks in count(1):
            try:
                chunk = self._chunk(until_s)
                newest = _last_picture([newest, *self._cut(chunk)])
            except (OSError, StreamError):
                # A whole picture in hand is worth more than the news that the next one is late.
                if newest:
                    break
                raise
            # A flood must not keep us reading for ever.
            if not chunk or newest and (chunks >= _MOST_CHUNKS or not self._more_waits()):
                break
        if not newest:
            raise _Ended("the stream has ended" + self._missing())
        return newest

    def _cut(self, chunk: bytes) -> list[bytes]:
        assert self._cutter is not None
        return self._cutter.feed(chunk if self._chunks is None else self._chunks.feed(chunk))

    def _missing(self) -> str:
        missing = self._cutter.missing if self._cutter is not None else ""
        return f": {missing}" if missing else ""

    def _more_waits(self) -> bool:
        """Has the network already brought more?"""
        return self._socket is not None and bool(select.select([self._socket], [], [], 0)[0])

    def _chunk(self, until_s: float) -> bytes:
        assert self._answer is not None
        if self._steady() > until_s:
            raise StreamError("it takes too long over one picture" + self._missing())
        try:
            return self._answer.read1(_CHUNK)
        except TimeoutError:
            if self._cutter is not None and self._cutter.ended:
                raise _Ended("the stream has ended") from None
            raise

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
        answer = self._answered()
        if answer.status == 401:
            asked = answer.headers.get_all("WWW-Authenticate") or []
            raise StreamError(why_refused(_split(self._url), asked))
        if answer.status == 403:
            raise StreamError("it answers 403: may this user see its picture?")
        if answer.status != 200:
            raise StreamError(f"it answers {answer.status}: is the path right?")
        kind = answer.headers.get("Content-Type", "").strip()
        if kind.lower().startswith("image/"):
            self._cutter = None
            return
        unnamed = kind.lower().startswith(_UNNAMED) or not kind
        self._cutter = PictureCutter(None if unnamed else boundary_of(kind))
        # A chunk's closing line end would stay in the network and look like more of a picture.
        self._chunks = ChunkedDecoder() if answer.chunked else None
        answer.chunked = False

    def _answered(self) -> http.client.HTTPResponse:
        """The first answer that is neither "elsewhere" nor "log in"."""
        url = self._url
        login: str | None = first_login(_split(url))
        for _ in range(_MOST_ASKED):
            if login is None:
                break
            answer = self._ask(url, login)
            if answer.status in (301, 302, 303, 307, 308):
                url = _elsewhere(url, answer.headers.get("Location", ""))
                login = first_login(_split(url))
            elif answer.status == 401:
                asked = answer.headers.get_all("WWW-Authenticate") or []
                tried = login.startswith("Digest")
                login = digest_login(_split(url), asked, only_stale=tried)
            else:
                break
        return answer

    def _ask(self, url: str, login: str) -> http.client.HTTPResponse:
        parts = _split(url)
        if parts.scheme not in ("http", "https"):
            raise StreamError("it sends on to an address that is not http")
        kind = (
            http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        )
        self.close()
        self._link = kind(parts.hostname or "", parts.port, timeout=self._timeout_s)
        headers = {"Authorization": login} if login else {}
        self._link.request("GET", target_of(parts), headers=headers)
        # The answer takes the socket over from the link.
        self._socket = self._link.sock
        self._answer = self._link.getresponse()
        return self._answer


def _last_picture(parts: Sequence[bytes]) -> bytes:
    """Some cameras send words between the pictures; if there is no picture, the last part."""
    return next((part for part in reversed(parts) if is_picture(part[:32])), parts[-1])


def _elsewhere(url: str, location: str) -> str:
    """Where an answer sends on to; the login goes along to the same host and to no other."""
    there, here = urlsplit(urljoin(url, location)), urlsplit(url)
    same = (there.scheme, there.hostname, there.port) == (here.scheme, here.hostname, here.port)
    if same and "@" not in there.netloc:
        there = there._replace(netloc=here.netloc)
    return urlunsplit(there)


def _plain(why: Exception) -> str:
    return str(why)[:120] or type(why).__name__


class RtspCamera:
    """An RTSP stream through OpenCV's FFmpeg, with time-outs on opening and reading."""

    source = "stream"
    repeats = False

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
            raise CameraError(
                f"{self._name} does not answer: is it on, and are the address and password right?"
            )
        self._device = device
        return device
