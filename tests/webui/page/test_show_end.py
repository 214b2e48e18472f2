"""The big screen at the end of a battle: who won, and nothing in the way of it (point 9)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.browsing import SIZES
from tests.webui.page.conftest import Open
from webui.game.position import Who
from webui.game.seen.live import HandTable

pytestmark = pytest.mark.browser

TABLE = Who("table")


class SlowTable(HandTable):
    """A table that a busy computer reads too rarely, once it is told to be."""

    why = ""

    def blind(self) -> str:
        """Why nothing may be measured now."""
        return self.why


@pytest.mark.sizes(*SIZES)
def test_the_end_is_not_covered_by_the_last_shot_or_by_a_camera_that_is_late(hall: Open) -> None:
    live = SlowTable(toy.table())
    found = hall(live=live)
    game = found.desk.the_game()
    game.declare(Action("shoot", "R1", "B1"), TABLE, after=game.journal.head)
    game.answer([6, 6], TABLE, after=game.journal.head)
    game.answer("stand", TABLE, after=game.journal.head)
    screen = found.screen()
    show = screen.open("/show")
    expect(show.locator(".evidence.line")).not_to_have_count(0)
    hits = next(n for n, unit in enumerate(game.present().state.units) if unit.id == "B1")
    game.edit(f"units/{hits}/hits", 3, "for the test", TABLE, after=game.journal.head)
    live.why = "the table was last read 9 s ago: this computer is too busy"
    found.desk.bell.ring()
    expect(show.locator(".show-says")).to_have_text("Red wins")
    expect(show.locator(".show-need")).to_have_text("Bell's foot breaks.")
    expect(show.locator(".evidence.line")).to_have_count(0)
    screen.close()


@pytest.mark.sizes("phone", "screen")
@pytest.mark.long
def test_on_the_table_page_the_end_stands_above_the_rulings_that_led_to_it(hall: Open) -> None:
    """A rout brings thirty rulings at once; nobody scrolls past them to see who won."""
    found = hall()
    game = found.desk.the_game()
    screen = found.screen()
    page = screen.open("/table")
    game.declare(Action("shoot", "R1", "B1"), TABLE, after=game.journal.head)
    game.answer([6, 6], TABLE, after=game.journal.head)
    game.answer("stand", TABLE, after=game.journal.head)
    expect(page.locator("#panel .ruling").first).to_be_visible()
    hits = next(n for n, unit in enumerate(game.present().state.units) if unit.id == "B1")
    game.edit(f"units/{hits}/hits", 3, "for the test", TABLE, after=game.journal.head)
    expect(page.locator("#panel > *").first).to_contain_text("The game is over")
    expect(page.locator("#panel > *").first).to_contain_text("Red wins")
    fallen = page.locator(".unit-list button", has_text="Bell's foot")
    expect(fallen).to_contain_text("out of the game")
    expect(fallen.locator(".badge-pill")).to_have_count(0)
    screen.close()


SOURCES = """
window.sources = [];
const Real = window.EventSource;
window.EventSource = class extends Real {
  constructor(url) { super(url); window.sources.push(this); }
};
"""


@pytest.mark.long
def test_a_lost_connection_is_said_once_and_not_for_ever(hall: Open) -> None:
    """The browser tries again every two seconds, and complains each time."""
    crowd = hall().screen(own=True)
    crowd.page.add_init_script(SOURCES)
    show = crowd.open("/show")
    expect(show.locator(".show-says")).to_be_visible()
    show.evaluate("for (const time of [1, 2, 3]) sources[0].onerror()")
    expect(show.get_by_text("connection to Drumhead is lost")).to_have_count(1)
    show.evaluate("sources[0].onopen()")
    expect(show.get_by_text("connection to Drumhead is lost")).to_have_count(0)
