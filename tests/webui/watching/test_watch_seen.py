"""The watcher's page and the list of links in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.webui import toy
from tests.webui.browsing import (
    SIZES,
    Watched,
    app_on,
    behind_a_door,
    chromium,
    grave_faults,
    kept_context,
)
from webui.game.seen.live import HandTable
from webui.server.app import desk_of

pytestmark = pytest.mark.browser


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Watched]:
    """The table's own screen."""
    app = app_on(tmp_path, HandTable(toy.table()), (toy.TOY,))
    with chromium() as browser, behind_a_door(app) as address:
        watched = Watched(browser, address, SIZES["phone"], kept_context(browser, "phone", 0))
        yield watched
        watched.close()
        desk_of(app).close()


def test_a_link_is_made_followed_and_ended(screen: Watched) -> None:
    """The watcher sees the plan, then the model where it was moved, then that the link is over."""
    page = screen.open("/join")
    form = page.locator("#watchers")
    form.locator('[name="name"]').fill("Ben's uncle")
    form.get_by_role("button", name="Make a link").click()
    said = page.locator("#new-link")
    expect(said).to_contain_text("/watch/")
    path = "/watch/" + said.inner_text().partition("/watch/")[2]
    watcher = screen.context.new_page()
    watcher.goto(screen.address + path)
    expect(watcher.locator(".base")).to_have_count(3)
    before = watcher.locator('[data-payload="R01"]').get_attribute("transform")
    screen.put("R01", 40, 20, 0)
    expect(watcher.locator('[data-payload="R01"]')).not_to_have_attribute("transform", str(before))
    expect(watcher.locator("#age")).to_have_text("live")
    assert grave_faults(watcher) == []
    page.locator("#links").get_by_role("button", name="End").click()
    expect(watcher.locator("#panel")).to_contain_text("leads nowhere any more")
    watcher.close()
