"""A network camera over a still table: MJPEG on the loopback, fresh noise in every picture."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import cv2
import numpy as np
from numpy.typing import NDArray

from tests.cameras.bad_server import HEAD, part
from vision.simulator.camera import SimulatedCamera
from vision.simulator.demo import dress
from vision.table.snapshot import Snapshot

Picture = NDArray[np.uint8]

NOISE = 1.5
"""Levels of 255, of a fair webcam in a lit room."""
DIFFERENT = 8
"""Pictures with noise of their own that take turns: no two neighbours are alike."""
EVERY_S = 0.15
"""From one picture to the next."""


def drawn(table: Snapshot, size_px: tuple[int, int] = (1920, 1080)) -> Picture:
    """That table with its tags, and markers along its edge, as the simulated camera sees it."""
    file, poses = dress(table)
    camera = SimulatedCamera(file, poses, size_px=size_px, fps=0)
    return camera.read().picture


def noisy(frame: Picture) -> list[bytes]:
    """JPEGs of that frame, each with noise of its own."""
    grain = np.random.default_rng(7).normal(0.0, NOISE, frame.shape).astype(np.float32)
    coded = []
    for n in range(DIFFERENT):
        moved = np.roll(grain, (101 * n, 211 * n), (0, 1))
        picture = np.clip(frame.astype(np.float32) + moved, 0, 255).astype(np.uint8)
        coded.append(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())
    return coded


@contextmanager
def streaming(frame: Picture, every_s: float = EVERY_S) -> Iterator[str]:
    """The address of a camera that shows *frame* until the block ends."""
    pictures = noisy(frame)
    stop = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def show(link: socket.socket) -> None:
        with link, suppress(OSError):
            link.recv(4096)
            link.sendall(HEAD)
            turn = 0
            while not stop.wait(every_s):
                link.sendall(part(pictures[turn % DIFFERENT]))
                turn += 1

    def serve() -> None:
        while not stop.is_set():
            try:
                link, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=show, args=(link,), daemon=True).start()

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/video"
    finally:
        stop.set()
        # Wakes accept on every system, where closing alone does not.
        with socket.create_connection(listener.getsockname(), timeout=5.0):
            pass
        listener.close()
        thread.join(5.0)
