"""Actions entered in any order: the same question gets the same answer, whenever it comes.

Dice are fixed by what is asked and how often it came; so two orders of entry throw the same dice
for the same things, and what happens at once has to end the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import permutations
from typing import Any
from zlib import crc32

import msgspec

from rules.kernel.prompts import Choose, Look, Roll
from rules.kernel.protocol import Action, IllegalAction, RuleSet
from vision.table.snapshot import Snapshot

Hands = Callable[[Look, Snapshot], Snapshot]
"""Where the models are put when they are to be moved."""


def throw(what: str, nth: int, seed: int) -> int:
    """The same die for the same question."""
    return crc32(f"{what} {nth} {seed}".encode()) // 7 % 6 + 1


def played(
    rules: RuleSet,
    state: Any,
    table: Snapshot,
    actions: Iterable[Action],
    seed: int,
    wishes: Mapping[str, str],
    hands: Hands = lambda look, seen: seen,
) -> Any:
    """The state after some actions in that order; what is refused is left out.

    *wishes*: what is chosen where a question holds those words, if it can be; else the first.
    """
    asked: Counter[str] = Counter()
    for action in actions:
        try:
            rule, reply = rules.resolve(action, state, table), None
            seen = table
            while True:
                prompt = rule.send(reply)
                if isinstance(prompt, Roll):
                    faces = []
                    for _ in range(prompt.count):
                        asked[prompt.what] += 1
                        faces.append(throw(prompt.what, asked[prompt.what], seed))
                    reply = tuple(faces)
                elif isinstance(prompt, Look):
                    reply = seen = prompt.parse(hands(prompt, seen))
                else:
                    assert isinstance(prompt, Choose)
                    reply = prompt.parse([wished(prompt, wishes)])
        except StopIteration as stop:
            state, table = stop.value.state, seen
        except IllegalAction:
            continue
    return state


def wished(prompt: Choose, wishes: Mapping[str, str]) -> str:
    """The wish that fits the question, or else its first option."""
    keys = [option.key for option in prompt.options]
    found = (wish for words, wish in wishes.items() if words in prompt.what and wish in keys)
    return next(found, keys[0])


def ends(
    rules: RuleSet,
    state: Any,
    table: Snapshot,
    actions: tuple[Action, ...],
    seed: int,
    wishes: Mapping[str, str],
    same: Callable[[Any], Any] = lambda state: state,
    hands: Hands = lambda look, seen: seen,
) -> int:
    """How many different states the orders of entry lead to; one is right.

    *same*: the state less what does not count, like the order of its lists.
    """
    found = {
        msgspec.json.encode(same(played(rules, state, table, order, seed, wishes, hands)))
        for order in permutations(actions)
    }
    return len(found)
