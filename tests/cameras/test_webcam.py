"""The webcam against drivers that do as they please, played by a fake device."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.cameras.camera import CameraError
from vision.cameras.webcam import Webcam, backends_for, identity_of


class Driver:
    """A device as ``cv2.VideoCapture`` gives it; notes what was set, in order."""

    def __init__(
        self,
        *,
        opens: bool = True,
        size_px: tuple[int, int] = (3840, 2160),
        refuses: tuple[int, ...] = (),
        ignores: tuple[int, ...] = (),
        darkens: bool = False,
        paper: float = 0.0,
    ) -> None:
        self.opens = opens
        self.size_px = size_px
        self.refuses = refuses
        self.ignores = ignores
        self.darkens = darkens
        self.paper = paper
        self.sets: list[tuple[int, float]] = []
        self.values: dict[int, float] = {
            cv2.CAP_PROP_FOCUS: 30.0, cv2.CAP_PROP_AUTOFOCUS: 1.0, cv2.CAP_PROP_EXPOSURE: 300.0,
        }  # fmt: skip
        self.plugged = True
        self.released = False

    def isOpened(self) -> bool:
        return self.opens

    def read(self) -> tuple[bool, object]:
        if not self.plugged:
            return False, None
        if self.paper:
            return True, self.table_with_labels()
        dark = self.darkens and self.values.get(cv2.CAP_PROP_AUTO_EXPOSURE) == 1.0
        return True, np.full((self.size_px[1] // 10, self.size_px[0] // 10, 3), 20 if dark else 90)

    def table_with_labels(self) -> np.ndarray:
        """A mat of which a thirtieth is white paper; twice the exposure is twice the light."""
        light = self.values[cv2.CAP_PROP_EXPOSURE] / 300.0
        picture = np.full((216, 384, 3), min(255, 90 * light), dtype=np.uint8)
        picture[:8] = min(255, self.paper * light)
        return picture

    def set(self, prop: int, value: float) -> bool:
        self.sets.append((prop, value))
        if prop in self.refuses:
            return False
        if prop not in self.ignores:
            self.values[prop] = value
        return True

    def get(self, prop: int) -> float:
        return self.values.get(prop, 0.0)

    def release(self) -> None:
        self.released = True


def dev(tmp_path: Path, *indexes: int) -> Path:
    """A root folder in which these cameras are plugged in."""
    (tmp_path / "dev" / "v4l" / "by-id").mkdir(parents=True)
    for index in indexes:
        (tmp_path / "dev" / f"video{index}").touch()
        names = tmp_path / "sys" / "class" / "video4linux" / f"video{index}"
        names.mkdir(parents=True)
        (names / "name").write_text("Logitech BRIO\n", encoding="utf-8")
    return tmp_path


def webcam(driver: Driver, root: Path, size_px: tuple[int, int] = (384, 216)) -> Webcam:
    return Webcam(0, size_px=size_px, opener=lambda *_: driver, system="linux", root=root)


def test_the_format_is_set_before_the_size_and_the_size_before_the_rate(tmp_path: Path) -> None:
    driver = Driver()
    webcam(driver, dev(tmp_path, 0)).read()
    order = [prop for prop, _ in driver.sets]
    format_at, size_at, rate_at = (
        order.index(prop)
        for prop in (cv2.CAP_PROP_FOURCC, cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FPS)
    )
    assert format_at < size_at < rate_at
    assert driver.values[cv2.CAP_PROP_FOURCC] == cv2.VideoWriter_fourcc(*"MJPG")


def test_what_is_locked_was_read_back(tmp_path: Path) -> None:
    camera = webcam(Driver(), dev(tmp_path, 0))
    camera.read()
    locks = camera.facts()["locks"]
    assert locks == {"focus": "locked", "white balance": "locked", "exposure": "locked"}
    assert camera.facts()["warnings"] == []


def test_a_driver_that_says_yes_and_does_nothing_is_found_out(tmp_path: Path) -> None:
    camera = webcam(Driver(ignores=(cv2.CAP_PROP_AUTOFOCUS,)), dev(tmp_path, 0))
    frame = camera.read()
    assert "focus is ignored by the driver" in camera.facts()["warnings"]
    assert frame.camera.endswith("focus free")


def test_a_driver_that_says_no_is_believed(tmp_path: Path) -> None:
    camera = webcam(Driver(refuses=(cv2.CAP_PROP_AUTO_WB,)), dev(tmp_path, 0))
    camera.read()
    assert camera.facts()["locks"]["white balance"] == "not lockable by this driver"


def test_an_exposure_that_turns_the_picture_dark_is_given_back(tmp_path: Path) -> None:
    driver = Driver(darkens=True)
    camera = webcam(driver, dev(tmp_path, 0))
    camera.read()
    assert driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 3.0
    assert "spoilt" in camera.facts()["locks"]["exposure"]


def test_the_exposure_is_lowered_until_the_paper_of_labels_is_not_full(tmp_path: Path) -> None:
    """Paper at 340 of 255: 0.7 of the exposure is 238."""
    driver = Driver(paper=340.0)
    camera = webcam(driver, dev(tmp_path, 0))
    camera.read()
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == pytest.approx(210.0)
    assert "for the labels" in camera.facts()["locks"]["exposure"]
    assert camera.facts()["warnings"] == []


def test_an_exposure_that_suits_the_labels_is_left_as_it_is(tmp_path: Path) -> None:
    driver = Driver(paper=230.0)
    camera = webcam(driver, dev(tmp_path, 0))
    camera.read()
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 300.0
    assert camera.facts()["locks"]["exposure"] == "locked"


def test_a_lamp_in_the_picture_does_not_make_the_table_dark(tmp_path: Path) -> None:
    """A lamp stays full at any exposure; under a mean of 60 levels nothing more is taken."""
    driver = Driver(paper=40_000.0)
    webcam(driver, dev(tmp_path, 0)).read()
    assert driver.values[cv2.CAP_PROP_EXPOSURE] >= 300.0 * 0.7**2


def test_a_smaller_picture_than_asked_for_is_said(tmp_path: Path) -> None:
    camera = webcam(Driver(size_px=(1920, 1080)), dev(tmp_path, 0))
    frame = camera.read()
    assert frame.picture.shape == (108, 192, 3)
    assert camera.facts()["warnings"] == ["the camera gives 192x108 where 384x216 was asked for"]


def test_the_name_holds_device_size_and_focus(tmp_path: Path) -> None:
    frame = webcam(Driver(), dev(tmp_path, 0)).read()
    assert frame.camera == "Logitech BRIO 384x216 focus 30"
    assert frame.source == "camera"


def test_unplugged_and_back_again_needs_no_restart(tmp_path: Path) -> None:
    driver = Driver()
    camera = webcam(driver, dev(tmp_path, 0))
    camera.read()
    driver.plugged = False
    with pytest.raises(CameraError, match="unplugged"):
        camera.read()
    assert driver.released
    driver.plugged = True
    assert camera.read().source == "camera"


def test_a_camera_that_is_not_there_is_told_from_those_that_are(tmp_path: Path) -> None:
    camera = Webcam(3, opener=lambda *_: Driver(), system="linux", root=dev(tmp_path, 0, 2))
    with pytest.raises(CameraError, match=r"no camera 3: there are 0, 2"):
        camera.read()


def test_no_camera_at_all_is_said(tmp_path: Path) -> None:
    camera = Webcam(0, opener=lambda *_: Driver(), system="linux", root=dev(tmp_path))
    with pytest.raises(CameraError, match="none is plugged in"):
        camera.read()


def test_on_windows_the_second_way_is_tried_when_the_first_fails() -> None:
    tried: list[int] = []

    def opener(index: int, backend: int) -> Driver:
        tried.append(backend)
        return Driver(opens=backend == cv2.CAP_MSMF)

    camera = Webcam(0, size_px=(384, 216), opener=opener, system="win32")
    camera.read()
    assert tried == [cv2.CAP_DSHOW, cv2.CAP_MSMF]
    assert camera.facts()["backend"] == "Media Foundation"


def test_a_camera_that_another_program_holds_is_told_in_words(tmp_path: Path) -> None:
    camera = webcam(Driver(opens=False), dev(tmp_path, 0))
    with pytest.raises(CameraError, match="another program"):
        camera.read()


def test_every_system_has_a_way_to_a_camera() -> None:
    assert [name for name, _ in backends_for("darwin")] == ["AVFoundation"]
    assert [name for name, _ in backends_for("linux")] == ["Video4Linux"]


def test_the_serial_is_part_of_the_identity_where_linux_links_to_it(tmp_path: Path) -> None:
    root = dev(tmp_path, 0, 1)
    link = root / "dev" / "v4l" / "by-id" / "usb-Logitech_BRIO_4A2B-video-index0"
    link.symlink_to("../../video1")
    assert identity_of(1, "linux", root) == ("Logitech BRIO (usb-Logitech_BRIO_4A2B-video-index0)")
    assert identity_of(0, "linux", root) == "Logitech BRIO"
    assert identity_of(0, "darwin", root) == "camera 0"
