"""The quick reference, made from the tables that the engine uses."""

from __future__ import annotations

from rules.kernel.protocol import Section
from rules.kernel.telling.chart import chart, signed
from rules.roses.tables import (
    BLUNDERS,
    BOUNCE,
    CANNON_CM,
    CLASS_COMMAND,
    CLASSES,
    COMBAT_MODIFIERS,
    COMMAND_PENALTIES,
    COMMAND_RANGE_CM,
    DRIVE_BACK_FEWER,
    INITIATIVE_CM,
    PROFILES,
    RESULT_MODIFIERS,
    SMALL_ARMS_CM,
    TO_HIT,
    Profile,
)


def reference() -> tuple[Section, ...]:
    """Every table of the book, and each phase in a few lines."""
    return (*_phases(), *_tables())


def _phases() -> tuple[Section, ...]:
    return (
        Section("The turn", (
            "Command: initiative first, then orders, then command stands.",
            "Shooting: each unit at the closest enemy it can; then drive backs.",
            "Combat: every contact is fought, two rounds at most.",
        )),
        Section("Command", (
            f"2D6 at or below the command value; initiative within {INITIATIVE_CM:g} cm.",
            "A failed roll ends his orders; the General's ends everyone's.",
            f"Battle Leaders and Lords command out to {COMMAND_RANGE_CM:g} cm.",
        ), ("penalty of 1 for", "rule"), COMMAND_PENALTIES),
        chart("Shooting", "target / hit on / drive back dice", (
            (cover, f"{need}+", f"-{DRIVE_BACK_FEWER[cover]}") for cover, need in TO_HIT.items()
        ), f"Small missiles {SMALL_ARMS_CM:g} cm, cannon {CANNON_CM:g} cm.",
           "Bows over friends: half, rounded down. Shower: 2 a stand, then an ammunition die.",
           "Drive back: a die an unsaved hit, half its face in cm; a 6 confuses."),
        chart("Combat", "a stand / attacks / rule", (
            (what, signed(value), rule) for what, value, rule in COMBAT_MODIFIERS
        )),
        chart("Combat result", "for / result / rule", (
            (what, signed(value), rule) for what, value, rule in RESULT_MODIFIERS
        ), "Lower loses: back the difference in cm; two full paces rout.",
           "Draw: both back, lowest of 3D6 to their total; units in cover may stand."),
    )  # fmt: skip


def _tables() -> tuple[Section, ...]:
    troops = "unit / attack / hits / armour / command / stands / points / number / move"
    return (
        chart("Blunder (a 12)", "die / what happens", enumerate(BLUNDERS["half"], 1)),
        chart("Cannon", "extra bases / extra attacks", (
            (extra, f"+{more}") for extra, more in enumerate(BOUNCE["1222"]) if extra
        )),
        chart("Commander's class", "die / class / command", (
            (die, grade, signed(CLASS_COMMAND[grade]))
            for die, grade in enumerate(CLASSES["2C1T"], 1)
        )),
        chart("Troops", troops, map(troop_row, PROFILES)),
    )  # fmt: skip


def troop_row(profile: Profile) -> tuple[str, ...]:
    """A line of the troop table as people read it."""
    shots = f"{profile.shooting}" if profile.shooting else "-"
    shots += f" (shower {profile.shower})" if profile.shower else ""
    shots += " + bounce" if profile.arm == "Art" else ""
    armour = f"{profile.armour}+" if profile.armour else "none"
    move = f"{profile.move_cm:g}"
    if profile.armour_mounted:
        armour = f"{profile.armour_mounted}+ / {armour}"
        move = f"{profile.move_mounted_cm:g} / {move}"
    number = profile.limit or (f"{profile.least} / {profile.most}" if profile.most else "-")
    command = f"{profile.command}" if profile.command else "-"
    return (profile.kind, f"{profile.combat}/{shots}", str(profile.hits), armour, command,
            str(profile.stands), str(profile.points), number, move)  # fmt: skip
