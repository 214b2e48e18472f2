"""The closed-set reader against drawn tags whose place is known by hand arithmetic."""

from __future__ import annotations

import numpy as np
import pytest

from tests.tags.draw import Lying, corners_of, cover, overhead, picture_of, qr
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.known import closed_set
from vision.tags.known.accept import is_believed
from vision.tags.known.closed_set import FormReader
from vision.tags.read import read_tags
from vision.tags.reader import SceneReader
from vision.tags.tag import TagSpec

ARMY = [f"PV1:{side}{number:02d}" for side in "RB" for number in range(1, 11)]
# 20 px an inch: 21 modules on 1.1 in are 1.05 px a module.
SMALL_IN = 1.1


def strewn(payloads: list[str], size_in: float, ecl: str = "H") -> list[Lying]:
    """Twelve at most, in a grid, each turned another way: 37 degrees more every time."""
    places = [(4.0 + 8 * (i % 4), 4.0 + 8 * (i // 4)) for i in range(len(payloads))]
    return [
        Lying(qr(payload, ecl), size_in, x + 0.013 * i, y - 0.017 * i, 20.0 + 37 * i)
        for i, (payload, (x, y)) in enumerate(zip(payloads, places, strict=True))
    ]


def specs(size_in: float, ecl: str = "H") -> list[TagSpec]:
    return [TagSpec(payload, size_in, ecl) for payload in ARMY]


def read(tags: list[Lying], size_in: float, ecl: str = "H", **drawing: float):
    return read_tags(picture_of(tags, **drawing), specs(size_in, ecl), overhead())


def test_every_tag_is_read_at_one_pixel_a_module():
    found = read(strewn(ARMY[:12], SMALL_IN), SMALL_IN)
    assert sorted(tag.payload for tag in found.tags) == sorted(ARMY[:12])


def test_corners_are_placed_to_a_fifteenth_of_a_pixel():
    """0.06 px RMS is asked of rendered frames; noise here is 2 of 150 grey levels."""
    tags = strewn(ARMY[:12], SMALL_IN)
    truth = dict(zip(ARMY, (corners_of(tag) for tag in tags), strict=False))
    errors = [np.array(t.corners_px) - truth[t.payload] for t in read(tags, SMALL_IN).tags]
    assert len(errors) == 12
    assert np.sqrt(np.mean(np.square(errors))) < 0.06
    # No half pixel hides in the mean over all turns: 96 errors of 0.06 average to 0.006.
    assert np.abs(np.mean(errors, axis=(0, 1))).max() < 0.02


def test_the_stated_sigma_is_the_size_of_the_error():
    """Errors over their sigmas have a root mean square between a half and two."""
    tags = strewn(ARMY[:12], SMALL_IN)
    truth = dict(zip(ARMY, (corners_of(tag) for tag in tags), strict=False))
    ratio = [
        (np.array(t.corners_px) - truth[t.payload]) / t.sigma_px for t in read(tags, SMALL_IN).tags
    ]
    assert 0.5 < np.sqrt(np.mean(np.square(ratio))) < 2.0


@pytest.mark.parametrize("ecl", [pytest.param("H", marks=pytest.mark.long), "M"])
def test_tags_of_the_same_form_that_are_not_in_play_get_no_name(ecl):
    strangers = [f"PV1:{side}{number:02d}" for side in "GK" for number in range(1, 7)]
    tags = strewn(strangers, 1.6, ecl)
    found = read(tags, 1.6, ecl)
    assert [tag.payload for tag in found.tags] == []
    assert {flag.kind for flag in found.flags} <= {"foreign", "unknown"}
    told = np.array([np.mean(place.corners_px, axis=0) for place in found.places])
    for tag in tags:
        # Within a tenth of a symbol: every one of them is reported where it lies.
        off = np.linalg.norm(told - corners_of(tag).mean(axis=0), axis=1)
        assert off.min() < 3.0


@pytest.mark.parametrize("blur_px", [0.4, 1.6])
def test_the_softness_of_the_camera_need_not_be_known(blur_px):
    size_in = 1.3
    found = read(strewn(ARMY[:12], size_in), size_in, blur_px=blur_px)
    assert len(found.tags) == 12


@pytest.mark.parametrize(
    ("exposed", "size_in"), [(1.5, 1.3), pytest.param(3.0, 1.7, marks=pytest.mark.long)]
)
def test_tags_on_burnt_out_paper_are_read_where_they_lie(exposed, size_in):
    """Paper gives 0.8 of a full sensor's light: exposed three times too long all of it is white,
    and the white has eaten into the black. The stated sigma is still that of the error."""
    tags = strewn(ARMY[:12], size_in)
    truth = dict(zip(ARMY, (corners_of(tag) for tag in tags), strict=False))
    found = read(tags, size_in, exposed=exposed)
    assert sorted(tag.payload for tag in found.tags) == sorted(ARMY[:12])
    off = [(np.array(t.corners_px) - truth[t.payload]) / t.sigma_px for t in found.tags]
    assert np.sqrt(np.mean(np.square(off))) < 2.5


@pytest.mark.parametrize(("missing", "lights"), [(0, 1), (1, 6)])
def test_other_light_is_tried_only_where_a_tag_is_missing(monkeypatch, missing, lights):
    """Good light and the five in which burnt paper is read. All places count as burnt here, also
    those of no tag."""
    tried = set()
    sight = FormReader._sight

    def kept(self, small, near, scale, full=1.0):
        tried.add(full)
        return sight(self, small, near, scale, full)

    monkeypatch.setattr(FormReader, "_sight", kept)
    monkeypatch.setattr(closed_set, "is_burnt", lambda patches: np.full(len(patches), True))
    there = [TagSpec(payload, 1.6, "H") for payload in ARMY[:12]]
    read_tags(picture_of(strewn(ARMY[missing:12], 1.6)), there, overhead())
    assert len(tried) == lights


def test_a_tag_of_which_a_tenth_is_covered_is_read_where_it_lies():
    tags = strewn(ARMY[:6], 1.6)
    picture = picture_of(tags)
    for tag in tags:
        picture = cover(picture, tag, 0.1)
    found = read_tags(picture, specs(1.6), overhead())
    truth = dict(zip(ARMY, (corners_of(tag) for tag in tags), strict=False))
    assert sorted(tag.payload for tag in found.tags) == sorted(ARMY[:6])
    for tag in found.tags:
        # Six sigmas, or a third of a pixel: what covers is sharp-edged and may pull a little.
        off = np.abs(np.array(tag.corners_px) - truth[tag.payload]).max()
        assert off < max(6 * tag.sigma_px, 0.35)


def test_a_covered_tag_has_the_larger_sigma():
    tag = Lying(qr(ARMY[0]), 1.6, 10.0, 12.0, 75.0)
    picture = picture_of([tag])
    whole = read_tags(picture, specs(1.6), overhead()).tags[0]
    partly = read_tags(cover(picture, tag, 0.12), specs(1.6), overhead()).tags[0]
    assert partly.sigma_px > whole.sigma_px
    assert partly.visible < whole.visible


@pytest.mark.parametrize("blur_px", [0.8, 1.1])
def test_a_tag_with_a_finder_under_something_is_read_in_what_shows(blur_px):
    """A seventh of each tag covered: two of its three finders lose a third of their height."""
    tags = strewn(ARMY[:6], 1.3)
    picture = picture_of(tags, blur_px=blur_px)
    for tag in tags:
        upside_down = Lying(tag.black, tag.size_in, tag.x_in, tag.y_in, tag.facing_deg + 180)
        picture = cover(picture, upside_down, 1 / 7)
    found = read_tags(picture, specs(1.3), overhead())
    assert sorted(tag.payload for tag in found.tags) == sorted(ARMY[:6])


def test_where_a_strange_tag_lies_is_said_in_inches_of_the_table():
    """Too small for the decoders, and not in play: it is for a player to find and take away."""
    found = read([Lying(qr("PV1:Z99"), SMALL_IN, 11.0, 14.0, 75.0)], SMALL_IN)
    assert found.tags == ()
    (flag,) = found.flags
    assert "11 in east and 14 in north" in flag.text


def test_an_empty_table_has_no_tags():
    assert read([], SMALL_IN).tags == ()


def test_a_tag_of_the_wrong_size_is_not_ours():
    """The same payload printed a third larger: its pose would be wrong, so it has no name
    from the closed-set reader."""
    scene = SceneReader(specs(1.6), overhead(), OpenReaders())
    looks = scene.look(picture_of([Lying(qr(ARMY[0]), 2.1, 16.0, 12.0)]))
    assert not any(is_believed(look) for look in looks)


def test_two_tags_in_play_with_one_payload_are_refused():
    with pytest.raises(ValueError, match="PV1:R01"):
        read_tags(picture_of([]), [TagSpec("PV1:R01", 1.0)] * 2, overhead())


def test_a_picture_of_floats_is_refused():
    with pytest.raises(ValueError, match="8 bit"):
        read_tags(np.zeros((10, 10)), [], None)
