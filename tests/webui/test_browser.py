"""The page in a real browser, as players use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from rules.protocol import Action
from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, app_on, chromium, serving
from webui import desk_of
from webui.live import HandTable
from webui.present import Who

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    app = app_on(tmp_path / "folder", HandTable(toy.table()), (toy.TOY,))
    with serving(app) as where:
        yield where
    desk_of(app).close()


@pytest.fixture(params=SIZES)
def seen(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Watched]:
    watched = Watched(browser, address, SIZES[request.param])
    yield watched
    watched.close()


@pytest.fixture
def screen(browser: Browser, address: str) -> Iterator[Watched]:
    watched = Watched(browser, address, SIZES["screen"])
    yield watched
    watched.close()


def shoot(watched: Watched) -> None:
    """Tap the unit, press Shoot, and wait until the dice are asked for."""
    watched.tap("R01")
    watched.page.get_by_role("button", name="Shoot at Bell").click()
    expect(watched.page.locator(".dice[data-focus]")).to_be_focused()


def test_two_taps_give_a_verdict(seen: Watched) -> None:
    page = seen.open()
    seen.tap("R01")
    seen.tap("B01")
    row = page.locator('.reading[data-what="shoot_range"]')
    expect(row).to_contain_text("6.50 in")
    expect(row).to_contain_text("long 10″: IN")
    expect(page.locator('.reading[data-what="sight"] .verdict')).to_have_text("YES")
    expect(page.locator(".evidence.line")).to_have_count(1)


def test_declare_answer_and_read_the_ruling(seen: Watched) -> None:
    page = seen.open()
    shoot(seen)
    page.keyboard.press("5")
    page.keyboard.press("2")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling h3").first).to_have_text("Rigg's foot scores 1 on Bell's foot.")
    expect(page.locator(".ruling").first).to_contain_text("TOY-HIT-01")


def test_a_dragged_base_gives_a_new_range(screen: Watched) -> None:
    page = screen.open()
    screen.tap("B01")
    expect(page.locator(".unit-head h2")).to_have_text("Bell's foot")
    x, y = screen.middle("B01")
    per_inch = _pixels_per_inch(screen)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - per_inch, steps=3)
    page.mouse.move(x, y - 2 * per_inch, steps=3)
    page.mouse.up()
    page.keyboard.press("Escape")
    screen.tap("R01")
    screen.tap("B01")
    value = page.locator('.reading[data-what="shoot_range"] .value')
    # 6.5 in before; two inches further, to half a screen pixel (0.05 in) of the drag.
    expect(value).to_have_text(re.compile(r"8\.(4|5)\d? in|8\.5 in"))


def _pixels_per_inch(watched: Watched) -> float:
    box = watched.page.locator('[data-payload="B01"] .body').bounding_box()
    assert box is not None
    return box["width"] / 4.0


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


def test_a_handful_is_counted_by_faces(browser: Browser, tmp_path: Path) -> None:
    app = app_on(tmp_path / "many", HandTable(toy.table()), (toy.with_dice(8),))
    with serving(app) as where:
        watched = Watched(browser, where, SIZES["phone"])
        page = watched.open()
        shoot(watched)
        page.get_by_role("button", name="Count faces").click()
        page.get_by_label("1", exact=True).fill("3")
        page.get_by_label("6", exact=True).fill("5")
        page.get_by_role("button", name="Done").click()
        page.get_by_role("button", name="Stand").click()
        expect(page.locator(".ruling h3").first).to_contain_text("scores 5")
        watched.close()
    desk_of(app).close()


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


def test_an_illegal_target_is_grey_with_reason_and_rule(screen: Watched) -> None:
    page = screen.open()
    screen.tap("R02")
    offer = page.get_by_role("button", name="Shoot at Bell")
    expect(offer).to_be_disabled()
    expect(offer).to_contain_text("out of range")
    expect(offer).to_contain_text("TOY-RANGE-01")


def test_undo_brings_the_question_back(screen: Watched) -> None:
    page = screen.open()
    shoot(screen)
    page.keyboard.press("5")
    page.keyboard.press("5")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Stand")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".dice[data-focus] .die.empty")).to_have_count(2)


def test_the_program_throws_fair_dice_on_request(screen: Watched) -> None:
    page = screen.open()
    shoot(screen)
    page.get_by_role("button", name="Roll for me").click()
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".ruling .die")).to_have_count(2)


def test_models_are_moved_when_a_rule_asks_for_it(screen: Watched) -> None:
    page = screen.open()
    shoot(screen)
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Fall back").click()
    page.get_by_role("button", name="Moved: look at the table").click()
    expect(page.locator(".ruling h3").first).to_contain_text("scores 0")


def test_the_whole_shot_by_keyboard_alone(screen: Watched) -> None:
    page = screen.open()
    page.get_by_role("button", name="Rigg's foot").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".unit-head h2")).to_have_text("Rigg's foot")
    page.get_by_role("button", name="Shoot at Bell").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".dice[data-focus]")).to_be_focused()
    for key in ("6", "6", "Enter"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Stand")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".ruling h3").first).to_contain_text("scores 2")


def test_another_screen_sees_the_ruling_without_asking(
    browser: Browser, address: str, screen: Watched
) -> None:
    other = Watched(browser, address, SIZES["screen"])
    show = other.open("/show")
    page = screen.open()
    shoot(screen)
    expect(show.locator(".show-says")).to_have_text("Rigg's foot to hit Bell's foot")
    page.keyboard.press("6")
    expect(show.locator(".die.hit")).to_have_count(1)
    page.keyboard.press("6")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stand").click()
    expect(show.locator(".show-says")).to_have_text("Rigg's foot scores 2 on Bell's foot.")
    other.close()


def test_a_restart_shows_the_same_ruling_and_place(browser: Browser, tmp_path: Path) -> None:
    for visit in (1, 2):
        app = app_on(tmp_path / "folder", HandTable(toy.table()), (toy.TOY,))
        with serving(app) as where:
            watched = Watched(browser, where, SIZES["screen"])
            page = watched.open()
            if visit == 1:
                watched.tap("R01")
                page.get_by_text("Place by hand").click()
                page.get_by_label("x, inches").fill("28")
                page.get_by_role("button", name="Put it there").click()
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


def test_every_page_opens_and_nothing_sticks_out(seen: Watched) -> None:
    for path in PAGES:
        page = seen.open(path)
        expect(page.locator("main")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 1, path


def test_terrain_is_drawn_on_the_table_and_kept(screen: Watched) -> None:
    page = screen.open("/terrain")
    page.get_by_label("Kind of terrain").select_option("marsh")
    page.get_by_role("button", name="Draw").click()
    box = page.locator("#map").bounding_box()
    assert box is not None
    for dx, dy in ((0.6, 0.6), (0.7, 0.6), (0.7, 0.75)):
        page.mouse.click(box["x"] + dx * box["width"], box["y"] + dy * box["height"])
    page.get_by_role("button", name="Done").click()
    page.get_by_role("button", name="Keep for this game").click()
    expect(page.locator("#toast")).to_contain_text("Kept")
    kinds = page.evaluate("fetch('/table.json').then((r) => r.json())")["terrain"]
    assert [piece["kind"] for piece in kinds][-1] == "marsh"


def test_an_army_is_built_counted_and_kept(screen: Watched) -> None:
    page = screen.open("/army")
    page.get_by_role("button", name="Add unit").click()
    page.get_by_label("arms").select_option("pike")
    expect(page.locator("#verdict")).to_contain_text("10 points")
    page.get_by_label("Name of the army").fill("Pike club")
    page.get_by_role("button", name="Keep this army").click()
    expect(page.locator("#toast")).to_contain_text("pike-club.toml")


def test_a_player_joins_by_code_and_acts_for_one_side_only(screen: Watched) -> None:
    """The pages are the same; a player's role is tried on the server in test_doors."""
    page = screen.open("/join")
    code = page.locator(".code").first.inner_text()
    page.get_by_role("textbox", name="Join code").fill(code.lower())
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#map")).to_be_visible()


