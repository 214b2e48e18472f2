"""A camera at this computer: opened the quick way, locked where it can be, checked always.

Drivers promise much. So the picture's size is read from a picture, and every lock (focus,
exposure, white balance) is read back; what did not hold is said.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from vision.cameras.camera import CameraError, Frame, Picture
from vision.cameras.device import Device, Open

WANTED_SIZE_PX = (3840, 2160)
_WANTED_FPS = 15
_WARM_UP = 24
"""So many pictures let focus and exposure settle before they are held."""

_MJPG = 0x47504A4D
"""The four letters M J P G, least significant first."""

_MOST_DIMMER = 0.7
_MOST_BRIGHTER = 1.4
_MOST_STEPS = 6
_FULL_LEVEL = 250
_FULL_SHARE = 0.015
"""Labels that are exposed well fill under a hundredth of the picture with white that is full;
thirty that are burnt out, three."""

_DARKEST_LEVEL = 60.0
"""A picture this dark on average is not made darker: what is full then is a lamp or a window."""


def backends_for(system: str) -> tuple[tuple[str, int], ...]:
    """OpenCV's ways to a camera on that ``sys.platform``, in the order they are tried.

    On Windows DirectShow opens at once where Media Foundation may take a minute.
    """
    if system == "win32":
        return ("DirectShow", cv2.CAP_DSHOW), ("Media Foundation", cv2.CAP_MSMF)
    if system == "darwin":
        return (("AVFoundation", cv2.CAP_AVFOUNDATION),)
    return (("Video4Linux", cv2.CAP_V4L2),)


def identity_of(index: int, system: str, root: Path = Path("/")) -> str:
    """A name that stays with the device: its own and its serial where the system tells.

    Only Linux tells which index is which device; elsewhere it is the index that is named.
    """
    if not system.startswith("linux"):
        return f"camera {index}"
    names = root / "sys" / "class" / "video4linux" / f"video{index}" / "name"
    links = root / "dev" / "v4l" / "by-id"
    name = _first_line(names) or f"camera {index}"
    serial = next((p.name for p in _links_to(links, f"video{index}")), "")
    return f"{name} ({serial})" if serial else name


def _first_line(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()[0].strip()[:80]
    except (OSError, IndexError):
        return ""


def _links_to(folder: Path, target: str) -> list[Path]:
    try:
        links = sorted(folder.iterdir())
    except OSError:
        return []
    return [link for link in links if os.path.basename(os.path.realpath(link)) == target]


class Webcam:
    """The camera with that index. The first read opens it, which may take a minute.

    Args:
        index: as OpenCV counts them, from 0.
        size_px: asked for; what the driver gives may be less, and is said.
    """

    source = "camera"
    repeats = False

    def __init__(
        self,
        index: int,
        *,
        size_px: tuple[int, int] = WANTED_SIZE_PX,
        clock: Callable[[], float] = time.time,
        opener: Open = cv2.VideoCapture,
        system: str = sys.platform,
        root: Path = Path("/"),
    ) -> None:
        self._index = index
        self._size_px = size_px
        self._clock = clock
        self._opener = opener
        self._system = system
        self._root = root
        self._device: Device | None = None
        self._way = ""
        self._name = ""
        self._locks: dict[str, str] = {}
        self._warnings: tuple[str, ...] = ()

    def read(self) -> Frame:
        """The next picture; opens the camera first where that is needed.

        Raises:
            CameraError: no such camera, in use by another program, or unplugged.
        """
        device = self._device or self._open()
        picture = _grab(device)
        if picture is None:
            self.close()
            raise CameraError(
                f"camera {self._index} gives no picture: was it unplugged, or is another "
                "program using it?"
            )
        return Frame(picture, self._clock(), self.source, self._name)

    def close(self) -> None:
        """Give the device back. May be called twice; a later read opens it anew."""
        device, self._device = self._device, None
        if device is not None:
            device.release()

    def facts(self) -> dict[str, object]:
        """What was locked, and what the driver refused; plain JSON."""
        return {
            "name": self._name,
            "backend": self._way,
            "locks": dict(self._locks),
            "warnings": list(self._warnings),
        }

    def _open(self) -> Device:
        self._refuse_missing()
        # Media Foundation otherwise spends up to a minute looking for hardware transforms.
        os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
        for way, backend in backends_for(self._system):
            device = self._opener(self._index, backend)
            picture = self._set_up(device) if device.isOpened() else None
            if picture is not None:
                self._way, self._device = way, device
                self._describe(device, picture)
                return device
            device.release()
        raise CameraError(
            f"camera {self._index} cannot be opened: is it plugged in, is another program "
            "using it, and may this program use the camera?"
        )

    def _refuse_missing(self) -> None:
        """On Linux a missing device is told apart at once."""
        devices = self._root / "dev"
        if not self._system.startswith("linux") or (devices / f"video{self._index}").exists():
            return
        there = sorted(p.name.removeprefix("video") for p in devices.glob("video[0-9]*"))
        known = f"there are {', '.join(there)}" if there else "none is plugged in"
        raise CameraError(f"there is no camera {self._index}: {known}")

    def _set_up(self, device: Device) -> Picture | None:
        """Format before size before rate: else many drivers stay at raw frames, 2 a second."""
        wide, high = self._size_px
        device.set(cv2.CAP_PROP_FOURCC, _MJPG)
        device.set(cv2.CAP_PROP_FRAME_WIDTH, wide)
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, high)
        # DirectShow forgets the format when the size changes.
        device.set(cv2.CAP_PROP_FOURCC, _MJPG)
        device.set(cv2.CAP_PROP_FPS, _WANTED_FPS)
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        picture: Picture | None = None
        for _ in range(_WARM_UP):
            picture = _grab(device)
        if picture is not None:
            self._locks = lock(device, self._system)
        return picture

    def _describe(self, device: Device, picture: Picture) -> None:
        high, wide = picture.shape[:2]
        focus = self._locks["focus"]
        held = f"focus {device.get(cv2.CAP_PROP_FOCUS):g}" if focus == "locked" else "focus free"
        self._name = f"{identity_of(self._index, self._system, self._root)} {wide}x{high} {held}"
        held_by = self._locks.items()
        free = {what: state for what, state in held_by if not state.startswith("locked")}
        warnings = [f"{what} is {state}" for what, state in free.items()]
        if (wide, high) != self._size_px:
            asked = f"{self._size_px[0]}x{self._size_px[1]}"
            warnings.append(f"the camera gives {wide}x{high} where {asked} was asked for")
        self._warnings = tuple(warnings)


def lock(device: Device, system: str) -> dict[str, str]:
    """Hold focus, white balance and exposure as they are now; what held, by reading it back.

    Each is ``"locked"`` or a few words on why not. An exposure that makes the picture much
    darker or brighter when it is held is given back to the camera.
    """
    return {
        "focus": _held(device, cv2.CAP_PROP_AUTOFOCUS, 0.0),
        "white balance": _held(device, cv2.CAP_PROP_AUTO_WB, 0.0),
        "exposure": _hold_exposure(device, 1.0 if system.startswith("linux") else 0.0),
    }


def _held(device: Device, prop: int, manual: float) -> str:
    if not device.set(prop, manual):
        return "not lockable by this driver"
    return "locked" if device.get(prop) == manual else "ignored by the driver"


def _hold_exposure(device: Device, manual: float) -> str:
    """V4L2 counts 1 as manual and 3 as automatic, the others 0 and 1."""
    before = _brightness(device)
    exposure = device.get(cv2.CAP_PROP_EXPOSURE)
    held = _held(device, cv2.CAP_PROP_AUTO_EXPOSURE, manual)
    if held != "locked":
        return held
    device.set(cv2.CAP_PROP_EXPOSURE, exposure)
    share = _brightness(device) / max(before, 1.0)
    if _MOST_DIMMER <= share <= _MOST_BRIGHTER:
        return _expose_for_labels(device, exposure, manual)
    device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 3.0 if manual == 1.0 else 1.0)
    return "left free, for holding it spoilt the picture"


def _expose_for_labels(device: Device, exposure: float, manual: float) -> str:
    """Less exposure, as long as white paper is burnt out and the rest can bear it.

    A camera exposes for the table, which is dark, and labels are a few hundredths of the
    picture. V4L2 counts exposure in time, the others in powers of two.
    """
    steps = 0
    while steps < _MOST_STEPS and _is_burnt(device):
        steps += 1
        darker = exposure * 0.7**steps if manual == 1.0 else exposure - 0.5 * steps
        if not device.set(cv2.CAP_PROP_EXPOSURE, darker):
            break
    return "locked" if not steps else ", ".join(("locked", "darker", "for the labels"))


def _is_burnt(device: Device) -> bool:
    picture = _after_change(device)
    if picture is None or float(picture[::16, ::16].mean()) < _DARKEST_LEVEL:
        return False
    return float(np.mean(picture[::4, ::4].max(axis=2) >= _FULL_LEVEL)) > _FULL_SHARE


def _after_change(device: Device) -> Picture | None:
    """A picture a few frames on, when a change has taken effect."""
    picture: Picture | None = None
    for _ in range(3):
        picture = _grab(device)
    return picture


def _brightness(device: Device) -> float:
    """Mean of a picture a few frames on, when a change has taken effect."""
    picture = _after_change(device)
    return 0.0 if picture is None else float(picture[::16, ::16].mean())


def _grab(device: Device) -> Picture | None:
    there, picture = device.read()
    return np.asarray(picture, dtype=np.uint8) if there and picture is not None else None
