"""The ground that each book draws under a move: its allowance, by hand from the rule text."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.armatys import ARMATYS
from rules.blocks import BLOCKS
from rules.books import RULE_SETS
from rules.field.reach import facing_of
from rules.kernel.engine import advance
from rules.kernel.prompts import Look, Reach
from rules.kernel.protocol import Action, RuleSet
from rules.matchlocks import MATCHLOCKS
from rules.roses import ROSES
from rules.skirmish import SKIRMISH
from vision.measure.shapes.reach import swept
from vision.table.snapshot import Base, Pose, Snapshot, Status, Terrain


def begun(rules: RuleSet, **changed: Any) -> tuple[Any, Snapshot]:
    """The ready battle of a book in the phase in which units move, and its table."""
    demo = rules.demo()
    return replace(rules.new_game(demo.armies, demo.house), **changed), demo.table


def box(found: Reach) -> tuple[float, float, float, float]:
    """West, east, south and north of the ground, inches."""
    ground = swept(found.outline_in, found.far_in, found.toward_deg, found.spread_deg)
    xs, ys = [x for x, _ in ground], [y for _, y in ground]
    return min(xs), max(xs), min(ys), max(ys)


def asked(rules: RuleSet, action: Action, state: Any, table: Snapshot) -> Look:
    """The first question of that action, which asks for models to be moved."""
    prompt = advance(rules.resolve(action, state, table), ())
    assert isinstance(prompt, Look)
    return prompt


@pytest.mark.parametrize(("status", "faces"), [("seen", 90.0), ("hidden", None), ("never", None)])
def test_only_a_base_that_is_seen_says_where_its_unit_looks(
    status: Status, faces: float | None
) -> None:
    """A hidden one keeps its last place, which may be stale."""
    table = Snapshot((72.0, 48.0), (Base("A1", 2.0, 1.0, Pose(8, 8, 90.0), status, unit="A"),))
    assert facing_of(table, "A") == faces


def test_formed_foot_goes_six_inches_in_its_arc_and_pays_beyond_it() -> None:
    """Matchlocks: RB1's first base stands at (27.6, 8), 2.4 by 1.6 in, and looks north.

    In the arc: 6 sin 45° = 4.24 in to a side, 6 in ahead, nothing behind y = 7.2.
    """
    state, table = begun(MATCHLOCKS, phase="manoeuvre")
    ground = asked(MATCHLOCKS, Action("move", "RB1"), state, table).reach
    may = next(one for one in ground if one.kind == "may")
    costs = next(one for one in ground if one.kind == "costs")
    assert box(may) == pytest.approx((26.4 - 4.24, 28.8 + 4.24, 7.2, 14.8), abs=0.02)
    assert box(costs) == pytest.approx((20.4, 34.8, 7.2, 14.8), abs=0.02)
    assert (may.title, costs.rule) == ("6 in", "NMM-MOVE-20")


def test_loose_foot_goes_eight_inches_any_way() -> None:
    """Matchlocks: RF1's first base stands at (34.5, 13), 2.4 by 1.6 in."""
    state, table = begun(MATCHLOCKS, phase="manoeuvre")
    (first, *_) = MATCHLOCKS.reach(state, table, "RF1")
    assert box(first) == pytest.approx((33.3 - 8, 35.7 + 8, 12.2 - 8, 13.8 + 8), abs=0.02)


def test_ground_that_is_closed_to_a_unit_is_drawn_as_such() -> None:
    """Matchlocks: nobody enters a river (MOVE-17); the one 40 in away is not drawn."""
    state, table = begun(MATCHLOCKS, phase="manoeuvre")
    near = Terrain("river", ((20, 12), (40, 12), (40, 14), (20, 14)), name="Cherwell")
    far = Terrain("river", ((20, 60), (40, 60), (40, 62)), name="Thames")
    table = Snapshot(table.size_in, table.bases, (near, far))
    barred = [one for one in MATCHLOCKS.reach(state, table, "RB1") if one.kind == "not"]
    assert [(one.title, one.rule) for one in barred] == [("Cherwell", "NMM-MOVE-17")]


