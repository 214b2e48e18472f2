"""Overrule with another result, undo, redo, agree, refuse, dispute and set by hand (point 7)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.browsing import SIZES, Watched
from tests.webui.page.conftest import CameraTable, Open
from tests.webui.page.steps import shot
from webui.game.position import Who

pytestmark = pytest.mark.browser

IT = "the overruling (Rigg's foot to hit Bell's foot: 6, 2 becomes 6, 5)"
NOT_NOW = {"error": "not now"}


def _overrule(page: Page, turns: int, reason: str) -> None:
    """Open the newest step, turn its second die so many faces on, and run it again."""
    page.get_by_role("button", name="Overrule").click()
    form = page.locator(".overrule-form")
    for _ in range(turns):
        form.get_by_role("button", name="die 2").click()
    form.get_by_label("Why").fill(reason)
    form.get_by_role("button", name="Run the step again").click()
    expect(form).to_have_count(0)


def test_another_die_changes_the_state_and_is_undone_and_put_again(hall: Open) -> None:
    """6 and 2 are one hit, 6 and 5 two; the unit's badge counts them."""
    found = hall()
    game = found.desk.the_game()
    shot(game, 6, 2)
    page = found.screen().open()
    _overrule(page, 3, "the die was cocked")
    expect(page.locator(".ruling h3").first).to_have_text("Rigg's foot scores 2 on Bell's foot.")
    badge = page.locator(".unit-list button", has_text="Bell").locator(".badge-pill")
    expect(badge).to_have_text("2 hits")
    page.get_by_role("button", name="Undo").click()
    expect(badge).to_have_text("1 hits")
    expect(page.locator("#toast")).to_contain_text(f"took back: {IT}")
    page.get_by_role("button", name="Redo").click()
    expect(badge).to_have_text("2 hits")
    expect(page.locator("#toast")).to_contain_text(f"brought back: {IT}")
    page.goto(page.url.replace("/table", "/log"))
    before = "Rigg's foot scores 1 on Bell's foot; overruled since"
    again = f"Brought back: {IT}"
    for says in ("6, 2 becomes 6, 5, because the die was cocked", again, before):
        expect(page.locator(".steps")).to_contain_text(says)
    _what_was_overruled_is_struck(page)
    page.goto(page.url.replace("/log", "/report.html"))
    expect(page.locator("body")).to_contain_text("the die was cocked")
    page.get_by_role("link", name="Back to the rulings").click()
    page.wait_for_url("**/rulings")
    page.goto(page.url.replace("/rulings", "/replay"))
    page.get_by_role("button", name="To the beginning").click()
    told = "Overruled: Rigg's foot scores 2 on Bell's foot."
    expect(page.locator("[data-says]")).to_contain_text(told)


def _what_was_overruled_is_struck(page: Page) -> None:
    """In the list and on its own page, which say what holds and lead there. Seen there to be headed
    by its last ruling, as if it held."""
    page.goto(page.url.replace("/log", "/rulings"))
    older = page.locator(".ruling").nth(1)
    expect(older.locator("h2 s")).to_have_text("Rigg's foot scores 1 on Bell's foot.")
    older.get_by_role("link", name="Picture and drawing").first.click()
    expect(page.locator("h1 s")).to_have_text("Rigg's foot scores 1 on Bell's foot.")
    holds = page.locator(".overruling", has_text="Overruled: Rigg's foot scores 2")
    holds.get_by_role("link", name="What holds now").click()
    expect(page.locator(":target h2")).to_have_text("Rigg's foot scores 2 on Bell's foot.")
    page.goto(page.url.split("/rulings")[0] + "/log")


