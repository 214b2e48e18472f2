"""Dice of a player who is not in the room, in the real browser: typed, or a picture of his tray."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Browser, Locator, Page, expect

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, behind_a_door, grave_faults, kept_context
from tests.webui.page.steps import throw
from tests.webui.stub_tray import jpeg
from vision.dice.still_throw import still_throw
from vision.table.throw import Die
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of
from webui.server.doors.proxy import BehindProxy
from webui.server.doors.public_address import ProxyDoor, public_address
from webui.server.session import Desk

pytestmark = pytest.mark.browser

CLIENT = "198.51.100.7"
PHOTO = Path(__file__).parents[2] / "photos/dice/overhead_4_36px.jpg"
READ = (Die(5, 10, 10, 8), Die(None, 40, 10, 8, "cocked"))


class Afar:
    """Red is far away, and two dice are asked of him; what his pictures show is told."""

    def __init__(self, desk: Desk, visitor: Watched) -> None:
        self.desk, self.visitor = desk, visitor
        self.dice: tuple[Die, ...] = READ
        self.sent: list[bytes] = []

    def joined(self) -> Page:
        """His page, with the question on it."""
        page = self.visitor.open("/join")
        page.get_by_role("textbox", name="Join code").fill(self.desk.access.code("Red"))
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.locator(".dice[data-focus]")).to_be_visible()
        return page

    def answer(self) -> dict:
        """The newest answer, as it is kept."""
        line = self.desk.the_game().journal.line()
        return next(event.body for event in reversed(line) if event.kind == "answer")


class FromAfar:
    """The app as one visitor meets it through the proxy."""

    def __init__(self, app: Flask) -> None:
        self.app = app

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        public = public_address(f"http://{environ['HTTP_HOST']}")
        self.app.extensions["doors"].public = public
        environ |= {"HTTP_X_FORWARDED_FOR": CLIENT, "HTTP_X_FORWARDED_PROTO": "http"}
        return BehindProxy(self.app, ProxyDoor(public))(environ, start)


@pytest.fixture
def red(browser: Browser, tmp_path: Path, size: str) -> Iterator[Afar]:
    found: list[Afar] = []

    def read(sent: bytes) -> tuple[Die, ...]:
        found[0].sent.append(sent)
        return found[0].dice

    with ExitStack() as stack:
        live = HandTable(toy.table())
        app = create_app(tmp_path / "folder", live, rules=(toy.TOY,), read_throw=read)
        desk = desk_of(app)
        stack.callback(desk.close)
        game = desk.the_game()
        game.declare(Action("shoot", "R1", "B1"), Who("table", "", "Ann"), after=game.journal.head)
        address = stack.enter_context(behind_a_door(app, through=FromAfar(app)))
        visitor = Watched(browser, address, SIZES[size], kept_context(browser, size, 0))
        stack.callback(visitor.close)
        found.append(Afar(desk, visitor))
        yield found[0]


def sends(page: Page, picture: bytes) -> None:
    """He takes a picture of his tray, and it is read."""
    file = {"name": "tray.jpg", "mimeType": "image/jpeg", "buffer": picture}
    page.get_by_label("Picture of my tray").set_input_files(file)


def picks(page: Page) -> Locator:
    """What each die of his picture is taken for."""
    return page.locator(".far-dice select")


def answered(page: Page) -> None:
    """The dice are taken: nothing is asked of Red any more."""
    expect(page.locator(".far-dice")).to_have_count(0)


@pytest.mark.long
def test_he_is_told_that_what_he_types_counts_by_honour(red: Afar) -> None:
    page = red.joined()
    expect(page.locator(".far-dice")).to_contain_text("counts by honour")
    throw(page, "56")
    answered(page)
    assert (red.answer()["answer"], red.answer()["how"]) == ([5, 6], "thrown from afar, by honour")


@pytest.mark.sizes("phone", "screen")
def test_his_picture_is_read_and_what_is_not_sure_is_named(red: Afar) -> None:
    page = red.joined()
    sends(page, jpeg(90))
    expect(picks(page)).to_have_count(2)
    expect(picks(page).nth(0)).to_have_value("5")
    expect(picks(page).nth(1)).to_have_class("unsure")
    picks(page).nth(1).select_option("2")
    page.get_by_role("button", name="Take these").click()
    answered(page)
    assert red.answer()["answer"] == [5, 2]
    assert red.answer()["how"] == "read from a picture that Red sent, 2 named"


@pytest.mark.long
def test_what_he_has_named_stays_while_the_table_goes_on(red: Afar) -> None:
    """The page hears of something else between his two taps."""
    page = red.joined()
    sends(page, jpeg(90))
    picks(page).nth(1).select_option("2")
    page.evaluate("window.before = document.querySelector('.far-dice select')")
    with page.expect_response("**/table.json*"):
        red.desk.put("B01", (30.0, 40.0, 180.0), Who("table", "", "Ann"))
    expect(picks(page).nth(1)).to_have_value("2")
    assert page.evaluate("window.before.isConnected")


@pytest.mark.long
def test_a_picture_without_dice_says_so(red: Afar) -> None:
    red.dice = ()
    page = red.joined()
    sends(page, jpeg(90))
    expect(page.locator(".far-dice")).to_contain_text("No dice were found in it")


def test_what_is_no_picture_is_said_and_another_can_be_sent(red: Afar) -> None:
    page = red.joined()
    sends(page, b"no picture at all")
    expect(page.locator("#toast")).to_be_visible()
    sends(page, jpeg(90))
    expect(picks(page)).to_have_count(2)


@pytest.mark.long
def test_all_can_use_it(red: Afar) -> None:
    page = red.joined()
    sends(page, jpeg(90))
    expect(picks(page)).to_have_count(2)
    assert grave_faults(page) == []


@pytest.mark.long
def test_the_real_reader_reads_what_the_page_sends(red: Afar) -> None:
    """A phone's picture of ten dice, made small by the page, shows the reader as many."""
    page = red.joined()
    sends(page, PHOTO.read_bytes())
    expect(picks(page)).to_have_count(2)
    assert len(still_throw(red.sent[0])) == 10
