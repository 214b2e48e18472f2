"""Terrain that is drawn on the page: bases stand on it, and the camera is told."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from flask import Flask
from msgspec.structs import replace

from tests.webui import toy
from tests.webui.conftest import Visitor
from vision.table.abilities import Abilities
from vision.table.snapshot import Base, Snapshot, Terrain
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

MOUND = {"kind": "hill", "outline_in": [[26, 6], [34, 6], [34, 14], [26, 14]], "height_in": 2.0}
"""Round R1, which stands at (30, 10)."""
BAD = "that cannot be built"


class Seeing(HandTable):
    """A table that is seen by a camera: it is told what is drawn."""

    def __init__(self) -> None:
        super().__init__(toy.table())
        self.told: list[tuple[Terrain, ...]] = []
        self.refuses = False

    @property
    def abilities(self) -> Abilities:
        return Abilities(sees=True, know_ground=self.set_terrain)

    def set_terrain(self, terrain: tuple[Terrain, ...]) -> None:
        if self.refuses:
            raise ValueError(BAD)
        self.told.append(terrain)


def _ground(app: Flask, payload: str) -> float:
    pose = desk_of(app).table().base(payload).pose
    assert pose is not None
    return pose.ground_in


def test_a_base_put_down_on_a_hill_by_hand_stands_on_it_and_comes_down_again(
    app: Flask, here: Visitor
) -> None:
    """Gun hill of the toy table is 1 in high and holds (12, 30)."""
    assert _ground(app, "R01") == 0.0
    up = {"payload": "R01", "x_in": 12, "y_in": 30, "facing_deg": 0}
    assert here.post("/act/place", bases=[up]).status_code == 200
    assert _ground(app, "R01") == 1.0
    assert here.post("/act/place", bases=[{**up, "x_in": 2, "y_in": 2}]).status_code == 200
    assert _ground(app, "R01") == 0.0


def test_a_hill_drawn_under_a_base_lifts_it(app: Flask, here: Visitor) -> None:
    assert here.at_head("/act/terrain", terrain=[MOUND]).status_code == 200
    assert _ground(app, "R01") == 2.0
    assert _ground(app, "B01") == 0.0


def test_the_camera_is_told_of_a_drawing_and_of_its_undoing(tmp_path: Path) -> None:
    live = Seeing()
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    with closing(desk_of(app)) as desk:
        desk.begin("toy", toy.armies(), "Toy battle")
        here = Visitor(app)
        assert here.at_head("/act/terrain", terrain=[MOUND]).status_code == 200
        assert [piece.height_in for piece in live.told[-1]] == [2.0]
        assert here.at_head("/act/undo", why="drawn by mistake").status_code == 200
        assert live.told[-1] == toy.table().terrain
        assert len(live.told) == 2


def test_a_drawing_the_camera_cannot_take_is_said_and_kept(tmp_path: Path) -> None:
    live = Seeing()
    live.refuses = True
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    with closing(desk_of(app)) as desk:
        desk.begin("toy", toy.armies(), "Toy battle")
        here = Visitor(app)
        assert here.at_head("/act/terrain", terrain=[MOUND]).status_code == 200
        table = here.get("/table.json").json
        assert any(BAD in trouble for trouble in table["troubles"])
        assert [piece["height_in"] for piece in table["terrain"]] == [2.0]


def test_another_game_has_its_own_terrain_again(tmp_path: Path) -> None:
    live = Seeing()
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    with closing(desk_of(app)) as desk:
        desk.begin("toy", toy.armies(), "One")
        assert Visitor(app).at_head("/act/terrain", terrain=[MOUND]).status_code == 200
        desk.begin("toy", toy.armies(), "Two")
        assert live.told[-1] == toy.table().terrain


class Searching(HandTable):
    """A camera that finds only what it was told of."""

    def __init__(self) -> None:
        super().__init__(Snapshot((72.0, 48.0), ()))
        self.told: list[tuple[Base, ...]] = []

    @property
    def abilities(self) -> Abilities:
        return Abilities(sees=True, look_for=self.set_bases)

    def set_bases(self, bases: tuple[Base, ...]) -> None:
        self.told.append(bases)
        if any(base.payload == "Q99" for base in bases):
            raise ValueError(BAD)


def test_the_camera_is_told_of_the_bases_of_the_game_also_after_a_restart(tmp_path: Path) -> None:
    for first in (True, False):
        live = Searching()
        with closing(desk_of(create_app(tmp_path, live, rules=(toy.TOY,)))) as desk:
            if first:
                desk.begin("toy", toy.armies(), "Toy battle")
            assert {base.payload for base in live.told[-1]} == {"R01", "R02", "B01"}
            assert {base.unit for base in live.told[-1]} == {"R1", "R2", "B1"}


def test_a_base_the_camera_cannot_look_for_is_said(tmp_path: Path) -> None:
    live = Searching()
    red, blue = toy.armies()
    lost = replace(red, units=(replace(red.units[0], bases=("Q99",)), *red.units[1:]))
    app = create_app(tmp_path, live, rules=(toy.TOY,))
    with closing(desk_of(app)) as desk:
        desk.begin("toy", (lost, blue), "Toy battle")
        troubles = Visitor(app).get("/table.json").json["troubles"]
        assert any(BAD in trouble for trouble in troubles)
