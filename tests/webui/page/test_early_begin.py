"""Begun before the table was looked at: the page says what it waits for, and goes on by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rules.quickplay import QUICKPLAY
from tests.webui.page.conftest import Open
from webui.game.seen.live import HandTable

pytestmark = [pytest.mark.browser, pytest.mark.sizes("phone")]


class Unseen(HandTable):
    """A table whose first picture is still being read."""

    trouble = "the first picture is being read"

    def blind(self) -> str:
        """Why nothing is seen."""
        return self.trouble

    def see(self) -> None:
        """The first picture has been read."""
        self.trouble = ""
        self._version += 1


@pytest.fixture
def unseen() -> Unseen:
    return Unseen(QUICKPLAY.demo().table)


@pytest.fixture
def page(hall: Open, unseen: Unseen) -> Page:
    """What cannot be begun yet is not even sent: its refusal would stand in the browser's log."""
    page = hall(QUICKPLAY, live=unseen).screen().open()
    page.locator(".next-step .main-button").click()
    return page


@pytest.mark.long
def test_it_is_told_at_once_what_begin_waits_for(page: Page) -> None:
    expect(page.locator(".waiting")).to_contain_text("The first picture is being read")
    expect(page.locator(".prompt")).to_have_count(0)


def test_it_goes_on_by_itself_as_soon_as_the_table_is_seen(page: Page, unseen: Unseen) -> None:
    expect(page.locator(".waiting")).to_contain_text("The first picture is being read")
    unseen.see()
    expect(page.locator(".prompt .need").first).to_contain_text("1 die")
    expect(page.locator(".waiting")).to_have_count(0)


def test_what_waits_can_be_called_off(page: Page, unseen: Unseen) -> None:
    page.locator(".waiting").get_by_role("button", name="Call it off").click()
    expect(page.locator(".waiting")).to_have_count(0)
    unseen.see()
    expect(page.locator("#passing")).not_to_contain_text("first picture")
    expect(page.locator(".prompt")).to_have_count(0)
