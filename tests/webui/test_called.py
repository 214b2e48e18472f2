"""Units by their names, wherever a sentence has their ids."""

from __future__ import annotations

import pytest

from webui.game.events.kinds import Begun
from webui.game.events.parts import ArmyTold, Part, UnitTold
from webui.game.told.called import Called, names_in

CALLED = Called({"KF1": "Rosse's foot", "R-P": "Pikemen", "R1": "Rigg's foot", "Horse": "Blues"})


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("KF1: no figure lost.", "Rosse's foot: no figure lost."),
        ("KF1 fights R-P", "Rosse's foot fights Pikemen"),
        ("(R1, KF1)", "(Rigg's foot, Rosse's foot)"),
        ("R1's fire", "Rigg's foot's fire"),
    ],
)
def test_an_id_in_a_sentence_becomes_the_name(said: str, shown: str) -> None:
    assert CALLED.text(said) == shown


@pytest.mark.parametrize("said", ["KF12 R10 XR1", "PV1:R1", "R1/2", "NMM-R1-02", "R1:abc", "Horse"])
def test_what_only_looks_like_an_id_stays(said: str) -> None:
    """A longer id, a payload, a rule's id, and an id that is a word."""
    assert CALLED.text(said) == said


def test_only_sentences_are_touched_and_no_key() -> None:
    plain = {
        "by": "KF1",
        "says": "KF1 halts",
        "options": [{"key": "R1", "label": "R1"}],
        "effects": [{"unit": "KF1", "note": "for KF1", "value": 3}],
    }
    assert CALLED(plain) == {
        "by": "KF1",
        "says": "Rosse's foot halts",
        "options": [{"key": "R1", "label": "Rigg's foot"}],
        "effects": [{"unit": "KF1", "note": "for Rosse's foot", "value": 3}],
    }
    assert plain["says"] == "KF1 halts"


def test_without_names_nothing_changes() -> None:
    assert Called({}).text("KF1 halts") == Called({"KF1": "KF1"}).text("KF1 halts") == "KF1 halts"


def test_names_come_out_of_the_armies_of_the_journal() -> None:
    units = [UnitTold("A1", "Ashe's"), UnitTold("A2")]
    armies = [Part({}, ArmyTold("Red", units)), Part({}, ArmyTold("Blue", []))]
    told = names_in(Begun(rules="toy", armies=armies))
    assert told == {"A1": "Ashe's", "A2": "A2", "Red": "Red", "Blue": "Blue"}


def test_each_base_of_a_unit_of_several_is_called_by_its_number() -> None:
    units = [UnitTold("A1", "Ashe's", ["A1/1", "A1/2"]), UnitTold("A2", "Bede's", ["A2/1"])]
    told = names_in(Begun(rules="toy", armies=[Part({}, ArmyTold("red", units))]))
    said = Called(told).text("A1/2 of A1 strikes A2/1 of A2")
    assert said == "Ashe's (2) of Ashe's strikes Bede's of Bede's"


def test_one_of_several_with_one_name_is_not_named_twice() -> None:
    alike = Called({"P01": "Foot P01", "P02": "Foot P02"})
    assert alike.text("Foot P01 is removed, P02 holds") == "Foot P01 is removed, Foot P02 holds"
