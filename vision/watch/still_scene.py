"""One still scene, one or several pictures of it: every base placed, every gap between two.

Several pictures are averaged first: that takes the sensor's noise away and costs one
reading. What moved between them shows as a difference, is flagged and is not measured.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from calibration.camera import Array, Calibration, CalibrationError, Lens
from calibration.fit.problem import lens_is_known
from calibration.register import KnownTag, Registration, register_with_report, typed_of
from calibration.table_file import BaseInPlay, TableFile
from vision.cameras.camera import Picture
from vision.cameras.decode import BadPicture
from vision.evidence.clashes import Judged, judge_clashes
from vision.evidence.leaning import leaning_of
from vision.measure.range import gap
from vision.measure.shapes.hill import hills_of
from vision.table.reading import Reading
from vision.table.snapshot import Base, Flag, Pose, Snapshot, Terrain
from vision.tags.found import Found
from vision.tags.read import read_tags
from vision.tags.tag import Tag
from vision.watch.hills import heights_of, place_on_terrain, small_prints
from vision.watch.table_reader import burnt_fact, main_bases, main_payload, specs_of

# Grey levels, after blurring: sensor noise of a single webcam frame stays under half of it.
_CHANGED = 12.0
_OTHER_SCENE = 0.05
_MOST_PICTURES = 100


@dataclass(frozen=True, slots=True)
class PlacedBase:
    """A base that was seen: the tag that placed it, its pose, its ± radius in inches (95 %)."""

    base: BaseInPlay
    tag: Tag
    pose: Pose
    plus_minus_in: float
    plus_minus_deg: float
    print_scale: float = 1.0
    """The tag's apparent over its typed size."""
    of_tag: BaseInPlay | None = None
    """The table's entry of that tag, with what is known of how the base leans; None: as typed."""


@dataclass(frozen=True, eq=False)
class Measured:
    """Everything one still scene says. ``facts``: sentences about readers and camera."""

    registration: Registration
    lens_known: bool
    bases: tuple[PlacedBase, ...]
    ranges: tuple[Reading, ...]
    flags: tuple[Flag, ...]
    facts: tuple[str, ...]


def measure_pictures(
    pictures: Sequence[Picture],
    table: TableFile,
    lens: Lens | None = None,
    *,
    lens_covariance: Array | None = None,
) -> Measured:
    """Every base of the table in a burst of pictures of one still scene.

    Raises:
        BadPicture: no picture, pictures of different sizes or of different scenes.
        CalibrationError: the camera cannot be placed.
    """
    picture, change = mean_picture(pictures)
    first = register_with_report(
        picture,
        table.markers,
        lens,
        lens_covariance=lens_covariance,
        placement_sigma_in=table.marker_tolerance_in,
        typed=typed_of(table),
    )
    found = read_tags(
        picture, specs_of(table), first.calibration, grounds_in=heights_of(table.terrain)
    )
    burnt = burnt_fact(picture, first.calibration, table.bases, len(found.tags))
    found = replace(found, facts=(*found.facts, burnt)) if burnt else found
    return _measured(found, change, table, first, lens_known=lens is not None)


def mean_picture(pictures: Sequence[Picture]) -> tuple[Picture, Array]:
    """The mean of the pictures, and how much each pixel changed between them, grey levels.

    Raises:
        BadPicture: none, more than a hundred, of different sizes, or not of one still scene.
    """
    if not pictures:
        raise BadPicture("no picture was named")
    if len(pictures) > _MOST_PICTURES:
        raise BadPicture(f"{len(pictures)} pictures are too many: name at most {_MOST_PICTURES}")
    if len({picture.shape for picture in pictures}) > 1:
        raise BadPicture("the pictures differ in size: name those of one still scene")
    if len(pictures) == 1:
        return pictures[0], np.zeros(pictures[0].shape[:2])
    total = np.zeros(pictures[0].shape, dtype=np.float64)
    for picture in pictures:
        total += picture
    mean = np.asarray(np.rint(total / len(pictures)), dtype=np.uint8)
    calm = _calmed(mean)
    change = np.max([np.abs(_calmed(picture) - calm) for picture in pictures], axis=0)
    if float((change > _CHANGED).mean()) > _OTHER_SCENE:
        raise BadPicture(
            "the pictures are not of one still scene: take them from one place, with the same "
            "light, while nothing moves"
        )
    return mean, np.asarray(change, dtype=np.float64)


