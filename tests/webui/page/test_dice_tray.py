"""The throw in the tray, in the strip of the dice question: accepted, corrected, thrown again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.kernel.protocol import RuleSet
from tests.webui import toy
from tests.webui.browsing import (
    SIZES,
    Watched,
    behind_a_door,
    box_of,
    grave_faults,
    kept_context,
)
from tests.webui.page.on_screen import cut_by_keys
from tests.webui.page.steps import shoot, throw
from tests.webui.stub_tray import StubTray, die
from vision.cameras.newest import NewestFrame
from vision.simulator.dice.dice_tray import DiceTrayCamera
from vision.watch.dice_watch import SimulatedDice
from webui.game.position import Who
from webui.game.seen.live import HandTable
from webui.game.throws.dice_table import DiceTable
from webui.server.app import create_app, desk_of
from webui.server.session import Desk

pytestmark = pytest.mark.browser


class Evening:
    """The toy battle beside a tray, on one screen."""

    def __init__(self, desk: Desk, screen: Watched, size: str) -> None:
        self.desk, self.screen, self.size = desk, screen, size

    def asked(self) -> Page:
        """Rigg's foot shoots: two dice are asked for."""
        self.screen.open()
        return shoot(self.screen)

    def answer(self) -> dict:
        """The newest answer, as it is kept."""
        line = self.desk.the_game().journal.line()
        return next(event.body for event in reversed(line) if event.kind == "answer")


@pytest.fixture
def tray() -> StubTray:
    return StubTray()


def evening_at(
    stack: ExitStack,
    browser: Browser,
    folder: Path,
    dice: DiceTable,
    size: str,
    rules: RuleSet = toy.TOY,
) -> Evening:
    app = create_app(folder, HandTable(rules.demo().table), rules=(rules,), dice=dice)
    stack.callback(desk_of(app).close)
    address = stack.enter_context(behind_a_door(app))
    screen = Watched(browser, address, SIZES[size], kept_context(browser, size, 0))
    stack.callback(screen.close)
    return Evening(desk_of(app), screen, size)


@pytest.fixture
def evening(browser: Browser, tmp_path: Path, tray: StubTray, size: str) -> Iterator[Evening]:
    with ExitStack() as stack:
        yield evening_at(stack, browser, tmp_path / "folder", tray, size)


def reacts(page: Page) -> None:
    """The dice are answered: Bell's foot is asked whether it stands."""
    expect(page.get_by_role("button", name="Stand")).to_be_visible()


def test_a_throw_is_accepted_with_one_key(evening: Evening, tray: StubTray) -> None:
    page = evening.asked()
    tray.lay(die(5, 50), die(2, 150))
    expect(page.locator(".seen-face")).to_have_text(["5", "2"])
    page.keyboard.press("Enter")
    reacts(page)
    assert evening.answer()["read"] == [5, 2]


@pytest.mark.long
def test_a_tap_corrects_a_die(evening: Evening, tray: StubTray) -> None:
    page = evening.asked()
    tray.lay(die(3, 50), die(2, 150))
    page.get_by_role("button", name="Die 1: 3").click()
    page.get_by_role("group", name="Die 1 shows").get_by_role("button", name="5").click()
    page.get_by_role("button", name="Accept the throw").click()
    reacts(page)
    assert evening.answer()["how"].endswith("corrected 3 to 5")


LOW = (844, 390)
"""A phone on its side."""


