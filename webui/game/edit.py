"""One value of a plain state, changed by hand."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from rules.kernel.protocol import BadState, Plain
from webui.game.told.page.by_hand import RawValue


def edited(state: Plain, path: str, value: Plain) -> tuple[Plain, Plain]:
    """The old value at *path* (``units/R1/hits``) and a copy of *state* with *value* there.

    In a list of things with an id, the id may stand for the index.

    Raises:
        BadState: there is no such place.
    """
    changed = copy.deepcopy(state)
    steps = [step for step in path.split("/") if step]
    if not steps:
        raise BadState("say which value is to be changed, as units/R1/hits")
    place = changed
    for step in steps[:-1]:
        place = place[_key(place, step, path)]
    key = _key(place, steps[-1], path)
    old = place[key]
    place[key] = value
    return old, changed


def _key(place: Plain, step: str, path: str) -> str | int:
    if isinstance(place, dict) and step in place:
        return step
    if isinstance(place, list):
        for index, item in enumerate(place):
            if isinstance(item, dict) and step in (item.get("id"), item.get("unit")):
                return index
        if step.isdecimal() and int(step) < len(place):
            return int(step)
    raise BadState(f"the state has no place {path!r}: {step!r} is not there")


def fields_of(state: Plain, unit: str) -> list[RawValue]:
    """Every plain value that the state holds of a unit, with the path that ``edited`` takes."""
    return [
        field
        for path, thing in things(state, "")
        if _is(thing, unit, path)
        for field in _fields(thing, path)
    ]


def things(place: Plain, path: str) -> Iterator[tuple[str, dict[str, Plain]]]:
    """Every object in the state with its path."""
    if isinstance(place, dict):
        if path:
            yield path, place
        for key, value in place.items():
            yield from things(value, f"{path}/{key}" if path else key)
    elif isinstance(place, list):
        for index, value in enumerate(place):
            name = value.get("id", index) if isinstance(value, dict) else index
            yield from things(value, f"{path}/{name}")


def _is(thing: dict[str, Plain], unit: str, path: str) -> bool:
    return bool(unit) and unit in (thing.get("id"), thing.get("unit"), path.rpartition("/")[2])


def _fields(thing: dict[str, Plain], path: str) -> list[RawValue]:
    return [
        RawValue(f"{path}/{key}", key, value)
        for key, value in thing.items()
        if key != "id" and isinstance(value, bool | int | float | str)
    ]
