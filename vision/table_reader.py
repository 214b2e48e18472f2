"""One picture of a calibrated camera to the bases in it: read the tags, place each base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np

from calibration.camera import Calibration, CalibrationError
from calibration.table_file import BaseInPlay, TableFile, TerrainPiece
from vision.cameras.camera import Picture
from vision.locate import Task, locate_all
from vision.measure.table import Flag, Pose
from vision.settle import Sighting
from vision.tags.found import Found
from vision.tags.tag import Tag, TagSpec

PART_SIGN = "/"
"""``R07/2`` is a further tag on the base of ``R07``."""


class TagReader(Protocol):
    """Reads picture after picture of the same camera."""

    def read(self, picture: Picture, calibration: Calibration | None) -> Found:
        """What is in the picture."""
        ...

    def close(self) -> None:
        """Give back what it holds. May be called twice."""
        ...


@dataclass(frozen=True, slots=True)
class Seen:
    """The bases in one picture. ``facts``: what is wrong with the readers, in words."""

    sightings: tuple[Sighting, ...] = ()
    flags: tuple[Flag, ...] = ()
    facts: tuple[str, ...] = ()


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


def grounds_of(table: TableFile) -> tuple[float, ...]:
    """The heights on which a base may stand: the table and the tops of its hills."""
    return tuple(sorted({0.0} | {hill.height_in for hill in hills_of(table)}))


def hills_of(table: TableFile) -> tuple[TerrainPiece, ...]:
    """The pieces of terrain that a base may stand on, above the table."""
    return tuple(p for p in table.terrain if p.kind == "hill" and not p.is_line and p.height_in)


def place(
    tag: Tag, base: BaseInPlay, calibration: Calibration, hills: Sequence[TerrainPiece]
) -> Pose:
    """The pose of the base on the ground that it stands on: the table, or a hill.

    It is located on each level; the levels that lie where it is located agree with
    themselves. Of these (of all, at the foot of a slope) that level is taken on which the tag
    appears in its printed size.

    Raises:
        CalibrationError: the tag lies where the camera looks past the table.
    """
    grounds = sorted({0.0} | {hill.height_in for hill in hills})
    fits = locate_all([Task(tag, base, ground) for ground in grounds], calibration)
    agreeing = [fit for fit in fits if _ground_at(hills, fit.pose) == fit.pose.ground_in]
    return min(agreeing or fits, key=lambda fit: abs(fit.scale - 1)).pose


def _ground_at(hills: Sequence[TerrainPiece], pose: Pose) -> float:
    spot = (pose.x_in, pose.y_in)
    outlines = ((hill, np.array(hill.outline_in, dtype=np.float32)) for hill in hills)
    return max(
        (hill.height_in for hill, o in outlines if cv2.pointPolygonTest(o, spot, False) >= 0),
        default=0.0,
    )


class TableReader:
    """Finds the bases of one table in picture after picture."""

    def __init__(self, table: TableFile, tags: TagReader) -> None:
        self._bases = {base.payload: base for base in table.bases}
        self._known = set(self._bases)
        self._hills = hills_of(table)
        self._tags = tags
        self._placed: dict[Tag, Pose] = {}
        self._placed_by: Calibration | None = None

    def see(self, picture: Picture, calibration: Calibration) -> Seen:
        """Every base that shows a tag, once for each tag that was read.

        A payload that lies there twice is given twice; ``settle`` makes twins of it.
        """
        found = self._tags.read(picture, calibration)
        sightings: list[Sighting] = []
        flags = [flag for flag in found.flags if flag.kind != "duplicate"]
        for tag in found.tags:
            try:
                pose = self._place(tag, calibration)
            except CalibrationError as why:
                flags.append(Flag("lost", tag.payload, f"{tag.payload} cannot be placed: {why}"))
                continue
            name = main_payload(tag.payload, self._known)
            sightings.append(Sighting(name, pose, tag.wrong, tag.payload))
        return Seen(tuple(sightings), tuple(flags), found.facts)

    def _place(self, tag: Tag, calibration: Calibration) -> Pose:
        """The pose of the tag's base; a tag that was not read anew is not placed anew."""
        if calibration is not self._placed_by or len(self._placed) > 4 * len(self._bases):
            self._placed_by, self._placed = calibration, {}
        if tag not in self._placed:
            base = self._bases[tag.payload]
            self._placed[tag] = place(tag, base, calibration, self._hills)
        return self._placed[tag]

    def close(self) -> None:
        """Give the readers back."""
        self._tags.close()
