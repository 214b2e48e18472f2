"""Undo with consent, what is taken home, and several games kept (point 7)."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from tests.webui.page.steps import shot
from webui.game.journal.journal import beginning

pytestmark = pytest.mark.browser


def test_a_step_of_the_other_side_is_taken_back_when_it_agrees(hall: Open) -> None:
    found = hall()
    red, blue = found.phone("Red"), found.phone("Blue")
    red.page.get_by_role("button", name="End the turn").first.click()
    expect(red.page.locator("#standing")).to_contain_text("Turn 2")
    expect(blue.page.locator("#standing")).to_contain_text("Turn 2")
    blue.page.get_by_role("button", name="Undo").click()
    expect(blue.page.locator("#toast")).to_contain_text("Red has been asked to agree")
    expect(red.page.locator("#agree")).to_contain_text("Blue asks to take back the last step")
    red.page.get_by_role("button", name="Agree").click()
    for phone in (red, blue):
        expect(phone.page.locator("#standing")).to_contain_text("Turn 1")
    red.open("/log")
    expect(red.page.locator(".steps .undone")).not_to_have_count(0)
    expect(red.page.locator(".steps li", has_text="Taken back: The turn ends")).to_be_visible()
    # Asking is answered with 409, which the browser calls an error.
    blue.wrong = [text for text in blue.wrong if "409" not in text]


@pytest.mark.long
def test_the_battle_report_opens_anywhere_and_the_zip_holds_all(
    hall: Open, browser: Browser, tmp_path: Path
) -> None:
    found = hall()
    shot(found.desk.the_game(), 6, 2)
    screen = found.screen()
    page = screen.open("/rulings")
    page.get_by_role("link", name="Battle report").click()
    # A page that is on its way yet is an empty one.
    expect(page.locator("body")).to_contain_text("Rigg's foot scores 1 on Bell's foot.")
    kept = tmp_path / "report.html"
    kept.write_text(page.content(), encoding="utf-8")
    alone = browser.new_page()
    asked: list[str] = []
    alone.on("request", lambda request: asked.append(request.url))
    alone.goto(kept.as_uri())
    expect(alone.locator("body")).to_contain_text("Rigg's foot scores 1 on Bell's foot.")
    assert asked == [kept.as_uri()]
    alone.close()
    screen.open("/rulings")
    with page.expect_download() as archive:
        page.get_by_role("link", name="Zip").click()
    with zipfile.ZipFile(archive.value.path()) as held:
        names = set(held.namelist())
    assert {"report.html", "transcript.txt", "events.jsonl"} <= names


@pytest.mark.long
def test_several_games_are_kept_resumed_and_put_away(hall: Open) -> None:
    found = hall()
    shot(found.desk.the_game(), 6, 6)
    screen: Watched = found.screen()
    page = screen.open("/setup")
    # What is played comes first, and is the one button that looks like the one to press.
    expect(page.locator(".main-button:visible").first).to_have_text("Go on with it")
    expect(page.locator(".cards .main-button[data-demo]")).to_have_count(0)
    page.get_by_role("button", name="Play").click()
    # A battle under way is not replaced by a slip of a thumb.
    expect(page.get_by_role("dialog")).to_contain_text("is under way, turn 1. It is kept")
    begun = beginning(found.desk.the_game().journal.line())
    title = begun.title if begun else ""
    page.get_by_role("button", name=f"Go on with {title}").click()
    page.wait_for_url("**/table")
    screen.open("/setup")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Begin another").click()
    page.wait_for_url("**/table")
    expect(page.get_by_text("Nothing has been ruled yet.")).to_be_visible()
    screen.open("/setup")
    # What was put aside is one tap away, above the ready battles and below what is played.
    expect(page.locator(".cards section").first).to_contain_text(f"Go on with {title}, turn 1")
    held: list[Route] = []
    page.route("**/setup/open", lambda route: held.append(route))
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.locator("#toast")).to_contain_text("Opening the kept battle")
    held[0].continue_()
    page.wait_for_url("**/table")
    expect(page.locator(".ruling h3").first).to_contain_text("scores 2")
    screen.open("/setup")
    with page.expect_navigation():
        page.get_by_role("button", name="Put away").click()
    expect(page.get_by_text("put away", exact=True)).to_be_visible()
    with page.expect_navigation():
        page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("button", name="Put away")).to_be_visible()


@pytest.mark.long
def test_the_log_begins_with_the_newest_step(hall: Open) -> None:
    """As every list of this program does: rulings, kept games, throws, ruler tests."""
    screen = hall().screen()
    first = screen.open("/log").locator(".steps li").first
    expect(first).to_contain_text("The game begins: A toy skirmish")
    screen.open("/table")
    screen.tap("R01")
    screen.page.get_by_role("button", name="Shoot at Bell").click()
    expect(screen.page.locator(".dice[data-focus]")).to_be_focused()
    screen.open("/log")
    expect(first).to_contain_text("hoot")
    expect(screen.page.locator(".steps li").last).to_contain_text("The game begins: A toy skirmish")
