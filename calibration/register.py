"""Where the camera is: table markers (and known-size tags) in one picture to a Calibration.

With a lens profile only the pose is really unknown, and the profile's own error goes along;
without one, lens and pose are solved together and the ± grows by what one picture of a flat
table cannot tell. The method and its limits: docs/accuracy.md.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError, Lens, undistort
from calibration.fit.beliefs import any_fisheye, any_lens, lens_belief
from calibration.fit.doubts import doubts
from calibration.fit.few import refuse_few
from calibration.fit.halves import contradicts
from calibration.fit.likeliest import Weighed, doubted, weigh, wobble_px
from calibration.fit.problem import COMMON, LensBelief, Noise, Problem, lens_is_known
from calibration.fit.quarrel import find_outliers, refuse_wrong_lens, refuse_wrong_prints
from calibration.fit.reports import (
    LEAST_MARKERS,
    MarkerReport,
    held_out_in,
    left_out_rows,
    used_rows,
    warnings_of,
)
from calibration.fit.rows import error_rows
from calibration.fit.shared import SCALE, WARP, Common, tapes_between
from calibration.fit.solve import KEPT, Solution, Source, solve
from calibration.fit.squares import Squares
from calibration.fit.zoomed import by_sizes, zoom_doubted, zoom_told
from calibration.markers import MarkerSeen, Picture, see_markers
from calibration.table_file import MARKER_TOLERANCE_IN, Height, Marker, TableFile, Tape, Unplaced
from calibration.tolerances import HONEST, Tolerances

# Markers this far off the axis (a tangent, 39 degrees) tell a fisheye from another lens.
_WIDE = 0.8
# Twenty to one.
_CLEARLY = 3.0


@dataclass(frozen=True, slots=True)
class KnownTag:
    """A tag of known size at a known height, anywhere on the table.

    ``corners_px``: printed order (top-left, top-right, bottom-right, bottom-left).
    ``height_in``: above the table top. ``sigma_px``: of one corner coordinate.
    """

    size_in: float
    height_in: float
    corners_px: tuple[tuple[float, float], ...]
    sigma_px: float = 0.15


@dataclass(frozen=True, slots=True)
class Typed:
    """What a table file says beside the markers: how far things may be off, what was measured."""

    tolerances: Tolerances = HONEST
    tapes: tuple[Tape, ...] = ()
    heights: tuple[Height, ...] = ()
    unplaced: tuple[Unplaced, ...] = ()


UNTYPED = Typed()
"""Nothing was measured, and nobody said how far things may be off."""


def typed_of(table: TableFile) -> Typed:
    """What that table file says."""
    return Typed(table.tolerances, table.tapes, table.heights, table.unplaced)


@dataclass(frozen=True, eq=False)
class Given:
    """What is known before the picture is looked at.

    ``belief``: of the lens. ``placement_in``: how well each marker lies where it is typed;
    ``together_in``: what they may all be off together, at the reach of the markers.
    """

    markers: tuple[Marker, ...]
    size_px: tuple[int, int]
    belief: LensBelief
    placement_in: float
    together_in: float = 0.0
    typed: Typed = UNTYPED

    @property
    def common(self) -> Common:
        """What all prints and places may have wrong together.

        Places that were found as a whole have one more error of scale, *together_in*.
        """
        common = Common.of(self.markers, self.typed.tolerances, self.typed.heights)
        places = np.array([(marker.x_in, marker.y_in) for marker in self.markers])
        reach_in = float(np.sqrt(((places - places.mean(axis=0)) ** 2).sum(axis=1).mean()))
        sigma = common.sigma.copy()
        sigma[SCALE] = np.hypot(sigma[SCALE], self.together_in / max(reach_in, 1e-6))
        return replace(common, sigma=sigma)


@dataclass(frozen=True, eq=False)
class Registration:
    """A calibration and how it came about, marker by marker.

    ``missing``: ids of table markers that were not seen. ``placement_in``: how well the seen
    ones turned out to lie where they are typed, one standard deviation. ``solution``: what the
    calibration was made of. ``beside``: markers that were seen and whose places nobody typed.
    """

    calibration: Calibration
    markers: tuple[MarkerReport, ...]
    missing: tuple[int, ...]
    placement_in: float
    seen: tuple[MarkerSeen, ...]
    given: Given
    solution: Solution
    beside: tuple[MarkerSeen, ...] = ()

    @property
    def used(self) -> tuple[int, ...]:
        """The ids of the markers that took part, as the solution has them."""
        return tuple(row.id for row in self.markers if row.used)

    def without(self, marker_id: int) -> Registration:
        """The same camera solved again as if that marker had not been seen."""
        seen = [each for each in (*self.seen, *self.beside) if each.id != marker_id]
        return register_seen_as(seen, self.given)

    def with_tags(self, tags: Sequence[KnownTag]) -> Registration:
        """The same camera with tags of known size: solved again where no lens is known; where it
        is, tags on hills tell of a zoom since it was calibrated."""
        if not lens_is_known(self.given.belief):
            return register_seen_as((*self.seen, *self.beside), self.given, tags)
        zoom = by_sizes(self.solution, _tag_squares(tags, self.solution))
        rest = [source for source in self.solution.doubted if source.cause != "zoom"]
        solution = replace(self.solution, doubted=(*rest, *zoom_doubted(self.solution, zoom)))
        errors, causes = error_rows(solution, self.calibration)
        said = (*self.calibration.warnings, *zoom_told(zoom))
        calibration = replace(self.calibration, errors=errors, causes=causes, warnings=said)
        return replace(self, calibration=calibration, solution=solution)


def register_with_report(
    picture: Picture,
    markers: Sequence[Marker],
    lens: Lens | None = None,
    *,
    lens_covariance: Array | None = None,
    placement_sigma_in: float = MARKER_TOLERANCE_IN,
    tags: Sequence[KnownTag] = (),
    typed: Typed = UNTYPED,
) -> Registration:
    """Find the markers in the picture and place the camera.

    *lens* None: it is solved along, which takes at least 4 markers and is better with 6.
    *lens_covariance*: (9, 9) of (fx, fy, cx, cy, k1, k2, p1, p2, k3), from a lens profile.

    Raises:
        CalibrationError: too few markers, a mirrored picture, or a lens that belongs to another
            picture size.
    """
    height, width = picture.shape[:2]
    given = given_for(
        (width, height),
        markers,
        lens,
        lens_covariance=lens_covariance,
        placement_sigma_in=placement_sigma_in,
        typed=typed,
    )
    seen = see_markers(picture, (*markers, *typed.unplaced), LEAST_MARKERS)
    return register_seen_as(seen, given, tags)


def given_for(
    size_px: tuple[int, int],
    markers: Sequence[Marker],
    lens: Lens | None = None,
    *,
    lens_covariance: Array | None = None,
    placement_sigma_in: float = MARKER_TOLERANCE_IN,
    typed: Typed = UNTYPED,
) -> Given:
    """What is known beforehand of a picture of *size_px*; the arguments as above.

    Raises:
        CalibrationError: the lens belongs to another picture size.
    """
    belief = lens_belief(lens, lens_covariance, size_px)
    return Given(tuple(markers), size_px, belief, *_doubts(placement_sigma_in), typed)


def register_seen(
    seen: Iterable[MarkerSeen],
    markers: Sequence[Marker],
    size_px: tuple[int, int],
    lens: Lens | None = None,
    *,
    lens_covariance: Array | None = None,
    placement_sigma_in: float = MARKER_TOLERANCE_IN,
    tags: Sequence[KnownTag] = (),
    typed: Typed = UNTYPED,
) -> Registration:
    """As ``register_with_report``, from markers already found in a picture of *size_px*."""
    given = given_for(
        size_px,
        markers,
        lens,
        lens_covariance=lens_covariance,
        placement_sigma_in=placement_sigma_in,
        typed=typed,
    )
    return register_seen_as(seen, given, tags)


def register_seen_as(
    seen: Iterable[MarkerSeen], given: Given, tags: Sequence[KnownTag] = ()
) -> Registration:
    """As ``register_seen``, with what is known beforehand in one value.

    Raises:
        CalibrationError: too few markers, or they fit neither one another nor the lens.
    """
    places = {marker.id: marker for marker in given.markers}
    everything = sorted(seen, key=lambda each: each.id)
    found = [each for each in everything if each.id in places]
    refuse_few(found, given.markers, LEAST_MARKERS)
    problem = _problem(found, places, given)
    outliers = _outliers(problem, given)
    left_out = {found[k].id for k in outliers or ()}
    for k in reversed(outliers or []):
        problem = problem.without(k)
    ids = [each.id for each in found if each.id not in left_out]
    tested = _tested(problem, ids, tags, blames=outliers is not None)
    solution = tested.solution
    off = held_out_in(solution)
    calibration = calibration_of(solution, tested.ids, off)
    calibration = replace(calibration, wobble_px=wobble_px(tested.weighed))
    said = doubts(solution, tested.ids, tested.weighed[0], quarrel=outliers is None)
    rows = used_rows(tested.ids, off, solution)
    rows += left_out_rows(found, left_out | set(tested.moved), places, calibration)
    warnings = warnings_of(rows, tested.moved, len(places), said)
    return Registration(
        replace(calibration, warnings=warnings),
        tuple(sorted(rows, key=lambda row: row.id)),
        tuple(sorted(set(places) - {each.id for each in found})),
        solution.noise.placement_in,
        tuple(found),
        given,
        solution,
        tuple(each for each in everything if each.id not in places),
    )


def _outliers(problem: Problem, given: Given) -> list[int] | None:
    """As ``find_outliers``, where it is not the lens or the prints that are wrong.

    Raises:
        CalibrationError: it is.
    """
    outliers = find_outliers(problem)
    if outliers is None or len(outliers) > 1:
        refuse_wrong_lens(problem, any_lens(*given.size_px))
    if outliers is None:
        refuse_wrong_prints(problem)
    return outliers


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """A solution by the markers *ids*, what they are suspected of, and those that have moved
    and were left out, with a sentence each."""

    solution: Solution
    ids: list[int]
    weighed: tuple[Weighed, ...]
    moved: dict[int, str]


def _tested(problem: Problem, ids: list[int], tags: Sequence[KnownTag], *, blames: bool) -> _Tested:
    """The camera, tested; when *blames*, without single markers that have most likely moved."""
    moved: dict[int, str] = {}
    most = len(ids) // 3 if blames else 0
    while True:
        solution = _solve_lenses(problem, tags)
        weighed = weigh(solution, ids)
        likeliest = weighed[0]
        k = likeliest.suspicion.marker
        if k is None or likeliest.score <= 0 or len(moved) >= most or len(ids) <= LEAST_MARKERS:
            break
        moved[ids[k]] = likeliest.said
        problem, ids = problem.without(k), [*ids[:k], *ids[k + 1 :]]
    beyond = (*solution.doubted, *doubted(weighed), *zoom_doubted(solution))
    solution = replace(solution, doubted=beyond)
    return _Tested(solution, ids, weighed, moved)


def _problem(found: list[MarkerSeen], places: dict[int, Marker], given: Given) -> Problem:
    corners = {each.id: np.array(each.corners_px) for each in found}
    tapes = tapes_between(given.typed.tapes, places, corners)
    common = replace(given.common, tapes=tapes)
    return Problem(_squares(found, places), given.belief, common, Noise(given.placement_in))


def _solve_lenses(problem: Problem, tags: Sequence[KnownTag]) -> Solution:
    """The camera with the lens model that the evidence speaks for, where the lens is open.

    A fisheye draws angles and not tangents; over a narrow view the two are the same.
    """
    plain = _solve_with_tags(problem, tags)
    if lens_is_known(problem.belief) or problem.fisheye:
        return plain
    seen = problem.markers.corners_px.reshape(-1, 2)
    if float(np.hypot(*undistort(seen, plain.lens()).T).max()) < _WIDE:
        return plain
    try:
        bent = _solve_with_tags(replace(problem, belief=any_fisheye(problem.belief.lens)), tags)
    except CalibrationError:
        return plain
    return bent if bent.log_evidence > plain.log_evidence + _CLEARLY else plain


def _solve_with_tags(problem: Problem, tags: Sequence[KnownTag]) -> Solution:
    """The camera by markers and tags; by the markers alone where the tags contradict them."""
    alone = solve(problem)
    if not tags:
        return alone
    joint = solve(replace(problem, tags=_tag_squares(tags, alone)), beside=alone)
    kept = np.ix_(KEPT, KEPT)
    before, after = ((one.unknowns[KEPT], one.covariance[kept]) for one in (alone, joint))
    if not contradicts(before, after):
        return joint
    way = Source("doubted", "prints", (after[0] - before[0])[None])
    return replace(alone, against_tags=True, doubted=(way,))


def calibration_of(solution: Solution, ids: list[int], off: Array) -> Calibration:
    """The solution as a Calibration; its errors are a root of the posterior covariance."""
    unknowns, common = solution.unknowns, solution.problem.common
    rms = float(np.sqrt((solution.shape_px**2).sum(axis=2).mean()))
    held = float(np.sqrt((off**2).mean())) if len(off) else None
    print_of = hashlib.sha256(np.round(unknowns[:15], 9).tobytes()).hexdigest()[:10]
    bare = Calibration(
        solution.lens(), unknowns[:3], unknowns[3:6], np.empty((0, 15)), rms,
        f"markers {','.join(map(str, ids))} {print_of}", held,
        outline=common.outline, warp=tuple(unknowns[COMMON][WARP].tolist()),
    )  # fmt: skip
    errors, causes = error_rows(solution, bare)
    return replace(bare, errors=errors, causes=causes)


def _doubts(placement_sigma_in: float) -> tuple[float, float]:
    """What each marker's place has wrong of its own, and what all have wrong together.

    A hand that lays markers errs by a millimetre, each on its own. Places known worse than
    that were found as a whole (``found_places``): the rest of their sigma is of the whole table.
    """
    own_in = min(placement_sigma_in, MARKER_TOLERANCE_IN)
    return own_in, float(np.sqrt(placement_sigma_in**2 - own_in**2))


def _squares(found: list[MarkerSeen], places: dict[int, Marker]) -> Squares:
    rows = [places[each.id] for each in found]
    return Squares(
        np.array([(m.x_in, m.y_in, m.z_in) for m in rows]),
        np.array([m.turned_deg for m in rows]),
        np.array([m.size_in for m in rows]),
        np.array([each.corners_px for each in found]),
        np.array([each.sigma_px for each in found]),
    )


def _tag_squares(tags: Sequence[KnownTag], solution: Solution) -> Squares:
    at = solution.unknowns
    rough = Calibration(solution.lens(), at[:3], at[3:6], np.empty((0, 15)), 0.0, "")
    centres, turned = [], []
    for tag in tags:
        corners = rough.to_table(np.array(tag.corners_px), tag.height_in)
        up = corners[0] + corners[1] - corners[2] - corners[3]
        centres.append((*corners.mean(axis=0).tolist(), tag.height_in))
        turned.append(float(np.degrees(np.arctan2(up[1], up[0]))) - 90.0)
    return Squares(
        np.array(centres),
        np.array(turned),
        np.array([tag.size_in for tag in tags]),
        np.array([tag.corners_px for tag in tags]),
        np.array([tag.sigma_px for tag in tags]),
    )
