"""A ready battle for half an hour: two small armies on a table of four by three feet."""

from __future__ import annotations

from rules.field.ready import Host, Order, Post, ready
from rules.kernel.protocol import BaseShape, Demo
from rules.quickplay.tables import BASE_IN
from vision.table.snapshot import Snapshot, Terrain

# fmt: off
RED = (
    Post("R0", "general", "Sir Amyas", 24, 4), Post("R1", "pikes", "The Trained Band", 20, 8),
    Post("R2", "musketeers", "Hale's Shot", 24, 8), Post("R3", "musketeers", "Wyn's Shot", 28, 8),
    Post("R4", "horse", "The Old Horse", 36, 8), Post("R5", "gun", "Long Meg", 14, 8),
    Post("R6", "horse", "The New Horse", 8, 8),
)
BLUE = (
    Post("B0", "general", "Colonel Dray", 24, 32), Post("B1", "pikes", "The Town Pikes", 28, 28),
    Post("B2", "pikes", "The Tall Pikes", 24, 28), Post("B3", "musketeers", "Lowe's Shot", 20, 28),
    Post("B4", "dragoons", "Pell's Dragoons", 10, 28),
    Post("B5", "horse", "The Grey Horse", 36, 28), Post("B6", "musketeers", "Rudd's Shot", 32, 28),
)
# fmt: on
TERRAIN = (
    Terrain("wood", ((4.0, 15.0), (12.0, 14.0), (13.0, 21.0), (5.0, 22.0)), 3.0, "the wood"),
    Terrain("hedge", ((26.0, 18.0), (38.0, 18.0)), 0.6, "the hedge", is_line=True),
)


def demo() -> Demo:
    """Both hold a hundred points at most."""
    says = "The rules fit on one page and are Drumhead's own: nobody needs a book."
    order = Order(lambda post: (BaseShape(post.kind, *BASE_IN, 6),), height_in=1.2)
    return ready("quickplay", "A morning's skirmish", says, (Host("red", RED), Host("blue", BLUE)),
                 order, Snapshot((48.0, 36.0), terrain=TERRAIN))  # fmt: skip
