"""A player of Quick Play without a plan."""

from __future__ import annotations

from rules.quickplay.state import LEDGER
from rules.quickplay.turn import BOOK
from rules.robots.drawn import drawn_player

ROBOT = drawn_player(BOOK, LEDGER, ("charge", "shoot", "rally", "begin"), "end", ("concede",))
