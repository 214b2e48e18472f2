"""What the table page is told: readings by policy, odds, the other side's consent, blindness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask import Flask

from rules.kernel.prompts import Steps, roll
from rules.kernel.protocol import Action, Modifier, Offer, Outcome, Ruling
from rules.matchlocks import MATCHLOCKS
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.measure.range import front_range, gap
from vision.table.abilities import Abilities
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.table_view import _banner


def _join(app: Flask, side: str) -> Visitor:
    visitor = Visitor(app, f"10.1.0.{len(side)}")
    assert visitor.post("/join", code=desk_of(app).access.code(side)).status_code == 200
    return visitor


def test_every_reading_between_two_units_comes_with_its_evidence(here: Visitor) -> None:
    """By hand: R1's front is at y = 10.75, B1's nearest edge at 17.25: 6.5 in."""
    answer = here.get("/measure.json?from=R1&to=B1").json
    found = {reading["what"]: reading for reading in answer["readings"]}
    assert set(found) == {
        "shoot_range",
        "in_arc",
        "sight",
        "gap",
        "command_distance",
        "in_their_arc",
        "zone",
    }
    assert found["gap"]["value"] == pytest.approx(6.5)
    assert found["zone"]["says"] == "front" and found["sight"]["verdict"] == "YES"
    assert all(reading["evidence"] for name, reading in found.items() if name != "zone")
    verdicts = [(each["title"], each["verdict"]) for each in found["shoot_range"]["against"]]
    assert verdicts == [("short", "OUT"), ("long", "IN")]


def test_a_set_without_premeasuring_shows_no_lengths_before_the_declaration(
    tmp_path: Path, live: HandTable
) -> None:
    strict = msgspec.structs.replace(toy.TOY, premeasure=lambda state: False)
    app = create_app(tmp_path, live, rules=(strict,))
    here = Visitor(app)
    answer = here.get("/measure.json?from=R1&to=B1").json
    assert "before you declare" in answer["trouble"]
    for reading in answer["readings"]:
        assert "value" not in reading and "text" not in reading and "evidence" not in reading
    unit = here.get("/unit.json?unit=R1").json
    assert unit["bands"] == [] and unit["offers"][0]["readings"] == []
    assert here.get("/odds.json?do=shoot&by=R1&at=B1").json["results"] == []
    desk_of(app).close()


def test_after_the_declaration_the_lengths_of_that_action_are_shown(
    tmp_path: Path, live: HandTable
) -> None:
    """And on the frozen table: moving a base afterwards changes nothing."""
    strict = msgspec.structs.replace(toy.TOY, premeasure=lambda state: False)
    app = create_app(tmp_path, live, rules=(strict,))
    here = Visitor(app)
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.post("/act/place", bases=[{"payload": "B01", "x_in": 60, "y_in": 40, "facing_deg": 0}])
    readings = here.get("/measure.json?from=R1&to=B1").json["readings"]
    assert readings[0]["value"] == pytest.approx(6.5)
    assert "value" not in here.get("/measure.json?from=R2&to=B1").json["readings"][0]
    desk_of(app).close()


@pytest.mark.parametrize("length", [gap, front_range], ids=lambda each: each.__name__)
def test_the_length_that_the_rules_go_by_comes_first(
    tmp_path: Path, live: HandTable, length: Callable[[Snapshot, str, str], Reading]
) -> None:
    """Before and after the declaration: the map draws the first of them."""

    def offered(state: object, table: Snapshot) -> tuple[Offer, ...]:
        far = length(table, "R1", "B1")
        return (Offer(Action("shoot", "R1", "B1"), "Shoot", readings=(far,)),)

    ruled = msgspec.structs.replace(toy.TOY, actions=offered)
    app = create_app(tmp_path, live, rules=(ruled,))
    here = Visitor(app)

    def first() -> tuple[str, float]:
        reading = here.get("/measure.json?from=R1&to=B1").json["readings"][0]
        return reading["what"], reading["value"]

    before = first()
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert before == first() == (length.__name__, pytest.approx(6.5))
    desk_of(app).close()


def test_a_ruling_without_own_lines_is_drawn_from_its_frozen_table(here: Visitor) -> None:
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    here.at_head("/act/answer", answer=[5, 5])
    here.at_head("/act/answer", answer="stand")
    here.post("/act/place", bases=[{"payload": "B01", "x_in": 60, "y_in": 40, "facing_deg": 0}])
    ruling = here.get("/rulings.json").json["rulings"][0]
    measured = here.get(f"/rulings/{ruling['id']}.json").json["measured"]
    assert measured[0]["value"] == pytest.approx(6.5) and measured[0]["evidence"]


def test_odds_are_exact_where_they_can_be_walked(here: Visitor) -> None:
    """Two dice, 4 or more hits: no hit 1/4, one hit 1/2, two hits 1/4."""
    found = here.get("/odds.json?do=shoot&by=R1&at=B1").json
    assert found["exact"]
    chances = {" ".join(each["says"]): each["chance"] for each in found["results"]}
    assert chances == {
        "Rigg's foot scores 0 on Bell's foot.": 0.25,
        "Rigg's foot scores 1 on Bell's foot.": 0.5,
        "Rigg's foot scores 2 on Bell's foot.": 0.25,
    }


def test_the_other_sides_step_is_taken_back_when_it_agrees(app: Flask) -> None:
    red, blue = _join(app, "Red"), _join(app, "Blue")
    red.at_head("/act/declare", do="end", by="Red")
    blue_asks = blue.at_head("/act/undo")
    assert blue_asks.status_code == 409 and "Red has been asked" in blue_asks.json["error"]
    assert red.get("/table.json").json["wish"]["by"]["side"] == "Blue"
    assert red.at_head("/act/undo").status_code == 200
    assert red.get("/table.json").json["game"]["turn"] == 1
    assert red.get("/table.json").json["wish"] is None


def test_nothing_is_measured_or_declared_while_blind(
    app: Flask, here: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    why = "the camera gave no picture for 12 s: look at its cable"
    monkeypatch.setattr(desk_of(app).live, "blind", lambda: why)
    assert here.get("/measure.json?from=R1&to=B1").json == {
        "from": "R1",
        "to": "B1",
        "readings": [],
        "trouble": why,
    }
    refused = here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert refused.status_code == 409 and refused.json["error"] == why
    assert here.get("/table.json").json["blind"] == why


def test_a_hidden_base_is_named_with_what_to_do(app: Flask, here: Visitor) -> None:
    live = desk_of(app).live
    assert isinstance(live, HandTable)
    table = live.snapshot()
    bases = tuple(
        replace(base, status="hidden") if base.payload == "B01" else base for base in table.bases
    )
    live.set_table(replace(table, bases=bases))
    readings = here.get("/measure.json?from=R1&to=B1").json["readings"]
    assert {reading["trouble"] for reading in readings} == {
        "Bell's foot is hidden: uncover its tag, or place it by hand"
    }
    assert "Bell's foot is hidden" in here.get("/unit.json?unit=R1").json["trouble"]
    refused = here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert refused.status_code == 422 and "Bell's foot is hidden" in refused.json["error"]
    status = {base["payload"]: base["status"] for base in here.get("/table.json").json["bases"]}
    assert status["B01"] == "hidden"


def test_what_moved_is_measured_against_the_frozen_table(app: Flask, here: Visitor) -> None:
    """B1 goes 2 in back and turns by 30 degrees."""
    here.at_head("/act/declare", do="shoot", by="R1", at="B1")
    assert here.get("/moved.json").json == {"moved": []}
    place = {"payload": "B01", "x_in": 30, "y_in": 20, "facing_deg": 300}
    here.post("/act/place", bases=[place])
    (moved,) = here.get("/moved.json").json["moved"]
    found = {reading["what"]: reading for reading in moved["readings"]}
    assert moved["unit"] == "B1" and moved["stood"][0]["y_in"] == 18
    assert found["facing_change"]["value"] == pytest.approx(30)
    assert found["move_distance"]["value"] > 2


def test_the_view_is_worked_out_once_for_many_screens(
    app: Flask, here: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.get("/table.json")
    monkeypatch.setattr(desk_of(app), "table", lambda: pytest.fail("worked out again"))
    assert here.get("/show.json").status_code == 200
    assert Visitor(app, "10.0.0.9").get("/table.json").status_code == 200


def test_a_layout_of_terrain_is_kept_and_used_again(here: Visitor) -> None:
    pieces = [{"kind": "hill", "outline_in": [[1, 1], [9, 1], [5, 8]], "height_in": 1.5}]
    assert here.post("/terrain/save", name="Club table 3", terrain=pieces).status_code == 200
    layouts = here.get("/terrain.json").json["layouts"]
    assert [each["name"] for each in layouts] == ["Club table 3"]
    assert here.at_head("/act/terrain", terrain=layouts[0]["terrain"]).status_code == 200
    assert here.get("/table.json").json["terrain"][0]["height_in"] == 1.5


@pytest.mark.parametrize(
    "piece",
    [
        {"kind": "hill"},
        {"kind": "hill", "outline_in": [[1, 1], [1e9, 1], [5, 8]]},
        {"kind": "hill", "outline_in": "round"},
        {"kind": "hill", "outline_in": [[1, 1]] * 900},
        "hill",
    ],
)
def test_terrain_that_is_none_is_refused(here: Visitor, piece: object) -> None:
    answer = here.at_head("/act/terrain", terrain=[piece])
    assert answer.status_code in (400, 422) and answer.json["error"]


@pytest.mark.parametrize(
    ("can", "title"),
    [
        (Abilities(sees=True, simulated=True), "SIMULATED TABLE"),
        (Abilities(sees=False), "TABLE BY HAND"),
        (Abilities(sees=True), None),
    ],
)
def test_a_table_that_no_camera_sees_says_so(can: Abilities, title: str | None) -> None:
    banner = _banner(can)
    assert (None if banner is None else banner.title) == title


def test_why_so_many_dice_is_told_while_they_are_asked_for(tmp_path: Path, live: HandTable) -> None:
    """Every throw would be ruled with the same line: two ranks, two dice."""
    ranks = Modifier("two ranks", "2 dice", "TOY-HIT-01")

    def rule(action: Action, state: Any, table: Snapshot) -> Steps[Outcome]:
        yield from roll("shots", 2, "Red", need=4)
        return Outcome(state, (Ruling("R1 shoots.", ("TOY-HIT-01",), (ranks,)),))

    app = create_app(tmp_path, live, rules=(msgspec.structs.replace(toy.TOY, resolve=rule),))
    here = Visitor(app)
    head = here.get("/table.json").json["game"]["head"]
    here.post("/act/declare", head=head, do="shoot", by="R1", at="B1")
    (told,) = here.get("/table.json").json["open"]["why"]
    assert (told["what"], told["value"]) == ("two ranks", "2 dice")
    desk_of(app).close()


def test_the_page_is_told_what_the_table_can_do(here: Visitor) -> None:
    """By hand the page is the table, and no camera looks."""
    assert here.get("/table.json").json["can"] == {
        "moves": True, "lifts": True, "lays_out": True, "sees": False, "simulated": False,
    }  # fmt: skip


def test_nobody_is_marked_for_what_is_free_at_any_time(tmp_path: Path) -> None:
    """Matchlocks: in the Manoeuvre phase one side moves; the other's units may but say that they
    stand in cover."""
    app = create_app(tmp_path, HandTable(MATCHLOCKS.demo().table), rules=(MATCHLOCKS,))
    here = Visitor(app)
    here.at_head("/act/declare", do="begin", by="Royalists", at=None, more={})
    for face in (6, 1):
        assert here.at_head("/act/answer", answer=[face], how="typed").status_code == 200
    shown, offers = here.get("/table.json").json, here.get("/actions.json").json
    assert shown["game"]["phase"] == "Manoeuvre and Bombardment"
    marked = {card["side"] for card in shown["units"] if card["unit"] in offers["units"]}
    assert marked == set(shown["game"]["to_act"])
    # Of the Royalists the gun alone reaches an enemy, Cromwell's Horse.
    assert offers["aims"] == ["RG1"]
    desk_of(app).close()


def test_figures_follow_what_an_open_action_has_told(tmp_path: Path) -> None:
    """Three of five, and one hit: two are left while morale is thrown for, three after an undo.
    Seen to stand at three, beside a step that told of the hit."""
    app = create_app(tmp_path, HandTable(QUICKPLAY.demo().table), rules=(QUICKPLAY,))
    game, umpire = desk_of(app).the_game(), Who("umpire")
    game.declare(Action("begin", "red"), umpire, after=game.journal.head)
    for face in (6, 1):
        game.answer([face], umpire, after=game.journal.head)
    game.edit("units/B1/strength", 3, "worn", umpire, after=game.journal.head)

    def strength() -> tuple[int, int]:
        told = Visitor(app).get("/show.json").json["units"]
        (pikes,) = (unit["strength"] for unit in told if unit["unit"] == "B1")
        return pikes["now"], pikes["start"]

    game.declare(Action("shoot", "R5", "B1"), umpire, after=game.journal.head)
    assert strength() == (3, 5)
    game.answer([5, 3], umpire, after=game.journal.head)
    assert "morale" in Visitor(app).get("/table.json").json["prompt"]["what"]
    assert strength() == (2, 5)
    game.undo(umpire, after=game.journal.head)
    assert strength() == (3, 5)
    desk_of(app).close()
