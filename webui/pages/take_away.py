"""For whoever takes the evening home: report, transcript, zip, diagnostics."""

from __future__ import annotations

from flask import Response, request

from webui.game.secrecy import Covered
from webui.game.told.export import exported
from webui.pages.table import sight
from webui.server.diagnostics import LastLines, diagnostics
from webui.server.routes import Doors
from webui.server.session import Desk

# The report carries its own style and pictures, so that it opens without Drumhead.
REPORT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'"
)


def hang(doors: Doors, desk: Desk, log: LastLines) -> None:
    """Hang /report.html, /transcript.txt, /export.zip and /diagnostics.zip."""

    @doors.get("/report.html", "spectator", "the battle report, one file that opens anywhere")
    def report() -> Response:
        made = exported(_history(doors, desk), "report")
        response = Response(made, mimetype="text/html")
        response.headers["Content-Security-Policy"] = REPORT_POLICY
        return response

    @doors.get("/transcript.txt", "spectator", "the game as plain text")
    def transcript() -> Response:
        return Response(exported(_history(doors, desk), "text"), mimetype="text/plain")

    @doors.get("/export.zip", "player", "report, transcript, events, snapshots and pictures")
    def export() -> Response:
        name = f"{desk.game_name}.zip"
        return _download(exported(_history(doors, desk), "zip"), name)

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
