"""What reading one picture gives: the tags, and what the reader will not decide."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.table.snapshot import Flag
from vision.tags.tag import Corner, Tag


@dataclass(frozen=True, slots=True)
class Place:
    """Where in the picture a flag points. ``corners_px``: as of a ``Tag``."""

    kind: str
    payload: str
    corners_px: tuple[Corner, Corner, Corner, Corner]


@dataclass(frozen=True, slots=True)
class Found:
    """One picture, read.

    ``tags``: every tag that was read, each place once. A payload that stands in more than
    one place is in it as often, and has a flag ``duplicate``: it must not be measured.
    ``flags`` kinds: ``duplicate`` (one payload in two places), ``foreign`` (a readable code
    that is not in play), ``unknown`` (a tag of the form of the game's, that is not in play or
    cannot be told apart), ``reader`` (a reader is off or died).
    ``places``: for drawing, the place of each ``foreign``, ``unknown`` and ``duplicate`` flag.
    ``facts``: plain sentences about the readers, for a banner.
    """

    tags: tuple[Tag, ...] = ()
    flags: tuple[Flag, ...] = ()
    places: tuple[Place, ...] = ()
    facts: tuple[str, ...] = field(default=())

    @property
    def duplicated(self) -> frozenset[str]:
        """Payloads that stand in more than one place."""
        return frozenset(flag.payload for flag in self.flags if flag.kind == "duplicate")
