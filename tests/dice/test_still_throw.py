"""A picture that a stranger sends: read, or refused in words before it is unpacked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.still_throw import MOST_PIXELS, still_throw


@pytest.mark.parametrize("coded", [b"", b"nonsense", b"\xff\xd8\xff" + b"0" * 500])
def test_what_is_no_picture_is_refused_in_words(coded: bytes) -> None:
    with pytest.raises(ValueError, match="picture"):
        still_throw(coded)


def test_a_small_file_of_a_huge_picture_is_refused() -> None:
    side = int(MOST_PIXELS**0.5) + 100
    done, coded = cv2.imencode(".png", np.zeros((side, side), np.uint8))
    assert done and len(coded) < 100_000
    with pytest.raises(ValueError, match="at most"):
        still_throw(coded.tobytes())


def test_an_empty_table_has_no_dice() -> None:
    done, coded = cv2.imencode(".jpg", np.full((480, 640, 3), (60, 110, 60), np.uint8))
    assert done and still_throw(coded.tobytes()) == ()
