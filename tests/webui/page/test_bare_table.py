"""A camera over a table without a game: what stands there is measured by its tags."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.webui import toy
from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from vision.table.abilities import Abilities
from vision.table.snapshot import Snapshot
from webui.game.seen.live import HandTable

pytestmark = [pytest.mark.browser, pytest.mark.sizes("phone")]


class Seen(HandTable):
    """A table that a camera sees and nobody else moves, with bases of no army."""

    source = "picture"

    def __init__(self) -> None:
        bases = tuple(replace(base, unit="", side="") for base in toy.table().bases)
        super().__init__(Snapshot((72.0, 48.0), bases))

    @property
    def abilities(self) -> Abilities:
        """Cameras look at it."""
        return Abilities(sees=True)


@pytest.fixture
def screen(hall: Open) -> Watched:
    return hall(live=Seen()).screen()


@pytest.fixture
def page(screen: Watched) -> Page:
    return screen.open()


def test_two_tags_are_measured_by_two_taps_and_by_the_ruler(page: Page, screen: Watched) -> None:
    """8 in from middle to middle, two bases 1.5 in deep: 6.5 in between them."""
    screen.tap("R01")
    expect(page.locator("#panel h2", has_text="R01")).to_be_visible()
    screen.tap("B01")
    expect(page.locator("#measured h2")).to_have_text("R01 → B01")
    gap = page.locator('#measured .reading[data-what="gap"]')
    expect(gap.locator(".value")).to_contain_text("6.50 in")
    page.keyboard.press("Escape")
    expect(page.locator("#measured")).to_have_count(0)
    page.locator("#ruler").click()
    screen.drag(screen.middle("B01"), screen.middle("R01"))
    expect(page.locator("#measured h2")).to_have_text("B01 → R01")


@pytest.mark.long
def test_a_tag_is_chosen_from_a_list_without_a_pointer(page: Page, screen: Watched) -> None:
    screen.tap("R01")
    page.get_by_label("Measure to").select_option("B01")
    expect(page.locator('#measured .reading[data-what="gap"]')).to_contain_text("6.50 in")


@pytest.mark.long
def test_the_ruler_goes_from_tag_to_tag(page: Page, screen: Watched) -> None:
    """It ends on the bases themselves, not where the finger happened to be."""
    page.locator("#ruler").click()
    screen.drag(screen.middle("B01"), screen.middle("R01"))
    expect(page.locator("#measured h2")).to_have_text("B01 → R01")
    expect(page.locator('#measured .reading[data-what="gap"]')).to_contain_text("6.50 in")


@pytest.mark.long
def test_what_was_measured_is_put_away(page: Page, screen: Watched) -> None:
    screen.tap("R01")
    screen.tap("B01")
    expect(page.locator("#measured")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#measured")).to_have_count(0)
    expect(page.locator("#panel .bare")).to_have_count(0)
