"""A whole evening's game of every rule set, played through the page to the end that its rules
declare: without a camera, and on the simulated table."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from rules import RULE_SETS
from rules.protocol import RuleSet, titled
from tests.webui.conftest import Visitor
from tests.webui.evening import Evening
from vision.simulated_table import SimulatedTable
from webui import create_app, desk_of
from webui.live import HandTable

pytestmark = pytest.mark.timeout(600)
"""An evening takes half a minute of a computer that has nothing else to do."""

ENDS = {
    "matchlocks": r"(?P<loser>.+) cannot give up another Army Morale Token$",
    "blocks": r"(?P<loser>.+) routed: elan is 0\.",
    "armatys": r"(?P<loser>.+) has nothing left on the field\.|Agreed: (?P<winner>.+) has won\.",
    "roses": r"(?P<winner>.+) holds the field|(?P<loser>.+) has lost half of its units",
    "skirmish": r"Every unit of (?P<loser>.+) is in retreat or gone",
}
"""The sentence with which each book ends a battle, nobody conceding."""

BY_HAND = {"matchlocks": 7, "blocks": 19, "armatys": 42, "roses": 3, "skirmish": 1}
SEEN = {"matchlocks": 7, "blocks": 19, "armatys": 42, "roses": 23, "skirmish": 1}
"""A seed is an evening: the poses on the simulated table are the same on every computer."""

HOUSE = {"roses": {"WOR_VICTORY": "half_units"}}
"""On the simulated table, where every move takes its time, a broken host is a beaten one."""

SIZE_PX = (1920, 1080)
MOST_PICTURES = 6
"""After so many pictures a tag that another model covers is not waited for."""


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_an_evening_without_a_camera(rules: RuleSet, tmp_path: Path) -> None:
    live = HandTable(rules.demo().table)
    app = create_app(tmp_path, live, rules=(rules,))
    with closing(desk_of(app)) as desk:
        seed = BY_HAND[rules.name]
        _to_its_end(Evening(Visitor(app), desk, seed, _at_once, judging=True))


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_an_evening_on_the_simulated_table(rules: RuleSet, tmp_path: Path) -> None:
    """Each move asked for is made in the picture, and ruled on as it is seen there."""
    with closing(SimulatedTable(rules.demo().table, size_px=SIZE_PX, by_itself=False)) as live:
        live.look(6)
        app = create_app(tmp_path, live, rules=(rules,))
        with closing(desk_of(app)) as desk:
            _begin_with(app, rules)
            evening = Evening(
                Visitor(app), desk, SEEN[rules.name], lambda moved: _wait(live, moved), judging=True
            )
            _to_its_end(evening)
            shown = evening.table()
            assert shown["source"] == "simulated"
            assert {ruling["source"] for ruling in shown["verdicts"]} == {"simulated"}


def _begin_with(app: Flask, rules: RuleSet) -> None:
    if rules.name in HOUSE:
        begun = Visitor(app).post("/setup/demo", rules=rules.name, house=HOUSE[rules.name])
        assert begun.status_code == 200, begun.json


def _at_once(moved: Sequence[str]) -> None:
    """Without a camera a base is where it was put."""


def _wait(live: SimulatedTable, moved: Sequence[str]) -> None:
    """Until the moved are seen again, or no longer waited for."""
    live.look(3)
    for _ in range(MOST_PICTURES):
        table = live.snapshot()
        if all(table.base(payload).status == "seen" for payload in moved):
            return
        live.look()


def _to_its_end(evening: Evening) -> None:
    over = evening.play()
    _is_won(evening, over)
    _undone_it_ends_again(evening, over)
    _everything_opens(evening, over)
    assert not [status for status in evening.statuses if status >= 500]
    assert evening.asked["Look"] >= 10 and evening.asked["Roll"] >= 10


def _is_won(evening: Evening, over: dict[str, Any]) -> None:
    """By its rules, by one of the two sides, and the sentence says so."""
    sides = set(evening.table()["game"]["sides"])
    found = re.match(ENDS[evening.rules.name], over["says"])
    assert found is not None, over
    assert over["winner"] in sides
    named = found.groupdict()
    assert named.get("winner") in (None, titled(over["winner"]))
    assert named.get("loser") in (None, *map(titled, sides - {over["winner"]}))
    assert "concede" not in [action.do for action in evening.declared]


def _undone_it_ends_again(evening: Evening, over: dict[str, Any]) -> None:
    head = evening.table()["game"]["head"]
    assert evening.post("/act/undo", head=head, why="once more").status_code == 200
    assert evening.table()["game"]["over"] is None
    evening.again()
    assert evening.table()["game"]["over"] == over


def _everything_opens(evening: Evening, over: dict[str, Any]) -> None:
    for path in ("/log", "/transcript.txt", "/reference", "/army", "/show"):
        assert evening.get(path).status_code == 200, path
    rulings = evening.get("/rulings.json").json["rulings"]
    assert len(rulings) > 20
    for ruling in rulings:
        assert evening.get(f"/rulings/{ruling['id']}").status_code == 200
    report = evening.get("/report.html").get_data(as_text=True)
    assert html.escape(over["says"]) in report
