"""The battle stepped through like a game of chess, on the page and in the exported file (13)."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.browsing import SIZES, grave_faults
from tests.webui.page.conftest import CameraTable, Hall, Open
from tests.webui.page.steps import shot
from vision.table.snapshot import Pose
from webui.game.position import Who

pytestmark = pytest.mark.browser

UMPIRE = Who("umpire")
VIEWER = (Path(__file__).parents[3] / "webui" / "static" / "replay" / "viewer.js").read_text(
    "utf-8"
)


def _battle(hall: Open) -> Hall:
    """A hit, the same overruled to two, and the end of the turn; each with its kept picture."""
    found = hall(live=CameraTable(toy.table()))
    game = found.desk.the_game()
    shot(game, 6, 2)
    game.overrule_step({0: [6, 5]}, (), "the die was cocked", UMPIRE, after=game.journal.head)
    game.declare(Action("end", "Red"), UMPIRE, after=game.journal.head)
    return found


def _steps_through(page: Page) -> None:
    """From the end back to the first step, which was overruled, and on again."""
    says = page.locator("[data-says]")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    expect(says).to_contain_text("The turn ends.")
    # The knob comes to the end of its groove: it stood short of it by the room inside a field.
    expect(page.locator("#replay input[type=range]")).to_have_css(
        "padding", re.compile("^0px|^2px")
    )
    page.get_by_role("button", name="To the beginning").click()
    expect(says.locator("s")).to_have_text("Rigg's foot scores 1 on Bell's foot.")
    expect(says).to_contain_text("Overruled: Rigg's foot scores 2 on Bell's foot.")
    page.get_by_role("button", name="One step on").click()
    expect(says.locator("strong")).to_have_text("Rigg's foot scores 2 on Bell's foot.")
    expect(says.locator(".die")).to_have_text(["6", "5"])
    # The question stands before its dice, not over those of the next one.
    expect(says.locator(".replay-dice > :first-child")).to_contain_text("to hit Bell's foot")
    expect(says.locator(".over")).to_contain_text(
        "By an overruling: Rigg's foot to hit Bell's foot: 6, 2 becomes"
    )
    expect(page.locator("#replay svg [data-payload]")).to_have_count(3)


@pytest.mark.sizes(*SIZES)
def test_the_page_steps_through_the_battle(hall: Open) -> None:
    screen = _battle(hall).screen()
    page = screen.open("/replay")
    _steps_through(page)
    expect(page.locator("#replay svg image")).to_have_count(1)
    page.get_by_role("button", name="Plan").click()
    expect(page.locator("#replay svg image")).to_have_count(0)
    page.get_by_role("button", name="One step back").click()
    assert page.locator("#replay svg text").first.evaluate(LETTERS_PX) >= 14.9
    drawn = page.locator("#replay svg")
    wide = drawn.get_attribute("viewBox")
    page.get_by_role("button", name="Close up").click()
    expect(drawn).not_to_have_attribute("viewBox", str(wide))
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert grave_faults(page) == []


CROSSWISE = """(source) => {
  const place = new Function(`${source}; return place;`)();
  const covers = (x, y, wide, deep) => ["", "", "", x, y, 90, wide, deep];
  const [own, foe] = [covers(36, 10.4, 2.9, 1.5), covers(36, 12, 2.9, 1.5)];
  const bases = [own, foe, covers(28, 8.1, 2.4, 1.5), covers(24, 8.1, 2.4, 1.5)];
  const half = Math.hypot(2.9, 1.5) / 2, around = (y) => [36 - half, y - half, 36 + half, y + half];
  const named = (y, taken) => place(around(y), 15.7, 2.5, [0, 0, 48, 36], taken, bases);
  const mine = named(10.4, []), its = named(12, [mine]);
  return [mine, its].map((box) => (box[1] + box[3]) / 2);
}"""
"""The middle of the names of two in contact, one above the other, beside others of its line."""


def test_names_of_two_in_contact_do_not_stand_crosswise(lasting: Open) -> None:
    page = lasting().screen().open()
    found = re.search(r"// The ground that is covered.*?(?=// Names of who)", VIEWER, re.DOTALL)
    assert found is not None
    lower, upper = page.evaluate(CROSSWISE, found[0])
    assert lower < 11.2 < upper


LETTERS_PX = "el => Number(el.getAttribute('font-size')) * el.getScreenCTM().a"
"""How high letters are; seen to be ten on a wide screen."""

MEET = """() => {
  const drawn = document.querySelector("#replay svg").getBoundingClientRect();
  const inside = (a) => a.left >= drawn.left - 2 && a.right <= drawn.right + 2 &&
    a.top >= drawn.top - 2 && a.bottom <= drawn.bottom + 2;
  const meet = (a, b) => a.left < b.right && b.left < a.right &&
    a.top < b.bottom && b.top < a.bottom;
  const box = (what) => [...document.querySelectorAll(`#replay svg ${what}`)].map(
    (el) => el.getBoundingClientRect());
  const names = box("text"), bases = box("[data-payload]");
  return {
    names: names.length,
    each_other: names.some((a, n) => names.slice(n + 1).some((b) => meet(a, b))),
    a_base: names.some((a) => bases.some((b) => meet(a, b))),
    inside: names.every(inside),
  };
}"""


def test_names_of_units_in_contact_cover_nothing(hall: Open) -> None:
    """Rigg's foot stands in front of Bell's; on a phone a name is longer than either."""
    table = toy.table()
    bases = tuple(
        replace(base, pose=Pose(30, 12, 270)) if base.payload == "B01" else base
        for base in table.bases
    )
    found = hall(live=CameraTable(table), table=replace(table, bases=bases))
    shot(found.desk.the_game(), 6, 2)
    page = found.screen().open("/replay")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    clean = {"names": 2, "each_other": False, "a_base": False, "inside": True}
    assert page.evaluate(MEET) == clean
    page.get_by_role("button", name="Close up").click()
    expect(page.get_by_role("button", name="Whole table")).to_be_visible()
    assert page.evaluate(MEET) == clean


def test_the_dice_of_both_sides_fit_on_a_phone(hall: Open) -> None:
    """After a whole evening, and of sides with long names."""
    page = _battle(hall).screen().open("/report.html")
    table = page.locator(".scroll", has=page.get_by_text("Mean"))
    row = ["Parliament", "106", "95", "113", "98", "104", "99", "615", "3.48", "201 (198.3)"]
    fill = "(el, row) => el.querySelectorAll('td').forEach((td, n) => td.textContent = row[n % 10])"
    table.evaluate(fill, row)
    expect(table).to_contain_text("201 (198.3)")
    wide, room = table.evaluate("el => [el.scrollWidth, el.clientWidth]")
    assert wide <= room


def test_before_the_first_step_there_is_no_empty_map(hall: Open) -> None:
    page = hall(live=CameraTable(toy.table())).screen().open("/replay")
    expect(page.locator("[data-says]")).to_have_text("The battle begins.")
    expect(page.locator("#replay svg")).to_have_count(0)


def test_the_exported_file_steps_through_it_without_drumhead(
    hall: Open, browser: Browser, tmp_path: Path
) -> None:
    found = _battle(hall)
    kept = tmp_path / "report.html"
    screen = found.screen()
    kept.write_bytes(screen.page.request.get(screen.address + "/report.html").body())
    alone = browser.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.on("pageerror", lambda error: wrong.append(str(error)))
    alone.goto(kept.as_uri())
    _steps_through(alone)
    expect(alone.locator("#replay svg use")).to_have_count(1)
    outside = [url for url in asked if not url.startswith(("file:", "data:"))]
    assert outside == [] and wrong == []
    alone.close()


@pytest.mark.long
def test_the_report_is_read_under_its_own_policy(hall: Open) -> None:
    """Served by the program its one script runs, and nothing else may."""
    screen = _battle(hall).screen()
    page = screen.open("/report.html")
    _steps_through(page)
    expect(page.get_by_role("heading", name="The dice of both sides")).to_be_visible()
