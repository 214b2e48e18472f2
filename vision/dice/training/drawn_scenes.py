"""Draw pictures of dice on all kinds of ground, among what is no die, with known truth."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.training.lures import draw_lure
from vision.dice.training.rounded import draw_rounded, shape_of
from vision.dice.training.solids import (
    PLACES,
    Cube,
    DieStyle,
    Floats,
    Picture,
    Random,
    View,
    blend_polygon,
    clouds,
    draw_cube,
    lamp_of,
    shadow,
    style_of,
    view_of,
)

SCENE_PX = 384
HIDDEN_FACE, NO_DIE, COCKED_DIE = 0, -1, -2
LEANING_DEG = 10.0
"""A die that leans more is cocked."""

SIDE_SEEN = 0.3
"""A side with so much of the area of the upper face is shown as what it is not."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A die whose truth is known, in pixels of its picture.

    ``face``: 1 to 6, 0 when its upper face is not seen whole, -1 for what is no die, -2 for a die
    that leans. ``x_px, y_px, side_px``: middle and mean side of its upper face; ``placed`` and
    ``sized`` say whether they are known well. ``lean``: how far its upper face's normal leans away
    from the line to the camera, x and y of that unit vector in the picture; None where unknown.
    """

    face: int
    x_px: float
    y_px: float
    side_px: float
    lean: tuple[float, float] | None = None
    placed: bool = True
    sized: bool = True


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (h, w, 3) BGR with every die in it. ``upright``: up in it is up in the world."""

    picture: Picture
    dice: tuple[Marked, ...]
    source: str
    name: str
    upright: bool = False


def drawn_scene(seed: int, size: int = SCENE_PX) -> Scene:
    """A scene of one to sixteen dice, the same for the same seed."""
    rng = np.random.default_rng(seed)
    side = rng.uniform(22, 64)
    view, lamp = view_of(rng, size, side), lamp_of(rng)
    canvas = ground(rng, size)
    styles = [style_of(rng) for _ in range(int(rng.integers(1, 4)))]
    dark = rng.uniform(0.1, 0.6)
    spots = _spots(rng, view, size, side)
    cubes: list[Cube] = []
    lures: list[Marked] = []
    for spot in spots:
        if rng.random() < 0.3:
            draw_lure(canvas, rng, view, lamp, spot, dark)
            lures.append(_lure(view, spot))
        else:
            cubes += _dice_at(rng, styles, spot)
    eye = view.foot()
    cubes.sort(key=lambda cube: (cube.middle[2], -float(np.linalg.norm(eye - cube.middle))))
    for cube in cubes:
        shadow(canvas, view, lamp, cube.corners(), dark)
    owner = np.full(canvas.shape[:2], -1, np.int32)
    shapes = {id(style): shape_of(rng, style) for style in styles}
    as_light_falls = rng.random() < 0.65
    for number, cube in enumerate(cubes):
        if as_light_falls:
            draw_rounded(canvas, rng, view, lamp, cube, shapes[id(cube.style)])
        else:
            draw_cube(canvas, rng, view, lamp, cube)
        _own(owner, view, cube, number)
    if rng.random() < 0.12:
        _hand(canvas, rng, owner)
    light = 0.75 + 0.5 * clouds(rng, size, 2)[..., None]
    picture = (np.clip(canvas * light, 0, 1) * 255).astype(np.uint8)
    marks = [_marked(view, cube, owner, number) for number, cube in enumerate(cubes)]
    sides = [side for cube in cubes for side in sides_seen(view, cube)]
    known = [*(mark for mark in marks if mark), *lures, *sides]
    return Scene(picture, tuple(known), "drawn", f"drawn {seed}", upright=True)


def _spots(rng: Random, view: View, size: int, side: float) -> list[Floats]:
    """Places (x, y) on the plane that the camera sees, some so near that the dice touch."""
    spots: list[Floats] = []
    inverse = np.linalg.inv(view.rotation)
    for _ in range(int(rng.integers(2, 15))):
        if spots and rng.random() < 0.35:
            spot = spots[int(rng.integers(len(spots)))] + _beside(rng)
        else:
            pixel = rng.uniform(-0.02, 1.02, 2) * size
            ray = inverse @ np.array([*(pixel - view.middle_px) / view.focal_px, 1.0])
            eye = view.foot()
            if ray[2] > -0.1:
                continue
            spot = (eye - ray * (eye[2] / ray[2]))[:2]
        if all(np.hypot(*(spot - other)) > 1.02 for other in spots):
            spots.append(spot)
    return spots


