"""The table view: what is seen, tapped, measured, and looked at from one's own edge (point 1)."""

from __future__ import annotations

import math
import re
import time
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.webui import toy
from tests.webui.browsing import SIZES, TWO_FRAMES, Watched, box_of
from tests.webui.page.conftest import CameraTable, Open
from tests.webui.page.steps import shot
from vision.table.quality import MarkerPlace

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def standing(lasting: Open) -> Watched:
    """A table screen for all who only look; it stays where it is."""
    screen = lasting().screen()
    screen.open()
    return screen


@pytest.fixture
def looked_at(standing: Watched) -> Watched:
    """The same, with nothing picked and the whole table in sight."""
    standing.page.keyboard.press("Escape")
    expect(standing.page.locator("#map .base.picked")).to_have_count(0)
    standing.still()
    return standing


class MarkedTable(CameraTable):
    """A marker of 3 in is printed where the name of Rigg's foot would go, right behind it."""

    def markers(self) -> tuple[MarkerPlace, ...]:
        """It alone."""
        at = self.snapshot().unit("R1")[0].settled_pose()
        return (MarkerPlace(3, at.x_in, at.y_in - 3.0, 3.0),)


ON_MARKER = """async () => {
  const [marker] = (await (await fetch("/table.json")).json()).markers;
  const m = document.querySelector("#map .layer-names").getScreenCTM();
  const at = (x, y) => [m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f];
  const half = marker.size_in / 2;
  const [left, bottom] = at(marker.x_in - half, marker.y_in - half);
  const [right, top] = at(marker.x_in + half, marker.y_in + half);
  return [...document.querySelectorAll("#map g.label text.name")].filter((text) => {
    const r = text.getBoundingClientRect();
    return r.left < right && left < r.right && r.top < bottom && top < r.bottom;
  }).length;
}"""


def test_the_picture_with_bases_names_and_badges(hall: Open) -> None:
    """Two hits are a badge; the picture can be put away for the plain map. On the picture no name
    lies on a printed marker, on the map one does: nobody sees the marker there."""
    found = hall(live=MarkedTable(toy.table()))
    shot(found.desk.the_game(), 6, 6)
    screen = found.screen()
    page = screen.open()
    expect(page.locator(".layer-photo image")).to_have_attribute("href", re.compile("picture.jpg"))
    expect(page.locator(".base .body")).to_have_count(3)
    expect(page.locator(".layer-names")).to_contain_text(re.compile("R1|Rigg"))
    expect(page.locator(".unit-list .badge-pill")).to_have_text(["2 hits"])
    assert page.evaluate(ON_MARKER) == 0
    page.get_by_role("button", name="Picture or map").click()
    expect(page.locator(".layer-photo image")).to_have_count(0)
    assert page.evaluate(ON_MARKER) == 1


def test_seen_moving_and_hidden_since(hall: Open) -> None:
    """Bell's foot was last seen 30 s ago; Rowe's is in somebody's hand."""
    status = {"B01": "hidden", "R02": "moving"}
    bases = tuple(
        replace(base, status=status.get(base.payload, "seen"), seen_s=time.time() - 30)
        for base in toy.table().bases
    )
    screen = hall(table=replace(toy.table(), bases=bases)).screen()
    page = screen.open()
    expect(page.locator('.hidden-now[data-payload="B01"]')).to_have_count(1)
    expect(page.locator('.moving[data-payload="R02"]')).to_have_count(1)
    expect(page.get_by_role("button", name="Rowe's foot")).to_contain_text("moving")
    page.get_by_role("button", name="Bell's foot").click()
    expect(page.locator(".badges")).to_contain_text(re.compile(r"B01 hidden for 3\d s"))


@pytest.mark.sizes(*SIZES)
def test_a_tap_shows_the_card_arcs_bands_and_command_radius(looked_at: Watched) -> None:
    page = looked_at.page
    looked_at.tap("R01")
    expect(page.locator(".unit-head h2")).to_have_text("Rigg's foot")
    expect(page.locator("table.lines tr").first).to_contain_text("10 in")
    expect(page.locator(".layer-bands path.band")).to_have_count(2)
    expect(page.locator(".layer-bands .edge-band")).to_have_count(1)
    for name in ("short 5″", "long 10″", "command 12″"):
        expect(page.locator(".band-name", has_text=name)).to_have_count(1)


