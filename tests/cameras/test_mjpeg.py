"""The multipart cutter: whatever way the bytes come, the pictures come out whole."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.cameras.camera import StreamError
from vision.cameras.mjpeg import MjpegCutter, boundary_of

PICTURES = [b"\xff\xd8" + bytes([65 + k]) * (7 * k + 3) + b"\xff\xd9" for k in range(4)]


def stream(lengths: bool, tail: bytes = b"--b\r\n") -> bytes:
    made = b""
    for picture in PICTURES:
        stated = b"Content-Length: %d\r\n" % len(picture) if lengths else b""
        made += b"--b\r\nContent-Type: image/jpeg\r\n" + stated + b"\r\n" + picture + b"\r\n"
    return made + tail


@given(st.lists(st.integers(0, 200), max_size=12), st.booleans())
def test_it_does_not_matter_where_the_chunks_are_cut(cuts: list[int], lengths: bool) -> None:
    whole = stream(lengths)
    edges = sorted({0, len(whole), *(cut % len(whole) for cut in cuts)})
    cutter = MjpegCutter(b"b")
    found = [
        body
        for start, stop in zip(edges, edges[1:], strict=False)
        for body in cutter.feed(whole[start:stop])
    ]
    assert found == PICTURES


def test_with_a_length_a_picture_is_given_without_waiting_for_the_next_boundary() -> None:
    cutter = MjpegCutter(b"b")
    head = b"--b\r\nContent-Length: %d\r\n\r\n" % len(PICTURES[1])
    assert cutter.feed(head + PICTURES[1]) == [PICTURES[1]]


def test_garbage_before_the_first_boundary_is_skipped() -> None:
    assert MjpegCutter(b"b").feed(b"\x00\xff nonsense --c\r\n" + stream(True)) == PICTURES


@pytest.mark.parametrize("wrong", [1, 5000])
def test_a_wrong_length_does_not_shift_what_follows(wrong: int) -> None:
    lied = b"--b\r\nContent-Length: %d\r\n\r\n" % wrong + PICTURES[0] + b"\r\n"
    assert MjpegCutter(b"b").feed(lied + stream(True))[-4:] == PICTURES


def test_a_length_that_is_wrong_for_once_costs_no_picture() -> None:
    """Those before it were right, so that it is waited for; what has come by then is cut."""
    lied = b"--b\r\nContent-Length: 50\r\n\r\n" + PICTURES[0] + b"\r\n"
    cutter = MjpegCutter(b"b")
    told = stream(True, b"") + lied + stream(True)
    found = [body for k in range(len(told)) for body in cutter.feed(told[k : k + 1])]
    assert found == [*PICTURES, PICTURES[0], *PICTURES]


def test_the_end_mark_ends_it() -> None:
    cutter = MjpegCutter(b"b")
    assert cutter.feed(stream(True, b"--b--\r\n")) == PICTURES
    assert cutter.ended


def test_a_part_that_never_ends_is_refused_at_the_limit() -> None:
    cutter = MjpegCutter(b"b", max_part_bytes=10_000)
    cutter.feed(b"--b\r\n\r\n")
    with pytest.raises(StreamError, match="without a whole picture"):
        for _ in range(20):
            cutter.feed(b"x" * 1000)


def test_garbage_without_any_boundary_is_not_kept() -> None:
    cutter = MjpegCutter(b"boundary", max_part_bytes=10_000)
    for _ in range(100):
        assert cutter.feed(b"y" * 1000) == []


def test_a_head_without_end_is_no_head() -> None:
    cutter = MjpegCutter(b"b")
    assert cutter.feed(b"--b" + b"h" * 20_000 + b"\r\n" + stream(True)) == PICTURES


@given(st.binary(max_size=400))
def test_no_bytes_whatever_bring_it_down(noise: bytes) -> None:
    cutter = MjpegCutter(b"b", max_part_bytes=1000)
    cutter.feed(noise)


@pytest.mark.parametrize(
    ("kind", "boundary"),
    [
        ("multipart/x-mixed-replace; boundary=frame", b"frame"),
        ('multipart/x-mixed-replace;boundary="a b"', b"a b"),
        ("Multipart/X-Mixed-Replace; Boundary=--myboundary", b"myboundary"),
    ],
)
def test_the_boundary_is_read_from_the_content_type(kind: str, boundary: bytes) -> None:
    assert boundary_of(kind) == boundary


@pytest.mark.parametrize(
    "kind", ["text/html", "", "multipart/mixed", f"multipart/mixed; boundary={'x' * 300}"]
)
def test_what_is_no_stream_is_refused(kind: str) -> None:
    with pytest.raises(StreamError):
        boundary_of(kind)
