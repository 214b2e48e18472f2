"""No code reads a sentence: what it would look for in one is a field of the value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

from tests.house.source import TOP, breaches, nodes

SENTENCES = {"says", "title", "why", "headline", "told", "note", "reason"}
"""Fields that hold sentences, of any value."""
QUESTIONS = {"asked", "prompt", "look", "opened"}
"""What a question is called; its ``what`` is a sentence, that of a reading is a term."""
CALLED = {"says", "sentence", "why", "headline", "title"}
"""What a sentence is called where it has no field of its own."""
READING = {
    "startswith", "endswith", "find", "index", "split", "partition", "rsplit", "rfind",
    "removeprefix", "removesuffix",
}  # fmt: skip
PATTERNS = {"search", "match", "findall", "finditer", "fullmatch", "sub", "subn", "split"}
ID = r"[A-Z]{2,4}-[A-Z]+-(?:R\d+-D)?\d+"
LISTED = re.compile(rf"{ID}(?: {ID})*")
"""Ids may stand as a literal of their own, and several of them with blanks between."""
ROOMS = ("rules.", "webui.")
READ_JS = r"\s*\??\.(?:startsWith|endsWith|includes|match|matchAll|split|search"
JS = re.compile(
    rf"\.what{READ_JS})\("
    rf"|\b(?:says|headline|why|trouble){READ_JS}|replace|replaceAll)\("
    r"|\.test\([^)]*\b(?:says|headline|why|what|trouble)\b"
)


def is_sentence(node: ast.AST) -> bool:
    """Is it a field that holds a sentence, by attribute or by key, or what is called one?"""
    if isinstance(node, ast.Name):
        return node.id in CALLED
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant):
        return node.slice.value in SENTENCES
    if not isinstance(node, ast.Attribute):
        return False
    of = node.value.id if isinstance(node.value, ast.Name) else ""
    return node.attr in SENTENCES or (node.attr == "what" and of in QUESTIONS)


def readers(tree: ast.Module) -> Iterator[int]:
    """Lines that look into a sentence: its beginning, a part of it, a pattern over it."""
    for node in nodes(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in READING and is_sentence(node.func.value):
                yield node.lineno
            if node.func.attr in PATTERNS and any(map(_is_said, node.args)):
                yield node.lineno
        elif isinstance(node, ast.Compare) and _compares(node):
            yield node.lineno


def _is_said(node: ast.AST) -> bool:
    """A sentence, or what was said; a player's word is read too, but never by a pattern."""
    return is_sentence(node) or (isinstance(node, ast.Name) and node.id == "said")


def _compares(node: ast.Compare) -> bool:
    """Is something sought in a sentence, or a sentence set beside another?"""
    right = node.comparators[0]
    if isinstance(node.ops[0], ast.In | ast.NotIn) and is_sentence(right):
        return True
    written = isinstance(right, ast.Constant) and right.value not in ("", None)
    return is_sentence(node.left) and written


def docstrings(tree: ast.Module) -> set[int]:
    return {id(one.value) for one in nodes(tree) if isinstance(one, ast.Expr)}


def ids_in_sentences(tree: ast.Module) -> list[str]:
    """Literals with the id of a rule among other words; tables of many lines are no sentences."""
    left_out = docstrings(tree)
    return [
        f"{node.lineno}: {node.value[:60]}"
        for node in nodes(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in left_out
        and "\n" not in node.value
        and re.search(rf"\b{ID}", node.value)
        and not LISTED.fullmatch(node.value)
    ]


def test_no_module_reads_a_sentence() -> None:
    found = breaches(lambda module, tree: sorted(readers(tree)), lambda m: m.startswith(ROOMS))
    assert found == {}


def test_no_sentence_has_an_id_in_it() -> None:
    found = breaches(lambda module, tree: ids_in_sentences(tree), lambda m: m.startswith("rules."))
    assert found == {}


def test_no_page_reads_a_sentence() -> None:
    found = {
        f"{file.name}:{number}": line.strip()
        for file in sorted((TOP / "webui" / "static").rglob("*.js"))
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if JS.search(line)
    }
    assert found == {}


@pytest.mark.parametrize(
    "line",
    [
        'band.title.startswith("command")',
        '"goes back" in asked.what',
        '"too close" in ruling["says"]',
        "PATTERN.search(offer.why)",
        'offer.title == "Move"',
        're.sub("moves", "move", says)',
        "IDS.sub(name_of, said)",
        'why.removesuffix(".")',
        "name in headline",
    ],
)
def test_a_look_into_a_sentence_is_found(line: str) -> None:
    assert list(readers(ast.parse(f"x = {line}\n"))) == [1]


@pytest.mark.parametrize("line", ['reading.what == "gap"', 'offer.why == ""', "ruling.says"])
def test_a_field_that_is_no_sentence_is_let_pass(line: str) -> None:
    assert list(readers(ast.parse(f"x = {line}\n"))) == []


def test_an_id_in_a_sentence_is_found_and_a_whole_one_let_pass() -> None:
    tree = ast.parse('x = ("it moved (NMM-MOVE-02)", "NMM-MOVE-02", "SKM-A-01 SKM-B-02")\n')
    assert ids_in_sentences(tree) == ["1: it moved (NMM-MOVE-02)"]


@pytest.mark.parametrize(
    "line",
    [
        'if (offer.why.includes("close"))',
        "/goes on/.test(offer.says)",
        "const ageless = (says) => says.replace(/x/g)",
        "new RegExp(unit.id).test(fault.says)",
    ],
)
def test_a_page_that_looks_into_a_sentence_is_found(line: str) -> None:
    assert JS.search(line)
