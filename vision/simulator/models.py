"""The part of the simulated table that can move: bases, figures, tags, trees, hands.

A patch of the picture is made anew from the bare ground below it: first the cards of the
bases, then the printed tags (by rays), then everything that stands up and may hide a tag.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.table_file import Marker, TableFile
from vision.cameras.camera import Picture
from vision.simulator.ground import Colour
from vision.simulator.labels import Label, box_round, lay, level_label, overlap
from vision.simulator.optics.exposure import Box, Light, to_light
from vision.simulator.optics.pinhole import Floats, Pinhole
from vision.simulator.scene import (
    FIGURE_TALL_IN,
    Scene,
    Scrap,
    Stand,
    figures_of,
    ground_under,
    label_side_in,
)
from vision.simulator.symbols import loose_qr_modules, modules_of

_FINE = 3
"""Cards and figures are drawn this many times finer than the picture, then averaged."""

_TREE_TALL_IN = 1.5
_TREE_CLEAR_IN = 1.6
_HAND_ABOVE_IN = 0.2
_SKIN: Colour = (128, 156, 204)
_CARD: Colour = (66, 106, 104)
_COATS: tuple[Colour, ...] = ((44, 40, 176), (176, 96, 40), (70, 150, 60), (40, 150, 190))
"""Of the first side's figures, the second's, and so on."""


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree of a wood. Players move trees aside for bases, and so does the scene."""

    x_in: float
    y_in: float
    ground_in: float
    crown_in: float


def trees_of(table: TableFile, seed: int) -> tuple[Tree, ...]:
    """Trees strewn over the woods, about two inches apart, none near a marker."""
    random = np.random.default_rng(seed)
    trees: list[Tree] = []
    for piece in table.terrain:
        if piece.kind != "wood" or piece.is_line:
            continue
        outline = np.array(piece.outline_in)
        low, high = outline.min(axis=0) + 0.7, outline.max(axis=0) - 0.7
        for x in np.arange(low[0], high[0], 2.1):
            for y in np.arange(low[1], high[1], 2.1):
                jog = random.uniform(-0.5, 0.5, 2)
                crown = float(random.uniform(0.45, 0.7))
                spot = (float(x + jog[0]), float(y + jog[1]))
                inside = cv2.pointPolygonTest(outline.astype(np.float32), spot, True) > crown
                if inside and not _over_marker(spot, table.markers):
                    trees.append(Tree(*spot, ground_under(table.terrain, *spot), crown))
    return tuple(trees)


def _over_marker(spot: tuple[float, float], markers: Iterable[Marker]) -> bool:
    return any(
        math.hypot(spot[0] - marker.x_in, spot[1] - marker.y_in) < marker.size_in + 1.5
        for marker in markers
    )


def standing(trees: Iterable[Tree], scene: Scene) -> frozenset[Tree]:
    """The trees that no base has pushed aside."""
    return frozenset(tree for tree in trees if not _pushed_aside(tree, scene.stands.values()))


def _pushed_aside(tree: Tree, stands: Iterable[Stand]) -> bool:
    return any(
        math.hypot(tree.x_in - stand.x_in, tree.y_in - stand.y_in)
        < tree.crown_in + stand.reach_in() + _TREE_CLEAR_IN - 0.6
        for stand in stands
    )


def tree_box(tree: Tree, camera: Pinhole, spare_px: int) -> Box:
    """The part of the picture that a tree may cover."""
    return _column_box(
        camera, tree.x_in, tree.y_in, tree.crown_in,
        tree.ground_in, tree.ground_in + _TREE_TALL_IN, spare_px,
    )  # fmt: skip


def stand_box(stand: Stand, camera: Pinhole, spare_px: int) -> Box:
    """The part of the picture that a base, its figures and a hand over it may cover."""
    tall = stand.thickness_in + 2 * FIGURE_TALL_IN
    reach = stand.reach_in() + (1.0 if stand.hidden else 0.0)
    return _column_box(
        camera, stand.x_in, stand.y_in, reach, stand.ground_in, stand.ground_in + tall, spare_px
    )


def scrap_box(scrap: Scrap, camera: Pinhole, spare_px: int) -> Box:
    """The part of the picture that a loose code covers."""
    return _scrap_label(scrap).box(camera, spare_px)


