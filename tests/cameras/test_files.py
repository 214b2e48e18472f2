"""Picture and video files, and what pretends to be one."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cameras.bad_server import jpeg
from vision.cameras.camera import CameraError
from vision.cameras.choose import open_camera
from vision.cameras.decode import BadPicture, decode_picture
from vision.cameras.jpeg import JpegWalk
from vision.cameras.picture import PictureCamera, load_picture
from vision.cameras.stream import HttpCamera, RtspCamera
from vision.cameras.video import VideoCamera
from vision.cameras.webcam import Webcam
from vision.simulator.camera import SimulatedCamera

SCENE = np.random.default_rng(1).integers(0, 255, (120, 160, 3), dtype=np.uint8)


def coded(kind: str) -> bytes:
    return cv2.imencode(kind, SCENE)[1].tobytes()


@pytest.mark.parametrize("kind", [".png", ".bmp"])
def test_pictures_without_loss_come_back_as_they_were(kind: str) -> None:
    assert np.array_equal(decode_picture(coded(kind)), SCENE)


def test_a_grey_picture_becomes_three_equal_channels() -> None:
    grey = cv2.imencode(".png", SCENE[:, :, 0])[1].tobytes()
    assert np.array_equal(decode_picture(grey), np.repeat(SCENE[:, :, :1], 3, axis=2))


def test_a_png_bomb_is_refused_before_it_is_unpacked() -> None:
    """60,000 x 60,000 claimed in the head: 10.8 GB unpacked."""
    bomb = bytearray(coded(".png"))
    bomb[16:24] = struct.pack(">II", 60_000, 60_000)
    with pytest.raises(BadPicture, match="60000x60000"):
        decode_picture(bytes(bomb))


def test_a_jpeg_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = bytearray(jpeg())
    at = bomb.index(b"\xff\xc0") + 5
    bomb[at : at + 4] = struct.pack(">HH", 65_000, 65_000)
    with pytest.raises(BadPicture, match="65000x65000"):
        decode_picture(bytes(bomb))


def test_a_webp_without_loss_comes_back_as_it_was() -> None:
    whole = cv2.imencode(".webp", SCENE, [cv2.IMWRITE_WEBP_QUALITY, 101])[1].tobytes()
    assert whole[12:16] == b"VP8L"
    assert np.array_equal(decode_picture(whole), SCENE)


def test_a_webp_with_loss_has_its_size() -> None:
    whole = cv2.imencode(".webp", SCENE, [cv2.IMWRITE_WEBP_QUALITY, 80])[1].tobytes()
    assert whole[12:16] == b"VP8 "
    assert decode_picture(whole).shape == SCENE.shape


def test_a_webp_bomb_is_refused_before_it_is_unpacked() -> None:
    """VP8X: the canvas of 2^24 by 2^24 stands in six bytes."""
    bomb = b"RIFF" + struct.pack("<I", 22) + b"WEBPVP8X" + struct.pack("<I", 10)
    bomb += bytes(4) + b"\xff" * 6
    with pytest.raises(BadPicture, match="16777216x16777216"):
        decode_picture(bomb)


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
def test_a_picture_cut_short_is_refused(kind: str) -> None:
    whole = coded(kind)
    with pytest.raises(BadPicture, match="cut short"):
        decode_picture(whole[: len(whole) // 2])


# A little film in an MP4 box, as Pixel and Galaxy phones put behind their motion photos.
FILM = b"\0\0\0\x18ftypmp42\0\0\0\0isommp42" + bytes(range(250)) * 40


@pytest.mark.parametrize("kind", [".jpg", ".png", ".webp"])
@pytest.mark.parametrize("behind", [FILM, bytes(4096)], ids=["film", "zeros"])
def test_a_whole_picture_with_something_behind_it_is_read(kind: str, behind: bytes) -> None:
    assert np.array_equal(decode_picture(coded(kind) + behind), decode_picture(coded(kind)))


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_picture() -> None:
    """An EXIF segment holds a whole small JPEG; of the large one half is missing."""
    small, large = coded(".jpg"), jpeg()
    segment = b"\xff\xe1" + struct.pack(">H", 2 + len(small)) + small
    assert len(small) < 65_000
    with pytest.raises(BadPicture, match="cut short"):
        decode_picture((large[:2] + segment + large[2:])[: len(segment) + len(large) // 2])


def test_a_progressive_jpeg_is_read_to_its_end() -> None:
    """It has several scans, with tables between them."""
    whole = cv2.imencode(".jpg", SCENE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
    assert whole.count(b"\xff\xda") > 1
    assert decode_picture(whole + FILM).shape == SCENE.shape


def test_a_walk_through_a_jpeg_can_wait_for_more() -> None:
    whole = jpeg()
    walk = JpegWalk()
    ends = [walk.end((whole + b"more")[:stop]) for stop in (3, 200, len(whole) - 1, len(whole) + 2)]
    assert ends == [None, None, None, len(whole)]


@pytest.mark.parametrize("name", ["table.webp", "table.jfif", "table"])
def test_a_picture_is_known_by_its_first_bytes(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(coded(".webp"))
    assert open_camera(str(tmp_path / name)).source == "picture"


@pytest.mark.parametrize(
    ("name", "head"),
    [
        ("a.tif", b"II*\0"),
        ("b", b"MM\0*"),
        ("c.gif", b"GIF89a"),
        ("d.avif", b"\0\0\0\x20ftypavif"),
        ("e.bin", b"\0\0\0\x18ftypheic"),
        ("f.HEIC", b"anything"),
    ],
)
def test_a_picture_of_another_kind_is_no_video(tmp_path: Path, name: str, head: bytes) -> None:
    (tmp_path / name).write_bytes(head + bytes(100))
    with pytest.raises(CameraError, match="save it as JPEG or PNG"):
        open_camera(str(tmp_path / name))


@pytest.mark.parametrize(
    "junk", [b"", b"GIF89a", b"\xff\xd8\xff\xd9", b"BM", b"<svg/>", b"\x89PNG"]
)
def test_what_is_no_picture_is_refused_in_words(junk: bytes) -> None:
    with pytest.raises(BadPicture):
        decode_picture(junk)


def test_a_stamp_is_no_table() -> None:
    tiny = cv2.imencode(".png", SCENE[:10, :10])[1].tobytes()
    with pytest.raises(BadPicture, match="10x10"):
        decode_picture(tiny)


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 10**9),
    st.binary(min_size=1, max_size=8),
    st.sampled_from([".png", ".webp", ".bmp"]),
)
def test_a_changed_byte_gives_a_picture_or_a_refusal(at: int, new: bytes, kind: str) -> None:
    changed = bytearray(coded(kind))
    place = at % len(changed)
    changed[place : place + len(new)] = new
    try:
        picture = decode_picture(bytes(changed))
    except BadPicture:
        return
    assert picture.dtype == np.uint8 and picture.ndim == 3


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadPicture, match="nowhere"):
        load_picture(tmp_path / "nowhere.jpg")


def test_a_burst_is_shown_in_turn(tmp_path: Path) -> None:
    paths = [tmp_path / f"{k}.png" for k in range(2)]
    for k, path in enumerate(paths):
        path.write_bytes(cv2.imencode(".png", SCENE // (k + 1))[1].tobytes())
    camera = PictureCamera(paths, pause_s=0.0)
    shown = [camera.read().picture for _ in range(3)]
    assert np.array_equal(shown[0], shown[2]) and not np.array_equal(shown[0], shown[1])


def test_pictures_of_different_cameras_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.png").write_bytes(coded(".png"))
    (tmp_path / "b.png").write_bytes(cv2.imencode(".png", SCENE[:100])[1].tobytes())
    with pytest.raises(BadPicture, match="size"):
        PictureCamera([tmp_path / "a.png", tmp_path / "b.png"])


def make_video(path: Path, frames: int) -> None:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"MJPG"), 10.0, (160, 120))
    for _ in range(frames):
        writer.write(SCENE)
    writer.release()


def test_a_video_plays_to_its_end_and_then_says_so(tmp_path: Path) -> None:
    make_video(tmp_path / "battle.avi", 3)
    camera = VideoCamera(tmp_path / "battle.avi", pace=False)
    assert [camera.read().source for _ in range(3)] == ["video"] * 3
    for _ in range(2):
        with pytest.raises(CameraError, match="has ended"):
            camera.read()
    camera.close()


def test_a_text_file_is_no_video(tmp_path: Path) -> None:
    (tmp_path / "notes.avi").write_text("no video", encoding="utf-8")
    with pytest.raises(CameraError, match="not a video"):
        VideoCamera(tmp_path / "notes.avi")


def test_each_spec_opens_its_own_kind_of_camera(tmp_path: Path) -> None:
    (tmp_path / "table.png").write_bytes(coded(".png"))
    make_video(tmp_path / "battle.avi", 1)
    assert isinstance(open_camera("sim", size_px=(640, 360)), SimulatedCamera)
    assert isinstance(open_camera("0"), Webcam)
    assert isinstance(open_camera("http://cam/video"), HttpCamera)
    assert isinstance(open_camera("rtsp://cam/live"), RtspCamera)
    assert isinstance(open_camera(str(tmp_path / "table.png")), PictureCamera)
    assert isinstance(open_camera(str(tmp_path / "battle.avi")), VideoCamera)


@pytest.mark.parametrize("spec", ["", "nonsense", "-1", "file:///etc/passwd", "12345", "SIM"])
def test_what_names_no_camera_is_refused_and_never_simulated(spec: str) -> None:
    with pytest.raises(CameraError):
        open_camera(spec)
