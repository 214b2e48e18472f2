"""What is known of a camera and its table, as a person would say it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

Fact = tuple[str, str]
"""What it is about, and what is said of it."""

LEAST_IN = 0.01
"""Nobody is told of less."""


def to_in(error_in: float) -> str:
    """An error as it is told: rounded up, and never to less than a hundredth of an inch."""
    return f"{max(LEAST_IN, math.ceil(round(error_in * 100, 6)) / 100):.2f} in"


def facts_in_words(facts: Mapping[str, object]) -> list[Fact]:
    """*facts*: as the live table tells them, of one camera or of several."""
    cameras = facts.get("cameras")
    if not isinstance(cameras, list):
        return list(_of_camera(facts))
    return [
        (f"{each['name']}: {label}", says) for each in cameras for label, says in _of_camera(each)
    ]


def _of_camera(facts: Mapping[str, object]) -> Iterator[Fact]:
    if facts.get("camera"):
        yield "camera", str(facts["camera"])
    size = facts.get("size_px")
    if isinstance(size, (list, tuple)) and all(size):
        yield "picture", f"{size[0]} × {size[1]}, {_float(facts, 'frames_per_s'):.0f} a second"
    found = facts.get("calibration")
    if isinstance(found, dict):
        yield from _of_table(found)
    device = facts.get("device")
    locks = device.get("locks") if isinstance(device, dict) else None
    if isinstance(locks, dict) and locks:
        free = [str(what) for what, is_locked in locks.items() if not is_locked]
        yield "locked", "all but " + ", ".join(free) if free else "focus and exposure stay"
    readers = facts.get("readers")
    for says in readers if isinstance(readers, list) else ():
        yield "tags", str(says)


def _of_table(found: Mapping[str, object]) -> Iterator[Fact]:
    if not found.get("found"):
        yield "table", f"not found: {found.get('why', '')}"
        return
    held = found.get("held_out_in")
    if isinstance(held, float):
        yield "table", f"the camera finds it to {to_in(held)}"
    else:
        yield "table", "found, by too few markers to check one by the others"
    yield "above the table", f"{_float(found, 'height_in'):.0f} in"
    yield "lens", "known" if found.get("lens_known") else "worked out with the table: a larger ±"


def _float(facts: Mapping[str, object], name: str) -> float:
    value = facts.get(name)
    return float(value) if isinstance(value, (int, float)) else 0.0
