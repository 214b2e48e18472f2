"""python3 run.py as its user meets it: a simulated table, a busy port, Ctrl-C."""

from __future__ import annotations

import errno
import json
import logging
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.table_file import TableFile
from tests.house.source import TOP
from tests.ports import free_port
from vision.setup.service import SettingUp
from webui.commands import serve as serving
from webui.server import addresses
from webui.server.sockets.listening import server_on


def started(port: int, data: Path, *more: str) -> subprocess.Popen[str]:
    """The program, once it has said where it serves."""
    command = [sys.executable, "run.py", "--port", str(port), "--data", str(data), *more]
    own_group = {"creationflags": 0x200} if sys.platform == "win32" else {}
    # Tests that run in the background ignore Ctrl-C, and so would the program they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)
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
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/table.json", timeout=120) as answer:
        table: dict[str, Any] = json.load(answer)
    return table


@pytest.mark.long
def test_every_simulated_base_is_seen_and_ctrl_c_stops(
    simulated: tuple[subprocess.Popen[str], int],
) -> None:
    """The event stream tells when to look again; it beats at least every few seconds."""
    program, port = simulated
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/events", timeout=120) as stream:
        for _ in stream:
            statuses = {base["status"] for base in table_at(port)["bases"]}
            if statuses == {"seen"}:
                break
    assert table_at(port)["source"] == "simulated"
    program.send_signal(signal.SIGINT if sys.platform != "win32" else signal.CTRL_BREAK_EVENT)
    assert program.wait(timeout=120) in (0, 0xC000013A)


STOPPING = (signal.CTRL_BREAK_EVENT,) if sys.platform == "win32" else (
    signal.SIGINT, signal.SIGTERM
)  # fmt: skip


@pytest.mark.parametrize("stopping", STOPPING, ids=str)
def test_a_service_is_stopped_as_orderly_as_a_program(
    stopping: signal.Signals, tmp_path: Path
) -> None:
    """The last sentence comes after the game's file was closed."""
    program = started(free_port(), tmp_path, "--camera", "none")
    program.send_signal(stopping)
    said, _ = program.communicate(timeout=120)
    assert program.returncode in (0, 0xC000013A)
    assert sys.platform == "win32" or "everything is kept" in said


def test_stopping_while_pages_are_open_is_quiet(tmp_path: Path) -> None:
    """Their event streams are let go of before the server is; no traceback on the way."""
    port = free_port()
    program = started(port, tmp_path, "--camera", "none")
    with ExitStack() as stack:
        for _ in range(12):
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/events", timeout=120)
            stack.enter_context(page).readline()
        program.send_signal(STOPPING[0])
        said, _ = program.communicate(timeout=120)
    assert "Traceback" not in said and "still running" not in said
    assert sys.platform == "win32" or said.endswith("everything is kept.\n")


