"""The dice of both sides: how many of each face, and how lucky they were against what was needed.

Law: reads the line being played. The expectation is arithmetic: a die of s faces that needs n
succeeds (s - n + 1) times in s.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from rules.kernel.protocol import Plain
from webui.game.told.replay.frames import Frame

SIX = 6


@dataclass(frozen=True, slots=True)
class SideDice:
    """``faces``: how often each face of six-sided dice came up, 1 first. ``mean``: of those dice,
    3.5 is even. ``hits`` of dice that needed a number, ``expected``: on average."""

    thrown: int
    faces: tuple[int, ...]
    mean: float
    hits: int
    expected: float


def dice_by_side(found: Sequence[Frame]) -> dict[str, SideDice]:
    """By side, of every throw that still holds."""
    thrown: dict[str, list[tuple[int, int | None]]] = {}
    for frame in found:
        for answer in frame.card.get("answers", []) if frame.holds else []:
            if answer["ask"] == "roll" and _is_six_sided(answer):
                dice = thrown.setdefault(str(answer["by"]), [])
                dice += [(int(face), answer.get("need")) for face in answer["answer"]]
    return {side: _of_side(dice) for side, dice in thrown.items()}


def _is_six_sided(answer: dict[str, Plain]) -> bool:
    return int(answer.get("sides") or SIX) == SIX and isinstance(answer["answer"], list)


def _of_side(dice: Sequence[tuple[int, int | None]]) -> SideDice:
    faces = Counter(face for face, _ in dice)
    needed = [(face, need) for face, need in dice if need is not None and 1 <= need <= SIX + 1]
    return SideDice(
        len(dice),
        tuple(faces[face] for face in range(1, SIX + 1)),
        sum(face for face, _ in dice) / len(dice) if dice else 0.0,
        sum(face >= need for face, need in needed),
        sum((SIX - need + 1) / SIX for _, need in needed),
    )
