"""The page in a real browser: counted taps and keys, reloads, restarts; the rest is in page/."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.browsing import (
    SIZES,
    Watched,
    app_on,
    behind_a_door,
    chromium,
    kept_context,
    serving,
)
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import desk_of

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    app = app_on(tmp_path / "folder", HandTable(toy.table()), (toy.TOY,))
    with behind_a_door(app) as where:
        yield where
    desk_of(app).close()


@pytest.fixture
def screen(browser: Browser, address: str) -> Iterator[Watched]:
    """Of a phone's size: the other sizes are test_labels.py's."""
    watched = Watched(browser, address, SIZES["phone"], kept_context(browser, "phone", 0))
    yield watched
    watched.close()


def shoot(watched: Watched) -> None:
    """Tap the unit, press Shoot, and wait until the dice are asked for."""
    watched.tap("R01")
    watched.page.get_by_role("button", name="Shoot at Bell").click()
    expect(watched.page.locator(".dice[data-focus]")).to_be_focused()


@pytest.mark.long
def test_two_taps_give_a_verdict(screen: Watched) -> None:
    page = screen.open()
    screen.tap("R01")
    screen.tap("B01")
    row = page.locator('.reading[data-what="shoot_range"]')
    expect(row).to_contain_text("6.50 in")
    expect(row).to_contain_text("long 10″: IN")
    expect(page.locator('.reading[data-what="sight"] .verdict')).to_have_text("YES")
    expect(page.locator(".evidence.line")).to_have_count(1)


def test_what_no_script_has_read_is_told_without_being_waited_for(
    browser: Browser, address: str
) -> None:
    """The body of such a refusal never comes whole."""
    watched = Watched(browser, address, SIZES["phone"], kept_context(browser, "phone", 0))
    page = watched.open()
    with page.expect_console_message():
        page.evaluate("async () => { await fetch('/nothing/there'); }")
    with pytest.raises(AssertionError, match="None was answered 404"):
        watched.close()


@pytest.mark.long
def test_sixteen_dice_take_seventeen_keys(browser: Browser, tmp_path: Path) -> None:
    app = app_on(tmp_path / "many", HandTable(toy.table()), (toy.with_dice(16),))
    with serving(app) as where:
        watched = Watched(browser, where, SIZES["phone"])
        page = watched.open()
        shoot(watched)
        keys = [*"6543216543216543", "Enter"]
        assert len(keys) == 17
        for key in keys:
            page.keyboard.press(key)
        expect(page.get_by_role("heading", name="reacts")).to_be_visible()
        watched.close()
    desk_of(app).close()


@pytest.mark.long
def test_a_wrong_die_is_wiped_before_it_counts(screen: Watched) -> None:
    page = screen.open()
    shoot(screen)
    for key in ("5", "5", "Backspace", "1"):
        page.keyboard.press(key)
    expect(page.locator(".dice[data-focus] .die")).to_have_text(["5", "1"])


def test_half_a_hand_of_dice_is_still_there_after_a_reload(screen: Watched) -> None:
    page = screen.open()
    shoot(screen)
    with page.expect_response("**/act/draft"):
        page.keyboard.press("5")
    page.reload()
    expect(page.locator(".dice[data-focus] .die").first).to_have_text("5")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stand")).to_be_visible()


def test_a_restart_shows_the_same_ruling_and_place(browser: Browser, tmp_path: Path) -> None:
    for visit in (1, 2):
        app = app_on(tmp_path / "folder", HandTable(toy.table()), (toy.TOY,))
        with behind_a_door(app) as where:
            watched = Watched(browser, where, SIZES["phone"], kept_context(browser, "phone", 0))
            page = watched.open()
            if visit == 1:
                watched.tap("R01")
                page.get_by_text("Place by hand").click()
                page.get_by_label("x, inches").fill("28")
                expect(page.get_by_label("x, inches")).to_have_value("28")
                with page.expect_response("**/act/place"):
                    page.get_by_role("button", name="Put it there").click()
                model = page.locator('.base[data-payload="R01"]')
                expect(model).to_have_attribute("transform", re.compile(r"^translate\(28 "))
                expect(page.get_by_role("button", name="Shoot at Bell")).to_be_enabled()
                page.get_by_role("button", name="Shoot at Bell").click()
                expect(page.locator(".dice[data-focus]")).to_be_focused()
                for key in ("6", "6", "Enter"):
                    page.keyboard.press(key)
                page.get_by_role("button", name="Stand").click()
            expect(page.locator(".ruling h3").first).to_contain_text("scores 2")
            place = page.evaluate("fetch('/table.json').then((r) => r.json())")["bases"][0]
            assert place["x_in"] == 28
            watched.close()
        desk_of(app).close()


PAGES = ("/rulings", "/log", "/army", "/terrain", "/reference", "/overlay", "/join", "/setup")


@pytest.mark.long
def test_every_page_opens_and_nothing_sticks_out(screen: Watched) -> None:
    for path in PAGES:
        page = screen.open(path)
        expect(page.locator("main")).to_be_visible()
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 1, (path, width)


@pytest.mark.parametrize("path", ["/table", "/show"])
def test_the_end_says_who_wins_and_why(browser: Browser, tmp_path: Path, path: str) -> None:
    """Toy rules: a unit with three hits breaks; 6 and 6 twice are four."""
    app = app_on(tmp_path / "over", HandTable(toy.table()), (toy.TOY,))
    game, screen = desk_of(app).the_game(), Who("table")
    for _ in range(2):
        game.declare(Action("shoot", "R1", "B1"), screen, after=game.journal.head)
        game.answer([6, 6], screen, after=game.journal.head)
        game.answer("stand", screen, after=game.journal.head)
    with behind_a_door(app) as where:
        watched = Watched(browser, where, SIZES["phone"], kept_context(browser, "phone", 0))
        page = watched.open(path)
        expect(page.get_by_text("Red wins", exact=True)).to_be_visible()
        expect(page.get_by_text("Bell's foot breaks.", exact=True)).to_be_visible()
        if path == "/table":  # above the rulings that led to it
            expect(page.locator("#panel > *").first).to_contain_text("The game is over")
        watched.close()
    desk_of(app).close()


@pytest.mark.long
def test_another_page_fetches_no_file_that_the_browser_has(
    browser: Browser, tmp_path: Path
) -> None:
    """A page is made of some seventy; the log needs none that the table's page did not bring."""
    app = app_on(tmp_path / "folder", HandTable(toy.table()), (toy.TOY,))
    fetched: list[str] = []

    def counting(environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        fetched.append(environ["PATH_INFO"])
        return app(environ, start)

    with serving(app, through=counting) as where:
        watched = Watched(browser, where, SIZES["phone"])
        for path in ("/table", "/log", "/table"):
            watched.open(path)
            watched.page.wait_for_load_state("networkidle")
        watched.close()
    desk_of(app).close()
    files = [path for path in fetched if path.startswith("/static/")]
    assert "/log" in fetched and len(files) > 50
    assert {path for path in files if files.count(path) > 1} == set()
    assert [path for path in files if not path.startswith("/static/v-")] == []
