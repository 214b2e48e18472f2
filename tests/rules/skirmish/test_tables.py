"""Every cell of every table, typed from the book's own tables."""

from __future__ import annotations

import pytest

from rules.skirmish.fire import artillery, shooting
from rules.skirmish.moving import pace
from rules.skirmish.ordering import groups
from rules.skirmish.reactions import demands
from rules.skirmish.reactions.action_tables import TABLES
from rules.skirmish.reference import reference
from rules.skirmish.tables import (
    ARMOUR,
    ARTILLERY,
    DAMAGE,
    FIRE_RATIO,
    MELEE_GRADE,
    NCO_DICE,
    OFFICER_DICE,
    OFFICER_POINTS,
    RISK,
    SOLDIER_POINTS,
    TO_HIT,
    WEAPONS,
)
from tests.rules.skirmish.scene import field, man, state

ONE = state({"A": {"side": "red", "kind": "Clubmen", "men": ["A"]}})

WEAPON_TABLE = """
rifled musket|SKM-WPN-01|25|60|120|2|yes|5
musket|SKM-WPN-02|10|30|70|2|yes|3
Dutch musket|SKM-WPN-03|10|30|70|2|yes|4
dragoon musket|SKM-WPN-04|10|20|45|2|yes|2
bow|SKM-WPN-05|10|20|45|2|no|2
carabin|SKM-WPN-06|10|25|60|2|yes|2
rifled pistol|SKM-WPN-07|10|25|50|2|yes|2
pistol|SKM-WPN-08|4|8|20|2|yes|1
halbert|SKM-WPN-09|0|0|0|4|no|3
sword|SKM-WPN-10|0|0|0|3|no|1
pike|SKM-WPN-11|0|0|0|3|no|2
stave|SKM-WPN-12|0|0|0|2|no|0
""".strip().splitlines()

ACTIONS = {
    "shot": """
0 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
1 | COVER | HALT * | HALT * | CONT_FACE_CHARGE | CONT_FACE_CHARGE | ADV_CHARGE !
2-5 | WITHDRAW | COVER | HALT * | HALT * | CONT_FACE_CHARGE | ADV_CHARGE
6-8 | RUN | WITHDRAW | COVER | COVER | HALT * | CONT_FACE_CHARGE
9 or more | RUN | RUN | WITHDRAW | COVER | COVER | HALT *
""",
    "melee": """
1 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
2 | COVER | HALT | CONT_FACE | CONT_FACE_CHARGE | ADV_CHARGE | ADV_CHARGE
3-6 | COVER | COVER | HALT | CONT_FACE | CONT_FACE_CHARGE | ADV_CHARGE
7-8 | RUN | COVER | COVER | COVER | HALT | CONT_FACE_CHARGE
9 or more | RUN | RUN | COVER | COVER | COVER | HALT
""",
    "dutch": """
0 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
1-2 | TROT_AWAY | HALT | HALT | TROT_SHOOT | TROT_SHOOT | TROT_SHOOT
3-6 | TROT_AWAY | TROT_AWAY | HALT | HALT | TROT_SHOOT | TROT_SHOOT
7-8 | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | HALT | TROT_SHOOT
9 or more | FLEE | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | TROT_AWAY
""",
    "swedish": """
0 or less | CONTINUE | CONTINUE | CONTINUE | CONTINUE | CONTINUE | ADV_NEAREST
1-2 | TROT_AWAY | HALT | TROT_SHOOT | SWEDE_ATTACK | SWEDE_ATTACK | SWEDE_ATTACK
3-6 | TROT_AWAY | TROT_AWAY | HALT | TROT_SHOOT | SWEDE_ATTACK | SWEDE_ATTACK
7-8 | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | HALT | HALT
9 or more | FLEE | FLEE | TROT_AWAY | TROT_AWAY | TROT_AWAY | HALT
""",
}


@pytest.mark.parametrize("name", ACTIONS)
def test_action_table(name: str) -> None:
    """Every cell of the four tables, with its marks, at the least and most of its row."""
    table = TABLES[name]
    lines = [line.split("|") for line in ACTIONS[name].strip().splitlines()]
    assert [row.label for row in table.rows] == [line[0].strip() for line in lines]
    for row, line in zip(table.rows, lines, strict=True):
        shown = [c.code + " *" * c.dismount + " !" * c.remount for c in row.cells]
        assert shown == [cell.strip() for cell in line[1:]]


