"""What people type, as one line that reads the way it is written.

A line break in a note could pose as another step of the transcript, and signs that turn the
direction of writing could make a name or a number read as another.
"""

from __future__ import annotations

import unicodedata

JOINERS = "\u200c\u200d"
"""Invisible too, but some scripts and pictures need them."""


def one_line(said: str) -> str:
    """*said* without invisible signs, every run of blanks or line breaks a single space."""
    composed = unicodedata.normalize("NFC", said)
    return " ".join("".join(map(_seen, composed)).split())


def is_one_line(said: str) -> bool:
    """Can every sign of *said* be seen, on one line?"""
    return all(_seen(sign) == sign for sign in said)


def _seen(sign: str) -> str:
    kind = unicodedata.category(sign)
    if kind in ("Cc", "Zl", "Zp"):
        return " "
    return "" if kind in ("Cf", "Cs") and sign not in JOINERS else sign
