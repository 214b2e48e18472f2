"""Table markers between what a person types on the page and what a table file holds."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace

from calibration.fit.reports import LEAST_MARKERS
from calibration.register import Registration
from calibration.table_file import Marker, TableFile
from vision.table.quality import CannotSetUp, MarkerPlace, MarkerState

MOST_MARKERS = 60

_SAME_PLACE_IN = 0.001


def place_of(marker: Marker) -> MarkerPlace:
    """What the page shows of a marker."""
    return MarkerPlace(marker.id, marker.x_in, marker.y_in, marker.size_in, marker.turned_deg)


def state_of(marker: Marker, registration: Registration | None) -> MarkerState:
    """What became of a marker when the camera was found."""
    place = place_of(marker)
    if registration is None:
        return MarkerState(place, False, False)
    seen = {each.id: each for each in registration.seen}.get(marker.id)
    row = {each.id: each for each in registration.markers}.get(marker.id)
    if seen is None or row is None:
        return MarkerState(place, False, False)
    wide, high = registration.given.size_px
    at = ((seen.centre_px[0] + 0.5) / wide, (seen.centre_px[1] + 0.5) / high)
    return MarkerState(place, True, row.used, row.off_in, at)


def refuse_odd(places: Sequence[MarkerPlace]) -> None:
    """Raises CannotSetUp: fewer than four, too many, or one twice."""
    ids = [place.id for place in places]
    twice = sorted({number for number in ids if ids.count(number) > 1})
    if twice:
        raise CannotSetUp(f"marker {twice[0]} is listed twice")
    if not LEAST_MARKERS <= len(places) <= MOST_MARKERS:
        raise CannotSetUp(
            f"{len(places)} markers are listed: from {LEAST_MARKERS} to {MOST_MARKERS} are used"
        )


def with_markers(
    table: TableFile,
    size_in: tuple[float, float],
    places: Sequence[MarkerPlace],
    tolerance_in: float,
) -> TableFile:
    """The table with that size and exactly these markers.

    A marker that it had keeps its height and family. *tolerance_in*: how well they lie where
    they are listed, one standard deviation; where half of them lie as before it is not less
    than it was, for mending one place does not make the others any surer.
    """
    known = {marker.id: marker for marker in table.markers}
    markers = tuple(_marker(place, known.get(place.id)) for place in places)
    if _mostly_kept(markers, known):
        tolerance_in = max(tolerance_in, table.marker_tolerance_in)
    return replace(table, size_in=size_in, markers=markers, marker_tolerance_in=tolerance_in)


def _marker(place: MarkerPlace, known: Marker | None) -> Marker:
    like = known or Marker(place.id, 0.0, 0.0, place.size_in)
    return replace(
        like, x_in=place.x_in, y_in=place.y_in, size_in=place.size_in, turned_deg=place.turned_deg
    )


def _mostly_kept(markers: Sequence[Marker], known: Mapping[int, Marker]) -> bool:
    """Do at least half of the markers lie where they were listed before?"""
    kept = [
        marker
        for marker in markers
        if marker.id in known
        and math.hypot(marker.x_in - known[marker.id].x_in, marker.y_in - known[marker.id].y_in)
        < _SAME_PLACE_IN
    ]
    return 2 * len(kept) >= len(markers)
