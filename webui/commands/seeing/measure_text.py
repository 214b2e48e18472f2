"""What ``measure`` prints for a person, of one camera or of several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vision.measure.causes import causes_of, mostly, remedy
from vision.table.reading import Reading
from vision.table.snapshot import Flag
from vision.watch.still_scene import PlacedBase

NEAR_IN = 12.0
"""Gaps below this are printed; all of them are in the JSON."""


def base_text(placed: PlacedBase) -> str:
    """One base: where it stands, where it looks, and the ±."""
    return (
        f"{placed.base.payload:16s} x {placed.pose.x_in:6.2f}  y {placed.pose.y_in:6.2f}  "
        f"faces {placed.pose.facing_deg:5.1f}°  ± {placed.plus_minus_in:.2f} in"
    )


def ending(flags: Iterable[Flag], ranges: Sequence[Reading], trusts: Sequence[str]) -> list[str]:
    """Flags, what the ± of gaps comes from and trusts in, and the near gaps, nearest first."""
    lines = [f"  {flag.kind}: {flag.text}" for flag in flags]
    causes = causes_of(ranges)
    if causes:
        lines.append(f"the ± of gaps is {mostly(causes)}; to make it smaller: {remedy(causes)}")
        lines += [f"no camera sees whether {each}" for each in trusts]
    near = sorted((each for each in ranges if each.value < NEAR_IN), key=lambda each: each.value)
    return lines + [f"{reading.frm} to {reading.to}: {reading}" for reading in near]
