"""Dice in one picture that somebody sends, as a second camera over a tray far away."""

from __future__ import annotations

import threading

from vision.cameras.camera import CameraError
from vision.cameras.decode import decode_picture
from vision.dice.reader import dice_reader
from vision.dice.tray_mat import tray_of_mat
from vision.table.throw import Die

MOST_PIXELS = 4_000_000
"""Of a picture from a stranger; a phone's page sends a third of it."""

WAIT_S = 10.0
_ONE_AT_A_TIME = threading.Lock()


def still_throw(coded: bytes) -> tuple[Die, ...]:
    """The dice in a JPEG, PNG or WebP: those on the printed tray, where there is one.

    Raises:
        ValueError: no picture that is read here, or too many are read at once; a sentence.
    """
    try:
        picture = decode_picture(coded, "your picture", MOST_PIXELS)
    except CameraError as why:
        raise ValueError(str(why)) from None
    if not _ONE_AT_A_TIME.acquire(timeout=WAIT_S):
        raise ValueError("other pictures are being read: send yours again in a moment")
    try:
        return dice_reader().read(picture, tray_of_mat(picture))
    finally:
        _ONE_AT_A_TIME.release()
