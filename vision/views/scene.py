"""A still scene in the pictures of several cameras: every base placed by all that see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from statistics import median

from calibration.camera import Array, CalibrationError, Lens
from calibration.register import Registration, register_with_report, typed_of
from calibration.table_file import TableFile
from vision.cameras.camera import Picture
from vision.cameras.decode import BadPicture
from vision.evidence.clashes import judge_clashes
from vision.evidence.leaning import Leaning, leaning_of, together
from vision.measure.range import gap
from vision.table.reading import Reading
from vision.table.snapshot import Flag
from vision.tags.found import Found
from vision.tags.read import read_tags
from vision.tags.tag import Tag
from vision.views.join import SeenBase, ViewRead, join_views
from vision.views.moved_marker import (
    MovedMarker,
    marker_text,
    moved_text,
    with_moved_rows,
    without_moved_markers,
)
from vision.views.tie import register_helped
from vision.watch.hills import heights_of, small_prints
from vision.watch.still_scene import camera_with_tags, place_bases, snapshot_of, unsure_as
from vision.watch.table_reader import main_bases, specs_of

_MOST_VIEWS = 8


@dataclass(frozen=True, eq=False)
class View:
    """One camera's picture, by name, and its lens if that is known."""

    name: str
    picture: Picture
    lens: Lens | None = None
    lens_covariance: Array | None = None


@dataclass(frozen=True, eq=False)
class SeenScene:
    """Everything several pictures of one still scene say. ``cameras``: in the order of the
    views, each with its registration and the sentences about it."""

    cameras: tuple[SeenCamera, ...]
    bases: tuple[SeenBase, ...]
    ranges: tuple[Reading, ...]
    flags: tuple[Flag, ...]
    facts: tuple[str, ...]
    moved: tuple[MovedMarker, ...]

    @property
    def overlap(self) -> tuple[SeenBase, ...]:
        """The bases that more than one camera sees."""
        return tuple(each for each in self.bases if each.apart_in is not None)

    @property
    def median_apart_in(self) -> float | None:
        """How far two cameras put a base apart, half of the time; None when none is seen twice."""
        return median(each.apart_in or 0.0 for each in self.overlap) if self.overlap else None


@dataclass(frozen=True, eq=False)
class SeenCamera:
    """One camera: its registration, whether its lens was given, what is said about it."""

    name: str
    registration: Registration
    lens_known: bool
    facts: tuple[str, ...]


def measure_views(views: Sequence[View], table: TableFile) -> SeenScene:
    """Every base of the table, from all the pictures together.

    Raises:
        BadPicture: no view, or too many.
        CalibrationError: a camera cannot be placed; the message names it.
    """
    if not 1 <= len(views) <= _MOST_VIEWS:
        raise BadPicture(f"{len(views)} views: name one to {_MOST_VIEWS}")
    first = _registered_all(views, table)
    cameras, moved = without_moved_markers(first)
    told = [_read(view, camera, table) for view, camera in zip(views, cameras, strict=True)]
    table = together([each.leaning for each in told]).table(table)
    reads = [_placed(each, table) for each in told]
    names = [view.name for view in views]
    bases, joined = join_views(names, reads, table)
    flags = _flags(reads, bases, joined, moved, names, table)
    placed = [each.placed for each in bases]
    name = " + ".join(read.registration.calibration.name for read in reads)
    snapshot = snapshot_of(table, placed, flags, name)
    judged = judge_clashes(snapshot.bases)
    flags = (*flags, *judged.flags)
    snapshot = replace(snapshot, bases=tuple(map(judged.base, snapshot.bases)))
    bases = tuple(replace(each, placed=unsure_as(judged, each.placed)) for each in bases)
    pairs = combinations([each.base.payload for each in placed], 2)
    ranges = tuple(gap(snapshot, a, b) for a, b in pairs)
    seen = tuple(
        _camera(view, read, k, moved, table)
        for k, (view, read) in enumerate(zip(views, reads, strict=True))
    )
    facts = tuple(f"{camera.name}: {fact}" for camera in seen for fact in camera.facts)
    return SeenScene(seen, bases, ranges, flags, facts, moved)


