"""Sizes, names and habits that keep the source readable."""

from __future__ import annotations

import ast

from tests.house.source import breaches, functions, nodes

LONGEST_FUNCTION = 40
LONGEST_FILE = 400
VAGUE = {"utils", "helpers", "manager", "data", "util", "helper", "misc", "common"}
ASKING = {"roll", "choose", "choose_some", "yes", "draw", "look", "within"}


def unasked(tree: ast.Module) -> list[int]:
    """Lines that call an asking helper of rules.kernel.prompts without ``yield from``."""
    asked = {id(node.value) for node in nodes(tree) if isinstance(node, ast.YieldFrom)}
    helpers = {
        alias.asname or alias.name
        for node in nodes(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "rules.kernel.prompts"
        for alias in node.names
        if alias.name in ASKING
    }
    return [
        node.lineno
        for node in nodes(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in helpers
        and id(node) not in asked
    ]


def too_long(tree: ast.Module) -> list[str]:
    """Functions of more lines than fit a hand."""
    return [
        f"{node.name}:{node.lineno}"
        for node in functions(tree)
        if (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]


def test_functions_fit_a_hand() -> None:
    assert breaches(lambda module, tree: too_long(tree)) == {}


def test_the_length_test_can_fail() -> None:
    lines = "    pass\n" * LONGEST_FUNCTION
    assert too_long(ast.parse(f"def f():\n{lines}")) == ["f:1"]


def is_long(tree: ast.Module) -> bool:
    """Whether a file goes on after the last line that it may have."""
    return bool(tree.body) and (tree.body[-1].end_lineno or 0) > LONGEST_FILE


def test_files_are_read_in_one_sitting() -> None:
    assert breaches(lambda module, tree: is_long(tree)) == {}


def test_a_long_file_is_seen() -> None:
    assert is_long(ast.parse("pass\n" * (LONGEST_FILE + 1)))
    assert not is_long(ast.parse("pass\n" * LONGEST_FILE))


def test_every_module_says_what_it_is_for() -> None:
    assert breaches(lambda module, tree: not ast.get_docstring(tree)) == {}


def test_no_vague_name() -> None:
    assert breaches(lambda module, tree: VAGUE & set(module.split("."))) == {}


def test_rules_ask_only_with_yield_from() -> None:
    """Without it the question is never asked and the test is always true."""
    assert breaches(lambda module, tree: unasked(tree), _of_rules) == {}


def _of_rules(module: str) -> bool:
    return module.startswith("rules.")


def bare_yields(tree: ast.Module) -> list[int]:
    """Lines of a plain ``yield`` in functions that give ``Steps``: a question without a type."""
    return [
        node.lineno
        for function in functions(tree)
        if "Steps" in ast.unparse(function.returns or ast.Constant(None))
        for node in ast.walk(function)
        if isinstance(node, ast.Yield)
    ]


def test_only_the_prompts_module_asks_bare() -> None:
    found = breaches(lambda module, tree: bare_yields(tree), _of_rules)
    assert set(found) == {"rules.kernel.prompts"}


def test_the_bare_yield_test_can_fail() -> None:
    tree = ast.parse("def f() -> Steps[int]:\n    face = yield Roll()\n    return face\n")
    assert bare_yields(tree) == [2]


def test_the_yield_from_test_can_fail() -> None:
    tree = ast.parse(
        "from rules.kernel.prompts import roll\ndef f():\n    x = roll('hit', 1, 'red')\n"
    )
    assert unasked(tree) == [3]
