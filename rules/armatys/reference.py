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

LETTERS = {"pike": "P", "musket": "M"}


def sections() -> tuple[Section, ...]:
    """Every part of the quick reference."""
    return (
        _phases(),
        _classes(),
        _reactions(),
        _moves(),
        _formations(),
        _firing(),
        _casualties(),
        _armour(),
        _melee(),
        _guns(),
        _gun_names(),
        _bases(),
    )


def _phases() -> Section:
    return Section("A bound", tuple(f"{n}. {PHASES[n]}" for n in range(1, 9)))


def _classes() -> Section:
    rows = tuple(
        (
            name,
            "-".join(map(str, one.dice)),
            str(one.breaks),
            str(one.charge),
            str(one.stand),
            str(one.stop),
        )
        for name, one in MORALE.items()
    )
    return Section(
        "Morale classes",
        ("Dice of 1 or less always pass, above 6 never.",),
        ("class", "die", "breaks at", "charge", "stand", "stop pursuit"),
        rows,
    )


def _reactions() -> Section:
    names = {"counter": "each counter", "horse": "horse", "obstacle": "defending an obstacle"}
    rows = tuple(
        (
            title,
            *(
                f"{REACTIONS[test][key]:+d}" if REACTIONS[test][key] else "-"
                for test in ("charge", "stand", "stop")
            ),
        )
        for key, title in names.items()
    )
    return Section(
        "Reaction tests, added to the number needed",
        ("A general with the unit: +1 or -1, as his player likes.",),
        ("", "charge", "stand", "stop pursuit"),
        rows,
    )


def _moves() -> Section:
    rows = tuple((what, f"{inches:g}") for what, inches in MOVES_IN.items())
    return Section("Inches a bound", ("Each counter: 1 less forward.",), ("mover", "inches"), rows)


def _formations() -> Section:
    rows = tuple(
        (name, *(str(ranks.get(kind, "-")) for kind in ("foot", "horse", "dragoons")))
        for name, ranks in FORMATIONS.items()
    )
    return Section("Ranks of figures", header=("order", "foot", "horse", "dragoons"), rows=rows)


def _firing() -> Section:
    depths = tuple(
        (
            f"muskets, {ranks} deep" + (" or more" if ranks == 3 else ""),
            f"{SHOOTING['muskets'].range_in:g}",
            "front",
            str(size),
        )
        for ranks, size in MUSKET_GROUP.items()
    )
    others = tuple(
        (name, f"{row.range_in:g}", str(row.ranks), str(row.group))
        for name, row in SHOOTING.items()
        if row.group
    )
    return Section(
        "Firing, 5 or 6 hits",
        ("Raw +1, veteran -1, +1 for two counters; more than half a group is one.",),
        ("firer", "inches", "ranks", "group"),
        (*depths, *others),
    )


def _casualties() -> Section:
    rows = tuple(
        (line, *(LETTERS[CASUALTY[line, die][0]] for die in range(1, 7))) for line, _, _ in RATIOS
    )
    return Section(
        "Who is threatened, pikes to muskets",
        header=("ratio", "1", "2", "3", "4", "5", "6"),
        rows=rows,
    )


def _armour() -> Section:
    rows = tuple((name, f"{need}+" if need < 6 else "6") for name, (need, _) in ARMOUR.items())
    return Section(
        "Lost on",
        ("In cover 4 or more saves. A hit by a gun kills on 6.",),
        ("armour", "die"),
        rows,
    )


def _melee() -> Section:
    rows = tuple(
        (name, f"{row.half_ranks / 2:g}", str(row.v_cavalry), str(row.v_infantry))
        for name, row in MELEE.items()
    )
    return Section(
        "Melee, 5 or 6 hits",
        (
            "Cavalry that charges -1; lances -1 in their first round.",
            "Cavalry against cavalry: half a rank more from the second round.",
        ),
        ("arm", "ranks", "v cavalry", "v infantry"),
        rows,
    )


def _guns() -> Section:
    rows = tuple(
        (name, str(one.crew), *(str(need) if need else "-" for _, need, _ in one.needs))
        for name, one in WEIGHTS.items()
    )
    return Section(
        "Guns: die for a counter",
        ("+1 for each crew figure missing.",),
        ("gun", "crew", "6 in", "12 in", "24 in", "36 in"),
        rows,
    )


def _gun_names() -> Section:
    rows = tuple(
        (weight, ", ".join(name for name, (of, _) in GUNS.items() if of == weight))
        for weight in ("heavy", "medium", "light")
    )
    return Section("Guns by name", header=("weight", "guns"), rows=rows)


def _bases() -> Section:
    rows = tuple((name, f"{wide:g}", f"{deep:g}") for name, (wide, deep) in BASES_MM.items())
    return Section("Bases, mm", header=("troops", "frontage", "depth"), rows=rows)
