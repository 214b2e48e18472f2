"""Every request comes in here and every answer goes out.

Law: a route exists only through ``Doors``, which knows the least role that may use it; so
the table in docs/http.md is made from the running program. Reading never changes anything;
writing is a POST of JSON from our own pages.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar

import msgspec
from flask import Flask, Response, jsonify, render_template, request, session
from werkzeug.exceptions import HTTPException

from rules.kernel.plain import to_plain
from rules.kernel.prompts import BadAnswer
from rules.kernel.protocol import BadState, IllegalAction, Plain
from vision.table.quality import CannotSetUp
from vision.table.reading import Unmeasurable
from webui.game.journal.journal import CannotKeep, Damaged, Stale
from webui.game.journal.library import NoSuchGame
from webui.game.one_at_a_time import HungUp, TooBusy
from webui.game.position import NeedsConsent, NotNow, Who
from webui.game.secrets.roles import Role, is_at_least
from webui.game.told import words
from webui.server.access import (
    Access,
    Refused,
    host_is_ours,
    is_this_computer,
)
from webui.server.doors.proxy import AFAR
from webui.server.doors.public_address import PublicAddress
from webui.server.files.kept import keep_files, script_source
from webui.server.files.packing import pack_texts
from webui.server.misread import misread
from webui.server.sockets.limits import TooManyTries
from webui.server.watching.links import NoSuchLink

T = TypeVar("T")
View = Callable[..., Any]
log = logging.getLogger(__name__)

MAX_BODY_BYTES = 262_144

OPEN_AFAR = ("/", "/join", "/join.json", "/join/umpire", "/leave")
"""What the whole internet may ask for; all else is for who has a seat, or a watcher's link."""

LINKS = "/watch/"
"""Addresses below it name a watcher's link, which is looked at by themselves."""

