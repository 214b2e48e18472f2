"""A ready battle as a table of rows: who is in an army, and where each stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from rules.kernel.protocol import Army, ArmyUnit, BaseShape, Demo
from vision.table.snapshot import Base, Pose, Snapshot


class Post(Struct, frozen=True):
    """A unit of a ready battle; ``x_in`` and ``y_in`` are the middle of its bases in front.

    ``files``: so many of its bases stand side by side, the others behind them; all for 0.
    ``tag``: what its bases are numbered behind, where that is not its id.
    """

    id: str
    kind: str
    name: str
    x_in: float
    y_in: float
    brigade: str = ""
    choices: dict[str, str] = {}
    files: int = 0
    tag: str = ""


class Host(Struct, frozen=True):
    """One side of a ready battle; the rest is as its army has it."""

    side: str
    posts: tuple[Post, ...]
    name: str = ""
    brigades: dict[str, str] = {}
    house: dict[str, str] = {}


class Order(Struct, frozen=True):
    """How bases stand: those of a unit, from its left to its right, by ``shapes``; so much free
    ``beside_in`` one of a shape and ``behind_in`` it; inches are rounded to so many ``digits``."""

    shapes: Callable[[Post], tuple[BaseShape, ...]]
    beside_in: Callable[[BaseShape], float] = lambda shape: 0.0
    behind_in: float = 0.0
    height_in: float = 0.0
    digits: int = 9


def ready(
    rules: str,
    title: str,
    says: str,
    hosts: tuple[Host, Host],
    order: Order,
    table: Snapshot,
    **house: str,
) -> Demo:
    """The battle of two hosts on an empty *table*: the first looks north, the second south."""
    one, two = hosts
    bases = (*drawn_up(one, order, 90.0), *drawn_up(two, order, 270.0))
    armies = army_of(rules, one, order), army_of(rules, two, order)
    return Demo(title, says, armies, Snapshot(table.size_in, bases, table.terrain), house)


def army_of(rules: str, host: Host, order: Order) -> Army:
    """The army that those rows list."""
    units = tuple(
        ArmyUnit(post.id, post.kind, post.name, post.brigade,
                 tags_of(post, len(order.shapes(post))), post.choices)
        for post in host.posts
    )  # fmt: skip
    return Army(host.side, rules, units, host.name, host.brigades, host.house)


def tags_of(post: Post, bases: int) -> tuple[str, ...]:
    """What its bases are marked with: its id, or ``id/1``, ``id/2`` where there are several."""
    if bases == 1 and not post.tag:
        return (post.id,)
    return tuple(f"{post.tag or post.id + '/'}{place}" for place in range(1, bases + 1))


def drawn_up(host: Host, order: Order, facing_deg: float) -> Iterator[Base]:
    """Every base of a side, those of a unit about its middle, the first on its left.

    *facing_deg*: 90 or 270.
    """
    toward = -1.0 if facing_deg == 270.0 else 1.0
    for post in host.posts:
        bases = order.shapes(post)
        free_in = [one.frontage_in + order.beside_in(one) for one in bases]
        files = post.files or len(bases)
        whole_in = sum(free_in[:files]) - order.beside_in(bases[files - 1])
        for place, (tag, one) in enumerate(zip(tags_of(post, len(bases)), bases, strict=True)):
            rank, file = divmod(place, files)
            right_in = sum(free_in[:file]) + one.frontage_in / 2 - whole_in / 2
            back_in = rank * (one.depth_in + order.behind_in)
            at = post.x_in + toward * right_in, post.y_in - toward * back_in
            x_in, y_in, wide_in, deep_in = (
                round(each_in, order.digits) for each_in in (*at, one.frontage_in, one.depth_in)
            )
            yield Base(
                tag, wide_in, deep_in, Pose(x_in, y_in, facing_deg), unit=post.id, side=host.side,
                kind=one.kind, round=one.round, height_in=order.height_in, figures=one.figures,
            )  # fmt: skip
