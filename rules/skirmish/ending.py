"""How it ends, scenario goals, and hidden markers (SKM-WIN, SKM-SETUP)."""

from __future__ import annotations

import math
from dataclasses import replace

import msgspec

from rules.kernel.prompts import Steps, draw, look
from rules.kernel.protocol import Victory, titled
from rules.kernel.refusal import refusal
from rules.kernel.telling.story import refuse
from rules.skirmish import measuring as ruler
from rules.skirmish.state import Goal, Group, Marker, Play, State
from rules.skirmish.tables import MARKER_CM
from vision.measure.shapes.polygon import is_inside
from vision.table.reading import Verdict
from vision.table.snapshot import Base

FINE_CM = 0.05
"""Nobody is sent back for half a millimetre."""


def in_retreat(state: State, group_id: str) -> bool:
    """By its last action or a melee; cover in terrain is no retreat (SKM-WIN-01)."""
    group = state.group(group_id)
    if state.rule("SKM_RETREAT_SET") == "panic":
        return group.running
    return group.retreating


def winner(state: State) -> Victory | None:
    """The end, if it has come: conceded, a goal held, or all of a side in retreat or gone."""
    if state.conceded:
        return Victory(state.other(state.conceded), f"{titled(state.conceded)} has conceded")
    if state.won:
        says = f"{titled(state.won)} has reached the scenario's goal"
        return Victory(state.won, says, ("SKM-WIN-02",))
    if not state.groups:
        return None
    beaten = [side for side in state.sides if _beaten(state, side)]
    if len(beaten) == 2:
        return Victory("", "Nobody holds the field", ("SKM-WIN-01",))
    if beaten:
        says = f"Every unit of {titled(beaten[0])} is in retreat or gone"
        return Victory(state.other(beaten[0]), says, ("SKM-WIN-01",))
    return None


def _beaten(state: State, side: str) -> bool:
    if not any(group.side == side for group in state.groups):
        return False
    hidden = [m for m in state.markers if m.side == side and m.group and not m.revealed]
    groups = state.living(side)
    if hidden or not all(in_retreat(state, group.id) for group in groups):
        return False
    return not _may_rally(state, groups)


def _may_rally(state: State, groups: tuple[Group, ...]) -> bool:
    """Has one of them still to roll while others have?  Results are simultaneous (SKM-SEQ-08)."""
    if state.step in ("others fire", "melee", "over") or not any(one.rolled for one in groups):
        return False
    return any(not one.rolled and state.gun(one.id) is None for one in groups)


def by_retreat_alone(state: State) -> bool:
    """Is it the end only because every unit of a side is in retreat (SKM-WIN-01)?

    Then the turn does not go on, but what the units do is still ruled.
    """
    if state.conceded or state.won:
        return False
    there = {group.side for group in state.groups}
    return all(state.living(side) for side in state.sides if side in there)


def goals_held(play: Play) -> Play:
    """At a turn's end: a side alone on the terrain its goal names has won (SKM-WIN-02)."""
    for goal in play.state.goals:
        pieces = [piece for piece in play.table.terrain if piece.name == goal.hold]
        there = {
            base.side
            for base in play.table.bases
            for piece in pieces
            if is_inside(piece.outline_in, ruler.centre(play.table, base.payload))
        }
        if there == {goal.side}:
            play = play.set(won=goal.side).ruled(f"{goal.side} holds {goal.hold}", "SKM-WIN-02")
    return play


def check_goal(state: State, side: str) -> None:
    """Raise unless the scenario may still be set (SKM-WIN-02)."""
    if side not in state.sides:
        raise refuse(f"{side} is no side", "SKM-WIN-02")
    if state.turn > 1 or state.step != "command":
        raise refuse("goals are set before play", "SKM-WIN-02")


def set_goal(play: Play, side: str, hold: str) -> Play:
    """A scenario's goal: named terrain to be held alone at a turn's end (SKM-WIN-02)."""
    check_goal(play.state, side)
    if hold not in [piece.name for piece in play.table.terrain if not piece.is_line]:
        raise refuse(f"there is no area called {hold!r} on the table", "SKM-WIN-02")
    play = play.set(goals=(*play.state.goals, Goal(side, hold)))
    return play.ruled(f"{side} is to hold {hold}", "SKM-WIN-02").did("goal", side, hold)


# -- hidden markers -------------------------------------------------------------------------


MARKERS = "markers"
"""What the markers are drawn from."""

BLIND = "the umpire"
"""Who draws them, or lets the program draw: no player knows which are the dummies."""


