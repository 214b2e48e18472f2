"""Pictures for a phone line: what changed, within the rate, and all of it in the end."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.relay.changed_tiles import BURST_S, ChangedTiles

Picture = NDArray[np.uint8]
RANDOM = np.random.default_rng(4)
GRASS: Picture = cv2.GaussianBlur(
    RANDOM.integers(40, 160, (560, 800, 3), dtype=np.uint8), (0, 0), 3
).astype(np.uint8)


def jpeg(picture: Picture) -> bytes:
    done, coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 82])
    assert done
    return coded.tobytes()


def noisy(picture: Picture, levels: float = 4.0) -> Picture:
    """As a camera sees it: every pixel off by a few grey levels."""
    return np.clip(picture + RANDOM.normal(0, levels, picture.shape), 0, 255).astype(np.uint8)


def test_the_first_picture_is_whole() -> None:
    """800 by 560 px in tiles of 80: ten by seven."""
    tiles = ChangedTiles(kbit_s=1000)(jpeg(GRASS), 0.0)
    assert sorted(one.number for one in tiles) == list(range(70))
    assert max(one.box[2] for one in tiles) == 1 and max(one.box[3] for one in tiles) == 1


def test_noise_is_no_change() -> None:
    relay = ChangedTiles(kbit_s=1000)
    relay(jpeg(noisy(GRASS)), 0.0)
    sent = [relay(jpeg(noisy(GRASS)), float(second)) for second in range(1, 40)]
    assert sum(len(tiles) for tiles in sent) == 0


def test_a_model_that_was_moved_is_sent_where_it_was_and_where_it_is() -> None:
    """From the tile at column 1, row 1 to that at column 6, row 4."""
    relay = ChangedTiles(kbit_s=1000)
    before, after = GRASS.copy(), GRASS.copy()
    before[100:140, 100:140] = (200, 60, 20)
    after[340:380, 500:540] = (200, 60, 20)
    relay(jpeg(before), 0.0)
    assert {one.number for one in relay(jpeg(after), 1.0)} == {11, 46}


def test_no_more_is_sent_than_the_line_carries() -> None:
    """Everything changes all the time; 40 kbit/s are 5,000 bytes a second, with a first burst.
    One tile may go over it: the purse is looked at before each."""
    relay = ChangedTiles(kbit_s=40)
    total = largest = 0
    for second in range(60):
        shifted = np.roll(GRASS, 37 * second, axis=1)
        for one in relay(jpeg(shifted), float(second)):
            total, largest = total + len(one.webp), max(largest, len(one.webp))
    assert total <= 5_000 * (BURST_S + 59) + largest


def test_what_the_line_could_not_carry_comes_later() -> None:
    relay = ChangedTiles(kbit_s=40)
    known: set[int] = set()
    for second in range(120):
        known |= {one.number for one in relay(jpeg(GRASS), float(second))}
    assert len(known) == 70


def test_what_is_no_picture_is_nothing() -> None:
    relay = ChangedTiles()
    assert relay(b"", 0.0) == () and relay(b"no picture", 1.0) == ()
