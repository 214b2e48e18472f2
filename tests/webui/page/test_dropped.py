"""A dropped model stays while the picture catches up; the knob while moving; odds as bars (4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import expect

from rules.kernel.protocol import Action
from tests.webui import toy
from tests.webui.page.conftest import Open
from vision.table.abilities import Abilities
from webui.game.position import Who
from webui.game.seen.live import HandTable

pytestmark = pytest.mark.browser


class LateTable(HandTable):
    """A simulated table whose camera sees a move only when it is told to look."""

    late: dict[str, tuple[float, float, float]]

    @property
    def abilities(self) -> Abilities:
        """As by hand, drawn."""
        return replace(super().abilities, sees=True, simulated=True)

    def place(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> None:
        """The model is moved; the picture does not show it yet."""
        self.__dict__.setdefault("late", {})[payload] = (x_in, y_in, facing_deg)

    def look(self) -> None:
        """The picture shows what was moved."""
        for payload, place in self.__dict__.pop("late", {}).items():
            super().place(payload, *place)


def _at(page: Any, payload: str) -> tuple[float, float]:
    """Where a base is drawn, inches."""
    said = page.locator(f'.base[data-payload="{payload}"]').get_attribute("transform")
    x, y = said.removeprefix("translate(").split(")")[0].split()
    return float(x), float(y)


def test_a_dropped_model_stays_while_the_picture_catches_up(hall: Open) -> None:
    live = LateTable(toy.table())
    found = hall(live=live)
    screen = found.screen()
    page = screen.open()
    screen.tap("R01")
    expect(page.locator('.base.picked[data-payload="R01"]')).to_have_count(1)
    x, y = screen.middle("R01")
    with page.expect_response("**/act/place"):
        screen.drag((x, y), (x + 40, y))
    dropped = _at(page, "R01")
    assert dropped[0] > 30.5
    # Another picture comes in which it still stands where it was.
    with page.expect_response("**/table.json"):
        found.desk.bell.ring()
    expect(page.locator("#standing")).to_contain_text("Turn 1")
    assert _at(page, "R01") == pytest.approx(dropped, abs=0.01)
    live.look()
    with page.expect_response("**/table.json"):
        found.desk.bell.ring()
    assert _at(page, "R01") == pytest.approx(dropped, abs=0.5)


@pytest.mark.long
def test_a_model_in_the_hand_stays_under_it(hall: Open) -> None:
    """Another model moves while it is held: all are drawn anew."""
    found = hall()
    screen = found.screen()
    page = screen.open()
    screen.tap("R01")
    expect(page.locator('.base.picked[data-payload="R01"]')).to_have_count(1)
    x, y = screen.middle("R01")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 20, y)
    page.mouse.move(x + 40, y)
    held, other = _at(page, "R01"), page.locator('.base[data-payload="B01"]')
    assert held[0] > 30.5
    found.desk.live.place("B01", 41.0, 25.0, 270.0)
    found.desk.bell.ring()
    expect(other).to_have_attribute("transform", "translate(41 25) rotate(180)")
    assert _at(page, "R01") == held
    page.mouse.up()
    assert _at(page, "R01") == held


@pytest.mark.long
def test_a_dropped_model_waits_for_a_late_answer(hall: Open) -> None:
    """Nine seconds pass before the computer answers, more than a picture is waited for."""
    found = hall(live=LateTable(toy.table()))
    screen = found.screen(own=True)
    screen.page.clock.install()
    page = screen.open()
    screen.tap("R01")
    expect(page.locator('.base.picked[data-payload="R01"]')).to_have_count(1)
    held: list[Any] = []
    page.route("**/act/place", lambda route: held.append(route))
    x, y = screen.middle("R01")
    with page.expect_request("**/act/place"):
        screen.drag((x, y), (x + 40, y))
    page.clock.fast_forward(9_000)
    with page.expect_response("**/table.json"):
        found.desk.bell.ring()
    expect(page.locator("#standing")).to_contain_text("Turn 1")
    assert _at(page, "R01")[0] > 30.5
    held[0].continue_()


@pytest.mark.long
def test_the_knob_is_there_while_a_unit_is_moved_and_not_before(hall: Open) -> None:
    found = hall()
    screen = found.screen()
    page = screen.open()
    screen.tap("B01")
    expect(page.locator('.base.picked[data-payload="B01"]')).to_have_count(1)
    knob = page.locator("[data-handle]")
    expect(knob).to_have_count(0)
    game, table = found.desk.the_game(), Who("table")
    with page.expect_response("**/act/place"):
        x, y = screen.middle("B01")
        screen.drag((x, y), (x + 20, y))
    expect(knob).to_have_count(1)
    game.declare(Action("shoot", "R1", "B1"), table, after=game.journal.head)
    # Seen to stay through the dice, as a model had been moved before.
    expect(page.locator(".dice[data-focus]")).to_be_visible()
    expect(knob).to_have_count(0)
    game.answer([1, 1], table, after=game.journal.head)
    game.answer("back", table, after=game.journal.head)
    expect(page.get_by_role("button", name="Moved: look")).to_be_visible()
    expect(knob).to_have_count(1)


@pytest.mark.long
def test_odds_are_bars(hall: Open) -> None:
    """No hit 1/4, one hit 1/2, two hits 1/4."""
    page = hall().screen().open()
    page.locator(".unit-list button", has_text="Rigg").click()
    page.get_by_role("button", name="Odds").first.click()
    bars = page.locator(".odds-bar .strength-left")
    expect(bars).to_have_count(3)
    for number, width in enumerate(("50", "25", "25")):
        expect(bars.nth(number)).to_have_attribute("width", width)
