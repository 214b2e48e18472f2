"""What is offered: legal by its conditions, or greyed with the refusal as its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from rules.kernel.play import Condition, Game, Play, weighed
from rules.kernel.protocol import Action, Offer, Refusal
from vision.table.reading import Reading, Unmeasurable, Verdict
from vision.table.snapshot import Snapshot


def refused(
    action: Action, title: str, why: Refusal, readings: tuple[Reading, ...] | None = None
) -> Offer:
    """The action greyed, with the reason; *readings*: those to show, its own when None."""
    shown = why.readings if readings is None else readings
    return Offer(action, title, False, why.says, why.rules, shown, house=why.house)


def unseen(why: Unmeasurable, state: Game[Any], table: Snapshot) -> str:
    """What cannot be measured now, by the name of the unit, of several bases with the tag."""
    names = {one.id: one.label for one in _all_with_a_name(state)}
    return why.told(called(why.who, names, table))


def called(who: str, names: Mapping[str, str], table: Snapshot) -> str:
    """A base by the *names* of units, with its tag where its unit has several."""
    unit = next((base.unit_id for base in table.bases if base.payload == who), who)
    name = names.get(unit) or unit
    several = sum(base.unit_id == unit for base in table.bases) > 1
    return f"{who} of {name}" if several and unit != who else name


def _all_with_a_name(state: Game[Any]) -> Iterator[Any]:
    """Units, leaders and whoever else a state has under an id and a name."""
    for field in getattr(state, "__struct_fields__", ()):
        held = getattr(state, field)
        held = held.values() if isinstance(held, dict) else held
        for one in held if isinstance(held, Iterable) else ():
            if hasattr(one, "id") and hasattr(one, "label"):
                yield one


def offered(
    action: Action,
    title: str,
    checks: Iterable[Condition],
    needs: dict[str, tuple[str, ...]],
    band: float = 0.0,
    measured: bool = True,
    play: Play[Any] | None = None,
) -> Offer:
    """The same checks as an offer: legal, or greyed with the reason of the first that fails.

    *measured* False: nothing is measured before it is declared. *play*: by whose
    names it is told what cannot be measured.
    """
    readings: tuple[Reading, ...] = ()
    why, rules = "", tuple[str, ...]()
    try:
        for check in weighed(checks):
            if check.reading is not None and not measured:
                continue
            verdict = check.verdict(band)
            readings += (check.reading,) if check.reading is not None else ()
            if verdict is Verdict.OUT:
                return refused(action, title, check.refusal, readings)
            if verdict is Verdict.CLOSE and not why:
                why = f"{check.reading} against {check.written_limit} is too close to call"
                why, rules = f"{why}, to be settled when declared: {check.sentence}", check.rules
    except Unmeasurable as lost:
        says = str(lost) if play is None else unseen(lost, play.state, play.table)
        return refused(action, title, Refusal(says), readings)
    return Offer(action, title, True, why, rules, readings, needs)
