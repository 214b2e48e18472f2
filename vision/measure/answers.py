"""Answers that are more than one number; each carries the reading it rests on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from vision.table.reading import Point, Reading, Verdict

Face = Literal["front", "right", "rear", "left"]
Side = Literal["front", "flank", "rear"]
Flank = Literal["", "left", "right"]
How = Literal["behind", "inside", "touching"]
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
    flank: Flank = ""


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


@dataclass(frozen=True, slots=True)
class Pivot:
    """``reading``: tolerance less the way of the corner that moved least, inches.

    ``corner``: that corner; it stayed put when ``reading.at_least()`` is IN.
    """

    reading: Reading
    corner: Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class GunPivot:
    """``turn``: degrees turned; ``in_place``: tolerance less the way of the centre, inches."""

    turn: Reading
    in_place: Reading


@dataclass(frozen=True, slots=True)
class Crossing:
    """A piece of terrain that a move touched.

    ``depth``: how far the swept ground reaches into it, inches (a line: how far past it the
    unit's base that went farthest ended), negative when not. ``first_after_in``: the way
    straight on to the first touch. ``starts`` and ``ends``: is any base on it (a line:
    touching it) before, and after. ``over``: payloads of bases that went across a line, or
    right through an area and out of it.
    """

    name: str
    kind: str
    depth: Reading
    first_after_in: float
    starts: bool
    ends: bool
    over: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Passage:
    """Another unit on the ground that a move covers.

    ``depth``: how deep the swept ground overlaps it, inches. ``first_after_in``: the way to
    the first touch. ``touching``: contact margin at the start. ``clear``: gap at the end.
    """

    unit: str
    depth: Reading
    first_after_in: float
    touching: Reading
    clear: Reading


@dataclass(frozen=True, slots=True)
class Path:
    """A straight way that a unit would take as it stands, without turning.

    ``way``: the unit vector; ``length_in``. ``meets``: units and ``crosses``: terrain in
    order of first touch. ``off_table``: how far the unit would hang over the edge at its
    end, inches. ``leaves``: the way until all of it is off, inches.
    """

    way: Point
    length_in: float
    meets: tuple[Passage, ...]
    crosses: tuple[Crossing, ...]
    off_table: Reading
    leaves: Reading


@dataclass(frozen=True, slots=True)
class PathSplit:
    """Inches of a straight way over open and over difficult ground, and lines crossed."""

    clear: Reading
    difficult: Reading
    barriers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ground:
    """A piece of terrain and a unit.

    ``depth``: how deep its outline and the unit's bases overlap, inches; negative is the
    gap between them (of a line: always the gap). ``share``: the part of the unit's base
    area on it. ``inside``: payloads of bases whose centre is on it; ``whole``: of bases
    wholly on it.
    """

    name: str
    kind: str
    depth: Reading
    share: float
    inside: tuple[str, ...]
    whole: tuple[str, ...]
    tags: tuple[str, ...] = ()
    level: int = 0


@dataclass(frozen=True, slots=True)
class Cover:
    """A piece of terrain that may cover a unit from a shot.

    ``how``: ``"behind"`` a line that the unit touches and the shot crosses, ``"inside"`` an
    area, ``"touching"`` a line or an edge that the shot does not cross. ``reading``: of a
    line, tolerance less gap; of an area, how far the base that is least inside is inside it
    (its centre, inches from the edge).
    """

    name: str
    kind: str
    how: How
    reading: Reading
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Climb:
    """Levels at the front centre before and after; ``reading``: inches to the nearest
    contour, so ``at_least()`` says whether the levels may be called."""

    start: int
    end: int
    reading: Reading


@dataclass(frozen=True, slots=True)
class InTheWay:
    """A unit or a piece of terrain in a band or near a line.

    ``depth``: how deep it overlaps the band, inches; negative is the room between them.
    """

    name: str
    depth: Reading
    bases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Lane:
    """A straight lane. ``reading``: the least room beside it, inches; negative when
    something reaches into it. ``cut_by``: what does, or may, deepest first."""

    reading: Reading
    cut_by: tuple[InTheWay, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """A base on a line of shot: inches along the line where it begins and ends."""

    payload: str
    unit: str
    from_in: Reading
    until_in: float


@dataclass(frozen=True, slots=True)
class Figures:
    """What stands on the table of a unit.

    ``total`` figures, ``by_kind`` (kind of base, figures) in the order of the unit;
    ``ranks``: bases in each rank from the front, ``rank_figures``: figures in each;
    ``files``: bases in the widest rank. ``unseen``: payloads that are not counted because
    they are hidden, moving or never seen.
    """

    total: int
    by_kind: tuple[tuple[str, int], ...]
    ranks: tuple[tuple[str, ...], ...]
    rank_figures: tuple[int, ...]
    files: int
    unseen: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Order:
    """Units in order. ``close``: neighbours in it that are too close to call."""

    units: tuple[str, ...]
    close: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Near:
    """A unit that may be the target: its distance, and whether it is in arc and in sight.

    ``may``: IN when arc and sight both say so, CLOSE when one of them cannot tell.
    """

    unit: str
    distance: Reading
    arc: Arc | None
    sight: Sight | None
    may: Verdict


@dataclass(frozen=True, slots=True)
class Opening:
    """The narrowest opening on the widest line of sight there is.

    ``reading``: inches between the two outlines it runs between (``between`` names them);
    ``FREE_IN`` and no names when some line is hemmed in on one side only, or not at all.
    """

    reading: Reading
    between: tuple[str, ...] = ()
