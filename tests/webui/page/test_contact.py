"""On a table that is ours a unit that is put near its foe just touches it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from rules.kernel.prompts import Look, Steps
from rules.kernel.protocol import Action, Outcome
from tests.webui import toy
from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from vision.table.snapshot import Snapshot

pytestmark = pytest.mark.browser


def _charge(action: Action, state: Any, table: Snapshot) -> Steps[Outcome]:
    """Whoever is named is put into contact."""
    yield Look("Put Rigg's foot in contact", "Red", (action.by,))
    return Outcome(state)


@pytest.fixture
def charging(hall: Open) -> Watched:
    screen = hall(replace(toy.TOY, resolve=_charge)).screen()
    page = screen.open()
    screen.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    expect(page.get_by_role("button", name="Moved: look")).to_be_visible()
    return screen


def _put(screen: Watched, y_in: float) -> float:
    """Type that Rigg's foot stands at (30, *y_in*), facing north; where it then stands."""
    page = screen.page
    page.locator("details", has_text="Place by hand").locator("summary").first.click()
    form = page.locator('form[data-key="place-R01"]')
    form.locator("[name=x]").fill("30")
    form.locator("[name=y]").fill(str(y_in))
    with page.expect_response("**/act/place"):
        form.get_by_role("button", name="Put it there").click()
    return next(b["y_in"] for b in screen.table()["bases"] if b["payload"] == "R01")


@pytest.mark.parametrize(
    ("typed", "stands"),
    [
        pytest.param(16.1, 16.5, id="0.4 in short of it"),
        pytest.param(16.9, 16.5, id="0.4 in into it", marks=pytest.mark.long),
        pytest.param(14.0, 14.0, id="2.5 in away: left alone", marks=pytest.mark.long),
    ],
)
def test_put_it_there_comes_into_contact(charging: Watched, typed: float, stands: float) -> None:
    """Both are 1.5 in deep, Bell's foot at y = 18: they touch when 1.5 in apart."""
    assert _put(charging, typed) == pytest.approx(stands, abs=1e-6)
