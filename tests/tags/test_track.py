"""Reading picture after picture: still tables, moved bases, hands, foreign codes."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tags.draw import Lying, corners_of, cover, overhead, picture_of, qr, still_picture_of
from vision.tags.follow.average import StillMean
from vision.tags.follow.changes import Changes, Rests, box_round, touched
from vision.tags.follow.track import Tracker
from vision.tags.tag import TagSpec

CAMERA = overhead()
NAMES = [f"PV1:R{number:02d}" for number in range(1, 7)]
SPECS = [TagSpec(name, 1.6, "H") for name in NAMES]


def lying(moved: dict[str, tuple[float, float]] | None = None, names=NAMES) -> list[Lying]:
    places = {name: (5.0 + 7 * (i % 4), 6.0 + 9 * (i // 4)) for i, name in enumerate(NAMES)}
    places |= moved or {}
    return [Lying(qr(n), 1.6, *places[n], 30.0 + 50 * i) for i, n in enumerate(names)]


@pytest.fixture
def tracker():
    one = Tracker(SPECS)
    yield one
    one.close()


def seen(found) -> list[str]:
    return sorted(tag.payload for tag in found.tags)


def test_a_still_table_is_not_read_again(tracker):
    """The answer is the same object while nothing but noise changes."""
    before = [tracker.read(fresh(lying(), n), CAMERA) for n in range(3)][-1]
    assert tracker.read(fresh(lying(), 9), CAMERA) is before
    assert seen(before) == NAMES


def fresh(tags: list[Lying], seed: int) -> np.ndarray:
    """The same cloth and tags with other noise."""
    still = still_picture_of(tags).astype(float)
    noise = np.random.default_rng(seed).normal(0, 2.0, still.shape)
    return np.clip(np.rint(still + noise), 0, 255).astype(np.uint8)


def test_a_base_that_was_put_elsewhere_is_found_there(tracker):
    for n in range(3):
        tracker.read(fresh(lying(), n), CAMERA)
    moved = lying({"PV1:R01": (26.0, 20.0)})
    answers = [tracker.read(fresh(moved, n), CAMERA) for n in range(10, 16)]
    tag = next(tag for tag in answers[-1].tags if tag.payload == "PV1:R01")
    assert np.abs(np.array(tag.corners_px) - corners_of(moved[0])).max() < 0.3
    # On the way it may be missing; it is never told at its old place once that is bare.
    for answer in answers:
        for old in (t for t in answer.tags if t.payload == "PV1:R01"):
            assert np.abs(np.array(old.corners_px) - corners_of(moved[0])).max() < 0.3


def test_a_small_push_is_followed(tracker):
    """0.05 in is one pixel, less than a module: found from its last place at once."""
    tracker.read(fresh(lying(), 0), CAMERA)
    pushed = lying({"PV1:R02": (12.05, 6.0)})
    answer = tracker.read(fresh(pushed, 1), CAMERA)
    tag = next(tag for tag in answer.tags if tag.payload == "PV1:R02")
    assert np.abs(np.array(tag.corners_px) - corners_of(pushed[1])).max() < 0.2


def test_a_tag_that_lies_still_keeps_its_very_place(tracker):
    """Looked at again through other noise and a tenth less light, it is not placed anew."""
    before = {tag.payload: tag for tag in tracker.read(fresh(lying(), 0), CAMERA).tags}
    darker = (0.9 * fresh(lying(), 1)).astype(np.uint8)
    assert {tag.payload: tag for tag in tracker.follow_all(darker).tags} == before


def test_many_pushes_too_small_to_see_are_seen_in_the_end(tracker):
    """Ten times a hundredth of an inch is 2 px, three twentieths of a module each."""
    tracker.read(fresh(lying(), 0), CAMERA)
    for n in range(1, 11):
        pushed = lying({"PV1:R02": (12.0 + 0.01 * n, 6.0)})
        answer = tracker.follow_all(fresh(pushed, n))
    tag = next(tag for tag in answer.tags if tag.payload == "PV1:R02")
    # A twentieth of a module (0.08 px) may go unseen, and the noise adds as much.
    assert np.abs(np.array(tag.corners_px) - corners_of(pushed[1])).max() < 0.2


def test_another_tag_in_the_same_place_is_not_taken_for_the_old(tracker):
    tracker.read(fresh(lying(), 0), CAMERA)
    swapped = lying()
    swapped[0], swapped[1] = (
        Lying(old.black, 1.6, new.x_in, new.y_in, new.facing_deg)
        for old, new in ((swapped[0], swapped[1]), (swapped[1], swapped[0]))
    )
    assert seen(tracker.follow_all(fresh(swapped, 1))) == NAMES[2:]


def test_a_tag_found_in_part_is_whole_again_when_uncovered(tracker):
    tags = lying()
    tracker.read(cover(fresh(tags, 0), tags[2], 0.2), CAMERA)
    tracker.follow_all(fresh(tags, 1))
    answer = tracker.follow_all(fresh(tags, 2))
    tag = next(tag for tag in answer.tags if tag.payload == NAMES[2])
    other = next(tag for tag in answer.tags if tag.payload == NAMES[3])
    assert tag.visible > 0.95 * other.visible
    assert np.abs(np.array(tag.corners_px) - corners_of(tags[2])).max() < 0.2


def test_a_tag_under_a_hand_is_absent_and_comes_back(tracker):
    tags = lying()
    tracker.read(fresh(tags, 0), CAMERA)
    under = tracker.read(cover(fresh(tags, 1), tags[2], 1.3), CAMERA)
    assert seen(under) == [name for name in NAMES if name != NAMES[2]]
    again = [tracker.read(fresh(tags, n), CAMERA) for n in range(2, 6)][-1]
    assert seen(again) == NAMES


def test_a_tag_half_under_something_keeps_its_place_with_a_larger_sigma(tracker):
    tags = lying()
    before = tracker.read(fresh(tags, 0), CAMERA)
    after = tracker.read(cover(fresh(tags, 1), tags[3], 0.3), CAMERA)
    was = next(tag for tag in before.tags if tag.payload == NAMES[3])
    now = next(tag for tag in after.tags if tag.payload == NAMES[3])
    assert np.abs(np.array(now.corners_px) - corners_of(tags[3])).max() < 0.5
    assert now.sigma_px > was.sigma_px


def beside_a_hand(picture: np.ndarray, step: int) -> np.ndarray:
    """With something bright in the lower right corner that is elsewhere in each picture."""
    high, wide = picture.shape[:2]
    left = wide - 60 - 25 * (step % 4)
    picture[high - 70 : high - 30, left : left + 40] = 240
    return picture


def test_a_base_put_down_is_found_while_a_hand_still_moves_elsewhere(tracker):
    for n in range(3):
        tracker.read(fresh(lying(), n), CAMERA)
    moved = lying({"PV1:R01": (26.0, 20.0)})
    # Two pictures to rest, and at most four until rested places are looked at.
    answers = [tracker.read(beside_a_hand(fresh(moved, n), n), CAMERA) for n in range(10, 17)]
    tag = next(tag for tag in answers[-1].tags if tag.payload == "PV1:R01")
    assert np.abs(np.array(tag.corners_px) - corners_of(moved[0])).max() < 0.3


def test_a_base_of_which_part_shows_is_found_at_last_when_the_hand_rests(tracker):
    for n in range(3):
        tracker.read(fresh(lying(), n), CAMERA)
    moved = lying({"PV1:R01": (26.0, 20.0)})
    for n in range(10, 17):
        covered = cover(fresh(moved, n), moved[0], 0.2)
        tracker.read(beside_a_hand(covered, n), CAMERA)
    answers = [
        tracker.read(beside_a_hand(cover(fresh(moved, n), moved[0], 0.2), 0), CAMERA)
        for n in range(20, 25)
    ]
    assert seen(answers[-1]) == NAMES


def test_a_code_laid_on_the_table_later_is_noticed(tracker):
    for n in range(3):
        tracker.read(fresh(lying(), n), CAMERA)
    more = [*lying(), Lying(qr("FOREIGN"), 2.6, 26.0, 20.0)]
    answer = [tracker.read(fresh(more, n), CAMERA) for n in range(10, 16)][-1]
    assert ("foreign", "FOREIGN") in [(flag.kind, flag.payload) for flag in answer.flags]


def test_another_calibration_starts_afresh(tracker):
    first = tracker.read(fresh(lying(), 0), CAMERA)
    assert tracker.read(fresh(lying(), 1), overhead()) is not first


def test_without_a_calibration_only_decoders_read(tracker):
    large = [Lying(qr(NAMES[0]), 3.6, 16.0, 12.0, 40.0)]
    found = tracker.read(picture_of(large), None)
    assert seen(found) == [NAMES[0]]
    assert found.tags[0].reader in ("zxing", "pyzbar")


def test_only_tiles_that_changed_more_than_noise_count():
    changes = Changes()
    assert changes.look(fresh(lying(), 0)).all()
    assert not changes.look(fresh(lying(), 1)).any()
    other = fresh(lying({"PV1:R01": (26.0, 20.0)}), 2)
    changed = changes.look(other)
    assert touched(changed, changes.tile_px, tuple(map(tuple, corners_of(lying()[0]))))
    assert not touched(changed, changes.tile_px, tuple(map(tuple, corners_of(lying()[1]))))
    assert not changes.look(fresh(lying({"PV1:R01": (26.0, 20.0)}), 3)).any()


def test_light_that_changes_everywhere_is_no_movement():
    changes = Changes()
    still = fresh(lying(), 0)
    changes.look(still)
    darker = np.clip(fresh(lying(), 1).astype(float) * 0.9, 0, 255).astype(np.uint8)
    assert changes.look(darker).mean() < 0.2


def test_a_tile_is_given_out_once_two_pictures_after_its_last_change():
    rests = Rests()
    nothing = np.zeros((2, 2), dtype=bool)
    one = nothing.copy()
    one[0, 1] = True
    answers = [rests.after(tiles).any() for tiles in (one, one, nothing, nothing, nothing)]
    assert answers == [False, False, False, True, False]


def test_the_box_round_tiles_is_theirs_and_a_margin_within_the_picture():
    tiles = np.zeros((4, 6), dtype=bool)
    tiles[1, 2] = True
    assert box_round(tiles, 10, 5.0, (40, 60)) == (15, 5, 35, 25)
    tiles[3, 5] = True
    assert box_round(tiles, 10, 5.0, (40, 60)) == (15, 5, 60, 40)


def test_averaging_takes_out_noise_and_leaves_out_what_moves():
    """Eight pictures of noise 6: the mean has 6/sqrt(8) = 2.1, and no ghost of the hand."""
    truth = picture_of(lying(), noise=0.0).astype(float)
    burst = []
    for n in range(8):
        noisy = truth + np.random.default_rng(n).normal(0, 6.0, truth.shape)
        if n < 3:
            noisy[100:200, 100 + 40 * n : 200 + 40 * n] = 230
        burst.append(np.clip(np.rint(noisy), 0, 255).astype(np.uint8))
    mean = StillMean(burst[0])
    for picture in burst[1:]:
        mean.add(picture)
    error = mean.mean() - truth
    assert np.abs(error[300:]).std() < 2.5
    # Where the hand was, five to seven pictures are left: noise at most 6/sqrt(5) = 2.7.
    assert np.std(error[110:190, 110:190]) < 3.2
    assert abs(np.mean(error[110:190, 110:190])) < 1.0


def test_a_burst_has_pictures_of_one_size():
    with pytest.raises(ValueError, match="one size"):
        StillMean(np.zeros((4, 4), np.uint8)).add(np.zeros((4, 5), np.uint8))
