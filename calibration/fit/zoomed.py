"""A zoom since the lens was calibrated, which a flat table does not show.

On one plane focal length and height of the camera are one unknown: a picture that is cropped or
zoomed is that of a camera which hangs lower, and only what stands higher is placed wrong. What
tells them apart is a camera that looks aside, markers at several heights, and the size of tags on
hills against those on the table, in which the scale of their print cancels. The rest is believed
beforehand, as a share (``Tolerances.zoom``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from calibration.camera import Array, Calibration
from calibration.fit.likeliest import Explained
from calibration.fit.problem import LENS, SHRINK_SIGMA_PX, lens_is_known
from calibration.fit.shared import TAG_PRINT
from calibration.fit.solve import KEPT, Solution, Source
from calibration.fit.squares import Squares

_FAR, _RARELY = 0.15, 0.005
"""One picture in two hundred is zoomed by some 15 %, however little zoom is believed."""
_SURELY = 15.0
"""Of chi squared: once in ten thousand good tables."""


@dataclass(frozen=True, slots=True)
class Zoom:
    """By what share the picture is zoomed as something tells it, and 1 / its variance."""

    share: float = 0.0
    weight: float = 0.0

    def and_by(self, other: Zoom) -> Zoom:
        """As both tell it."""
        weight = self.weight + other.weight
        pull = self.share * self.weight + other.share * other.weight
        return Zoom(pull / weight, weight) if weight > 0 else self

    @property
    def likely(self) -> float:
        """How far it is from none: root mean square of what is still likely of a zoom."""
        return math.sqrt(1 / self.weight + self.share**2)


UNSEEN = Zoom()
"""Nothing tells of a zoom."""


def zoom_doubted(solution: Solution, by_tags: Zoom = UNSEEN) -> tuple[Source, ...]:
    """What a zoom may change, by how likely it is: one row of one sigma, where the lens is known.

    *by_tags*: what sizes of tags tell of it.
    """
    believed = solution.problem.common.zoom
    if believed <= 0 or not lens_is_known(solution.problem.belief):
        return ()
    by_markers, change = _by_markers(solution)
    likely = _likely(by_markers.and_by(by_tags), believed)
    return (Source("doubted", "zoom", likely * change[None, KEPT]),)


def by_sizes(solution: Solution, tags: Squares) -> Zoom:
    """What the sizes of tags at several heights tell, whatever scale their print has."""
    at, common = solution.unknowns, solution.problem.common
    camera = Calibration(solution.lens(), at[:3], at[3:6], np.empty((0, 15)), 0.0, "")
    heights = tags.xyz_in[:, 2]
    flat = camera.to_table(tags.corners_px.reshape(-1, 2), np.repeat(heights, 4)).reshape(-1, 4, 2)
    sides_px = np.sqrt(_areas(tags.corners_px))
    seems = np.sqrt(_areas(flat)) / tags.size_in - 1
    sigma = np.hypot(common.tag_size, 2 * tags.sigma_px / sides_px)
    lifted = heights / (camera.camera_xyz_in[2] - heights)
    rows = np.column_stack([np.ones(len(tags)), 2 / sides_px, -lifted]) / sigma[:, None]
    normal, pull = rows.T @ rows, rows.T @ (seems / sigma)
    # Print and blur, which make all tags seem larger or smaller, are solved along.
    normal[:2, :2] += np.diag(np.array([common.sigma[TAG_PRINT], SHRINK_SIGMA_PX]) ** -2.0)
    alike = np.linalg.solve(normal[:2, :2], normal[:2, 2])
    weight = float(normal[2, 2] - normal[2, :2] @ alike)
    return Zoom(float(pull[2] - pull[:2] @ alike) / weight, weight) if weight > 0 else UNSEEN


def zoom_told(zoom: Zoom) -> tuple[str, ...]:
    """A sentence when the sizes of tags surely tell of a zoom, else nothing."""
    if zoom.share**2 * zoom.weight < _SURELY:
        return ()
    return (
        f"by the size of the tags on hills against those on the table the picture is zoomed by "
        f"{zoom.share:.0%} since its lens was calibrated, or the hills are not so high as typed: "
        "switch image stabiliser and digital zoom off, or calibrate the lens again",
    )


def _by_markers(solution: Solution) -> tuple[Zoom, Array]:
    """What the markers tell, and how all unknowns change for a zoom of 1."""
    explained = Explained.of(solution, solution.problem)
    zoom = np.zeros((len(solution.unknowns), 1))
    zoom[LENS.start : LENS.start + 2, 0] = solution.unknowns[LENS][:2]
    rows = solution.problem.marker_rows(solution.unknowns).slopes
    white, change = explained.beside(rows @ zoom, zoom)
    weight = float(white[:, 0] @ white[:, 0])
    pull = -float(white[:, 0] @ explained.unexplained)
    return (Zoom(pull / weight, weight) if weight > 0 else UNSEEN), change[:, 0]


def _likely(told: Zoom, believed: float) -> float:
    """How far from none a zoom may be, one sigma: mostly as *believed*, now and then far."""
    near, far = (told.and_by(Zoom(0.0, sigma**-2.0)) for sigma in (believed, _FAR))
    if told.weight <= 0:
        return math.hypot(near.likely, math.sqrt(_RARELY) * far.likely)
    spreads = [1 / told.weight + sigma**2 for sigma in (believed, _FAR)]
    logs = [-0.5 * (told.share**2 / spread + math.log(spread)) for spread in spreads]
    odds = _RARELY * math.exp(min(logs[1] - logs[0], 100.0))
    chance = odds / (1 + odds)
    return math.sqrt((1 - chance) * near.likely**2 + chance * far.likely**2)


def _areas(corners: Array) -> Array:
    """(n,) of (n, 4, 2) corners."""
    across, along = corners[:, 2] - corners[:, 0], corners[:, 3] - corners[:, 1]
    return np.asarray(np.abs(across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]) / 2)
