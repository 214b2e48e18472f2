"""What a step of a game says is read by its type, never by a key of its body."""

from __future__ import annotations

import ast

import pytest

from tests.house.source import breaches

SEAM = ("webui.game.events", "webui.game.journal")
"""Where a body is checked, kept and turned into a value."""

WHOLE = {"webui.game.told.report", "webui.hall.table.told"}
"""They hand a whole body on: the export, line by line, and what goes to the hall."""

MESSAGES = {
    "webui.hall.archive", "webui.hall.table.outbox", "webui.hall.table.publisher",
    "webui.hall.wire.messages",
}  # fmt: skip
"""What they call a body is a message's own, no step's."""


def is_key(node: ast.expr | None) -> bool:
    """Is it a text that stands in the source?"""
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def read_by_key(node: ast.AST, names: set[str]) -> bool:
    """Does *node* take one key of an attribute of such a name?"""
    taken: ast.expr | None = None
    if isinstance(node, ast.Subscript) and is_key(node.slice):
        taken = node.value
    elif isinstance(node, ast.Call) and node.args and is_key(node.args[0]):
        called = node.func
        taken = called.value if isinstance(called, ast.Attribute) else None
    return isinstance(taken, ast.Attribute) and taken.attr in names


def offences(module: str, tree: ast.Module) -> list[int]:
    """Lines that read a body, or the plain form of a part, where that is not done."""
    if module.startswith(SEAM):
        return []
    keyed = {"plain"} if module in MESSAGES else {"plain", "body"}
    may_hold = module in WHOLE | MESSAGES
    found = {
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.expr)
        and (
            read_by_key(node, keyed)
            or (not may_hold and isinstance(node, ast.Attribute) and node.attr == "body")
        )
    }
    return sorted(found)


def test_no_step_is_read_by_a_key() -> None:
    assert breaches(offences, lambda module: module.startswith("webui")) == {}


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("webui.game.position", "title = line[0].body['title']"),
        ("webui.pages.rulings", "body = event.body"),
        ("webui.game.told.record", "says = ruling.plain['says']"),
        ("webui.game.told.record", "who = root.action.plain.get('by')"),
        ("webui.game.told.report", "title = begun.body.get('title', '')"),
        ("webui.hall.table.told", "over = done.body['over']"),
    ],
)
def test_the_test_of_keys_can_fail(module: str, line: str) -> None:
    assert offences(module, ast.parse(line)) == [1]


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("webui.game.told.report", "told = {**head, **each.body}"),
        ("webui.hall.archive", "over = entry.body.get('over')"),
        ("webui.game.told.headline", "text = said.plain(names)"),
        ("webui.game.events.checks", "ask = row.body['prompt']"),
    ],
)
def test_what_hands_a_body_on_is_no_offence(module: str, line: str) -> None:
    assert offences(module, ast.parse(line)) == []
