"""Markers that nobody typed: where they lie, how large the table is, what a tape would tell.

The program finds the shape of the layout by itself (``calibration.found_places``). What it
cannot tell well is the layout's size: a standard layout tells it, or one distance by tape.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from calibration.markers import Picture, spot_markers
from calibration.printing.sheets import MARKER_QUIET, words_strip_mm
from calibration.table_file import Marker, TableFile, Tape
from vision.table.quality import CannotSetUp, MarkerInSight, MarkerPlace

COMMON_SIZES_IN = (
    (36.0, 36.0), (44.0, 30.0), (48.0, 36.0), (48.0, 48.0), (60.0, 36.0), (60.0, 44.0),
    (60.0, 48.0), (72.0, 48.0), (72.0, 60.0), (72.0, 72.0), (96.0, 48.0), (96.0, 60.0),
    (96.0, 72.0), (120.0, 48.0), (120.0, 72.0), (144.0, 48.0), (144.0, 72.0),
)  # fmt: skip
"""East and north of tables that wargamers have, inches."""

FOUND_ONLY_IN = 0.1
"""Markers known worse than this were found by the program, and nothing has told their scale."""

TAPED_IN = 0.06
"""One standard deviation of found places whose scale a tape has told."""

STANDARD_IN = 0.12
"""One standard deviation of sheets that were laid by hand into corners of a table whose own
size is known to about an eighth of an inch."""

_CELLS = 6
_MM_IN = 25.4
_SNAP = 0.045
_ASIDE = 0.06
"""Of the longer side: how far a found marker may seem to lie from its spot before the scale of
all is known; for each of them its nearest spot is still the right one."""
_ASTRAY_IN = 1.0
"""How far it may lie from there once the scale is: a sheet a little askew, a table a little
smaller than its name. A sheet that was laid elsewhere is further off."""
_AS_FAR = 0.98


def in_sight(picture: Picture) -> tuple[MarkerInSight, ...]:
    """The markers of the usual family that a glance at the picture shows."""
    high, wide = picture.shape[:2]
    return tuple(
        MarkerInSight(number, ((x + 0.5) / wide, (y + 0.5) / high))
        for number, (x, y) in spot_markers(picture).items()
    )


def sheet_inset_in(side_in: float) -> float:
    """From the middle of a printed marker to the sides of its sheet, inches; to the south it is
    more by the strip with the words, where there is one."""
    return side_in * (0.5 + MARKER_QUIET / _CELLS)


def likely_size(places: Sequence[MarkerPlace]) -> tuple[float, float]:
    """The table round markers that lie along its edge: a common size, else whole inches."""
    xs, ys = [place.x_in for place in places], [place.y_in for place in places]
    edge_in = 2 * sheet_inset_in(places[0].size_in)
    seems = (max(xs) - min(xs) + edge_in, max(ys) - min(ys) + edge_in)

    def off(size: tuple[float, float]) -> float:
        return max(abs(a / b - 1) for a, b in zip(seems, size, strict=True))

    turned = [(deep, wide) for wide, deep in COMMON_SIZES_IN if wide != deep]
    best = min((*COMMON_SIZES_IN, *turned), key=off)
    return best if off(best) < _SNAP else (float(round(seems[0])), float(round(seems[1])))


def sized(
    places: Sequence[MarkerPlace], rough_in: tuple[float, float]
) -> tuple[tuple[float, float], tuple[MarkerPlace, ...]]:
    """The likely size, and the places about its middle that lay about the middle of *rough_in*."""
    size_in = likely_size(places)
    east, north = ((new - old) / 2 for new, old in zip(size_in, rough_in, strict=True))
    return size_in, tuple(replace(p, x_in=p.x_in + east, y_in=p.y_in + north) for p in places)


def standard_places(
    places: Sequence[MarkerPlace], size_in: tuple[float, float]
) -> tuple[MarkerPlace, ...]:
    """Where the found markers lie if their sheets fill the corners of the table and the middles
    of its edges, words to the south.

    Raises:
        CannotSetUp: one of them lies elsewhere, or two share a spot.
    """
    side_in = places[0].size_in
    inset_in = sheet_inset_in(side_in)
    strip_in = words_strip_mm((inset_in - side_in / 2) * _MM_IN) / _MM_IN
    spots = _spots(size_in, inset_in, inset_in + strip_in)
    reach = _ASIDE * max(size_in)
    taken: dict[tuple[float, float], int] = {}
    laid = []
    for place in places:
        spot = min(spots, key=lambda spot: math.dist(spot, (place.x_in, place.y_in)))
        if math.dist(spot, (place.x_in, place.y_in)) > reach or spot in taken:
            raise CannotSetUp(_elsewhere(place.id))
        taken[spot] = place.id
    strays = _strays(places, list(taken), size_in)
    if strays:
        raise CannotSetUp(_elsewhere(strays[0]))
    for spot, place in zip(taken, places, strict=True):
        laid.append(replace(place, x_in=round(spot[0], 3), y_in=round(spot[1], 3), turned_deg=0.0))
    return tuple(laid)


def _elsewhere(number: int) -> str:
    return (
        f"marker {number} does not seem to lie in a corner or at the middle of an edge "
        "of its own: lay it there, or let the program find the places"
    )


def _strays(
    places: Sequence[MarkerPlace],
    spots: Sequence[tuple[float, float]],
    size_in: tuple[float, float],
) -> list[int]:
    """The markers that no scale about the table's middle brings near their spots, worst first.

    The scale is that of least squares, k = sum(found · spot) / sum(found · found).
    """
    middle = (size_in[0] / 2, size_in[1] / 2)
    seen = [(place.x_in - middle[0], place.y_in - middle[1]) for place in places]
    meant = [(x - middle[0], y - middle[1]) for x, y in spots]
    both = sum(a * c + b * d for (a, b), (c, d) in zip(seen, meant, strict=True))
    scale = both / max(sum(a * a + b * b for a, b in seen), 1e-9)
    off = {
        place.id: math.dist((scale * a, scale * b), spot)
        for place, (a, b), spot in zip(places, seen, meant, strict=True)
    }
    return sorted((k for k, far in off.items() if far > _ASTRAY_IN), key=lambda k: -off[k])


def _spots(
    size_in: tuple[float, float], inset_in: float, south: float
) -> list[tuple[float, float]]:
    wide, deep = size_in
    east, north = wide - inset_in, deep - inset_in
    corners = [(x, y) for x in (inset_in, east) for y in (south, north)]
    edges = [(wide / 2, south), (wide / 2, north), (inset_in, deep / 2), (east, deep / 2)]
    # At the middle of an edge lie the ticks of the sheet, which are those of the black square.
    return [*corners, *edges]


def ends_of_tape(markers: Sequence[Marker], used: Sequence[int]) -> tuple[int, int] | None:
    """The two markers to lay a tape between: as far apart as can be, of the lowest numbers."""
    spots = {m.id: (m.x_in, m.y_in) for m in markers if m.id in used}
    pairs = {pair: _apart(spots, pair) for pair in combinations(sorted(spots), 2)}
    longest_in = max(pairs.values(), default=0.0)
    # Of two diagonals that are equally long but for a hair, always the same one.
    return next((pair for pair, far in pairs.items() if far > _AS_FAR * longest_in), None)


def _apart(spots: dict[int, tuple[float, float]], pair: tuple[int, int]) -> float:
    return math.dist(spots[pair[0]], spots[pair[1]])


def scaled_by(table: TableFile, tape: Tape) -> TableFile:
    """A table whose markers were found by the program, made as large as the tape says.

    A table whose places were typed stays as it is.
    """
    if table.marker_tolerance_in <= FOUND_ONLY_IN:
        return table
    spots = {marker.id: (marker.x_in, marker.y_in) for marker in table.markers}
    by = tape.distance_in / _apart(spots, (tape.first, tape.second))
    wide, deep = (side / 2 for side in table.size_in)
    markers = tuple(
        replace(
            marker,
            x_in=round(wide + (marker.x_in - wide) * by, 3),
            y_in=round(deep + (marker.y_in - deep) * by, 3),
        )
        for marker in table.markers
    )
    return replace(table, markers=markers, marker_tolerance_in=TAPED_IN)
