"""The Manoeuvre and Bombardment phase: goes by turns (TURN-01 to -09)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.kernel.prompts import Steps, yes
from rules.kernel.protocol import Action
from rules.matchlocks.play import Check, Play, require
from rules.matchlocks.state import TURN_FIELDS, State


def pass_checks(state: State, side: str) -> Iterator[Check]:
    """A side may let its go pass."""
    yield Check("goes are taken in the manoeuvre phase", "NMM-TURN-01", state.phase == "manoeuvre")
    yield Check(f"it is {state.mover}'s go", "NMM-TURN-01", state.mover in ("", side))


def let_pass(play: Play, action: Action) -> Steps[Play]:
    """Do nothing; when the other side agrees, the Main Battle begins without a shot."""
    yield from require(play, pass_checks(play.state, action.by), action.by)
    other = play.state.other(action.by)
    play = play.change_in("sides", action.by, last_gun="").with_state(mover=other)
    play = play.step(f"the go of {action.by} passes", "NMM-TURN-01")
    if not action.more.get("close"):
        return play
    if not (yield from yes("begin the Main Battle now?", other, rules=("NMM-TURN-08",))):
        return play
    units = {key: replace(one, **TURN_FIELDS) for key, one in play.state.units.items()}
    play = play.with_state(phase="main", turn=1, units=units, mover="")
    return play.step("agreed: the Main Battle begins", "NMM-TURN-08")
