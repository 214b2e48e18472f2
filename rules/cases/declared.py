"""What a hand-written case declares: house rules, actions and answers, every name checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import msgspec

from rules.kernel.plain import from_plain
from rules.kernel.protocol import UNITS, Action, BadState, Plain, RuleSet
from rules.kernel.switches import HouseRules
from vision.table.by_hand import (
    check_keys,
    check_plain,
    check_words,
    instead,
    nearest,
    read_by_hand,
    understood,
)
from vision.table.snapshot import Snapshot

_ACTION = Action.__struct_fields__
_ANSWERS = ("roll", "choose", "draw", "look")


def read_house(rule_set: RuleSet, *places: dict[str, Plain]) -> dict[str, str]:
    """The house rules of a state and a case, the later overruling the earlier; ``true``, ``false``
    and numbers may be written without quotes.

    Raises:
        BadState: a name or a value that the book does not have.
    """
    house: dict[str, str] = {}
    for place in places:
        given = from_plain(place.get("house", {}), dict[str, str | bool | int])
        house |= {name: _spelt(value) for name, value in given.items()}
    return HouseRules(rule_set.switches).checked(house)


def _spelt(value: str | bool | int) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def read_actions(rule_set: RuleSet, plain: Plain, state: Any) -> tuple[Action, ...]:
    """The actions of a case, as the book spells them.

    Raises:
        BadState: an unknown action, or one that says something it does not take.
    """
    entries = from_plain(plain, list[dict[str, Any]])
    return tuple(_action(rule_set, one, f"actions[{at}]", state) for at, one in enumerate(entries))


def declared(rule_set: RuleSet, action: Action, state: Any) -> Action:
    """An action that somebody declares, as the book spells it.

    Raises:
        BadState: an unknown action, or one that says something it does not take.
    """
    return _action(rule_set, msgspec.structs.asdict(action), "the action", state)


def with_nearest(why: str, action: Action, state: Any, table: Snapshot) -> str:
    """The reason *why* an action was refused; where nobody has the name of what it is at, the
    nearest name that somebody has is added."""
    at, here = action.at, _named(state) | {one.name for one in table.terrain}
    if not at or at in here or not (near := nearest(at, here - {""})):
        return why
    return f"{why} (at {at!r}: did you mean {near!r}?)"


def _action(rule_set: RuleSet, plain: dict[str, Plain], place: str, state: Any) -> Action:
    known = rule_set.verbs
    do = str(plain.get("do", ""))
    if known and (spelt := understood(do, known)):
        plain = {**plain, "do": spelt}
    elif known and (near := nearest(do, known)):
        raise BadState(f"{place}: there is no action {do!r}: did you mean {near!r}?")
    said = known.get(str(plain.get("do", "")), {})
    for key in plain:
        near = nearest(key, {*said, *_ACTION})
        if key not in _ACTION and near in said and near not in _ACTION:
            raise BadState(f"{place}: there is no {key!r}: did you mean {near!r}, under 'more'?")
    action = read_by_hand(plain, Action, place)
    here = _named(state)
    if here and action.by not in here and (near := nearest(action.by, here)):
        raise BadState(f"{place}.by: there is no {action.by!r}: did you mean {near!r}?")
    if action.do not in known:
        return action
    return msgspec.structs.replace(action, more=_said(action, said, f"{place}.more", state))


def _said(
    action: Action, said: dict[str, tuple[str, ...]], place: str, state: Any
) -> dict[str, Plain]:
    check_plain(action.more, place)
    units = _unit_ids(state) if UNITS in said else set()
    check_keys(action.more, {*said, *units} - {UNITS}, place)
    return {
        name: _value(value, said.get(name, ()), f"{place}.{name}")
        for name, value in action.more.items()
    }


def _value(value: Plain, known: Collection[str], place: str) -> Plain:
    if known and isinstance(value, list):
        check_words(map(str, value), known, place)
    if not known or not isinstance(value, str):
        return value
    spelt = understood(value, known)
    if spelt is None and nearest(value, known):
        raise BadState(f"{place}: there is no {value!r}: {instead(value, known)}")
    return value if spelt is None else spelt


def _named(state: Any) -> set[str]:
    """Every side, and whatever in a state has an id."""
    found = set(getattr(state, "sides", ()))
    for name in getattr(state, "__struct_fields__", ()):
        value = getattr(state, name)
        held = value.values() if isinstance(value, dict) else value
        if isinstance(held, str) or not isinstance(held, Iterable):
            continue
        found |= {one.id for one in held if isinstance(getattr(one, "id", None), str)}
    return found


def _unit_ids(state: Any) -> set[str]:
    return {one.id for one in getattr(state, "blocks", ())}


def read_answers(plain: Plain) -> tuple[dict[str, Plain], ...]:
    """The answers of a case, in order.

    Raises:
        BadState: one that is of no kind, or of two.
    """
    entries = from_plain(plain, list[dict[str, Any]])
    for at, one in enumerate(entries):
        check_keys(one, _ANSWERS, f"answers[{at}]")
        check_plain(one, f"answers[{at}]")
    return tuple(entries)
