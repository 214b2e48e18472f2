"""Small hand-made fields for unit tests: a stand is where the test says, in centimetres."""

from __future__ import annotations

from typing import Any

from rules.field.centimetres import to_in
from rules.roses import measuring
from rules.roses.army import STAND_CM
from rules.roses.state import Play, State, Unit
from rules.roses.tables import BY_KIND
from vision.table.snapshot import Base, Pose, Snapshot, Terrain


def unit(name: str, kind: str, side: str = "red", **more: Any) -> Unit:
    """A unit with all its stands, ``name/1`` and so on."""
    stands = tuple(f"{name}/{n + 1}" for n in range(BY_KIND[kind].stands))
    return Unit(**{"id": name, "kind": kind, "side": side, "stands": stands, **more})


def rank(one: Unit, left_cm: float, front_cm: float, facing_deg: float) -> list[Base]:
    """Its stands side by side from *left_cm*, their front edges on the line *front_cm*."""
    width, depth, _ = STAND_CM[BY_KIND[one.kind].arm]
    back = -depth / 2 if facing_deg == 90 else depth / 2
    return [
        Base(
            payload, to_in(width), to_in(depth),
            Pose(to_in(left_cm + width * (n + 0.5)), to_in(front_cm + back), facing_deg),
        )
        for n, payload in enumerate(one.stands)
    ]  # fmt: skip


def field(
    *placed: tuple[Unit, float, float, float], terrain: tuple[Terrain, ...] = (), **state: Any
) -> Play:
    """The play over units given as (unit, left, front, facing)."""
    bases = [base for one, left, front, facing in placed for base in rank(one, left, front, facing)]
    told = State(**{"units": tuple(one for one, *_ in placed), "phase": "combat", **state})
    return Play(told, measuring.field(told, Snapshot((72.0, 48.0), tuple(bases), terrain)))
