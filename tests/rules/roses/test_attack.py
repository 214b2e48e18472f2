"""The attack procedure by hand arithmetic, and chances worked as fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.kernel.dice import successes
from rules.kernel.engine import Done
from rules.kernel.odds import walk
from rules.roses.close_combat import attack
from rules.roses.command import orders
from rules.roses.missiles import shooting
from rules.roses.movement import fallback
from rules.roses.state import Battle, armour_of
from tests.rules.answered import asked, run
from tests.rules.roses.scene import field, unit
from vision.table.reading import Reading
from vision.table.snapshot import Terrain

OPEN = field(
    (unit("A", "Retinue Bow"), 60, 30, 90), (unit("W", "Retinue Bill", "white"), 60, 60, 270)
)


@pytest.mark.parametrize(
    ("cover", "faces"), [("open", (3, 4, 6)), ("defended", (4, 5, 6)), ("fortified", (5, 6, 6))]
)
def test_two_of_three_dice_hit(cover: str, faces: tuple[int, ...]) -> None:
    """WOR-ATT-02: 3,4,6 in the open; WOR-ATT-03: 4,5,6; WOR-ATT-04: 5,6,6."""
    assert successes(faces, attack.to_hit(cover)) == 2


def test_three_hits_on_5_plus_armour() -> None:
    """WOR-ATT-05: dice 5,4,6 leave one hit."""
    a = unit("A", "Dismounted Men at Arms")
    play = field((a, 60, 30, 90))
    assert run(attack.save(play, a, 3), (5, 4, 6))[1] == 1


def test_no_armour_no_saves() -> None:
    """WOR-ATT-06: Shire Bow, 3 hits, 3 stay and nothing is asked."""
    a = unit("A", "Shire Bow")
    play = field((a, 60, 30, 90))
    done = asked(attack.save(play, a, 3))
    assert isinstance(done, Done) and done.outcome[1] == 3


def test_hits_of_3_and_four_hits() -> None:
    """WOR-ATT-08: one stand lost, 1 pending."""
    after = run(attack.record(OPEN, "W", 4), "W/2").unit("W")
    assert (after.stands, after.hits) == (("W/1",), 1)


def test_cannon_of_2_hits_and_four_hits() -> None:
    """WOR-ATT-08: both stands lost."""
    play = field((unit("A", "Canon / Bombard"), 60, 30, 90))
    assert run(attack.record(play, "A", 4)).unit("A").lost == ("A/1", "A/2")


def test_who_loses_the_last_stand_fights_no_more() -> None:
    """WOR-ATT-08: all that is left of a unit is its name. Chance found one still in combat."""
    fighting = unit("A", "Canon / Bombard", in_combat=True, driven=1)
    gone = run(attack.record(field((fighting, 60, 30, 90)), "A", 4)).unit("A")
    assert (gone.alive, gone.in_combat, gone.driven, gone.hits) == (False, False, 0, 0)


def test_unsaved_hits_are_recorded() -> None:
    """WOR-ATT-07."""
    assert run(attack.record(OPEN, "W", 2)).unit("W").hits == 2


def test_command_stands_save_on_4_mounted_and_5_on_foot() -> None:
    """WOR-ATT-10."""
    assert armour_of(unit("G", "Army General", mounted=True)) == 4
    assert armour_of(unit("G", "Army General", mounted=False)) == 5


def test_drive_back_dice_of_three_hits() -> None:
    """WOR-DRV-02 to -04."""
    shooter = (unit("A", "Shire Bow"), 60, 30, 90)
    counts = []
    for cover in ("open", "defended", "fortified"):
        w = unit("W", "Shire Bill", "white", driven=3, cover=cover)
        counts.append(fallback.drive_dice(field(shooter, (w, 60, 60, 270)), w))
    assert counts == [3, 2, 1]


@pytest.mark.parametrize(
    ("cm", "full", "over"), [(19.9, 0, 0), (20.0, 1, 0), (20.5, 1, 1), (59, 2, 2), (61, 3, 3)]
)
def test_full_twenties(cm: float, full: int, over: int) -> None:
    """WOR-ORD-08 with WOR_DISTANCE_EDGE at both values."""
    reading = Reading("gap", cm, 0.0, "cm")
    assert run(orders.full_steps(field().state, reading, "red")) == full
    edge = field(house={"WOR_DISTANCE_EDGE": "over"}).state
    assert run(orders.full_steps(edge, reading, "red")) == over


def test_a_distance_too_close_to_call_is_asked() -> None:
    """WOR-ORD-08: 19.9 plus or minus 0.3 cm against 20."""
    reading = Reading("gap", 19.9, 0.3, "cm")
    assert run(orders.full_steps(field().state, reading, "red"), "in") == 0
    assert run(orders.full_steps(field().state, reading, "red"), "out") == 1


def test_a_shot_of_two_dice_at_6_plus_armour() -> None:
    """A bow stand hits and stays with 1/2 x 5/6 = 5/12; both of two with 25/144."""
    play = OPEN.with_state(phase="shooting")
    a, w = play.unit("A"), play.unit("W")
    chances = walk(lambda: shooting.shoot(play, a, w), lambda after: after.unit("W").hits)
    assert chances.chances == {
        0: Fraction(49, 144), 1: Fraction(70, 144), 2: Fraction(25, 144)
    }  # fmt: skip


def test_the_chance_of_an_order_at_8() -> None:
    """26 of 36 throws of two dice are 8 or less."""
    state = field().state
    passes = [
        orders._passes(state, 8, a + b) for a in range(1, 7) for b in range(1, 7)
    ]  # fmt: skip
    assert Fraction(sum(passes), 36) == Fraction(26, 36)


def test_the_chance_of_being_confused_by_three_drive_back_dice() -> None:
    """1 - (5/6)^3 = 91/216; with its back to the table edge no model has to be moved."""
    w = unit("W", "Shire Bill", "white", driven=3, shot_by=("A",))
    play = field((unit("A", "Shire Bow"), 60, 90, 90), (w, 60, 121.92 - 3, 270))
    chances = walk(
        lambda: fallback.drive_back(play, w, play), lambda after: after.unit("W").confused
    )
    assert chances.chances == {True: Fraction(91, 216), False: Fraction(125, 216)}


def test_a_gun_lost_to_its_own_failure_does_not_stop_the_other() -> None:
    """WOR-CAN-06 with WOR_CANNON_FAIL=house_table: the second gun shoots behind the same hedge."""
    hedge = Terrain("hedge", ((0, 23.2), (60, 23.2)), is_line=True)
    play = field(
        (unit("A", "Canon / Bombard"), 60, 30, 90), (unit("W", "Shire Bill", "white"), 60, 60, 270),
        terrain=(hedge,), phase="shooting", house={"WOR_CANNON_FAIL": "house_table"},
    )  # fmt: skip
    rule = shooting.shoot(play, play.unit("A"), play.unit("W"))
    after = run(rule, (1, 2), (1,), (2, 2))
    assert after.unit("A").stands == ("A/2",)


def test_two_stands_lost_are_two_dice_and_a_1_turns_all_his_stands() -> None:
    """WOR-COM-07: dice 4 and 1, he goes over with all stands he commands."""
    lord = unit("T", "Battle Leader", "white", grade="treacherous", battle="Van Ward")
    men = unit("W", "Shire Bow", "white", battle="Van Ward")
    others = unit("V", "Pike", "white", battle="Main Ward")
    play = field(
        (lord, 20, 60, 270), (men, 60, 60, 270), (others, 100, 60, 270),
        (unit("A", "Pike"), 60, 20, 90), battles=(Battle("white", "Van Ward", "T"),),
    )  # fmt: skip
    after = run(attack.treachery(play, "W", 2), (4, 1))
    assert [after.unit(name).side for name in "TWV"] == ["red", "red", "white"]
    assert all(u.side == "white" for u in run(attack.treachery(play, "W", 2), (4, 2)).state.units
               if u.id != "A")  # fmt: skip
