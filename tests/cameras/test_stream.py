"""Network cameras against a real server that misbehaves, on the loopback."""

from __future__ import annotations

import socket
import threading

import cv2
import numpy as np
import pytest

from tests.cameras.bad_server import HEAD, jpeg, part, sends, serving
from vision.cameras.camera import CameraError
from vision.cameras.decode import in_colour
from vision.cameras.stream import HttpCamera, RtspCamera, stream_name


def test_a_stream_gives_its_pictures() -> None:
    with serving(sends(HEAD, part(jpeg(90)))) as url:
        camera = HttpCamera(url)
        frame = camera.read()
        camera.close()
    assert frame.source == "stream" and frame.picture.shape == (240, 320)
    assert frame.picture.mean() == pytest.approx(90, abs=2)


def test_the_colours_of_a_stream_are_had_when_they_are_asked_for() -> None:
    red = np.zeros((96, 128, 3), np.uint8)
    red[:, :, 2] = 200
    coded = cv2.imencode(".jpg", red)[1].tobytes()
    with serving(sends(HEAD + part(coded))) as url:
        camera = HttpCamera(url)
        frame = camera.read()
        camera.close()
    # Within what a JPEG of one colour is off by: its steps of hue and light.
    assert in_colour(frame).mean(axis=(0, 1)) == pytest.approx([0, 0, 200], abs=4)


def test_of_several_pictures_that_wait_the_newest_is_given() -> None:
    both = HEAD + part(jpeg(60, (96, 80))) + part(jpeg(120, (96, 80)))
    with serving(sends(both)) as url:
        camera = HttpCamera(url)
        assert camera.read().picture.mean() == pytest.approx(120, abs=2)
        camera.close()


def test_garbage_between_pictures_is_stepped_over() -> None:
    rubbish = part(b"\xff\xd8\xff" + b"no picture" * 50)
    with serving(sends(HEAD + rubbish + part(jpeg(120)))) as url:
        camera = HttpCamera(url)
        assert camera.read().picture.mean() == pytest.approx(120, abs=2)
        camera.close()


def test_only_garbage_is_an_error_in_words() -> None:
    with serving(sends(HEAD + b"\x00\x01garbage" * 1000)) as url:
        with pytest.raises(CameraError, match="ended"):
            HttpCamera(url).read()


