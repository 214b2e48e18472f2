"""The command line of calibration: a lens from pictures of a board."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from pathlib import Path

import cv2
import numpy as np

from calibration.boards import BoardKind
from calibration.camera import CalibrationError
from calibration.lens import LensFound, calibrate_lens
from calibration.markers import Picture
from calibration.profile import profile_of, save_profile
from calibration.table_file import FileError

_MOST_BYTES = 64 * 1024 * 1024
_MOST_PICTURES = 200

_DESCRIPTION = (
    "Work out a camera's lens from pictures of a flat chessboard or ChArUco board, held "
    "differently in each: a dozen is good. The size of the board is found out "
    "unless it is said."
)


def calibrate_command(argv: Sequence[str]) -> int:
    """``run.py calibrate``: so far there is ``lens`` to calibrate."""
    if argv and argv[0] == "lens":
        return calibrate_lens_command(argv[1:])
    if argv and argv[0] in ("-h", "--help"):
        print("usage: run.py calibrate lens PICTURE …   (lens --help says more)")
        return 0
    print("say what to calibrate: run.py calibrate lens PICTURE …", file=sys.stderr)
    return 2


def calibrate_lens_command(argv: Sequence[str]) -> int:
    """``run.py calibrate lens``: 0 when a lens came out, 1 when the pictures were refused, 2
    for wrong input."""
    parser = argparse.ArgumentParser(prog="run.py calibrate lens", description=_DESCRIPTION)
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--out", type=Path, default=Path("lens.toml"), help="default: lens.toml")
    parser.add_argument("--camera", default="unnamed camera", help="whose lens it is")
    parser.add_argument("--focus", type=float, help="the camera's focus setting, if it has one")
    parser.add_argument(
        "--board",
        type=_board,
        metavar="8x6",
        help="inner corners of the chessboard, if guessed wrong",
    )
    parser.add_argument("--json", action="store_true", help="the report for programs")
    given = parser.parse_args(argv)
    try:
        pictures = _load(given.pictures)
        found = calibrate_lens(pictures, [path.name for path in given.pictures], given.board)
        made_on = date.today().isoformat()
        profile = profile_of(found, given.camera, focus=given.focus, made_on=made_on)
        save_profile(profile, given.out)
    except FileError as why:
        print(why, file=sys.stderr)
        return 2
    except CalibrationError as why:
        print(why, file=sys.stderr)
        return 1
    print(json.dumps(as_json(found), indent=1) if given.json else as_text(found, given.out))
    return 0


def _board(said: str) -> BoardKind:
    """``8x6``: inner corners, the larger side first.

    Raises:
        argparse.ArgumentTypeError: it is something else.
    """
    found = re.fullmatch(r"\s*(\d{1,2})\s*[x×*,]\s*(\d{1,2})\s*", said, re.IGNORECASE)
    sides = sorted((int(found[1]), int(found[2])), reverse=True) if found else [0, 0]
    if not 3 <= sides[1] <= sides[0] <= 40:
        raise argparse.ArgumentTypeError(
            f"{said!r} is no size of a chessboard: count its inner corners (one less than "
            "squares each way) and write them as 8x6"
        )
    return BoardKind(sides[0], sides[1])


def as_json(found: LensFound) -> dict[str, object]:
    """The lens and its report as plain JSON."""
    report = found.report
    return {
        "lens": asdict(found.lens),
        "board": str(report.board),
        "error_px": round(report.error_px, 4),
        "covered": round(report.covered, 3),
        "cells": [list(row) for row in report.cells],
        "spread_deg": round(report.spread_deg, 1),
        "focal_sigma": round(float(found.covariance[0, 0] ** 0.5 / found.lens.fx), 5),
        "grade": report.grade,
        "advice": report.advice,
        "pictures": [asdict(picture) for picture in report.pictures],
    }


def as_text(found: LensFound, out: Path) -> str:
    """The report for a person."""
    report, lens = found.report, found.lens
    rows = [
        f"  {p.name}: " + (f"{p.error_px:.2f} px" if p.kept else f"not used, {p.reason}")
        for p in report.pictures
    ]
    grid = ["  " + "".join("#" if cell else "." for cell in row) for row in report.cells]
    return "\n".join(
        [
            f"{report.board}; corners fit to {report.error_px:.2f} px",
            *rows,
            f"board corners reached {report.covered:.0%} of the picture:",
            *grid,
            f"focal length {lens.fx:.1f} x {lens.fy:.1f} px, centre {lens.cx:.1f}, {lens.cy:.1f}, "
            f"k1 {lens.k1:.4f}, k2 {lens.k2:.4f}",
            f"grade: {report.grade}; {report.advice}",
            f"written to {out}",
        ]
    )


def _load(paths: Sequence[Path]) -> list[Picture]:
    if len(paths) > _MOST_PICTURES:
        raise FileError(f"{len(paths)} pictures are too many: name at most {_MOST_PICTURES}")
    return [_picture(path) for path in paths]


def _picture(path: Path) -> Picture:
    """The picture in a file.

    Raises:
        FileError: missing, too large, or not a picture.
    """
    try:
        coded = path.read_bytes() if path.stat().st_size <= _MOST_BYTES else b""
    except OSError as why:
        raise FileError(f"{path} cannot be read: {why.strerror}") from None
    how = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        picture = cv2.imdecode(np.frombuffer(coded, dtype=np.uint8), how) if coded else None
    except cv2.error:
        picture = None
    if picture is None:
        raise FileError(f"{path} is not a picture that can be read")
    return np.asarray(picture, dtype=np.uint8)
