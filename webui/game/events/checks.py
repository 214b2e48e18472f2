"""Is a step what its kind says it is? What it says, as a value, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, TypeVar, get_args

import msgspec
from msgspec import Meta, Struct

from webui.game.events.bounds import boundless
from webui.game.events.kinds import KINDS, Answered, Content, Undone
from webui.game.events.parts import Part
from webui.game.journal.checking import Checks

Shape = TypeVar("Shape", bound=Struct)


class Misshapen(ValueError):
    """A step is not what its kind says; the message goes on after "the step"."""


def content_of(kind: str, body: Mapping[str, Any]) -> Content:
    """What a step of that kind says.

    Raises:
        Misshapen: there is no such kind, or the body is not of it.
    """
    if kind not in KINDS:
        raise Misshapen(f"is of no kind that is known ({kind[:20]!r})")
    return _read(body, KINDS[kind])


def shift_of(body: Mapping[str, Any]) -> Undone:
    """What a move of the head says.

    Raises:
        Misshapen: the body is of none.
    """
    return _read(body, Undone)


def fault_of(kind: str, body: dict[str, Any]) -> str:
    """What is wrong with an event, "" when nothing is."""
    why = boundless(body)
    if why:
        return why
    try:
        found = content_of(kind, body)
    except Misshapen as why_not:
        return str(why_not)
    if isinstance(found, Answered) and found.answer is None:
        return "" if found.prompt.value.ask == "look" else "answers nothing"
    return ""


def fault_of_shift(body: dict[str, Any]) -> str:
    """What is wrong with a move of the head, "" when nothing is."""
    why = boundless(body)
    if why:
        return why
    try:
        shift_of(body)
    except Misshapen as why_not:
        return str(why_not)
    return ""


class _View(Struct, frozen=True):
    px_per_in: Annotated[float, Meta(gt=0, le=100_000)]
    margin_in: Annotated[float, Meta(ge=0, le=1000)]


def fault_of_kept(what: str, content: bytes) -> str:
    """What is wrong with a thing kept beside an event, "" when nothing is.

    A snapshot's shape belongs to the table and may grow; here it has to be finite data.
    """
    try:
        if what == "view":
            msgspec.json.decode(content, type=_View)
        elif what == "snapshot":
            return boundless(json.loads(content))
    except (ValueError, RecursionError) as why:
        return f"is not what it says ({why})"
    return ""


CHECKS = Checks(fault_of, fault_of_kept, fault_of_shift)
"""What the journal is told of its contents."""


def _read(body: Mapping[str, Any], kind: type[Shape]) -> Shape:
    try:
        return msgspec.convert(body, kind, dec_hook=_part)
    except (ValueError, RecursionError) as why:
        raise Misshapen(f"is not what it says ({why})") from None


def _part(kind: Any, plain: Any) -> Any:
    (shape,) = get_args(kind)
    return Part(plain, msgspec.convert(plain, shape, dec_hook=_part))
