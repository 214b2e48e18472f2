"""The Manoeuvre and Bombardment phase: goes by turns (TURN-01 to -09)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from rules.kernel.acting.book import YES_NO, Says
from rules.kernel.prompts import Steps, yes
from rules.matchlocks.play import BOOK, Check, Play
from rules.matchlocks.state import TURN_FIELDS


def may_pass(play: Play, side: str, at: str, close: bool = False) -> Iterator[Check]:
    """A side may let its go pass."""
    yield Check(
        "goes are taken in the manoeuvre phase", "NMM-TURN-01", play.state.phase == "manoeuvre"
    )
    yield Check(f"it is {play.state.mover}'s go", "NMM-TURN-01", play.state.mover in ("", side))


@BOOK.action(
    "pass", "Let the go pass", may_pass, by="side",
    says={"close": Says(YES_NO, picks=lambda play, side, at: ("", "yes"))},
)  # fmt: skip
def let_pass(play: Play, side: str, at: str, close: bool) -> Steps[Play]:
    """Do nothing; when the other side agrees, the Main Battle begins without a shot."""
    other = play.state.other(side)
    play = play.change_in("sides", side, last_gun="").with_state(mover=other)
    play = play.step(f"the go of {side} passes", "NMM-TURN-01")
    if not close:
        return play
    if not (yield from yes("begin the Main Battle now?", other, rules=("NMM-TURN-08",))):
        return play
    units = {key: replace(one, **TURN_FIELDS) for key, one in play.state.units.items()}
    play = play.with_state(phase="main", turn=1, units=units, mover="")
    return play.step("agreed: the Main Battle begins", "NMM-TURN-08")
