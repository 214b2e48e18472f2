"""``run.py codes``: payloads that are as unlike one another as can be."""

from __future__ import annotations

import pytest

from vision.tags.known import code_set
from vision.tags.known.code_set import likeness_of
from vision.tags.tag import TagSpec
from webui.commands.codes import codes_command


def test_each_name_gets_four_more_characters_a_line_each(capsys):
    assert codes_command(["K01", "K02"]) == 0
    lines = capsys.readouterr().out.split()
    assert [line[:3] for line in lines] == ["K01", "K02"]
    assert [len(line) for line in lines] == [7, 7]


def test_so_many_are_numbered_behind_a_prefix(capsys):
    assert codes_command(["--count", "11", "--prefix", "R"]) == 0
    assert [line[:3] for line in capsys.readouterr().out.split()] == [
        f"R{number:02d}" for number in range(1, 12)
    ]


def test_they_are_more_unlike_as_printed_than_their_names_alone(capsys):
    """As printed: level H and the standard's own mask, which no file has to remember."""
    names = [f"R{number:02d}" for number in range(1, 13)]
    codes_command(names)
    told = [TagSpec(line, 1.0) for line in capsys.readouterr().out.split()]
    plain = [TagSpec(name, 1.0) for name in names]
    assert likeness_of(told).correlation < likeness_of(plain).correlation
    assert likeness_of(told).modules > likeness_of(plain).modules


def test_micro_qr_holds_six_characters_in_all(capsys):
    assert codes_command(["--symbol", "microqr", "--count", "3", "--prefix", "A"]) == 0
    assert {len(line) for line in capsys.readouterr().out.split()} == {6}


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "NAME"),
        (["--count", "0"], "1 to 500"),
        (["K01", "K01"], "twice"),
        (["K01", "--count", "3"], "--count"),
        (["LONGNAME"], "6 characters"),
        (["k01"], "capitals"),
    ],
)
def test_what_cannot_be_made_is_a_sentence(arguments, says, capsys):
    with pytest.raises(SystemExit, match="2"):
        codes_command(arguments)
    told = capsys.readouterr()
    assert says in told.err and not told.out


def test_a_payload_that_a_decoder_misses_is_not_given(capsys, monkeypatch):
    missed = code_set.Verified(True, True, False)
    monkeypatch.setattr("webui.commands.codes.verify", lambda spec, readers: missed)
    assert codes_command(["K01"]) == 1
    told = capsys.readouterr()
    assert "K01" in told.err and not told.out
