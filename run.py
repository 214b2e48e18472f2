#!/usr/bin/env python3
"""The one door: ``python3 run.py`` sets Drumhead up and serves it; see ``--help``.

Law: until ``inside_home`` is true only the standard library is imported, and nothing that
Python 3.8 could not parse stands here, so that an old Python is told so in a sentence.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import importlib.util
import json
import logging
import logging.handlers
import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "drumhead.json"
OLDEST_PYTHON = (3, 11)

# name -> (module, function taking the arguments and giving an exit code, one line of help)
COMMANDS: dict[str, tuple[str, str, str]] = {
    "serve": ("run", "serve", "serve the page (what happens when no command is given)"),
    "test": ("run", "test", "bring what the tests need and run all of them"),
    "measure": ("vision.command", "measure_command", "measure a still picture of a table"),
    "resolve": ("webui.cases", "resolve_command", "play one action on a hand-written table"),
    "rules": ("webui.coverage", "rules_command", "which rules of a book are implemented"),
    "print": ("calibration.print_command", "print_command", "tags, markers and boards as PDF"),
    "calibrate": ("calibration.command", "calibrate_command", "lens from pictures of a board"),
    "export": ("webui.export", "export_command", "a kept game as a report or a zip"),
    "bench": ("run", "bench", "speed and recognition beside other readers; of the rules"),
}


class SetupError(Exception):
    """Drumhead cannot set itself up; the message says why and what to do."""


def main(argv: Sequence[str]) -> int:
    """Set up if need be, then do what *argv* says; gives the exit code."""
    if sys.version_info < OLDEST_PYTHON:
        have = platform.python_version()
        return _say(f"Drumhead needs Python 3.11 or newer, this is {have}: install a newer one.")
    command, rest = _command_of(argv)
    if command in ("--help", "-h"):
        print(help_text())
        return 0
    if command == "--version":
        print("Drumhead " + _project()["version"])
        return 0
    if command not in COMMANDS:
        known = ", ".join(COMMANDS)
        return _say(f"There is no command {command!r}. There are: {known}.", 2)
    if not inside_home():
        return enter_home(command, rest)
    # OpenBLAS spins its threads on our 9x9 solves: eight times slower on a busy computer.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    module, function, _ = COMMANDS[command]
    here = sys.modules["__main__"] if module == "run" else importlib.import_module(module)
    todo: Callable[[Sequence[str]], int] = getattr(here, function)
    try:
        return todo(rest)
    except KeyboardInterrupt:
        return _say("Stopped.", 130)


def _command_of(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The command and its arguments; options alone belong to ``serve``."""
    if not argv:
        return "serve", []
    if argv[0].startswith("-") and argv[0] not in ("--help", "-h", "--version"):
        return "serve", list(argv)
    return argv[0], list(argv[1:])


def help_text() -> str:
    """What ``--help`` prints."""
    lines = ["usage: python3 run.py [COMMAND] [OPTIONS]   (each command has its own --help)", ""]
    lines += [f"  {name:<10} {says}" for name, (_, _, says) in COMMANDS.items()]
    lines += ["", "  python3 run.py                 a simulated table on http://localhost:8750"]
    lines += ["  python3 run.py --camera 0      the first webcam"]
    lines += ["  python3 run.py --host 0.0.0.0  phones on the same network may join"]
    return "\n".join(lines)


def _say(sentence: str, code: int = 1) -> int:
    print(sentence, file=sys.stderr)
    return code


# --- setting up ----------------------------------------------------------------------------


def inside_home() -> bool:
    """Is this Python the one in Drumhead's own .venv?"""
    return Path(sys.prefix).resolve() == VENV.resolve()


def enter_home(command: str, rest: Sequence[str]) -> int:
    """Make the .venv complete and run this file again inside it."""
    try:
        set_up(with_tests=command == "test")
    except SetupError as why:
        return _say(str(why))
    except KeyboardInterrupt:
        return _say("\nStopped while setting up. Start again to go on where it stopped.")
    arguments = [str(PYTHON), str(HERE / "run.py"), command, *rest]
    if os.name == "nt":  # execv on Windows leaves the console to two processes at once
        return subprocess.call(arguments)
    sys.stdout.flush()
    os.execv(str(PYTHON), arguments)


