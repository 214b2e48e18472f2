"""Retreats, routs and how the battle ends."""

from __future__ import annotations

from dataclasses import replace as change

from msgspec.structs import replace

from rules.kernel.engine import Done
from rules.kernel.protocol import Action
from rules.roses import ROSES
from rules.roses.close_combat import combat
from tests.rules.answered import asked, run
from tests.rules.roses.scene import field, unit
from vision.table.reading import HandReading


def _retreat(kind: str, cm: int) -> object:
    a, w = unit("A", "Retinue Bill"), unit("W", kind, "white")
    play = field((a, 60, 30, 90), (w, 60, 30, 270))
    return asked(combat._retreats(play, ("A", "W"), {"A": "red", "W": "white"}, "white", cm))


def test_a_retreat_of_two_paces_routs() -> None:
    """WOR-CMB-15: infantry at a difference of 20, not of 19; cavalry not at 39."""
    routed = _retreat("Shire Bill", 20)
    assert isinstance(routed, Done) and not routed.outcome[0].unit("W").alive
    assert not isinstance(_retreat("Shire Bill", 19), Done)
    assert not isinstance(_retreat("Mounted Currours", 39), Done)


def test_by_default_nobody_has_won_while_units_live() -> None:
    """WOR_VICTORY=report: the page reports losses, the General's death too."""
    dead = unit("G", "Army General", stands=(), lost=("G/1",))
    state = field((unit("A", "Pike"), 60, 30, 90), (unit("W", "Pike", "white"), 60, 60, 270)).state
    state = replace(state, units=(*state.units, dead))
    assert ROSES.winner(state) is None
    lines = dict(ROSES.status(state).lines)
    assert lines["red"] == "1 stand and 1 of 2 units lost, the General is dead"


def test_half_of_the_units_by_house_rule() -> None:
    """WOR_VICTORY=half_units."""
    gone = unit("B", "Pike", stands=(), lost=("B/1", "B/2"))
    state = field(
        (unit("A", "Pike"), 60, 30, 90), (unit("W", "Pike", "white"), 60, 60, 270),
        house={"WOR_VICTORY": "half_units"},
    ).state  # fmt: skip
    won = ROSES.winner(replace(state, units=(*state.units, gone)))
    assert won is not None and won.winner == "white"


def test_a_side_without_units_has_lost() -> None:
    state = field((unit("A", "Pike"), 60, 30, 90)).state
    state = replace(state, units=(*state.units, unit("W", "Pike", "white", stands=())))
    won = ROSES.winner(state)
    assert won is not None and won.winner == "red"


def test_conceding_ends_the_battle_and_nothing_more_is_offered() -> None:
    play = field((unit("A", "Pike"), 60, 30, 90), (unit("W", "Pike", "white"), 60, 60, 270))
    outcome = run(ROSES.resolve(Action("concede", "red"), play.state, play.table))
    won = ROSES.winner(outcome.state)
    assert won is not None and won.winner == "white"
    assert ROSES.actions(outcome.state, play.table) == ()


def test_a_hidden_stand_greys_what_needs_it() -> None:
    """The reason is the camera's sentence; what does not need the stand stays on offer."""
    a, w = unit("A", "Shire Bow"), unit("W", "Pike", "white")
    play = field((a, 60, 30, 90), (w, 60, 60, 270), phase="shooting")
    hidden = change(
        play.table,
        bases=tuple(
            change(b, status="hidden") if b.payload == "W/1" else b for b in play.table.bases
        ),
    )
    offers = {o.action.do: o for o in ROSES.actions(play.state, hidden)}
    assert not offers["shoot"].legal and "W/1 of W is hidden" in offers["shoot"].why
    assert offers["end"].legal


def test_a_range_too_close_to_call_is_offered_with_its_reading() -> None:
    """WOR-SHO-02: 40.1 give or take 0.4 cm: legal, and the offer says that it will be asked."""
    a, w = unit("A", "Shire Bow"), unit("W", "Pike", "white")
    play = field((a, 60, 30, 90), (w, 60, 70.1, 270), phase="shooting")
    doubtful = change(play.table, readings=(HandReading("gap", "A", "W", 40.1, 0.4, "cm"),))
    shot = next(o for o in ROSES.actions(play.state, doubtful) if o.action.do == "shoot")
    assert shot.legal and "too close to call" in shot.why
    assert shot.readings[0].unit == "cm"
