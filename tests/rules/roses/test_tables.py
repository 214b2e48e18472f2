"""Every cell of every table, typed from the book's own tables."""

from __future__ import annotations

import pytest

from rules.roses.close_combat import attack, fighting
from rules.roses.command import orders
from rules.roses.missiles import cannon, shooting
from rules.roses.movement import fallback
from rules.roses.reference import reference, troop_row
from rules.roses.state import armour_of, pace_cm
from rules.roses.tables import (
    BLUNDERS,
    BOUNCE,
    CANNON_CM,
    CLASS_COMMAND,
    CLASSES,
    COMBAT_MODIFIERS,
    COMMAND_PENALTIES,
    DRIVE_BACK_FEWER,
    PROFILES,
    RESULT_MODIFIERS,
    SMALL_ARMS_CM,
    TO_HIT,
)
from tests.rules.answered import run
from tests.rules.roses.scene import field, unit

# Unit, type, combat, shooting, hits, armour, command, stands, points, min/max, move (cm)
TROOPS = """
Army General|Gen|6|-|4|4+/5+|9|1|125|1 / 1|20/10
Battle Leader|Bat Ld|5|-|4|4+/5+|8|1|80|1 / 4|20/10
Lord|Lord|4|-|3|4+/5+|7|1|40|0 / 18|20/10
Mounted Men at Arms|Cav|4|-|3|4+|-|2|110|0 / 2|20
Mounted Currours|Cav|3|-|3|6+|-|2|80|-|20
Mounted Border Staves|Cav|2|-|3|6+|-|2|70|-|20
Mounted Hobilars|Cav|3|1|3|6+|-|2|90|-|20
Dismounted Men at Arms|Inf|4|-|3|5+|-|2|65|1 per Lord|10
Retinue Bill|Inf|3|-|3|6+|-|2|45|-|10
Retinue Bow|Inf|3|1|3|6+|-|2|55|2 per Bill|10
Shire Bill|Inf|2|-|3|none|-|2|25|-|10
Shire Bow|Inf|2|1|3|none|-|2|30|2 per Bill|10
Border Foot Bill|Inf|2|-|3|none|-|2|25|-|10
Border Foot Spear|Inf|2|-|3|none|-|2|25|-|10
Border Foot Bow|Inf|2|1|3|none|-|2|30|-|10
Peasants|Inf|2|-|3|none|-|2|25|-|10
Pike|Inf|3|-|3|6+|-|2|45|-|10
Crossbow|Inf|3|1|3|none|-|2|55|-|10
Hand Gunners|Inf|3|1|3|none|-|2|65|-|10
Welsh Bow|Inf|2|1|3|none|-|2|30|-|10
Welsh Spear|Inf|2|-|3|none|-|2|25|-|10
Canon / Bombard|Art|1|2|2|none|-|2|85|2|5
""".strip().splitlines()

# Full unit in contact: combat dice, shooting dice, unsaved hits that destroy it
UNITS = {
    "WOR-UNIT-01": ("Army General", 6, 0, 4), "WOR-UNIT-02": ("Battle Leader", 5, 0, 4),
    "WOR-UNIT-03": ("Lord", 4, 0, 3), "WOR-UNIT-04": ("Mounted Men at Arms", 8, 0, 6),
    "WOR-UNIT-05": ("Mounted Currours", 6, 0, 6),
    "WOR-UNIT-06": ("Mounted Border Staves", 4, 0, 6),
    "WOR-UNIT-07": ("Mounted Hobilars", 6, 2, 6),
    "WOR-UNIT-08": ("Dismounted Men at Arms", 8, 0, 6), "WOR-UNIT-09": ("Retinue Bill", 6, 0, 6),
    "WOR-UNIT-10": ("Retinue Bow", 6, 2, 6), "WOR-UNIT-11": ("Shire Bill", 4, 0, 6),
    "WOR-UNIT-12": ("Shire Bow", 4, 2, 6), "WOR-UNIT-13": ("Border Foot Bill", 4, 0, 6),
    "WOR-UNIT-14": ("Border Foot Spear", 4, 0, 6), "WOR-UNIT-15": ("Border Foot Bow", 4, 2, 6),
    "WOR-UNIT-16": ("Peasants", 4, 0, 6), "WOR-UNIT-17": ("Pike", 6, 0, 6),
    "WOR-UNIT-18": ("Crossbow", 6, 2, 6), "WOR-UNIT-19": ("Hand Gunners", 6, 2, 6),
    "WOR-UNIT-20": ("Welsh Bow", 4, 2, 6), "WOR-UNIT-21": ("Welsh Spear", 4, 0, 6),
    "WOR-UNIT-22": ("Canon / Bombard", 2, 4, 4),
}  # fmt: skip


def test_the_troop_table_has_no_other_lines() -> None:
    assert len(PROFILES) == len(TROOPS) == len(UNITS) == 22


@pytest.mark.parametrize("line", TROOPS)
def test_troop_table(line: str) -> None:
    """Type, attacks, hits, armour, command, stands, points, number and move of each line."""
    kind, arm, combat, shots, hits, armour, command, stands, points, number, move = line.split("|")
    profile = next(p for p in PROFILES if p.kind == kind)
    foot, horse = unit("A", kind, mounted=False), unit("A", kind, mounted=True)
    least_dice = [armour_of(horse), armour_of(foot)] if "/" in armour else [armour_of(foot)]
    paces = [pace_cm(horse), pace_cm(foot)] if "/" in move else [pace_cm(foot)]
    assert profile.arm == arm
    assert profile.combat == int(combat)
    assert profile.shooting == (0 if shots == "-" else int(shots))
    assert profile.hits == int(hits)
    assert least_dice == [0 if a == "none" else int(a.rstrip("+")) for a in armour.split("/")]
    assert profile.command == (0 if command == "-" else int(command))
    assert (profile.stands, profile.points) == (int(stands), int(points))
    assert troop_row(profile)[7] == number
    assert paces == [float(m) for m in move.split("/")]


