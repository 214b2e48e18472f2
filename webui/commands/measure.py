"""The command line of seeing: measure a still scene from a file or a burst of files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from calibration.camera import CalibrationError
from calibration.profile import load_lens_with_error
from calibration.table_file import FileError, load_table
from vision.cameras.camera import CameraError
from vision.cameras.picture import load_picture
from vision.measure.causes import causes_of, mostly, remedy
from vision.tags.codes import CodeError
from vision.watch.still_scene import Measured, PlacedBase, measure_pictures

_DESCRIPTION = (
    "Measure one still scene: every base that is seen, and every gap between two, in inches. "
    "Several pictures are taken as a burst of the same scene. Without a lens file the lens is "
    "worked out from the markers and tags, with a larger ±."
)


def measure_command(argv: Sequence[str]) -> int:
    """``run.py measure``: 0 when the scene was measured, 2 for wrong input, 1 when the camera
    cannot be placed."""
    parser = argparse.ArgumentParser(prog="run.py measure", description=_DESCRIPTION)
    parser.add_argument("pictures", nargs="+", type=Path, metavar="PICTURE")
    parser.add_argument("--table", type=Path, required=True, help="table.toml: markers and bases")
    parser.add_argument("--lens", type=Path, help="lens.toml of this camera at this size")
    parser.add_argument("--json", action="store_true", help="for programs")
    given = parser.parse_args(argv)
    try:
        table = load_table(given.table)
        lens, error = load_lens_with_error(given.lens) if given.lens else (None, None)
        pictures = [load_picture(path) for path in given.pictures]
        measured = measure_pictures(pictures, table, lens, lens_covariance=error)
    except (FileError, CameraError, CodeError) as why:
        print(why, file=sys.stderr)
        return 2
    except CalibrationError as why:
        print(why, file=sys.stderr)
        return 1
    print(json.dumps(as_json(measured), indent=1) if given.json else as_text(measured))
    return 0


def as_json(measured: Measured) -> dict[str, object]:
    """The scene as plain JSON; the form is a contract (docs/accuracy.md)."""
    return {
        "camera": _camera_json(measured),
        "bases": [_base_json(each) for each in measured.bases],
        "flags": [
            {"kind": flag.kind, "payload": flag.payload, "text": flag.text}
            for flag in measured.flags
        ],
        "ranges": [
            {
                "from": reading.frm,
                "to": reading.to,
                "gap_in": round(reading.value, 4),
                "plus_minus_in": round(reading.plus_minus, 4),
                "mostly": mostly(reading.causes),
            }
            for reading in measured.ranges
        ],
        "budget": _budget_json(measured),
    }


def _budget_json(measured: Measured) -> dict[str, object]:
    """What the ± of all gaps comes from, and what would make it smaller."""
    causes = causes_of(measured.ranges)
    spreads = [reading.plus_minus for reading in measured.ranges]
    return {
        "median_plus_minus_in": round(median(spreads), 4) if spreads else None,
        "causes": {cause: round(share, 3) for cause, share in causes if share >= 0.005},
        "mostly": mostly(causes),
        "smaller": remedy(causes),
    }


def _camera_json(measured: Measured) -> dict[str, object]:
    camera = measured.registration.calibration
    x_in, y_in, height_in = camera.camera_xyz_in
    return {
        "reprojection_px": round(camera.reprojection_px, 4),
        "height_in": round(height_in, 3),
        "x_in": round(x_in, 3),
        "y_in": round(y_in, 3),
        "held_out_in": None if camera.held_out_in is None else round(camera.held_out_in, 4),
        "placement_in": round(measured.registration.placement_in, 4),
        "lens_known": measured.lens_known,
        "lens_model": camera.lens.model,
        "name": camera.name,
        "markers": [
            {"id": row.id, "used": row.used, "off_in": row.off_in, "left_px": row.left_px}
            for row in measured.registration.markers
        ],
        "warnings": list(measured.facts),
    }


def _base_json(each: PlacedBase) -> dict[str, object]:
    return {
        "payload": each.base.payload,
        "x_in": round(each.pose.x_in, 4),
        "y_in": round(each.pose.y_in, 4),
        "z_in": round(each.pose.ground_in + each.base.height_in, 4),
        "facing_deg": round(each.pose.facing_deg, 4) % 360.0,
        "plus_minus_in": round(each.plus_minus_in, 4),
        "plus_minus_deg": round(each.plus_minus_deg, 4),
        "own_causes": {cause: round(share, 3) for cause, share in each.pose.own_causes},
        "corners_px": [[round(x, 3), round(y, 3)] for x, y in each.tag.corners_px],
        "reader": each.tag.reader,
        "wrong": each.tag.wrong,
    }


def as_text(measured: Measured) -> str:
    """The scene for a person: camera, bases, flags, and the gaps under a foot."""
    camera = measured.registration.calibration
    held = "" if camera.held_out_in is None else f", a marker left out {camera.held_out_in:.2f} in"
    lines = [
        f"camera {camera.camera_xyz_in[2]:.1f} in up, markers fit to "
        f"{camera.reprojection_px:.2f} px{held}"
    ]
    lines += [f"  note: {text}" for text in measured.facts]
    lines += [
        f"{each.base.payload:16s} x {each.pose.x_in:6.2f}  y {each.pose.y_in:6.2f}  "
        f"faces {each.pose.facing_deg:5.1f}°  ± {each.plus_minus_in:.2f} in"
        for each in measured.bases
    ]
    lines += [f"  {flag.kind}: {flag.text}" for flag in measured.flags]
    causes = causes_of(measured.ranges)
    if causes:
        lines.append(f"the ± of gaps is {mostly(causes)}; to make it smaller: {remedy(causes)}")
    near = sorted((r for r in measured.ranges if r.value < 12), key=lambda r: r.value)
    lines += [f"{reading.frm} to {reading.to}: {reading}" for reading in near]
    return "\n".join(lines)
