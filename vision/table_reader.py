"""One picture of a calibrated camera to the bases in it: read the tags, place each base."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from calibration.camera import Calibration, CalibrationError
from calibration.table_file import BaseInPlay, TableFile
from vision.cameras.camera import Picture
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


Locate = Callable[[Tag, BaseInPlay, Calibration], Pose]


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
    hills = {p.height_in for p in table.terrain if p.kind == "hill" and not p.is_line}
    return tuple(sorted({0.0} | hills))


class TableReader:
    """Finds the bases of one table in picture after picture."""

    def __init__(self, table: TableFile, tags: TagReader, locate: Locate) -> None:
        self._bases = {base.payload: base for base in table.bases}
        self._known = set(self._bases)
        self._tags = tags
        self._locate = locate

    def see(self, picture: Picture, calibration: Calibration) -> Seen:
        """Every base that shows a tag, once for each tag that was read.

        A payload that lies there twice is given twice; ``settle`` makes twins of it.
        """
        found = self._tags.read(picture, calibration)
        sightings: list[Sighting] = []
        flags = [flag for flag in found.flags if flag.kind != "duplicate"]
        for tag in found.tags:
            try:
                pose = self._locate(tag, self._bases[tag.payload], calibration)
            except CalibrationError as why:
                flags.append(Flag("lost", tag.payload, f"{tag.payload} cannot be placed: {why}"))
                continue
            name = main_payload(tag.payload, self._known)
            sightings.append(Sighting(name, pose, tag.wrong, tag.payload))
        return Seen(tuple(sightings), tuple(flags), found.facts)

    def close(self) -> None:
        """Give the readers back."""
        self._tags.close()
