"""The rooms and the arrows between them (docs/house.md)."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.house.source import DOORS, ROOMS, TOP, imports, sources

# room -> what its modules may never import. Seen to fail: `import cv2` in rules/engine.py,
# `from vision import locate` in webui/game.py and `import rules` in calibration/camera.py.
FORBIDDEN = {
    "calibration": ("vision", "rules", "webui", "flask", "sqlite3", *DOORS),
    "vision": ("rules", "webui", "flask", "sqlite3", *DOORS),
    "vision.measure": (
        "calibration", "rules", "webui", "cv2", "numpy", "scipy", "os", "pathlib", "time",
        "random", "socket", "subprocess", "threading", "secrets",
    ),
    "rules": (
        "calibration", "webui", "cv2", "numpy", "scipy", "flask", "sqlite3", "os", "pathlib",
        "time", "datetime", "random", "secrets", "socket", "subprocess", "threading", "io", *DOORS,
    ),
    "webui": ("calibration", "cv2", "numpy", "scipy", *DOORS),
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


def at_the_top(tree: ast.Module) -> set[str]:
    """What *tree* imports as soon as it is imported itself."""
    plain = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    return {name.split(".")[0] for name in imports(ast.Module(list(plain), []))}


@pytest.mark.parametrize("door", DOORS)
def test_before_the_venv_only_the_standard_library_is_needed(door: str) -> None:
    """A bare machine has nothing else; what is imported inside functions comes later."""
    assert at_the_top(sources()[door]) <= {*sys.stdlib_module_names, *DOORS}


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
    assert packages <= {*ROOMS, "tests"}


def test_no_other_module_beside_the_rooms() -> None:
    assert {file.stem for file in TOP.glob("*.py")} == set(DOORS)
