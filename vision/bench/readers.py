"""The readers that ``bench`` compares, behind one method."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.camera import Calibration
from vision.tags.decode.decoded import Corners, Decoded, Grey
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.decode.pyzbar_reader import PyzbarReader
from vision.tags.decode.zxing_reader import ZxingReader
from vision.tags.known.accept import is_believed
from vision.tags.reader import SceneReader
from vision.tags.tag import TagSpec

Named = tuple[str, Corners]
_PYZBAR = PyzbarReader()


@dataclass(frozen=True, slots=True)
class Said:
    """What a reader read in a picture, and how long it took."""

    tags: tuple[Named, ...]
    wall_ms: float
    cpu_ms: float


class Peer:
    """A reader with a name; ``read`` is timed."""

    def __init__(self, name: str, how: Callable[[Grey], Sequence[Named]]) -> None:
        self.name = name
        self._how = how

    def read(self, grey: Grey) -> Said:
        """All tags of the picture. CPU time is of this process alone."""
        wall, cpu = time.perf_counter(), time.process_time()
        tags = tuple(self._how(grey))
        wall_ms = 1000 * (time.perf_counter() - wall)
        return Said(tags, wall_ms, 1000 * (time.process_time() - cpu))


def ours(specs: Sequence[TagSpec], calibration: Calibration) -> Peer:
    """The closed-set reader alone, its first look, no decoder helps; templates are made before."""
    for form in SceneReader(specs, calibration, OpenReaders()).forms:
        form.warm()
    scene = SceneReader(specs, calibration, OpenReaders())

    def read(grey: Grey) -> list[Named]:
        believed = [look for look in scene.look(grey, thorough=False) if is_believed(look)]
        return [(look.spec.payload, look.corners_px) for look in believed if look.spec]

    return Peer("drumhead closed-set", read)


def zxing(specs: Sequence[TagSpec], calibration: Calibration) -> Peer:
    """zxing-cpp on the picture enlarged twice, three times, and three times sharpened."""
    reader = ZxingReader()
    return Peer("zxing-cpp x2 x3", lambda grey: _named(reader.read(grey)))


def pyzbar(specs: Sequence[TagSpec], calibration: Calibration) -> Peer:
    """pyzbar on the picture enlarged twice, in its own process."""
    return Peer("pyzbar x2", lambda grey: _named(_PYZBAR.read(grey, 2)))


def opencv(specs: Sequence[TagSpec], calibration: Calibration) -> Peer:
    """OpenCV's QRCodeDetector."""
    detector = cv2.QRCodeDetector()
    return Peer("cv2.QRCodeDetector", lambda grey: _decoded(detector, grey))


def opencv_aruco(specs: Sequence[TagSpec], calibration: Calibration) -> Peer:
    """OpenCV's QRCodeDetectorAruco."""
    detector = cv2.QRCodeDetectorAruco()
    return Peer("cv2.QRCodeDetectorAruco", lambda grey: _decoded(detector, grey))


PEERS: tuple[Callable[[Sequence[TagSpec], Calibration], Peer], ...] = (
    ours,
    zxing,
    pyzbar,
    opencv,
    opencv_aruco,
)


def close_peers() -> None:
    """End the process of pyzbar."""
    _PYZBAR.close()


def _named(found: Sequence[Decoded]) -> list[Named]:
    return [(one.text, one.corners_px) for one in found]


def _decoded(detector: cv2.QRCodeDetector | cv2.QRCodeDetectorAruco, grey: Grey) -> list[Named]:
    found, texts, quads, _ = detector.detectAndDecodeMulti(grey)
    if not found:
        return []
    named = []
    for text, quad in zip(texts, np.asarray(quads, dtype=np.float64), strict=True):
        one, two, three, four = ((float(x), float(y)) for x, y in quad.reshape(4, 2))
        # A place without a text was found, not read.
        if text:
            named.append((text, (one, two, three, four)))
    return named
