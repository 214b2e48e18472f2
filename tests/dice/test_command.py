"""``run.py dice``: pictures in, faces out, a sentence for what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from webui.commands.seeing.dice import dice_command

FOLDER = Path(__file__).parents[1] / "photos" / "dice"
PICTURE = str(FOLDER / "overhead_4_36px.jpg")


def test_json_has_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert dice_command([PICTURE, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)["dice"][0]
    assert {"face", "sure", "why", "x_px", "y_px", "size_px"} <= first.keys()


def test_a_die_without_a_face_is_not_sure_and_says_why(capsys: pytest.CaptureFixture[str]) -> None:
    dice_command([str(FOLDER / "range_17.jpg"), "--json"])
    dice = json.loads(capsys.readouterr().out)["dice"]
    assert all((die["face"] is None) == (not die["sure"]) == bool(die["why"]) for die in dice)


def test_outside_the_tray_nothing_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    """A tray in the upper left corner, where no die lies."""
    assert dice_command([PICTURE, "--json", "--tray", "0,0 25,0 25,25 0,25"]) == 0
    assert json.loads(capsys.readouterr().out) == {"dice": []}


def test_for_a_person_faces_stand_in_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    dice_command([PICTURE])
    assert capsys.readouterr().out.startswith(PICTURE + ": ")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["nowhere.jpg"], "nowhere.jpg cannot be read"),
        ([PICTURE, "--tray", "1,2 3,4"], "a tray is four corners"),
        ([__file__], "picture"),
    ],
)
def test_wrong_input_is_a_sentence_and_exit_2(
    argv: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert dice_command(argv) == 2
    assert says in capsys.readouterr().err