def test_a_wheel_turns_about_either_front_corner() -> None:
    """Matchlocks: RB1 is three bases of 2.4 by 1.6 in abreast; the far rear corner is
    √(7.2² + 1.6²) = 7.38 in from a front corner."""
    state, table = begun(MATCHLOCKS, phase="manoeuvre")
    ground = asked(MATCHLOCKS, Action("wheel", "RB1"), state, table).reach
    assert [one.title for one in ground] == ["about the left corner", "about the right corner"]
    assert [one.far_in for one in ground] == pytest.approx([7.376, 7.376], abs=0.01)


def test_a_leader_rides_ten_inches_any_way_before_the_main_battle() -> None:
    """Matchlocks LEAD-04: RL1 rides 10 in; a base of 1.6 by 1.6 in grows by that."""
    state, table = begun(MATCHLOCKS, phase="manoeuvre")
    (ride,) = asked(MATCHLOCKS, Action("leader move", "RL1"), state, table).reach
    west, east, south, north = box(ride)
    (base,) = (one for one in table.bases if one.payload == "RL1")
    assert (east - west, north - south) == pytest.approx(
        (20 + base.frontage_in, 20 + base.depth_in), abs=0.05
    )


def test_a_broken_unit_retires_a_full_move_whatever_its_counters() -> None:
    """Pike & Shot PAS-MOR-10: 6 in behind KF1, which looks north from (28.4, 14)."""
    state, table = begun(ARMATYS, phase=5)
    broken = tuple(
        replace(one, counters=3, retire=True) if one.id == "KF1" else one for one in state.units
    )
    state = replace(state, units=broken)
    (first, *_) = asked(ARMATYS, Action("retire", "KF1"), state, table).reach
    assert (first.far_in, first.toward_deg, first.spread_deg) == (6.0, 270.0, 90.0)


def test_a_unit_that_may_not_move_now_has_no_reach() -> None:
    state, table = begun(MATCHLOCKS)
    assert state.phase == "deploy" and MATCHLOCKS.reach(state, table, "RB1") == ()


def test_counters_take_inches_off_what_is_ahead_only() -> None:
    """Pike & Shot: foot goes 6 in; two counters leave 4 in ahead (PAS-MOV-02)."""
    state, table = begun(ARMATYS, phase=5)
    slowed = tuple(replace(one, counters=2) if one.id == "KF1" else one for one in state.units)
    ground = ARMATYS.reach(replace(state, units=slowed, start=slowed), table, "KF1")
    lengths = {(one.title, one.far_in, one.toward_deg) for one in ground}
    assert lengths == {("4 in ahead", 4.0, 90.0), ("6 in otherwise", 6.0, 270.0)}


def test_by_house_rule_counters_slow_only_what_goes_straight_ahead() -> None:
    """Pike & Shot with PAS_FORWARD straight: 10° either side of ahead; 85° either side of
    95° to the left and to the right is the rest of the circle."""
    state, table = begun(ARMATYS, phase=5)
    slowed = tuple(replace(one, counters=2) if one.id == "KF1" else one for one in state.units)
    state = replace(state, units=slowed, start=slowed, house={"PAS_FORWARD": "straight"})
    ground = ARMATYS.reach(state, table, "KF1")
    shapes = {(one.far_in, one.toward_deg, one.spread_deg) for one in ground}
    assert shapes == {(4.0, 90.0, 10.0), (6.0, 185.0, 85.0), (6.0, 355.0, 85.0)}


def test_horse_goes_twelve_inches_but_not_into_a_wood() -> None:
    """Pike & Shot: PAS-TER-08, cavalry enters a wood only by a road."""
    state, table = begun(ARMATYS, phase=5)
    ground = asked(ARMATYS, Action("move", "KH2"), state, table).reach
    assert {(one.far_in, one.kind) for one in ground} == {(12.0, "may"), (0.0, "not")}
    assert {one.rule for one in ground if one.kind == "not"} == {"PAS-TER-08"}


