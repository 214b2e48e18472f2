"""The simulated world's faults: each is what its name and number say, measured in the truth or
in the picture, by hand arithmetic."""

from __future__ import annotations

import math
import statistics

import cv2
import numpy as np
import pytest

from tests.cameras.scenes import SIZE_PX, small_table
from vision.simulator.draws import Drawn, draw, true_base
from vision.simulator.labels import lay, level_label
from vision.simulator.optics.pinhole import Optics, Pinhole, bend, hang_over, unbend
from vision.simulator.optics.shake import Shake
from vision.simulator.scene import Scene, build_scene
from vision.simulator.world import MM, PERFECT, World, WorldError, parse_world
from webui.commands.serve import serve_options, unused


def scene_of(world: World, seed: int = 1) -> Scene:
    return build_scene(*small_table(), world, seed)


def drawn_in(world: World) -> Drawn:
    return draw(*small_table(), world, size_px=SIZE_PX)


# --- the words ------------------------------------------------------------------------------


def test_a_list_of_faults_is_read_by_name() -> None:
    assert parse_world("glue=0.5, tilt=3,prints=0.95") == World(glue=0.5, tilt=3.0, prints=0.95)


def test_no_fault_is_the_perfect_world() -> None:
    assert parse_world("") == PERFECT


@pytest.mark.parametrize("text", ["gleu=1", "glue", "glue=much", "glue=nan", "prints=9", "sag=1e9"])
def test_what_is_no_fault_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(WorldError, match=text.split("=")[0]):
        parse_world(text)


def test_a_real_camera_is_told_that_it_cannot_be_simulated() -> None:
    options = serve_options(["--camera", "0", "--simulate", "sway=1"])
    assert any("--simulate" in note for note in unused(options))


# --- bases ----------------------------------------------------------------------------------


def test_labels_are_glued_off_with_the_spread_that_was_asked_for() -> None:
    """400 draws: their standard deviation is known to 1 / sqrt(800), 3.5 %; 4 sigma are 14 %."""
    world = World(glue=0.5, twist=1.0)
    flaws = [world.flaw_of(f"B{k}", 7) for k in range(400)]
    assert statistics.pstdev(flaw.right_in / MM for flaw in flaws) == pytest.approx(0.5, rel=0.14)
    assert statistics.pstdev(flaw.twist_deg for flaw in flaws) == pytest.approx(1.0, rel=0.14)


def test_a_label_glued_off_moves_its_tag_and_not_its_base() -> None:
    plain, off = (scene_of(world).stands["R01"] for world in (PERFECT, World(glue=2.0)))
    assert true_base(plain) == true_base(off)
    moved = math.dist(plain.tag_centre_in(), off.tag_centre_in())
    assert moved == pytest.approx(math.hypot(off.flaw.right_in, off.flaw.forward_in))


def test_a_leaning_base_turns_its_tag_about_the_ground() -> None:
    """The tag's height above the ground times the sine of the lean, aside."""
    flat, leant = (scene_of(world).stands["R01"] for world in (PERFECT, World(tilt=4.0)))
    up = leant.tag_axes()[2]
    lean = math.acos(up[2])
    assert lean == pytest.approx(
        math.radians(math.hypot(leant.flaw.tip_deg, leant.flaw.roll_deg)), rel=0.01
    )
    assert math.dist(leant.tag_centre_in(), (leant.x_in, leant.y_in, 0.0)) == pytest.approx(
        math.dist(flat.tag_centre_in(), (flat.x_in, flat.y_in, 0.0))
    )


def test_the_axes_of_a_leaning_twisted_label_stay_at_right_angles() -> None:
    axes = np.array(scene_of(World(tilt=5.0, twist=9.0)).stands["R02"].tag_axes())
    assert axes @ axes.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.cross(axes[0], axes[1]) == pytest.approx(axes[2])


def test_a_thicker_base_lifts_its_tag() -> None:
    plain, thick = (scene_of(world).stands["R01"] for world in (PERFECT, World(thick=2.0)))
    assert thick.tag_z_in - plain.tag_z_in == pytest.approx(2.0 * MM)


def test_a_small_print_is_small_on_tags_and_markers() -> None:
    plain, small = (scene_of(world) for world in (PERFECT, World(prints=0.95)))
    sides = [math.dist(*scene.stands["R01"].tag_corners_in()[:2]) for scene in (plain, small)]
    assert sides[1] == pytest.approx(0.95 * sides[0])
    assert small.markers[0].size_in == pytest.approx(0.95 * plain.markers[0].size_in)


# --- table and markers ----------------------------------------------------------------------


def test_a_sagging_table_is_lowest_in_its_middle_and_held_at_its_edges() -> None:
    world = World(sag=5.0)
    assert world.surface_in((30.0, 18.0), 15.0, 9.0) == pytest.approx(-5.0 * MM)
    assert world.surface_in((30.0, 18.0), 0.0, 9.0) == 0.0


def test_boards_step_in_the_middle() -> None:
    world = World(step=5.0)
    assert world.surface_in((30.0, 18.0), 14.9, 9.0) == 0.0
    assert world.surface_in((30.0, 18.0), 15.1, 9.0) == pytest.approx(5.0 * MM)


def test_stretched_markers_lie_further_apart_than_typed() -> None:
    typed, true = small_table()[0].markers, scene_of(World(stretch=0.5)).markers
    apart = [math.dist(*((m.x_in, m.y_in) for m in two[:2])) for two in (typed, true)]
    assert apart[1] == pytest.approx(1.005 * apart[0])


