"""What all typed places have wrong together no fit among them can show; the ± must carry it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.camera import Lens
from calibration.fit.beliefs import lens_belief
from calibration.fit.shared import SCALE
from calibration.register import Given, Typed, register_seen
from calibration.table_file import MARKER_TOLERANCE_IN, Marker, Tape
from calibration.tolerances import AS_TYPED, Tolerances
from tests.calibration.pinhole import Pinhole, edge_markers
from tests.calibration.test_register import LENS, SIZE_PX, see

CORNERS = ((0, 0), (60, 0), (60, 40), (0, 40))
FOOT = np.array([[30.0, 24.0, 0.0], [42.0, 24.0, 0.0]])


def scale_sigma(together_in: float) -> float:
    """By what share all places may be off together."""
    markers = tuple(Marker(k, x, y, 2.0) for k, (x, y) in enumerate(CORNERS))
    belief = lens_belief(Lens(1920, 1080, 1600, 1600, 959.5, 539.5), None, (1920, 1080))
    given = Given(markers, (1920, 1080), belief, MARKER_TOLERANCE_IN, together_in, Typed(AS_TYPED))
    return float(given.common.sigma[SCALE])


def foot_sigma(tolerances: Tolerances, tapes: tuple[Tape, ...] = ()) -> float:
    """How far a foot at the middle of the table may be off, one sigma, inches."""
    typed = Typed(tolerances, tapes)
    camera = register_seen(
        see(edge_markers()), edge_markers(), SIZE_PX, LENS, typed=typed
    ).calibration
    _, shared = camera.table_jacobians(Pinhole().see(FOOT), 0.0)
    return float(np.linalg.norm((shared[1] - shared[0])[:, 0]))


def test_a_foot_is_as_unsure_as_the_table_is() -> None:
    """0.36 in at the corners, sqrt(30² + 20²) = 36.06 in from the middle: one percent."""
    assert scale_sigma(0.3606) == pytest.approx(0.01, rel=1e-3)


def test_markers_laid_by_hand_have_no_such_error() -> None:
    assert scale_sigma(0.0) < 1e-5


def test_a_common_scale_of_a_percent_is_an_eighth_of_an_inch_a_foot() -> None:
    """12 in x 1 % = 0.12 in; what else is unsure there is under a tenth of it."""
    loose = Tolerances(0, 0, 0, 0, 0, scale=0.01, print_scale=0.2, zoom=0)
    assert foot_sigma(loose) == pytest.approx(0.12, rel=0.02)


def test_a_tape_takes_the_common_scale_away() -> None:
    """A tape of 68 in that is right to 0.034 in tells the scale to half of a thousandth."""
    loose = Tolerances(0, 0, 0, 0, 0, scale=0.01, print_scale=0.2, zoom=0)
    tape = Tape(7, 5, 68.0, 0.034)
    assert foot_sigma(loose, (tape,)) == pytest.approx(12 * 0.0005, rel=0.25)


def test_a_tape_finds_places_that_are_all_stretched() -> None:
    """Typed half a percent too far apart, which nothing in the picture shows: with the tape a
    foot comes out a foot, to a few times what its 0.034 in over 68 in allow (0.006 in)."""
    typed = tuple(
        Marker(m.id, 36 + (m.x_in - 36) * 1.005, 24 + (m.y_in - 24) * 1.005, m.size_in)
        for m in edge_markers()
    )
    tape = Tape(7, 5, 68.0, 0.034)
    camera = register_seen(
        see(edge_markers()), typed, SIZE_PX, LENS, typed=Typed(Tolerances(scale=0.01), (tape,))
    ).calibration
    spots = camera.to_table(Pinhole().see(FOOT), 0.0)
    assert float(np.linalg.norm(spots[1] - spots[0])) == pytest.approx(12.0, abs=0.012)
