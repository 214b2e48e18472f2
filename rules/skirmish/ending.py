"""Scenario goals, leaving the field, and hidden markers (SKM-WIN-02, SKM-SETUP)."""

from __future__ import annotations

import math

import msgspec

from rules.field.moving import until_lawful
from rules.kernel.acting.book import Says, anybody
from rules.kernel.play import Conditions, fails, named
from rules.kernel.prompts import Steps, draw
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import side_does, titled
from rules.skirmish import measuring, switches
from rules.skirmish.play import BOOK
from rules.skirmish.state import Goal, Marker, Play, State
from rules.skirmish.tables import MARKER_CM
from vision.measure.shapes.polygon import is_inside
from vision.table.reading import Verdict

FINE_CM = 0.05
"""Nobody is sent back for half a millimetre."""


def goals_held(play: Play) -> Play:
    """At a turn's end: a side alone on the terrain its goal names has won (SKM-WIN-02)."""
    for goal in play.state.goals:
        pieces = [piece for piece in play.table.terrain if piece.name == goal.hold]
        there = {
            base.side
            for base in play.table.bases
            for piece in pieces
            if is_inside(piece.outline_in, measuring.centre(play.table, base.payload))
        }
        if there == {goal.side}:
            play = play.with_state(won=goal.side).step(
                f"{side_does(goal.side, 'holds')} {goal.hold}", "SKM-WIN-02"
            )
    return play


def may_set_goal(play: Play, by: str, at: str, hold: str) -> Conditions:
    """The scenario is set before play, on an area of the table (SKM-WIN-02)."""
    early = play.state.turn == 1 and play.state.step == "command"
    areas = [piece.name for piece in play.table.terrain if not piece.is_line]
    yield early or fails("goals are set before play", "SKM-WIN-02")
    yield hold in areas or fails(f"there is no area called {hold!r} on the table", "SKM-WIN-02")


@BOOK.action("goal", lambda play, by, at, hold: f"{side_does(by, 'wins')} by holding {hold}",
             may_set_goal, by="side", says={"hold": Says()})  # fmt: skip
def set_goal(play: Play, by: str, at: str, hold: str) -> Play:
    """A scenario's goal: named terrain to be held alone at a turn's end (SKM-WIN-02)."""
    play = play.with_state(goals=(*play.state.goals, Goal(by, hold)))
    return play.step(f"{side_does(by, 'is')} to hold {hold}", "SKM-WIN-02")


@BOOK.action(
    "concede", lambda play, by, at: f"{side_does(by, 'leaves')} the field", anybody, by="side"
)
def concede(play: Play, by: str, at: str) -> Play:
    """The end of the fight."""
    return play.with_state(conceded=by, step="over").step(f"{side_does(by, 'leaves')} the field")


# -- hidden markers -------------------------------------------------------------------------


MARKERS = "markers"
"""What the markers are drawn from."""

BLIND = "the umpire"
"""Who draws them, or lets the program draw: no player knows which are the dummies."""


def dummies_for(state: State, real: int) -> int:
    """Half as many dummies as real markers, rounded up by default (SKM-SETUP-02)."""
    up = switches.DUMMY_ROUND.up.of(state.house)
    return math.ceil(real / 2) if up else real // 2


def may_hide(play: Play, by: str, at: str) -> Conditions:
    """Which side may begin under markers (SKM-SETUP-01, -02)."""
    state = play.state
    yield state.solo or fails(
        "markers are for a game against no player or all on one side", "SKM-SETUP-01")  # fmt: skip
    yield state.turn == 1 and state.step == "command" or fails(
        "markers are placed before play", "SKM-SETUP-02")  # fmt: skip
    yield all(marker.side != by for marker in state.markers) or fails(
        f"{side_does(by, 'is')} under markers", "SKM-SETUP-02")  # fmt: skip


@BOOK.action("hide", "{by}: under markers", may_hide, by="side", phases=("command",))
def hide(play: Play, by: str, at: str) -> Steps[Play]:
    """Every group of a side under a marker, and the dummies with them (SKM-SETUP-02).

    Which marker is whose is drawn: numbers in the order of the groups, the dummies last, would
    tell everybody.
    """
    groups = play.state.living(by)
    first, count = len(play.state.markers) + 1, dummies_for(play.state, len(groups))
    ids = tuple(f"M{n}" for n in range(first, first + len(groups) + count))
    what = f"{titled(by)}: a marker for each group in turn, {', '.join(g.label for g in groups)}"
    drawn = yield from draw(what, BLIND, MARKERS, ids, len(groups), rules=("SKM-SETUP-02",))
    under = dict(zip(drawn, (group.id for group in groups), strict=True))
    placed = tuple(Marker(one, by, under.get(one, "")) for one in ids)
    play = play.with_state(markers=(*play.state.markers, *placed))
    return measuring.refreshed(play.step(
        f"{len(groups)} markers and {count} dummies, at random along the edges that face the "
        "players",
        "SKM-SETUP-01", "SKM-SETUP-02",
    ))  # fmt: skip


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


def may_reveal(play: Play, by: str, at: str, marker: str) -> Conditions:
    """A marker that has not come out (SKM-SETUP-03)."""
    hidden = [one.id for one in play.state.markers if not one.revealed]
    yield marker in hidden or fails(f"there is no hidden marker {marker!r}", "SKM-SETUP-03")


@BOOK.action("reveal", lambda play, by, at, marker: f"reveal {marker}", may_reveal, by="side",
             says={"marker": Says()})  # fmt: skip
def reveal(play: Play, by: str, at: str, marker: str) -> Steps[Play]:
    """A marker that sees the enemy: its figures within 20 cm, or nothing (SKM-SETUP-03, -04)."""
    found = named(play.state.markers, marker, "marker")
    shown = tuple(
        msgspec.structs.replace(one, revealed=True) if one.id == marker else one
        for one in play.state.markers
    )
    if not found.group:
        play = play.with_state(markers=shown)
        return play.step(f"{marker} is a dummy and is removed", "SKM-SETUP-04")
    after = play.with_state(markers=shown)
    group = play.unit(found.group)
    placed = yield from until_lawful(
        after, f"place {group.label} within {MARKER_CM:g} cm of {marker}", found.side,
        (found.group,), lambda now: _too_far(now, found), rules=("SKM-SETUP-03",),
    )  # fmt: skip
    placed = placed.on_table(measuring.field(placed.state, placed.table))
    return placed.step(group.does("appears"), "SKM-SETUP-03")


def _too_far(play: Play, marker: Marker) -> Refusal | None:
    """Figures farther than 20 cm from the marker's own base, when that is on the table."""
    if not any(base.payload == marker.id for base in play.table.bases):
        return None
    far = [
        play.state.called(figure)
        for figure in play.state.members(marker.group)
        if measuring.distance(play, figure.id, marker.id).compare(MARKER_CM, FINE_CM) is Verdict.OUT
    ]
    says = f"{', '.join(far)}: more than 20 cm away"
    return refusal(says, "SKM-SETUP-03") if far else None
