"""A ready battle: two small armies on a 6 ft by 4 ft table with hills, a wood and a hedge."""

from __future__ import annotations

from rules.field.ready import Host, Order, Post, ready
from rules.kernel.protocol import BaseShape, Demo
from rules.matchlocks.army import ROSTER
from vision.table.snapshot import Snapshot, Terrain

SIZE_IN = (72.0, 48.0)

_SHAPES: dict[str, tuple[BaseShape, ...]] = {kind.kind: kind.bases for kind in ROSTER.kinds}

_HILL = ((4.0, 20.0), (8.0, 16.0), (15.0, 16.0), (18.0, 21.0), (14.0, 26.0), (7.0, 25.0))
_HIGH_HILL = ((50.0, 31.0), (56.0, 29.0), (62.0, 32.0), (61.0, 38.0), (54.0, 39.0))
_WOOD = ((30.0, 27.0), (36.0, 25.0), (40.0, 29.0), (37.0, 33.0), (31.0, 32.0))
TERRAIN = (
    Terrain("hill", _HILL, 1.0, "Beacon Hill", level=1),
    Terrain("hill", _HIGH_HILL, 2.0, "Windmill Hill", level=2),
    Terrain("wood", _WOOD, 0.0, "Monk's Wood"),
    Terrain("hedge", ((44.0, 20.0), (58.0, 21.0)), 0.5, "the hedge", is_line=True),
)

# fmt: off
ROYALISTS = (
    Post("RB1", "battalia", "Gerard's Foot", 30.0, 8.0, "Gerard"),
    Post("RB2", "battalia", "Lisle's Foot", 42.0, 8.0, "Gerard", {"quality": "raw"}),
    Post("RF1", "forlorn", "Commanded Musketeers", 36.0, 13.0, "Gerard"),
    Post("RH1", "harquebusiers", "Prince Rupert's Horse", 58.0, 9.0, "Rupert",
         {"quality": "veteran", "formation": "line"}),
    Post("RH2", "harquebusiers", "Byron's Horse", 58.0, 5.0, "Rupert", {"formation": "line"}),
    Post("RG1", "field_gun", "Roaring Meg", 22.0, 7.0, "Gerard"),
    Post("RL0", "general", "Prince Rupert", 48.0, 4.0),
    Post("RL1", "brigadier", "Sir Charles Gerard", 36.0, 5.0),
    Post("RL2", "brigadier", "Lord Byron", 52.0, 7.0, "", {"class": "3"}),
)
PARLIAMENT = (
    Post("PB1", "battalia", "Barclay's Foot", 30.0, 40.0, "Skippon"),
    Post("PB2", "battalia", "Holborne's Foot", 42.0, 41.0, "Skippon", {"quality": "veteran"}),
    Post("PF1", "forlorn", "Forlorn Hope", 24.0, 36.0, "Skippon"),
    Post("PH1", "harquebusiers", "Cromwell's Horse", 14.0, 39.0, "Cromwell",
         {"quality": "veteran"}),
    Post("PH2", "cuirassiers", "Haselrig's Lobsters", 14.0, 43.0, "Cromwell"),
    Post("PG1", "field_gun", "Sweet Lips", 50.0, 43.0, "Skippon"),
    Post("PL0", "general", "Earl of Essex", 24.0, 44.0),
    Post("PL1", "brigadier", "Philip Skippon", 36.0, 44.0),
    Post("PL2", "brigadier", "Oliver Cromwell", 19.0, 41.0, "", {"class": "3"}),
)
# fmt: on


def demo() -> Demo:
    """Two brigades a side, a gun, a Forlorn, and the ground between them."""
    says = "Two brigades a side meet between two hills, a wood and a hedge."
    hosts = (
        Host("Royalists", ROYALISTS, "the army of Royalists", {"Gerard": "RL1", "Rupert": "RL2"}),
        Host("Parliament", PARLIAMENT, "the army of Parliament",
             {"Skippon": "PL1", "Cromwell": "PL2"}),
    )  # fmt: skip
    order = Order(_shapes, lambda shape: 0.6 if shape.kind == "loose" else 0.0)
    table = Snapshot(SIZE_IN, terrain=TERRAIN)
    return ready("matchlocks", "Edgecote Lane", says, hosts, order, table)


def _shapes(post: Post) -> tuple[BaseShape, ...]:
    """Horse in line stand in one rank."""
    if post.kind == "harquebusiers" and post.choices.get("formation") == "line":
        return (BaseShape("horse", 6.3, 1.2, 8),)
    return _SHAPES[post.kind]
