"""What an action changed is told by one ledger a book, and nothing of it is forgotten."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from rules.books import RULE_SETS
from rules.kernel.play import Play
from rules.kernel.protocol import RuleSet
from rules.kernel.telling.ledger import (
    Account,
    Count,
    Mark,
    Strength,
    Term,
    Weight,
    consequences,
    strengths,
    untold,
)
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.setting_up.preparation import read_state
from vision.table.snapshot import Snapshot

ACCOUNTS = [
    pytest.param(account, id=f"{book.name}-{account.kind}")
    for book in RULE_SETS
    for account in book.ledger
]


class Company(Struct, frozen=True):
    """A unit of the book that the tests make up."""

    id: str
    side: str = "red"
    men: int = 10
    start: int = 10
    shaken: bool = False
    form: str = "line"
    moved: bool = False


class Battle(Struct, frozen=True):
    """Its state."""

    units: tuple[Company, ...] = ()


LINES = (
    Count("men", lambda state, one: one.men, ("men",), "loses {n}: {after} of {start} left",
          "has {n} more", start=lambda state, one: one.start),
    Mark("shaken", lambda state, one: one.shaken, ("shaken",), "is shaken", "is calm"),
    Term("form", lambda state, one: one.form, ("form",), {"": ""}, "forms {after}"),
)  # fmt: skip
UNITS = Account(
    "unit", Company, lambda state: state.units, LINES,
    frozenset({"id", "side", "start", "moved"}),
)  # fmt: skip
BEFORE = Battle((Company("A"), Company("B", side="blue")))


def after(**changes: object) -> Battle:
    """The battle with those fields of A changed."""
    return Battle((replace(BEFORE.units[0], **changes), BEFORE.units[1]))


def told(state: Battle) -> list[str]:
    return [f"{one.who} {one.says.plain()}" for one in consequences((UNITS,), BEFORE, state)]


def test_a_loss_is_told_with_what_is_left() -> None:
    assert told(after(men=8)) == ["A loses 2: 8 of 10 left"]


def test_a_mark_is_told_when_it_comes_and_when_it_goes() -> None:
    assert told(after(shaken=True)) == ["A is shaken"]
    calm = consequences((UNITS,), after(shaken=True), BEFORE)
    assert [one.says.plain() for one in calm] == ["is calm"]


def test_the_gravest_comes_first() -> None:
    """Losses before morale before the standing of a unit."""
    weights = [
        one.weight
        for one in consequences((UNITS,), BEFORE, after(form="column", men=9, shaken=True))
    ]
    assert weights == [Weight.LOSSES, Weight.MORALE, Weight.STANDING]


def test_a_change_that_nobody_is_told_is_no_consequence() -> None:
    assert told(after(moved=True, form="")) == []


def test_who_was_not_there_before_joins() -> None:
    more = Battle((*BEFORE.units, Company("C")))
    assert told(more) == ["C joins the battle"]


MUSKETS = {"side": "Royalists", "kind": "musketeers"}
LED: dict[str, dict[str, Any]] = {
    "matchlocks": {
        "units": {"A": MUSKETS},
        "leaders": {"L": {"side": "Royalists", "attached": "A"}},
    },
    "armatys": {
        "units": [{"id": "A", "side": "red", "kind": "foot", "arms": {"musket": 12}}],
        "generals": [{"id": "L", "side": "red", "with_unit": "A"}],
    },
}


@pytest.mark.parametrize(
    ("book", "place", "lost"),
    [
        ("matchlocks", "leaders", {"lost": True, "attached": ""}),
        ("armatys", "generals", {"gone": True, "with_unit": ""}),
    ],
)
def test_of_a_leader_who_is_lost_it_is_not_told_that_he_rides_alone(
    book: str, place: str, lost: dict[str, Any]
) -> None:
    """What else he was, where he stood: nobody has to do anything about it any more."""
    rules = next(one for one in RULE_SETS if one.name == book)
    assert rules.read_state is not None
    state = rules.read_state(LED[book])
    now = Play(state, Snapshot((48.0, 36.0))).change_in(place, "L", **lost).state
    (told,) = consequences(rules.ledger, state, now)
    assert told.says.plain() == "is lost"
    assert told.to_do is not None and told.to_do.plain() == "take him off the table"


@pytest.mark.parametrize(("wood", "told"), [("", []), ("inside", ["gives its hiding place away"])])
def test_only_who_hides_gives_a_hiding_place_away(wood: str, told: list[str]) -> None:
    """Whoever shoots is revealed from then on (Matchlocks); in the open he always was."""
    state = read_state({"units": {"A": {**MUSKETS, "wood": wood}}})
    now = Play(state, Snapshot((48.0, 36.0))).change("A", revealed=True).state
    assert [one.says.plain() for one in consequences(MATCHLOCKS.ledger, state, now)] == told


def test_a_field_that_no_line_speaks_for_is_found() -> None:
    """So that a field added tomorrow cannot be forgotten."""
    assert untold(replace_silent(frozenset({"id", "side", "start"}))) == {"moved"}


def replace_silent(silent: frozenset[str]) -> Account:
    return Account("unit", Company, lambda state: state.units, LINES, silent)


@pytest.mark.parametrize("account", ACCOUNTS)
def test_every_field_of_a_book_is_told_or_silent_for_a_reason(account: Account) -> None:
    assert untold(account) == set()


@pytest.mark.parametrize("account", ACCOUNTS)
def test_a_ledger_speaks_only_of_fields_that_are_there(account: Account) -> None:
    spoken = {name for line in account.lines for name in line.fields} | account.silent
    assert spoken <= set(account.of_type.__struct_fields__)


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
def test_nothing_changed_is_nothing_told(book: RuleSet) -> None:
    state = book.new_game(book.demo().armies, book.demo().house)
    assert consequences(book.ledger, state, state) == ()


def test_the_strength_of_a_unit_is_what_it_has_left_of_its_start() -> None:
    assert strengths((UNITS,), after(men=7))["A"] == Strength(7, 10)


@pytest.mark.parametrize("book", RULE_SETS, ids=lambda book: book.name)
def test_at_the_beginning_every_unit_is_whole(book: RuleSet) -> None:
    state = book.new_game(book.demo().armies, book.demo().house)
    assert all(each.now == each.start for each in strengths(book.ledger, state).values())
