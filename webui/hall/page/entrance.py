"""How umpires of the hall come in: by their PIN. This computer is one while there is none."""

from __future__ import annotations

from typing import Annotated

from flask import Response, jsonify, request, session
from msgspec import Meta, Struct

from rules.kernel.protocol import Plain
from webui.server.access import Access, Refused
from webui.server.routes import Doors, body


class HallPin(Struct, forbid_unknown_fields=True):
    pin: Annotated[str, Meta(max_length=64)]
    name: Annotated[str, Meta(max_length=40)] = ""


class HallNothing(Struct, forbid_unknown_fields=True):
    """An empty body."""


def hang(doors: Doors, access: Access) -> None:
    """Hang /join."""

    @doors.page("/join", "spectator", "become an umpire of the hall, or watch", "hall.html")
    def join() -> Plain:
        return {"page": "join", "has_pin": access.has_pin, "you": {"role": doors.who().role}}

    @doors.post("/join", "spectator", "become an umpire by the PIN")
    def enter() -> Response:
        said = body(HallPin)
        if not access.is_pin(said.pin, request.remote_addr or ""):
            raise Refused("that is not the umpire's PIN")
        session.clear()
        session["seat"] = access.new_seat()
        session.update(umpire=access.pin_mark, name=said.name)
        return jsonify({"role": "umpire"})

    @doors.post("/leave", "spectator", "be a spectator again")
    def leave() -> Response:
        body(HallNothing)
        seat = str(session.get("seat", ""))
        session.clear()
        if seat:
            access.leave(seat)
        return jsonify({"role": doors.who().role})
