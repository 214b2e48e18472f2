"""The quick reference, made from the tables that the rules use."""

from __future__ import annotations

from rules.armatys.tables import (
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
    RATIOS,
    REACTIONS,
    SHOOTING,
    WEIGHTS,
)
from rules.kernel.protocol import Section
from rules.kernel.telling.chart import chart, least, signed

LETTERS = {"pike": "P", "musket": "M"}


def sections() -> tuple[Section, ...]:
    """Every part of the quick reference."""
    return (*_units(), *_shooting(), *_fighting(), *_artillery())


def _units() -> tuple[Section, ...]:
    """Phases, classes, tests, moves and formations."""
    tests = {"counter": "each counter", "horse": "horse", "obstacle": "defending an obstacle"}
    moments = [REACTIONS[test] for test in ("charge", "stand", "stop")]
    return (
        Section("A bound", tuple(f"{n}. {PHASES[n]}" for n in range(1, 9))),
        chart("Morale classes", "class / die / breaks at / charge / stand / stop pursuit", (
            (name, "-".join(map(str, one.dice)), one.breaks, one.charge, one.stand, one.stop)
            for name, one in MORALE.items()
        ), "Dice of 1 or less always pass, above 6 never."),
        chart("Reaction tests, added to the number needed", " / charge / stand / stop pursuit", (
            (title, *(signed(test[key]) if test[key] else None for test in moments))
            for key, title in tests.items()
        ), "A general with the unit: +1 or -1, as his player likes."),
        chart("Inches a bound", "mover / inches", (
            (what, float(inches)) for what, inches in MOVES_IN.items()
        ), "Each counter: 1 less forward."),
        chart("Ranks of figures", "order / foot / horse / dragoons", (
            (name, *(ranks.get(kind) for kind in ("foot", "horse", "dragoons")))
            for name, ranks in FORMATIONS.items()
        )),
    )  # fmt: skip


def _shooting() -> tuple[Section, ...]:
    """Who fires how, and who is lost of those that are hit."""
    depths = {1: "muskets, 1 deep", 2: "muskets, 2 deep", 3: "muskets, 3 deep or more"}
    muskets_in = float(SHOOTING["muskets"].range_in)
    groups = [(depths[deep], muskets_in, "front", size) for deep, size in MUSKET_GROUP.items()]
    others = [
        (name, float(row.range_in), row.ranks, row.group)
        for name, row in SHOOTING.items()
        if row.group
    ]
    return (
        chart("Firing, 5 or 6 hits", "firer / inches / ranks / group", (*groups, *others),
              "Raw +1, veteran -1, +1 for two counters; more than half a group is one."),
        chart("Who is threatened, pikes to muskets", "ratio / 1 / 2 / 3 / 4 / 5 / 6", (
            (line, *(LETTERS[CASUALTY[line, die][0]] for die in range(1, 7)))
            for line, _, _ in RATIOS
        )),
        chart("Lost on", "armour / die", (
            (name, least(need)) for name, (need, _) in ARMOUR.items()
        ), "In cover 4 or more saves. A hit by a gun kills on 6."),
    )  # fmt: skip


def _fighting() -> tuple[Section, ...]:
    return (
        chart("Melee, 5 or 6 hits", "arm / ranks / v cavalry / v infantry", (
            (name, row.half_ranks / 2, row.v_cavalry, row.v_infantry)
            for name, row in MELEE.items()
        ), "Cavalry that charges -1; lances -1 in their first round.",
           "Cavalry against cavalry: half a rank more from the second round."),
    )  # fmt: skip


def _artillery() -> tuple[Section, ...]:
    """Guns, and how all bases are cut."""
    return (
        chart("Guns: die for a counter", "gun / crew / 6 in / 12 in / 24 in / 36 in", (
            (name, one.crew, *(need or None for _, need, _ in one.needs))
            for name, one in WEIGHTS.items()
        ), "+1 for each crew figure missing."),
        chart("Guns by name", "weight / guns", (
            (weight, ", ".join(name for name, (of, _) in GUNS.items() if of == weight))
            for weight in ("heavy", "medium", "light")
        )),
        chart("Bases, mm", "troops / frontage / depth", (
            (name, float(wide), float(deep)) for name, (wide, deep) in BASES_MM.items()
        )),
    )  # fmt: skip
