"""What a checker would try besides the printed examples: moves, contact, cover, treachery."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.field.ruler import shifted
from rules.kernel.play import require
from rules.kernel.protocol import Action, IllegalAction
from rules.roses import ROSES, measuring
from rules.roses.close_combat import attack, combat
from rules.roses.command import orders
from rules.roses.missiles import lines, shooting
from rules.roses.movement import fallback, moves
from rules.roses.state import Battle, Play
from tests.rules.answered import asked, run
from tests.rules.roses.scene import field, unit
from vision.table.reading import HandReading
from vision.table.snapshot import Terrain

LOOSE = (0.004, 0.0, 0.0, 0.004, 0.0, 0.0)
"""A place known to 1.96 x 0.063 in = 0.31 cm."""


def loose(play: Play) -> Play:
    """The play with every place known to about 0.3 cm only."""
    bases = tuple(
        replace(b, pose=replace(b.pose, own=LOOSE)) if b.pose else b for b in play.table.bases
    )
    return play.on_table(replace(play.table, bases=bases))


def do(play: Play, action: Action, *answers: Any) -> Any:
    return run(ROSES.resolve(action, play.state, play.table), *answers)


# -- moves ----------------------------------------------------------------------------------


def test_a_confused_command_stand_does_not_move() -> None:
    """WOR-CON-08, WOR-INI-05: confused stands cannot move at all."""
    lord = unit("L", "Lord", mounted=True, confused=True)
    play = field((lord, 60, 30, 90), (unit("W", "Pike", "white"), 60, 100, 270), phase="command")
    with pytest.raises(IllegalAction, match="WOR-CON-08"):
        run(require(moves.may_move(play, lord, ""), "red"))


def test_the_ruler_sends_nobody_back_for_its_own_trembling() -> None:
    """WOR-BLU-03: a unit that cannot go away at all is not nearer for 0.1 cm of ±0.3."""
    a, w = unit("A", "Retinue Bill"), unit("W", "Pike", "white")
    # Its rear is 3 cm from the table edge: hemmed in, it has no room to go away.
    play = loose(field((a, 60, 3.1, 90), (w, 60, 8.0, 270), phase="command"))
    trembled = shifted(play.table, a.stands, 0, 0.1)
    after = run(moves.blunder_away(play, a), trembled)
    assert after.table == trembled


def test_a_charge_by_initiative_that_may_touch_is_asked_about() -> None:
    """WOR-INI-01, Q-07: stopped 0.6 cm short where places are known to 0.3 cm each."""
    a, w = unit("A", "Mounted Currours"), unit("W", "Pike", "white")
    play = loose(field((a, 60, 30, 90), (w, 60, 45.6, 270), phase="command"))
    there = shifted(play.table, a.stands, 0, 15.0)
    out = do(play, Action("charge", "A", "W"), there, "yes")
    assert out.state.unit("A").in_combat


def test_nobody_pursues_through_friends() -> None:
    """WOR-MOV-04, WOR-CMB-17: a friend stands between; the place is asked for again."""
    a, w = unit("A", "Mounted Currours"), unit("W", "Pike", "white")
    friend = unit("F", "Retinue Bill")
    play = field((a, 60, 30, 90), (friend, 60, 38, 90), (w, 60, 45, 270))
    through = shifted(play.table, a.stands, 0, 15.0)
    rule = combat._pursue(play, a, ("W",))
    look = rule.send(None)
    again = rule.send(look.parse(through))
    assert "WOR-MOV-04" in again.told


def test_nobody_blunders_through_friends() -> None:
    """WOR-MOV-04, WOR-BLU-05: as far as it can is up to the friend."""
    a, w = unit("A", "Mounted Currours"), unit("W", "Pike", "white")
    friend = unit("F", "Pike")
    play = field((a, 60, 30, 90), (friend, 60, 40, 90), (w, 72, 60, 270), phase="command")
    rule = moves.blunder_toward(play, a)
    look = rule.send(None)
    again = rule.send(look.parse(shifted(play.table, a.stands, 0, 15.0)))
    assert "WOR-MOV-04" in again.told


def test_going_back_farther_by_choice_stops_at_friends() -> None:
    """WOR-CMB-12, WOR-MOV-04: 2 to 11 cm; a friend 6 cm behind is not passed through."""
    a, w = unit("A", "Retinue Bill"), unit("W", "Pike", "white")
    friend = unit("F", "Pike")
    play = field((a, 60, 60, 90), (friend, 60, 51, 90), (w, 60, 60, 270))
    rule = fallback.go_back(play, a, (0.0, -1.0), 2, 11, "WOR-CMB-12")
    look = rule.send(None)
    again = rule.send(look.parse(shifted(play.table, a.stands, 0, -10.0)))
    assert "WOR-MOV-04" in again.told


# -- contact --------------------------------------------------------------------------------


@pytest.mark.parametrize(("word", "ordered"), [("yes", True), ("no", False)])
def test_units_of_a_brigade_that_may_touch_are_asked_about(word: str, ordered: bool) -> None:
    """WOR-ORD-14, Q-07: 0.4 cm apart people say; 0.6 cm is apart."""
    lord = unit("L", "Army General")
    a, b = unit("A", "Retinue Bill"), unit("B", "Retinue Bill")
    for gap, word_needed in ((0.4, True), (0.6, False)):
        play = field((lord, 60, 20, 90), (a, 60, 30, 90), (b, 72 + gap, 30, 90),
                     (unit("W", "Pike", "white"), 60, 100, 270), phase="command")  # fmt: skip
        rule = ROSES.resolve(Action("order", "L", "A", {"with": ["B"]}), play.state, play.table)
        if not word_needed:
            with pytest.raises(IllegalAction, match="WOR-ORD-14"):
                rule.send(None)
            continue
        prompt = rule.send(None)
        assert "touch" in prompt.what
        if ordered:
            assert rule.send((word,)).count == 2
        else:
            with pytest.raises(StopIteration) as stopped:
                rule.send((word,))
            out = stopped.value.value
            assert out.rulings[-1].rules == ("WOR-ORD-14",) and not out.state.unit("A").orders


def test_dense_ground_too_close_to_call_is_asked() -> None:
    """WOR-ORD-11: the middle of a stand on the very edge of the wood."""
    wood = Terrain("wood", ((0, 0), (40, 0), (40, 11.3), (0, 11.3)), 2.0, "wood")
    a, chief = unit("A", "Retinue Bill"), unit("G", "Army General")
    # The front is at 30 cm, so the middles of the stands are at 28.5 cm = 11.22 in.
    play = loose(field((a, 60, 30, 90), (chief, 60, 60, 90),
                       (unit("W", "Pike", "white"), 60, 110, 270), terrain=(wood,),
                       phase="command"))  # fmt: skip
    for word, value in (("in", 7), ("out", 8)):
        tally = run(orders.penalties(play, chief, (a,)), word)
        assert tally.value == value


@pytest.mark.parametrize(("word", "extra"), [("in", 2), ("out", 1)])
def test_the_length_of_a_pursuit_too_close_to_call_is_asked(word: str, extra: int) -> None:
    """WOR-CMB-03: 6.1 give or take 0.4 cm pursued: a second full 3 cm or not."""
    a, w = unit("A", "Mounted Currours"), unit("W", "Pike", "white")
    play = loose(field((a, 60, 30, 90), (w, 60, 36.1, 270)))
    there = shifted(play.table, a.stands, 0, 6.1)
    after, _ = run(combat._pursue(play, a, ("W",)), there, word)
    assert int(after.unit("A").pursued_cm // 3) == extra


# -- cover ----------------------------------------------------------------------------------


def test_who_holds_a_line_of_works_does_not_pursue() -> None:
    """WOR-CMB-17: fortified units never; the works are a line in front of them."""
    a, w = unit("A", "Retinue Bill"), unit("W", "Pike", "white")
    works = Terrain("fieldwork", ((20, 12.2), (40, 12.2)), 0.5, "works", is_line=True)
    play = field((a, 60, 30, 90), (w, 60, 35, 270), terrain=(works,))
    assert not combat.may_pursue(play, a, ("W",))
    open_ = field((a, 60, 30, 90), (w, 60, 35, 270))
    assert combat.may_pursue(open_, a, ("W",))


# -- shooting -------------------------------------------------------------------------------


def test_stands_that_touch_nobody_shoot_at_a_second_charge() -> None:
    """WOR-CHG-03, WOR-AMB-31: one stand is engaged already, the other still shoots."""
    bow, x = unit("A", "Retinue Bow", in_combat=True), unit("X", "Pike", "white", in_combat=True)
    y = unit("Y", "Mounted Currours", "white")
    # X touches the left stand only; Y charges the right one from the front.
    play = field((bow, 60, 60, 90), (x, 53, 60, 270), (y, 66.5, 75, 270), phase="command",
                 side="white")  # fmt: skip
    there = play.on_table(shifted(play.table, y.stands, 0, -15.0))
    prompt = asked(moves.arrive(play, there, (y,)))
    assert "shoots at the charge" in str(getattr(prompt, "what", prompt))


# -- treachery ------------------------------------------------------------------------------


def test_stands_lost_by_a_rout_are_casualties() -> None:
    """WOR-COM-07: driven two full paces, two stands lost, two dice; a 1 turns him."""
    lord = unit("L", "Battle Leader", grade="treacherous", battle="Main Ward")
    bill = unit("A", "Retinue Bill", battle="Main Ward")
    play = field((lord, 60, 10, 90), (bill, 60, 30, 90), (unit("W", "Pike", "white"), 60, 90, 270),
                 battles=(Battle("red", "Main Ward", "L"),))  # fmt: skip
    after = run(attack.rout(play, bill, "it is driven 20 cm", "WOR-DRV-07"), (4, 1))
    assert after.unit("L").side == "white"


def test_typed_distances_still_rule() -> None:
    """A tape reading of the gap stands before what the camera saw."""
    a, w = unit("A", "Shire Bow"), unit("W", "Pike", "white")
    play = field((a, 60, 30, 90), (w, 60, 75, 270), phase="shooting")
    with pytest.raises(IllegalAction, match="WOR-SHO-02"):
        run(require(shooting.may_shoot(play, a, w), "red"))
    typed = HandReading("gap", "A", "W", 39.0, 0.0, "cm")
    measured = play.on_table(replace(play.table, readings=(typed,)))
    run(require(shooting.may_shoot(measured, a, w), "red"))
    assert lines.sight(play, "A/1", a, w).clear and not measuring.engaged(play, a)


# -- what is told ---------------------------------------------------------------------------


def test_a_side_that_was_never_there_has_not_lost() -> None:
    """A move tried out alone: an order goes to a unit without an enemy on the table."""
    chief, a = unit("G", "Army General"), unit("A", "Retinue Bill")
    play = field((chief, 60, 20, 90), (a, 60, 40, 90), phase="command")
    assert ROSES.winner(play.state) is None
    rule = ROSES.resolve(Action("order", "G", "A"), play.state, play.table)
    assert rule.send(None).count == 2


@pytest.mark.parametrize(
    ("cover", "lines_"),
    [("open", []), ("defended", [("-1 die", "WOR-DRV-03")]),
     ("fortified", [("-2 dice", "WOR-DRV-04")])],
)  # fmt: skip
def test_the_drive_back_names_the_rule_of_its_cover(
    cover: str, lines_: list[tuple[str, str]]
) -> None:
    """WOR-DRV-03, -04: one die fewer, two fewer, and nothing is said of cover in the open."""
    a = unit("A", "Pike", driven=3, cover=cover, shot_by=("W",))
    play = field((a, 60, 40, 90), (unit("W", "Shire Bow", "white"), 60, 70, 270))
    rule = fallback.drive_back(play, a, play)
    count = rule.send(None).count
    told: Any = None
    try:
        rule.send((1,) * count)
    except StopIteration as stop:
        told = stop.value
    if told is None:
        rule = fallback.drive_back(play, a, play)
        rule.send(None)
        down = shifted(play.table, a.stands, 0, -float(count))
        look = rule.send((1,) * count)
        with pytest.raises(StopIteration) as stopped:
            rule.send(look.parse(down))
        told = stopped.value.value
    ruling = next(one for one in told.rulings if "is driven back" in one.says)
    found = [(line.value, line.rule) for line in ruling.modifiers]
    assert found == [("3 dice", "WOR-DRV-02"), *lines_]


def test_the_dead_do_not_change_sides() -> None:
    """WOR-COM-07: with all stands he commands; a unit that is lost has none and stays in the
    count of its own side."""
    lord = unit("L", "Battle Leader", grade="treacherous", battle="Main Ward")
    gone = unit("D", "Retinue Bill", battle="Main Ward", lost=("D/1", "D/2"))
    gone = type(gone)(gone.id, gone.kind, gone.side, battle="Main Ward", lost=("D/1", "D/2"))
    play = field((lord, 60, 10, 90), (unit("W", "Pike", "white"), 60, 90, 270),
                 battles=(Battle("red", "Main Ward", "L"),))  # fmt: skip
    play = play.with_state(units=(*play.state.units, gone))
    after = attack.defect(play, play.unit("L"))
    assert (after.unit("L").side, after.unit("D").side) == ("white", "red")


def test_a_blunder_goes_to_either_of_two_who_may_be_nearest() -> None:
    """WOR-BLU-05: V 20.3 cm and W 20.0 cm off where places are known to 0.3 cm each."""
    a = unit("A", "Retinue Bill")
    v, w = unit("V", "Pike", "white"), unit("W", "Pike", "white")
    # The near corners lie 18 cm to the side: 9.4 ahead makes 20.3, 8.72 makes 20.0.
    exact = field((a, 60, 30, 90), (v, 30, 39.4, 270), (w, 90, 38.72, 270), phase="command")
    toward_v = (-8.78, 4.58)
    for play, lawful in ((loose(exact), True), (exact, False)):
        rule = moves.blunder_toward(play, a)
        look = rule.send(None)
        try:
            again = rule.send(look.parse(shifted(play.table, a.stands, *toward_v)))
        except StopIteration:
            assert lawful
        else:
            assert not lawful and "WOR-BLU-05" in again.told


@pytest.mark.parametrize(("word", "dice"), [("in", 2), ("out", 1)])
def test_a_stand_whose_range_is_too_close_to_call_is_asked_about(word: str, dice: int) -> None:
    """WOR-SHO-02, WOR-ATT-01: one stand surely in range, the other at about 40 cm."""
    a = unit("A", "Shire Bow")
    w = type(a)("W", "Pike", "white", stands=("W/1",), lost=("W/2",))
    # 38 cm ahead, 6.48 cm aside of A/1 and 12.48 of A/2: the roots of the sums are 38.5 and 40.0.
    play = field((a, 60, 30, 90), (w, 47.52, 68, 270), phase="shooting")
    play = loose(play)
    rule = ROSES.resolve(Action("shoot", "A", "W"), play.state, play.table)
    prompt = rule.send(None)
    assert "stand 2 of A" in prompt.what
    assert rule.send((word,)).count == dice


@pytest.mark.parametrize(
    ("faces", "house", "says", "rule"),
    [((6, 6), {}, "12, whatever the value: a blunder", "WOR-BLU-01"),
     ((3, 3), {}, "6 against 8: the order is given", "WOR-ORD-02"),
     ((1, 1), {"WOR_SNAKE_EYES": "auto"}, "2, whatever the value of 1: the order is given",
      "WOR-ORD-02")],
)  # fmt: skip
def test_a_command_roll_names_the_rule_that_decided(
    faces: tuple[int, int], house: dict[str, str], says: str, rule: str
) -> None:
    """WOR-BLU-01, WOR-ORD-02: not the value, where a 12 or the house rule of a 2 decides."""
    play = field((unit("A", "Pike"), 60, 30, 90), house=house)
    value = 1 if faces == (1, 1) else 8
    told = orders._ruled(play, orders.Penalties(value, (), ()), faces, sum(faces) != 12)
    assert told.rulings[-1].says == says and rule in told.rulings[-1].rules
    assert ("WOR-ORD-02" in told.rulings[-1].rules) is (faces != (6, 6))
