"""The open decoders: conventions of their corners, and what happens when one is not there."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from tests.tags.draw import Lying, corners_of, picture_of, qr
from vision.tags.decode.decoded import sharpened, to_grey
from vision.tags.decode.pyzbar_reader import DEATHS_ALLOWED, PyzbarReader
from vision.tags.decode.zxing_reader import ZxingReader

TURNS = [0.0, 50.0, 100.0, 170.0, 225.0, 290.0, 340.0]


@pytest.fixture
def pyzbar():
    reader = PyzbarReader()
    yield reader
    reader.close()


def large(facing_deg: float) -> Lying:
    # 3.6 in at 20 px an inch are 3.4 px a module: every decoder reads that.
    return Lying(qr("PV1:R01"), 3.6, 16.3, 12.2, facing_deg)


def errors(reader, **passes) -> np.ndarray:
    """(turns, 4, 2) found minus true corners."""
    found = []
    for turn in TURNS:
        tag = large(turn)
        decoded = reader.read(picture_of([tag]), **passes)
        assert [one.text for one in decoded] == ["PV1:R01"], turn
        found.append(np.array(decoded[0].corners_px) - corners_of(tag))
    return np.array(found)


def test_zxing_gives_the_corners_as_printed_without_its_half_pixel():
    """It counts from pixel edges; left in, that would be 0.5 px in the mean."""
    off = errors(ZxingReader(), passes=(2,))
    assert np.abs(off).max() < 1.5
    assert np.abs(off.mean(axis=(0, 1))).max() < 0.25


def test_pyzbar_gives_the_corners_as_printed_in_every_turn(pyzbar):
    """Its own polygon is a sorted hull, whose corners would be a side apart from ours."""
    off = errors(pyzbar)
    assert np.abs(off).max() < 2.5
    assert np.abs(off.mean(axis=(0, 1))).max() < 0.25


def test_zxing_reads_micro_qr_and_says_so():
    import segno

    code = segno.make("UNIT7", version="M2")
    black = np.array([[bool(cell) for cell in row] for row in code.matrix])
    found = ZxingReader().read(picture_of([Lying(black, 2.0, 16.0, 12.0, 30.0)]))
    assert [(one.text, one.symbol) for one in found] == [("UNIT7", "microqr")]


def test_without_zxing_nothing_is_read_and_the_fact_is_told():
    reader = ZxingReader("no_such_module_of_this_name")
    assert reader.read(picture_of([large(0.0)])) == []
    assert not reader.is_on
    assert "zxing-cpp is off" in reader.fact


def test_without_libzbar_nothing_is_read_and_the_fact_says_how_to_get_it():
    says_off = (
        'import struct, sys; body = b\'{"off": "Unable to find zbar shared library"}\';'
        "sys.stdout.buffer.write(struct.pack('!I', len(body)) + body)"
    )
    reader = PyzbarReader((sys.executable, "-c", says_off))
    assert reader.read(picture_of([large(0.0)])) == []
    assert not reader.is_on
    assert "apt install libzbar0" in reader.fact
    reader.close()


def dying_once(tmp_path) -> tuple[str, ...]:
    """A child that aborts on its first picture, and is the true one from then on."""
    mark = tmp_path / "died"
    script = tmp_path / "child.py"
    import vision.tags.decode.pyzbar_child as child

    script.write_text(
        "import os, pathlib, runpy, sys, struct\n"
        f"mark = pathlib.Path({str(mark)!r})\n"
        "if mark.exists():\n"
        f"    runpy.run_path({child.__file__!r}, run_name='__main__')\n"
        "else:\n"
        "    mark.touch()\n"
        "    body = b'{\"ready\": true}'\n"
        "    sys.stdout.buffer.write(struct.pack('!I', len(body)) + body)\n"
        "    sys.stdout.flush()\n"
        "    sys.stdin.buffer.read(8)\n"
        "    os._exit(134)\n",
        encoding="utf-8",
    )
    return (sys.executable, str(script))


def test_a_death_of_libzbar_is_told_and_survived(tmp_path):
    reader = PyzbarReader(dying_once(tmp_path))
    picture = picture_of([large(0.0)])
    assert reader.read(picture) == []
    assert "ended its process" in reader.fact
    assert reader.is_on
    assert [one.text for one in reader.read(picture)] == ["PV1:R01"]
    reader.close()


def test_a_libzbar_that_keeps_dying_is_given_up():
    reader = PyzbarReader((sys.executable, "-c", "import os; os._exit(134)"))
    picture = picture_of([])
    for _ in range(DEATHS_ALLOWED):
        assert reader.read(picture) == []
    assert not reader.is_on
    assert f"{DEATHS_ALLOWED} times" in reader.fact


def test_a_child_that_cannot_be_started_is_a_fact(tmp_path):
    reader = PyzbarReader((str(tmp_path / "nothing_here"),))
    assert reader.read(picture_of([])) == []
    assert "cannot be started" in reader.fact


def test_an_answer_that_is_not_json_counts_as_a_death():
    babble = "import sys; sys.stdout.buffer.write(b'\\0\\0\\0\\4oops'); sys.stdout.flush()"
    reader = PyzbarReader((sys.executable, "-c", babble))
    assert reader.read(picture_of([])) == []
    assert "ended its process" in reader.fact
    reader.close()


def test_closing_ends_the_child(pyzbar):
    pyzbar.read(picture_of([]))
    child = pyzbar._child
    pyzbar.close()
    assert child.poll() is not None
    pyzbar.close()


def test_colour_becomes_grey_and_anything_else_is_refused():
    assert to_grey(np.zeros((4, 6, 3), np.uint8)).shape == (4, 6)
    with pytest.raises(ValueError, match="H x W"):
        to_grey(np.zeros((4, 6, 2), np.uint8))


def test_sharpening_keeps_a_flat_picture_flat():
    assert set(np.unique(sharpened(np.full((20, 20), 90, np.uint8)))) == {90}
