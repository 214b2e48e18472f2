"""run.py hall as a club starts it: a broker of its own, robots at the tables."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.hall.conftest import until
from tests.house.source import TOP
from tests.ports import free_port
from webui.commands.hall import hall_command


@pytest.mark.parametrize("tables", [1, pytest.param(5, marks=pytest.mark.long)])
def test_robots_fill_a_hall_of_all_books(tmp_path: Path, tables: int) -> None:
    """Five tables have a book each."""
    port = free_port()
    command = [
        sys.executable, "run.py", "hall", "--simulate", str(tables), "--pace", "0.2",
        "--port", str(port), "--broker-port", str(free_port()), "--data", str(tmp_path),
    ]  # fmt: skip
    signal.signal(signal.SIGINT, signal.default_int_handler)
    said = tmp_path / "said.txt"  # a file, not a pipe that nobody reads meanwhile
    with said.open("w") as err:
        program = subprocess.Popen(command, cwd=TOP, stdout=subprocess.DEVNULL, stderr=err)
    try:
        until(_rulings(program, said, port, tables))
    finally:
        program.terminate()
        program.wait(60)
    assert "a broker of our own" in said.read_text()


def _rulings(
    program: subprocess.Popen[bytes], said: Path, port: int, tables: int
) -> Callable[[], bool]:
    """Has each of so many tables a ruling in the archive?"""

    def so() -> bool:
        assert program.poll() is None, f"the hall has ended: {said.read_text()}"
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/archive.json") as answer:
                found: dict[str, Any] = json.load(answer)
        except OSError:
            return False
        return len({b["place"] for b in found["battles"] if b["rulings"]}) == tables

    return so


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--hall", "http://x"], "no address of a broker"),
        (["--archive", "mysql://x"], "--archive"),
    ],
)
def test_wrong_input_is_told(
    options: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ports = ["--port", str(free_port()), "--broker-port", str(free_port())]
    assert hall_command([*options, *ports, "--data", str(tmp_path)]) == 2
    assert says in capsys.readouterr().err
