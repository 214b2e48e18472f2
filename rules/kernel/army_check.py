"""An army as a person writes it: its names are its book's, or the nearest is told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TypeVar

from rules.kernel.protocol import Army, ArmyUnit, BadState, RuleSet, UnitKind
from rules.kernel.refusal import Refusal
from rules.kernel.switches import HouseRules
from rules.kernel.telling.names import titled
from vision.table.by_hand import check_keys, instead, nearest, understood

Kind = TypeVar("Kind")


def kind_of(one: str, kind: str, kinds: Mapping[str, Kind]) -> Kind:
    """What a book's table says of the kind of unit *one*.

    Raises:
        BadState: there is no such kind, and the nearest that is.
    """
    if kind not in kinds:
        raise BadState(f"{one}: there is no kind {kind!r} in this book: {instead(kind, kinds)}")
    return kinds[kind]


def unknown_kinds(army: Army, kinds: Mapping[str, Kind], rule: str) -> Iterator[Refusal]:
    """The faults of units whose kind is none of a book's."""
    for unit in army.units:
        if unit.kind not in kinds:
            yield unit.fault(f"there is no kind {unit.kind!r}", rule)


def check_apart(armies: tuple[Army, Army]) -> tuple[str, str]:
    """The sides of a battle between two armies.

    Raises:
        BadState: both have one name, or two units have one id, which an army's own page refuses
            only within an army.
    """
    one, two = (army.side for army in armies)
    if one == two:
        raise BadState(f"both armies are {titled(one)}: the sides need two names")
    ids = Counter(unit.id for army in armies for unit in army.units)
    if twins := [name for name, count in ids.items() if count > 1]:
        raise BadState(f"two units have the id {twins[0]!r}: each needs an id of its own")
    return one, two


def check_army(rule_set: RuleSet, army: Army) -> None:
    """House rules, kinds and choices are those of the book. Whether the army is a fair one is
    asked of the roster.

    Raises:
        BadState: naming the first that is not, and the nearest that is.
    """
    check_army_house(rule_set, army.house)
    kinds = {kind.kind: kind for kind in rule_set.roster.kinds}
    for unit in army.units:
        if unit.kind not in kinds:
            raise BadState(
                f"{unit.id}: there is no kind {unit.kind!r}: {instead(unit.kind, kinds)}"
            )
        _check_choices(unit, kinds[unit.kind], rule_set.unit_says)


def _check_choices(unit: ArmyUnit, kind: UnitKind, others: tuple[str, ...]) -> None:
    check_keys(unit.choices, {*kind.choices, *others}, f"{unit.id}.choices")
    for name, value in unit.choices.items():
        known = kind.choices.get(name, ())
        if value not in known and (near := nearest(value, known)):
            raise BadState(f"{unit.id}: {name} is not {value!r}: did you mean {near!r}?")


def check_spelling(rule_set: RuleSet, army: Army) -> None:
    """As ``check_army``, of an army whose faults are told by its roster: only what is nearly a
    name of the book is refused.

    Raises:
        BadState: a kind, a choice or its value that is nearly another.
    """
    kinds = {kind.kind: kind for kind in rule_set.roster.kinds}
    for unit in army.units:
        if unit.kind in kinds:
            _check_choices(unit, kinds[unit.kind], rule_set.unit_says)
        elif near := nearest(unit.kind, kinds):
            raise BadState(f"{unit.id}: there is no kind {unit.kind!r}: did you mean {near!r}?")


def check_army_house(rule_set: RuleSet, house: dict[str, str]) -> None:
    """What an army says under ``house``: house rules, and what its book asks of an army besides.

    Raises:
        BadState: an unknown name, or a value that it does not take.
    """
    rules = HouseRules(rule_set.switches)
    check_keys(house, {*rules.defaults, *rule_set.army_says}, "house")
    rules.checked({name: value for name, value in house.items() if name in rules.defaults})
    for name, known in rule_set.army_says.items():
        value = house.get(name, "")
        if value and known and understood(value, known) is None:
            raise BadState(f"house.{name}: there is no {value!r}: {instead(value, known)}")
