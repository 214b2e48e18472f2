"""The names of the topics: ``drumhead/HALL/TABLE/…`` of a table, ``drumhead/HALL/_hall/…`` of
the hall. A table's name is made of letters, digits and hyphens, so no table can be ``_hall``."""

from __future__ import annotations

import re

ROOT = "drumhead"
KINDS = ("status", "score", "plan", "log")
"""What a table publishes; all but ``log`` are retained."""

_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
LONGEST = 40


def slug(name: str) -> str:
    """The part of a topic that a name becomes: ``Table 7`` is ``table-7``; "" of no letters."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower())[: LONGEST + 1].strip("-")[:LONGEST].strip("-")


def is_slug(text: str) -> bool:
    """Is *text* the name of a table as it stands in topics?"""
    return len(text) <= LONGEST and _SLUG.fullmatch(text) is not None


def of_table(hall: str, table: str, kind: str) -> str:
    """Where a table publishes something of *kind*."""
    return f"{ROOT}/{hall}/{table}/{kind}"


def every_table(hall: str) -> str:
    """What the hall subscribes to."""
    return f"{ROOT}/{hall}/+/+"


def board(hall: str) -> str:
    """What the hall tells all tables: clock and announcements."""
    return f"{ROOT}/{hall}/_hall/board"


def to_table(hall: str, table: str) -> str:
    """What the hall tells one table: how much it has kept, and the umpire's answers."""
    return f"{ROOT}/{hall}/_hall/to/{table}"


def read_topic(hall: str, topic: str) -> tuple[str, str] | None:
    """The table and the kind of a table's topic, None of any other."""
    parts = topic.split("/")
    if len(parts) != 4 or parts[:2] != [ROOT, hall]:
        return None
    table, kind = parts[2:]
    return (table, kind) if is_slug(table) and kind in KINDS else None
