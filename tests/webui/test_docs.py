"""What docs say about the page is what the running program does."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

from tests.webui.conftest import Visitor
from webui.access import ROLES

DOCS = Path(__file__).parents[2] / "docs"


def table_of_routes(app: Flask) -> str:
    """The table of role and route in docs/http.md, from the running app."""
    lines = ["| route | verb | from role | what |", "|---|---|---|---|"]
    doors = sorted(app.extensions["doors"].all, key=lambda door: (door.verb, door.rule))
    for door in doors:
        rule = re.sub(r"<(?:int:)?(\w+)>", r"{\1}", door.rule)
        lines.append(f"| `{rule}` | {door.verb} | {door.role} | {door.says} |")
    return "\n".join(lines)


def test_the_table_of_routes_is_the_running_program(app: Flask) -> None:
    """When a route changes, paste what this shows into docs/http.md."""
    text = (DOCS / "http.md").read_text(encoding="utf-8")
    assert table_of_routes(app) in text


def test_every_role_is_explained(app: Flask) -> None:
    text = (DOCS / "playing.md").read_text(encoding="utf-8")
    for role in ROLES:
        assert f"| {role} |" in text


def test_every_kind_of_event_is_explained() -> None:
    text = (DOCS / "journal.md").read_text(encoding="utf-8")
    source = Path(DOCS.parent / "webui" / "game.py").read_text(encoding="utf-8")
    kinds = set(re.findall(r'_append\(\s*"(\w+)"', source)) | {"begin"}
    assert len(kinds) == 10
    for kind in kinds:
        assert f"| `{kind}` |" in text


def test_the_fields_of_the_table_are_those_documented(here: Visitor) -> None:
    text = (DOCS / "http.md").read_text(encoding="utf-8")
    table = here.get("/table.json").json
    for name in [*table, *table["bases"][0], *table["game"]]:
        assert f"`{name}`" in text, name


def test_every_word_of_the_page_is_in_the_list_of_words() -> None:
    """So that a translation is one file; the set-up wizard keeps its own."""
    static = DOCS.parent / "webui" / "static"
    known = set(re.findall(r"^\s+(\w+):", (static / "words.js").read_text("utf-8"), re.M))
    known |= set(re.findall(r"(\w+):", (static / "words.js").read_text("utf-8")))
    for file in static.glob("*.js"):
        for name in re.findall(r"\bW\.(?:army\.|terrain\.)?(\w+)", file.read_text("utf-8")):
            assert name in known, (file.name, name)
