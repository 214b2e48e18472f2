"""A ready fight: a farm held by one company, wanted by another, on a table of 72 by 48 in."""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.kernel.protocol import Army, ArmyUnit, Demo
from rules.skirmish.army import FOOT_CM, GUN_CM, HORSE_CM, KINDS
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

# id, kind, men, grade, centre of the left man (cm from the left, from the own edge), files
_COMPANY: tuple[tuple[str, str, int, str, tuple[float, float], int], ...] = (
    ("O", "Officer", 1, "Fair", (84, 24), 1),
    ("S", "Sergeant", 1, "Fair", (66, 26), 1),
    ("M", "Musketeers", 6, "Fair", (60, 32), 6),
    ("P", "Pikemen", 6, "Fair", (84, 32), 3),
    ("H", "", 4, "Fair", (120, 32), 4),
)
HORSE = {"K": "Dutch horse", "R": "Swedish horse"}
WHOSE = {"K": "King's", "R": "Rebels'"}
WIDTH_CM, DEPTH_CM = 182.88, 121.92


def demo() -> Demo:
    """The King's company in the south, the rebels in the north."""
    armies = (_army("king", "K"), _army("rebel", "R"))
    bases = tuple(base for letter, side in (("K", "king"), ("R", "rebel"))
                  for base in _bases(letter, side))  # fmt: skip
    return Demo(
        "The farm by the wood",
        "A company a side: an officer, a sergeant, musketeers, pikemen and horse.",
        armies,
        Snapshot((72.0, 48.0), bases, _terrain()),
    )


def _kind(letter: str, code: str, kind: str) -> str:
    return kind or HORSE[letter]


def _called(letter: str, code: str, kind: str) -> str:
    """What people call it: a nation keeps its capital."""
    return kind.lower() or HORSE[letter]


def _names(letter: str, code: str, men: int) -> tuple[str, ...]:
    return (letter + code,) if men == 1 else tuple(f"{letter}{code}{n + 1}" for n in range(men))


def _army(side: str, letter: str) -> Army:
    units = tuple(
        ArmyUnit(f"{letter}{code}" if men == 1 else f"{letter}-{code}", _kind(letter, code, kind),
                 f"{WHOSE[letter]} {_called(letter, code, kind)}", "",
                 _names(letter, code, men), {"grade": grade, "company": side})
        for code, kind, men, grade, _, _ in _COMPANY
    )  # fmt: skip
    return Army(side, "skirmish", units, f"The {side}'s company")


def _bases(letter: str, side: str) -> list[Base]:
    found = []
    for code, kind, men, _, (x_cm, y_cm), files in _COMPANY:
        spec = KINDS[_kind(letter, code, kind)]
        front, deep = HORSE_CM if spec.mount != "none" else GUN_CM if spec.gun else FOOT_CM
        group = f"{letter}{code}" if men == 1 else f"{letter}-{code}"
        for n, name in enumerate(_names(letter, code, men)):
            x = x_cm + (n % files) * (front + 0.6)
            y = y_cm - (n // files) * (deep + 0.1)
            if side == "rebel":
                x, y = WIDTH_CM - x, DEPTH_CM - y
            pose = Pose(round(to_in(x), 3), round(to_in(y), 3), 90.0 if side == "king" else 270.0)
            found.append(Base(name, round(to_in(front), 3), round(to_in(deep), 3), pose,
                              unit=group, side=side, kind=spec.name, figures=1))  # fmt: skip
    return found


def _terrain() -> tuple[Terrain, ...]:
    return (
        Terrain("building", ((33, 22.5), (38, 22.5), (38, 26), (33, 26)), 3.0, "the farm"),
        Terrain("wood", ((8, 18), (18, 17), (19, 30), (9, 31)), 3.0, "the wood"),
        Terrain("hedge", ((24, 19.5), (32, 19.5)), 0.5, "the south hedge", is_line=True),
        Terrain("wall", ((40, 28.5), (50, 28.5)), 0.5, "the wall", is_line=True),
        Terrain("rough", ((52, 20), (60, 20), (60, 25), (52, 25)), 0.0, "the bog"),
    )
