"""Throws of the drawn tray in the real browser: dice fall, are read, and are taken or thrown again.

The pictures are put to the reader one by one, by a clock of the test's own, so that nothing on the
page changes but what the test has let happen.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from rules.kernel.protocol import RuleSet
from rules.quickplay import QUICKPLAY
from tests.webui import toy
from tests.webui.browsing import box_of
from tests.webui.page.on_screen import cut_by_keys
from tests.webui.page.test_dice_tray import Evening, evening_at, reacts
from vision.cameras.newest import NewestFrame, Shot
from vision.simulator.dice.dice_tray import DiceTrayCamera, ThrownDie
from vision.watch.dice_watch import SimulatedDice

pytestmark = pytest.mark.browser

PICTURE_S = 0.2
WHOLE_THROW = 15
"""Pictures of three seconds: dice are lifted and fall for 1.6 s, and are read 0.8 s after it."""

Below = Callable[[int], int]


class PictureByPicture(NewestFrame):
    """The newest picture is the last one that the test has had taken."""

    def __init__(self, camera: DiceTrayCamera) -> None:
        super().__init__(camera)
        self.shot: Shot | None = None

    def newest(self) -> Shot | None:
        return self.shot

    def trouble(self) -> str:
        return ""


class DrawnTray:
    """The drawn tray with its reader, and the clock that both follow."""

    def __init__(self, below: Below) -> None:
        self.now_s = 1000.0
        self.camera = DiceTrayCamera(fps=0, clock=lambda: self.now_s, below=below)
        self.pictures = PictureByPicture(self.camera)
        self.dice = SimulatedDice(self.camera, self.pictures)

    def pass_by(self, pictures: int = WHOLE_THROW) -> None:
        """So many pictures are taken and looked at."""
        for _ in range(pictures):
            self.now_s += PICTURE_S
            self.pictures.shot = Shot(self.camera.read(), self.now_s)
            self.dice.step()

    def order(self) -> list[ThrownDie]:
        """The dice as the page lists them: unread ones first, then from the top down."""
        return sorted(self.camera.dice, key=lambda die: (die.face is not None, die.y_px, die.x_px))

    def texts(self) -> list[str]:
        """What the page should say under each."""
        return ["?" if die.face is None else str(die.face) for die in self.order()]


def fair(seed: int, cocked: tuple[bool, ...] = ()) -> Below:
    """Chance that is the same each time; whether each die thrown leans is told, then none does."""
    rng, leans = random.Random(seed), list(cocked)

    def below(limit: int) -> int:
        if limit == 36:
            return 0 if leans and leans.pop(0) else 1
        return rng.randrange(limit)

    return below


@contextmanager
def beside(
    browser: Browser,
    folder: Path,
    tray: DrawnTray,
    rules: RuleSet = toy.TOY,
    size: str = "screen",
) -> Iterator[Evening]:
    """A ready battle beside that tray, on one screen."""
    with ExitStack() as stack:
        stack.callback(tray.dice.close)
        yield evening_at(stack, browser, folder, tray.dice, size, rules)


def thrown(page: Page, tray: DrawnTray, button: str = "Throw") -> None:
    """Press the button; the dice fall, and are read."""
    tray.pass_by(2)
    with page.expect_response("**/act/throw") as answer:
        page.get_by_role("button", name=button, exact=True).click()
    assert answer.value.ok
    tray.pass_by()
    expect(page.locator(".seen-face")).to_have_text(tray.texts())


@pytest.mark.long
def test_one_key_accepts_a_simulated_throw(browser: Browser, tmp_path: Path) -> None:
    tray = DrawnTray(fair(3))
    with beside(browser, tmp_path / "folder", tray) as evening:
        page = evening.asked()
        thrown(page, tray)
        page.keyboard.press("Enter")
        reacts(page)
        answer = evening.answer()
    assert sorted(answer["answer"]) == sorted(die.face or 0 for die in tray.camera.dice)
    assert answer["how"].startswith("read by the simulated camera, accepted by ")


@pytest.mark.long
def test_on_a_phone_what_was_read_is_accepted_without_scrolling(
    browser: Browser, tmp_path: Path
) -> None:
    """Also below the guide's card, and with the question in sight; no key hides a part of it. A
    die that leans takes more room, and the button waits in sight."""
    tray = DrawnTray(fair(5, cocked=(True,)))
    with beside(browser, tmp_path / "folder", tray, QUICKPLAY, "phone") as evening:
        page = evening.screen.open("/table?first=1")
        page.locator(".next-step .main-button").click()
        expect(page.locator(".prompt .need").first).to_be_visible()
        expect(page.locator(".first-steps")).to_contain_text("Press Roll for me")
        assert cut_by_keys(page) == []
        thrown(page, tray)
        accept = page.get_by_role("button", name="Accept the throw")
        expect(accept).to_be_disabled()
        expect(accept).to_be_in_viewport(ratio=1)
        told = page.locator(".first-steps strong")
        expect(told).to_contain_text("Press Throw: all of them fall once more")
        expect(told).to_be_in_viewport(ratio=1)
        expect(page.locator(".asked")).to_have_text("Throw")
        expect(page.locator(".asked")).to_be_in_viewport(ratio=1)
        thrown(page, tray)
        expect(told).to_contain_text("Press Accept the throw")
        expect(accept).to_be_enabled()
        assert cut_by_keys(page) == []
        expect(accept).to_be_in_viewport(ratio=1)
        expect(page.locator(".seen-die")).to_be_in_viewport(ratio=1)
        expect(page.locator(".prompt .need").first).to_be_in_viewport(ratio=1)
        heading, pad = box_of(page.locator(".prompt h2")), box_of(page.locator(".pad"))
        assert heading["y"] + heading["height"] <= pad["y"]


@pytest.mark.long
def test_the_page_says_how_the_three_ways_to_throw_differ(browser: Browser, tmp_path: Path) -> None:
    tray = DrawnTray(fair(3))
    with beside(browser, tmp_path / "folder", tray, size="phone") as evening:
        page = evening.asked()
        hint = page.locator(".pad-hint")
        expect(hint).to_contain_text("Throw lets the drawn dice fall; Roll for me takes fair dice")
        page.keyboard.press("5")
        expect(hint).to_contain_text("1 still to type. Thrown too few? Throw the missing one.")


@pytest.mark.long
def test_a_throw_that_was_read_may_be_typed_instead(browser: Browser, tmp_path: Path) -> None:
    tray = DrawnTray(fair(3))
    with beside(browser, tmp_path / "folder", tray, size="phone") as evening:
        page = evening.asked()
        thrown(page, tray)
        keys = page.locator(".keys").get_by_role("button", name="6", exact=True)
        expect(keys).to_have_count(0)
        page.get_by_role("button", name="Type them").click()
        keys.click()
        keys.click()
        page.get_by_role("button", name="Done", exact=True).click()
        reacts(page)
        answer = evening.answer()
    assert (answer["answer"], answer["how"]) == ([6, 6], "typed")


@pytest.mark.long
def test_a_tap_corrects_a_simulated_die(browser: Browser, tmp_path: Path) -> None:
    tray = DrawnTray(fair(3))
    with beside(browser, tmp_path / "folder", tray) as evening:
        page = evening.asked()
        thrown(page, tray)
        first, second = tray.order()
        wanted = 6 if first.face != 6 else 1
        page.get_by_role("button", name=f"Die 1: {first.face}").click()
        shows = page.get_by_role("group", name="Die 1 shows")
        shows.get_by_role("button", name=str(wanted), exact=True).click()
        expect(page.locator(".seen-face")).to_have_text([str(wanted), str(second.face)])
        page.get_by_role("button", name="Accept the throw").click()
        reacts(page)
        answer = evening.answer()
    assert answer["answer"] == [wanted, second.face]
    assert answer["how"].endswith(f"corrected {first.face} to {wanted}")


@pytest.mark.long
def test_a_simulated_die_that_leans_is_asked_and_thrown_again(
    browser: Browser, tmp_path: Path
) -> None:
    tray = DrawnTray(fair(1, cocked=(True, False)))
    with beside(browser, tmp_path / "folder", tray) as evening:
        page = evening.asked()
        thrown(page, tray)
        expect(page.locator(".seen-die").first).to_have_class(re.compile("unsure"))
        page.keyboard.press("Enter")
        expect(page.locator("#toast")).to_contain_text("Name the yellow die (?) first")
        stays = tray.order()[1]
        thrown(page, tray, "Throw this one again")
        assert stays in tray.camera.dice
        page.locator(".dice[data-focus]").press("Enter")
        reacts(page)
        answer = evening.answer()
    assert sorted(answer["answer"]) == sorted(die.face or 0 for die in tray.camera.dice)


@pytest.mark.long
def test_a_simulated_reroll_throws_only_its_own_dice(browser: Browser, tmp_path: Path) -> None:
    """Of three dice at 4 or more those that missed are named, fall anew, and are taken."""
    tray = DrawnTray(fair(8))
    with beside(browser, tmp_path / "folder", tray, toy.with_luck()) as evening:
        page = evening.screen.open()
        evening.screen.tap("R01")
        page.get_by_role("button", name="Shoot at Bell").click()
        page.get_by_role("button", name="Deal for me").click()
        expect(page.locator(".dice[data-focus]")).to_be_focused()
        thrown(page, tray)
        first = tray.order()
        missed = [die for die in first if (die.face or 0) < 4]
        kept = [die for die in first if die not in missed]
        assert missed and kept, "this seed throws both"
        page.keyboard.press("Enter")
        faces = " ".join(str(die.face) for die in missed)
        expect(page.locator(".tray")).to_contain_text(f"Throw again: {faces}")
        tray.pass_by(2)
        with page.expect_response("**/act/throw"):
            page.get_by_role("button", name="Throw", exact=True).click()
        tray.pass_by()
        again = [die for die in tray.order() if die not in first]
        assert [die for die in tray.order() if die in first] == kept
        expect(page.locator(".seen-face")).to_have_text([str(die.face) for die in again])
        page.keyboard.press("Enter")
        hits = len(kept) + sum((die.face or 0) >= 4 for die in again)
        expect(page.locator(".ruling h3").first).to_contain_text(f"{hits} hits")
