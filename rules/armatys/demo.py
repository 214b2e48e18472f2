"""A ready battle: two small armies of the English Civil War on a table of 6 by 4 feet."""

from __future__ import annotations

from rules.field.ready import Host, Order, Post, ready
from rules.kernel.protocol import BaseShape, Demo
from vision.table.snapshot import Snapshot, Terrain

MM_IN = 25.4

# fmt: off
KING = (
    Post("KF1", "foot", "Rosse's foot", 30.0, 14.0, tag="KA",
         choices={"ability": "Trained", "morale": "Average"}),
    Post("KF2", "foot", "Hale's foot", 40.0, 14.0, tag="KB",
         choices={"ability": "Raw", "morale": "Poor"}),
    Post("KH1", "horse", "Vane's horse", 16.0, 14.0, tag="KC",
         choices={"ability": "Trained", "morale": "Good"}),
    Post("KH2", "horse", "Mowbray's horse", 56.0, 14.0, tag="KD",
         choices={"ability": "Trained", "morale": "Good"}),
    Post("KG1", "gun", "The saker", 35.0, 12.0, tag="KE", choices={"gun": "Saker"}),
    Post("KC", "general", "Lord Mowbray", 35.0, 8.0, tag="KR"),
)
PARLIAMENT = (
    Post("PF1", "foot", "Strode's foot", 30.0, 34.0, tag="PA",
         choices={"ability": "Trained", "morale": "Average"}),
    Post("PF2", "foot", "Onslow's foot", 40.0, 34.0, tag="PB",
         choices={"ability": "Trained", "morale": "Average"}),
    Post("PH1", "horse", "Fane's horse", 16.0, 34.0, tag="PC",
         choices={"ability": "Raw", "morale": "Average"}),
    Post("PD1", "dragoons", "Wray's dragoons", 56.0, 34.0, tag="PL",
         choices={"figures": "12", "morale": "Average"}),
    Post("PG1", "gun", "The demi-culverin", 35.0, 36.0, tag="PE",
         choices={"gun": "Demi-Culverin"}),
    Post("PC", "general", "Sir John Fane", 35.0, 40.0, tag="PR"),
)
TERRAIN = (
    Terrain("hill", ((4.0, 20.0), (12.0, 20.0), (12.0, 28.0), (4.0, 28.0)), 1.0, "Clump Hill",
            level=1),
    Terrain("wood", ((60.0, 20.0), (68.0, 20.0), (68.0, 28.0), (60.0, 28.0)), 0.0, "Wilstrop Wood"),
    Terrain("hedge", ((24.0, 30.0), (34.0, 30.0)), 0.3, "the hedge", True),
)
# fmt: on


def _base(kind: str, wide_mm: float, deep_mm: float, figures: int) -> BaseShape:
    return BaseShape(kind, wide_mm / MM_IN, deep_mm / MM_IN, figures)


_SHOT, _PIKE = _base("musket", 40.0, 30.0, 8), _base("pike", 40.0, 30.0, 8)
SHAPES: dict[str, tuple[BaseShape, ...]] = {
    "foot": (_SHOT, _PIKE, _SHOT),
    "horse": (_base("horse", 75.0, 25.0, 6),) * 2,
    "dragoons": (_base("dragoon", 75.0, 25.0, 6),) * 2,
    "gun": (_base("gun", 40.0, 60.0, 3),),
    "general": (_base("general", 25.0, 25.0, 1),),
}
"""Foot 2 deep, 4 files a base of 10 mm each; horse in troops of 6 in one rank, 12.5 mm a file."""


def demo() -> Demo:
    """The king's horse against Parliament's foot, with every base placed."""
    says = "Good horse on both wings of the King, steadier foot and heavier shot for Parliament."
    hosts = Host("King", KING, "King's army"), Host("Parliament", PARLIAMENT, "Parliament's army")
    order = Order(lambda post: SHAPES[post.kind], height_in=0.12)
    table = Snapshot((72.0, 48.0), terrain=TERRAIN)
    return ready("armatys", "Marston Lane", says, hosts, order, table)