POLICY = (
    "default-src 'none'; script-src 'self'%s; style-src 'self'; img-src 'self' blob: data:; "
    "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""What a page may load, and from where; beside its own scripts only what stands for it."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class BadRequest(ValueError):
    """The body is not what this address takes; the message says what was wrong."""


STATUS_OF: tuple[tuple[type[Exception], int], ...] = (
    (Stale, 409),
    (NeedsConsent, 409),
    (NotNow, 409),
    (BadAnswer, 422),
    (IllegalAction, 422),
    (Unmeasurable, 422),
    (BadState, 422),
    (CannotSetUp, 422),
    (BadRequest, 400),
    (NoSuchGame, 404),
    (NoSuchLink, 404),
    (Refused, 403),
    (TooManyTries, 429),
    (TooBusy, 429),
    (HungUp, 429),
    (CannotKeep, 507),
    (Damaged, 500),
)


@dataclass(frozen=True, slots=True)
class Door:
    """One route: its address, verb, and the least role that may use it."""

    rule: str
    verb: str
    role: Role
    says: str
    gives: type[msgspec.Struct] | None = None
    """The page data that its JSON is, where they are a type."""


class Doors:
    """Hangs routes into a Flask app, each behind its role."""

    def __init__(
        self,
        app: Flask,
        access: Access,
        names: Iterable[str] = (),
        public: PublicAddress | None = None,
    ) -> None:
        """*names*: of this computer, besides its own. *public*: where the proxy is reached."""
        self.all: list[Door] = []
        self.public = public
        self._app = app
        self._access = access
        self._names = {"localhost", *our_names(), *names}
        app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
        app.before_request(self._at_the_door)
        app.after_request(_dressed)
        keep_files(app)
        pack_texts(app)
        for kind, status in STATUS_OF:
            app.register_error_handler(kind, _teller(status))
        app.register_error_handler(HTTPException, _http_error)
        app.register_error_handler(Exception, _crash)

    def say(self, kind: type[Exception], status: int, says: Callable[[Any], str]) -> None:
        """Tell refusals of that *kind* in the words of *says*."""
        self._app.register_error_handler(kind, lambda why: _told(says(why), status))

    def get(
        self, rule: str, role: Role, says: str, data: type[msgspec.Struct] | None = None
    ) -> Callable[[View], View]:
        """A route that only reads; *data*: what it sends, where its view packs that itself."""
        return self._hang(rule, "GET", role, says, data)

    def post(self, rule: str, role: Role, says: str) -> Callable[[View], View]:
        """A route that changes something."""
        return self._hang(rule, "POST", role, says)

    def page(self, rule: str, role: Role, says: str, template: str) -> Callable[[View], View]:
        """A page and its ``.json`` twin; the view gives the data of both."""

        def hang(view: View) -> View:
            def html(**parts: Any) -> Any:
                return render_template(template, data=_plain(view(**parts)), **self.visitor())

            def twin(**parts: Any) -> Any:
                return jsonify(_plain(view(**parts)))

            html.__name__, twin.__name__ = view.__name__, f"{view.__name__}_json"
            self._hang(rule, "GET", role, says)(html)
            self._hang(f"{rule}.json", "GET", role, f"the data of {rule}", gives(view))(twin)
            return view

        return hang

    def _hang(
        self,
        rule: str,
        verb: str,
        role: Role,
        says: str,
        data: type[msgspec.Struct] | None = None,
    ) -> Callable[[View], View]:
        def hang(view: View) -> View:
            self.all.append(Door(rule, verb, role, says, data or gives(view)))

            @wraps(view)
            def guarded(**parts: Any) -> Any:
                self.require(role)
                self._seated(rule)
                return _plain(view(**parts))

            name = f"{verb} {rule}".replace(".", "_")
            self._app.add_url_rule(rule, name, guarded, methods=[verb])
            return view

        return hang

    # Who is there

    def who(self) -> Who:
        """Who sends this request."""
        name = str(session.get("name", ""))[:40]
        counts = self._access.is_seat(str(session.get("seat", "")))
        if counts and session.get("umpire") == self._access.pin_mark and self._access.has_pin:
            return Who("umpire", "", name)
        if is_this_computer(request.remote_addr or ""):
            return Who("table" if self._access.has_pin else "umpire", "", name)
        side = str(session.get("side", ""))
        if counts and side and self._access.is_code_of(str(session.get("code", "")), side):
            return Who("player", side, name)
        return Who("spectator", "", name)

    def require(self, role: Role) -> Who:
        """Who sends this request, if that is enough.

        Raises:
            Refused: it is not.
        """
        who = self.who()
        if not is_at_least(who.role, role):
            raise Refused(words.NOT_ALLOWED[role])
        return who

    def _seated(self, rule: str) -> None:
        """From afar only who plays or holds a watcher's link sees anything.

        Raises:
            Refused: a stranger.
        """
        if not is_from_afar() or rule in OPEN_AFAR or rule.startswith(LINKS):
            return
        if self.who().role == "spectator":
            raise Refused(words.SEAT_FIRST)

    def visitor(self) -> dict[str, Plain]:
        """What templates are told of the visitor."""
        who = self.who()
        return {"role": who.role, "side": who.side, "words": words, "path": request.path}

    def _at_the_door(self) -> Response | None:
        # The proxy's door has compared the public name already.
        if not is_from_afar() and not host_is_ours(request.host, self._names):
            return _told(words.WRONG_HOST, 421)
        if request.method in ("GET", "HEAD", "OPTIONS") or request.routing_exception:
            return None
        origin = request.headers.get("Origin")
        site = request.headers.get("Sec-Fetch-Site", "same-origin")
        if _is_foreign(origin) or site not in ("same-origin", "none"):
            return _told(words.WRONG_ORIGIN, 403)
        if request.mimetype != "application/json":
            return _told(words.NOT_JSON, 415)
        return None


def gives(view: View) -> type[msgspec.Struct] | None:
    """The Struct that a view says it returns, None for a Response or plain data."""
    named = view.__annotations__.get("return")
    kind = view.__globals__.get(named) if isinstance(named, str) else named
    return kind if isinstance(kind, type) and issubclass(kind, msgspec.Struct) else None


def _plain(told: Any) -> Any:
    """Page data as JSON has them; anything else as it is."""
    return to_plain(told) if isinstance(told, msgspec.Struct) else told


def body(kind: type[T]) -> T:
    """The JSON body of this request as a *kind*.

    Raises:
        BadRequest: it is none; the message names the field as the page does.
    """
    raw = request.get_data()
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
        raise BadRequest(misread(raw, kind)) from None


def is_still_there() -> Callable[[], bool]:
    """Tells whether the visitor who sent this request still waits for the answer."""
    gone: Callable[[], bool] | None = request.environ.get("waitress.client_disconnected")
    return (lambda: True) if gone is None else (lambda: not gone())


def is_from_here() -> bool:
    """Was this request sent by one of this computer's own screens?"""
    return is_this_computer(request.remote_addr or "")


def is_from_afar() -> bool:
    """Did this request come through the proxy, from somebody who is not in the room?"""
    return bool(request.environ.get(AFAR))


def _is_foreign(origin: str | None) -> bool:
    """Is *origin* another site than the one asked?  Through the proxy the scheme counts too."""
    if origin is None:
        return False
    if is_from_afar():
        return origin != f"{request.scheme}://{request.host}"
    return origin.partition("://")[2] != request.host


def our_names() -> set[str]:
    """The names of this computer, also as its neighbours find it (``name.local``)."""
    name = socket.gethostname().lower()
    short = name.split(".")[0]
    return {name, short, f"{short}.local"}


def _dressed(response: Response) -> Response:
    response.headers.setdefault("Content-Security-Policy", POLICY % script_source())
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return response


def _wants_json() -> bool:
    return request.method != "GET" or request.path.endswith(".json")


def _told(says: str, status: int, beside: Plain = None) -> Response:
    if _wants_json():
        response = jsonify({"error": says, **(beside or {})})
    else:
        response = Response(render_template("refused.html", says=says, words=words))
    response.status_code = status
    return response


def _teller(status: int) -> Callable[[Exception], Response]:
    return lambda why: _refused(why, status)


def _refused(why: Exception, status: int) -> Response:
    """A refusal of the rules has its ids beside the sentence, for the page to link."""
    if not isinstance(why, IllegalAction) or not _wants_json():
        return _told(str(why), status)
    refusal = why.refusal
    return _told(refusal.says, status, {"rules": refusal.rules, "house": refusal.house})


def _http_error(why: HTTPException) -> Response:
    status = why.code or 500
    says = words.NO_SUCH_PAGE if status == 404 else str(why.description)
    if status == 413:
        says = words.TOO_LARGE.format(limit=MAX_BODY_BYTES)
    response = _told(says, status)
    for name, value in why.get_headers():
        if name in ("Allow", "Location", "Retry-After"):
            response.headers[name] = value
    return response


def _crash(why: Exception) -> Response:
    log.error("a request failed: %s %s", request.method, request.path, exc_info=why)
    return _told(words.CRASHED, 500)
