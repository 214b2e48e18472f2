"""Markers that lie or are typed wrong: named, outvoted, or refused with what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from calibration.camera import CalibrationError, Lens
from calibration.register import Registration
from calibration.table_file import Marker
from tests.calibration.pinhole import edge_markers
from tests.calibration.test_register import LENS, SIZE_PX, grid_errors, register_exact, see

# With the lens unknown six or seven markers place the rim of the table to about 0.02 in.
RIM_IN = 0.03


def typed(change: Callable[[Marker], Marker]) -> tuple[Marker, ...]:
    return tuple(change(marker) for marker in edge_markers())


def registered(markers: tuple[Marker, ...], lens: Lens | None) -> Registration:
    return register_exact(see(edge_markers()), markers, SIZE_PX, lens)


def left_out(found: Registration) -> list[int]:
    return [row.id for row in found.markers if not row.used]


@pytest.mark.parametrize(
    ("lens", "inches"),
    [
        pytest.param(LENS, 0.5, id="0.5, lens known"),
        pytest.param(LENS, 3.0, id="3.0, lens known"),
        pytest.param(None, 0.5, id="0.5, lens unknown", marks=pytest.mark.long),
        pytest.param(None, 3.0, id="3.0, lens unknown"),
    ],
)
def test_one_wrong_marker_is_outvoted(lens: Lens | None, inches: float) -> None:
    wrong = typed(lambda m: replace(m, x_in=m.x_in + inches) if m.id == 5 else m)
    found = registered(wrong, lens)
    assert left_out(found) == [5]
    assert grid_errors(found.calibration, 0.1).max() < RIM_IN


@pytest.mark.parametrize(
    "lens",
    [
        pytest.param(LENS, id="lens known"),
        pytest.param(None, id="lens unknown", marks=pytest.mark.long),
    ],
)
def test_two_swapped_markers_are_outvoted_though_they_hide_each_other(lens: Lens | None) -> None:
    swapped = {4: 6, 6: 4}
    found = registered(typed(lambda m: replace(m, id=swapped.get(m.id, m.id))), lens)
    assert left_out(found) == [4, 6]
    assert grid_errors(found.calibration, 0.1).max() < RIM_IN


def test_a_marker_turned_on_its_place_is_said_to_look_otherwise() -> None:
    found = registered(typed(lambda m: replace(m, turned_deg=90.0) if m.id == 3 else m), LENS)
    assert left_out(found) == [3]
    assert "looks otherwise" in found.calibration.warnings[0]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: replace(m, size_in=3.0), r"measure 2\.3. in .* not 3\.00 in"),
        (lambda m: replace(m, x_in=m.x_in * 2.54, y_in=m.y_in * 2.54), "in inches"),
        (lambda m: replace(m, turned_deg=180.0), "turned by 1[78].°"),
        (lambda m: replace(m, y_in=48 - m.y_in), "do not fit any camera above the table"),
    ],
    ids=["size", "centimetres", "upside down", "mirrored"],
)
def test_what_is_wrong_with_all_of_them_is_said(
    change: Callable[[Marker], Marker], said: str
) -> None:
    with pytest.raises(CalibrationError, match=said):
        registered(typed(change), LENS)


def test_four_markers_with_a_wrong_one_cannot_outvote_it_but_it_shows() -> None:
    """With 4 of 4 nobody can tell which; the file's tolerance no longer explains it."""
    markers = typed(lambda m: replace(m, x_in=m.x_in + 0.5) if m.id == 2 else m)[:4]
    found = register_exact(see(edge_markers()[:4]), markers, SIZE_PX, LENS)
    assert left_out(found) == []
    assert any("contradict" in text for text in found.calibration.warnings)
    assert found.placement_in > 0.05


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(replace(LENS, fx=1475.0, fy=1475.0, k1=-0.25, k2=0.075), id="another camera"),
        pytest.param(replace(LENS, k1=0.08, k2=0.0), id="another zoom", marks=pytest.mark.long),
    ],
)
def test_a_lens_of_another_camera_is_refused_and_no_marker_is_blamed(other: Lens) -> None:
    """The markers lie as typed: with the lens left out they agree."""
    with pytest.raises(CalibrationError, match="the lens does not belong to this picture"):
        registered(edge_markers(), other)


def test_the_lens_is_not_blamed_for_three_wrong_markers() -> None:
    off = {1: 0.6, 4: -0.5, 6: 0.7}
    wrong = typed(lambda m: replace(m, x_in=m.x_in + off.get(m.id, 0.0)))
    assert "contradict each other" in registered(wrong, LENS).calibration.warnings[0]
