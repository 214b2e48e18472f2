"""How often a secret may be guessed.

Law: every secret has counters of its own; knowing one of them says nothing about guesses at
another. Only wrong tries count; a try is counted before it is judged, so that a hundred at
once are a hundred.
"""

from __future__ import annotations

import ipaddress
import threading
from collections import deque
from collections.abc import Callable

MOST_ADDRESSES = 4_000
"""Remembered at once; of more, those that tried longest ago are forgotten first."""

TRIES, TRIES_WINDOW_S = 6, 60.0
"""Wrong ones from one address."""

PIN_TRIES, PIN_TRIES_WINDOW_S = 60, 600.0
"""For the PIN also from all strange addresses together: they cost a guesser nothing, and
10,000 PINs then take a day. Who was right before, or plays, and this computer, are no
strangers."""

FIRST_TRIES, EVENING_S = 250, 12 * 3600.0
"""An address that was never wrong may try once though the strangers have used theirs up: the
umpire's new phone is not locked out by somebody else's guesses. A hall's network has some 250
addresses, so it gives a guesser few more; beyond them there is the way by a join code."""


class TooManyTries(RuntimeError):
    """Somebody is guessing; the message says how long to wait."""


class Wrong:
    """Wrong tries within a window of time, each under the name of whoever tried."""

    def __init__(self, most: int, window_s: float, now: Callable[[], float]) -> None:
        self._most, self._window_s, self._now = most, window_s, now
        self._when: dict[str, deque[float]] = {}

    def wait_s(self, name: str) -> float:
        """How long *name* has to wait for the next try, 0 for not at all."""
        when = self._when.get(name, deque())
        if len(when) < self._most:
            return 0.0
        return max(0.0, self._window_s - (self._now() - when[0]))

    def add(self, name: str) -> float:
        """Count a try; its mark, to take it back by."""
        when = self._when.pop(name, None)
        self._when[name] = deque(maxlen=self._most) if when is None else when
        while len(self._when) > MOST_ADDRESSES:
            self._when.pop(next(iter(self._when)))
        mark = self._now()
        self._when[name].append(mark)
        return mark

    def forget(self, name: str, mark: float) -> None:
        """A try turned out to be right."""
        when = self._when.get(name, deque())
        if mark in when:
            when.remove(mark)

    def knows(self, name: str) -> bool:
        """Was *name* wrong, as far as is remembered?"""
        return bool(self._when.get(name))


class Guesses:
    """Guesses at one secret, counted by address and, where *together*, also of all strangers."""

    def __init__(self, now: Callable[[], float], together: bool = False) -> None:
        self._lock = threading.Lock()
        self._mine = Wrong(TRIES, TRIES_WINDOW_S, now)
        self._all = Wrong(PIN_TRIES, PIN_TRIES_WINDOW_S, now) if together else None
        self._first = Wrong(FIRST_TRIES, EVENING_S, now)

    def judge(self, address: str, is_right: Callable[[], bool], known: bool = False) -> bool:
        """What *is_right* says, unless *address* has guessed too often. *known*: no stranger.

        Raises:
            TooManyTries: it has, or the strangers together have; says how long to wait.
        """
        name = one_computer(address)
        counters = [(self._mine, name)]
        with self._lock:
            if self._all is not None and not known:
                counters.append(self._of_strangers(name))
            wait_s = max(each.wait_s(by) for each, by in counters)
            if wait_s > 0:
                raise TooManyTries(f"too many wrong tries: wait {int(wait_s) + 1} s and try again")
            marks = [each.add(by) for each, by in counters]
        right = is_right()
        if right:
            with self._lock:
                for (each, by), mark in zip(counters, marks, strict=True):
                    each.forget(by, mark)
        return right

    def _of_strangers(self, name: str) -> tuple[Wrong, str]:
        assert self._all is not None
        is_new = not self._mine.knows(name)
        return (self._first, "") if self._all.wait_s("") and is_new else (self._all, "")


def one_computer(address: str) -> str:
    """What stands for one computer: of IPv6 the network, for each has many addresses in it."""
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip) if ip.is_loopback else str(ipaddress.ip_network((ip, 64), strict=False))
