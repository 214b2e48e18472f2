"""Building an army: drafts, samples, faults beside names, leaders, limits, spreadsheets."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from rules.kernel.protocol import Army, Refusal
from rules.matchlocks import MATCHLOCKS
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from tests.webui.page.test_army_and_terrain import add

pytestmark = pytest.mark.browser


def _sample(screen: Watched) -> None:
    screen.page.get_by_text("Sample armies").click()
    screen.page.locator("details[open] button", has_text="Copy").first.click()
    expect(screen.page.locator(".army-unit")).not_to_have_count(0)


def test_an_army_is_copied_doubled_limited_and_still_there_after_a_reload(hall: Open) -> None:
    """A sample fits; only leaders may lead; ten points less are said; a double has its own tags; a
    draft outlives the page."""
    screen = hall(MATCHLOCKS).screen(own=True)
    page = screen.open("/army")
    _sample(screen)
    verdict = page.locator("#verdict")
    expect(verdict).to_contain_text("Fits the limits")
    leader = page.locator('[data-brigade="Gerard"]').get_by_label("Leader").locator("option")
    leaders = ["–", "Prince Rupert", "Sir Charles Gerard", "Lord Byron"]
    expect(leader).to_have_text(leaders, use_inner_text=True)
    total = int(page.locator("#verdict .num").inner_text())
    page.get_by_label("Points limit").fill(str(total - 10))
    expect(verdict).to_contain_text("10 over")
    units = page.locator(".army-unit")
    before = units.count()
    units.first.locator("summary").click()
    page.get_by_role("button", name="Duplicate").first.click()
    expect(units).to_have_count(before + 1)
    tags = [field.input_value() for field in page.get_by_label("Tags of its bases").all()]
    assert len(tags) == len(set(tags)) == before + 1
    screen.open("/army")
    expect(units).to_have_count(before + 1)
    expect(page.get_by_label("Points limit")).to_have_value(str(total - 10))


@pytest.mark.long
def test_a_draft_outlives_the_page(hall: Open) -> None:
    screen = hall().screen(own=True)
    page = screen.open("/army")
    add(page, "Foot")
    page.get_by_label("Name", exact=True).fill("Rigg's men")
    screen.open("/army")
    expect(page.locator(".army-unit summary")).to_contain_text("Rigg's men")
    page.get_by_role("button", name="Start anew").click()
    expect(page.locator(".army-unit")).to_have_count(0)


@pytest.mark.long
def test_a_unit_is_duplicated_with_an_id_and_tags_of_its_own(hall: Open) -> None:
    screen = hall().screen(own=True)
    page = screen.open("/army")
    add(page, "Foot")
    page.get_by_role("button", name="Duplicate RF1").click()
    expect(page.locator(".army-unit")).to_have_count(2)
    expect(page.locator(".army-unit[open]").get_by_label("Tags of its bases")).to_have_value("RF2")


@pytest.mark.long
def test_a_fault_stands_beside_the_unit_by_its_name(hall: Open) -> None:
    def check(army: Army) -> tuple[Refusal, ...]:
        return tuple(unit.fault("it has no pikes", "TOY-ARMY-01") for unit in army.units)

    rules = replace(toy.TOY, roster=replace(toy.TOY.roster, check=check))
    screen = hall(rules).screen(own=True)
    page = screen.open("/army")
    add(page, "Foot")
    page.get_by_label("Name", exact=True).fill("Rigg's men")
    fault = page.locator("li", has=page.locator(".army-unit")).locator(".army-fault")
    expect(fault).to_contain_text("Rigg's men: it has no pikes")
    expect(page.locator("#verdict")).to_contain_text("1 thing to mend")


@pytest.mark.long
def test_a_sample_army_fits_and_only_leaders_may_lead(hall: Open) -> None:
    """Royalists: two brigadiers and a general may lead, none of six other units."""
    screen = hall(MATCHLOCKS).screen(own=True)
    page = screen.open("/army")
    _sample(screen)
    expect(page.locator("#verdict")).to_contain_text("Fits the limits")
    gerard = page.locator('[data-brigade="Gerard"]')
    expect(gerard.get_by_label("Leader").locator("option")).to_have_text(
        ["–", "Prince Rupert", "Sir Charles Gerard", "Lord Byron"], use_inner_text=True
    )
    # 24 + 18 + 6 + 9 for two battalia, a forlorn and a gun.
    expect(gerard.locator(".unit-head .num")).to_have_text("57 pts")


@pytest.mark.long
def test_the_total_says_how_far_it_is_over_the_limit(hall: Open) -> None:
    """A limit of ten points less than the sample has."""
    screen = hall(QUICKPLAY).screen(own=True)
    page = screen.open("/army")
    _sample(screen)
    expect(page.locator("#verdict .num")).not_to_have_text("0")
    total = int(page.locator("#verdict .num").inner_text())
    page.get_by_label("Points limit").fill(str(total - 10))
    expect(page.locator("#verdict")).to_contain_text("10 over")


def test_a_pasted_spreadsheet_becomes_the_roster(hall: Open) -> None:
    screen = hall().screen(own=True)
    page = screen.open("/army")
    page.get_by_text("Bring an army in").click()
    paste = page.get_by_label("Paste an army.toml or CSV")
    paste.fill("name,points\nRigg,12\n")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator("#toast")).to_contain_text("id and kind is missing")
    paste.fill("id,kind,name,brigade,tags,arms\nR1,foot,Rigg's men,Van,R01,pike\n")
    page.get_by_role("button", name="Read it").click()
    expect(page.locator('[data-brigade="Van"] .army-unit summary')).to_contain_text("Rigg's men")
    expect(page.locator("#verdict")).to_contain_text("10 points")


@pytest.mark.long
def test_a_kept_army_has_its_limit_again(hall: Open) -> None:
    screen = hall().screen(own=True)
    page = screen.open("/army")
    add(page, "Foot")
    page.get_by_label("Points limit").fill("250")
    with page.expect_response("**/army/save"):
        page.get_by_role("button", name="Keep this army").click()
    page.evaluate("localStorage.clear()")
    screen.open("/army?file=red.toml")
    expect(page.get_by_label("Points limit")).to_have_value("250")
