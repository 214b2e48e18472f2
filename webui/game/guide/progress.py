"""How far the models are from their ghosts, from one table.

Law: pure. A base stands when it is within what a hand may be off by and the camera's own ±.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from vision.table.snapshot import Base, Snapshot
from webui.game.guide.targets import Guide, Target, apart_in, turned_deg
from webui.game.seen.plus_minus import plus_minus_deg, plus_minus_in
from webui.game.told.page.table import GuideBase, GuideShown, GuideUnit

Where = Literal["there", "away", "moving", "hidden", "never"]


@dataclass(frozen=True, slots=True)
class Step:
    """One base on its way: ``away_in`` inches toward ``toward_deg``, and ``turn_deg`` to turn
    (counter-clockwise positive); all 0 when its place is not known."""

    target: Target
    unit: str
    where: Where
    away_in: float = 0.0
    toward_deg: float = 0.0
    turn_deg: float = 0.0
    by_hand: bool = False


def steps(guide: Guide, table: Snapshot) -> tuple[Step, ...]:
    """Every base of *guide* and how far it is from where it is to stand."""
    known = {base.payload: base for base in table.bases}
    return tuple(_step(guide, target, known) for target in guide.targets)


def _step(guide: Guide, target: Target, known: Mapping[str, Base]) -> Step:
    base = known.get(target.payload)
    if base is None or base.pose is None:
        return Step(target, target.payload if base is None else base.unit_id, "never")
    away_in, toward_deg = apart_in(base, target)
    turn_deg = turned_deg(base.pose.facing_deg, target.facing_deg)
    found = Step(
        target, base.unit_id, "away", round(away_in, 2), round(toward_deg, 1), round(turn_deg, 1),
        base.by_hand,
    )  # fmt: skip
    if base.status != "seen":
        return replace(found, where=base.status)
    slack_in, slack_deg = guide.slack
    near = away_in <= slack_in + plus_minus_in(base.pose)
    turned = abs(turn_deg) <= slack_deg + plus_minus_deg(base.pose)
    return replace(found, where="there") if near and turned else found


def on_ghosts(guide: Guide | None, table: Snapshot) -> Snapshot:
    """*table* as a shown move counts: a base that stands on its ghost, within the ±, stands where
    the ghost does. Whoever showed the move is not judged by somebody else's hand."""
    if guide is None or guide.kind != "move":
        return table
    stand = {step.target.payload: step.target for step in steps(guide, table) if is_there(step)}
    bases = tuple(_put(base, stand.get(base.payload)) for base in table.bases)
    return replace(table, bases=bases) if stand else table


def as_shown(guide: Guide | None, table: Snapshot) -> Snapshot:
    """*table* with every base of a shown move on its ghost, wherever the models are."""
    if guide is None or guide.kind != "move":
        return table
    ghosts = {target.payload: target for target in guide.targets}
    return replace(table, bases=tuple(_put(b, ghosts.get(b.payload)) for b in table.bases))


def _put(base: Base, target: Target | None) -> Base:
    if target is None or base.pose is None:
        return base
    pose = replace(base.pose, x_in=target.x_in, y_in=target.y_in, facing_deg=target.facing_deg)
    return replace(base, pose=pose, status="seen")


def is_there(step: Step) -> bool:
    """Does this base stand where it is to?"""
    return step.where == "there"


def guide_shown(guide: Guide | None, table: Snapshot) -> GuideShown | None:
    """What the page is told: each unit with its bases, how many stand, who comes next."""
    if guide is None:
        return None
    shapes = {base.payload: base for base in table.bases}
    units: dict[str, list[Step]] = {}
    for step in steps(guide, table):
        units.setdefault(step.unit, []).append(step)
    told = [
        GuideUnit(
            unit,
            there=all(is_there(one) for one in its),
            bases=[_ghost(one, shapes.get(one.target.payload)) for one in its],
        )
        for unit, its in units.items()
    ]
    left = [unit for unit, its in units.items() if not all(is_there(one) for one in its)]
    return GuideShown(
        event=guide.event,
        kind=guide.kind,
        title=guide.title,
        by=guide.by.side or guide.by.role,
        there=len(units) - len(left),
        total=len(units),
        next=left[0] if left else "",
        units=told,
    )


def _ghost(step: Step, base: Base | None) -> GuideBase:
    return GuideBase(
        payload=step.target.payload,
        x_in=step.target.x_in,
        y_in=step.target.y_in,
        facing_deg=step.target.facing_deg,
        frontage_in=1.0 if base is None else base.frontage_in,
        depth_in=1.0 if base is None else base.depth_in,
        round=base is not None and base.round,
        where=step.where,
        away_in=step.away_in,
        toward_deg=step.toward_deg,
        turn_deg=step.turn_deg,
        by_hand=step.by_hand,
    )
