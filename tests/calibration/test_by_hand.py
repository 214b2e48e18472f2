"""A tape and a straight edge make every ± smaller, and say so before and after."""

from __future__ import annotations

from dataclasses import replace

import pytest

from calibration.register import Registration, Typed, register_seen
from calibration.table_file import Height, Marker, TableFile, Tape
from calibration.tolerances import HONEST
from tests.calibration.pinhole import edge_markers
from tests.calibration.test_register import LENS, SIZE_PX, see
from vision.setup.by_hand import narrowed, with_heights, with_tape
from vision.table.quality import CannotSetUp

MM = 1 / 25.4
TABLE = TableFile((72.0, 48.0), edge_markers(), tolerances=HONEST)
WEST, EAST = (
    min((m for m in edge_markers() if abs(m.y_in - 24) < 1), key=lambda m: sign * m.x_in)
    for sign in (1, -1)
)
APART_IN = EAST.x_in - WEST.x_in


def camera(markers: tuple[Marker, ...] = edge_markers()) -> Registration:
    return register_seen(see(markers), edge_markers(), SIZE_PX, LENS, typed=Typed(HONEST))


def test_a_tape_makes_long_gaps_surer() -> None:
    """0.06 % of 48 in is 0.056 in of ± 0.095 or so; a tape read to half a sixteenth leaves less."""
    found = narrowed(camera(), TABLE, with_tape(TABLE, Tape(WEST.id, EAST.id, APART_IN)))
    assert found.far_after_in < 0.95 * found.far_before_in
    assert found.warnings == ()


def test_a_straight_edge_makes_gaps_surer() -> None:
    spots = [Height(x, y, 0.0) for x in (18.0, 36.0, 54.0) for y in (12.0, 24.0, 36.0)]
    found = narrowed(camera(), TABLE, with_heights(TABLE, spots))
    assert found.far_after_in < found.far_before_in


def test_a_tape_finds_the_even_stretch_that_no_camera_sees() -> None:
    """All markers lie half a percent further out than typed: 8 mm over 68 in. The answer lies
    between tape and typed places, and the ± grows by what they disagree in."""
    stretched = tuple(
        replace(m, x_in=36 + 1.005 * (m.x_in - 36), y_in=24 + 1.005 * (m.y_in - 24))
        for m in edge_markers()
    )
    seen = camera(stretched)
    assert seen.calibration.warnings == ()
    found = narrowed(seen, TABLE, with_tape(TABLE, Tape(WEST.id, EAST.id, 1.005 * APART_IN)))
    assert "further apart than they are typed" in " ".join(found.warnings)
    assert found.far_after_in > 1.5 * found.far_before_in


def test_a_tape_laid_again_replaces_the_first() -> None:
    table = with_tape(with_tape(TABLE, Tape(WEST.id, EAST.id, 68.0)), Tape(EAST.id, WEST.id, 68.1))
    assert [tape.distance_in for tape in table.tapes] == [68.1]


def test_a_place_measured_again_replaces_the_first() -> None:
    table = with_heights(with_heights(TABLE, [Height(36.0, 24.0, -0.1)]), [Height(36.5, 24.0, 0.0)])
    assert [height.z_in for height in table.heights] == [0.0]


@pytest.mark.parametrize(("first", "second"), [(0, 0), (0, 99)])
def test_a_tape_needs_two_markers_of_the_table(first: int, second: int) -> None:
    with pytest.raises(CannotSetUp, match="two different markers"):
        with_tape(TABLE, Tape(first, second, 60.0))


def test_a_place_off_the_table_is_refused() -> None:
    with pytest.raises(CannotSetUp, match="is not on the table"):
        with_heights(TABLE, [Height(80.0, 24.0, 0.0)])


def test_a_tape_that_is_far_from_what_is_typed_is_refused() -> None:
    with pytest.raises(CannotSetUp, match="measure it again"):
        with_tape(TABLE, Tape(WEST.id, EAST.id, 0.9 * APART_IN))
