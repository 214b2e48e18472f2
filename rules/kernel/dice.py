"""Arithmetic on thrown dice that two or more books share. Plain functions of plain values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def successes(faces: Iterable[int], need: int) -> int:
    """How many faces are *need* or more."""
    return len([face for face in faces if face >= need])


def count_of(faces: Iterable[int], face: int) -> int:
    """How many dice show exactly *face*."""
    return tuple(faces).count(face)


def half_up(quarters: int) -> int:
    """A number given in quarters, rounded to the nearest whole, halves up: 10 quarters are 3."""
    return (quarters + 2) // 4


def rethrown(
    faces: tuple[int, ...], places: tuple[int, ...], again: tuple[int, ...]
) -> tuple[int, ...]:
    """*faces* with those at *places* replaced by the new throw, in order."""
    new = dict(zip(places, again, strict=True))
    return tuple([new.get(index, face) for index, face in enumerate(faces)])


def written(faces: Iterable[int]) -> str:
    """Dice as people write them: ``6 6 4 1``."""
    return " ".join(map(str, faces)) or "no dice"


@lru_cache(maxsize=256)
def faces_alike(
    need: int, apart: tuple[int, ...] = (), sides: int = 6
) -> tuple[tuple[int, ...], ...]:
    """The faces in groups a rule treats alike: below *need*, from *need* on, and each face
    of *apart* on its own."""
    low = tuple(f for f in range(1, sides + 1) if f < need and f not in apart)
    high = tuple(f for f in range(1, sides + 1) if f >= need and f not in apart)
    return tuple(group for group in (*((f,) for f in apart), low, high) if group)
