"""A ready fight: a farm held by one company, wanted by another, on a table of 72 by 48 in."""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.field.ready import Host, Order, Post, ready
from rules.kernel.protocol import BaseShape, Demo
from rules.skirmish.army import FOOT_CM, HORSE_CM, KINDS
from vision.table.snapshot import Snapshot, Terrain

# id, kind, centre of the left man (cm from the left, from the own edge), men, files
_COMPANY: tuple[tuple[str, str, tuple[float, float], int, int], ...] = (
    ("O", "Officer", (84, 24), 1, 1),
    ("S", "Sergeant", (66, 26), 1, 1),
    ("-M", "Musketeers", (60, 32), 6, 6),
    ("-P", "Pikemen", (84, 32), 6, 3),
    ("-H", "horse", (120, 32), 4, 4),
)
HORSE = {"K": "Dutch horse", "R": "Swedish horse"}
WHOSE = {"K": "King's", "R": "Rebels'"}
WIDTH_CM, DEPTH_CM, BESIDE_CM, BEHIND_CM = 182.88, 121.92, 0.6, 0.1
MEN = {code[-1]: men for code, _, _, men, _ in _COMPANY}
TERRAIN = (
    Terrain("building", ((33, 22.5), (38, 22.5), (38, 26), (33, 26)), 3.0, "the farm"),
    Terrain("wood", ((8, 18), (18, 17), (19, 30), (9, 31)), 3.0, "the wood"),
    Terrain("hedge", ((24, 19.5), (32, 19.5)), 0.5, "the south hedge", is_line=True),
    Terrain("wall", ((40, 28.5), (50, 28.5)), 0.5, "the wall", is_line=True),
    Terrain("rough", ((52, 20), (60, 20), (60, 25), (52, 25)), 0.0, "the bog"),
)


def demo() -> Demo:
    """The King's company in the south, the rebels in the north."""
    says = "A company a side: an officer, a sergeant, musketeers, pikemen and horse."
    order = Order(_men, lambda shape: to_in(BESIDE_CM), to_in(BEHIND_CM), digits=3)
    table = Snapshot((72.0, 48.0), terrain=TERRAIN)
    hosts = _company("king", "K"), _company("rebel", "R")
    return ready("skirmish", "The farm by the wood", says, hosts, order, table)


def _company(side: str, letter: str) -> Host:
    posts = []
    for code, named, (x_cm, y_cm), men, files in _COMPANY:
        kind = HORSE[letter] if named == "horse" else named
        x_cm += (files - 1) * (_cut_cm(kind)[0] + BESIDE_CM) / 2
        if side == "rebel":
            x_cm, y_cm = WIDTH_CM - x_cm, DEPTH_CM - y_cm
        # A nation keeps its capital.
        called = f"{WHOSE[letter]} {kind if named == 'horse' else kind.lower()}"
        tag = letter + code[-1] if men > 1 else ""
        posts.append(
            Post(f"{letter}{code}", kind, called, to_in(x_cm), to_in(y_cm),
                 choices={"grade": "Fair", "company": side}, files=files, tag=tag)
        )  # fmt: skip
    return Host(side, tuple(posts), f"The {side}'s company")


def _cut_cm(kind: str) -> tuple[float, float]:
    return FOOT_CM if KINDS[kind].mount == "none" else HORSE_CM


def _men(post: Post) -> tuple[BaseShape, ...]:
    front_cm, deep_cm = _cut_cm(post.kind)
    man = BaseShape(post.kind, to_in(front_cm), to_in(deep_cm), 1)
    return (man,) * MEN[post.id[-1]]
