"""What all prints or all typed places may have wrong together, and what was measured of it.

Eleven unknowns: the size of the printed markers and of the printed tags (a printer scales all
it prints alike), the scale, the stretch and the shear of the typed places (one tape, one cloth),
and six shapes of the table top. Each has a belief of its own, and markers, tapes and heights
speak about them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.camera import Array, Calibration, Lens
from calibration.fit.squares import Squares
from calibration.flatness import SHAPES, SHARES, Outline
from calibration.table_file import Height, Marker, Tape
from calibration.tolerances import Tolerances

PRINT, TAG_PRINT, SCALE, STRETCH, SHEAR = range(5)
WARP = slice(5, 5 + SHAPES)
COUNT = 5 + SHAPES

CAUSES = (
    *("prints", "prints", "scale", "scale", "scale"),
    *("flatness",) * SHAPES,
)
"""What each of the unknowns is called in a budget."""

INK = 0.003
"""Ink, paper and the reader make every tag seem larger or smaller by its own share."""

# A leaning tag that is seen from r aside at height H changes by half of r/H times its slope.
_LEANS = 0.15
_SKEWED = 0.75
# A belief of nothing wrong: small against all that is measured, and no burden for arithmetic.
_EXACT, _EXACT_IN = 1e-6, 1e-5


@dataclass(frozen=True, slots=True, eq=False)
class Taped:
    """A tape between two markers: their (4, 2) corners, their heights, what it said."""

    first_px: Array
    second_px: Array
    heights_in: tuple[float, float]
    distance_in: float
    sigma_in: float


@dataclass(frozen=True, slots=True, eq=False)
class Common:
    """``sigma`` (11,): how far each may be off; ``outline``: of the markers; ``tag_size``: by
    what share one tag may differ in size from the others of its batch; ``zoom``: by what share
    the picture may be zoomed since its lens was calibrated."""

    outline: Outline
    sigma: Array
    tag_size: float = INK
    tapes: tuple[Taped, ...] = ()
    heights: tuple[Height, ...] = ()
    zoom: float = 0.0

    @classmethod
    def of(
        cls, markers: Sequence[Marker], tolerances: Tolerances, heights: Sequence[Height] = ()
    ) -> Common:
        """What the table file says, before the picture is looked at."""
        outline = Outline.of(np.array([(m.x_in, m.y_in) for m in markers]))
        prints, scale = max(tolerances.print_scale, _EXACT), max(tolerances.scale, _EXACT)
        warp = np.maximum(tolerances.flatness_in * SHARES, _EXACT_IN)
        skewed = _SKEWED * scale
        sigma = np.concatenate([[prints, prints, scale, skewed, skewed], warp])
        leans = _LEANS * np.tan(np.radians(tolerances.tilt_deg))
        size = float(np.hypot(INK, leans))
        return cls(outline, sigma, size, (), tuple(heights), tolerances.zoom)

    def moved(self, squares: Squares, off: Array) -> Squares:
        """The markers where they lie and as large as they are when (11,) *off* is wrong."""
        away = squares.xyz_in[:, :2] - self.outline.middle
        xyz = squares.xyz_in.copy()
        xyz[:, :2] += np.einsum("nij,j->ni", _placing(away), off[SCALE : SHEAR + 1])
        xyz[:, 2] += self.outline.shapes(squares.xyz_in) @ off[WARP]
        size = squares.size_in * (1 + off[PRINT])
        return Squares(xyz, squares.turned_deg, size, squares.corners_px, squares.sigma_px)

    def slopes(self, by_place: Array, corners: Array, squares: Squares) -> Array:
        """(8 n, 11): how the markers' pixels move. *by_place* (4 n, 2, 3) of the *corners*."""
        count = len(squares)
        moves = np.zeros((count, 4, 3, COUNT))
        moves[..., PRINT] = corners - corners.mean(axis=1, keepdims=True)
        away = squares.xyz_in[:, :2] - self.outline.middle
        moves[:, :, :2, SCALE : SHEAR + 1] = _placing(away)[:, None]
        moves[:, :, 2, WARP] = self.outline.shapes(squares.xyz_in)[:, None]
        found = np.einsum("nab,nbc->nac", by_place, moves.reshape(4 * count, 3, COUNT))
        return np.asarray(found.reshape(8 * count, COUNT))

    def measured_rows(self, at: Array, off: Array, like: Lens) -> tuple[Array, Array]:
        """Tapes and heights over their standard deviations: (t,) and (t, 15 + 11) slopes by
        camera and common errors."""
        left, slopes = np.empty(len(self.tapes)), np.zeros((len(self.tapes), 15 + COUNT))
        for k, tape in enumerate(self.tapes):
            left[k], slopes[k, :15] = _tape_row(tape, at, like)
        spots = np.array([(h.x_in, h.y_in) for h in self.heights]).reshape(-1, 2)
        shapes = self.outline.shapes(spots)
        sigma = np.array([h.tolerance_in for h in self.heights])
        known = np.array([h.z_in for h in self.heights])
        by_height = np.zeros((len(spots), 15 + COUNT))
        by_height[:, 15:][:, WARP] = shapes / sigma[:, None]
        off_height = (shapes @ off[WARP] - known) / sigma
        return np.concatenate([left, off_height]), np.vstack([slopes, by_height])


def tapes_between(
    tapes: Sequence[Tape], markers: dict[int, Marker], corners_px: dict[int, Array]
) -> tuple[Taped, ...]:
    """The tapes of which both markers are seen."""
    return tuple(
        Taped(
            corners_px[tape.first],
            corners_px[tape.second],
            (markers[tape.first].z_in, markers[tape.second].z_in),
            tape.distance_in,
            tape.tolerance_in,
        )
        for tape in tapes
        if tape.first in corners_px and tape.second in corners_px
    )


def _placing(away: Array) -> Array:
    """(n, 2, 3): how a place *away* from the middle moves by scale, stretch and shear."""
    x, y = away[:, 0], away[:, 1]
    return np.array([[x, x, y], [y, -y, x]]).transpose(2, 0, 1)


def _tape_row(tape: Taped, at: Array, like: Lens) -> tuple[float, Array]:
    """The tape against the distance the camera sees, over its standard deviation; (15,)."""
    lens = Lens.of(like, at[6:15])
    camera = Calibration(lens, at[:3], at[3:6], np.eye(15), 0.0, "")
    ends, moves = [], []
    for pixels, height in zip((tape.first_px, tape.second_px), tape.heights_in, strict=True):
        ends.append(camera.to_table(pixels, height).mean(axis=0))
        moves.append(camera.table_jacobians(pixels, height)[1].mean(axis=0))
    apart = ends[1] - ends[0]
    far = float(np.linalg.norm(apart))
    slope = (moves[1] - moves[0]) @ apart / far
    return (far - tape.distance_in) / tape.sigma_in, slope / tape.sigma_in
