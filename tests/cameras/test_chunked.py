"""Chunked transfer coding: a picture is given as soon as it is there, however it is packed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cameras.bad_server import jpeg, serving
from vision.cameras.camera import CameraError, StreamError
from vision.cameras.chunked import ChunkedDecoder
from vision.cameras.stream import HttpCamera

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n"
)


def chunk(body: bytes) -> bytes:
    return b"%x\r\n" % len(body) + body + b"\r\n"


def whole(picture: bytes) -> bytes:
    """One chunk a picture, as Flask, Node and Go send it."""
    length = b"Content-Length: %d\r\n\r\n" % len(picture)
    return chunk(b"--frame\r\nContent-Type: image/jpeg\r\n" + length + picture + b"\r\n")


def esp32(picture: bytes) -> bytes:
    """Boundary, head and picture each a chunk, as esp32-camera's example sends them."""
    length = b"Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(picture)
    return chunk(b"\r\n--frame\r\n") + chunk(length) + chunk(picture)


def three(picture: bytes) -> bytes:
    """The same with the line end as a last chunk of its own."""
    length = b"Content-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n" % len(picture)
    return chunk(b"--frame\r\n") + chunk(length) + chunk(picture) + chunk(b"\r\n")


def small(picture: bytes) -> bytes:
    """Chunks of 4096 bytes that know nothing of pictures."""
    body = b"--frame\r\nContent-Length: %d\r\n\r\n" % len(picture) + picture + b"\r\n"
    return b"".join(chunk(body[at : at + 4096]) for at in range(0, len(body), 4096))


@pytest.mark.parametrize("packed", [whole, esp32, three, small])
def test_a_picture_does_not_wait_for_the_next_one(packed: Callable[[bytes], bytes]) -> None:
    """The server sends the second picture only when the first was given; a camera that waits
    for more ends in a time-out."""
    given_s = [threading.Event() for _ in range(3)]

    def script(link: socket.socket) -> None:
        link.sendall(HEAD)
        for shade, event in zip((60, 90, 120), given_s, strict=True):
            link.sendall(packed(jpeg(shade)))
            event.wait(120.0)

    with serving(script) as url:
        camera = HttpCamera(url, timeout_s=60.0)
        means = []
        for event in given_s:
            means.append(camera.read().picture.mean())
            event.set()
        camera.close()
    assert means == pytest.approx([60, 90, 120], abs=2)


def test_a_whole_picture_is_given_though_the_next_one_is_late() -> None:
    """Behind the first picture come some bytes of the second, then silence."""
    hold = threading.Event()

    def script(link: socket.socket) -> None:
        link.sendall(HEAD + whole(jpeg(60)) + whole(jpeg(90))[:500])
        hold.wait(20.0)

    with serving(script) as url:
        camera = HttpCamera(url, timeout_s=0.5)
        mean = camera.read().picture.mean()
        camera.close()
        hold.set()
    assert mean == pytest.approx(60, abs=2)


def test_broken_chunks_are_told_in_words() -> None:
    def script(link: socket.socket) -> None:
        link.sendall(HEAD + b"no number\r\n" + b"x" * 100)

    with serving(script) as url:
        with pytest.raises(CameraError, match="chunks are broken"):
            HttpCamera(url, timeout_s=60.0).read()


def test_the_last_chunk_ends_the_stream() -> None:
    decoder = ChunkedDecoder()
    assert decoder.feed(chunk(b"abc") + b"0\r\n\r\nmore") == b"abc" and decoder.ended


@given(st.lists(st.binary(min_size=1, max_size=30), max_size=6), st.lists(st.integers(0, 300)))
def test_it_does_not_matter_where_the_network_cuts(bodies: list[bytes], cuts: list[int]) -> None:
    coded = b"".join(chunk(body) for body in bodies)
    edges = sorted({0, len(coded), *(cut % (len(coded) + 1) for cut in cuts)})
    decoder = ChunkedDecoder()
    carried = [decoder.feed(coded[a:b]) for a, b in zip(edges, edges[1:], strict=False)]
    assert b"".join(carried) == b"".join(bodies)


@pytest.mark.parametrize("coded", [b"zz\r\n", b"\r\n", b"-1\r\n", b"3\r\nabcX\r\n", b"5" * 5000])
def test_what_is_no_chunk_is_refused(coded: bytes) -> None:
    with pytest.raises(StreamError, match="chunks are broken"):
        ChunkedDecoder().feed(coded)
