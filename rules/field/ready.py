"""A ready battle as a table of rows: who is in an army, and where each stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.kernel.protocol import Army, ArmyUnit, BaseShape
from vision.table.snapshot import Base, Pose


class Post(Struct, frozen=True):
    """A unit of a ready battle; ``x_in`` and ``y_in`` are the middle of its bases."""

    id: str
    kind: str
    name: str
    x_in: float
    y_in: float
    brigade: str = ""
    choices: dict[str, str] = {}


Shapes = Callable[[Post], tuple[BaseShape, ...]]
"""The bases of a unit, from its left to its right."""


def tags_of(post: Post, shapes: tuple[BaseShape, ...]) -> tuple[str, ...]:
    """What its bases are marked with: its id, or ``id/1``, ``id/2`` where there are several."""
    several = range(1, len(shapes) + 1)
    return (post.id,) if len(shapes) == 1 else tuple(f"{post.id}/{place}" for place in several)


def army_of(
    rules: str,
    side: str,
    posts: tuple[Post, ...],
    shapes: Shapes,
    name: str = "",
    brigades: dict[str, str] | None = None,
) -> Army:
    """The army of a side that those rows list."""
    units = tuple(
        ArmyUnit(post.id, post.kind, post.name, post.brigade, tags_of(post, shapes(post)),
                 post.choices)
        for post in posts
    )  # fmt: skip
    return Army(side, rules, units, name, brigades or {})


def drawn_up(
    side: str,
    posts: tuple[Post, ...],
    shapes: Shapes,
    facing_deg: float,
    *,
    height_in: float = 0.0,
    gap_in: Callable[[BaseShape], float] = lambda shape: 0.0,
) -> Iterator[Base]:
    """Every base of a side, those of a unit side by side about its middle, the first on its left.

    *facing_deg*: 90 or 270. *gap_in*: what is left free beside a base of that shape.
    """
    toward = -1.0 if facing_deg == 270.0 else 1.0
    for post in posts:
        bases = shapes(post)
        wide_in = sum(one.frontage_in + gap_in(one) for one in bases) - gap_in(bases[-1])
        left_in = -wide_in / 2
        for tag, one in zip(tags_of(post, bases), bases, strict=True):
            x_in = round(post.x_in + toward * (left_in + one.frontage_in / 2), 2)
            left_in += one.frontage_in + gap_in(one)
            yield Base(
                tag, one.frontage_in, one.depth_in, Pose(x_in, post.y_in, facing_deg), unit=post.id,
                side=side, kind=one.kind, round=one.round, height_in=height_in, figures=one.figures,
            )  # fmt: skip
