"""A new game: house rules by chapter and in words, presets that a club keeps and shares."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from flask import Flask

from rules.books import RULE_SETS
from rules.kernel.protocol import BadState, RuleSet
from tests.webui.conftest import Clock, Visitor
from webui.game.kept.presets import VERSION, Preset, Presets, preset_of, preset_toml
from webui.game.seen.live import HandTable
from webui.game.told.chapters import chapter_of, house_in_words, value_in_words
from webui.server.app import create_app, desk_of

BOOKS = {book.name: book for book in RULE_SETS}
MATCHLOCKS = BOOKS["matchlocks"]
OURS = Preset(VERSION, "Our club", "matchlocks", {"rounding_mode": "each_step"})


@pytest.fixture
def club(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    live = HandTable(MATCHLOCKS.demo().table, clock)
    app = create_app(tmp_path / "club", live, rules=RULE_SETS, now=clock)
    app.testing = False
    yield app
    desk_of(app).close()


@pytest.fixture
def visitor(club: Flask) -> Visitor:
    return Visitor(club)


@pytest.mark.parametrize("rules", RULE_SETS, ids=[book.name for book in RULE_SETS])
def test_every_house_rule_stands_in_a_chapter_with_a_name_in_words(rules: RuleSet) -> None:
    """Not under the short name that stands in its ids, as Sho or Cmb."""
    shorts = {rule.split("-")[1].capitalize() for rule in rules.ids}
    words = {"Foot", "Horse", "Elan"}
    for switch in rules.switches:
        assert chapter_of(rules, switch) not in shorts - words, switch.name


@pytest.mark.parametrize("rules", RULE_SETS, ids=[book.name for book in RULE_SETS])
def test_the_page_shows_no_name_of_the_program(visitor: Visitor, rules: RuleSet) -> None:
    """Seen: final_only in a list, MAP_HISTORICAL beside it. What is sent may be called so."""
    page = visitor.get(f"/setup/new?rules={rules.name}").text
    shown = re.sub(r"<[^>]*>", " ", page)
    names = {switch.name for switch in rules.switches if "_" in switch.name}
    values = {v for switch in rules.switches for v in switch.values if "_" in v}
    assert [word for word in names | values if word in shown] == []
    for switch in rules.switches:
        assert f'data-switch="{switch.name}"' in page


@pytest.mark.parametrize(
    ("value", "says"),
    [("final_only", "final only"), ("true", "yes"), ("false", "no"), ("0.25", "0.25")],
)
def test_a_value_reads_as_people_say_it(value: str, says: str) -> None:
    assert value_in_words(value) == says


def test_what_a_ruling_was_played_by_reads_as_people_say_it() -> None:
    told = house_in_words(MATCHLOCKS, "rounding_mode=each_step")
    assert told.endswith(": each step") and "rounding_mode" not in told


def test_a_preset_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    presets = Presets(tmp_path, BOOKS)
    assert presets.save(OURS) == "our-club.toml"
    assert presets.listed("matchlocks") == [("our-club.toml", OURS)]
    assert presets.listed("roses") == []
    assert preset_of(presets.text("our-club.toml"), BOOKS) == OURS


@pytest.mark.parametrize(
    ("house", "says"),
    [
        ({"rounding_mod": "each_step"}, "did you mean 'rounding_mode'"),
        ({"rounding_mode": "each step"}, "did you mean 'each_step'"),
    ],
)
def test_a_misspelt_house_rule_is_refused_with_the_nearest_right_one(
    house: dict[str, str], says: str
) -> None:
    text = preset_toml(msgspec.structs.replace(OURS, house=house))
    with pytest.raises(BadState, match=says):
        preset_of(text, BOOKS)


@pytest.mark.parametrize(
    "text",
    ["", "version = 1", "version = 2\nname = 'x'\nrules = 'matchlocks'",
     "version = 1\nname = 'x'\nrules = 'chess'", "\0", "a" * 1000, "[[[", "name = 1\nrules = 2",
     "version = 1\nname = '\u202e'\nrules = 'matchlocks'"],
)  # fmt: skip
def test_what_is_no_preset_is_refused_in_words(text: str) -> None:
    with pytest.raises(BadState):
        preset_of(text, BOOKS)


def test_a_club_keeps_shares_and_reads_its_house_rules(visitor: Visitor) -> None:
    kept = visitor.post("/setup/house/save", name="Our club", rules="matchlocks", house=OURS.house)
    assert kept.json == {"file": "our-club.toml"}
    shown = visitor.get("/setup/new.json?rules=matchlocks").json["presets"]
    assert shown == [{"file": "our-club.toml", "name": "Our club", "house": OURS.house}]
    shared = visitor.get("/setup/house/our-club.toml")
    assert "attachment" in shared.headers["Content-Disposition"]
    read = visitor.post("/setup/house/read", text=shared.text).json
    assert read == {"name": "Our club", "rules": "matchlocks", "house": OURS.house}


def test_presets_are_the_umpires_and_of_that_folder_alone(club: Flask, visitor: Visitor) -> None:
    phone = Visitor(club, "192.168.7.20")
    assert phone.post("/setup/house/save", name="x", rules="matchlocks").status_code == 403
    assert phone.get("/setup/new").status_code == 403
    for name in ("none.toml", "..%2Fwizard.json", "a.json"):
        assert visitor.get(f"/setup/house/{name}").status_code in (404, 409)
    odd = visitor.post("/setup/house/save", name="../x", rules="matchlocks", house={})
    assert odd.json == {"file": "x.toml"}


def test_the_ready_battle_begins_by_house_rules(club: Flask, visitor: Visitor) -> None:
    visitor.post("/setup/demo", rules="matchlocks", house=OURS.house)
    house = desk_of(club).the_game().present().state.house
    assert house["rounding_mode"] == "each_step"
    chapters = visitor.get("/setup/new.json?rules=matchlocks").json["chapters"]
    last = {s["name"]: s["last"] for chapter in chapters for s in chapter["switches"]}
    assert last["rounding_mode"] == "each_step"
