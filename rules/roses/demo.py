"""A ready battle: two small hosts either side of a beck, on a table of 72 by 48 in."""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.kernel.protocol import Army, ArmyUnit, Demo
from rules.roses.army import STAND_CM
from rules.roses.tables import BY_KIND
from vision.table.reading import Point
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

# kind, battle, choices, centre of its first stand (cm from the left, from its own edge), and
# whether its stands are one behind another
_HOST: tuple[tuple[str, str, str, dict[str, str], tuple[float, float], bool], ...] = (
    ("G", "Army General", "Main Ward", {"class": "bold", "objective": "advance"}, (90, 18), False),
    ("L", "Battle Leader", "Van Ward", {"class": "rash", "objective": "attack"}, (136, 18), False),
    ("B", "Retinue Bill", "Main Ward", {}, (80, 30), False),
    ("R", "Retinue Bow", "Main Ward", {}, (96, 30), False),
    ("S", "Shire Bow", "Van Ward", {}, (124, 30), False),
    ("C", "Mounted Currours", "Van Ward", {}, (144, 30), False),
    ("K", "Canon / Bombard", "Main Ward", {}, (56, 26), False),
)
WIDTH_CM, DEPTH_CM = 182.88, 121.92


def demo() -> Demo:
    """York in the south against Lancaster in the north."""
    armies = (_army("york", "Y", "House of York"), _army("lancaster", "N", "House of Lancaster"))
    bases = tuple(base for letter, side in (("Y", "york"), ("N", "lancaster"))
                  for base in _bases(letter, side))  # fmt: skip
    table = Snapshot((72.0, 48.0), bases, _terrain())
    return Demo(
        "Across the beck",
        "Two hosts of a General and a Battle Leader each; York holds the south.",
        armies,
        table,
    )


def _army(side: str, letter: str, name: str) -> Army:
    units = tuple(
        ArmyUnit(f"{letter}{code}", kind, f"{name.split()[-1]} {kind}", battle,
                 _payloads(letter, code, kind), choices)
        for code, kind, battle, choices, _, _ in _HOST
    )  # fmt: skip
    brigades = {"Main Ward": f"{letter}G", "Van Ward": f"{letter}L"}
    return Army(side, "roses", units, name, brigades)


def _payloads(letter: str, code: str, kind: str) -> tuple[str, ...]:
    return tuple(f"{letter}{code}/{n + 1}" for n in range(BY_KIND[kind].stands))


def _bases(letter: str, side: str) -> list[Base]:
    found = []
    for code, kind, _, _, (x_cm, y_cm), deep in _HOST:
        front, depth, figures = STAND_CM[BY_KIND[kind].arm]
        for n, payload in enumerate(_payloads(letter, code, kind)):
            x = x_cm + (0 if deep else n * (front + 0.1))
            y = y_cm - (n * (depth + 0.1) if deep else 0)
            if side == "lancaster":
                x, y = WIDTH_CM - x, DEPTH_CM - y
            pose = Pose(round(to_in(x), 3), round(to_in(y), 3), 90.0 if side == "york" else 270.0)
            found.append(Base(payload, round(to_in(front), 3), round(to_in(depth), 3), pose,
                              unit=f"{letter}{code}", side=side, kind=kind,
                              figures=figures))  # fmt: skip
    return found


def _terrain() -> tuple[Terrain, ...]:
    beck: tuple[Point, ...] = ((0, 22.5), (24, 23.4), (24, 24.6), (0, 23.7))
    wood: tuple[Point, ...] = ((58, 19), (66, 18.5), (67, 28), (59, 29))
    hedge: tuple[Point, ...] = ((26, 35.2), (36, 35.2))
    return (
        Terrain("river", beck, name="the beck"),
        Terrain("wood", wood, 3.0, name="Cock Wood"),
        Terrain("hedge", hedge, 0.5, name="the hedge", is_line=True),
    )
