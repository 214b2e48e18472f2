"""Read labelled photographs and rendered stills of dice, as scenes with truth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.training.drawn_scenes import (
    COCKED_DIE,
    HIDDEN_FACE,
    NO_DIE,
    Marked,
    Scene,
    normal_in_sight,
)
from vision.dice.training.solids import Picture

Places = NDArray[np.int64]

MARGIN_PX = 60
HIDDEN = 0.3
OF_UPPER, OF_WIDE = 0.85, 0.62
"""Side of the upper face as a share of the boxes in ``other`` and in ``overhead``: the box of
a square is cos + sin of its turn as wide as it, and boxes of ``overhead`` were drawn wide."""


def photographs(folder: Path, source: str) -> list[Scene]:
    """Every scene of a source: ``overhead`` and ``other`` with YOLO labels, ``range`` rendered."""
    place = folder / source
    return list(_rendered(place) if source == "range" else _labelled(place, source == "other"))


def _labelled(folder: Path, upright: bool) -> Iterator[Scene]:
    for path in sorted(folder.glob("*.jpg")):
        picture = _picture(path)
        high, wide = picture.shape[:2]
        marks = []
        for line in path.with_suffix(".txt").read_text().splitlines():
            parts = line.split()
            if len(parts) == 5:
                face, x, y, w, h = int(parts[0]) + 1, *map(float, parts[1:])
                marks.append(_mark(face, x * wide, y * high, w * wide, h * high, upright))
        yield Scene(picture, tuple(marks), folder.name, path.name, upright)


def _mark(face: int, x: float, y: float, w: float, h: float, upper: bool) -> Marked:
    """A die from its box: the upright one round its upper face, or a wide one round the die."""
    if upper:
        return Marked(face, x, y, OF_UPPER * float(np.sqrt(w * h)), sized=False)
    return Marked(face, x, y, OF_WIDE * (w + h) / 2, placed=False, sized=False)


def _picture(path: Path) -> Picture:
    picture = cv2.imread(str(path))
    if picture is None:
        raise FileNotFoundError(f"{path} is no picture")
    return np.asarray(picture, dtype=np.uint8)


def _rendered(folder: Path) -> Iterator[Scene]:
    for place in sorted(folder.glob("dice_*")):
        truth = json.loads((place / "truth.json").read_text())
        whole = _picture(place / "frame.jpg")
        outline = np.array(truth["area_outline_px"])
        low = np.maximum(outline.min(axis=0) - MARGIN_PX, 0).astype(int)
        high = np.minimum(outline.max(axis=0) + MARGIN_PX, whole.shape[1::-1]).astype(int)
        picture = np.ascontiguousarray(whole[low[1] : high[1], low[0] : high[0]])
        marks = [_rendered_die(each, truth["camera"], low) for each in truth["dice"]]
        size = float(np.median([mark.side_px for mark in marks if mark]))
        lures = [_lure(each, low, size) for each in truth["not_dice"]]
        known = [mark for mark in [*marks, *lures] if mark]
        yield Scene(picture, tuple(known), "range", place.name)


def _rendered_die(die: dict[str, Any], camera: dict[str, Any], low: Places) -> Marked | None:
    if die["top_visible_fraction"] < HIDDEN:
        return None
    square = np.array(die["top_corners_px"]) - low
    x, y = square.mean(axis=0)
    area = cv2.contourArea(square.astype(np.float32))
    face = int(die["face"]) if die["readable"] else HIDDEN_FACE
    face = COCKED_DIE if die["face"] == "cocked" else face
    rotation, shift = np.array(camera["R"]), np.array(camera["t_in"])
    turn = np.array(die["rotation"])
    ups = {axis * sign: sign * turn[2, axis - 1] for axis in (1, 2, 3) for sign in (1, -1)}
    axis = max(ups, key=lambda each: ups[each])
    normal = rotation @ turn[:, abs(axis) - 1] * np.sign(axis)
    lean = normal_in_sight(normal, rotation @ np.array(die["centre_in"]) + shift)
    return Marked(face, x, y, float(np.sqrt(area)), lean)


def _lure(thing: dict[str, Any], low: Places, size: float) -> Marked | None:
    if "centre_px" not in thing:
        return None
    x, y = np.array(thing["centre_px"]) - low
    return Marked(NO_DIE, float(x), float(y), size)
