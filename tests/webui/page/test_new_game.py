"""House rules on the page: searched, shown by what was changed, kept, shared, begun with."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.books import RULE_SETS
from tests.webui.browsing import SIZES, Watched, behind_a_door, grave_faults, kept_context
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

pytestmark = pytest.mark.browser

ROUNDING = "halves of dice are rounded once, at the total, or at every step"


OVER = "document.documentElement.scrollWidth - innerWidth"


def _no_fault_as_wide_as_a_screen(page: Page) -> None:
    page.set_viewport_size({"width": SIZES["screen"][0], "height": SIZES["screen"][1]})
    expect(page.get_by_role("button", name="Begin", exact=True)).to_be_in_viewport()
    assert page.evaluate(OVER) <= 0
    assert grave_faults(page, colours=False) == []


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    live = HandTable(next(book for book in RULE_SETS if book.name == "matchlocks").demo().table)
    app = create_app(tmp_path / "folder", live, rules=RULE_SETS)
    with behind_a_door(app) as where:
        yield where
    desk_of(app).close()


def test_house_rules_are_searched_kept_and_begun_with(
    browser: Browser, address: str, size: str
) -> None:
    screen = Watched(browser, address, SIZES[size], kept_context(browser, size, 0))
    page = screen.open("/setup/new?rules=matchlocks")
    begin = page.get_by_role("button", name="Begin", exact=True)
    expect(begin).to_be_in_viewport()
    expect(page.locator("#count")).to_have_text("By the book")
    page.get_by_label("Search").fill("rounded halves")
    expect(page.locator(".house-rule:visible")).to_have_count(1)
    page.get_by_label(ROUNDING).select_option(label="each step")
    expect(page.locator("#count")).to_have_text("1 house rule changed")
    page.get_by_label("Search").fill("")
    page.get_by_label("only what we changed").check()
    expect(page.locator(".house-rule:visible")).to_have_count(1)
    expect(begin).to_be_in_viewport()
    _no_fault_as_wide_as_a_screen(page)
    page.set_viewport_size({"width": screen.size[0], "height": screen.size[1]})
    page.get_by_label("Keep them as").fill("Our club")
    page.get_by_role("button", name="Keep", exact=True).click()
    expect(page.locator("#house-says")).to_contain_text("Our club is kept")
    with page.expect_download() as shared:
        page.get_by_role("link", name="Share as a file").click()
    page.get_by_label("House rules to start from").select_option("")
    expect(page.locator("#count")).to_have_text("By the book")
    page.get_by_label("Read a shared file").set_input_files(shared.value.path())
    expect(page.locator("#toast")).to_be_hidden()
    expect(page.locator("#count")).to_have_text("1 house rule changed")
    assert page.evaluate(OVER) <= 0
    assert grave_faults(page) == []
    begin.click()
    page.wait_for_url("**/table")
    page.wait_for_selector(".base")
    assert page.request.get(f"{address}/setup/new.json?rules=matchlocks").json()["chapters"]
    last = page.evaluate(
        "fetch('/setup/new.json?rules=matchlocks').then((a) => a.json()).then((d) => "
        "d.chapters.flatMap((c) => c.switches).find((s) => s.name === 'rounding_mode').last)"
    )
    assert last == "each_step"
    screen.close()
