"""Routs seen and not seen, falling back, pursuits off the table, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.prompts import Choose, Prompt, Roll, Steps
from rules.matchlocks.close_combat.aftermath import result
from rules.matchlocks.close_combat.melee import Tally, melee_of
from rules.matchlocks.close_combat.pursuit import pursue
from rules.matchlocks.close_combat.rounds import may_feed, next_round
from rules.matchlocks.crises import morale
from rules.matchlocks.crises.crisis import apply_test
from rules.matchlocks.crises.retreat import fall_back
from rules.matchlocks.musketry.losses import gun_taken, lose_leader
from rules.matchlocks.play import BOOK, Play
from rules.matchlocks.state import State
from tests.rules.matchlocks.throws import battle, block, run
from vision.table.snapshot import Base, Snapshot

BROKEN = morale.Test("broken", 0)
SIDES = {
    "R": {"edge": "south", "tokens": 9, "start_tokens": 9},
    "P": {"edge": "north", "tokens": 9, "start_tokens": 9},
}


def state_of(**units: Any) -> State:
    sided = {
        key: {"side": "P" if key.startswith("E") else "R", **unit} for key, unit in units.items()
    }
    return battle(sided, sides=SIDES)


def play_of(state: State, *bases: Base) -> Play:
    return Play(state, Snapshot((72.0, 48.0), bases))


def asked(rule: Steps[Any]) -> Prompt | None:
    """The first prompt of a rule, None when it ends without one."""
    try:
        return rule.send(None)
    except StopIteration:
        return None


def rout_seen(play: Play) -> bool:
    """Does F have to test when G breaks?"""
    prompt = asked(apply_test(play, ("G",), BROKEN))
    return isinstance(prompt, Roll) and prompt.what.startswith("F")


BATTALIA = {"kind": "battalia", "brigade": "a"}
SECOND = {"kind": "battalia", "brigade": "b"}
OTHER = {"kind": "musketeers", "brigade": "b"}
"""Keeps G's Brigade from being a Brigade of one."""


def two(friend: dict[str, Any], gone: dict[str, Any]) -> State:
    return state_of(F={**friend, "brigade": "a"}, G={**gone, "brigade": "b"}, H=OTHER)


def test_a_battalia_that_routs_past_a_battalia_makes_it_test() -> None:
    """MOR-27: at 7 in to the right, running from north to south past it."""
    play = play_of(two(BATTALIA, SECOND), block("F", 36, 25), block("G", 47, 30))
    assert rout_seen(play)


def test_a_rout_six_inches_behind_is_not_seen() -> None:
    """MOR-04: F's rear edge at y = 24, G's front at 18."""
    play = play_of(two(BATTALIA, SECOND), block("F", 36, 25), block("G", 36, 17))
    assert not rout_seen(play)


def test_a_rout_beyond_ten_inches_is_not_seen() -> None:
    """MOR-04: 13 in to the right."""
    play = play_of(two(BATTALIA, SECOND), block("F", 36, 25), block("G", 53, 30))
    assert not rout_seen(play)


def test_other_troops_block_the_view_of_a_rout() -> None:
    """MOR-05: an enemy Battalia stands between all along the way."""
    state = state_of(F=BATTALIA, G=SECOND, H=OTHER, E=SECOND)
    between = block("E", 41.5, 25, 90, frontage_in=0.5, depth_in=44)
    play = play_of(state, block("F", 36, 25), block("G", 47, 30), between)
    assert not rout_seen(play)


@pytest.mark.parametrize(("gone", "tests"), [("harquebusiers", False), ("battalia", True)])
def test_foot_in_a_building_ignores_lost_horse(gone: str, tests: bool) -> None:
    """MOR-06: a Division in a building; a Squadron's rout leaves it cold, a Battalia's not."""
    inside = {"kind": "musketeers", "building": "the mill"}
    play = play_of(two(inside, {"kind": gone}), block("F", 36, 25), block("G", 47, 30))
    assert rout_seen(play) is tests


def test_cavalry_in_the_open_sees_horse_of_its_own_points_rout() -> None:
    """MOR-02, the other side of MOR-06."""
    squadron = {"kind": "harquebusiers"}
    play = play_of(two(squadron, squadron), block("F", 36, 25), block("G", 47, 30))
    assert rout_seen(play)


def test_a_brigadier_leaves_with_his_broken_squadron() -> None:
    """LEAD-15: both are removed; a Squadron and no General: 2 tokens."""
    state = battle(
        {"G": {"side": "R", "kind": "harquebusiers"}},
        sides=SIDES,
        leaders={"L": {"side": "R", "attached": "G"}},
    )
    play = run(apply_test(play_of(state), ("G",), BROKEN))
    assert play.state.units["G"].gone == "broken"
    assert play.state.leaders["L"].lost
    assert play.state.sides["R"].tokens == 7


def fall_through(mover: dict[str, Any], friend: dict[str, Any]) -> int:
    """F's Disarray after D, just ahead of it, fell back 6 in through it."""
    state = state_of(D=mover, F=friend)
    play = play_of(state, block("D", 36, 25), block("F", 36, 22))
    after = Snapshot((72.0, 48.0), (block("D", 36, 19), block("F", 36, 22)))
    play = run(fall_back(play, "D", "NMM-MOR-23"), after)
    return int(play.state.units["F"].disarray)


