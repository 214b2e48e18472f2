"""What people call units, their bases and the sides, by their ids."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from rules.kernel.protocol import Army
from rules.kernel.telling.names import titled
from webui.game.events.kinds import Begun


def names_in(begun: Begun | None) -> dict[str, str]:
    """Unit id to name, of the armies that a game began with, what each of its bases is called, and
    the sides; none before it began."""
    armies = [] if begun is None else [army.value for army in begun.armies]
    units = [unit for army in armies for unit in army.units]
    apart = told_apart({unit.id: unit.name for unit in units})
    sides = {army.side: titled(army.side) for army in armies}
    return {**sides, **with_bases(apart, {unit.id: unit.bases for unit in units})}


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Unit id to name, with the id behind the name where several bear it; the id where nobody
    gave a name."""
    borne = Counter(names.values())
    return {
        unit: (name if borne[name] == 1 else f"{name} ({unit})") if name else unit
        for unit, name in names.items()
    }


def armies_told_apart(armies: tuple[Army, Army]) -> tuple[Army, Army]:
    """The armies with the id behind the name of each unit whose name another one bears as well."""
    named = {unit.id: unit.name for army in armies for unit in army.units if unit.name}
    apart = told_apart(named)
    one, other = (
        replace(
            army,
            units=tuple(replace(unit, name=apart.get(unit.id, "")) for unit in army.units),
        )
        for army in armies
    )
    return one, other


def with_bases(names: Mapping[str, str], bases: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """With every base of a unit: "King's musketeers (2)" for the second of several."""
    models = {
        base: f"{names.get(unit, unit)} ({number})" if len(own) > 1 else names.get(unit, unit)
        for unit, own in bases.items()
        for number, base in enumerate(own, start=1)
    }
    return {**models, **names}
