"""The turn: command, shooting, combat, and what each beginning and end does (WOR-SEQ)."""

from __future__ import annotations

from rules.kernel.acting.afresh import afresh
from rules.kernel.acting.book import anybody
from rules.kernel.play import Conditions, fails, lawful
from rules.kernel.prompts import Steps
from rules.kernel.refusal import together
from rules.kernel.telling.names import side_does, titled
from rules.roses import measuring, switches
from rules.roses.close_combat import fighting
from rules.roses.command import commanders
from rules.roses.movement import fallback
from rules.roses.play import BOOK
from rules.roses.state import PhaseName, Play, State, Unit

PHASES: tuple[PhaseName, ...] = ("command", "shooting", "combat")
OF_A_COMMAND = afresh(
    State,
    "ordering ordered_units done_commanders orders_started characters_moving general_failed fought",
)
OF_A_GO = afresh(Unit, "orders orderer initiative failed moved shot")
"""What a command phase, and a unit in its side's go, begins with."""


def order_of_play(state: State) -> tuple[tuple[PhaseName, str], ...]:
    """The steps of one turn: phase and whose (WOR-SEQ-01, -02)."""
    a, b = state.sides
    if switches.TURNS.shared.of(state.house):
        return (("command", a), ("command", b), ("shooting", a), ("shooting", b), ("combat", a))
    return tuple((phase, side) for side in (a, b) for phase in PHASES)


def may_begin(play: Play, by: str, at: str) -> Conditions:
    """When all that comes before the battle is done (WOR-COM-02, -08)."""
    missing = together(commanders.setup_missing(play.state))
    yield lawful(missing and missing.also(before="setup is incomplete: "))


@BOOK.action("begin", "Begin the battle", may_begin, by="side", phases=("setup",))
def begin(play: Play, by: str, at: str) -> Play:
    """The first command phase."""
    return _enter(play, "command", play.state.sides[0]).step("the battle begins", "WOR-SEQ-01")


def may_end(play: Play, by: str, at: str) -> Conditions:
    """The side whose phase it is; every combat has been fought (WOR-CMB-09)."""
    state = play.state
    yield by == state.side or fails(f"it is {titled(state.side)}'s phase", "WOR-SEQ-02")
    for combat in fighting.combats(play) if state.phase == "combat" else ():
        names = ", ".join(play.unit(name).label for name in combat)
        yield any(name in state.fought for name in combat) or fails(
            f"a combat is not fought yet: {names}", "WOR-SEQ-01", "WOR-CMB-09")  # fmt: skip


@BOOK.action("end", lambda play, by, at: f"End the {play.state.phase} phase", may_end, by="side",
             phases=PHASES)  # fmt: skip
def end(play: Play, by: str, at: str) -> Steps[Play]:
    """End the phase, with what its end brings, and begin the next (WOR-SEQ-01, -02)."""
    steps = order_of_play(play.state)
    here = steps.index((play.state.phase, play.state.side))
    following = steps[(here + 1) % len(steps)]
    if play.state.phase == "command":
        play = _recovered(play, by)
    if play.state.phase == "shooting" and following[0] != "shooting":
        play = forget_leftovers((yield from fallback.drive_backs(play)))
    if play.state.phase == "combat":
        play = forget_leftovers(play)
    if here + 1 == len(steps):
        play = play.with_state(turn=play.state.turn + 1)
    play = _enter(play, *following)
    return play.step(f"{titled(following[1])}: {following[0]}", "WOR-SEQ-01", "WOR-SEQ-02")


def _recovered(play: Play, side: str) -> Play:
    """Confusion ends with the unit's own command phase (WOR-CON-11)."""
    for unit in play.state.living(side):
        if unit.confused:
            play = play.change(unit, confused=False)
            play = play.step(f"{unit.does('is')} confused no more", "WOR-CON-11")
    return play


def forget_leftovers(play: Play) -> Play:
    """Hits short of a stand are forgotten but for units in combat (WOR-ATT-09)."""
    if play.on(switches.LEFTOVER.persist):
        kept = [unit.label for unit in play.state.living() if unit.hits]
        says = f"hits short of a stand are kept: {', '.join(kept)}"
        return play.step(says, "WOR-ATT-09") if kept else play
    for unit in play.state.living():
        if unit.hits and not measuring.engaged(play, unit):
            play = play.change(unit, hits=0)
    return play


def _enter(play: Play, phase: PhaseName, side: str) -> Play:
    play = play.with_state(phase=phase, side=side)
    if phase == "command":
        play = play.with_state(**OF_A_COMMAND)
        for unit in play.state.units:
            if unit.side == side:
                play = play.change(unit, **OF_A_GO)
            play = play.change(unit, stood=False)
    if phase == "combat":
        play = play.with_state(fought=())
    return play


@BOOK.action("concede", lambda play, by, at: side_does(by, "concedes"), anybody, by="side")
def concede(play: Play, by: str, at: str) -> Play:
    """The end of the battle."""
    return play.with_state(conceded=by, phase="over").step(side_does(by, "concedes"))
