"""Small hand-made fields for unit tests: figures where the test says, in centimetres."""

from __future__ import annotations

from typing import Any

from rules.field.centimetres import to_in
from rules.skirmish import SKIRMISH, measuring
from rules.skirmish.state import Figure, Play, State
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

BASE_CM = 2.5


def man(name: str, group: str = "A", **more: Any) -> Figure:
    """A figure by himself."""
    return Figure(**{"id": name, "group": group, **more})


def state(groups: dict[str, dict[str, Any]], **more: Any) -> State:
    """A state as a case file would give it: groups with their kind and men."""
    assert SKIRMISH.read_state is not None
    read: State = SKIRMISH.read_state({"groups": groups, **more})
    return read


def field(
    told: State, places: dict[str, tuple[float, float, float]], terrain: tuple[Terrain, ...] = ()
) -> Play:
    """The play with each figure at (x cm, y cm, facing), on a table of 96 in square."""
    bases = tuple(
        Base(name, to_in(BASE_CM), to_in(BASE_CM), Pose(to_in(x), to_in(y), facing))
        for name, (x, y, facing) in places.items()
    )
    return Play(told, measuring.field(told, Snapshot((96.0, 96.0), bases, terrain)))
