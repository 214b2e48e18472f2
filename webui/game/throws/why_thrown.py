"""Why so many dice are thrown, and why at that number, before they fall.

Law: the rule itself says it; what depends on the dice is left out, nothing is recorded.
"""

from __future__ import annotations

import logging
from typing import Any

from rules.kernel.known_before import known_before
from rules.kernel.prompts import Roll
from rules.kernel.protocol import IllegalAction, Modifier, RuleSet
from vision.table.reading import Unmeasurable
from webui.game.game import Game
from webui.game.position import Opened, Present

log = logging.getLogger(__name__)


class WhyThrown:
    """``why_thrown`` of a game as it stands, worked out once however many screens ask."""

    def __init__(self) -> None:
        self._newest: tuple[tuple[Game | None, int], tuple[Modifier, ...]] = ((None, -1), ())

    def __call__(self, game: Game, present: Present) -> tuple[Modifier, ...]:
        """The working of the throw that is open in *present*."""
        # The game itself: its address may be that of the next one.
        key = game, present.head
        kept_for, kept = self._newest
        if key == kept_for:
            return kept
        opened = present.opened
        found = () if opened is None else why_thrown(game.rules, present.state, opened)
        self._newest = key, found
        return found


def why_thrown(rules: RuleSet, state: Any, opened: Opened) -> tuple[Modifier, ...]:
    """The working of the open throw that no die changes; () when no dice are asked for."""
    asked = opened.prompt
    if not isinstance(asked, Roll):
        return ()
    try:
        return known_before(
            lambda: rules.resolve(opened.action, state, opened.table), opened.answered, asked
        )
    except (IllegalAction, Unmeasurable):
        # With such dice the rule would refuse what was declared: nothing is the same for all.
        return ()
    except Exception as why:
        # A help on the page: the throw itself goes on, and says what is wrong if it is.
        log.error("the working of an open throw cannot be told", exc_info=why)
        return ()
