"""Two ranges that reach equally far: both names can be read (a foot unit that moves 6 in and fires
6 in)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from rules.armatys import ARMATYS
from rules.matchlocks import MATCHLOCKS
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


@pytest.mark.sizes("phone")
def test_a_limit_in_words_does_not_stick_out_of_the_panel(hall: Open) -> None:
    """Muskets of Matchlocks need a 5 up to 12 in, and the enemy is farther off."""
    screen = hall(MATCHLOCKS).screen()
    page = screen.open()
    screen.tap("RF1/1")
    screen.tap("PF1/1")
    limit = page.locator("#measured .against .verdict").first
    expect(limit).to_contain_text("needs 5 or more, up to 12″: OUT by")
    assert page.locator("#panel").evaluate("el => el.scrollWidth - el.clientWidth") == 0
