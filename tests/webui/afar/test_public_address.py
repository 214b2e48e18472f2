"""Which addresses are public ones, and whom a chain of proxies asks for."""

from __future__ import annotations

import pytest

from webui.server.doors.public_address import (
    LOOPBACK,
    PublicAddress,
    client_of,
    public_address,
    same_host,
    trusted_network,
)


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://table.club.example", "https://table.club.example"),
        ("https://Table.Club.Example/", "https://table.club.example"),
        ("https://table.club.example:443", "https://table.club.example"),
        ("https://table.club.example:8443", "https://table.club.example:8443"),
        ("http://10.8.0.1", "http://10.8.0.1"),
        ("https://[2001:db8::1]", "https://[2001:db8::1]"),
    ],
)
def test_a_public_address_is_understood(text: str, url: str) -> None:
    assert public_address(text).url == url


@pytest.mark.parametrize(
    "text",
    [
        "", "table.club.example", "ftp://table.club.example", "https://", "https://a b",
        "https://me:secret@table.club.example", "https://table.club.example/drumhead",
        "https://table.club.example?x=1", "https://table.club.example:99999", "https://[evil",
        "https://table.club.example\r\nX: y",
    ],
)  # fmt: skip
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="public address|folder"):
        public_address(text)


@pytest.mark.parametrize(
    ("said", "same"),
    [
        ("table.club.example", True),
        ("TABLE.club.example:443", True),
        ("table.club.example.", True),
        ("table.club.example:8443", False),
        ("evil.example", False),
        ("table.club.example.evil.example", False),
        ("", False),
    ],
)
def test_only_the_public_name_is_the_public_host(said: str, same: bool) -> None:
    assert same_host(said, PublicAddress("https", "table.club.example")) is same


def test_who_would_trust_everybody_is_told() -> None:
    with pytest.raises(ValueError, match="everybody"):
        trusted_network("0.0.0.0/0")


WIRE = (*LOOPBACK, trusted_network("10.8.0.1"))


@pytest.mark.parametrize(
    ("chain", "client"),
    [
        ("198.51.100.7", "198.51.100.7"),
        # A visitor who claims to be somebody: the proxy's own word is the last.
        ("127.0.0.1, 198.51.100.7", "198.51.100.7"),
        ("203.0.113.9, 198.51.100.7", "198.51.100.7"),
        # Two proxies of ours, one behind the other.
        ("203.0.113.9, 198.51.100.7, 10.8.0.1", "198.51.100.7"),
        ("198.51.100.7:50123", "198.51.100.7"),
        ("[2001:db8::7]:50123", "2001:db8::7"),
        ("2001:db8::7", "2001:db8::7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        # Only proxies, or a loopback address: never this computer's rights.
        ("127.0.0.1", "proxy"),
        ("::1", "proxy"),
        ("::ffff:127.0.0.1", "proxy"),
        ("", None),
        ("unknown", None),
        ("198.51.100.7, nobody", None),
    ],
)
def test_the_client_is_whom_the_last_trusted_proxy_heard(chain: str, client: str | None) -> None:
    assert client_of(chain, WIRE) == client


def test_loopback_is_no_client_even_where_it_is_no_proxy() -> None:
    assert client_of("127.0.0.1", (trusted_network("10.8.0.1"),)) == "proxy"