@pytest.mark.sizes("phone", "screen")
def test_a_cocked_die_comes_first_in_yellow_and_is_thrown_again(
    evening: Evening, tray: StubTray
) -> None:
    """Until it is named or thrown again the throw is not taken, and the page says so."""
    page = evening.asked()
    assert cut_by_keys(page) == []
    tray.lay(die(2, 50), die(None, 150))
    expect(page.locator(".seen-die").first).to_have_class(re.compile("unsure"))
    accept = page.get_by_role("button", name="Accept the throw")
    for wide, high in (SIZES[evening.size], LOW):
        page.set_viewport_size({"width": wide, "height": high})
        expect(accept).to_be_in_viewport(ratio=1)
        expect(accept).to_be_disabled()
        expect(page.locator(".tray [role=status]")).to_be_in_viewport(ratio=1)
        # On a wide screen the odds stood open before it became low.
        assert evening.size == "screen" or cut_by_keys(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("Name the yellow die (?) first")
    tray.stir()
    expect(page.locator(".seen-die")).to_have_count(0)
    tray.lay(die(2, 50), die(6, 250))
    expect(page.locator(".seen-face")).to_have_text(["2", "6"])
    page.locator(".dice[data-focus]").press("Enter")
    reacts(page)
    assert evening.answer()["answer"] == [2, 6]


@pytest.mark.sizes("phone", "screen")
def test_four_taps_mark_the_tray(evening: Evening, tray: StubTray) -> None:
    """A tenth of the picture in from each corner, all the way round."""
    tray.why = "no dice tray is seen"
    page = evening.asked()
    page.get_by_role("button", name="Mark the tray").click()
    view = page.get_by_role("img", name="What the dice camera sees")
    expect(view).to_be_visible()
    box = box_of(view)
    wanted = [(0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9)]
    for x, y in wanted:
        view.click(position={"x": x * box["width"], "y": y * box["height"]})
    expect(view).to_have_count(0)
    # A click lands on whole pixels: half of one on a picture some 300 wide.
    assert [pytest.approx(corner, abs=0.005) for corner in tray.corners] == wanted


@pytest.mark.long
def test_typing_wins_over_a_throw(evening: Evening, tray: StubTray) -> None:
    page = evening.asked()
    tray.lay(die(5, 50), die(2, 150))
    expect(page.locator(".seen-die")).to_have_count(2)
    throw(page, "16")
    reacts(page)
    assert (evening.answer()["answer"], evening.answer()["how"]) == ([1, 6], "typed")


@pytest.mark.long
def test_too_few_are_said_and_not_taken(evening: Evening, tray: StubTray) -> None:
    page = evening.asked()
    tray.lay(die(5, 50))
    expect(page.locator(".tray")).to_contain_text("1 too few")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_contain_text("1 too few")


@pytest.mark.sizes("phone", "screen")
@pytest.mark.long
def test_too_many_are_said_and_one_is_left_out(evening: Evening, tray: StubTray) -> None:
    """However many lie there: the button that takes them stays in sight."""
    page = evening.asked()
    tray.lay(*[die(1, 50.0 * n) for n in range(22)])
    expect(page.locator(".seen-die")).to_have_count(22)
    for wide, high in (SIZES[evening.size], LOW):
        page.set_viewport_size({"width": wide, "height": high})
        accept = page.get_by_role("button", name="Accept the throw")
        expect(accept).to_be_in_viewport(ratio=1)
        expect(accept).to_be_disabled()
    tray.lay(die(5, 50), die(2, 150), die(1, 250))
    expect(page.locator(".seen-die")).to_have_count(3)
    expect(page.locator(".tray")).to_contain_text("Only 2 are asked for")
    page.get_by_role("button", name="Die 3: 1").click()
    page.get_by_role("button", name="Does not count").click()
    page.get_by_role("button", name="Accept the throw").click()
    reacts(page)
    assert evening.answer()["answer"] == [5, 2]


@pytest.mark.long
def test_by_itself_once_both_sides_agreed(evening: Evening, tray: StubTray) -> None:
    game = evening.desk.the_game()
    for side in ("Red", "Blue"):
        game.set_dice("itself", Who("player", side), after=game.journal.head)
    page = evening.asked()
    tray.lay(die(5, 50), die(2, 150))
    reacts(page)
    assert "accepted by itself" in evening.answer()["how"]


@pytest.mark.long
def test_off_leaves_only_the_keys(evening: Evening, tray: StubTray) -> None:
    page = evening.asked()
    page.get_by_label("How dice are read in this game").select_option("off")
    expect(page.locator(".tray")).not_to_contain_text("Throw the dice into the tray")
    tray.lay(die(5, 50), die(2, 150))
    throw(page, "16")
    reacts(page)


@pytest.mark.long
def test_an_offered_throw_can_be_used_by_everybody(evening: Evening, tray: StubTray) -> None:
    page = evening.asked()
    tray.lay(die(None, 50), die(2, 150))
    expect(page.locator(".seen-die")).to_have_count(2)
    assert grave_faults(page) == []


@pytest.mark.long
def test_the_ruling_shows_how_the_dice_were_read_and_their_picture(
    evening: Evening, tray: StubTray
) -> None:
    page = evening.asked()
    tray.lay(die(5, 50), die(2, 150))
    expect(page.locator(".seen-die")).to_have_count(2)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator(".throw").first).to_contain_text("read by the camera, accepted by")
    page.goto(f"{evening.screen.address}/dice")
    expect(page.locator(".kept-throw img")).to_have_count(1)
    assert page.locator(".kept-throw img").evaluate("img => img.decode().then(() => true)")


@pytest.mark.long
def test_simulated_dice_fall_and_are_read(browser: Browser, tmp_path: Path) -> None:
    """The whole chain, with the reader as it is; the chance of this throw is always the same."""
    rng = random.Random(3)
    camera = DiceTrayCamera(below=lambda limit: 1 if limit == 36 else rng.randrange(limit))
    with ExitStack() as stack:
        newest = NewestFrame(camera)
        newest.start()
        dice = SimulatedDice(camera, newest)
        stack.callback(dice.close)
        dice.start()
        found = evening_at(stack, browser, tmp_path / "folder", dice, "phone")
        page = found.asked()
        expect(page.locator(".tray")).to_contain_text("SIMULATED")
        page.get_by_role("button", name="Throw", exact=True).click()
        expect(page.locator(".seen-die").first).to_be_visible()
        assert page.locator(".seen-die img").first.evaluate("img => img.decode().then(() => true)")
        expect(page.locator(".seen-face")).to_have_count(2)
        page.get_by_role("button", name="Accept the throw").click()
        reacts(page)
        assert sorted(found.answer()["answer"]) == sorted(die.face for die in camera.dice)
        assert found.answer()["how"].startswith("read by the simulated camera")


@pytest.mark.long
def test_a_reroll_names_its_dice_and_takes_those_that_moved(
    browser: Browser, tmp_path: Path, tray: StubTray
) -> None:
    """Of 6 1 1 at 4 or more the two ones are thrown again; the tray is told which they are."""
    ones = [die(1, 150), die(1, 250)]
    with ExitStack() as stack:
        found = evening_at(stack, browser, tmp_path / "folder", tray, "screen", toy.with_luck())
        page = found.screen.open()
        found.screen.tap("R01")
        page.get_by_role("button", name="Shoot at Bell").click()
        page.get_by_role("button", name="Deal for me").click()
        expect(page.locator(".dice[data-focus]")).to_be_focused()
        tray.lay(die(6, 50), *ones)
        expect(page.locator(".seen-face")).to_have_text(["6", "1", "1"])
        page.keyboard.press("Enter")
        expect(page.locator(".tray")).to_contain_text("Throw again: 1 1")
        assert tray.asked[-1] == tuple(ones)
        tray.lay(die(5, 350), die(2, 450))
        expect(page.locator(".seen-face")).to_have_text(["5", "2"])
        page.keyboard.press("Enter")
        expect(page.locator(".ruling h3").first).to_contain_text("2 hits")
