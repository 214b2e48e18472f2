"""Line of sight, as seen from above: past bases and terrain, model by model.

A model looks from the centre of its base. It sees a target base when a straight line to
some point of that base is not cut by a blocker in front of it. The margin is how far, at
the target, the best such line is from being cut (inches, at most ``CLEAR_IN``); negative:
how far it would have to be shifted to come free.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from vision.measure.answers import Sight
from vision.measure.overrides import by_hand, payloads, remembered
from vision.measure.shapes.convex import Piece, piece_of, ray_entry
from vision.measure.shapes.footprint import (
    Footprint,
    Part,
    Placed,
    is_loose,
    outline,
    placed_unit,
)
from vision.measure.shapes.polygon import edges, is_near, on_segment
from vision.measure.shapes.shadow import Span, clearest, is_before, span, turned
from vision.measure.uncertain import is_exact, plus_minus
from vision.table.reading import HAIR, Point, Reading, Shape
from vision.table.snapshot import Base, Pose, Snapshot, Terrain

Blocks = frozenset[str] | Callable[[Base], bool] | None
"""Which bases block: ids of units, or a test of a base; None is every other unit's."""

Screens = frozenset[str] | Callable[[Terrain], bool] | None
"""Which terrain blocks: kinds, or a test of a piece; None is ``SCREENING``."""

SCREENING = frozenset({"wood", "building"})
CLEAR_IN = 3.0
UNSURE_IN = 1.0
"""How far a base that is hidden or moving may be from where it was last seen."""

TOUCH_IN = 0.1


Group = tuple[str, tuple[int, ...]]


class Screen(NamedTuple):
    """A piece of terrain as its edges; it does not hide who stands in or at it."""

    walls: tuple[Piece, ...]
    free_eyes: frozenset[int]
    free_targets: frozenset[int]


class Scene(NamedTuple):
    """Who is who in a list of outlines: models first, then targets, then the others.

    ``groups``: the others by position, one group a thing that nothing is seen through.
    """

    eyes: int
    targets: int
    groups: tuple[Group, ...]
    screens: tuple[Screen, ...]


class Look(NamedTuple):
    """The best line from a model to a base.

    ``margin_in``; ``cut_by``: what stands before some of the base; ``beside``: what stands
    before it or so near beside it that it sets the margin; ``pair``: positions of the two.
    """

    margin_in: float
    eye: Point
    to: Point
    cut_by: tuple[str, ...]
    beside: frozenset[str]
    pair: tuple[int, int] = (0, 0)


@remembered
def sight(
    snapshot: Snapshot,
    viewer: str,
    target: str,
    *,
    blocks: Blocks = None,
    terrain: Screens = None,
    loose: frozenset[str] | None = None,
    part: Part = None,
    to_part: Part = None,
) -> Sight:
    """Which models of *viewer* see which bases of *target*?

    *blocks*: which bases are in the way (levels and skirmishers are the rule set's to
    judge); the two units themselves never are. A formed unit hides like one solid block, a
    loose one base by base. *terrain*: which pieces hide; one that the model or the target
    base stands in or touches does not. A hidden or moving base near the line is named in
    the notes and makes the answer too close to call.
    """
    typed = by_hand(snapshot, "sight", viewer, target)
    if typed and typed.value < 0:
        return Sight(typed)
    if typed:
        return Sight(typed, payloads(snapshot, viewer), payloads(snapshot, target))
    first = placed_unit(snapshot, viewer, part)
    second = placed_unit(snapshot, target, to_part)
    sure, unsure = _between(snapshot, (viewer, target), first, second, blocks)
    screens = _screens(snapshot, first, second, terrain)
    scene = Scene(len(first), len(second), solid_groups(sure, loose), screens)
    return _answer(scene, (viewer, target), first + second + sure, unsure)


def _between(
    snapshot: Snapshot,
    names: tuple[str, str],
    first: Sequence[Placed],
    second: Sequence[Placed],
    blocks: Blocks,
) -> tuple[tuple[Placed, ...], tuple[Placed, ...]]:
    """The blocking bases near the line: those that may be measured, and those that may not."""
    own = {one.base.payload for one in (*first, *second)}
    sure: list[Placed] = []
    unsure: list[Placed] = []
    start, start_reach = _middle(first)
    end, end_reach = _middle(second)
    room = max(start_reach, end_reach) + CLEAR_IN + UNSURE_IN
    for base in snapshot.bases:
        pose = base.pose
        if pose is None or base.payload in own or base.unit_id in names:
            continue
        at = (pose.x_in, pose.y_in)
        reach = room + base.frontage_in + base.depth_in
        if math.dist(on_segment(start, end, at), at) < reach and _may_block(base, blocks):
            where = sure if base.status == "seen" else unsure
            where.append(_as_placed(base, pose, snapshot.calibration))
    return tuple(sure), tuple(unsure)


def _as_placed(base: Base, pose: Pose, errors: str) -> Placed:
    return Placed(base, pose, outline(base, pose.x_in, pose.y_in, pose.facing_deg), errors)


