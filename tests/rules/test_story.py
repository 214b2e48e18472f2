"""What the books share of an action under way, of what it says, and of their index."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rules.books import RULE_SETS
from rules.field.muster import called, with_changed
from rules.kernel.declared import aim, asks_nothing, word, words
from rules.kernel.engine import Done, advance
from rules.kernel.offers import offer
from rules.kernel.protocol import Action, Effect, IllegalAction, RuleSet, Ruling, Switch
from rules.kernel.sides import enemy, side_in
from rules.kernel.telling import story
from rules.kernel.telling.house_told import HouseRead
from rules.kernel.telling.index import titles_of
from vision.table.reading import Reading, Unmeasurable
from vision.table.snapshot import Snapshot


class Game(Struct, frozen=True):
    """The smallest state that a play can have."""

    sides: tuple[str, str] = ("red", "white")
    turn: int = 1
    house: dict[str, str] = {}


class Play(Struct, frozen=True):
    """The smallest play."""

    state: Game
    table: Snapshot
    rulings: tuple[Ruling, ...] = ()
    effects: tuple[Effect, ...] = ()


PLAY = Play(Game(), Snapshot((72.0, 48.0)))


def test_a_play_goes_on_as_a_new_one_and_the_old_stays_as_it_was() -> None:
    moved = story.on_table(PLAY, Snapshot((10.0, 10.0)))
    after = story.with_effect(story.with_state(moved, turn=2), Effect("hit", "A", 1, "A: hit 1"))
    assert (after.state.turn, after.table.size_in, len(after.effects)) == (2, (10.0, 10.0), 1)
    assert (PLAY.state.turn, PLAY.table.size_in, PLAY.effects) == (1, (72.0, 48.0), ())


def test_a_ruling_cites_each_id_once() -> None:
    after = story.ruled(PLAY, "it shoots", "X-SHO-02", "X-SHO-01", "X-SHO-02")
    (ruling,) = story.outcome(after).rulings
    assert ruling.rules == ("X-SHO-02", "X-SHO-01")


def test_a_ruling_names_the_house_rules_that_were_read_for_it_and_forgets_them() -> None:
    """MUD is at its default; WIND is read for the second ruling alone."""
    switches = (Switch("FOG", ("off", "on"), ""), Switch("MUD", ("off", "on"), ""),
                Switch("WIND", ("off", "on"), ""))  # fmt: skip
    house = HouseRead({"FOG": "on", "MUD": "off", "WIND": "on"}, switches)
    play = replace(PLAY, state=Game(house=house))
    assert (play.state.house["FOG"], play.state.house["MUD"]) == ("on", "off")
    play = story.ruled(play, "it shoots", "X-SHO-01")
    assert play.state.house.get("WIND") == "on"
    play = story.ruled(play, "it hits", "X-SHO-02")
    assert [one.house for one in play.rulings] == [("FOG=on",), ("WIND=on",)]


def test_a_story_that_grows_as_an_outcome_keeps_every_effect() -> None:
    first, second = Effect("hit", "A", 1, ""), Effect("gone", "A", None, "")
    told = story.then(story.then(story.begin(Game()), Game(turn=2), first), Game(turn=3), second)
    assert (told.state.turn, told.effects) == (3, (first, second))


def test_a_refusal_ends_with_the_ids_it_rests_on() -> None:
    assert str(story.refuse("it has moved", "X-MOV-01", "X-MOV-02")) == (
        "it has moved (X-MOV-01, X-MOV-02)"
    )
    assert str(story.refuse("it is over")) == "it is over"


def test_the_enemy_of_a_side_is_the_other_and_a_stranger_is_no_side() -> None:
    assert (enemy(Game(), "red"), enemy(Game(), "white")) == ("white", "red")
    assert side_in(Game(), "red") == "red"
    with pytest.raises(IllegalAction, match="blue is no side"):
        side_in(Game(), "blue")


class Man(Struct, frozen=True):
    """Somebody with an id."""

    id: str
    wounds: int = 0


def test_who_is_changed_keeps_his_place_and_who_is_no_member_stays_out() -> None:
    company = (Man("A"), Man("B"), Man("C"))
    assert with_changed(company, Man("B", 1), Man("Z")) == (Man("A"), Man("B", 1), Man("C"))


def test_who_is_called_is_the_first_of_that_id_and_a_stranger_is_refused() -> None:
    company = (Man("A"), Man("A", 1))
    assert called("A", company, "nobody") == Man("A")
    with pytest.raises(IllegalAction, match=re.escape("there is no man '{name}' here")):
        called("{name}", company, "there is no man {name!r} here")


@pytest.mark.parametrize(
    ("more", "what"), [({"with": 3}, "must be a list"), ({"with": "A"}, "must be a list")]
)
def test_what_an_action_says_is_refused_when_it_is_no_list(more: dict[str, Any], what: str) -> None:
    assert words(Action("order", "K", more={"with": ["A", "B"]}), "with") == ("A", "B")
    with pytest.raises(IllegalAction, match=f"order: with {what}"):
        words(Action("order", "K", more=more), "with")


def test_what_an_action_says_is_a_word_or_nothing() -> None:
    assert word(Action("order", "K"), "through") == ""
    with pytest.raises(IllegalAction, match="order: through must be a word"):
        word(Action("order", "K", more={"through": ["A"]}), "through")


def test_an_action_that_needs_an_aim_names_it() -> None:
    assert aim(Action("shoot", "K", "R"), "unit") == "R"
    with pytest.raises(IllegalAction, match="shoot: name the unit it is at"):
        aim(Action("shoot", "K"), "unit")


def test_a_rule_that_asks_nothing_is_done_at_once() -> None:
    rule = asks_nothing(lambda play, action: f"{play} {action.do}")
    assert advance(rule("red", Action("concede", "red")), ()) == Done("red concede")


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
def test_the_index_of_a_book_has_a_title_for_each_of_its_ids(book: RuleSet) -> None:
    titles = titles_of(f"rules.{book.name}")
    assert tuple(titles) == book.ids and all(titles.values())


def test_an_offer_is_grey_with_the_words_and_ids_of_the_refusal() -> None:
    def check() -> None:
        raise story.refuse("it has moved", "WOR-MOV-01")

    found = offer(Action("move", "A"), "A: move", check)
    assert (found.legal, found.why, found.rules) == (
        False, "it has moved", ("WOR-MOV-01",),
    )  # fmt: skip


def test_an_offer_that_cannot_be_measured_says_why() -> None:
    def check() -> None:
        raise Unmeasurable("A is hidden")

    assert not offer(Action("move", "A"), "A: move", check).legal


def test_an_offer_says_when_its_reading_is_too_close_to_call() -> None:
    """20.1 ± 0.3 cm reaches over a limit of 20; 21 ± 0.3 does not."""
    near, far = (Reading("gap", cm, 0.3, "cm") for cm in (20.1, 21.0))
    asked = offer(Action("shoot", "A"), "A: shoot", lambda: None, lambda: near, 20.0)
    sure = offer(Action("shoot", "A"), "A: shoot", lambda: None, lambda: far, 20.0)
    assert asked.legal and "against 20 cm is too close to call" in asked.why
    assert (sure.why, sure.readings) == ("", (far,))
