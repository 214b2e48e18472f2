"""A golden battle in readable text, played again line by line.

``DO action by unit at target {more}``, then ``  ? prompt -> answer`` for each question and
``  = ruling [dice] (ids)`` for each ruling, and at the end ``END winner: why``. An answer to a
look is the places of the bases, ``payload=x,y`` or ``payload=x,y,facing``, in inches; cards that
are drawn have commas between them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from rules.kernel.prompts import Choose, Draw, Look, Prompt, Roll
from rules.kernel.protocol import Action, Outcome, RuleSet
from vision.table.snapshot import Base, Snapshot

_DO = re.compile(r"DO (.+?) by (\S+)(?: at (\S+))?(?: (\{.*\}))?$")


Lift: TypeAlias = Callable[[Any, Snapshot], Snapshot]


def _as_it_is(state: Any, table: Snapshot) -> Snapshot:
    return table


def replay(rules: RuleSet, text: str, house: dict[str, str], lift: Lift = _as_it_is) -> None:
    """Play the battle of the demo again: every prompt, every ruling and the end come again.

    *lift*: the table without those who are out of the battle, where a book takes them off.
    A difference is an AssertionError that shows what came.
    """
    demo = rules.demo()
    table, state = demo.table, rules.new_game(demo.armies, house)
    for action, prompts, rulings in turns(text):
        outcome, table = _one(rules, action, state, table, prompts)
        assert told(outcome) == rulings
        state = outcome.state
        table = lift(state, table)
    won = rules.winner(state)
    assert won is not None and text.splitlines()[-1] == f"END {won.winner}: {won.says}"


def told(outcome: Outcome) -> list[str]:
    """The rulings of an action as lines of a transcript."""
    lines = []
    for ruling in outcome.rulings:
        dice = f" [{' '.join(map(str, ruling.faces))}]" if ruling.faces else ""
        lines.append(f"  = {ruling.says}{dice} ({', '.join(dict.fromkeys(ruling.rules))})")
    return lines


def turns(text: str) -> Iterator[tuple[Action, list[str], list[str]]]:
    """Each action with its prompt lines and its ruling lines."""
    for part in re.split(r"^(?=DO )", text, flags=re.M)[1:]:
        first, *rest = part.splitlines()
        found = _DO.match(first)
        assert found, first
        action = Action(found[1], found[2], found[3], json.loads(found[4] or "{}"))
        yield (
            action,
            [x for x in rest if x.startswith("  ? ")],
            [x for x in rest if x.startswith("  = ")],
        )


def _one(
    rules: RuleSet, action: Action, state: Any, table: Snapshot, prompts: list[str]
) -> tuple[Outcome, Snapshot]:
    """One action with the answers of its prompt lines: its outcome, and the table after it."""
    rule, reply, start = rules.resolve(action, state, table), None, table
    left = iter(prompts)
    while True:
        try:
            prompt = rule.send(reply)
        except StopIteration as stop:
            assert next(left, None) is None, f"{action.do} by {action.by} asks less than it did"
            return stop.value, table
        line = next(left, None)
        assert line is not None, f"not in the transcript: {prompt.what}"
        reply = answer(prompt, line, start)
        table = reply if isinstance(reply, Snapshot) else table


def answer(prompt: Prompt, line: str, before: Snapshot) -> Any:
    """What a line answers to a prompt, which must be the one it was written for."""
    what, given = line[4:].rsplit(" -> ", 1)
    assert (prompt.told if isinstance(prompt, Look) else prompt.what) == what
    if isinstance(prompt, Roll):
        return prompt.parse([int(face) for face in given.split()])
    if isinstance(prompt, Choose):
        keys = [option.key for option in prompt.options]
        return prompt.parse([given] if given in keys else given.split())
    if isinstance(prompt, Draw):
        return prompt.parse(given.split(", "))
    assert isinstance(prompt, Look)
    places = dict(word.split("=") for word in given.split() if "=" in word)
    bases = tuple(_placed(base, places.get(base.payload, "")) for base in before.bases)
    return prompt.parse(replace(before, bases=bases))


def _placed(base: Base, place: str) -> Base:
    if not place or base.pose is None:
        return base
    x, y, *deg = map(float, place.split(","))
    facing = deg[0] if deg else base.pose.facing_deg
    return replace(base, pose=replace(base.pose, x_in=x, y_in=y, facing_deg=facing))
