"""Acting: offers, odds, dice, reactions and cards (point 2)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.webui import toy
from tests.webui.browsing import SIZES, Watched
from tests.webui.page.conftest import Open
from tests.webui.page.steps import shoot, throw

pytestmark = pytest.mark.browser


@pytest.mark.sizes(*SIZES)
@pytest.mark.long
def test_the_dice_prompt_says_all_and_helps_with_short_cocked_and_extra_dice(seen: Watched) -> None:
    page = seen.open()
    shoot(seen)
    box = page.locator(".prompt")
    expect(box.get_by_role("heading")).to_have_text("Rigg's foot to hit Bell's foot")
    expect(box.locator(".need")).to_have_text("2 dice · thrown by Red · needs 4 or more")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    toast = page.locator("#toast")
    expect(toast).to_have_text(re.compile("1 still to type.* Cocked[?] Throw it again"))
    for key in ("3", "6"):
        page.keyboard.press(key)
    expect(toast).to_have_text(re.compile("Only 2 are asked for. Thrown too many[?]"))
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling h3").first).to_have_text("Rigg's foot scores 1 on Bell's foot.")


@pytest.mark.long
def test_a_handful_is_counted_face_by_face(hall: Open) -> None:
    screen = hall(toy.with_dice(8)).screen()
    page = screen.open()
    shoot(screen)
    page.get_by_role("button", name="Count faces").click()
    done = page.get_by_role("button", name="Done")
    page.get_by_label("1", exact=True).fill("3")
    expect(done).to_be_disabled()
    page.get_by_label("6", exact=True).fill("4")
    page.get_by_role("button", name="one 6 more").click()
    done.click()
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling h3").first).to_contain_text("scores 5")


@pytest.mark.long
def test_cards_are_dealt_or_typed_and_a_reroll_is_shown_as_one(hall: Open) -> None:
    screen = hall(toy.with_luck()).screen()
    page = screen.open()
    for typed in (True, False):
        screen.tap("R01")
        page.get_by_role("button", name="Shoot at Bell").click()
        expect(page.locator(".prompt")).to_contain_text("weather deck")
        if typed:
            page.get_by_text("Keep the reading").click()
            page.get_by_role("button", name="rain").click()
            page.get_by_role("button", name="Done").click()
        else:
            page.get_by_role("button", name="Deal for me").click()
        throw(page, "611")
        again = page.locator(".prompt")
        expect(again.locator(".badge-pill")).to_have_text(re.compile("^Reroll"))
        expect(again).to_contain_text("2 dice")
        throw(page, "51")
        says = "Under rain: 2 hits." if typed else re.compile(r"^Under (fog|rain|sun): 2 hits\.$")
        expect(page.locator(".ruling h3").first).to_have_text(says)
        page.keyboard.press("Escape")
    page.get_by_role("link", name="Link").first.click()
    expect(page.locator("#main")).to_contain_text("reroll")


@pytest.mark.long
def test_a_typing_error_is_put_right_and_stays_in_the_log(seen: Watched) -> None:
    page = seen.open()
    shoot(seen)
    throw(page, "55")
    expect(page.get_by_role("button", name="Stand")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    throw(page, "51")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling h3").first).to_contain_text("scores 1")
    seen.open("/log")
    expect(page.locator(".steps .undone")).to_have_text([re.compile("to hit Bell's foot: 5, 5")])
    expect(page.locator(".steps li", has_text="5, 1")).not_to_have_class(re.compile("undone"))


WATCH_FOR_COVER = """() => new MutationObserver((seen) => {
    const covers = seen.flatMap((one) => [...one.addedNodes])
        .some((el) => el.className === 'resting-thumb');
    if (covers) document.body.dataset.covered = 'yes';
}).observe(document.body, { childList: true })"""


def test_roll_for_me_throws_fair_dice_and_says_so(seen: Watched) -> None:
    """On the card, on its page, and on the big screen."""
    page = seen.open()
    page.evaluate(WATCH_FOR_COVER)
    shoot(seen)
    # The second tap of whoever taps twice hits nothing of the question that came instead.
    assert page.evaluate("() => document.body.dataset.covered") == "yes"
    roll = page.get_by_role("button", name="Roll for me")
    page.keyboard.press("5")
    expect(roll).to_be_disabled()  # it would throw away what is typed
    page.keyboard.press("Backspace")
    roll.click()
    expect(page.locator(".prompt")).to_contain_text("asked of Blue")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling .die")).to_have_count(2)
    expect(page.locator(".ruling .came")).to_have_text("Thrown by the program")
    page.get_by_role("link", name="Link").first.click()
    expect(page.locator("#main")).to_contain_text("by the program")
    expect(seen.open("/show").locator(".throws .came")).to_have_text("Thrown by the program")


@pytest.mark.long
def test_the_other_side_reacts_on_its_own_phone(hall: Open) -> None:
    found = hall()
    red, blue = found.phone("Red"), found.phone("Blue")
    throw(shoot(red), "66")
    expect(red.page.locator(".prompt")).to_contain_text("Waiting for Blue")
    expect(red.page.get_by_role("button", name="Stand")).to_have_count(0)
    expect(blue.page.locator(".prompt")).to_contain_text("Bell's foot reacts")
    blue.page.get_by_role("button", name="Stand").click()
    expect(red.page.locator(".ruling h3").first).to_contain_text("scores 2")
