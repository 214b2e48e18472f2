"""A ready battle for half an hour: two small armies on a table of four by three feet."""

from __future__ import annotations

from rules.kernel.protocol import Army, ArmyUnit, Demo
from rules.quickplay.tables import BASE_IN
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

RED = (("general", "Sir Amyas", 24, 4), ("pikes", "The Trained Band", 20, 8),
       ("musketeers", "Hale's Shot", 24, 8), ("musketeers", "Wyn's Shot", 28, 8),
       ("horse", "The Old Horse", 36, 8), ("gun", "Long Meg", 14, 8),
       ("horse", "The New Horse", 8, 8))  # fmt: skip
BLUE = (("general", "Colonel Dray", 24, 32), ("pikes", "The Town Pikes", 28, 28),
        ("pikes", "The Tall Pikes", 24, 28), ("musketeers", "Lowe's Shot", 20, 28),
        ("dragoons", "Pell's Dragoons", 10, 28), ("horse", "The Grey Horse", 36, 28),
        ("musketeers", "Rudd's Shot", 32, 28))  # fmt: skip


def demo() -> Demo:
    """Both hold a hundred points at most."""
    bases = (*_bases("red", RED, 90.0), *_bases("blue", BLUE, 270.0))
    wood = Terrain("wood", ((4.0, 15.0), (12.0, 14.0), (13.0, 21.0), (5.0, 22.0)), 3.0, "the wood")
    hedge = Terrain("hedge", ((26.0, 18.0), (38.0, 18.0)), 0.6, "the hedge", is_line=True)
    table = Snapshot((48.0, 36.0), bases, (wood, hedge))
    says = "The rules fit on one page and are Drumhead's own: nobody needs a book."
    return Demo("A morning's skirmish", says, (_army("red", RED), _army("blue", BLUE)), table)


def _army(side: str, rows: tuple[tuple[str, str, int, int], ...]) -> Army:
    units = tuple(
        ArmyUnit(_id(side, k), kind, name, bases=(_id(side, k),))
        for k, (kind, name, _, _) in enumerate(rows)
    )
    return Army(side, "quickplay", units)


def _bases(
    side: str, rows: tuple[tuple[str, str, int, int], ...], facing_deg: float
) -> tuple[Base, ...]:
    return tuple(
        Base(_id(side, k), *BASE_IN, Pose(x_in, y_in, facing_deg), unit=_id(side, k), side=side,
             kind=kind, height_in=1.2, figures=6)
        for k, (kind, _, x_in, y_in) in enumerate(rows)
    )  # fmt: skip


def _id(side: str, k: int) -> str:
    return f"{side[0].upper()}{k}"
