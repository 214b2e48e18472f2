"""run.py's setting up: what goes wrong on other people's machines is one sentence."""

from __future__ import annotations

import importlib.util
import json
import os
import platform
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import run
from tests.house.source import TOP


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """run.py with its .venv in an empty folder."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(run, "VENV", venv)
    monkeypatch.setattr(run, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(run, "STAMP", venv / "drumhead.json")
    return venv


def test_missing_venv_module_names_the_package(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(run.SetupError, match="apt install python3-venv"):
        run.set_up(with_tests=False)


def test_unwritable_folder_is_said(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    with pytest.raises(run.SetupError, match="folder of your own"):
        run.set_up(with_tests=False)


def test_no_network_at_first_start_is_said() -> None:
    """pip's words when the name of its index cannot be looked up."""
    words = [
        "WARNING: Retrying (Retry(total=0)) after connection broken by 'NewConnectionError("
        "... [Errno -3] Temporary failure in name resolution')': /simple/numpy/",
        "ERROR: No matching distribution found for numpy>=1.26",
    ]
    assert "needs the internet once" in run._why_pip_failed(words)


def test_full_disk_is_said() -> None:
    assert "disk is full" in run._why_pip_failed(["OSError: [Errno 28] No space left on device"])


def test_a_stamped_venv_is_left_alone(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second start takes no network: nothing is called."""
    (elsewhere / "bin").mkdir(parents=True)
    run.PYTHON.touch()
    run.STAMP.write_text(json.dumps(run._wanted(False)), encoding="utf-8")

    def forbidden(*arguments: Any, **named: Any) -> None:
        raise AssertionError("pip or venv was called")

    monkeypatch.setattr(run, "_make_venv", forbidden)
    monkeypatch.setattr(run, "_pip_install", forbidden)
    run.set_up(with_tests=False)


def test_another_python_makes_the_stamp_stale(elsewhere: Path) -> None:
    (elsewhere / "bin").mkdir(parents=True)
    run.PYTHON.touch()
    stamp = dict(run._wanted(False), python="3.11.0-other")
    run.STAMP.write_text(json.dumps(stamp), encoding="utf-8")
    assert not run._stamped(run._wanted(False))


def test_unknown_command_names_the_known_ones() -> None:
    shown = subprocess.run(
        [sys.executable, "run.py", "frobnicate"], cwd=TOP, capture_output=True, text=True
    )
    assert shown.returncode == 2
    assert "measure" in shown.stderr and shown.stderr.count("\n") == 1


def test_help_lists_every_command() -> None:
    shown = subprocess.run(
        [sys.executable, "run.py", "--help"], cwd=TOP, capture_output=True, text=True
    )
    assert shown.returncode == 0
    assert all(command in shown.stdout for command in run.COMMANDS)


def test_old_python_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 1))
    monkeypatch.setattr(platform, "python_version", lambda: "3.10.1")
    assert run.main([]) == 1
    assert "3.11 or newer, this is 3.10.1" in capsys.readouterr().err


def test_options_alone_belong_to_serve() -> None:
    assert run._command_of(["--port", "9000"]) == ("serve", ["--port", "9000"])
