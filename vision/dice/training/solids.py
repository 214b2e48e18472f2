"""Draw dice and what is no die: cubes with pips under a pinhole, coins, beads, tokens, d20."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Random = np.random.Generator

TEXTURE_PX = 72
PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
"""Where the pips of a face lie, in units of the spacing from its middle."""

# Directions out of the six faces, for opposite faces that add to seven.
_OUT = {1: (1, 0, 0), 6: (-1, 0, 0), 2: (0, 1, 0), 5: (0, -1, 0), 3: (0, 0, 1), 4: (0, 0, -1)}


@dataclass(frozen=True, slots=True)
class View:
    """A pinhole over a plane: ``project`` takes points (n, 3) with z up, in die sides."""

    rotation: Floats
    shift: Floats
    focal_px: float
    middle_px: Floats

    def project(self, points: Floats) -> Floats:
        """Pixels (n, 2) of points (n, 3)."""
        seen = points @ self.rotation.T + self.shift
        return np.asarray(seen[:, :2] / seen[:, 2:] * self.focal_px + self.middle_px)

    def foot(self) -> Floats:
        """Where the camera stands, in the plane's frame."""
        return np.asarray(-self.rotation.T @ self.shift)


def view_of(rng: Random, width_px: int, side_px: float) -> View:
    """A camera from above, upright, at a slant that is mostly small; dice are ``side_px`` wide."""
    overhead = rng.random() < 0.45
    slant = np.deg2rad(abs(rng.normal(0, 5)) if overhead else rng.uniform(5, 62))
    focal = width_px * float(np.exp(rng.uniform(np.log(0.7), np.log(4.0))))
    distance = focal / side_px
    around, roll = rng.uniform(-0.4, 0.4), rng.normal(0, 0.12)
    middle = np.array([width_px / 2, width_px / 2])
    if overhead:
        roll = rng.uniform(-np.pi, np.pi)
        off = np.tan(np.deg2rad(rng.uniform(0, 30))) * focal
        middle = middle + off * np.array([np.cos(around * 8), np.sin(around * 8)])
    turn = _axis(2, roll) @ _axis(0, np.pi + slant) @ _axis(2, around)
    return View(turn, np.array([0.0, 0.0, distance]), focal, middle)


def _axis(axis: int, angle: float) -> Floats:
    vector = np.zeros(3)
    vector[axis] = angle
    return np.asarray(cv2.Rodrigues(vector)[0], dtype=np.float64)


@dataclass(frozen=True, slots=True)
class DieStyle:
    """How the dice of one make look; colours are BGR, 0 to 1; lengths in sides of the die."""

    body: Floats
    second: Floats
    marbled: float
    pip: Floats
    pip_radius: float
    spacing: float
    corner: float
    big_one: float
    one: Floats
    drilled: float
    clear: float
    left_handed: bool


def style_of(rng: Random) -> DieStyle:
    """A make of dice: plain, marbled, glossy or clear, with pips that can be told from it."""
    body, pip = _two_colours(rng)
    second = np.clip(body + rng.normal(0, 0.25, 3), 0, 1)
    special = rng.random() < 0.15
    return DieStyle(
        body=body,
        second=second if rng.random() < 0.7 else rng.random(3),
        marbled=rng.uniform(0.2, 1.0) if rng.random() < 0.45 else 0.0,
        pip=pip,
        pip_radius=rng.uniform(0.075, 0.125),
        spacing=rng.uniform(0.21, 0.29),
        corner=rng.choice([0.04, 0.1, 0.18, 0.3], p=[0.2, 0.35, 0.3, 0.15]) * rng.uniform(0.7, 1.2),
        big_one=rng.uniform(1.3, 2.0) if special else 1.0,
        one=np.array([0.1, 0.05, 0.8]) if special else pip,
        drilled=rng.uniform(0, 0.35),
        clear=rng.uniform(0.0, 0.3) if rng.random() < 0.15 else 0.0,
        left_handed=bool(rng.random() < 0.5),
    )


def _two_colours(rng: Random) -> tuple[Floats, Floats]:
    kind = rng.random()
    if kind < 0.3:
        body, pip = rng.uniform(0.75, 1.0) * _tint(rng, 0.06), rng.uniform(0.0, 0.3) * np.ones(3)
    elif kind < 0.45:
        body, pip = rng.uniform(0.03, 0.2) * _tint(rng, 0.3), rng.uniform(0.7, 1.0) * np.ones(3)
    else:
        body = _vivid(rng)
        pip = rng.choice([0.05, 0.95]) * np.ones(3) if rng.random() < 0.7 else _vivid(rng)
    while np.linalg.norm(body - pip) < 0.42:
        pip = rng.random(3) if rng.random() < 0.5 else np.ones(3) * (body.mean() < 0.5)
    return np.clip(body, 0, 1), np.clip(pip, 0, 1)


