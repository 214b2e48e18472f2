"""What the page shows of a unit and of the battle, and the chart of the reference sheet."""

from __future__ import annotations

from rules.kernel.protocol import Band, Card, Section, Status
from rules.kernel.telling.chart import chart
from rules.kernel.telling.words import dice, many
from rules.quickplay.state import State
from rules.quickplay.switches import TURNS
from rules.quickplay.tables import ARC_DEG, GENERAL_IN, KINDS


def status(state: State) -> Status:
    """Turn, and who is to act."""
    to_act = {"setup": state.sides, "battle": (state.side,), "over": ()}[state.phase]
    lines = tuple((side, many(len(state.living(side)), "unit")) for side in state.sides)
    turns = ("turns", f"{TURNS.of(state.house)}")
    return Status(state.turn, state.phase, to_act, (turns, *lines))


def card(state: State, unit_id: str) -> Card:
    """One unit as it is now."""
    one, facts = state.units[unit_id], state.units[unit_id].facts
    lines = [("strength", f"{one.strength} of {one.start}"), ("move", f"{facts.move_in:g} in")]
    if facts.range_in:
        lines.append(("shoots", f"{facts.range_in:g} in, {dice(facts.shots)}"))
    lines.append(("hand to hand", dice(facts.blows)))
    told = (("shaken", one.shaken), ("worn", one.worn), ("has acted", one.acted))
    badges = tuple(badge for badge, true in told if true)
    return Card(unit_id, one.label, one.side, facts.title, tuple(lines), badges, bool(one.gone))


def bands(state: State, unit_id: str) -> tuple[Band, ...]:
    """Half and whole range, the general's reach, and the move until it is spent."""
    one = state.units[unit_id]
    far_in = one.facts.range_in
    ranges = (Band("half", far_in / 2, ARC_DEG), Band("range", far_in, ARC_DEG)) if far_in else ()
    led = (Band("general", GENERAL_IN, frm="edge"),) if one.kind == "general" else ()
    move = () if one.acted else (Band("move", one.facts.move_in, frm="edge"),)
    return (*ranges, *led, *move)


def reference() -> tuple[Section, ...]:
    """The chart of the kinds; the page prints every rule of the index below it."""
    return (chart("Kinds", "kind / strength / move in / range in / shots / blows / points", (
        (one.title, one.strength, one.move_in, one.range_in, one.shots, one.blows, one.points)
        for one in KINDS.values()
    )),)  # fmt: skip
