"""Drumhead's own Python environment, ``.venv`` beside this file: made, mended and entered.

Law: standard library only, for it runs before anything is installed. Whatever breaks off a
set-up (a pulled plug, Ctrl-C, no network), the next one goes on from there.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from webui.commands.broken_off import DoNotFit, NotReached, SetupError, why_pip_failed

HERE = Path(__file__).resolve().parents[2]
VENV = HERE / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
STAMP = VENV / "drumhead.json"
HALF = VENV / "half-installed"
"""Stands there while pip lays files down: found at a start, it was stopped in the middle, and
what it says is installed may lack files."""

LOCK = HERE / ".venv.lock"

WHEELS = HERE / "wheels"
"""Packages brought beforehand, by ``run.py wheels``: used first when the folder is there."""

PLAY, HALL, TESTS = "play", "hall", "tests"
"""What is set up for; each has all of the one before."""

LISTS = Path(__file__).parent / "exact"
EXACT = {
    PLAY: LISTS / "requirements.txt",
    HALL: LISTS / "requirements-hall.txt",
    TESTS: LISTS / "requirements-test.txt",
}
"""Exact versions with the hashes of their files."""

_EXTRAS: dict[str, tuple[str, ...]] = {PLAY: (), HALL: ("hall",), TESTS: ("hall", "test")}

HEADLESS = LISTS / "requirements-headless.txt"
"""The same for OpenCV where there is no libGL."""

PIP = LISTS / "requirements-pip.txt"
"""The same for the pip that lays them down: that of Python 3.11 takes twice as long."""

HALF_PIP = VENV / "half-a-pip"
"""Stands there while pip is exchanged: found at a start, there may be none that works."""

_LOOK_AGAIN_S = 0.5

_ELSEWHERE = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_PYTHON")
"""Settings that would let pip work on another place than .venv."""


def inside() -> bool:
    """Is this Python the one in Drumhead's own .venv?"""
    return Path(sys.prefix).resolve() == VENV.resolve()


def enter(command: str, rest: Sequence[str]) -> int:
    """Run ``run.py`` with that command inside .venv, in place of this process where it can be.

    Gives the exit code, where it comes back at all.
    """
    arguments = [str(PYTHON), str(HERE / "run.py"), command, *rest]
    # glibc reads it as the program starts, others ignore it: with a heap for each thread the
    # hundred threads of the page kept 0.8 GB of old pictures, with two heaps 0.55.
    os.environ.setdefault("MALLOC_ARENA_MAX", "2")
    if os.name == "nt":  # execv on Windows leaves the console to two processes at once
        return call(arguments)
    sys.stdout.flush()
    os.execv(str(PYTHON), arguments)


def call(arguments: Sequence[str], cwd: Path | None = None) -> int:
    """Run a program to its own end and give its exit code; in this folder where *cwd* is None.

    Ctrl-C reaches both processes: the inner one decides what it means, this one waits for it.
    """
    with subprocess.Popen(arguments, cwd=cwd) as inner:
        while True:
            try:
                return inner.wait()
            except KeyboardInterrupt:
                continue


def set_up(kind: str = PLAY) -> None:
    """Bring .venv to what pyproject.toml asks for; does nothing when it is there already.

    *kind*: ``PLAY``, ``HALL`` or ``TESTS``.

    Raises:
        SetupError: a sentence with the remedy.
    """
    if _complete(_wanted(kind)):
        return
    _refuse_bare_python()
    with _alone():
        # Another set-up may have done it while this one waited.
        wanted = _wanted(kind)
        if not _complete(wanted):
            _fill(wanted)


def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    import tomllib  # new in 3.11, so not at the top

    with open(HERE / "pyproject.toml", "rb") as file:
        found: dict[str, Any] = tomllib.load(file)["project"]
    return found


def _say(sentence: str) -> None:
    """Standard output belongs to the answer of the command that is set up for."""
    print(sentence, file=sys.stderr, flush=True)


# --- what is there ---------------------------------------------------------------------------


def _wanted(kind: str) -> dict[str, Any]:
    """What the stamp must say; once the hall's or the tests' packages are there they stay."""
    asked, before = project(), str(_stamp().get("kind"))
    kind = max(kind, before if before in EXACT else PLAY, key=list(EXACT).index)
    packages = list(asked["dependencies"])
    for extra in _EXTRAS[kind]:
        packages += asked["optional-dependencies"][extra]
    exact = EXACT[kind]
    text = "\n".join([*packages, exact.read_text(encoding="utf-8") if exact.exists() else ""])
    seal = hashlib.sha256(text.encode()).hexdigest()
    return {"packages": packages, "seal": seal, "kind": kind}


