"""The rooms and the arrows between them (docs/house.md)."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.house.source import TOP, imports, sources

# room -> what its modules may never import. Seen to fail: `import cv2` in rules/engine.py,
# `from vision import locate` in webui/game.py and `import rules` in calibration/camera.py.
FORBIDDEN = {
    "calibration": ("vision", "rules", "webui", "flask", "run", "sqlite3"),
    "vision": ("rules", "webui", "flask", "run", "sqlite3"),
    "vision.measure": (
        "calibration", "rules", "webui", "cv2", "numpy", "scipy", "os", "pathlib", "time",
        "random", "socket", "subprocess", "threading", "secrets",
    ),
    "rules": (
        "calibration", "webui", "cv2", "numpy", "scipy", "flask", "sqlite3", "os", "pathlib",
        "time", "datetime", "random", "secrets", "socket", "subprocess", "threading", "io",
    ),
    "webui": ("calibration", "cv2", "numpy", "scipy", "run"),
}  # fmt: skip


def offences(module: str, tree: ast.Module) -> list[str]:
    """The imports of *tree* that its room forbids."""
    found = []
    for room, banned in FORBIDDEN.items():
        if module == room or module.startswith(room + "."):
            found += [name for name in imports(tree) if name.split(".")[0] in banned]
    if module.split(".")[0] in ("rules", "webui"):
        seen = [name for name in imports(tree) if name.split(".")[0] == "vision"]
        found += [name for name in seen if not (name + ".").startswith("vision.measure.")]
    return found


@pytest.mark.parametrize("module", sorted(sources()))
def test_module_imports_only_what_its_room_may(module: str) -> None:
    assert offences(module, sources()[module]) == []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("rules.engine", "import cv2"),
        ("rules.matchlocks.shooting", "from vision.locate import locate"),
        ("rules.matchlocks.shooting", "import random"),
        ("webui.game", "from vision import watcher"),
        ("calibration.camera", "import rules"),
        ("vision.measure.table", "import numpy as np"),
    ],
)
def test_the_arrow_test_can_fail(module: str, line: str) -> None:
    assert offences(module, ast.parse(line)) != []


def test_importing_rules_brings_no_pixels_and_no_page() -> None:
    """By result, not by a blocker: what is in sys.modules after the import."""
    code = (
        "import sys, rules, rules.engine, rules.protocol\n"
        "print([m for m in ('cv2', 'numpy', 'flask', 'sqlite3', 'calibration') "
        "if m in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


def test_every_room_states_its_law_first() -> None:
    for room in ("calibration", "vision", "vision.measure", "rules", "webui"):
        assert "Law:" in (ast.get_docstring(sources()[room]) or ""), room


def test_no_other_top_level_package() -> None:
    folders = [place for place in TOP.iterdir() if place.is_dir() and place.name[0] != "."]
    packages = {folder.name for folder in folders if any(folder.glob("*.py"))}
    assert packages <= {"calibration", "vision", "rules", "webui", "tests"}