@pytest.mark.parametrize(
    ("name", "edges"),
    [("shot", (0, 1, 2, 5, 6, 8, 9)), ("melee", (1, 2, 3, 6, 7, 8, 9)),
     ("dutch", (0, 1, 2, 3, 6, 7, 8, 9)), ("swedish", (0, 1, 2, 3, 6, 7, 8, 9))],
)  # fmt: skip
def test_rows_begin_and_end_where_they_are_printed(name: str, edges: tuple[int, ...]) -> None:
    """Each risk factor falls in the row whose label names it; far out, in the end rows."""
    table = TABLES[name]
    for value in edges:
        label = table.row(value).label
        low = int(label.split()[0].split("-")[0])
        high = int(label.split()[0].split("-")[-1])
        inside = low <= value <= high or "less" in label and value <= high
        assert inside or "more" in label and value >= low
    assert table.row(-7) is table.rows[0] and table.row(30) is table.rows[-1]


@pytest.mark.parametrize("line", WEAPON_TABLE)
def test_weapon_table(line: str) -> None:
    """Ranges, melee factor, loading and points of each weapon."""
    name, rule, short, medium, long, melee, loads, points = line.split("|")
    weapon = WEAPONS[name]
    assert weapon.rule == rule
    assert (weapon.short_cm, weapon.medium_cm, weapon.long_cm) == (
        float(short), float(medium), float(long)
    )  # fmt: skip
    assert (weapon.melee, weapon.points) == (int(melee), int(points))
    assert weapon.loads is (loads == "yes")


def test_the_weapon_table_has_no_other_lines() -> None:
    assert len(WEAPONS) == len(WEAPON_TABLE)


@pytest.mark.parametrize(
    ("weapon", "cm", "band"),
    [("rifled musket", 26, "medium"), ("musket", 71, None), ("Dutch musket", 12, "medium"),
     ("dragoon musket", 21, "long"), ("bow", 20, "medium"), ("carabin", 25.5, "long"),
     ("rifled pistol", 50, "long"), ("pistol", 4, "short"), ("musket", 30.0, "medium"),
     ("musket", 30.1, "long"), ("musket", 70.1, None), ("pike", 1, None)],
)  # fmt: skip
def test_range_bands(weapon: str, cm: float, band: str | None) -> None:
    """SKM-WPN-01 to -08, SKM-WPN-13, SKM-WPN-14."""
    assert shooting.band_of(WEAPONS[weapon], cm) == band


@pytest.mark.parametrize(
    ("grade", "officer", "nco", "ratio", "melee", "chief", "soldier"),
    [("Good", 4, 3, 3, 1, 12, 6), ("Fair", 3, 2, 4, 0, 8, 4), ("Poor", 2, 2, 5, -1, 4, 2)],
)
def test_grades(
    grade: str, officer: int, nco: int, ratio: int, melee: int, chief: int, soldier: int
) -> None:
    """SKM-CMD-01 to -03, SKM-CMD-14, SKM-SHOOT-15 to -17, SKM-MEL-09, SKM-PTS-01, SKM-PTS-02."""
    assert OFFICER_DICE["4-3-2"][grade] == officer
    assert NCO_DICE["3-2-2"][grade] == nco
    assert (FIRE_RATIO[grade], MELEE_GRADE[grade]) == (ratio, melee)
    assert (OFFICER_POINTS[grade], SOLDIER_POINTS[grade]) == (chief, soldier)


@pytest.mark.parametrize(
    ("name", "melee", "pistol", "points"),
    [("buff coat", -1, 0, 4), ("targe", -1, 0, 3), ("half armour", -2, -1, 6),
     ("cuirassier armour", -2, -2, 8)],
)  # fmt: skip
def test_armour(name: str, melee: int, pistol: int, points: int) -> None:
    """SKM-MEL-11, SKM-MEL-12, SKM-DMG-13, SKM-DMG-14, SKM-PTS-07."""
    armour = ARMOUR[name]
    assert (armour.melee, armour.pistol, armour.points) == (melee, pistol, points)


def test_to_hit() -> None:
    """SKM-SHOOT-09 to -11; 0 is impossible."""
    assert [list(row.values()) for row in TO_HIT.values()] == [[3, 5, 7], [6, 7, 8], [7, 8, 0]]
    assert list(TO_HIT) == ["short", "medium", "long"]
    assert list(TO_HIT["short"]) == ["open", "soft", "hard"]


def test_damage() -> None:
    """SKM-DMG-01 to -12."""
    assert DAMAGE["musket"] == ("graze", "graze", "graze", "wound", "kill", "kill")
    assert DAMAGE["dragoon"] == ("graze", "graze", "wound", "wound", "kill", "kill")