def _stamp() -> dict[str, Any]:
    """What .venv holds by its own account; nothing when it was never finished."""
    try:
        found: dict[str, Any] = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found


def _complete(wanted: dict[str, Any]) -> bool:
    stamp = _stamp()
    same = all(stamp.get(key) == wanted[key] for key in ("seal", "kind"))
    return same and _minor(str(stamp.get("python"))) == _minor(_ask_python("sys"))


def _minor(version: str) -> str:
    """``3.11`` of ``3.11.7``: packages survive a new patch of Python, and nothing more."""
    return ".".join(version.split(".")[:2])


def _ask_python(importing: str) -> str:
    """The version of .venv's own Python, "" where it does not start or cannot import that."""
    ask = f"import {importing}, platform; print(platform.python_version())"
    try:
        told = subprocess.run([str(PYTHON), "-c", ask], capture_output=True, text=True)
    except OSError:
        return ""
    return told.stdout.strip() if told.returncode == 0 else ""


# --- making it -------------------------------------------------------------------------------


def _refuse_bare_python() -> None:
    if importlib.util.find_spec("ensurepip") is None or importlib.util.find_spec("venv") is None:
        raise SetupError(
            "Python's venv module is missing. On Debian or Ubuntu: "
            "sudo apt install python3-venv, then start again."
        )
    if not os.access(HERE, os.W_OK):
        raise SetupError(
            f"The folder {HERE} cannot be written to: copy Drumhead into a folder of your own."
        )


@contextmanager
def _alone() -> Iterator[None]:
    """Only one process at a time sets up; another one waits here until it has.

    The lock dies with the process that holds it, however that ended.

    Raises:
        SetupError: its file belongs to somebody else.
    """
    try:
        file = LOCK.open("a+b")
    except OSError as why:
        raise SetupError(
            f"{LOCK} cannot be written ({why.strerror}); perhaps Drumhead was once started with "
            "sudo: delete that file and .venv with sudo, then start again without."
        ) from None
    with file:
        if not _taken(file):
            _say("Drumhead is being set up by another program: waiting for it …")
            while not _taken(file):
                time.sleep(_LOOK_AGAIN_S)
        yield


if sys.platform == "win32":

    def _taken(file: IO[bytes]) -> bool:
        import msvcrt

        file.seek(0)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:

    def _taken(file: IO[bytes]) -> bool:
        import fcntl

        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True


def _fill(wanted: dict[str, Any]) -> None:
    size = "800 MB" if wanted["kind"] == TESTS else "500 MB"
    _say(f"Setting up Drumhead (once; needs the internet and {size} of disk) …")
    if not _of_use():
        _make_venv()
        _exchange_pip()
    # Tests import a third of what they bring; what they import is compiled then, and kept.
    lazy = ["--no-compile"] if wanted["kind"] == TESTS else []
    _fetch(EXACT[wanted["kind"]], wanted["packages"], *lazy)
    opencv, python = _usable_opencv(), _ask_python("sys")
    STAMP.write_text(json.dumps({**wanted, "python": python, "opencv": opencv}), encoding="utf-8")


def _fetch(exact: Path, packages: Sequence[str], *more: str) -> None:
    """Install the packages that *exact* lists, checked by their hashes, else *packages*.

    From the folder of wheels where there is one, then from the internet; what does not fit this
    computer (a new Python, a version that was withdrawn) is replaced by the newest that fits,
    and that is said. A file that is not the one that was tried is refused.
    """
    listed = ["--require-hashes", *more, "-r", str(exact)]
    if WHEELS.is_dir():
        _say(f"Taking the packages from {WHEELS} …")
        try:
            _pip_install(["--no-index", "--find-links", str(WHEELS), *listed])
            return
        except (DoNotFit, NotReached):
            _say("Not all of them are there for this computer: asking the internet.")
    try:
        _pip_install(listed)
    except DoNotFit as why:
        _say(f"The exact packages of {exact.name} cannot be had here ({why}).")
        _say("Taking the newest that pyproject.toml allows instead; they were not tried together.")
        _pip_install(packages)


