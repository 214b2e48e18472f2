"""What a tired player has begun is not lost, whatever happens to the page meanwhile."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import Page, Route, expect

from rules.kernel.protocol import Offer, RuleSet
from tests.webui import toy
from tests.webui.browsing import Watched, box_of
from tests.webui.page.conftest import CameraTable, Hall, Open
from tests.webui.page.steps import shoot, shot, throw
from vision.table.snapshot import Flag, Snapshot

pytestmark = pytest.mark.browser


def _aimed() -> RuleSet:
    """The toy, whose shots want to know how they are aimed."""

    def actions(state: Any, table: Snapshot) -> tuple[Offer, ...]:
        aims = {"aim": ("low", "high")}
        return tuple(replace(one, needs=aims) for one in toy.TOY.actions(state, table))

    return replace(toy.TOY, actions=actions)


def _named(name: str) -> RuleSet:
    """The toy, whose first unit has that name."""
    demo = toy.TOY.demo()
    red = demo.armies[0]
    first = replace(red.units[0], name=name)
    armies = (replace(red, units=(first, *red.units[1:])), demo.armies[1])
    return replace(toy.TOY, demo=lambda: replace(demo, armies=armies))


def _see_something_new(found: Hall, page: Page) -> None:
    """A change that does not belong to the game, as when the camera sees a hand."""
    with page.expect_response("**/table.json"):
        found.desk.bell.ring()


@pytest.mark.long
def test_a_note_that_could_not_be_sent_is_still_there(hall: Open) -> None:
    """The club's Wi-Fi was away for a moment."""
    watched = hall().screen()
    page = watched.open()
    watched.tap("R01")
    page.get_by_text("Place by hand").click()
    page.route("**/act/note", lambda route: route.abort())
    page.get_by_label("Write a note").fill("we said the wood is dense")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.locator("#toast")).to_contain_text("connection")
    expect(page.get_by_label("Write a note")).to_have_value("we said the wood is dense")
    page.unroute("**/act/note")
    page.get_by_role("button", name="Keep the note").click()
    expect(page.get_by_label("Write a note")).to_have_value("")
    watched.wrong.clear()