def set_up(with_tests: bool) -> None:
    """Bring .venv to what pyproject.toml asks for; does nothing when it is there already.

    Raises:
        SetupError: a sentence with the remedy.
    """
    wanted = _wanted(with_tests)
    if _stamped(wanted):
        return
    _make_venv()
    _pip_install(wanted["packages"])
    wanted["opencv"] = _usable_opencv()
    STAMP.write_text(json.dumps(wanted), encoding="utf-8")


def _project() -> dict[str, Any]:
    import tomllib  # new in 3.11, so not at the top

    with open(HERE / "pyproject.toml", "rb") as file:
        project: dict[str, Any] = tomllib.load(file)["project"]
    return project


def _wanted(with_tests: bool) -> dict[str, Any]:
    """What the stamp must say; once the tests' packages are there they stay wanted."""
    project = _project()
    with_tests = with_tests or bool(_stamp().get("tests"))
    packages = list(project["dependencies"])
    if with_tests:
        packages += project["optional-dependencies"]["test"]
    seal = hashlib.sha256("\n".join(packages).encode()).hexdigest()
    return {
        "python": platform.python_version(),
        "packages": packages,
        "seal": seal,
        "tests": with_tests,
    }


def _stamp() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _stamped(wanted: dict[str, Any]) -> bool:
    stamp = _stamp()
    same = all(stamp.get(key) == wanted[key] for key in ("python", "seal", "tests"))
    return same and PYTHON.exists()


def _make_venv() -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise SetupError(
            "Python's venv module is missing. On Debian or Ubuntu: "
            "sudo apt install python3-venv, then start again."
        )
    if not os.access(HERE, os.W_OK):
        raise SetupError(
            f"The folder {HERE} cannot be written to: copy Drumhead into a folder of your own."
        )
    if PYTHON.exists() and _stamp().get("python") in (None, platform.python_version()):
        return
    import venv

    print("Setting up Drumhead (once; this needs the internet and about 400 MB) …", flush=True)
    try:
        venv.EnvBuilder(clear=VENV.exists(), with_pip=True, symlinks=os.name != "nt").create(VENV)
    except (OSError, subprocess.CalledProcessError) as why:
        raise SetupError(
            f"A Python environment could not be made in {VENV} ({why}). On Debian or Ubuntu: "
            "sudo apt install python3-venv; else check that the disk is not full."
        ) from None


def _pip(arguments: Sequence[str]) -> list[str]:
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    return pip + list(arguments)


def _pip_install(packages: Sequence[str]) -> None:
    """Install with one progress line that counts what has arrived."""
    command = _pip(["install", "--progress-bar", "off", *packages])
    lines: list[str] = []
    arrived = 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as pip:
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line.rstrip())
            name = re.match(r"\s*(?:Collecting|Requirement already satisfied:) (\S+)", line)
            if name:
                arrived += 1
                _progress(f"fetching {arrived}: {re.split('[<>=!~;]', name[1])[0]}")
            elif line.startswith("Installing collected"):
                _progress("installing …")
    _progress("")
    if pip.returncode != 0:
        raise SetupError(_why_pip_failed(lines))


def _progress(text: str) -> None:
    end = "\r" if sys.stdout.isatty() else "\n"
    if text or sys.stdout.isatty():
        print(f"  {text:<60}", end=end, flush=True)


def _why_pip_failed(lines: Sequence[str]) -> str:
    text = "\n".join(lines[-40:])
    if "No space left" in text:
        return "The disk is full: free about 500 MB and start again."
    offline = ("NewConnectionError", "Temporary failure", "getaddrinfo", "No matching distribution")
    if any(sign in text for sign in offline):
        return (
            "The packages could not be fetched. The first start needs the internet once: "
            "connect and start again (later starts need no network)."
        )
    return "pip could not install the packages; its last words were:\n" + "\n".join(lines[-6:])


