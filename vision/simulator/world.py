"""What may be wrong with the world that the simulated camera looks at.

Law: values and dice only, no pixels. Each fault is one number, named as people name it; the
scene, the optics and the exposure are built with them, so the truth stays known.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, fields

from calibration.table_file import Marker

MM = 1 / 25.4
SLID_MARKERS = 3


class WorldError(ValueError):
    """What was asked of the simulated world is not one of its faults; the message names it."""


@dataclass(frozen=True, slots=True)
class Flaw:
    """How one base and its label differ from what is typed.

    ``right_in, forward_in, twist_deg``: how far the label is glued off its place, on the base.
    ``tip_deg``: how far the front is lifted, ``roll_deg``: the left side; the base turns about
    the point of the ground below its middle. ``thick_in``: how much thicker it is. ``bow_in``:
    how far the middle of the label stands up. ``scale``: of the print.
    """

    right_in: float = 0.0
    forward_in: float = 0.0
    twist_deg: float = 0.0
    tip_deg: float = 0.0
    roll_deg: float = 0.0
    thick_in: float = 0.0
    bow_in: float = 0.0
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class World:
    """A world's faults; docs/cameras.md has them as a table.

    One standard deviation, drawn anew for every base or marker: ``glue`` (mm, along and across),
    ``twist`` (degrees), ``tilt`` (degrees, about each axis), ``markers`` (mm, along and across).
    The same for all: ``thick``, ``bow`` (mm), ``prints`` (share of the size typed: tags and
    markers), ``stretch`` (per cent, of the places of the markers about the middle of the table),
    ``slid`` (mm: the three most eastern markers have slid east), ``sag`` (mm, the middle of the
    table), ``step`` (mm, the eastern half lies higher). Of the camera: ``sway`` (mm at the
    table, to either side), ``rolling`` (px, a rolling shutter's wobble), ``eis`` (per cent that
    a stabiliser cuts off), ``fisheye`` (degrees across the picture), ``k1`` (added to that of
    the lens file), ``overexposed`` (stops), ``shadow`` (share of the light that a hard shadow
    across a marker takes).
    """

    glue: float = 0.0
    twist: float = 0.0
    tilt: float = 0.0
    markers: float = 0.0
    thick: float = 0.0
    bow: float = 0.0
    prints: float = 1.0
    stretch: float = 0.0
    slid: float = 0.0
    sag: float = 0.0
    step: float = 0.0
    sway: float = 0.0
    rolling: float = 0.0
    eis: float = 0.0
    fisheye: float = 0.0
    k1: float = 0.0
    overexposed: float = 0.0
    shadow: float = 0.0

    def flaw_of(self, payload: str, seed: int) -> Flaw:
        """What is wrong with the base of *payload*: the same for the same seed."""
        dice = random.Random(f"{seed} base {payload}")
        draws = [dice.gauss(0.0, 1.0) for _ in range(5)]
        return Flaw(
            draws[0] * self.glue * MM, draws[1] * self.glue * MM, draws[2] * self.twist,
            draws[3] * self.tilt, draws[4] * self.tilt,
            self.thick * MM, self.bow * MM, self.prints,
        )  # fmt: skip

    def surface_in(self, size_in: tuple[float, float], x_in: float, y_in: float) -> float:
        """Height of the table top at a place, inches; it is held along its edges."""
        across, along = (
            max(0.0, 1.0 - (2.0 * place / side - 1.0) ** 2)
            for place, side in zip((x_in, y_in), size_in, strict=True)
        )
        raised = self.step * MM if x_in > size_in[0] / 2 else 0.0
        return raised - self.sag * MM * across * along

    def true_markers(
        self, markers: Sequence[Marker], size_in: tuple[float, float], seed: int
    ) -> tuple[Marker, ...]:
        """Where the markers really lie, and how large they really are."""
        eastern = sorted(markers, key=lambda marker: -marker.x_in)[:SLID_MARKERS]
        return tuple(
            self._true_marker(marker, size_in, self.slid * MM if marker in eastern else 0.0, seed)
            for marker in markers
        )

    def _true_marker(
        self, marker: Marker, size_in: tuple[float, float], slid_in: float, seed: int
    ) -> Marker:
        dice = random.Random(f"{seed} marker {marker.id}")
        laid_in, grown = self.markers * MM, self.stretch / 100.0
        x_in, y_in = (
            place + (place - side / 2) * grown + dice.gauss(0.0, 1.0) * laid_in
            for place, side in zip((marker.x_in, marker.y_in), size_in, strict=True)
        )
        x_in += slid_in
        z_in = marker.z_in + self.surface_in(size_in, x_in, y_in)
        return Marker(
            marker.id, x_in, y_in, marker.size_in * self.prints, z_in, marker.turned_deg,
            marker.family,
        )  # fmt: skip


PERFECT = World()
"""Everything is as typed."""

_NAMES = tuple(field.name for field in fields(World))
_LIMITS = {"prints": (0.5, 1.5), "fisheye": (0.0, 150.0), "eis": (0.0, 30.0), "shadow": (0.0, 0.95)}
_LIMIT = (-50.0, 50.0)


def parse_world(text: str) -> World:
    """The world that ``glue=0.5,tilt=3`` names; "" is the perfect one.

    Raises:
        WorldError: an unknown name, no number, or one beyond its limits; a sentence.
    """
    found: dict[str, float] = {}
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        name, sign, value = (piece.strip() for piece in part.partition("="))
        if name not in _NAMES or not sign:
            known = ", ".join(_NAMES)
            raise WorldError(f"{part!r} is no fault of the world; write name=number with {known}")
        found[name] = _number(name, value)
    return World(**found)


def _number(name: str, text: str) -> float:
    low, high = _LIMITS.get(name, _LIMIT)
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise WorldError(f"{name}={text} is not possible: give a number from {low:g} to {high:g}")
    return value
