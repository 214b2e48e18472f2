"""What is needed for a throw stays in sight, and what is told covers no question."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rules.quickplay import QUICKPLAY
from tests.webui.browsing import SIZES, box_of
from tests.webui.page.conftest import Open
from tests.webui.page.steps import shoot

pytestmark = [pytest.mark.browser, pytest.mark.sizes(*SIZES)]


def test_the_program_may_throw_without_scrolling(hall: Open) -> None:
    """Also with the guide's card above the question."""
    page = hall(QUICKPLAY).screen().open("/table?first=1")
    page.locator(".next-step .main-button").click()
    expect(page.locator(".prompt .need").first).to_be_visible()
    expect(page.locator(".prompt .need").first).to_be_in_viewport(ratio=1)
    heading, pad = box_of(page.locator(".prompt h2")), box_of(page.locator(".prompt .pad"))
    assert heading["y"] + heading["height"] <= pad["y"]
    expect(page.get_by_role("button", name="Roll for me")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Done", exact=True)).to_be_in_viewport(ratio=1)
    # A phone whose browser takes its bars off the height: 844 px are 664 then.
    page.set_viewport_size({"width": page.viewport_size["width"], "height": 664})
    dice, keys = box_of(page.locator(".prompt .dice")), box_of(page.locator(".prompt .keys"))
    assert dice["y"] + dice["height"] <= keys["y"]
    assert keys["y"] + keys["height"] <= page.evaluate("innerHeight")


def test_what_is_told_lies_beside_the_question(hall: Open) -> None:
    screen = hall().screen()
    screen.open()
    page = shoot(screen)
    for key in ("6", "6", "6"):
        page.keyboard.press(key)
    told = page.locator("#toast")
    expect(told).to_contain_text("Only 2 are asked for")
    toast, panel = box_of(told), box_of(page.locator("#panel"))
    assert toast["y"] + toast["height"] <= panel["y"] or toast["x"] + toast["width"] <= panel["x"]
    # Models are dragged meanwhile: it lies above the map, not on it.
    assert toast["y"] + toast["height"] <= box_of(page.locator("#map"))["y"]


@pytest.mark.sizes("screen")
@pytest.mark.long
def test_the_way_to_the_other_pages_is_no_wider_than_the_screen(hall: Open) -> None:
    """On either side of the width at which the pages go behind a menu."""
    page = hall().screen().open()
    found = {}
    for wide in (820, 1000, 1001, 1080, 1081, 1200):
        page.set_viewport_size({"width": wide, "height": 700})
        found[wide] = page.evaluate("document.documentElement.scrollWidth")
    assert {wide: is_wide for wide, is_wide in found.items() if is_wide > wide} == {}
