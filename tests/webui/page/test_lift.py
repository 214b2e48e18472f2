"""A model is taken off a table without a camera by hand (point 5)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.webui.page.conftest import Open

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_a_model_is_taken_off_the_table_and_put_back(hall: Open) -> None:
    found = hall()
    screen = found.screen()
    page = screen.open("/table")
    screen.tap("B01")
    page.get_by_text("Place by hand").click()
    page.get_by_role("button", name="Take off the table").first.click()
    expect(page.locator('[data-payload="B01"]')).to_have_count(0)
    pose = next(b.pose for b in found.desk.live.snapshot().bases if b.payload == "B01")
    assert pose is None
    form = page.locator('form[data-key="place-B01"]')
    for name, value in (("x", "20"), ("y", "20"), ("f", "270")):
        form.locator(f'[name="{name}"]').fill(value)
    form.get_by_role("button", name="Put it there").click()
    expect(page.locator('[data-payload="B01"]')).to_have_count(1)
    screen.close()
