"""Which side has lost a round of melee: seven tests in turn (PAS-MEL-20 to -26)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable

from rules.armatys.state import Battle, Unit
from rules.armatys.switches import WORST
from rules.armatys.tables import ABILITY, MORALE, OUTNUMBERED
from rules.kernel.telling.words import many

_CLASSES = list(MORALE)
_ABILITIES = list(ABILITY)


def losing_sides(
    play: Battle,
    here: tuple[str, ...],
    fronts: dict[str, int],
    counters: dict[str, int],
    figures: dict[str, int],
) -> tuple[tuple[str, ...], str, str]:
    """The side (or both) that lost, why, and by which test.

    *fronts*: front rank figures of each side; *counters*, *figures*: taken by each unit, in the
    bound or in the melee (PAS_LOST_OVER).
    """
    a, b = play.state.sides
    for side, other in ((a, b), (b, a)):
        if fronts[other] > OUTNUMBERED * fronts[side]:
            return (
                (side,),
                f"{many(fronts[side], 'figure')} in front against {fronts[other]}",
                "PAS-MEL-20",
            )
    units = [[play.unit(name) for name in here if play.unit(name).side == side] for side in (a, b)]
    tests: tuple[tuple[str, str, bool, Callable[[list[Unit]], int]], ...] = (
        ("most figures lost", "PAS-MEL-21", True, lambda them: _sum(them, figures)),
        ("most counters taken", "PAS-MEL-22", True, lambda them: _sum(them, counters)),
        ("most counters in all", "PAS-MEL-23", True, lambda them: sum(u.counters for u in them)),
        ("worst morale class", "PAS-MEL-24", False, lambda them: _worst(
            play, [_CLASSES.index(one.morale or "Average") for one in them])),
        ("worst fighting ability", "PAS-MEL-25", False, lambda them: _worst(
            play, [_ABILITIES.index(one.ability) for one in them])),
    )  # fmt: skip
    for why, rule, is_count, measure in tests:
        first, second = map(measure, units)
        if first != second:
            told = f"{why}, {max(first, second)} against {min(first, second)}"
            return (a if first > second else b,), told if is_count else why, rule
    return (a, b), "nothing tells them apart", "PAS-MEL-26"


def _sum(units: Iterable[Unit], taken: dict[str, int]) -> int:
    return sum(taken.get(one.id, 0) for one in units)


def _worst(play: Battle, ranks: list[int]) -> int:
    """PAS_WORST: the worst unit of a side, or what most of its units are."""
    if not ranks:
        return 0
    if play.on(WORST.majority):
        counts = Counter(ranks)
        return max(counts, key=lambda rank: (counts[rank], rank))
    return max(ranks)
