"""run.py as a command line: what is not understood is one sentence, before anything is fetched."""

from __future__ import annotations

import ast
import errno
import os
import runpy
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests import needs
from tests.house.source import TOP, functions
from webui.commands import door, home


def shown(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "run.py", *words], cwd=TOP, capture_output=True, text=True
    )


@pytest.mark.parametrize(("typed", "meant"), [("tset", "test"), ("Measure", "measure")])
def test_an_unknown_command_names_the_one_that_was_meant(typed: str, meant: str) -> None:
    told = shown(typed)
    assert told.returncode == 2
    assert f"Did you mean {meant}?" in told.stderr and told.stderr.count("\n") == 1


def test_an_unknown_command_like_no_other_names_them_all() -> None:
    told = shown("frobnicate")
    assert told.returncode == 2 and "Did you mean" not in told.stderr
    assert all(command in told.stderr for command in door.COMMANDS)


def test_help_lists_every_command() -> None:
    told = shown("--help")
    assert told.returncode == 0
    assert all(command in told.stdout for command in door.COMMANDS)


@pytest.mark.parametrize("command", door.COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = door.main([command, "--help"])
    except SystemExit as ended:
        code = int(ended.code or 0)
    assert code == 0 and capsys.readouterr().out.startswith(f"usage: run.py {command}")


def test_a_command_of_the_program_itself_has_it_too() -> None:
    told = shown("bench", "--help")
    assert told.returncode == 0 and told.stdout.startswith("usage: run.py bench")


def test_old_python_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything else in the file is read: neither annotations nor the other modules."""
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    monkeypatch.setattr(sys, "hexversion", 0x30A01F0)
    with pytest.raises(SystemExit, match=r"3\.11 or newer, this is 3\.10\.1"):
        runpy.run_path(str(TOP / "run.py"))


def test_an_old_python_can_parse_the_door() -> None:
    """2.7 is the oldest that people still have: it knows neither f-strings nor annotations, and
    no letter beyond ASCII unless it is told so."""
    text = (TOP / "run.py").read_text(encoding="ascii")
    tree = ast.parse(text, feature_version=(3, 6))
    unknown = (ast.JoinedStr, ast.AnnAssign, ast.Nonlocal, ast.Starred)
    assert not [node for node in ast.walk(tree) if isinstance(node, unknown)]
    assert not list(functions(tree)) and "print" not in text
    assert "from __future__" not in text


@pytest.mark.parametrize("option", ["-I", "-P", "-s", "-E"])
def test_a_careful_python_finds_the_rooms(option: str) -> None:
    """-I and -P leave the folder of run.py out of the path."""
    words = [sys.executable, option, str(TOP / "run.py"), "--version"]
    told = subprocess.run(words, capture_output=True, text=True)
    assert told.returncode == 0 and told.stdout.startswith("Drumhead"), told.stderr


def test_a_package_that_another_tool_puts_first_is_not_ours(tmp_path: Path) -> None:
    """ROS sets PYTHONPATH; its cv2 is built for another Python."""
    for name in ("cv2", "json"):
        (tmp_path / name).mkdir()
        broken = "raise ImportError('cv2.so: undefined symbol')"
        (tmp_path / name / "__init__.py").write_text(broken, encoding="utf-8")
    told = subprocess.run(
        [sys.executable, "run.py", "measure", "none.jpg", "--table", "none.toml"], cwd=TOP,
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(tmp_path)},
    )  # fmt: skip
    assert "undefined symbol" not in told.stderr
    assert told.returncode == 2 and told.stderr.count("\n") == 1


closing = pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX closes them")


@closing
def test_a_program_without_a_console_ends_in_order() -> None:
    """A service, or pythonw: Python then has no stdout at all."""
    asked = [sys.executable, "run.py", "rules", "blocks"]
    told = subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", *asked], cwd=TOP)
    assert told.returncode == 0


@closing
def test_no_file_of_ours_is_opened_where_others_complain() -> None:
    """What is opened first gets the number of the stream that was closed."""
    code = (
        "import sys; sys.path.insert(0, '.')\n"
        "from webui.commands import door\n"
        "door._open_what_is_closed()\n"
        "sys.exit(open('run.py').fileno())"
    )
    told = subprocess.run(["sh", "-c", '"$@" <&- >&- 2>&-', "sh", sys.executable, "-c", code])
    assert told.returncode >= 3


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a disk that is always full")
def test_an_answer_that_cannot_be_written_is_said() -> None:
    with open("/dev/full", "wb") as full:
        told = subprocess.run(
            [sys.executable, "run.py", "rules", "blocks"], cwd=TOP, stdout=full,
            stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
    assert told.returncode == 1
    assert told.stderr == f"It could not be written: {os.strerror(errno.ENOSPC)}.\n"


def test_options_alone_belong_to_serve() -> None:
    assert door._command_of(["--port", "9000"]) == ("serve", ["--port", "9000"])


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--prot", "9000"], "unrecognized arguments: --prot"),
        (["--port", "99999"], "99999 is no port"),
        (["--pin", "123"], "from 4 to 64 signs"),
    ],
)
def test_a_wrong_option_is_told_before_anything_is_fetched(
    words: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def forbidden(kind: str) -> None:
        raise AssertionError("nothing may be fetched")

    monkeypatch.setattr(home, "inside", lambda: False)
    monkeypatch.setattr(home, "set_up", forbidden)
    with pytest.raises(SystemExit) as ended:
        door.main(words)
    assert ended.value.code == 2 and says in capsys.readouterr().err


def test_help_for_the_tests_fetches_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(home, "inside", lambda: False)
    assert door.main(["test", "--help"]) == 0
    assert "PYTEST ARGUMENTS" in capsys.readouterr().out


def test_all_tests_name_the_servers_that_are_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And go on: all the rest is tried."""
    asked: list[Sequence[str]] = []
    monkeypatch.setattr(needs, "bring", lambda: "")
    monkeypatch.setattr(needs, "find_service", lambda name: None)

    def called(words: Sequence[str], cwd: Path) -> int:
        asked.append(words)
        return 0

    monkeypatch.setattr(home, "call", called)
    assert door.test(["--all"]) == 0
    said = capsys.readouterr().err
    assert "MISSING" in said and "apt install mosquitto" in said and "apt install postgres" in said
    assert "--all" in asked[-1] and "pytest" in asked[-1]


def test_the_quick_tests_bring_no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    """Style and the folders that need none; what would fetch one is never asked."""
    asked: list[Sequence[str]] = []

    def called(words: Sequence[str], cwd: Path) -> int:
        asked.append(words)
        return 0

    monkeypatch.setattr(home, "call", called)
    monkeypatch.setattr(needs, "bring", lambda: pytest.fail("it fetched"))
    assert door.test(["--quick"]) == 0
    assert "--quick" in asked[-1] and "tests/rules" in asked[-1]


def test_a_set_up_that_fails_is_its_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(kind: str) -> None:
        raise home.SetupError("the disk is full")

    monkeypatch.setattr(home, "inside", lambda: False)
    monkeypatch.setattr(home, "set_up", fail)
    assert door.main([]) == 1
    assert capsys.readouterr().err == "the disk is full\n"


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    """``run.py rules SET --json | head -1``: more is written than the pipe holds (64 kB)."""
    with subprocess.Popen(
        [sys.executable, "run.py", "rules", "matchlocks", "--json"], cwd=TOP,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as program:  # fmt: skip
        assert program.stdout is not None and program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
        assert program.wait() == 1


def test_a_sign_that_the_console_cannot_show_does_not_end_the_program() -> None:
    told = subprocess.run(
        [sys.executable, "run.py", "rules", "matchlocks"], cwd=TOP, capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )  # fmt: skip
    assert told.returncode == 0, told.stderr


def test_the_threads_of_the_server_share_two_heaps(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one for each of a hundred threads glibc kept hundreds of MB of old pictures."""
    monkeypatch.delenv("MALLOC_ARENA_MAX", raising=False)
    monkeypatch.setattr(os, "execv", lambda *_: None)
    monkeypatch.setattr(home, "call", lambda _: 0)
    home.enter("serve", [])
    assert os.environ["MALLOC_ARENA_MAX"] == "2"
    monkeypatch.setenv("MALLOC_ARENA_MAX", "1")
    home.enter("serve", [])
    assert os.environ["MALLOC_ARENA_MAX"] == "1"
