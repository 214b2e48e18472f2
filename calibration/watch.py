"""Has the camera moved?  The known markers, looked at where they should be, with every frame.

Law: no clock and no camera in here. A ``Reference`` remembers what the marker surroundings
looked like when the camera was placed; ``check`` compares one more picture with it and says
``Still``, ``Swaying``, ``Shifted`` (placed anew), ``Knocked`` or ``MarkersHidden``. A small
patch of light is followed per marker, about a millisecond each; nothing is searched while
nothing has moved.
"""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError
from calibration.fitting.follow import Spot, followed, spot_of
from calibration.markers import MarkerSeen, Picture, see_markers
from calibration.register import Registration, register_seen_as
from calibration.table_file import Marker

STILL_IN = 0.01
"""Under this the markers have not moved; the sensor's noise shows a tenth of it."""

KNOCKED_IN = 2.0
"""Beyond this the camera was knocked: a person should look at it before anything is ruled."""

ZOOMED = 0.004
"""The picture shows everything so much larger or smaller: a stand does not sink by a quarter of
an inch of sixty by itself, but a zoom or a stabiliser that is switched on changes this much."""

HIDDEN_AFTER_S = 10.0
"""Markers may be covered by an arm for so long before it is said."""

LEAST_MARKERS = 3

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, eq=False)
class Sway:
    """How far off its place everything on the table seems in one picture, by the markers.

    ``by_place``: (3, 2) the shift in inches east and north, for (1, x_in, y_in). ``rest_in``:
    what the markers differ from that by, one standard deviation an axis: noise, or the wobble
    of a rolling shutter. ``off_in``: how far half of the markers seem to have moved at least.
    """

    by_place: Array
    rest_in: float
    off_in: float

    @property
    def zoomed(self) -> float:
        """How many times larger everything looks."""
        return 1.0 + float(self.by_place[1, 0] + self.by_place[2, 1]) / 2

    def shift_in(self, x_in: float, y_in: float) -> tuple[float, float]:
        """How far east and north what lies there seems to have moved."""
        east, north = np.array([1.0, x_in, y_in]) @ self.by_place
        return float(east), float(north)


