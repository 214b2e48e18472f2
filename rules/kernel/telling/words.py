"""Numbers of things as people say them."""

from __future__ import annotations


def many(count: float, one: str, more: str = "") -> str:
    """``1 hit``, ``2 hits``; *more* where the plural does not only take an s."""
    return f"{count:g} {one if count == 1 else more or f'{one}s'}"


def dice(count: float) -> str:
    """``1 die``, ``2.5 dice``."""
    return many(count, "die", "dice")


def does(who: str, verb: str) -> str:
    """``Parliament wins``, ``Royalists win``: a side whose name ends in an s is many people."""
    if not who.endswith("s"):
        return f"{who} {verb}"
    bare = "es" if verb.endswith(("oes", "sses")) else "s"
    return f"{who} {'have' if verb == 'has' else verb.removesuffix(bare)}"
