"""Where this computer is found on the hall's network.

Law: asks the operating system only; nothing is sent.
"""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

from webui.server.access import is_this_computer

EVERYWHERE = ("0.0.0.0", "::", "")
"""Hosts that stand for every address of this computer."""

# Home and club routers hand these out first; 172.16/12 is mostly virtual adapters.
RANKED = tuple(
    ipaddress.ip_network(net) for net in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12")
)


def is_open_to_all(host: str) -> bool:
    """Does a server that listens on *host* hear other computers?"""
    return host != "localhost" and not is_this_computer(host)


def names_on(host: str) -> tuple[str, ...]:
    """How a page that listens on *host* is named in an address, the best for a phone first."""
    if host in EVERYWHERE:
        return lan_addresses() or ("[::1]" if host == "::" else "localhost",)
    if host in ("127.0.0.1", "localhost"):
        return ("localhost",)
    return (f"[{host}]" if ":" in host else host,)


def lan_addresses() -> tuple[str, ...]:
    """IPv4 addresses of this computer that a phone in the same network can reach, best first."""
    found: dict[str, None] = {}
    # Connecting a datagram socket sends nothing; it only picks the outgoing address.
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        found[probe.getsockname()[0]] = None
    with suppress(OSError):
        for entry in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET):
            found[str(entry[4][0])] = None
    usable = [address for address in found if _usable(address)]
    return tuple(sorted(usable, key=_rank))


def _usable(address: str) -> bool:
    ip = ipaddress.ip_address(address)
    return not (ip.is_loopback or ip.is_link_local or ip.is_unspecified)


def _rank(address: str) -> int:
    ip = ipaddress.ip_address(address)
    return next((place for place, net in enumerate(RANKED) if ip in net), len(RANKED))
