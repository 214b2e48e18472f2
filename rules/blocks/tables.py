"""The book's tables as data: kinds of block, scores, target numbers, levels, zones."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Main = Literal["foot", "horse", "dragoons", "artillery"]


class Kind(Struct, frozen=True):
    """A kind of block. ``shoots``: range in squares, 0 for never. ``sight``: needs to see."""

    kind: str
    title: str
    main: Main
    shoots: int = 0
    sight: bool = True
    may_have_shot: bool = False
    rules: tuple[str, ...] = ()


KINDS: dict[str, Kind] = {
    kind.kind: kind
    for kind in (
        Kind("field gun", "Field or position artillery", "artillery", 10, rules=("MAP-ART-04",)),
        Kind("mortar", "Mortar", "artillery", 5, sight=False, rules=("MAP-ART-05",)),
        Kind("dragoons", "Dragoons", "dragoons", 1, rules=("MAP-DRG-02",)),
        Kind("musketry foot", "Foot, musketry", "foot", 1, rules=("MAP-FOOT-01",)),
        Kind("aggressive foot", "Foot, aggressive", "foot", 1, rules=("MAP-FOOT-01",)),
        Kind(
            "controlled horse",
            "Horse, controlled",
            "horse",
            may_have_shot=True,
            rules=("MAP-HORSE-03", "MAP-HORSE-10"),
        ),
        Kind("cuirassiers", "Cuirassiers", "horse", rules=("MAP-HORSE-05", "MAP-HORSE-10")),
        Kind(
            "impetuous horse",
            "Horse, impetuous",
            "horse",
            may_have_shot=True,
            rules=("MAP-HORSE-10",),
        ),
    )
}
COMMANDED_SHOT_RANGE = 1

COMBAT_SCORES: tuple[tuple[str, int | None, str], ...] = (
    ("same type", 2, "MAP-CMB-03"),
    ("foot against horse", None, "MAP-CMB-04"),
    ("impetuous horse charged", None, "MAP-CMB-05"),
    ("aggressive foot", None, "MAP-CMB-06"),
    ("surplus", 1, "MAP-CMB-07"),
    ("cuirassiers", None, "MAP-CMB-08"),
    ("dragoons not in terrain", -2, "MAP-CMB-09"),
    ("artillery", None, "MAP-CMB-10"),
)
"""Situation, printed score a block (None: a blank cell, MAP_MERGED), rule."""

SHOOTING_SCORES: tuple[tuple[str, int | None, str], ...] = (
    ("artillery", 3, "MAP-SHR-03"),
    ("active musketry foot", None, "MAP-SHR-04"),
    ("active aggressive foot", 2, "MAP-SHR-05"),
    ("dragoons", 1, "MAP-SHR-06"),
    ("horse with commanded shot", None, "MAP-SHR-07"),
    ("foot returning fire", None, "MAP-SHR-08"),
    ("target in cover", -1, "MAP-SHR-09"),
)

TARGETS: tuple[tuple[int, int, int, str], ...] = (
    (2, 6, 2, "MAP-CMB-12"),
    (3, 5, 3, "MAP-CMB-13"),
    (4, 4, 4, "MAP-CMB-14"),
    (5, 3, 5, "MAP-CMB-15"),
    (6, 2, 6, "MAP-CMB-16"),
)
"""Difference, least score of the active player, of the inactive player, rule."""


class Ground(Struct, frozen=True):
    """What a kind of square does. ``sight``: ``open``, ``always`` stops it, or ``level``:
    unless the viewer is higher."""

    title: str
    sight: Literal["open", "always", "level"] = "open"
    cover: bool = False
    dragoons: bool = False
    melee: bool = False
    rules: tuple[str, ...] = ()


GROUNDS: dict[str, Ground] = {
    "open": Ground("Open", rules=("MAP-TERR-08",)),
    "buildings": Ground(
        "Buildings", "level", cover=True, melee=True, rules=("MAP-TERR-02", "MAP-TERR-03")
    ),
    "enclosed": Ground(
        "Enclosed or ploughed",
        cover=True,
        dragoons=True,
        melee=True,
        rules=("MAP-TERR-05", "MAP-TERR-06", "MAP-TERR-07"),
    ),
    "woods": Ground(
        "Woods",
        "always",
        cover=True,
        dragoons=True,
        melee=True,
        rules=("MAP-TERR-13", "MAP-TERR-14", "MAP-TERR-15"),
    ),
}

SCENERY: dict[str, str] = {
    "wood": "woods",
    "building": "buildings",
    "field": "enclosed",
    "hill": "level",
    "stream": "edge",
    "river": "edge",
    **dict.fromkeys(
        ("hedge", "wall", "fieldwork", "road", "rough", "marsh", "impassable", "fence", "town",
         "bridge", "ford", "dense", "defended", "fortified", "difficult", "barn"), "open",
    ),
}  # fmt: skip
"""What every kind of scenery makes of a square: its ground, its level, water along an edge; a
lone barn and the like leave it open (MAP-TERR-04)."""

LEVELS: dict[tuple[int, int], tuple[str, str]] = {
    (1, 1): ("same", "MAP-LVL-11"),
    (1, 2): ("higher", "MAP-LVL-12"),
    (1, 3): ("higher", "MAP-LVL-13"),
    (1, 4): ("higher", "MAP-LVL-14"),
    (1, 5): ("higher", "MAP-LVL-15"),
    (2, 1): ("lower", "MAP-LVL-21"),
    (2, 2): ("same", "MAP-LVL-22"),
    (2, 3): ("higher", "MAP-LVL-23"),
    (2, 4): ("higher", "MAP-LVL-24"),
    (2, 5): ("higher", "MAP-LVL-25"),
    (3, 1): ("lower", "MAP-LVL-31"),
    (3, 2): ("lower", "MAP-LVL-32"),
    (3, 3): ("same", "MAP-LVL-33"),
    (3, 4): ("higher", "MAP-LVL-34"),
    (3, 5): ("higher", "MAP-LVL-35"),
    (4, 1): ("lower", "MAP-LVL-41"),
    (4, 2): ("lower", "MAP-LVL-42"),
    (4, 3): ("lower", "MAP-LVL-43"),
    (4, 4): ("same", "MAP-LVL-44"),
    (4, 5): ("higher", "MAP-LVL-45"),
    (5, 1): ("lower", "MAP-LVL-51"),
    (5, 2): ("lower", "MAP-LVL-52"),
    (5, 3): ("lower", "MAP-LVL-53"),
    (5, 4): ("lower", "MAP-LVL-54"),
    (5, 5): ("same", "MAP-LVL-55"),
}
"""(from, to): how the second level looks from the first, and the rule."""

STARTING_ELAN: dict[str, tuple[int, str, str]] = {
    "middle": (10, "Reasonably motivated", "MAP-ELAN-03"),
    "top": (12, "Exceptionally motivated or skilfully led", "MAP-ELAN-02"),
    "low": (8, "Poorly motivated or badly led", "MAP-ELAN-04"),
}

ZONES: dict[str, tuple[int, int, int]] = {
    "3x10": (3, 2, 11),
    "3x12": (3, 1, 12),
    "2x12": (2, 1, 12),
}
"""MAP_ZONE: rows deep, first column, last column."""

COLUMNS, ROWS = 12, 9
STACK, STACK_GUNS, STACK_DRAGOONS = 3, 1, 1
FRIENDS_WITHIN = 2
RECOMMENDED_BLOCKS = 24


def merged(
    rows: tuple[tuple[str, int | None, str], ...], *, up: bool = False
) -> dict[str, tuple[int, str]]:
    """The score table with its blank cells filled from above, or below (*up*).

    A blank cell with nothing below it keeps the value above.
    """
    filled: list[int | None] = [score for _, score, _ in rows]
    below: list[int | None] = list(filled)
    for place in range(len(filled) - 2, -1, -1):
        below[place] = filled[place] if filled[place] is not None else below[place + 1]
    scores: dict[str, tuple[int, str]] = {}
    above = 0
    for place, (what, score, rule) in enumerate(rows):
        above = above if score is None else score
        lower = below[place] if up else None
        scores[what] = (above if lower is None else lower, rule)
    return scores


SCORES_SHOOTING = {up: merged(SHOOTING_SCORES, up=up) for up in (False, True)}
SCORES_COMBAT = {up: merged(COMBAT_SCORES, up=up) for up in (False, True)}
"""Both tables with their blanks filled from below, and from above."""


def targets(difference: int) -> tuple[int, int, str]:
    """Least scores of the active and the inactive player for a score difference, and the rule."""
    for limit, active, inactive, rule in TARGETS:
        if difference <= limit:
            return active, inactive, rule
    _, active, inactive, rule = TARGETS[-1]
    return active, inactive, rule