@pytest.mark.long
def test_figures_come_and_go_with_the_overruling_of_a_real_book(hall: Open) -> None:
    """Long Meg needs 5: 5 and 3 cost the Town Pikes one of five, 5 and 6 two."""
    found = hall(QUICKPLAY)
    game = found.desk.the_game()
    umpire = Who("umpire")
    game.declare(Action("begin", "red"), umpire, after=game.journal.head)
    for face in (6, 1):  # red goes first
        game.answer([face], umpire, after=game.journal.head)
    game.declare(Action("shoot", "R5", "B1"), umpire, after=game.journal.head)
    game.answer([5, 3], umpire, after=game.journal.head)
    page = found.screen().open()
    headline = page.locator(".ruling h3").first
    expect(headline).to_have_text("The Town Pikes lose 1: 4 of 5 left")
    _overrule(page, 3, "the die was cocked")
    expect(headline).to_have_text("The Town Pikes lose 2: 3 of 5 left")
    page.get_by_role("button", name="Undo").click()
    expect(headline).to_have_text("The Town Pikes lose 1: 4 of 5 left")
    page.get_by_role("button", name="Redo").click()
    expect(headline).to_have_text("The Town Pikes lose 2: 3 of 5 left")
    page.goto(page.url.replace("/table", "/score"))
    expect(page.locator("tr", has_text="The Town Pikes")).to_contain_text("3/5")
    game.edit("units/B1/gone", "broken", "it fled", umpire, after=game.journal.head)
    expect(page.locator("tr", has_text="The Town Pikes")).to_contain_text("out with 3 of 5")


@pytest.mark.long
def test_hits_go_up_and_down_as_such(hall: Open) -> None:
    """One hit less of one: the dice stay a 6 and a 2, and count as none."""
    found = hall()
    shot(found.desk.the_game(), 6, 2)
    page = found.screen().open()
    page.get_by_role("button", name="Overrule").click()
    page.get_by_role("button", name="one hit less").click()
    expect(page.locator(".overrule-form .hits")).to_have_text("1 hit → 0")
    expect(page.locator(".overrule-form .die")).to_have_text(["6", "2"])
    page.locator(".overrule-form").get_by_label("Why").fill("cover")
    page.get_by_role("button", name="Run the step again").click()
    newest = page.locator(".ruling").first
    expect(newest.locator("h3").first).to_have_text("Rigg's foot scores 0 on Bell's foot.")
    expect(newest.locator(".throw .die")).to_have_text(["6", "2"])
    expect(newest.locator(".throw")).to_contain_text("1 hit → 0, overruled")


@pytest.mark.long
def test_another_choice_asks_what_follows_from_it(hall: Open) -> None:
    found = hall()
    shot(found.desk.the_game(), 6, 2)
    page = found.screen().open()
    page.get_by_role("button", name="Overrule").click()
    page.get_by_label("Fall back").check()
    page.locator(".overrule-form").get_by_label("Why").fill("it must")
    page.get_by_role("button", name="Run the step again").click()
    expect(page.locator(".prompt h2")).to_have_text("Move Bell's foot back")


@pytest.mark.long
def test_the_bar_names_the_step_and_a_refusal_is_told(hall: Open) -> None:
    """The bar is in sight on a phone, and on as wide a screen as there is."""
    found = hall()
    red, blue = found.phone("Red"), found.phone("Blue")
    red.page.get_by_role("button", name="End the turn").first.click()
    expect(blue.page.locator("#standing")).to_contain_text("Turn 2")
    blue.page.get_by_role("button", name="Undo").click()
    for phone in (red, blue):
        bar = phone.page.locator("#agree")
        expect(bar).to_contain_text("The turn ends.")
        for width, height in (SIZES["screen"], phone.size):
            phone.page.set_viewport_size({"width": width, "height": height})
            expect(bar).to_be_in_viewport(ratio=1)
    expect(blue.page.locator("#agree button")).to_have_count(0)
    red.page.get_by_role("button", name="Refuse").click()
    expect(blue.page.locator("#toast")).to_contain_text("Red does not agree: the step stays.")
    for phone in (red, blue):
        expect(phone.page.locator("#agree")).to_be_hidden()
        expect(phone.page.locator("#standing")).to_contain_text("Turn 2")
    blue.wrong = [text for text in blue.wrong if "409" not in text]


