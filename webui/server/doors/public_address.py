"""The address that people far away use, and the proxies that may speak for them.

Law: pure; standard library only, so that options can be checked on a bare machine.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LOOPBACK: tuple[Network, ...] = (
    ipaddress.ip_network("127.0.0.0/8"),
    ipaddress.ip_network("::1/128"),
)
"""A proxy on this computer, which is where the files of docs/from-afar put it."""

NAME = re.compile(r"^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$")
USUAL_PORT = {"https": 443, "http": 80}


@dataclass(frozen=True, slots=True)
class PublicAddress:
    """``scheme`` and ``host``, as browsers name them: with a port only where it is not usual."""

    scheme: str
    host: str

    @property
    def url(self) -> str:
        """``https://table.club.example``, without a slash at the end."""
        return f"{self.scheme}://{self.host}"


@dataclass(frozen=True, slots=True)
class ProxyDoor:
    """Where proxies knock (``host``, ``port``), which may (``trusted``), and for what address."""

    public: PublicAddress
    host: str = "127.0.0.1"
    port: int = 8751
    trusted: tuple[Network, ...] = LOOPBACK


def public_address(text: str) -> PublicAddress:
    """The address in *text*.

    Raises:
        ValueError: it is none, or leads to a folder of a site; the message says what to give.
    """
    fault = ValueError(f"{text} is no public address: give one as https://table.club.example")
    try:
        parts = urlsplit(text.strip())
        port = parts.port
    except ValueError:
        raise fault from None
    name = (parts.hostname or "").lower()
    if parts.scheme not in USUAL_PORT or not _is_name(name) or parts.username is not None:
        raise fault
    if parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(f"{text} leads to a folder: Drumhead needs a name of its own")
    shown = f"[{name}]" if ":" in name else name
    usual = port in (None, USUAL_PORT[parts.scheme])
    return PublicAddress(parts.scheme, shown if usual else f"{shown}:{port}")


def _is_name(name: str) -> bool:
    if ":" in name:
        return as_address(name) is not None
    return bool(NAME.match(name))


def same_host(said: str, public: PublicAddress) -> bool:
    """Is *said*, a request's ``Host``, the public address?  Case and a usual port aside."""
    clean = said.strip().lower()
    usual = f":{USUAL_PORT[public.scheme]}"
    if clean.endswith(usual) and not public.host.endswith(usual):
        clean = clean[: -len(usual)]
    return clean.rstrip(".") == public.host


def trusted_network(text: str) -> Network:
    """The proxy's address, or the network it comes from (``10.8.0.1``, ``10.8.0.0/24``).

    Raises:
        ValueError: it is none, or stands for everybody.
    """
    try:
        found = ipaddress.ip_network(text.strip(), strict=False)
    except ValueError:
        raise ValueError(f"{text} is no address of a proxy: give one as 10.8.0.1") from None
    if found.prefixlen == 0:
        raise ValueError(f"{text} would trust everybody: name the proxy's own address")
    return found


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def as_address(text: str) -> Address | None:
    """The address in *text* (a port, brackets and a zone aside), None when there is none."""
    clean = text.strip()
    if clean.startswith("["):
        clean = clean[1:].partition("]")[0]
    elif clean.count(":") == 1:
        clean = clean.partition(":")[0]
    try:
        found = ipaddress.ip_address(clean.split("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found


def is_trusted(address: Address, trusted: tuple[Network, ...]) -> bool:
    """Does *address* belong to one of the *trusted* networks?"""
    return any(address in net for net in trusted if net.version == address.version)


def client_of(chain: str, trusted: tuple[Network, ...]) -> str | None:
    """For whom the proxies ask, from an ``X-Forwarded-For``: each proxy adds at the end whom it
    heard, so the last that is no trusted proxy is the client, and what stands before it is
    hearsay. ``THE_PROXY`` when all are proxies; None when there is no such address.
    """
    for said in reversed(chain.split(",")):
        address = as_address(said)
        if address is None:
            return None
        if not is_trusted(address, trusted) and not address.is_loopback:
            return str(address)
    return THE_PROXY


THE_PROXY = "proxy"
"""Stands for the proxy's own computer, which has no rights of this one."""
