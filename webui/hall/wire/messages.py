"""The messages between tables and hall, each with its bounds.  Version 1, see docs/hall.md.

Law: pure. A message is read by ``read`` or refused; beyond its size, depth, lengths and
numbers nothing of it goes any further.
"""

from __future__ import annotations

import json
import math
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

Id = Annotated[str, Meta(pattern="^[0-9a-f]{32}$")]
"""A random id of 128 bits: of a table's outbox, of a run of its program, of a call."""

Name = Annotated[str, Meta(max_length=120)]
Text = Annotated[str, Meta(max_length=2_000)]
Count = Annotated[int, Meta(ge=0, le=2**40)]
Inches = Annotated[float, Meta(ge=-10_000, le=10_000)]
Time = Annotated[float, Meta(ge=0, le=32_503_680_000)]
Corner = tuple[Inches, Inches]

Colour = Annotated[str, Meta(pattern="^(#[0-9a-f]{6})?$")]
"""``#rrggbb``; "" from a table that tells none."""

MAX_BYTES = 262_144
"""Of any message; the largest ruling of the robots' battles has some 20,000."""

MAX_DEPTH = 24


class NotAMessage(ValueError):
    """It is not what stands in docs/hall.md; the message says what was wrong."""


class Told(Struct, kw_only=True, frozen=True):
    """What every message of a table begins with. ``run``: of the program; ``n`` grows with
    each message of a run, so that an older one that comes late is known."""

    v: Literal[1] = 1
    run: Id
    n: Count


class Status(Told, kw_only=True, frozen=True):
    """``status``: is the table there?  ``seq``: the last number in its log."""

    online: bool
    name: Name
    stream: Id
    seq: Count = 0
    source: Name = ""
    trouble: Text = ""


class SideScore(Struct, frozen=True):
    """What a side began with and has left: figures, men or stands, and whole units."""

    side: Name
    now: Count
    start: Count
    units: Count
    of: Count
    colour: Colour = ""


class UnitScore(Struct, frozen=True):
    unit: Name
    name: Name
    side: Name
    now: Count | None
    start: Count | None
    gone: bool


class Won(Struct, frozen=True):
    winner: Name
    says: Text


class Score(Told, kw_only=True, frozen=True):
    """``score``: the battle and what both sides have left; ``game`` "" while none is open.
    ``head``: the newest ruling in it, as its step in the game's journal; 0 before the first."""

    game: Name = ""
    head: Count = 0
    title: Text = ""
    rules: Name = ""
    turn: Count = 0
    phase: Name = ""
    says: Text = ""
    over: Won | None = None
    sides: Annotated[list[SideScore], Meta(max_length=2)] = []
    units: Annotated[list[UnitScore], Meta(max_length=400)] = []


class BasePlan(Struct, frozen=True):
    """A base from above; ``side`` is 0 or 1, -1 for nobody's."""

    payload: Name
    unit: Name
    side: Annotated[int, Meta(ge=-1, le=1)]
    x_in: Inches
    y_in: Inches
    facing_deg: Annotated[float, Meta(ge=-360, le=360)]
    frontage_in: Inches
    depth_in: Inches
    round: bool
    status: Name


class PiecePlan(Struct, frozen=True):
    kind: Name
    outline_in: Annotated[list[Corner], Meta(max_length=500)]
    is_line: bool = False
    name: Name = ""


class Plan(Told, kw_only=True, frozen=True):
    """``plan``: the table from above."""

    size_in: tuple[Inches, Inches]
    squares: tuple[Count, Count] = (0, 0)
    bases: Annotated[list[BasePlan], Meta(max_length=1_000)] = []
    terrain: Annotated[list[PiecePlan], Meta(max_length=400)] = []


EntryKind = Literal["begin", "ruling", "overrule", "edit", "note", "undo", "call"]


class Entry(Struct, kw_only=True, frozen=True):
    """``log``: one thing that happened. ``stream`` and ``seq`` are its id: within a stream the
    numbers follow each other from 1. ``age_s``: how long ago, by the table's own clock, whatever
    that says. ``ref``: which step of the game's journal."""

    v: Literal[1] = 1
    stream: Id
    seq: Annotated[int, Meta(ge=1, le=2**40)]
    kind: EntryKind
    game: Name
    ref: Name
    at_s: Time
    age_s: Annotated[float, Meta(ge=0, le=1e9)] = 0.0
    body: dict[str, Any]


class Answer(Struct, frozen=True):
    """An umpire's word on a call."""

    call: Id
    says: Text
    by: Name


class ToTable(Struct, kw_only=True, frozen=True):
    """What the hall tells one table. ``kept``: all entries of ``stream`` up to that number are
    in the archive; when ``ask`` is another than before, the table sends those after it again."""

    v: Literal[1] = 1
    stream: Id
    kept: Count
    ask: Id
    answers: Annotated[list[Answer], Meta(max_length=50)] = []


class Announcement(Struct, frozen=True):
    id: Count
    text: Text
    at_s: Time


class Clock(Struct, frozen=True):
    """The round's clock; ``left_s`` when the message was sent."""

    title: Name = ""
    running: bool = False
    left_s: Annotated[float, Meta(ge=-1e6, le=1e6)] = 0.0


class Board(Struct, kw_only=True, frozen=True):
    """What the hall tells every table."""

    v: Literal[1] = 1
    online: bool = True
    announcements: Annotated[list[Announcement], Meta(max_length=20)] = []
    clock: Clock | None = None


KINDS: dict[str, type[Struct]] = {"status": Status, "score": Score, "plan": Plan, "log": Entry}
M = TypeVar("M", bound=Struct)


def read(payload: bytes, kind: type[M]) -> M:
    """The message in *payload*.

    Raises:
        NotAMessage: it is none of that kind, or out of all bounds.
    """
    if len(payload) > MAX_BYTES:
        raise NotAMessage(f"has {len(payload)} bytes, more than {MAX_BYTES}")
    try:
        found = msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValueError) as why:
        raise NotAMessage(f"is not what it says ({why})") from None
    if isinstance(found, Entry) and not _is_bounded(found.body, MAX_DEPTH):
        raise NotAMessage("is nested too deeply or holds a number out of all bounds")
    return found


def _is_bounded(plain: Any, depth: int) -> bool:
    if isinstance(plain, dict | list):
        inside = plain.values() if isinstance(plain, dict) else plain
        return depth > 0 and all(_is_bounded(each, depth - 1) for each in inside)
    if isinstance(plain, int):
        return abs(plain) <= 2**53
    return not isinstance(plain, float) or math.isfinite(plain) and abs(plain) < 1e12


def written(message: Struct) -> bytes:
    """A message as it goes over the network."""
    return msgspec.json.encode(message)


def schema() -> str:
    """The JSON Schema of every message, as it stands in docs/hall-schema.json."""
    every = (Status, Score, Plan, Entry, ToTable, Board)
    _, parts = msgspec.json.schema_components(every, ref_template="#/$defs/{name}")
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": parts}
    return json.dumps(whole, indent=1, ensure_ascii=False) + "\n"
