"""Whose turn it is, a buzz for your throw, who is connected, a clock a side (point 8)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from rules.kernel.protocol import Action
from tests.webui.browsing import SIZES, grave_faults
from tests.webui.page.conftest import Open
from webui.game.position import Who

pytestmark = pytest.mark.browser

SCREEN = Who("table")
BUZZES = "window.buzzes = 0; navigator.vibrate = () => { window.buzzes += 1; return true; };"


@pytest.mark.long
def test_the_tab_and_the_head_tell_whose_throw_it_is_and_its_phone_buzzes(hall: Open) -> None:
    found = hall()
    game = found.desk.the_game()
    red, blue = found.phone("Red", own=True), found.phone("Blue", own=True)
    for phone in (red, blue):
        phone.page.add_init_script(BUZZES)
        phone.open()
    game.declare(Action("shoot", "R1", "B1"), SCREEN, after=game.journal.head)
    expect(red.page).to_have_title("Your throw! · Drumhead")
    expect(blue.page).to_have_title("Red’s turn · Drumhead")
    for phone in (red, blue):
        expect(phone.page.locator(".top")).to_have_class(re.compile("side-0"))
    red.page.wait_for_function("window.buzzes === 1")
    assert blue.page.evaluate("window.buzzes") == 0
    game.answer([6, 2], SCREEN, after=game.journal.head)
    expect(blue.page).to_have_title("You are asked · Drumhead")
    expect(blue.page.locator(".top")).to_have_class(re.compile("side-1"))
    blue.page.wait_for_function("window.buzzes === 1")


@pytest.mark.sizes(*SIZES)
@pytest.mark.long
def test_who_is_connected_is_told(hall: Open, size: str) -> None:
    found = hall()
    screen = found.screen()
    page = screen.open()
    found.phone("Red")
    # The next change tells it, at the latest the heartbeat.
    found.desk.bell.ring()
    here = page.locator("#here")
    if size == "phone":
        expect(here).to_be_hidden()
        return
    expect(here.locator(".pill")).to_have_text(["Red 1", "Blue 0", "1 screen watches"])


def test_a_clock_a_side_runs_and_pauses(hall: Open) -> None:
    found = hall()
    page = found.screen().open()
    page.get_by_text("Play by the clock").click()
    page.get_by_label("Minutes for each side").fill("20")
    page.get_by_role("button", name="Start", exact=True).click()
    faces = page.locator("#clocks .clock")
    expect(faces).to_have_text(["Red 20:00", "Blue 20:00"])
    game = found.desk.the_game()
    game.declare(Action("shoot", "R1", "B1"), SCREEN, after=game.journal.head)
    expect(faces.first).to_have_class(re.compile("runs"))
    assert grave_faults(page) == []
    page.get_by_role("button", name="Pause", exact=True).click()
    expect(faces.first).not_to_have_class(re.compile("runs"))
    page.get_by_role("button", name="No clock").click()
    expect(page.locator("#clocks")).to_be_hidden()
