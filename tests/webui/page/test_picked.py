"""Who is picked, and who is marked: after an action the next tap picks again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from rules.kernel.protocol import Action
from tests.webui.browsing import Watched
from tests.webui.page.conftest import Open
from tests.webui.page.steps import shoot, throw
from webui.game.position import Who

pytestmark = pytest.mark.browser

ENDS_THE_TURN = """async () => {
  const { game } = await (await fetch('/table.json')).json();
  const said = { head: game.head, do: 'end', by: game.to_act[0], more: {} };
  return (await fetch('/act/declare', { method: 'POST', body: JSON.stringify(said),
    headers: { 'Content-Type': 'application/json' } })).text();
}"""
"""Red ends its turn, on another screen: with a unit picked the toy game has no button for it."""


def _picked(page: Page, unit: str) -> None:
    expect(page.locator(f'#map .base.picked[data-unit="{unit}"]')).to_have_count(1)


@pytest.mark.long
def test_after_an_action_nobody_is_picked_and_who_can_act_is_marked(seen: Watched) -> None:
    page = seen.open()
    throw(shoot(seen), "61")
    page.get_by_role("button", name="Stand").click()
    expect(page.locator("#map .base.ready").first).to_be_visible()
    expect(page.locator("#map .base.picked")).to_have_count(0)


def test_the_first_tap_of_the_next_turn_picks(seen: Watched) -> None:
    """Red's foot is still picked when Red ends the turn; Blue taps its own."""
    page = seen.open()
    seen.tap("R01")
    _picked(page, "R1")
    page.evaluate(ENDS_THE_TURN)
    expect(page.locator('#map .base.ready[data-unit="B1"]')).to_have_count(1)
    seen.tap("B01")
    _picked(page, "B1")
    expect(page.locator("#measured")).to_have_count(0)


def test_what_a_player_picks_ahead_stays_when_the_other_side_has_acted(hall: Open) -> None:
    found = hall()
    game, blue = found.desk.the_game(), found.phone("Blue")
    blue.tap("B01")
    _picked(blue.page, "B1")
    drawn = blue.page.locator("#map")
    before = drawn.get_attribute("data-version")
    game.declare(Action("end", "Red"), Who("player", "Red", "Ann"), after=game.journal.head)
    # The toy game lets both sides act at once: nothing says that it is Blue's turn.
    expect(drawn).not_to_have_attribute("data-version", str(before))
    _picked(blue.page, "B1")


FALLS = """async ([unit]) => {
  const [{ map, page, state }, { noteFresh }] = await Promise.all(
    ["state", "loading"].map((one) => import(`/static/table/${one}.js`)));
  const now = structuredClone(state.data);
  now.game.head += 1;
  now.units.find((each) => each.unit === unit).gone = "destroyed";
  const picked = state.picked;
  map.acting = { by: "", at: unit };
  map.data = now;
  noteFresh(state.data, now);
  map.mark(state.picked, state.aimed);
  const el = document.querySelector(`#map .base[data-unit="${unit}"]`);
  return [picked, state.picked, el.matches(".gone"), el.matches(".picked, .aimed")];
}"""


def test_round_who_falls_no_ring_stays(seen: Watched) -> None:
    """It was picked, and the action that made it fall is still about it."""
    page = seen.open()
    seen.tap("B01")
    _picked(page, "B1")
    assert page.evaluate(FALLS, ["B1"]) == ["B1", "", True, False]