def plus_minus_of(pose: Pose) -> tuple[float, float]:
    """The ± of a pose: radius in inches that holds its place 95 times of 100, and degrees.

    The radius of a 95 % circle is 2.45 standard deviations when all directions are alike and
    1.96 when one dominates; between them its square is taken linear in the ratio squared.
    """
    xx, xy, _, yy, _, ff = pose.own
    shared = np.array([*pose.shared, pose.batched]).reshape(-1, 3)
    whole = np.array([[xx, xy], [xy, yy]]) + shared[:, :2].T @ shared[:, :2]
    small, large = np.maximum(np.linalg.eigvalsh(whole), 0.0).tolist()
    radius = math.sqrt(3.841 * large + 2.150 * small)
    turn = ff + float((shared[:, 2] ** 2).sum())
    return radius, 1.96 * math.sqrt(turn)


def snapshot_of(
    table: TableFile, placed: Sequence[PlacedBase], flags: Sequence[Flag], calibration: str
) -> Snapshot:
    """The bases seen as a settled snapshot, and those not seen as ``never``."""
    poses = {each.base.payload: each for each in placed}
    bases = []
    for base in main_bases(table):
        seen = poses.get(base.payload)
        bases.append(
            Base(
                base.payload,
                base.frontage_in,
                base.depth_in,
                seen.pose if seen else None,
                "seen" if seen else "never",
                base.payload,
                base.side,
                base.kind,
                base.round,
                base.height_in,
                base.figures,
                wrong_identity=seen.tag.wrong if seen else 0.0,
            )
        )
    terrain = tuple(
        Terrain(t.kind, t.outline_in, t.height_in, t.name, t.is_line, t.level, t.tags)
        for t in table.terrain
    )
    return Snapshot(
        table.size_in, tuple(bases), terrain, (), tuple(flags), 0.0, "picture", calibration
    )


def _measured(
    found: Found, change: Array, table: TableFile, first: Registration, *, lens_known: bool
) -> Measured:
    flags = list(found.flags)
    bases = {base.payload: base for base in table.bases}
    tags = [tag for tag in found.tags if tag.payload not in found.duplicated]
    moving = {tag.payload for tag in tags if _moved(tag, change)}
    flags += [
        Flag("moving", payload, f"{payload} moved between the pictures: it is not measured")
        for payload in sorted(moving)
    ]
    tags = [tag for tag in tags if tag.payload not in moving]
    registration = camera_with_tags(first, tags, table)
    pairs = [(tag, bases[tag.payload]) for tag in tags]
    leaning = leaning_of(pairs, registration.calibration, table.tolerances)
    table = leaning.table(table)
    placed = place_bases(tags, table, registration.calibration, flags)
    seen = {each.base.payload for each in placed}
    flags += [
        Flag("unseen", base.payload, f"{base.payload} was not seen: uncover its tag")
        for base in main_bases(table)
        if base.payload not in seen | moving | found.duplicated
    ]
    snapshot = snapshot_of(table, placed, flags, registration.calibration.name)
    judged = judge_clashes(snapshot.bases)
    flags += judged.flags
    snapshot = replace(snapshot, bases=tuple(map(judged.base, snapshot.bases)))
    placed = [unsure_as(judged, each) for each in placed]
    names = [each.base.payload for each in placed]
    ranges = tuple(gap(snapshot, a, b) for a, b in combinations(names, 2))
    said = small_prints([each.print_scale for each in placed], table.tolerances.print_scale)
    facts = (*registration.calibration.warnings, *leaning.told, *said, *found.facts)
    return Measured(registration, lens_known, tuple(placed), ranges, tuple(flags), facts)


