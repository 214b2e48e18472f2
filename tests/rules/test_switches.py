"""House rules are read in one way by all five books: value, default, name, fault."""

from __future__ import annotations

import pytest
from msgspec import Struct

from rules.books import RULE_SETS
from rules.kernel.protocol import BadState, RuleSet, Switch
from rules.kernel.switches import HouseRules

RULES = HouseRules((Switch("PACE", ("slow", "fast"), "pace"), Switch("MUD", ("false", "true"), "")))


class Game(Struct, frozen=True):
    """Whatever is played under house rules."""

    house: dict[str, str] = {}


def test_a_switch_that_nobody_chose_is_at_its_first_value() -> None:
    assert (RULES.of(Game(), "PACE"), RULES.is_on(Game(), "MUD")) == ("slow", False)
    assert RULES.defaults == {"PACE": "slow", "MUD": "false"}


def test_a_chosen_value_is_read_from_the_game() -> None:
    game = Game({"PACE": "fast", "MUD": "true"})
    assert (RULES.of(game, "PACE"), RULES.is_on(game, "MUD")) == ("fast", True)


def test_only_what_is_not_at_its_default_is_named_and_only_when_asked_about() -> None:
    game = Game({"PACE": "slow", "MUD": "true"})
    assert RULES.named(game, "PACE", "MUD") == ("MUD=true",)
    assert RULES.named(game, "PACE") == RULES.named(Game(), "PACE", "MUD") == ()


def test_the_table_outranks_the_armies_and_the_first_army_the_second() -> None:
    """An army's own words that are no switch (its motivation) are no house rules."""
    armies = (Game({"PACE": "fast", "motivation": "top"}), Game({"PACE": "slow", "MUD": "true"}))
    assert RULES.with_those_of({}, armies) == {"PACE": "fast", "MUD": "true"}
    assert RULES.with_those_of({"MUD": "false"}, armies) == {"PACE": "fast", "MUD": "false"}


def test_an_army_may_not_bring_a_value_that_a_switch_does_not_take() -> None:
    with pytest.raises(BadState, match="house rule PACE takes slow, fast, not 'late'"):
        RULES.with_those_of({}, (Game({"PACE": "late"}),))


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
def test_every_book_refuses_a_house_rule_it_does_not_know_in_the_same_words(book: RuleSet) -> None:
    demo = book.demo()
    with pytest.raises(BadState, match="there is no house rule 'fudge'"):
        book.new_game(demo.armies, {"fudge": "yes"})