@pytest.mark.long
def test_what_is_refused_is_done_all_the_same_when_both_agree(hall: Open) -> None:
    """Behind the line of what is refused two taps: the action, and the other side asked; it has
    one to agree. What cannot be carried out is not asked for (nobody rallies who is steady)."""
    found = hall(QUICKPLAY)
    game = found.desk.the_game()
    game.declare(Action("begin", "red"), Who("umpire"), after=game.journal.head)
    for face in (6, 1):  # red goes first
        game.answer([face], Who("umpire"), after=game.journal.head)
    red, blue = found.phone("red"), found.phone("blue")
    red.page.locator(".unit-list button", has_text="Hale's Shot").click()
    red.page.get_by_text("actions are not allowed now: why").click()
    form = red.page.locator("#panel form.prompt")
    ask = form.get_by_role("button", name="Ask Blue to let it be done")
    red.page.get_by_role("button", name="Rally").click()
    expect(form.locator(".agreement")).to_contain_text("even by agreement, only set by hand")
    expect(ask).to_be_hidden()
    form.get_by_role("button", name="Cancel").click()
    red.page.get_by_role("button", name="Shoot at The Tall Pikes").click()
    refused = re.compile(r"The rules refuse it:.*18\.4.*reaches 10\sin.*QP-SHOOT-01")
    expect(form).to_contain_text(refused)
    ask.click()
    bar = blue.page.locator("#agree")
    expect(bar).to_contain_text("Red asks to do this though the rules refuse it:")
    asked = re.compile(r"Hale's Shot: shoot, at The Tall Pikes\. The Tall Pikes are 18\.4")
    expect(bar).to_contain_text(asked)
    bar.get_by_role("button", name="Agree").click()
    expect(red.page.locator(".prompt h2")).to_have_text("Hale's Shot shoots at The Tall Pikes")
    expect(bar).to_be_hidden()
    red.wrong = [text for text in red.wrong if "409" not in text]


@pytest.mark.long
def test_a_unit_is_put_right_by_steps_and_raw_values_are_behind_expert(hall: Open) -> None:
    found = hall(QUICKPLAY)
    game = found.desk.the_game()
    unit = next(
        c for c in game.present().cards if any(b.unit_id == c.unit for b in game.table().bases)
    )
    screen: Watched = found.screen()
    page = screen.open()
    page.locator(".unit-list button", has_text=unit.name).first.click()
    page.get_by_text("Put this unit right").click()
    row = page.locator(".stepper-row", has_text="strength")
    before = int(row.locator(".num").inner_text())
    expect(page.get_by_label("New value")).to_be_hidden()
    page.locator(".steppers").get_by_label("Why").first.fill("miscounted")
    row.get_by_role("button", name="less strength").click()
    expect(row.locator(".num")).to_have_text(str(before - 1))
    page.get_by_text("Expert: raw values").click()
    expect(page.get_by_label("New value")).to_be_visible()


def test_a_reading_is_disputed_with_both_ends_close_up_tape_and_who_agreed(hall: Open) -> None:
    found = hall(live=CameraTable(toy.table()))
    game = found.desk.the_game()
    event = shot(game, 6, 2)
    screen = found.screen()
    page = screen.open(f"/rulings/{event}-0?reading=0#dispute")
    box = page.locator("#dispute")
    beside = ("Rigg's foot to hit Bell's foot: 6 2", "where Rigg's foot stood")
    for doubted in (*beside, "where Bell's foot stood", "the ruling itself"):
        expect(box.get_by_label("About").locator("option", has_text=doubted)).to_have_count(1)
    box.get_by_label("About").select_option(label="Rigg's foot to hit Bell's foot: 6 2")
    box.get_by_role("button", name="Keep it in the log").click()
    # At its field, and nothing of a tape, with which nobody measures dice.
    says = box.get_by_label("What was seen")
    expect(says).to_be_focused()
    expect(says.locator("xpath=../following-sibling::*[1]")).to_have_text(
        "Say what was seen or agreed, then keep it."
    )
    box.get_by_label("About").select_option(index=0)
    # Asked for in the unit that the reading stands there in: told as inches, whatever was typed.
    page.evaluate("document.documentElement.dataset.cm = 'yes'")
    box.get_by_label("About").select_option(index=1)
    box.get_by_label("About").select_option(index=0)
    box.get_by_label("By the tape it is (cm)").fill("21.3")
    box.get_by_label("What was seen").fill("measured twice")
    box.get_by_label("Red").check()
    box.get_by_label("Blue").check()
    # The step cannot be run, twice: the dispute is kept all the same, and once.
    page.route("**/act/overrule-step", lambda route: route.fulfill(status=409, json=NOT_NOW))
    for _ in range(2):
        with page.expect_response("**/act/overrule-step"):
            box.get_by_role("button", name="Keep it and run").click()
        expect(box.get_by_role("alert")).to_have_text("not now")
    screen.wrong.clear()
    assert [one.kind for one in game.journal.line()].count("dispute") == 1
    box.get_by_role("button", name="Keep it in the log").click()
    told = "by tape 21.3 cm; measured twice; agreed by Red and Blue"
    expect(box.get_by_role("status")).to_contain_text("It is kept in the log.")
    expect(box.locator(".disputing")).to_contain_text(told)
    screen.open()
    page.locator("summary", has_text="Working").first.click()
    expect(page.locator(".disputing").first).to_contain_text(told)
    screen.open("/log")
    expect(page.locator(".steps")).to_contain_text(told)
    screen.open("/rulings?disputed=1")
    expect(page.locator(".ruling")).to_have_count(1)


