"""What a table can do is asked by field; nobody compares the name of its source, or its methods."""

from __future__ import annotations

import ast
import re

import pytest

from tests.house.source import TOP, breaches

SOURCES = {"simulated", "hand", "camera", "stream", "video", "picture"}
NAMED_ONCE = {"vision.table.abilities", "vision.table.snapshot"}
"""Where the two sources that mean something have their one comparison."""

ROOMS = (
    "webui", "vision.cameras", "vision.simulator", "vision.table", "vision.watch", "vision.setup",
)  # fmt: skip
"""Elsewhere a source is of something else: of photographs, of an error."""

OUR_FILES = sorted(
    [*(TOP / "webui" / "static").rglob("*.js"), *(TOP / "webui" / "templates").glob("*.html")]
)
COMPARED = re.compile(
    r"\bsource\s*(===?|!==?|in\b)|(===?|!==?)\s*\S*\bsource\b|(includes|has)\(\S*\bsource\b"
)


def is_source(node: ast.expr) -> bool:
    """Is it something called source, or the key ``"source"`` of something?"""
    if isinstance(node, ast.Attribute):
        return node.attr == "source"
    if isinstance(node, ast.Subscript):
        return isinstance(node.slice, ast.Constant) and node.slice.value == "source"
    if isinstance(node, ast.Call) and node.args:
        key = node.args[0]
        return isinstance(key, ast.Constant) and key.value == "source"
    return isinstance(node, ast.Name) and node.id == "source"


def is_kind(node: ast.expr) -> bool:
    """Is it the name of a kind of table, several of them, or a constant (of another module)?"""
    if isinstance(node, ast.Constant):
        return node.value in SOURCES
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(is_kind(each) for each in node.elts)
    return isinstance(node, ast.Name) and node.id.isupper()


def offences(module: str, tree: ast.Module) -> list[int]:
    """Lines that compare a source with a kind, or ask at run time which methods there are."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and module not in NAMED_ONCE:
            sides = [node.left, *node.comparators]
            if any(map(is_source, sides)) and any(map(is_kind, sides)):
                found.add(node.lineno)
        elif isinstance(node, ast.alias) and node.name == "runtime_checkable":
            found.add(node.lineno)
    return sorted(found)


def compared_in(text: str) -> list[int]:
    """Lines of a script or template that compare a source."""
    return [n for n, line in enumerate(text.splitlines(), 1) if COMPARED.search(line)]


def test_no_module_compares_a_source() -> None:
    assert breaches(offences, lambda module: module.startswith(("webui", "vision"))) == {}


def test_no_script_or_template_compares_a_source() -> None:
    found = {file.name: compared_in(file.read_text("utf-8")) for file in OUR_FILES}
    assert found and {name: lines for name, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    "line",
    [
        "if live.source == 'simulated': pass",
        "if self.live.source not in MODELS_ARE_OURS: pass",
        "is_ours = live.source in ('simulated', 'hand')",
        "if frame.card.get('source') == 'simulated': pass",
        "if data['source'] != 'hand': pass",
        "repeats = camera.source == 'picture'",
        "from typing import Protocol, runtime_checkable",
    ],
)
def test_the_test_of_modules_can_fail(line: str) -> None:
    assert offences("webui.server.session", ast.parse(line)) == [1]


@pytest.mark.parametrize(
    "line",
    [
        'const ours = ["hand", "simulated"].includes(state.data.source);',
        'if (data.source === "simulated") this.dropped.over(data.bases);',
        'sim.hidden = data.source !== "simulated";',
        '{% if data.source in ("simulated", "hand") %}',
        "const wanted = WATCHED.includes(data.source) && !data.game;",
    ],
)
def test_the_test_of_scripts_can_fail(line: str) -> None:
    assert compared_in(line) == [1]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("webui.server.session", "if live.abilities.move is None: pass"),
        ("webui.game.begin", "begin(journal, source=live.source)"),
        ("vision.cameras.newest", "if mark != self.mark: pass"),
    ],
)
def test_asking_by_field_and_keeping_a_source_is_no_offence(module: str, line: str) -> None:
    assert offences(module, ast.parse(line)) == []
