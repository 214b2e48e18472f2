"""What the working of a throw will say whatever the dice show.

Law: pure. A book rules after the dice have fallen; why so many are thrown, and why at that
number, is the same for every throw and can be told before it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rules.kernel.engine import advance, rulings_so_far
from rules.kernel.prompts import Prompt, Roll, Steps
from rules.kernel.protocol import Modifier, Outcome


def known_before(
    rule: Callable[[], Steps[Outcome]], answered: Sequence[tuple[Prompt, Any]], asked: Roll
) -> tuple[Modifier, ...]:
    """The lines that the next ruling holds with the lowest and with the highest dice alike.

    *rule* builds the rule anew; *answered* is what came before *asked*, which is open. Empty
    when the rule asks again before it rules.

    Raises:
        ReplayError, and whatever the rule raises on such dice.
    """
    low, high = (
        _next_lines(rule(), answered, asked, (face,) * asked.count) for face in (1, asked.sides)
    )
    return tuple(line for line in low if line in high)


def _next_lines(
    rule: Steps[Outcome],
    answered: Sequence[tuple[Prompt, Any]],
    asked: Roll,
    faces: tuple[int, ...],
) -> tuple[Modifier, ...]:
    advance(rule, answered)
    before = len(rulings_so_far(rule))
    try:
        rule.send(asked.parse(faces))
    except StopIteration as stop:
        rulings = stop.value.rulings
    else:
        rulings = rulings_so_far(rule)
    return next((one.modifiers for one in rulings[before:] if one.modifiers), ())
