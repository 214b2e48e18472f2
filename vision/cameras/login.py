"""Logging in to a network camera: Basic (RFC 7617) and Digest (RFC 7616).

Law: nothing is asked of the network here; from an address and what the camera answered comes
the next Authorization header, or a sentence.
"""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from collections.abc import Callable, Sequence
from urllib.parse import SplitResult, unquote

_SCHEME = re.compile(
    r"(?:^|,)\s*([A-Za-z][\w-]*)(?=\s+[\w-]+\s*=|\s*(?:,|$)|\s+[\w+/]+=*\s*(?:,|$))"
)
_PARAMETER = re.compile(r'([\w-]+)\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^\s,]+))')
_MOST_SIGNS = 4000
_HASHES = {"MD5": "md5", "SHA-256": "sha256", "SHA-512-256": "sha512_256"}


def target_of(parts: SplitResult) -> str:
    """Path and query, as they are asked for."""
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def first_login(parts: SplitResult) -> str:
    """The Basic login of an address that has a user; "" without one."""
    if parts.username is None:
        return ""
    plain = ":".join(_user_and_password(parts))
    return "Basic " + base64.b64encode(plain.encode("utf-8")).decode("ascii")


def digest_login(
    parts: SplitResult, challenges: Sequence[str], *, only_stale: bool = False,
    cnonce: str = "",
) -> str | None:  # fmt: skip
    """The Digest login that answers a camera's ``WWW-Authenticate`` headers for a GET.

    *only_stale*: only when the camera says that merely its number was too old. *cnonce*: the
    client's own number, drawn when "". None: no user, or no Digest that is known here.
    """
    if parts.username is None:
        return None
    for scheme, asked in _challenges(challenges):
        if scheme != "digest" or not _is_known(asked):
            continue
        if only_stale and asked.get("stale", "").lower() != "true":
            continue
        return _digest(parts, asked, cnonce or secrets.token_hex(12))
    return None


def why_refused(parts: SplitResult, challenges: Sequence[str]) -> str:
    """What to say about a 401 that stands after all."""
    if parts.username is None:
        return "it wants a password: write http://user:password@host/path"
    kinds = _challenges(challenges)
    if not kinds or any(k == "basic" or k == "digest" and _is_known(a) for k, a in kinds):
        return "it refuses this user and password"
    named = ", ".join(sorted({kind.capitalize()[:20] for kind, _ in kinds}))
    return (
        f"it wants a login of another kind ({named}): set it to Basic or Digest, "
        "or use its rtsp:// address"
    )


def _user_and_password(parts: SplitResult) -> tuple[str, str]:
    return unquote(parts.username or ""), unquote(parts.password or "")


def _challenges(headers: Sequence[str]) -> list[tuple[str, dict[str, str]]]:
    """Each scheme with its parameters; several may stand in one header."""
    found = []
    for header in headers:
        text = header[:_MOST_SIGNS]
        # Quoted text could look like a scheme: it is blanked, at its length, for the search.
        bare = re.sub(r'"(?:\\.|[^"\\])*"', lambda m: '"' + "_" * (len(m[0]) - 2) + '"', text)
        starts = list(_SCHEME.finditer(bare))
        for at, start in enumerate(starts):
            stop = starts[at + 1].start() if at + 1 < len(starts) else len(text)
            asked = {
                name.lower(): re.sub(r"\\(.)", r"\1", quoted) or plain
                for name, quoted, plain in _PARAMETER.findall(text[start.end() : stop])
            }
            found.append((start[1].lower(), asked))
    return found


def _is_known(asked: dict[str, str]) -> bool:
    qop = asked.get("qop", "auth")
    return "nonce" in asked and _hash_of(asked) is not None and "auth" in _words(qop)


def _words(listed: str) -> list[str]:
    return [word.strip().lower() for word in listed.split(",")]


def _hash_of(asked: dict[str, str]) -> Callable[[str], str] | None:
    name = asked.get("algorithm", "MD5").upper().removesuffix("-SESS")
    if name not in _HASHES or _HASHES[name] not in hashlib.algorithms_available:
        return None
    return lambda text: hashlib.new(
        _HASHES[name], text.encode("utf-8"), usedforsecurity=False
    ).hexdigest()


def _digest(parts: SplitResult, asked: dict[str, str], cnonce: str) -> str:
    """RFC 7616, section 3.4; without ``qop`` as in RFC 2069."""
    digest = _hash_of(asked)
    assert digest is not None
    user, password = _user_and_password(parts)
    realm, nonce, uri = asked.get("realm", ""), asked["nonce"], target_of(parts)
    secret = digest(f"{user}:{realm}:{password}")
    if asked.get("algorithm", "").upper().endswith("-SESS"):
        secret = digest(f"{secret}:{nonce}:{cnonce}")
    what = digest(f"GET:{uri}")
    count = "00000001"
    if "qop" in asked:
        response = digest(f"{secret}:{nonce}:{count}:{cnonce}:auth:{what}")
    else:
        response = digest(f"{secret}:{nonce}:{what}")
    said = {"username": user, "realm": realm, "nonce": nonce, "uri": uri, "response": response}
    if "opaque" in asked:
        said["opaque"] = asked["opaque"]
    made = [f"{name}={_quoted(value)}" for name, value in said.items()]
    if "algorithm" in asked:
        made.append(f"algorithm={asked['algorithm']}")
    if "qop" in asked:
        made += ["qop=auth", f"nc={count}", f'cnonce="{cnonce}"']
    return "Digest " + ", ".join(made)


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
