"""The first event of a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Army, BadState, RuleSet
from webui.game.events.checks import fault_of
from webui.game.journal.journal import Journal
from webui.game.told.called import armies_told_apart


def begin(
    journal: Journal,
    rules: RuleSet,
    armies: tuple[Army, Army],
    *,
    title: str,
    house: Mapping[str, str] | None = None,
    source: str = "hand",
    now: Callable[[], float] = time.time,
) -> None:
    """Write the first event of a game; units of one name get their id behind it.

    Raises:
        BadState, IllegalAction: the rule set does not take these armies or switches.
        Stale: the journal is not empty. CannotKeep.
    """
    chosen = dict(house or {})
    armies = armies_told_apart(armies)
    state = to_plain(rules.new_game(armies, chosen))
    body = {
        "title": title,
        "rules": rules.name,
        "edition": rules.edition,
        "armies": to_plain(armies),
        "house": chosen,
        "source": source,
        "at_s": max(0.0, now()),
    }
    why = fault_of("begin", body)
    if why:
        raise BadState(f"that cannot be kept: the beginning {why}")
    journal.append("begin", body, after=0, state=state)
