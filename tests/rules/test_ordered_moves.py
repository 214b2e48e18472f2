"""A move that a rule orders is judged: expected values are hand arithmetic on square bases."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.field.ordered_moves import HAND_IN, Ordered, fault, ground, toward
from vision.table.snapshot import Base, Pose, Snapshot

NORTH, SOUTH = toward(90.0), toward(270.0)


def table(**places: tuple[float, ...]) -> Snapshot:
    """Units of one base 4 in wide and 2 in deep: x, y and, when it is not north, the facing."""
    bases = tuple(
        Base(name, 4.0, 2.0, Pose(at[0], at[1], at[2] if len(at) > 2 else 90.0), unit=name)
        for name, at in places.items()
    )
    return Snapshot((48.0, 48.0), bases)


BACK = Ordered("A", "the Blues", 8.0, "X-1", way=SOUTH)
START = table(A=(24, 30))


def test_the_ordered_inches_straight_back_are_right() -> None:
    assert fault(BACK, START, table(A=(24, 22))) is None


@pytest.mark.parametrize("y_in", [2.0, 25.0, 30.0])
def test_too_far_and_too_short_are_told_with_the_length_and_the_rule(y_in: float) -> None:
    said = str(fault(BACK, START, table(A=(24, y_in))))
    assert "has to go 8 in" in said and said.endswith("(X-1)")


@pytest.mark.parametrize("off_in", [-HAND_IN, HAND_IN])
def test_a_hand_may_be_off_by_a_hair(off_in: float) -> None:
    assert fault(BACK, START, table(A=(24, 22 + off_in))) is None


def test_the_doubt_of_the_ruler_is_given_to_the_player() -> None:
    """0.5 in too far, its end known to ± 0.29 (two sigma of 0.15): 0.25 + 0.29 are let pass."""
    unsure = tuple(
        replace(one, pose=replace(one.pose, own=(0.0225, 0, 0, 0.0225, 0, 0)))
        for one in table(A=(24, 21.5)).bases
        if one.pose is not None
    )
    assert fault(BACK, START, table(A=(24, 21.5)))
    assert fault(BACK, START, replace(START, bases=unsure)) is None


def test_the_other_way_is_no_retreat() -> None:
    assert "wrong way" in str(fault(BACK, START, table(A=(24, 38))))


def test_sideways_is_off_its_line() -> None:
    """8 in at 45 degrees: 5.66 in off the line, and 0.25 + 0.1 x 5.66 are let pass."""
    assert "5.66 in off its line" in str(fault(BACK, START, table(A=(24 + 5.657, 30 - 5.657))))


def test_six_degrees_off_by_eye_are_straight() -> None:
    """0.8 in off at the end of 8: less than 0.25 + 0.1 x 8."""
    assert fault(BACK, START, table(A=(24.8, 22))) is None


def test_up_to_a_length_may_be_nothing_and_not_more() -> None:
    order = Ordered("A", "A", 6.0, "X-1", least_in=0.0)
    assert fault(order, START, START) is None
    assert fault(order, START, table(A=(30, 30))) is None
    assert "at most 6 in" in str(fault(order, START, table(A=(24, 39))))


def test_a_front_that_should_look_the_other_way_is_told() -> None:
    order = Ordered("A", "A", 8.0, "X-1", way=SOUTH, facings_deg=(270.0,))
    assert "180°" in str(fault(order, START, table(A=(24, 22))))
    assert fault(order, START, table(A=(24, 22, 275))) is None


def test_whom_it_has_to_touch_is_looked_at_and_not_the_length() -> None:
    before = table(A=(24, 30), B=(24, 24, 90))
    order = Ordered("A", "A", 8.0, "X-1", way=SOUTH, into="B", names={"B": "the Reds"})
    assert fault(order, before, table(A=(24, 26), B=(24, 24))) is None
    assert "the Reds" in str(fault(order, before, table(A=(24, 27), B=(24, 24))))


def test_whom_it_may_not_touch_is_run_into() -> None:
    before = table(A=(24, 30), B=(24, 20))
    order = Ordered("A", "A", 8.0, "X-1", way=SOUTH, clear_of=("B",))
    assert "run into B" in str(fault(order, before, table(A=(24, 22), B=(24, 20))))


def test_who_stays_in_touch_has_not_moved_and_ran_into_nobody() -> None:
    """A's rear at 29 meets B's front at 29: nothing was moved."""
    met = table(A=(24, 30), B=(24, 28))
    order = Ordered("A", "the Blues", 4.0, "X-1", least_in=0.0, clear_of=("B",),
                    names={"B": "the Reds"})  # fmt: skip
    assert str(fault(order, met, met)) == (
        "the Blues have not moved: still in contact with the Reds (X-1)"
    )


def test_whom_it_may_not_pass_was_passed() -> None:
    before = table(A=(24, 30), B=(24, 26))
    order = Ordered("A", "A", 8.0, "X-1", way=SOUTH, not_through=("B",))
    assert "went through B" in str(fault(order, before, table(A=(24, 22), B=(24, 26))))


def test_where_a_friend_stands_in_its_place_it_stops_short_or_goes_past() -> None:
    """A friend at 22 fills 21 to 23: it stops at 24 (6 in) or goes on to 20 (10 in)."""
    before = table(A=(24, 30), F=(24, 22))
    for y_in in (24, 20):
        assert fault(BACK, before, table(A=(24, y_in), F=(24, 22))) is None
    assert fault(BACK, before, table(A=(24, 27), F=(24, 22)))


def test_it_has_to_stop_at_the_edge_where_the_rule_says_so() -> None:
    before = table(A=(24, 5))
    order = Ordered("A", "A", 4.0, "X-1", way=SOUTH, stays_on=True)
    assert fault(order, before, table(A=(24, 1))) is None
    assert "edge" in str(fault(replace_far(order, 5.0), before, table(A=(24, 0))))


def replace_far(order: Ordered, far_in: float) -> Ordered:
    return Ordered(order.unit, order.label, far_in, order.rule, way=order.way, stays_on=True)


def test_a_unit_lifted_off_is_asked_for() -> None:
    assert "are not on the table: show the tags" in str(fault(BACK, START, Snapshot((48.0, 48.0))))


def test_lengths_are_told_in_the_units_of_the_book() -> None:
    order = Ordered("A", "A", 4.0, "X-1", way=SOUTH, told_in="cm")
    assert "10.16 cm" in str(fault(order, START, START))


def test_the_ground_that_is_drawn_lies_where_the_order_leads() -> None:
    (drawn,) = ground(BACK, START)
    assert drawn.far_in == 8.0 and drawn.toward_deg % 360 == pytest.approx(270.0)
    assert drawn.spread_deg == 0.0
