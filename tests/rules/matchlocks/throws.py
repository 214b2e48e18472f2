"""Feeds a rule its answers in a test."""

from __future__ import annotations

from typing import Any

from rules.kernel.prompts import Prompt, Steps
from rules.kernel.protocol import Action, Outcome
from rules.matchlocks import MATCHLOCKS
from rules.matchlocks.setting_up.preparation import read_state
from rules.matchlocks.state import State
from tests.rules.answered import run
from vision.table.snapshot import Base, Pose, Snapshot


def first_prompt(steps: Steps[Any]) -> Prompt:
    """What a rule asks first."""
    return steps.send(None)


def declare(
    state: State,
    table: Snapshot,
    do: str,
    by: str,
    at: str | None = None,
    *answers: Any,
    **more: Any,
) -> Outcome:
    """An action of the rule set, resolved with those answers."""
    outcome = run(MATCHLOCKS.resolve(Action(do, by, at, more), state, table), *answers)
    assert isinstance(outcome, Outcome)
    return outcome


def battle(units: dict[str, Any], **more: Any) -> State:
    """A hand-written state with exact measuring, unless it says otherwise."""
    house = {"measure_tolerance": "0", **more.pop("house", {})}
    return read_state({"units": units, "house": house, **more})


def block(payload: str, x_in: float, y_in: float, facing_deg: float = 90.0, **more: Any) -> Base:
    """A base 4 in wide and 2 in deep, placed exactly."""
    size = (more.pop("frontage_in", 4.0), more.pop("depth_in", 2.0))
    ground_in = more.pop("ground_in", 0.0)
    return Base(payload, *size, Pose(x_in, y_in, facing_deg, ground_in), **more)
