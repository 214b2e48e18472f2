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
    merged,
)
from rules.kernel.protocol import Section


def sections() -> tuple[Section, ...]:
    """Every part of the quick reference."""
    return (_turn(), _kinds(), _combat(), _shooting(), _targets(), _ground(), _levels(), _elan())


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


def _kinds() -> Section:
    rows = tuple(
        (
            kind.title,
            str(kind.shoots)
            if kind.shoots
            else "1 with commanded shot"
            if kind.may_have_shot
            else "none",
            "needed" if kind.sight else "not needed",
        )
        for kind in KINDS.values()
    )
    return Section("Blocks", header=("kind", "range", "sight"), rows=rows)


def _combat() -> Section:
    scores = merged(COMBAT_SCORES)
    rows = tuple((what, f"{score:+d}", rule) for what, (score, rule) in scores.items())
    return Section("Combat score a block", header=("situation", "score", "rule"), rows=rows)


def _shooting() -> Section:
    scores = merged(SHOOTING_SCORES)
    rows = tuple((what, f"{score:+d}", rule) for what, (score, rule) in scores.items())
    return Section(
        "Shooting score a block, at least 1 a side",
        header=("situation", "score", "rule"),
        rows=rows,
    )


def _targets() -> Section:
    last = len(TARGETS) - 1
    rows = tuple(
        (
            f"{limit} or less"
            if place == 0
            else f"{limit} or more"
            if place == last
            else f"{limit}",
            _least(active),
            _least(inactive),
        )
        for place, (limit, active, inactive, _) in enumerate(TARGETS)
    )
    return Section(
        "Active score less inactive score",
        header=("difference", "active needs", "inactive needs"),
        rows=rows,
    )


def _least(need: int) -> str:
    return "6" if need == 6 else f"{need}+"


def _ground() -> Section:
    says = {"open": "never", "always": "always", "level": "unless the viewer is higher"}
    rows = tuple(
        (
            ground.title,
            says[ground.sight],
            "yes" if ground.cover else "no",
            "yes" if ground.dragoons else "no",
            "owner" if ground.melee else "none",
        )
        for ground in GROUNDS.values()
    )
    return Section(
        "Ground", header=("square", "stops sight", "cover", "dragoons", "melee"), rows=rows
    )


def _levels() -> Section:
    rows = tuple((str(low), *(LEVELS[low, high][0] for high in range(1, 6))) for low in range(1, 6))
    return Section("Levels, seen from the row", header=("from", "1", "2", "3", "4", "5"), rows=rows)


def _elan() -> Section:
    rows = tuple((says, str(elan)) for elan, says, _ in STARTING_ELAN.values())
    return Section("Starting elan; the attacker adds 1", header=("army", "elan"), rows=rows)
