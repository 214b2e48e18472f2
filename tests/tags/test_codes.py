"""Module matrices and the choice of a code set."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.tags.codes import CodeError, aruco_number, module_matrix
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.known.code_set import choose_codes, clean_picture, likeness_of, verify
from vision.tags.known.decoys import make_decoys
from vision.tags.tag import TagSpec

FINDER = np.array([[max(abs(x), abs(y)) != 2 for x in range(-3, 4)] for y in range(-3, 4)])


def test_a_qr_symbol_has_finders_in_three_corners():
    modules = module_matrix(TagSpec("PV1:R01", 1.0, "H"))
    assert modules.shape == (21, 21)
    for corner in (modules[:7, :7], modules[:7, -7:], modules[-7:, :7]):
        assert (corner == FINDER).all()
    assert not (modules[-7:, -7:] == FINDER).all()


def test_a_micro_qr_symbol_has_one_finder():
    modules = module_matrix(TagSpec("UNIT7", 0.5, symbol="microqr"))
    assert modules.shape == (13, 13)
    assert (modules[:7, :7] == FINDER).all()


def test_an_aruco_tag_is_the_marker_with_that_number():
    picture = clean_picture(TagSpec("A077", 0.5, symbol="aruco"))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    _, numbers, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)
    assert np.ravel(numbers).tolist() == [77]


def test_the_mask_of_the_spec_is_the_mask_in_the_symbol():
    """Module (8, 2..4) carry the mask number, exclusive-or 101, after two of the level."""
    for mask in range(8):
        modules = module_matrix(TagSpec("PV1:R01", 1.0, "H", mask))
        bits = modules[8, 2:5].astype(int) ^ np.array([1, 0, 1])
        assert int("".join(map(str, bits)), 2) == mask


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (TagSpec("PV1:R01-TOO-LONG", 1.0, "H"), "does not fit"),
        (TagSpec("MUCH TOO LONG FOR IT" * 2, 1.0, symbol="microqr"), "does not fit"),
        (TagSpec("A007", 1.0, symbol="aruco"), "from 50 to 249"),
        (TagSpec("NONE", 1.0, symbol="aruco"), "from 50 to 249"),
        (TagSpec("R01", 1.0, symbol="maxicode"), "no symbol"),
    ],
)
def test_what_cannot_be_printed_is_a_sentence(spec, says):
    with pytest.raises(CodeError, match=says):
        module_matrix(spec)


def test_the_number_of_a_marker_is_what_its_payload_ends_in():
    assert aruco_number("DH1:128") == 128


@pytest.mark.parametrize(("ecl", "modules"), [("L", 22), ("M", 32), ("H", 56)])
def test_the_distance_of_plain_payloads_is_that_of_the_literature(ecl, modules):
    """22, 32 and 56 modules for U000 to U099, counted independently of this program."""
    plain = [TagSpec(f"U{number:03d}", 1.0, ecl) for number in range(100)]
    assert likeness_of(plain).modules == modules


def test_chosen_masks_alone_tell_tags_further_apart():
    names = [f"R{number:02d}" for number in range(20)]
    chosen = choose_codes(names, ending=0)
    assert [spec.payload for spec in chosen] == names
    plain = likeness_of([TagSpec(name, 1.0, "H") for name in names])
    assert likeness_of(chosen).correlation < plain.correlation


def test_chosen_codes_are_the_same_every_time():
    assert choose_codes(4, candidates=8) == choose_codes(4, candidates=8)


def test_every_decoder_reads_the_chosen_codes():
    readers = OpenReaders()
    verified = [verify(spec, readers) for spec in choose_codes(4, candidates=8)]
    readers.close()
    assert all(one.is_fit_to_print for one in verified)
    assert all(one.zxing and one.pyzbar and one.opencv for one in verified)


def test_a_tag_that_does_not_decode_is_not_fit_to_print():
    readers = OpenReaders()
    good = verify(TagSpec("UNIT7", 1.0, symbol="microqr"), readers)
    wrong = verify(TagSpec("A077", 1.0, symbol="aruco"), readers)
    readers.close()
    assert good.is_fit_to_print and wrong.is_fit_to_print
    assert not type(good)(False, True, True).is_fit_to_print
    assert not type(good)(True, False, True).is_fit_to_print


def test_decoys_have_the_form_of_the_tags_and_none_is_in_play():
    specs = [TagSpec(f"PV1:R{number:02d}", 1.0, "M") for number in range(1, 9)]
    decoys = make_decoys(specs, 60)
    assert len({decoy.payload for decoy in decoys}) == 60
    assert not {decoy.payload for decoy in decoys} & {spec.payload for spec in specs}
    assert {len(decoy.payload) for decoy in decoys} == {7}
    assert {decoy.payload[3] for decoy in decoys} == {":"}


def test_markers_have_all_others_as_decoys():
    decoys = make_decoys([TagSpec("A077", 1.0, symbol="aruco")], 5)
    assert sorted(int(decoy.payload) for decoy in decoys) == [
        number for number in range(50, 250) if number != 77
    ]
