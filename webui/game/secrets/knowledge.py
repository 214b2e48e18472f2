"""The rules as one visitor may run them: on what that visitor may know.

Law: whatever the page works out beforehand (offers, odds, previews, what is left in a deck)
runs on the state that is had here; only what people declare and answer runs on the state itself.
"""

from __future__ import annotations

import threading
from typing import Any

from rules.kernel.prompts import Draw, Prompt
from rules.kernel.protocol import Offer
from webui.game.game import Game
from webui.game.position import Present
from webui.game.secrets.secrecy import Eyes


class Known:
    """States and offers as they are known, each made once until the game or table moves on."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._game: Game | None = None
        self._key: tuple[int, int] = (-1, -1)
        self._states: dict[str, Any] = {}
        self._offers: dict[str, tuple[Offer, ...]] = {}
        self._declared: dict[str, tuple[Offer, ...]] = {}

    def state(self, game: Game, eyes: Eyes) -> Any:
        """The state as those eyes know it; the very same object until it changes."""
        if eyes.every or not game.rules.secret:
            return game.present().state
        with self._lock:
            return self._state(game, eyes.side)

    def offers(self, game: Game, eyes: Eyes) -> tuple[Offer, ...]:
        """Every action as far as those eyes can tell what may be done. Who answers for
        everybody acts for everybody, and so has to see what all of them may do.

        Raises:
            Unmeasurable: from the rules.
        """
        if eyes.every or eyes.answer or not game.rules.secret:
            return game.offers()
        with self._lock:
            state = self._state(game, eyes.side)
            if eyes.side not in self._offers:
                self._offers[eyes.side] = game.rules.actions(state, game.table())
            return self._offers[eyes.side]

    def declared(self, game: Game, eyes: Eyes) -> tuple[Offer, ...]:
        """What was offered when the open action was declared, measured as its models stand since;
        nothing while none is open.

        Raises:
            Unmeasurable: from the rules.
        """
        opened = game.present().opened
        if opened is None:
            return ()
        state = self.state(game, eyes)
        with self._lock:
            self._renew(game)
            side = "*" if eyes.every or not game.rules.secret else eyes.side
            if side not in self._declared:
                self._declared[side] = game.rules.actions(state, opened.newest)
            return self._declared[side]

    def _renew(self, game: Game) -> Present:
        present = game.present()
        key = (present.head, game.live.version())
        if game is not self._game or key != self._key:
            self._game, self._key = game, key
            self._states, self._offers, self._declared = {}, {}, {}
        return present

    def _state(self, game: Game, side: str) -> Any:
        present = self._renew(game)
        if side not in self._states:
            self._states[side] = game.rules.known(present.state, side)
        return self._states[side]


def cards_left(game: Game, present: Present, prompt: Prompt, eyes: Eyes) -> list[str] | None:
    """What may still be in a secret deck for all that those eyes know; None for any other
    question. The cards that others hold are among them, else everybody could tell which."""
    if not isinstance(prompt, Draw) or prompt.deck not in game.rules.secret or eyes.every:
        return None
    held = game.rules.unseen(present.state, eyes.side, prompt.deck)
    return sorted([*prompt.cards, *held])
