"""Which camera looks at the dice is what was asked for, and never another one."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.webui import toy
from vision.table.abilities import Abilities
from webui.commands.seeing.open_dice import CannotWatch, open_dice
from webui.commands.serve import serve_options
from webui.game.seen.live import HandTable

TRAY = "20,20 140,20 140,80 20,80"


class Drawn(HandTable):
    """Says that it is drawn."""

    abilities = Abilities(sees=True, simulated=True)


def live() -> HandTable:
    return HandTable(toy.table())


def drawn() -> HandTable:
    return Drawn(toy.table())


@pytest.fixture
def picture(tmp_path: Path) -> str:
    path = tmp_path / "tray.png"
    cv2.imwrite(str(path), np.full((100, 160, 3), 90, np.uint8))
    return str(path)


def test_the_simulated_table_has_a_drawn_tray_that_says_so() -> None:
    dice = open_dice(serve_options([]), drawn())
    assert dice is not None
    dice.close()
    assert dice.abilities.throw is not None and dice.abilities.simulated
    assert dice.source == "simulated"


def test_none_reads_no_dice() -> None:
    assert open_dice(serve_options(["--dice-camera", "none"]), drawn()) is None


def test_a_table_by_hand_has_no_tray_unless_one_is_asked_for() -> None:
    assert open_dice(serve_options([]), live()) is None


def test_safe_reads_no_dice() -> None:
    assert open_dice(serve_options(["--safe"]), live()) is None


def test_a_camera_of_its_own_is_that_camera(picture: str) -> None:
    options = serve_options(["--dice-camera", picture, "--tray", TRAY])
    dice = open_dice(options, drawn())
    assert dice is not None
    dice.close()
    assert dice.source == "picture"
    assert dice.abilities.throw is None and not dice.abilities.simulated


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["--dice-camera", "no-such-file.jpg"], "no-such-file.jpg is no camera"),
        (["--tray", "1,2 3"], "a tray is four corners"),
    ],
)
def test_what_cannot_be_watched_is_said(argv: list[str], says: str) -> None:
    with pytest.raises(CannotWatch, match=says):
        open_dice(serve_options(argv), live())
