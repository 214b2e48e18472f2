"""Before dice are thrown: why so many, why that number, and the odds of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.webui.browsing import Watched
from tests.webui.page.steps import shoot

pytestmark = pytest.mark.browser


@pytest.mark.sizes("phone", "screen")
@pytest.mark.long
def test_why_and_how_likely_stand_above_the_dice(seen: Watched, size: str) -> None:
    """Two dice at 4 or more: none, one, two in 1, 2, 1 of 4 throws."""
    seen.open()
    page = shoot(seen)
    why = page.locator(".before-throw")
    expect(why.locator("summary")).to_have_text("2 dice · thrown by Red · needs 4 or more Why?")
    # On a phone the keys come first: there it is folded.
    expect(why.locator(".throw-odds")).to_be_visible(visible=size == "screen")
    if size == "phone":
        why.locator("summary").click()
    expect(why.locator(".throw-odds tr")).to_have_text(["025 %", "150 %", "225 %"])
