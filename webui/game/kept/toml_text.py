"""TOML that somebody else has written, read in a time that grows with its length alone."""

from __future__ import annotations

import re
import tomllib
from typing import Any

MOST_PARTS = 16

# Closed or not: what is never closed is taken to the end of its line, so that no letter is
# looked at twice.
_QUOTED = re.compile(r""""(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?""")
_ENDLESS_KEY = re.compile(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_PARTS}}}")


def toml_of(text: str) -> dict[str, Any]:
    """What the text says.

    tomllib's time grows with the square of a key's parts, so a key of many is refused first.

    Raises:
        ValueError: it is no TOML, or a key in it has more than 16 parts.
        RecursionError: it is nested too deeply.
    """
    if _ENDLESS_KEY.search(_QUOTED.sub("q", text)):
        raise ValueError("a key has too many dots")
    return tomllib.loads(text)
