"""A whole battle: the golden one replayed line by line, and what may be done in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.engine import advance
from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import Action
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.actions import resolve
from rules.matchlocks.robot import without_the_gone
from rules.matchlocks.state import State
from tests.rules.answered import run
from tests.rules.golden import replay

GOLDEN = Path(__file__).parents[2] / "games" / "matchlocks.txt"
DEMO = MATCHLOCKS.demo()


def fresh() -> State:
    state = MATCHLOCKS.new_game(DEMO.armies, DEMO.house)
    assert isinstance(state, State)
    return state


def test_the_golden_battle_replays_line_by_line() -> None:
    """A difference is a finding: a rule has changed, or is wrong now, or was."""
    replay(MATCHLOCKS, GOLDEN.read_text(encoding="utf-8"), {}, without_the_gone)


def test_the_state_of_a_battle_is_plain_json_and_comes_back_equal() -> None:
    state = _opened()
    assert from_plain(to_plain(state), State) == state


def test_every_unit_of_an_open_battle_has_offers_with_reasons() -> None:
    """Legal ones, and for illegal ones a sentence and the rule that says so."""
    state = _opened()
    offers = MATCHLOCKS.actions(state, DEMO.table)
    acting = {offer.action.by for offer in offers}
    assert set(state.units) <= acting
    for offer in offers:
        assert offer.legal or (offer.why and offer.rules), offer
        assert offer.title


def _opened() -> State:
    """The armies stand as placed, and the manoeuvre phase has begun."""
    outcome = run(MATCHLOCKS.resolve(Action("begin", "Royalists"), fresh(), DEMO.table), [6], [1])
    state = outcome.state
    assert isinstance(state, State)
    return state


def test_a_legal_offer_can_be_resolved_and_an_illegal_one_is_refused() -> None:
    """What the page offers is what the umpire accepts, in the manoeuvre phase of the demo."""
    state = _opened()
    for offer in MATCHLOCKS.actions(state, DEMO.table):
        steps = resolve(offer.action, state, DEMO.table)
        if offer.legal:
            advance(steps, [])
        else:
            with pytest.raises(Exception, match=offer.rules[0]):
                advance(steps, [])


def test_the_status_card_and_bands_of_everything_can_be_shown() -> None:
    state = _opened()
    assert MATCHLOCKS.status(state).to_act == ("Royalists",)
    for one in (*state.units, *state.leaders):
        assert MATCHLOCKS.card(state, one).lines
        assert all(band.radius_in > 0 for band in MATCHLOCKS.bands(state, one))
    assert MATCHLOCKS.premeasure(state)
    assert len(MATCHLOCKS.reference()) >= 4


def test_the_card_of_a_side_holds_what_its_player_alone_may_see() -> None:
    """PREP-14: Army Morale, cards in hand; the common status has none of it."""
    card = MATCHLOCKS.card(fresh(), "Royalists")
    assert ("Army Morale", "7 of 7") in card.lines
    assert not any("7 of 7" in line for _, line in MATCHLOCKS.status(fresh()).lines)


def test_with_premeasure_off_no_offer_holds_a_range() -> None:
    """SET-11: the engine withholds the number until the Shoot is declared."""
    state = MATCHLOCKS.new_game(DEMO.armies, {"premeasure": "off"})
    assert not MATCHLOCKS.premeasure(state)
    assert all(not offer.readings for offer in MATCHLOCKS.actions(state, DEMO.table))
