"""Every ruling and every refusal names the house rules that touch what it rests on.

A rule names the switches it has read; this adds those, not at their default, that are listed
for an id the ruling cites, so that none is forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from msgspec.structs import replace

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome, Refusal, Ruling, Switch
from vision.table.snapshot import Snapshot

Resolve: TypeAlias = Callable[[Action, Any, Snapshot], Steps[Outcome]]


def citing(resolve: Resolve, switches: tuple[Switch, ...]) -> Resolve:
    """*resolve*, with the house rules in force named in what it rules and refuses."""

    def steps(action: Action, state: Any, table: Snapshot) -> Steps[Outcome]:
        rule = resolve(action, state, table)
        if not state.house:
            return (yield from rule)
        told = in_force(switches, state.house)
        try:
            outcome = yield from rule
        except IllegalAction as why:
            raise IllegalAction(refused_under(why.refusal, told)) from None
        return replace(outcome, rulings=tuple(_named(one, told) for one in outcome.rulings))

    return steps


def in_force(
    switches: Iterable[Switch], house: dict[str, str]
) -> tuple[tuple[str, frozenset[str]], ...]:
    """The switches not at their default, as ``name=value``, with the ids each touches."""
    return tuple(
        (f"{switch.name}={house[switch.name]}", frozenset(switch.ids))
        for switch in switches
        if house.get(switch.name, switch.values[0]) != switch.values[0]
    )


def refused_under(why: Refusal, told: Iterable[tuple[str, frozenset[str]]]) -> Refusal:
    """A refusal with the house rules that touch an id it rests on."""
    ids = set(why.rules)
    return why.also(house=tuple(name for name, touched in told if touched & ids))


def _named(ruling: Ruling, told: Iterable[tuple[str, frozenset[str]]]) -> Ruling:
    rests_on = {*ruling.rules, *(modifier.rule for modifier in ruling.modifiers)}
    names = [name for name, touched in told if touched & rests_on]
    return replace(ruling, house=tuple(dict.fromkeys((*ruling.house, *names)))) if names else ruling
