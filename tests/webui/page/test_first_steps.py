"""Three minutes guided on the map: each step is told by the page, and done as it says (14)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.browsing import grave_faults
from tests.webui.page.conftest import Open, Simulated
from tests.webui.page.steps import throw

pytestmark = pytest.mark.browser


def _told(page: Page, words: str) -> None:
    expect(page.locator(".first-steps strong")).to_contain_text(words)


@pytest.mark.long
def test_a_newcomer_is_asked_on_a_simulated_table_and_may_say_no(hall: Open) -> None:
    page = hall(QUICKPLAY, live=Simulated(QUICKPLAY.demo().table)).screen(own=True).open()
    card = page.locator(".panel > .first-steps:first-child")
    expect(card).to_contain_text("New here?")
    card.get_by_role("button", name="Not now").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(page.locator(".next-step")).to_be_visible()
    expect(page.locator(".first-steps")).to_have_count(0)


@pytest.mark.long
def test_a_newcomer_who_says_yes_is_guided_at_once(hall: Open) -> None:
    page = hall(QUICKPLAY, live=Simulated(QUICKPLAY.demo().table)).screen(own=True).open()
    page.locator(".first-steps").get_by_role("button", name="First steps").click()
    _told(page, "Press Begin")
    page.locator(".next-step .main-button").click()
    # One tap a die, where Throw and Accept would be two.
    _told(page, "press Roll for me, and once more for the other side")


@pytest.mark.long
def test_first_steps_stay_in_the_menu_and_another_battle_is_not_taken_away_unasked(
    hall: Open,
) -> None:
    screen = hall().screen()
    page = screen.open()
    if page.locator("#menu").is_visible():
        page.locator("#menu").click()
    page.get_by_role("link", name="First steps").click()
    expect(page.locator(".first-steps")).to_contain_text("A toy skirmish is kept")
    assert screen.table()["game"]["title"] == "A toy skirmish"
    page.get_by_role("button", name="Leave the guide").click()
    expect(page.locator(".first-steps")).to_have_count(0)


def test_first_steps_are_played_to_their_end_as_the_page_says(hall: Open) -> None:
    screen = hall(QUICKPLAY).screen()
    page = screen.open("/setup")
    page.get_by_role("button", name="First steps").click()
    page.wait_for_url("**/table*")
    _told(page, "Press Begin")
    assert grave_faults(page) == []
    page.locator(".next-step .main-button").click()
    _told(page, "who goes first")
    need = page.locator(".prompt .need").first
    expect(need).to_contain_text("thrown by Red")
    throw(page, "6")  # red goes first
    expect(need).to_contain_text("thrown by Blue")
    throw(page, "1")
    _told(page, "Tap Long Meg")
    expect(page.locator('#map .base.pointed[data-unit="R5"]')).to_have_count(1)
    expect(page.locator('#map g.label[data-unit="R5"]')).to_have_text("Long Meg")
    screen.tap("R1")
    _told(page, "That is")
    page.get_by_role("button", name="Pick Long Meg for me").click()
    _told(page, "Now tap The Town Pikes")
    screen.tap("B2")
    _told(page, "Tap The Town Pikes")
    page.get_by_role("button", name="Pick The Town Pikes for me").click()
    _told(page, "is in range")
    page.get_by_role("button", name="Shoot at The Town Pikes").first.click()
    _told(page, "how many dice")
    expect(need).to_contain_text("needs")
    expect(need).to_be_in_viewport(ratio=1)
    throw(page, "53")
    _told(page, "what happened to whom")
    page.get_by_role("button", name="Undo").click()
    _told(page, "Press Redo")
    page.get_by_role("button", name="Redo").click()
    _told(page, "Press Done for this turn")
    done = page.get_by_role("button", name="Done for this turn")
    expect(done).to_be_in_viewport(ratio=1)
    done.click()
    _told(page, "That was a whole action")
    page.get_by_role("button", name="Close the guide").click()
    expect(page.locator(".first-steps")).to_have_count(0)


@pytest.mark.long
def test_a_tie_at_who_goes_first_is_told_with_both_dice(hall: Open) -> None:
    page = hall(QUICKPLAY).screen().open()
    page.locator(".next-step .main-button").click()
    before = page.locator(".thrown-before")
    throw(page, "4")
    expect(before).to_have_text(" · Red 4")
    throw(page, "4")
    expect(before).to_have_text(" · Red 4 · Blue 4 · a tie")
    expect(page.locator(".prompt h2")).to_have_text("Again: for who goes first")
    throw(page, "6")
    expect(before).to_have_text(" · Red 6")


@pytest.mark.long
def test_the_next_question_says_what_was_thrown_and_how_often_it_succeeded(hall: Open) -> None:
    """Of 6 1 1 one is 4 or more; the others are thrown again."""
    screen = hall(toy.with_luck()).screen()
    page = screen.open()
    screen.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    page.get_by_role("button", name="Deal for me").click()
    throw(page, "611")
    expect(page.locator(".thrown-before")).to_have_text(" · Red 6 1 1: 1 of 3 at 4+")