def test_a_move_is_measured_while_it_is_asked_for(screen: Watched) -> None:
    """Bell's foot goes two inches straight back (it looks south): moved 2.00 in, not turned."""
    page = screen.open()
    shoot(screen)
    for key in ("1", "1", "Enter"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Fall back").click()
    expect(page.get_by_role("button", name="Moved: look")).to_be_visible()
    page.evaluate(
        "fetch('/act/place', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        "body: JSON.stringify({bases: [{payload: 'B01', x_in: 30, y_in: 20, facing_deg: 270}]})})"
    )
    moved = page.locator(".moved")
    expect(moved).to_contain_text("Bell's foot")
    expect(moved).to_contain_text("2.00 in")
    expect(moved).to_contain_text("0.00°")
    expect(page.locator(".ghost")).to_have_count(1)


def test_lengths_are_shown_in_centimetres_to_whoever_likes_them(screen: Watched) -> None:
    """6.5 in are 16.51 cm."""
    page = screen.open("/join")
    page.get_by_label("Centimetres").check()
    screen.open()
    screen.tap("R01")
    screen.tap("B01")
    expect(page.locator('.reading[data-what="shoot_range"] .value')).to_have_text("16.51 cm")


@pytest.mark.parametrize("path", ["/table", "/show"])
def test_the_end_says_who_wins_and_why(browser: Browser, tmp_path: Path, path: str) -> None:
    """Toy rules: a unit with three hits breaks; 6 and 6 twice are four."""
    app = app_on(tmp_path / "over", HandTable(toy.table()), (toy.TOY,))
    game, screen = desk_of(app).the_game(), Who("table")
    for _ in range(2):
        game.declare(Action("shoot", "R1", "B1"), screen, after=game.journal.head)
        game.answer([6, 6], screen, after=game.journal.head)
        game.answer("stand", screen, after=game.journal.head)
    with serving(app) as where:
        watched = Watched(browser, where, SIZES["screen"])
        page = watched.open(path)
        expect(page.get_by_text("Red wins", exact=True)).to_be_visible()
        expect(page.get_by_text("Bell's foot breaks.", exact=True)).to_be_visible()
        watched.close()
    desk_of(app).close()
