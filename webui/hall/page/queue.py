"""The umpires' queue: who waits, for how long, and an answer that reaches the table."""

from __future__ import annotations

from typing import Annotated

from flask import Response, jsonify
from msgspec import Meta, Struct

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from webui.game.kept.one_line import one_line
from webui.hall.hall import Hall
from webui.server.routes import BadRequest, Doors, body


class CallAnswer(Struct, forbid_unknown_fields=True):
    place: Annotated[str, Meta(max_length=40)]
    call: Annotated[str, Meta(max_length=32)]
    says: Annotated[str, Meta(max_length=300)]


def hang(doors: Doors, hall: Hall) -> None:
    """Hang /queue."""

    @doors.page("/queue", "spectator", "who waits for an umpire, and for how long", "hall.html")
    def queue() -> Plain:
        calls = [
            {**to_plain(call), "name": hall.tables.name_of(call.place)}
            for call in hall.archive.calls()
        ]
        you = {"role": doors.who().role}
        return {"page": "queue", "calls": calls, "now_s": hall.now(), "you": you}

    @doors.post("/queue/answer", "umpire", 'answer a call: "coming", "let it stand" …')
    def answer() -> Response:
        said = body(CallAnswer)
        says = one_line(said.says)
        if not says:
            raise BadRequest("say something to the table")
        by = doors.who().name or "umpire"
        return jsonify(to_plain(hall.answer(said.place, said.call, says, by)))
