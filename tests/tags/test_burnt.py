"""Burnt out labels are told of, before and when they can no longer be read."""

from __future__ import annotations

import pytest

from calibration.register import register_with_report
from vision.simulator.camera import SimulatedCamera
from vision.simulator.demo import demo_table
from vision.simulator.draws import draw
from vision.simulator.world import World
from vision.tags.burnt import burnt_text, count_burnt
from vision.watch.table_reader import burnt_fact


def burnt_at(stops: float) -> int:
    """Of the demo's twenty labels, 19 to 26 px a side in this picture."""
    table, poses = demo_table()
    drawn = draw(table, poses, World(overexposed=stops))
    return count_burnt(drawn.picture, [26.0] * len(table.bases))


@pytest.mark.parametrize("stops", [pytest.param(-1.0, marks=pytest.mark.long), 0.0, 0.5])
def test_labels_that_are_exposed_well_are_not_burnt(stops: float) -> None:
    assert burnt_at(stops) == 0


@pytest.mark.parametrize(
    "stops",
    [1.5, *(pytest.param(stops, marks=pytest.mark.long) for stops in (2.0, 2.7)), 3.5],
)
def test_labels_whose_white_has_eaten_their_black_are(stops: float) -> None:
    """A quarter of the twenty is five."""
    assert burnt_at(stops) >= 5


def test_it_is_said_from_a_quarter_of_the_labels_on() -> None:
    assert burnt_text(1, 0) == ""
    assert burnt_text(3, 12) == ""
    assert burnt_text(5, 12).startswith("5 labels are burnt out: turn the exposure")


def test_a_table_without_bases_has_no_labels() -> None:
    table, _ = demo_table()
    camera = SimulatedCamera(table, {}, size_px=(1280, 720), fps=0)
    picture = camera.read().picture
    calibration = register_with_report(picture, table.markers, camera.lens).calibration
    assert burnt_fact(picture, calibration, (), 0) == ""
