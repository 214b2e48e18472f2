"""A whole battle: the golden transcript replayed line by line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rules.prompts import Choose, Look, Prompt, Roll
from rules.protocol import Action, Outcome
from rules.skirmish import SKIRMISH
from vision.measure.table import Snapshot

GOLDEN = Path(__file__).parents[2] / "games" / "skirmish.txt"
_DO = re.compile(r"DO (\S+) by (\S+)(?: at (\S+))?(?: (\{.*\}))?$")


def told(outcome: Outcome) -> list[str]:
    """The rulings of an action as lines of a transcript."""
    lines = []
    for ruling in outcome.rulings:
        dice = f" [{' '.join(map(str, ruling.faces))}]" if ruling.faces else ""
        lines.append(f"  = {ruling.says}{dice} ({', '.join(dict.fromkeys(ruling.rules))})")
    return lines


def _turns(text: str) -> Iterator[tuple[Action, list[str], list[str]]]:
    """Each action with its prompt lines and its ruling lines."""
    for part in re.split(r"^(?=DO )", text, flags=re.M)[1:]:
        first, *rest = part.splitlines()
        found = _DO.match(first)
        assert found, first
        action = Action(found[1], found[2], found[3], json.loads(found[4] or "{}"))
        yield action, [x for x in rest if x.startswith("  ? ")], [
            x for x in rest if x.startswith("  = ")
        ]


def _answer(prompt: Prompt, line: str, before: Snapshot) -> Any:
    what, given = line[4:].rsplit(" -> ", 1)
    assert prompt.what == what
    if isinstance(prompt, Roll):
        return prompt.parse([int(face) for face in given.split()])
    if isinstance(prompt, Choose):
        keys = [option.key for option in prompt.options]
        return prompt.parse([given] if given in keys else given.split())
    assert isinstance(prompt, Look)
    places = dict(word.split("=") for word in given.split() if "=" in word)
    bases = []
    for base in before.bases:
        if base.payload in places and base.pose is not None:
            x, y, deg = map(float, places[base.payload].split(","))
            base = replace(base, pose=replace(base.pose, x_in=x, y_in=y, facing_deg=deg))
        bases.append(base)
    return prompt.parse(replace(before, bases=tuple(bases)))


def test_the_golden_battle_is_ruled_line_by_line() -> None:
    """Every prompt and every ruling of the transcript comes again, and so does its end."""
    text = GOLDEN.read_text(encoding="utf-8")
    demo = SKIRMISH.demo()
    table, state = demo.table, SKIRMISH.new_game(demo.armies, demo.house)
    for action, prompts, rulings in _turns(text):
        rule, reply, start = SKIRMISH.resolve(action, state, table), None, table
        for line in [*prompts, None]:
            try:
                prompt = rule.send(reply)
            except StopIteration as stop:
                assert line is None
                outcome = stop.value
                break
            assert line is not None, f"not in the transcript: {prompt.what}"
            reply = _answer(prompt, line, start)
            table = reply if isinstance(reply, Snapshot) else table
        assert told(outcome) == rulings
        state = outcome.state
    won = SKIRMISH.winner(state)
    assert won is not None and text.splitlines()[-1] == f"END {won.winner}: {won.says}"