def _beside(rng: Random) -> Floats:
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(1.03, 1.6)
    return np.array([np.cos(angle), np.sin(angle)]) * far


def _dice_at(rng: Random, styles: list[DieStyle], spot: Floats) -> list[Cube]:
    """A die there: flat, now and then leaning or with another one on top."""
    style = styles[int(rng.integers(len(styles)))]
    side = rng.choice([0.75, 1.0, 1.0, 1.0, 1.15])
    leaning = rng.uniform(11, 45) if rng.random() < 0.15 else 0.0
    cubes = [_cube(rng, style, spot, 0.0, side, leaning)]
    if rng.random() < 0.08:
        off = spot + rng.uniform(-0.35, 0.35, 2)
        cubes.append(_cube(rng, styles[int(rng.integers(len(styles)))], off, side, side, 0.0))
    return cubes


def _cube(
    rng: Random, style: DieStyle, spot: Floats, low: float, side: float, leaning_deg: float
) -> Cube:
    turn = _any_turn(rng)
    if leaning_deg:
        angle = rng.uniform(0, 2 * np.pi)
        axis = np.array([np.cos(angle), np.sin(angle), 0.0]) * np.deg2rad(leaning_deg)
        turn = np.asarray(cv2.Rodrigues(axis)[0]) @ turn
    half = side / 2 * np.abs(turn[2]).sum()
    return Cube(np.array([*spot, low + half]), turn, side, style)


def _any_turn(rng: Random) -> Floats:
    """One of the 24 ways a die lies, turned by any angle about the vertical."""
    order = rng.permutation(3)
    turn = np.zeros((3, 3))
    turn[order, range(3)] = rng.choice([-1.0, 1.0], 3)
    if np.linalg.det(turn) < 0:
        turn[:, 0] *= -1
    angle = rng.uniform(0, 2 * np.pi)
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]]) @ turn


def _own(owner: np.ndarray, view: View, cube: Cube, number: int) -> None:
    hull = cv2.convexHull(view.project(cube.corners()).astype(np.float32))[:, 0]
    cv2.fillConvexPoly(owner, np.round(hull).astype(np.int32), number)


def _marked(view: View, cube: Cube, owner: np.ndarray, number: int) -> Marked | None:
    """What there is to know of a die; None when next to nothing of it is seen."""
    hull = view.project(cube.corners())
    face, leaning = cube.upper()
    top = view.project(cube.square(face))
    mask = np.zeros(owner.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(top).astype(np.int32), 1)
    area = max(1.0, cv2.contourArea(top.astype(np.float32)))
    seen = ((owner == number) & (mask > 0)).sum() / area
    if (owner == number).sum() < 0.35 * cv2.contourArea(cv2.convexHull(hull.astype(np.float32))):
        return None
    if leaning > LEANING_DEG:
        face = COCKED_DIE
    elif seen < 0.88:
        face = HIDDEN_FACE
    x, y = top.mean(axis=0)
    return Marked(face, float(x), float(y), float(np.sqrt(area)), lean_of(view, cube))


def sides_seen(view: View, cube: Cube) -> list[Marked]:
    """The sides of a die that are seen nearly as large as its upper face: no upper faces."""
    upper, leaning = cube.upper()
    if leaning > LEANING_DEG:
        return []
    eye, seen = view.foot(), list[Marked]()
    top = cv2.contourArea(view.project(cube.square(upper)).astype(np.float32))
    for face in PLACES:
        square = cube.square(face)
        if face == upper or cube.normal(face) @ (eye - square.mean(axis=0)) <= 0:
            continue
        outline = view.project(square)
        area = cv2.contourArea(outline.astype(np.float32))
        if area > SIDE_SEEN * top:
            x, y = outline.mean(axis=0)
            seen.append(Marked(NO_DIE, float(x), float(y), float(np.sqrt(area))))
    return seen


def lean_of(view: View, cube: Cube) -> tuple[float, float]:
    """Where the normal of the upper face points, in a frame whose z is the line of sight."""
    face, _ = cube.upper()
    return normal_in_sight(
        view.rotation @ cube.normal(face), view.rotation @ cube.middle + view.shift
    )


