"""How far a real table may be from what its file says: glue, paper, boards, tilt and tape.

These are the honest defaults; ``[tolerances]`` in table.toml overrides them, and what was measured
(jig, tape, callipers, straightedge) makes them smaller. The reasons are in docs/accuracy.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

MM_IN = 1 / 25.4
"""Inches in a millimetre."""

Doubt = Annotated[float, Meta(ge=0, le=10)]


@dataclass(frozen=True, slots=True)
class Tolerances:
    """One standard deviation of each.

    ``label_in`` per axis and ``label_deg``: a label on its base. ``thickness_in``: of a base
    with its label. ``tilt_deg``: of a base on rough ground or of warped card, about each axis.
    ``flatness_in``: heights of the table top. ``scale``: the common scale of all typed marker
    places, as a share; their shear is three quarters of it. ``print_scale``: the size of all
    prints of one batch, as a share. ``zoom``: of a picture since its lens was calibrated, as a
    share; it moves only what stands higher than the markers.
    """

    label_in: Doubt = 0.35 * MM_IN
    label_deg: Doubt = 0.8
    thickness_in: Doubt = 1.0 * MM_IN
    tilt_deg: Doubt = 1.3
    flatness_in: Doubt = 1.2 * MM_IN
    scale: Annotated[float, Meta(ge=0, le=0.2)] = 0.0006
    print_scale: Annotated[float, Meta(ge=0, le=0.2)] = 0.015
    zoom: Annotated[float, Meta(ge=0, le=0.2)] = 0.035


HONEST = Tolerances()
"""Nobody measured anything."""

AS_TYPED = Tolerances(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""Everything is as typed: in arithmetic, and where a machine made it."""

DRAWN = Tolerances(0.1 * MM_IN, 0.2, 0.1 * MM_IN, 0.0, 0.0, 0.0, 0.003)
"""A table that the program draws itself, but for the faults that it was asked to draw; its camera
may be asked for any zoom."""

DRAWN_MARKERS_IN = 0.5 * MM_IN
"""How well the markers of such a table lie."""
