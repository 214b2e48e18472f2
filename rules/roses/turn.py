"""The turn: command, shooting, combat, and what each beginning and end does (WOR-SEQ)."""

from __future__ import annotations

from rules.kernel.prompts import Steps
from rules.kernel.protocol import Victory, titled
from rules.kernel.refusal import together
from rules.kernel.telling.story import refuse
from rules.roses import measuring as ruler
from rules.roses.close_combat import fighting
from rules.roses.command import commanders
from rules.roses.movement import fallback
from rules.roses.state import PhaseName, Play, State

PHASES: tuple[PhaseName, ...] = ("command", "shooting", "combat")


def order_of_play(state: State) -> tuple[tuple[PhaseName, str], ...]:
    """The steps of one turn: phase and whose (WOR-SEQ-01, -02)."""
    a, b = state.sides
    if state.rule("WOR_TURNS") == "shared":
        return (("command", a), ("command", b), ("shooting", a), ("shooting", b), ("combat", a))
    return tuple((phase, side) for side in (a, b) for phase in PHASES)


def check_begin(state: State) -> None:
    """Raise unless the battle may begin (WOR-COM-02, -08)."""
    if state.phase != "setup":
        raise refuse("the battle has begun", "WOR-SEQ-01")
    missing = together(commanders.setup_missing(state))
    if missing is not None:
        raise refuse(missing.also(before="setup is incomplete: "))


def begin(play: Play) -> Play:
    """The first command phase."""
    check_begin(play.state)
    return _enter(play, "command", play.state.sides[0]).ruled("the battle begins", "WOR-SEQ-01")


def check_end(play: Play, side: str) -> None:
    """Raise unless *side* may end this phase now."""
    state = play.state
    if state.phase not in PHASES:
        raise refuse(f"there is no phase to end in {state.phase}", "WOR-SEQ-01")
    if side != state.side:
        raise refuse(f"it is {state.side}'s phase", "WOR-SEQ-02")
    if state.phase == "combat":
        for combat in fighting.combats(play):
            if not any(name in state.fought for name in combat):
                names = ", ".join(play.unit(name).label for name in combat)
                raise refuse(f"a combat is not fought yet: {names}", "WOR-SEQ-01", "WOR-CMB-09")


def end(play: Play, side: str) -> Steps[Play]:
    """End the phase, with what its end brings, and begin the next (WOR-SEQ-01, -02)."""
    check_end(play, side)
    steps = order_of_play(play.state)
    here = steps.index((play.state.phase, play.state.side))
    following = steps[(here + 1) % len(steps)]
    if play.state.phase == "command":
        play = _recovered(play, side)
    if play.state.phase == "shooting":
        if following[0] != "shooting":
            play = yield from fallback.drive_backs(play)
            play = forget_leftovers(play)
    if play.state.phase == "combat":
        play = forget_leftovers(play)
    if here + 1 == len(steps):
        play = play.set(turn=play.state.turn + 1)
    play = _enter(play, *following)
    return play.ruled(f"{following[1]}: {following[0]}", "WOR-SEQ-01", "WOR-SEQ-02")  # fmt: skip


def _recovered(play: Play, side: str) -> Play:
    """Confusion ends with the unit's own command phase (WOR-CON-11)."""
    for unit in play.state.living(side):
        if unit.confused:
            play = play.put(unit, confused=False).did("recovered", unit.id)
            play = play.ruled(f"{unit.label} is confused no more", "WOR-CON-11")
    return play


def forget_leftovers(play: Play) -> Play:
    """Hits short of a stand are forgotten but for units in combat (WOR-ATT-09)."""
    if play.state.rule("WOR_LEFTOVER") == "persist":
        kept = [unit.label for unit in play.state.living() if unit.hits]
        says = f"hits short of a stand are kept: {', '.join(kept)}"
        return play.ruled(says, "WOR-ATT-09") if kept else play
    for unit in play.state.living():
        if unit.hits and not ruler.engaged(play, unit):
            play = play.put(unit, hits=0).did("hits forgotten", unit.id, unit.hits)
    return play


def _enter(play: Play, phase: PhaseName, side: str) -> Play:
    play = play.set(phase=phase, side=side)
    if phase == "command":
        play = play.set(
            ordering="", ordered_units=(), done_commanders=(), orders_started=False,
            characters_moving=False, general_failed=False, fought=(),
        )  # fmt: skip
        for unit in play.state.units:
            if unit.side == side:
                play = play.put(unit, orders=0, orderer="", initiative=False, failed=False,
                                moved=False, shot=False)  # fmt: skip
            play = play.put(unit, stood=False)
    if phase == "combat":
        play = play.set(fought=())
    return play


def winner(state: State) -> Victory | None:
    """The end, if it has come: conceded, no unit left, or broken by the house rule.

    The sheet names no victory; by default the page only reports (``WOR_VICTORY``).
    """
    a, b = state.sides
    if state.conceded:
        return Victory(state.other(state.conceded), f"{titled(state.conceded)} has conceded")
    left = {side: len([u for u in state.living(side)]) for side in state.sides}
    came = {unit.side for unit in state.units} | {
        state.other(unit.side) for unit in state.units if unit.defected
    }
    if came == set(state.sides) and not (left[a] and left[b]):
        side = a if left[a] else b if left[b] else ""
        return Victory(side, f"{titled(side)} holds the field" if side else "Nobody is left")
    if state.rule("WOR_VICTORY") == "half_units":
        return _broken(state)
    return None


def _broken(state: State) -> Victory | None:
    broken = []
    for side in state.sides:
        units = [unit for unit in state.units if unit.side == side]
        gone = [unit for unit in units if not unit.alive]
        if 2 * len(gone) >= len(units):
            broken.append(side)
    if not broken:
        return None
    if len(broken) == 2:
        return Victory("", "Both sides have lost half of their units")
    return Victory(state.other(broken[0]), f"{titled(broken[0])} has lost half of its units")