def _usable_opencv() -> str:
    """The version of cv2 that can be imported, swapped for its headless twin if need be.

    The usual wheel wants libGL, which servers and bare images do not have.
    """
    ask = [str(PYTHON), "-c", "import cv2; print(cv2.__version__)"]
    first = subprocess.run(ask, capture_output=True, text=True)
    if first.returncode == 0:
        return first.stdout.strip()
    show = subprocess.run(_pip(["show", "opencv-python"]), capture_output=True, text=True)
    version = re.search(r"^Version: (\S+)", show.stdout, re.MULTILINE)
    if version is None:
        raise SetupError("OpenCV is not there after installing it: delete .venv and start again.")
    print("  opencv-python cannot be imported here (no libGL); taking its headless twin.")
    # Both put their files in the same folder: one uninstalled would leave the other empty.
    both = ["opencv-python", "opencv-python-headless"]
    subprocess.run(_pip(["uninstall", "-y", *both]), capture_output=True)
    _pip_install(["opencv-python-headless==" + version[1]])
    second = subprocess.run(ask, capture_output=True, text=True)
    if second.returncode != 0:
        raise SetupError("OpenCV cannot be imported: " + second.stderr.strip()[-300:])
    return second.stdout.strip() + " headless"


# --- serving -------------------------------------------------------------------------------


