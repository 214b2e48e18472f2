"""Doctrine Dice: the inventory's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from rules.matchlocks.close_combat.doctrine import Doctrine, doctrine_die, doctrine_fire
from rules.matchlocks.close_combat.reactions import answer_attack
from tests.rules.matchlocks.scenes import play_of, run
from vision.table.reading import Reading

PARLIAMENT_LINE = {"kind": "harquebusiers", "formation": "line"}


def apart(inches: float) -> Reading:
    """How far apart the lines began, by tape."""
    return Reading("gap", inches, 0.0, "in")


@pytest.mark.parametrize(
    ("rule", "unit", "dice", "found"),
    [
        ("NMM-DOC-03", {"kind": "battalia"}, [2], Doctrine("fire", 1, 6)),
        ("NMM-DOC-04", {"kind": "musketeers"}, [4], Doctrine("fire", 1, 5)),
        ("NMM-DOC-05", {"kind": "battalia"}, [6], Doctrine("fire", 2, 5)),
        ("NMM-DOC-06", {"kind": "battalia", "quality": "veteran"}, [1, 3], Doctrine("fire", 1, 5)),
        ("NMM-DOC-07", {"kind": "battalia", "quality": "raw"}, [6, 6], Doctrine("fire", 2, 5)),
        ("NMM-DOC-07", {"kind": "battalia", "fired_ranks": 1}, [6, 2], Doctrine("fire", 1, 6)),
        ("NMM-DOC-10", {"kind": "pike_stand"}, [6], Doctrine()),
        ("NMM-DOC-12", PARLIAMENT_LINE, [1, 4], Doctrine("trot")),
        ("NMM-DOC-13", {"kind": "harquebusiers"}, [6, 5], Doctrine("gallop")),
        ("NMM-DOC-15", {"kind": "harquebusiers", "quality": "veteran"}, [6, 2], Doctrine("trot")),
        ("NMM-DOC-16", {"kind": "harquebusiers"}, [1], Doctrine("engage", 1, 5)),
        ("NMM-DOC-18", {"kind": "harquebusiers"}, [3], Doctrine("trot")),
        ("NMM-DOC-19", {"kind": "harquebusiers"}, [5], Doctrine("gallop")),
    ],
)
def test_die(rule: str, unit: dict[str, Any], dice: list[int], found: Doctrine) -> None:
    """Of Parliament, so that Royalist horse does not throw its 1 again."""
    play = play_of({"P": unit})
    _, got = run(doctrine_die(play, "P", apart(12.0)), *([face] for face in dice))
    assert got == found


def test_royalist_horse_in_column_rerolls_a_one() -> None:
    """NMM-DOC-12."""
    play = play_of({"R": {"kind": "harquebusiers"}})
    _, got = run(doctrine_die(play, "R", apart(12.0)), [1], [4])
    assert got.tactic == "trot"


def test_veteran_line_may_choose_to_reroll() -> None:
    """NMM-DOC-14: a 3, thrown again by choice, 6: gallop."""
    play = play_of({"P": {**PARLIAMENT_LINE, "quality": "veteran"}})
    _, got = run(doctrine_die(play, "P", apart(12.0)), [3], "yes", [6])
    assert got.tactic == "gallop"


def test_six_and_a_half_inches_is_too_near_to_gallop() -> None:
    """NMM-DOC-20."""
    _, got = run(doctrine_die(play_of({"P": PARLIAMENT_LINE}), "P", apart(6.5)), [6])
    assert got.tactic == "trot"


def test_charge_min_of_its_own_charge_move() -> None:
    """NMM-AMB-044 B: half of 12 in is 6 in for Cuirassiers, so 6.5 in is far enough."""
    units = {"P": {"kind": "cuirassiers"}}
    play = play_of(units, house={"charge_min": "half_own"})
    _, got = run(doctrine_die(play, "P", apart(6.5)), [5])
    assert got.tactic == "gallop"


@pytest.mark.parametrize(
    ("rule", "unit", "found", "count"),
    [
        ("NMM-DOC-03", {"kind": "battalia"}, Doctrine("fire", 1, 6), 8),
        ("NMM-DOC-04", {"kind": "musketeers"}, Doctrine("fire", 1, 5), 6),
        ("NMM-DOC-05", {"kind": "battalia"}, Doctrine("fire", 2, 5), 16),
        ("NMM-DOC-16", {"kind": "harquebusiers"}, Doctrine("engage", 1, 5), 4),
    ],
)
def test_fire_dice(rule: str, unit: dict[str, Any], found: Doctrine, count: int) -> None:
    play = play_of({"P": {**unit, "first_shot_turn": 1}})
    play, hits = run(doctrine_fire(play, "P", found), [found.need] * count)
    assert hits == count


def test_fire_uses_ammunition() -> None:
    """NMM-DOC-09: ammo 4, the free volley gone, die 5: ammo 3."""
    unit = {"kind": "battalia", "ammo": 4, "free_volley": False, "first_shot_turn": 1}
    play, _ = run(doctrine_fire(play_of({"P": unit}), "P", Doctrine("fire", 1, 5)), [2] * 8)
    assert play.unit("P").ammo == 3


def test_veterans_reroll_ones_of_doctrine_fire() -> None:
    """NMM-AMB-080 A: it is Shooting."""
    unit = {"kind": "musketeers", "quality": "veteran"}
    _, hits = run(
        doctrine_fire(play_of({"P": unit}), "P", Doctrine("fire", 1, 5)), [1, 2, 2, 2, 2, 2], [5]
    )
    assert hits == 1


def test_disarrayed_foot_fire_one_rank_only() -> None:
    """NMM-AMB-081 A caps a 6."""
    play = play_of({"P": {"kind": "battalia", "disarray": 1}})
    _, got = run(doctrine_die(play, "P", None), [6])
    assert got == Doctrine("fire", 1, 5)


def test_flank_in_one_move_gets_no_reaction() -> None:
    """NMM-DOC-25."""
    play = play_of({"R": {"kind": "harquebusiers"}, "P": {"kind": "battalia"}})
    play, answer = run(answer_attack(play, "R", "P", "flank", 1, 1))
    assert (answer.fights_back, answer.faces) == (False, False)


@pytest.mark.parametrize(
    ("rule", "quality", "die", "disarray", "hedgehog"),
    [
        ("NMM-DOC-26", "seasoned", 3, 1, False),
        ("NMM-DOC-27", "seasoned", 5, 0, True),
        ("NMM-DOC-27", "raw", 5, 1, True),
        ("NMM-MEL-10", "seasoned", 2, 1, False),
    ],
)
def test_flank_reaction(rule: str, quality: str, die: int, disarray: int, hedgehog: bool) -> None:
    play = play_of({"R": {"kind": "harquebusiers"}, "P": {"kind": "battalia", "quality": quality}})
    play, answer = run(answer_attack(play, "R", "P", "flank", 2, 2), [die])
    unit = play.unit("P")
    assert (unit.disarray, unit.hedgehog, answer.faces) == (disarray, hedgehog, True)


def test_pikes_form_hedgehog_from_any_side_with_no_die() -> None:
    """NMM-DOC-28."""
    play = play_of({"R": {"kind": "cuirassiers"}, "P": {"kind": "pike_square"}})
    play, answer = run(answer_attack(play, "R", "P", "rear", 1, 1))
    assert play.unit("P").hedgehog and answer.faces


def test_raw_pikes_pay_for_the_hedgehog_in_flank_or_rear() -> None:
    """NMM-AMB-086 A."""
    units = {"R": {"kind": "cuirassiers"}, "P": {"kind": "pike_stand", "quality": "raw"}}
    front, _ = run(answer_attack(play_of(units), "R", "P", "front", 1, 1))
    rear, _ = run(answer_attack(play_of(units), "R", "P", "rear", 1, 1))
    assert (front.unit("P").disarray, rear.unit("P").disarray) == (0, 1)


def test_musketeers_have_no_hedgehog() -> None:
    """NMM-AMB-084 A: on 4 or more they turn to face with no token."""
    play = play_of({"R": {"kind": "harquebusiers"}, "P": {"kind": "musketeers"}})
    play, answer = run(answer_attack(play, "R", "P", "flank", 2, 2), [4])
    unit = play.unit("P")
    assert (unit.hedgehog, unit.disarray, answer.faces) == (False, 0, True)


def test_skirmishers_stand_and_shoot_on_a_one() -> None:
    """NMM-DOC-29: a Forlorn of 6 against a Battalia: 6 shots, then melee."""
    play = play_of({"R": {"kind": "battalia"}, "P": {"kind": "forlorn"}})
    play, answer = run(answer_attack(play, "R", "P", "front", 1, 1), [1], [5, 5, 1, 1, 1, 1])
    assert (answer.ended, answer.fire_hits) == (False, 2)


def test_skirmishers_evade_on_a_two() -> None:
    """NMM-MEL-17, NMM-MEL-19: about face, one Disarray."""
    play = play_of({"R": {"kind": "battalia"}, "P": {"kind": "forlorn"}})
    play, answer = run(answer_attack(play, "R", "P", "front", 1, 1), [4])
    assert answer.ended and play.unit("P").disarray == 1
