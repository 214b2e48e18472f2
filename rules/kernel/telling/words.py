"""Numbers of things as people say them."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1024)
def many(count: float, one: str, more: str = "") -> str:
    """``1 hit``, ``2 hits``; *more* where the plural does not only take an s."""
    return f"{count:g} {one if count == 1 else more or f'{one}s'}"


def dice(count: float) -> str:
    """``1 die``, ``2.5 dice``."""
    return many(count, "die", "dice")
