"""``measure --view A.jpg[,lensA.toml] --view B.jpg[,lensB.toml]``: one table, several cameras."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from calibration.profile import load_lens_with_error
from calibration.table_file import TableFile
from vision.cameras.picture import load_picture
from vision.views.join import SeenBase
from vision.views.scene import SeenScene, View, measure_views
from webui.commands.seeing.measure_json import (
    base_json,
    budget_json,
    camera_json,
    flag_json,
    range_json,
)
from webui.commands.seeing.measure_text import base_text, ending


def measured_views(given: Sequence[str], table: TableFile) -> SeenScene:
    """The scene in those views, each ``PICTURE`` or ``PICTURE,LENS.toml``."""
    parts = [_parts(one) for one in given]
    names = _names([picture for picture, _ in parts])
    views = []
    for name, (picture, lens_file) in zip(names, parts, strict=True):
        lens, error = load_lens_with_error(lens_file) if lens_file else (None, None)
        views.append(View(name, load_picture(picture), lens, error))
    return measure_views(views, table)


def _parts(given: str) -> tuple[Path, Path | None]:
    picture, comma, lens = given.rpartition(",")
    if comma and lens.endswith(".toml"):
        return Path(picture), Path(lens)
    return Path(given), None


def _names(pictures: Sequence[Path]) -> list[str]:
    """What each view is called: its file's name without the ending, or all of its path where
    two would be called alike."""
    stems = Counter(picture.stem for picture in pictures)
    names = [p.stem if stems[p.stem] == 1 else str(p) for p in pictures]
    again = Counter(names)
    return [n if again[n] == 1 else f"{n} ({k})" for k, n in enumerate(names, 1)]


def views_json(scene: SeenScene, given: Sequence[str], trusts: Sequence[str]) -> dict[str, object]:
    """As for one picture; ``camera`` is that of the first view, with the warnings of all."""
    cameras = [
        camera_json(each.registration, each.facts, lens_known=each.lens_known)
        for each in scene.cameras
    ]
    views = [
        {"name": each.name, "picture": str(_parts(one)[0]), "camera": camera}
        for each, one, camera in zip(scene.cameras, given, cameras, strict=True)
    ]
    apart = scene.median_apart_in
    return {
        "camera": {**cameras[0], "warnings": list(scene.facts)},
        "views": views,
        "bases": [_seen_json(each) for each in scene.bases],
        "flags": [flag_json(flag) for flag in scene.flags],
        "ranges": [range_json(reading) for reading in scene.ranges],
        "budget": budget_json(scene.ranges, trusts),
        "overlap": {
            "bases": len(scene.overlap),
            "agree": sum(each.agrees for each in scene.overlap),
            "median_apart_in": None if apart is None else round(apart, 4),
            "worst_apart_in": max((round(b.apart_in or 0, 4) for b in scene.overlap), default=None),
        },
    }


def _seen_json(each: SeenBase) -> dict[str, object]:
    return {
        **base_json(each.placed),
        "view": each.best,
        "seen_by": list(each.seen_by),
        "apart_in": None if each.apart_in is None else round(each.apart_in, 4),
    }


def views_text(scene: SeenScene, trusts: Sequence[str]) -> str:
    """The scene for a person: each camera, how well they agree, bases, flags, near gaps."""
    lines = []
    for each in scene.cameras:
        camera = each.registration.calibration
        lines.append(
            f"{each.name}: camera {camera.camera_xyz_in[2]:.1f} in up, markers fit to "
            f"{camera.reprojection_px:.2f} px"
        )
        lines += [f"  note: {text}" for text in each.facts]
    if scene.overlap:
        agree = sum(each.agrees for each in scene.overlap)
        lines.append(
            f"{len(scene.overlap)} bases are seen by more than one camera; {agree} agree, half of "
            f"them within {scene.median_apart_in:.3f} in"
        )
    lines += [
        f"{base_text(each.placed)}  seen by {', '.join(each.seen_by)}" for each in scene.bases
    ]
    return "\n".join([*lines, *ending(scene.flags, scene.ranges, trusts)])