def dummies_for(state: State, real: int) -> int:
    """Half as many dummies as real markers, rounded up by default (SKM-SETUP-02)."""
    up = state.rule("SKM_DUMMY_ROUND") == "up"
    return math.ceil(real / 2) if up else real // 2


def check_hide(state: State, side: str) -> None:
    """Raise unless this side may begin under markers (SKM-SETUP-01)."""
    if not state.solo:
        raise refuse("markers are for a game against no player or all on one side", "SKM-SETUP-01")
    if state.turn > 1 or state.step != "command":
        raise refuse("markers are placed before play", "SKM-SETUP-02")
    if any(marker.side == side for marker in state.markers):
        raise refuse(f"{side} is under markers", "SKM-SETUP-02")


def hide(play: Play, side: str) -> Steps[Play]:
    """Every group of a side under a marker, and the dummies with them (SKM-SETUP-02).

    Which marker is whose is drawn: numbers in the order of the groups, the dummies last, would
    tell everybody.
    """
    check_hide(play.state, side)
    groups = play.state.living(side)
    first, count = len(play.state.markers) + 1, dummies_for(play.state, len(groups))
    ids = tuple(f"M{n}" for n in range(first, first + len(groups) + count))
    what = f"{side}: a marker for each group in turn, {', '.join(g.id for g in groups)}"
    drawn = yield from draw(what, BLIND, MARKERS, ids, len(groups), rules=("SKM-SETUP-02",))
    under = dict(zip(drawn, (group.id for group in groups), strict=True))
    placed = tuple(Marker(one, side, under.get(one, "")) for one in ids)
    play = play.set(markers=(*play.state.markers, *placed))
    play = play.ruled(
        f"{len(groups)} markers and {count} dummies, at random along the edges that face the "
        "players",
        "SKM-SETUP-01", "SKM-SETUP-02",
    )  # fmt: skip
    return ruler.refreshed(play.did("markers", side, len(ids)))


def known(state: State, side: str) -> State:
    """The game as everybody but an umpire knows it: which of the markers of a side are the
    dummies nobody can tell, so that they stand for its groups in the order of their ids."""
    hidden = [one for one in state.markers if not one.revealed]
    shown = {one.id: one for one in state.markers}
    for owner in dict.fromkeys(one.side for one in hidden):
        mine = sorted((one for one in hidden if one.side == owner), key=lambda one: one.id)
        groups = sorted((one.group for one in mine), key=lambda group: (group == "", group))
        for one, group in zip(mine, groups, strict=True):
            shown[one.id] = msgspec.structs.replace(one, group=group)
    return msgspec.structs.replace(state, markers=tuple(shown.values()))


def marker_of(state: State, marker_id: str) -> Marker:
    """The marker of that id.

    Raises:
        IllegalAction: none, or it has been revealed.
    """
    for marker in state.markers:
        if marker.id == marker_id and not marker.revealed:
            return marker
    raise refuse(f"there is no hidden marker {marker_id!r}", "SKM-SETUP-03")


def reveal(play: Play, marker_id: str) -> Steps[Play]:
    """A marker that sees the enemy: its figures within 20 cm, or nothing (SKM-SETUP-03, -04)."""
    marker = marker_of(play.state, marker_id)
    shown = tuple(
        msgspec.structs.replace(one, revealed=True) if one.id == marker_id else one
        for one in play.state.markers
    )
    if not marker.group:
        play = play.set(markers=shown).did("dummy", marker_id)
        return play.ruled(f"{marker_id} is a dummy and is removed", "SKM-SETUP-04")
    after = play.set(markers=shown)
    what = f"place {marker.group} within {MARKER_CM:g} cm of {marker_id}"
    rules, wrong = ("SKM-SETUP-03",), None
    while True:
        seen = yield from look(what, marker.side, (marker.group,), rules=rules, fault=wrong)
        placed = after.on(ruler.field(after.state, seen))
        far = _too_far(placed, seen.bases, marker)
        if not far or seen.agreed:
            return placed.ruled(f"{marker.group} appears", "SKM-SETUP-03").did(
                "revealed", marker.group
            )
        wrong = refusal(f"{', '.join(far)} is more than 20 cm away", "SKM-SETUP-03")


def _too_far(play: Play, bases: tuple[Base, ...], marker: Marker) -> list[str]:
    """Figures farther than 20 cm from the marker's own base, when that is on the table."""
    everyone = replace(play.table, bases=bases)
    if not any(base.payload == marker.id for base in everyone.bases):
        return []
    return [
        figure.id
        for figure in play.members(marker.group)
        if ruler.distance(play.on(everyone), figure.id, marker.id).compare(MARKER_CM, FINE_CM)
        is Verdict.OUT
    ]
