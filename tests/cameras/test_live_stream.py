"""The whole way with threads and a network: a misbehaving MJPEG server on the loopback sends
pictures of the simulated table, and the watcher lives through all of it."""

from __future__ import annotations

import math
import socket
import threading
import time
from collections.abc import Callable

import cv2
import pytest

from tests.cameras.bad_server import HEAD, part, serving
from tests.cameras.scenes import SIZE_PX, TOLERANCE_IN, small_table
from vision.cameras.stream import HttpCamera
from vision.simulator.camera import SimulatedCamera
from vision.watch.live import watch


def until(true: Callable[[], bool], seconds: float = 60.0) -> bool:
    """Wait for something to come true, at most so long."""
    pause = threading.Event()
    end_s = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end_s:
            return False
        pause.wait(0.02)
    return True


class Server:
    """Sends the simulated table's pictures, and whatever ``mood`` says in between."""

    def __init__(self, camera: SimulatedCamera) -> None:
        self.camera = camera
        self.mood = "well"
        self.connections = 0
        self.stop = threading.Event()

    def __call__(self, link: socket.socket) -> None:
        self.connections += 1
        if self.mood == "refuse":
            link.sendall(b"HTTP/1.0 503 Busy\r\n\r\n")
            return
        link.sendall(HEAD)
        while not self.stop.is_set() and self.mood not in ("end", "refuse"):
            if self.mood != "silent":
                link.sendall(self.piece())
            self.stop.wait(0.1)

    def piece(self) -> bytes:
        jpeg = cv2.imencode(".jpg", self.camera.read().picture)[1].tobytes()
        if self.mood == "garbage":
            return b"\x00\xffgarbage--fra" * 500 + part(b"\xff\xd8\xff junk")
        if self.mood == "half":
            return part(jpeg[: len(jpeg) // 2] + b"\xff\xd9")
        if self.mood == "lies":
            return part(jpeg, length=17)
        return part(jpeg)


@pytest.fixture
def server() -> Server:
    table, poses = small_table()
    return Server(SimulatedCamera(table, poses, size_px=SIZE_PX, fps=0))


def test_the_watcher_survives_every_mood_of_a_stream_and_needs_no_restart(server: Server) -> None:
    """Garbage, halves, lies about lengths, silence, refusal: each blinds it in words, and
    after each the bases are seen again where they stand."""
    table, _ = small_table()
    with serving(server) as url:
        camera = HttpCamera(url, timeout_s=0.5, patience_s=2.0)
        watcher = watch(camera, table, server.camera.lens, limit_s=1.0)
        watcher.start()

        def all_seen() -> bool:
            return all(base.status == "seen" for base in watcher.snapshot().bases)

        def off_in() -> float:
            pose, stand = watcher.snapshot().base("R01").pose, server.camera.scene.stands["R01"]
            assert pose is not None
            return math.hypot(pose.x_in - stand.x_in, pose.y_in - stand.y_in)

        try:
            assert until(lambda: watcher.blind() == "" and all_seen())
            for mood in ("garbage", "half", "silent", "refuse", "end"):
                server.mood = mood
                assert until(lambda: watcher.blind() != ""), mood
                assert not any(base.status == "seen" for base in watcher.snapshot().bases)
                server.mood = "well"
                assert until(lambda: watcher.blind() == "" and all_seen()), mood
            server.mood = "lies"
            server.camera.move("R01", 6.0, 13.0, 150.0)
            assert until(lambda: all_seen() and off_in() < TOLERANCE_IN)
        finally:
            server.stop.set()
            watcher.close()
