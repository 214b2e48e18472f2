"""The quick reference, made from the tables that the engine uses."""

from __future__ import annotations

from rules.kernel.protocol import Section
from rules.skirmish.reactions.action_tables import MEANING, TABLES, Cell
from rules.skirmish.tables import (
    ARMOUR,
    ARTILLERY,
    DAMAGE,
    FIRE_RATIO,
    GRADES,
    MELEE_GRADE,
    NCO_DICE,
    OFFICER_DICE,
    OFFICER_POINTS,
    RISK,
    SOLDIER_POINTS,
    TO_HIT,
    WEAPONS,
)


def reference() -> tuple[Section, ...]:
    """Every table of the book, and the steps of a turn in a few lines."""
    return (_turn(), *_men(), *_shooting(), _risk(), *_actions(), _melee())


def _turn() -> Section:
    return Section("The turn", (
        "1 command dice and points, action rolls of the commanded; 2 they move; 3 they shoot.",
        "4 everybody else rolls and moves; 5 shoots; 6 melees.",
        "Command 50 cm, in enclosed ground 25; a man 1 point, disloyal or routing 2.",
        "Foot 25 cm, wounded 20, in heavy gear 15; horse walk 30, trot 45, gallop 60.",
        "Difficult ground double, a barrier a quarter of the move.",
    ))  # fmt: skip


def _men() -> tuple[Section, ...]:
    grades = tuple(
        (grade, f"{OFFICER_DICE['4-3-2'][grade]}D6", f"{NCO_DICE['3-2-2'][grade]}D6",
         f"1 per {FIRE_RATIO[grade]}", f"{MELEE_GRADE[grade]:+d}",
         str(OFFICER_POINTS[grade]), str(SOLDIER_POINTS[grade]))
        for grade in GRADES
    )  # fmt: skip
    weapons = tuple(
        (w.name, *(f"{cm:g}" if cm else "-" for cm in (w.short_cm, w.medium_cm, w.long_cm)),
         str(w.melee), "yes" if w.loads else "no", str(w.points))
        for w in WEAPONS.values()
    )  # fmt: skip
    armour = tuple((a.name, str(a.melee), str(a.pistol), str(a.points)) for a in ARMOUR.values())
    return (
        Section("Grades", header=("grade", "officer", "NCO", "uncommanded fire", "melee",
                                  "officer points", "soldier points"), rows=grades),
        Section("Weapons", header=("weapon", "short", "medium", "long", "melee", "loads",
                                   "points"), rows=weapons),
        Section("Armour", header=("armour", "off his attacker", "off a pistol's die", "points"),
                rows=armour),
    )  # fmt: skip


def _shooting() -> tuple[Section, ...]:
    hits = tuple(
        (band, *(f"{need}+" if need else "no" for need in covers.values()))
        for band, covers in TO_HIT.items()
    )
    guns = tuple(
        (f"to {band.to_cm:g} cm", f"+{band.threat}",
         *(_harm(wounds, kills) for wounds, kills in band.harm))
        for band in ARTILLERY
    )  # fmt: skip
    return (
        Section("To hit (D8)", header=("range", "open", "soft", "hard"), rows=hits),
        Section("Damage (D6)", header=("shot", "1", "2", "3", "4", "5", "6"),
                rows=tuple((name, *row) for name, row in DAMAGE.items())),
        Section("Guns (D6 for ten men)", header=("range", "threat", "1", "2", "3", "4", "5", "6"),
                rows=guns),
    )  # fmt: skip


def _harm(wounds: int, kills: int) -> str:
    parts = [f"{wounds}W"] * bool(wounds) + [f"{kills}K"] * bool(kills)
    return " ".join(parts) or "-"


def _risk() -> Section:
    return Section("Risk factor", header=("when", "risk", "rule"), rows=tuple(
        (what, f"{value:+d}", rule) for what, value, rule in RISK
    ))  # fmt: skip


def _actions() -> tuple[Section, ...]:
    tables = tuple(
        Section(f"Actions: {table.title}", header=("risk", "1", "2", "3", "4", "5", "6"),
                rows=tuple((row.label, *map(_shown, row.cells)) for row in table.rows))
        for table in TABLES.values()
    )  # fmt: skip
    meaning = tuple((code, says) for code, says in MEANING.items())
    return (*tables, Section("Results", header=("result", "what it means"), rows=meaning))


def _shown(cell: Cell) -> str:
    return cell.code + " *" * cell.dismount + " !" * cell.remount


def _melee() -> Section:
    return Section("Melee", (
        "Each a D6; the higher score wins; the winner's natural 5 wounds, 6 kills.",
        "Good +1, Poor -1; better weapon +1; charge at the trot +1, gallop +2.",
        "Each enemy beyond the first -1; enemy in buff or with a targe -1, in metal -2.",
        "The side hurt worse goes back 5 cm, both if level; the winner may follow.",
    ))  # fmt: skip
