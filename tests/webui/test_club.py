"""The club's name and colour, and the colours of armies, in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel.protocol import Army
from tests.webui.conftest import Visitor
from webui.game.kept.army_file import ArmyFileError, army_of
from webui.game.kept.club import FILE, Club, KeptClub
from webui.game.kept.colours import COLOURS, ink, side_colours
from webui.game.position import NotNow


def _army(side: str, colour: str = "") -> Army:
    return Army(side, "toy", (), colour=colour)


def _light(colour: str) -> float:
    """Relative luminance of sRGB as WCAG 2.2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("word", COLOURS)
def test_words_on_a_colour_can_be_read(word: str) -> None:
    """WCAG 2.2, 1.4.3: 4.5 to 1; large letters, as on the big screen, 3 to 1."""
    high, low = sorted((_light(COLOURS[word]), _light(ink(COLOURS[word]))), reverse=True)
    assert (high + 0.05) / (low + 0.05) >= 4.0


def test_red_is_drawn_red_and_blue_blue() -> None:
    assert side_colours((_army("Red"), _army("Blue"))) == {
        "Red": COLOURS["red"],
        "Blue": COLOURS["blue"],
    }


def test_an_army_is_drawn_in_the_colour_that_it_chose() -> None:
    drawn = side_colours((_army("King", "purple"), _army("Parliament")))
    assert drawn == {"King": COLOURS["purple"], "Parliament": COLOURS["orange"]}


def test_two_armies_are_never_drawn_alike() -> None:
    drawn = side_colours((_army("A", "blue"), _army("B", "navy")))
    assert drawn == {"A": COLOURS["blue"], "B": COLOURS["orange"]}


def test_a_colour_that_is_none_names_the_nearest() -> None:
    with pytest.raises(ArmyFileError, match="did you mean 'purple'"):
        army_of('version = 1\nside = "A"\nrules = "toy"\ncolour = "purpel"\n', "pasted")


def test_the_club_is_kept(tmp_path: Path) -> None:
    KeptClub(tmp_path).choose("Huntingdon\nGarrison", "navy")
    assert KeptClub(tmp_path).club == Club("Huntingdon Garrison", "navy")


def test_a_colour_that_is_none_is_refused_and_nothing_kept(tmp_path: Path) -> None:
    kept = KeptClub(tmp_path)
    with pytest.raises(NotNow, match="did you mean 'purple'"):
        kept.choose("Club", "purpl")
    assert kept.club == Club() and not (tmp_path / FILE).exists()


@pytest.mark.parametrize("content", [b"{", b'{"name": 5}', b"\xff", b'{"colour": "mauve"}'])
def test_a_spoilt_file_is_no_club(tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert KeptClub(tmp_path).club == Club()


def test_everybody_is_told_of_the_club(here: Visitor) -> None:
    assert here.post("/setup/club", name="The Dice Club", colour="gold").status_code == 200
    told = here.get("/show.json").json["club"]
    assert (told["name"], told["paper"]) == ("The Dice Club", COLOURS["gold"])
