"""The command line of seeing: measure a still scene from a file or a burst of files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from calibration.camera import CalibrationError
from calibration.on_trust import on_trust
from calibration.profile import load_lens_with_error
from calibration.table_file import FileError, load_table
from vision.cameras.camera import CameraError
from vision.cameras.picture import load_picture
from vision.tags.codes import CodeError
from vision.watch.still_scene import Measured, measure_pictures
from webui.commands.seeing.measure_json import (
    base_json,
    budget_json,
    camera_json,
    flag_json,
    range_json,
)
from webui.commands.seeing.measure_text import base_text, ending
from webui.commands.seeing.measure_views import measured_views, views_json, views_text

_DESCRIPTION = (
    "Measure one still scene: every base that is seen, and every gap between two, in inches. "
    "Several pictures are taken as a burst of the same scene. Several cameras over one table are "
    "named with --view, once for each: a base that two see is placed by both. Without a lens "
    "file the lens is worked out from the markers and tags, with a larger ±."
)


def measure_command(argv: Sequence[str]) -> int:
    """``run.py measure``: 0 when the scene was measured, 2 for wrong input, 1 when the camera
    cannot be placed."""
    parser = argparse.ArgumentParser(prog="run.py measure", description=_DESCRIPTION)
    parser.add_argument("pictures", nargs="*", type=Path, metavar="PICTURE")
    parser.add_argument(
        "--view",
        action="append",
        default=[],
        metavar="PICTURE[,LENS.toml]",
        help="what one of several cameras sees of the table",
    )
    parser.add_argument("--table", type=Path, required=True, help="table.toml: markers and bases")
    parser.add_argument("--lens", type=Path, help="lens.toml of this camera at this size")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(argv)
    if bool(given.pictures) == bool(given.view):
        parser.error("name pictures of one camera, or one --view for each of several cameras")
    if given.view and given.lens:
        parser.error("give each view its own lens: --view PICTURE,LENS.toml")
    try:
        print(_measured(given))
    except (FileError, CameraError, CodeError) as why:
        print(why, file=sys.stderr)
        return 2
    except CalibrationError as why:
        print(why, file=sys.stderr)
        return 1
    return 0


def _measured(given: argparse.Namespace) -> str:
    """The scene as it is to be printed."""
    table = load_table(given.table)
    trusts = on_trust(table)
    if given.view:
        scene = measured_views(given.view, table)
        if given.json:
            return _dumped(views_json(scene, given.view, trusts))
        return views_text(scene, trusts)
    lens, error = load_lens_with_error(given.lens) if given.lens else (None, None)
    pictures = [load_picture(path) for path in given.pictures]
    measured = measure_pictures(pictures, table, lens, lens_covariance=error)
    return _dumped(as_json(measured, trusts)) if given.json else as_text(measured, trusts)


def _dumped(scene: dict[str, object]) -> str:
    return json.dumps(scene, indent=1)


def as_json(measured: Measured, trusts: Sequence[str]) -> dict[str, object]:
    """The scene as plain JSON; the form is a contract (docs/accuracy.md)."""
    return {
        "camera": camera_json(
            measured.registration, measured.facts, lens_known=measured.lens_known
        ),
        "bases": [base_json(each) for each in measured.bases],
        "flags": [flag_json(flag) for flag in measured.flags],
        "ranges": [range_json(reading) for reading in measured.ranges],
        "budget": budget_json(measured.ranges, trusts),
    }


def as_text(measured: Measured, trusts: Sequence[str]) -> str:
    """The scene for a person: camera, bases, flags, and the gaps under a foot."""
    camera = measured.registration.calibration
    held = "" if camera.held_out_in is None else f", a marker left out {camera.held_out_in:.2f} in"
    lines = [
        f"camera {camera.camera_xyz_in[2]:.1f} in up, markers fit to "
        f"{camera.reprojection_px:.2f} px{held}"
    ]
    lines += [f"  note: {text}" for text in measured.facts]
    lines += [base_text(each) for each in measured.bases]
    return "\n".join([*lines, *ending(measured.flags, measured.ranges, trusts)])
