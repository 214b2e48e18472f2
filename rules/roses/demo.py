"""A ready battle: two small hosts either side of a beck, on a table of 72 by 48 in."""

from __future__ import annotations

from rules.field.centimetres import to_in
from rules.field.ready import Host, Order, Post, ready
from rules.kernel.protocol import BaseShape, Demo
from rules.roses.army import STAND_CM
from rules.roses.tables import BY_KIND
from vision.table.snapshot import Snapshot, Terrain

# kind, battle, choices, centre of its first stand (cm from the left, from its own edge)
_HOST: tuple[tuple[str, str, str, dict[str, str], tuple[float, float]], ...] = (
    ("G", "Army General", "Main Ward", {"class": "bold", "objective": "advance"}, (90, 18)),
    ("L", "Battle Leader", "Van Ward", {"class": "rash", "objective": "attack"}, (136, 18)),
    ("B", "Retinue Bill", "Main Ward", {}, (80, 30)),
    ("R", "Retinue Bow", "Main Ward", {}, (96, 30)),
    ("S", "Shire Bow", "Van Ward", {}, (124, 30)),
    ("C", "Mounted Currours", "Van Ward", {}, (144, 30)),
    ("K", "Canon / Bombard", "Main Ward", {}, (56, 26)),
)
WIDTH_CM, DEPTH_CM, GAP_CM = 182.88, 121.92, 0.1
TERRAIN = (
    Terrain("river", ((0, 22.5), (24, 23.4), (24, 24.6), (0, 23.7)), name="the beck"),
    Terrain("wood", ((58, 19), (66, 18.5), (67, 28), (59, 29)), 3.0, name="Cock Wood"),
    Terrain("hedge", ((26, 35.2), (36, 35.2)), 0.5, name="the hedge", is_line=True),
)


def demo() -> Demo:
    """York in the south against Lancaster in the north."""
    says = "Two hosts of a General and a Battle Leader each; York holds the south."
    hosts = _host("york", "Y", "House of York"), _host("lancaster", "N", "House of Lancaster")
    order = Order(_stands, lambda shape: to_in(GAP_CM), digits=3)
    table = Snapshot((72.0, 48.0), terrain=TERRAIN)
    return ready("roses", "Across the beck", says, hosts, order, table)


def _host(side: str, letter: str, name: str) -> Host:
    posts = []
    for code, kind, battle, choices, (x_cm, y_cm) in _HOST:
        wide_cm = STAND_CM[BY_KIND[kind].arm][0] + GAP_CM
        x_cm += (BY_KIND[kind].stands - 1) * wide_cm / 2
        if side == "lancaster":
            x_cm, y_cm = WIDTH_CM - x_cm, DEPTH_CM - y_cm
        called = f"{name.split()[-1]} {kind}"
        posts.append(
            Post(f"{letter}{code}", kind, called, to_in(x_cm), to_in(y_cm), battle, choices,
                 tag=f"{letter}{code}/")
        )  # fmt: skip
    brigades = {"Main Ward": f"{letter}G", "Van Ward": f"{letter}L"}
    return Host(side, tuple(posts), name, brigades)


def _stands(post: Post) -> tuple[BaseShape, ...]:
    front_cm, deep_cm, figures = STAND_CM[BY_KIND[post.kind].arm]
    shape = BaseShape(post.kind, to_in(front_cm), to_in(deep_cm), figures)
    return (shape,) * BY_KIND[post.kind].stands
