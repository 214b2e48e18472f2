"""What ``run.py`` does: which command is meant, in Drumhead's own .venv.

Law: until it runs in that .venv (``home``) only the standard library is imported.
"""

from __future__ import annotations

import contextlib
import difflib
import errno
import importlib
import io
import os
import sys
from collections.abc import Callable, Sequence

from webui.commands import home
from webui.commands import serve as serving
from webui.commands.broken_off import SetupError

# name -> (module, function taking the arguments and giving an exit code, one line of help)
COMMANDS: dict[str, tuple[str, str, str]] = {
    "serve": (
        "webui.commands.serve",
        "serve",
        "serve the page (what happens when no command is given)",
    ),
    "test": (__name__, "test", "bring what the tests need and run all of them"),
    "measure": (
        "webui.commands.seeing.measure",
        "measure_command",
        "measure a still picture of a table",
    ),
    "resolve": (
        "webui.commands.resolve",
        "resolve_command",
        "play one action on a hand-written table",
    ),
    "rules": (
        "webui.commands.coverage",
        "rules_command",
        "which rules of a book are implemented",
    ),
    "dice": ("webui.commands.seeing.dice", "dice_command", "read the dice in a picture of a tray"),
    "print": ("calibration.printing.command", "print_command", "tags, markers and boards as PDF"),
    "codes": ("webui.commands.codes", "codes_command", "payloads for tags that look unlike"),
    "calibrate": ("calibration.command", "calibrate_command", "lens from pictures of a board"),
    "export": ("webui.game.told.export", "export_command", "a kept game as a report or a zip"),
    "wheels": (
        "webui.commands.wheels",
        "wheels_command",
        "a folder of packages for a computer without internet",
    ),
    "hall": ("webui.commands.hall", "hall_command", "a wall, umpires, standings of many tables"),
    "bench": (
        __name__,
        "bench",
        "speed and recognition beside other readers; rules; growth",
    ),
}

NO_MEMORY = (
    "There is not enough memory for this: close other programs, or lift the limit "
    "that this one was started with (ulimit -v)."
)

_NO_MEMORY_SIGNS = ("failed to map segment", "Cannot allocate memory", "can't start new thread")
"""How a library that cannot be loaded, and a thread that cannot be begun, say it."""


def is_short_of_memory(why: BaseException) -> bool:
    """Is it for want of memory that this went wrong?"""
    return isinstance(why, MemoryError) or any(sign in str(why) for sign in _NO_MEMORY_SIGNS)


def main(argv: Sequence[str]) -> int:
    """Set up if need be, then do what *argv* says; gives the exit code."""
    _open_what_is_closed()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A ± that an old console or a pipe of its cannot show must not end the program.
        sys.stdout.reconfigure(errors="replace")
    try:
        return _obey(*_command_of(argv))
    except KeyboardInterrupt:
        return _say("Stopped.", 130)
    except (MemoryError, ImportError, RuntimeError) as why:
        if not is_short_of_memory(why):
            raise
        return _say(NO_MEMORY)
    except BrokenPipeError:
        return _write_no_more()  # whoever reads has seen enough (| head)
    except OSError as why:
        if why.errno not in (errno.ENOSPC, errno.EIO):
            raise
        return _say(f"It could not be written: {why.strerror}.", _write_no_more())


def _obey(command: str, rest: Sequence[str]) -> int:
    if command in ("--help", "-h"):
        print(help_text())
        return 0
    if command == "--version":
        print("Drumhead " + home.project()["version"])
        return 0
    if command not in COMMANDS:
        return _say(_no_such(command), 2)
    return _do(command, rest) if home.inside() else _enter(command, rest)