def _column_box(
    camera: Pinhole, x: float, y: float, reach: float, low: float, high: float, spare_px: int
) -> Box:
    corners = [
        (x + dx * reach, y + dy * reach, z) for dx in (-1, 1) for dy in (-1, 1) for z in (low, high)
    ]
    return box_round(camera.to_pixels(np.array(corners)), spare_px)


class ModelPainter:
    """Draws the models of a scene over the bare ground."""

    def __init__(self, ground: Picture, camera: Pinhole) -> None:
        self._ground = ground
        self._camera = camera

    def paint(self, box: Box, scene: Scene, trees: Iterable[Tree]) -> Light:
        """The sharp, evenly lit light of *box*, which lies within the picture."""
        stands = [s for s in scene.stands.values() if self._touches(s, box)]
        # What stands further from the camera's foot never hides what is nearer to it.
        stands.sort(key=self._foot_distance, reverse=True)
        light = self._cards(box, stands)
        for stand in stands:
            lay(light, box, _stand_label(stand), self._camera)
        for scrap in scene.scraps:
            lay(light, box, _scrap_label(scrap), self._camera)
        here = [t for t in trees if overlap(tree_box(t, self._camera, 2), box)]
        if stands or here:
            self._upright(light, box, scene, stands, here)
        return light

    def _touches(self, stand: Stand, box: Box) -> bool:
        return overlap(stand_box(stand, self._camera, 2), box) is not None

    def _foot_distance(self, stand: Stand) -> float:
        eye_x, eye_y, _ = self._camera.eye_in
        return math.hypot(stand.x_in - eye_x, stand.y_in - eye_y)

    def _cards(self, box: Box, stands: list[Stand]) -> Light:
        left, top, right, bottom = box
        patch = self._ground[top:bottom, left:right]
        if not stands:
            return to_light(patch)
        fine = _Fine(self._camera, box, patch)
        for stand in stands:
            _draw_card(fine, stand)
        return fine.averaged()

    def _upright(
        self, light: Light, box: Box, scene: Scene, stands: list[Stand], trees: list[Tree]
    ) -> None:
        left, top, right, bottom = box
        blank = np.zeros((bottom - top, right - left, 3), dtype=np.uint8)
        fine = _Fine(self._camera, box, blank)
        mask = _Fine(self._camera, box, np.ascontiguousarray(blank[:, :, 0]))
        for tree in trees:
            _draw_tree((fine, mask), tree)
        for stand in stands:
            _draw_figures((fine, mask), stand, _coat_of(scene, stand))
        for stand in stands:
            if stand.hidden:
                _draw_hand((fine, mask), stand)
        light *= (1 - mask.averaged())[:, :, None]
        light += fine.averaged()


_Disc = tuple[int, int, int]
"""Columns, rows and radius, sixteenths of a fine pixel."""


class _Fine:
    """A canvas over a box of the picture, several times finer than its pixels."""

    def __init__(self, camera: Pinhole, box: Box, patch: Picture) -> None:
        self._camera = camera
        self._corner = np.array(box[:2], dtype=np.float64)
        high, wide = patch.shape[:2]
        self._size = (wide, high)
        fine = (wide * _FINE, high * _FINE)
        self._canvas: Picture = np.asarray(
            cv2.resize(patch, fine, interpolation=cv2.INTER_NEAREST), dtype=np.uint8
        )

    def polygon(self, outline: Floats, z_in: float, colour: Colour) -> None:
        xyz = np.column_stack([outline, np.full(len(outline), z_in)])
        spots = np.round(self._spots(xyz) * 16).astype(np.int32)
        cv2.fillPoly(self._canvas, [spots], colour, cv2.LINE_8, 4)

    def disc(self, spot: tuple[float, float, float], radius_in: float) -> _Disc:
        """A level disc round *spot*, as it lies on this canvas and on others of the same box."""
        x, y, z = spot
        middle, rim = self._spots(np.array([spot, (x + radius_in, y, z)]))
        radius = float(np.hypot(*(rim - middle)))
        return round(middle[0] * 16), round(middle[1] * 16), max(1, round(radius * 16))

    def paint(self, disc: _Disc, colour: Colour) -> None:
        across, down, radius = disc
        cv2.circle(self._canvas, (across, down), radius, colour, -1, cv2.LINE_8, 4)

    def averaged(self) -> Light:
        """The canvas at the picture's own fineness, averaged in linear light."""
        light = to_light(self._canvas)
        small = cv2.resize(light, self._size, interpolation=cv2.INTER_AREA)
        return np.asarray(small, dtype=np.float32)

    def _spots(self, xyz_in: Floats) -> NDArray[np.float64]:
        inside = self._camera.to_pixels(xyz_in) - self._corner
        return np.asarray(((inside + 0.5) * _FINE - 0.5).clip(-30000, 60000))


