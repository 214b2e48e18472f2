"""axe-core over every view, light and dark, on a phone and on a screen: no serious fault."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, ViewportSize, expect

from rules.kernel.protocol import Action, RuleSet
from tests.webui import toy
from tests.webui.browsing import SIZES, Watched, grave_faults
from tests.webui.page.conftest import Hall, Open
from tests.webui.page.test_army_and_terrain import add
from tests.webui.page.test_buttons import button_faults
from webui.game.position import Who

pytestmark = pytest.mark.browser


LONG = "Königlich-Preußisches" + "Ö" * 59
"""Nowhere to break it."""


def _with_a_long_name() -> RuleSet:
    """The toy, whose second unit has it."""
    demo = toy.TOY.demo()
    red = demo.armies[0]
    units = (red.units[0], replace(red.units[1], name=LONG), *red.units[2:])
    armies = (replace(red, units=units), *demo.armies[1:])
    return replace(toy.TOY, demo=lambda: replace(demo, armies=armies))


@pytest.fixture
def played(hall: Open) -> Hall:
    """A game with a ruling, a PIN, and a name as long as army.toml allows."""
    found = hall(_with_a_long_name())
    found.desk.access.set_pin("1234")
    game, screen = found.desk.the_game(), Who("table")
    game.declare(Action("shoot", "R1", "B1"), screen, after=game.journal.head)
    game.answer([6, 2], screen, after=game.journal.head)
    game.answer("stand", screen, after=game.journal.head)
    return found


def _measured(screen: Watched) -> None:
    screen.tap("R01")
    screen.tap("B01")
    expect(screen.page.locator(".reading").first).to_be_visible()


def _unit_and_tools(screen: Watched) -> None:
    screen.tap("R01")
    screen.page.get_by_text("Place by hand").click()
    expect(screen.page.get_by_role("button", name="Shoot at Bell")).to_be_visible()


def _dice(screen: Watched) -> None:
    screen.tap("R01")
    screen.page.get_by_role("button", name="Shoot at Bell").click()
    expect(screen.page.locator(".dice[data-focus]")).to_be_focused()


def _raise_a_unit(screen: Watched) -> None:
    add(screen.page, "Foot")
    expect(screen.page.locator("#verdict")).to_contain_text("points")


def _as_it_is(screen: Watched) -> None:
    expect(screen.page.locator("main")).to_be_visible()


VIEWS: dict[str, tuple[str, Callable[[Watched], None]]] = {
    "table": ("/table", _as_it_is),
    "unit": ("/table", _unit_and_tools),
    "readings": ("/table", _measured),
    "dice": ("/table", _dice),
    "rulings": ("/rulings", _as_it_is),
    "ruling": ("/rulings/5-0", lambda screen: expect(
        screen.page.locator("#readings button").first).to_be_visible()),
    "log": ("/log", _as_it_is),
    "army": ("/army", _raise_a_unit),
    "terrain": ("/terrain", lambda screen: expect(
        screen.page.get_by_role("button", name="Draw")).to_be_visible()),
    "reference": ("/reference", _as_it_is),
    "show": ("/show", lambda screen: expect(screen.page.locator(".show-says")).to_be_visible()),
    "overlay": ("/overlay", lambda screen: expect(
        screen.page.locator(".plate").first).to_be_visible()),
    "join": ("/join", _as_it_is),
    "setup": ("/setup", _as_it_is),
    "score": ("/score", lambda screen: expect(
        screen.page.locator(".score-card").first).to_be_visible()),
    "replay": ("/replay", lambda screen: expect(
        screen.page.locator("[data-controls] button").first).to_be_visible()),
    "new game": ("/setup/new", _as_it_is),
    "wizard": ("/setup/wizard", _as_it_is),
    "sheets": ("/setup/print", _as_it_is),
    "accuracy": ("/setup/report", _as_it_is),
    "cameras": ("/setup/cameras", _as_it_is),
    "dice record": ("/dice", _as_it_is),
    "battle report": ("/report.html", lambda screen: expect(
        screen.page.locator("[data-controls] button").first).to_be_visible()),
    "refused": ("/nowhere", _as_it_is),
}  # fmt: skip


def _width_and_height(size: tuple[int, int]) -> ViewportSize:
    return {"width": size[0], "height": size[1]}


WIDER = ("table", "show")
"""Which say more on a large screen, beside the bar above all pages."""


@pytest.mark.long
def test_no_view_has_a_serious_fault_in_either_light_and_size(played: Hall) -> None:
    """As it stands, and as wide as a large screen, where it is laid out otherwise."""
    screen = played.screen()
    found = []
    for name, (path, come_to) in VIEWS.items():
        screen.page.set_viewport_size(_width_and_height(screen.size))
        screen.open(path)
        come_to(screen)
        found += [f"{name}: {fault}" for fault in grave_faults(screen.page)]
        screen.page.set_viewport_size(_width_and_height(SIZES["screen"]))
        wide = grave_faults(screen.page, colours=name in WIDER)
        found += [f"{name} on a large screen: {fault}" for fault in wide]
    # The page that is not there answers 404, which the browser calls an error.
    screen.wrong = [text for text in screen.wrong if "404" not in text]
    assert found == []


WIDTHS = tuple(width for width, _ in SIZES.values())
BARS = (1000, 1001, 1080, 1081, 1200)
"""On either side of the widths at which the way to the other pages goes behind a menu."""
STICKS_OUT = """() => document.documentElement.scrollWidth - innerWidth > 1 ||
  [...document.querySelectorAll("#panel")].some((el) => el.scrollWidth > el.clientWidth)"""
FOLLOWS = ("unit", "readings", "dice")
"""Of the table's page that is open already."""
COLOURED = ("readings", "show")
"""With the most colours: the palette is tests/webui/test_colours.py."""
ELSEWHERE = ("wizard", "sheets", "accuracy", "new game", "replay")
"""Looked at in the same way where they are used: test_wizard_browser.py, test_new_game.py and
test_replay.py."""
NOT_FOR_BUTTONS = ("refused", "battle report", "overlay")
"""A sheet and a plate, which are no views of the program's own."""