def test_a_busy_port_is_said_with_the_remedy(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert serving.serve(["--port", str(port), "--camera", "none"]) == 1
    said = capsys.readouterr().err
    assert f"Port {port} is in use" in said and f"--port {port + 1}" in said


@pytest.mark.parametrize(
    ("host", "why", "says"),
    [
        ("127.0.0.1", errno.EACCES, "does not let you use port 80"),
        ("192.0.2.1", errno.EADDRNOTAVAIL, "192.0.2.1 is no address of this computer"),
    ],
)
def test_why_nobody_can_listen_there_is_said(
    host: str, why: int, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the system's words it would be the port that is to blame, whatever it is."""

    def refuse(self: socket.socket, address: tuple[str, int]) -> None:
        raise OSError(why, "refused")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    assert says in serving.why_not_listen(host, 80)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://localhost:8750"),
        ("::1", "http://[::1]:8750"),
        ("127.0.0.2", "http://127.0.0.2:8750"),
        ("192.0.2.7", "http://192.0.2.7:8750"),
        ("2001:db8::7", "http://[2001:db8::7]:8750"),
        ("0.0.0.0", "http://192.168.7.1:8750"),
        ("::", "http://192.168.7.1:8750"),
    ],
)
def test_the_address_that_is_printed_can_be_opened(
    host: str, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every address where it listens on all; else the one that it listens on."""
    monkeypatch.setattr(addresses, "lan_addresses", lambda: ("192.168.7.1", "10.0.0.7"))
    serving._say_where(host, 8750, "hand")
    said = capsys.readouterr().out
    assert f"serves on {address} " in said
    phones = addresses.is_open_to_all(host)
    assert (f"Phones join at {address}/join" in said) is phones
    assert ("started with --host" in said) is not phones


def test_without_a_network_every_address_is_this_computer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(addresses, "lan_addresses", tuple)
    assert addresses.names_on("::") == ("[::1]",)
    assert addresses.names_on("0.0.0.0") == ("localhost",)


def test_an_address_in_brackets_is_understood() -> None:
    assert serving.serve_options(["--host", "[::1]"]).host == "::1"


def test_a_computer_without_ipv6_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: socket.socket, *_: object) -> None:
        raise OSError(errno.EAFNOSUPPORT, "Address family not supported by protocol")

    monkeypatch.setattr(socket.socket, "__init__", refuse)
    assert "::1 is no address of this computer" in serving.why_not_listen("::1", 8750)


def test_who_asks_for_every_address_is_heard_by_the_old_ones_too() -> None:
    """Where there is no IPv6, all this says is that the old ones are not lost."""
    if not socket.has_ipv6:
        return
    port = free_port()
    server = server_on(lambda *_: [], "::", port, threads=1)
    with closing(server), socket.create_connection(("127.0.0.1", port), 20):
        pass


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("--camera none --table t.toml", ["--table"]),
        ("--camera none --lens l.toml", ["--lens"]),
        ("--camera sim --lens l.toml", ["--lens"]),
        ("--camera sim --table t.toml", []),
        ("--camera 0 --table t.toml --lens l.toml", []),
        ("--safe --camera 0 --table t.toml --lens l.toml", []),
    ],
)
def test_an_option_that_is_of_no_use_is_named(words: str, named: list[str]) -> None:
    notes = serving.unused(serving.serve_options(words.split()))
    assert [note.split()[0] for note in notes] == named


def test_one_army_alone_is_refused_before_a_camera_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--port", str(free_port()), "--data", str(tmp_path), "--army", "one.toml"]
    assert serving.serve(words) == 2
    assert "Give --army twice" in capsys.readouterr().err


def test_a_table_file_that_is_not_there_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "my-table.toml"
    words = ["--port", str(free_port()), "--data", str(tmp_path), "--camera", "0"]
    assert serving.serve([*words, "--table", str(missing)]) == 2
    assert f"{missing} cannot be read" in capsys.readouterr().err


@pytest.fixture
def loggers() -> Iterator[None]:
    """Puts the log back as it was."""
    root = logging.getLogger()
    before, levels = list(root.handlers), {n: logging.getLogger(n).level for n in serving.LOGGERS}
    yield
    for handler in [each for each in root.handlers if each not in before]:
        root.removeHandler(handler)
        handler.close()
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.mark.usefixtures("loggers")
def test_the_console_shows_warnings_and_the_file_everything(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    serving.log_into(tmp_path)
    logging.getLogger("vision.watch.stations.camera_pose").info("camera found")
    logging.getLogger("vision.watch.stations.camera_pose").warning("camera lost")
    said, kept = capsys.readouterr().err, (tmp_path / "drumhead.log").read_text(encoding="utf-8")
    assert "camera lost" in said and "camera found" not in said
    assert "camera lost" in kept and "camera found" in kept


def test_a_camera_that_is_none_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    port = str(free_port())
    table = str(TOP / "tests" / "house" / "table.toml")
    assert serving.serve(["--port", port, "--camera", "no-such-file.jpg", "--table", table]) == 2
    assert "no-such-file.jpg is no camera" in capsys.readouterr().err


def test_a_real_camera_without_a_table_is_set_up_on_the_page(tmp_path: Path) -> None:
    """It starts with an empty table of 6 by 4 ft and no marker, which the wizard then fills."""
    picture = tmp_path / "empty.jpg"
    cv2.imwrite(str(picture), np.full((90, 160, 3), 128, dtype=np.uint8))
    options = serving.serve_options(["--camera", str(picture), "--data", str(tmp_path)])
    setting_up = SettingUp(tmp_path)
    live = serving.open_live(options, setting_up)
    assert setting_up.table() == TableFile((72.0, 48.0))
    assert setting_up.found().trouble != ""
    assert setting_up.found().kept == f"Kept in {tmp_path / 'table.toml'}."
    live.close()


def test_an_unknown_rule_set_names_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    assert serving.serve(["--port", str(free_port()), "--rules", "chess"]) == 2
    assert "matchlocks" in capsys.readouterr().err
