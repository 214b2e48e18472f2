"""Two ranges that reach equally far: both names can be read (a foot unit that moves 6 in and fires
6 in)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rules.armatys import ARMATYS
from tests.webui.browsing import SIZES
from tests.webui.page.conftest import Open

pytestmark = pytest.mark.browser


@pytest.mark.sizes(*SIZES)
def test_the_names_of_equal_ranges_stand_one_under_the_other(hall: Open) -> None:
    screen = hall(ARMATYS).screen()
    page = screen.open()
    screen.tap("KA2")
    names = page.locator(".layer-bands .band-name")
    expect(names).to_have_text(["move 6″", "fire 6″"])
    # The names are 11 px high; a box of text overlaps the next by what it leaves for accents.
    # Measured in one go: a picture that comes in between draws them anew.
    page.wait_for_function(
        """() => {
          const [upper, lower] = [...document.querySelectorAll(".layer-bands .band-name")]
            .map((el) => el.getBoundingClientRect().y);
          return lower - upper >= 11;
        }"""
    )
