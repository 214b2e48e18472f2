"""A tray under a camera: still pictures are read, moving ones are not."""

from __future__ import annotations

import numpy as np

from vision.dice.reader import DiceReader
from vision.dice.tray import Tray
from vision.dice.tray_watcher import TrayWatcher
from vision.table.throw import Die

TRAY = Tray(((20, 20), (280, 20), (280, 180), (20, 180)))


class PlainReader(DiceReader):
    """Takes every white square of 16 pixels for a die that shows a four, and counts readings."""

    def __init__(self) -> None:
        self.readings = 0

    def read(self, picture: np.ndarray, tray: Tray | None = None) -> tuple[Die, ...]:
        self.readings += 1
        columns = np.flatnonzero(picture[107, :, 0] > 180)
        return tuple(Die(4, float(x) + 7.5, 107.5, 16.0) for x in columns[::16])


def scene(*places: int) -> np.ndarray:
    picture = np.full((200, 300, 3), 90, np.uint8)
    for x in places:
        picture[100:116, x : x + 16] = 230
    return picture


def watched(*frames: np.ndarray, ask_before: int = 3) -> tuple[TrayWatcher, PlainReader]:
    """A watcher that saw these frames, ten a second, and was asked before one of them."""
    reader = PlainReader()
    watcher = TrayWatcher(TRAY, reader)
    for k, frame in enumerate(frames):
        if k == ask_before:
            watcher.ask()
        watcher.look(frame, k / 10)
    return watcher, reader


EMPTY = scene()


def test_a_throw_is_offered_at_the_second_picture_of_rest() -> None:
    """Two tenths of a second after the first one at ten a second; a second is allowed."""
    watcher, _ = watched(EMPTY, EMPTY, EMPTY, scene(40), scene(90), scene(90))
    assert watcher.offer and len(watcher.offer.dice) == 1


def test_nothing_is_offered_while_a_die_rolls() -> None:
    watcher, _ = watched(EMPTY, EMPTY, EMPTY, scene(40), scene(60), scene(80))
    assert watcher.offer is None


def test_an_offer_goes_when_a_hand_comes() -> None:
    hand = scene(90)
    hand[:90, 100:200] = (120, 150, 220)
    watcher, _ = watched(EMPTY, EMPTY, EMPTY, scene(90), scene(90), hand)
    assert watcher.offer is None


def test_what_lies_still_is_read_three_times_and_no_more() -> None:
    """After two, four and eight pictures of the same."""
    _, reader = watched(*[scene(90)] * 40)
    assert reader.readings == 3


def test_movement_outside_the_tray_is_nothing() -> None:
    outside = scene(90)
    outside[185:] = 255
    watcher, _ = watched(EMPTY, EMPTY, EMPTY, scene(90), scene(90), outside)
    assert watcher.offer is not None


def test_without_a_tray_nothing_is_read() -> None:
    reader = PlainReader()
    watcher = TrayWatcher(None, reader)
    for k in range(5):
        watcher.look(scene(90), k / 10)
    assert (watcher.offer, reader.readings) == (None, 0)


def test_a_tray_marked_anew_is_read_where_it_lies_now() -> None:
    """The die lies outside the first tray and inside the second: what is read has its tray."""
    watcher, reader = watched(*[scene(90)] * 3)
    moved = Tray(((60, 60), (200, 60), (200, 150), (60, 150)))
    watcher.mark(moved)
    for k in range(3, 6):
        watcher.look(scene(90), k / 10)
    assert watcher.tray == moved and reader.readings == 2
