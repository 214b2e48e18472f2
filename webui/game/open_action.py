"""The action that is open, read back from the journal: the only thing that is ever replayed,
and only when the program has not itself seen it being played.

Law: reads, never writes. An answer is fed back exactly as it was recorded, with the question
it answered; the engine compares the questions.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import msgspec

from rules.kernel.engine import Done, ReplayError, advance, rulings_so_far
from rules.kernel.plain import from_plain, prompt_from_plain
from rules.kernel.prompts import Look, Prompt
from rules.kernel.protocol import Action, IllegalAction, Outcome, Plain, RuleSet
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot
from webui.game.journal.journal import Event, History, Journal
from webui.game.position import Opened
from webui.game.seen.live import LiveTable

log = logging.getLogger(__name__)

BY_PROGRAM = "by the program"
"""How dice and cards were had that nobody has typed."""
MOST_IN = 10_000
"""No table is longer, inches."""
BY_FAULT = "the program has made a mistake, which is in the log"


def snapshot_of(journal: History, event: int) -> Snapshot:
    """The table that was frozen into an event.

    Raises:
        KeyError: none was, or it cannot be read any more.
    """
    kept = journal.kept(event, "snapshot")
    if kept is None:
        raise KeyError(event)
    try:
        table = msgspec.json.decode(kept, type=Snapshot)
    except (ValueError, RecursionError):
        log.warning("the table of step %s cannot be read", event)
        raise KeyError(event) from None
    if not all(0 < side <= MOST_IN for side in table.size_in):
        raise KeyError(event)
    return table


def read_opened(
    journal: Journal, rules: RuleSet, line: Sequence[Event], state: Any
) -> Opened | None:
    """The open action of *line* with what it asks now; None when none is open."""
    declared, answers = since_declared(line)
    if declared is None:
        return None
    action = from_plain(declared.body["action"], Action)
    table = snapshot_of(journal, declared.id)
    answered = tuple(_recorded(journal, event) for event in answers)
    try:
        rule = rules.resolve(action, state, table)
        asked = advance(rule, answered)
    except (ReplayError, IllegalAction, Unmeasurable) as why:
        return Opened(declared.id, action, table, answered, None, str(why))
    except Exception as why:
        # A fault of the rule set must not take the whole game away: the action can be.
        log.error("the open action cannot be replayed", exc_info=why)
        return Opened(declared.id, action, table, answered, None, BY_FAULT)
    so_far = rulings_so_far(rule)
    return Opened(declared.id, action, table, answered, still_asked(asked), so_far=so_far)


def still_asked(asked: Prompt | Done[Outcome]) -> Prompt | None:
    """The open question, None when all was answered."""
    return None if isinstance(asked, Done) else asked


def since_declared(line: Sequence[Event]) -> tuple[Event | None, list[Event]]:
    """The declaration of the action that is open on *line*, None when none is; its answers."""
    declared: Event | None = None
    answers: list[Event] = []
    for event in line:
        if event.kind in ("declare", "done"):
            declared = event if event.kind == "declare" else None
            answers = []
        elif event.kind == "answer":
            answers.append(event)
    return declared, answers


def _recorded(journal: Journal, event: Event) -> tuple[Prompt, Any]:
    prompt = prompt_from_plain(event.body["prompt"])
    if isinstance(prompt, Look):
        return prompt, snapshot_of(journal, event.id)
    answer = event.body["answer"]
    return prompt, tuple(answer) if isinstance(answer, list) else answer


def thrown_before(journal: Journal, prompt: Prompt, after: int) -> Plain | None:
    """What the program threw when it was asked the same at the same head, None if never."""
    for event in journal.everything():
        thrown = event.parent == after and event.body.get("how") == BY_PROGRAM
        if thrown and prompt_from_plain(event.body["prompt"]) == prompt:
            return event.body["answer"]
    return None


def kept_of(live: LiveTable, table: Snapshot) -> dict[str, bytes]:
    """What is kept with an event that froze *table*: itself, and the picture it was seen in."""
    kept = {"snapshot": msgspec.json.encode(table)}
    view = live.top_view()
    if view is not None:
        kept["picture"] = view.jpeg
        kept["view"] = msgspec.json.encode(
            {"px_per_in": view.px_per_in, "margin_in": view.margin_in}
        )
    return kept
