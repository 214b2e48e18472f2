"""What a script gives to others says the types of what it takes, and an editor checks them.

Deno's linter reads the scripts; types.js reads the words above what is exported.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.house.test_script import CONFIG, STATIC, deno, scripts, types_of

PLUGIN = CONFIG.parent / "types.json"

pytestmark = pytest.mark.timeout(600)


def untyped(folder: Path, place: Path) -> set[str]:
    """File and sentence of each exported function under *place* that leaves out a type."""
    told = deno(folder, "lint", "--quiet", "--json", "--config", PLUGIN, place)
    found = json.loads(told.stdout)
    assert found["errors"] == [], found["errors"]
    return {f"{Path(one['filename']).name}: {one['message']}" for one in found["diagnostics"]}


def test_whatever_a_script_gives_says_its_types(tmp_path: Path) -> None:
    assert untyped(tmp_path, STATIC) == set()


def test_what_says_no_types_is_found(tmp_path: Path) -> None:
    """A function, an arrow and a constructor; words that stand elsewhere say nothing."""
    (tmp_path / "told.js").write_text(
        "/** @param {number} a */\nexport const one = (a) => a;\n"
        "export const two = (a) => a;\n"
        "/** Adds. @param {number} a */\nexport function three(a, b) {\n  return a + b;\n}\n"
        "export class Four {\n  constructor(a) {\n    this.a = a;\n  }\n}\n"
        "export const none = () => 1;\n",
        encoding="utf-8",
    )
    says = "does not say what types it takes"
    assert untyped(tmp_path, tmp_path) == {f"told.js: {n} {says}" for n in ("two", "three", "Four")}


def test_what_may_not_be_there_is_not_used_as_if_it_were(tmp_path: Path) -> None:
    script = tmp_path / "found.js"
    script.write_text('export const all = document.getElementById("b").id;\n', "utf-8")
    assert "possibly 'null'" in types_of(tmp_path, [script])


def test_every_script_is_checked_in_an_editor_too() -> None:
    """Deno checks all of them; an editor only those whose first line asks for it."""
    without = {
        file.relative_to(STATIC).as_posix()
        for file in scripts()
        if not file.read_text("utf-8").startswith("// @ts-check\n")
    }
    assert without == set()
