"""What players do again and again, as steps of a story."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from rules.kernel.protocol import Action
from tests.webui.browsing import Watched
from webui.game.game import Game
from webui.game.position import Who


def shoot(watched: Watched) -> Page:
    """Tap Rigg's foot, shoot at Bell's, and wait until the dice are asked for."""
    page = watched.page
    watched.tap("R01")
    page.get_by_role("button", name="Shoot at Bell").click()
    expect(page.locator(".dice[data-focus]")).to_be_focused()
    return page


def throw(page: Page, faces: str) -> None:
    """Type the faces, one key a die, and Enter."""
    expect(page.locator(".dice[data-focus]")).to_be_focused()
    for key in (*faces, "Enter"):
        page.keyboard.press(key)


def fall_back(watched: Watched) -> Page:
    """A shot that hits nothing, and Bell's foot is asked to fall back."""
    page = shoot(watched)
    throw(page, "11")
    page.get_by_role("button", name="Fall back").click()
    expect(page.get_by_role("button", name="Moved: look")).to_be_visible()
    return page


def shot(game: Game, first: int, second: int) -> int:
    """Rigg's foot shoots at Bell's, which stands; the last event's id."""
    screen = Who("table", "", "Ann")
    game.declare(Action("shoot", "R1", "B1"), screen, after=game.journal.head)
    game.answer([first, second], screen, after=game.journal.head)
    game.answer("stand", screen, after=game.journal.head)
    return game.journal.head