def _write_no_more() -> int:
    """At its end Python would flush once more into what takes nothing; gives the exit code."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1


def _open_what_is_closed() -> None:
    """Give a program without a console (pythonw, a service) one that nobody reads.

    Else a file of ours would be opened under the number that other libraries complain on.
    """
    for number in (0, 1, 2):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)  # gets the lowest number that is free
    # None where it was closed as Python started, whatever its types say.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")


def _command_of(argv: Sequence[str]) -> tuple[str, list[str]]:
    """The command and its arguments; options alone belong to ``serve``."""
    if not argv:
        return "serve", []
    if argv[0].startswith("-") and argv[0] not in ("--help", "-h", "--version"):
        return "serve", list(argv)
    return argv[0], list(argv[1:])


def _no_such(command: str) -> str:
    near = difflib.get_close_matches(command.lower(), COMMANDS, n=1)
    meant = f" Did you mean {near[0]}?" if near else ""
    return f"There is no command {command!r}.{meant} There are: {', '.join(COMMANDS)}."


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


def _enter(command: str, rest: Sequence[str]) -> int:
    """Make the .venv complete and run this file again inside it."""
    if command == "serve":
        serving.serve_options(rest)  # a wrong option is told before anything is fetched
    if command == "test" and _asks_help(rest):
        return test(rest)
    try:
        home.set_up({"test": home.TESTS, "hall": home.HALL}.get(command, home.PLAY))
    except SetupError as why:
        return _say(str(why))
    except KeyboardInterrupt:
        return _say("\nStopped while setting up. Start again to go on where it stopped.")
    return home.enter(command, rest)


def _do(command: str, rest: Sequence[str]) -> int:
    # OpenBLAS spins its threads on our 9x9 solves: eight times slower on a busy computer.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    module, function, _ = COMMANDS[command]
    todo: Callable[[Sequence[str]], int] = getattr(importlib.import_module(module), function)
    code = todo(rest)
    sys.stdout.flush()
    return code


def bench(argv: Sequence[str]) -> int:
    """Time the readers, or what the first word says: ``rules``, ``dice`` or ``scale``."""
    from vision.bench.command import bench_command
    from vision.bench.dice import bench_dice_command
    from webui.commands.benches.rules_bench import rules_bench_command
    from webui.commands.benches.scale import scale_command

    kinds = {"rules": rules_bench_command, "dice": bench_dice_command, "scale": scale_command}
    if argv[:1] and argv[0] in kinds:
        return kinds[argv[0]](argv[1:])
    return bench_command(argv)


# --- testing ---------------------------------------------------------------------------------


def test(argv: Sequence[str]) -> int:
    """Bring libzbar and Chromium where that is possible, then run every check."""
    if _asks_help(argv):
        print("usage: run.py test [--quick | --all] [PYTEST ARGUMENTS]")
        print("  without any: style, types, and every test but those of many minutes")
        print("  --quick   style, rules, measuring and the house's laws, in about a minute")
        print("  --all     the tests of many minutes too; names servers that are missing for some")
        return 0
    if list(argv) == ["--quick"]:
        return run_checks(STYLE, LAYOUT, [*TESTS, "--quick", *QUICK_FOLDERS])
    # The tests start Drumhead dozens of times; what is compiled once is kept for the next.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    from tests import needs

    lacking = needs.bring()
    if lacking:
        return _say(lacking)
    for missing in needs.missing_services() if "--all" in argv else ():
        _say(f"MISSING, what needs it will not be tried: {missing}")
    if [each for each in argv if each != "--all"]:
        return home.call([str(home.PYTHON), "-m", "pytest", *argv], home.HERE)
    return run_checks(STYLE, LAYOUT, TYPES, [*TESTS, *argv])


def _asks_help(argv: Sequence[str]) -> bool:
    return list(argv[:1]) in (["-h"], ["--help"])


STYLE = ["ruff", "check", "."]
LAYOUT = ["ruff", "format", "--check", "."]
TYPES = ["tests.typed"]

# In the order of tests/conftest.py: by itself xdist begins with the files of most tests.
TESTS = ["pytest", "-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
QUICK_FOLDERS = ["tests/rules", "tests/measure", "tests/house"]
"""What ``--quick`` collects; tests/conftest.py leaves the slow ones out."""


def run_checks(*checks: Sequence[str]) -> int:
    """Each check as a module of Drumhead's Python; stops at the first that fails."""
    for check in checks:
        print("== " + " ".join(check), flush=True)
        code = home.call([str(home.PYTHON), "-m", *check], home.HERE)
        if code:
            return code
    return 0
