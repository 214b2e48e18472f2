"""Several cameras placed together, tied by the markers that two of them see.

Each camera is placed by itself first; one that sees fewer than four markers of typed places is
helped by the places at which others see the rest. Then all are solved as one least squares.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError, Lens
from calibration.fit.joint import Answer, Joint, Seat, of_camera, with_noise
from calibration.fit.problem import COMMON, LENS, Problem
from calibration.fit.shared import WARP, Taped
from calibration.fit.squares import Squares
from calibration.markers import MarkerSeen, Picture, see_markers
from calibration.register import (
    Given,
    Registration,
    given_for,
    register_seen_as,
    typed_of,
)
from calibration.table_file import Marker, TableFile, Tape, Unplaced

UNTIED = (
    "the cameras' markers fit no common table: check the typed places of those that two cameras see"
)


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Where a marker lies whose place nobody typed; one standard deviation in its worst
    direction."""

    id: int
    x_in: float
    y_in: float
    sigma_in: float
    seen_by: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tied:
    """The cameras' calibrations with errors in one order, and where the other markers lie."""

    calibrations: tuple[Calibration, ...]
    places: tuple[FoundPlace, ...] = field(default=())


def tie(cameras: Sequence[Registration], names: Sequence[str] = ()) -> Tied:
    """All cameras solved together.

    *names*: of the cameras, for the causes of what is wrong with one of them alone.

    Raises:
        CalibrationError: together they fit no table.
    """
    if not cameras:
        return Tied(())
    free = _free(cameras)
    seats = _as_one(
        tuple(_seat(camera, free, names[k] if names else "") for k, camera in enumerate(cameras)),
        fresh_tapes(cameras),
    )
    answer = Joint(seats, tuple(sorted(free))).solved()
    if answer is None:
        raise CalibrationError(UNTIED)
    rows, causes = _with_doubts(*answer.errors(), cameras, names)
    calibrations = tuple(
        _calibration(camera.calibration, seat.problem, answer.camera(k), rows[k], causes)
        for k, (camera, seat) in enumerate(zip(cameras, answer.joint.seats, strict=True))
    )
    return Tied(calibrations, tuple(_found(answer, marker) for marker in sorted(free)))


def _with_doubts(
    rows: tuple[Array, ...],
    causes: tuple[str, ...],
    cameras: Sequence[Registration],
    names: Sequence[str],
) -> tuple[tuple[Array, ...], tuple[str, ...]]:
    """The rows, and what each camera alone is doubted for beyond its model."""
    found, named = list(rows), list(causes)
    for k, camera in enumerate(cameras):
        for source in camera.solution.doubted:
            some = [source.rows if n == k else 0 * source.rows for n in range(len(cameras))]
            found = [np.vstack(pair) for pair in zip(found, some, strict=True)]
            named += [of_camera(source.cause, names[k] if names else "")] * len(source.rows)
    return tuple(found), tuple(named)


def register_helped(
    picture: Picture,
    table: TableFile,
    lens: Lens | None,
    lens_covariance: Array | None,
    others: Sequence[Registration],
) -> Registration:
    """A camera placed by its picture; the *others* say where the markers lie that nobody typed.

    Raises:
        CalibrationError: the markers are too few all the same, or fit no camera.
    """
    given = given_for(
        (picture.shape[1], picture.shape[0]),
        table.markers,
        lens,
        lens_covariance=lens_covariance,
        placement_sigma_in=table.marker_tolerance_in,
        typed=typed_of(table),
    )
    seen = see_markers(picture, (*table.markers, *table.unplaced))
    return register_tied(others, seen, given)


def register_tied(
    others: Sequence[Registration], seen: Sequence[MarkerSeen], given: Given
) -> Registration:
    """A camera placed by the markers it has *seen*; the *others* say where those of them lie
    that nobody typed.

    Raises:
        CalibrationError: they are too few all the same, or fit no camera.
    """
    places = _places(others)
    known = {marker.id for marker in given.markers}
    lent = [places[each.id] for each in seen if each.id in places and each.id not in known]
    return register_seen_as(seen, replace(given, markers=(*given.markers, *lent)))


def _places(cameras: Sequence[Registration]) -> Mapping[int, Marker]:
    """Where the cameras see the markers that nobody typed: the mean of those that do."""
    sizes = {one.id: one for camera in cameras for one in camera.given.typed.unplaced}
    spots: dict[int, list[Array]] = {}
    for camera in cameras:
        for each in camera.beside:
            if each.id in sizes:
                spots.setdefault(each.id, []).append(_spot(camera, each, sizes[each.id]))
    return {
        marker: _marker_at(sizes[marker], np.mean(found, axis=0)) for marker, found in spots.items()
    }


