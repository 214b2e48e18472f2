"""What is kept with a game and is no history: half-typed dice, and where models were put."""

from __future__ import annotations

import sqlite3

from webui.game.journal.checksums import unsealed

DRAFT = "draft"
Place = tuple[float, float, float]
"""x_in, y_in, facing_deg."""


def faults_in(db: sqlite3.Connection) -> list[str]:
    """A sentence for each kind of it that cannot be read any more."""
    found = []
    lost = [place for place in _places(db).values() if place is None]
    if lost:
        found.append(
            f"where {len(lost)} models stood cannot be read any more: look where they stand"
        )
    query = "SELECT CAST(body AS BLOB) FROM draft"
    if any(draft_of(raw) is None for (raw,) in db.execute(query)):
        found.append("half-typed dice cannot be read any more: type them again")
    return found


def places(db: sqlite3.Connection) -> dict[str, Place]:
    """Where models were put, by payload, as far as it can be read."""
    return {name: place for name, place in _places(db).items() if place is not None}


def _places(db: sqlite3.Connection) -> dict[str, Place | None]:
    query = "SELECT CAST(payload AS BLOB), CAST(body AS BLOB) FROM placed"
    return {raw.decode("utf-8", "replace"): _place(raw, body) for raw, body in db.execute(query)}


def draft_of(raw: bytes) -> list[int] | None:
    """Half-typed dice; None when they cannot be read any more: they are no history."""
    try:
        found = unsealed(DRAFT, raw)
    except (ValueError, RecursionError):
        return None
    is_hand = isinstance(found, list) and all(type(face) is int for face in found)
    return found if is_hand and len(found) <= 500 else None


def _place(name: bytes, raw: bytes) -> Place | None:
    """Where a model was put; None when that cannot be read any more: it is no history."""
    try:
        x_in, y_in, facing_deg = unsealed(name.decode("utf-8"), raw)
    except (ValueError, TypeError, RecursionError):
        return None
    place = (x_in, y_in, facing_deg)
    if not all(type(number) in (int, float) and abs(number) <= 10_000 for number in place):
        return None
    return place
