"""Where the upper faces of photographed dice lie, as a reader sees it that never saw a photograph.

Labels of photographs from above are boxes round whole dice, drawn wide; the finder and the reader
are taught upper faces. A reader that was trained with drawn scenes alone finds those. It also says
how each leans, badly; but all dice of such a photograph lie on one floor, seen through one lens,
and how the floor lies they say well together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.dice.faces import VIEWS, Look, answers_at, corrected
from vision.dice.finder import Place
from vision.dice.networks import LEAN, SHIFT, Network
from vision.dice.training.drawn_scenes import Marked, Scene
from vision.dice.training.solids import Floats

LOOKS = tuple(Look(wider, view) for wider in (0.85, 1.0, 1.15) for view in VIEWS)
ROUNDS = 3
MOST_WAY = 0.45
"""At most so many sides from the middle of the label."""

FOCAL_OVERHEAD = 1.08
"""The lens of every photograph in ``overhead``, in picture widths: a telephone's, 26 mm on film
24 mm high. Near its edges, 0.46 widths from the middle, sides of dice are seen 0.4 as wide as their
upper faces, the tangent of their lean."""

ENOUGH = 3
"""Fewer dice than that do not tell which way the floor lies."""


def with_upper_faces(network: Network, scene: Scene) -> Scene:
    """The scene with the middle, side and lean of each upper face as *network* sees them."""
    places = [Place(mark.x_px, mark.y_px, mark.side_px, 1.0) for mark in scene.dice]
    for _ in range(ROUNDS):
        answers = answers_at(network, scene.picture, places, LOOKS)
        places = [corrected(*each, LOOKS) for each in zip(places, answers, strict=True)]
    seen = [_marked(mark, place) for mark, place in zip(scene.dice, places, strict=True)]
    leans = _leans(network, scene, places)
    dice = [replace(mark, lean=lean) for mark, lean in zip(seen, leans, strict=True)]
    return replace(scene, dice=tuple(dice))


def _leans(
    network: Network, scene: Scene, places: list[Place]
) -> Sequence[tuple[float, float] | None]:
    """How the floor is seen at each place, by all dice on it; None where they are too few."""
    if len(places) < ENOUGH:
        return [None] * len(places)
    answers = answers_at(network, scene.picture, places, LOOKS)
    seen: Floats = np.array([each[:, LEAN:SHIFT].mean(axis=0) for each in answers], np.float64)
    high, wide = scene.picture.shape[:2]
    at = np.array([[place.x_px, place.y_px] for place in places]) - [(wide - 1) / 2, (high - 1) / 2]
    across = at / max(high, wide) / FOCAL_OVERHEAD
    tilt = np.median(seen - across, axis=0)
    floor = tilt + across
    return [(float(x), float(y)) for x, y in floor / np.sqrt(1 + (floor**2).sum(axis=1))[:, None]]


def _marked(mark: Marked, place: Place) -> Marked:
    way = np.hypot(place.x_px - mark.x_px, place.y_px - mark.y_px)
    if way > MOST_WAY * place.side_px:
        return mark
    return replace(
        mark, x_px=place.x_px, y_px=place.y_px, side_px=place.side_px, placed=True, sized=True
    )
