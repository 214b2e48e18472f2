"""A Morale Crisis Test with all that follows from it (MOR, DAU).

A Daunted unit falls back, and tests every turn (DAU-03); a Broken one routs and may shake the
friends who see it go; the last unit of a Brigade tests when its comrades are done for.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.prompts import Steps
from rules.matchlocks.crises.army_morale import loses_for_daunted
from rules.matchlocks.crises.morale import Test, is_last_of_brigade, morale_test
from rules.matchlocks.crises.retreat import fall_back, rout
from rules.matchlocks.crises.witness import note_rout, watchers
from rules.matchlocks.play import Play
from rules.matchlocks.state import Unit
from rules.matchlocks.switches import House
from vision.table.snapshot import Snapshot


def crisis(play: Play, unit_id: str, why: str, rule: str, *, in_flank: bool = False) -> Steps[Play]:
    """Test one unit and carry out what the test says."""
    if play.unit(unit_id).gone or play.state.phase == "over":
        return play
    play, test = yield from morale_test(play, unit_id, why, rule, in_flank=in_flank)
    return (yield from apply_test(play, (unit_id,), test))


def apply_test(play: Play, units: tuple[str, ...], test: Test) -> Steps[Play]:
    """Carry a result out, on several units where one test is for all (MEL-79, MEL-89).

    It is carried out on all before anybody else tests because of it: the second of two that
    break together does not see the first run.
    """
    before = play.table
    struck = tuple(one for one in units if not play.unit(one).gone)
    fresh = tuple(one for one in struck if not play.unit(one).daunted)
    for unit_id in struck:
        if play.state.phase != "over":
            play = yield from _suffers(play, unit_id, test)
    for unit_id in struck:
        if test.verdict == "broken" and play.unit(unit_id).gone:
            play = yield from after_loss(play, unit_id, before, routs=True)
        elif test.verdict == "daunted" and unit_id in fresh:
            play = yield from last_men(play, unit_id)
    return play


def _suffers(play: Play, unit_id: str, test: Test) -> Steps[Play]:
    if test.verdict == "daunted":
        return (yield from _daunt(play, unit_id))
    if test.verdict == "broken":
        return rout(_out_of_melee(play, unit_id), unit_id)
    if play.unit(unit_id).daunted:
        return play.step(f"{play.unit(unit_id).label} stays Daunted, in its place", "NMM-DAU-06")
    return play


def _daunt(play: Play, unit_id: str) -> Steps[Play]:
    """A Daunted token unless it has one, and back one Move (MOR-23, DAU-04, DAU-05)."""
    unit = play.unit(unit_id)
    play = _out_of_melee(play, unit_id)
    if unit.daunted:
        says = f"{unit.label} is Daunted already: one token is the most"
        play = play.step(says, "NMM-DAU-04")
        return (yield from fall_back(play, unit_id, "NMM-DAU-05"))
    play = play.change(unit_id, daunted=True, daunted_turn=play.state.turn)
    play = play.effect("daunted", unit_id, True, f"{unit.label} is Daunted")
    play = loses_for_daunted(play, unit_id)
    if play.state.phase == "over":
        return play
    return (yield from fall_back(play, unit_id, "NMM-MOR-23"))


def after_loss(play: Play, unit_id: str, before: Snapshot, *, routs: bool = False) -> Steps[Play]:
    """Friends near a unit Destroyed or Broken test, then the last of its Brigade (MOR-02, -09).

    *before*: the table on which it still stood.
    """
    if play.state.phase == "over":
        return play
    for friend in (yield from watchers(play, unit_id, before, routs=routs)):
        play, due = note_rout(play, friend, unit_id)
        if due:
            gone = play.unit(unit_id).label
            play = yield from crisis(play, friend, f"it sees {gone} lost", "NMM-MOR-02")
        if play.state.phase == "over":
            return play
    return (yield from last_men(play, unit_id))


def last_men(play: Play, unit_id: str) -> Steps[Play]:
    """The last steady unit of a Brigade tests when that comes true (MOR-09)."""
    for unit in tuple(_brigade(play, play.unit(unit_id))):
        if play.state.phase == "over":
            return play
        lonely = not unit.daunted and is_last_of_brigade(play.state, play.unit(unit.id))
        every_turn = play.on(House.last_men_repeat.each_turn)
        if not lonely or (unit.last_man and not every_turn):
            continue
        play = play.change(unit.id, last_man=True)
        why = "the rest of its Brigade is done for"
        play = yield from crisis(play, unit.id, why, "NMM-MOR-09")
    return play


def _brigade(play: Play, unit: Unit) -> Iterator[Unit]:
    for one in play.state.units.values():
        same = one.brigade == unit.brigade and one.side == unit.side
        if unit.brigade and same and one.id != unit.id and not one.gone:
            yield one


def _out_of_melee(play: Play, unit_id: str) -> Play:
    """It leaves the fight that it is in; the melee ends in ``aftermath.py``."""
    unit = play.unit(unit_id)
    if not unit.melee:
        return play
    return play.change(unit_id, melee="", hedgehog=False, turned=False)


def turn_end_test(play: Play, unit_id: str) -> Steps[Play]:
    """The test of a unit that is Daunted or at half strength or less (MOR-10, TURN-14)."""
    unit = play.unit(unit_id)
    why = "Daunted" if unit.daunted else "at half strength or less"
    if unit.at_half:
        play = play.change(unit_id, half_tested=True)
    return (yield from crisis(play, unit_id, why, "NMM-MOR-10"))


def excused_from_turn_end(play: Play, unit: Unit) -> tuple[bool, str]:
    """Does a unit skip the test at the end of the turn, and by which rule (TURN-14, -15)?"""
    if unit.gone or not (unit.daunted or unit.at_half):
        return True, "NMM-TURN-14"
    if unit.melee:
        return True, "NMM-TURN-15"
    if unit.won and not unit.kills_since_won:
        return True, "NMM-TURN-15"
    once = play.on(House.half_strength_repeat.on_crossing)
    if once and unit.half_tested and not unit.daunted:
        return True, "NMM-TURN-14"
    return False, ""
