"""The hall in a real browser, on a phone and on a wall's screen: what an organiser and umpires
see and do, and nothing that axe-core finds grave."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.hall.conftest import until
from tests.hall.test_hall import open_hall, open_table
from tests.hall.test_outbox import shoot
from tests.ports import free_port
from tests.webui.browsing import SIZES, Watched, chromium, grave_faults, kept_context, serving
from webui.hall.broker import EmbeddedBroker
from webui.hall.hall import Hall
from webui.hall.page.app import create_hall_app
from webui.hall.table.publisher import HallTable
from webui.hall.wire.address import read_address
from webui.server.session import Desk

pytestmark = pytest.mark.browser
PAGES = ("wall", "queue", "standings", "archive", "join")
LONG = "The Marquess of Newcastle's own most noble Regiment of Foote-under-Lyne, Table 7"
SMALLEST_TAP_PX = 44


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


on_a_phone = pytest.mark.parametrize("size", ["phone"], indirect=True)
"""And, without a second hall, as wide as a wall's screen."""


@pytest.fixture
def size(request: pytest.FixtureRequest) -> str:
    """A screen: what the pages do does not depend on it; how they lie there is tried on both."""
    return str(getattr(request, "param", "screen"))


@dataclass
class Club:
    """A hall on a broker of its own, one table in it, and a screen that looks at the hall."""

    hall: Hall
    desk: Desk
    table: HallTable
    screen: Watched

    @property
    def page(self) -> Page:
        return self.screen.page


@pytest.fixture
def club(browser: Browser, size: str, tmp_path: Path) -> Iterator[Club]:
    broker = EmbeddedBroker("127.0.0.1", free_port())
    broker.start()
    outside = read_address(f"mqtt://127.0.0.1:{broker.address.port}")
    with (
        open_hall(broker.address, tmp_path) as hall,
        open_table(outside, tmp_path / "t", LONG) as (desk, table),
        serving(create_hall_app(hall, tmp_path / "page"), bell=hall.bell) as address,
    ):
        until(lambda: any(one["score"] and one["plan"] for one in hall.tables.shown()))
        screen = Watched(browser, address, SIZES[size], kept_context(browser, size, 0))
        yield Club(hall, desk, table, screen)
        screen.close()
    broker.close()


@pytest.fixture
def empty(browser: Browser, size: str, tmp_path: Path) -> Iterator[Watched]:
    """A hall that no table has joined."""
    with (
        open_hall(read_address("mqtt://127.0.0.1:1"), tmp_path) as hall,
        serving(create_hall_app(hall, tmp_path / "page"), bell=hall.bell) as address,
    ):
        screen = Watched(browser, address, SIZES[size], kept_context(browser, size, 0))
        yield screen
        screen.close()


THOROUGHLY = pytest.mark.parametrize(
    "axe", [("phone",), pytest.param(("phone", "screen"), marks=pytest.mark.long)]
)
"""On which sizes axe-core is asked besides; room and taps are looked at on both."""


def faults_on_both(page: Page, axe: Sequence[str]) -> dict[str, list[str]]:
    """As it stands on a phone, and as wide as a wall's screen, where it is laid out otherwise."""
    found = {}
    for size, (width, height) in SIZES.items():
        if size != "tablet":
            page.set_viewport_size({"width": width, "height": height})
            found[size] = too_small_or_wide(page)
            if size in axe:
                found[size] += grave_faults(page, colours=size == "phone")
    page.set_viewport_size({"width": SIZES["phone"][0], "height": SIZES["phone"][1]})
    return found


def too_small_or_wide(page: Page) -> list[str]:
    """What is too small for a finger, or wider than the screen."""
    small = page.evaluate(
        """least => [...document.querySelectorAll('a, button, input, summary')].filter((e) => {
          const r = e.getBoundingClientRect();
          return r.width && r.height && !e.matches('.skip')
            && (Math.round(r.height) < least || Math.round(r.width) < least);
        }).map((e) => 'small: ' + e.outerHTML.slice(0, 80))""",
        SMALLEST_TAP_PX,
    )
    wide = page.evaluate(
        """() => document.documentElement.scrollWidth > innerWidth
          || [...document.querySelectorAll('.nav')].some((e) => e.scrollWidth > e.clientWidth)"""
    )
    return [*small, *(["wider than the screen"] if wide else [])]


