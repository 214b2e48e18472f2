"""What every unit may do now, and for what it may not, which rule says so.

Offers are made from the same checks that refuse a declaration, so the two never differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rules.kernel.protocol import Action, Offer
from rules.matchlocks.musketry.shooting import repair_checks
from rules.matchlocks.musketry.targeting import shoot_checks, shooter_checks
from rules.matchlocks.ordering.activation import acting_checks
from rules.matchlocks.play import Check, Judged, judge
from rules.matchlocks.state import State, Unit, kind_of
from rules.matchlocks.switches import House
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot


def premeasure(state: State) -> bool:
    """May players see ranges before they declare?  The same for both (SET-11)."""
    return state.on(House.premeasure)


def judged(state: State, checks: Iterable[Check]) -> Judged:
    """Checks judged for an offer; what cannot be measured is said, not guessed at."""
    try:
        return judge(state, checks, measure=premeasure(state))
    except Unmeasurable as why:
        return Judged(False, str(why))


def offer(
    state: State,
    action: Action,
    title: str,
    checks: Iterable[Check],
    needs: dict[str, tuple[str, ...]] | None = None,
) -> Offer:
    """One action with what its checks say."""
    found = judged(state, checks)
    return Offer(action, title, found.legal, found.why, found.rules, found.readings, needs or {})


def shoot_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Shoot: at each enemy, or why not at all."""
    if not kind_of(unit).reach:
        return
    able = [*acting_checks(state, unit, "shoot"), *shooter_checks(state, unit)]
    if not judge(state, able).legal:
        yield offer(state, Action("shoot", unit.id), "Shoot", able)
        return
    needs: dict[str, tuple[str, ...]] = {}
    if _picks_rank(unit):
        needs = {"rank": ("front", "rear")}
    if others := _together(state, unit):
        needs = {**needs, "with": ("", *others, *([",".join(others)] if len(others) > 1 else ()))}
    for target in state.enemies(unit.side):
        checks = shoot_checks(state, table, unit, target)
        action = Action("shoot", unit.id, target.id)
        yield offer(state, action, f"Shoot at {target.label}", checks, needs)


def _together(state: State, unit: Unit) -> tuple[str, ...]:
    """Those under one Order with it who have not shot either: a group may fire as one (ORD-19)."""
    if unit.ordered not in state.leaders:
        return ()
    return tuple(
        one.id
        for one in state.friends(unit.side)
        if one.id != unit.id and one.ordered == unit.ordered and one.brigade == unit.brigade
        if judge(state, (*acting_checks(state, one, "shoot"), *shooter_checks(state, one))).legal
    )


def _picks_rank(unit: Unit) -> bool:
    return kind_of(unit).formed_shot and unit.ranks == 2 and not unit.fired_ranks


def repair_offers(state: State, table: Snapshot, unit: Unit) -> Iterator[Offer]:
    """Repair of a gun that broke down."""
    if unit.malfunction:
        yield offer(state, Action("repair", unit.id), "Repair", repair_checks(state, unit))
