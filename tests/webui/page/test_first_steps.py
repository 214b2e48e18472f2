"""Three minutes guided on the map: each step is told by the page, and done as it says (14)."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from rules.kernel.protocol import Action
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.browsing import LEAST_LOOKS, TWO_FRAMES, Watched, box_of, grave_faults
from tests.webui.page.conftest import Open, Simulated
from tests.webui.page.steps import throw
from webui.game.position import Who

pytestmark = pytest.mark.browser


class Late(Simulated):
    """A table whose camera does not see at first what was laid out."""

    at_first = "the camera has not found the table yet"

    def blind(self) -> str:
        """Until it comes into sight."""
        return self.at_first

    def come_into_sight(self) -> None:
        """The camera sees it, and the page is told."""
        self.at_first = ""
        self.set_table(self.snapshot())

    def go_out_of_sight(self) -> None:
        """The computer falls behind, and the page is told."""
        self.at_first = "this computer is too busy to read the table"
        self.set_table(self.snapshot())


LOUD = """() => {
    const buttons = [...document.querySelectorAll('button')].filter((b) => b.checkVisibility());
    const probe = document.createElement('i');
    document.body.append(probe);
    probe.style.color = 'var(--accent)';
    const accent = getComputedStyle(probe).color;
    probe.remove();
    const loud = buttons.filter((b) => getComputedStyle(b).backgroundColor === accent);
    return loud.map((b) => b.className.split(' ').pop() || b.id);
}"""
"""The last class, or the id, of each button that looks like the one to press."""

BY_FINGER = """([unit]) => {
    const box = document.querySelector(`#map .base[data-unit="${unit}"] .body`)
        .getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const near = (r) => Math.abs(r.x + r.width / 2 - x) < 16 + r.width / 2
        && Math.abs(r.y + r.height / 2 - y) < 16 + r.height / 2;
    return [...document.querySelectorAll('#map g.label[data-unit]')]
        .filter((el) => el.dataset.unit !== unit && near(el.getBoundingClientRect()))
        .map((el) => el.textContent);
}"""


def _told(page: Page, words: str) -> None:
    expect(page.locator(".first-steps strong")).to_contain_text(words)


def _asks(page: Page, name: str | None) -> None:
    """The button of that name, None for something on the map, is ringed and in view below what is
    told, and no other looks like the one to press."""
    asked = page.locator(".asked")
    expect(asked).to_have_count(0 if name is None else 1)
    if name is not None:
        _is_in_sight(page.get_by_role("button", name=name).and_(asked))
    _is_in_sight(page.locator(".first-steps p:has(strong)"))
    assert page.evaluate(LOUD) == ([] if name is None else ["asked"])


UNCOVERED = """(el) => {
    const box = el.getBoundingClientRect();
    return [box.top + 2, box.bottom - 2].every((y) =>
        el.contains(document.elementFromPoint(box.left + box.width / 2, y)));
}"""


def _is_in_sight(what: Locator) -> None:
    """All of it is in view, and nothing lies over its upper and lower edge."""
    expect(what).to_be_in_viewport(ratio=1)
    # What is drawn anew meanwhile lies nowhere for a moment.
    assert any(
        what.evaluate(UNCOVERED) or what.page.evaluate(TWO_FRAMES) for _ in range(LEAST_LOOKS)
    )


def _press(page: Page, name: str) -> None:
    """What the step asks for, as it asks for it."""
    _asks(page, name)
    page.locator(".asked").click()


def _names_within_a_finger(page: Page, unit: str) -> list[str]:
    """Names of others that lie where a finger may land that is sent to *unit*."""
    found: list[str] = page.evaluate(BY_FINGER, [unit])
    return found


def _tap_between(page: Page, unit: str, other: str) -> None:
    """Beside *unit* in reach of a finger, on a phone nearer to the middle of *other*."""
    body = '#map .base[data-unit="{}"] .body'
    mine, its = (box_of(page.locator(body.format(one))) for one in (unit, other))
    apart = its["x"] - mine["x"]
    far = min(0.56 * abs(apart), min(mine["width"], mine["height"]) / 2 + 14.0)
    x = mine["x"] + mine["width"] / 2 + math.copysign(far, apart)
    page.mouse.click(x, mine["y"] + mine["height"] / 2)


@pytest.mark.long
def test_a_newcomer_is_asked_on_a_simulated_table_and_may_say_no(hall: Open) -> None:
    page = hall(QUICKPLAY, live=Simulated(QUICKPLAY.demo().table)).screen(own=True).open()
    card = page.locator(".panel > .first-steps:first-child")
    expect(card).to_contain_text("New here?")
    card.get_by_role("button", name="Not now").click()
    expect(card).to_have_count(0)
    page.reload()
    expect(page.locator(".next-step")).to_be_visible()
    expect(page.locator(".first-steps")).to_have_count(0)


@pytest.mark.long
def test_a_newcomer_who_says_yes_is_guided_at_once(hall: Open) -> None:
    page = hall(QUICKPLAY, live=Simulated(QUICKPLAY.demo().table)).screen(own=True).open()
    page.locator(".first-steps").get_by_role("button", name="First steps").click()
    _told(page, "Press Begin")
    page.locator(".next-step .main-button").click()
    # One tap a die, where Throw and Accept would be two.
    _told(page, "Press Roll for me")


@pytest.mark.long
def test_first_steps_stay_in_the_menu_and_another_battle_is_not_taken_away_unasked(
    hall: Open,
) -> None:
    screen = hall().screen()
    page = screen.open()
    if page.locator("#menu").is_visible():
        page.locator("#menu").click()
    page.get_by_role("link", name="First steps").click()
    expect(page.locator(".first-steps")).to_contain_text("A toy skirmish is kept")
    assert screen.table()["game"]["title"] == "A toy skirmish"
    page.get_by_role("button", name="Leave the guide").click()
    expect(page.locator(".first-steps")).to_have_count(0)


@pytest.mark.sizes("phone", "screen")
def test_first_steps_are_played_to_their_end_as_the_page_says(hall: Open) -> None:
    """Whatever a step asks for is in view, ringed, and alone in looking like the button to press;
    until the two armies are seen nothing else is shown."""
    late = Late(QUICKPLAY.demo().table)
    found = hall(QUICKPLAY, live=late)
    game = found.desk.the_game()
    late.come_into_sight()
    game.declare(Action("begin", "red"), Who("umpire"), after=game.journal.head)
    late.at_first = Late.at_first
    screen = found.screen()
    _begun(screen.open("/setup"), late)
    _unread(screen.page, late)
    _aimed(screen)
    _shot(screen.page)


def _begun(page: Page, late: Late) -> None:
    """From Set-up to who goes first."""
    page.get_by_role("button", name="First steps").click()
    page.get_by_role("button", name="Begin another").click()
    page.wait_for_url("**/table*")
    _told(page, "Laying out the first steps")
    expect(page.locator(".first-steps.laying")).to_contain_text("2 of 3: the simulated camera")
    expect(page.locator('#map .base[data-unit="R5"]')).to_be_hidden()
    expect(page.locator(".next-step, .banner.trouble")).to_have_count(0)
    late.come_into_sight()
    _told(page, "Press Begin")
    assert grave_faults(page) == []
    _press(page, "Begin")
    _told(page, "Two throws follow, one die for each side")
    need = page.locator(".prompt .need").first
    expect(need).to_contain_text("thrown by Red")
    waited = page.locator("#standing .pill").nth(1)
    expect(waited).to_have_text("Red to throw")
    _asks(page, "Roll for me")
    throw(page, "6")  # red goes first
    expect(need).to_contain_text("thrown by Blue")
    expect(waited).to_have_text("Blue to throw")
    _told(page, "Now the one of Blue")
    _asks(page, "Roll for me")
    late.go_out_of_sight()
    expect(page.locator(".banner.trouble")).to_have_count(1)
    throw(page, "1")


def _unread(page: Page, late: Late) -> None:
    """Who has a shot is not told of a table that is not seen now, and nothing is to be pressed."""
    _told(page, "The table is not read now")
    _asks(page, None)
    late.come_into_sight()


def _aimed(screen: Watched) -> None:
    """From a unit on the map to the other, wrong ones in between."""
    page = screen.page
    _told(page, "Tap Long Meg")
    _asks(page, None)
    expect(page.locator('#map .base.pointed[data-unit="R5"]')).to_have_count(1)
    expect(page.locator('#map g.label[data-unit="R5"]')).to_have_text("Long Meg")
    screen.tap("R1")
    _told(page, "That is")
    _press(page, "Pick Long Meg for me")
    _told(page, "Now tap The Town Pikes")
    # Whoever lets go of the unit, or does something else with it, is told to begin with it again.
    page.keyboard.press("Escape")
    _told(page, "Tap Long Meg")
    screen.tap("R5")
    _told(page, "Now tap The Town Pikes")
    page.get_by_role("button", name="Move", exact=True).click()
    _told(page, "That is another action")
    page.get_by_role("button", name="Take the action back").click()
    _told(page, "Now tap The Town Pikes")
    assert _names_within_a_finger(page, "B1") == []
    screen.tap("B2")
    _told(page, "Tap The Town Pikes")
    _asks(page, "Pick The Town Pikes for me")
    _tap_between(page, "B1", "B2")


def _shot(page: Page) -> None:
    """From the reading to the end of the turn."""
    _told(page, "The line of the range says IN")
    # The reading that the words speak of, and what they ask for.
    _is_in_sight(page.locator("#measured .verdict").first)
    sight = page.locator('#measured .reading[data-what="sight"] .how')
    expect(sight).to_contain_text(re.compile(r"^clear by [\d.]+\sin"))
    _press(page, "Shoot at The Town Pikes")
    _told(page, "How many dice")
    need = page.locator(".prompt .need").first
    expect(need).to_contain_text("needs 5 or more")
    expect(need).to_be_in_viewport(ratio=1)
    _asks(page, "Roll for me")
    throw(page, "53")
    _told(page, "what happened to whom")
    came = page.locator(".ruling").first.locator(".came-from")
    expect(came).to_have_text("Long Meg shoots at The Town Pikes: 1 hit")
    _press(page, "Undo")
    _told(page, "Press Redo")
    _press(page, "Redo")
    _told(page, "Press Done for this turn")
    _press(page, "Done for this turn")
    # Seen to say once more that it was a whole action, and not which battle was kept.
    _told(page, f"goes on with {QUICKPLAY.demo().title}")
    # Seen to say twice whose turn it is.
    expect(page.locator(".ruling").first.locator("h3")).to_have_text("It is the turn of Blue")
    expect(page.locator(".ruling").first.locator(".came-from")).to_have_count(0)
    expect(page.locator(".asked, .guided")).to_have_count(0)
    page.get_by_role("button", name="Close the guide").click()
    expect(page.locator(".first-steps")).to_have_count(0)


@pytest.mark.long
def test_a_tie_at_who_goes_first_is_told_with_both_dice(hall: Open) -> None:
    page = hall(QUICKPLAY).screen().open()
    page.locator(".next-step .main-button").click()
    before = page.locator(".thrown-before")
    throw(page, "4")
    expect(before).to_have_text(" · Red 4")
    throw(page, "4")
    expect(before).to_have_text(" · Red 4 · Blue 4 · a tie")
    expect(page.locator(".prompt h2")).to_have_text("Again: for who goes first")
    throw(page, "6")
    expect(before).to_have_text(" · Red 6")


@pytest.mark.long
def test_the_next_question_says_what_was_thrown_and_how_often_it_succeeded(hall: Open) -> None:
    """Of 6 1 1 one is 4 or more; the others are thrown again."""
    screen = hall(toy.with_luck()).screen()
    page = screen.open()
    screen.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    page.get_by_role("button", name="Deal for me").click()
    throw(page, "611")
    expect(page.locator(".thrown-before")).to_have_text(" · Red 6 1 1: 1 of 3 at 4+")
