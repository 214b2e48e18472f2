"""Other computers never have the last threads of the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from webui.server.sockets.threads import FOR_OURSELVES, MOST_OF_ONE, STREAM, ThreadsForOurselves

HERE = "127.0.0.1"


class Hall:
    """A server of twenty threads; whoever asks keeps one until the answer is closed."""

    def __init__(self) -> None:
        self.app = ThreadsForOurselves(self._answer, 20)
        self.begun = 0

    def _answer(self, environ: dict[str, Any], start: Callable[..., Any]) -> list[bytes]:
        self.begun += 1
        if environ["PATH_INFO"] == "/crash":
            raise ZeroDivisionError
        start("200 OK", [])
        return [b"here"]

    def ask(self, address: str, path: str = "/table", **more: Any) -> tuple[str, Any]:
        """The status, and the answer, which has not been read yet."""
        told: list[str] = []
        environ = {"REMOTE_ADDR": address, "PATH_INFO": path, **more}
        answer = self.app(environ, lambda status, headers: told.append(status))
        return told[0][:3], answer


def test_strangers_leave_some_threads_to_the_table() -> None:
    hall = Hall()
    said = [hall.ask(f"10.0.0.{n}") for n in range(20)]
    assert [status for status, _ in said].count("200") == 20 - FOR_OURSELVES
    assert hall.ask(HERE)[0] == "200"
    said[0][1].close()
    said[0][1].close()  # twice is once
    assert [hall.ask(f"10.0.1.{n}")[0] for n in range(2)] == ["200", "429"]


def test_one_stranger_leaves_some_to_the_others() -> None:
    hall = Hall()
    said = [hall.ask("10.0.0.1")[0] for _ in range(20)]
    assert said.count("200") == MOST_OF_ONE
    assert hall.ask("10.0.0.1", STREAM)[0] == "200", "streams are counted where they are opened"
    assert hall.ask("10.0.0.2")[0] == "200"


def test_what_nobody_waits_for_is_not_begun() -> None:
    """A hundred requests of people who hung up wait in a row before the next one."""
    hall = Hall()
    gone = {"waitress.client_disconnected": lambda: True}
    assert {hall.ask("10.0.0.1", **gone)[0] for _ in range(100)} == {"429"}
    assert hall.begun == 0


def test_a_crash_gives_its_thread_back() -> None:
    hall = Hall()
    for _ in range(30):
        with pytest.raises(ZeroDivisionError):
            hall.ask("10.0.0.1", "/crash")
    assert hall.ask("10.0.0.1")[0] == "200"
