"""The screens that are looked at from afar tell a whole action: every throw, and the dice typed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from tests.webui.browsing import Watched, box_of
from tests.webui.page.conftest import Open
from webui.game.position import Who

pytestmark = [pytest.mark.browser, pytest.mark.sizes("phone")]

TABLE = Who("table")


@pytest.mark.long
def test_the_dice_typed_never_lie_under_the_keys(hall: Open) -> None:
    """Also on a phone whose browser takes its bars off the height: 844 px are 664 then."""
    found = hall(rules=QUICKPLAY)
    game = found.desk.the_game()
    game.declare(Action("begin", "red"), TABLE, after=game.journal.head)
    for face in (6, 1):
        game.answer([face], TABLE, after=game.journal.head)
    shot = next(one.action for one in game.offers() if one.legal and one.action.do == "shoot")
    game.declare(shot, TABLE, after=game.journal.head)
    screen = found.screen()
    screen.page.set_viewport_size({"width": 390, "height": 664})
    page = screen.open()
    dice = box_of(page.locator(".prompt .dice"))
    keys = box_of(page.locator(".prompt .keys"))
    assert dice["y"] + dice["height"] <= keys["y"]
    assert keys["y"] + keys["height"] <= page.evaluate("innerHeight")


def roll(what: str, answer: list[int], need: int | None = None) -> dict[str, Any]:
    return {"ask": "roll", "what": what, "answer": answer, "need": need, "read": []}


FIGHT = """([path, answers]) => Promise.all([
  import("/static/dom.js"), import("/static/ruling/thrown.js"), import("/static/show/fitting.js"),
]).then(([{ h }, { thrown }, { fitThrows }]) => {
  const page = document.querySelector(path === "/show" ? ".show-side" : ".overlay");
  const says = h("p", {class: "show-says"}, "Forlorn Hope is broken and gone in rout; "
    + "Cromwell's Horse is broken and gone in rout, loses 6: 1 of 8 left; "
    + "Gerard's Foot loses 1: 23 of 24 left; "
    + "Barclay's Foot takes 1 Disarray: 2 now; and 2 more");
  const card = (name) => h("div", {class: "show-unit"}, h("strong", {}, name),
    h("span", {class: "num"}, "23 of 24"), h("span", {class: "badge-pill"}, "out of the game"));
  const cards = h("div", {class: "show-units"}, ["Cromwell's Horse", "Gerard's Foot"].map(card));
  const parts = [says, cards, h("div", {class: "throws"}, thrown({answers}))];
  page.replaceChildren(...(path === "/show" ? parts : [h("section", {class: "plate"}, parts)]));
  fitThrows(page);
  const box = (el) => [el.getBoundingClientRect().top, el.getBoundingClientRect().bottom];
  const all = (what) => [...page.querySelectorAll(what)];
  return {
    shown: box(page.querySelector(".throws")), high: innerHeight, dice: all(".die").map(box),
    rows: all(".throw").map((row) => row.textContent),
    before: all(".throws-before").map((line) => line.textContent),
  };
})"""
"""Measured in one go: on a quiet table the screen turns to something else after six seconds."""


@pytest.mark.sizes("screen")
@pytest.mark.parametrize("path", ["/show", pytest.param("/overlay", marks=pytest.mark.long)])
def test_every_die_of_a_long_melee_is_in_sight(seen: Watched, path: str) -> None:
    """Also those that need nothing, below all that came of it."""
    found = _fight(seen, path, 7)
    assert found["before"] == []
    assert len(found["dice"]) == 7 * 9
    _are_in_sight(found)


@pytest.mark.sizes("screen")
@pytest.mark.long
def test_what_was_thrown_long_before_is_counted_where_there_is_no_room(seen: Watched) -> None:
    """Sixty rows fit on no screen; the last one always does."""
    found = _fight(seen, "/show", 60)
    left = len(found["rows"])
    assert 0 < left < 60
    assert found["before"] == [f"{60 - left} throws before"]
    assert found["rows"][-1].startswith("throw 59")
    _are_in_sight(found)


def _are_in_sight(found: Any) -> None:
    """Half a pixel is lost in rounding, above and below."""
    top, bottom = found["shown"]
    assert bottom <= found["high"]
    assert all(top - 1 <= above and below <= bottom + 1 for above, below in found["dice"])


def _fight(seen: Watched, path: str, throws: int) -> Any:
    """What is seen of so many throws of nine dice, every second without anything to reach."""
    asked = "throw {}: the Forlorn Hope tests its morale, it sees Cromwell's Horse lost"
    answers = [roll(asked.format(n), [1, 2, 3] * 3, 4 if n % 2 else None) for n in range(throws)]
    page = seen.open(path)
    expect(page.locator(".show-top, .overlay-top").first).not_to_be_empty()
    return page.evaluate(FIGHT, [path, answers])
