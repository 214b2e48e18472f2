"""The rooms and the arrows between them (docs/house.md)."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from rules.books import RULE_SETS
from tests.house.source import DOORS, ROOMS, TOP, breaches, imports, sources

BOOKS = tuple(f"rules.{book.name}" for book in RULE_SETS)
MAY_SEE = ("vision.table", "vision.measure")
LOWEST = "vision.table"
"""Pure values that every room may see."""

# room -> what its modules may never import. Seen to fail: `import cv2` in rules/kernel/engine.py,
# `from vision.watch import locate` in webui/game/game.py, `import rules` in calibration/camera.py,
# `import flask` in webui/game/game.py and `from webui.server import access` in the same.
PURE = (
    "cv2", "numpy", "scipy", "flask", "sqlite3", "os", "pathlib", "time", "datetime", "random",
    "secrets", "socket", "subprocess", "threading",
)  # fmt: skip
FORBIDDEN = {
    "calibration": ("vision", "rules", "webui", "flask", "sqlite3", *DOORS),
    "vision": ("rules", "webui", "flask", "sqlite3", *DOORS),
    "vision.table": ("calibration", "vision.measure", "rules", "webui", *PURE),
    "vision.measure": ("calibration", "rules", "webui", *PURE),
    "vision.cameras": ("vision.watch", "vision.setup"),
    "vision.tags": ("vision.watch", "vision.setup", "vision.cameras.webcam"),
    "rules": ("calibration", "webui", "io", *PURE, *DOORS),
    "rules.kernel": BOOKS,
    "rules.field": BOOKS,
    "webui": ("calibration", "cv2", "numpy", "scipy", *DOORS),
    "webui.game": (
        "flask",
        "werkzeug",
        "webui.server",
        "webui.pages",
        "webui.hall",
        "webui.commands",
    ),
    "webui.server": ("webui.hall", "webui.commands"),
    "webui.pages": ("webui.hall", "webui.commands"),
    "webui.hall": ("webui.commands",),
    "webui.hall.wire": ("flask", "werkzeug", "webui.game", "webui.server", "webui.pages"),
    "webui.hall.table": ("flask", "werkzeug", "webui.pages"),
}
FREE = "webui.commands"
"""The one place that joins the rooms."""


def _within(name: str, place: str) -> bool:
    return (name + ".").startswith(place + ".")


def offences(module: str, tree: ast.Module) -> list[str]:
    """The imports of *tree* that its room forbids."""
    if _within(module, FREE):
        return []
    found = []
    for room, banned in FORBIDDEN.items():
        if _within(module, room):
            seen = [name for name in imports(tree) if not _within(name, LOWEST)]
            found += [name for name in seen if any(_within(name, no) for no in banned)]
    if module.split(".")[0] in ("rules", "webui"):
        seen = [name for name in imports(tree) if name.split(".")[0] == "vision"]
        found += [name for name in seen if not any(_within(name, may) for may in MAY_SEE)]
    return found


def test_every_module_imports_only_what_its_room_may() -> None:
    assert breaches(offences) == {}


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("rules.kernel.engine", "import cv2"),
        ("rules.matchlocks.musketry.shooting", "from vision.watch.locate import locate"),
        ("rules.matchlocks.musketry.shooting", "import random"),
        ("webui.game.game", "from vision.watch import watcher"),
        ("webui.game.game", "import flask"),
        ("webui.game.game", "from webui.server import access"),
        ("webui.server.session", "from webui.hall.table import publisher"),
        ("webui.hall.wire.link", "import flask"),
        ("calibration.camera", "import rules"),
        ("vision.table.snapshot", "import numpy as np"),
    ],
)
def test_the_arrow_test_can_fail(module: str, line: str) -> None:
    assert offences(module, ast.parse(line)) != []


def at_the_top(tree: ast.Module) -> set[str]:
    """What *tree* imports as soon as it is imported itself."""
    found: set[str] = set()
    for node in tree.body:
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            joined = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= joined & set(sources()) or {node.module}
    return {name if name in sources() else name.split(".")[0] for name in found}


DOORWAY = (
    "run", "webui", "webui.commands", "webui.commands.door", "webui.commands.home",
    "webui.commands.broken_off", "webui.commands.serve", "webui.commands.doors",
)  # fmt: skip
"""What is imported before ``.venv`` is there."""


@pytest.mark.parametrize("module", DOORWAY)
def test_before_the_venv_only_the_standard_library_is_needed(module: str) -> None:
    """A bare machine has nothing else; what is imported inside functions comes later."""
    assert at_the_top(sources()[module]) <= {*sys.stdlib_module_names, *DOORWAY}


def test_importing_rules_brings_no_pixels_and_no_page() -> None:
    """By result, not by a blocker: what is in sys.modules after the import."""
    code = (
        "import sys, rules.books, rules.kernel.engine\n"
        "print([m for m in ('cv2', 'numpy', 'flask', 'sqlite3', 'calibration') "
        "if m in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


ROOMS_WITH_A_LAW = (*FORBIDDEN, "webui.commands", "vision.simulator", "vision.watch")


def test_every_room_states_its_law_first() -> None:
    for room in ROOMS_WITH_A_LAW:
        assert "Law:" in (ast.get_docstring(sources()[room]) or ""), room


def test_no_other_top_level_package() -> None:
    folders = [place for place in TOP.iterdir() if place.is_dir() and place.name[0] != "."]
    packages = {folder.name for folder in folders if any(folder.glob("*.py"))}
    assert packages <= {*ROOMS, "tests"}


def test_no_other_module_beside_the_rooms() -> None:
    assert {file.stem for file in TOP.glob("*.py")} == set(DOORS)
