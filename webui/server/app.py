"""The whole page on one data folder and one live table, as a Flask app."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from flask import Flask, redirect, request
from flask.sessions import SecureCookieSessionInterface
from werkzeug.wrappers import Response

from rules.kernel.protocol import Army, RuleSet
from vision.table.abilities import is_simulated
from vision.table.reading import Unmeasurable
from webui.game.kept.armies import Armies
from webui.game.kept.layouts import Layouts
from webui.game.seen.live import LiveTable
from webui.game.throws.dice_table import DiceTable
from webui.game.throws.far_dice import ReadThrow, SentThrows
from webui.game.told import words
from webui.pages import (
    act,
    army,
    clock,
    far_dice,
    guide,
    hall,
    join,
    reference,
    rulings,
    show,
    stream,
    table,
    take_away,
    terrain,
)
from webui.pages import (
    dice as dice_page,
)
from webui.pages.correcting import routes as correcting
from webui.pages.setting_up import setup, wizard
from webui.pages.watching import watch
from webui.pages.watching.watch import Watching
from webui.server.diagnostics import LastLines
from webui.server.doors.public_address import PublicAddress
from webui.server.routes import Doors, is_from_afar
from webui.server.session import Desk
from webui.server.setting_up.setup_interface import Printer, TableSetter
from webui.server.table_view import View
from webui.server.view.called import unmeasured
from webui.server.watching.past import Thinner

__all__ = ["create_app", "desk_of"]


def create_app(
    folder: Path,
    live: LiveTable,
    *,
    rules: Sequence[RuleSet],
    pin: str | None = None,
    armies: tuple[Army, Army] | None = None,
    first: str = "",
    hosts: Iterable[str] = (),
    host: str = "127.0.0.1",
    now: Callable[[], float] = time.time,
    setter: TableSetter | None = None,
    printer: Printer | None = None,
    dice: DiceTable | None = None,
    public: PublicAddress | None = None,
    thinner: Thinner | None = None,
    read_throw: ReadThrow | None = None,
) -> Flask:
    """The whole page on one data folder and one live table.

    *pin* chooses the umpire's PIN anew. *armies* are begun with when no game was open, else the
    ready battle of the rule set *first*. *hosts*: further names of this computer. *host*: what
    the server listens on, which decides whether phones can join, and where. *setter*: the camera,
    to be set up. *printer*: makes sheets. *dice*: a watched tray. *public*: where a proxy lets
    people from outside in. *thinner*: makes pictures small for watchers.
    *read_throw*: dice in a picture. Close ``desk_of(app)`` at the end: it lets go of the folder.

    Raises:
        FolderInUse, CannotKeep: the folder cannot be had; a sentence.
        BadState, IllegalAction, NotNow: *armies* do not fit their rule set; a sentence.
    """
    desk = Desk(folder, live, rules, pin=pin, armies=armies, first=first, now=now, dice=dice)
    app = _bare_app(desk.access.secret)
    doors = Doors(app, desk.access, hosts, public)
    app.context_processor(lambda: {"hall": desk.hall is not None})
    app.extensions["desk"], app.extensions["doors"] = desk, doors
    app.extensions["watching"] = _hang(doors, desk, Armies(folder), _log_of(desk), host, thinner)
    far_dice.hang(doors, desk, SentThrows(read_throw))
    wizard.hang_all(doors, desk, Armies(folder), folder, setter, printer)
    return app


def _unmeasured(desk: Desk, why: Unmeasurable) -> str:
    return str(why) if desk.game is None else unmeasured(desk.game)(why)


class Cookies(SecureCookieSessionInterface):
    """Cookies of visitors from afar travel encrypted only; in the room there is no https."""

    def get_cookie_secure(self, app: Flask) -> bool:
        """Has this cookie come, and does it go, by https alone?"""
        return request.is_secure


def _bare_app(secret: bytes | str) -> Flask:
    app = Flask("webui")
    app.secret_key = secret
    app.session_interface = Cookies()
    app.jinja_env.globals["say"] = words.PAGES
    app.jinja_env.tests["simulated"] = is_simulated
    app.config.update(
        SESSION_COOKIE_NAME="drumhead",
        SESSION_COOKIE_SAMESITE="Strict",
        SESSION_COOKIE_HTTPONLY=True,
    )
    return app


def _log_of(desk: Desk) -> LastLines:
    log = LastLines()
    logging.getLogger().addHandler(log)
    desk.at_end.append(lambda: logging.getLogger().removeHandler(log))
    return log


def _hang(
    doors: Doors, desk: Desk, armies: Armies, log: LastLines, host: str, thinner: Thinner | None
) -> Watching:
    view = View(desk)
    doors.say(Unmeasurable, 422, lambda why: _unmeasured(desk, why))
    seats = watch.watching(desk, view, thinner)
    watch.hang(doors, seats)
    table.hang(doors, desk, view)
    show.hang(doors, view)
    terrain.hang(doors, view, Layouts(desk.shelf.folder))
    for room in (act, correcting, guide, dice_page, rulings, reference, hall):
        room.hang(doors, desk)
    stream.hang(doors, desk, stream.Streams(), view.picture)
    clock.hang(doors, desk, view.clock)
    join.hang(doors, desk, host)
    setup.hang(doors, desk, armies, view.club, host)
    army.hang(doors, desk, armies)
    take_away.hang(doors, desk, log)

    @doors.get("/", "spectator", "the way to the table")
    def home() -> Response:
        stranger = is_from_afar() and doors.who().role == "spectator"
        return redirect("/join" if stranger else "/table")

    return seats


def desk_of(app: Flask) -> Desk:
    """The desk behind an app."""
    desk = app.extensions["desk"]
    assert isinstance(desk, Desk)
    return desk
