"""What stands on the simulated table: plain values, no pixels.

The scene is the truth of the simulated camera: where each model really is, which the real
pipeline has to find out from the pictures. Inches and degrees as everywhere (x east, y north,
angles counter-clockwise from +x).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from calibration.table_file import BaseInPlay, Marker, TableFile, TerrainPiece
from vision.simulator.world import PERFECT, Flaw, World

Spot = tuple[float, float, float]
"""x_in, y_in, facing_deg."""

Vector = tuple[float, float, float]

FIGURE_TALL_IN = 0.6
"""A 15 mm figure on its base."""

_CARD_IN = 0.118
_LABEL_MARGIN_MODULES = 4.0
_LEAST_MARGIN_MODULES = 2.0


class CannotPlace(ValueError):
    """The model cannot be put there; the message says why."""


@dataclass(frozen=True, slots=True)
class Stand:
    """One base as it really stands. ``ground_in``: height of the ground below it, ``flaw``: how
    it differs from what is typed."""

    base: BaseInPlay
    x_in: float
    y_in: float
    facing_deg: float
    ground_in: float = 0.0
    hidden: float = 0.0
    """Share of the tag's width that a hand covers, 0 to 1."""
    flaw: Flaw = Flaw()

    @property
    def thickness_in(self) -> float:
        """Of the card that the figures are glued to."""
        return (self.base.height_in or _CARD_IN) + self.flaw.thick_in

    @property
    def tag_z_in(self) -> float:
        """Height of the middle of the printed tag above the table top."""
        return self.tag_centre_in()[2]

    def at(self, right_in: float, forward_in: float) -> tuple[float, float]:
        """The table point that lies so far right and forward of the base's centre."""
        angle = math.radians(self.facing_deg)
        ahead_x, ahead_y = math.cos(angle), math.sin(angle)
        return (
            self.x_in + forward_in * ahead_x + right_in * ahead_y,
            self.y_in + forward_in * ahead_y - right_in * ahead_x,
        )

    def tag_corners_in(self) -> tuple[tuple[float, float, float], ...]:
        """Top-left, top-right, bottom-right, bottom-left of the black symbol, as printed."""
        half = self.base.tag_size_in * self.flaw.scale / 2
        right, forward, _ = self.tag_axes()
        centre = self.tag_centre_in()
        corners = ((-half, half), (half, half), (half, -half), (-half, -half))
        return tuple(_plus(centre, (right, r), (forward, f)) for r, f in corners)

    def tag_centre_in(self) -> Vector:
        """The middle of the printed tag, as it is really glued and leans."""
        right, forward, up = self._axes()
        off_right, off_forward = self.base.tag_offset_in
        flaw = self.flaw
        return _plus(
            (self.x_in, self.y_in, self.ground_in),
            (right, off_right + flaw.right_in),
            (forward, off_forward + flaw.forward_in),
            (up, self.base.tag_height_in + flaw.thick_in),
        )

    def tag_axes(self) -> tuple[Vector, Vector, Vector]:
        """Unit vectors to the printed tag's right, to its top, and up from its paper."""
        right, forward, up = self._axes()
        angle = math.radians(self.flaw.twist_deg)
        ahead = _plus((0.0, 0.0, 0.0), (forward, math.cos(angle)), (right, -math.sin(angle)))
        aside = _plus((0.0, 0.0, 0.0), (right, math.cos(angle)), (forward, math.sin(angle)))
        return aside, ahead, up

    def _axes(self) -> tuple[Vector, Vector, Vector]:
        """Unit vectors to the base's right, to its front, and up from it."""
        angle = math.radians(self.facing_deg)
        tip, roll = math.radians(self.flaw.tip_deg), math.radians(self.flaw.roll_deg)
        flat = (math.cos(angle), math.sin(angle), 0.0)
        right = (math.sin(angle), -math.cos(angle), 0.0)
        still = (0.0, 0.0, 0.0)
        forward = _plus(still, (flat, math.cos(tip)), (_UP, math.sin(tip)))
        up = _plus(still, (_UP, math.cos(tip)), (flat, -math.sin(tip)))
        rolled = _plus(still, (right, math.cos(roll)), (up, -math.sin(roll)))
        return rolled, forward, _plus(still, (up, math.cos(roll)), (right, math.sin(roll)))

    def reach_in(self) -> float:
        """No part of the model is further from the base's centre than this, seen from above."""
        right, forward = self.base.tag_offset_in
        flaw = self.flaw
        side = label_side_in(self.base) * flaw.scale
        leant = abs(math.sin(math.radians(abs(flaw.tip_deg) + abs(flaw.roll_deg))))
        label = math.hypot(right, forward) + math.hypot(flaw.right_in, flaw.forward_in)
        label += side * math.sqrt(0.5) + leant * (self.base.tag_height_in + flaw.thick_in)
        return max(math.hypot(self.base.frontage_in, self.base.depth_in) / 2, label) + 0.1


@dataclass(frozen=True, slots=True)
class Scrap:
    """A printed code lying about that belongs to no base: a joker's, or a packet's."""

    payload: str
    x_in: float
    y_in: float
    facing_deg: float = 90.0
    size_in: float = 1.26


