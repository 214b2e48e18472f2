"""Every ruling names the house rules that were read for it, without a list kept by hand.

While an action is resolved the house rules of its state are a ``HouseRead``: it notes which of
them a rule asks for, and the next ruling cites those that are not at their default. What is
listed for an id that a ruling or a refusal cites is added at the end.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from rules.kernel.identity import ask_who
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome, Refusal, Ruling, Switch
from vision.table.snapshot import Snapshot

Resolve: TypeAlias = Callable[[Action, Any, Snapshot], Steps[Outcome]]


class HouseRead(dict[str, str]):
    """House rules by name that note which of them were asked for since the last ruling.

    Frozen states share it while one action is resolved; it never outlives that.
    """

    def __init__(self, house: dict[str, str], switches: Iterable[Switch]) -> None:
        super().__init__(house)
        self._told = {one.name: f"{one.name}={house[one.name]}" for one in changed(switches, house)}
        self._read: dict[str, None] = {}

    def __getitem__(self, name: str) -> str:
        self._read[name] = None
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self._read[str(name)] = None
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        """As of a dict."""
        self._read[name] = None
        return dict.get(self, name, default)

    def taken(self) -> tuple[str, ...]:
        """Those asked for since this was last called and not at their default, and forget them."""
        if not self._read:
            return ()
        found = [self._told[name] for name in self._read if name in self._told]
        self._read.clear()
        return tuple(found)


def cited(state: Any) -> tuple[str, ...]:
    """``name=value`` of the house rules read for the ruling that is made now."""
    house = state.house
    return house.taken() if isinstance(house, HouseRead) else ()


def citing(resolve: Resolve, switches: tuple[Switch, ...]) -> Resolve:
    """*resolve*, with the house rules in force named in what it rules and refuses, once people
    have said who a doubtful base is."""

    places = {switch.name: place for place, switch in enumerate(switches)}

    def steps(action: Action, state: Any, table: Snapshot) -> Steps[Outcome]:
        yield from ask_who(action, table)
        if not state.house:
            return (yield from resolve(action, state, table))
        agreed = sorted([places[name] for name in state.house if name in places])
        others = changed([switches[place] for place in agreed], state.house)
        if not others:
            return (yield from resolve(action, state, table))
        house = HouseRead(state.house, others)
        rule = resolve(action, replace(state, house=house), table)
        told = in_force(others, state.house)
        try:
            outcome = yield from rule
        except IllegalAction as why:
            raise IllegalAction(refused_under(why.refusal, told)) from None
        rulings = tuple([_named(one, told) for one in outcome.rulings])
        if rulings and (last := house.taken()):
            rulings = (*rulings[:-1], _citing(rulings[-1], last))
        return replace(outcome, rulings=rulings, state=replace(outcome.state, house=state.house))

    return steps


def changed(switches: Iterable[Switch], house: dict[str, str]) -> tuple[Switch, ...]:
    """The switches that do not stand at their default."""
    named = [switch for switch in switches if switch.name in house]
    return tuple([switch for switch in named if house[switch.name] != switch.values[0]])


def in_force(
    switches: Iterable[Switch], house: dict[str, str]
) -> tuple[tuple[str, frozenset[str]], ...]:
    """The switches not at their default, as ``name=value``, with the ids each touches."""
    return tuple(
        (f"{switch.name}={house[switch.name]}", frozenset(switch.ids))
        for switch in changed(switches, house)
    )


def refused_under(why: Refusal, told: Iterable[tuple[str, frozenset[str]]]) -> Refusal:
    """A refusal with the house rules that touch an id it rests on."""
    ids = set(why.rules)
    return why.also(house=tuple(name for name, touched in told if touched & ids))


def _named(ruling: Ruling, told: Iterable[tuple[str, frozenset[str]]]) -> Ruling:
    rests_on = [*ruling.rules, *[modifier.rule for modifier in ruling.modifiers]]
    return _citing(ruling, [name for name, touched in told if not touched.isdisjoint(rests_on)])


def _citing(ruling: Ruling, names: Sequence[str]) -> Ruling:
    if not names:
        return ruling
    return replace(ruling, house=tuple(dict.fromkeys((*ruling.house, *names))))
