"""Cut training samples out of scenes: turned, made smaller, blurred, noisy, recoloured, JPEG."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.networks import CLASSES, COCKED, HIDDEN, NONE, STRIDE_PX, crop_of
from vision.dice.training.drawn_scenes import COCKED_DIE, HIDDEN_FACE, NO_DIE, Marked, Scene
from vision.dice.training.solids import Floats, Picture, Random

TILE_PX = 128
SMALLEST_PX, LARGEST_PX = 7.0, 24.0
"""Sides of the upper faces of dice that the finder is taught, in its input."""

SMALLEST_FACE_PX, LARGEST_FACE_PX = 11.0, 60.0
"""Sides of the upper faces that the reader is shown; smaller ones hold too few pixels for pips."""

MATT = 0.35
"""Share of crops without their gloss: every other look at a die is so."""

FLATTENED, SLANTED_DEG = 0.25, 52.0
"""Share of the photographs' dice that are drawn together as if they were seen at a slant, and how
far at most. Their sides stay unseen, so nothing is said of how such a die leans."""

Batch = NDArray[np.float32]


def patch(
    scene: Scene, rng: Random, middle: tuple[float, float], shrink: float, size: int, any_way: bool
) -> tuple[Picture, Floats]:
    """A square of *size* pixels round a place at scale *shrink*, as sharp as the scene is.

    *any_way*: turned by any angle; else pictures that have an up keep it, more or less. Gives the
    picture and the affine (2, 3) from the scene's pixels to it.
    """
    free = any_way or not scene.upright
    angle = rng.uniform(0, 360) if free else rng.normal(0, 8)
    matrix = np.asarray(cv2.getRotationMatrix2D(middle, angle, shrink), dtype=np.float64)
    squeeze = np.diag([np.exp(rng.normal(0, 0.04)), np.exp(rng.normal(0, 0.04))])
    if rng.random() < 0.5:
        squeeze[0, 0] *= -1
    matrix = np.asarray(squeeze @ matrix, dtype=np.float64)
    matrix[:, 2] += size / 2 - (matrix @ [*middle, 1.0])
    if rng.random() < 0.01:  # as programs do that make pictures smaller by leaving pixels out
        return _warped(scene.picture, matrix, size, cv2.INTER_NEAREST), matrix
    # A picture made smaller in one step by more than about two loses its small dark pips.
    halvings = max(0, int(np.floor(np.log2(1 / shrink) + 0.4)))
    source = _level(scene, halvings)
    half = 0.5**halvings
    to_level = matrix @ np.array(
        [[1 / half, 0, 0.5 / half - 0.5], [0, 1 / half, 0.5 / half - 0.5], [0, 0, 1]]
    )
    return _warped(source, to_level, size, cv2.INTER_LINEAR), matrix


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


def spoilt(picture: Picture, rng: Random, blurred_px: float = 1.1) -> Picture:
    """Other colours, light, blur (at most that much), noise and JPEG; every seventh one badly.

    What nobody could read teaches doubt of what everybody can.
    """
    badly = rng.random() < 0.15
    floats = recoloured(picture.astype(np.float32), rng)
    if rng.random() < 0.45:
        most = blurred_px if badly else 0.55 * blurred_px
        blurred = cv2.GaussianBlur(floats, (0, 0), rng.uniform(0.2, max(0.3, most)))
        floats = np.asarray(blurred, dtype=np.float32)
    if rng.random() < 0.1:
        amount = rng.uniform(0.3, 1.2)
        floats += amount * (floats - cv2.GaussianBlur(floats, (0, 0), 1.0))
    if rng.random() < 0.5:
        sigma = abs(rng.normal(0, 7 if badly else 2.5))
        floats += rng.standard_normal(floats.shape, dtype=np.float32) * np.float32(sigma)
    small = np.clip(floats, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        quality = int(rng.integers(45 if badly else 75, 97))
        coded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        small = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), dtype=np.uint8)
    return small


def recoloured(floats: Batch, rng: Random) -> Batch:
    """Grey, channels swapped, negative, gains and gamma, each at times."""
    kind = rng.random()
    if kind < 0.14:
        grey = floats @ rng.dirichlet([4, 8, 6]).astype(np.float32)
        floats = np.repeat(grey[..., None], 3, axis=2)
    elif kind < 0.4:
        floats = floats[..., rng.permutation(3)]
    if rng.random() < 0.04:
        floats = 255 - floats
    gain = rng.uniform(0.6, 1.3) * np.exp(rng.normal(0, 0.07, 3))
    floats = floats * gain.astype(np.float32)
    gamma = np.exp(rng.normal(0, 0.2))
    curve = (255 * (np.arange(256) / 255) ** gamma).astype(np.float32)
    return np.asarray(curve[np.clip(floats, 0, 255).astype(np.uint8)], dtype=np.float32)


# --- the reader's crops ----------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Sample:
    """One crop for the reader.

    ``crop`` (80, 80, 3); ``kind``: its class; ``lean`` (3,): x, y, 1 if known; ``shift`` (5,):
    where the middle of the upper face lies from the crop's, in its sides, 1 if known; log of its
    side over that of the crop, 1 if known.
    """

    crop: Batch
    kind: int
    lean: Batch
    shift: Batch


def reader_sample(scene: Scene, rng: Random) -> Sample | None:
    """One crop of a scene, cut as badly as the finder may cut it; None by bad luck."""
    wanted = int(rng.integers(0, CLASSES + 1))
    mark = _mark(scene, rng, wanted)
    if mark is None:
        return None
    if mark.face == NO_DIE:
        mark = replace(mark, side_px=mark.side_px * float(np.exp(rng.normal(0, 0.3))))
    wide = np.exp(rng.uniform(np.log(SMALLEST_FACE_PX), np.log(LARGEST_FACE_PX)))
    side = float(min(wide, mark.side_px * 1.25))
    shrink, size = side / mark.side_px, int(np.ceil(side * 2.6))
    picture, matrix = patch(scene, rng, (mark.x_px, mark.y_px), shrink, size, True)
    if scene.source in ("overhead", "other") and rng.random() < FLATTENED:
        picture, mark = flattened(picture, rng), replace(mark, lean=None)
    kind = {NO_DIE: NONE, HIDDEN_FACE: HIDDEN, COCKED_DIE: COCKED}.get(mark.face, mark.face - 1)
    if kind < 6 and rng.random() < 0.07:
        picture, kind = _covered(picture, side, rng), HIDDEN
    if rng.random() < 0.2:
        picture = _shone(picture, side, rng)
    picture = spoilt(picture, rng, float(np.clip(0.06 * side, 0.5, 1.8)))
    # The finder places a die badly; once it is corrected it is looked at from nearly its middle.
    badly = rng.random() < 0.35
    spread = (0.16 if badly else 0.08) if mark.sized else 0.18
    off = np.clip(rng.normal(0, 0.11 if badly else 0.05, 2), -0.25, 0.25)
    bigger = float(rng.normal(0, spread))
    x, y = size / 2 + off * side
    matt = bool(rng.random() < MATT)
    crop = crop_of(picture, x, y, side * np.exp(bigger), matt=matt)
    lean, shift = np.zeros(3, np.float32), np.zeros(5, np.float32)
    if mark.lean is not None and mark.face != NO_DIE:
        lean[:] = *(matrix[:, :2] @ np.array(mark.lean) / shrink), 1.0
    if mark.face != NO_DIE:
        shift[:] = *(-off / np.exp(bigger)), mark.placed, -bigger, mark.sized
    return Sample(crop, kind, lean, shift)


def flattened(picture: Picture, rng: Random) -> Picture:
    """As if it were seen at a slant, in any direction; areas stay as they are."""
    angle, much = rng.uniform(0, 180), np.cos(np.deg2rad(rng.uniform(20, SLANTED_DEG))) ** 0.5
    middle = (picture.shape[0] - 1) / 2
    turn = np.vstack([cv2.getRotationMatrix2D((middle, middle), angle, 1.0), [0, 0, 1]])
    narrow = np.diag([much, 1 / much, 1.0])
    narrow[:2, 2] = middle * (1 - np.array([much, 1 / much]))
    whole = np.linalg.inv(turn) @ narrow @ turn
    return _warped(picture, np.asarray(whole[:2]), picture.shape[0], cv2.INTER_LINEAR)


def _mark(scene: Scene, rng: Random, wanted: int) -> Marked | None:
    """A die of the wanted class of that scene; also places where there is none."""
    if wanted == CLASSES:
        return _elsewhere(scene, rng)
    face = {NONE: NO_DIE, HIDDEN: HIDDEN_FACE, COCKED: COCKED_DIE}.get(wanted, wanted + 1)
    fit = [mark for mark in scene.dice if mark.face == face]
    return fit[int(rng.integers(len(fit)))] if fit else None


def _elsewhere(scene: Scene, rng: Random) -> Marked | None:
    """A place that is no upper face of a die: on the ground, or half beside one."""
    dice = [mark for mark in scene.dice if mark.face != NO_DIE]
    if not dice:
        return None
    near = dice[int(rng.integers(len(dice)))]
    high, wide = scene.picture.shape[:2]
    if rng.random() < 0.75:
        angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.6, 1.2) * near.side_px
        x, y = near.x_px + far * np.cos(angle), near.y_px + far * np.sin(angle)
    else:
        x, y = rng.uniform(0, wide), rng.uniform(0, high)
    far_enough = all(
        np.hypot(mark.x_px - x, mark.y_px - y) > 0.55 * max(mark.side_px, near.side_px)
        for mark in dice
    )
    return Marked(NO_DIE, x, y, near.side_px) if far_enough else None


def _covered(picture: Picture, side: float, rng: Random) -> Picture:
    """Something lies over a good part of the upper face in the middle of a picture."""
    size = picture.shape[0]
    angle, edge = rng.uniform(0, 2 * np.pi), rng.uniform(-0.25, 0.15) * side
    ys, xs = np.mgrid[0:size, 0:size] - (size - 1) / 2
    away = xs * np.cos(angle) + ys * np.sin(angle) - edge
    if rng.random() < 0.5:  # its end is round
        along = -xs * np.sin(angle) + ys * np.cos(angle)
        away = away - along**2 / (side * rng.uniform(0.8, 3.0))
    mask = np.clip(away + 0.5, 0, 1)[..., None]
    if rng.random() < 0.5:
        cover = picture.reshape(-1, 3)[int(rng.integers(size * size))].astype(np.float64)
    else:
        cover = rng.uniform(0, 255, 3)
    shade = 1 + 0.15 * np.clip(away / side, -1, 1)[..., None]
    return np.asarray(np.clip(picture * (1 - mask) + cover * shade * mask, 0, 255), np.uint8)


def _shone(picture: Picture, side: float, rng: Random) -> Picture:
    """Lamps mirror in the die in the middle: bright spots and arcs."""
    size, fine = picture.shape[0], 4
    glow = np.zeros((size, size), np.float32)
    for _ in range(int(rng.integers(0, 3))):
        middle = np.rint((size / 2 + rng.uniform(-0.45, 0.45, 2) * side) * 2**fine).astype(int)
        axes = np.rint(rng.uniform(0.04, 0.55, 2) * side * 2**fine).astype(int)
        start, turned = float(rng.uniform(0, 360)), float(rng.uniform(0, 180))
        # No larger than a pip, or it hides one; and thin.
        is_spot = max(axes) < 0.1 * side * 2**fine
        thick = -1 if is_spot else max(1, round(rng.uniform(0.02, 0.06) * side))
        arc = (0.0, 360.0) if is_spot else (start, start + float(rng.uniform(40, 200)))
        cv2.ellipse(
            glow, middle.tolist(), axes.tolist(), turned, *arc, 1.0, thick, cv2.LINE_AA, fine
        )
    if rng.random() < 0.6:
        _edge(glow, side, rng)
    soft = cv2.GaussianBlur(glow, (0, 0), max(0.4, float(rng.uniform(0.01, 0.06)) * side))
    much = (np.clip(soft, 0, 1) * rng.uniform(0.4, 1.0))[..., None]
    return np.asarray(picture * (1 - much) + 255 * much, np.uint8)


def _edge(glow: Batch, side: float, rng: Random) -> None:
    """A lamp in the rounded edge of the face: a part of a square with round corners."""
    angles = np.linspace(0, 2 * np.pi, 64) + rng.uniform(0, 2 * np.pi)
    round_off = rng.uniform(2.5, 6.0)
    far = (np.abs(np.cos(angles)) ** round_off + np.abs(np.sin(angles)) ** round_off) ** (
        -1 / round_off
    )
    turned, half = rng.uniform(0, 2 * np.pi), side * rng.uniform(0.3, 0.48)
    ring = (
        half * far[:, None] * np.stack([np.cos(angles + turned), np.sin(angles + turned)], axis=1)
    )
    points = np.rint((ring + glow.shape[0] / 2) * 16).astype(np.int32)
    for _ in range(int(rng.integers(1, 4))):
        first = int(rng.integers(0, 48))
        part = points[first : first + int(rng.integers(4, 24))]
        thick = max(1, round(float(rng.uniform(0.02, 0.05)) * side))
        cv2.polylines(glow, [part], False, 1.0, thick, cv2.LINE_AA, 4)


# --- the finder's tiles ----------------------------------------------------------------------


def finder_sample(scene: Scene, rng: Random) -> tuple[Picture, Batch] | None:
    """One tile (128, 128, 3) of a scene with its targets (6, 32, 32): heat, x, y, log size,
    weight of the heat, weight of place and size."""
    if not scene.dice:
        return None
    mark = scene.dice[int(rng.integers(len(scene.dice)))]
    side = np.exp(rng.uniform(np.log(SMALLEST_PX), np.log(LARGEST_PX)))
    if rng.random() < 0.15:  # so large that the pips must not be taken for small dice
        side = LARGEST_PX * rng.uniform(1.5, 4.0)
    shrink = min(side / mark.side_px, 1.3)
    x, y = np.array([mark.x_px, mark.y_px]) + rng.uniform(-0.45, 0.45, 2) * TILE_PX / shrink
    any_way = bool(rng.random() < 0.25)
    picture, matrix = patch(scene, rng, (float(x), float(y)), float(shrink), TILE_PX, any_way)
    return spoilt(picture, rng), finder_target(scene, matrix, float(shrink))


def finder_target(scene: Scene, matrix: Floats, shrink: float) -> Batch:
    """What the finder should answer over a tile: a peak on each upper face, its offset and size.

    A cell's middle lies at pixel ``STRIDE_PX * (cell + 0.5) - 0.5``.
    """
    cells = TILE_PX // STRIDE_PX
    out = np.zeros((6, cells, cells), np.float32)
    out[4] = 1.0
    ys, xs = (np.mgrid[0:cells, 0:cells] + 0.5) * STRIDE_PX - 0.5
    for mark in scene.dice:
        if mark.face == NO_DIE:
            continue
        x, y = matrix @ [mark.x_px, mark.y_px, 1.0]
        side = mark.side_px * shrink
        away = np.hypot(xs - x, ys - y)
        if side > 1.6 * LARGEST_PX:
            continue
        if not 0.85 * SMALLEST_PX <= side <= 1.15 * LARGEST_PX:
            out[4][away < 0.9 * side] = 0.0
            continue
        heat = np.exp(-0.5 * (away / (0.2 * side)) ** 2)
        near = (heat > out[0]) & (away < 0.6 * side)
        out[0] = np.maximum(out[0], heat)
        out[1][near] = (x - xs[near]) / side
        out[2][near] = (y - ys[near]) / side
        out[3][near] = np.log(side / 13.0)
        out[5][near] = (1.0 if mark.sized else 0.3) if mark.placed else 0.0
        if mark.face in (HIDDEN_FACE, COCKED_DIE):
            out[4][away < 0.7 * side] *= 0.5
    return out