def _middle(placed: Sequence[Placed]) -> tuple[Point, float]:
    x = sum(one.pose.x_in for one in placed) / len(placed)
    y = sum(one.pose.y_in for one in placed) / len(placed)
    reach = max(math.dist((x, y), c) for one in placed for c in one.outline.corners_in)
    return (x, y), reach


def _may_block(base: Base, blocks: Blocks) -> bool:
    if blocks is None:
        return True
    return blocks(base) if callable(blocks) else base.unit_id in blocks


def solid_groups(sure: Sequence[Placed], loose: frozenset[str] | None) -> tuple[Group, ...]:
    """Positions of the bases that hide together: a formed unit, or a base of a loose one."""
    units: dict[str, list[int]] = {}
    for i, one in enumerate(sure):
        units.setdefault(one.base.unit_id, []).append(i)
    groups: list[Group] = []
    for name, members in units.items():
        spread = is_loose([sure[i].outline for i in members])
        if spread if loose is None else name in loose:
            groups += [(name, (i,)) for i in members]
        else:
            groups.append((name, tuple(members)))
    return tuple(groups)


def _screens(
    snapshot: Snapshot, first: Sequence[Placed], second: Sequence[Placed], terrain: Screens
) -> tuple[Screen, ...]:
    found = []
    for piece in snapshot.terrain:
        if not hides(piece, terrain):
            continue
        name = piece.name or piece.kind
        walls = tuple(Piece(side, 0.0, name) for side in edges(piece.outline_in, not piece.is_line))
        found.append(Screen(walls, _at(piece, first), _at(piece, second)))
    return tuple(found)


def hides(piece: Terrain, terrain: Screens) -> bool:
    """Is that piece of terrain one that nothing is seen through?"""
    if callable(terrain):
        return terrain(piece)
    return piece.kind in (SCREENING if terrain is None else terrain)


def _at(piece: Terrain, placed: Sequence[Placed]) -> frozenset[int]:
    """Positions of the bases that stand in that piece or touch it."""
    return frozenset(
        i
        for i, one in enumerate(placed)
        if is_near(one.outline, piece.outline_in, TOUCH_IN, not piece.is_line)
    )


def looks(outlines: Sequence[Footprint], scene: Scene) -> list[list[Look]]:
    """The best look from each model (rows) to each target base (columns)."""
    last = scene.eyes + scene.targets
    solid = [
        piece_of([outlines[last + i] for i in members], name) for name, members in scene.groups
    ]
    goals = [piece_of([foot]) for foot in outlines[scene.eyes : last]]
    rows = []
    for i, foot in enumerate(outlines[: scene.eyes]):
        screens = [one for one in scene.screens if i not in one.free_eyes]
        eye = (foot.x_in, foot.y_in)
        rows.append(
            [
                _look(eye, goal, j, solid, screens)._replace(pair=(i, j))
                for j, goal in enumerate(goals)
            ]
        )
    return rows


def _look(
    eye: Point, goal: Piece, number: int, solid: Sequence[Piece], screens: Sequence[Screen]
) -> Look:
    pieces = [*solid]
    for screen in screens:
        if number not in screen.free_targets:
            pieces += screen.walls
    return look(eye, goal, pieces)


def look(eye: Point, goal: Piece, pieces: Sequence[Piece]) -> Look:
    """The best line from a point to any point of *goal* past convex pieces."""
    count = len(goal.points_in)
    x = sum(point[0] for point in goal.points_in) / count
    y = sum(point[1] for point in goal.points_in) / count
    far = max(math.dist(eye, (x, y)), 1e-6)
    ahead = ((x - eye[0]) / far, (y - eye[1]) / far)
    sides, most = span(eye, ahead, goal), CLEAR_IN / far
    shades = [
        (piece, covered)
        for piece in pieces
        if _meets(covered := span(eye, ahead, piece), sides, most)
        and is_before(eye, ahead, piece, covered, goal, sides)
    ]
    angle, clear = clearest(sides, _joined(shades), most)
    way = turned(ahead, angle)
    reach = min(ray_entry(eye, turned(ahead, angle * (1 - 1e-9)), goal), far)
    names = [piece.name for piece, covered in shades if _meets(covered, sides, 0.0)]
    to = (eye[0] + way[0] * reach, eye[1] + way[1] * reach)
    beside = frozenset(piece.name for piece, _ in shades)
    return Look(clear * far, eye, to, tuple(dict.fromkeys(names)), beside)


def _meets(covered: Span, sides: Span, room: float) -> bool:
    return covered.low < sides.high + room and covered.high > sides.low - room


def _joined(shades: Sequence[tuple[Piece, Span]]) -> list[Span]:
    """The shadows; the walls of one piece of terrain that meet at a corner count as one."""
    spans = [covered for piece, covered in shades if len(piece.points_in) != 2]
    walls = sorted(covered for piece, covered in shades if len(piece.points_in) == 2)
    for wall in walls:
        last = spans[-1] if spans else None
        if last is not None and wall is not walls[0] and wall.low <= last.high + 1e-9:
            spans[-1] = Span(last.low, max(last.high, wall.high))
        else:
            spans.append(wall)
    return spans


