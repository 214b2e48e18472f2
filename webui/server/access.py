"""Who may do what.

Law: the server decides by role (``webui.game.secrets.roles``), for every route; a page only hides
what would be refused.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from webui.game.journal.journal import CannotKeep
from webui.game.journal.kept_twice import KeptTwice
from webui.server.sockets.limits import Guesses, one_computer

CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""No I, O, 0, 1: they are read aloud across a table."""

HASH_ROUNDS = 100_000
"""A twentieth of a second a guess for whoever has stolen the file; four digits fall all the same,
but not a word."""

MOST_LEFT = 1_000
"""Of the cookies that were given back; new codes and another PIN end all the others."""


class Refused(RuntimeError):
    """This role may not do that; the message says who may."""


class Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``access.json``: what signs the cookies, the code of each side, salt and hash of the PIN,
    and the seats (a mark in each cookie) that were left."""

    secret: str = ""
    codes: dict[str, Annotated[str, Meta(pattern="^[A-Z2-9]{6}$")]] = {}
    pin: Annotated[str, Meta(pattern=r"^([0-9a-f]+\$[0-9a-f]+)?$")] = ""
    left: Annotated[tuple[Annotated[str, Meta(max_length=32)], ...], Meta(max_length=2_000)] = ()


class Access:
    """Join codes, PIN and cookie secret, kept in ``folder/access.json``."""

    def __init__(
        self, folder: Path, pin: str | None = None, now: Callable[[], float] = time.monotonic
    ) -> None:
        """Read what is kept in *folder*, or begin anew. *pin*: chosen at the start.

        Raises:
            CannotKeep: something is new, and the disk refuses it.
        """
        # 0o600: the secret signs every session cookie.
        self._file = KeptTwice(folder / "access.json", Kept, 0o600)
        self._lock = threading.Lock()
        self._at_codes = Guesses(now)
        self._at_pin = Guesses(now, together=True)
        self._was_right: set[str] = set()
        kept = self._file.read() or Kept()
        self.notice = self._file.fault
        if self.notice and not kept.secret:
            self.notice += ". Everybody has to join again, and there is no PIN: choose one"
        self.secret: str = kept.secret or secrets.token_hex(32)
        self._codes: dict[str, str] = dict(kept.codes)
        self._pin: str = kept.pin
        self._left: dict[str, None] = dict.fromkeys(kept.left)
        if pin:
            self._pin = _hashed(pin, secrets.token_hex(16))
        if self._all() != kept:
            self._write()

    @property
    def has_pin(self) -> bool:
        """Has an umpire's PIN been chosen?"""
        return bool(self._pin)

    @property
    def pin_mark(self) -> str:
        """What an umpire's session holds; another PIN ends every such session."""
        return hashlib.sha256(self._pin.encode()).hexdigest()[:16]

    def set_pin(self, pin: str) -> None:
        """Choose the PIN.

        Raises:
            ValueError: shorter than four characters.
            CannotKeep: the disk refuses it; the old one holds.
        """
        if not 4 <= len(pin) <= 64:
            raise ValueError("a PIN has 4 to 64 characters")
        with self._lock, self._or_as_before():
            self._pin = _hashed(pin, secrets.token_hex(16))
            self._was_right.clear()

    def is_pin(self, pin: str, address: str, *, is_player: bool = False) -> bool:
        """Is this the PIN?  *is_player*: whoever asks has shown a side's code.

        Raises:
            TooManyTries: too many wrong ones from *address*, or from strangers together.
        """
        here = one_computer(address)
        known = is_player or is_this_computer(address) or here in self._was_right

        def is_right() -> bool:
            salt = self._pin.split("$")[0]
            return bool(self._pin) and hmac.compare_digest(_hashed(pin, salt), self._pin)

        right = self._at_pin.judge(address, is_right, known)
        if right and len(self._was_right) < MOST_LEFT:
            self._was_right.add(here)
        return right

    def code(self, side: str) -> str:
        """The join code of a side.

        Raises:
            CannotKeep: it is a new one, and the disk refuses it.
        """
        with self._lock:
            if side not in self._codes:
                with self._or_as_before():
                    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(6))
                    self._codes = {**self._codes, side: code}
            return self._codes[side]

    def forget_codes(self) -> None:
        """New codes for everybody; players have to join again.

        Raises:
            CannotKeep: the disk refuses it; the old ones hold.
        """
        with self._lock, self._or_as_before():
            self._codes = {}

    def side_of(self, code: str, address: str) -> str:
        """The side that *code* joins, "" when it is none.

        Raises:
            TooManyTries: too many wrong ones from *address*.
        """
        clean = code.strip().upper().replace(" ", "").replace("-", "")
        known = [
            side
            for side, its in self._codes.items()
            if hmac.compare_digest(clean.encode(), its.encode())
        ]
        self._at_codes.judge(address, lambda: bool(known))
        return known[0] if known else ""

    def is_code_of(self, code: str, side: str) -> bool:
        """Does *code* still belong to *side*?  For sessions; not counted as a try."""
        known = self._codes.get(side, "")
        return bool(known) and hmac.compare_digest(code.encode(), known.encode())

    def new_seat(self) -> str:
        """The mark of a new cookie, by which it can be ended."""
        return secrets.token_hex(8)

    def is_seat(self, seat: str) -> bool:
        """Does the cookie with this mark still count?"""
        return bool(seat) and seat not in self._left

    def leave(self, seat: str) -> None:
        """End the cookie with this mark, and every copy of it.

        Raises:
            CannotKeep: the disk refuses it; until the program ends it counts no more even so.
        """
        with self._lock:
            self._left[seat] = None
            while len(self._left) > MOST_LEFT:
                self._left.pop(next(iter(self._left)))
            self._write()

    def _all(self) -> Kept:
        return Kept(self.secret, self._codes, self._pin, tuple(self._left))

    @contextmanager
    def _or_as_before(self) -> Iterator[None]:
        """Keep what is changed within, or change nothing."""
        codes, pin = self._codes, self._pin
        yield
        try:
            self._write()
        except CannotKeep:
            self._codes, self._pin = codes, pin
            raise

    def _write(self) -> None:
        try:
            self._file.write(self._all())
        except OSError as why:
            path = self._file.path
            raise CannotKeep(f"{path} cannot be written ({why.strerror})") from None


def _hashed(pin: str, salt: str) -> str:
    slow = hashlib.pbkdf2_hmac("sha256", pin.encode(), salt.encode(), HASH_ROUNDS)
    return f"{salt}${slow.hex()}"


def is_this_computer(address: str) -> bool:
    """Does a request from *address* come from the computer that runs the program?"""
    try:
        ip = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    mapped = getattr(ip, "ipv4_mapped", None)
    return bool((mapped or ip).is_loopback)


def host_is_ours(host: str, names: Iterable[str]) -> bool:
    """May a request name *host*?  Any bare address may; of names, only ours.

    A page of another site that has had its name pointed at this computer (DNS rebinding)
    names itself, never an address.
    """
    name = host.rsplit(":", 1)[0] if host.rfind("]") < host.rfind(":") else host
    name = name.strip("[]").rstrip(".").lower()
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in {known.lower() for known in names}
    return True
