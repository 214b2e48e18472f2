"""Numbers of things as people say them."""

from __future__ import annotations

from rules.kernel.words import dice, many

__all__ = ("dice", "many")


def does(who: str, verb: str) -> str:
    """``Parliament wins``, ``Royalists win``: a side whose name ends in an s is many people."""
    if not who.endswith("s"):
        return f"{who} {verb}"
    return f"{who} {'have' if verb == 'has' else verb.removesuffix('s')}"
