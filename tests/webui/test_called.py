"""What people call units, their bases and the sides."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from rules.kernel.protocol import Action
from rules.kernel.telling.names import does
from rules.quickplay import QUICKPLAY
from webui.game.begin import begin
from webui.game.events.kinds import Begun
from webui.game.events.parts import ArmyTold, Part, UnitTold
from webui.game.game import Game
from webui.game.journal.journal import Journal
from webui.game.position import Who
from webui.game.seen.live import HandTable
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
    assert names == {"P01": "Foot (P01)", "P02": "Foot (P02)", "H": "Horse"}


def test_a_battle_begins_with_names_that_tell_its_units_apart(tmp_path: Path) -> None:
    """Also in what the rules themselves say; who has no name keeps none."""
    red, blue = QUICKPLAY.demo().armies
    named = {"B1": "Pike Blocks", "B2": "Pike Blocks", "B3": "", "B6": ""}
    units = [replace(one, name=named.get(one.id, one.name)) for one in blue.units]
    journal = Journal(tmp_path / "alike.drumhead")
    armies = (red, replace(blue, units=tuple(units)))
    begin(journal, QUICKPLAY, armies, title="Alike", now=lambda: 0.0)
    game = Game(journal, QUICKPLAY, HandTable(QUICKPLAY.demo().table))
    game.declare(Action("begin", "red"), Who("umpire"), after=journal.head)
    for face in (6, 1):  # red goes first
        game.answer([face], Who("umpire"), after=journal.head)
    said = {one.action.at: one.why for one in game.offers() if one.action.by == "R2"}
    assert said["B1"].startswith("Pike Blocks (B1) are ")
    assert said["B2"].startswith("Pike Blocks (B2) are ")
    assert [card.name for card in game.present().cards if card.unit in ("B3", "B6")] == ["B3", "B6"]
    journal.close()


def test_a_name_with_what_tells_it_apart_takes_the_same_verb() -> None:
    assert does("Commanded Musketeers (P3)", "holds") == "Commanded Musketeers (P3) hold"
    assert does("Pike Block (P3s)", "holds") == "Pike Block (P3s) holds"