def _spot(camera: Registration, seen: MarkerSeen, like: Unplaced) -> Array:
    """(4,) x, y and the direction of its printed top, as a unit vector."""
    corners = camera.calibration.to_table(np.array(seen.corners_px), like.z_in)
    up = corners[0] + corners[1] - corners[2] - corners[3]
    return np.concatenate([corners.mean(axis=0), up / np.linalg.norm(up)])


def _marker_at(like: Unplaced, spot: Array) -> Marker:
    turned = float(np.degrees(np.arctan2(spot[3], spot[2]))) - 90.0
    return Marker(
        like.id, float(spot[0]), float(spot[1]), like.size_in, like.z_in, turned, like.family
    )


def _free(cameras: Sequence[Registration]) -> dict[int, Marker]:
    """The markers that nobody typed and that tie two cameras, or place one."""
    places = _places(cameras)
    seen = [{each.id for each in camera.beside} for camera in cameras]
    used = [set(camera.used) for camera in cameras]
    return {
        marker: place
        for marker, place in places.items()
        if sum(marker in some for some in seen) > 1 or any(marker in some for some in used)
    }


def _seat(camera: Registration, free: Mapping[int, Marker], name: str) -> Seat:
    """One camera with the free markers that it sees among those that it is placed by."""
    problem, ids = camera.solution.problem, camera.used
    more = [each for each in camera.beside if each.id in free and each.id not in ids]
    if more:
        problem = replace(problem, markers=_joined(problem.markers, more, free))
    return Seat(problem, (*ids, *(each.id for each in more)), camera.solution.unknowns, name)


def _joined(squares: Squares, seen: Sequence[MarkerSeen], free: Mapping[int, Marker]) -> Squares:
    rows = [free[each.id] for each in seen]
    return Squares(
        np.vstack([squares.xyz_in, [(m.x_in, m.y_in, m.z_in) for m in rows]]),
        np.concatenate([squares.turned_deg, [m.turned_deg for m in rows]]),
        np.concatenate([squares.size_in, [m.size_in for m in rows]]),
        np.concatenate([squares.corners_px, [each.corners_px for each in seen]]),
        np.concatenate([squares.sigma_px, [each.sigma_px for each in seen]]),
    )


def fresh_tapes(cameras: Sequence[Registration]) -> list[tuple[Taped, ...]]:
    """For each camera the tapes that it uses and none before it did: one is used once."""
    used: set[Tape] = set()
    found = []
    for camera in cameras:
        ids = {each.id for each in camera.seen}
        tapes = [tape for tape in camera.given.typed.tapes if {tape.first, tape.second} <= ids]
        pairs = zip(tapes, camera.solution.problem.common.tapes, strict=True)
        found.append(tuple(taped for tape, taped in pairs if tape not in used))
        used |= set(tapes)
    return found


def _as_one(seats: tuple[Seat, ...], tapes: Sequence[tuple[Taped, ...]]) -> tuple[Seat, ...]:
    """The seats over one world: one table shape, and markers that are laid equally well."""
    weights = np.array([len(seat.problem.markers) for seat in seats], dtype=float)
    laid, turned = (
        float(np.sqrt(np.average(np.square(sigmas), weights=weights)))
        for sigmas in (
            [seat.problem.noise.placement_in for seat in seats],
            [seat.problem.noise.turn_rad for seat in seats],
        )
    )
    # The one that sees most markers has the outline of the table.
    common = seats[int(np.argmax(weights))].problem.common
    found = []
    for k, (seat, taped) in enumerate(zip(seats, tapes, strict=True)):
        own = replace(common, tapes=taped, heights=common.heights if k == 0 else ())
        problem = with_noise(replace(seat.problem, common=own), laid, turned)
        found.append(replace(seat, problem=problem))
    return tuple(found)


def _calibration(
    alone: Calibration, problem: Problem, at: Array, rows: Array, causes: tuple[str, ...]
) -> Calibration:
    return replace(
        alone,
        lens=Lens.of(problem.belief.lens, at[LENS]),
        rvec=at[:3],
        tvec=at[3:6],
        errors=rows,
        causes=causes,
        outline=problem.common.outline,
        warp=tuple(at[COMMON][WARP].tolist()),
    )


def _found(answer: Answer, marker: int) -> FoundPlace:
    place, covariance = answer.place(marker)
    sigma = float(np.sqrt(np.linalg.eigvalsh(covariance[:2, :2]).max()))
    seen_by = tuple(k for k, seat in enumerate(answer.joint.seats) if marker in seat.ids)
    return FoundPlace(marker, float(place[0]), float(place[1]), sigma, seen_by)
