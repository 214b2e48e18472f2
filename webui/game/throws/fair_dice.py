"""Fair dice and shuffled decks, from the system's own source of chance.

Only faces and cards are ever recorded, never a seed.
"""

from __future__ import annotations

import secrets

from rules.kernel.prompts import BadAnswer, Draw, Roll


def throw(prompt: Roll | Draw) -> list[int] | list[str]:
    """The dice or cards that *prompt* asks for.

    Raises:
        BadAnswer: the deck has fewer cards than are to be drawn.
    """
    if isinstance(prompt, Roll):
        return [secrets.randbelow(prompt.sides) + 1 for _ in range(prompt.count)]
    if prompt.count > len(prompt.cards):
        raise BadAnswer(f"{prompt.what}: the deck has only {len(prompt.cards)} cards left")
    return secrets.SystemRandom().sample(list(prompt.cards), prompt.count)
