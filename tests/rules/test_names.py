"""Names and verbs as people say them."""

from __future__ import annotations

import pytest

from rules.kernel.offers import unseen
from rules.kernel.telling.chart import chart, least, signed
from rules.kernel.telling.names import Labelled, Person, side_does, verb_form
from rules.matchlocks.setting_up.preparation import read_state
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot


class Troop(Labelled, frozen=True):
    """A unit as a book has it."""

    id: str
    name: str = ""


class Captain(Person, frozen=True):
    """A leader as a book has him."""

    id: str
    name: str = ""


class Gun(Labelled, frozen=True):
    """One gun."""

    id: str
    name: str = ""

    @property
    def alone(self) -> bool:
        """It is."""
        return True


HORSE, PIKES, PERCY = (
    Troop("H", "Byron's Horse"),
    Troop("P", "The Pikes"),
    Captain("L", "Sir Amyas"),
)


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("wins", "win"), ("has", "have"), ("goes", "go"), ("passes", "pass"), ("is", "are"),
        ("charges", "charge"), ("loses", "lose"), ("rallies", "rally"), ("reaches", "reach"),
        ("was", "were"), ("does", "do"), ("pushes", "push"),
    ],
)  # fmt: skip
def test_a_verb_of_many_subjects(one: str, many: str) -> None:
    assert (verb_form(one, False), verb_form(one, True)) == (one, many)


def test_a_side_is_told_by_its_name() -> None:
    assert side_does("royalists", "wins") == "Royalists win"
    assert side_does("Parliament", "wins") == "Parliament wins"


def test_a_unit_and_its_verb_agree() -> None:
    assert HORSE.does("loses", "2 figures") == "Byron's Horse loses 2 figures"
    assert PIKES.does("loses", "2 figures") == "The Pikes lose 2 figures"


def test_a_second_verb_and_a_pronoun_agree() -> None:
    def told(x: Troop | Captain) -> str:
        return f"{x.does('halts')} and {x.form('shoots')}: {x.it} {x.form('keeps')} {x.its} place"

    assert told(HORSE) == "Byron's Horse halts and shoots: it keeps its place"
    assert told(PIKES) == "The Pikes halt and shoot: they keep their place"


def test_a_leader_is_one_whatever_his_name_ends_in() -> None:
    assert f"{PERCY.does('rallies')} {PERCY.its} men" == "Sir Amyas rallies his men"


def test_a_gun_is_one_whatever_it_is_called() -> None:
    assert Gun("G", "Sweet Lips").does("fires") == "Sweet Lips fires"


def test_a_unit_without_a_name_is_called_by_its_id() -> None:
    assert Troop("R7").does("moves") == "R7 moves"


def test_of_a_leader_who_cannot_be_seen_the_name_is_told() -> None:
    """A leader of Matchlocks was told by his id."""
    leader = {"L": {"side": "Royalists", "name": "Astley"}}
    state = read_state({"leaders": leader})
    says = unseen(Unmeasurable("L", "has no base on the table"), state, Snapshot((48.0, 36.0)))
    assert says == "Astley has no base on the table"


def test_a_chart_has_its_values_as_people_write_them() -> None:
    rows = (("foot", 6.0, None, True), ("gun", 2.5, least(4), signed(1)))
    drawn = chart("Moves", "who / in / back / seen", rows, "Inches.")
    assert (drawn.header, drawn.lines) == (("who", "in", "back", "seen"), ("Inches.",))
    assert drawn.rows == (("foot", "6", "-", "yes"), ("gun", "2.5", "4+", "+1"))
    assert least(6) == "6"
