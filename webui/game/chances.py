"""The odds of an action before it is declared, for the page.

Law: what is walked or sampled is the rule itself, over the table as it is now; nothing is
recorded. Choices are decided for the first option, and the page says so.
"""

from __future__ import annotations

import secrets

from rules.kernel.odds import Chances, Undecided, first_option, odds
from rules.kernel.protocol import Action, Outcome, Plain
from webui.game.game import Game

MOST_COURSES = 4_000
SAMPLES = 600
"""A tap must be answered within a second; 600 courses leave at most 2 % of standard error."""

SHOWN = 8


def chances(game: Game, action: Action) -> Plain:
    """The likeliest results of *action*, in the words of its effects.

    Raises:
        IllegalAction, Unmeasurable: from the rules.
    """
    present, table = game.present(), game.table()

    def key(outcome: Outcome) -> tuple[str, ...]:
        return tuple(effect.says for effect in outcome.effects if effect.says)

    try:
        found = odds(
            lambda: game.rules.resolve(action, present.state, table),
            key,
            secrets.randbelow,
            decide=first_option,
            most=MOST_COURSES,
            times=SAMPLES,
        )
    except Undecided as why:
        return {"results": [], "trouble": str(why)}
    return {"results": _listed(found), "trouble": "", **_how(found)}


def _listed(found: Chances[tuple[str, ...]]) -> list[Plain]:
    likeliest = sorted(found.chances.items(), key=lambda item: -item[1])
    return [
        {"says": list(says) or ["no effect"], "chance": float(chance)}
        for says, chance in likeliest[:SHOWN]
    ]


def _how(found: Chances[tuple[str, ...]]) -> dict[str, Plain]:
    return {"exact": found.exact, "courses": found.courses, "error": found.error}
