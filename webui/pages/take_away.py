"""For whoever takes the evening home: report, transcript, zip, diagnostics."""

from __future__ import annotations

from collections.abc import Hashable

from flask import Response, request

from webui.game.game import Game
from webui.game.one_at_a_time import OneAtATime
from webui.game.secrets.secrecy import Covered
from webui.game.told.export import exported
from webui.game.told.report import viewer_digest
from webui.game.told.words import REPORT
from webui.pages.table import sight
from webui.server.diagnostics import LastLines, diagnostics
from webui.server.routes import Doors, is_from_here, is_still_there
from webui.server.session import Desk

# The report carries its own style, pictures and replay, so that it opens without Drumhead.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    f"form-action 'none'; frame-ancestors 'none'; script-src '{viewer_digest()}'"
)

# Where it is read from the program; whoever keeps the file has nothing to go back to.
WAY_BACK = f"<body><p class='back'><a href='/rulings'>{REPORT['way_back']}</a></p>".encode()


class _Reports:
    """What is made of the whole game, one at a time; the newest of each kind is kept for all
    who may read the same."""

    def __init__(self, doors: Doors, desk: Desk) -> None:
        self._doors, self._desk = doors, desk
        self._turns = OneAtATime()
        self._made: dict[Hashable, tuple[tuple[Game, int, int], bytes]] = {}

    def __call__(self, form: str) -> bytes:
        """The open game in that form, as the visitor may read it.

        Raises:
            TooBusy, HungUp. NotNow: no game is open.
        """
        game, eyes = self._desk.the_game(), sight(self._doors, self._desk)
        kind = (form, eyes)
        # Every step moves the head or is an undoing, which is a shift of it.
        stands = (game, game.journal.head, len(game.journal.shifts()))
        kept = self._kept(kind, stands)
        if kept is not None:
            return kept
        with self._turns.turn(is_still_there(), is_from_here()):
            kept = self._kept(kind, stands)
            if kept is not None:
                return kept
            made = exported(_history(self._doors, self._desk), form)
            if form != "zip":  # which is too large to be kept
                here = {which: one for which, one in self._made.items() if one[0][0] is game}
                self._made = {**here, kind: (stands, made)}
            return made

    def _kept(self, kind: Hashable, stands: Hashable) -> bytes | None:
        known, made = self._made.get(kind, (None, b""))
        return made if known == stands else None


def hang(doors: Doors, desk: Desk, log: LastLines) -> None:
    """Hang /report.html, /transcript.txt, /export.zip and /diagnostics.zip."""
    made = _Reports(doors, desk)

    @doors.get("/report.html", "spectator", "the battle report, one file that opens anywhere")
    def report() -> Response:
        page = made("report").replace(b"<body>", WAY_BACK, 1)
        response = Response(page, mimetype="text/html")
        response.headers["Content-Security-Policy"] = REPORT_POLICY
        return response

    @doors.get("/transcript.txt", "spectator", "the game as plain text")
    def transcript() -> Response:
        return Response(made("text"), mimetype="text/plain")

    @doors.get("/export.zip", "player", "report, transcript, events, snapshots and pictures")
    def export() -> Response:
        return _download(made("zip"), f"{desk.game_name}.zip")

    @doors.get("/diagnostics.zip", "table", "what to send when something goes wrong")
    def diagnose() -> Response:
        with_picture = request.args.get("picture") == "1"
        history = None if desk.game is None else _history(doors, desk)
        made = diagnostics(desk, log, history, with_picture)
        return _download(made, "drumhead-diagnostics.zip")


def _history(doors: Doors, desk: Desk) -> Covered:
    game = desk.the_game()
    return Covered(game.journal, game.rules.secret, sight(doors, desk))


def _download(content: bytes, name: str) -> Response:
    response = Response(content, mimetype="application/zip")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