def test_three_markers_slide_east() -> None:
    typed, true = small_table()[0].markers, scene_of(World(slid=4.0)).markers
    slid = [there.x_in - here.x_in for here, there in zip(typed, true, strict=True)]
    assert sorted(slid)[-3:] == pytest.approx([4.0 * MM] * 3)
    assert sum(1 for step in slid if step) == 3


# --- the picture ----------------------------------------------------------------------------


def test_a_level_label_is_cast_as_the_plane_it_lies_in() -> None:
    """50 in up, 10 px to the inch: a 2 in black square covers 20 x 20 px: 400."""
    camera = Pinhole(Optics(200, 200, 500.0, 99.5, 99.5), (0.0, 0.0, 50.0))
    black = np.ones((1, 1), dtype=bool)
    light = np.ones((200, 200, 3), dtype=np.float32)
    lay(light, (0, 0, 200, 200), level_label((0.0, 0.0, 0.0), 30.0, 2.0, 2.0, black), camera)
    assert float((1 - light[:, :, 0]).sum()) == pytest.approx(400 * (1 - 0.035), rel=0.01)


def test_a_bulging_label_looks_larger_in_its_middle() -> None:
    """Its corners stay where they are; its top edge's middle comes nearer to the camera."""
    flat, bowed = drawn_in(PERFECT), drawn_in(World(bow=2.0))
    box = np.round(flat.camera.to_pixels(np.array([(8.0, 9.0, 0.1)]))[0]).astype(int)
    x, y = int(box[0]), int(box[1])
    part = (slice(y - 40, y + 40), slice(x - 40, x + 40))
    assert float(cv2.absdiff(flat.picture[part], bowed.picture[part]).max()) > 40


def test_overexposure_burns_paper_out() -> None:
    full = [float((drawn_in(w).picture > 250).mean()) for w in (PERFECT, World(overexposed=1.0))]
    assert full[0] < 0.01 < full[1]


def test_a_hard_shadow_darkens_one_side_of_a_marker_and_not_the_other() -> None:
    plain, dark = (drawn_in(world).picture.astype(float) for world in (PERFECT, World(shadow=0.7)))
    share = dark.mean(axis=2) / plain.mean(axis=2).clip(1)
    assert float((share > 0.93).mean()) > 0.5
    assert float((share < 0.7).mean()) > 0.01


def test_a_fisheye_bends_a_ray_by_its_angle() -> None:
    """Equidistant: 45 degrees off the axis lands pi / 4 focal lengths from the middle."""
    lens = Optics(100, 100, 50.0, 50.0, 50.0, fisheye=True)
    bent = bend(np.array([(1.0, 0.0), (0.6, 0.8)]), lens)
    assert np.hypot(bent[:, 0], bent[:, 1]) == pytest.approx([math.pi / 4] * 2)
    assert unbend(bent, lens) == pytest.approx(np.array([(1.0, 0.0), (0.6, 0.8)]))


def test_a_fisheye_has_no_lens_file_and_sees_the_whole_table() -> None:
    drawn = drawn_in(World(fisheye=120.0))
    assert drawn.lens is None
    corners = np.array([(x, y, 0.0) for x in (0.0, 30.0) for y in (0.0, 18.0)])
    pixels = drawn.camera.to_pixels(corners)
    assert np.all(pixels > 0) and np.all(pixels < SIZE_PX)
    assert drawn.camera.eye_in[2] < hang_over((30.0, 18.0), *SIZE_PX).eye_in[2] / 1.5


def test_a_lens_file_can_be_wrong() -> None:
    plain, wrong = drawn_in(PERFECT).lens, drawn_in(World(k1=0.03)).lens
    assert plain is not None and wrong is not None
    assert wrong.k1 - plain.k1 == pytest.approx(0.03)


# --- the camera moves -----------------------------------------------------------------------


def shift_of(shake: Shake, at_s: float) -> tuple[float, float]:
    """How far a soft blob in the middle of a picture moves, by its centre of light."""
    y, x = np.mgrid[0:101, 0:121]
    blob = (250 * np.exp(-((x - 60) ** 2 + (y - 50) ** 2) / 50.0)).astype(np.uint8)
    found = shake.over(np.dstack([blob] * 3), at_s)[:, :, 0].astype(float)
    total = found.sum()
    return float((found * x).sum() / total - 60), float((found * y).sum() / total - 50)


def test_a_swaying_camera_shifts_the_picture_by_what_its_truth_says() -> None:
    """8-bit rounding of the blob's skirts pulls its centre by up to a fiftieth of a pixel."""
    shake = Shake(sway_px=3.0)
    for at_s in (0.1, 0.37, 2.9):
        assert shift_of(shake, at_s) == pytest.approx(shake.shift_px(at_s), abs=0.05)


def test_a_rolling_shutter_shifts_rows_apart() -> None:
    shake = Shake(rolling_px=1.0)
    across = [shake.shift_px(0.2, row)[0] for row in np.linspace(0, 1, 50)]
    assert max(across) - min(across) == pytest.approx(2.0, abs=0.02)


def test_a_stabiliser_enlarges_the_picture() -> None:
    """6 % cut off: the rest is 1 / 0.94 as large, so the blob's spread grows by as much."""
    y, x = np.mgrid[0:101, 0:121]
    blob = (250 * np.exp(-((x - 60) ** 2 + (y - 50) ** 2) / 50.0)).astype(np.uint8)
    found = Shake(crop=0.06).over(np.dstack([blob] * 3), 0.0)[:, :, 0].astype(float)
    assert found.sum() / blob.sum() == pytest.approx(1 / 0.94**2, rel=0.01)


def test_a_camera_that_hangs_still_gives_the_picture_as_it_is() -> None:
    assert Shake().still