def test_falling_back_through_lesser_friends_disorders_them() -> None:
    """MOR-24: a Battalia (24) through a Division (12): one; the other way round: none."""
    assert fall_through({"kind": "battalia"}, {"kind": "musketeers"}) == 1
    assert fall_through({"kind": "musketeers"}, {"kind": "battalia"}) == 0


def test_falling_back_into_an_enemy_is_a_new_fight() -> None:
    """MOR-25: an enemy Squadron 3 in behind."""
    state = state_of(D={"kind": "musketeers"}, E={"kind": "harquebusiers"})
    play = play_of(state, block("D", 36, 25), block("E", 36, 20))
    after = Snapshot((72.0, 48.0), (block("D", 36, 22), block("E", 36, 20)))
    play = run(fall_back(play, "D", "NMM-MOR-23"), after)
    assert len(play.state.melees) == 1
    assert play.state.units["D"].melee == play.state.units["E"].melee != ""


def test_a_long_pursuit_off_the_table_costs_a_token() -> None:
    """MEL-67, ARM-11: the edge 20 in ahead, 28 in of pursuit: gone, and one token."""
    horse = {"kind": "harquebusiers", "quality": "raw", "melee": "m"}
    state = battle(
        {"Q": {"side": "R", **horse}, "E": {"side": "P", "kind": "musketeers", "gone": "broken"}},
        sides=SIDES,
        melees=[{"id": "m", "attackers": ["Q"], "defenders": ["E"], "round": 1}],
    )
    play = play_of(state, block("Q", 36, 27))
    play = run(pursue(play, "Q", melee_of(play.state, "m")))
    assert play.state.units["Q"].gone == "off table"
    assert play.state.sides["R"].tokens == 8


def cavalry(**more: Any) -> Play:
    units = {
        "Q": {"side": "R", "kind": "harquebusiers", "melee": "m", "shot": 6},
        "E": {"side": "P", "kind": "harquebusiers", "melee": "m"},
        "S": {"side": "R", "kind": "harquebusiers", "support": True},
    }
    melee = {"id": "m", "attackers": ["Q"], "defenders": ["E"], "round": 1, "winner": "P"}
    return play_of(battle(units, sides=SIDES, melees=[{**melee, **more}]))


def test_round_two_repeats_round_one_at_five_or_more() -> None:
    """MEL-80: a steady Squadron of six: nine dice at 5+."""
    prompt = asked(next_round(cavalry(), "m"))
    assert isinstance(prompt, Roll)
    assert (prompt.count, prompt.need) == (9, 5)


@pytest.mark.parametrize(("fought", "allowed"), [(0, False), (1, True), (2, True)])
def test_support_joins_rounds_two_and_three(fought: int, allowed: bool) -> None:
    """SUM-05: not in round one."""
    play = cavalry(round=fought)
    checks = may_feed(play, play.unit("S"), melee_of(play.state, "m"))
    assert BOOK.may(play, checks) is allowed


def test_the_strongest_of_two_tests_for_both() -> None:
    """MEL-79: five and seven figures: the seven's record, and both suffer the result.

    Seven left of eight has 1 Kill: 1D6+2 of 1 is 3, Broken.
    """
    units = {
        "Q": {"side": "R", "kind": "harquebusiers", "melee": "m", "shot": 5, "brigade": "x"},
        "S": {"side": "R", "kind": "harquebusiers", "melee": "m", "shot": 7, "brigade": "x"},
        "E": {"side": "P", "kind": "harquebusiers", "melee": "m", "quality": "veteran"},
    }
    melee = {"id": "m", "attackers": ["Q", "S"], "defenders": ["E"], "round": 2, "fed": {"S": 2}}
    play = play_of(battle(units, sides=SIDES, melees=[melee]))
    rule = result(play, "m", Tally({"Q": 2, "S": 1, "E": 0}), (("Q", "S"), ("E",)))
    prompt = rule.send(None)
    assert isinstance(prompt, Roll)
    assert prompt.what.startswith("S")
    play = _answered(rule, (1,))
    assert {play.state.units[one].gone for one in ("Q", "S")} == {"broken"}


def _answered(rule: Steps[Any], dice: tuple[int, ...]) -> Play:
    """Answer the test, then dice of 6 and as little as possible to whatever follows."""
    answer: Any = dice
    while True:
        try:
            prompt = rule.send(answer)
        except StopIteration as stop:
            ended: Play = stop.value
            return ended
        if isinstance(prompt, Roll):
            answer = (6,) * prompt.count
        else:
            assert isinstance(prompt, Choose)
            answer = tuple(one.key for one in prompt.options[: prompt.at_least])


def test_a_dead_general_costs_two() -> None:
    """ARM-08; SUM-12: a gun captured, then the General: 1 and 2."""
    state = battle(
        {"X": {"side": "R", "kind": "field_gun"}},
        sides=SIDES,
        leaders={"G": {"side": "R", "general": True, "command": 0}},
    )
    play = gun_taken(play_of(state), "X", "P")
    assert play.state.sides["R"].tokens == 8
    play = lose_leader(play, play.state.leaders["G"], "NMM-MEL-54")
    assert play.state.sides["R"].tokens == 6
