"""Who may do what, seen from each one's own screen (point 10)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from tests.webui.page.steps import shoot, throw

pytestmark = pytest.mark.browser


def _forgive(watched: Watched, status: str) -> None:
    """A refusal is what the test is about; the browser calls it an error."""
    watched.wrong = [text for text in watched.wrong if status not in text]


@pytest.mark.long
def test_the_table_screen_acts_for_both_sides_without_a_log_in(seen: Watched) -> None:
    page = seen.open()
    throw(shoot(seen), "61")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling h3").first).to_contain_text("scores 1")


def test_a_player_acts_for_the_own_side_and_a_spectator_only_looks(hall: Open) -> None:
    found = hall()
    red, watcher = found.phone("Red"), found.phone("")
    expect(red.page.locator("#standing")).to_contain_text("Red")
    red.tap("B01")
    expect(red.page.get_by_role("button", name="Shoot at Rigg")).to_be_disabled()
    red.page.get_by_role("button", name="Clear").click()
    red.tap("R01")
    expect(red.page.get_by_role("button", name="Shoot at Bell")).to_be_enabled()
    page = watcher.open()
    expect(page.locator("#panel")).to_contain_text("You are watching")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    watcher.tap("R01")
    expect(page.get_by_role("button", name="Shoot at Bell")).to_be_disabled()
    expect(page.get_by_text("Place by hand")).to_have_count(0)
    status = page.evaluate(
        "fetch('/act/undo', {method: 'POST', body: '{\"head\": 1}',"
        "headers: {'Content-Type': 'application/json'}}).then((answer) => answer.status)"
    )
    assert status == 403
    _forgive(watcher, "403")


@pytest.mark.long
def test_the_computer_itself_cannot_leave_and_chooses_the_pin_where_phones_join(hall: Open) -> None:
    """Only the table computer may choose it, so no phone can be faster than the umpire."""
    found = hall(host="0.0.0.0")
    screen, phone = found.screen(), found.phone("")
    other = phone.open("/join")
    expect(other.get_by_role("button", name="Choose it")).to_have_count(0)
    page = screen.open("/join")
    expect(page.get_by_role("button", name="Leave")).to_have_count(0)
    page.get_by_label("PIN, 4 characters or more").fill("4711")
    page.get_by_role("button", name="Choose it").click()
    page.get_by_label("PIN", exact=True).fill("4711")
    page.get_by_role("button", name="Be the umpire").click()
    expect(page.locator("#map")).to_be_visible()
    page = screen.open("/join")
    page.get_by_role("button", name="Leave").click()
    expect(page.locator("#map")).to_be_visible()
    assert screen.table()["you"]["role"] == "table"


@pytest.mark.long
def test_set_up_and_umpire_are_locked_by_a_pin_that_is_chosen_at_the_start(hall: Open) -> None:
    found = hall()
    screen, phone = found.screen(), found.phone("")
    page = screen.open("/setup")
    page.get_by_label("PIN, 4 characters or more").fill("4711")
    page.get_by_role("button", name="Choose it").click()
    expect(page.get_by_text("Most of this page is locked by the umpire's PIN")).to_be_visible()
    screen.open("/setup/new")
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_disabled()
    other = phone.open("/setup")
    expect(other.locator(".refused")).to_contain_text("Only the table screen")
    phone.open("/join")
    other.get_by_label("PIN").fill("1174")
    other.get_by_role("button", name="Be the umpire").click()
    expect(other.locator("#toast")).to_contain_text("not the umpire's PIN")
    other.get_by_label("PIN").fill("4711")
    other.get_by_role("button", name="Be the umpire").click()
    other.wait_for_url("**/table")
    phone.open("/setup/new")
    expect(other.get_by_role("button", name="Begin", exact=True)).to_be_enabled()
    _forgive(phone, "403")
