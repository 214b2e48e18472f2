"""The table of a hand-written case, read into a snapshot.

Bases and units are given as lists, or as objects keyed by their payload; a pose is given as
``pose`` or as ``x_in``, ``y_in``, ``facing_deg`` and ``ground_in`` on the base itself.
"""

from __future__ import annotations

import math
from dataclasses import fields, replace
from typing import Any

from rules.kernel.plain import from_plain, to_plain
from rules.kernel.protocol import Plain
from vision.measure.overrides import TYPED
from vision.table.by_hand import check_keys, check_words, read_by_hand, refuse_twins
from vision.table.reading import HandReading
from vision.table.snapshot import Base, Snapshot, Terrain
from vision.table.terrain_kinds import check_terrain_kind

_POSE = ("x_in", "y_in", "facing_deg", "ground_in", "own", "shared")
_BASE = {field.name for field in fields(Base)} | set(_POSE)
LEAST_IN = 0.01
"""No side of a base or of a table is shorter."""
_SIZE_IN = (72.0, 48.0)


class BadCase(ValueError):
    """The case is not one; the message names the place and what belongs there."""


def read_table(plain: Plain, readings: Plain = ()) -> Snapshot:
    """The snapshot that a case's ``table`` and ``readings`` describe.

    Raises:
        BadCase, BadState: a field is missing, unknown or of the wrong type.
    """
    if not isinstance(plain, dict):
        raise BadCase("table must be an object with size_in, terrain and bases")
    check_keys(plain, ("size_in", "terrain", "bases", "readings"), "table")
    size = plain.get("size_in", _SIZE_IN)
    width_in, depth_in = read_by_hand(size, tuple[float, float], "table.size_in")
    if min(width_in, depth_in) < LEAST_IN:
        raise BadCase(f"table.size_in: both sides must be {LEAST_IN} in or more")
    return Snapshot(
        (width_in, depth_in),
        tuple(read_base(one) for one in _listed(plain.get("bases", []), "payload")),
        tuple(read_terrain(one) for one in _listed(plain.get("terrain", []), "name")),
        (*read_readings(plain.get("readings", [])), *read_readings(readings)),
    )


def moved(table: Snapshot, changes: dict[str, Plain]) -> Snapshot:
    """*table* after the bases that *changes* names have moved; the others stay.

    ``readings`` among the changes replace the typed readings.

    Raises:
        BadCase, BadState: as for a table.
    """
    bases: dict[str, dict[str, Plain]] = {one.payload: to_plain(one) for one in table.bases}
    check_keys(changes, ("bases", "readings"), "look")
    for entry in _listed(changes.get("bases", []), "payload"):
        payload = str(entry.get("payload", ""))
        bases[payload] = {**bases.get(payload, {}), **_nested(entry, bases.get(payload, {}))}
    readings = table.readings
    if "readings" in changes:
        readings = read_readings(changes["readings"])
    return replace(table, bases=tuple(map(read_base, bases.values())), readings=readings)


def read_base(plain: dict[str, Plain]) -> Base:
    """One base.

    Raises:
        BadCase, BadState: not one; every length and angle must be a finite number.
    """
    check_keys(plain, _BASE, f"base {str(plain.get('payload', ''))[:40]}")
    base = read_by_hand(_nested(plain, {}), Base, f"base {str(plain.get('payload', ''))[:40]}")
    numbers = [base.frontage_in, base.depth_in, base.height_in]
    if base.pose is not None:
        numbers += [base.pose.x_in, base.pose.y_in, base.pose.facing_deg, base.pose.ground_in]
    if not all(map(math.isfinite, numbers)) or min(base.frontage_in, base.depth_in) < LEAST_IN:
        raise BadCase(
            f"base {base.payload}: sizes must be above 0 ({LEAST_IN} in at least), "
            "and every number finite"
        )
    return base


def read_terrain(plain: dict[str, Plain]) -> Terrain:
    """One piece of scenery.

    Raises:
        BadState: not one.
    """
    piece = read_by_hand(plain, Terrain, f"terrain {str(plain.get('name', ''))[:40]}")
    check_terrain_kind(piece.kind, f"terrain {piece.name}")
    least = 2 if piece.is_line else 3
    if len(piece.outline_in) < least:
        raise BadCase(f"terrain {piece.name or piece.kind}: its outline has {least} points or more")
    return piece


def read_readings(plain: Plain) -> tuple[HandReading, ...]:
    """Readings taken by hand; ``from`` may be written for ``frm``.

    Raises:
        BadState: not readings, or of something that is not measured.
    """
    entries = from_plain(plain, list[dict[str, Any]])
    spelt = [{("frm" if key == "from" else key): entry[key] for key in entry} for entry in entries]
    found = tuple(
        read_by_hand(entry, HandReading, f"readings[{at}]") for at, entry in enumerate(spelt)
    )
    check_words((one.what for one in found), TYPED, "readings")
    return found


def _listed(plain: Plain, key: str) -> list[dict[str, Plain]]:
    entries = _entries(plain, key)
    # Two pieces of a fence may bear one name.
    refuse_twins(entries, "payload", "table")
    return entries


def _entries(plain: Plain, key: str) -> list[dict[str, Plain]]:
    if isinstance(plain, dict):
        return [{key: name, **from_plain(entry, dict[str, Any])} for name, entry in plain.items()]
    return from_plain(plain, list[dict[str, Any]])


def _nested(plain: dict[str, Plain], before: dict[str, Plain]) -> dict[str, Plain]:
    pose = {key: plain[key] for key in _POSE if key in plain}
    rest = {key: value for key, value in plain.items() if key not in _POSE}
    if not pose:
        return rest
    return {**rest, "pose": {**(before.get("pose") or {}), **(rest.get("pose") or {}), **pose}}
