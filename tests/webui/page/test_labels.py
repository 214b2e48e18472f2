"""On every screen, for every book: words on the map cover nothing, fingers hit what is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from rules.books import RULE_SETS
from rules.kernel.protocol import RuleSet
from tests.webui.browsing import SIZES, TWO_FRAMES, Watched, behind_a_door, context_of
from tests.webui.page.conftest import Open
from tests.webui.page.on_screen import (
    Point,
    adrift,
    coded,
    covered,
    crowded_name,
    cut_short,
    led_far,
    meet,
    out_of_reach,
    too_small,
    unnamed,
)
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

pytestmark = pytest.mark.browser

Visitor = tuple[BrowserContext, tuple[int, int]]
SCREENS = {**SIZES, "phone on its side": (844, 390)}


def test_the_measure_of_covering_can_fail() -> None:
    square: list[Point] = [(0, 0), (2, 0), (2, 2), (0, 2)]
    beside: list[Point] = [(2, 0), (4, 0), (4, 2), (2, 2)]
    assert meet(square, [(1.0, 1.0), (3, 1), (3, 3), (1, 3)])
    assert not meet(square, beside)


def test_the_measure_of_fingers_can_fail(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(
        "<button style='position:fixed;left:370px;top:0;width:60px;height:60px'>beyond</button>"
        "<button style='position:fixed;left:0;top:100px;width:60px;height:20px'>low</button>"
    )
    assert out_of_reach(page) == ["beyond"]
    assert too_small(page) == ["low: 60 x 20"]
    page.close()


@pytest.fixture(scope="module")
def visitor(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visitor]:
    """One for all books, who has the page's files from the first of them."""
    size = SCREENS[str(request.param)]
    context = context_of(browser, size, calm=True)
    yield context, size
    context.close()


def _faults(page: Page) -> dict[str, list[str]]:
    found = {
        "covered": covered(page),
        "adrift": adrift(page),
        "coded": coded(page),
        "out of reach": out_of_reach(page),
        "too small": too_small(page),
    }
    return {what: those for what, those in found.items() if those}


CROWDED = ("matchlocks", "blocks", "skirmish")
"""They have the most models and the most hills: where these have room, the others have."""

DENSE = ("blocks", "skirmish")
"""Three dozen models and more on a phone: there a name may stand some way off."""


@pytest.mark.long
@pytest.mark.parametrize("visitor", SCREENS, indirect=True)
@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_nothing_is_covered_out_of_reach_or_too_small(
    rules: RuleSet, browser: Browser, visitor: Visitor, tmp_path: Path
) -> None:
    """The demo of each book, quiet and with a unit picked by its name, the one that stands nearest
    to another unit: reach and bands are named as well, units by name, by whole words where they
    are not two dozen blocks."""
    app = create_app(tmp_path, HandTable(rules.demo().table), rules=(rules,))
    context, size = visitor
    with (
        closing(desk_of(app)),
        behind_a_door(app, "") as address,
        closing(Watched(browser, address, size, context)) as watched,
    ):
        screen = watched.open("/table")
        expect(screen.locator("#map g.base").first).to_be_visible()
        expect(screen.locator(".unit-list button").first).to_be_visible()
        assert _faults(screen) == {}
        assert unnamed(screen) == []
        assert cut_short(screen) == [] or rules.name == "blocks"
        _pick_by_its_name(watched)
        assert _faults(screen) == {}


def _pick_by_its_name(watched: Watched) -> None:
    unit, (x, y) = crowded_name(watched.page)
    watched.page.mouse.click(x, y)
    expect(watched.page.locator(f'#map g.base.picked[data-unit="{unit}"]').first).to_be_visible()
    watched.still()


@pytest.mark.sizes("phone")
@pytest.mark.parametrize(
    "rules", [each for each in RULE_SETS if each.name in CROWDED], ids=lambda rules: rules.name
)
def test_on_one_page_of_every_size_nothing_is_covered_or_out_of_reach(
    rules: RuleSet, hall: Open
) -> None:
    """The same, of a page that is made as large as each screen in turn."""
    watched = hall(rules).screen()
    page = watched.open()
    expect(page.locator(".unit-list button").first).to_be_visible()
    found = {}
    for picked in (False, True):
        for size, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(TWO_FRAMES)
            watched.still()
            if picked and size == "phone":
                _pick_by_its_name(watched)
            names = [] if picked else unnamed(page)
            short = [] if picked or rules.name == "blocks" else cut_short(page)
            far = [] if picked or rules.name in DENSE else led_far(page)
            found[size, picked] = _faults(page), names, short, far
    assert {at: each for at, each in found.items() if each != ({}, [], [], [])} == {}
