"""A painted scene of known truth, from picture to JSON; bursts; and what the ± is made of."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
import tomli_w
from shapely.geometry import Polygon

from calibration.camera import Lens
from calibration.table_file import BaseInPlay, TableFile, TerrainPiece, table_toml
from tests.calibration.pinhole import Pinhole, Printed, edge_markers, paint
from vision.cameras.decode import BadPicture
from vision.table.snapshot import Pose
from vision.tags.codes import module_matrix
from vision.tags.tag import TagSpec
from vision.watch.still_scene import Measured, mean_picture, measure_pictures, plus_minus_of
from webui.commands.seeing.measure import as_json, measure_command

CAMERA = Pinhole(1280, 720, 1066.7, 641.0, 358.0, roll_deg=0.5)
LENS = Lens(1280, 720, 1066.7, 1066.7, 641, 358, -0.08, 0.02, 3e-4, -2e-4)
HILL = TerrainPiece("hill", ((45, 14), (65, 14), (65, 34), (45, 34)), 2.0)
SYMBOL_IN = 2.4
"""34 px or 1.6 px a module at 14 px an inch: small, as on a real table."""

TRUE = {
    "DH:A01": (14.0, 12.0, 90.0, 0.0),
    "DH:A02": (30.0, 34.0, 200.0, 0.0),
    "DH:B01": (55.0, 24.0, 315.0, 2.0),
}


def base(payload: str) -> BaseInPlay:
    return BaseInPlay(
        payload, 5.0, 3.4, SYMBOL_IN, height_in=0.12, tag_offset_in=(0.8, 0.0), tag_height_in=0.13
    )


TABLE = TableFile((72.0, 48.0), edge_markers(), (HILL,), tuple(base(name) for name in TRUE))


def printed(payload: str) -> Printed:
    """The tag as it lies when its base stands where TRUE says."""
    x, y, facing, ground = TRUE[payload]
    turn = math.radians(facing)
    black = np.asarray(module_matrix(TagSpec(payload, SYMBOL_IN)), dtype=float)
    return Printed(
        1 - black, x + 0.8 * math.sin(turn), y - 0.8 * math.cos(turn), ground + 0.13,
        SYMBOL_IN, facing - 90, rim=4,
    )  # fmt: skip


def scene(seed: int = 1, names: tuple[str, ...] = tuple(TRUE)) -> np.ndarray:
    tags = tuple(printed(name) for name in names)
    grey = paint(CAMERA, edge_markers(), tags=tags, seed=seed)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def footprint(payload: str) -> Polygon:
    x, y, facing, _ = TRUE[payload]
    c, s = math.cos(math.radians(facing)), math.sin(math.radians(facing))
    corners = [(f, r) for f, r in ((1.7, -2.5), (1.7, 2.5), (-1.7, 2.5), (-1.7, -2.5))]
    return Polygon([(x + f * c + r * s, y + f * s - r * c) for f, r in corners])


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(LENS, id="lens known"),
        pytest.param(None, id="lens unknown", marks=pytest.mark.long),
    ],
)
def measured(request: pytest.FixtureRequest) -> Measured:
    return measure_pictures([scene()], TABLE, request.param)


def test_every_base_is_placed_at_its_height(measured: Measured) -> None:
    assert {each.base.payload for each in measured.bases} == set(TRUE)
    for each in measured.bases:
        x, y, facing, ground = TRUE[each.base.payload]
        assert each.pose.ground_in == ground
        off = math.hypot(each.pose.x_in - x, each.pose.y_in - y)
        # 0.1 px corners at 14 px/in are 0.0036 in at the centre; calibration doubles it.
        assert off < 0.02 or (not measured.lens_known and ground and off < 0.1)
        assert off < each.plus_minus_in
        assert abs((each.pose.facing_deg - facing + 180) % 360 - 180) < 0.5


def test_every_gap_is_right_within_its_plus_minus(measured: Measured) -> None:
    assert len(measured.ranges) == len(list(combinations(TRUE, 2)))
    for reading in measured.ranges:
        true = footprint(reading.frm).distance(footprint(reading.to))
        assert abs(reading.value - true) < reading.plus_minus
        # A quarter inch where neither the lens nor the height of the hill is known well.
        assert reading.plus_minus < 0.25


def test_nothing_is_flagged_on_a_plain_table(measured: Measured) -> None:
    assert measured.flags == ()


def test_the_json_is_what_the_contract_says(measured: Measured) -> None:
    out = json.loads(json.dumps(as_json(measured, ())))
    assert {"reprojection_px", "height_in"} <= set(out["camera"])
    for each in out["bases"]:
        assert {
            "payload", "x_in", "y_in", "z_in", "facing_deg", "plus_minus_in", "corners_px",
            "reader",
        } <= set(each)  # fmt: skip
        assert np.shape(each["corners_px"]) == (4, 2)
    hill = next(each for each in out["bases"] if each["payload"] == "DH:B01")
    assert hill["z_in"] == pytest.approx(2.12)
    assert set(out["ranges"][0]) == {"from", "to", "gap_in", "plus_minus_in", "mostly"}


def test_an_unseen_base_is_named_and_has_no_range() -> None:
    result = measure_pictures([scene(names=("DH:A01", "DH:B01"))], TABLE, LENS)
    assert [(f.kind, f.payload) for f in result.flags] == [("unseen", "DH:A02")]
    assert [(r.frm, r.to) for r in result.ranges] == [("DH:A01", "DH:B01")]


def test_a_base_that_moves_during_the_burst_is_not_measured() -> None:
    result = measure_pictures([scene(1), scene(2, ("DH:A01", "DH:B01"))], TABLE, LENS)
    assert "DH:A02" not in {each.base.payload for each in result.bases}
    assert any(f.payload == "DH:A02" and f.kind in ("moving", "unseen") for f in result.flags)


def test_a_burst_has_half_the_noise_of_four_pictures() -> None:
    rng = np.random.default_rng(0)
    shots = [np.clip(rng.normal(120, 6, (64, 64)), 0, 255).astype(np.uint8) for _ in range(4)]
    mean, change = mean_picture(shots)
    # Rounding to grey levels adds a twelfth of a level squared.
    assert mean.std() == pytest.approx(3.0, rel=0.05)
    assert float((change > 12).mean()) == 0.0


@pytest.mark.parametrize(
    "pictures",
    [
        [],
        [np.zeros((64, 64), np.uint8), np.zeros((64, 80), np.uint8)],
        [np.zeros((64, 64), np.uint8), np.full((64, 64), 90, np.uint8)],
    ],
    ids=["none", "two sizes", "two scenes"],
)
def test_what_is_no_burst_is_refused(pictures: list[np.ndarray]) -> None:
    with pytest.raises(BadPicture):
        mean_picture(pictures)


@pytest.mark.parametrize(
    ("own", "radius"),
    [((1.0, 0, 0, 1.0, 0, 0.25), 2.4477), ((1.0, 0, 0, 0.0, 0, 0.25), 1.9600)],
    ids=["round", "one direction"],
)
def test_the_radius_holds_95_of_100(own: tuple[float, ...], radius: float) -> None:
    """Chi-squared at 95 %: 5.991 for two degrees of freedom, 3.841 for one."""
    x, y = 0.0, 0.0
    got, turn = plus_minus_of(Pose(x, y, 0.0, own=own))
    assert got == pytest.approx(radius, abs=1e-3)
    assert turn == pytest.approx(1.96 * 0.5)


def test_between_round_and_one_direction_the_radius_is_close() -> None:
    """Counted: 400,000 draws of sigmas 1 and 0.5 lie within it 95 % of the time, to 1 %."""
    radius, _ = plus_minus_of(Pose(0, 0, 0, own=(1.0, 0, 0, 0.25, 0, 0)))
    draws = np.random.default_rng(1).normal(size=(400_000, 2)) * (1.0, 0.5)
    assert float((np.hypot(*draws.T) < radius).mean()) == pytest.approx(0.95, abs=0.01)


def test_the_command_measures_and_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, picture = tmp_path / "table.toml", tmp_path / "frame.png"
    table.write_text(tomli_w.dumps(table_toml(TABLE)), encoding="utf-8")
    cv2.imwrite(str(picture), scene())
    assert measure_command([str(picture), "--table", str(table), "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["bases"]) == 3
    assert measure_command([str(tmp_path / "no.png"), "--table", str(table)]) == 2
    assert "no.png" in capsys.readouterr().err
    blank = tmp_path / "blank.png"
    cv2.imwrite(str(blank), np.full((720, 1280, 3), 90, np.uint8))
    assert measure_command([str(blank), "--table", str(table)]) == 1
    assert "0 of 8 table markers seen" in capsys.readouterr().err


def test_tolerances_in_the_table_file_widen_the_plus_minus() -> None:
    """0.03 in of loose glue instead of 0.004: the radius grows to at least 2 x 0.03."""
    loose = replace(TABLE, bases=tuple(replace(b, tolerance_in=0.03) for b in TABLE.bases))
    result = measure_pictures([scene()], loose, LENS)
    assert min(each.plus_minus_in for each in result.bases) > 0.06