@dataclass(frozen=True, slots=True)
class Scene:
    """The whole table. ``stands`` is keyed by a name of its own, so that a payload may
    (wrongly) stand there twice; the name of an ordinary base is its payload. ``markers`` lie
    where they really lie; ``world`` and ``seed`` say what is wrong with each base."""

    size_in: tuple[float, float]
    markers: tuple[Marker, ...] = ()
    terrain: tuple[TerrainPiece, ...] = ()
    bases: tuple[BaseInPlay, ...] = ()
    stands: Mapping[str, Stand] = field(default_factory=dict)
    scraps: tuple[Scrap, ...] = ()
    world: World = PERFECT
    seed: int = 1

    def with_stand(self, name: str, stand: Stand) -> Scene:
        """The scene with that model put down (or moved), its ground looked up."""
        ground = ground_under(self.terrain, stand.x_in, stand.y_in)
        ground += self.world.surface_in(self.size_in, stand.x_in, stand.y_in)
        return replace(self, stands={**self.stands, name: replace(stand, ground_in=ground)})

    def without(self, name: str) -> Scene:
        """The scene with that model taken off the table."""
        return replace(self, stands={k: v for k, v in self.stands.items() if k != name})

    def placed(self, payload: str, x_in: float, y_in: float, facing_deg: float) -> Scene:
        """The scene with the model of *payload* standing there.

        Raises:
            CannotPlace: no such model, not a number, or off the table.
        """
        if not all(math.isfinite(value) for value in (x_in, y_in, facing_deg)):
            raise CannotPlace(f"{payload} cannot be put at a place that is not a number")
        wide, deep = self.size_in
        if not (0 <= x_in <= wide and 0 <= y_in <= deep):
            raise CannotPlace(
                f"{payload} would stand off the table, which is {wide:g} by {deep:g} in"
            )
        known = {base.payload: base for base in self.bases}
        if payload not in known:
            raise CannotPlace(f"{payload} is no model of this table")
        new = Stand(
            known[payload], x_in, y_in, facing_deg, flaw=self.world.flaw_of(payload, self.seed)
        )
        old = self.stands.get(payload, new)
        moved = replace(old, x_in=x_in, y_in=y_in, facing_deg=facing_deg % 360.0)
        return self.with_stand(payload, moved)


def build_scene(
    table: TableFile, poses: Mapping[str, Spot], world: World = PERFECT, seed: int = 1
) -> Scene:
    """The scene of a table file with its bases at *poses*; a base without one is not there.
    The table is what is typed; *world* says how far the truth differs from it.

    Raises:
        CannotPlace: a pose for an unknown base, or one off the table.
    """
    markers = world.true_markers(table.markers, table.size_in, seed)
    scene = Scene(table.size_in, markers, table.terrain, table.bases, world=world, seed=seed)
    for payload, (x_in, y_in, facing_deg) in poses.items():
        scene = scene.placed(payload, x_in, y_in, facing_deg)
    return scene


_UP: Vector = (0.0, 0.0, 1.0)


def _plus(start: Vector, *steps: tuple[Vector, float]) -> Vector:
    """*start* and so far along each of the directions."""
    x, y, z = (
        start[k] + sum(direction[k] * length for direction, length in steps) for k in range(3)
    )
    return x, y, z


def ground_under(terrain: tuple[TerrainPiece, ...], x_in: float, y_in: float) -> float:
    """Height of the ground at a place: that of the highest hill whose outline holds it."""
    heights = [
        piece.height_in
        for piece in terrain
        if piece.kind == "hill" and not piece.is_line and _inside(piece.outline_in, x_in, y_in)
    ]
    return max(heights, default=0.0)


def label_side_in(base: BaseInPlay) -> float:
    """Side of the white card with the symbol: four modules of margin where the base is deep
    enough, two at least (then the card stands over the edge of the base)."""
    modules = {"qr": 21, "microqr": 13, "aruco": 6}[base.symbol]
    module = base.tag_size_in / modules
    full = base.tag_size_in + 2 * _LABEL_MARGIN_MODULES * module
    least = base.tag_size_in + 2 * _LEAST_MARGIN_MODULES * module
    return max(least, min(full, base.depth_in, base.frontage_in))


def figures_of(base: BaseInPlay) -> tuple[tuple[float, float], ...]:
    """Where the figures stand, (right, forward) of the base's centre, clear of the label.

    ``figures`` 0 is drawn as as many as there is room for, at most twelve.
    """
    apart = 0.5
    clear = label_side_in(base) / 2 + 0.2
    right, forward = base.tag_offset_in
    spots = [
        (r, f)
        for f in reversed(_row(base.depth_in, apart))
        for r in _row(base.frontage_in, apart)
        if max(abs(r - right), abs(f - forward)) >= clear
    ]
    wanted = min(base.figures or 12, 40)
    step = max(1.0, len(spots) / wanted)
    return tuple(spots[int(k * step)] for k in range(min(wanted, len(spots))))


def _row(length_in: float, apart_in: float) -> list[float]:
    count = max(1, int((length_in - 0.02) / apart_in))
    return [(k - (count - 1) / 2) * (length_in / count) for k in range(count)]


def _inside(outline: tuple[tuple[float, float], ...], x: float, y: float) -> bool:
    """Even-odd rule: a ray to the east crosses the outline an odd number of times."""
    odd = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            odd = not odd
    return odd