STEADY = Sway(np.zeros((3, 2)), 0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Still:
    """The camera has not moved. ``moved_in``: what the markers show, noise included.

    ``loose``: markers that moved by themselves, to be put back.
    """

    moved_in: float
    loose: tuple[int, ...] = ()
    sway: Sway = STEADY


@dataclass(frozen=True, slots=True)
class Swaying:
    """The camera moves at this moment; it is placed anew when it has come to rest."""

    moved_in: float
    sway: Sway


@dataclass(frozen=True, eq=False)
class Shifted:
    """The camera moved a little and was placed anew; ``text`` is for the log. ``zoomed``: how
    many times larger the picture shows everything than before."""

    reference: Reference
    moved_in: float
    text: str
    zoomed: float = 1.0


@dataclass(frozen=True, slots=True)
class Knocked:
    """The camera moved far: no ruling until a person has looked. ``text`` says what to do."""

    moved_in: float
    text: str


@dataclass(frozen=True, slots=True)
class MarkersHidden:
    """Too few markers are seen to know; ``text`` is "" until that has lasted long."""

    seen: tuple[int, ...]
    text: str


Verdict = Still | Swaying | Shifted | Knocked | MarkersHidden


@dataclass(frozen=True, slots=True, eq=False)
class Levers:
    """What a move in the picture means on the table, marker by marker.

    ``rows``: the row of each marker. ``pixels``: (n, 2) where it lay. ``by_px``: (n, 2, 2) inches
    per pixel. ``design``: (n, 3) rows of (1, x_in, y_in).
    """

    rows: dict[int, int]
    pixels: Array
    by_px: Array
    design: Array


@dataclass(frozen=True, eq=False)
class Reference:
    """A registration, and what its markers looked like."""

    registration: Registration
    spots: tuple[Spot, ...]

    @classmethod
    def of(cls, picture: Picture, registration: Registration) -> Reference:
        """Remember the markers of *registration* as they lie in *picture*."""
        used = {row.id for row in registration.markers if row.used}
        spots = [spot_of(picture, seen) for seen in registration.seen if seen.id in used]
        return cls(registration, tuple(spot for spot in spots if spot is not None))

    @property
    def calibration(self) -> Calibration:
        """The calibration in force."""
        return self.registration.calibration

    @cached_property
    def levers(self) -> Levers:
        """Worked out once: they hold for every picture that is compared."""
        places = {seen.id: seen.centre_px for seen in self.registration.seen}
        pixels = np.array([places[spot.id] for spot in self.spots]).reshape(-1, 2)
        by_px, _ = self.calibration.table_jacobians(pixels, 0.0)
        on_table = self.calibration.to_table(pixels, 0.0)
        rows = {spot.id: row for row, spot in enumerate(self.spots)}
        return Levers(rows, pixels, by_px, np.column_stack([np.ones(len(pixels)), on_table]))


def has_come_to_rest(_: Sway) -> bool:
    """For pictures that are known to be taken by a camera at rest."""
    return True


def check(
    reference: Reference,
    picture: Picture,
    *,
    hidden_s: float = 0.0,
    rests: Callable[[Sway], bool] = has_come_to_rest,
    colour: Callable[[], Picture] | None = None,
) -> Verdict:
    """What one more picture says about the camera.

    *hidden_s*: how long too few markers have been seen before this picture, seconds. *rests*:
    whether a camera that hangs so far off its place has come to rest there. *colour*: gives the
    colours of a grey picture; they are asked for only where markers must be found anew.
    A picture of another size is a knock: the camera's setting was changed.
    """
    size_px = (picture.shape[1], picture.shape[0])
    if size_px != reference.registration.given.size_px:
        return Knocked(math.inf, "the camera's picture size changed: calibrate again")
    moves = follow(reference, picture)
    whole = colour or (lambda: picture)
    if len(moves) < LEAST_MARKERS:
        seen = _seen_now(reference, whole())
        return _search(reference, picture, seen, tuple(sorted(moves)), hidden_s)
    moved_in, loose = camera_move(reference, moves)
    sway = sway_of(reference, moves)
    at_rest = rests(sway)
    if moved_in < STILL_IN:
        return Still(moved_in, loose, sway)
    if not at_rest:
        return Swaying(moved_in, sway)
    return _placed_anew(reference, picture, _seen_now(reference, whole()))


def follow(reference: Reference, picture: Picture) -> dict[int, tuple[float, float]]:
    """How far each marker that is still near its place has moved in the picture, pixels."""
    found = ((spot.id, followed(spot, picture)) for spot in reference.spots)
    return {marker_id: move for marker_id, move in found if move is not None}


def camera_move(
    reference: Reference, moves: dict[int, tuple[float, float]]
) -> tuple[float, tuple[int, ...]]:
    """How far the camera's view moved on the table, inches, and the markers that moved alone.

    The camera moves all markers alike, a hand moves one: the view moved by what most of
    them show (median per axis), and who differs from a smooth move of all was touched.
    """
    ids = sorted(moves)
    pixels, shift = _shifts(reference, moves)
    sizes = np.linalg.norm(shift, axis=1)
    if len(ids) < 5:
        return float(np.median(sizes)), ()
    expected = _smooth_move(pixels, shift)
    alone = np.linalg.norm(shift - expected, axis=1) > max(4 * STILL_IN, float(np.median(sizes)))
    if alone.sum() > len(ids) // 3:
        alone[:] = False
    together = sizes[~alone]
    return float(np.median(together)), tuple(i for i, odd in zip(ids, alone, strict=True) if odd)


def sway_of(reference: Reference, moves: dict[int, tuple[float, float]]) -> Sway:
    """The smooth move that most markers share, and what is left of each: affine with five
    markers and more, with fewer the same everywhere. One that a hand covers has no say."""
    pixels, shift = _shifts(reference, moves)
    design = reference.levers.design[[reference.levers.rows[i] for i in sorted(moves)]]
    by_place: Array = np.zeros((3, 2))
    if len(pixels) < 5:
        by_place[0] = np.median(shift, axis=0)
    else:
        by_place = np.asarray(np.linalg.lstsq(design, _smooth_move(pixels, shift), rcond=None)[0])
    left = np.abs(shift - design @ by_place)
    # Three numbers an axis were fitted to some eight: what is left is smaller than it was.
    free = math.sqrt(len(left) / max(1, len(left) - 3))
    off_in = float(np.median(np.linalg.norm(shift, axis=1)))
    return Sway(by_place, 1.4826 * free * float(np.median(left)), off_in)


def _shifts(reference: Reference, moves: dict[int, tuple[float, float]]) -> tuple[Array, Array]:
    """(n, 2) where the markers lay in the picture, and how far each moved, inches."""
    levers, ids = reference.levers, sorted(moves)
    rows = [levers.rows[i] for i in ids]
    shift = np.einsum("nij,nj->ni", levers.by_px[rows], np.array([moves[i] for i in ids]))
    return levers.pixels[rows], shift


def _smooth_move(pixels: Array, shift: Array) -> Array:
    """(n, 2) of the affine move that most markers share (least squares, reweighted)."""
    middle, spread = pixels.mean(axis=0), pixels.std() + 1e-9
    design = np.column_stack([np.ones(len(pixels)), (pixels - middle) / spread])
    weights = np.ones(len(pixels))
    for _ in range(10):
        w = weights[:, None]
        answer = np.linalg.lstsq(design * w, shift * w, rcond=None)[0]
        left = np.linalg.norm(shift - design @ answer, axis=1)
        weights = np.sqrt(1 / np.maximum(left, STILL_IN / 4))
    return np.asarray(design @ answer)


def _search(
    reference: Reference,
    picture: Picture,
    seen: Sequence[MarkerSeen],
    near: tuple[int, ...],
    hidden_s: float,
) -> Verdict:
    """Too few markers are where they were: hidden, or the camera looks elsewhere."""
    typed = {marker.id for marker in reference.registration.given.markers}
    if sum(each.id in typed for each in seen) < max(LEAST_MARKERS, len(near) + 1):
        return _hidden(near, reference, hidden_s)
    return _placed_anew(reference, picture, seen)


def _seen_now(reference: Reference, picture: Picture) -> list[MarkerSeen]:
    given = reference.registration.given
    return see_markers(picture, (*given.markers, *given.typed.unplaced))


def _placed_anew(reference: Reference, picture: Picture, seen: Sequence[MarkerSeen]) -> Verdict:
    given = reference.registration.given
    moved_in, zoomed = _view_moved(reference, seen), _zoomed(reference, seen)
    if moved_in > KNOCKED_IN:
        if abs(zoomed - 1) > 5 * ZOOMED:
            return Knocked(moved_in, f"{zoomed_text(zoomed)}. Nothing is measured until then")
        return Knocked(
            moved_in,
            f"the camera was knocked: it sees the table {moved_in:.1f} in from where it was. "
            "Nothing is measured until you put it right and press Calibrate again",
        )
    try:
        registration = register_seen_as(seen, given)
    except CalibrationError as why:
        return MarkersHidden(tuple(each.id for each in seen), str(why))
    text = f"the camera moved by {moved_in:.2f} in at the table and was placed anew"
    _log.info(text)
    return Shifted(Reference.of(picture, registration), moved_in, text, zoomed)


def _zoomed(reference: Reference, seen: Sequence[MarkerSeen]) -> float:
    """How many times further apart the markers lie in the picture than before."""
    before = {each.id: each.centre_px for each in reference.registration.seen}
    known = [each for each in seen if each.id in before]
    if len(known) < LEAST_MARKERS:
        return 1.0
    spreads = [
        np.linalg.norm(places - places.mean(axis=0))
        for places in (
            np.array([each.centre_px for each in known]),
            np.array([before[each.id] for each in known]),
        )
    ]
    return float(spreads[0] / spreads[1])


def zoomed_text(zoomed: float) -> str:
    """A sentence about a picture that shows everything larger or smaller, "" for as before."""
    if abs(zoomed - 1) < ZOOMED:
        return ""
    how = f"{abs(zoomed - 1):.1%} {'larger' if zoomed > 1 else 'smaller'}"
    return (
        f"the picture shows everything {how} than when the camera was found: switch off digital "
        "zoom and image stabiliser, or, if the camera was hung anew, press Calibrate again"
    )


def _view_moved(reference: Reference, seen: Sequence[MarkerSeen]) -> float:
    """Median over the markers of how far each seems to have moved on the table, inches."""
    places = {marker.id: marker for marker in reference.registration.given.markers}
    before = {each.id: each for each in reference.registration.seen}
    known = [each for each in seen if each.id in before]
    if not known:
        return math.inf
    heights = np.array([places[each.id].z_in for each in known])
    try:
        now = reference.calibration.to_table(np.array([e.centre_px for e in known]), heights)
    except CalibrationError:
        return math.inf
    then = reference.calibration.to_table(
        np.array([before[e.id].centre_px for e in known]), heights
    )
    return float(np.median(np.linalg.norm(now - then, axis=1)))


def _hidden(near: tuple[int, ...], reference: Reference, hidden_s: float) -> MarkersHidden:
    if hidden_s < HIDDEN_AFTER_S:
        return MarkersHidden(near, "")
    names = ", ".join(map(str, near)) or "none"
    return MarkersHidden(
        near,
        f"only {len(near)} of {len(reference.spots)} table markers are seen ({names}) for "
        f"{hidden_s:.0f} s: whether the camera was moved cannot be told, uncover the markers",
    )


def moved_markers_text(loose: Sequence[int], markers: Sequence[Marker]) -> str:
    """A sentence about markers that were touched, "" when none was."""
    known = {marker.id for marker in markers}
    names = ", ".join(str(i) for i in loose if i in known)
    return f"marker {names} was moved: put it back on its place" if names else ""
