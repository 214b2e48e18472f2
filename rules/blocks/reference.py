"""The quick reference, made from the tables that the rules use."""

from __future__ import annotations

from rules.blocks.tables import (
    COMBAT_SCORES,
    GROUNDS,
    KINDS,
    LEVELS,
    SHOOTING_SCORES,
    STARTING_ELAN,
    TARGETS,
    Kind,
    merged,
)
from rules.kernel.protocol import Section
from rules.kernel.telling.chart import chart, least, signed

STOPS = {"open": "never", "always": "always", "level": "unless the viewer is higher"}


def sections() -> tuple[Section, ...]:
    """Every part of the quick reference."""
    return (_turn(), *_scores(), *_field())


def _turn() -> Section:
    return Section(
        "An interaction",
        (
            "Activate one square, or pass; to pass, or only to stand, twice running costs 1 elan.",
            "The square is within 2 of another friend; guns may shoot alone.",
            "Each block moves 1, charges 1, shoots, breaks off 1 homeward, fights on or stands.",
            "Blocks move and charge first, the square shoots, then charged squares are fought.",
            "3 blocks of a side in a square, 1 gun, 1 dragoons, never dragoons with foot.",
            "Each lost block: its owner's elan -1, the enemy's +1. At 0 the army routs.",
        ),
    )


def _scores() -> tuple[Section, ...]:
    """Blocks, their scores, and what they need."""
    ends = {0: " or less", len(TARGETS) - 1: " or more"}
    combat, shooting = (
        [(what, signed(score), rule) for what, (score, rule) in merged(scores).items()]
        for scores in (COMBAT_SCORES, SHOOTING_SCORES)
    )
    return (
        chart("Blocks", "kind / range / sight", (
            (kind.title, _range(kind), "needed" if kind.sight else "not needed")
            for kind in KINDS.values()
        )),
        chart("Combat score a block", "situation / score / rule", combat),
        chart("Shooting score a block, at least 1 a side", "situation / score / rule", shooting),
        chart("Active score less inactive score", "difference / active needs / inactive needs", (
            (f"{limit}{ends.get(place, '')}", least(active), least(inactive))
            for place, (limit, active, inactive, _) in enumerate(TARGETS)
        )),
    )  # fmt: skip


def _range(kind: Kind) -> object:
    return kind.shoots or ("1 with commanded shot" if kind.may_have_shot else "none")


def _field() -> tuple[Section, ...]:
    """Ground, levels, and the elan that armies begin with."""
    return (
        chart("Ground", "square / stops sight / cover / dragoons / melee", (
            (ground.title, STOPS[ground.sight], bool(ground.cover), bool(ground.dragoons),
             "owner" if ground.melee else "none")
            for ground in GROUNDS.values()
        )),
        chart("Levels, seen from the row", "from / 1 / 2 / 3 / 4 / 5", (
            (low, *(LEVELS[low, high][0] for high in range(1, 6))) for low in range(1, 6)
        )),
        chart("Starting elan; the attacker adds 1", "army / elan", (
            (says, elan) for elan, says, _ in STARTING_ELAN.values()
        )),
    )  # fmt: skip
