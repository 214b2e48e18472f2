"""The one way in: a picture and what is in play, and out come tags and flags.

``read_tags`` reads one picture from scratch. A program that looks at a table for hours
keeps a ``vision.tags.track.Tracker`` instead, which costs far less a picture.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.camera import Calibration
from vision.cameras.camera import Picture
from vision.measure.table import Flag
from vision.tags.decoded import Decoded, side_of, to_grey
from vision.tags.found import Found, Place
from vision.tags.open_readers import OpenReaders
from vision.tags.tag import Tag, TagSpec

DECOYS = 60
"""Tags of the same form, not in play, that every reading competes with."""


def read_tags(
    picture: Picture,
    specs: Sequence[TagSpec],
    calibration: Calibration | None,
    *,
    grounds_in: Sequence[float] = (0.0,),
    previous: Sequence[Tag] = (),
    decoys: int = DECOYS,
    readers: OpenReaders | None = None,
) -> Found:
    """Every tag of *specs* in the picture, and what else looks like one.

    *picture*: H x W x 3 BGR or H x W grey, 8 bit. *calibration* tells how large a tag is
    where; without one (None) only the open decoders read. *grounds_in*: the heights a base
    may stand on (table and hills). *previous*: tags of an earlier picture of the same
    camera; they are looked for there first. *readers*: pass one to keep the process of
    pyzbar between pictures.

    Raises:
        ValueError: not an 8-bit picture, or two specs have the same payload.
        CodeError: a payload does not fit its symbol.
    """
    grey = to_grey(picture)
    own = readers is None
    open_readers = readers or OpenReaders()
    found = open_readers.read_all(grey)
    if own:
        open_readers.close()
    return _from_open(found, specs, open_readers.facts)


def _from_open(
    found: list[Decoded], specs: Sequence[TagSpec], facts: tuple[str, ...]
) -> Found:
    in_play = {spec.payload for spec in specs}
    tags = tuple(
        Tag(one.text, one.corners_px, 0.02 * side_of(one.corners_px), one.reader, wrong=1e-4)
        for one in found
        if one.text in in_play
    )
    foreign = [one for one in found if one.text not in in_play]
    flags = tuple(
        Flag("foreign", one.text, f"a code that is not in play lies there: {one.text}")
        for one in foreign
    )
    places = tuple(Place("foreign", one.text, one.corners_px) for one in foreign)
    return Found(tags, flags, places, facts)
