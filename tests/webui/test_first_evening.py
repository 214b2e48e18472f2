"""The steps of a camera's first evening as the server tells them; no camera needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from flask import Flask

from tests.webui import toy
from tests.webui.conftest import Clock, Visitor
from tests.webui.test_wizard import PaperCamera
from vision.table.abilities import Abilities
from vision.table.quality import (
    AccuracyMap,
    MarkerInSight,
    MarkerPlace,
    MarkerState,
    TableFound,
    TapeWanted,
)
from vision.table.snapshot import Base, Snapshot
from webui.game.seen.live import HandTable
from webui.server.app import create_app, desk_of

PLACES = tuple(MarkerPlace(k, 2.0 + k, 2.0, 2.36) for k in range(4))


class NewCamera(PaperCamera):
    """A camera on its first evening: it looks at markers that nobody has told it of."""

    def __init__(self) -> None:
        super().__init__()
        self.in_sight = 4
        self.trouble = "the table has 0 markers"
        self.places: tuple[MarkerPlace, ...] = ()
        self.wanted: TapeWanted | None = None
        self.codes: tuple[str, ...] = ()

    def found(self) -> TableFound:
        states = tuple(MarkerState(place, True, True) for place in self.places)
        return TableFound((72.0, 48.0), states, self.trouble)

    def markers_in_sight(self) -> tuple[MarkerInSight, ...]:
        return tuple(MarkerInSight(k, (0.1 * k, 0.5)) for k in range(self.in_sight))

    def accuracy(self) -> AccuracyMap | None:
        return None if self.trouble else super().accuracy()

    def tape_wanted(self) -> TapeWanted | None:
        return self.wanted

    def codes_in_sight(self) -> tuple[str, ...]:
        return self.codes

    def tags_in_sight(self, bases: Sequence[Base]) -> tuple[str, ...]:
        return tuple(base.payload for base in bases if base.payload != "R02")


class EmptyTable(HandTable):
    """A real camera's table, with nothing on it that is known."""

    abilities = Abilities(sees=True)


@pytest.fixture
def camera() -> NewCamera:
    return NewCamera()


@pytest.fixture
def new(tmp_path: Path, clock: Clock, camera: NewCamera) -> Iterator[Flask]:
    live = EmptyTable(Snapshot((72.0, 48.0), ()), clock)
    app = create_app(tmp_path / "folder", live, rules=(toy.TOY,), now=clock, setter=camera)
    app.testing = False
    yield app
    desk_of(app).close()


@pytest.fixture
def visitor(new: Flask) -> Visitor:
    return Visitor(new)


def step(visitor: Visitor) -> object:
    return visitor.get("/setup/evening.json").json["step"]


def test_four_markers_in_sight_are_enough_to_find_their_places(
    visitor: Visitor, camera: NewCamera
) -> None:
    assert step(visitor) == "find"
    camera.in_sight = 3
    assert step(visitor) == "look"


def test_a_kept_table_that_is_not_found_is_not_laid_anew_by_itself(
    visitor: Visitor, camera: NewCamera
) -> None:
    camera.places = PLACES
    assert step(visitor) == "lost"


def test_the_tape_is_asked_for_before_a_game_is_begun(visitor: Visitor, camera: NewCamera) -> None:
    camera.places, camera.trouble = PLACES, ""
    camera.wanted = TapeWanted(0, 2, 0.39, 0.06)
    told = visitor.get("/setup/evening.json").json
    assert told["step"] == "tape"
    assert told["tape"] == {"first": 0, "second": 2, "foot_before_in": 0.39, "foot_after_in": 0.06}
    camera.wanted = None
    assert step(visitor) == "begin"


def test_markers_are_taken_for_what_was_printed_here(visitor: Visitor, camera: NewCamera) -> None:
    visitor.post("/setup/wizard/bar", bar_mm=98.0)
    assert visitor.post("/setup/evening/lay").json["size_in"] == [48.0, 36.0]
    visitor.post("/setup/evening/lay", size_in=[72, 48], marker_mm=50, standard=True)
    assert camera.asked == [(None, 58.8, False, False), ((72.0, 48.0), 50.0, False, True)]


def test_laying_is_the_umpires(new: Flask) -> None:
    phone = Visitor(new, "192.168.7.20")
    assert phone.get("/setup/evening.json").status_code == 403
    assert phone.post("/setup/evening/lay").status_code == 403


def test_the_army_whose_tags_are_legible_is_named_unit_by_unit(
    visitor: Visitor, camera: NewCamera
) -> None:
    """One tag read at a glance says which battle it is; then all of its tags are looked for."""
    camera.codes = ("B01", "https://example.org", "X99")
    told = visitor.get("/setup/evening/tags.json").json
    assert told["others"] == ["X99"]
    sides = told["battles"][toy.TOY.name]["sides"]
    assert [side["side"] for side in sides] == ["Red", "Blue"]
    assert all(len(side["units"]) >= 1 for side in sides)


def test_where_nothing_is_legible_no_army_is_named(visitor: Visitor) -> None:
    assert visitor.get("/setup/evening/tags.json").json == {"battles": {}, "others": [], "read": 0}


def test_a_battle_that_is_asked_for_is_looked_for_by_its_own_tags(visitor: Visitor) -> None:
    told = visitor.get(f"/setup/evening/tags.json?battle={toy.TOY.name}").json
    its = told["battles"][toy.TOY.name]
    assert its["seen"] == told["read"] == its["of"] - 1
    assert visitor.get("/setup/evening/tags.json?battle=none").status_code == 409
