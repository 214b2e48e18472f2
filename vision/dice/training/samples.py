"""Cut training samples out of scenes: turned, made smaller, blurred, noisy, recoloured, JPEG."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import CLASSES, NONE, STRIDE_PX, UNREADABLE, crop_of, turned
from vision.dice.training.drawn_scenes import NO_DIE, Marked, Scene
from vision.dice.training.solids import Floats, Picture, Random

TILE_PX = 128
SMALLEST_PX, LARGEST_PX = 9.0, 30.0
"""Mean sides of the boxes of dice that the finder is taught, in its input."""

Batch = NDArray[np.float32]


def patch(
    scene: Scene, rng: Random, x: float, y: float, shrink: float, size: int
) -> tuple[Picture, Floats]:
    """A square of *size* pixels round (x, y) at scale *shrink*, spoilt as cameras spoil it.

    Gives the picture and the affine (2, 3) from the scene's pixels to it.
    """
    angle = rng.normal(0, 8) if scene.upright else rng.uniform(0, 360)
    matrix = np.asarray(cv2.getRotationMatrix2D((x, y), angle, shrink), dtype=np.float64)
    squeeze = np.diag([np.exp(rng.normal(0, 0.04)), np.exp(rng.normal(0, 0.04))])
    if rng.random() < 0.5:
        squeeze[0, 0] *= -1
    matrix = np.asarray(squeeze @ matrix, dtype=np.float64)
    matrix[:, 2] += size / 2 - (matrix @ [x, y, 1.0])
    if rng.random() < 0.08:  # as programs do that make pictures smaller by leaving pixels out
        return spoilt(_warped(scene.picture, matrix, size, cv2.INTER_NEAREST), rng), matrix
    # A picture made smaller in one step by more than about two loses its small dark pips.
    halvings = max(0, int(np.floor(np.log2(1 / shrink) + 0.4)))
    source = _level(scene, halvings)
    half = 0.5**halvings
    to_level = matrix @ np.array(
        [[1 / half, 0, 0.5 / half - 0.5], [0, 1 / half, 0.5 / half - 0.5], [0, 0, 1]]
    )
    small = _warped(source, to_level, size, cv2.INTER_LINEAR)
    return spoilt(small, rng), matrix


def _warped(picture: Picture, matrix: Floats, size: int, how: int) -> Picture:
    edge = cv2.BORDER_REPLICATE
    out = cv2.warpAffine(picture, matrix, (size, size), flags=how, borderMode=edge)
    return np.asarray(out, dtype=np.uint8)


def _level(scene: Scene, halvings: int) -> Picture:
    """The picture halved that often; kept, for each is wanted many times."""
    if not halvings:
        return scene.picture
    key = (scene.name, halvings)
    if key not in _levels:
        above = _level(scene, halvings - 1)
        size = (max(1, above.shape[1] // 2), max(1, above.shape[0] // 2))
        _levels[key] = np.asarray(
            cv2.resize(above, size, interpolation=cv2.INTER_AREA), dtype=np.uint8
        )
    return _levels[key]


_levels: dict[tuple[str, int], Picture] = {}


def spoilt(picture: Picture, rng: Random) -> Picture:
    """Other colours, light, blur, noise and JPEG."""
    floats = picture.astype(np.float32)
    floats = recoloured(floats, rng)
    if rng.random() < 0.45:
        blurred = cv2.GaussianBlur(floats, (0, 0), rng.uniform(0.3, 1.1))
        floats = np.asarray(blurred, dtype=np.float32)
    if rng.random() < 0.1:
        amount = rng.uniform(0.5, 1.5)
        floats += amount * (floats - cv2.GaussianBlur(floats, (0, 0), 1.0))
    if rng.random() < 0.5:
        sigma = abs(rng.normal(0, 7))
        floats += rng.standard_normal(floats.shape, dtype=np.float32) * np.float32(sigma)
    small = np.clip(floats, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(45, 97))
        coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        small = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return small


def recoloured(floats: Batch, rng: Random) -> Batch:
    """Grey, channels swapped, negative, gains and gamma, each at times."""
    kind = rng.random()
    if kind < 0.22:
        grey = floats @ rng.dirichlet([2, 2, 2]).astype(np.float32)
        floats = np.repeat(grey[..., None], 3, axis=2)
    elif kind < 0.5:
        floats = floats[..., rng.permutation(3)]
    if rng.random() < 0.12:
        floats = 255 - floats
    gain = rng.uniform(0.6, 1.3) * np.exp(rng.normal(0, 0.07, 3))
    floats = floats * gain.astype(np.float32)
    gamma = np.exp(rng.normal(0, 0.2))
    curve = (255 * (np.arange(256) / 255) ** gamma).astype(np.float32)
    return np.asarray(curve[np.clip(floats, 0, 255).astype(np.uint8)], dtype=np.float32)


# --- the reader's crops ----------------------------------------------------------------------


def reader_sample(scene: Scene, rng: Random) -> tuple[Batch, int, Batch] | None:
    """One crop (32, 32, 3) of a scene with its class and lean (x, y, known); None by bad luck."""
    mark = _mark(scene, rng, int(rng.integers(0, CLASSES + 1)))
    if mark is None:
        return None
    if mark.face == NO_DIE:
        mark = Marked(NO_DIE, mark.x_px, mark.y_px, mark.box_px * np.exp(rng.normal(0, 0.3)))
    target = min(np.exp(rng.uniform(np.log(12), np.log(64))), mark.box_px * 1.2)
    shrink = target / mark.box_px
    size = int(np.ceil(target * 1.9))
    picture, matrix = patch(scene, rng, mark.x_px, mark.y_px, shrink, size)
    middle = np.array([size / 2, size / 2]) + rng.normal(0, 0.05, 2) * target
    box = target * np.exp(rng.normal(0, 0.09))
    crop = crop_of(picture, middle[0], middle[1], box)
    lean = np.zeros(3, np.float32)
    if mark.lean is not None and mark.face != NO_DIE:
        across, down = matrix[:, :2] @ np.array(mark.lean) / shrink
        lean[:] = *turned((float(across), float(down)), crop.turned_deg), 1.0
    kind = {NO_DIE: NONE, 0: UNREADABLE}.get(mark.face, mark.face - 1)
    return crop.pixels, kind, lean


def _mark(scene: Scene, rng: Random, wanted: int) -> Marked | None:
    """A die of the wanted class of that scene; also places where there is none."""
    if wanted == CLASSES:
        return _elsewhere(scene, rng)
    face = {NONE: NO_DIE, UNREADABLE: 0}.get(wanted, wanted + 1)
    fit = [mark for mark in scene.dice if mark.face == face]
    return fit[int(rng.integers(len(fit)))] if fit else None


def _elsewhere(scene: Scene, rng: Random) -> Marked | None:
    """A place that is no middle of a die: on the ground, or half beside a die."""
    dice = [mark for mark in scene.dice if mark.face != NO_DIE]
    if not dice:
        return None
    near = dice[int(rng.integers(len(dice)))]
    high, wide = scene.picture.shape[:2]
    if rng.random() < 0.75:
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.1) * near.box_px
        x, y = near.x_px + far * np.cos(angle), near.y_px + far * np.sin(angle)
    else:
        x, y = rng.uniform(0, wide), rng.uniform(0, high)
    far_enough = all(
        np.hypot(mark.x_px - x, mark.y_px - y) > 0.42 * max(mark.box_px, near.box_px)
        for mark in dice
    )
    return Marked(NO_DIE, x, y, near.box_px) if far_enough else None


# --- the finder's tiles ----------------------------------------------------------------------


def finder_sample(scene: Scene, rng: Random) -> tuple[Picture, Batch] | None:
    """One tile (128, 128, 3) of a scene with its targets (5, 32, 32): heat, x, y, log size and
    weight."""
    if not scene.dice:
        return None
    mark = scene.dice[int(rng.integers(len(scene.dice)))]
    box = np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX)))
    if rng.random() < 0.15:  # so large that the pips must not be taken for small dice
        box = LARGEST_PX * rng.uniform(1.5, 4.0)
    shrink = min(box / mark.box_px, 1.3)
    off = rng.uniform(-0.45, 0.45, 2) * TILE_PX / shrink
    picture, matrix = patch(scene, rng, mark.x_px + off[0], mark.y_px + off[1], shrink, TILE_PX)
    return picture, finder_target(scene, matrix, shrink)


def finder_target(scene: Scene, matrix: Floats, shrink: float) -> Batch:
    """What the finder should answer over a tile: a peak on each die, its offset and size.

    A cell's middle lies at pixel ``STRIDE_PX * (cell + 0.5) - 0.5``.
    """
    cells = TILE_PX // STRIDE_PX
    out = np.zeros((5, cells, cells), np.float32)
    out[4] = 1.0
    ys, xs = (np.mgrid[0:cells, 0:cells] + 0.5) * STRIDE_PX - 0.5
    for mark in scene.dice:
        if mark.face == NO_DIE:
            continue
        x, y = matrix @ [mark.x_px, mark.y_px, 1.0]
        box = mark.box_px * shrink
        away = np.hypot(xs - x, ys - y)
        if box > 1.6 * LARGEST_PX:
            continue
        if not 0.85 * SMALLEST_PX <= box <= 1.15 * LARGEST_PX:
            out[4][away < 0.7 * box] = 0.0
            continue
        heat = np.exp(-0.5 * (away / (0.16 * box)) ** 2)
        near = (heat > out[0]) & (away < 0.5 * box)
        out[0] = np.maximum(out[0], heat)
        out[1][near] = (x - xs[near]) / box
        out[2][near] = (y - ys[near]) / box
        out[3][near] = np.log(box / 16.0)
        if mark.face == 0:
            out[4][away < 0.6 * box] *= 0.5
    return out