def _registered_all(views: Sequence[View], table: TableFile) -> list[Registration]:
    """Every camera placed: those that can be by themselves, then the others with their help."""
    found: dict[int, Registration] = {}
    refused: dict[int, CalibrationError] = {}
    for k, view in enumerate(views):
        try:
            found[k] = _registered(view, table, ())
        except CalibrationError as why:
            refused[k] = why
    alone = tuple(found.values())
    for k, refusal in refused.items():
        if not alone or not table.unplaced:
            raise CalibrationError(f"{views[k].name}: {refusal}") from refusal
        try:
            found[k] = _registered(views[k], table, alone)
        except CalibrationError as still:
            raise CalibrationError(f"{views[k].name}: {still}") from still
    return [found[k] for k in range(len(views))]


def _registered(view: View, table: TableFile, others: Sequence[Registration]) -> Registration:
    if others:
        return register_helped(view.picture, table, view.lens, view.lens_covariance, others)
    return register_with_report(
        view.picture,
        table.markers,
        view.lens,
        lens_covariance=view.lens_covariance,
        placement_sigma_in=table.marker_tolerance_in,
        typed=typed_of(table),
    )


@dataclass(frozen=True, eq=False)
class _Told:
    """What one view says before its bases are placed."""

    camera: Registration
    found: Found
    tags: tuple[Tag, ...]
    leaning: Leaning


def _read(view: View, camera: Registration, table: TableFile) -> _Told:
    found = read_tags(
        view.picture, specs_of(table), camera.calibration, grounds_in=heights_of(table.terrain)
    )
    tags = [tag for tag in found.tags if tag.payload not in found.duplicated]
    camera = camera_with_tags(camera, tags, table)
    bases = {base.payload: base for base in table.bases}
    pairs = [(tag, bases[tag.payload]) for tag in tags]
    leaning = leaning_of(pairs, camera.calibration, table.tolerances)
    return _Told(camera, found, tuple(tags), leaning)


def _placed(told: _Told, table: TableFile) -> ViewRead:
    flags: list[Flag] = []
    placed = place_bases(told.tags, table, told.camera.calibration, flags)
    return ViewRead(told.camera, told.found, tuple(placed), tuple(flags), told.leaning.told)


def _camera(
    view: View, read: ViewRead, number: int, moved: Sequence[MovedMarker], table: TableFile
) -> SeenCamera:
    told = [marker_text(each) for each in moved if number in each.seen_by]
    prints = small_prints([each.print_scale for each in read.placed], table.tolerances.print_scale)
    registration = with_moved_rows(read.registration, number, moved)
    said = (*registration.calibration.warnings, *read.told)
    facts = (*told, *said, *prints, *read.found.facts)
    return SeenCamera(view.name, registration, view.lens is not None, facts)


def _flags(
    reads: Sequence[ViewRead],
    bases: Sequence[SeenBase],
    joined: Sequence[Flag],
    moved: Sequence[MovedMarker],
    names: Sequence[str],
    table: TableFile,
) -> tuple[Flag, ...]:
    """What all views say, once each; what one view alone doubts is dropped where another knows."""
    found: dict[tuple[str, str], Flag] = {}
    for marker in moved:
        text = moved_text(marker, names)
        found["marker", str(marker.id)] = Flag("marker", str(marker.id), text)
    twice = {
        each.placed.base.payload for each in bases if each.agrees and each.apart_in is not None
    }
    known = {each.placed.base.payload for each in bases}
    for flag in [*joined, *(f for read in reads for f in (*read.found.flags, *read.flags))]:
        settled = flag.kind == "edge" and flag.payload in twice
        settled |= flag.kind == "lost" and flag.payload in known
        if not settled:
            found.setdefault((flag.kind, flag.payload), flag)
    told = known | {payload for kind, payload in found if kind == "duplicate"}
    unseen = [base.payload for base in main_bases(table) if base.payload not in told]
    rest = [Flag("unseen", one, f"no camera sees {one}: uncover its tag") for one in unseen]
    return (*found.values(), *rest)
