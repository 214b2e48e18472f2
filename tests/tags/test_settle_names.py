"""One answer from several readers: agreement, disagreement, duplicates, strangers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from vision.tags.decode.decoded import Decoded
from vision.tags.decode.forms import make_forms
from vision.tags.fusion import CONFIRMED_WRONG, Heard, settle_names
from vision.tags.known.accept import best_told, is_believed, to_tag, wrong_of
from vision.tags.known.looks import Look
from vision.tags.tag import TagSpec

FORM = make_forms((TagSpec("PV1:R01", 1.0), TagSpec("PV1:R02", 1.0)), 4)[0]
IN_PLAY = frozenset({"PV1:R01", "PV1:R02"})
NOMINAL = complex(1.0 / 21, 0)


def square(x: float, y: float, side: float = 20.0):
    return ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


def look(
    row: int,
    x: float,
    rho: float = 0.9,
    margin: float = 0.4,
    common: float = 0.6,
    apart: float = 0.5,
) -> Look:
    seen = (rho, margin, common, 0.9, 0.95)
    return Look(FORM, row, 0j, NOMINAL, square(x, 0), 0.05, *seen, apart=apart)


def decoded(text: str, x: float) -> Heard:
    return Heard(Decoded(text, square(x, 0), "zxing"))


def kinds(found) -> list[tuple[str, str]]:
    return [(flag.kind, flag.payload) for flag in found.flags]


def test_a_believed_look_is_a_tag_with_its_own_odds():
    found = settle_names([look(0, 0)], [], IN_PLAY, ())
    assert [(tag.payload, tag.reader) for tag in found.tags] == [("PV1:R01", "closed-set")]
    assert 0 < found.tags[0].wrong < 1e-3
    assert found.flags == ()


def test_a_decoder_that_says_the_same_makes_it_certain():
    doubtful = look(0, 0, rho=0.70, margin=0.27)
    alone = settle_names([doubtful], [], IN_PLAY, ()).tags[0].wrong
    both = settle_names([doubtful], [decoded("PV1:R01", 1)], IN_PLAY, ()).tags[0].wrong
    assert both == CONFIRMED_WRONG < alone


def test_two_readers_that_disagree_are_both_dropped_and_reported():
    found = settle_names([look(0, 0)], [decoded("PV1:R02", 1)], IN_PLAY, ())
    assert found.tags == ()
    assert kinds(found) == [("unknown", "PV1:R01")]
    assert "another PV1:R02" in found.flags[0].text


def test_a_decoder_that_reads_nonsense_on_a_certain_tag_is_not_heard():
    """Seen on a photo-real frame: a text that is nowhere, where ours leads by all it can."""
    found = settle_names([look(0, 0)], [decoded("PV1:C05", 1)], IN_PLAY, ())
    assert [tag.payload for tag in found.tags] == ["PV1:R01"]
    assert found.flags == ()


def test_a_decoder_that_reads_another_text_on_a_doubtful_tag_is_heard():
    doubtful = look(0, 0, rho=0.70, margin=0.27)
    found = settle_names([doubtful], [decoded("PV1:C05", 1)], IN_PLAY, ())
    assert found.tags == ()
    assert kinds(found) == [("unknown", "PV1:R01")]


def test_a_decoded_tag_that_does_not_look_like_itself_is_only_reported():
    """The closed-set reader sees something else there: say another size, or another tag."""
    odd = Heard(Decoded("PV1:R01", square(0, 0), "zxing"), look(0, 0, rho=0.2, margin=0.0))
    found = settle_names([], [odd], IN_PLAY, ())
    assert found.tags == ()
    assert kinds(found) == [("unknown", "PV1:R01")]


def test_a_decoded_tag_is_placed_by_the_closed_set_reader():
    seen = look(0, 0, rho=0.5, margin=0.05)
    found = settle_names([], [Heard(Decoded("PV1:R01", square(3, 3), "zxing"), seen)], IN_PLAY, ())
    assert found.tags[0].corners_px == seen.corners_px
    assert found.tags[0].reader == "zxing"


def test_one_payload_in_two_places_is_flagged_and_both_places_are_told():
    found = settle_names([look(0, 0), look(0, 100), look(1, 200)], [], IN_PLAY, ())
    assert [tag.payload for tag in found.tags] == ["PV1:R01", "PV1:R01", "PV1:R02"]
    assert kinds(found) == [("duplicate", "PV1:R01")]
    assert found.duplicated == frozenset({"PV1:R01"})
    assert [place.corners_px[0][0] for place in found.places] == [0, 100]


def test_a_code_that_is_not_in_play_is_foreign_however_well_it_reads():
    found = settle_names([], [decoded("HELLO WORLD", 0)], IN_PLAY, ())
    assert found.tags == ()
    assert kinds(found) == [("foreign", "HELLO WORLD")]


def test_a_long_foreign_text_is_cut_in_the_sentence():
    found = settle_names([], [decoded("X" * 500, 0)], IN_PLAY, ())
    assert len(found.flags[0].text) < 130


def test_what_looks_like_a_tag_and_has_no_name_is_unknown():
    found = settle_names([look(0, 0, rho=0.4, margin=0.05)], [], IN_PLAY, ())
    assert found.tags == ()
    assert kinds(found) == [("unknown", "")]


def test_clutter_is_not_even_mentioned():
    found = settle_names([look(0, 0, rho=0.4, margin=0.05, common=0.2)], [], IN_PLAY, ())
    assert found.tags == found.flags == ()


def test_a_decoy_is_never_a_tag():
    decoy = look(len(FORM.specs), 0, rho=0.95, margin=0.5)
    found = settle_names([decoy], [], IN_PLAY, ())
    assert found.tags == ()
    assert "not in play" in found.flags[0].text
    with pytest.raises(ValueError, match="decoy"):
        to_tag(decoy, 0.0)


def test_a_foreign_code_and_the_look_at_it_are_one_flag():
    found = settle_names([look(0, 0, rho=0.4, margin=0.05)], [decoded("PV2:R01", 1)], IN_PLAY, ())
    assert kinds(found) == [("foreign", "PV2:R01")]


def test_the_odds_fall_as_the_lead_grows():
    odds = [wrong_of(look(0, 0, rho=0.8, margin=margin)) for margin in (0.25, 0.27, 0.29, 0.31)]
    assert odds == sorted(odds, reverse=True)
    assert len(set(odds)) == len(odds)


def test_a_fair_likeness_with_a_small_lead_is_a_foreign_tag():
    """Figures of rendered foreign tags: they look like tags throughout, and lead by little."""
    assert not is_believed(look(0, 0, rho=0.80, margin=0.13, common=0.74))
    assert not is_believed(look(0, 0, rho=0.62, margin=0.20, common=0.76))


def test_a_lead_counts_by_how_unlike_the_two_are():
    """0.19 over a twin that correlates 0.70 is two thirds of all there is to lead by."""
    assert is_believed(look(0, 0, rho=0.75, margin=0.19, common=0.50, apart=0.30))
    assert not is_believed(look(0, 0, rho=0.75, margin=0.19, common=0.50, apart=0.80))


def test_a_covered_tag_leads_although_little_of_it_is_seen():
    """Figures of rendered tags: a tenth covered and softer than 1.3 px, judged in the part that
    shows; and a whole one of the photo-real frames under the shadow of figures."""
    assert is_believed(replace(look(0, 0, rho=0.82, margin=0.32, common=0.60), part=2))
    assert is_believed(look(0, 0, rho=0.66, margin=0.32, common=0.74))


def test_a_stranger_that_looks_like_a_tag_in_part_is_not_taken():
    """Figures of the one stranger of 3,000 that led, in a part; and of one of 6,000 as a whole."""
    in_part = replace(look(0, 0, rho=0.63, margin=0.21, common=0.64, apart=0.35), part=13)
    assert not is_believed(in_part)
    assert not is_believed(look(0, 0, rho=0.64, margin=0.14, common=0.61, apart=0.30))


def test_belief_needs_a_least_correlation_lead_and_size():
    assert is_believed(look(0, 0))
    assert not is_believed(look(0, 0, rho=0.30, margin=0.25, common=0.1))
    assert not is_believed(look(0, 0, rho=0.95, margin=0.05, common=0.1))
    assert not is_believed(replace(look(0, 0), module=NOMINAL * 1.2))


def test_a_tag_that_still_lies_where_it_lay_needs_less():
    """Half hidden now, but read with certainty a moment ago in the same place."""
    half = look(0, 0, rho=0.42, margin=0.15)
    assert not is_believed(half)
    assert is_believed(replace(half, was_wrong=1e-6))
    assert wrong_of(replace(half, was_wrong=1e-6)) == 1e-6


def test_a_whole_tag_stands_for_its_part_that_correlates_better_and_shows_too_little():
    """Figures of a photo-real tag in glare: burnt out it shows 0.49 of what all share."""
    whole = look(0, 0, rho=0.75, margin=0.19, common=0.50, apart=0.30)
    part = replace(look(0, 0, rho=0.87, margin=0.22, common=0.49, apart=0.27), part=3)
    assert is_believed(whole)
    assert not is_believed(part)
    assert best_told([part, whole]) == [whole]


def test_a_doubtful_look_that_says_another_name_still_stands_before_a_believed_one():
    """Two names for one place: the likelier one is not believed, so neither is said."""
    believed = look(0, 0, rho=0.75, margin=0.30, common=0.50)
    other = look(1, 0, rho=0.87, margin=0.05, common=0.70)
    assert best_told([believed, other]) == [other]