def serve(argv: Sequence[str]) -> int:
    """Serve the page until Ctrl-C."""
    logging.basicConfig(level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
    options = serve_options(argv)
    log_into(options.data)
    if not port_is_free(options.host, options.port):
        return _say(
            f"Port {options.port} is in use, perhaps by Drumhead itself: "
            f"stop that, or start with --port {options.port + 1}."
        )
    from vision.setting_up import SettingUp
    from webui.journal import CannotKeep
    from webui.lock import FolderInUse

    setting_up = SettingUp(options.data)
    try:
        live = open_live(options, setting_up)
    except (ValueError, OSError, RuntimeError) as why:
        return _say(str(why), 2)
    try:
        return _serve_until_stopped(options, live, setting_up)
    except (CannotKeep, FolderInUse, ValueError) as why:
        return _say(str(why))
    finally:
        live.close()


def log_into(folder: Path) -> None:
    """Keep the log in ``folder/drumhead.log`` as well; at most about 1 MB of it.

    A folder that cannot be written is told of when a game is opened in it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        kept = logging.handlers.RotatingFileHandler(
            folder / "drumhead.log", maxBytes=500_000, backupCount=1, encoding="utf-8"
        )
    except OSError:
        return
    kept.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    kept.setLevel(logging.INFO)
    for name in ("run", "vision", "webui", "calibration"):
        logging.getLogger(name).setLevel(logging.INFO)
    logging.getLogger().addHandler(kept)
    system = f"{platform.system()} {platform.release()}"
    started = logging.getLogger("run")
    started.info("Drumhead starts on Python %s, %s", platform.python_version(), system)


def serve_options(argv: Sequence[str]) -> argparse.Namespace:
    """The options of ``serve``; ``--safe`` overrules those of the camera."""
    parser = argparse.ArgumentParser(prog="run.py serve", description="Serve the page.")
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="0.0.0.0 lets phones on the same network in")
    add("--port", type=int, default=8750)
    add("--camera", default="sim", help="sim, none, an index, an address, a picture or a video")
    add("--data", type=Path, default=HERE / "games", help="folder that games are kept in")
    add("--army", type=Path, action="append", default=[], help="army.toml, once for each side")
    add("--table", type=Path, help="table.toml: markers, terrain and bases in play")
    add("--lens", type=Path, help="lens.toml; without it the lens is solved with the pose")
    add("--rules", default="matchlocks", help="whose ready battle stands on the table at first")
    add("--pin", help="the umpire's PIN, at least four digits; else chosen on the page")
    add("--safe", action="store_true", help="no camera and no readers: only the page and the games")
    options = parser.parse_args(argv)
    if options.safe:
        options.camera = "none"
    return options


def port_is_free(host: str, port: int) -> bool:
    """Can the page listen there?"""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name != "nt":  # on Windows this would let two servers share a port
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):
            return False
    return True


def open_live(options: argparse.Namespace, setting_up: Any) -> Any:
    """The live table that the options ask for; *setting_up* is given its camera.

    A real camera without ``--table`` gets what the set-up wizard kept, or an empty table.

    Raises:
        CameraError, FileError, CannotPlace, ValueError: it cannot be had; a sentence.
    """
    from calibration.table_file import TableFile, load_lens, load_table
    from rules import RULE_SETS
    from vision.cameras.choose import open_camera
    from vision.live import watch
    from vision.simulated_table import SimulatedTable
    from webui.live import HandTable

    book = next((each for each in RULE_SETS if each.name == options.rules), None)
    if book is None:
        known = ", ".join(each.name for each in RULE_SETS)
        raise ValueError(f"There is no rule set {options.rules!r}. There are: {known}.")
    if options.camera == "none":
        return HandTable(book.demo().table)
    if options.camera == "sim" and options.table is None:
        return SimulatedTable(book.demo().table, prepare=setting_up.adopt)
    kept = options.data / "table.toml"
    where = options.table or (kept if kept.exists() else None)
    table = TableFile((72.0, 48.0)) if where is None else load_table(where)
    lens = load_lens(options.lens) if options.lens else None
    watcher = watch(open_camera(options.camera, scene=(table, {})), table, lens)
    setting_up.adopt(watcher)
    watcher.start()
    return watcher


def _serve_until_stopped(options: argparse.Namespace, live: Any, setting_up: Any) -> int:
    import waitress

    from rules import RULE_SETS
    from vision.press import Press
    from webui import create_app, desk_of
    from webui.army_file import load_army

    armies = tuple(load_army(path) for path in options.army)
    if armies and len(armies) != 2:
        raise ValueError("Give --army twice: one army.toml for each side.")
    open_to_all = options.host not in ("127.0.0.1", "localhost", "::1")
    app = create_app(
        options.data,
        live,
        rules=RULE_SETS,
        pin=options.pin,
        armies=(armies[0], armies[1]) if armies else None,
        first=options.rules,
        open_to_all=open_to_all,
        setter=setting_up if options.camera != "none" else None,
        printer=Press(setting_up.table if options.camera != "none" else lambda: None),
    )
    server = waitress.create_server(app, host=options.host, port=options.port, threads=96)
    _say_where(options, open_to_all, live.source)
    try:
        server.run()
    finally:
        server.close()
        desk_of(app).close()
        print("Drumhead has stopped; everything is kept.")
    return 0


def _say_where(options: argparse.Namespace, open_to_all: bool, source: str) -> None:
    from vision.tags.pyzbar_reader import pyzbar_fact
    from webui.addresses import lan_addresses

    shown = lan_addresses()[:1] if open_to_all else ("localhost",)
    for name in shown or (options.host,):
        print(f"Drumhead serves on http://{name}:{options.port}   (Ctrl-C stops it)", flush=True)
    reader_off = "" if source == "hand" else pyzbar_fact()
    if reader_off:
        print(reader_off, flush=True)
    if not open_to_all:
        print("Phones may join when it is started with --host 0.0.0.0", flush=True)


def bench(argv: Sequence[str]) -> int:
    """Time the readers, or with ``rules`` as the first word the rules."""
    from vision.bench import bench_command
    from webui.rules_bench import rules_bench_command

    return rules_bench_command(argv[1:]) if argv[:1] == ["rules"] else bench_command(argv)


# --- testing -------------------------------------------------------------------------------


def test(argv: Sequence[str]) -> int:
    """Bring libzbar and Chromium where that is possible, then run every check."""
    from tests import needs

    arguments = list(argv)
    if arguments[:1] in (["-h"], ["--help"]):
        print("usage: run.py test [PYTEST ARGUMENTS]   (without any: style, types and every test)")
        return 0
    lacking = needs.bring()
    if lacking:
        return _say(lacking)
    if arguments:
        return subprocess.call([str(PYTHON), "-m", "pytest", *arguments], cwd=HERE)
    return run_every_check()


def run_every_check() -> int:
    """Style, types, tests; stops at the first that fails."""
    for check in (["ruff", "check", "."], ["mypy"], ["pytest", "-n", "2", "--dist", "loadfile"]):
        print("== " + " ".join(check), flush=True)
        code = subprocess.call([str(PYTHON), "-m", *check], cwd=HERE)
        if code:
            return code
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
