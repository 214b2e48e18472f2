"""The actions of this book, what holds for all of them (WOR-SEQ-01), and the end."""

from __future__ import annotations

from rules.kernel.acting.book import Act, Book
from rules.kernel.play import Conditions, fails
from rules.kernel.protocol import Victory
from rules.kernel.telling.names import side_does
from rules.roses import measuring, switches
from rules.roses.state import Play, State
from vision.measure.cache import once


def in_its_phase(state: State, act: Act) -> Conditions:
    """Each thing in its phase: command, shooting, combat (WOR-SEQ-01)."""
    yield winner(state) is None or fails("the battle is over")
    yield not act.phases or state.phase in act.phases or fails(
        f"{act.name} belongs to {' or '.join(act.phases)}; this is {state.phase}",
        "WOR-SEQ-01")  # fmt: skip


BOOK = Book(lambda state: state.sides, first=in_its_phase, named=Play.unit, field=measuring.field)


@once
def winner(state: State) -> Victory | None:
    """The end, if it has come: conceded, no unit left, or broken by the house rule.

    The sheet names no victory; by default the page only reports (``WOR_VICTORY``).
    """
    a, b = state.sides
    if state.conceded:
        return Victory(state.other(state.conceded), f"{side_does(state.conceded, 'has')} conceded")
    left = {side: state.living(side) for side in state.sides}
    came = {unit.side for unit in state.units} | {
        state.other(unit.side) for unit in state.units if unit.defected
    }
    if came == set(state.sides) and not (left[a] and left[b]):
        side = a if left[a] else b if left[b] else ""
        return Victory(side, f"{side_does(side, 'holds')} the field" if side else "Nobody is left")
    return _broken(state) if switches.VICTORY.half_units.of(state.house) else None


def _broken(state: State) -> Victory | None:
    broken = []
    for side in state.sides:
        units = [unit for unit in state.units if unit.side == side]
        if 2 * sum(not unit.alive for unit in units) >= len(units):
            broken.append(side)
    if not broken:
        return None
    if len(broken) == 2:
        return Victory("", "Both sides have lost half of their units")
    return Victory(state.other(broken[0]), f"{side_does(broken[0], 'has')} lost half of its units")
