"""A ready battle: two small armies of the English Civil War on a table of 6 by 4 feet."""

from __future__ import annotations

from rules.kernel.protocol import Army, ArmyUnit, Demo
from vision.table.reading import Point
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

SIZE_IN: Point = (72.0, 48.0)
MM_IN = 25.4

Part = tuple[str, str, float, float, int]
"""A base of a unit: tag, kind, frontage mm, depth mm, figures."""


def _wings(tag: str) -> tuple[Part, ...]:
    """Foot 2 deep: 4 files of muskets, 4 of pikes, 4 of muskets, 10 mm a file."""
    return (
        (f"{tag}1", "musket", 40.0, 30.0, 8),
        (f"{tag}2", "pike", 40.0, 30.0, 8),
        (f"{tag}3", "musket", 40.0, 30.0, 8),
    )


def _troops(tag: str, kind: str = "horse") -> tuple[Part, ...]:
    """Two troops of 6 in one rank, 12.5 mm a file."""
    return (f"{tag}1", kind, 75.0, 25.0, 6), (f"{tag}2", kind, 75.0, 25.0, 6)


Placed = tuple[str, str, dict[str, str], tuple[Part, ...], Point]
KING: tuple[Placed, ...] = (
    ("KF1", "foot", {"ability": "Trained", "morale": "Average"}, _wings("KA"), (30.0, 14.0)),
    ("KF2", "foot", {"ability": "Raw", "morale": "Poor"}, _wings("KB"), (40.0, 14.0)),
    ("KH1", "horse", {"ability": "Trained", "morale": "Good"}, _troops("KC"), (16.0, 14.0)),
    ("KH2", "horse", {"ability": "Trained", "morale": "Good"}, _troops("KD"), (56.0, 14.0)),
    ("KG1", "gun", {"gun": "Saker"}, (("KE1", "gun", 40.0, 60.0, 3),), (35.0, 12.0)),
    ("KC", "general", {}, (("KR1", "general", 25.0, 25.0, 1),), (35.0, 8.0)),
)
PARLIAMENT: tuple[Placed, ...] = (
    ("PF1", "foot", {"ability": "Trained", "morale": "Average"}, _wings("PA"), (30.0, 34.0)),
    ("PF2", "foot", {"ability": "Trained", "morale": "Average"}, _wings("PB"), (40.0, 34.0)),
    ("PH1", "horse", {"ability": "Raw", "morale": "Average"}, _troops("PC"), (16.0, 34.0)),
    (
        "PD1",
        "dragoons",
        {"figures": "12", "morale": "Average"},
        _troops("PL", "dragoon"),
        (56.0, 34.0),
    ),
    ("PG1", "gun", {"gun": "Demi-Culverin"}, (("PE1", "gun", 40.0, 60.0, 3),), (35.0, 36.0)),
    ("PC", "general", {}, (("PR1", "general", 25.0, 25.0, 1),), (35.0, 40.0)),
)
NAMES = {
    "KF1": "Rosse's foot",
    "KF2": "Hale's foot",
    "KH1": "Vane's horse",
    "KH2": "Mowbray's horse",
    "KG1": "The saker",
    "KC": "Lord Mowbray",
    "PF1": "Strode's foot",
    "PF2": "Onslow's foot",
    "PH1": "Fane's horse",
    "PD1": "Wray's dragoons",
    "PG1": "The demi-culverin",
    "PC": "Sir John Fane",
}


def demo() -> Demo:
    """The king's horse against Parliament's foot, with every base placed."""
    bases = _bases("King", KING, 90.0) + _bases("Parliament", PARLIAMENT, 270.0)
    return Demo(
        "Marston Lane",
        "Good horse on both wings of the King, steadier foot and heavier shot for Parliament.",
        (_army("King", KING), _army("Parliament", PARLIAMENT)),
        Snapshot(SIZE_IN, bases, TERRAIN),
    )


TERRAIN = (
    Terrain(
        "hill", ((4.0, 20.0), (12.0, 20.0), (12.0, 28.0), (4.0, 28.0)), 1.0, "Clump Hill", level=1
    ),
    Terrain("wood", ((60.0, 20.0), (68.0, 20.0), (68.0, 28.0), (60.0, 28.0)), 0.0, "Wilstrop Wood"),
    Terrain("hedge", ((24.0, 30.0), (34.0, 30.0)), 0.3, "the hedge", True),
)


def _army(side: str, rows: tuple[Placed, ...]) -> Army:
    units = tuple(
        ArmyUnit(name, kind, NAMES[name], bases=tuple(part[0] for part in parts), choices=choices)
        for name, kind, choices, parts, _ in rows
    )
    return Army(side, "armatys", units, name=f"{side}'s army")


def _bases(side: str, rows: tuple[Placed, ...], facing_deg: float) -> tuple[Base, ...]:
    found = []
    for name, _kind, _choices, parts, (x_in, y_in) in rows:
        whole = sum(part[2] for part in parts) / MM_IN
        left = x_in - whole / 2
        for tag, part_kind, wide_mm, deep_mm, figures in parts:
            wide, deep = wide_mm / MM_IN, deep_mm / MM_IN
            pose = Pose(left + wide / 2, y_in, facing_deg)
            found.append(
                Base(
                    tag,
                    wide,
                    deep,
                    pose,
                    unit=name,
                    side=side,
                    kind=part_kind,
                    figures=figures,
                    height_in=0.12,
                )
            )
            left += wide
    return tuple(found)
