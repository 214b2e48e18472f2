"""Too close: three verdicts, and the three ways out of the third (point 4)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, box_of
from tests.webui.page.conftest import Open

pytestmark = pytest.mark.browser


def test_in_out_and_too_close_are_three_words(hall: Open) -> None:
    """Fronts to edges 10.0 ± 0.14 in apart: beyond 5, at 10, and within 12 of command."""
    screen = hall(table=toy.doubtful_table(11.5)).screen()
    page = screen.open()
    screen.tap("R01")
    screen.tap("B01")
    for words in ("short 5″: OUT by 5", "long 10″: TOO CLOSE TO CALL", "command 12″: IN"):
        expect(page.locator(".against .verdict", has_text=words)).to_be_visible()


def _declare(screen: Watched) -> Page:
    page = screen.page
    expect(page.locator(".prompt")).to_have_count(0)
    page.keyboard.press("Escape")
    screen.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    expect(page.locator(".prompt .verdict.close")).to_contain_text("Too close to call")
    return page


@pytest.mark.sizes(*SIZES)
@pytest.mark.long
def test_intent_tape_and_dice_are_three_ways_out(hall: Open) -> None:
    """10.05 ± 0.1 in against 10: no ruler can tell."""
    screen = hall(table=toy.doubtful_table(10.05)).screen()
    screen.open()
    page = _declare(screen)
    expect(page.locator(".prompt")).to_contain_text("10.1 ± 0.1 in")
    for field in ("By the tape it is", "What was stated"):
        box = box_of(page.get_by_label(field))
        assert box["width"] > 80, field
    page.get_by_label("By the tape it is").fill("9.95")
    page.get_by_role("button", name="The tape decides").click()
    expect(page.locator(".prompt .need")).to_contain_text("2 dice")
    page.get_by_role("button", name="Take the action back").click()
    _declare(screen)
    page.get_by_label("What was stated").fill("Red said: just in")
    page.get_by_role("button", name="it is in").click()
    expect(page.locator(".prompt .need")).to_contain_text("2 dice")
    page.get_by_role("button", name="Take the action back").click()
    _declare(screen)
    page.get_by_role("button", name="throw for it").click()
    expect(page.locator(".prompt .need")).to_have_text("1 die · thrown by Red · needs 4 or more")
    screen.open("/log")
    for words in ("(tape 9.95 in)", "(Red said: just in)", "throw for it"):
        expect(page.locator(".steps li", has_text=words)).to_be_visible()


DRAWN_AGAIN = """async () => {
  const { PromptBox } = await import("/static/prompt.js");
  const data = await (await fetch("/table.json")).json();
  const box = new PromptBox(() => {});
  document.body.append(box.render(data));
  const field = box.el.querySelector("[name=said]");
  field.value = "just in";
  field.dispatchEvent(new Event("input"));
  box.render({ ...data, open: null, prompt: null });
  return box.render(data).querySelector("[name=said]").value;
}"""


@pytest.mark.long
def test_what_was_stated_is_still_there_when_the_question_is_drawn_again(hall: Open) -> None:
    """It was lost on a busy computer between the typing and the tap on "it is in"."""
    screen = hall(table=toy.doubtful_table(10.05)).screen()
    screen.open()
    assert _declare(screen).evaluate(DRAWN_AGAIN) == "just in"


@pytest.mark.long
def test_who_types_what_was_stated_types_on_when_the_table_is_drawn_again(hall: Open) -> None:
    """The field lost its focus at every change of the table, and the next key went nowhere."""
    screen = hall(table=toy.doubtful_table(10.05)).screen()
    screen.open()
    page = _declare(screen)
    field = page.get_by_label("What was stated")
    field.press_sequentially("Red said: ")
    page.evaluate("async () => (await import('/static/table/state.js')).page.draw()")
    page.keyboard.type("just in")
    expect(field).to_have_value("Red said: just in")


ANSWERED_LATE = """() => {
  const really = window.fetch;
  const another = () => document.querySelector(".prompt .need")?.textContent.includes("2 dice");
  window.fetch = async (url, how) => {
    const answer = await really(url, how);
    const late = String(url).includes("/act/answer");
    while (late && !another()) await new Promise((go) => setTimeout(go, 20));
    return answer;
  };
}"""
"""The table tells the page of the next question before the answer to the tap is there."""


@pytest.mark.long
def test_a_question_that_is_drawn_before_the_last_tap_is_answered_can_be_tapped(hall: Open) -> None:
    """Its first tap, and every other, was taken for the second one of the question before."""
    screen = hall(table=toy.doubtful_table(10.05)).screen(own=True)
    screen.open()
    page = _declare(screen)
    page.evaluate(ANSWERED_LATE)
    page.get_by_label("By the tape it is").fill("9.95")
    page.get_by_role("button", name="The tape decides").click()
    expect(page.locator(".prompt .need")).to_contain_text("2 dice")
    page.get_by_role("button", name="Take the action back").click()
    expect(page.locator(".prompt")).to_have_count(0)