def test_legal_actions_and_illegal_ones_with_reason_and_rule(looked_at: Watched) -> None:
    """Rowe's foot is √(16² + 12²) = 20 in away, ten too far; Rigg's is in range."""
    page = looked_at.page
    looked_at.tap("R02")
    offer = page.get_by_role("button", name="Shoot at Bell")
    expect(offer).to_have_class("offer refused")
    expect(offer).to_contain_text("out of range: 20.0 ± 0.1 in, at most 10 in")
    expect(offer).to_contain_text("TOY-RANGE-01")
    page.keyboard.press("Escape")
    looked_at.tap("R01")
    expect(page.get_by_role("button", name="Shoot at Bell")).to_have_class("offer ")


def test_odds_before_the_declaration_on_a_tap(looked_at: Watched) -> None:
    """Two dice, 4 or more: none 1/4, one 1/2, both 1/4."""
    page = looked_at.page
    looked_at.tap("R01")
    expect(page.locator(".odds-box")).to_have_count(0)
    page.get_by_role("button", name="Odds").first.click()
    rows = page.locator(".odds-box tr")
    expect(rows).to_have_count(3)
    for hits, chance in ((0, 25), (1, 50), (2, 25)):
        row = rows.filter(has_text=f"scores {hits} on Bell's foot")
        expect(row.locator("td.num")).to_have_text(f"{chance} %")
    expect(page.locator(".odds-box")).to_contain_text("exact")


def test_odds_that_cannot_be_told_are_a_sentence_and_no_numbers(looked_at: Watched) -> None:
    """It said "undefined games thrown, each chance ± NaN %" below the sentence."""
    page = looked_at.page
    told = {"results": [], "trouble": "the action has too many steps for that"}
    page.route("**/odds.json*", lambda route: route.fulfill(json=told))
    looked_at.tap("R01")
    page.get_by_role("button", name="Odds").first.click()
    expect(page.locator(".odds-box")).to_have_text(told["trouble"])
    page.unroute("**/odds.json*")


def test_sides_are_told_apart_without_colours(looked_at: Watched) -> None:
    """Red and blue as the sides are called, which no common colour blindness confuses; and one
    outline is dashed."""
    page = looked_at.page
    red, blue = page.locator(".side-0 .body").first, page.locator(".side-1 .body")
    expect(red).to_have_css("fill", "rgb(193, 39, 45)")
    expect(blue).to_have_css("fill", "rgb(0, 114, 178)")
    expect(red).to_have_css("stroke-dasharray", "none")
    expect(blue).to_have_css("stroke-dasharray", re.compile("7px, 2px"))


def test_a_phone_on_its_side_shows_the_table_beside_what_is_asked(looked_at: Watched) -> None:
    """Above one another the table would be as small as a stamp."""
    page = looked_at.page
    page.set_viewport_size({"width": 844, "height": 390})
    page.evaluate(TWO_FRAMES)
    looked_at.still()
    table, panel = box_of(page.locator("#map")), box_of(page.locator("#panel"))
    assert table["x"] + table["width"] <= panel["x"]
    assert table["height"] > 390 / 2
    for tool in page.locator(".map-tools button:visible").all():
        box = box_of(tool)
        assert box["y"] + box["height"] <= 390
        assert box["y"] >= table["y"] + table["height"], "no tool lies over a base"
    page.set_viewport_size({"width": 390, "height": 844})


def test_who_types_types_on_when_the_table_is_drawn_again(looked_at: Watched) -> None:
    """And what was typed is still there."""
    page = looked_at.page
    looked_at.tap("R01")
    page.get_by_text("Place by hand").click()
    note = page.get_by_label("Write a note")
    note.press_sequentially("we said ")
    page.evaluate("async () => (await import('/static/table/state.js')).page.draw()")
    page.keyboard.type("dense")
    expect(note).to_have_value("we said dense")
    note.fill("")
    note.blur()
    page.get_by_text("Place by hand").click()


def test_another_tap_gives_every_reading_with_its_doubt_and_evidence(hall: Open) -> None:
    """Fronts to edges 6.5 in apart; two poses of ± 0.1 in each make ± 0.14."""
    screen = hall(table=toy.doubtful_table(8)).screen()
    page = screen.open()
    screen.tap("R01")
    screen.tap("B01")
    row = page.locator('.reading[data-what="shoot_range"]')
    expect(row.locator(".value")).to_have_text("6.5 in")
    expect(row.locator(".how")).to_contain_text("± 0.1 in · from the middle")
    expect(page.locator(".reading")).to_have_count(7)
    expect(page.locator(".evidence.line")).to_have_count(1)
    page.get_by_role("button", name="Inside the front arc").first.click()
    expect(page.locator(".evidence.arc")).not_to_have_count(0)


