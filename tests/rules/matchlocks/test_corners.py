"""Where two chapters meet: what one leaves behind for the other."""

from __future__ import annotations

from rules.matchlocks.close_combat.reactions import answer_attack
from rules.matchlocks.ordering.activation import open_main_phase
from tests.rules.answered import run
from tests.rules.matchlocks.scenes import play_of


def test_a_gun_that_bombarded_stands_and_shoots_in_the_first_turn() -> None:
    """TURN-04, MEL-15: what it did in the manoeuvre phase is not of the Main Battle's turn."""
    guns = {"RA": {"kind": "pike_stand"}, "PG": {"kind": "field_gun", "shot_turn": 1}}
    play = open_main_phase(play_of(guns, phase="manoeuvre"), "RA", "an Attack")
    play, answer = run(answer_attack(play, "RA", "PG", "front", 1, 1), [6, 6, 1, 1, 1, 1])
    assert answer.outright == 2 and not answer.ended


def test_a_gun_that_fired_two_goes_ago_stands_and_shoots_in_the_manoeuvre_phase() -> None:
    """TURN-06 calls a go a turn: only the gun of the last go has shot in it."""
    guns = {"RA": {"kind": "pike_stand"}, "PG": {"kind": "field_gun", "shot_turn": 1}}
    play = play_of(guns, phase="manoeuvre")
    _, answer = run(answer_attack(play, "RA", "PG", "front", 1, 1), [6, 1, 1])
    assert answer.outright == 1
    _, answer = run(
        answer_attack(
            play.change_in("sides", "Parliament", last_gun="PG"), "RA", "PG", "front", 1, 1
        )
    )
    assert answer.ended


def test_a_gun_that_stood_and_shot_has_had_its_shot_of_the_turn() -> None:
    """SHOOT-37: once a turn, whoever asks for it."""
    play = play_of({"RA": {"kind": "pike_stand"}, "PG": {"kind": "field_gun"}})
    play, _ = run(answer_attack(play, "RA", "PG", "front", 1, 1), [1, 1, 1, 1, 1, 1])
    assert "shoot" in play.unit("PG").acts
