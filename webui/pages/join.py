"""How people come in: join codes as QR and text, the umpire's PIN."""

from __future__ import annotations

import io
from typing import Annotated

import segno
from flask import Response, jsonify, request, session
from msgspec import Meta, Struct

from webui.game.kept.one_line import one_line
from webui.game.secrets.roles import is_at_least
from webui.game.told import words
from webui.game.told.page.beside import JoinPage, SideDoor
from webui.game.told.page.people import Person
from webui.server.access import Refused
from webui.server.addresses import is_open_to_all, names_on
from webui.server.routes import BadRequest, Doors, body, is_from_afar
from webui.server.session import Desk

Code = Annotated[str, Meta(max_length=64)]


class Joining(Struct, forbid_unknown_fields=True):
    code: Code
    name: Annotated[str, Meta(max_length=40)] = ""


class Pin(Struct, forbid_unknown_fields=True):
    pin: Code


class Nothing(Struct, forbid_unknown_fields=True):
    """An empty body."""


def hang(doors: Doors, desk: Desk, host: str) -> None:
    """Hang /join; *host*: what the server listens on."""

    @doors.page("/join", "spectator", "join a side, or watch", "join.html")
    def join() -> JoinPage:
        return _doorway(doors, desk, host)

    @doors.get("/join/qr.svg", "spectator", "the address as a QR code (?side= with its code)")
    def qr() -> Response:
        side = request.args.get("side", "")
        if side and not is_at_least(doors.who().role, "table"):
            raise Refused(words.NOT_ALLOWED["table"])
        address = addresses(host, doors)[0]
        code = f"?code={desk.access.code(side)}" if side in _sides(desk) else ""
        drawn = io.BytesIO()
        segno.make(f"{address}/join{code}", error="m").save(drawn, kind="svg", scale=6, border=2)
        return Response(drawn.getvalue(), mimetype="image/svg+xml")

    _hang_entrances(doors, desk)


def _hang_entrances(doors: Doors, desk: Desk) -> None:
    @doors.post("/join", "spectator", "become a player by a side's code")
    def enter() -> Response:
        said = body(Joining)
        side = desk.access.side_of(said.code, request.remote_addr or "")
        if not side:
            raise Refused("that is no side's join code: look at the table screen again")
        _sit_down(desk)
        session.update(side=side, code=desk.access.code(side), name=one_line(said.name))
        return jsonify({"role": "player", "side": side})

    @doors.post("/join/umpire", "spectator", "become the umpire by the PIN")
    def umpire() -> Response:
        is_player = doors.who().role == "player"
        if is_from_afar() and not is_player:
            raise Refused(words.CODE_BEFORE_PIN)
        if not desk.access.is_pin(body(Pin).pin, request.remote_addr or "", is_player=is_player):
            raise Refused("that is not the umpire's PIN")
        _sit_down(desk)
        session["umpire"] = desk.access.pin_mark
        return jsonify({"role": "umpire"})

    @doors.post("/leave", "spectator", "be a spectator again")
    def leave() -> Response:
        body(Nothing)
        seat = str(session.get("seat", ""))
        session.clear()
        if seat:
            desk.access.leave(seat)
        return jsonify({"role": doors.who().role})


def _sit_down(desk: Desk) -> None:
    """Give the visitor's cookie a mark; what one that has ended still held is worth nothing."""
    if not desk.access.is_seat(str(session.get("seat", ""))):
        session.clear()
        session["seat"] = desk.access.new_seat()


def _sides(desk: Desk) -> list[str]:
    present = desk.present()
    return [] if present is None else [army.side for army in present.armies]


def addresses(host: str, doors: Doors) -> list[str]:
    """Where the page that listens on *host* is reached, the best for a phone first; for whoever
    comes from outside, and where no phone in the room gets in, only the public address."""
    public = [] if doors.public is None else [doors.public.url]
    if is_from_afar() or (public and not is_open_to_all(host)):
        return public
    port = request.host.rsplit(":", 1)[-1] if ":" in request.host else "80"
    if not port.isdecimal():
        raise BadRequest(words.WRONG_HOST)
    return [*(f"http://{name}:{port}" for name in names_on(host)), *public]


def _doorway(doors: Doors, desk: Desk, host: str) -> JoinPage:
    who = doors.who()
    may_show_codes = is_at_least(who.role, "table")
    sides = [
        SideDoor(side, desk.access.code(side) if may_show_codes else "") for side in _sides(desk)
    ]
    return JoinPage(
        open_to_all=is_open_to_all(host) or doors.public is not None,
        afar="" if doors.public is None else doors.public.url,
        from_afar=is_from_afar(),
        addresses=addresses(host, doors),
        sides=sides,
        shows_codes=may_show_codes,
        has_pin=desk.access.has_pin,
        you=Person(who.role, who.side, who.name),
        may_leave=bool(session.get("seat")),
        chooses_pin=is_at_least(who.role, "umpire") and not desk.access.has_pin,
        code=request.args.get("code", "")[:16],
    )
