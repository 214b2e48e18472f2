"""A game as plain text: written from play, and played again from the text.

``> do by {more}`` is an action, ``? prompt`` a question, ``= answer`` its answer, ``. ruling``
what was decided. A transcript replays by its actions and answers alone.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from rules.kernel.engine import Done, advance
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Look, Prompt
from rules.kernel.protocol import Action, Outcome, RuleSet
from vision.table.snapshot import Snapshot

Answer = Callable[[Prompt, Snapshot], Any]


def play(
    rules: RuleSet, action: Action, state: Any, table: Snapshot, answer: Answer
) -> tuple[Outcome, Snapshot, list[str]]:
    """One action, its answers from *answer*; the outcome, the table after, and its lines."""
    answered: list[tuple[Prompt, Any]] = []
    lines = [_action_line(action)]
    while True:
        step = advance(rules.resolve(action, state, table), answered)
        if isinstance(step, Done):
            outcome: Outcome = step.outcome
            looks = [given for asked, given in answered if isinstance(asked, Look)]
            lines += [f". {ruling.says}" for ruling in outcome.rulings]
            return outcome, looks[-1] if looks else table, lines
        given = step.parse(answer(step, table))
        answered.append((step, given))
        asked = step.told if isinstance(step, Look) else step.what
        lines.append(f"? {step.by}: {asked}")
        if not isinstance(step, Look):
            lines.append(f"= {json.dumps(to_plain(given))}")


def _action_line(action: Action) -> str:
    at = f" @{action.at}" if action.at else ""
    more = f" {json.dumps(action.more)}" if action.more else ""
    return f"> {action.do} {json.dumps(action.by)}{at}{more}"


def read(text: str) -> Iterator[tuple[Action, list[Any]]]:
    """The actions of a transcript, each with its answers."""
    action: Action | None = None
    answers: list[Any] = []
    for line in text.splitlines():
        if line.startswith("> "):
            if action is not None:
                yield action, answers
            action, answers = _read_action(line[2:]), []
        elif line.startswith("= "):
            answers.append(json.loads(line[2:]))
    if action is not None:
        yield action, answers


def _read_action(line: str) -> Action:
    do, rest = line.split(" ", 1)
    by, end = json.JSONDecoder().raw_decode(rest)
    rest = rest[end:].strip()
    at = None
    if rest.startswith("@"):
        at, _, rest = rest[1:].partition(" ")
    return Action(do, by, at, json.loads(rest) if rest else {})


def replay(
    rules: RuleSet,
    text: str,
    state: Any,
    table: Snapshot,
    hands: Callable[[Snapshot, Look], Snapshot],
) -> tuple[Any, list[str]]:
    """The game of a transcript played again: the last state, and every line it writes."""
    lines: list[str] = []
    for action, answers in read(text):
        given = iter(answers)

        def answer(prompt: Prompt, seen: Snapshot, given: Iterator[Any] = given) -> Any:
            return hands(seen, prompt) if isinstance(prompt, Look) else next(given)

        outcome, table, new = play(rules, action, state, table, answer)
        state = outcome.state
        lines += new
    return state, lines