def _sticks_out(screen: Watched, widths: tuple[int, ...]) -> list[str]:
    found = []
    for width in widths:
        screen.page.set_viewport_size({"width": width, "height": 1080})
        if screen.page.evaluate(STICKS_OUT):
            found.append(f"sticks out at {width} px")
    return found


def test_no_view_has_a_serious_fault(played: Hall) -> None:
    """Each on a phone; where it says most in colours these too, in both lights. Nothing sticks out
    on any size; as wide as a screen a view has one main button at most, and none as a browser
    draws it by itself."""
    screen = played.screen()
    found = []
    for name, (path, come_to) in VIEWS.items():
        if name in ELSEWHERE:
            continue
        screen.page.set_viewport_size(_width_and_height(screen.size))
        if name not in FOLLOWS:
            screen.open(path)
        come_to(screen)
        faults = grave_faults(screen.page, colours=name in COLOURED)
        faults += _sticks_out(screen, (*BARS, *WIDTHS) if name == "table" else WIDTHS)
        if name not in NOT_FOR_BUTTONS:
            faults += button_faults(screen.page)
        if name == "setup":
            screen.page.evaluate("document.documentElement.style.fontSize = '32px'")
            faults += _sticks_out(screen, WIDTHS[:1])
        screen.page.keyboard.press("Escape")
        found += [f"{name}: {fault}" for fault in faults]
    screen.wrong = [text for text in screen.wrong if "404" not in text]
    assert found == []


def test_a_fault_would_be_seen(browser: Browser) -> None:
    """A picture without a description and grey upon grey."""
    page = browser.new_page()
    page.set_content("<img src='data:,'><p style='color:#bbb;background:#ccc'>What?</p>")
    faults = " ".join(grave_faults(page))
    assert "image-alt" in faults and "color-contrast" in faults
    page.close()
