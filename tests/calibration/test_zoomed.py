"""A zoom since the lens was calibrated: hidden on a flat table, honest on hills."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from calibration.register import KnownTag, Registration, Typed, register_seen
from calibration.tolerances import HONEST, Tolerances
from tests.calibration.pinhole import Pinhole, edge_markers, square
from tests.calibration.test_register import LENS, SIZE_PX, see
from tests.calibration.world_draws import ON_HILLS, Setting, draw

LEVEL = Pinhole(eye=(36.0, 24.0, 74.0))
"""It looks straight down: focal length and height are one unknown."""
SIDE_IN = 1.25


def placed(zoomed: float, tolerances: Tolerances = HONEST) -> Registration:
    """The camera that is placed by a picture which is zoomed by that share."""
    camera = replace(LEVEL, focal=LEVEL.focal * (1 + zoomed))
    typed = Typed(tolerances)
    return register_seen(
        see(edge_markers(), camera, seed=5), edge_markers(), SIZE_PX, LENS, typed=typed
    )


def sigma_in(camera: Registration, height_in: float) -> float:
    """How far a place 20 in east of the camera's foot may be off by what is shared."""
    spot = camera.calibration.to_pixels(np.array([[56.0, 24.0, height_in]]))
    foot = camera.calibration.to_pixels(np.array([[36.0, 24.0, height_in]]))
    moves = camera.calibration.table_jacobians(np.vstack([spot, foot]), height_in)[1]
    return float(np.linalg.norm(moves[0] - moves[1]))


def tags(
    zoomed: float, hill_in: float, prints: float = 1.0, seed: int = 1, ink: float = 0.003
) -> list[KnownTag]:
    """Twelve tags, every other one on a hill; *ink* makes each larger or smaller by that share."""
    camera = replace(LEVEL, focal=LEVEL.focal * (1 + zoomed))
    rng = np.random.default_rng(seed)
    found = []
    for k in range(12):
        up_in = 0.12 + (hill_in if k % 2 else 0.0)
        side_in = SIDE_IN * prints * (1 + rng.normal(0, ink))
        x, y = rng.uniform(8, 64), rng.uniform(8, 40)
        pixels = camera.see(square(x, y, up_in, side_in, 30.0 * k)) + rng.normal(0, 0.05, (4, 2))
        found.append(KnownTag(SIDE_IN, up_in, tuple(map(tuple, pixels.tolist())), 0.05))
    return found


def test_on_a_hill_a_zoom_is_within_the_plus_minus() -> None:
    """A crop of 6 % puts what stands h up at r from the foot of a camera at H off by .06 r h/H."""
    off_in = 0.06 * 20 * 2 / 74
    assert 1.96 * sigma_in(placed(0.06), 2.0) > off_in


def test_on_the_table_next_to_nothing_changes() -> None:
    """What is left is the lens's bend, which a crop magnifies and a lower camera does not: .035
    of k1 r² = .08 · .27² at 20 in of 74, 0.2 mm there, beside shared errors of 0.4."""
    with_zoom, without = placed(0.0), placed(0.0, replace(HONEST, zoom=0.0))
    assert sigma_in(with_zoom, 0.0) == pytest.approx(sigma_in(without, 0.0), rel=0.05)


def test_it_is_named_where_it_matters() -> None:
    calibration = placed(0.0).calibration
    spot = calibration.to_pixels(np.array([[60.0, 24.0, 4.0]]))
    moves = np.linalg.norm(calibration.table_jacobians(spot, 4.0)[1][0], axis=1)
    assert calibration.causes[int(np.argmax(moves))] == "zoom"


def test_tags_on_a_high_hill_tell_of_a_large_zoom() -> None:
    """Six inches up and six down: ink leaves 0.3 % √(1/6 + 1/6) / (6/68) = 2 % of a zoom."""
    told = placed(0.15).with_tags(tags(0.15, 6.0, prints=0.97)).calibration.warnings
    assert any("zoomed by 1" in text for text in told)


def test_tags_on_hills_make_the_plus_minus_smaller() -> None:
    """They tell a zoom to 4 % (ink 0.3 %, and a blur of 0.3 px of 29), the markers by the lens's
    bend to 3.4, and 3.5 is believed: 2.1 instead of 2.4 are left."""
    alone = placed(0.0)
    helped = alone.with_tags(tags(0.0, 6.0, ink=0.0))
    assert sigma_in(helped, 6.0) < 0.95 * sigma_in(alone, 6.0)


@pytest.mark.parametrize("tables", [6, pytest.param(20, marks=pytest.mark.long)])
@pytest.mark.parametrize("prints", [0.97, pytest.param(1.0, marks=pytest.mark.long), 1.03])
def test_prints_of_another_size_are_no_zoom(prints: float, tables: int) -> None:
    for seed in range(tables):
        found = placed(0.0).with_tags(tags(0.0, 4.0, prints, seed))
        assert not any("zoomed" in text for text in found.calibration.warnings)


def test_tags_on_a_flat_table_tell_nothing_of_a_zoom() -> None:
    alone = placed(0.0)
    helped = alone.with_tags(tags(0.0, 0.0))
    assert sigma_in(helped, 4.0) == pytest.approx(sigma_in(alone, 4.0), rel=0.02)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("zoomed 6 %", marks=pytest.mark.long),
        pytest.param("zoomed -6 %", marks=pytest.mark.long),
        "the mix, zoomed 3 %",
    ],
)
def test_drawn_tables_with_hills_are_within_their_plus_minus(name: str) -> None:
    """45 gaps of one table share its errors, as in ``test_world_draws``: 90 % is asked of four."""
    setting = Setting(bases=10, hill_in=5.0)
    tables = [draw(ON_HILLS[name], setting, seed) for seed in range(4)]
    inside = np.concatenate([one.off_in <= one.plus_minus_in for one in tables])
    assert inside.mean() > 0.9