def test_only_retinue_bow_have_a_shower_of_2() -> None:
    assert {p.kind: p.shower for p in PROFILES if p.shower} == {"Retinue Bow": 2}


@pytest.mark.parametrize("rule", UNITS)
def test_a_full_unit_in_contact_rolls_its_dice(rule: str) -> None:
    kind, combat, _, _ = UNITS[rule]
    a, w = unit("A", kind), unit("W", "Shire Bill", "white")
    play = field((a, 60, 30, 90), (w, 60, 30, 270))
    assert sum(blow.dice for blow in fighting.blows(play, a, True)) == combat
    assert a.profile.rule == rule


@pytest.mark.parametrize("rule", UNITS)
def test_a_full_unit_shoots_its_dice(rule: str) -> None:
    """Cannon: two stands of 2 attacks, before the bounce."""
    kind, _, shots, _ = UNITS[rule]
    a, w = unit("A", kind), unit("W", "Shire Bill", "white")
    play = field((a, 60, 30, 90), (w, 60, 60, 270))
    assert shooting.volley(play, a, w, False).dice == shots


@pytest.mark.parametrize("rule", UNITS)
def test_a_unit_is_destroyed_at_its_hits(rule: str) -> None:
    kind, _, _, hits = UNITS[rule]
    a, w = unit("A", kind), unit("W", "Shire Bill", "white")
    play = field((a, 60, 30, 90), (w, 60, 60, 270))
    assert not run(attack.record(play, "A", hits)).unit("A").alive
    short = attack.record(play, "A", hits - 1)
    after = run(short, "A/1") if a.profile.stands == 2 else run(short)
    assert after.unit("A").alive


def test_command_penalties() -> None:
    assert [what for what, _ in COMMAND_PENALTIES] == [
        "each full 20 cm from commander to unit",
        "each order after the first to the same unit this turn",
        "enemy within 20 cm of the unit", "unit in dense terrain",
        "each stand the unit has lost", "each blunder of 1, rest of the battle",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("cover", "hits"), [("open", (4, 5, 6)), ("defended", (5, 6)), ("fortified", (6,))]
)
def test_to_hit(cover: str, hits: tuple[int, ...]) -> None:
    """WOR-ATT-02, WOR-ATT-03, WOR-ATT-04."""
    assert tuple(die for die in range(1, 7) if die >= attack.to_hit(cover)) == hits
    assert list(TO_HIT) == ["open", "defended", "fortified"]


def test_combat_modifiers() -> None:
    """WOR-CMB-01 to -06."""
    assert [value for _, value, _ in COMBAT_MODIFIERS] == [1, 1, 1, 1, -1, -1]


def test_combat_result_modifiers() -> None:
    """WOR-CMB-10."""
    assert [value for _, value, _ in RESULT_MODIFIERS] == [1, 1]


def test_blunder_table() -> None:
    """WOR-BLU-02 to -05; 5 is the half pace by default (WOR-AMB-02)."""
    assert BLUNDERS["half"] == ("penalty", "away", "away", "half pace", "half pace", "toward")
    assert BLUNDERS["toward"] == ("penalty", "away", "away", "half pace", "toward", "toward")


@pytest.mark.parametrize(("extra", "more"), [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)])
def test_cannon_bounce(extra: int, more: int) -> None:
    """WOR-CAN-02 to -05."""
    play = field()
    assert cannon.extra_attacks(play, extra) == more
    assert BOUNCE["1234"][extra] == extra


@pytest.mark.parametrize(
    ("die", "grade", "command"),
    [(6, "rash", 1), (5, "bold", 0), (4, "bold", 0), (3, "bold", 0), (2, "cautious", -1),
     (1, "treacherous", -1)],
)  # fmt: skip
def test_commander_classes(die: int, grade: str, command: int) -> None:
    """WOR-COM-03 to -06."""
    assert CLASSES["2C1T"][die - 1] == grade
    assert CLASS_COMMAND[grade] == command


def test_ranges() -> None:
    """WOR-SHO-02, WOR-SHO-03."""
    assert (SMALL_ARMS_CM, CANNON_CM) == (40.0, 80.0)
    assert shooting.range_cm(unit("A", "Crossbow")) == 40.0
    assert shooting.range_cm(unit("A", "Canon / Bombard")) == 80.0


def test_drive_back_dice() -> None:
    """WOR-DRV-03, WOR-DRV-04, WOR-DRV-05."""
    assert DRIVE_BACK_FEWER == {"open": 0, "defended": 1, "fortified": 2}
    assert [fallback.die_cm(field(), face) for face in range(1, 7)] == [1, 1, 2, 2, 3, 3]


@pytest.mark.parametrize(
    ("kind", "value"), [("Army General", 9), ("Battle Leader", 8), ("Lord", 7)]
)
def test_command_values(kind: str, value: int) -> None:
    """WOR-COM-01."""
    assert orders.command_value(unit("A", kind)) == value


def test_the_reference_shows_every_line_of_every_table() -> None:
    sections = {section.title: section for section in reference()}
    assert len(sections["Troops"].rows) == 22
    assert len(sections["Combat"].rows) == len(COMBAT_MODIFIERS)
    assert len(sections["Command"].rows) == len(COMMAND_PENALTIES)
    assert [row[0] for row in sections["Blunder (a 12)"].rows] == ["1", "2", "3", "4", "5", "6"]
