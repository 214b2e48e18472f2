"""What a watcher by a link is sent: what has changed since he asked last."""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType


class MembersChanged(Struct, frozen=True):
    """Of a list of named things those that are new or otherwise (``put``), and the names of all in
    their order, where that is another one."""

    put: list[dict[str, Any]]
    names: list[str] | UnsetType = UNSET


class TileShown(Struct, frozen=True):
    """A part of the picture, WebP in base64; ``box``: left, top, right and bottom as shares of the
    picture, from 0 to 1; ``n`` stays with the place."""

    n: int
    box: list[float]
    webp: str


class WatchersNow(Struct, frozen=True, kw_only=True):
    """What has changed of the table and its picture, or ``waits_s``: seconds until there is any.

    ``set``: whole values of ``Table`` by their names; ``lists``: ``bases``, ``units`` and
    ``verdicts`` by member. ``margin``: what the picture shows round the table, and the table's
    size, inches. To be sent back when asking again: ``clock``, ``number`` as since, ``tiles_until``
    as tiles. ``fresh``: all of it is sent, nothing of before holds. ``at_s``: since the epoch.
    """

    waits_s: int | UnsetType = UNSET
    number: int | UnsetType = UNSET
    tiles_until: int | UnsetType = UNSET
    at_s: float | UnsetType = UNSET
    set: dict[str, Any] | UnsetType = UNSET
    lists: dict[str, MembersChanged] | UnsetType = UNSET
    margin: tuple[float, float, float] | UnsetType | None = UNSET
    tiles: list[TileShown] | UnsetType = UNSET
    clock: str = ""
    fresh: bool = False
    delay_min: int = 0
