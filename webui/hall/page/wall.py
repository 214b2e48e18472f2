"""The wall: every table's plan and score, the round's clock and the announcements."""

from __future__ import annotations

from typing import Annotated

from flask import Response, jsonify, request
from msgspec import Meta, Struct

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from webui.game.kept.one_line import one_line
from webui.hall.hall import Hall
from webui.server.routes import Doors, body


class Announce(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=300)]


class SetClock(Struct, forbid_unknown_fields=True):
    title: Annotated[str, Meta(max_length=60)] = ""
    left_s: Annotated[float, Meta(ge=0, le=360_000)] = 0.0
    running: bool = False


def hang(doors: Doors, hall: Hall) -> None:
    """Hang /wall and what an umpire tells all tables."""

    @doors.page("/wall", "spectator", "every table at a glance (?since=VERSION)", "hall.html")
    def wall() -> Plain:
        since = request.args.get("since", "0")
        number = int(since) if since.isdecimal() and len(since) < 16 else 0
        version = hall.tables.version
        return {
            "page": "wall",
            "version": version,
            "hall": hall.address.hall,
            "trouble": hall.trouble,
            "you": {"role": doors.who().role},
            "tables": hall.tables.shown(number if number <= version else 0),
            "waiting": [
                {"place": call.place, "since_s": call.since_s}
                for call in hall.archive.calls()
                if not call.answer
            ],
            "now_s": hall.now(),
            "board": to_plain(hall.board.message()),
        }

    @doors.post("/board/announce", "umpire", 'tell every table something; "" takes all down')
    def announce() -> Response:
        hall.board.announce(one_line(body(Announce).text))
        hall.tell_all()
        return jsonify({})

    @doors.post("/board/clock", "umpire", "set the round's clock")
    def set_clock() -> Response:
        said = body(SetClock)
        hall.board.set_clock(one_line(said.title), said.left_s, said.running)
        hall.tell_all()
        return jsonify({})
