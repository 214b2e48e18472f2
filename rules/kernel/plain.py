"""State to plain JSON data and back, checked."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from rules.kernel.prompts import Prompt
from rules.kernel.protocol import BadState, Plain

T = TypeVar("T")


def to_plain(value: Any) -> Plain:
    """Any Struct, dataclass, tuple or dict of them as plain JSON data."""
    return msgspec.to_builtins(value)


def from_plain(plain: Plain, kind: type[T]) -> T:
    """The value of type *kind* that *plain* describes.

    Raises:
        BadState: a field is missing or has the wrong type; the message names the place.
    """
    found: T = _converted(plain, kind)
    return found


def prompt_from_plain(plain: Plain) -> Prompt:
    """The prompt that *plain* describes.

    Raises:
        BadState: it is none.
    """
    prompt: Prompt = _converted(plain, Prompt)
    return prompt


def _converted(plain: Plain, kind: Any) -> Any:
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as why:
        raise BadState(str(why)) from None
