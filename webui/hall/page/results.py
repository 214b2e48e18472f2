"""Standings and the archive of every battle."""

from __future__ import annotations

from typing import Annotated

import msgspec
from flask import Response, jsonify
from msgspec import Meta, Struct
from werkzeug.exceptions import NotFound

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from webui.game.kept.one_line import one_line
from webui.hall.archive import Battle
from webui.hall.hall import Hall
from webui.hall.standings import Points, Row, Scheme, as_csv, entrant, standings
from webui.hall.wire.messages import Name
from webui.server.routes import BadRequest, Doors, body


class Result(Struct, forbid_unknown_fields=True):
    place: Name
    stream: Name
    game: Name
    side: Annotated[int, Meta(ge=0, le=1)]
    entrant: Annotated[str, Meta(max_length=80)] = ""
    points: Points | None = None


def hang(doors: Doors, hall: Hall) -> None:
    """Hang /standings and /archive."""

    @doors.page("/standings", "spectator", "standings by the event's own points", "hall.html")
    def table() -> Plain:
        rows, scheme = _rows(hall)
        you = {"role": doors.who().role}
        battles = [_battle(hall, one) for one in hall.archive.battles()]
        return {
            "page": "standings", "rows": to_plain(rows), "scheme": to_plain(scheme),
            "battles": battles, "you": you,
        }  # fmt: skip

    @doors.get("/standings.csv", "spectator", "the standings for a spreadsheet")
    def as_file() -> Response:
        response = Response(as_csv(_rows(hall)[0]), mimetype="text/csv")
        response.headers["Content-Disposition"] = "attachment; filename=standings.csv"
        return response

    @doors.post("/standings/scheme", "umpire", "what a win, a draw and a loss are worth")
    def set_scheme() -> Response:
        hall.archive.set_setting("scheme", to_plain(body(Scheme)))
        hall.bell.ring()
        return jsonify({})

    @doors.post("/standings/result", "umpire", "who played a side, and points given by hand")
    def set_result() -> Response:
        said = body(Result)
        key = (said.place, said.stream, said.game)
        if key not in {(one.place, one.stream, one.game) for one in hall.archive.battles()}:
            raise BadRequest("there is no such battle in the archive")
        hall.archive.set_result(key, said.side, one_line(said.entrant), said.points)
        hall.bell.ring()
        return jsonify({})

    _hang_archive(doors, hall)


def _hang_archive(doors: Doors, hall: Hall) -> None:
    @doors.page("/archive", "spectator", "every battle that was played in this hall", "hall.html")
    def archive() -> Plain:
        battles = [_battle(hall, one) for one in hall.archive.battles()]
        return {"page": "archive", "battles": battles, "you": {"role": doors.who().role}}

    @doors.get(
        "/archive/<place>/<stream>/<game>.json", "spectator", "all that happened in a battle"
    )
    def battle(place: str, stream: str, game: str) -> Response:
        entries = hall.archive.entries(place, stream, game)
        if not entries:
            raise NotFound()
        return jsonify({"entries": entries})


def _rows(hall: Hall) -> tuple[list[Row], Scheme]:
    kept = hall.archive.setting("scheme")
    scheme = Scheme() if kept is None else msgspec.convert(kept, Scheme)
    results = hall.archive.results()
    return standings(hall.archive.battles(), results, scheme, hall.tables.name_of), scheme


def _battle(hall: Hall, battle: Battle) -> dict[str, Plain]:
    results = hall.archive.results()
    key = (battle.place, battle.stream, battle.game)
    entrants = [entrant(battle, side, results, hall.tables.name_of) for side in (0, 1)]
    named = [results.get((*key, side), ("", None))[0] for side in (0, 1)]
    return {
        **to_plain(battle),
        "name": hall.tables.name_of(battle.place),
        "entrants": [
            {"entrant": who, "points": points, "named": by_hand}
            for (who, points), by_hand in zip(entrants, named, strict=True)
        ],
    }
