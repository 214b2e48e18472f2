"""The watchers' links: made, delayed and ended at the table; only a hash of each is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from webui.game.journal.journal import CannotKeep
from webui.game.journal.kept_twice import KeptTwice
from webui.game.position import NotNow
from webui.game.told import words
from webui.game.told.page.beside import WatchersLink

MOST = 20
MOST_DELAY_MIN = 60


class NoSuchLink(LookupError):
    """It leads nowhere, or no more; the message says what to do."""


class Link(Struct, frozen=True, forbid_unknown_fields=True):
    """One link: ``mark`` names it in lists, ``hash`` is of what its address ends with."""

    mark: Annotated[str, Meta(max_length=16)]
    hash: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=80)] = ""
    delay_min: Annotated[int, Meta(ge=0, le=MOST_DELAY_MIN)] = 0
    made_s: float = 0.0


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """``watchers.json``."""

    links: Annotated[tuple[Link, ...], Meta(max_length=MOST)] = ()


class Links:
    """The links of a table, kept in ``folder/watchers.json``."""

    def __init__(self, folder: Path, now: Callable[[], float] = time.time) -> None:
        self._file = KeptTwice(folder / "watchers.json", Kept, 0o600)
        self._now = now
        self._lock = threading.Lock()
        self._links = (self._file.read() or Kept()).links
        self.notice = self._file.fault

    def all(self) -> tuple[Link, ...]:
        """Every link that leads somewhere, the oldest first."""
        return self._links

    def make(self, name: str, delay_min: int) -> str:
        """A new link; what its address ends with, told this once.

        Raises:
            NotNow: there are enough. CannotKeep: the disk refuses it.
        """
        token = secrets.token_urlsafe(16)
        with self._lock:
            if len(self._links) >= MOST:
                raise NotNow(f"there are {MOST} links for watchers: end one first")
            mark = secrets.token_hex(4)
            made = Link(mark, _hash(token), name, delay_min, self._now())
            self._keep((*self._links, made))
        return token

    def delay(self, mark: str, delay_min: int) -> None:
        """Show what was so long ago from now on.

        Raises:
            NotNow: there is no such link. CannotKeep.
        """
        with self._lock:
            self._known(mark)
            self._keep(
                tuple(
                    replace(one, delay_min=delay_min) if one.mark == mark else one
                    for one in self._links
                )
            )

    def end(self, mark: str) -> None:
        """Let a link lead nowhere any more, at once.

        Raises:
            NotNow: there is no such link. CannotKeep.
        """
        with self._lock:
            self._known(mark)
            self._keep(tuple(one for one in self._links if one.mark != mark))

    def of(self, token: str) -> Link:
        """The link whose address ends with *token*.

        Raises:
            NoSuchLink: there is none any more.
        """
        told = _hash(token[:100])
        found = [one for one in self._links if hmac.compare_digest(told, one.hash)]
        if not found:
            raise NoSuchLink(words.NO_SUCH_LINK)
        return found[0]

    def _known(self, mark: str) -> None:
        if mark not in {one.mark for one in self._links}:
            raise NotNow("there is no such link: look at the list again")

    def _keep(self, links: tuple[Link, ...]) -> None:
        try:
            self._file.write(Kept(links))
        except OSError as why:
            path = self._file.path
            raise CannotKeep(f"{path} cannot be written ({why.strerror})") from None
        self._links = links


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def listed(link: Link) -> WatchersLink:
    """A link as the table's page lists it."""
    return WatchersLink(link.mark, link.name, link.delay_min, link.made_s)
