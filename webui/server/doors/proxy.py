"""The door for the reverse proxy: who it asks for is the visitor, and nobody else is believed.

Law: WSGI only; a refusal is a sentence for whoever set the proxy up.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from webui.server.doors.public_address import (
    ProxyDoor,
    as_address,
    client_of,
    is_trusted,
    same_host,
)

WSGI = Callable[..., Iterable[bytes]]
Start = Callable[..., Any]

AFAR = "drumhead.afar"
"""In the environment of every request that came through the proxy; no header can set it."""

FORWARDING = (
    "HTTP_FORWARDED", "HTTP_X_FORWARDED_FOR", "HTTP_X_FORWARDED_HOST", "HTTP_X_FORWARDED_PROTO",
    "HTTP_X_FORWARDED_PORT", "HTTP_X_FORWARDED_BY", "HTTP_X_REAL_IP",
)  # fmt: skip

STATUS = {
    301: "301 Moved Permanently",
    400: "400 Bad Request",
    403: "403 Forbidden",
    421: "421 Misdirected Request",
}
NOT_THE_PROXY = "this door is for the table's proxy only"
WRONG_NAME = "this table is not reached under that name: use the address that the table shows"
FOR_WHOM = "the proxy does not say for whom it asks: it has to set X-Forwarded-For (docs/from-afar)"
HOW = "the proxy does not say how it was asked: it has to set X-Forwarded-Proto (docs/from-afar)"
UNSAFE = "this table is spoken to with {scheme} only"
FORGED = "this request says that it was forwarded, but it comes from no proxy that is trusted here"


class OnlyDirect:
    """A WSGI app for people in the room: whoever claims to be forwarded is refused."""

    def __init__(self, app: WSGI) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer one request."""
        if any(name in environ for name in FORWARDING):
            return _refused(start, 400, FORGED)
        return self._app(environ, start)


class BehindProxy:
    """A WSGI app as the proxy's visitors meet it: their address, the public name and scheme."""

    def __init__(self, app: WSGI, door: ProxyDoor) -> None:
        self._app, self._door = app, door

    def __call__(self, environ: dict[str, Any], start: Start) -> Iterable[bytes]:
        """Answer one request."""
        public, trusted = self._door.public, self._door.trusted
        peer = as_address(str(environ.get("REMOTE_ADDR", "")))
        if peer is None or not is_trusted(peer, trusted):
            return _refused(start, 403, NOT_THE_PROXY)
        if not same_host(str(environ.get("HTTP_HOST", "")), public):
            return _refused(start, 421, WRONG_NAME)
        chain = environ.get("HTTP_X_FORWARDED_FOR")
        client = None if chain is None else client_of(str(chain), trusted)
        if client is None:
            return _refused(start, 400, FOR_WHOM)
        scheme = str(environ.get("HTTP_X_FORWARDED_PROTO", "")).strip().lower()
        if scheme != public.scheme:
            return self._other_scheme(environ, start, scheme)
        return self._app(self._as_met(environ, client), start)

    def _other_scheme(self, environ: dict[str, Any], start: Start, scheme: str) -> list[bytes]:
        """A page asked for in the clear is sent to the right address, all else refused."""
        public = self._door.public
        if scheme not in ("http", "https"):
            return _refused(start, 400, HOW)
        if environ.get("REQUEST_METHOD") not in ("GET", "HEAD"):
            return _refused(start, 400, UNSAFE.format(scheme=public.scheme))
        start(STATUS[301], [("Location", f"{public.url}/"), ("Content-Length", "0")])
        return []

    def _as_met(self, environ: dict[str, Any], client: str) -> dict[str, Any]:
        """The environment of the visitor's own request."""
        public = self._door.public
        kept = {name: value for name, value in environ.items() if name not in FORWARDING}
        name, _, port = public.host.partition(":")
        return {
            **kept,
            "REMOTE_ADDR": client,
            "REMOTE_HOST": client,
            "HTTP_HOST": public.host,
            "SERVER_NAME": name,
            "SERVER_PORT": port or ("443" if public.scheme == "https" else "80"),
            "wsgi.url_scheme": public.scheme,
            AFAR: True,
        }


def _refused(start: Start, status: int, says: str) -> list[bytes]:
    told = json.dumps({"error": says}).encode()
    headers = [("Content-Type", "application/json"), ("Content-Length", str(len(told)))]
    start(STATUS[status], [*headers, ("Cache-Control", "no-store")])
    return [told]