def test_an_order_takes_bills_ten_centimetres() -> None:
    """Roses: 10 cm are 3.94 in; YB's first stand is at (31.496, 11.811), 2.362 by 1.181 in."""
    state, table = begun(ROSES, phase="command")
    first, second = ROSES.reach(state, table, "YB")
    assert box(first) == pytest.approx((26.38, 36.61, 7.28, 16.34), abs=0.03)
    assert (first.title, second.unit) == ("10 cm", "YB")


def test_a_man_on_foot_walks_twenty_five_centimetres() -> None:
    """Skirmish: 25 cm are 9.84 in, from a base of 2.5 cm at (33.071, 9.449)."""
    state, table = begun(SKIRMISH, step="move")
    (officer,) = SKIRMISH.reach(state, table, "KO")
    assert box(officer) == pytest.approx((22.74, 43.41, -0.89, 19.78), abs=0.03)
    assert asked(SKIRMISH, Action("move", "KO"), state, table).reach == (officer,)


def test_a_group_that_goes_to_cover_is_shown_which() -> None:
    """Skirmish SKM-CODE-06: the musketeers stand at y = 12.6 in, the south hedge some six
    inches ahead of them is the nearest cover within 25 cm."""
    state, table = begun(SKIRMISH, step="others")
    sent = tuple(replace(one, rolled="COVER") if one.id == "K-M" else one for one in state.groups)
    ground = asked(SKIRMISH, Action("move", "K-M"), replace(state, groups=sent), table).reach
    assert [one.title for one in ground if one.kind == "costs"] == ["cover: the south hedge"]


def field(*squares: tuple[str, int, int]) -> tuple[Any, Snapshot]:
    """Blocks on a table of 12 by 9 squares of 6 in; red ones begin with R."""
    assert BLOCKS.read_state is not None
    blocks = {
        name: {"side": "red" if name[0] == "R" else "blue", "square": [column, row],
               "kind": "musketry foot"}
        for name, column, row in squares
    }  # fmt: skip
    bases = tuple(
        Base(name, 2, 1, Pose(column * 6 - 3, row * 6 - 3, 90), unit=name)
        for name, column, row in squares
    )
    return BLOCKS.read_state({"blocks": blocks}), Snapshot((72.0, 54.0), bases)


def test_a_block_goes_one_square_and_charges_where_enemies_are() -> None:
    """Blocks: from (5, 4) to its eight neighbours, of which (5, 5) holds the enemy."""
    state, table = field(("R1", 5, 4), ("R2", 5, 3), ("B1", 5, 5))
    ground = BLOCKS.reach(state, table, "R1")
    charges = [one for one in ground if one.kind == "costs"]
    assert [(one.title, box(one)) for one in charges] == [("charge at E5", (24, 30, 24, 30))]
    free = {box(one)[::2] for one in ground if one.kind == "may"}
    assert free <= {(x, y) for x in (18, 24, 30) for y in (12, 18, 24)} - {(24, 18), (24, 24)}
    assert (18, 18) in free


def test_a_block_that_was_moved_is_shown_its_square() -> None:
    """Blocks: ordered from (5, 4) to (4, 4), its model follows to x 18 to 24, y 18 to 24."""
    state, table = field(("R1", 5, 4), ("R2", 5, 3), ("B1", 9, 9))
    look = asked(BLOCKS, Action("move", "R1", None, {"to": "4,4"}), state, table)
    assert [(one.title, box(one)) for one in look.reach] == [("R1 to D4", (18, 24, 18, 24))]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: rules.name)
def test_every_book_has_a_reach_and_nothing_breaks_without_bases(rules: RuleSet) -> None:
    state, table = begun(rules)
    empty = Snapshot(table.size_in)
    for army in rules.demo().armies:
        for unit in army.units:
            assert rules.reach(state, empty, unit.id) == ()
    assert rules.reach(state, table, "nobody") == ()
