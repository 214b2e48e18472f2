"""Odds: ten rules worked by hand as fractions and matched exactly; sampling within its error."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from rules.kernel.odds import (
    Chances,
    TooMany,
    Undecided,
    first_option,
    odds,
    sample,
    walk,
)
from rules.kernel.prompts import Option, Steps, choose, draw, look, roll
from rules.kernel.protocol import Action, Outcome
from rules.kernel.telling.ledger import consequences
from rules.matchlocks import MATCHLOCKS
from tests.rules.matchlocks.throws import battle, block
from vision.table.snapshot import Snapshot

F = Fraction


def one_die(need: int) -> Steps[bool]:
    (face,) = yield from roll("die", 1, "a", need=need)
    return face >= need


def sum_of_two() -> Steps[int]:
    first, second = yield from roll("dice", 2, "a")
    return first + second


def dice_off() -> Steps[str]:
    (mine,) = yield from roll("mine", 1, "a")
    (his,) = yield from roll("his", 1, "b")
    return "tie" if mine == his else "a" if mine > his else "b"


def hits_and_saves() -> Steps[int]:
    hits = yield from roll("hit", 2, "a", need=5)
    count = sum(face >= 5 for face in hits)
    saves = yield from roll("save", count, "b", need=5)
    return count - sum(face >= 5 for face in saves)


def test_one_die_of_four_or_more_is_a_half() -> None:
    assert walk(lambda: one_die(4), bool).chances == {True: F(1, 2), False: F(1, 2)}


def test_seven_on_two_dice_is_a_sixth() -> None:
    """Six of the 36 throws of two dice make 7."""
    assert walk(sum_of_two, int).chances[7] == F(6, 36)


def test_a_dice_off_is_tied_once_in_six() -> None:
    assert walk(dice_off, str).chances == {"tie": F(1, 6), "a": F(15, 36), "b": F(15, 36)}


def test_two_shots_against_saves_of_five() -> None:
    """A kill is 1/3 x 2/3 = 2/9 a die: 49/81, 28/81 and 4/81 for none, one and two."""
    found = walk(hits_and_saves, int)
    assert found.chances == {0: F(49, 81), 1: F(28, 81), 2: F(4, 81)}


def test_a_card_drawn_from_a_deck_with_two_of_a_kind() -> None:
    def rule() -> Steps[str]:
        (card,) = yield from draw("draw", "a", "deck", ("Bonus", "Bonus", "A", "B"))
        return card

    assert walk(rule, str).chances == {"Bonus": F(1, 2), "A": F(1, 4), "B": F(1, 4)}


def shot(kind: str, target: str, range_in: float, **unit: object) -> Chances[int]:
    """Chances of the kills of one Shoot Action at that range."""
    state = battle({"A": {"side": "a", "kind": kind, **unit}, "B": {"side": "b", "kind": target}})
    table = Snapshot((72, 72), (block("A", 36, 10), block("B", 36, 12 + range_in, 270)))

    def kills(outcome: Outcome) -> int:
        return int(state.units["B"].figures - outcome.state.units["B"].figures)

    action = Action("shoot", "A", "B")
    return walk(lambda: MATCHLOCKS.resolve(action, state, table), kills)


def binomial(n: int, k: int, p: Fraction) -> Fraction:
    from math import comb

    return comb(n, k) * p**k * (1 - p) ** (n - k)


def test_raw_division_at_short_range_on_a_division() -> None:
    """Raw: six dice, hit 1/3, killed 2/3: 2/9 a die, no rerolls (SHOOT-44, -47, -51)."""
    found = shot("musketeers", "musketeers", 8, quality="raw")
    assert found.chances == {k: binomial(6, k, F(2, 9)) for k in range(7)}


def test_raw_division_at_long_range_on_cuirassiers() -> None:
    """Six dice, hit 1/6, killed 1/2: 1/12 a die (SHOOT-26, SHOOT-51)."""
    found = shot("musketeers", "cuirassiers", 12, quality="raw")
    assert found.chances == {k: binomial(6, k, F(1, 12)) for k in range(7)}


def test_veterans_throw_their_ones_again() -> None:
    """Hit 1/3 + 1/6 x 1/3 = 7/18, killed 2/3: 7/27 a die (SHOOT-45)."""
    found = shot("musketeers", "musketeers", 8, quality="veteran")
    assert found.chances == {k: binomial(6, k, F(7, 27)) for k in range(7)}


def test_a_field_gun_kills_outright() -> None:
    """Six dice, 1/6 each, no saves (SHOOT-31, -37, -55)."""
    found = shot("field_gun", "battalia", 30)
    assert found.chances == {k: binomial(6, k, F(1, 6)) for k in range(7)}


def test_a_gun_breaks_down_on_four_sixes_or_more() -> None:
    """C(6,4)/6^4 x (5/6)^2 + ... = (375 + 30 + 1)/46656 (SHOOT-49)."""
    state = battle(
        {"A": {"side": "a", "kind": "field_gun"}, "B": {"side": "b", "kind": "battalia"}}
    )
    table = Snapshot((72, 72), (block("A", 36, 10), block("B", 36, 42, 270)))
    action = Action("shoot", "A", "B")

    def broken(outcome: Outcome) -> bool:
        return bool(outcome.state.units["A"].malfunction)

    found = walk(lambda: MATCHLOCKS.resolve(action, state, table), broken)
    assert found.chances[True] == F(406, 46656)


def test_a_square_loses_one_more_to_round_shot() -> None:
    """0 hits kill none; 1 hit kills two: 6 x 1/6 x (5/6)^5 = 3125/7776 (SHOOT-56)."""
    found = shot("field_gun", "pike_square", 30)
    assert found.chances[2] == F(3125, 7776)
    assert 1 not in found.chances


def test_a_leader_with_a_battered_unit() -> None:
    """Light gun, four dice: four kills are 1/1296, one risk die, lost on a 1 (SHOOT-61)."""
    state = battle(
        {"A": {"side": "a", "kind": "light_gun"}, "B": {"side": "b", "kind": "battalia"}},
        leaders={"L": {"side": "b", "attached": "B"}},
    )
    table = Snapshot((72, 72), (block("A", 36, 10), block("B", 36, 32, 270)))
    action = Action("shoot", "A", "B")

    def lost(outcome: Outcome) -> bool:
        return bool(outcome.state.leaders["L"].lost)

    found = walk(lambda: MATCHLOCKS.resolve(action, state, table), lost)
    assert found.chances[True] == F(1, 1296 * 6)


def test_chances_add_up_to_one() -> None:
    assert sum(shot("battalia", "musketeers", 8).chances.values()) == 1


def test_past_the_bound_it_is_sampled_within_its_stated_error() -> None:
    """Five standard errors: one wrong alarm in two million seeds; the seed is fixed."""
    thrown = random.Random(7).randrange
    found = odds(sum_of_two, int, thrown, most=5, times=2_000)
    assert not found.exact
    assert abs(float(found.chances[7]) - 1 / 6) < 5 * found.error


def test_walking_past_the_bound_is_refused() -> None:
    with pytest.raises(TooMany, match="more than 10 courses"):
        walk(sum_of_two, int, most=10)


def test_a_choice_is_the_callers_to_decide() -> None:
    def rule() -> Steps[str]:
        return (yield from choose("which?", "a", (Option("x"), Option("y"))))

    with pytest.raises(Undecided, match="which"):
        walk(rule, str)
    assert walk(rule, str, decide=lambda prompt: ("y",)).chances == {"y": F(1)}


def test_models_that_must_be_moved_have_no_odds() -> None:
    def rule() -> Steps[bool]:
        yield from look("move it", "a")
        return True

    with pytest.raises(Undecided, match="moved"):
        walk(rule, bool)
    with pytest.raises(Undecided, match="moved"):
        sample(rule, bool, random.Random(1).randrange, 1)


def test_the_odds_of_an_action_are_told_in_what_it_changes() -> None:
    state = battle(
        {"A": {"side": "a", "kind": "light_gun"}, "B": {"side": "b", "kind": "battalia"}}
    )
    table = Snapshot((72, 72), (block("A", 36, 10), block("B", 36, 32, 270)))
    thrown = random.Random(1).randrange

    def told(outcome: Outcome) -> tuple[str, ...]:
        changed = consequences(MATCHLOCKS.ledger, state, outcome.state)
        return tuple(f"{one.who} {one.what} {one.after}" for one in changed if one.who == "B")

    shot = Action("shoot", "A", "B")
    found = odds(lambda: MATCHLOCKS.resolve(shot, state, table), told, thrown, decide=first_option)
    assert found.exact
    assert found.chances[()] == F(625, 1296)
    assert found.of(lambda says: "B figures 23" in says) == F(500, 1296)


def fought(figures: int) -> tuple[object, Action]:
    """Pikes attack pikes in the open, that many a side; a game kept without a camera."""
    stand = {"kind": "pike_stand", "pikes": figures, "start_pikes": figures, "kills": 0}
    state = battle({"A": {"side": "a", **stand}, "B": {"side": "b", **stand}})
    return state, Action("attack", "A", "B")


def lost_by_b(outcome: Outcome) -> int:
    b = outcome.state.units["B"]
    return int(b.start - b.figures)


def test_one_pike_against_one_walked_exactly() -> None:
    """It hits on 4+ rerolling 1s, 1/2 + 1/12 = 7/12; saved on 4+: 7/24 (MEL-43, -45, -51)."""
    state, action = fought(1)

    def rule() -> Steps[Outcome]:
        return MATCHLOCKS.resolve(action, state, Snapshot((72, 48)))

    found = walk(rule, lost_by_b, decide=first_option, most=100_000)
    assert found.chances[1] == F(7, 24)


def test_a_doctrine_melee_sampled_within_its_error() -> None:
    """Twelve against twelve: 12 x 7/24 = 3.5 Kills; a standard deviation of 1.57 over 400
    courses is 0.079, five of them are allowed."""
    state, action = fought(12)
    thrown = random.Random(3).randrange

    def rule() -> Steps[Outcome]:
        return MATCHLOCKS.resolve(action, state, Snapshot((72, 48)))

    found = odds(rule, lost_by_b, thrown, decide=first_option, most=200, times=400)
    assert not found.exact
    assert abs(found.mean(float) - 3.5) < 5 * 0.079
    likely = float(binomial(12, 3, F(7, 24)))
    assert abs(float(found.chances[3]) - likely) < 5 * found.error
