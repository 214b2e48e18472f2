"""A play gives the next one: units and others by name, the table, remarks and changes."""

from __future__ import annotations

import pytest
from msgspec import Struct

from rules.kernel.acting.afresh import afresh
from rules.kernel.play import Choice, Flag, Play
from rules.kernel.protocol import Ruling
from vision.table.snapshot import Snapshot


class Unit(Struct, frozen=True):
    """A unit, or a leader."""

    strength: int = 3


class State(Struct, frozen=True):
    """The least that can be played."""

    units: dict[str, Unit] = {}
    leaders: dict[str, Unit] = {}
    house: dict[str, str] = {}


PACE = Choice("pace", ("slow", "fast"), "how fast")
MUD = Flag("mud", ("no", "yes"), "is there mud")
PLAY = Play(State({"A": Unit(), "B": Unit()}, {"A": Unit()}), Snapshot((10.0, 10.0)))


def test_one_unit_is_changed_and_nobody_else() -> None:
    state = PLAY.change("A", strength=1).state
    assert (state.units, state.leaders) == ({"A": Unit(1), "B": Unit()}, {"A": Unit()})


def test_a_leader_of_the_same_name_is_changed_in_his_own_place() -> None:
    state = PLAY.change_in("leaders", "A", strength=1).state
    assert (state.units["A"], state.leaders["A"]) == (Unit(), Unit(1))


def test_a_play_goes_on_on_a_newer_table() -> None:
    newer = Snapshot((20.0, 10.0))
    assert PLAY.on_table(newer).table is newer and PLAY.table.size_in == (10.0, 10.0)


def test_an_id_is_cited_once_and_a_remark_stands_aside() -> None:
    told = PLAY.step("done", "X-1", "X-2", "X-1").advise("look here", "X-3").rulings
    assert told == (Ruling("done", ("X-1", "X-2")), Ruling("note: look here", ("X-3",), aside=True))


def test_a_house_rule_is_asked_by_flag_or_by_member() -> None:
    state = State({"A": Unit()}, house={"pace": "fast", "mud": "yes"})
    play = Play(state, PLAY.table)
    assert (play.on(MUD), play.on(PACE.fast), play.on(PACE.slow)) == (True, True, False)
    assert (PLAY.on(MUD), PLAY.on(PACE.fast), PLAY.on(PACE.slow)) == (False, False, True)


def test_what_lasts_a_turn_is_as_in_a_unit_that_has_done_nothing() -> None:
    assert afresh(Unit, "strength") == {"strength": 3}
    with pytest.raises(TypeError, match="Unit has no default for strenght"):
        afresh(Unit, "strenght")
