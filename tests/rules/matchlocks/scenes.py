"""Short ways to set up a few units and play a rule with scripted answers."""

from __future__ import annotations

from typing import Any

from rules.kernel.engine import Done, advance
from rules.kernel.prompts import Prompt, Steps
from rules.matchlocks.play import Play
from rules.matchlocks.setting_up.preparation import read_state
from rules.matchlocks.state import State
from vision.table.snapshot import Snapshot

EMPTY = Snapshot((72.0, 48.0))
SIDES = {
    "Royalists": {"tokens": 9, "start_tokens": 9, "royalist": True},
    "Parliament": {"tokens": 9, "start_tokens": 9, "edge": "north"},
}


def battle(units: dict[str, dict[str, Any]], **more: Any) -> State:
    """A state with these units; ids that begin with R are Royalists, others Parliament."""
    sided = {
        key: {"side": "Royalists" if key.startswith("R") else "Parliament", **one}
        for key, one in units.items()
    }
    return read_state({"sides": SIDES, "units": sided, **more})


def play_of(units: dict[str, dict[str, Any]], **more: Any) -> Play:
    """The same, on a table without bases (a game kept by hand)."""
    return Play(battle(units, **more), EMPTY)


def run(rule: Steps[Any], *raw: Any) -> Any:
    """What *rule* comes to with these answers, each parsed by the prompt it answers.

    A rule that asks for more, or for less, fails the test and says which prompt.
    """
    asked: Prompt | Done[Any] = advance(rule, ())
    for answer in raw:
        assert not isinstance(asked, Done), f"{answer!r} was not asked for"
        parsed = asked.parse(answer)
        try:
            asked = _next(rule, parsed)
        except StopIteration as stop:
            return stop.value
    if isinstance(asked, Done):
        return asked.outcome
    raise AssertionError(f"not answered: {asked.what} ({asked})")


def _next(rule: Steps[Any], answer: Any) -> Prompt | Done[Any]:
    return rule.send(answer)
