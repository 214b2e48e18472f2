"""Which dice belong to the question that was asked: those that came to rest since then.

Law: pure; no clock, no picture. It is told when something moves and what lies there when
nothing does.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from vision.table.throw import KNOCKED, SAME_PLACE, Die, Throw

SAME_COLOUR = 60.0
"""Largest distance of two mean colours (BGR, 0 to 255) of one die in other light."""


@dataclass(frozen=True, slots=True)
class _Old:
    """A die that lay there before. ``present``: the last still picture showed it."""

    die: Die
    present: bool = True


class ThrowWatcher:
    """Follows one tray from picture to picture and offers what was thrown.

    ``ask`` when a question is put; then for every picture either ``moved`` or ``at_rest``.
    ``offer`` is the throw that lies there, or None while there is none or something moves.
    """

    def __init__(self) -> None:
        self._old: tuple[_Old, ...] = ()
        self._lifted: tuple[Die, ...] = ()
        self._last: tuple[Die, ...] | None = None
        self._baseline = True
        self._rest_s: float | None = None
        self._number = 0
        self._offer: Throw | None = None

    @property
    def offer(self) -> Throw | None:
        """The throw to show now."""
        return self._offer

    def ask(self, again: Iterable[Die] = ()) -> None:
        """A question was put: what lies there is old, except the dice to be thrown *again*.

        Those of *again* count as thrown as soon as they lie anywhere else or show another face.
        """
        chosen = tuple(again)
        lying = self._last or ()
        self._old = tuple(_Old(die) for die in lying if not _is_one_of(die, chosen))
        self._lifted = tuple(die for die in lying if _is_one_of(die, chosen))
        self._baseline = self._last is None
        self._offer = None

    def moved(self) -> None:
        """Something moves in the tray: what was offered is withdrawn."""
        self._offer = None
        self._rest_s = None

    def at_rest(self, taken_s: float, dice: Sequence[Die]) -> Throw | None:
        """Nothing moves, and these dice were read: gives the offer, also kept in ``offer``."""
        if self._rest_s is None:
            self._rest_s = taken_s
        self._last = tuple(dice)
        if self._baseline:
            # Nobody saw the tray before the question: what lies there may be of another throw.
            self._old, self._baseline = tuple(_Old(die) for die in dice), False
        thrown = self._without_old(tuple(dice))
        thrown = tuple(die for die in thrown if not _is_one_of(die, self._lifted))
        self._offer = self._offered(thrown, taken_s)
        return self._offer

    def _without_old(self, dice: tuple[Die, ...]) -> tuple[Die, ...]:
        """The dice that are none of the old ones, which are followed to where they are now."""
        # One that was gone in the last still picture was in somebody's hand: only those that
        # were there can have been knocked.
        left, now, lost = list(dice), list[_Old](), list[_Old]()
        for old in self._old:
            found = _nearest(old.die, left, SAME_PLACE, face=True)
            if found is None:
                lost.append(old)
            else:
                left.remove(found)
                now.append(_Old(_kept(old.die, found)))
        knocked = _knocked([old.die for old in lost if old.present], left)
        self._old = (
            *now,
            *(_Old(die) for die in knocked),
            *(replace(old, present=False) for old in lost if not (old.present and knocked)),
        )
        return tuple(die for die in left if die not in knocked)

    def _offered(self, thrown: tuple[Die, ...], taken_s: float) -> Throw | None:
        if not thrown or self._rest_s is None:
            return None
        last = self._offer
        if last is not None and _same_reading(last.dice, thrown):
            return last
        self._number += 1
        ordered = tuple(sorted(thrown, key=lambda die: (die.sure, die.y_px, die.x_px)))
        return Throw(self._number, ordered, self._rest_s, taken_s)


def _knocked(lost: Sequence[Die], left: Sequence[Die]) -> tuple[Die, ...]:
    """Where each of the *lost* dice lies now if all were knocked only a little; else nothing.

    When one of them is nowhere near, dice were lifted, and nobody can tell which of those that
    lie there now is which: then all count as thrown, and people see one too many.
    """
    free, found = list(left), list[Die]()
    for die in lost:
        near = _nearest(die, free, KNOCKED, face=False)
        if near is None:
            return ()
        free.remove(near)
        found.append(near)
    return tuple(found)


def _kept(before: Die, now: Die) -> Die:
    """The die at its old place, with the face that was read of it when it was read."""
    return before if before.sure and not now.sure else now


def _nearest(die: Die, among: Iterable[Die], most: float, face: bool) -> Die | None:
    fit = [other for other in among if die.away(other) <= most and _alike(die, other, face)]
    return min(fit, key=lambda other: die.away(other), default=None)


def _alike(first: Die, second: Die, face: bool) -> bool:
    if face and first.sure and second.sure and first.face != second.face:
        return False
    return math.dist(first.colour_bgr, second.colour_bgr) <= SAME_COLOUR


def _is_one_of(die: Die, among: Iterable[Die]) -> bool:
    return _nearest(die, among, SAME_PLACE, face=True) is not None


def _same_reading(first: Sequence[Die], second: Sequence[Die]) -> bool:
    """Whether both are the same dice with the same faces at the same places."""
    if len(first) != len(second):
        return False
    return all(
        any(die.face == other.face and die.away(other) <= SAME_PLACE for other in second)
        for die in first
    )
