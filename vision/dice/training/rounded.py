"""Draw dice as light falls on them: rounded corners, faces cut by a ball, gloss, mirrored windows.

Each pixel's ray is followed to the surface by its distance (sphere tracing), in the frame of the
die, where it reaches from -1 to 1.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.training.solids import PLACES, Cube, DieStyle, Floats, Lamp, Random, View, clouds

FINE_PX = 36.0
"""Each pixel of dice that are smaller is the mean of 2 x 2 rays; larger ones are made smaller."""

STEPS = 18
NEAR = 0.004
GRAIN_PX = 64


@dataclass(frozen=True, slots=True)
class Shape:
    """A cube whose edges have a radius, cut by a ball: both in half sides."""

    radius: float
    ball: float

    def away(self, points: Floats) -> Floats:
        """Distance of points (n, 3) from the surface, negative inside."""
        beyond = np.abs(points) - (1 - self.radius)
        out = np.sqrt((np.maximum(beyond, 0) ** 2).sum(axis=1))
        box = out + np.minimum(beyond.max(axis=1), 0) - self.radius
        return np.asarray(np.maximum(box, np.sqrt((points**2).sum(axis=1)) - self.ball))

    def normal(self, points: Floats) -> Floats:
        """The directions (n, 3) out of the surface."""
        small = 0.01
        out = np.stack(
            [self.away(points + small * axis) - self.away(points) for axis in np.eye(3)], axis=1
        )
        length = np.sqrt((out**2).sum(axis=1, keepdims=True))
        return np.asarray(out / np.maximum(length, 1e-9))


def shape_of(rng: Random, style: DieStyle) -> Shape:
    """Casino cubes, rounded ones, and dice that are nearly balls."""
    radius = float(np.clip(2 * style.corner, 0.06, 0.6))
    return Shape(radius, float(rng.uniform(1.32, 1.5)) if rng.random() < 0.3 else 9.0)


def draw_rounded(
    canvas: Floats, rng: Random, view: View, lamp: Lamp, cube: Cube, shape: Shape
) -> None:
    """Draw one die into a float canvas (h, w, 3), 0 to 1."""
    corners = view.project(cube.corners())
    low = np.maximum(np.floor(corners.min(axis=0)) - 1, 0).astype(int)
    high = np.minimum(np.ceil(corners.max(axis=0)) + 2, canvas.shape[1::-1]).astype(int)
    wide, tall = (high - low).tolist()
    if min(wide, tall) < 2:
        return
    over = 2 if max(wide, tall) < 1.4 * FINE_PX else 1
    start, ways = _rays(view, cube, low, wide, tall, over)
    hit, points = _trace(shape, start, ways)
    colours = np.zeros((len(hit), 4))
    if hit.any():
        seen = _lit(rng, lamp, cube, shape, points[hit], ways[hit])
        colours[hit] = np.concatenate([seen, np.full((len(seen), 1), 1 - cube.style.clear)], axis=1)
    colours[:, :3] *= colours[:, 3:]
    small = colours.reshape(tall, over, wide, over, 4).mean(axis=(1, 3))
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part *= 1 - small[..., 3:]
    part += small[..., :3]


def _rays(
    view: View, cube: Cube, low: Floats, wide: int, tall: int, over: int
) -> tuple[Floats, Floats]:
    """Where the rays of a box of pixels start (3,) and go (n, 3), in the frame of the die."""
    xs = low[0] + (np.arange(wide * over) + 0.5) / over - 0.5
    ys = low[1] + (np.arange(tall * over) + 0.5) / over - 0.5
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    flat = (grid - view.middle_px) / view.focal_px
    ways = np.concatenate([flat, np.ones((len(flat), 1))], axis=1) @ view.rotation @ cube.turn
    ways = ways / np.sqrt((ways**2).sum(axis=1, keepdims=True))
    start = (view.foot() - cube.middle) @ cube.turn / (cube.side / 2)
    return np.asarray(start), np.asarray(ways)


def _trace(shape: Shape, start: Floats, ways: Floats) -> tuple[Floats, Floats]:
    """Which rays hit, and where they end (n, 3)."""
    nearest = -(ways @ start)
    gone = np.maximum(nearest - 1.8, 0.0)
    off = np.sqrt(np.maximum((start**2).sum() - nearest**2, 0))
    alive = np.flatnonzero(off < 1.75)
    for _ in range(STEPS):
        far = shape.away(start + gone[alive, None] * ways[alive])
        gone[alive] += far
        alive = alive[(far > NEAR) & (gone[alive] < nearest[alive] + 1.8)]
        if not len(alive):
            break
    points = start + gone[:, None] * ways
    hit = (off < 1.75) & (shape.away(points) < 4 * NEAR)
    return hit, np.asarray(points)


def _lit(rng: Random, lamp: Lamp, cube: Cube, shape: Shape, points: Floats, ways: Floats) -> Floats:
    """Colours (n, 3) of points of the surface under the lamp."""
    normals = shape.normal(points)
    colour, pips, glints = _painted(rng, cube, points, _glint_of(rng, lamp))
    towards = lamp.towards @ cube.turn
    light = np.maximum(normals @ towards, 0)
    colour = colour * (lamp.ambient + (1 - lamp.ambient) * 1.15 * light)[:, None]
    mirrored = ways - 2 * (ways * normals).sum(axis=1, keepdims=True) * normals
    shine = np.maximum(mirrored @ towards, 0) ** rng.uniform(12, 90) * lamp.gloss
    up = mirrored @ cube.turn.T
    if lamp.gloss and rng.random() < 0.5:  # a window or a lamp's tube
        way, half = rng.normal(0, 0.5, 2), rng.uniform(0.08, 0.35, 2)
        flat = up[:, :2] / np.maximum(up[:, 2:], 0.2)
        window = ((np.abs(flat - way) < half).all(axis=1)) & (up[:, 2] > 0.2)
        shine = np.maximum(shine, window * lamp.gloss * rng.uniform(0.4, 1.0))
    if lamp.gloss and rng.random() < 0.3:  # a ring of light, round the lens or round a shade
        far = np.sqrt((up[:, :2] ** 2).sum(axis=1))
        inner = rng.uniform(0.1, 0.9)
        ring = (far > inner) & (far < inner + rng.uniform(0.04, 0.25)) & (up[:, 2] > 0)
        shine = np.maximum(shine, ring * lamp.gloss * rng.uniform(0.5, 1.0))
    shine = np.maximum(shine * (1 - 0.6 * pips), glints)[:, None]
    return np.asarray(np.clip(colour * (1 - shine) + shine, 0, 1))


def _painted(
    rng: Random, cube: Cube, points: Floats, glint: Glint
) -> tuple[Floats, Floats, Floats]:
    """Colours (n, 3) of points without light, how far each is of a pip, what mirrors in it."""
    style = cube.style
    colour = np.broadcast_to(style.body, (len(points), 3)).copy()
    if style.marbled:
        colour += _veins(rng, points, style) * (style.second - style.body)
    pips, glints = np.zeros(len(points)), np.zeros(len(points))
    outs = {face: cube.out(face) for face in PLACES}
    faces = np.array(list(outs))
    nearest = faces[np.argmax(points @ np.array([outs[face] for face in faces]).T, axis=1)]
    for face, out in outs.items():
        on = np.flatnonzero(nearest == face)
        if not len(on):
            continue
        axis = int(np.argmax(np.abs(out)))
        uv = np.delete(points[on], axis, axis=1)[:, :: 1 if rng.random() < 0.5 else -1]
        radius = 2 * style.pip_radius * (style.big_one if face == 1 else 1.0)
        for u, v in PLACES[face]:
            off = uv - 2 * style.spacing * np.array([u, v])
            away = np.hypot(off[:, 0], off[:, 1])
            glints[on] = np.maximum(glints[on], glint.of(off / radius))
            pips[on] = np.maximum(pips[on], np.clip((radius - away) / 0.05 + 0.5, 0, 1))
        paint = style.one if face == 1 else style.pip
        much = pips[on, None]
        colour[on] = colour[on] * (1 - much) + paint * (1 - 0.6 * style.drilled) * much
    return colour, pips, glints


@dataclass(frozen=True, slots=True)
class Glint:
    """How a lamp mirrors in hollow pips: a spot in each, or a half-moon along its rim.

    ``way`` (2,): towards it on a face; ``thick``: in radii of the pip.
    """

    half_moon: bool
    way: Floats
    thick: float
    much: float

    def of(self, off: Floats) -> Floats:
        """Light (n,) at places (n, 2) from the middle of a pip, in its radii."""
        if self.half_moon:
            at_rim = np.abs(np.hypot(off[:, 0], off[:, 1]) - 0.9) < self.thick
            return np.asarray(at_rim * np.clip(2 * (off @ self.way) - 0.4, 0, 1) * self.much)
        away = np.hypot(*(off - 0.5 * self.way).T)
        return np.asarray(np.clip((self.thick - away) / 0.15 + 0.5, 0, 1) * self.much)


def _glint_of(rng: Random, lamp: Lamp) -> Glint:
    angle = rng.uniform(0, 2 * np.pi)
    much = lamp.gloss * rng.uniform(0.4, 1.0) if rng.random() < 0.5 else 0.0
    way = np.array([np.cos(angle), np.sin(angle)])
    return Glint(bool(rng.random() < 0.6), way, float(rng.uniform(0.15, 0.4)), float(much))


def _veins(rng: Random, points: Floats, style: DieStyle) -> Floats:
    grain = clouds(rng, GRAIN_PX, int(rng.integers(2, 7))).astype(np.float32)
    way = rng.normal(0, 1, (2, 3))
    rows, columns = (np.abs(points @ way.T) * 0.2 % 1.0 * (GRAIN_PX - 1)).astype(int).T
    seen = cv2.GaussianBlur(grain, (0, 0), 1.0)[rows, columns]
    return np.asarray(np.clip((seen - 0.5) * 4 + 0.5, 0, 1) * style.marbled, np.float64)[:, None]
