"""For a table of a hall: the hall's clock and announcements, and calling an umpire."""

from __future__ import annotations

from typing import Annotated

from flask import Response, jsonify
from msgspec import Meta, Struct

from webui.game.kept.one_line import one_line
from webui.game.position import NotNow
from webui.game.told import words
from webui.game.told.page.hall import HallPage
from webui.server.routes import Doors, body
from webui.server.session import Desk


class Call(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=500)] = ""


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /hall.json and /hall/call."""

    @doors.get("/hall.json", "spectator", "the hall that this table belongs to, null without one")
    def hall() -> HallPage:
        return HallPage(None if desk.hall is None else desk.hall.seen())

    @doors.post("/hall/call", "player", "call an umpire of the hall to this table")
    def call() -> Response:
        said = body(Call)
        if desk.hall is None:
            raise NotNow(words.NO_HALL)
        who = doors.who()
        side = who.side or who.role
        return jsonify({"call": desk.hall.call(one_line(said.text), side)})
