"""A clock a side: set it, pause it, let it go on, take it away."""

from __future__ import annotations

from typing import Annotated, Literal

from flask import Response, jsonify
from msgspec import Meta, Struct

from webui.server.routes import Doors, body
from webui.server.session import Desk
from webui.server.view.side_clock import SideClock, whose


class Clocked(Struct, forbid_unknown_fields=True):
    """``minutes``: for each side, when it is set."""

    do: Literal["start", "pause", "go on", "off"]
    minutes: Annotated[float, Meta(ge=0, le=100_000)] = 0.0


def hang(doors: Doors, desk: Desk, clock: SideClock) -> None:
    """Hang /act/clock."""

    @doors.post("/act/clock", "player", "a clock a side: start, pause, go on, off")
    def set_clock() -> Response:
        said, game = body(Clocked), desk.the_game()
        present = game.present()
        on = whose(present, game.rules)
        match said.do:
            case "start":
                sides = [army.side for army in present.armies]
                clock.start(desk.game_name, sides, said.minutes, on)
            case "off":
                clock.take_away()
            case _:
                clock.run(desk.game_name, on, running=said.do == "go on")
        desk.bell.ring()
        return jsonify({"ok": True})
