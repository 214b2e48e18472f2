"""Armies with points, limits and tags; terrain drawn, snapped, edited and used again (8)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.webui import toy
from tests.webui.browsing import Watched, box_of
from tests.webui.page.conftest import CameraTable, Open
from vision.table.snapshot import Flag

pytestmark = pytest.mark.browser


def add(page: Page, kind: str) -> None:
    """One more unit from the catalogue, which is folded on a narrow screen."""
    catalogue = page.locator("details.catalogue")
    if not catalogue.evaluate("el => el.open"):
        catalogue.locator("summary").click()
    page.get_by_role("button", name=f"Add {kind}", exact=True).click()


@pytest.mark.sizes("phone", "screen")
def test_an_army_is_built_with_points_limits_and_shown_tags(hall: Open) -> None:
    """Toy rules: an army needs a unit; pikes cost 10, muskets 12."""
    live = CameraTable(toy.table())
    live.flags = (Flag("foreign", "X99", "X99 belongs to nobody"),)
    screen = hall(live=live).screen()
    page = screen.open("/army")
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("an army needs a unit TOY-ARMY-01")
    add(page, "Foot")
    expect(verdict).to_contain_text("12 points")
    page.get_by_label("arms").select_option("pike")
    expect(verdict).to_contain_text("10 points")
    expect(verdict).to_contain_text("Fits the limits")
    page.get_by_role("button", name="Show its tag to the camera").click()
    expect(page.get_by_label("Tags of its bases")).to_have_value("RF1, X99")
    page.get_by_label("Name of the army").fill("Pike club")
    page.get_by_role("button", name="Keep this army").click()
    expect(page.locator("#toast")).to_contain_text("pike-club.toml")
    screen.open("/army")
    expect(page.get_by_role("link", name="Pike club")).to_be_visible()


def _tap(screen: Watched, *places: tuple[float, float]) -> None:
    """Tap the drawing at places given in inches, to a whole screen pixel."""
    page = screen.page
    box = box_of(page.locator("#map"))
    for x_in, y_in in places:
        at = page.evaluate(
            "([x, y]) => { const m = document.querySelector('#map > g').getCTM();"
            " return [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f]; }",
            [x_in, y_in],
        )
        page.mouse.click(box["x"] + at[0], box["y"] + at[1])


KINDS = {"hill", "wood", "building", "hedge", "wall", "stream", "road", "rough", "marsh"}


def test_terrain_is_drawn_snapped_edited_kept_and_used_again(seen: Watched) -> None:
    page = seen.open("/terrain")
    kind = page.get_by_label("Kind of terrain")
    # The page fills them when its scripts have come: a look at once may be too early.
    for name in KINDS:
        expect(kind.locator(f"option[value='{name}']")).to_have_text(name)
    kind.select_option("hill")
    page.get_by_role("button", name="Draw").click()
    _tap(seen, (60.1, 36.1), (66, 36), (66, 42))
    page.get_by_role("button", name="Done").click()
    # A finger is some pixels wide; the corners are not: they lie on half inches.
    expect(page.locator(".layer-terrain .hill").last).to_have_attribute(
        "points", "60,36 66,36 66,42"
    )
    page.get_by_text("hill · 1″", exact=True).click()
    expect(page.locator(".tape-end")).to_have_count(3)
    card = page.locator("details[open].card")
    card.get_by_label("Name").fill("Windmill hill")
    card.get_by_label("Name").press("Tab")
    page.locator("details[open].card").get_by_label("Height").fill("2.5")
    page.locator("details[open].card").get_by_label("Height").press("Tab")
    expect(page.locator("summary", has_text="Windmill hill · 2.5″")).to_be_visible()
    _tap(seen, (66, 42), (69, 45))
    page.get_by_role("button", name="Keep for this game").click()
    expect(page.locator("#toast")).to_contain_text("Kept")
    piece = seen.table()["terrain"][-1]
    assert (piece["name"], piece["height_in"]) == ("Windmill hill", 2.5)
    assert piece["outline_in"][2] == [69, 45]
    page.locator("details[open].card").get_by_label("Corners").fill("50 30, 56 30, 56 36")
    page.locator("details[open].card").get_by_label("Corners").press("Tab")
    expect(page.locator(".layer-terrain .hill").last).to_have_attribute(
        "points", "50,30 56,30 56,36"
    )
    page.get_by_label("Name of this layout").fill("Club table 3")
    with page.expect_response("**/terrain/save"):
        page.get_by_role("button", name="Keep it").click()
    seen.open("/terrain")
    page.locator("summary", has_text="Windmill hill").click()
    expect(page.locator(".tape-end")).to_have_count(3)
    page.locator("details[open].card").get_by_role("button", name="Take it away").click()
    expect(page.locator("summary", has_text="Windmill hill")).to_have_count(0)
    page.get_by_role("button", name="Club table 3").click()
    expect(page.locator("summary", has_text="Windmill hill · 2.5″")).to_be_visible()


def test_on_a_grid_board_terrain_lies_in_whole_squares(hall: Open) -> None:
    """Twelve by eight squares of 6 in are drawn, and a corner near (12, 6) is there."""
    screen = hall(toy.on_squares()).screen()
    page = screen.open("/terrain")
    expect(page.locator(".layer-squares .grid-line")).to_have_count(11 + 7)
    page.get_by_label("Kind of terrain").select_option("wood")
    page.get_by_role("button", name="Draw").click()
    _tap(screen, (11, 5), (19, 7), (17, 13))
    page.get_by_role("button", name="Done").click()
    expect(page.locator(".layer-terrain .wood").last).to_have_attribute("points", "12,6 18,6 18,12")