def _of_use() -> bool:
    """Can .venv be filled as it is? It may be half made, or made for another Python."""
    if HALF_PIP.exists():
        return False
    version = _ask_python("pip")
    return version != "" and _minor(str(_stamp().get("python", version))) == _minor(version)


def _make_venv() -> None:
    import venv

    try:
        venv.EnvBuilder(clear=VENV.exists(), with_pip=True, symlinks=os.name != "nt").create(VENV)
    except (OSError, subprocess.CalledProcessError) as why:
        raise SetupError(
            f"A Python environment could not be made in {VENV} ({why}). On Debian or Ubuntu: "
            "sudo apt install python3-venv; else check that the disk is not full."
        ) from None


def _exchange_pip() -> None:
    """Bring the pip that the lists were tried with; where it cannot be had Python's own does.

    Raises:
        SetupError: there is no network and no folder of wheels, or it is not the pip it was.
    """
    wheels = ["--no-index", "--find-links", str(WHEELS)] if WHEELS.is_dir() else []
    HALF_PIP.touch()
    try:
        _pip_install([*wheels, "--no-compile", "--require-hashes", "-r", str(PIP)])
    except (DoNotFit, NotReached) as why:
        if isinstance(why, NotReached) and not wheels:
            raise
        _say("Going on with the pip that came with Python.")
    HALF_PIP.unlink()


def _pip(arguments: Sequence[str]) -> list[str]:
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    return pip + list(arguments)


def _pip_settings() -> dict[str, str]:
    """The environment for pip: where to fetch from is the user's to say, where to is not.

    Manjaro and many users let pip install for the user (``PIP_USER=1``, ``pip.conf``), which
    it refuses to do in a .venv; these overrule such settings also where a file holds them.
    """
    kept = {name: value for name, value in os.environ.items() if name not in _ELSEWHERE}
    return {**kept, "PIP_USER": "0", "PIP_NO_DEPS": "0", "PIP_DRY_RUN": "0"}


def ran_pip(arguments: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """pip, run in .venv to its end, with what it said."""
    settings = _pip_settings()
    return subprocess.run(_pip(arguments), capture_output=True, text=True, env=settings)


def _pip_install(packages: Sequence[str]) -> None:
    """Install with one progress line that counts what has arrived."""
    mend = ["--force-reinstall"] if HALF.exists() else []
    command = _pip(["install", "--target=", "--progress-bar", "off", *mend, *packages])
    lines: list[str] = []
    arrived = 0
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        env=_pip_settings(),
    ) as pip:  # fmt: skip
        assert pip.stdout is not None
        for line in pip.stdout:
            lines.append(line.rstrip())
            name = re.match(r"\s*(?:Collecting|Requirement already satisfied:) (\S+)", line)
            if name:
                arrived += 1
                _progress(f"fetching {arrived}: {re.split('[<>=!~;]', name[1])[0]}")
            elif line.startswith("Installing collected"):
                HALF.touch()
                _progress("installing …")
    _progress("")
    if pip.returncode != 0:
        raise why_pip_failed(lines)
    HALF.unlink(missing_ok=True)


def _progress(text: str) -> None:
    seen = sys.stderr.isatty()
    if text or seen:
        print(f"  {text:<60}", end="\r" if seen else "\n", file=sys.stderr, flush=True)


def _usable_opencv() -> str:
    """The version of cv2 that can be imported, swapped for its headless twin if need be.

    The usual wheel wants libGL, which servers and bare images do not have.
    """
    ask = [str(PYTHON), "-c", "import cv2; print(cv2.__version__)"]
    first = subprocess.run(ask, capture_output=True, text=True)
    if first.returncode == 0:
        return first.stdout.strip()
    show = ran_pip(["show", "opencv-python"])
    version = re.search(r"^Version: (\S+)", show.stdout, re.MULTILINE)
    if version is None:
        raise SetupError("OpenCV is not there after installing it: delete .venv and start again.")
    _say("  opencv-python cannot be imported here (no libGL); taking its headless twin.")
    # Both put their files in the same folder: one uninstalled would leave the other empty.
    both = ["opencv-python", "opencv-python-headless"]
    ran_pip(["uninstall", "-y", *both])
    _fetch(HEADLESS, ["opencv-python-headless==" + version[1]], "--no-deps")
    second = subprocess.run(ask, capture_output=True, text=True)
    if second.returncode != 0:
        raise SetupError("OpenCV cannot be imported: " + second.stderr.strip()[-300:])
    return second.stdout.strip() + " headless"