def unsure_as(judged: Judged, placed: PlacedBase) -> PlacedBase:
    """The base as unsure as bases that are inside one another show labels to be."""
    pose = judged.pose(placed.pose)
    if pose is placed.pose:
        return placed
    plus_minus_in, plus_minus_deg = plus_minus_of(pose)
    return replace(placed, pose=pose, plus_minus_in=plus_minus_in, plus_minus_deg=plus_minus_deg)


def camera_with_tags(first: Registration, tags: Sequence[Tag], table: TableFile) -> Registration:
    """The camera again, helped by the known sizes and heights of the tags it saw; where its lens
    is known, only tags on hills help."""
    if lens_is_known(first.given.belief) and not hills_of(table.terrain):
        return first
    bases = {base.payload: base for base in table.bases}
    placed = place_on_terrain(
        [(tag, bases[tag.payload]) for tag in tags],
        first.calibration,
        table.terrain,
        tolerances=table.tolerances,
    )
    known = [
        KnownTag(
            bases[tag.payload].tag_size_in,
            each.pose.ground_in + bases[tag.payload].tag_height_in,
            tag.corners_px,
            tag.sigma_px,
        )
        for tag, each in zip(tags, placed, strict=True)
        if each.flag is None
    ]
    return first.with_tags(known) if known else first


def place_bases(
    tags: Sequence[Tag], table: TableFile, calibration: Calibration, flags: list[Flag]
) -> list[PlacedBase]:
    """The bases of those tags, one each; what is doubtful about them goes to *flags*."""
    bases = {base.payload: base for base in table.bases}
    found: dict[str, list[PlacedBase]] = {}
    for tag in tags:
        try:
            pair = (tag, bases[tag.payload])
            (each,) = place_on_terrain(
                (pair,), calibration, table.terrain, tolerances=table.tolerances
            )
        except CalibrationError as why:
            flags.append(Flag("lost", tag.payload, f"{tag.payload} cannot be placed: {why}"))
            continue
        if each.flag is not None:
            flags.append(each.flag)
        name = main_payload(tag.payload, set(bases))
        sure = plus_minus_of(each.pose)
        part = PlacedBase(bases[name], tag, each.pose, *sure, each.print_scale)
        found.setdefault(name, []).append(part)
    return [_joined(parts, flags) for _, parts in sorted(found.items())]


def _joined(parts: list[PlacedBase], flags: list[Flag]) -> PlacedBase:
    """A base with several tags stands where its best placed tag says; others may object."""
    best = min(parts, key=lambda part: part.plus_minus_in)
    for part in parts:
        apart = math.dist((best.pose.x_in, best.pose.y_in), (part.pose.x_in, part.pose.y_in))
        if apart > best.plus_minus_in + part.plus_minus_in + 0.02:
            payload = best.base.payload
            flags.append(
                Flag(
                    "disagree",
                    payload,
                    f"the tags {best.tag.payload} and {part.tag.payload} of {payload} put it "
                    f"{apart:.1f} in apart: one of them is loose or on another base",
                )
            )
    return replace(best)


def _calmed(picture: Picture) -> Array:
    grey = picture if picture.ndim == 2 else cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.blur(grey.astype(np.float32), (5, 5)), dtype=np.float64)


def _moved(tag: Tag, change: Array) -> bool:
    corners = np.array(tag.corners_px)
    left, top = np.maximum(np.floor(corners.min(axis=0)).astype(int), 0)
    right, bottom = np.ceil(corners.max(axis=0)).astype(int) + 1
    spot = change[top:bottom, left:right]
    return spot.size > 0 and float(spot.mean()) > _CHANGED
