"""Where the broker is: ``mqtt[s]://[user:password@]broker[:port][/HALL]``."""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from webui.hall.wire.topics import slug

PORTS = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Address:
    """A broker, the hall's name on it, and who we are there. ``older``: it knows no MQTT 5."""

    host: str
    port: int
    hall: str = "hall"
    tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)
    older: bool = False

    def __str__(self) -> str:
        """Without the password, so that it may be printed."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"mqtt{'s' if self.tls else ''}://{host}:{self.port}/{self.hall}"


def read_address(text: str) -> Address:
    """The address that *text* names.

    Raises:
        ValueError: it is none; a sentence without any password in it.
    """
    example = "give --hall mqtt://broker, or mqtts://user:password@broker:8883/hall"
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise ValueError(f"That is no address of a broker: {example}.") from None
    if parts.scheme not in PORTS or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(f"That is no address of a broker: {example}.")
    name = parts.path.strip("/")
    if name and slug(name) != name:
        raise ValueError(f"A hall's name has small letters, digits and hyphens, not {name!r}.")
    return Address(
        parts.hostname,
        port or PORTS[parts.scheme],
        name or "hall",
        parts.scheme == "mqtts",
        unquote(parts.username or ""),
        unquote(parts.password or ""),
    )
