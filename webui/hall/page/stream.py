"""The event stream of the hall's page: a line whenever something has changed."""

from __future__ import annotations

import json

from flask import Response, request

from webui.hall.hall import Hall
from webui.pages.stream import Streams, Told, told, too_many
from webui.server.routes import Doors


def hang(doors: Doors, hall: Hall) -> None:
    """Hang /events."""
    streams = Streams()

    @doors.get("/events", "spectator", "one line whenever something has changed (event stream)")
    def events() -> Response:
        address = request.remote_addr or ""
        if not streams.enter(address):
            return too_many()
        return told(
            Told(
                hall.bell,
                lambda count: json.dumps({"version": count}),
                lambda: streams.leave(address),
            )
        )