@pytest.mark.long
def test_the_umpire_runs_the_step_with_the_tape(hall: Open) -> None:
    """8 in by the camera, 9.5 in by tape: within 10 in still, and the reading is the tape's."""
    found = hall()
    event = shot(found.desk.the_game(), 6, 2)
    page = found.screen().open(f"/rulings/{event}-0?reading=0#dispute")
    page.get_by_label("By the tape").fill("9.5")
    page.get_by_role("button", name="run the step with the tape").click()
    page.wait_for_url("**/table")
    expect(page.locator(".overruling").first).to_contain_text(
        "Rigg's foot to Bell's foot is 9.5 in"
    )
    # Seen to stand among older rulings only, below the list of units.
    cards = page.locator("#panel > .ruling, #panel > .unit-list, #panel > * .unit-list")
    expect(cards.first).to_have_class(re.compile(r"\bruling\b"))


@pytest.mark.long
def test_a_later_step_stands_on_it(hall: Open) -> None:
    found = hall()
    game = found.desk.the_game()
    shot(game, 6, 2)
    game.declare(Action("end", "Red"), Who("table"), after=game.journal.head)
    page = found.screen().open()
    ended = page.locator(".ruling").first
    expect(ended).to_contain_text("The turn ends")
    # Nothing was worked out: there is nothing to fold, and the rule stands beside.
    expect(ended.locator("summary")).to_have_count(0)
    expect(ended.locator(".rule-id")).to_have_text("TOY-END-01")
    older = page.locator(".ruling").nth(1)
    expect(older.get_by_role("button", name="Overrule")).to_have_count(0)
    older.get_by_role("link", name="Note a correction").click()
    form = page.locator("form#overrule")
    expect(form).to_contain_text("Other steps stand on this ruling")
    form.get_by_label("What should hold (required)").fill("no hit")
    form.get_by_label("Why (required)").fill("cover")
    keep = form.get_by_role("button", name="Keep the note")
    assert not _is_covered_by_a_long_notice(keep)
    keep.click()
    expect(page.locator(".overruling")).to_contain_text("Correction noted: no hit because cover")
    page.goto(page.url.split("/rulings")[0] + "/table")
    expect(page.locator(".ruling.overruled")).to_have_count(0)


def _is_covered_by_a_long_notice(button: Locator) -> bool:
    """While somebody is at its form, and it stands at the lower edge of the screen."""
    covered: bool = button.evaluate("""async (button) => {
      const { toast } = await import("/static/dom.js");
      button.scrollIntoView({block: "end"});
      button.form.elements[0].focus({preventScroll: true});
      toast("The step stands. ".repeat(20), true);
      const [a, b] = [button, document.getElementById("toast")].map((el) =>
        el.getBoundingClientRect());
      return a.top < b.bottom && b.top < a.bottom && a.left < b.right && b.left < a.right;
    }""")
    return covered


@pytest.mark.long
def test_the_page_of_the_newest_ruling_leads_to_running_it_again(hall: Open) -> None:
    found = hall()
    event = shot(found.desk.the_game(), 6, 2)
    page = found.screen().open(f"/rulings/{event}-0")
    page.get_by_role("link", name="Overrule: run it again").click()
    form = page.locator(".overrule-form")
    # What was measured, between whom, as the card has it; a reason is asked for beforehand.
    expect(form.get_by_label("Gap, nearest points, Rigg's foot → Bell's foot (in)")).to_be_visible()
    expect(form.get_by_label("Why (required)")).to_be_visible()
