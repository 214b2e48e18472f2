"""What the books share of an action under way, of lists of units, and of their index."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rules.books import RULE_SETS
from rules.field.muster import called, with_changed
from rules.kernel.play import Play
from rules.kernel.protocol import IllegalAction, RuleSet, Switch
from rules.kernel.sides import enemy
from rules.kernel.telling.house_told import HouseRead
from rules.kernel.telling.index import titles_of
from vision.table.snapshot import Snapshot


class Game(Struct, frozen=True):
    """The smallest state that a play can have."""

    units: tuple[Any, ...] = ()
    sides: tuple[str, str] = ("red", "white")
    turn: int = 1
    house: dict[str, str] = {}


PLAY = Play(Game(), Snapshot((72.0, 48.0)))


def test_a_ruling_cites_each_id_once() -> None:
    after = PLAY.step("it shoots", "X-SHO-02", "X-SHO-01", "X-SHO-02")
    (ruling,) = after.outcome().rulings
    assert ruling.rules == ("X-SHO-02", "X-SHO-01")


def test_a_ruling_names_the_house_rules_that_were_read_for_it_and_forgets_them() -> None:
    """MUD is at its default; WIND is read for the second ruling alone."""
    switches = (Switch("FOG", ("off", "on"), ""), Switch("MUD", ("off", "on"), ""),
                Switch("WIND", ("off", "on"), ""))  # fmt: skip
    house = HouseRead({"FOG": "on", "MUD": "off", "WIND": "on"}, switches)
    play = replace(PLAY, state=Game(house=house))
    assert (play.state.house["FOG"], play.state.house["MUD"]) == ("on", "off")
    play = play.step("it shoots", "X-SHO-01")
    assert play.state.house.get("WIND") == "on"
    play = play.step("it hits", "X-SHO-02")
    assert [one.house for one in play.rulings] == [("FOG=on",), ("WIND=on",)]


def test_the_enemy_of_a_side_is_the_other() -> None:
    assert (enemy(Game(), "red"), enemy(Game(), "white")) == ("white", "red")


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


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
def test_the_index_of_a_book_has_a_title_for_each_of_its_ids(book: RuleSet) -> None:
    titles = titles_of(f"rules.{book.name}")
    assert tuple(titles) == book.ids and all(titles.values())