def _tint(rng: Random, much: float) -> Floats:
    return np.asarray(1 - rng.random(3) * much)


def _vivid(rng: Random) -> Floats:
    hue = np.array([[[rng.integers(0, 180), rng.integers(110, 256), rng.integers(70, 256)]]])
    bgr = cv2.cvtColor(hue.astype(np.uint8), cv2.COLOR_HSV2BGR)
    return np.asarray(bgr[0, 0] / 255.0, dtype=np.float64)


def clouds(rng: Random, size: int, grain: int) -> Floats:
    """Smooth noise (size, size) from 0 to 1, of patches about ``size / grain`` wide."""
    small = rng.random((grain + 1, grain + 1)).astype(np.float32)
    big = cv2.resize(small, (size, size), interpolation=cv2.INTER_CUBIC)
    return np.asarray(np.clip(big, 0, 1), dtype=np.float64)


def face_texture(rng: Random, style: DieStyle, face: int) -> Floats:
    """One face as (72, 72, 4) BGR and opacity, 0 to 1."""
    size, mid = TEXTURE_PX, (TEXTURE_PX - 1) / 2
    flat = np.ones((size, size, 1)) * style.body
    if style.marbled:
        veins = clouds(rng, size, int(rng.integers(2, 7)))
        mix = np.clip((veins - 0.5) * 4 + 0.5, 0, 1)[..., None] * style.marbled
        flat = flat * (1 - mix) + style.second * mix
    ys, xs = np.mgrid[0:size, 0:size]
    radius = style.pip_radius * size * (style.big_one if face == 1 else 1.0)
    turned = rng.random() < 0.5
    for u, v in PLACES[face]:
        u, v = (-v, u) if turned else (u, v)
        cx, cy = mid + u * style.spacing * size, mid + v * style.spacing * size
        away = np.hypot(xs - cx, ys - cy)
        inside = np.clip(radius - away + 0.5, 0, 1)[..., None]
        hollow = 1 - style.drilled * np.clip((cy - ys) / radius, -1, 1)[..., None]
        colour = np.clip((style.one if face == 1 else style.pip) * hollow, 0, 1)
        flat = flat * (1 - inside) + colour * inside
    corner = style.corner * size
    dx = np.maximum(np.abs(xs - mid) - (mid - corner), 0)
    dy = np.maximum(np.abs(ys - mid) - (mid - corner), 0)
    opaque = np.clip(corner - np.hypot(dx, dy) + 1, 0, 1)[..., None]
    return np.concatenate([flat, opaque], axis=2)


