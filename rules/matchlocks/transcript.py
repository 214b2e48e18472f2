"""A battle in plain text: declarations, questions, answers, rulings; to be read and replayed."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

from rules.matchlocks.state import State
from rules.prompts import Look, Prompt, Roll
from rules.protocol import Action, Outcome
from vision.measure.table import Base, Pose, Snapshot

_HEAD = re.compile(r"turn (\d+), (\w+): (.+?) declares ([^@]+?)(?: at ([^{]+?))?(?: with (.*))?$")


def action_in(line: str) -> Action | None:
    """The action that a line declares; None for other lines."""
    found = _HEAD.match(line)
    if found is None:
        return None
    _, _, by, do, at, more = found.groups()
    return Action(do, by, at, json.loads(more) if more else {})


def said(prompt: Prompt, answer: Any, before: Snapshot) -> str:
    """One prompt and its answer, on a line that ``answer_in`` reads back."""
    return f"  ? [{prompt.by}] {prompt.what} -> {_spelt(prompt, answer, before)}"


def _spelt(prompt: Prompt, answer: Any, before: Snapshot) -> str:
    if not isinstance(prompt, Look):
        return ", ".join(map(str, answer))
    stood = {base.payload: base.pose for base in before.bases}
    moved = [
        f"{base.payload}={base.pose.x_in:g},{base.pose.y_in:g},{base.pose.facing_deg:g}"
        for base in answer.bases
        if base.pose is not None and base.pose != stood.get(base.payload)
    ]
    return "; ".join(moved) or "as they stand"


def answer_in(line: str, prompt: Prompt, table: Snapshot) -> Any:
    """The raw answer that a line of a transcript gives to *prompt*."""
    spelt = line.rsplit(" -> ", 1)[1]
    if isinstance(prompt, Look):
        return _replaced(spelt, prompt, table)
    words = [word for word in spelt.split(", ") if word]
    return [int(word) for word in words] if isinstance(prompt, Roll) else words


def _replaced(spelt: str, prompt: Look, table: Snapshot) -> Snapshot:
    for entry in spelt.split("; ") if "=" in spelt else ():
        payload, numbers = entry.split("=")
        x_in, y_in, facing_deg = map(float, numbers.split(","))
        pose = Pose(x_in, y_in, facing_deg)
        known = {base.payload: base for base in table.bases}
        base = known.get(payload) or Base(
            payload, 2.4, 1.6, unit=payload, side=prompt.by, kind="loose", figures=6
        )
        placed = replace(base.pose or pose, x_in=x_in, y_in=y_in, facing_deg=facing_deg)
        known[payload] = replace(base, pose=placed)
        table = replace(table, bases=tuple(known.values()))
    return table


def written(state: State, action: Action, outcome: Outcome, said: tuple[str, ...]) -> list[str]:
    """An action in lines: what was declared, asked and answered, and ruled."""
    at = f" at {action.at}" if action.at else ""
    more = f" with {json.dumps(action.more)}" if action.more else ""
    head = f"turn {state.turn}, {state.phase}: {action.by} declares {action.do}{at}{more}"
    rulings = [f"  = {one.says} [{' '.join(one.rules)}]" for one in outcome.rulings]
    return [head, *said, *rulings]