@pytest.mark.long
def test_a_page_that_could_not_be_brought_up_to_date_asks_again_by_itself(hall: Open) -> None:
    """One request is lost; four seconds later the page asks anew, though nothing changes."""
    found = hall()
    watched = found.screen(own=True)
    watched.page.clock.install()
    page = watched.open()
    page.route("**/table.json", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        found.desk.bell.ring()
    page.unroute("**/table.json")
    with page.expect_response("**/table.json"):
        page.clock.run_for(5_000)
    watched.wrong.clear()


@pytest.mark.long
def test_a_second_tap_on_a_button_is_no_error(hall: Open) -> None:
    watched = hall().screen()
    page = watched.open()
    shoot(watched)
    page.evaluate(
        "() => { const all = [...document.querySelectorAll('.prompt button')];"
        "const roll = all.find((one) => one.textContent === 'Roll for me');"
        "roll.click(); setTimeout(() => roll.click(), 60); setTimeout(() => roll.click(), 120); }"
    )
    expect(page.get_by_role("button", name="Stand")).to_be_visible()
    expect(page.locator("#toast")).to_be_hidden()


@pytest.mark.long
def test_a_face_that_the_die_does_not_have_is_said(hall: Open) -> None:
    watched = hall().screen()
    page = watched.open()
    shoot(watched)
    page.keyboard.press("7")
    expect(page.locator("#toast")).to_contain_text("1 to 6")
    throw(page, "61")
    expect(page.get_by_role("button", name="Stand")).to_be_visible()


@pytest.mark.long
def test_a_message_does_not_catch_the_tap_on_what_lies_under_it(hall: Open) -> None:
    watched = hall().screen()
    page = watched.open()
    shoot(watched)
    page.keyboard.press("7")
    expect(page.locator("#toast")).to_be_visible()
    assert page.locator("#toast").evaluate("el => getComputedStyle(el).pointerEvents") == "none"


def test_a_note_that_was_kept_is_gone_though_the_page_was_drawn_meanwhile(hall: Open) -> None:
    """Else it would be sent a second time; its button shows for so long that it was pressed."""
    found = hall()
    watched = found.screen()
    page = watched.open()
    watched.tap("R01")
    page.get_by_text("Place by hand").click()
    held: list[Route] = []
    page.route("**/act/note", lambda route: held.append(route))
    page.get_by_label("Write a note").fill("we said the wood is dense")
    with page.expect_request("**/act/note"):
        page.get_by_role("button", name="Keep the note").click()
    busy = page.locator("button[aria-busy='true']")
    expect(busy).to_have_text("Keep the note")
    before = page.get_by_label("Write a note").element_handle()
    _see_something_new(found, page)
    page.wait_for_function("el => !el.isConnected", arg=before)
    expect(page.get_by_label("Write a note")).to_have_value("we said the wood is dense")
    expect(busy).to_have_text("Keep the note")
    held[0].continue_()
    expect(page.get_by_label("Write a note")).to_have_value("")
    expect(busy).to_have_count(0)


def test_a_tap_during_which_the_page_would_be_drawn_anew_is_not_lost(hall: Open) -> None:
    """A button that is exchanged under the finger hears no click."""
    found = hall()
    watched = found.screen()
    page = watched.open()
    watched.tap("R01")
    button = page.get_by_role("button", name="Shoot at Bell")
    button.hover()
    page.mouse.down()
    _see_something_new(found, page)
    # The answer is there; what follows it (readings, offers, drawing) comes within as many frames.
    page.evaluate("() => new Promise(done => setTimeout(done, 300))")
    page.mouse.up()
    expect(page.locator(".prompt")).to_be_visible()


def test_a_form_sent_before_the_scripts_came_is_not_lost(hall: Open) -> None:
    """A slow phone: the ruling can be read and typed over before anybody listens."""
    found = hall()
    ruling = f"/rulings/{shot(found.desk.the_game(), 6, 6)}-0"
    watched = found.screen()
    page = watched.page
    held: list[Route] = []
    page.route("**/ruling/page.js", lambda route: held.append(route))
    page.goto(watched.address + ruling, wait_until="commit")
    page.get_by_label("What should hold").fill("one hit only")
    page.locator("#overrule").get_by_label("Why").fill("the wall gave cover")
    page.get_by_role("button", name="Keep the note").click()
    held[0].continue_()
    expect(page.locator(".overruling")).to_contain_text("one hit only")


def test_a_stream_that_fell_silent_is_noticed_and_opened_again(hall: Open) -> None:
    """A phone that changed its access point keeps a dead connection that nobody closes; the map is
    not called live meanwhile."""
    found = hall(live=CameraTable(toy.table()))
    watched = found.screen(own=True)
    page = watched.page
    page.clock.install()

    opened: list[Route] = []
    page.route("**/events", lambda route: opened.append(route))
    with page.expect_request("**/events"):
        watched.open()
    with page.expect_request("**/events"):
        page.clock.run_for(31_000)
    expect(page.locator("#passing")).to_contain_text("connection to Drumhead is lost")
    page.clock.run_for(1_000)
    expect(page.locator("#age")).to_contain_text("last good picture")
    opened[1].continue_()
    page.unroute("**/events")
    expect(page.locator("#passing")).not_to_contain_text("connection to Drumhead is lost")


@pytest.mark.long
def test_a_question_before_a_declaration_outlives_a_change_of_the_table(hall: Open) -> None:
    found = hall(rules=_aimed())
    watched = found.screen()
    page = watched.open()
    watched.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    page.get_by_label("aim").select_option("high")
    _see_something_new(found, page)
    expect(page.get_by_label("aim")).to_have_value("high")
    page.locator("form.prompt .main-button").click()
    expect(page.locator(".dice[data-focus]")).to_be_focused()
    expect(page.get_by_label("aim")).to_have_count(0)


@pytest.mark.long
def test_what_the_camera_noticed_does_not_push_the_table_off_the_phone(hall: Open) -> None:
    """A table full of foreign codes gives a sentence for each of them."""
    live = CameraTable(toy.table())
    live.flags = tuple(
        Flag("unknown", f"X{n}", f"an unknown tag X{n} lies {n} in east and 7 in north of there")
        for n in range(4)
    )
    page = hall(live=live).screen().open()
    box = box_of(page.locator("#passing .banner"))
    assert box["height"] < 844 / 8
    page.get_by_text("4 things").click()
    expect(page.get_by_text("an unknown tag X3")).to_be_visible()


LONG = "Königlich-Preußisches" + "Ö" * 59
"""As long as army.toml allows, and nowhere to break it."""


@pytest.mark.long
def test_a_long_name_pushes_nothing_off_the_panel_or_over_its_neighbours(hall: Open) -> None:
    watched = hall(rules=_named(LONG)).screen()
    page = watched.open()
    inside = "el => el.scrollWidth <= el.clientWidth"
    assert page.locator("#panel").evaluate(inside)
    names = page.locator("#map text.name")
    expect(names.filter(has_text="Königlich").first).to_be_visible()
    assert all(len(said) <= 24 for said in names.all_text_contents())
    page.goto(f"{watched.address}/show")
    expect(page.locator(".show-lines strong").first).to_be_visible()
    width = page.viewport_size["width"]
    for kind in page.locator(".show-lines strong").all():
        box = box_of(kind)
        assert box["x"] + box["width"] <= width


@pytest.mark.long
def test_at_twice_the_size_of_type_nothing_of_the_set_up_sticks_out(hall: Open) -> None:
    demo = replace(toy.TOY.demo(), says="Good musketeers against Parliamentarians, unsupported.")
    page = hall(rules=replace(toy.TOY, demo=lambda: demo)).screen().open("/setup")
    page.evaluate("document.documentElement.style.fontSize = '32px'")
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_page_whose_scripts_are_slow_says_that_it_waits(seen: Watched) -> None:
    page = seen.page
    page.route("**/static/*/table.js", lambda route: route.abort())
    page.goto(f"{seen.address}/table")
    said = page.locator("#panel").evaluate("el => getComputedStyle(el, '::before').content")
    assert "table is being looked at" in said
    page.unroute("**/static/*/table.js")
    page.route("**/static/*/show/show.js", lambda route: route.abort())
    page.goto(f"{seen.address}/show")
    said = page.locator("#side").evaluate("el => getComputedStyle(el, '::before').content")
    assert "table is being looked at" in said
    page.unroute("**/static/*/show/show.js")
    seen.wrong.clear()
