"""An MJPEG server on the loopback that misbehaves exactly as a test tells it to."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import numpy as np

Script = Callable[[socket.socket], None]

HEAD = b"HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n\r\n"


def jpeg(shade: int = 90, size_px: tuple[int, int] = (320, 240)) -> bytes:
    """A JPEG of noise round *shade*, so that no two shades are equal and nothing is flat."""
    random = np.random.default_rng(shade)
    picture = random.normal(shade, 12, (size_px[1], size_px[0], 3)).clip(0, 255).astype(np.uint8)
    return cv2.imencode(".jpg", picture)[1].tobytes()


def part(body: bytes, length: int | None = None) -> bytes:
    """One part of the stream, with its Content-Length (or the one given)."""
    stated = len(body) if length is None else length
    return (
        b"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: "
        + str(stated).encode()
        + b"\r\n\r\n"
        + body
        + b"\r\n"
    )


@contextmanager
def serving(*scripts: Script, asked: list[bytes] | None = None) -> Iterator[str]:
    """The address of a server that plays one script for each connection, the last for all
    that follow; and hangs up after it. What was asked is noted in *asked*."""
    listener = socket.create_server(("127.0.0.1", 0))
    stop = threading.Event()

    def serve() -> None:
        turn = 0
        while not stop.is_set():
            try:
                link, _ = listener.accept()
            except OSError:
                return
            with link:
                link.settimeout(5.0)
                try:
                    request = link.recv(4096)
                    if asked is not None:
                        asked.append(request)
                    scripts[min(turn, len(scripts) - 1)](link)
                except OSError:
                    pass
            turn += 1

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/video"
    finally:
        stop.set()
        # Wakes accept on every system, where closing alone does not.
        with socket.create_connection(listener.getsockname(), timeout=5.0) as last:
            last.sendall(b"end")
        listener.close()
        thread.join(5.0)


def sends(*pieces: bytes) -> Script:
    """A script that sends these pieces and hangs up."""

    def script(link: socket.socket) -> None:
        for piece in pieces:
            link.sendall(piece)

    return script
