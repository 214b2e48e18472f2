"""Draw things that are no six-sided dice: coins, stones, tokens, d20, cards, tags, beads."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from vision.dice.training.solids import (
    PLACES,
    Floats,
    Lamp,
    Random,
    View,
    blend_polygon,
    shadow,
)

Drawer = Callable[[Floats, Random, View, Lamp, Floats, float], None]


def draw_lure(
    canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float
) -> None:
    """One of the things below, at *spot* (x, y) on the plane."""
    kinds: tuple[Drawer, ...] = (coin, stone, beads, square_token, round_token, d20, tag, figures)
    kinds[int(rng.integers(len(kinds)))](canvas, rng, view, lamp, spot, dark)


def _ring(spot: Floats, radius: float, corners: int, turned: float, height: float) -> Floats:
    angles = turned + np.arange(corners) * 2 * np.pi / corners
    return np.stack(
        [
            spot[0] + radius * np.cos(angles),
            spot[1] + radius * np.sin(angles),
            np.full(corners, height),
        ],
        axis=1,
    )


def coin(canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float) -> None:
    """A flat disc with a rim and signs on it."""
    metal = np.array([0.5, 0.7, 0.85]) * rng.uniform(0.5, 1.2) + rng.normal(0, 0.1, 3)
    radius = rng.uniform(0.5, 0.95)
    shadow(canvas, view, lamp, _ring(spot, radius, 24, 0, 0.1), dark * 0.5)
    blend_polygon(canvas, view.project(_ring(spot, radius, 32, 0, 0.1)), metal * 0.8, 1)
    blend_polygon(canvas, view.project(_ring(spot, radius * 0.88, 32, 0, 0.1)), metal, 1)
    middle = view.project(np.array([[*spot, 0.1]]))[0]
    _signs(canvas, rng, middle, _side_px(view, spot) * radius, metal * rng.uniform(0.3, 0.8))


def _side_px(view: View, spot: Floats) -> float:
    ends = view.project(np.array([[*spot, 0.0], [spot[0] + 1, spot[1], 0.0]]))
    return float(np.linalg.norm(ends[1] - ends[0]))


def _signs(canvas: Floats, rng: Random, middle: Floats, tall: float, colour: Floats) -> None:
    words = str(int(rng.integers(1, 100)))
    scale = max(0.25, tall / 32)
    at = (int(middle[0] - 9 * scale * len(words)), int(middle[1] + 10 * scale))
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.putText(mask, words, at, 0, scale, 255, max(1, round(scale * 1.5)), cv2.LINE_AA)
    rows, columns = np.nonzero(mask)
    share = mask[rows, columns, None] / 255.0
    canvas[rows, columns] += (np.clip(colour, 0, 1) - canvas[rows, columns]) * share


def stone(canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float) -> None:
    """A pebble or a glass bead about as large as a die."""
    tint = np.ones(3) * rng.uniform(0.6, 1) if rng.random() < 0.5 else rng.random(3)
    radius, squash = rng.uniform(0.3, 0.7), rng.uniform(0.7, 1.0)
    ring = _ring(np.zeros(2), radius, 24, 0, 0.25)
    ring[:, 1] *= squash
    ring[:, :2] += spot
    shadow(canvas, view, lamp, ring, dark)
    outline = view.project(ring)
    blend_polygon(canvas, outline, tint * 0.75, 1)
    middle = outline.mean(axis=0)
    for share in (0.8, 0.55, 0.3):
        inner = middle + (outline - middle) * share - (1 - share) * 2
        blend_polygon(canvas, inner, np.clip(tint * (1.15 - 0.4 * share), 0, 1), 0.6, 0, 1)


def beads(canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float) -> None:
    """A cluster of small balls or printed dots, at times ordered as pips are."""
    colour = np.ones(3) * 0.95 if rng.random() < 0.5 else rng.random(3)
    radius = rng.uniform(0.06, 0.16)
    places = rng.uniform(-0.7, 0.7, (int(rng.integers(1, 7)), 2))
    if rng.random() < 0.4:
        places = np.array(PLACES[int(rng.integers(1, 7))]) * rng.uniform(0.22, 0.5)
    for place in places:
        ring = _ring(spot + place, radius, 12, 0, radius)
        shadow(canvas, view, lamp, ring, dark * 0.6)
        blend_polygon(canvas, view.project(ring), colour, 1)


def square_token(
    canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float
) -> None:
    """A thin square or oblong card with dots in some order, larger than a die or of other form."""
    body, turned = rng.random(3), rng.uniform(0, 7)
    if rng.random() < 0.5:
        body = 1 - rng.random(3) * 0.3
    large, long = rng.uniform(1.3, 2.2), rng.choice([1.0, 1.0, 1.0, 1.8])
    c, s = np.cos(turned), np.sin(turned)
    turn = np.array([[c, -s], [s, c]])
    ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * np.array([large * long, large]) / 2
    corners = np.column_stack([ring @ turn.T + spot, np.full(4, 0.08)])
    shadow(canvas, view, lamp, corners, dark * 0.6)
    blend_polygon(canvas, view.project(corners), body, 1)
    ink = np.clip(body + rng.choice([-1, 1]) * rng.uniform(0.3, 1), 0, 1)
    for u, v in PLACES[int(rng.integers(1, 7))]:
        place = np.array([u, v]) * large * 0.27 @ turn.T + spot
        ring3 = _ring(place, rng.uniform(0.07, 0.1) * large, 12, 0, 0.08)
        blend_polygon(canvas, view.project(ring3), ink, 1)


def round_token(
    canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float
) -> None:
    """A round token with dots or signs."""
    body, radius = rng.random(3), rng.uniform(0.5, 1.0)
    shadow(canvas, view, lamp, _ring(spot, radius, 24, 0, 0.12), dark * 0.6)
    blend_polygon(canvas, view.project(_ring(spot, radius, 24, 0, 0.12)), body, 1)
    ink = np.ones(3) * (body.mean() < 0.5)
    if rng.random() < 0.3:
        middle = view.project(np.array([[*spot, 0.12]]))[0]
        _signs(canvas, rng, middle, _side_px(view, spot) * radius, ink)
        return
    for u, v in PLACES[int(rng.integers(1, 7))]:
        place = spot + np.array([u, v]) * radius * 0.45
        blend_polygon(canvas, view.project(_ring(place, radius * 0.15, 10, 0, 0.12)), ink, 1)


def d20(canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float) -> None:
    """A die of twenty faces (or of eight or ten): facets with numbers."""
    body, sides = np.clip(rng.random(3), 0.05, 1), int(rng.choice([6, 6, 8, 10]))
    radius, turned = rng.uniform(0.5, 0.75), rng.uniform(0, 7)
    outer = _ring(spot, radius, sides, turned, 0.5)
    shadow(canvas, view, lamp, outer, dark)
    inner = _ring(spot, radius * 0.62, 3, turned + 0.5, 0.8)
    rim, face = view.project(outer), view.project(inner)
    blend_polygon(canvas, rim, body * 0.6, 1)
    for k in range(sides):
        near = face[np.argmin(np.linalg.norm(face - (rim[k] + rim[k - 1]) / 2, axis=1))]
        facet = np.array([rim[k - 1], rim[k], near])
        blend_polygon(canvas, facet, np.clip(body * rng.uniform(0.5, 1.1), 0, 1), 1)
    blend_polygon(canvas, face, body, 1)
    ink = np.ones(3) * (body.mean() < 0.5)
    side = _side_px(view, spot)
    _signs(canvas, rng, face.mean(axis=0), side * 0.35, ink)
    for k in range(0, sides, 2):
        _signs(canvas, rng, (rim[k] + face.mean(axis=0)) / 2, side * 0.2, ink)


def tag(canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float) -> None:
    """A QR tag or an ArUco marker, one to three dice wide."""
    count = int(rng.choice([6, 21, 25]))
    cells = rng.random((count, count)) < 0.5
    if count == 6:
        cells[[0, -1]] = True
        cells[:, [0, -1]] = True
    large, turned = rng.uniform(1.0, 2.5), rng.uniform(0, 7)
    c, s = np.cos(turned), np.sin(turned)
    turn = np.array([[c, -s], [s, c]]) * large
    blend_polygon(
        canvas, view.project(_square(np.array([-0.6, -0.6]), 1.2, turn, spot)), np.ones(3), 1
    )
    for row, column in np.argwhere(cells):
        low = np.array([column, row]) / count - 0.5
        blend_polygon(canvas, view.project(_square(low, 1 / count, turn, spot)), np.zeros(3), 1)


def _square(low: Floats, side: float, turn: Floats, spot: Floats) -> Floats:
    ring = low + np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * side
    return np.column_stack([ring @ turn.T + spot, np.full(4, 0.02)])


def figures(canvas: Floats, rng: Random, view: View, lamp: Lamp, spot: Floats, dark: float) -> None:
    """A base of painted figures from above: a strip with round heads on it."""
    soil, turned = np.array([0.2, 0.35, 0.4]) * rng.uniform(0.5, 1.4), rng.uniform(0, 7)
    files, ranks = int(rng.integers(1, 7)), int(rng.integers(1, 3))
    c, s = np.cos(turned), np.sin(turned)
    turn = np.array([[c, -s], [s, c]])
    half = np.array([files, ranks]) * 0.4
    ring = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half @ turn.T + spot
    corners = np.column_stack([ring, np.full(4, 0.1)])
    blend_polygon(canvas, view.project(corners), soil, 1)
    coat, hat = rng.random(3), rng.random(3) * 0.5
    for file in range(files):
        for rank in range(ranks):
            place = (np.array([file + 0.5, rank + 0.5]) * 0.8 - half) @ turn.T + spot
            blend_polygon(canvas, view.project(_ring(place, 0.28, 10, 0, 0.7)), coat, 1)
            blend_polygon(canvas, view.project(_ring(place, 0.16, 10, 0, 1.2)), hat, 1)
