"""One list of the kinds of terrain: the page, the style sheet and the rules draw on it."""

from __future__ import annotations

import re

import pytest

from rules.cases.case import resolve_case
from rules.field.ruler import kinds_that
from rules.roses.tables import GROUND as ROSES_GROUND
from rules.skirmish.tables import GROUND as SKIRMISH_GROUND
from tests.house.source import TOP
from vision.table.terrain_kinds import BY_NAME, REGISTRY, kind_of, unruled
from vision.table.terrain_kinds import KINDS as NAMES
from webui.pages.terrain import KINDS

STYLE = (TOP / "webui" / "static" / "drumhead.css").read_text(encoding="utf-8")


def test_the_page_offers_what_the_list_has_to_draw() -> None:
    assert [one.kind for one in KINDS] == [one.name for one in REGISTRY if one.drawn]


def test_the_style_sheet_draws_every_kind_and_no_other() -> None:
    styled = set(re.findall(r"\.terrain\.(\w+)", STYLE)) - {"line"}
    assert styled == {one.name for one in REGISTRY if one.drawn}


def test_a_kind_that_nothing_rules_on_is_told_and_not_passed_over() -> None:
    """A pond is no wood: whoever drew it is told that it is open ground."""
    assert unruled(["wood", "pond", "pond"]) == (
        "No book knows the terrain pond: it is open ground to the rules.",
    )


def test_a_case_with_such_a_piece_says_so() -> None:
    pond = {"kind": "pond", "name": "mere", "outline_in": [[1, 1], [3, 1], [3, 3]]}
    came = resolve_case(
        {"rules": "blocks", "table": {"size_in": [36, 27], "terrain": [pond]}, "actions": []}
    )
    assert "pond" in came["notes"][0]


def test_a_word_that_is_no_kind_looks_like_none() -> None:
    assert kind_of("pond").name == "" and kind_of("wood") is BY_NAME["wood"]


@pytest.mark.parametrize("ground", [ROSES_GROUND, SKIRMISH_GROUND], ids=["roses", "skirmish"])
def test_a_book_says_of_every_kind_what_it_does(ground: dict[str, str]) -> None:
    """Seen to fail without "barn": a kind that a book forgets is open ground unsaid."""
    assert [kind for kind in NAMES if kind not in ground] == []


def test_what_a_kind_does_is_read_as_whole_words() -> None:
    assert kinds_that({"wood": "dense hides", "marsh": "denser"}, "dense") == ("wood",)
