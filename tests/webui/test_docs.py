"""What docs say about the page is what the running program does."""

from __future__ import annotations

import re
from pathlib import Path

from flask import Flask

from tests.webui.conftest import Visitor
from webui.game.events.kinds import KINDS
from webui.game.secrets.roles import ROLES
from webui.game.told.words import PAGES

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
    assert len(KINDS) == 17
    for kind in KINDS:
        assert f"| `{kind}` |" in text


def test_the_fields_of_the_table_are_those_documented(here: Visitor) -> None:
    text = (DOCS / "http.md").read_text(encoding="utf-8")
    table = here.get("/table.json").json
    for name in [*table, *table["bases"][0], *table["game"]]:
        assert f"`{name}`" in text, name


def test_every_word_of_the_page_is_in_the_list_of_words() -> None:
    """So that a translation is one room; the set-up wizard keeps its own."""
    static = DOCS.parent / "webui" / "static"
    lists = [static / "words.js", *(static / "words").glob("*.js")]
    known = {n for each in lists for n in re.findall(r"(?m)^\s+(\w+)[:,]", each.read_text("utf-8"))}
    for file in static.rglob("*.js"):
        text = file.read_text("utf-8")
        for name in re.findall(r"\bW\.(?:(?:army|terrain|guide|far|watching)\.)?(\w+)", text):
            assert name in known, (file.name, name)


_PART = r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}|<[^>{]*(?:\{[{%#].*?[}%#]\}[^>{]*)*>"
_SPOKEN = re.compile(r'(?:aria-label|alt|placeholder|title)="([^"{}]*[A-Za-z]{2}[^"{}]*)"')
_NO_WORDS = {"Drumhead", "--host 0.0.0.0", "/join", "Python", "px", "PDF"}
"""Names, addresses and units, which no translation changes."""


def test_no_template_holds_a_word_of_its_own() -> None:
    """All of them are in words.toml; so a translation of the pages is one file."""
    templates = DOCS.parent / "webui" / "templates"
    found = []
    for file in sorted(templates.glob("*.html")):
        source = file.read_text("utf-8")
        source = re.sub(r"<(script|style)\b.*?</\1>", "", source, flags=re.S)
        source = re.sub(r"\{% block (?:body_class|scripts) %\}.*?\{% endblock %\}", "", source)
        text = [part.strip() for part in re.split(_PART, source, flags=re.S)]
        spoken = _SPOKEN.findall(re.sub(r"\{#.*?#\}", "", source, flags=re.S))
        words = [part for part in (*text, *spoken) if re.search("[A-Za-z]{2}", part)]
        found += [(file.name, part) for part in words if part not in _NO_WORDS]
    assert found == []


def test_every_word_that_a_template_says_is_in_the_list() -> None:
    """And none is there that nobody says."""
    templates = DOCS.parent / "webui" / "templates"
    said = {
        tuple(name.split("."))
        for file in templates.glob("*.html")
        for name in re.findall(r"\bsay\.(\w+\.\w+)", file.read_text("utf-8"))
    } - {("nav", "items")}
    listed = {(page, key) for page, lines in PAGES.items() for key in lines if page != "nav"}
    assert said == listed


def test_every_rule_of_a_book_stands_in_its_reference(here: Visitor) -> None:
    """So that a link from a ruling leads somewhere."""
    page = here.get("/reference").get_data(as_text=True)
    rules = here.get("/reference.json").json["chapters"]
    assert rules
    for chapter in rules:
        for rule in chapter["rules"]:
            assert f'id="{rule["id"]}"' in page
