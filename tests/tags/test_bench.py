"""``run.py bench``: what it prints and that its counts are of the truth."""

from __future__ import annotations

import numpy as np
import pytest

from vision.bench.command import bench_command, recognition
from vision.bench.hard import (
    believed,
    figures_on_tags,
    in_play,
    lay,
    soft_and_covered,
    strangers,
    strangers_in,
)
from vision.tags.known.proving import Conditions, overhead, scatter, take_picture
from vision.tags.tag import TagSpec


def test_a_wrong_option_is_exit_2(capsys):
    assert bench_command(["--nonsense"]) == 2
    assert "--nonsense" in capsys.readouterr().err


def test_help_is_exit_0(capsys):
    assert bench_command(["--help"]) == 0
    assert "--quick" in capsys.readouterr().out


@pytest.mark.long
def test_our_reader_reads_what_no_decoder_can():
    """At 1.25 px a module decoders read nothing (they need 2 to 4)."""
    rows = {row.reader: row for row in recognition(1.25, seed=3)}
    ours = rows["drumhead closed-set"]
    assert ours.read == ours.laid > 20
    assert [row.false for row in rows.values()] == [0] * 5
    assert rows["zxing-cpp x2 x3"].read < ours.laid / 4
    assert rows["pyzbar x2"].read == 0


@pytest.mark.long
@pytest.mark.parametrize("count", [10, 300])
def test_no_stranger_is_believed(count):
    found = strangers(seed=3, count=count)
    assert (found.believed, found.laid >= count) == (0, True)


@pytest.mark.long
def test_near_twins_are_not_believed_in_the_part_that_hides_what_differs():
    """In this picture (1 px a module, 1 px soft) two free strangers passed for U043 and U044."""
    assert strangers_in(120, seed=11).believed == 0


@pytest.mark.long
@pytest.mark.parametrize("soft_px", [0.7, 1.3])
def test_nine_in_ten_tags_are_read_though_a_tenth_is_covered_and_the_lens_soft(soft_px):
    """1.25 px a module, softness not told, 0.4 to 1.6 px: 98 % free, 90 % covered is asked."""
    found = list(soft_and_covered(seed=4, soft_px=(soft_px,)))
    for covered, asked in ((0.0, 0.98), (0.1, 0.90)):
        some = [one for one in found if one.covered == covered]
        assert sum(one.read for one in some) >= asked * sum(one.laid for one in some)
        assert sum(one.false for one in some) == 0


@pytest.mark.long
def test_a_figure_on_the_middle_of_its_label_does_not_hide_the_tag():
    """1.6 px a module. Over a tenth and a fifth nearly all are asked, over a third half."""
    found = list(figures_on_tags(seed=4, scale=1.6))
    assert [one.false for one in found] == [0, 0, 0]
    for one, asked in zip(found, (0.97, 0.92, 0.5), strict=True):
        assert one.read >= asked * one.laid


@pytest.mark.long
@pytest.mark.parametrize("stood_on", [0.1, 0.33])
def test_a_stranger_under_a_figure_is_not_believed(stood_on):
    dice = np.random.default_rng(8)
    tags = [TagSpec(f"Z{number:03d}", 25 / 25.4) for number in range(40)]
    _, proof, calibration = lay(1.25, tags, dice, stood_on=stood_on)
    assert believed(in_play(), calibration, proof) == []


def test_the_drawn_corners_are_where_the_camera_puts_them():
    """A black symbol on white: the dark pixels have the centre of its corners."""
    dice = np.random.default_rng(1)
    camera = overhead(640, 360, 8.0, 10.0)
    placed = scatter([TagSpec("R01", 6.0)], dice, size_in=(20.0, 12.0))
    proof = take_picture(camera, placed, Conditions(clutter=False, shadow=0.0), dice)
    corners = np.array(proof.corners_px[0])
    grey = proof.picture[:, :, 1].astype(float)
    rows, columns = np.nonzero(grey > 180)
    # The label is square and white all round: its middle is the symbol's.
    middle = [(columns.min() + columns.max()) / 2, (rows.min() + rows.max()) / 2]
    assert np.abs(corners.mean(axis=0) - middle).max() < 1.5
