"""Which side has lost a round of melee: seven tests in turn (PAS-MEL-20 to -26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from rules.armatys.state import State, Unit
from rules.armatys.switches import house
from rules.armatys.tables import ABILITY, MORALE, OUTNUMBERED

_CLASSES = list(MORALE)
_ABILITIES = list(ABILITY)


def losing_sides(
    state: State,
    here: tuple[str, ...],
    fronts: dict[str, int],
    counters: dict[str, int],
    figures: dict[str, int],
) -> tuple[tuple[str, ...], str, str]:
    """The side (or both) that lost, why, and by which test.

    *fronts*: front rank figures of each side; *counters*, *figures*: taken by each unit, in the
    bound or in the melee (PAS_LOST_OVER).
    """
    a, b = state.sides
    units = {side: [one for one in state.units if one.id in here and one.side == side]
             for side in state.sides}
    for side, other in ((a, b), (b, a)):
        if fronts[other] > OUTNUMBERED * fronts[side]:
            return (side,), f"{fronts[side]} figures in front against {fronts[other]}", "PAS-MEL-20"
    tests: tuple[tuple[str, str, Callable[[str], int]], ...] = (
        ("most figures lost", "PAS-MEL-21", lambda s: _sum(units[s], figures)),
        ("most counters taken", "PAS-MEL-22", lambda s: _sum(units[s], counters)),
        ("most counters in all", "PAS-MEL-23", lambda s: sum(u.counters for u in units[s])),
        ("worst morale class", "PAS-MEL-24", lambda s: _worst(
            state, [_CLASSES.index(u.morale or "Average") for u in units[s]])),
        ("worst fighting ability", "PAS-MEL-25", lambda s: _worst(
            state, [_ABILITIES.index(u.ability) for u in units[s]])),
    )
    for why, rule, measure in tests:
        first, second = measure(a), measure(b)
        if first != second:
            return ((a if first > second else b),), f"{why}, {max(first, second)} against " \
                f"{min(first, second)}" if rule < "PAS-MEL-24" else why, rule
    return (a, b), "nothing tells them apart", "PAS-MEL-26"


def _sum(units: Iterable[Unit], taken: dict[str, int]) -> int:
    return sum(taken.get(one.id, 0) for one in units)


def _worst(state: State, ranks: list[int]) -> int:
    """PAS_WORST: the worst unit of a side, or what most of its units are."""
    if not ranks:
        return 0
    if house(state, "PAS_WORST") == "majority":
        counts = Counter(ranks)
        return max(counts, key=lambda rank: (counts[rank], rank))
    return max(ranks)
