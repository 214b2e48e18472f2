"""A move that a rule finds fault with can be let stand: the umpire never makes the table wait."""

from __future__ import annotations

from typing import Any

from rules.kernel.engine import advance, rulings_so_far
from rules.kernel.prompts import Choose, Look, Prompt, Roll, Steps
from rules.kernel.protocol import Action, Outcome
from rules.matchlocks import MATCHLOCKS
from vision.table.snapshot import Snapshot


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
