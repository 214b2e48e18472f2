"""The actions of this book, what holds for all of them (SKM-SEQ-01), and the end (SKM-WIN)."""

from __future__ import annotations

from rules.kernel.acting.book import Act, Book
from rules.kernel.play import Conditions, fails
from rules.kernel.protocol import Victory
from rules.kernel.telling.names import side_does, titled
from rules.skirmish import measuring, switches
from rules.skirmish.state import Group, Play, State
from vision.measure.cache import once


def in_its_step(state: State, act: Act) -> Conditions:
    """Each thing in its step; after the end only what units still do is ruled (SKM-SEQ-01)."""
    over = winner(state) is not None and (act.name == "end" or not by_retreat_alone(state))
    yield not over or fails("the fight is over")
    yield not act.phases or state.step in act.phases or fails(
        f"{act.name} belongs to step {' or '.join(act.phases)}; this is {state.step}",
        "SKM-SEQ-01")  # fmt: skip


def its_step(play: Play, by: Group) -> Conditions:
    """A group with men left, in the step of its side when sides take turns."""
    side = play.state.side
    yield side in ("", by.side) or fails(f"this is {titled(side)}'s step", "SKM-SEQ-01")
    yield bool(play.state.members(by.id)) or fails(f"{by.does('has')} nobody left")


BOOK = Book(lambda state: state.sides, first=in_its_step, named=Play.unit, field=measuring.field)


def in_retreat(state: State, group_id: str) -> bool:
    """By its last action or a melee; cover in terrain is no retreat (SKM-WIN-01)."""
    group = state.group(group_id)
    if switches.RETREAT_SET.panic.of(state.house):
        return group.running
    return group.retreating


@once
def winner(state: State) -> Victory | None:
    """The end, if it has come: conceded, a goal held, or all of a side in retreat or gone."""
    if state.conceded:
        return Victory(state.other(state.conceded), f"{side_does(state.conceded, 'has')} conceded")
    if state.won:
        says = f"{side_does(state.won, 'has')} reached the scenario's goal"
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
