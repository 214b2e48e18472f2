"""Large type, dark hall, lengths, speech, colours and keys (point 11; axe is a file of its own)."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from tests.webui.page.steps import throw

pytestmark = pytest.mark.browser


@pytest.mark.long
def test_large_type_dark_hall_and_centimetres_are_kept(seen: Watched) -> None:
    """6.5 in are 16.51 cm; the type grows from 16 to 20 px."""
    page = seen.open("/join")
    page.get_by_label("Large type").check()
    page.get_by_label("Centimetres").check()
    page.get_by_role("button", name="Dark or light").click()
    seen.open()
    root = page.locator("html")
    expect(root).to_have_attribute("data-dark", "yes")
    expect(root).to_have_css("font-size", "20px")
    expect(page.locator("body")).to_have_css("background-color", "rgb(20, 24, 26)")
    seen.tap("R01")
    seen.tap("B01")
    row = page.locator('.reading[data-what="shoot_range"]')
    expect(row.locator(".value")).to_have_text("16.51 cm")
    expect(row).to_contain_text("long 25.4 cm: IN")


HEARD = """
window.heard = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  cancel() {}, speak(said) { window.heard.push(said.text); } } });
"""


@pytest.mark.long
def test_prompt_and_verdict_are_spoken_to_whoever_asks_for_it(hall: Open) -> None:
    seen = hall().screen(own=True)
    page = seen.page
    page.add_init_script(HEARD)
    for wanted, second, hits in ((False, "1", 1), (True, "6", 2)):
        seen.open("/join")
        page.get_by_label("Speak prompts and rulings").set_checked(wanted)
        seen.open()
        seen.tap("R01")
        page.get_by_role("button", name="Shoot at Bell").click()
        throw(page, f"6{second}")
        page.get_by_role("button", name="Stand").click()
        expect(page.locator(".ruling h3").first).to_contain_text(f"scores {hits}")
        dice, reaction = "Rigg's foot to hit Bell's foot", "Bell's foot reacts"
        said = [dice, reaction, f"Rigg's foot scores {hits} on Bell's foot."] if wanted else []
        page.wait_for_function("least => window.heard.length >= least", arg=len(said))
        assert page.evaluate("window.heard") == said


def test_a_whole_shot_and_its_readings_by_keyboard_alone(seen: Watched) -> None:
    page = seen.open()
    page.get_by_role("button", name="Rigg's foot").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".unit-head h2")).to_have_text("Rigg's foot")
    page.get_by_label("Measure to").focus()
    page.keyboard.press("B")
    expect(page.locator('.reading[data-what="shoot_range"]')).to_contain_text("6.50 in")
    page.get_by_role("button", name="Shoot at Bell").focus()
    page.keyboard.press("Enter")
    throw(page, "66")
    expect(page.get_by_role("button", name="Stand", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".ruling h3").first).to_contain_text("scores 2")
    # What can act now is marked, and nobody is picked any more.
    expect(page.locator("#map .base.ready").first).to_be_visible()
    expect(page.locator("#map .base.picked")).to_have_count(0)
