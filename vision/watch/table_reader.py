"""One picture of a calibrated camera to the bases in it: read the tags, place each base."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from calibration.camera import Array, Calibration, CalibrationError
from calibration.register import KnownTag
from calibration.table_file import BaseInPlay, TableFile, TerrainPiece
from vision.cameras.camera import Picture
from vision.evidence.leaning import LEVEL, leaning_of
from vision.table.snapshot import Flag
from vision.tags.burnt import burnt_text, count_burnt
from vision.tags.found import Found
from vision.tags.tag import Tag, TagSpec
from vision.watch.hills import Placed, heights_of, place_on_terrain
from vision.watch.settle import Sighting

_TWO_PLACES_IN = np.array([(-1.0, 0.0, 0.0), (1.0, 0.0, 0.0)])

BURNT_EVERY = 10
"""Pictures after which it is looked again whether labels are burnt out."""

JUDGED_EVERY = 5
"""Pictures after which it is judged again how far the bases lean."""

PART_SIGN = "/"
"""``R07/2`` is a further tag on the base of ``R07``."""


class TagReader(Protocol):
    """Reads picture after picture of the same camera."""

    def read(self, picture: Picture, calibration: Calibration | None) -> Found:
        """What is in the picture."""
        ...

    def afresh(self) -> None:
        """Trust nothing that was read before the next picture."""
        ...

    def use_grounds(self, grounds_in: tuple[float, ...]) -> None:
        """Heights a base may stand on from now on."""
        ...

    def close(self) -> None:
        """Give back what it holds. May be called twice."""
        ...


@dataclass(frozen=True, slots=True)
class Seen:
    """The bases in one picture. ``facts``: what is wrong with the readers, in words.
    ``known``: the tags as squares of known size, which help to find the lens. ``tags``: those
    of the sightings, in their order, with their entries of the table as they were placed."""

    sightings: tuple[Sighting, ...] = ()
    flags: tuple[Flag, ...] = ()
    facts: tuple[str, ...] = ()
    known: tuple[KnownTag, ...] = ()
    tags: tuple[tuple[Tag, BaseInPlay], ...] = ()


def main_bases(table: TableFile) -> tuple[BaseInPlay, ...]:
    """The bases of the table, without the entries that are further tags of another base."""
    known = {base.payload for base in table.bases}
    return tuple(base for base in table.bases if main_payload(base.payload, known) == base.payload)


def main_payload(payload: str, known: set[str]) -> str:
    """The payload of the base that a tag sits on."""
    head, sign, _ = payload.rpartition(PART_SIGN)
    return head if sign and head in known else payload


def specs_of(table: TableFile) -> tuple[TagSpec, ...]:
    """What the tag readers must know of every tag in play."""
    return tuple(
        TagSpec(b.payload, b.tag_size_in, b.ecl, b.mask, b.symbol, b.tag_height_in)
        for b in table.bases
    )


def burnt_fact(
    picture: Picture, calibration: Calibration, bases: Iterable[BaseInPlay], read: int
) -> str:
    """A sentence when many labels are burnt out, "" when not; *read*: tags that were."""
    sides_in = [base.tag_size_in for base in bases]
    if not sides_in:
        return ""
    ends = calibration.to_pixels(_TWO_PLACES_IN + _foot_of(calibration))
    px_per_in = float(np.linalg.norm(ends[1] - ends[0])) / 2
    return burnt_text(count_burnt(picture, [side * px_per_in for side in sides_in]), read)


def _foot_of(calibration: Calibration) -> Array:
    """The place below the camera, where it sees the table largest."""
    x_in, y_in, _ = calibration.camera_xyz_in
    return np.array([x_in, y_in, 0.0])


class TableReader:
    """Finds the bases of one table in picture after picture."""

    def __init__(self, table: TableFile, tags: TagReader) -> None:
        self._bases = {base.payload: base for base in table.bases}
        self._known = set(self._bases)
        self._terrain = table.terrain
        self._tolerances = table.tolerances
        self._tags = tags
        self._placed: dict[Tag, Placed] = {}
        self._placed_by: Calibration | None = None
        self._age = 0
        self._burnt = ""
        self._leaning = LEVEL
        self._judged: tuple[Tag, ...] = ()

    def see(self, picture: Picture, calibration: Calibration) -> Seen:
        """Every base that shows a tag, once for each tag that was read.

        A payload that lies there twice is given twice; ``settle`` makes twins of it.
        """
        found = self._tags.read(picture, calibration)
        if self._age % JUDGED_EVERY == 0 or calibration is not self._placed_by:
            self._judge(found, calibration)
        sightings: list[Sighting] = []
        tags: list[tuple[Tag, BaseInPlay]] = []
        known: list[KnownTag] = []
        flags = [flag for flag in found.flags if flag.kind != "duplicate"]
        for tag in found.tags:
            try:
                placed = self._place(tag, calibration)
            except CalibrationError as why:
                flags.append(Flag("lost", tag.payload, f"{tag.payload} cannot be placed: {why}"))
                continue
            if placed.flag is None:
                known.append(self._known_tag(tag, placed))
            else:
                flags.append(placed.flag)
            name = main_payload(tag.payload, self._known)
            sightings.append(Sighting(name, placed.pose, tag.wrong, tag.payload))
            tags.append((tag, self._leaning.of(self._bases[tag.payload])))
        if self._age % BURNT_EVERY == 0:
            self._burnt = burnt_fact(picture, calibration, self._bases.values(), len(found.tags))
        self._age += 1
        burnt = (self._burnt,) if self._burnt else ()
        facts = (*self._leaning.told, *found.facts, *burnt)
        return Seen(tuple(sightings), tuple(flags), facts, tuple(known), tuple(tags))

    def _judge(self, found: Found, calibration: Calibration) -> None:
        """How far bases lean is judged anew, of all tags together, where any was read anew."""
        tags = tuple(tag for tag in found.tags if tag.payload not in found.duplicated)
        if tags == self._judged and calibration is self._placed_by:
            return
        self._judged = tags
        pairs = [(tag, self._bases[tag.payload]) for tag in tags]
        leaning = leaning_of(pairs, calibration, self._tolerances)
        if leaning != self._leaning:
            self._leaning, self._placed = leaning, {}

    def _known_tag(self, tag: Tag, placed: Placed) -> KnownTag:
        base = self._bases[tag.payload]
        height_in = placed.pose.ground_in + base.tag_height_in
        return KnownTag(base.tag_size_in, height_in, tag.corners_px, tag.sigma_px)

    def _place(self, tag: Tag, calibration: Calibration) -> Placed:
        """The pose of the tag's base; a tag that was not read anew is not placed anew."""
        if calibration is not self._placed_by or len(self._placed) > 4 * len(self._bases):
            self._placed_by, self._placed = calibration, {}
        if tag not in self._placed:
            pair = (tag, self._leaning.of(self._bases[tag.payload]))
            (self._placed[tag],) = place_on_terrain(
                (pair,), calibration, self._terrain, tolerances=self._tolerances
            )
        return self._placed[tag]

    def afresh(self) -> None:
        """Trust nothing that was read before the next picture."""
        self._tags.afresh()

    def use_terrain(self, terrain: tuple[TerrainPiece, ...]) -> None:
        """Bases stand on that terrain from now on."""
        self._terrain, self._placed = terrain, {}
        self._tags.use_grounds(heights_of(terrain))

    def close(self) -> None:
        """Give the readers back."""
        self._tags.close()
