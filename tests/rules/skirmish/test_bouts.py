"""Charges and melees: what a checker would try besides the printed examples."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.play import require
from rules.kernel.protocol import Action, IllegalAction
from rules.skirmish import SKIRMISH, turn
from rules.skirmish.close_combat import melee
from rules.skirmish.moving import pace
from rules.skirmish.state import Play
from tests.rules.answered import asked, run
from tests.rules.skirmish.scene import field, state
from vision.table.reading import HandReading
from vision.table.snapshot import Terrain

SWORD = {"kind": "Swordsmen", "each": {"armour": []}}
RED, WHITE = {"side": "red", **SWORD}, {"side": "white", **SWORD}
AWAY = {"side": "white", "kind": "Clubmen", "men": ["Z"]}
BYSTANDER = {"side": "red", "kind": "Clubmen", "men": ["Y"]}
CORNERS = {"Y": (220.0, 20.0, 90.0), "Z": (220.0, 220.0, 270.0)}


def fight(play: Play, by: str, *answers: Any) -> Any:
    return run(SKIRMISH.resolve(Action("fight", by), play.state, play.table), *answers)


def bonus(play: Play, man: str) -> int:
    figure = play.state.figure(man)
    return melee.charge_bonus(play, play.unit(figure.group), figure)


# -- the pace of a charge -------------------------------------------------------------------


def riders(**gaits: str) -> Play:
    """A charge of 38 cm by riders who went at those gaits, "" for one who stood."""
    told = state({
        "H": {"side": "red", "kind": "Swedish horse", "men": list(gaits), "charged": True,
              "charge_cm": 38.0},
        "W": {**WHITE, "men": ["W"]},
    }, step="melee", figures={name: {"gait": gait} for name, gait in gaits.items()})  # fmt: skip
    places = {name: (60 + 3.0 * n, 60, 90) for n, name in enumerate(gaits)}
    return field(told, {**places, "W": (60, 65, 270)})


def test_each_rider_has_the_bonus_of_his_own_gait() -> None:
    """SKM-MEL-15, -16: trot +1, gallop +2, walk and standing nothing, in one and the same group."""
    play = riders(H1="trot", H2="gallop", H3="walk", H4="")
    assert [bonus(play, name) for name in ("H1", "H2", "H3", "H4")] == [1, 2, 0, 0]


@pytest.mark.parametrize(("cm", "plus"), [(20.0, 0), (38.0, 1), (54.0, 2)])
def test_a_charge_told_by_its_length_alone_is_at_that_gait(cm: float, plus: int) -> None:
    """SKM-MEL-15, -16: a hand-written charge names only how far it came."""
    play = riders(H1="")
    play = play.change(play.unit("H"), charge_cm=cm)
    assert bonus(play, "H1") == plus


@pytest.mark.parametrize(("word", "gait"), [("in", "trot"), ("out", "gallop")])
def test_the_gait_of_a_charge_is_asked_when_too_close_to_call(word: str, gait: str) -> None:
    """SKM-MOVE-05, -06: 45.2 cm where the camera knows each place to about 0.5 cm."""
    told = state({"H": {"side": "red", "kind": "Swedish horse", "men": ["H"], "commanded": True},
                  "W": {**WHITE, "men": ["W"]}}, step="move")  # fmt: skip
    play = field(told, {"H": (60, 60, 90), "W": (60, 60 + 45.2 + 2.5, 270)})
    own = (0.01, 0.0, 0.0, 0.01, 0.0, 0.0)
    table = replace(play.table, bases=tuple(
        replace(b, pose=replace(b.pose, own=own)) for b in play.table.bases if b.pose
    ))  # fmt: skip
    there = shifted(table, ["H"], 0, 45.2)
    out = run(SKIRMISH.resolve(Action("move", "H"), told, table), there, word)
    assert out.state.figure("H").gait == gait


def test_dutch_horse_at_a_trot_too_close_to_call_are_not_sent_back() -> None:
    """SKM-ACT-08: 45.2 give or take 0.5 may be a trot; 46 is a gallop."""
    told = state({"H": {"side": "red", "kind": "Dutch horse", "men": ["H"], "commanded": True},
                  "W": {**WHITE, "men": ["W"]}}, step="move")  # fmt: skip
    play = field(told, {"H": (60, 60, 90), "W": (60, 200, 270)})
    own = (0.01, 0.0, 0.0, 0.01, 0.0, 0.0)
    table = replace(play.table, bases=tuple(
        replace(b, pose=replace(b.pose, own=own)) for b in play.table.bases if b.pose
    ))  # fmt: skip
    for cm, lawful in ((45.2, True), (46.5, False)):
        rule = SKIRMISH.resolve(Action("move", "H"), told, table)
        look = rule.send(None)
        try:
            look = rule.send(look.parse(shifted(table, ["H"], 0, cm)))
        except StopIteration:
            assert lawful
        else:
            assert not lawful and "SKM-ACT-08" in look.told


@pytest.mark.parametrize(
    ("cm", "fences", "used"), [(22.0, 1, 29.5), (30.0, 1, 41.25), (40.0, 1, 55.0), (28.0, 2, 58.0)]
)
def test_a_horse_clears_a_fence_at_the_gait_that_its_whole_move_needs(
    cm: float, fences: int, used: float
) -> None:
    """SKM-MOVE-08: 22 + 7.5 is a walk; 30 + 11.25 a trot; 40 + 11.25 is over a trot, so 40 + 15;
    28 + 2 x 11.25 = 50.5 is over a trot, so 28 + 30."""
    told = state({"H": {"side": "red", "kind": "Carabins", "men": ["H"]}, "Z": AWAY})
    rails = tuple(
        Terrain("fence", ((0, 30 + n), (90, 30 + n)), 0.5, f"rail {n}", is_line=True)
        for n in range(fences)
    )
    play = field(told, {"H": (60, 60, 90), "Z": CORNERS["Z"]}, rails)
    there = play.on_table(shifted(play.table, ["H"], 0, cm))
    assert pace.used(play, there, play.state.figure("H")).value == pytest.approx(used, abs=0.01)


def test_a_gallop_of_47_cm_must_be_followed_up() -> None:
    """SKM-MEL-22: over 45 cm is a gallop by the default reading, +2 and all."""
    told = state(
        {
            "H": {
                "side": "red",
                "kind": "Swedish horse",
                "men": ["H1"],
                "charged": True,
                "charge_cm": 47.0,
                "each": {"gait": "gallop"},
            },
            "W": {**WHITE, "men": ["W", "W2"]},
            "Y": BYSTANDER,
            "Z": AWAY,
        },
        step="melee",
    )
    play = field(told, {"H1": (60, 60, 90), "W": (60, 65, 270), "W2": (70, 65, 270), **CORNERS})
    play = play.on_table(shifted(play.table, ["W", "W2"], 0, -2.5))
    back = shifted(play.table, ["W", "W2"], 0, 5.0)
    followed = shifted(back, ["H1"], 0, 5.0)
    out = fight(play, "H", (6,), (1,), back, followed)
    assert any("SKM-MEL-22" in ruling.rules for ruling in out.rulings)


# -- pikes at 5 cm --------------------------------------------------------------------------


def pikes(gap_cm: float, *typed: HandReading, ranks: int = 1) -> Play:
    """A file of red pikes and a white swordsman so far ahead of the first."""
    men = [f"P{n}" for n in range(ranks)]
    told = state(
        {"P": {"side": "red", "kind": "Pikemen", "men": men}, "W": {**WHITE, "men": ["W"]},
         "Y": BYSTANDER, "Z": AWAY}, step="melee",
    )  # fmt: skip
    places = {name: (60.0, 60 - 2.5 * n, 90.0) for n, name in enumerate(men)}
    play = field(told, {**places, **CORNERS, "W": (60.0, 62.5 + gap_cm, 270.0)})
    return play.on_table(replace(play.table, readings=typed))


def test_nobody_is_compelled_to_fight_at_pike_distance() -> None:
    """SKM-MEL-05: they may choose; the step ends without."""
    play = pikes(4.0)
    run(require(turn.may_end(play, "red", ""), "red"))
    touching = pikes(0.0)
    with pytest.raises(IllegalAction, match="SKM-SEQ-06"):
        run(require(turn.may_end(touching, "red", ""), "red"))


def test_only_the_pikes_choose_to_fight_at_5_cm() -> None:
    """SKM-MEL-05, -07: the swordsman would have to close."""
    play = pikes(4.0)
    assert asked(SKIRMISH.resolve(Action("fight", "P"), play.state, play.table)).count == 1
    with pytest.raises(IllegalAction, match="SKM-MEL-05"):
        run(SKIRMISH.resolve(Action("fight", "W"), play.state, play.table))


def test_a_gap_too_close_to_call_lets_pikes_fight() -> None:
    """SKM-MEL-05: 5.2 give or take 0.3 cm may be 5; 5.6 is not."""
    for cm, may in ((5.2, True), (5.6, False)):
        play = pikes(cm, HandReading("base_gap", "P0", "W", cm, 0.3, "cm"))
        offers = [o for o in SKIRMISH.actions(play.state, play.table) if o.action.do == "fight"]
        assert any(offer.legal for offer in offers) is may


def test_the_ranks_behind_add_nothing_at_5_cm() -> None:
    """SKM-MEL-04: they support a pikeman in contact with the enemy; here nobody is."""
    for gap, dice in ((4.0, 1), (0.0, 4)):
        play = pikes(gap, ranks=5)
        assert len(melee.fighters(play, melee.melee_of(play, play.unit("P")), "red")) == dice


# -- who has the worse of it ----------------------------------------------------------------


def test_a_man_hit_twice_counts_once_and_a_second_wound_is_a_kill() -> None:
    """SKM-MEL-20, SKM-DMG-19: W falls to two wounds; A kills nobody, has one man killed as well.

    Two of red beat W with natural 5s: one figure lost, and killed. The third red man is killed
    by the other white man: one each, one kill each, so both go back.
    """
    told = state({"A": {**RED, "men": ["A1", "A2", "A3"]}, "W": {**WHITE, "men": ["W1", "W2"]},
                  "Y": BYSTANDER, "Z": AWAY}, step="melee")  # fmt: skip
    play = field(told, {"A1": (58.7, 60, 90), "A2": (61.3, 60, 90), "W1": (60, 62.5, 270),
                        "A3": (80, 60, 90), "W2": (80, 62.5, 270), **CORNERS})  # fmt: skip
    rule = SKIRMISH.resolve(Action("fight", "A"), told, play.table)
    rule.send(None)
    rule.send((5, 5, 1))
    prompt = rule.send((1, 6))
    assert prompt.what == "A goes back 5 cm"
    prompt = rule.send(prompt.parse(shifted(play.table, ["A1", "A2"], 0, -5.0)))
    assert prompt.what == "W goes back 5 cm"


def test_metal_with_a_targe_is_told_in_two_lines() -> None:
    """SKM-MEL-11, -12: -2 and -1, each with its own rule."""
    told = state({"A": {**RED, "men": ["A"]},
                  "W": {"side": "white", "kind": "Swordsmen", "men": ["W"],
                        "each": {"armour": ["half armour", "targe"]}}})  # fmt: skip
    play = field(told, {"A": (60, 60, 90), "W": (60, 62.5, 270)})
    found = melee.modifiers(play, melee.Fighter("A", ("W",)), "W", ("W",))
    assert [(line.value, line.rule) for line in found] == [
        ("-2", "SKM-MEL-12"), ("-1", "SKM-MEL-11")
    ]  # fmt: skip


def test_galloping_horse_that_must_follow_may_not_stay() -> None:
    """SKM-MEL-22: the place where they stood is asked for again."""
    told = state({
        "H": {"side": "red", "kind": "Swedish horse", "men": ["H1"], "charged": True,
              "charge_cm": 54.0, "each": {"gait": "gallop"}},
        "W": {**WHITE, "men": ["W1", "W2"]}, "Y": BYSTANDER, "Z": AWAY,
    }, step="melee")  # fmt: skip
    play = field(told, {"H1": (60, 60, 90), "W1": (60, 62.5, 270), "W2": (66, 62.5, 270),
                        **CORNERS})  # fmt: skip
    rule = SKIRMISH.resolve(Action("fight", "H"), told, play.table)
    rule.send(None)
    rule.send((6,))
    prompt = rule.send((1,))
    gone = shifted(play.table, ["W1", "W2"], 0, 5.0)
    look = rule.send(prompt.parse(gone))
    again = rule.send(look.parse(gone))
    assert again.fault is not None and "SKM-MEL-22" in again.fault.rules


def test_only_an_enemy_in_reach_is_left_free() -> None:
    """SKM-MEL-02: two on one man while another stands free 10 cm off is warned of; one who stood
    60 cm off could not be met."""
    for gap, warned in ((10.0, True), (60.0, False)):
        told = state({"A": {**RED, "men": ["A1", "A2"], "commanded": True},
                      "W": {**WHITE, "men": ["W1", "W2"]}}, step="move")  # fmt: skip
        play = field(told, {"A1": (58.7, 50, 90), "A2": (61.3, 50, 90), "W1": (60, 62.5, 270),
                            "W2": (64 + gap, 62.5, 270)})  # fmt: skip
        there = shifted(play.table, ["A1", "A2"], 0, 10.0)
        out = run(SKIRMISH.resolve(Action("move", "A"), told, play.table), there)
        assert any("SKM-MEL-02" in ruling.rules for ruling in out.rulings) is warned
