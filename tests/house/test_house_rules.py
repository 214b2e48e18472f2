"""A house rule is read by a name, and compared with a value, that its book has."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

import pytest

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.house.source import functions, nodes, sources

Values: TypeAlias = dict[str, tuple[str, ...]]
READERS = {"house", "is_on", "rule", "of", "value", "told"}
"""What a book reads its house rules with; the name is a literal beside the state."""


def read_name(node: ast.AST, known: Values) -> str | None:
    """The house rule that a call reads, None for any other call."""
    if not isinstance(node, ast.Call):
        return None
    reader = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if reader not in READERS:
        return None
    literals = [one.value for one in node.args if isinstance(one, ast.Constant)]
    names = [one for one in literals if isinstance(one, str)]
    prefixed = len(node.args) == (1 if reader == "rule" else 2)
    return names[0] if names and prefixed else None


def wrong(tree: ast.Module, known: Values) -> list[str]:
    """Names that are no house rule of the book, and values that theirs never has."""
    found = [
        f"{node.lineno}: no house rule {name}"
        for node in nodes(tree)
        if (name := read_name(node, known)) is not None and name not in known
    ]
    for function in functions(tree):
        found += _wrong_values(function, known)
    return found


def _wrong_values(function: ast.AST, known: Values) -> Iterator[str]:
    held: dict[str, set[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = read_name(node.value, known)
            if name in known:
                held.setdefault(node.targets[0].id, set()).update(known[name])
            else:
                held.setdefault(node.targets[0].id, set()).add("")
    for node in ast.walk(function):
        if isinstance(node, ast.Compare):
            allowed = _allowed(node.left, held, known)
            for value in _literals(node.comparators[0]) if allowed else ():
                if value not in allowed:
                    yield f"{node.lineno}: it is never {value!r}, but {sorted(allowed)}"


def _allowed(left: ast.AST, held: dict[str, set[str]], known: Values) -> set[str]:
    name = read_name(left, known)
    if name is not None:
        return set(known.get(name, ()))
    found = held.get(left.id, set()) if isinstance(left, ast.Name) else set()
    return set() if "" in found else found


def _literals(node: ast.AST) -> list[str]:
    parts = node.elts if isinstance(node, ast.Tuple | ast.List | ast.Set) else [node]
    return [
        one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)
    ]


def known_to(book: RuleSet) -> Values:
    """The values of every house rule of a book."""
    return {switch.name: switch.values for switch in book.switches}


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
def test_no_name_and_no_value_of_a_house_rule_is_misspelt(book: RuleSet) -> None:
    known = known_to(book)
    found = {
        module: faults
        for module, tree in sources().items()
        if module.startswith(f"rules.{book.name}.") and (faults := wrong(tree, known))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('house(state, "pse") == "slow"', "no house rule pse"),
        ('house(state, "pace") == "slwo"', "never 'slwo'"),
        ('play.state.rule("pace") in ("fast", "quick")', "never 'quick'"),
        ('way = house(state, "pace")\n    return way == "slwo"', "never 'slwo'"),
        ('told(state, "pcae")', "no house rule pcae"),
    ],
)
def test_a_misspelt_letter_is_found(text: str, fault: str) -> None:
    tree = ast.parse(f"def f(state, play):\n    {text}\n")
    assert any(fault in one for one in wrong(tree, {"pace": ("slow", "fast")}))


def test_a_right_comparison_is_let_pass() -> None:
    text = 'def f(state):\n    way = house(state, "pace")\n    return way == "slow"\n'
    assert wrong(ast.parse(text), {"pace": ("slow", "fast")}) == []
