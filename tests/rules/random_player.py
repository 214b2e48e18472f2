"""A player who declares and answers at random, for any rule set; the seed is the test's."""

from __future__ import annotations

import random
from typing import Any

from rules.kernel.engine import Done, advance
from rules.kernel.prompts import Choose, Draw, Look, Prompt, Roll
from rules.kernel.protocol import Action, IllegalAction, Offer, Outcome, RuleSet
from vision.table.snapshot import Snapshot

MOST_PROMPTS = 400
SAME_LOOKS = 4


class Stuck(RuntimeError):
    """Models are to stand elsewhere, and this player never moves one."""


def any_answer(prompt: Prompt, table: Snapshot, chance: random.Random) -> Any:
    """A legal answer, as the prompt parses it; models asked to move stay where they are."""
    if isinstance(prompt, Roll):
        raw: Any = [chance.randint(1, prompt.sides) for _ in range(prompt.count)]
    elif isinstance(prompt, Choose):
        count = chance.randint(prompt.at_least, prompt.at_most)
        raw = [option.key for option in chance.sample(prompt.options, count)]
    elif isinstance(prompt, Draw):
        raw = chance.sample(prompt.cards, prompt.count)
    else:
        assert isinstance(prompt, Look)
        raw = table
    return prompt.parse(raw)


def declared(offer: Offer, chance: random.Random) -> Action:
    """The offer's action with one of the possible values for everything it needs."""
    more = {name: chance.choice(values) for name, values in offer.needs.items() if values}
    action = offer.action
    return Action(action.do, action.by, action.at, {**action.more, **more})


def play_out(
    rules: RuleSet, action: Action, state: Any, table: Snapshot, chance: random.Random
) -> tuple[Outcome, list[tuple[Prompt, Any]]]:
    """The action to its end, always by rebuilding it from its recorded answers.

    Raises:
        IllegalAction: the rules forbid it after all.
        Stuck: the same request to move models comes again and again.
    """
    answered: list[tuple[Prompt, Any]] = []
    while len(answered) < MOST_PROMPTS:
        asked = advance(rules.resolve(action, state, table), answered)
        if isinstance(asked, Done):
            return asked.outcome, answered
        if [one for one, _ in answered[-SAME_LOOKS:]] == [asked] * SAME_LOOKS:
            raise Stuck(asked.what)
        answered.append((asked, any_answer(asked, table, chance)))
    raise AssertionError(f"{action} asked more than {MOST_PROMPTS} questions")


def one_turn(
    rules: RuleSet, state: Any, table: Snapshot, chance: random.Random, tries: int = 12
) -> Outcome | None:
    """One random legal action to its end; None when none of a few could be carried out."""
    offers = [offer for offer in rules.actions(state, table) if offer.legal]
    for _ in range(tries):
        if not offers:
            return None
        offer = chance.choice(offers)
        try:
            outcome, _ = play_out(rules, declared(offer, chance), state, table, chance)
        except (IllegalAction, Stuck):
            continue
        return outcome
    return None
