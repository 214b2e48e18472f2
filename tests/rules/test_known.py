"""What a side may know of a battle: the others' secrets are not in it, whatever is then run on it.

These hold by themselves; that nothing is told by any page is tested with two worlds.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.state import State
from rules.skirmish import SKIRMISH
from rules.skirmish.state import Marker
from rules.skirmish.state import State as SkirmishState


def battle() -> State:
    """Parliament holds a bonus card and an event; of 9 tokens it has given up 2 and lost 3 more
    that only Parliament has counted."""
    demo = MATCHLOCKS.demo()
    state = MATCHLOCKS.new_game(demo.armies, {})
    assert isinstance(state, State)
    held = replace(
        state.sides["Parliament"],
        hand=("Perk",), events=("Ambush",), start_tokens=9, tokens=4, discarded=2,
    )  # fmt: skip
    decks = replace(state.decks, bonus=("Forfeit",), events=("Fog Of War",))
    return replace(state, sides={**state.sides, "Parliament": held}, decks=decks)


def test_what_the_other_holds_may_as_well_be_in_the_deck() -> None:
    known = MATCHLOCKS.known(battle(), "Royalists")
    other = known.sides["Parliament"]
    assert (other.hand, other.events) == ((), ())
    assert known.decks.bonus == ("Forfeit", "Perk")
    assert known.decks.events == ("Ambush", "Fog Of War")


def test_of_the_others_army_morale_only_what_was_given_up_is_known() -> None:
    """9 less 2."""
    assert MATCHLOCKS.known(battle(), "Royalists").sides["Parliament"].tokens == 7


def test_a_side_knows_its_own() -> None:
    own = MATCHLOCKS.known(battle(), "Parliament").sides["Parliament"]
    assert (own.hand, own.events, own.tokens) == (("Perk",), ("Ambush",), 4)


def test_which_marker_is_a_dummy_no_side_knows() -> None:
    """Another marker is the dummy, and the groups stand under others: it looks the same."""
    state = SKIRMISH.new_game(SKIRMISH.demo().armies, {})
    assert isinstance(state, SkirmishState)
    worlds = [
        replace(state, markers=tuple(
            Marker(f"M{n}", "rebel", group) for n, group in enumerate(order, start=1)
        ))
        for order in (("R-M", "R-P", ""), ("", "R-P", "R-M"))
    ]  # fmt: skip
    for side in ("rebel", "king"):
        assert SKIRMISH.known(worlds[0], side) == SKIRMISH.known(worlds[1], side)
