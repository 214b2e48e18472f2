"""Buttons look alike: one main button a view, and none as a browser draws it by itself."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.webui.page.conftest import Open

pytestmark = [pytest.mark.browser, pytest.mark.sizes("screen")]

VIEWS = ("/table", "/setup", "/setup/new", "/setup/wizard", "/setup/print", "/setup/report",
         "/army", "/terrain", "/join", "/rulings", "/replay", "/reference", "/log")  # fmt: skip

BUTTONS = """() => [...document.querySelectorAll("button, a.button, input[type=submit]")]
  .filter((el) => el.checkVisibility({visibilityProperty: true}))
  .map((el) => {
    const style = getComputedStyle(el);
    return {says: el.getAttribute("aria-label") || el.textContent.trim().slice(0, 40),
            isMain: el.classList.contains("main-button"),
            isOurs: style.cursor !== "auto" && style.fontFamily === getComputedStyle(
              document.body).fontFamily && style.borderTopStyle !== "outset"};
  })"""


def button_faults(page: Page) -> list[str]:
    """Main buttons, where there are several, and those that look like a browser's own."""
    found = page.evaluate(BUTTONS)
    mains = [one["says"] for one in found if one["isMain"]]
    plain = [one["says"] for one in found if not one["isOurs"]]
    return [*(f"main: {says}" for says in mains if len(mains) > 1), *(f"bare: {s}" for s in plain)]


@pytest.mark.long
def test_a_view_has_one_main_button_and_no_bare_one(hall: Open) -> None:
    screen = hall().screen()
    found = {}
    for path in VIEWS:
        faults = button_faults(screen.open(path))
        if faults:
            found[path] = faults
    assert found == {}


def test_a_bare_button_and_a_second_main_one_would_be_seen(hall: Open) -> None:
    page = hall().screen().open("/log")
    page.evaluate("""() => {
      const main = document.querySelector("main");
      for (const says of ["one", "two"]) {
        const el = document.createElement("button");
        el.className = "main-button";
        el.textContent = says;
        main.append(el);
      }
      const bare = document.createElement("button");
      bare.textContent = "bare";
      bare.style.all = "revert";
      main.append(bare);
    }""")
    assert button_faults(page) == ["main: one", "main: two", "bare: bare"]
