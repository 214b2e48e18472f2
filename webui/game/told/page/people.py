"""Who did it, and who asks."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType


class Person(Struct, frozen=True):
    """Who did it; {} where nobody is known."""

    role: str | UnsetType = UNSET
    side: str | UnsetType = UNSET
    name: str | UnsetType = UNSET


class You(Struct, frozen=True):
    """The visitor: role, side, and what they may do. ``acts_for``: sides, ``*`` for both."""

    role: str
    side: str
    name: str
    afar: bool
    may_act: bool
    may_overrule: bool
    acts_for: list[str]
    may_measure: bool | UnsetType = UNSET
