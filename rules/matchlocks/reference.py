"""The quick reference, in our own words, made from the very tables the engine uses."""

from __future__ import annotations

from rules.kernel.protocol import Section
from rules.kernel.telling.chart import chart, least
from rules.matchlocks.switches import SWITCHES
from rules.matchlocks.tables import (
    BONUS_CARDS,
    CHARGE_IN,
    CHARGE_RUN_UP_IN,
    COMMAND_IN,
    EVENT_CARDS,
    GENERAL_RIDE_IN,
    KINDS,
    Kind,
    Reach,
)


def reference() -> tuple[Section, ...]:
    """Sections of the quick reference."""
    kinds = tuple(KINDS.values())
    moves = "Unit / Figures / Points / Move / Bad going / Charge / Army Morale"
    return (
        chart("Units and movement", moves, map(_move_row, kinds),
              "Inches. Bad going, steep hills off road: one Disarray a Move, not for loose foot."),
        chart("Shooting", "Unit / Bands / Shots / Save",
              (_shoot_row(kind) for kind in kinds if kind.reach),
              "Nearest target, 45° each side; Artillery hits are kills; halves of dice round up.",
              "Veterans throw 1s again; Seasoned on their first volley.",
              "Cover: foot +1 to the save."),
        chart("Melee and morale", "Unit / Dice a figure / Save / Morale", map(_fight_row, kinds),
              "Round one hits on 4+, later rounds on 5+."),
        *_SEQUENCE,
        chart("House rules", "Name / Default / Other / What it decides",
              ((one.name, one.values[0], ", ".join(one.values[1:]), one.says) for one in SWITCHES)),
    )  # fmt: skip


_SEQUENCE = (
    Section(
        "The turn",
        (
            "Manoeuvre and Bombardment: goes by turns, one Unit moves or a gun fires (half dice); "
            "the first shot or Attack by foot or horse ends it.",
            "Main Battle: turn a card, finish it, turn the next; the last card is ignored.",
            "Leader: Order Tokens by class (Amateur 1, Able 2, Expert 3), "
            f"command {COMMAND_IN:g} in; an ordered Unit has two Actions.",
            "General: lend a token, join and rally, join and attack, or ride "
            f"{GENERAL_RIDE_IN:g} in.",
            "Skirmishers and Artillery: two Actions each on Initiative.",
            "Bonus: dice off for a card; the first of a turn brings the melees on.",
            "End: free actions, morale, stand-ins, tokens off, shuffle.",
        ),
    ),
    Section(
        "Actions",
        (
            "Move, Wheel, About Face, Shoot, Attack, Support, Rally, Mount or Dismount, Pack up.",
            "Both Actions: Re-organise Horse, line or column, anything agreed.",
            "Disarray: out of the arc, turned over 45°, bad going, steep hills, obstacles, "
            "friends of another arm. Two at most.",
            f"Charge: +{CHARGE_IN:g} in, good going, from {CHARGE_RUN_UP_IN:g} in or more.",
        ),
    ),
    Section(
        "Morale",
        (
            "Pass: 5 or more and above all Kills so far. Daunted: 5 or more. Broken: 4 or less.",
            "1 again: Veteran, Seasoned and whole, won a melee, Expert or General there.",
            "6 again: Raw, shaken, hit in flank or rear, last of its Brigade. They cancel.",
            "Daunted costs 1 token (Battalia, Square 2); lost when Daunted the same again; "
            "lost when steady double.",
        ),
    ),
    Section("Bonus cards", tuple(BONUS_CARDS)),
    Section("Special events", tuple(EVENT_CARDS)),
)


def _move_row(kind: Kind) -> tuple[object, ...]:
    points = " / ".join(f"{cost:g}" if cost else "–" for cost in kind.points)
    figures = f"{kind.shot} + {kind.pikes} pikes" if kind.shot and kind.pikes else kind.figures
    charge = f"+{kind.charge_in:g}" if kind.charge_in else "–"
    bad_in = float(kind.bad_in) if kind.enters else "–"
    return kind.title, figures, points, float(kind.move_in), bad_in, charge, kind.tokens


def _shoot_row(kind: Kind) -> tuple[str, ...]:
    shots = "7 volleys" if kind.formed_shot else "no count"
    if kind.shots is not None:
        shots = f"{kind.shots}"
    return kind.title, ", ".join(map(_band, kind.reach)), shots, f"{kind.save_shooting}+"


def _band(band: Reach) -> str:
    under = "under " if band.under else ""
    return f"{under}{band.to_in:g} in: {least(band.need)}"


def _fight_row(kind: Kind) -> tuple[str, ...]:
    pikes = f"pikes {kind.melee_pike / 2:g}" if kind.pikes else ""
    shot = f"{kind.melee_shot / 2:g}" if kind.shot else ""
    dice = f"{kind.morale_dice}D6" + (f"+{kind.morale_plus}" if kind.morale_plus else "")
    return kind.title, ", ".join(filter(None, (pikes, shot))), f"{kind.save_melee}+", dice
