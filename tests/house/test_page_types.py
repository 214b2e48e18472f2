"""What pages are sent is typed, and the types of the scripts are those of the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET, Struct, UnsetType

from rules.kernel.plain import to_plain
from tests.webui import toy
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.openapi import TYPES, page_data
from webui.server.page_types import written


@pytest.fixture
def app(tmp_path: Path) -> Any:
    made = create_app(tmp_path, HandTable(toy.table()), rules=(toy.TOY,))
    yield made
    desk_of(made).close()


def test_the_types_of_the_scripts_are_those_of_the_page_data(app: Any) -> None:
    """When a Struct changes: python3 -m webui.server.openapi."""
    assert TYPES.read_text("utf-8") == written(page_data(app))


def test_every_json_that_a_page_lives_on_is_a_struct(app: Any) -> None:
    doors = [door for door in app.extensions["doors"].all if door.rule.endswith(".json")]
    assert doors and all(door.gives for door in doors if door.verb == "GET")


class Ship(Struct):
    """A thing that floats."""

    name: str
    guns: int | None
    crew: list[str] = []
    sunk_s: float | UnsetType = UNSET


def test_a_struct_is_told_to_a_script_field_by_field() -> None:
    """What has a default is sent all the same; what can be left out is marked."""
    schema = {
        "Ship": {
            "title": "Ship", "description": "A thing that floats.", "type": "object",
            "properties": {
                "name": {"type": "string"},
                "guns": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
                "crew": {"type": "array", "items": {"type": "string"}, "default": []},
                "sunk_s": {"type": "number"},
            },
            "required": ["name", "guns"],
        }
    }  # fmt: skip
    text = written(schema)
    assert "/** A thing that floats. */" in text
    for line in ("name: string;", "guns: number | null;", "crew: string[];", "sunk_s?: number;"):
        assert f"    {line}\n" in text
    assert to_plain(Ship("Ark", None)) == {"name": "Ark", "guns": None, "crew": []}
