"""A move that a rule finds fault with can be let stand: the umpire never makes the table wait."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel.engine import Done, advance, rulings_so_far
from rules.kernel.prompts import Choose, Look, Prompt, Roll, Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome
from rules.matchlocks import MATCHLOCKS
from tests.rules.matchlocks.scenes import battle
from vision.table.snapshot import Base, Pose, Snapshot


def deploying() -> Steps[Outcome]:
    """The deployment of the demo's battle."""
    demo = MATCHLOCKS.demo()
    state = MATCHLOCKS.new_game(demo.armies, demo.house)
    return MATCHLOCKS.resolve(Action("deploy", "Royalists"), state, demo.table)


def deployment(answered: list[tuple[Prompt, Any]]) -> Any:
    """What it asks after those answers."""
    return advance(deploying(), answered)


def test_faulty_deployment_is_asked_again_until_it_is_agreed_on() -> None:
    """Nobody of the portion is on the table (NMM-PREP-08): again, or let it stand."""
    answered: list[tuple[Prompt, Any]] = []
    asked = deployment(answered)
    while not isinstance(asked, Look):
        assert isinstance(asked, Roll | Choose)
        face = 1 + len(answered) % 6  # a tie would be thrown again
        raw = [face] * asked.count if isinstance(asked, Roll) else asked.options[0].key
        answered.append((asked, asked.parse(raw)))
        asked = deployment(answered)
    bare = Snapshot((72.0, 48.0))
    again = deployment([*answered, (asked, bare)])
    rule = deploying()
    agreed: Any = advance(rule, [*answered, (asked, bare.let_stand())])
    assert again.units == asked.units and again.fault is not None
    assert agreed.units != asked.units
    (stands,) = (one for one in rulings_so_far(rule) if one.agreed)
    assert "is not on the table" in stands.says


def one_at(who: str, *at: float) -> Snapshot:
    """One base of 4 x 2 in there: x, y in inches, facing in degrees."""
    return Snapshot((72.0, 48.0), (Base(who, 4.0, 2.0, Pose(*at), unit=who),))


@pytest.mark.parametrize(
    ("do", "who", "end", "rule"),
    [
        ("move", "R", (30.0, 40.0, 90.0), "NMM-MOVE-02"),
        ("wheel", "R", (30.0, 40.0, 45.0), "NMM-ACT-03"),
        ("about face", "R", (30.0, 20.0, 270.0), "NMM-ACT-05"),
        ("pivot", "RG", (30.0, 14.0, 180.0), "NMM-MOVE-11"),
        ("leader move", "L", (30.0, 40.0, 90.0), "NMM-LEAD-04"),
    ],
)
def test_what_goes_too_far_is_refused_until_it_is_agreed_on(
    do: str, who: str, end: tuple[float, float, float], rule: str
) -> None:
    """From (30, 14), facing north: 26 in where foot may go 6, no corner that stayed, 6 in off the
    spot, a gun by 90° where 45 are allowed, a leader 26 in where he may ride 10."""
    units = {"R": {"kind": "musketeers"}, "RG": {"kind": "field_gun"}}
    phase = "manoeuvre" if who == "L" else "main"
    state = battle(units, phase=phase, mover="Royalists", leaders={"L": {"side": "Royalists"}})
    seen = one_at(who, *end)

    def comes_to(*answered: tuple[Prompt, Any]) -> Any:
        start = one_at(who, 30.0, 14.0, 90.0)
        return advance(MATCHLOCKS.resolve(Action(do, who), state, start), answered)

    asked = comes_to()
    assert isinstance(asked, Look)
    with pytest.raises(IllegalAction):
        comes_to((asked, seen))
    done = comes_to((asked, seen.let_stand()))
    assert isinstance(done, Done)
    (stands,) = (one for one in done.outcome.rulings if one.agreed)
    assert stands.rules == (rule,)
