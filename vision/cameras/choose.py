"""From what a person types after --camera to a camera."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from calibration.table_file import TableFile
from vision.cameras.camera import Camera, CameraError
from vision.cameras.decode import is_other_picture, is_picture
from vision.cameras.picture import PictureCamera
from vision.cameras.stream import HttpCamera, RtspCamera, stream_name
from vision.cameras.video import VideoCamera
from vision.cameras.webcam import Webcam
from vision.simulator.camera import DEFAULT_SIZE_PX, SimulatedCamera
from vision.simulator.demo import demo_table
from vision.simulator.scene import Spot
from vision.simulator.world import PERFECT, World

SIMULATED = "sim"
_PICTURES = frozenset({".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".bmp", ".webp"})
_OTHER_PICTURES = frozenset(
    {".tif", ".tiff", ".gif", ".avif", ".heic", ".heif", ".jxl", ".jp2", ".dng", ".raw", ".svg"}
)


class ChosenCamera(Camera, Protocol):
    """A camera that says what kind of source it is, as its frames do.

    ``repeats``: it may give the same picture again (a file does).
    """

    source: str
    repeats: bool


def open_camera(
    spec: str = SIMULATED,
    *,
    scene: tuple[TableFile, Mapping[str, Spot]] | None = None,
    size_px: tuple[int, int] = DEFAULT_SIZE_PX,
    clock: Callable[[], float] = time.time,
    world: World = PERFECT,
) -> ChosenCamera:
    """The camera that *spec* names: ``sim``, an index, an address, or a file.

    *scene*: table and poses for the simulated camera, the demo's when None. *size_px*: of the
    simulated picture, or asked of a webcam. A webcam or stream is opened by its first read,
    which may take long; a real camera that fails never turns into the simulated one. *world*: how
    far the simulated table differs from what is typed.

    Raises:
        CameraError: there is no such thing, in words.
        CannotPlace, SymbolError: the simulated scene cannot be built.
    """
    if spec == SIMULATED:
        table, poses = scene or demo_table()
        return SimulatedCamera(table, poses, size_px=size_px, clock=clock, world=world)
    if spec.isascii() and spec.isdigit() and len(spec) <= 3:
        return Webcam(int(spec), size_px=size_px, clock=clock)
    if "://" in spec:
        return _network_camera(spec, clock)
    return _file_camera(Path(spec).expanduser(), clock)


def with_lens(spec: str) -> tuple[str, Path | None]:
    """A camera as it is typed, and the lens file behind its last comma, if there is one."""
    head, comma, tail = spec.rpartition(",")
    if comma and tail.lower().endswith(".toml"):
        return head, Path(tail).expanduser()
    return spec, None


def _network_camera(spec: str, clock: Callable[[], float]) -> ChosenCamera:
    stream_name(spec)
    if spec.lower().startswith("rtsp"):
        return RtspCamera(spec, clock=clock)
    return HttpCamera(spec, clock=clock)


def _file_camera(path: Path, clock: Callable[[], float]) -> ChosenCamera:
    if not path.is_file():
        raise CameraError(
            f"{path} is no camera: give sim, a number (0 for the first webcam), an address "
            "(http:// or rtsp://), or a picture or video file"
        )
    head, ending = _first_bytes(path), path.suffix.lower()
    if is_picture(head) or ending in _PICTURES:
        return PictureCamera([path], clock=clock)
    if is_other_picture(head) or ending in _OTHER_PICTURES:
        raise CameraError(f"{path} is a picture of a kind that is not read: save it as JPEG or PNG")
    return VideoCamera(path, clock=clock)


def _first_bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(32)
    except OSError as why:
        raise CameraError(f"{path} cannot be read: {why.strerror}") from None
