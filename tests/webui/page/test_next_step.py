"""The one button that goes on: in sight after a ruling, and not at once for the other side."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rules.matchlocks import MATCHLOCKS
from rules.quickplay import QUICKPLAY
from tests.webui.browsing import Watched, box_of
from tests.webui.page.conftest import Open
from tests.webui.page.steps import throw

pytestmark = pytest.mark.browser

WAS_GUARDED = """() => new Promise((done) => {
  const waits = () => [...document.querySelectorAll(".next-step button")].some((el) => el.disabled);
  new MutationObserver((_, all) => {
    if (waits()) { all.disconnect(); document.documentElement.dataset.guarded = "yes"; }
  }).observe(document.querySelector("#panel"), { subtree: true, childList: true });
  done();
})"""
"""Notes whether the button was ever drawn so that it could not be pressed."""

FOR_BOTH = """async () => {
  const { nextStep } = await import('/static/table/next-step.js');
  const { state } = await import('/static/table/state.js');
  const all = Object.values(state.offers.sides).flat();
  const done = all.find((one) => one.legal && one.title === 'Done for this turn');
  const by = (side) => [{ ...done, action: { ...done.action, by: side } }];
  const offers = { ...state.offers, sides: { Red: by('Red'), Blue: by('Blue') } };
  const game = { ...state.data.game, to_act: ['Red', 'Blue'] };
  const drawn = (offer) => {
    const button = document.createElement('button');
    button.append(offer.title);
    return button;
  };
  const card = nextStep({ ...state.data, game }, offers, drawn);
  return [...card.querySelectorAll('button')].map((one) => one.textContent);
}"""
"""The card of the next step, had both sides the same thing to do."""

UNDER_THE_THUMB = """([x, y]) => {
  new MutationObserver((_, all) => {
    if (!document.querySelector(".prompt .need")?.textContent.includes("thrown by Blue")) return;
    all.disconnect();
    const button = document.elementFromPoint(x, y)?.closest("button");
    document.documentElement.dataset.under = button ? button.textContent : "nothing";
  }).observe(document.body, { subtree: true, childList: true });
}"""
"""Notes which button lies at a point once the other side is asked."""


def _begun(screen: Watched) -> Page:
    page = screen.open()
    page.locator(".next-step .main-button").click()
    throw(page, "6")
    expect(page.locator(".prompt .need").first).to_contain_text("thrown by Blue")
    throw(page, "1")
    expect(page.locator(".next-step")).to_contain_text("Red’s turn")
    return page


@pytest.fixture(scope="module")
def begun(lasting: Open) -> Watched:
    """Quick Play is begun, and Red is to act; for all who only look."""
    screen = lasting(QUICKPLAY).screen()
    _begun(screen)
    return screen


@pytest.fixture
def page(begun: Watched) -> Page:
    """With nothing picked."""
    begun.page.keyboard.press("Escape")
    expect(begun.page.locator("#map .base.picked")).to_have_count(0)
    return begun.page


def test_after_a_ruling_the_button_that_goes_on_is_in_sight(page: Page) -> None:
    expect(page.locator(".ruling").first).to_be_visible()
    expect(page.get_by_role("button", name="Done for this turn")).to_be_in_viewport(ratio=1)
    expect(page.locator(".next-step")).to_contain_text("marked unit, or press Done for this turn")


@pytest.mark.long
def test_the_other_sides_button_waits_for_a_thumb_to_go(hall: Open) -> None:
    page = _begun(hall(QUICKPLAY).screen())
    page.evaluate(WAS_GUARDED)
    page.get_by_role("button", name="Done for this turn").click()
    expect(page.locator(".next-step")).to_contain_text("Blue’s turn")
    expect(page.locator('html[data-guarded="yes"]')).to_have_count(1)
    expect(page.get_by_role("button", name="Done for this turn")).to_be_enabled()


def test_two_buttons_of_one_name_say_whose_they_are(page: Page) -> None:
    """As when both sides may turn the next card, on a screen that acts for both."""
    expect(page.get_by_role("button", name="Done for this turn")).to_be_visible()
    assert page.evaluate(FOR_BOTH) == ["Red: Done for this turn", "Blue: Done for this turn"]


def test_a_second_tap_throws_no_dice_of_the_other_side(hall: Open) -> None:
    """The button to roll stands at the same place for Blue as for Red."""
    page = hall(QUICKPLAY).screen().open()
    page.locator(".next-step .main-button").click()
    expect(page.locator(".prompt .need").first).to_contain_text("thrown by Red")
    roll = page.get_by_role("button", name="Roll for me")
    at = box_of(roll)
    point = [at["x"] + at["width"] / 2, at["y"] + at["height"] / 2]
    page.evaluate(UNDER_THE_THUMB, point)
    page.mouse.click(*point)
    expect(page.locator("html")).to_have_attribute("data-under", "nothing")
    roll.click()
    expect(page.locator(".prompt .need")).not_to_contain_text(["thrown by Blue"])


def test_the_game_is_ended_behind_one_line_that_names_the_side(page: Page) -> None:
    ends = page.get_by_text("End the game", exact=True)
    expect(ends).to_have_count(1)
    ends.click()
    expect(page.locator('details[data-key="end-game"] strong')).to_have_text(["Red", "Blue"])


def test_what_is_refused_is_behind_one_line_and_each_reason_once(
    page: Page, begun: Watched
) -> None:
    """A general has nothing to shoot with, whomever it would aim at; it may move and rally."""
    begun.tap("R0")
    fold = page.locator(".offers details")
    none = page.locator(".offer", has_text="nothing to shoot with")
    expect(fold).to_contain_text(re.compile(r"\d+\sactions are not allowed now: why"))
    expect(page.locator(".offer.refused:visible")).to_have_count(0)
    expect(page.get_by_role("button", name="Move", exact=True)).to_be_visible()
    fold.locator("summary").click()
    expect(none).to_be_visible()
    expect(none).to_contain_text("and 6 more")
    # A page that refuses a visitor has wide margins; a card of the same word had them too.
    above, below = (box_of(page.locator(".offer.refused").nth(n)) for n in (0, 1))
    assert below["y"] - (above["y"] + above["height"]) < 16


@pytest.mark.long
def test_a_pass_is_one_plain_question(hall: Open) -> None:
    """Of Matchlocks: what it may say besides is a box to tick, in words."""
    page = hall(MATCHLOCKS).screen().open()
    act = page.locator("#standing .pill", has_text="to act")
    expect(act).to_have_text("both to act")
    expect(act).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Begin as placed").click()
    need = page.locator(".prompt .need").first
    throws = ("Royalists", "6"), ("Parliament", "1")
    for side, face in throws:
        expect(need).to_contain_text(f"thrown by {side}")
        throw(page, face)
    expect(page.locator(".next-step")).to_contain_text("marked unit, or press Pass")
    page.get_by_role("button", name="Pass", exact=True).first.click()
    asked = page.locator("form.prompt")
    expect(asked.get_by_role("checkbox")).not_to_be_checked()
    expect(asked).to_contain_text("Also ask the other side to begin the Main Battle now")
    asked.get_by_role("button", name="Pass", exact=True).click()
    expect(page.locator(".next-step")).to_contain_text("Parliament’s turn")


def test_of_a_picked_unit_its_own_actions_come_first(page: Page, begun: Watched) -> None:
    """Done for this turn lies below them, at the foot of the panel: the nearest button is not the
    one that ends all, and none is out of sight. A unit on its way has no second ground round it."""
    begun.tap("R5")
    offer = box_of(page.locator(".offer").first)
    done = page.locator(".next-step .main-button")
    assert offer["y"] < box_of(done)["y"]
    expect(done).to_be_in_viewport(ratio=1)
    page.get_by_role("button", name="Move", exact=True).click()
    expect(page.get_by_role("button", name="Moved: look")).to_be_visible()
    expect(page.locator(".reach.may .ground")).to_have_count(1)
    expect(page.locator(".layer-bands .band-name", has_text="move")).to_have_count(0)
