"""Answers that are more than one number; each carries the reading it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.measure.reading import Reading

Face = Literal["front", "right", "rear", "left"]
Side = Literal["front", "flank", "rear"]
Edge = Literal["south", "east", "north", "west"]
"""A table edge: south is y = 0 (near), north y = depth (far), west x = 0, east x = width."""


@dataclass(frozen=True, slots=True)
class Contact:
    """``reading``: tolerance less gap, inches, positive when touching.

    ``face``: the side of the second unit that the first one touches or is nearest to;
    ``face_reading``: how clearly, inches (near 0: corner to corner). ``bases``: the payloads
    of the nearest base of each.
    """

    reading: Reading
    face: Face
    face_reading: Reading
    bases: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Arc:
    """``reading``: how far inside the arc the best placed part of the target is, inches.

    ``inside``: payloads of target bases with any part in the arc; ``whole``: those wholly
    in it; ``shares``: per base of the target, in its order, the part of its area inside.
    ``unsure``: payloads of bases for which it is too close to call.
    """

    reading: Reading
    inside: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    unsure: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """Where a point lies as a unit sees it.

    ``reading``: inches to the nearest border of the zone, so ``at_least()`` says whether it
    may be called. ``flank``: which flank, when ``side`` is the flank.
    """

    reading: Reading
    side: Side
    flank: Literal["", "left", "right"] = ""


@dataclass(frozen=True, slots=True)
class Sight:
    """``reading``: signed margin in inches at the target, positive when any model sees.

    ``seeing``: payloads of the models that see some of the target; ``seen``: payloads of
    the target's bases that some model sees; ``unsure``: models for which it is too close
    to call; ``unsure_seen``: the same for the target's bases. ``blockers``: units and
    terrain that cut any line looked along, nearest to the models first.
    """

    reading: Reading
    seeing: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    unsure: tuple[str, ...] = ()
    unsure_seen: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EdgeDistance:
    """From a table edge to the nearest and to the farthest point of a unit, inches.

    ``nearest`` is negative by as much as the unit hangs over that edge.
    """

    nearest: Reading
    farthest: Reading
