"""What is asked of every evening: an end by its own rules, and everything still there after it."""

from __future__ import annotations

import html
import re
from typing import Any

from rules.kernel.telling.names import titled
from tests.webui.evening import Evening

ENDS = {
    "matchlocks": r"(?P<loser>.+) cannot give up another Army Morale Token$",
    "blocks": r"(?P<loser>.+) routed: elan is 0\.",
    "armatys": r"(?P<loser>.+) has nothing left on the field\.|Agreed: (?P<winner>.+) has won\.",
    "roses": r"(?P<winner>.+) holds the field|(?P<loser>.+) has lost half of its units",
    "quickplay": r"half of (?P<loser>.+) is gone|after the last turn: .+",
    "skirmish": r"Every unit of (?P<loser>.+) is in retreat or gone",
}
"""The sentence with which each book ends a battle, nobody conceding."""


def to_its_end(evening: Evening) -> None:
    """Play it, and check its end."""
    over = evening.play()
    _is_won(evening, over)
    assert evening.rules.squares == (0, 0) or _missing(evening) == []
    _undone_it_ends_again(evening, over)
    report = everything_opens(evening)
    assert html.escape(over["says"]) in report
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


def _missing(evening: Evening) -> list[str]:
    """Who fights on, and has no model on the table: on squares nobody leaves it and comes back."""
    shown = evening.table()
    there = {base["unit"] for base in shown["bases"] if base["x_in"] is not None}
    standing = [card["unit"] for card in shown["units"] if not card["gone"]]
    return [unit for unit in standing if unit not in there]


def _undone_it_ends_again(evening: Evening, over: dict[str, Any]) -> None:
    head = evening.table()["game"]["head"]
    assert evening.post("/act/undo", head=head, why="once more").status_code == 200
    assert evening.table()["game"]["over"] is None
    evening.again()
    assert evening.table()["game"]["over"] == over


def everything_opens(evening: Evening) -> str:
    """Every page, and every ruling's; the report."""
    for path in ("/log", "/transcript.txt", "/reference", "/army", "/show"):
        assert evening.get(path).status_code == 200, path
    rulings = evening.get("/rulings.json").json["rulings"]
    assert len(rulings) >= 20
    for ruling in rulings:
        assert evening.get(f"/rulings/{ruling['id']}").status_code == 200
    return evening.get("/report.html").get_data(as_text=True)