@dataclass(frozen=True, slots=True)
class Cube:
    """One die in the plane's frame: ``middle`` (3,), ``turn`` (3, 3) die to plane, ``side``."""

    middle: Floats
    turn: Floats
    side: float
    style: DieStyle

    def upper(self) -> tuple[int, float]:
        """The face that points up most, and how far it leans, degrees."""
        ups = {face: float((self.turn @ self.out(face))[2]) for face in _OUT}
        face = max(ups, key=lambda each: ups[each])
        return face, float(np.degrees(np.arccos(min(1.0, ups[face]))))

    def out(self, face: int) -> Floats:
        """The direction (3,) out of a face, in the die's own frame."""
        out = np.array(_OUT[face], dtype=np.float64)
        return out * np.array([-1, 1, 1]) if self.style.left_handed else out

    def corners(self) -> Floats:
        """Its eight corners (8, 3)."""
        grid = np.array(np.meshgrid([-1, 1], [-1, 1], [-1, 1])).reshape(3, -1).T
        return np.asarray(self.middle + grid * (self.side / 2) @ self.turn.T)

    def square(self, face: int) -> Floats:
        """The four corners (4, 3) of a face."""
        out = self.out(face)
        first = np.roll(np.abs(out), 1)
        second = np.cross(out, first)
        ring = [out + a * first + b * second for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
        return np.asarray(self.middle + np.array(ring) * (self.side / 2) @ self.turn.T)

    def normal(self, face: int) -> Floats:
        """The direction (3,) out of a face."""
        return np.asarray(self.turn @ self.out(face))


@dataclass(frozen=True, slots=True)
class Lamp:
    """Where light comes from (unit vector), how much of it is everywhere, how glossy dice are."""

    towards: Floats
    ambient: float
    gloss: float


def lamp_of(rng: Random) -> Lamp:
    """A lamp somewhere above."""
    towards = np.array([*rng.normal(0, 0.6, 2), 1.0])
    gloss = rng.uniform(0.2, 0.9) if rng.random() < 0.4 else 0.0
    return Lamp(towards / np.linalg.norm(towards), rng.uniform(0.35, 0.8), gloss)


def draw_cube(canvas: Floats, rng: Random, view: View, lamp: Lamp, cube: Cube) -> None:
    """Draw one die into a float canvas (h, w, 3), 0 to 1."""
    _rounded_hull(canvas, view, lamp, cube)
    eye = view.foot()
    for face in _OUT:
        square, normal = cube.square(face), cube.normal(face)
        if normal @ (eye - square.mean(axis=0)) <= 0:
            continue
        light = lamp.ambient + (1 - lamp.ambient) * max(0.0, float(normal @ lamp.towards)) * 1.15
        texture = face_texture(rng, cube.style, face)
        texture[..., :3] *= light
        if lamp.gloss and rng.random() < 0.6:
            _glare(texture, rng, lamp.gloss)
        texture[..., 3] *= 1 - cube.style.clear
        _paste(canvas, texture, view.project(square))


def _glare(texture: Floats, rng: Random, gloss: float) -> None:
    size = TEXTURE_PX
    ys, xs = np.mgrid[0:size, 0:size]
    cx, cy = rng.uniform(-0.2, 1.2, 2) * size
    wide, high = rng.uniform(0.08, 0.4, 2) * size
    spot = np.exp(-(((xs - cx) / wide) ** 2) - ((ys - cy) / high) ** 2)[..., None] * gloss
    texture[..., :3] = texture[..., :3] * (1 - spot) + spot


def _paste(canvas: Floats, texture: Floats, square_px: Floats) -> None:
    low = np.floor(square_px.min(axis=0)).astype(int) - 1
    high = np.ceil(square_px.max(axis=0)).astype(int) + 2
    low, high = np.maximum(low, 0), np.minimum(high, canvas.shape[1::-1])
    wide, tall = high - low
    if wide <= 1 or tall <= 1:
        return
    size = texture.shape[0]
    frm = np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(frm, (square_px - low).astype(np.float32))
    single = texture.astype(np.float32)
    single[..., :3] *= single[..., 3:]
    shrink = size / max(4.0, float(np.linalg.norm(square_px[0] - square_px[1])))
    if shrink > 1.5:
        single = np.asarray(cv2.GaussianBlur(single, (0, 0), 0.35 * shrink), dtype=np.float32)
    patch = cv2.warpPerspective(single, matrix, (int(wide), int(tall)))
    part = canvas[low[1] : high[1], low[0] : high[0]]
    part *= 1 - patch[..., 3:]
    part += patch[..., :3]


def _rounded_hull(canvas: Floats, view: View, lamp: Lamp, cube: Cube) -> None:
    """The body under the faces: its hull, drawn in by the roundness of its corners."""
    corners = view.project(cube.middle + (cube.corners() - cube.middle) * (1 - 0.3 * corner(cube)))
    hull = hull_of(corners)
    side = float(np.linalg.norm(corners[0] - corners[1]))
    colour = cube.style.body * (lamp.ambient * 0.5 + 0.4)
    blend_polygon(
        canvas, hull, colour, 1 - cube.style.clear, max(1, round(0.25 * corner(cube) * side))
    )


def hull_of(points: Floats) -> Floats:
    """The convex hull (m, 2) of points (n, 2)."""
    hull = cv2.convexHull(points.astype(np.float32))
    return np.asarray(hull[:, 0], dtype=np.float64)


def corner(cube: Cube) -> float:
    """Radius of the corners, in sides."""
    return cube.style.corner


def blend_polygon(
    canvas: Floats, outline_px: Floats, colour: Floats, much: float, thick: int = 0, blur: float = 0
) -> None:
    """Blend a filled polygon into the canvas; ``thick`` rounds it, ``blur`` softens it."""
    margin = thick + 3 * blur + 2
    low = np.maximum(np.floor(outline_px.min(axis=0) - margin), 0).astype(int)
    high = np.minimum(np.ceil(outline_px.max(axis=0) + margin), canvas.shape[1::-1]).astype(int)
    if (high - low).min() <= 1:
        return
    part = canvas[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.float32)
    points = np.round((outline_px - low) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 1.0, cv2.LINE_8, 4)
    if thick:
        cv2.polylines(mask, [points], True, 1.0, thick, cv2.LINE_8, 4)
    if blur:
        mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), dtype=np.float32)
    part += (colour - part) * (mask * much)[..., None]


def shadow(canvas: Floats, view: View, lamp: Lamp, corners: Floats, dark: float) -> None:
    """What a solid with these corners (n, 3) throws on the plane z = 0."""
    run = corners[:, 2:] / lamp.towards[2]
    flat = corners - run * lamp.towards
    flat[:, 2] = 0
    hull = hull_of(view.project(flat))
    side = float(np.linalg.norm(hull.max(axis=0) - hull.min(axis=0)))
    blend_polygon(canvas, hull, np.zeros(3), dark, 0, max(0.6, 0.06 * side))
