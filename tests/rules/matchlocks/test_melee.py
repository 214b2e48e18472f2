"""Attacks, rounds, their results and pursuit: the inventory's own examples."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.play import allowed
from rules.kernel.protocol import Action, IllegalAction
from rules.matchlocks.close_combat.aftermath import end_deserted, result
from rules.matchlocks.close_combat.doctrine import Doctrine
from rules.matchlocks.close_combat.melee import Tally, fight, footing_of, melee_of, melee_save
from rules.matchlocks.close_combat.melee_count import (
    Blow,
    Footing,
    file_dice,
    melee_dice,
    needed,
    rerolls,
    whole_dice,
)
from rules.matchlocks.close_combat.pursuit import pursue
from rules.matchlocks.close_combat.reactions import answer_attack
from rules.matchlocks.close_combat.rounds import (
    continuing,
    feed_in,
    join_melee,
    may_face,
    next_round,
    turn_to_face,
)
from rules.matchlocks.movement.moving import move_checks
from rules.matchlocks.play import BOOK, Play, deal
from tests.rules.matchlocks.scenes import play_of, run

SQUADRON = {"kind": "harquebusiers"}
FOOT = {"kind": "musketeers"}
NO_DOCTRINE = Doctrine()
GALLOP = Doctrine("gallop")


def in_melee(units: dict[str, dict[str, Any]], melee: dict[str, Any], **more: Any) -> Play:
    """R attacks P in melee "m"."""
    whole = {"id": "m", "attackers": ["R"], "defenders": ["P"], **melee}
    fighting = set(whole["attackers"]) | set(whole["defenders"])
    marked = {key: {**one, "melee": "m"} if key in fighting else one for key, one in units.items()}
    return play_of(marked, melees=[whole], **more)


def blow(play: Play, unit: str, number: int = 1, doctrine: Doctrine = NO_DOCTRINE) -> Blow:
    """What a unit brings to a round of "m"."""
    return Blow(unit, footing_of(play, melee_of(play.state, "m"), unit, number), doctrine)


def faces_again(play: Play, unit: str, foe: str, number: int, doctrine: Doctrine) -> Any:
    """Which faces that unit throws again in that round, or None."""
    melee = melee_of(play.state, "m")
    brings = blow(play, unit, number, doctrine)
    again, _ = rerolls(play.state, melee, number, brings, play.unit(foe))
    return None if again is None else again.faces


def test_a_melee_that_one_side_has_left_is_over() -> None:
    """MEL-59: R won the round and was wiped out in it (seen in a battle by chance): P, who held,
    is free at once, not only when the next Bonus card comes up."""
    play = in_melee({"R": SQUADRON, "P": SQUADRON}, {"round": 2, "winner": "Royalists"})
    gone = end_deserted(play.change("R", shot=0, gone="destroyed", melee=""))
    assert gone.state.melees == () and gone.unit("P").melee == ""
    assert end_deserted(play).state == play.state


@pytest.mark.parametrize(("house", "legal"), [("free", False), ("action", True)])
def test_a_pivot_that_is_free_is_made_once_a_turn(house: str, legal: bool) -> None:
    """MOVE-11: up to 45 degrees; free pivots one after another would turn it right round."""
    gun = {"kind": "light_gun", "pivoted": True, "actions_left": 2, "ordered": "L"}
    play = play_of({"R": gun}, house={"gun_pivot_cost": house})
    assert BOOK.may(play, move_checks(play, play.unit("R"), "pivot")) is legal


# --- who may attack, and the answers -------------------------------------------------------


@pytest.mark.parametrize(
    ("rule", "unit", "target"),
    [
        ("NMM-MEL-03", {"kind": "forlorn"}, FOOT),
        ("NMM-MEL-03", {"kind": "dragoons", "mounted": False}, FOOT),
        ("NMM-MEL-04", {"kind": "horse_detachment"}, {"kind": "battalia", "daunted": True}),
        ("NMM-MEL-38", SQUADRON, {"kind": "musketeers", "shot": 6, "building": "mill"}),
    ],
)
def test_refused(rule: str, unit: dict[str, Any], target: dict[str, Any]) -> None:
    play = play_of({"R": unit, "P": target})
    with pytest.raises(IllegalAction, match=rule):
        run(BOOK.carried(Action("attack", "R", "P"), play.state, play.table))


def test_foot_receives_every_attack_of_foot() -> None:
    """NMM-MEL-12: no Evade is offered; nothing is asked."""
    play, answer = run(answer_attack(play_of({"R": FOOT, "P": FOOT}), "R", "P", "front", 1, 1))
    assert not answer.ended and answer.fights_back


def test_horse_may_evade_foot_without_a_die() -> None:
    """NMM-MEL-13."""
    play = play_of({"R": {"kind": "battalia"}, "P": SQUADRON})
    play, answer = run(answer_attack(play, "R", "P", "front", 1, 1), "yes")
    assert answer.ended and play.unit("P").disarray == 1


def test_horse_rides_out_against_horse() -> None:
    """NMM-MEL-14: nothing is asked."""
    _, answer = run(answer_attack(play_of({"R": SQUADRON, "P": SQUADRON}), "R", "P", "front", 1, 1))
    assert not answer.ended


def test_flank_turn_is_offered_after_two_moves_only() -> None:
    """NMM-MEL-07, NMM-MEL-08, NMM-MEL-09."""
    units = {"R": FOOT, "P": {"kind": "musketeers", "quality": "raw"}}
    _, one = run(answer_attack(play_of(units), "R", "P", "flank", 1, 1))
    play, two = run(answer_attack(play_of(units), "R", "P", "flank", 2, 2), "yes")
    assert (one.faces, two.faces, two.fights_back) == (False, True, False)
    assert play.unit("P").disarray == 1


def test_seasoned_foot_turns_without_disarray() -> None:
    """NMM-MEL-09."""
    play, _ = run(answer_attack(play_of({"R": FOOT, "P": FOOT}), "R", "P", "flank", 2, 2), "yes")
    assert play.unit("P").disarray == 0


def test_a_rear_attack_is_never_turned_to() -> None:
    """NMM-MEL-11."""
    _, answer = run(answer_attack(play_of({"R": FOOT, "P": FOOT}), "R", "P", "rear", 2, 2))
    assert not answer.faces


def test_an_unfired_gun_stands_and_shoots() -> None:
    """NMM-MEL-15: six dice; its hits kill outright (NMM-AMB-144 A)."""
    play = play_of({"R": FOOT, "P": {"kind": "field_gun"}})
    _, answer = run(answer_attack(play, "R", "P", "front", 1, 1), [6, 6, 1, 1, 1, 1])
    assert (answer.ended, answer.outright) == (False, 2)


def test_a_gun_that_has_shot_is_taken() -> None:
    """NMM-MEL-16."""
    play = play_of({"R": FOOT, "P": {"kind": "field_gun", "shot_turn": 1}})
    play, answer = run(answer_attack(play, "R", "P", "front", 1, 1))
    assert answer.ended and play.unit("P").gone == "captured"


def test_foot_skirmishers_in_the_open_are_caught_by_horse_one_move_away() -> None:
    """NMM-MEL-18; two Actions away they get clear."""
    units = {"R": SQUADRON, "P": {"kind": "forlorn"}}
    near, caught = run(answer_attack(play_of(units), "R", "P", "front", 1, 1), [4])
    far, away = run(answer_attack(play_of(units), "R", "P", "front", 2, 2), [4])
    assert (caught.ended, away.ended) == (False, True)


# --- what hits, what is thrown again, what saves --------------------------------------------


def test_numbers_needed() -> None:
    """NMM-MEL-43 (4+, engaged by fire 5+), NMM-MEL-74 (5+), NMM-MEL-77 (fed in 4+)."""
    play = in_melee({"R": SQUADRON, "P": SQUADRON}, {"fed": {"R": 3}})
    melee, state = melee_of(play.state, "m"), play.state
    engaged = blow(play, "P", 1, Doctrine("engage", 1, 5))
    got = [
        needed(state, melee, 1, blow(play, "P")),
        needed(state, melee, 1, engaged),
        needed(state, melee, 2, blow(play, "P", 2)),
        needed(state, melee, 3, blow(play, "R", 3)),
    ]
    assert got == [4, 5, 5, 4]


@pytest.mark.parametrize(
    ("rule", "unit", "foe", "melee", "number", "doctrine", "faces"),
    [
        ("NMM-MEL-45", FOOT, FOOT, {}, 1, Doctrine(), (1,)),
        ("NMM-MEL-46", SQUADRON, SQUADRON, {"gallop": ["R"]}, 1, GALLOP, (1, 2, 3)),
        (
            "NMM-MEL-46", SQUADRON, SQUADRON, {"gallop": ["R"], "uphill": True}, 1,
            GALLOP, (1,),
        ),
        ("NMM-DOC-18", SQUADRON, SQUADRON, {}, 1, Doctrine("trot"), (1,)),
        (
            "NMM-MEL-47", {**SQUADRON, "quality": "veteran"}, {"kind": "pike_square"},
            {"gallop": ["R"]}, 1, GALLOP, None,
        ),
        ("NMM-MEL-47", SQUADRON, {"kind": "battalia"}, {"gallop": ["R"]}, 1, GALLOP, None),
        (
            "NMM-MEL-47", SQUADRON, {"kind": "battalia"}, {"gallop": ["R"], "zone": "flank"}, 1,
            GALLOP, (1, 2, 3),
        ),
        (
            "NMM-MEL-48", {**FOOT, "quality": "veteran", "disarray": 1}, FOOT, {}, 1,
            Doctrine(), None,
        ),
        ("NMM-MEL-49", FOOT, FOOT, {"uphill": True}, 1, Doctrine(), None),
        (
            "NMM-MEL-50", {"kind": "battalia", "quality": "veteran"}, FOOT,
            {"obstacle": "fieldwork"}, 1, Doctrine(), None,
        ),
        ("NMM-MEL-69", SQUADRON, FOOT, {"pursuit": True}, 1, Doctrine(), None),
        ("NMM-MEL-75", FOOT, FOOT, {"winner": "Royalists", "round": 1}, 2, Doctrine(), (1,)),
        ("NMM-AMB-105", FOOT, FOOT, {"round": 1}, 2, Doctrine(), None),
    ],
)  # fmt: skip
def test_rerolls(
    rule: str,
    unit: dict[str, Any],
    foe: dict[str, Any],
    melee: dict[str, Any],
    number: int,
    doctrine: Doctrine,
    faces: Any,
) -> None:
    play = in_melee({"R": unit, "P": foe}, melee)
    assert faces_again(play, "R", "P", number, doctrine) == faces


def test_veteran_disarrayed_defender_still_rerolls() -> None:
    """NMM-MEL-48."""
    play = in_melee({"R": FOOT, "P": {**FOOT, "quality": "veteran", "disarray": 1}}, {})
    assert faces_again(play, "P", "R", 1, Doctrine()) == (1,)


@pytest.mark.parametrize(
    ("rule", "kind", "melee", "need"),
    [
        ("NMM-MEL-51", {"kind": "cuirassiers"}, {}, 3),
        ("NMM-MEL-51", {"kind": "battalia"}, {}, 4),
        ("NMM-MEL-51", FOOT, {}, 5),
        ("NMM-MEL-52", FOOT, {"obstacle": "wall"}, 4),
        ("NMM-MEL-52", FOOT, {"obstacle": "hedge"}, 5),
    ],
)
def test_melee_saves(rule: str, kind: dict[str, Any], melee: dict[str, Any], need: int) -> None:
    play = in_melee({"R": FOOT, "P": kind}, melee)
    assert melee_save(play, melee_of(play.state, "m"), play.unit("P"))[0] == need


def test_hits_of_a_round_and_their_saves() -> None:
    """NMM-MEL-43, NMM-MEL-51: Division on Division; 6 dice each, 5 Hits leave 4 Kills."""
    play = in_melee({"R": FOOT, "P": FOOT}, {})
    blows = (blow(play, "R"), blow(play, "P"))
    play, tally = run(
        fight(play, "m", blows),
        [4, 4, 4, 4, 4, 3],  # R: 3s stay misses
        [2, 2, 2, 2, 2, 2],  # P
        [1, 2, 3, 4, 5],  # P saves one on 5+
    )
    assert tally.kills == {"R": 0, "P": 4} and play.unit("P").figures == 8


def test_an_able_leader_with_horse_adds_two_hits() -> None:
    """NMM-MEL-44: 4 Hits + Able: 6 saves are asked for."""
    leaders = {"L": {"side": "Royalists", "command": 2, "attached": "R"}}
    play = in_melee({"R": {**SQUADRON, "shot": 4}, "P": SQUADRON}, {"round": 1}, leaders=leaders)
    blows = (blow(play, "R", 2), blow(play, "P", 2))
    play, tally = run(fight(play, "m", blows), [5, 5, 5, 5, 2, 2], [2] * 12, [4, 4, 4, 4, 4, 1])
    assert tally.kills["P"] == 1


def test_a_leader_with_foot_adds_nothing() -> None:
    """NMM-MEL-44."""
    leaders = {"L": {"side": "Royalists", "command": 2, "attached": "R"}}
    play = in_melee({"R": FOOT, "P": FOOT}, {"round": 1}, leaders=leaders)
    blows = (blow(play, "R", 2), blow(play, "P", 2))
    play, tally = run(fight(play, "m", blows), [5, 2, 2, 2, 2, 2], [2] * 6, [5])
    assert tally.kills == {"R": 0, "P": 0}


def test_leader_risk_past_three_kills() -> None:
    """NMM-MEL-54: 6 Kills, three dice, 3 1 6: lost."""
    leaders = {"L": {"side": "Parliament", "command": 2, "attached": "P"}}
    play = in_melee({"R": FOOT, "P": FOOT}, {}, leaders=leaders)
    blows = (blow(play, "R"), blow(play, "P"))
    play, _ = run(fight(play, "m", blows), [6] * 6, [2] * 6, [1] * 6, [3, 1, 6])
    assert play.state.leaders["L"].lost


def test_wiped_out_with_its_leader() -> None:
    """NMM-MEL-55, NMM-MEL-59: no dice."""
    leaders = {"L": {"side": "Parliament", "attached": "P"}}
    play = in_melee({"R": FOOT, "P": {**FOOT, "shot": 2}}, {}, leaders=leaders)
    blows = (blow(play, "R"), blow(play, "P"))
    play, _ = run(fight(play, "m", blows), [6, 6, 2, 2, 2, 2], [2], [1, 1])
    assert play.unit("P").gone == "destroyed" and play.state.leaders["L"].lost


def test_square_losses_split_with_the_odd_one_in_front() -> None:
    """NMM-MEL-53: three from the front: front 2, rear 1."""
    play = in_melee({"R": FOOT, "P": {"kind": "pike_square"}}, {})
    blows = (blow(play, "R"), blow(play, "P"))
    play, _ = run(fight(play, "m", blows), [6, 6, 6, 2, 2, 2], [2] * 18, [1, 1, 1])
    unit = play.unit("P")
    assert (unit.pikes - unit.rear, unit.rear) == (10, 11)


# --- results -------------------------------------------------------------------------------


def outcome(play: Play, kills: dict[str, int], *answers: Any) -> Play:
    """The result of a round of "m" with those Kills."""
    melee = melee_of(play.state, "m")
    play = play.with_state(
        melees=(
            type(melee)(
                **{
                    **{f: getattr(melee, f) for f in melee.__struct_fields__},
                    "round": max(melee.round, 1),
                }
            ),
        )
    )
    units = (melee.attackers, melee.defenders)
    end: Play = run(result(play, "m", Tally(kills), units), *answers)
    return end


def test_equal_kills_are_a_tie() -> None:
    """NMM-MEL-57, NMM-MEL-70: no test, the melee goes on."""
    play = outcome(in_melee({"R": FOOT, "P": FOOT}, {}), {"R": 3, "P": 3})
    assert continuing(play.with_state(turn=2).state) == ("m",)


def test_the_loser_tests_at_once_and_holds() -> None:
    """NMM-MEL-56, NMM-MEL-58, NMM-MOR-01, NMM-MOR-20."""
    units = {"R": FOOT, "P": {**FOOT, "shot": 8, "kills": 4}}
    play = outcome(in_melee(units, {}), {"R": 2, "P": 4}, [3, 4])
    assert play.unit("P").melee == "m" and melee_of(play.state, "m").winner == "Royalists"


def test_winning_horse_must_follow_a_daunted_foe() -> None:
    """NMM-MEL-60, NMM-MEL-63; Raw horse pay one Disarray (NMM-MEL-64)."""
    units = {"R": {**SQUADRON, "quality": "raw"}, "P": {**FOOT, "shot": 6, "kills": 6}}
    play = outcome(in_melee(units, {}), {"R": 0, "P": 4}, [3, 2])
    melee = melee_of(play.state, "m")
    assert melee.followed == ("R",) and play.unit("R").disarray == 1
    assert play.unit("P").daunted and play.unit("P").melee == "m"


def test_foot_without_a_leader_hold() -> None:
    """NMM-MEL-61."""
    units = {"R": {"kind": "battalia"}, "P": {**FOOT, "shot": 6, "kills": 6}}
    play = outcome(in_melee(units, {}), {"R": 0, "P": 4}, [3, 2])
    assert play.state.melees == () and play.unit("R").won


@pytest.mark.parametrize("kills", [{"R": 3, "P": 0}, {"R": 0, "P": 0}])
def test_horse_disengages_from_a_steady_battalia(kills: dict[str, int]) -> None:
    """NMM-MEL-62, NMM-MOR-30: faces away, one Disarray; the foot counts as victorious."""
    play = in_melee({"R": SQUADRON, "P": {"kind": "battalia"}}, {})
    answers = ([4],) if kills["R"] else ()
    play = outcome(play, kills, *answers)
    assert play.state.melees == () and play.unit("R").disarray == 1 and play.unit("P").won


def test_round_two_costs_everyone_a_disarray() -> None:
    """NMM-MEL-76."""
    play = outcome(in_melee({"R": SQUADRON, "P": SQUADRON}, {"round": 2}), {"R": 1, "P": 1})
    assert (play.unit("R").disarray, play.unit("P").disarray) == (1, 1)


def test_after_three_rounds_the_attacker_falls_back_from_foot() -> None:
    """NMM-MEL-83, NMM-MEL-84, NMM-MEL-85."""
    units = {"R": {**FOOT, "disarray": 1}, "P": {"kind": "battalia", "disarray": 1}}
    play = outcome(in_melee(units, {"round": 3}), {"R": 1, "P": 1})
    assert play.state.melees == ()
    assert (play.unit("R").disarray, play.unit("P").disarray) == (2, 2)
    assert any("R falls back" in one.says for one in play.rulings)


def test_after_three_rounds_horse_throw_for_it() -> None:
    """NMM-MEL-86: 3-3, then 5-2: the 2 falls back."""
    units = {"R": SQUADRON, "P": SQUADRON}
    play = in_melee(units, {"round": 3})
    play = outcome(play, {"R": 1, "P": 1}, [3], [3], [5], [2])
    assert any(one.says.startswith("5 against 2: P falls back") for one in play.rulings)


def test_a_fight_with_a_joiner_adds_the_kills_up() -> None:
    """NMM-MEL-89: attackers 3 + 2 against 4: they lose 5 to 4, one test for both."""
    ours = {"R": {**FOOT, "shot": 9, "kills": 3}, "R2": {**FOOT, "shot": 10, "kills": 2}}
    units = {**ours, "P": FOOT}
    play = in_melee(units, {"attackers": ["R", "R2"], "joined": ["R2"]})
    play = outcome(play, {"R": 3, "R2": 2, "P": 4}, [3, 4])
    tests = [one for one in play.rulings if "tests morale" in one.says]
    assert [one.says.split()[0] for one in tests] == ["R2"]


# --- pursuit -------------------------------------------------------------------------------


def chased(unit: dict[str, Any], melee: dict[str, Any], *answers: Any, **more: Any) -> Play:
    """A winning squadron R whose enemy is gone."""
    play = in_melee({"R": unit, "P": FOOT}, melee, **more)
    end: Play = run(pursue(play, "R", melee_of(play.state, "m")), *answers)
    return end


def test_a_line_that_galloped_chases_far() -> None:
    """NMM-MEL-65, NMM-MEL-66: three Disarray, also when it had one."""
    play = chased({**SQUADRON, "formation": "line", "disarray": 1}, {"gallop": ["R"]})
    assert play.unit("R").disarray == 3
    assert any('28"' in one.says for one in play.rulings)


def test_raw_horse_chases_far() -> None:
    """NMM-MEL-65."""
    assert chased({**SQUADRON, "quality": "raw"}, {}).unit("R").disarray == 3


def test_a_column_pursues_ten_inches_unless_held() -> None:
    """NMM-MEL-68."""
    leaders = {"L": {"side": "Royalists", "attached": "R"}}
    free = chased(SQUADRON, {})
    held = chased(SQUADRON, {}, "yes", leaders=leaders)
    assert (free.unit("R").disarray, held.unit("R").disarray) == (1, 0)


# --- rounds that go on ----------------------------------------------------------------------


def test_turning_to_face_between_rounds() -> None:
    """NMM-MEL-72, NMM-MEL-73: a Disarray; one rank in round two, 3 dice."""
    leaders = {"L": {"side": "Parliament", "attached": "P", "card_done": True}}
    units = {"R": FOOT, "P": FOOT}
    play = in_melee(units, {"round": 1, "zone": "flank"}, leaders=leaders)
    assert allowed(may_face(play, play.unit("P"), ""))
    play = turn_to_face(play, play.unit("P"), "")
    footing = footing_of(play, melee_of(play.state, "m"), "P", 2)
    assert play.unit("P").disarray == 1
    assert melee_dice(play.state, play.unit("P"), footing).dice == 3


def test_no_turn_once_the_bonus_card_is_up() -> None:
    """NMM-MEL-72."""
    leaders = {"L": {"side": "Parliament", "attached": "P", "card_done": True}}
    play = in_melee({"R": FOOT, "P": FOOT}, {"round": 1, "zone": "flank"}, leaders=leaders)
    play = deal(play, bonuses=1)
    assert not allowed(may_face(play, play.unit("P"), ""))


def test_a_fresh_squadron_feeds_in_and_shares_the_hits() -> None:
    """NMM-MEL-77, NMM-MEL-78: +6 dice at 4+; five Hits: three and two."""
    units = {"R": SQUADRON, "R2": {**SQUADRON, "support": True}, "P": SQUADRON}
    play = in_melee(units, {"round": 1})
    play = run(
        feed_in(play, "R2", "m"),
        [2] * 12,  # R, 5+
        [3, 3, 3, 3, 3, 4],  # R2, one rank, 4+
        [5, 5, 5, 5, 5, 2, 2, 2, 2, 2, 2, 2],  # P
        [4, 4, 4],  # R saves three
        [4, 4],  # R2 saves two
        [1],  # P's one hit kills
        [3],  # P tests: 5 > 1
    )
    assert [play.unit(one).figures for one in ("R", "R2", "P")] == [8, 8, 7]


def test_file_that_meets_a_second_enemy() -> None:
    """NMM-MEL-88: column of 8 hit in flank: 2 figures (3 dice), 6 figures (9 dice)."""
    play = play_of({"P": SQUADRON})
    unit, footing = play.unit("P"), Footing(round=2)
    file = file_dice(play.state, unit, footing, "flank")
    whole = melee_dice(play.state, unit, footing).exact
    assert (whole_dice(file), whole_dice(whole - file)) == (3, 9)


def test_engaged_unit_hit_in_flank_must_pass_to_fight() -> None:
    """NMM-MEL-87: a Squadron that fails is Daunted and falls back, no fight."""
    units = {"R": SQUADRON, "R2": SQUADRON, "P": {**SQUADRON, "shot": 2, "kills": 6}}
    play = in_melee(units, {"round": 1})
    play = run(join_melee(play, "R2", "P", "flank", 10.0), [4])
    assert play.unit("P").daunted and play.state.melees == ()


def test_pursuers_fight_next_turn_disordered() -> None:
    """NMM-MEL-69: 8 that chased 28 in: 4 figures, 6 dice, no rerolls, both on 4+."""
    units = {"R": {**SQUADRON, "disarray": 3}, "P": FOOT}
    play = in_melee(units, {"pursuit": True})
    play = run(next_round(play, "m"), [1, 1, 1, 1, 1, 4], [3, 3, 3, 3, 3, 4], [4], [5], [5])
    assert melee_of(play.state, "m").round == 1


def test_horse_that_all_engage_by_fire_have_no_melee() -> None:
    """NMM-DOC-17, NMM-AMB-082 A: each shoots one rank; saves of Shooting, 4+."""
    play = play_of({"R": {**SQUADRON, "quality": "seasoned"}, "P": SQUADRON})
    play = run(
        BOOK.carried(Action("attack", "R", "P"), play.state, play.table),
        "front",
        [1],
        [1],  # a Royalist throws his 1 again
        [1],
        [5, 2, 2, 2],
        [5, 5, 2, 2],
        [4, 4],
        [3],
    )
    assert (play.unit("R").figures, play.unit("P").figures, play.state.melees) == (8, 7, ())
