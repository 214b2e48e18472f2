"""A ready battle: two small armies on a 6 ft by 4 ft table with hills, a wood and a hedge."""

from __future__ import annotations

from rules.kernel.protocol import Army, ArmyUnit, BaseShape, Demo
from rules.matchlocks.army import ROSTER
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

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

Row = tuple[str, str, str, str, dict[str, str], float, float]

# id, kind, name, brigade, choices, x_in, y_in of the unit's middle
_ROYALISTS: tuple[Row, ...] = (
    ("RB1", "battalia", "Gerard's Foot", "Gerard", {}, 30.0, 8.0),
    ("RB2", "battalia", "Lisle's Foot", "Gerard", {"quality": "raw"}, 42.0, 8.0),
    ("RF1", "forlorn", "Commanded Musketeers", "Gerard", {}, 36.0, 13.0),
    ("RH1", "harquebusiers", "Prince Rupert's Horse", "Rupert",
     {"quality": "veteran", "formation": "line"}, 58.0, 9.0),
    ("RH2", "harquebusiers", "Byron's Horse", "Rupert", {"formation": "line"}, 58.0, 5.0),
    ("RG1", "field_gun", "Roaring Meg", "Gerard", {}, 22.0, 7.0),
    ("RL0", "general", "Prince Rupert", "", {}, 48.0, 4.0),
    ("RL1", "brigadier", "Sir Charles Gerard", "", {}, 36.0, 5.0),
    ("RL2", "brigadier", "Lord Byron", "", {"class": "3"}, 52.0, 7.0),
)  # fmt: skip
_PARLIAMENT: tuple[Row, ...] = (
    ("PB1", "battalia", "Barclay's Foot", "Skippon", {}, 30.0, 40.0),
    ("PB2", "battalia", "Holborne's Foot", "Skippon", {"quality": "veteran"}, 42.0, 41.0),
    ("PF1", "forlorn", "Forlorn Hope", "Skippon", {}, 24.0, 36.0),
    ("PH1", "harquebusiers", "Cromwell's Horse", "Cromwell", {"quality": "veteran"}, 14.0, 39.0),
    ("PH2", "cuirassiers", "Haselrig's Lobsters", "Cromwell", {}, 14.0, 43.0),
    ("PG1", "field_gun", "Sweet Lips", "Skippon", {}, 50.0, 43.0),
    ("PL0", "general", "Earl of Essex", "", {}, 24.0, 44.0),
    ("PL1", "brigadier", "Philip Skippon", "", {}, 36.0, 44.0),
    ("PL2", "brigadier", "Oliver Cromwell", "", {"class": "3"}, 19.0, 41.0),
)


def demo() -> Demo:
    """Two brigades a side, a gun, a Forlorn, and the ground between them."""
    armies = (
        _army("Royalists", _ROYALISTS, {"Gerard": "RL1", "Rupert": "RL2"}),
        _army("Parliament", _PARLIAMENT, {"Skippon": "PL1", "Cromwell": "PL2"}),
    )
    placed = [
        base
        for army, rows, facing_deg in zip(
            armies, (_ROYALISTS, _PARLIAMENT), (90.0, 270.0), strict=True
        )
        for unit, row in zip(army.units, rows, strict=True)
        for base in _placed(army.side, unit, row[5], row[6], facing_deg)
    ]
    says = "Two brigades a side meet between two hills, a wood and a hedge."
    return Demo("Edgecote Lane", says, armies, Snapshot(SIZE_IN, tuple(placed), TERRAIN))


def _army(side: str, rows: tuple[Row, ...], brigades: dict[str, str]) -> Army:
    units = tuple(
        ArmyUnit(key, kind, name, brigade, _payloads(key, kind, choices), choices)
        for key, kind, name, brigade, choices, _, _ in rows
    )
    return Army(side, "matchlocks", units, f"the army of {side}", brigades)


def _payloads(key: str, kind: str, choices: dict[str, str]) -> tuple[str, ...]:
    shapes = shapes_of(kind, choices)
    return (key,) if len(shapes) == 1 else tuple(f"{key}/{i + 1}" for i in range(len(shapes)))


def shapes_of(kind: str, choices: dict[str, str]) -> tuple[BaseShape, ...]:
    """The bases of a unit; horse in line stand in one rank."""
    if kind == "harquebusiers" and choices.get("formation") == "line":
        return (BaseShape("horse", 6.3, 1.2, 8),)
    return _SHAPES[kind]


def _placed(
    side: str, unit: ArmyUnit, x_in: float, y_in: float, facing_deg: float
) -> tuple[Base, ...]:
    """A unit's bases side by side about a point, the first one on its left."""
    shapes = shapes_of(unit.kind, unit.choices)
    gap_in = 0.6 if shapes[0].kind == "loose" else 0.0
    wide_in = sum(shape.frontage_in for shape in shapes) + gap_in * (len(shapes) - 1)
    toward = -1.0 if facing_deg == 270.0 else 1.0
    left_in = -wide_in / 2
    placed = []
    for payload, shape in zip(unit.bases, shapes, strict=True):
        middle_in = left_in + shape.frontage_in / 2
        left_in += shape.frontage_in + gap_in
        pose = Pose(round(x_in + toward * middle_in, 2), y_in, facing_deg)
        placed.append(
            Base(
                payload,
                shape.frontage_in,
                shape.depth_in,
                pose,
                unit=unit.id,
                side=side,
                kind=shape.kind,
                round=shape.round,
                figures=shape.figures,
            )
        )
    return tuple(placed)
