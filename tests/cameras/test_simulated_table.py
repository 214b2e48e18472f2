"""The simulated table that is looked at on demand: the same moves, the same poses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.seen_before import anew
from vision.simulator.camera import SimulatedCamera
from vision.simulator.scene import CannotPlace
from vision.simulator.table import SimulatedTable
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

TABLE = Snapshot(
    (24.0, 18.0),
    (Base("R01", 3.0, 2.0, Pose(8.0, 6.0, 90.0)), Base("B01", 3.0, 2.0, Pose(15.0, 12.0, 270.0))),
)
SIZE_PX = (960, 720)
SETTLED = 5
"""Pictures: one to see what changed, two until it rests, three that agree."""


def looked_at() -> SimulatedTable:
    table = SimulatedTable(TABLE, size_px=SIZE_PX, by_itself=False)
    table.look(SETTLED)
    return table


@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    with closing(looked_at()) as made:
        yield made


def _status(table: SimulatedTable, payload: str) -> str:
    return table.snapshot().base(payload).status


def test_nothing_is_seen_before_the_first_look() -> None:
    with closing(SimulatedTable(TABLE, size_px=SIZE_PX, by_itself=False)) as table:
        assert table.blind() != "" and _status(table, "R01") == "never"
        table.look(SETTLED)
        assert table.blind() == "" and _status(table, "R01") == "seen"


def test_the_same_moves_give_the_same_poses_to_the_last_digit(table: SimulatedTable) -> None:
    with anew(), closing(looked_at()) as other:
        for each in (table, other):
            each.place("R01", 9.5, 7.0, 100.0)
            each.look(SETTLED)
        assert _status(table, "R01") == "seen"
        assert table.snapshot().bases[0].pose == other.snapshot().bases[0].pose


def test_a_lifted_model_is_hidden_until_it_is_put_back(table: SimulatedTable) -> None:
    table.lift("B01")
    table.look(SETTLED)
    assert (_status(table, "R01"), _status(table, "B01")) == ("seen", "hidden")
    table.place("B01", 15.0, 12.0, 270.0)
    table.look(SETTLED)
    assert _status(table, "B01") == "seen"


def test_a_model_that_the_table_does_not_have_cannot_be_lifted(table: SimulatedTable) -> None:
    with pytest.raises(CannotPlace, match="X99"):
        table.lift("X99")


@pytest.mark.long
def test_after_a_knock_the_camera_is_found_again_where_it_hangs(table: SimulatedTable) -> None:
    camera = table._now().movable
    assert isinstance(camera, SimulatedCamera)
    camera.bump(dx_in=-4.0)
    table.look(3)
    assert table.blind() != ""
    table.calibrate_again()
    table.look(2 * SETTLED)
    assert table.blind() == "" and _status(table, "R01") == "seen"


def test_a_table_that_watches_by_itself_is_not_looked_at_on_demand() -> None:
    with closing(SimulatedTable(TABLE, size_px=SIZE_PX)) as table:
        with pytest.raises(RuntimeError, match="by itself"):
            table.look()


@pytest.mark.long
def test_a_hill_that_is_drawn_is_laid_under_the_models(table: SimulatedTable) -> None:
    """The model that stands there is seen on top of it, at the same place."""
    hill = Terrain("hill", ((5.0, 3.0), (11.0, 3.0), (11.0, 9.0), (5.0, 9.0)), 1.5)
    table.set_terrain((hill,))
    table.look(SETTLED)
    pose = table.snapshot().base("R01").pose
    assert pose is not None and pose.ground_in == 1.5
    # Five thousandths a coordinate are three sigma at 40 px to the inch.
    assert (pose.x_in, pose.y_in) == pytest.approx((8.0, 6.0), abs=0.02)
    assert table.snapshot().terrain == (hill,)