@on_a_phone
@THOROUGHLY
def test_no_page_has_a_grave_fault(club: Club, axe: Sequence[str]) -> None:
    shoot(club.desk, 5, 2)
    club.table.call("May the horse wheel round the corner of the wood, or is that more?", "Red")
    club.hall.board.announce("Lunch at one in the yard; the painting jury walks round at two")
    club.hall.board.set_clock("Round 2", 3600.0, True)
    until(lambda: bool(club.hall.archive.calls()))
    found = {}
    for name in PAGES:
        page = club.screen.open(f"/{name}")
        expect(page.locator("#hall > *").first).to_be_attached()
        for summary in page.locator("summary").all():
            summary.click()
        found[name] = faults_on_both(page, axe)
    page = club.screen.open("/wall")
    page.locator(".hall-card").click()
    found["one table"] = faults_on_both(page, axe)
    assert found == {name: {"phone": [], "screen": []} for name in found}


@on_a_phone
@pytest.mark.parametrize("axe", [(), pytest.param(("phone", "screen"), marks=pytest.mark.long)])
def test_an_empty_hall_says_what_to_do(empty: Watched, axe: Sequence[str]) -> None:
    found = {}
    for name in PAGES if axe else PAGES[:1]:
        page = empty.open(f"/{name}")
        expect(page.locator("#hall")).to_contain_text(" ")
        found[name] = faults_on_both(page, axe)
    assert found == {name: {"phone": [], "screen": []} for name in found}
    expect(empty.open("/wall").locator("#hall")).to_contain_text("--hall")
    expect(empty.page.locator("#banners")).to_contain_text("no broker listens there")


def test_a_ruling_is_on_the_wall_and_large(club: Club) -> None:
    page = club.screen.open("/wall")
    expect(page.locator(".plan-base")).to_have_count(3)
    shoot(club.desk, 5, 2)
    expect(page.locator(".hall-says")).not_to_be_empty()
    page.locator(".hall-card").click()
    expect(page.locator(".hall-wall.one, .hall-units li").first).to_be_attached()


@pytest.mark.long
def test_clock_and_announcement_go_from_the_wall_to_the_table(club: Club) -> None:
    page = club.screen.open("/wall")
    page.locator("summary").click()
    page.get_by_role("textbox", name="Announcement to all tables").fill("Lunch <b>at</b> one")
    page.get_by_role("button", name="Send").click()
    page.get_by_role("textbox", name="Round").fill("Round 2")
    page.get_by_role("button", name="Start").click()
    until(lambda: club.table.seen().announcements == ["Lunch <b>at</b> one"])
    until(lambda: getattr(club.table.seen().clock, "title", "") == "Round 2")
    expect(page.locator(".hall-board")).to_contain_text("Lunch <b>at</b> one")
    expect(page.locator(".hall-clock")).to_contain_text("59:")


@pytest.mark.parametrize("says", [pytest.param("Coming", marks=pytest.mark.long), "Let it stand"])
def test_an_answer_goes_from_the_queue_to_the_table(club: Club, says: str) -> None:
    page = club.screen.open("/queue")
    club.table.call("May I wheel here?", "Red")
    card = page.locator(".hall-call")
    expect(card).to_contain_text("May I wheel here?")
    card.get_by_role("button", name=says).click()
    until(lambda: club.table.seen().calls[0].answer == says)
    expect(page.locator("#hall")).to_contain_text("Nobody waits")


@pytest.mark.long
def test_standings_follow_the_event_s_own_points(club: Club) -> None:
    """By hand: Anna, who played Red, is given 7.5 points; the battle is not over."""
    page = club.screen.open("/standings")
    result = page.locator(".hall-result").first
    result.get_by_role("textbox").fill("Anna")
    result.get_by_role("spinbutton").fill("7.5")
    result.get_by_role("button", name="Save").click()
    until(lambda: ("Anna", 7.5) in club.hall.archive.results().values())
    page.get_by_label("Win").fill("5")
    page.locator(".hall-scheme").get_by_role("button", name="Save").click()
    until(lambda: (club.hall.archive.setting("scheme") or {}).get("win") == 5.0)


@pytest.mark.long
def test_the_archive_opens_a_battle(club: Club) -> None:
    shoot(club.desk, 5, 2)
    until(lambda: any(battle.rulings for battle in club.hall.archive.battles()))
    page = club.screen.open("/archive")
    page.locator("summary").click()
    expect(page.locator(".hall-log li")).to_have_count(2)