def normal_in_sight(normal: Floats, place: Floats) -> tuple[float, float]:
    """x and y of a *normal* (3,) as seen along the ray to *place* (3,), both in the camera.

    The frame is turned by the least rotation that brings the ray onto the optical axis, so
    that x and y go on pointing right and down in the picture.
    """
    ray = place / np.linalg.norm(place)
    axis = np.cross(ray, [0.0, 0.0, 1.0])
    sine = float(np.linalg.norm(axis))
    if sine > 1e-9:
        turn = cv2.Rodrigues(axis / sine * np.arctan2(sine, ray[2]))[0]
        normal = np.asarray(turn) @ normal
    return float(normal[0]), float(normal[1])


def _hand(canvas: Floats, rng: Random, owner: np.ndarray) -> None:
    """Fingers of some skin across the picture."""
    size = canvas.shape[0]
    skin = np.array([0.45, 0.6, 0.85]) * rng.uniform(0.4, 1.1)
    start = rng.uniform(0.2, 0.8, 2) * size
    angle = rng.uniform(0, 2 * np.pi)
    for finger in range(int(rng.integers(1, 6))):
        way = angle + (finger - 2) * 0.25
        end = start + np.array([np.cos(way), np.sin(way)]) * size * rng.uniform(0.2, 1.0)
        across = np.array([-np.sin(way), np.cos(way)]) * rng.uniform(6, 16)
        outline = np.array([start - across, start + across, end + across, end - across])
        blend_polygon(canvas, outline, skin * rng.uniform(0.85, 1.1), 1.0, 8, 1.0)
        cv2.fillConvexPoly(owner, np.round(outline).astype(np.int32), -2)


def ground(rng: Random, size: int) -> Floats:
    """A floor (size, size, 3) of 0 to 1: plain, felt, wood, camouflage, with a wall at times."""
    kind = rng.random()
    base = rng.random(3) if rng.random() < 0.6 else np.ones(3) * rng.random()
    canvas = np.ones((size, size, 3)) * base
    if kind < 0.25:
        mix = clouds(rng, size, int(rng.integers(2, 6)))[..., None]
        canvas += (rng.normal(0, 0.08, 3)) * mix
    elif kind < 0.5:
        canvas += rng.normal(0, 0.06, (size, size, 1)) * rng.uniform(0.3, 2.0)
        canvas = _floats(cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.5, 1.6)))
    elif kind < 0.7:
        stretched = cv2.resize(rng.random((int(rng.integers(20, 90)), 3)), (size, size))
        grain = cv2.GaussianBlur(stretched, (0, 0), 1.0)[..., None]
        canvas += (grain - 0.5) * rng.uniform(0.1, 0.4)
        if rng.random() < 0.5:
            canvas = np.ascontiguousarray(canvas.transpose(1, 0, 2))
    else:
        for _ in range(int(rng.integers(1, 4))):
            patches = clouds(rng, size, int(rng.integers(5, 40)))[..., None] > rng.uniform(0.4, 0.7)
            canvas = np.where(patches, np.clip(base + rng.normal(0, 0.2, 3), 0, 1), canvas)
        canvas = _floats(cv2.GaussianBlur(canvas, (0, 0), rng.uniform(0.5, 2)))
    if rng.random() < 0.25:
        _wall(canvas, rng, size)
    return np.ascontiguousarray(np.clip(canvas, 0, 1))


def _floats(of: object) -> Floats:
    return np.asarray(of, dtype=np.float64)


def _wall(canvas: Floats, rng: Random, size: int) -> None:
    angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 0.5) * size
    way = np.array([np.cos(angle), np.sin(angle)])
    along = np.array([-way[1], way[0]]) * size * 2
    middle = np.array([size / 2, size / 2]) + way * far
    wide = rng.uniform(5, 40)
    bands = ((0.0, wide, rng.random(3)), (wide, wide + rng.uniform(10, 600), rng.random(3)))
    for low, high, colour in bands:
        ring = [middle + way * low - along, middle + way * low + along]
        ring += [middle + way * high + along, middle + way * high - along]
        blend_polygon(canvas, np.array(ring), colour, 1.0)


def _lure(view: View, spot: Floats) -> Marked:
    around = view.project(np.array([[*spot, 0.3], [spot[0] + 1.2, spot[1], 0.3]]))
    (x, y), wide = around[0], np.linalg.norm(around[1] - around[0])
    return Marked(NO_DIE, float(x), float(y), float(wide))
