"""The odds of an action before it is declared, for the page.

Law: what is walked or sampled is the rule itself, over the table as it is now and what the
asker may know; nothing is recorded. Choices are decided for the first option, and the page
says so.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Hashable
from typing import Any

from rules.kernel.odds import (
    Chances,
    TooMany,
    Undecided,
    counted,
    first_option,
    sample,
    walk,
)
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Steps
from rules.kernel.protocol import Action, IllegalAction, Outcome
from rules.kernel.telling.ledger import Weight, consequences
from rules.kernel.telling.names import titled
from webui.game.game import Game
from webui.game.one_at_a_time import HungUp, OneAtATime
from webui.game.secrets.knowledge import Known
from webui.game.secrets.secrecy import Eyes
from webui.game.told import words
from webui.game.told.headline import headline
from webui.game.told.page.whole import Chance, OddsShown

MOST_COURSES = 4_000
SAMPLES, A_FEW = 600, 30
"""600 courses leave at most 2 % of standard error, 30 at most 9 %; fewer say nothing."""

WALKING_S, WORKING_S = 0.4, 1.0
"""A tap must be answered within a second: so long every course is walked, then some are thrown."""

SHOWN = 8
MOST_KEPT = 200

Says = tuple[str, ...]


class _OutOfTime(Exception):
    """The time for this part of the work is over."""


class Odds:
    """The chances of actions: one worked out at a time, and once for all who know the same."""

    def __init__(self, known: Known, now: Callable[[], float] = time.monotonic) -> None:
        self._known = known
        self._now = now
        self._turns = OneAtATime()
        self._lock = threading.Lock()
        self._key: Hashable = None
        self._found: dict[Hashable, OddsShown] = {}

    def __call__(
        self, game: Game, action: Action, eyes: Eyes, is_wanted: Callable[[], bool], is_ours: bool
    ) -> OddsShown:
        """The likeliest results of *action*, in the words of what it changes.

        Raises:
            Unmeasurable: from the rules. TooBusy, HungUp.
        """
        if action.do in game.rules.secret and not eyes.every:
            return OddsShown([], words.SECRET)
        key = (eyes.side, eyes.every, repr(to_plain(action)))
        found = self._kept(game, key)
        if found is not None:
            return found
        with self._turns.turn(is_wanted, is_ours):
            found = self._kept(game, key)
            if found is None:
                at = _standing(game)
                state = self._known.state(game, eyes)
                found = chances(game, action, state, is_wanted=is_wanted, now=self._now)
                if _standing(game) == at:
                    self._keep(at, key, found)
            return found

    def _kept(self, game: Game, key: Hashable) -> OddsShown | None:
        with self._lock:
            if self._key != _standing(game):
                self._key, self._found = _standing(game), {}
            return self._found.get(key)

    def _keep(self, at: Hashable, key: Hashable, found: OddsShown) -> None:
        with self._lock:
            if self._key == at and len(self._found) < MOST_KEPT:
                self._found[key] = found


def _standing(game: Game) -> Hashable:
    return game, game.journal.head, game.live.version()


def chances(
    game: Game,
    action: Action,
    state: Any,
    *,
    is_wanted: Callable[[], bool] = lambda: True,
    now: Callable[[], float] = time.monotonic,
) -> OddsShown:
    """The likeliest results of *action* from *state*, worked out within ``WORKING_S``.

    Raises:
        Unmeasurable: from the rules. HungUp: *is_wanted* says no.
    """
    table, started_s = game.table(), now()

    def rule(until_s: float) -> Steps[Outcome]:
        # Between two courses others get their turn; a thread that works on gives up none.
        time.sleep(0)
        if not is_wanted():
            raise HungUp("nobody waits for it any more")
        if now() >= until_s:
            raise _OutOfTime
        return game.rules.resolve(action, state, table)

    try:
        found = _found(rule, started_s, _telling(game, state))
    except Undecided as why:
        return OddsShown([], words.NO_ODDS_YET.format(why=why))
    except IllegalAction as why:
        return OddsShown([], words.NO_ODDS_REFUSED.format(why=titled(why.refusal.says)))
    if found is None:
        return OddsShown([], words.ODDS_TAKE_LONG)
    return OddsShown(_listed(found), "", found.exact, found.courses, found.error)


Telling = Callable[[Outcome], Says]


def _telling(game: Game, state: Any) -> Telling:
    """How an outcome of an action that begins in *state* is told: by what it changed for whom; in
    a book that keeps no ledger, by its last ruling."""
    names = {card.unit: card.name or card.unit for card in game.present().cards}

    def says(outcome: Outcome) -> Says:
        if not game.rules.ledger:
            return tuple(ruling.says for ruling in outcome.rulings[-1:])
        changed = to_plain(consequences(game.rules.ledger, state, outcome.state))
        grave = [one for one in changed if one["weight"] <= Weight.MORALE]
        return (headline(grave, names),) if grave else ()

    return says


def _found(
    rule: Callable[[float], Steps[Outcome]], started_s: float, says: Telling
) -> Chances[Says] | None:
    """Every course where there is time for it, else as many as there is time for; None for
    too few to say anything."""
    try:
        walking_s = started_s + WALKING_S
        return walk(lambda: rule(walking_s), says, decide=first_option, most=MOST_COURSES)
    except (TooMany, _OutOfTime):
        pass
    thrown: Counter[Says] = Counter()
    try:
        while thrown.total() < SAMPLES:
            once = sample(
                lambda: rule(started_s + WORKING_S), says, secrets.randbelow, 1,
                decide=first_option,
            )  # fmt: skip
            thrown.update(once.chances.keys())
    except _OutOfTime:
        pass
    return counted(thrown) if thrown.total() >= A_FEW else None


def _listed(found: Chances[Says]) -> list[Chance]:
    likeliest = sorted(found.chances.items(), key=lambda item: -item[1])
    return [
        Chance(list(says) or ["no effect"], float(chance)) for says, chance in likeliest[:SHOWN]
    ]
