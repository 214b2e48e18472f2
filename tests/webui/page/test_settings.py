"""What each battle of the Roses is to do: one of three, marked, kept at once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from rules.kernel.protocol import Action
from rules.roses import ROSES
from tests.webui.browsing import box_of, grave_faults
from tests.webui.page.conftest import Hall, Open
from webui.game.position import Who

pytestmark = pytest.mark.browser

FINGER_PX = 44

Objectives = Callable[[], list[str]]


@pytest.fixture
def found(hall: Open) -> Hall:
    return hall(ROSES)


@pytest.fixture
def page(found: Hall) -> Page:
    return found.screen().open()


@pytest.fixture(scope="module")
def standing(lasting: Open) -> Page:
    """For all who only look."""
    return lasting(ROSES).screen().open()


@pytest.fixture
def told(found: Hall) -> Objectives:
    """What the game has: York's Main Ward and Van Ward, then Lancaster's."""

    def ask() -> list[str]:
        assert found.desk.game is not None
        return [one.objective for one in found.desk.game.present().state.battles]

    return ask


def _radio(page: Page, side: str, ward: str, objective: str) -> Locator:
    card = page.locator(".side-offers", has=page.get_by_role("heading", name=side))
    return card.get_by_role("group", name=f"{ward} is to").get_by_role("radio", name=objective)


def _kept(page: Page) -> None:
    """Until everything that was tapped has been kept and is shown so."""
    expect(page.locator(".setting[aria-busy]")).to_have_count(0)


def test_what_holds_is_marked(standing: Page) -> None:
    """The ready battle's leaders are told to advance and to attack."""
    expect(_radio(standing, "York", "Main Ward", "advance")).to_be_checked()
    expect(_radio(standing, "Lancaster", "Van Ward", "attack")).to_be_checked()
    expect(standing.locator(".setting input:checked")).to_have_count(4)


def test_a_finger_finds_each_of_them(standing: Page) -> None:
    for choice in standing.locator(".setting .choice").all():
        box = box_of(choice)
        assert min(box["width"], box["height"]) >= FINGER_PX
        assert box["x"] + box["width"] <= 390


def test_they_can_be_read_aloud(standing: Page) -> None:
    expect(standing.locator(".setting").first).to_be_visible()
    assert grave_faults(standing) == []


@pytest.mark.long
def test_a_tap_is_kept(page: Page, told: Objectives) -> None:
    _radio(page, "York", "Van Ward", "defend").click()
    _kept(page)
    expect(_radio(page, "York", "Van Ward", "defend")).to_be_checked()
    assert told() == ["advance", "defend", "advance", "attack"]


@pytest.mark.long
def test_it_is_no_ruling_and_stands_in_the_log(page: Page) -> None:
    _radio(page, "Lancaster", "Main Ward", "defend").click()
    _kept(page)
    expect(page.get_by_text("Nothing has been ruled yet.")).to_be_visible()
    page.goto(page.url.replace("/table", "/log"))
    expect(page.locator("main")).to_contain_text("Lancaster’s Main Ward is to defend")


@pytest.mark.long
def test_what_was_tapped_stays_marked_while_the_table_changes(
    page: Page, found: Hall, told: Objectives
) -> None:
    """The answer is late, and meanwhile the panel is drawn anew, with what the game still has."""
    late: list[Route] = []
    page.route("**/act/declare", lambda route: late.append(route))
    _radio(page, "York", "Main Ward", "attack").click()
    with page.expect_response("**/actions.json"):
        found.desk.bell.ring()
    expect(_radio(page, "York", "Main Ward", "attack")).to_be_checked()
    assert told()[0] == "advance"
    late[0].continue_()
    _kept(page)
    expect(_radio(page, "York", "Main Ward", "attack")).to_be_checked()
    assert told()[0] == "attack"


def test_four_taps_in_a_row_are_all_kept(page: Page, found: Hall, told: Objectives) -> None:
    """Nobody waits for the one before; the table is seen anew between them."""
    for side, ward in (("York", "Main Ward"), ("York", "Van Ward"),
                       ("Lancaster", "Main Ward"), ("Lancaster", "Van Ward")):  # fmt: skip
        _radio(page, side, ward, "defend").click()
        found.desk.bell.ring()
    _kept(page)
    assert told() == ["defend"] * 4
    for radio in page.locator(".setting").get_by_role("radio", name="defend").all():
        expect(radio).to_be_checked()


@pytest.mark.long
def test_who_is_a_moment_later_is_no_error(found: Hall, told: Objectives) -> None:
    """Lancaster chooses while York's choice is on its way."""
    screen = found.screen()
    page = screen.open()

    beaten_once: list[Route] = []

    def beaten(route: Route) -> None:
        if beaten_once:
            route.continue_()
            return
        beaten_once.append(route)
        game = found.desk.game
        assert game is not None
        more = {"battle": "Main Ward", "objective": "defend"}
        declared = Action("objective", "lancaster", None, more)
        game.declare(declared, Who("table"), after=game.journal.head)
        route.continue_()

    page.route("**/act/declare", beaten)
    _radio(page, "York", "Van Ward", "defend").click()
    _kept(page)
    assert told() == ["advance", "defend", "defend", "attack"]
    # "Not now" is an answer, which the browser calls an error.
    screen.wrong = [text for text in screen.wrong if "409" not in text]


@pytest.mark.long
def test_the_arrows_pass_over_without_choosing(page: Page, told: Objectives) -> None:
    _radio(page, "York", "Van Ward", "attack").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(_radio(page, "York", "Van Ward", "advance")).to_be_focused()
    expect(_radio(page, "York", "Van Ward", "attack")).to_be_checked()
    page.keyboard.press("Space")
    _kept(page)
    expect(_radio(page, "York", "Van Ward", "advance")).to_be_checked()
    assert told() == ["advance", "advance", "advance", "attack"]


@pytest.mark.long
def test_the_ready_battle_is_ready(page: Page) -> None:
    """One tap from the open page."""
    page.locator(".next-step .main-button").click()
    expect(page.locator("#standing")).to_contain_text("command")
    expect(page.locator(".setting")).to_have_count(0)
