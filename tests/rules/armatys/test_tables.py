"""The book's tables, cell by cell, and the arithmetic straight on them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rules.armatys.asking.chances import at_least, expected_hits, passes
from rules.armatys.charging.reaction import need
from rules.armatys.close_combat.casualties import ratio
from rules.armatys.close_combat.pursuit import rally_bounds
from rules.armatys.movement.ground import allowance_in, cover
from rules.armatys.page import card
from rules.armatys.reference import sections
from rules.armatys.shooting.artillery import crews, need_at, reach_in
from rules.armatys.state import Arm, General, Gun, State, Unit
from rules.armatys.tables import (
    ABILITY,
    ARMOUR,
    BASES_MM,
    CASUALTY,
    FORMATIONS,
    GUNS,
    MELEE,
    MORALE,
    MOVES_IN,
    MUSKET_GROUP,
    PHASES,
    REACTIONS,
    SHOOTING,
    TERRAIN,
    WEIGHTS,
)
from rules.armatys.units.counters import add, are_open, class_for
from rules.armatys.units.formation import real_ranks
from rules.armatys.units.troops import defends_obstacle, figures_for, groups, order_of, rate_in
from rules.kernel.engine import Done, advance
from rules.kernel.play import Play
from vision.table.snapshot import Snapshot
from vision.table.terrain_kinds import REGISTRY

EMPTY = Snapshot((72.0, 48.0))


def foot(**more: object) -> Unit:
    return Unit("A", "red", "foot", (Arm("musket", 16, 8),), ranks=2, **more)


def test_bases() -> None:
    """Table 1.1, millimetres for 15 mm figures (the book's "15m" of foot is 15 mm)."""
    assert BASES_MM == {
        "infantry": (10.0, 15.0),
        "cavalry": (12.5, 25.0),
        "general": (25.0, 25.0),
        "gun": (40.0, 60.0),
    }


@pytest.mark.parametrize(
    ("name", "dice", "breaks", "charge", "stand", "stop"),
    [
        ("Good", (6,), 8, 2, 1, 2),
        ("Average", (4, 5), 6, 3, 2, 3),
        ("Poor", (2, 3), 4, 4, 3, 4),
        ("Nervous", (1,), 2, 5, 4, 5),
    ],
)
def test_morale_classes(
    name: str, dice: tuple[int, ...], breaks: int, charge: int, stand: int, stop: int
) -> None:
    """Table 1.3, PAS-CLASS-02."""
    one = MORALE[name]
    assert (one.dice, one.breaks, one.charge, one.stand, one.stop) == (
        dice,
        breaks,
        charge,
        stand,
        stop,
    )


def test_reaction_adjustments() -> None:
    """Table 1.4; the general's plus or minus 1 is a choice."""
    assert REACTIONS == {
        "charge": {"counter": 1, "horse": -1, "obstacle": 0},
        "stand": {"counter": 1, "horse": 0, "obstacle": -2},
        "stop": {"counter": 1, "horse": 3, "obstacle": -2},
    }


def test_qualities() -> None:
    """Table 1.2: PAS-ARM-01 unarmoured, PAS-ARM-02 partly, PAS-ARM-03 fully."""
    assert ABILITY == {"Veteran": -1, "Trained": 0, "Raw": 1}
    assert {name: die for name, (die, _) in ARMOUR.items()} == {
        "Unarmoured": 4,
        "Partly": 5,
        "Fully": 6,
    }


def test_formations() -> None:
    """Table 1.5."""
    assert FORMATIONS == {
        "Open": {"foot": 1, "dragoons": 1},
        "Swedish": {"foot": 2, "horse": 1},
        "Dutch": {"foot": 3, "horse": 2},
    }


def test_moves() -> None:
    """Table 1.6."""
    assert MOVES_IN == {
        "infantry": 6,
        "open order": 8,
        "cavalry": 12,
        "mounted general": 15,
        "general on foot": 8,
        "limbered gun": 6,
        "man-handled gun": 1,
        "galloper gun": 9,
        "irregular light cavalry": 15,
        "crew": 8,
    }


def test_firing() -> None:
    """Table 1.7."""
    assert MUSKET_GROUP == {1: 5, 2: 4, 3: 3}
    assert {name: (row.range_in, row.ranks, row.group) for name, row in SHOOTING.items()} == {
        "muskets": (6, 1, 0),
        "pistols": (2, 2, 4),
        "mounted bows": (3, 1, 4),
    }


@pytest.mark.parametrize(
    ("line", "dice"),
    [("5:1", "PPPPPM"), ("2:1", "PPPPMM"), ("1:1", "PPPMMM"), ("1:2", "PPMMMM"), ("1:5", "PMMMMM")],
)
def test_casualty_types(line: str, dice: str) -> None:
    """Table 1.8."""
    letters = {"pike": "P", "musket": "M"}
    assert "".join(letters[CASUALTY[line, die][0]] for die in range(1, 7)) == dice


def test_melee() -> None:
    """Table 1.9: ranks fighting (in halves), groups against cavalry and infantry."""
    rows = {name: (row.half_ranks, row.v_cavalry, row.v_infantry) for name, row in MELEE.items()}
    assert rows == {
        "pike": (5, 2, 6),
        "musket": (2, 7, 4),
        "halberd": (2, 5, 4),
        "horse": (2, 4, 3),
        "dragoon": (2, 6, 4),
        "bayonet": (2, 6, 4),
        "light horse": (2, 5, 4),
    }


@pytest.mark.parametrize(
    ("weight", "crew", "needs"),
    [
        ("light", 2, {6: 5, 12: 6, 24: None, 36: None}),
        ("medium", 3, {6: 4, 12: 5, 24: 6, 36: None}),
        ("heavy", 4, {6: 3, 12: 4, 24: 5, 36: 6}),
    ],
)
def test_artillery(weight: str, crew: int, needs: dict[int, int | None]) -> None:
    """Table 1.10; PAS-ART-20 full crews; PAS-ART-30, PAS-ART-31, PAS-ART-35 out of reach."""
    one = WEIGHTS[weight]
    assert (one.crew, {reach: die for reach, die, _ in one.needs}) == (crew, needs)


@pytest.mark.parametrize(
    ("rule", "gun", "weight", "crew"),
    [
        ("PAS-ART-02", "Cannon Royal", "heavy", 4),
        ("PAS-ART-03", "Cannon Serpentine", "heavy", 4),
        ("PAS-ART-04", "Cannon", "heavy", 4),
        ("PAS-ART-05", "French Cannon", "heavy", 4),
        ("PAS-ART-06", "Demi-Cannon", "heavy", 4),
        ("PAS-ART-07", "Culverin", "heavy", 4),
        ("PAS-ART-08", "Quarter Cannon", "medium", 3),
        ("PAS-ART-09", "Demi-Culverin", "medium", 3),
        ("PAS-ART-10", "Saker", "medium", 3),
        ("PAS-ART-11", "Drake", "medium", 3),
        ("PAS-ART-12", "Minion", "medium", 3),
        ("PAS-ART-13", "Falcon", "light", 2),
        ("PAS-ART-14", "Falconet", "light", 2),
        ("PAS-ART-15", "Robinet", "light", 2),
        ("PAS-ART-16", "Serpentine", "light", 2),
        ("PAS-ART-17", "Base", "light", 2),
    ],
)
def test_guns_by_name(rule: str, gun: str, weight: str, crew: int) -> None:
    """PAS-ART-01, PAS-ART-20."""
    assert GUNS[gun] == (weight, rule)
    assert Gun(gun).weight.crew == crew


def test_there_are_sixteen_guns() -> None:
    assert len(GUNS) == 16


def test_eight_phases() -> None:
    """PAS-SEQ-01 to PAS-SEQ-08."""
    assert [PHASES[n] for n in (1, 2, 3, 4, 5, 6, 7, 8)] == [
        "declare charges",
        "charge moves",
        "fire at charges",
        "melee",
        "other moves",
        "other fire",
        "rest",
        "rally",
    ]


@pytest.mark.parametrize(
    ("figures", "size", "number"),
    [(10, 4, 2), (8, 5, 2), (3, 5, 1), (2, 4, 0), (4, 7, 1), (4, 8, 0), (8, 3, 3), (5, 3, 2)],
)
def test_more_than_half_a_group_is_one(figures: int, size: int, number: int) -> None:
    """PAS-INF-09, PAS-MEL-14: remainder 2 of 4 no, 3 of 5 yes."""
    assert groups(figures, size) == number


@pytest.mark.parametrize(
    ("pikes", "muskets", "line"),
    [
        (20, 4, "5:1"),
        (30, 4, "5:1"),
        (12, 8, "1:1"),
        (4, 16, "1:5"),
        (1, 20, "1:5"),
        (16, 8, "2:1"),
        (8, 16, "1:2"),
        (12, 12, "1:1"),
    ],
)
def test_the_line_below(pikes: int, muskets: int, line: str) -> None:
    """PAS-CAS-31, PAS-AMB-01: between two lines the lower; beyond the ends the last."""
    assert ratio(pikes, muskets) == line


def test_600_men_are_24_figures() -> None:
    """PAS-SCOPE-03"""
    assert figures_for(600) == 24


def test_two_ranks_show_six() -> None:
    """PAS-FORM-01"""
    assert real_ranks(foot()) == 6


@pytest.mark.parametrize(
    ("kind", "ranks", "order", "rule"),
    [
        ("foot", 1, "Open", "PAS-FORM-02"),
        ("horse", 1, "Swedish", "PAS-FORM-03"),
        ("foot", 2, "Swedish", "PAS-FORM-03"),
        ("foot", 3, "Dutch", "PAS-FORM-04"),
        ("horse", 2, "Dutch", "PAS-FORM-04"),
    ],
)
def test_orders(kind: str, ranks: int, order: str, rule: str) -> None:
    assert order_of(Unit("A", "red", kind, ranks=ranks)) == order, rule


def test_open_order_foot_moves_8() -> None:
    """PAS-FORM-02"""
    assert rate_in(Unit("A", "red", "foot", ranks=1)) == 8


def test_a_hedge_is_an_obstacle_and_no_cover() -> None:
    """PAS-TER-15; PAS-TER-12 for a town."""
    state = State()
    hedge, wall, town = (foot(defending=what) for what in ("hedge", "wall", "town"))
    assert [defends_obstacle(one) for one in (hedge, wall, town)] == [True, True, True]
    assert [cover(Play(state, EMPTY), one) for one in (hedge, wall, town)] == [
        "",
        "the wall",
        "the town",
    ]


@pytest.mark.parametrize(("counters", "second"), [(0, 3.0), (1, 2.5)])
def test_wading_is_at_half_rate(counters: int, second: float) -> None:
    """PAS-TER-04: 3 inches without counters, (6 - 1) / 2 with one."""
    assert (
        allowance_in(Play(State(), EMPTY), foot(counters=counters), forward=True, halves=True)
        == second
    )


def test_half_then_counters() -> None:
    """PAS_HALF_ORDER: 6 / 2 - 1."""
    state = State(house={"PAS_HALF_ORDER": "halve_first"})
    assert allowance_in(Play(state, EMPTY), foot(counters=1), forward=True, halves=True) == 2.0


def test_25_mm_figures_move_as_far() -> None:
    """PAS-SCOPE-05"""
    assert rate_in(foot()) == 6.0
    assert (
        allowance_in(Play(State(house={"PAS_FIGURES": "25mm"}), EMPTY), foot(), forward=True) == 6.0
    )


def test_crew_missing() -> None:
    """PAS-ART-40: medium at 10 with 2 of 3 needs 6; light at 10 with 1 of 2 cannot."""
    assert need_at(Gun("Saker"), 2, 1) == 6
    assert need_at(Gun("Robinet"), 1, 1) is None


@pytest.mark.parametrize(
    ("gun", "crew", "inches"),
    [
        ("Robinet", 2, 12),
        ("Robinet", 1, 6),
        ("Saker", 3, 24),
        ("Saker", 2, 12),
        ("Culverin", 4, 36),
    ],
)
def test_how_far_a_gun_can_hit(gun: str, crew: int, inches: float) -> None:
    """PAS-ART-28 to -40: the last band in which 6 or less is needed."""
    one = Unit("G", "red", "gun", (Arm("crew", crew),), gun=Gun(gun))
    assert reach_in(one) == inches


def test_guns_being_unlimbered_stay_put() -> None:
    """PAS-ART-22: only once prepared may they be man-handled."""
    one = Unit("G", "red", "gun", (Arm("crew", 3),), gun=Gun("Saker", progress=1))
    assert rate_in(one) == 0.0


def test_a_battery_goes_short_from_its_last_gun() -> None:
    """PAS-ART-44"""
    battery = Unit("G", "red", "gun", (Arm("crew", 10),), gun=Gun("Culverin", 3))
    assert crews(battery) == (4, 4, 2)


def test_rally_after_pursuit() -> None:
    """PAS-PUR-08: half the bounds, rounded up."""
    assert [rally_bounds(n) for n in (0, 1, 2, 3)] == [0, 1, 1, 2]


def test_a_scenario_may_change_the_class_dice() -> None:
    """PAS-CLASS-04"""
    assert class_for(Play(State(), EMPTY), 5) == "Average"
    assert class_for(Play(State(class_dice={"5": "Good"}), EMPTY), 5) == "Good"


@pytest.mark.parametrize(
    ("generals", "told"), [((), False), ((General("K", "red", with_unit="A"),), True)]
)
def test_what_a_unit_takes_into_the_umpires_box_is_told_with_its_general_only(
    generals: tuple[General, ...], told: bool
) -> None:
    """PAS-CLASS-05: a unit of Good morale with three counters takes two more, and breaks at five
    or does not; how many they are stands in no ruling."""
    state = State(
        house={"PAS_BOXES": "umpire"}, units=(foot(counters=3, morale="Good"),), generals=generals
    )
    done = advance(add(Play(state, EMPTY), "A", 2, "fire", "PAS-CAS-01"), [])
    assert isinstance(done, Done)
    outcome = done.outcome
    assert any(digit in outcome.rulings[-1].says for digit in "25") is told


def test_boxes_kept_by_the_umpire() -> None:
    """PAS-CLASS-05: hidden from the owner too, while his general is elsewhere."""
    players, umpire = State(), State(house={"PAS_BOXES": "umpire"})
    assert are_open(Play(players, EMPTY), foot(counters=3))
    assert not are_open(Play(umpire, EMPTY), foot(counters=3))
    hidden = State(house=umpire.house, units=(foot(counters=3),))
    shown = State(
        house=umpire.house, units=hidden.units, generals=(General("K", "red", with_unit="A"),)
    )
    assert "umpire" in dict(card(hidden, "A").lines)["counters"]
    assert dict(card(shown, "A").lines)["counters"] == "3 of 6"


def test_a_number_of_1_or_less_always_passes() -> None:
    """PAS-REA-18, with horse at -1: Good horse charges at 1."""
    horse = Unit("H", "red", "horse", (Arm("horse", 12),), morale="Good")
    assert need(Play(State(), EMPTY), horse, "charge").number == 1
    assert passes(Play(State(), EMPTY), horse, "charge") == 1
    assert at_least(7) == 0


def test_chance_to_stand() -> None:
    """Poor with 2 counters behind a wall needs 3: 4 in 6."""
    one = foot(morale="Poor", counters=2, defending="wall")
    assert passes(Play(State(), EMPTY), one, "stand") == Fraction(4, 6)


def test_a_crew_never_charges() -> None:
    """PAS-REA-07"""
    assert passes(Play(State(), EMPTY), Unit("G", "red", "gun", gun=Gun("Base")), "charge") == 0


def test_a_volley_on_average() -> None:
    """8 muskets in front, 2 deep: 2 dice at 5 or 6, 2/3 of a hit."""
    assert expected_hits(Play(State(), EMPTY), foot()) == Fraction(2, 3)


def test_the_reference_shows_the_engine_s_own_tables() -> None:
    shown = {section.title: section for section in sections()}
    assert ("pike", "2.5", "2", "6") in shown["Melee, 5 or 6 hits"].rows
    assert ("1:1", "P", "P", "P", "M", "M", "M") in shown[
        "Who is threatened, pikes to muskets"
    ].rows
    assert ("heavy", "4", "3", "4", "5", "6") in shown["Guns: die for a counter"].rows
    assert ("Nervous", "1", "2", "5", "4", "5") in shown["Morale classes"].rows


def test_every_kind_of_terrain_is_something_to_a_move() -> None:
    """PAS-TER-16: none is open ground because somebody forgot it."""
    assert set(TERRAIN) == {kind.name for kind in REGISTRY}
    assert set(TERRAIN.values()) == {"water", "ford", "barrier", "covered", "agreed"}
