"""A real Mosquitto, started for a test where it is installed (``apt-get install mosquitto``)."""

from __future__ import annotations

import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.needs import find_service
from tests.ports import free_port

MOSQUITTO = find_service("Mosquitto")


def listens(port: int) -> bool:
    """Does somebody take connections there?"""
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


class Mosquitto:
    """One broker on this computer; may be killed and started again on the same port."""

    def __init__(self, folder: Path, conf: str = "", port: int = 0) -> None:
        self.port = port or free_port()
        self._conf = folder / "mosquitto-test.conf"
        whole = conf or f"listener {self.port} 127.0.0.1\nallow_anonymous true\n"
        self._conf.write_text(whole, encoding="utf-8")
        self._program: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it and wait until it listens."""
        assert MOSQUITTO is not None
        self._program = subprocess.Popen(
            [MOSQUITTO, "-c", str(self._conf)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + 20
        while not listens(self.port):
            assert self._program.poll() is None, "mosquitto ended by itself"
            assert time.monotonic() < until, "mosquitto does not listen"
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill it as a pulled plug would."""
        if self._program is not None:
            self._program.kill()
            self._program.wait()
            self._program = None
