"""What people call units, their bases and the sides."""

from __future__ import annotations

from webui.game.events.kinds import Begun
from webui.game.events.parts import ArmyTold, Part, UnitTold
from webui.game.told.called import names_in, told_apart


def test_names_come_out_of_the_armies_of_the_journal() -> None:
    units = [UnitTold("A1", "Ashe's"), UnitTold("A2")]
    armies = [Part({}, ArmyTold("Red", units)), Part({}, ArmyTold("Blue", []))]
    told = names_in(Begun(rules="toy", armies=armies))
    assert told == {"A1": "Ashe's", "A2": "A2", "Red": "Red", "Blue": "Blue"}


def test_each_base_of_a_unit_of_several_is_called_by_its_number() -> None:
    units = [UnitTold("A1", "Ashe's", ["A1/1", "A1/2"]), UnitTold("A2", "Bede's", ["A2/1"])]
    told = names_in(Begun(rules="toy", armies=[Part({}, ArmyTold("red", units))]))
    assert (told["A1/2"], told["A2/1"]) == ("Ashe's (2)", "Bede's")


def test_of_several_with_one_name_each_has_its_id_behind_it() -> None:
    names = told_apart({"P01": "Foot", "P02": "Foot", "H": "Horse"})
    assert names == {"P01": "Foot P01", "P02": "Foot P02", "H": "Horse"}
