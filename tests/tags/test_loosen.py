"""A tag that is not seen as a square: its own shape is measured beside its place."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.tags.draw import Lying, corners_of, overhead, picture_of, qr
from vision.tags.read import read_tags
from vision.tags.tag import Tag, TagSpec

SPECS = [TagSpec(f"R0{k}", 1.2) for k in range(4)]


def read(stretched: float) -> list[tuple[Tag, np.ndarray]]:
    """Four tags turned otherwise each, as read, with their true corners."""
    lying = [
        Lying(qr(spec.payload), 1.2, 8.0 + 5 * k, 12.0, 20.0 + 35 * k, stretched)
        for k, spec in enumerate(SPECS)
    ]
    found = {tag.payload: tag for tag in read_tags(picture_of(lying), SPECS, overhead()).tags}
    pairs = zip(SPECS, lying, strict=True)
    return [(found[spec.payload], corners_of(one)) for spec, one in pairs]


def longer(quad: np.ndarray) -> float:
    """By what share a quadrangle is longer from foot to top than it is wide, halved."""
    side = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    return float(np.log((side[1] + side[3]) / (side[0] + side[2])) / 2)


@pytest.mark.parametrize("stretched", [-0.03, 0.0, 0.02])
def test_the_loose_corners_are_as_long_and_as_wide_as_what_is_seen(stretched: float) -> None:
    """Read to 0.04 px of 24, which is 0.0014; three of that, and a tenth for one straight step."""
    for tag, _ in read(stretched):
        found = longer(np.array(tag.loose_px))
        assert found == pytest.approx(stretched, abs=0.0042 + 0.1 * abs(stretched))


def test_the_square_stays_a_square() -> None:
    """3 % longer one way and shorter the other: its corners stand 0.36 px from the true ones."""
    for tag, true in read(0.03):
        sides = np.linalg.norm(np.roll(tag.corners_px, -1, axis=0) - tag.corners_px, axis=1)
        assert np.ptp(sides) < 0.1
        assert np.abs(np.array(tag.corners_px) - true).max() > 0.25


def test_how_unsure_they_are_is_about_how_far_they_are_off() -> None:
    """Of twelve level tags; corners that are each off by sigma make the half so unsure."""
    off = []
    for tag, true in [*read(0.0), *read(0.005), *read(-0.005)]:
        sigma = tag.loose_sigma_px / (24 * 2**0.5)
        off.append((longer(np.array(tag.loose_px)) - longer(true)) / sigma)
    assert 0.3 < np.sqrt(np.mean(np.square(off))) < 2.0


def test_a_tag_that_was_only_decoded_says_nothing_of_its_shape() -> None:
    tag = Tag("R01", ((0, 0), (1, 0), (1, 1), (0, 1)), 0.1, "pyzbar")
    assert replace(tag, sigma_px=0.2).loose_px is None
