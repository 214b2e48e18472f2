"""The hall's page as a Flask app, behind the doors that a table's page has."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from flask import Flask, redirect
from werkzeug.wrappers import Response

from webui.game.told import words
from webui.hall.hall import Hall
from webui.hall.page import entrance, queue, results, stream, wall
from webui.server.access import Access
from webui.server.routes import Doors


def create_hall_app(
    hall: Hall, folder: Path, *, pin: str | None = None, hosts: Iterable[str] = ()
) -> Flask:
    """The page of a hall. *pin* chooses the umpires' PIN anew; it is kept in *folder*.

    Raises:
        CannotKeep: the disk refuses it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    access = Access(folder, pin)
    app = Flask("webui")
    app.secret_key = access.secret
    app.jinja_env.globals["say"] = words.PAGES
    app.config.update(
        SESSION_COOKIE_NAME="drumhead-hall",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
    )
    doors = Doors(app, access, hosts)
    app.extensions["doors"] = doors
    for part in (wall, queue, results, stream):
        part.hang(doors, hall)
    entrance.hang(doors, access)

    @doors.get("/", "spectator", "the way to the wall")
    def home() -> Response:
        return redirect("/wall")

    return app