def test_half_a_picture_is_not_taken_for_a_whole_one() -> None:
    whole = jpeg(90)
    with serving(sends(HEAD, part(whole[: len(whole) // 2]), b"--frame--")) as url:
        with pytest.raises(CameraError):
            HttpCamera(url).read()


def test_a_stream_that_ends_says_so_and_a_later_read_connects_anew() -> None:
    with serving(sends(HEAD, b"--frame--\r\n"), sends(HEAD, part(jpeg(90)))) as url:
        camera = HttpCamera(url)
        with pytest.raises(CameraError, match="ended"):
            camera.read()
        assert camera.read().picture.mean() == pytest.approx(90, abs=2)
        camera.close()


def test_silence_ends_in_a_sentence_after_the_time_out() -> None:
    wait = threading.Event()

    def silent(link: socket.socket) -> None:
        link.sendall(HEAD)
        wait.wait(5.0)

    with serving(silent) as url:
        with pytest.raises(CameraError, match="no picture"):
            HttpCamera(url, timeout_s=0.1).read()
        wait.set()


def test_a_drip_of_bytes_does_not_hold_a_read_for_ever() -> None:
    """The clock moves on by 3 s a look; the patience is 8 s."""
    now = iter(range(0, 3000, 3))
    drip = sends(HEAD, *([b"x"] * 200))
    with serving(drip) as url:
        camera = HttpCamera(url, steady=lambda: float(next(now)))
        with pytest.raises(CameraError, match="too long|ended"):
            camera.read()


def test_a_single_jpeg_is_fetched_again_for_each_read() -> None:
    still = b"HTTP/1.0 200 OK\r\nContent-Type: image/jpeg\r\n\r\n"
    with serving(sends(still, jpeg(60)), sends(still, jpeg(120))) as url:
        camera = HttpCamera(url)
        means = [camera.read().picture.mean() for _ in range(2)]
    assert means == pytest.approx([60, 120], abs=2)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (b"HTTP/1.0 404 Not Found\r\n\r\n", "404"),
        (b"HTTP/1.0 401 Unauthorized\r\n\r\n", "password"),
        (b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<html>", "not a stream"),
        (b"HTTP/1.0 302 Found\r\nLocation: file:///etc/passwd\r\n\r\n", "host|not http"),
        (b"\x00\x01\x02\r\n\r\n", "no picture"),
        (b"", "no picture"),
    ],
)
def test_what_is_no_camera_is_told_in_words(answer: bytes, words: str) -> None:
    with serving(sends(answer)) as url:
        with pytest.raises(CameraError, match=words):
            HttpCamera(url).read()


# Who sends it so: Tasmota, node-mjpeg-proxy, py-mjpeg, go2rtc, Motion, home-made servers.
TYPE = b"Content-Type: multipart/x-mixed-replace; boundary="
ODD = {
    "no boundary before the first picture": (TYPE + b"b", b"", b"--b\r\n"),
    "a boundary line without its dashes": (TYPE + b"myboundary", b"myboundary\r\n", b""),
    "another name in the head": (TYPE + b"other", b"--b\r\n", b""),
    "blanks round the equals sign": (TYPE[:-1] + b" = b", b"--b\r\n", b""),
    "single quotes": (TYPE + b"'b'", b"--b\r\n", b""),
    "the end mark after each picture": (TYPE + b"b", b"--b\r\n", b"--b--\r\n"),
    "the end mark before each picture": (TYPE + b"b", b"--b--\r\n", b""),
    "no content type": (b"Server: none", b"--b\r\n", b""),
    "a content type that says nothing": (
        b"Content-Type: application/octet-stream", b"--b\r\n", b""),
    "words between the pictures": (
        TYPE + b"b", b"--b\r\nContent-Type: text/plain\r\n\r\nhello\r\n--b\r\n", b""),
}  # fmt: skip


@pytest.mark.parametrize("length", [True, False], ids=["length", "no length"])
@pytest.mark.parametrize("odd", ODD)
def test_a_stream_with_odd_boundaries_is_read(odd: str, length: bool) -> None:
    head, before, after = ODD[odd]
    pictures = []
    for shade in (60, 60, 90, 120):
        body = jpeg(shade)
        stated = b"Content-Length: %d\r\n" % len(body) if length else b""
        pictures.append(before + b"Content-Type: image/jpeg\r\n" + stated + b"\r\n" + body)
    stream = (b"\r\n" + after).join(pictures) + b"\r\n" + after + before
    with serving(sends(b"HTTP/1.0 200 OK\r\n" + head + b"\r\n\r\n", stream)) as url:
        camera = HttpCamera(url, timeout_s=60.0)
        assert camera.read().picture.mean() == pytest.approx(120, abs=2)
        camera.close()


@pytest.mark.parametrize("kind", [b"Server: none", b"Content-Type: application/octet-stream"])
def test_a_single_picture_without_a_type_is_fetched_again_for_each_read(kind: bytes) -> None:
    still = b"HTTP/1.0 200 OK\r\n" + kind + b"\r\n\r\n"
    with serving(sends(still, jpeg(60)), sends(still, jpeg(120))) as url:
        camera = HttpCamera(url)
        means = [camera.read().picture.mean() for _ in range(2)]
        camera.close()
    assert means == pytest.approx([60, 120], abs=2)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (HEAD + b"nothing of the kind" * 1000, "its boundary never came"),
        (b"HTTP/1.0 200 OK\r\n\r\n" + b"nothing of the kind" * 1000, "no JPEG picture came"),
    ],
)
def test_why_a_stream_gives_no_picture_is_told(answer: bytes, words: str) -> None:
    with serving(sends(answer)) as url:
        with pytest.raises(CameraError, match=words):
            HttpCamera(url).read()


def test_nobody_at_home_is_told_in_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(CameraError, match="is it on"):
        HttpCamera(f"http://127.0.0.1:{port}/video", timeout_s=0.5).read()


def test_the_password_is_sent_and_never_shown() -> None:
    """joe:s:cret in base 64, by hand (RFC 7617): am9lOnM6Y3JldA=="""
    asked: list[bytes] = []
    with serving(sends(HEAD + part(jpeg(90))), asked=asked) as url:
        camera = HttpCamera(url.replace("//", "//joe:s%3Acret@"))
        name = camera.read().camera
        camera.close()
    assert "joe" not in name and "cret" not in name
    assert b"Authorization: Basic am9lOnM6Y3JldA==" in asked[0]


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "http://", "http://host:99999/", "ftp://host/", "http://a b/"]
)
def test_other_addresses_are_refused(url: str) -> None:
    with pytest.raises(CameraError):
        stream_name(url)


def test_the_query_is_no_part_of_the_name() -> None:
    assert stream_name("http://u:p@cam:81/v?token=1") == "http://cam:81/v"


class FakeRtsp:
    """As ``cv2.VideoCapture`` of a stream that breaks off after two pictures."""

    opened = 0

    def __init__(self, *_: object) -> None:
        FakeRtsp.opened += 1
        self.left = 2

    def isOpened(self) -> bool:
        return True

    def read(self) -> tuple[bool, object]:
        self.left -= 1
        return (True, np.zeros((240, 320, 3), np.uint8)) if self.left >= 0 else (False, None)

    def set(self, prop: int, value: float) -> bool:
        return True

    def get(self, prop: int) -> float:
        return 0.0

    def release(self) -> None:
        pass


def test_an_rtsp_stream_that_breaks_off_is_opened_anew_by_a_later_read() -> None:
    camera = RtspCamera("rtsp://cam/live", opener=FakeRtsp)
    camera.read()
    camera.read()
    with pytest.raises(CameraError, match="broke off"):
        camera.read()
    camera.read()
    assert FakeRtsp.opened == 2
