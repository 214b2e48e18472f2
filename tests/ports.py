"""Ports of this computer for programs that a test starts."""

from __future__ import annotations

import random
import socket
from contextlib import suppress


def free_port() -> int:
    """A port that nobody listens on, none of those that a system gives to whoever connects: it
    might be given away before it is listened on.

    Raises:
        OSError: of a hundred tried, none is free.
    """
    for port in random.SystemRandom().sample(range(15_000, 30_000), 100):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    raise OSError("no port is free")
