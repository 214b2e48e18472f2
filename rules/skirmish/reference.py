"""The quick reference, made from the tables that the engine uses."""

from __future__ import annotations

from rules.kernel.protocol import Section
from rules.kernel.telling.chart import chart, signed
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
    return (_turn(), *_men(), *_shooting(), *_actions(), _melee())


def _turn() -> Section:
    return Section("The turn", (
        "1 command dice and points, action rolls of the commanded; 2 they move; 3 they shoot.",
        "4 everybody else rolls and moves; 5 shoots; 6 melees.",
        "Command 50 cm, in enclosed ground 25; a man 1 point, disloyal or routing 2.",
        "Foot 25 cm, wounded 20, in heavy gear 15; horse walk 30, trot 45, gallop 60.",
        "Difficult ground double, a barrier a quarter of the move.",
    ))  # fmt: skip


def _men() -> tuple[Section, ...]:
    """Grades, and what men carry."""
    return (
        chart("Grades", "grade / officer / NCO / uncommanded fire / melee / officer points / "
              "soldier points", (
            (grade, f"{OFFICER_DICE['4-3-2'][grade]}D6", f"{NCO_DICE['3-2-2'][grade]}D6",
             f"1 per {FIRE_RATIO[grade]}", signed(MELEE_GRADE[grade]), OFFICER_POINTS[grade],
             SOLDIER_POINTS[grade])
            for grade in GRADES
        )),
        chart("Weapons", "weapon / short / medium / long / melee / loads / points", (
            (w.name, *(cm or None for cm in (w.short_cm, w.medium_cm, w.long_cm)),
             w.melee, w.loads, w.points)
            for w in WEAPONS.values()
        )),
        chart("Armour", "armour / off his attacker / off a pistol's die / points", (
            (a.name, a.melee, a.pistol, a.points) for a in ARMOUR.values()
        )),
    )  # fmt: skip


def _shooting() -> tuple[Section, ...]:
    """What hits, and what a hit does."""
    return (
        chart("To hit (D8)", "range / open / soft / hard", (
            (band, *(f"{need}+" if need else "no" for need in covers.values()))
            for band, covers in TO_HIT.items()
        )),
        chart("Damage (D6)", "shot / 1 / 2 / 3 / 4 / 5 / 6", (
            (name, *row) for name, row in DAMAGE.items()
        )),
        chart("Guns (D6 for ten men)", "range / threat / 1 / 2 / 3 / 4 / 5 / 6", (
            (f"to {band.to_cm:g} cm", f"+{band.threat}", *(_harm(*each) for each in band.harm))
            for band in ARTILLERY
        )),
    )  # fmt: skip


def _harm(wounds: int, kills: int) -> str:
    parts = [f"{wounds}W"] * bool(wounds) + [f"{kills}K"] * bool(kills)
    return " ".join(parts) or "-"


def _actions() -> tuple[Section, ...]:
    """The risk of a group, and what it rolls for by it."""
    return (
        chart("Risk factor", "when / risk / rule", (
            (what, signed(value), rule) for what, value, rule in RISK
        )),
        *(chart(f"Actions: {table.title}", "risk / 1 / 2 / 3 / 4 / 5 / 6", (
            (row.label, *map(_shown, row.cells)) for row in table.rows
        )) for table in TABLES.values()),
        chart("Results", "result / what it means", MEANING.items()),
    )  # fmt: skip


def _shown(cell: Cell) -> str:
    return cell.code + " *" * cell.dismount + " !" * cell.remount


def _melee() -> Section:
    return Section("Melee", (
        "Each a D6; the higher score wins; the winner's natural 5 wounds, 6 kills.",
        "Good +1, Poor -1; better weapon +1; charge at the trot +1, gallop +2.",
        "Each enemy beyond the first -1; enemy in buff or with a targe -1, in metal -2.",
        "The side hurt worse goes back 5 cm, both if level; the winner may follow.",
    ))  # fmt: skip
