"""How freely one unit is seen from another: the opening it is seen through, all or part."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vision.measure.answers import Opening, Sight
from vision.measure.lines.lanes import FREE_IN, doubts, others_of
from vision.measure.lines.sight import CLEAR_IN, Blocks, Screens, hides, solid_groups
from vision.measure.move import Loose
from vision.measure.overrides import by_hand, line, payloads, remembered
from vision.measure.shapes.convex import (
    Piece,
    convex_gap,
    nearest_points,
    piece_of,
    ray_entry,
    ray_exit,
)
from vision.measure.shapes.footprint import Footprint, Part, Placed, placed_unit, separation
from vision.measure.shapes.polygon import edges, is_near, outline_gap
from vision.measure.shapes.shadow import Span, is_before, span, turned
from vision.measure.uncertain import plus_minus
from vision.table.reading import HAIR, Point, Reading, Shape
from vision.table.snapshot import Snapshot, Terrain


class _Hem(NamedTuple):
    """Something a line of sight may run along; ``whose``: the base outlines it is made of."""

    key: str
    name: str
    piece: Piece
    whose: tuple[int, ...] = ()


class _View(NamedTuple):
    width_in: float
    eye: Point
    to: Point
    pair: tuple[_Hem, _Hem] | None


@remembered
def gap_width(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    *,
    blocks: Blocks = None,
    terrain: Screens = None,
    loose: Loose = None,
    part: Part = None,
) -> Opening:
    """How wide is the opening between two blockers that the target is seen through?

    For every model and target base, each clear look is taken down its middle; what hems it
    in on the left and on the right, between the two, gives the opening: the least distance
    between an outline on the one side and one on the other. The best look counts.
    *blocks* and *terrain* as for ``sight``, which says whether there is a look at all.
    """
    typed = by_hand(snapshot, "gap_width", viewer, target)
    if typed:
        return Opening(typed)
    first, second = placed_unit(snapshot, viewer, part), placed_unit(snapshot, target)
    others = others_of(snapshot, (viewer, target), blocks)
    hems = _hems(snapshot, others, terrain, (*first, *second), loose)
    views = [
        view
        for eye in first
        for goal in second
        for view in _views(eye.outline, goal.outline, hems, first)
    ]
    best = max(views, key=lambda view: view.width_in, default=None)
    if best is None or best.pair is None:
        evidence = () if best is None else (Shape("segment", (best.eye, best.to), "line"),)
        return Opening(Reading("gap_width", FREE_IN, 0.0, "in", viewer, target, evidence))
    return _opening(best, others, viewer, target)


def _opening(view: _View, others: Sequence[Placed], viewer: str, target: str) -> Opening:
    assert view.pair is not None
    left, right = view.pair
    members = tuple(others[i] for i in (*left.whose, *right.whose))
    count = len(left.whose)

    def width(feet: Sequence[Footprint]) -> float:
        a = piece_of(feet[:count]) if count else left.piece
        b = piece_of(feet[count:]) if right.whose else right.piece
        return convex_gap(a, b)

    ends = nearest_points(left.piece, right.piece)
    evidence = (Shape("segment", (view.eye, view.to), "line"), Shape("segment", ends, "room"))
    notes = doubts(members)
    spread = plus_minus(width, members)
    reading = Reading(
        "gap_width",
        max(view.width_in, 0.0),
        max(spread, view.width_in + 1.0) if notes else spread,
        "in",
        viewer,
        target,
        evidence,
        notes,
    )
    return Opening(reading, (left.name, right.name))


def _hems(
    snapshot: Snapshot,
    others: Sequence[Placed],
    terrain: Screens,
    own: Sequence[Placed],
    loose: Loose,
) -> list[_Hem]:
    hems = [
        _Hem(name, name, piece_of([others[i].outline for i in members], name), members)
        for name, members in solid_groups(others, loose)
    ]
    for number, scenery in enumerate(snapshot.terrain):
        if hides(scenery, terrain) and not _stood_in(scenery, own):
            name = scenery.name or scenery.kind
            for side in edges(scenery.outline_in, not scenery.is_line):
                hems.append(_Hem(f"terrain {number}", name, Piece(side, 0.0, name)))
    return hems


def _stood_in(scenery: Terrain, own: Sequence[Placed]) -> bool:
    closed = not scenery.is_line
    return any(is_near(one.outline, scenery.outline_in, 0.0, closed) for one in own)


def _views(
    viewer: Footprint, target: Footprint, hems: Sequence[_Hem], own: Sequence[Placed]
) -> Iterator[_View]:
    """Each clear look from a model to a base, with the opening it runs through."""
    eye, goal = (viewer.x_in, viewer.y_in), piece_of([target])
    far = math.dist(eye, (target.x_in, target.y_in))
    if far < 1e-9:
        return
    ahead = ((target.x_in - eye[0]) / far, (target.y_in - eye[1]) / far)
    sides = span(eye, ahead, goal)
    nearer = [
        (hem, covered)
        for hem in hems
        if is_before(eye, ahead, hem.piece, covered := span(eye, ahead, hem.piece), goal, sides)
    ]
    for low, high in _windows(sides, [covered for _, covered in nearer]):
        angle = (low + high) / 2
        way = turned(ahead, angle)
        start = max(ray_exit(eye, way, piece_of([one.outline])) for one in own)
        stop = ray_entry(eye, way, goal)
        lefts = [hem for hem, covered in nearer if covered.low >= angle]
        rights = [hem for hem, covered in nearer if covered.high <= angle]
        width, pair = _narrowest(lefts, rights, (eye, way, start, min(stop, far)))
        yield _View(width, eye, (eye[0] + way[0] * far, eye[1] + way[1] * far), pair)


def _windows(sides: Span, shadows: Sequence[Span]) -> Iterator[tuple[float, float]]:
    """The parts of a target's directions that no shadow covers."""
    at = sides.low
    for shadow in sorted(shadows):
        if shadow.low > at:
            yield at, min(shadow.low, sides.high)
        at = max(at, shadow.high)
        if at >= sides.high:
            return
    yield at, sides.high


