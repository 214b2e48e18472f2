"""The table's plane as a picture of even scale: what lies where."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tags.draw import overhead
from vision.tags.find.plane import Ortho, project

SPOT_PX = 7


@pytest.mark.parametrize("px_per_in", [20.0, 10.0, 6.0])
@pytest.mark.parametrize("spot", [8 + 6j, 22 + 14j, 16 + 18j])
def test_a_spot_is_shown_where_it_lies(px_per_in: float, spot: complex) -> None:
    """Also where the camera sees it finer (20 px an inch) and the picture is shrunk first:
    the middle of a white spot is off by less than half a pixel of the plane's picture, and
    by as much again for the spot being painted on whole pixels."""
    camera = overhead()
    picture = np.zeros((camera.lens.height_px, camera.lens.width_px), np.uint8)
    at = project(camera, np.array([spot]), 0.0)[0]
    column, row = round(at.real), round(at.imag)
    half = SPOT_PX // 2
    picture[row - half : row + half + 1, column - half : column + half + 1] = 255
    plane = Ortho(camera, 0.0, px_per_in, (2.0, 1.0, 30.0, 23.0))
    shown = plane.picture(picture).astype(float)
    rows, columns = np.indices(shown.shape)
    middle = plane.places((columns * shown).sum() / shown.sum(), (rows * shown).sum() / shown.sum())
    assert abs(complex(middle) - spot) < 0.5 / px_per_in + 0.5 / 20
