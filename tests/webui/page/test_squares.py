"""A board of squares: letters and numbers at its rim, and squares that are tapped, not typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from rules.blocks import BLOCKS
from tests.webui.browsing import Watched, box_of
from tests.webui.page.conftest import Open

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def begun(lasting: Open) -> Watched:
    """For all of this file; who moves comes last."""
    return _begin(lasting)


def _begin(hall: Open) -> Watched:
    """Cambridge against Royalists on the board of 12 x 9 squares, Parliament attacks."""
    screen = hall(BLOCKS).screen()
    page = screen.open()
    page.get_by_role("button", name="Begin: Parliament attacks").click()
    expect(page.locator("#standing")).to_contain_text("battle")
    return screen


def _move(page: Page) -> None:
    """Pick Meyrick's Foot, alone in G3, and ask it to move."""
    page.locator(".unit-list button", has_text="Meyrick's Foot").click()
    page.get_by_role("button", name="Meyrick's Foot: Move").click()
    expect(page.locator("#map .target")).not_to_have_count(0)


@pytest.mark.sizes("phone", "screen")
def test_every_column_has_its_letter_and_every_row_its_number(begun: Watched) -> None:
    rim = begun.page.locator("#map .rim-name")
    expect(rim).to_have_text([*"ABCDEFGHIJKL", *"123456789"])


@pytest.mark.sizes("phone", "screen")
def test_a_square_is_tapped_on_the_map(begun: Watched) -> None:
    page = begun.page
    _move(page)
    begun.still()
    box = box_of(page.locator('#map .target[data-square="7,4"]'))
    # A square or two beyond those that it reaches, where nobody stands.
    page.mouse.click(box["x"] - 1.5 * box["width"], box["y"] - 1.5 * box["height"])
    refused = re.compile(r"The rules do not offer [A-L]\d for this: those that they do are marked")
    expect(page.locator("#toast")).to_contain_text(refused)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator("#map .target")).to_have_count(0)
    expect(page.locator("#panel")).to_contain_text("Meyrick's Foot")
    expect(page.locator(".prompt, .ruling").first).to_contain_text("Meyrick's Foot")


@pytest.mark.long
def test_a_square_is_chosen_by_its_name_without_the_map(hall: Open) -> None:
    page = _begin(hall).page
    _move(page)
    expect(page.locator(".prompt select")).to_have_count(0)
    page.locator(".squares").get_by_role("button", name="G4").click()
    expect(page.locator("#map .target")).to_have_count(0)
    expect(page.locator(".prompt, .ruling").first).to_contain_text("Meyrick's Foot")
