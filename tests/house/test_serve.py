"""python3 run.py as its user meets it: a simulated table, a busy port, Ctrl-C."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

import run
from calibration.table_file import TableFile
from tests.house.source import TOP
from vision.setting_up import SettingUp


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def started(port: int, data: Path, *more: str) -> subprocess.Popen[str]:
    """The program, once it has said where it serves."""
    command = [sys.executable, "run.py", "--port", str(port), "--data", str(data), *more]
    own_group = {"creationflags": 0x200} if sys.platform == "win32" else {}
    program = subprocess.Popen(
        command, cwd=TOP, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **own_group
    )
    assert program.stdout is not None
    said = ""
    while f"http://localhost:{port}" not in said:
        line = program.stdout.readline()
        assert line, f"it ended before it served: {said}"
        said += line
    return program


@pytest.fixture
def simulated(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """The program on its simulated table."""
    port = free_port()
    program = started(port, tmp_path / "games")
    yield program, port
    program.kill()
    program.wait()
    assert program.stdout is not None
    program.stdout.close()


def table_at(port: int) -> dict[str, Any]:
    """What /table.json says."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/table.json", timeout=30) as answer:
        table: dict[str, Any] = json.load(answer)
    return table


@pytest.mark.timeout(240)
def test_every_simulated_base_is_seen_and_ctrl_c_stops(
    simulated: tuple[subprocess.Popen[str], int],
) -> None:
    """The event stream tells when to look again; it beats at least every few seconds."""
    program, port = simulated
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/events", timeout=60) as stream:
        for _ in stream:
            statuses = {base["status"] for base in table_at(port)["bases"]}
            if statuses == {"seen"}:
                break
    assert table_at(port)["source"] == "simulated"
    program.send_signal(signal.SIGINT if sys.platform != "win32" else signal.CTRL_BREAK_EVENT)
    assert program.wait(timeout=30) in (0, 0xC000013A)


def test_a_busy_port_is_said_with_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert run.serve(["--port", str(port), "--camera", "none"]) == 1
    said = capsys.readouterr().err
    assert f"Port {port} is in use" in said and f"--port {port + 1}" in said


def test_a_camera_that_is_none_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    port = str(free_port())
    table = str(TOP / "tests" / "house" / "table.toml")
    assert run.serve(["--port", port, "--camera", "no-such-file.jpg", "--table", table]) == 2
    assert "no-such-file.jpg is no camera" in capsys.readouterr().err


def test_a_real_camera_without_a_table_is_set_up_on_the_page(tmp_path: Path) -> None:
    """It starts with an empty table of 6 by 4 ft and no marker, which the wizard then fills."""
    picture = tmp_path / "empty.jpg"
    cv2.imwrite(str(picture), np.full((90, 160, 3), 128, dtype=np.uint8))
    options = run.serve_options(["--camera", str(picture), "--data", str(tmp_path)])
    setting_up = SettingUp(tmp_path)
    live = run.open_live(options, setting_up)
    assert setting_up.table() == TableFile((72.0, 48.0))
    assert setting_up.found().trouble != ""
    live.close()


def test_an_unknown_rule_set_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert run.serve(["--port", str(free_port()), "--rules", "chess"]) == 2
    assert "matchlocks" in capsys.readouterr().err