_Layers = tuple[_Fine, _Fine]
"""Colours, and white where something stands."""


def _stand_label(stand: Stand) -> Label:
    base, flaw = stand.base, stand.flaw
    right, forward, _ = stand.tag_axes()
    return Label(
        stand.tag_centre_in(), right, forward, base.tag_size_in * flaw.scale,
        label_side_in(base) * flaw.scale, modules_of(base), flaw.bow_in,
    )  # fmt: skip


def _scrap_label(scrap: Scrap) -> Label:
    modules = loose_qr_modules(scrap.payload)
    side = scrap.size_in * (1 + 8 / len(modules))
    spot = (scrap.x_in, scrap.y_in, 0.01)
    return level_label(spot, scrap.facing_deg, scrap.size_in, side, modules)


def _draw_card(fine: _Fine, stand: Stand) -> None:
    outline = _outline(stand, 1.0)
    fine.polygon(outline + (0.06, -0.06), stand.ground_in, (36, 58, 44))
    fine.polygon(outline, stand.ground_in, (30, 48, 56))
    fine.polygon(outline, stand.ground_in + stand.thickness_in, _CARD)


def _outline(stand: Stand, share: float) -> Floats:
    base = stand.base
    if base.round:
        turns = np.arange(32) * math.tau / 32
        ring = np.column_stack([np.cos(turns), np.sin(turns)])
        return ring * base.frontage_in / 2 * share + (stand.x_in, stand.y_in)
    right, forward = base.frontage_in / 2 * share, base.depth_in / 2 * share
    signs = ((-1, 1), (1, 1), (1, -1), (-1, -1))
    return np.array([stand.at(r * right, f * forward) for r, f in signs])


def _both(layers: _Layers, spot: tuple[float, float, float], wide_in: float, ink: Colour) -> None:
    disc = layers[0].disc(spot, wide_in)
    layers[0].paint(disc, ink)
    layers[1].paint(disc, (255, 255, 255))


def _coat_of(scene: Scene, stand: Stand) -> Colour:
    sides = list(dict.fromkeys(base.side for base in scene.bases))
    return _COATS[sides.index(stand.base.side) % len(_COATS)]


def _draw_figures(layers: _Layers, stand: Stand, coat: Colour) -> None:
    floor = stand.ground_in + stand.thickness_in
    for right, forward in figures_of(stand.base):
        x, y = stand.at(right, forward)
        for k in range(5):
            _both(layers, (x, y, floor + 0.1 * k), 0.15 + 0.012 * k, _tinted(coat, 0.6 + 0.1 * k))
        _both(layers, (x, y, floor + FIGURE_TALL_IN - 0.04), 0.12, (120, 160, 200))
        _both(layers, (x, y, floor + FIGURE_TALL_IN), 0.09, _tinted(coat, 0.5))


def _draw_tree(layers: _Layers, tree: Tree) -> None:
    for k in range(9):
        share = k / 8
        wide = tree.crown_in * math.sqrt(max(0.04, 1 - share * share))
        leaf = _tinted((44, 104, 58), 0.55 + 0.55 * share)
        spot = (tree.x_in, tree.y_in, tree.ground_in + 0.3 + (_TREE_TALL_IN - 0.3) * share)
        _both(layers, spot, wide, leaf)


def _draw_hand(layers: _Layers, stand: Stand) -> None:
    """A flat hand over the tag from its right-hand side."""
    side = label_side_in(stand.base)
    right, forward = stand.base.tag_offset_in
    reach = right + side / 2 - stand.hidden * (side + 0.3)
    half = side / 2 + 0.25
    spots = ((reach, half), (right + side / 2 + 0.7, half), (right + side / 2 + 0.7, -half))
    outline = np.array([stand.at(r, forward + f) for r, f in (*spots, (reach, -half))])
    height = stand.tag_z_in + _HAND_ABOVE_IN
    layers[0].polygon(outline, height, _SKIN)
    layers[1].polygon(outline, height, (255, 255, 255))


def _tinted(colour: Colour, by: float) -> Colour:
    blue, green, red = (min(255, round(part * by)) for part in colour)
    return blue, green, red
