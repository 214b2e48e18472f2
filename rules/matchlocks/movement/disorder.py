"""Disarray tokens: who gets them, and how many a unit can hold (DIS)."""

from __future__ import annotations

from rules.matchlocks.play import Play

MOST, MOST_AFTER_CHASE = 2, 3
"""Tokens a unit may hold; the long chase of horse is the one exception (DIS-08, MEL-66)."""


def disarray(
    play: Play,
    unit_id: str,
    why: str,
    rule: str,
    *,
    tokens: int = 1,
    most: int = MOST,
) -> Play:
    """*unit_id* takes Disarray, up to *most* in all (DIS-01, DIS-08, MOVE-31).

    A second token changes no dice; it only takes longer to rally off (DIS-05).
    """
    if play.state.phase == "over":
        return play
    unit = play.unit(unit_id)
    now = max(unit.disarray, min(most, unit.disarray + tokens))
    if now == unit.disarray:
        says = f"{unit.label}: {why}, but it holds {now} Disarray already"
        return play.step(says, rule, "NMM-DIS-08")
    play = play.change(unit_id, disarray=now)
    play = play.effect("disarray", unit_id, now, f"{unit.label} has {now} Disarray")
    return play.step(f"{unit.label} takes Disarray: {why}", rule, total=str(now))
