"""When a camera's markers must not go without a word, and which one."""

from __future__ import annotations

import numpy as np

from calibration.fit.likeliest import Weighed, learned
from calibration.fit.solve import Solution, helps

WORST_FIT_PX = 0.5
"""A marker whose shape is missed by more was not seen as it was printed."""

TWICE = 1.7
"""Markers that are judged to lie this many times worse than typed contradict each other. What
is judged leans towards what was typed: leftovers of twice that make it 1.7, which one good
table in two hundred shows."""


_AGAINST_TAGS = (
    "the tags tell of another camera than the markers: measure the black side of both and type it "
    "as tag_size_in and size_in, and check tag_height_in; the tags were left out"
)


def doubts(
    solution: Solution, ids: list[int], likeliest: Weighed, *, quarrel: bool = False
) -> tuple[str, ...]:
    """What is most likely wrong with the markers *ids* of that solution; () of a good table.

    *likeliest*: of what they are suspected of. *quarrel*: no few of them explain why they
    disagree.
    """
    if likeliest.score > 0 and not quarrel:
        return (likeliest.said,)
    if solution.against_tags:
        return (_AGAINST_TAGS,)
    noise, expected = solution.noise, solution.expected
    if quarrel or noise.placement_in > TWICE * expected.placement_in:
        worst = ids[int(np.argmax(helps(solution.problem, solution.unknowns)))]
        return (
            f"the markers contradict each other by about {25.4 * noise.placement_in:.0f} mm, most "
            f"of all marker {worst}: check their typed places and sizes",
        )
    fit_px = float(np.sqrt((solution.shape_px**2).sum(axis=2).mean()))
    if fit_px > WORST_FIT_PX:
        return (
            f"the markers fit to {fit_px:.1f} px only: the camera shakes, is out of focus, or the "
            "markers are bent; let it rest, and glue them flat",
        )
    return learned(solution)
