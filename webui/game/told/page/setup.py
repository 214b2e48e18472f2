"""The page for whoever sets the table up: camera, games, armies, club, network."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from webui.game.told.page.beside import ArmyListed
from webui.game.told.page.table import ClubShown


class GlanceShown(Struct, frozen=True):
    """How a kept game stands; ``plan``: whether it can be seen from above. ``over``: who won."""

    turn: int
    phase: str
    lines: tuple[str, ...]
    over: str
    plan: bool


class GameKept(Struct, frozen=True):
    """A kept game; ``begun_s``: seconds since the epoch. ``fault``: why it cannot be opened.

    ``glance``: None where nobody has looked at it yet.
    """

    name: str
    title: str
    rules: str
    begun_s: float
    events: int
    archived: bool
    fault: str
    book: str
    glance: GlanceShown | None


class Running(Struct, frozen=True):
    """The battle that another one would replace."""

    title: str
    turn: int


class DemoOffered(Struct, frozen=True):
    """The ready battle of a rule set."""

    title: str
    says: str


class RulesOffered(Struct, frozen=True):
    """A rule set that can be played."""

    name: str
    title: str
    edition: str
    demo: DemoOffered


class NetworkShown(Struct, frozen=True):
    """Is the table open to the network ``now``, and from the ``next`` start; ``here``: may the
    visitor change that?"""

    now: bool
    next: bool
    here: bool


class SetupPage(Struct, frozen=True, kw_only=True):
    """What is set up. ``facts``: of the camera, as it tells them; ``told``: the same in words, what
    it is about and what is said. ``open``: the name of the open game."""

    source: str
    facts: dict[str, Any]
    told: list[tuple[str, str]]
    troubles: list[str]
    blind: str
    open: str
    games: list[GameKept]
    running: Running | None
    rules: list[RulesOffered]
    armies: list[ArmyListed]
    has_pin: bool
    python: str
    system: str
    club: ClubShown
    colours: list[str]
    network: NetworkShown