def bests(rows: Sequence[Sequence[Look]]) -> tuple[Look, ...]:
    """The best look of all, then the best of each model, then of each target base."""
    eyes = [max(row, key=_clear) for row in rows]
    targets = [max(column, key=_clear) for column in zip(*rows, strict=True)]
    return max(eyes, key=_clear), *eyes, *targets


def _clear(one: Look) -> float:
    return one.margin_in


def _answer(
    scene: Scene, names: tuple[str, str], everyone: tuple[Placed, ...], unsure: tuple[Placed, ...]
) -> Sight:
    outlines = [one.outline for one in everyone]
    rows = looks(outlines, scene)
    best = bests(rows)
    margins = [one.margin_in for one in best]
    spreads = _spreads(scene, everyone, best)
    notes: tuple[str, ...] = ()
    if unsure:
        spreads, notes = _doubted(scene, outlines, margins, spreads, unsure)
    cut = tuple(dict.fromkeys(name for row in rows for one in row for name in one.cut_by))
    evidence = (Shape("segment", (best[0].eye, best[0].to), "line"), *_cutting(cut, everyone))
    reading = Reading("sight", margins[0], spreads[0], "in", *names, evidence, notes)
    named = [one.base.payload for one in everyone[: scene.eyes + scene.targets]]
    return _sorted_out(reading, named, scene.eyes, margins[1:], spreads[1:], cut)


def _spreads(scene: Scene, everyone: tuple[Placed, ...], best: Sequence[Look]) -> tuple[float, ...]:
    """The ± of each look, from the poses of those it depends on; 0 where nothing is near."""
    if is_exact(everyone):
        return (0.0,) * len(best)
    known: dict[tuple[int, int], float] = {}
    for one in best:
        if one.pair not in known:
            known[one.pair] = _spread(scene, everyone, one)
    return tuple(known[one.pair] for one in best)


def _spread(scene: Scene, everyone: tuple[Placed, ...], one: Look) -> float:
    if not one.beside or one.margin_in >= CLEAR_IN:
        return 0.0
    i, j = one.pair
    last = scene.eyes + scene.targets
    groups = [group for group in scene.groups if group[0] in one.beside]
    members = [everyone[last + k] for _, group in groups for k in group]
    involved = (everyone[i], everyone[scene.eyes + j], *members)
    alone = Scene(1, 1, _renumbered(groups), _screens_of(scene, i, j))
    return plus_minus(lambda feet: looks(feet, alone)[0][0].margin_in, involved)


def _renumbered(groups: Sequence[Group]) -> tuple[Group, ...]:
    count, found = 0, []
    for name, members in groups:
        found.append((name, tuple(range(count, count + len(members)))))
        count += len(members)
    return tuple(found)


def _screens_of(scene: Scene, eye: int, target: int) -> tuple[Screen, ...]:
    return tuple(
        Screen(one.walls, frozenset(), frozenset())
        for one in scene.screens
        if eye not in one.free_eyes and target not in one.free_targets
    )


def _sorted_out(
    reading: Reading,
    named: Sequence[str],
    eyes: int,
    margins: Sequence[float],
    spreads: Sequence[float],
    cut: tuple[str, ...],
) -> Sight:
    yes = [margin >= -HAIR for margin in margins]
    doubt = [abs(margin) < spread for margin, spread in zip(margins, spreads, strict=True)]
    first, second = range(eyes), range(eyes, len(named))
    return Sight(
        reading,
        tuple(named[i] for i in first if yes[i]),
        tuple(named[i] for i in second if yes[i]),
        tuple(named[i] for i in first if doubt[i]),
        tuple(named[i] for i in second if doubt[i]),
        cut,
    )


def _cutting(cut: Sequence[str], everyone: Sequence[Placed]) -> tuple[Shape, ...]:
    return tuple(
        Shape("polygon", one.outline.corners_in, "blocker")
        for one in everyone
        if one.base.unit_id in cut
    )


def _doubted(
    scene: Scene,
    outlines: Sequence[Footprint],
    margins: Sequence[float],
    spreads: Sequence[float],
    unsure: Sequence[Placed],
) -> tuple[tuple[float, ...], tuple[str, ...]]:
    """Each ± widened past its margin where one of the unsure bases could cut the line."""
    wide = list(spreads)
    notes = []
    others = len(outlines) - scene.eyes - scene.targets
    for one in unsure:
        maybe = scene._replace(groups=(*scene.groups, (one.base.payload, (others,))))
        cut = bests(looks([*outlines, _swollen(one)], maybe))
        near = [i for i, m in enumerate(margins) if m >= 0 > cut[i].margin_in]
        for i in near:
            wide[i] = max(wide[i], margins[i] + 0.01)
        if near:
            notes.append(f"{one.base.payload} is {one.base.status}, and was near the line")
    return tuple(wide), tuple(notes)


def _swollen(one: Placed) -> Footprint:
    base = replace(
        one.base,
        frontage_in=one.base.frontage_in + 2 * UNSURE_IN,
        depth_in=one.base.depth_in + 2 * UNSURE_IN,
    )
    return outline(base, one.pose.x_in, one.pose.y_in, one.pose.facing_deg)