@pytest.mark.parametrize(
    ("cm", "threat", "harm"),
    [(25, 9, [(1, 0), (1, 1), (1, 2), (2, 2), (2, 3), (0, 5)]),
     (26, 7, [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3)]),
     (50, 7, [(0, 0), (1, 0), (1, 1), (1, 2), (2, 2), (2, 3)]),
     (51, 5, [(0, 0), (0, 0), (0, 0), (1, 0), (1, 1), (1, 2)]),
     (200, 5, [(0, 0), (0, 0), (0, 0), (1, 0), (1, 1), (1, 2)])],
)  # fmt: skip
def test_artillery(cm: float, threat: int, harm: list[tuple[int, int]]) -> None:
    """SKM-ART-10 to -27: wounds and kills by die, and the threat level."""
    band = artillery.band_of(cm)
    assert (band.threat, list(band.harm)) == (threat, harm)
    assert len(ARTILLERY) == 3


def test_risk_modifiers() -> None:
    """SKM-RF-01 to -12."""
    assert [value for _, value, _ in RISK] == [-4, -1, -1, 1, 1, 1, 2, 3]


def test_movement_table() -> None:
    """SKM-MOVE-01 to -06, SKM-MOVE-12: 25, wounded 20, in metal 15; 30, 45, 60."""
    play = field(ONE, {"A": (50, 50, 90)})
    assert pace.allowance_cm(play, man("A")) == 25
    assert pace.allowance_cm(play, man("A", wounds=1)) == 20
    assert pace.allowance_cm(play, man("A", role="civilian")) == 20
    assert pace.allowance_cm(play, man("A", role="civilian", heavy=True)) == 15
    horse = man("A", mount="horse", mounted=True)
    codes = ("FREE", "TROT_AWAY", "FLEE")
    assert [pace.allowance_cm(play, horse, code) for code in codes] == [60, 45, 60]
    assert [pace.gait_of(play, cm) for cm in (5, 30, 31, 45, 50, 60)] == [
        "walk", "walk", "trot", "trot", "gallop", "gallop"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("weapon", "factor"),
    [("rifled musket", 2), ("musket", 2), ("bow", 2), ("pistol", 2), ("halbert", 4), ("sword", 3),
     ("pike", 3), ("stave", 2)],
)  # fmt: skip
def test_melee_factors(weapon: str, factor: int) -> None:
    """SKM-WPN-01 to -12: a man's best weapon in the hand."""
    play = field(ONE, {"A": (50, 50, 90)})
    assert groups.melee_factor(play, man("A", weapons=(weapon,))) == factor


def test_the_reference_shows_every_table() -> None:
    sections = {section.title: section for section in reference()}
    assert len(sections["Weapons"].rows) == 12
    assert len(sections["Grades"].rows) == 3
    assert sum(title.startswith("Actions: ") for title in sections) == 4
    assert sections["To hit (D8)"].rows[2] == ("long", "7+", "8+", "no")
    assert sections["Guns (D6 for ten men)"].rows[0][2:] == (
        "1W", "1W 1K", "1W 2K", "2W 2K", "2W 3K", "5K"
    )  # fmt: skip


@pytest.mark.parametrize(("gap", "cm"), [("forbidden", 45.0), ("gallop", 48.0)])
def test_nobody_is_sent_at_a_pace_that_no_horse_has(gap: str, cm: float) -> None:
    """SKM-CODE-10, SKM-MOVE-06: a wounded horse at 80 in 100 may go 48 cm at most, between a
    trot and a gallop; where that is forbidden it flees the whole of a trot, 45 cm. Chance found
    a horse that had to go 48 cm and might not."""
    horse = {"kind": "Dutch horse", "men": ["A1"], "side": "red", "each": {"wounds": 1}}
    foe = {"kind": "Musketeers", "men": ["B1"], "side": "white"}
    house = {"SKM_GAIT_GAP": gap, "SKM_WOUNDED_MOUNTED": "80pct"}
    told = state({"A": horse, "B": foe}, house=house)
    play = field(told, {"A1": (120, 60, 90), "B1": (120, 40, 90)})
    fled = field(told, {"A1": (120, 60 + cm, 90), "B1": (120, 40, 90)})
    short = field(told, {"A1": (120, 60 + cm - 2, 90), "B1": (120, 40, 90)})
    wanted = demands.demand(play, play.unit("A"), "FLEE", play.unit("B"))
    assert wanted.fault(fled) is None
    assert f"goes {cm:g} cm away" in str(wanted.fault(short))
