"""The page's own scripts: every name is there and of its type, nothing is unused, no file is long.

Deno checks them offline (TypeScript reads JavaScript and its JSDoc); nothing is compiled for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from deno import find_deno_bin

from tests.house.source import TOP

STATIC = TOP / "webui" / "static"
CONFIG = Path(__file__).parent / "script" / "deno.json"
MAX_LINES = 400
MAX_FILES = 15
MAX_LINE = 120

pytestmark = pytest.mark.timeout(600)


def scripts() -> list[Path]:
    return sorted(STATIC.rglob("*.js"))


def deno(folder: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """Deno by itself: its cache in *folder*, no colours, nothing asked of the internet."""
    own = {"DENO_DIR": str(folder), "NO_COLOR": "1", "DENO_NO_UPDATE_CHECK": "1"}
    return subprocess.run(
        [find_deno_bin(), *map(str, words)], env={**os.environ, **own}, cwd=folder,
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def types_of(folder: Path, files: list[Path], config: Path = CONFIG) -> str:
    """What the types of *files* are wrong in, "" for nothing."""
    told = deno(folder, "check", "--no-remote", "--quiet", "--config", config, *files)
    return "" if told.returncode == 0 else told.stderr


def test_every_name_that_a_script_uses_is_there(tmp_path: Path) -> None:
    assert types_of(tmp_path, scripts()) == ""


def test_a_name_that_is_misspelt_is_found(tmp_path: Path) -> None:
    """``transform`` written ``transfrom`` on a copy of the page."""
    copy = tmp_path / "webui" / "static"
    shutil.copytree(STATIC, copy)
    config = tmp_path / "tests" / "house" / "script"
    shutil.copytree(CONFIG.parent, config)
    wrong = copy / "wrong.js"
    wrong.write_text(
        'import { View } from "/static/map/view.js";\nnew View().transfrom({});\n', encoding="utf-8"
    )
    assert "'transfrom' does not exist" in types_of(tmp_path, [wrong], config / "deno.json")


def test_no_script_keeps_what_it_does_not_use(tmp_path: Path) -> None:
    told = deno(tmp_path, "lint", "--quiet", "--config", CONFIG, STATIC)
    assert (told.returncode, told.stderr) == (0, "")


def told_of_layout(folder: Path, files: list[Path]) -> int:
    """Deno's verdict on how *files* are laid out: 0 for one hand's layout."""
    return deno(folder, "fmt", "--check", "--quiet", "--config", CONFIG, *files).returncode


def test_every_script_is_laid_out_by_one_hand(tmp_path: Path) -> None:
    assert told_of_layout(tmp_path, scripts()) == 0


def test_another_hand_s_layout_is_seen(tmp_path: Path) -> None:
    other = tmp_path / "other.js"
    other.write_text("export const a = 'b'\n", encoding="utf-8")
    assert told_of_layout(tmp_path, [other]) == 1


def test_no_line_of_a_script_is_over_120_letters() -> None:
    long = {
        f"{file.name}:{n}"
        for file in scripts()
        for n, line in enumerate(file.read_text("utf-8").splitlines(), 1)
        if len(line) > MAX_LINE
    }
    assert long == set()


def test_no_script_is_long() -> None:
    lines = {file.name: len(file.read_text("utf-8").splitlines()) for file in scripts()}
    assert {name: count for name, count in lines.items() if count > MAX_LINES} == {}


def test_no_folder_of_the_page_s_files_is_crowded() -> None:
    folders = [STATIC, *(place for place in STATIC.rglob("*") if place.is_dir())]
    files = {place.name: sum(file.is_file() for file in place.iterdir()) for place in folders}
    assert {name: count for name, count in files.items() if count > MAX_FILES} == {}
