"""``run.py wheels [DIR]``: a folder of packages for a computer that has no internet.

Copied beside run.py there, as ``wheels``, set-up takes what it needs from it. The very versions
of requirements.txt, each checked by its hash here and there again.
"""

from __future__ import annotations

import argparse
import platform
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from webui.commands import home
from webui.commands.broken_off import SetupError, why_pip_failed

TAGS = {
    "linux": [f"manylinux_2_{minor}_x86_64" for minor in (28, 17)] + ["manylinux2014_x86_64"],
    "raspberry": [f"manylinux_2_{minor}_aarch64" for minor in (28, 17)] + ["manylinux2014_aarch64"],
    "macos": [f"macosx_{major}_0_arm64" for major in (14, 13, 12, 11)],
    "windows": ["win_amd64"],
}
"""Computers that wheels are made for, and how the makers of wheels call them, newest first."""

PYTHONS = ("3.11", "3.12", "3.13", "3.14")


def wheels_command(argv: Sequence[str]) -> int:
    """Fill the folder; 0 when every package is in it, 1 for a failure in a sentence."""
    asked = _options(argv)
    kind = home.TESTS if asked.tests else home.HALL if asked.hall else home.PLAY
    lists = [home.EXACT[kind], home.HEADLESS, home.PIP]
    try:
        for number, listed in enumerate(lists, start=1):
            print(f"Fetching the packages of {listed.name} …", file=sys.stderr, flush=True)
            # The twin of OpenCV and pip bring nothing of their own.
            fetch(asked.folder, listed, _computer(asked.computer, asked.python), number > 1)
    except SetupError as why:
        print(why, file=sys.stderr)
        return 1
    count = len(list(asked.folder.glob("*.whl")))
    print(f"{count} packages in {asked.folder}.")
    print("Copy the folder to the other computer, beside run.py, and call it wheels there.")
    return 0


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="run.py wheels", description="A folder of packages for a computer without internet."
    )
    add = parser.add_argument
    add("folder", type=Path, nargs="?", default=home.WHEELS, help="default: wheels beside run.py")
    add("--for", dest="computer", choices=sorted(TAGS), help="another computer than this one")
    add("--python", choices=PYTHONS, help="the Python there, where it is another than here")
    add("--hall", action="store_true", help="what run.py hall needs as well")
    add("--tests", action="store_true", help="what the tests need as well")
    return parser.parse_args(argv)


def _computer(name: str | None, python: str | None) -> list[str]:
    """What pip is told of the other computer; nothing when it is like this one."""
    if name is None and python is None:
        return []
    tags = TAGS[name or _this_one()]
    version = python or ".".join(platform.python_version_tuple()[:2])
    return [
        *(word for tag in tags for word in ("--platform", tag)),
        *("--python-version", version, "--implementation", "cp"),
    ]


def _this_one() -> str:
    if platform.system() == "Linux":
        return "raspberry" if platform.machine() == "aarch64" else "linux"
    return {"Darwin": "macos"}.get(platform.system(), "windows")


def fetch(folder: Path, listed: Path, computer: Sequence[str], alone: bool) -> None:
    """Bring the wheels of a list of exact packages into *folder*.

    Raises:
        SetupError: they cannot be had; a sentence.
    """
    if computer:
        # pip judges "only on Windows" by the computer it runs on.
        everywhere = re.sub(r" ;[^\\\n]*", " ", listed.read_text(encoding="utf-8"))
        folder.mkdir(parents=True, exist_ok=True)
        listed = folder / listed.name
        listed.write_text(everywhere, encoding="utf-8")
    words = ["download", "--require-hashes", "--only-binary", ":all:", "--dest", str(folder)]
    more = ["--no-deps"] if alone else []
    found = home.ran_pip([*words, *more, *computer, "-r", str(listed)])
    if found.returncode != 0:
        raise why_pip_failed([*found.stdout.splitlines(), *found.stderr.splitlines()])