Ray = tuple[Point, Point, float, float]


def _narrowest(
    lefts: Sequence[_Hem], rights: Sequence[_Hem], ray: Ray
) -> tuple[float, tuple[_Hem, _Hem] | None]:
    best: tuple[float, tuple[_Hem, _Hem] | None] = (FREE_IN, None)
    for left in lefts:
        for right in rights:
            if left.key != right.key and _straddles(left.piece, right.piece, ray):
                width = convex_gap(left.piece, right.piece)
                best = min(best, (width, (left, right)), key=lambda found: found[0])
    return best


def _straddles(left: Piece, right: Piece, ray: Ray) -> bool:
    """Does the opening between two pieces lie across the line, past its viewer's own bases?"""
    eye, way, start, stop = ray
    (ax, ay), (bx, by) = nearest_points(left, right)
    a = (ay - eye[1]) * way[0] - (ax - eye[0]) * way[1]
    b = (by - eye[1]) * way[0] - (bx - eye[0]) * way[1]
    share = 0.5 if a == b else a / (a - b)
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share
    along = (x - eye[0]) * way[0] + (y - eye[1]) * way[1]
    return 0 <= share <= 1 and start - 1e-9 <= along <= stop


@remembered
def los_full_base(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    *,
    blocks: Blocks = None,
    terrain: Screens = None,
    near_in: float = 0.0,
) -> Sight:
    """Is the whole of a base in sight from the centre of another?

    Margin at the target in inches: the room between the base and the nearest shadow, or,
    negative, how much of it is in shadow. Every other base may be in the way, also those of
    the same units, but nothing within *near_in* of either of the two (0: that is waived for
    bases), nor terrain that one of them stands in. Of units with several bases the best
    pair counts.
    """
    typed = by_hand(snapshot, "los_full_base", viewer, target)
    if typed and typed.value < 0:
        return Sight(typed)
    if typed:
        return Sight(typed, payloads(snapshot, viewer), payloads(snapshot, target))
    found = [
        _full_view(snapshot, eye, goal, blocks, terrain, near_in, (viewer, target))
        for eye in placed_unit(snapshot, viewer)
        for goal in placed_unit(snapshot, target)
    ]
    return max(found, key=lambda one: one.reading.value)


def _full_view(
    snapshot: Snapshot,
    eye: Placed,
    goal: Placed,
    blocks: Blocks,
    terrain: Screens,
    near_in: float,
    names: tuple[str, str],
) -> Sight:
    pair = (eye.base.payload, goal.base.payload)
    feet = (eye.outline, goal.outline)
    others = tuple(
        one
        for one in others_of(snapshot, (), blocks)
        if one.base.payload not in pair and not _is_within(near_in, one.outline, feet)
    )
    walls = [
        Piece(side, 0.0, piece.name or piece.kind)
        for piece in snapshot.terrain
        if hides(piece, terrain) and _is_clear_of(piece, feet, near_in)
        for side in edges(piece.outline_in, not piece.is_line)
    ]

    def room(outlines: Sequence[Footprint]) -> float:
        pieces = [piece_of([foot]) for foot in outlines[2:]]
        return _rooms(outlines[0], outlines[1], [*pieces, *walls])[0]

    everyone = (eye, goal, *others)
    outlines = [one.outline for one in everyone]
    pieces = [piece_of([one.outline], one.base.payload) for one in others]
    value, cut_by = _rooms(outlines[0], outlines[1], [*pieces, *walls])
    notes = tuple(note for one in others if one.base.payload in cut_by for note in doubts((one,)))
    spread: float = plus_minus(room, everyone)
    if notes:
        spread = max(spread, abs(value) + 0.01)
    evidence = line((eye.pose.x_in, eye.pose.y_in), (goal.pose.x_in, goal.pose.y_in))
    reading = Reading("los_full_base", value, spread, "in", *names, evidence, notes)
    seen = value >= -HAIR
    return Sight(reading, pair[:1] if seen else (), pair[1:] if seen else (), blockers=cut_by)


def _is_within(near_in: float, foot: Footprint, pair: Sequence[Footprint]) -> bool:
    return near_in > 0 and min(separation(foot, one) for one in pair) <= near_in


def _is_clear_of(piece: Terrain, feet: Sequence[Footprint], near_in: float) -> bool:
    closed = not piece.is_line
    return min(outline_gap(foot, piece.outline_in, closed) for foot in feet) > near_in


def _rooms(
    viewer: Footprint, target: Footprint, pieces: Sequence[Piece]
) -> tuple[float, tuple[str, ...]]:
    """The least room beside a base as seen from another, and who covers some of it."""
    eye, goal = (viewer.x_in, viewer.y_in), piece_of([target])
    far = max(math.dist(eye, (target.x_in, target.y_in)), 1e-6)
    ahead = ((target.x_in - eye[0]) / far, (target.y_in - eye[1]) / far)
    sides = span(eye, ahead, goal)
    least, cut_by = CLEAR_IN, []
    for piece in pieces:
        covered = span(eye, ahead, piece)
        room = max(covered.low - sides.high, sides.low - covered.high) * far
        if room < least and is_before(eye, ahead, piece, covered, goal, sides):
            least = room
        if room < 0 and is_before(eye, ahead, piece, covered, goal, sides):
            cut_by.append(piece.name)
    return least, tuple(dict.fromkeys(cut_by))
