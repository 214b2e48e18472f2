"""Where the upper faces of photographed dice lie, as a reader sees it that never saw a photograph.

Labels of photographs from above are boxes round whole dice, drawn wide; the finder and the reader
are taught upper faces. A reader that was trained with drawn scenes alone finds those.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.dice.faces import VIEWS, answers_at, corrected
from vision.dice.finder import Place
from vision.dice.networks import Network
from vision.dice.training.drawn_scenes import Marked, Scene

SIZES = (0.85, 1.0, 1.15)
ROUNDS = 3
MOST_WAY = 0.45
"""At most so many sides from the middle of the label."""


def with_upper_faces(network: Network, scene: Scene) -> Scene:
    """The scene with the middle and side of each upper face as *network* sees them."""
    places = [Place(mark.x_px, mark.y_px, mark.side_px, 1.0) for mark in scene.dice]
    for _ in range(ROUNDS):
        answers = answers_at(network, scene.picture, places, SIZES, VIEWS)
        places = [corrected(*each, SIZES) for each in zip(places, answers, strict=True)]
    dice = [_marked(mark, place) for mark, place in zip(scene.dice, places, strict=True)]
    return replace(scene, dice=tuple(dice))


def _marked(mark: Marked, place: Place) -> Marked:
    way = np.hypot(place.x_px - mark.x_px, place.y_px - mark.y_px)
    if way > MOST_WAY * place.side_px:
        return mark
    return replace(
        mark, x_px=place.x_px, y_px=place.y_px, side_px=place.side_px, placed=True, sized=True
    )
