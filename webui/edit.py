"""One value of a plain state, changed by hand."""

from __future__ import annotations

import copy

from rules.protocol import BadState, Plain


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
