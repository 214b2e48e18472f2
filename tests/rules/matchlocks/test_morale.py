"""Morale Crisis Tests, Daunted units and Army Morale: the inventory's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.protocol import Action, IllegalAction
from rules.matchlocks.crises.crisis import crisis, excused_from_turn_end, note_rout, turn_end_test
from rules.matchlocks.crises.morale import morale_test
from rules.matchlocks.musketry.losses import (
    MOST_AFTER_CHASE,
    concede,
    disarray,
    gains_for_rally,
    gun_taken,
    lose_tokens,
)
from rules.matchlocks.play import BOOK, Play
from tests.rules.matchlocks.scenes import play_of, run

EXPERT = {"leaders": {"L": {"side": "Royalists", "command": 3, "attached": "R"}}}
ABLE = {"leaders": {"L": {"side": "Royalists", "command": 2, "attached": "R"}}}
GENERAL = {"leaders": {"L": {"side": "Royalists", "general": True, "attached": "R"}}}
SQUADRON = "harquebusiers"


def lost(kind: str, kills: int, **more: Any) -> dict[str, Any]:
    """A unit that has lost so many figures in the battle."""
    full = {"battalia": 24, "musketeers": 12, SQUADRON: 8, "forlorn": 6, "dragoons": 8}[kind]
    shot = 16 if kind == "battalia" else full
    return {"kind": kind, "shot": shot - kills, "kills": kills, **more}


def outcome_of(unit: dict[str, Any], *dice: Any, **more: Any) -> tuple[Play, Any]:
    """The unit tests with those dice."""
    result: tuple[Play, Any] = run(
        morale_test(play_of({"R": unit}, **more), "R", "test", "NMM-MOR-01"), *dice
    )
    return result


@pytest.mark.parametrize(
    ("rule", "unit", "dice", "total", "verdict"),
    [
        ("NMM-MOR-12", lost("battalia", 1), [[3, 4]], 8, "passed"),
        ("NMM-MOR-13", lost("musketeers", 1), [[3, 4]], 7, "passed"),
        ("NMM-MOR-14", lost(SQUADRON, 1), [[4]], 6, "passed"),
        ("NMM-MOR-15", lost("dragoons", 1), [[4]], 5, "passed"),
        ("NMM-MOR-16", lost("forlorn", 1), [[4]], 4, "broken"),
        ("NMM-MOR-17", lost("battalia", 15), [[6, 6]], 13, "passed"),
        ("NMM-MOR-18", {"kind": "battalia", "quality": "veteran"}, [[1, 1]], 3, "broken"),
        ("NMM-MOR-19", lost(SQUADRON, 4), [[3]], 5, "passed"),
        ("NMM-MOR-21", lost("battalia", 7), [[4, 2]], 7, "daunted"),
        ("NMM-MOR-21", lost("battalia", 7), [[4, 3]], 8, "passed"),
        ("NMM-MOR-22", lost(SQUADRON, 1), [[2]], 4, "broken"),
        ("NMM-MOR-28", lost("dragoons", 1, quality="veteran"), [[1], [5]], 6, "passed"),
        ("NMM-MOR-29", {"kind": SQUADRON}, [[1], [4]], 6, "passed"),
        ("NMM-MOR-29", lost(SQUADRON, 1), [[1]], 3, "broken"),
        ("NMM-MOR-32", lost(SQUADRON, 1, quality="raw"), [[6], [2]], 4, "broken"),
        ("NMM-MOR-33", lost(SQUADRON, 1, disarray=1, daunted=True), [[6], [3]], 5, "passed"),
        ("NMM-DIS-07", lost(SQUADRON, 1, disarray=1), [[6], [4]], 6, "passed"),
        ("NMM-MOR-30", lost("battalia", 2, won=True), [[1, 3], [5]], 9, "passed"),
    ],
)
def test_reading(
    rule: str, unit: dict[str, Any], dice: list[Any], total: int, verdict: str
) -> None:
    _, test = outcome_of(unit, *dice)
    assert (test.total, test.verdict) == (total, verdict)


def test_a_garrison_of_six_rolls_one_die() -> None:
    """NMM-MOR-16, NMM-AMB-120 A."""
    unit = {"kind": "musketeers", "shot": 6, "building": "mill", "kills": 0, "disarray": 0}
    _, test = outcome_of(unit, [5])
    assert test.total == 5


def test_able_leader_is_no_positive_but_expert_is() -> None:
    """NMM-MOR-31."""
    unit = lost(SQUADRON, 1)
    _, able = outcome_of(unit, [1], **ABLE)
    _, expert = outcome_of(unit, [1], [5], **EXPERT)
    assert (able.verdict, expert.verdict) == ("broken", "passed")


def test_attacked_in_flank_is_a_negative() -> None:
    """NMM-MOR-34, NMM-MOR-08."""
    play = play_of({"R": lost(SQUADRON, 1)})
    _, test = run(morale_test(play, "R", "hit", "NMM-MOR-08", in_flank=True), [6], [1])
    assert test.verdict == "broken"


def test_last_of_its_brigade_is_a_negative() -> None:
    """NMM-MOR-35, NMM-SUM-06: die 6 then 3, total 5."""
    units = {
        "R": lost(SQUADRON, 1, brigade="B"),
        "R2": {"kind": SQUADRON, "brigade": "B", "daunted": True},
    }
    _, test = run(morale_test(play_of(units), "R", "x", "NMM-MOR-09"), [6], [3])
    assert test.total == 5


@pytest.mark.parametrize("die", [1, 6])
def test_equal_positives_and_negatives_cancel(die: int) -> None:
    """NMM-MOR-36: Raw with the General: the first throw stands."""
    _, test = outcome_of(lost(SQUADRON, 1, quality="raw"), [die], **GENERAL)
    assert test.total == die + 2


def test_two_against_one_the_larger_side_applies_alone() -> None:
    """NMM-AMB-123 A: Raw and Disarrayed with the General: a 6 is thrown again, a 1 is not."""
    unit = lost(SQUADRON, 1, quality="raw", disarray=1)
    _, six = outcome_of(unit, [6], [3], **GENERAL)
    _, one = outcome_of(unit, [1], **GENERAL)
    assert (six.total, one.total) == (5, 3)


def test_summary_reading_rerolls_always() -> None:
    """NMM-AMB-124 B, NMM-SUM-07: a Disarrayed Veteran still throws its 1 again."""
    unit = lost(SQUADRON, 1, quality="veteran", disarray=1)
    _, test = outcome_of(unit, [1], [4], house={"morale_always": "always"})
    assert test.total == 6


def test_daunted_battalia_falls_back_with_token_and_disarray() -> None:
    """NMM-MOR-23, NMM-ARM-04, NMM-AMB-046 A: Daunted 1, Disarray 1, two tokens lost."""
    play = play_of({"R": lost("battalia", 7)})
    play = run(crisis(play, "R", "x", "NMM-MOR-01"), [4, 2])
    unit = play.unit("R")
    assert (unit.daunted, unit.disarray) == (True, 1)
    assert play.state.sides["Royalists"].tokens == 7


def test_second_daunted_result_costs_no_token() -> None:
    """NMM-DAU-04, NMM-DAU-05: total 5 against 6 Kills."""
    play = play_of({"R": lost(SQUADRON, 6, daunted=True)})
    play = run(crisis(play, "R", "x", "NMM-DAU-03"), [3])
    unit = play.unit("R")
    assert (unit.daunted, unit.disarray) == (True, 1)
    assert play.state.sides["Royalists"].tokens == 9


def test_pass_leaves_it_daunted_in_place() -> None:
    """NMM-DAU-06."""
    play = play_of({"R": lost("musketeers", 1, daunted=True)})
    play = run(crisis(play, "R", "x", "NMM-DAU-03"), [4, 3])
    unit = play.unit("R")
    assert (unit.daunted, unit.disarray) == (True, 0)


@pytest.mark.parametrize(
    ("rule", "unit", "dice", "tokens"),
    [
        ("NMM-ARM-06", lost("battalia", 1), [1, 1], 5),
        ("NMM-ARM-06", lost("musketeers", 1), [1, 2], 7),
        ("NMM-ARM-05", lost(SQUADRON, 1, daunted=True), [2], 8),
        ("NMM-ARM-04", lost("forlorn", 5, quality="veteran"), [5], 9),
    ],
)
def test_army_morale_lost(rule: str, unit: dict[str, Any], dice: list[int], tokens: int) -> None:
    """Broken steady units cost double; detachments nothing."""
    play = run(crisis(play_of({"R": unit}), "R", "x", "NMM-MOR-01"), dice)
    assert play.state.sides["Royalists"].tokens == tokens


def test_broken_takes_its_leader_along() -> None:
    """NMM-MOR-26."""
    play = run(crisis(play_of({"R": lost(SQUADRON, 1)}, **ABLE), "R", "x", "NMM-MOR-01"), [2])
    assert play.unit("R").gone == "broken" and play.state.leaders["L"].lost


@pytest.mark.parametrize(
    ("rule", "watcher", "gone", "due"),
    [
        ("NMM-MOR-02", SQUADRON, SQUADRON, True),
        ("NMM-MOR-02", SQUADRON, "dragoons", False),
        ("NMM-MOR-03", "battalia", SQUADRON, False),
    ],
)
def test_points_of_routs_seen(rule: str, watcher: str, gone: str, due: bool) -> None:
    play = play_of({"R": {"kind": watcher}, "R2": {"kind": gone}})
    assert note_rout(play, "R", "R2")[1] is due


def test_points_of_routs_add_up_under_one_card() -> None:
    """NMM-MOR-03: 16 then 16 in the same card makes a Battalia (24) test on the second."""
    squadrons = {name: {"kind": SQUADRON} for name in ("R2", "R3")}
    play = play_of({"R": {"kind": "battalia"}, **squadrons})
    play, first = note_rout(play, "R", "R2")
    play, second = note_rout(play, "R", "R3")
    assert (first, second) == (False, True)


def test_no_second_rout_test_under_the_same_card() -> None:
    """NMM-MOR-07, NMM-MOR-11."""
    squadrons = {name: {"kind": SQUADRON} for name in ("R2", "R3")}
    play = play_of({"R": {"kind": SQUADRON}, **squadrons})
    play, first = note_rout(play, "R", "R2")
    play, second = note_rout(play, "R", "R3")
    assert (first, second) == (True, False)


def test_points_as_paid_or_by_kind() -> None:
    """NMM-AMB-116: Raw Battalia 18 against Veteran Squadron 20: A tests, B does not."""
    units = {
        "R": {"kind": "battalia", "quality": "raw"},
        "R2": {"kind": SQUADRON, "quality": "veteran"},
    }
    base = {"rout_points_basis": "base"}
    assert note_rout(play_of(units), "R", "R2")[1] is True
    assert note_rout(play_of(units, house=base), "R", "R2")[1] is False


def test_the_third_of_a_brigade_tests_when_the_others_are_done_for() -> None:
    """NMM-MOR-09: one Broken earlier, the second now Daunted: the third tests."""
    units = {
        "R": lost(SQUADRON, 6, brigade="B"),
        "R2": {"kind": SQUADRON, "brigade": "B", "gone": "broken"},
        "R3": lost(SQUADRON, 1, brigade="B"),
    }
    play = run(crisis(play_of(units), "R", "x", "NMM-MOR-01"), [3], [4])
    assert play.unit("R").daunted and play.unit("R3").last_man


@pytest.mark.parametrize(
    ("rule", "unit", "excused"),
    [
        ("NMM-MOR-10", lost("forlorn", 3), False),
        ("NMM-TURN-14", lost(SQUADRON, 3), True),
        ("NMM-TURN-14", lost(SQUADRON, 4), False),
        ("NMM-TURN-15", lost("battalia", 13, won=True, kills_since_won=1), False),
        ("NMM-TURN-15", lost("battalia", 13, won=True), True),
        ("NMM-DAU-03", {"kind": "battalia", "daunted": True}, False),
    ],
)
def test_who_tests_when_the_turn_ends(rule: str, unit: dict[str, Any], excused: bool) -> None:
    play = play_of({"R": unit})
    assert excused_from_turn_end(play, play.unit("R"))[0] is excused


def test_turn_end_test_of_a_unit_at_half() -> None:
    """NMM-MOR-10: 4 lost of 8, die 3 holds."""
    play = run(turn_end_test(play_of({"R": lost(SQUADRON, 4)}), "R"), [3])
    assert not play.unit("R").daunted


def test_disarray_caps_at_two_and_three_after_the_long_chase() -> None:
    """NMM-DIS-08, NMM-DIS-01."""
    play = play_of({"R": {"kind": SQUADRON, "disarray": 2}})
    short = disarray(play, "R", "x", "NMM-DIS-08")
    chase = disarray(play, "R", "x", "NMM-MEL-65", tokens=3, most=MOST_AFTER_CHASE)
    assert (short.unit("R").disarray, chase.unit("R").disarray) == (2, 3)


def test_a_loss_with_none_left_is_defeat() -> None:
    """NMM-ARM-01, NMM-ARM-15: one left, a loss of two: that one is given up, and defeat."""
    play = play_of({"R": {"kind": SQUADRON}}).change_in("sides", "Royalists", tokens=1)
    play = lose_tokens(play, "Royalists", 2, "x", "NMM-ARM-04")
    assert play.state.sides["Royalists"].tokens == 0
    assert (play.state.winner, play.state.phase) == ("Parliament", "over")


def test_paying_the_last_token_goes_on() -> None:
    """NMM-ARM-01: exactly 0 after paying: the game goes on."""
    play = play_of({"R": {"kind": SQUADRON}}).change_in("sides", "Royalists", tokens=1)
    play = lose_tokens(play, "Royalists", 1, "x", "NMM-ARM-04")
    assert not play.state.winner


def test_conceding_ends_the_battle() -> None:
    """NMM-ARM-02."""
    play = concede(play_of({"R": {"kind": SQUADRON}, "P": {"kind": SQUADRON}}), "Royalists", "")
    assert play.state.winner == "Parliament"


def test_guns_taken_and_retaken() -> None:
    """NMM-ARM-07, NMM-ARM-10: one light gun 0, the second -1, a field gun -1; and back."""
    units = {
        "R1": {"kind": "light_gun"},
        "R2": {"kind": "light_gun"},
        "R3": {"kind": "field_gun"},
        "P": {"kind": SQUADRON},
    }
    play = play_of(units)
    left = []
    for gun in ("R1", "R2", "R3"):
        play = gun_taken(play, gun, "Parliament")
        left.append(play.state.sides["Royalists"].tokens)
    assert left == [9, 8, 7]
    retake = Action("retake", "R1", "R3")
    play = run(BOOK.carried(retake, play.state, play.table))
    assert play.state.sides["Royalists"].tokens == 8
    with pytest.raises(IllegalAction, match="not in enemy hands"):
        run(BOOK.carried(retake, play.state, play.table))


def test_rally_wins_tokens_back_up_to_the_start() -> None:
    """NMM-ARM-09, NMM-AMB-128 A."""
    play = play_of({"R": {"kind": "battalia"}}).change_in("sides", "Royalists", tokens=6)
    assert gains_for_rally(play, "R").state.sides["Royalists"].tokens == 8
    full = play.change_in("sides", "Royalists", tokens=9)
    assert gains_for_rally(full, "R").state.sides["Royalists"].tokens == 9


def test_losses_wait_for_a_demand_where_the_house_says_so() -> None:
    """NMM-ARM-14, NMM-AMB-129 B."""
    units = {"R": {"kind": SQUADRON}, "P": {"kind": SQUADRON}}
    play = play_of(units, house={"demand_required": "true"})
    play = lose_tokens(play, "Royalists", 2, "x", "NMM-ARM-04")
    side = play.state.sides["Royalists"]
    assert (side.tokens, side.claims) == (9, 2)


def test_a_leader_at_a_gun_that_is_taken_is_left_alone() -> None:
    """NMM-MEL-16 and NMM-LEAD-16: the crew flee, and he is with nobody any more; he lives."""
    play = play_of(
        {"P1": {"kind": "field_gun"}, "R1": {"kind": "musketeers"}},
        leaders={"PL": {"side": "Parliament", "name": "Essex", "attached": "P1"}},
    )
    play = gun_taken(play, "P1", "Royalists")
    leader = play.state.leaders["PL"]
    assert (leader.attached, leader.lost) == ("", False)
    assert any("left alone" in ruling.says for ruling in play.rulings)
