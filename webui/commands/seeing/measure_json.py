"""What ``measure --json`` prints, part by part; the form is a contract (docs/accuracy.md)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from calibration.register import Registration
from vision.measure.causes import causes_of, mostly, remedy
from vision.table.reading import Reading
from vision.table.snapshot import Flag
from vision.watch.still_scene import PlacedBase


def flag_json(flag: Flag) -> dict[str, object]:
    """One thing that the reader noticed."""
    return {"kind": flag.kind, "payload": flag.payload, "text": flag.text}


def range_json(reading: Reading) -> dict[str, object]:
    """One gap."""
    return {
        "from": reading.frm,
        "to": reading.to,
        "gap_in": round(reading.value, 4),
        "plus_minus_in": round(reading.plus_minus, 4),
        "mostly": mostly(reading.causes),
    }


def budget_json(ranges: Sequence[Reading], trusts: Sequence[str]) -> dict[str, object]:
    """What the ± of all gaps comes from, what it trusts in, and what would make it smaller."""
    causes = causes_of(ranges)
    spreads = [reading.plus_minus for reading in ranges]
    return {
        "median_plus_minus_in": round(median(spreads), 4) if spreads else None,
        "causes": {cause: round(share, 3) for cause, share in causes if share >= 0.005},
        "mostly": mostly(causes),
        "smaller": remedy(causes),
        "trusts": list(trusts),
    }


def camera_json(
    registration: Registration, facts: Sequence[str], *, lens_known: bool
) -> dict[str, object]:
    """Where one camera hangs, how well it is known, and what is said about it."""
    camera = registration.calibration
    x_in, y_in, height_in = camera.camera_xyz_in
    return {
        "reprojection_px": round(camera.reprojection_px, 4),
        "height_in": round(height_in, 3),
        "x_in": round(x_in, 3),
        "y_in": round(y_in, 3),
        "held_out_in": None if camera.held_out_in is None else round(camera.held_out_in, 4),
        "placement_in": round(registration.placement_in, 4),
        "lens_known": lens_known,
        "lens_model": camera.lens.model,
        "name": camera.name,
        "markers": [
            {"id": row.id, "used": row.used, "off_in": row.off_in, "left_px": row.left_px}
            for row in registration.markers
        ],
        "warnings": list(facts),
    }


def base_json(each: PlacedBase) -> dict[str, object]:
    """One base."""
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
