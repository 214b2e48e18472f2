"""What people tell the umpire because no camera sees it; free, and kept until the unit moves.

Cover a unit stands in or behind, a wood it is in or lines, and with whom a leader rides
(MOVE-19, LEAD-16; SHOOT-05, -06, -52).
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.protocol import Action
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.ordering.command import leader_named
from rules.matchlocks.ordering.leaders import attach
from rules.matchlocks.play import Check, Play, require
from rules.matchlocks.state import Leader, State, Unit
from vision.measure.range import TOUCH_IN, attached
from vision.table.snapshot import Snapshot

COVERS = (
    Option("camera", "as the camera sees it"),
    Option("none", "open ground"),
    Option("hedge", "behind a hedge"),
    Option("wall", "behind a low wall"),
    Option("high wall", "behind a high wall"),
    Option("fieldwork", "behind a fieldwork"),
    Option("inside", "inside a wood"),
    Option("edge", "lining a wood's edge"),
)


def cover_checks(state: State, unit: Unit) -> Iterator[Check]:
    """Any unit on the table may be spoken for."""
    yield Check(f"{unit.label} is off the table", "NMM-SHOOT-52", not unit.gone)


def declare_cover(play: Play, action: Action) -> Steps[Play]:
    """Say what a unit stands in or behind; it overrules the camera until the unit moves."""
    unit = play.state.unit(action.by)
    yield from require(play, cover_checks(play.state, unit), unit.side)
    what = f"{unit.label} stands"
    chosen = yield from choose(what, unit.side, COVERS, rules=("NMM-SHOOT-52", "NMM-MOVE-19"))
    wood = chosen if chosen in ("inside", "edge") else ""
    covered = "" if chosen == "camera" or wood else chosen
    play = play.change(unit.id, covered=covered, wood=wood)
    play = play.effect("cover", unit.id, chosen)
    label = next(one.label for one in COVERS if one.key == chosen)
    return play.step(f"{what} {label}", "NMM-SHOOT-52", "NMM-MOVE-19")


def attach_checks(state: State, table: Snapshot, leader: Leader, unit: Unit) -> Iterator[Check]:
    """A leader rides with a unit that his base touches (LEAD-16)."""
    own = unit.side == leader.side and not unit.gone and not leader.lost
    yield Check(f"{leader.label} cannot ride with {unit.label}", "NMM-LEAD-16", own)
    if bases_of(table, leader.id) and bases_of(table, unit.id):
        near = attached(table, leader.id, unit.id)
        why = f"{leader.label} does not touch {unit.label} (within {TOUCH_IN:g} in)"
        yield Check(why, "NMM-LEAD-16", True, near, sense="at least")


def declare_attached(play: Play, action: Action) -> Steps[Play]:
    """Say with whom a leader rides, where he touches two or was missed."""
    leader, unit = leader_named(play.state, action.by), play.state.unit(action.at or "")
    checks = attach_checks(play.state, play.table, leader, unit)
    yield from require(play, checks, leader.side)
    return (yield from attach(play, leader.id, unit.id))
