"""Functions of the page's scripts: none is longer than 40 lines, none has more than 12 paths.

Deno's linter reads the scripts; tests/house/script/functions.js counts in its syntax tree.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.house.test_script import CONFIG, STATIC, deno

PLUGIN = CONFIG.parent / "functions.json"

pytestmark = pytest.mark.timeout(600)


def told_of(folder: Path, place: Path) -> list[tuple[str, str]]:
    """File and sentence of each function under *place* that is too large."""
    told = deno(folder, "lint", "--quiet", "--json", "--config", PLUGIN, place)
    found = json.loads(told.stdout)
    assert found["errors"] == [], found["errors"]
    return [(Path(one["filename"]).name, one["message"]) for one in found["diagnostics"]]


def test_no_function_of_the_page_is_too_large(tmp_path: Path) -> None:
    assert told_of(tmp_path, STATIC) == []


def test_the_linter_s_own_rules_are_laid_out_by_the_same_hand(tmp_path: Path) -> None:
    rules = list(PLUGIN.parent.glob("*.js"))
    told = deno(tmp_path, "fmt", "--check", "--quiet", "--config", PLUGIN, *rules)
    assert (told.returncode, told.stderr) == (0, "")


def test_a_function_of_41_lines_is_found(tmp_path: Path) -> None:
    long = tmp_path / "long.js"
    body = "\n".join("  n += 1;" for _ in range(37))
    long.write_text(
        f"export function most(n) {{\n{body}\n  return n;\n}}\n"
        f"export const over = {{\n  go(n) {{\n  n += 1;\n{body}\n  return n;\n  }},\n}};\n",
        encoding="utf-8",
    )
    assert told_of(tmp_path, long) == [("long.js", "go has 41 lines")]


def test_a_function_of_13_paths_is_found(tmp_path: Path) -> None:
    """One path, and one more for each fork: an if, its and, a choice, a case, a loop, …"""
    twelve = (
        "if (n && m) n = m ? 1 : 2;\nfor (const a of m) while (a) n ||= a;\n" + "n ??= m;\n" * 5
    )
    many = tmp_path / "many.js"
    many.write_text(
        f"export const most = (n, m) => {{\n{twelve}}};\n"
        f"export function over(n, m) {{\n{twelve}switch (m) {{ case 1: n = 2; }}\n}}\n",
        encoding="utf-8",
    )
    assert told_of(tmp_path, many) == [("many.js", "over has 13 paths")]
