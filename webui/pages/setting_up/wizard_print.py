"""Sheets to print, as PDF: tags of an army or of the table, markers, lens board, sabots, jig."""

from __future__ import annotations

import math
from collections.abc import Callable

from flask import Response, request

from rules.kernel.protocol import Army
from vision.table.quality import CannotSetUp, Paper, Sheet, TagWanted
from webui.game.kept.armies import Armies
from webui.game.told.page.beside import PrintPage
from webui.server.routes import BadRequest, Doors
from webui.server.session import Desk
from webui.server.setting_up.setup_interface import Printer
from webui.server.setting_up.wizard_progress import ProgressBook

NO_PRINTER = "this Drumhead was started without its printing part"


def hang(
    doors: Doors, desk: Desk, armies: Armies, book: ProgressBook, printer: Printer | None
) -> None:
    """Hang /setup/print and its sheets."""

    def press() -> Printer:
        if printer is None:
            raise CannotSetUp(NO_PRINTER)
        return printer

    _hang_tools(doors, press, book)

    @doors.page("/setup/print", "table", "sheets to print at true size", "wizard_print.html")
    def page() -> PrintPage:
        sides = sorted({base.side for base in desk.live.snapshot().bases if base.side})
        return PrintPage(armies.listed(), sides, book.now.bar_mm)

    @doors.get("/setup/print/tags.pdf", "table", "tags (?army= or ?side=, ?tag_mm=, ?paper=)")
    def tags() -> Response:
        name = request.args.get("army", "")
        wanted = _of_army(armies.load(name)) if name else _of_side(desk, request.args.get("side"))
        size_mm = _number("tag_mm", 0.0, 0.0, 100.0)
        return _pdf(press().tags(wanted, _paper(book), size_mm or None), "tags")

    @doors.get("/setup/print/markers.pdf", "table", "markers (?count=, ?marker_mm=, ?paper=)")
    def markers() -> Response:
        count = round(_number("count", 8, 1, 50))
        side_mm = _number("marker_mm", 60.0, 10.0, 200.0)
        return _pdf(press().markers(count, side_mm, _paper(book)), "markers")

    @doors.get("/setup/print/sabots.pdf", "table", "plates (?width_mm=, ?depth_mm=, ?files= …)")
    def sabots() -> Response:
        size_mm = (_number("width_mm", 120.0, 10.0, 300.0), _number("depth_mm", 60.0, 10.0, 300.0))
        places = (round(_number("files", 6, 1, 30)), round(_number("ranks", 2, 1, 30)))
        copies = round(_number("copies", 1, 1, 50))
        return _pdf(press().sabots(size_mm, places, copies, _paper(book)), "sabots")


def _hang_tools(doors: Doors, press: Callable[[], Printer], book: ProgressBook) -> None:
    """The sheets that measure: the lens board and the jig."""

    @doors.get("/setup/print/board.pdf", "table", "the lens board (?square_mm=, ?paper=)")
    def board() -> Response:
        square_mm = _number("square_mm", 32.0, 10.0, 60.0)
        return _pdf(press().board(square_mm, _paper(book)), "lens-board")

    @doors.get("/setup/print/jig.pdf", "table", "the jig for bases (?paper=)")
    def jig() -> Response:
        return _pdf(press().jig(_paper(book)), "jig")


def _of_army(army: Army) -> list[TagWanted]:
    return [
        TagWanted(payload, unit.name or unit.id) for unit in army.units for payload in unit.bases
    ]


def _of_side(desk: Desk, side: str | None) -> list[TagWanted]:
    """The bases on the table, of one side or (None) of all."""
    present = desk.present()
    names: dict[str, str] = {}
    if present is not None:
        units = [unit for army in present.armies for unit in army.units]
        names = {unit.id: unit.name or unit.id for unit in units}
    return [
        TagWanted(base.payload, names.get(base.unit_id, base.unit_id))
        for base in sorted(desk.live.snapshot().bases, key=lambda b: (b.side, b.unit_id, b.payload))
        if not side or base.side == side
    ]


def _paper(book: ProgressBook) -> Paper:
    return Paper(request.args.get("paper", "a4"), book.now.bar_mm)


def _number(name: str, usual: float, low: float, high: float) -> float:
    text = request.args.get(name, "")
    if not text:
        return usual
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not low <= value <= high:
        raise BadRequest(f"{name} is a number from {low:g} to {high:g}")
    return value


def _pdf(sheet: Sheet, name: str) -> Response:
    response = Response(sheet.pdf, mimetype="application/pdf")
    response.headers["Content-Disposition"] = f'attachment; filename="drumhead-{name}.pdf"'
    return response
