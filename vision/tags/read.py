"""The one way in: a picture and what is in play, and out come tags and flags.

``read_tags`` reads one picture from scratch. A program that looks at a table for hours
keeps a ``vision.tags.follow.track.Tracker`` instead, which costs far less a picture.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.camera import Calibration
from vision.cameras.camera import Picture
from vision.tags.decode.decoded import Grey, to_grey
from vision.tags.decode.open_readers import OpenReaders
from vision.tags.found import Found
from vision.tags.fusion import Heard, settle_names
from vision.tags.reader import SceneReader
from vision.tags.tag import TagSpec

DECOYS = 60
"""Tags of the same form, not in play, that every reading competes with."""


def read_tags(
    picture: Picture,
    specs: Sequence[TagSpec],
    calibration: Calibration | None,
    *,
    grounds_in: Sequence[float] = (0.0,),
    decoys: int = DECOYS,
    readers: OpenReaders | None = None,
) -> Found:
    """Every tag of *specs* in the picture, and what else looks like one.

    *picture*: H x W x 3 BGR or H x W grey, 8 bit. *calibration* tells how large a tag is
    where; without one (None) only the open decoders read. *grounds_in*: the heights a base
    may stand on (table and hills). *readers*: pass one to keep the process of pyzbar
    between pictures; else it ends with the call.

    Raises:
        ValueError: not an 8-bit picture, or two specs have the same payload.
        CodeError: a payload does not fit its symbol.
    """
    grey = to_grey(picture)
    if readers is not None:
        return _read(grey, specs, calibration, grounds_in, decoys, readers)
    readers = OpenReaders()
    try:
        return _read(grey, specs, calibration, grounds_in, decoys, readers)
    finally:
        readers.close()


def _read(
    grey: Grey,
    specs: Sequence[TagSpec],
    calibration: Calibration | None,
    grounds_in: Sequence[float],
    decoys: int,
    readers: OpenReaders,
) -> Found:
    if calibration is None or not specs:
        heard = [Heard(one) for one in readers.read_all(grey)]
        in_play = frozenset(spec.payload for spec in specs)
        return settle_names((), heard, in_play, readers.facts)
    scene = SceneReader(specs, calibration, readers, grounds_in=grounds_in, decoys=decoys)
    return scene.read(grey)
