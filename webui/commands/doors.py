"""What the options of ``serve`` say of the doors: hosts, ports, the PIN, the proxy.

Law: at the top only the standard library, so that options can be checked on a bare machine. Each
reader of an option raises ``argparse.ArgumentTypeError`` with a sentence.
"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from webui.server.doors.public_address import Network, ProxyDoor, PublicAddress


def host(text: str) -> str:
    """An IPv6 address is also understood in the brackets that it wears in a page's address."""
    return text[1:-1] if text.startswith("[") and text.endswith("]") else text


def public(text: str) -> PublicAddress:
    """The address at which a proxy lets people in."""
    from webui.server.doors.public_address import public_address

    try:
        return public_address(text)
    except ValueError as why:
        raise argparse.ArgumentTypeError(str(why)) from None


def proxy(text: str) -> Network:
    """Where a proxy comes from that is believed."""
    from webui.server.doors.public_address import trusted_network

    try:
        return trusted_network(text)
    except ValueError as why:
        raise argparse.ArgumentTypeError(str(why)) from None


def host_port(text: str) -> tuple[str, int]:
    """The door that is kept for the proxy."""
    named, _, number = text.rpartition(":")
    if not named:
        raise argparse.ArgumentTypeError(f"{text} is no door: give one as 127.0.0.1:8751")
    return host(named), port(number)


def proxy_door(options: argparse.Namespace) -> ProxyDoor | None:
    """The door that the options keep for a proxy, None without a public address."""
    from webui.server.doors.public_address import LOOPBACK, ProxyDoor

    if options.public_url is None:
        return None
    named, number = options.proxy_at or ("127.0.0.1", min(options.port + 1, 65535))
    return ProxyDoor(options.public_url, named, number, tuple(options.trusted_proxy) or LOOPBACK)


def port(text: str) -> int:
    """A port, in plain digits."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port: give a number from 1 to 65535")
    return int(text)


def pin(text: str) -> str:
    """The umpire's PIN."""
    if not 4 <= len(text) <= 64:
        raise argparse.ArgumentTypeError("a PIN has from 4 to 64 signs")
    return text
