"""Other forces for every battle of the bench: part of each army of the demo, by lot."""

from __future__ import annotations

import random
from dataclasses import replace

import msgspec

from rules.kernel.protocol import Army, BadState, IllegalAction, RuleSet
from vision.table.snapshot import Snapshot

_TRIES = 20
_LEAST = 2


def forces(rules: RuleSet, seed: int, house: dict[str, str]) -> tuple[tuple[Army, Army], Snapshot]:
    """Armies that lack up to half of the units that lead nobody, and the table without them.

    The same for a seed. The whole armies where no part of them is a legal force.
    """
    demo, dice = rules.demo(), random.Random(f"forces {seed}")
    for _ in range(_TRIES):
        first, second = (_part(army, dice) for army in demo.armies)
        try:
            rules.new_game((first, second), house)
        except (IllegalAction, BadState):
            continue
        kept = {tag for army in (first, second) for unit in army.units for tag in unit.bases}
        bases = tuple(base for base in demo.table.bases if base.payload in kept)
        return (first, second), replace(demo.table, bases=bases)
    return demo.armies, demo.table


def _part(army: Army, dice: random.Random) -> Army:
    led = {*army.brigades.values()}
    others = [unit.id for unit in army.units if unit.id not in led and unit.brigade]
    others = others or [unit.id for unit in army.units if unit.id not in led]
    most = min(len(others) // 2, len(army.units) - _LEAST)
    away = set(dice.sample(others, dice.randint(0, max(most, 0))))
    return msgspec.structs.replace(
        army, units=tuple(unit for unit in army.units if unit.id not in away)
    )
