"""Arithmetic on thrown dice that two or more books share. Plain functions of plain values."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def successes(faces: Iterable[int], need: int) -> int:
    """How many faces are *need* or more."""
    return len([face for face in faces if face >= need])


class CountedDie(int):
    """A die that counts as another face than it ``shows``: people have said how many hits there
    were. A rule compares what it counts as; in words it is the face that fell."""

    shows: int

    def __new__(cls, counts: int, shows: int) -> CountedDie:
        """The die that counts so and shows that."""
        made = super().__new__(cls, counts)
        made.shows = shows
        return made

    def __str__(self) -> str:
        return str(self.shows)

    __repr__ = __str__


def counted(faces: tuple[int, ...], need: int, hits: int) -> tuple[int, ...]:
    """*faces* of which *hits* count as *need* or more: the first of those that do and then the
    first of the others; the rest counts as one less than *need* at most."""
    first = sorted(range(len(faces)), key=lambda k: faces[k] < need)[:hits]
    return tuple(
        face
        if (face >= need) == (k in first)
        else CountedDie(need if k in first else need - 1, face)
        for k, face in enumerate(faces)
    )


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
