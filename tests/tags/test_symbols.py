"""Micro QR and ArUco come out as the same Tag."""

from __future__ import annotations

import cv2
import numpy as np
import segno

from tests.tags.draw import Lying, corners_of, overhead, picture_of
from vision.tags.read import read_tags
from vision.tags.tag import TagSpec


def micro(payload: str) -> np.ndarray:
    code = segno.make(payload, version="M2")
    return np.array([[bool(cell) for cell in row] for row in code.matrix])


def marker(number: int) -> np.ndarray:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    return cv2.aruco.generateImageMarker(dictionary, number, 6) < 128


def strewn(symbols: list[np.ndarray], size_in: float) -> list[Lying]:
    return [
        Lying(black, size_in, 5.0 + 7 * (i % 4), 6.0 + 6 * (i // 4), 15.0 + 47 * i)
        for i, black in enumerate(symbols)
    ]


def worst(found, tags, payloads) -> float:
    truth = dict(zip(payloads, (corners_of(tag) for tag in tags), strict=True))
    assert sorted(tag.payload for tag in found.tags) == sorted(payloads)
    return max(np.abs(np.array(t.corners_px) - truth[t.payload]).max() for t in found.tags)


def test_micro_qr_is_read_below_one_and_a_half_pixels_a_module():
    """0.85 in at 20 px an inch are 1.3 px for each of 13 modules; zxing-cpp needs 1.6."""
    names = [f"M{number:03d}" for number in range(30)]
    tags = strewn([micro(name) for name in names[:8]], 0.85)
    specs = [TagSpec(name, 0.85, "L", symbol="microqr") for name in names]
    assert worst(read_tags(picture_of(tags), specs, overhead()), tags, names[:8]) < 0.25


def test_aruco_is_read_at_two_pixels_a_cell():
    names = [f"A{number:03d}" for number in range(60, 90)]
    tags = strewn([marker(number) for number in range(60, 68)], 0.65)
    specs = [TagSpec(name, 0.65, symbol="aruco") for name in names]
    assert worst(read_tags(picture_of(tags), specs, overhead()), tags, names[:8]) < 0.35


def test_markers_that_are_not_in_play_get_no_name():
    tags = strewn([marker(number) for number in range(120, 128)], 0.65)
    specs = [TagSpec(f"A{number:03d}", 0.65, symbol="aruco") for number in range(60, 90)]
    assert read_tags(picture_of(tags), specs, overhead()).tags == ()


def test_symbols_and_sizes_may_be_mixed_on_one_table():
    tags = [
        Lying(marker(60), 0.7, 6.0, 6.0, 33.0),
        Lying(micro("M001"), 0.9, 16.0, 7.0, 120.0),
        *strewn([], 1.0),
    ]
    specs = [
        TagSpec("A060", 0.7, symbol="aruco"),
        TagSpec("M001", 0.9, "L", symbol="microqr"),
    ]
    found = read_tags(picture_of(tags), specs, overhead())
    assert sorted(tag.payload for tag in found.tags) == ["A060", "M001"]
