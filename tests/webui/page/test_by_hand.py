"""By hand: drag, turn, type, change, and a whole game without any camera (point 5)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.webui.browsing import SIZES, Watched, box_of
from tests.webui.page.steps import throw

pytestmark = pytest.mark.browser

ANOTHER_HAND = """async () => {
  const { game } = await (await fetch('/table.json')).json();
  const said = { head: game.head, path: 'units/B1/hits', value: 1, reason: 'one was forgotten' };
  await fetch('/act/edit', { method: 'POST', body: JSON.stringify(said),
    headers: { 'Content-Type': 'application/json' } });
}"""
"""Another umpire's correction of Bell's foot."""


def _bell(seen: Watched) -> tuple[float, float]:
    base = next(base for base in seen.table()["bases"] if base["payload"] == "B01")
    return float(base["y_in"]), float(base["facing_deg"])


def _tools(page: Page) -> None:
    page.get_by_text("Place by hand").click()


@pytest.mark.sizes(*SIZES)
def test_a_base_is_dragged_turned_and_its_facing_fixed(seen: Watched) -> None:
    """Bell's foot looks south from (30, 18): two inches north, a quarter turn, then 240°."""
    page = seen.open()
    seen.tap("B01")
    expect(page.locator('.base.picked[data-payload="B01"]')).to_have_count(1)
    per_inch, (x, y) = seen.per_inch(), seen.middle("B01")
    with page.expect_response("**/act/place"):
        seen.drag((x, y), (x, y - 2 * per_inch))
    # Half a screen pixel at either end, at some five pixels to the inch on a phone.
    assert _bell(seen)[0] == pytest.approx(20, abs=0.25)
    expect(page.locator(".handle")).to_be_visible()
    knob = box_of(page.locator(".handle"))
    grip = knob["x"] + knob["width"] / 2, knob["y"] + knob["height"] / 2
    arm = grip[1] - (y - 2 * per_inch)
    with page.expect_response("**/act/place"):
        seen.drag(grip, (x + arm, y - 2 * per_inch))
    assert _bell(seen)[1] % 360 == pytest.approx(0, abs=6) or _bell(seen)[1] > 354
    _tools(page)
    north = page.get_by_label("y, inches from the south edge")
    # A screen pixel at either end of the drag.
    expect(north).to_have_value(re.compile(r"^(19\.[789]|20\.[0123])$"))
    page.get_by_label("Facing").fill("240")
    with page.expect_response("**/act/place"):
        page.get_by_role("button", name="Put it there").click()
    assert _bell(seen)[1] == 240


def test_a_reading_by_tape_overrules_what_is_seen(seen: Watched) -> None:
    page = seen.open()
    seen.tap("R01")
    seen.tap("B01")
    _tools(page)
    page.get_by_label("Measured").select_option("shoot_range")
    page.locator('form[data-key="reading"] [name="value"]').fill("4.5")
    page.get_by_role("button", name="Keep the reading").click()
    row = page.locator('.reading[data-what="shoot_range"]')
    expect(row.locator(".value")).to_have_text("4.50 in")
    expect(row).to_contain_text("(by hand)")
    expect(row).to_contain_text("short 5″: IN")


@pytest.mark.long
def test_any_value_is_changed_with_a_reason(seen: Watched) -> None:
    page = seen.open()
    seen.tap("R01")
    _tools(page)
    page.get_by_text("Put this unit right").click()
    page.get_by_text("Expert: raw values").click()
    page.get_by_label("Which value").select_option("units/R1/hits")
    page.get_by_label("New value").fill("2")
    page.get_by_label("Why").fill("two were forgotten")
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".badges .badge-pill")).to_have_text(["2 hits"])
    seen.open("/log")
    says = "units/R1/hits: 0 becomes 2, because two were forgotten"
    expect(page.locator(".steps")).to_contain_text(says)


@pytest.mark.long
def test_a_late_answer_takes_nothing_away_that_was_typed(seen: Watched) -> None:
    """Another umpire changes a value; the new values arrive after a hand has begun to type."""
    page = seen.open()
    seen.tap("R01")
    _tools(page)
    page.get_by_text("Put this unit right").click()
    page.get_by_text("Expert: raw values").click()
    expect(page.get_by_label("Which value")).to_be_visible()
    held: list[Route] = []
    page.route("**/state.json*", lambda route: held.append(route))
    with page.expect_request("**/state.json*"):
        page.evaluate(ANOTHER_HAND)
    page.get_by_label("Which value").select_option("units/R1/hits")
    page.get_by_label("New value").fill("2")
    page.get_by_label("Why").fill("two were forgotten")
    with page.expect_response("**/state.json*"):
        held[0].continue_()
    page.get_by_role("button", name="Change it").click()
    expect(page.locator(".badges .badge-pill")).to_have_text(["2 hits"])


@pytest.mark.long
def test_a_reason_is_typed_on_while_another_hand_changes_the_game(seen: Watched) -> None:
    page = seen.open()
    seen.tap("R01")
    _tools(page)
    page.get_by_text("Put this unit right").click()
    why = page.get_by_label("Why")
    why.press_sequentially("two were")
    with page.expect_response("**/state.json*"):
        page.evaluate(ANOTHER_HAND.replace("units/B1", "units/R1"))
    expect(page.locator(".badges .badge-pill")).to_contain_text("1 hit")
    page.keyboard.type(" forgotten")
    expect(why).to_have_value("two were forgotten")


@pytest.mark.long
def test_a_whole_game_by_hand_to_its_end_and_a_result_overruled(seen: Watched) -> None:
    """Two and two hits break Bell's foot; the first result is then put right by the umpire."""
    page = seen.open()
    for _ in range(2):
        page.get_by_role("button", name=re.compile("^Rigg's foot")).click()
        page.get_by_role("button", name="Shoot at Bell").click()
        throw(page, "66")
        page.get_by_role("button", name="Stand").click()
        expect(page.locator(".ruling h3").first).to_contain_text("scores 2")
    expect(page.get_by_text("Red wins", exact=True)).to_be_visible()
    page.get_by_role("link", name="Link").first.click()
    page.get_by_label("What should hold").fill("one hit only")
    page.locator("#overrule").get_by_label("Why").fill("the wall gave cover")
    page.get_by_role("button", name="Keep the note").click()
    ruled = page.locator(".overruling")
    expect(ruled).to_contain_text("one hit only because the wall gave cover")
    expect(page.get_by_role("heading", name="scores 2 on Bell's foot")).to_be_visible()
