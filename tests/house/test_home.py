"""Drumhead's own .venv: what goes wrong on other people's machines is one sentence, and the
next try works."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.house.source import TOP
from webui.commands import home
from webui.commands.wheels import wheels_command


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The .venv in an empty folder, and neither network nor pip."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(home, "VENV", venv)
    monkeypatch.setattr(home, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(home, "STAMP", venv / "drumhead.json")
    monkeypatch.setattr(home, "HALF", venv / "half-installed")
    monkeypatch.setattr(home, "HALF_PIP", venv / "half-a-pip")
    monkeypatch.setattr(home, "LOCK", tmp_path / ".venv.lock")
    monkeypatch.setattr(home, "WHEELS", tmp_path / "wheels")
    return venv


@pytest.fixture
def made(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A .venv that is there, of this Python."""
    elsewhere.mkdir()
    monkeypatch.setattr(home, "PYTHON", Path(sys.executable))
    return elsewhere


def stamp(**other: Any) -> None:
    """Write what a finished set-up leaves behind."""
    told = {**home._wanted(home.PLAY), "python": platform.python_version(), **other}
    home.STAMP.write_text(json.dumps(told), encoding="utf-8")


def forbid(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def forbidden(*arguments: Any, **named: Any) -> None:
        raise AssertionError("this must not be called")

    for name in names:
        monkeypatch.setattr(home, name, forbidden)


def pip_says(monkeypatch: pytest.MonkeyPatch, program: str) -> list[Sequence[str]]:
    """Let *program* stand for pip; what it was asked."""
    asked: list[Sequence[str]] = []

    def pip(arguments: Sequence[str]) -> list[str]:
        asked.append(arguments)
        return [sys.executable, "-c", program]

    monkeypatch.setattr(home, "_pip", pip)
    return asked


def test_missing_venv_module_names_the_package(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(home.SetupError, match="apt install python3-venv"):
        home.set_up()


def test_unwritable_folder_is_said(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(home.SetupError, match="folder of your own"):
        home.set_up()


def test_no_network_at_first_start_is_said() -> None:
    """pip's words when the name of its index cannot be looked up."""
    words = [
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError("
        "... [Errno -3] Temporary failure in name resolution')': /simple/numpy/",
        "ERROR: No matching distribution found for numpy>=1.26",
    ]
    assert "needs the internet once" in str(home.why_pip_failed(words))
    quiet = ["ERROR: Could not find a version that satisfies x (from versions: none)"]
    assert isinstance(home.why_pip_failed(quiet), home.NotReached)


def test_full_disk_is_said() -> None:
    words = ["OSError: [Errno 28] No space left on device"]
    assert "disk is full" in str(home.why_pip_failed(words))


def test_a_stamped_venv_is_left_alone(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start takes no network: nothing is called."""
    stamp()
    forbid(monkeypatch, "_make_venv", "_pip_install")
    home.set_up()


@pytest.mark.parametrize(
    ("python", "complete"),
    [
        (platform.python_version(), True),
        (f"{sys.version_info.major}.{sys.version_info.minor}.99", True),
        (f"{sys.version_info.major}.99.0", False),
    ],
)
def test_a_new_patch_of_python_takes_no_new_packages_and_a_new_python_does(
    made: Path, python: str, complete: bool
) -> None:
    """The system's update at the club, where there is no network, must not end the evening."""
    stamp(python=python)
    assert home._complete(home._wanted(home.PLAY)) is complete


def test_a_venv_whose_python_is_gone_is_not_complete(elsewhere: Path) -> None:
    elsewhere.mkdir()
    stamp()
    assert not home._complete(home._wanted(home.PLAY))


def test_a_changed_list_of_packages_is_fetched_into_what_is_there(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp(seal="another")
    asked = pip_says(monkeypatch, "")
    forbid(monkeypatch, "_make_venv")
    monkeypatch.setattr(home, "_usable_opencv", lambda: "5.0.0")
    home.set_up()
    assert "--require-hashes" in asked[0] and "--force-reinstall" not in asked[0]
    assert home._complete(home._wanted(home.PLAY))


def test_a_venv_that_was_stopped_before_it_had_pip_is_made_anew(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plug was pulled early: a Python is there, and no pip in it."""
    elsewhere.mkdir()
    bare = elsewhere / "python"
    bare.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    bare.chmod(0o755)
    monkeypatch.setattr(home, "PYTHON", bare)
    assert not home._of_use()


def test_a_venv_whose_pip_was_being_exchanged_is_made_anew(made: Path) -> None:
    """The plug was pulled between the old pip and the new one."""
    assert home._of_use()
    home.HALF_PIP.touch()
    assert not home._of_use()


def test_what_pip_left_half_laid_down_is_laid_down_again(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own list says that those packages are there; their files may be missing."""
    asked = pip_says(monkeypatch, "print('Installing collected packages: x'); raise SystemExit(1)")
    with pytest.raises(home.SetupError, match="last words"):
        home._pip_install(["x"])
    asked = pip_says(monkeypatch, "")
    home._pip_install(["x"])
    home._pip_install(["x"])
    assert ["--force-reinstall" in each for each in asked] == [True, False]


PIPS = {"PIP_USER": "1", "PIP_NO_DEPS": "1", "PIP_DRY_RUN": "1", "PIP_TARGET": "elsewhere"}


def test_pip_installs_into_the_venv_whatever_it_was_told_by_default(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Manjaro's pip.conf says ``user = true``; an index of one's own is still asked."""
    for name, value in {**PIPS, "PIP_INDEX_URL": "https://club.example/simple"}.items():
        monkeypatch.setenv(name, value)
    says = "import os; print(sorted(n + '=' + v for n, v in os.environ.items() if 'PIP' in n))"
    pip_says(monkeypatch, says + "; raise SystemExit(1)")
    with pytest.raises(home.SetupError) as told:
        home._pip_install(["x"])
    found = str(told.value)
    assert all(f"{name}=0" in found for name in ("PIP_USER", "PIP_NO_DEPS", "PIP_DRY_RUN"))
    assert "PIP_INDEX_URL=https://club.example" in found and "elsewhere" not in found


def test_pip_refuses_none_of_the_options_that_undo_a_config_file(tmp_path: Path) -> None:
    """The real one: with such a file it would refuse, or lay the files down elsewhere."""
    config = tmp_path / "pip.conf"
    elsewhere = tmp_path / "elsewhere"
    config.write_text(f"[install]\nuser = true\ntarget = {elsewhere.as_posix()}\n", "utf-8")
    wanted = home._pip(["install", "--target=", "--dry-run", "--no-index", "pip"])
    settings = {**home._pip_settings(), "PIP_CONFIG_FILE": str(config)}
    told = subprocess.run(wanted, capture_output=True, text=True, env=settings)
    assert told.returncode == 0, told.stderr
    assert "already satisfied" in told.stdout and not elsewhere.exists()


def test_progress_is_not_written_into_the_answer(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first ``run.py measure … --json > file`` of a fresh clone sets up on its way."""
    stamp(seal="another")
    pip_says(monkeypatch, "print('Collecting numpy>=1.26')")
    monkeypatch.setattr(home, "_usable_opencv", lambda: "5.0.0")
    home.set_up()
    said = capsys.readouterr()
    assert said.out == "" and "fetching 1: numpy" in said.err


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> list[Sequence[str]]:
    """A machine without libGL: cv2 is imported once the headless wheel was asked for. What pip
    was asked."""
    asked: list[Sequence[str]] = []

    def ran(command: Sequence[str], **named: Any) -> subprocess.CompletedProcess[str]:
        if command[1] == "-c":
            there = any("opencv-python-headless==5.0.0.93" in each for each in asked)
            return subprocess.CompletedProcess(command, 0 if there else 1, "5.0.0\n", "no libGL")
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, "Name: opencv\nVersion: 5.0.0.93\n", "")

    monkeypatch.setattr(home.subprocess, "run", ran)
    monkeypatch.setattr(home, "_pip", lambda words: ["pip", *words])
    monkeypatch.setattr(home, "_fetch", lambda exact, packages, *more: asked.append(packages))
    monkeypatch.setattr(home, "_pip_settings", dict)
    return asked


def test_opencv_is_swapped_for_its_headless_twin_of_the_same_version(
    bare: list[Sequence[str]],
) -> None:
    """Both are taken off first: they share a folder, and one would leave the other empty."""
    assert home._usable_opencv() == "5.0.0 headless"
    assert [list(each) for each in bare] == [
        ["pip", "show", "opencv-python"],
        ["pip", "uninstall", "-y", "opencv-python", "opencv-python-headless"],
        ["opencv-python-headless==5.0.0.93"],
    ]


def test_an_opencv_that_no_twin_mends_is_said(
    bare: list[Sequence[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(home, "_fetch", lambda *_: None)
    with pytest.raises(home.SetupError, match="OpenCV cannot be imported: no libGL"):
        home._usable_opencv()


def test_a_second_set_up_waits_for_the_first_and_finds_it_done(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stamp(seal="another")
    forbid(monkeypatch, "_fill")
    waits, done = threading.Event(), threading.Event()
    monkeypatch.setattr(home.time, "sleep", lambda seconds: (waits.set(), done.wait(90)))
    second = threading.Thread(target=home.set_up)
    with home._alone():
        second.start()
        assert waits.wait(90)
        stamp()
    done.set()
    second.join(90)
    assert not second.is_alive()
    said = capsys.readouterr()
    assert "waiting for it" in said.err and said.out == ""


def test_a_lock_of_somebody_else_is_said(elsewhere: Path) -> None:
    """A folder stands for a file that may not be opened: root opens any file."""
    home.LOCK.mkdir()
    with pytest.raises(home.SetupError, match="started with sudo"):
        home.set_up()


def test_what_is_called_gives_its_own_exit_code() -> None:
    assert home.call([sys.executable, "-c", "raise SystemExit(7)"]) == 7


def test_what_is_called_runs_where_the_player_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``run.py measure photo.jpg`` names a file in the folder he is in, not in Drumhead's."""
    monkeypatch.chdir(tmp_path)
    home.call([sys.executable, "-c", "open('here', 'w').close()"])
    assert (tmp_path / "here").exists()


def test_ctrl_c_is_left_to_the_program_that_was_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """The waiting process gets it as well, goes on waiting, and gives the inner one's code."""
    real, interrupted = subprocess.Popen.wait, []

    def wait(self: subprocess.Popen[bytes], timeout: float | None = None) -> int:
        if not interrupted:
            interrupted.append(True)
            raise KeyboardInterrupt
        return real(self, timeout)

    monkeypatch.setattr(subprocess.Popen, "wait", wait)
    assert home.call([sys.executable, "-c", "raise SystemExit(5)"]) == 5
    assert interrupted


# --- exact packages --------------------------------------------------------------------------

MISSING = "ERROR: No matching distribution found for waitress==3.0.2"
CHANGED = "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE."


def _says(line: str, unless: str) -> str:
    """A pip that fails with a line, unless it is asked with a word."""
    return f"import sys; sys.exit(0 if {unless!r} in sys.argv else print({line!r}) or 1)"


def _pips(monkeypatch: pytest.MonkeyPatch, program: str) -> list[list[str]]:
    asked: list[list[str]] = []

    def pip(arguments: Sequence[str]) -> list[str]:
        asked.append(list(arguments))
        return [sys.executable, "-c", program, *arguments]

    monkeypatch.setattr(home, "_pip", pip)
    return asked


def test_the_exact_packages_are_asked_for_first(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _pips(monkeypatch, "")
    home._fetch(home.EXACT[home.PLAY], ["numpy>=1.26"])
    assert len(asked) == 1 and "--require-hashes" in asked[0]
    assert asked[0][-2:] == ["-r", str(home.LISTS / "requirements.txt")]


def test_what_does_not_fit_is_replaced_aloud(
    made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new Python, or a version that its makers have withdrawn."""
    asked = _pips(monkeypatch, _says(MISSING, unless="numpy>=1.26"))
    home._fetch(home.EXACT[home.PLAY], ["numpy>=1.26"])
    assert [each[-1] for each in asked] == [str(home.EXACT[home.PLAY]), "numpy>=1.26"]
    said = capsys.readouterr().err
    assert "no waitress==3.0.2 for Python" in said and "newest that pyproject.toml allows" in said


@pytest.fixture
def empty(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A .venv that has just been made."""
    monkeypatch.setattr(home, "_of_use", lambda: False)
    monkeypatch.setattr(home, "_make_venv", lambda: None)
    monkeypatch.setattr(home, "_usable_opencv", lambda: "5.0.0")
    return made


@pytest.mark.parametrize(("kind", "compiled"), [(home.PLAY, True), (home.TESTS, False)])
def test_pip_comes_first_and_a_player_s_packages_are_compiled(
    kind: str, compiled: bool, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _pips(monkeypatch, "")
    home.set_up(kind)
    assert [each[-1] for each in asked] == [str(home.PIP), str(home.EXACT[kind])]
    assert "--no-compile" not in asked[1] if compiled else "--no-compile" in asked[1]
    assert not home.HALF_PIP.exists()


@pytest.mark.parametrize(
    ("line", "wheels"), [(MISSING, False), ("ERROR: x (from versions: none)", True)]
)
def test_where_that_pip_cannot_be_had_python_s_own_goes_on_aloud(
    line: str, wheels: bool, empty: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """A Python for which it is not made, or a folder of wheels of last year."""
    if wheels:
        home.WHEELS.mkdir()
    asked = _pips(monkeypatch, f"import sys; {str(home.PIP)!r} in sys.argv and sys.exit({line!r})")
    home.set_up()
    assert [each[-1] for each in asked] == [str(home.PIP), str(home.EXACT[home.PLAY])]
    assert "the pip that came with Python" in capsys.readouterr().err


@pytest.mark.parametrize("line", [CHANGED, "getaddrinfo failed"])
def test_a_changed_pip_and_a_network_that_is_none_end_the_set_up(
    line: str, empty: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _pips(monkeypatch, _says(line, unless="nothing"))
    with pytest.raises(home.SetupError):
        home.set_up()
    assert len(asked) == 1


def test_a_changed_package_is_refused_and_nothing_is_taken_instead(
    made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = _pips(monkeypatch, _says(CHANGED, unless="nothing"))
    with pytest.raises(home.SetupError, match="is not the one that Drumhead was tried with"):
        home._fetch(home.EXACT[home.PLAY], ["numpy>=1.26"])
    assert len(asked) == 1


@pytest.mark.parametrize("line", [MISSING, "ERROR: x (from versions: none)"])
def test_a_folder_of_wheels_is_used_when_it_is_there(
    line: str, made: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And the internet is asked for what the folder lacks, which is said."""
    home.WHEELS.mkdir()
    asked = _pips(monkeypatch, "")
    home._fetch(home.EXACT[home.PLAY], ["numpy>=1.26"])
    assert len(asked) == 1 and "--no-index" in asked[0] and str(home.WHEELS) in asked[0]
    asked = _pips(monkeypatch, f"import sys; '--no-index' in sys.argv and sys.exit({line!r})")
    home._fetch(home.EXACT[home.PLAY], ["numpy>=1.26"])
    assert ["--no-index" in each for each in asked] == [True, False]
    assert "asking the internet" in capsys.readouterr().err


def _listed(file: Path) -> dict[str, tuple[str, int]]:
    """Name -> version and how many hashes, of a file of exact packages."""
    found: dict[str, tuple[str, int]] = {}
    name = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        pinned = re.match(r"([a-z0-9-]+)==(\S+)", line)
        if pinned:
            name = pinned[1]
            found[name] = (pinned[2], 0)
        elif re.fullmatch(r"    --hash=sha256:[0-9a-f]{64}( \\)?", line):
            version, hashes = found[name]
            found[name] = (version, hashes + 1)
        else:
            assert line.startswith("#"), line
    return found


@pytest.mark.parametrize("kind", [home.PLAY, home.HALL, home.TESTS])
def test_the_exact_packages_are_those_of_pyproject(kind: str, elsewhere: Path) -> None:
    """Each is in the range, with at least one hash; what is added there is added here."""
    listed = _listed(home.EXACT[kind])
    for line in home._wanted(kind)["packages"]:
        wanted = Requirement(line)
        version, hashes = listed[canonicalize_name(wanted.name)]
        assert wanted.specifier.contains(version), f"{wanted} but {version}: run .ci/lock"
        assert hashes > 0
    assert all(hashes for _, hashes in listed.values())


def test_the_lists_agree_with_each_other() -> None:
    run, hall, tests = (_listed(home.EXACT[kind]) for kind in (home.PLAY, home.HALL, home.TESTS))
    assert {name: hall[name] for name in run} == run
    assert {name: tests[name] for name in hall} == hall
    headless = _listed(home.HEADLESS)["opencv-python-headless"]
    assert headless[0] == run["opencv-python"][0]
    assert [hashes > 0 for _, hashes in _listed(home.PIP).values()] == [True]


def test_a_table_needs_nothing_of_the_hall_s() -> None:
    """Twenty packages more come only with ``run.py hall``."""
    ask = (
        "import sys, webui.commands.serve, webui.server.app, webui.hall.table.publisher\n"
        "print({'amqtt', 'psycopg', 'pydantic'} & set(sys.modules))"
    )
    told = subprocess.run([sys.executable, "-c", ask], cwd=TOP, capture_output=True, text=True)
    assert told.stdout == "set()\n", told.stderr
    assert not {"amqtt", "psycopg"} & set(_listed(home.EXACT[home.PLAY]))


def test_what_was_once_brought_for_the_hall_stays(made: Path) -> None:
    stamp(**home._wanted(home.HALL))
    assert home._complete(home._wanted(home.PLAY))
    assert not home._complete(home._wanted(home.TESTS))


def test_wheels_for_another_computer_are_asked_for_by_its_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is only for Windows is fetched on Linux too."""
    asked: list[list[str]] = []

    def ran(words: Sequence[str]) -> subprocess.CompletedProcess[str]:
        asked.append([*words, Path(words[-1]).read_text(encoding="utf-8")])
        return subprocess.CompletedProcess([], 0, "", "")

    monkeypatch.setattr(home, "ran_pip", ran)
    words = ["--for", "windows", "--python", "3.13", "--tests", str(tmp_path / "w")]
    assert wheels_command(words) == 0
    assert "win_amd64" in asked[0] and "3.13" in asked[0] and "--require-hashes" in asked[0]
    assert "colorama==" in asked[0][-1] and ";" not in asked[0][-1]
    assert "opencv-python-headless" in asked[1][-1] and "--no-deps" in asked[1]
    assert "pip==" in asked[2][-1] and "--no-deps" in asked[2]
    assert "beside run.py" in capsys.readouterr().out


def test_wheels_that_cannot_be_had_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = subprocess.CompletedProcess([], 1, "", "ERROR: getaddrinfo failed")
    monkeypatch.setattr(home, "ran_pip", lambda words: told)
    assert wheels_command([str(tmp_path / "w")]) == 1
    assert "needs the internet once" in capsys.readouterr().err
