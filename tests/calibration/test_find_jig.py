"""The printed jig in a picture: where its corner is, and how a label in it is glued.

The picture is drawn flat, in light, as a camera straight above sees it: what was drawn is true.
"""

from __future__ import annotations

import cmath
import math

import cv2
import numpy as np
import pytest

from calibration.camera import Calibration, Lens
from calibration.markers import FAMILIES, JIG_FAMILY, JIG_IDS
from calibration.printing.jig import MARKER_MM, MIDDLES_MM
from calibration.printing.symbols import marker_modules
from calibration.table_file import BaseInPlay, TableFile
from calibration.tolerances import MM_IN
from vision.setup.jig.learned import NotInTheJig, told
from vision.setup.jig.seen import find_jig, learn_from
from vision.tags.codes import module_matrix
from vision.tags.tag import TagSpec

PX_PER_IN, FINE = 40, 4
WIDE, HIGH, UP_IN = 1280, 1000, 60.0
MIDDLE = complex(WIDE, HIGH) / 2 / PX_PER_IN
CORNER, FACING_DEG, PRINTED = 14 + 17j, 80.0, 0.97
BASE = BaseInPlay("PV1:R01", 2.4, 1.6, 1.0, tag_offset_in=(-0.6, 0.0))
TABLE = TableFile((32.0, 25.0), bases=(BASE, BaseInPlay("PV1:R02", 2.4, 1.6, 1.0)))


def camera() -> Calibration:
    lens = Lens(WIDE, HIGH, PX_PER_IN * UP_IN, PX_PER_IN * UP_IN, WIDE / 2 - 0.5, HIGH / 2 - 0.5)
    down = np.diag([1.0, -1.0, -1.0])
    eye = np.array([MIDDLE.real, MIDDLE.imag, UP_IN])
    rvec = np.asarray(cv2.Rodrigues(down)[0], dtype=np.float64).reshape(3)
    return Calibration(lens, rvec, -down @ eye, np.zeros((0, 15)), 0.0, "drawn")


def laid(light: np.ndarray, black: np.ndarray, middle: complex, right: complex) -> None:
    """Draw a symbol on white paper into the fine light; *right*: its side along its printed top."""
    count = len(black)
    cells = np.where(np.pad(black, 2), 0.05, 0.8).astype(np.float32)
    cells = np.kron(cells, np.ones((16, 16), dtype=np.float32))
    side, up = right * (count + 4) / count, right * 1j * (count + 4) / count
    ends = [middle + (side * i + up * j) / 2 for i, j in ((-1, 1), (1, 1), (1, -1), (-1, -1))]
    at = [
        (PX_PER_IN * FINE * p.real - 0.5, HIGH * FINE - PX_PER_IN * FINE * p.imag - 0.5)
        for p in ends
    ]
    size = len(cells) - 0.5
    corners = np.array([(-0.5, -0.5), (size, -0.5), (size, size), (-0.5, size)], np.float32)
    turn = cv2.getPerspectiveTransform(corners, np.array(at, np.float32))
    whole = (WIDE * FINE, HIGH * FINE)
    drawn = cv2.warpPerspective(cells, turn, whole, flags=cv2.INTER_AREA, borderValue=-1.0)
    light[drawn > 0] = drawn[drawn > 0]


def picture(*, label: complex | None = None, turned_deg: float = 0.0, markers: int = 3):
    """The jig, and a label whose middle lies there on the table, turned from the corner's north."""
    light = np.full((HIGH * FINE, WIDE * FINE), 0.2, dtype=np.float32)
    turn = cmath.exp(1j * math.radians(FACING_DEG - 90))
    for number, place in list(zip(JIG_IDS, MIDDLES_MM, strict=True))[:markers]:
        cells = np.array(marker_modules(FAMILIES[JIG_FAMILY], number), dtype=bool)
        middle = CORNER + turn * complex(*place) * MM_IN * PRINTED
        laid(light, cells, middle, turn * MARKER_MM * MM_IN * PRINTED)
    if label is not None:
        right = turn * cmath.exp(1j * math.radians(turned_deg)) * BASE.tag_size_in
        laid(light, module_matrix(TagSpec(BASE.payload, 1.0)), label, right)
    seen = cv2.GaussianBlur(
        cv2.resize(light, (WIDE, HIGH), interpolation=cv2.INTER_AREA), (0, 0), 0.7
    )
    grey = np.rint(255 * seen ** (1 / 2.2)).astype(np.uint8)
    return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)


def test_the_corner_is_found_whatever_size_it_was_printed() -> None:
    """To a tenth of a pixel, 0.0025 in, and half a tenth over the 150 px between markers."""
    jig = find_jig(picture(), camera())
    assert complex(jig.x_in, jig.y_in) == pytest.approx(CORNER, abs=0.0025)
    assert jig.facing_deg == pytest.approx(FACING_DEG, abs=0.05)


def test_how_a_label_is_glued_is_found() -> None:
    """The base stands in the corner; its label lies 1 mm right and 0.5 mm back of where it was
    typed, turned by 2°. A tenth of a millimetre is 0.16 px, three times what a label is read to."""
    turn = cmath.exp(1j * math.radians(FACING_DEG - 90))
    stands = complex(BASE.frontage_in / 2, -BASE.depth_in / 2)
    glued = complex(BASE.tag_offset_in[0] + 1.0 * MM_IN, -0.5 * MM_IN)
    learned = learn_from(
        picture(label=CORNER + turn * (stands + glued), turned_deg=2.0), camera(), TABLE, "PV1:R01"
    )
    found = told(BASE, learned)
    assert (found.right_mm, found.forward_mm) == pytest.approx((1.0, -0.5), abs=0.1)
    assert found.turned_deg == pytest.approx(2.0, abs=0.2)
    assert found.after_in < found.before_in


def test_a_single_marker_is_no_corner() -> None:
    with pytest.raises(NotInTheJig, match="1 of the 3 markers of the jig are seen"):
        find_jig(picture(markers=1), camera())


def test_a_base_that_is_not_there_is_asked_for() -> None:
    with pytest.raises(NotInTheJig, match="PV1:R01 is not seen"):
        learn_from(picture(), camera(), TABLE, "PV1:R01")


def test_a_base_that_is_not_in_play_is_refused() -> None:
    with pytest.raises(NotInTheJig, match="there is no base 'Z9'"):
        learn_from(picture(), camera(), TABLE, "Z9")
