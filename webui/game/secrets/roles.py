"""The roles of people at a table.

Each includes the one before it:

- ``spectator``: everybody; sees.
- ``player``: has the join code of a side; acts for it.
- ``table``: the screen that runs the program (this computer itself); acts for both sides.
- ``umpire``: knows the PIN; sets up, overrules, changes the state. Until a PIN is chosen the
  table screen is the umpire.
"""

from __future__ import annotations

from typing import Literal

Role = Literal["spectator", "player", "table", "umpire"]
ROLES: tuple[Role, ...] = ("spectator", "player", "table", "umpire")


def is_at_least(role: str, least: Role) -> bool:
    """Does *role* include *least*?"""
    return role in ROLES and ROLES.index(role) >= ROLES.index(least)
