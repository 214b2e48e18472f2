"""The program's own source, parsed, for the tests that enforce the house's laws."""

from __future__ import annotations

import ast
import gc
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

TOP = Path(__file__).resolve().parents[2]
ROOMS = ("calibration", "vision", "rules", "webui")
DOORS = ("run",)
"""The modules that stand beside the rooms."""


@cache
def sources() -> dict[str, ast.Module]:
    """Module name -> parsed file, for every module of the four rooms and those beside them."""
    files = [TOP / f"{door}.py" for door in DOORS]
    for room in ROOMS:
        files += sorted((TOP / room).rglob("*.py"))
    # Millions of small objects that stay to the end: the collector need not count them again.
    gc.disable()
    try:
        return {_module(file): ast.parse(file.read_text(encoding="utf-8")) for file in files}
    finally:
        gc.freeze()
        gc.enable()


@cache
def nodes(tree: ast.Module) -> tuple[ast.AST, ...]:
    """Every node of *tree*, walked once for all the laws."""
    return tuple(ast.walk(tree))


def breaches(
    law: Callable[[str, ast.Module], object], within: Callable[[str], object] = lambda module: True
) -> dict[str, object]:
    """Module name -> what the law finds wrong in it, of those *within* that are not in order.

    One test a law instead of one a module: thousands of tests cost more than what they look at.
    """
    found = {name: law(name, tree) for name, tree in sources().items() if within(name)}
    assert found, "the law looks at no module"
    return {name: wrong for name, wrong in found.items() if wrong}


def _module(file: Path) -> str:
    parts = list(file.relative_to(TOP).with_suffix("").parts)
    if parts[-1] == "__init__":
        parts.pop()
    return ".".join(parts)


def imports(tree: ast.Module) -> Iterator[str]:
    """Every module that *tree* imports, wherever it stands in the file."""
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function in *tree*, nested ones too."""
    for node in nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
