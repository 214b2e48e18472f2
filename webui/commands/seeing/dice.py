"""The command line of dice: read those in a picture of a tray."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from vision.cameras.camera import CameraError
from vision.cameras.picture import load_picture
from vision.dice.reader import dice_reader
from vision.dice.tray import Tray, TrayError, tray_from_text
from vision.dice.tray_mat import tray_of_mat
from vision.table.throw import Die

_DESCRIPTION = (
    "Read the six-sided dice in a picture. The tray is given by its four corners, or found by the "
    "markers of a printed tray; without either the whole picture counts. A die that is not sure "
    "of has no face and says why."
)


def dice_command(argv: Sequence[str]) -> int:
    """``run.py dice``: 0 when the pictures were read, 2 for wrong input."""
    parser = argparse.ArgumentParser(prog="run.py dice", description=_DESCRIPTION)
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--tray", metavar="X,Y X,Y X,Y X,Y", help="corners in pixels, in order")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(argv)
    try:
        tray = tray_from_text(given.tray) if given.tray is not None else None
        read = [(path, _dice_of(path, tray)) for path in given.pictures]
    except (TrayError, CameraError) as why:
        print(why, file=sys.stderr)
        return 2
    if given.json:
        every = [as_json(path, die) for path, dice in read for die in dice]
        print(json.dumps({"dice": every}, indent=1))
    else:
        print("\n".join(as_text(path, dice) for path, dice in read))
    return 0


def _dice_of(path: Path, tray: Tray | None) -> tuple[Die, ...]:
    picture = load_picture(path)
    return dice_reader().read(picture, tray or tray_of_mat(picture))


def as_json(path: Path, die: Die) -> dict[str, object]:
    """A die as plain JSON; the form is a contract (docs/dice.md)."""
    return {
        "face": die.face,
        "sure": die.sure,
        "why": die.why,
        "x_px": round(die.x_px, 1),
        "y_px": round(die.y_px, 1),
        "size_px": round(die.size_px, 1),
        "picture": str(path),
    }


def as_text(path: Path, dice: Sequence[Die]) -> str:
    """The dice of a picture for a person: the faces that are sure, then those to be asked."""
    faces = sorted(die.face for die in dice if die.face is not None)
    lines = [f"{path}: {' '.join(map(str, faces)) or 'no dice'}"]
    lines += [
        f"  not sure of the die at {die.x_px:.0f},{die.y_px:.0f}: {die.why}"
        for die in dice
        if not die.sure
    ]
    return "\n".join(lines)