@pytest.mark.sizes(*SIZES)
def test_the_ruler_lies_between_any_two_points(looked_at: Watched) -> None:
    """From the middle of one base to the middle of the other: 8 in, to a screen pixel; told with
    what a hand and the bases' own ± leave open, which is less where the map is larger."""
    page = looked_at.page
    page.get_by_role("button", name="Ruler").click()
    looked_at.drag(looked_at.middle("R01"), looked_at.middle("B01"))
    says = page.locator(".layer-tape .evidence-text")
    expect(says).to_have_text(re.compile(r"^(7\.[89]|8(\.[012])?)″ ± \d(\.\d)?″$"))
    around = float((says.text_content() or "").split("± ")[1].rstrip("″"))
    # At each end a pixel of a mouse, or two of a finger, and how surely a base stands; told to a
    # tenth.
    hand = (
        2 if page.evaluate("matchMedia('(pointer: coarse)').matches") else 1
    ) / looked_at.per_inch()
    stands = max(base["plus_minus_in"] or 0.0 for base in looked_at.table()["bases"])
    assert around == pytest.approx(math.hypot(hand, stands) * 2**0.5, abs=0.051)
    page.get_by_role("button", name="Ruler").click()
    expect(says).to_have_count(0)


@pytest.mark.sizes(*SIZES)
@pytest.mark.long
def test_panned_zoomed_and_turned_to_the_other_edge(seen: Watched) -> None:
    page = seen.open()
    wide = seen.per_inch()
    page.get_by_role("button", name="Closer").click()
    assert seen.per_inch() == pytest.approx(1.4 * wide, rel=0.02)
    x, y = seen.middle("R02")
    seen.drag((x - 60, y - 20), (x - 90, y - 10))
    assert seen.middle("R02") == pytest.approx((x - 30, y + 10), abs=2)
    page.get_by_role("button", name="The whole table").click()
    assert seen.per_inch() == pytest.approx(wide, rel=0.02)
    assert seen.middle("R01")[1] > seen.middle("B01")[1]
    for _ in range(2):
        page.get_by_role("button", name="Turn the table").click()
    assert seen.middle("R01")[1] < seen.middle("B01")[1]
    seen.open()
    assert seen.middle("R01")[1] < seen.middle("B01")[1]


@pytest.mark.long
def test_every_player_has_the_own_edge_at_the_bottom(hall: Open) -> None:
    """Blue's only unit stands at y = 40 of 48, Red's at 10 and 6."""
    table = toy.table()
    bases = tuple(
        replace(base, pose=replace(base.pose, y_in=40.0)) if base.side == "Blue" else base
        for base in table.bases
        if base.pose is not None
    )
    found = hall(table=replace(table, bases=bases))
    for side, at_the_bottom, far_away in (("Red", "R01", "B01"), ("Blue", "B01", "R01")):
        phone = found.phone(side)
        expect(phone.page.locator('[data-payload="R01"]')).to_be_visible()
        assert phone.middle(at_the_bottom)[1] > phone.middle(far_away)[1], side


@pytest.mark.long
def test_what_the_set_forbids_to_measure_is_not_shown(hall: Open) -> None:
    """Neither lengths nor bands, reach, odds or ruler, until the shot is declared."""
    screen = hall(toy.strict()).screen()
    page = screen.open()
    expect(page.get_by_role("button", name="Ruler")).to_be_disabled()
    screen.tap("R01")
    expect(page.get_by_role("button", name="Shoot at Bell")).to_be_enabled()
    expect(page.get_by_role("button", name="Odds")).to_have_count(0)
    for drawn in (".band", ".reach polygon"):
        expect(page.locator(drawn)).to_have_count(0)
    screen.tap("B01")
    expect(page.locator("#measured")).to_contain_text("before you declare")
    expect(page.locator('.reading[data-what="shoot_range"]')).to_have_count(0)
    page.get_by_role("button", name="Shoot at Bell").click()
    expect(page.locator('.reading[data-what="shoot_range"] .value')).to_have_text("6.50 in")
