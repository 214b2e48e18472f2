"""For everybody who asks "what was ruled, and why?": the list, one ruling, the whole log."""

from __future__ import annotations

import json

import msgspec
from flask import Response, abort, request

from rules.kernel.protocol import Plain
from vision.table.snapshot import Snapshot
from webui.game.game import Game
from webui.game.kept.colours import side_colours
from webui.game.position import NotNow
from webui.game.secrets.secrecy import Covered, Eyes
from webui.game.told import record
from webui.game.told.chapters import house_says
from webui.game.told.page.readings import Asked
from webui.game.told.page.replay import ReplayPage
from webui.game.told.page.rulings import Log, RulingList
from webui.game.told.page.whole import GameOfRuling, OneRuling, PictureKept
from webui.game.told.readings import between
from webui.game.told.replay.for_viewer import replay as told_again
from webui.pages.table import sight
from webui.server.routes import Doors
from webui.server.session import Desk
from webui.server.table_view import base_shown
from webui.server.view.called import names
from webui.server.view.verdicts import names_seen, rulings_seen

ONE = "/rulings/<int:event>-<int:index>"


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /rulings, one ruling with its picture, /replay and /log."""

    @doors.page("/rulings", "spectator", "every ruling (?unit=, ?disputed=1)", "rulings.html")
    def rulings() -> RulingList:
        unit, disputed = request.args.get("unit", ""), "disputed" in request.args
        return _listed(desk.the_game(), sight(doors, desk), unit, disputed)

    @doors.page(ONE, "spectator", "one ruling with its working and drawing", "ruling.html")
    def ruling(event: int, index: int) -> OneRuling:
        return _one(desk.the_game(), sight(doors, desk), event, index)

    @doors.get(f"{ONE}/picture.jpg", "spectator", "the picture that the ruling rests on (?step=)")
    def picture(event: int, index: int) -> Response:
        game = desk.the_game()
        step = _seen_at(_find(game, Eyes(), event, index), request.args.get("step", ""))
        kept = game.journal.kept(step, "picture")
        if kept is None:
            abort(404)
        return Response(kept, mimetype="image/jpeg")

    @doors.page("/replay", "spectator", "the battle, step by step", "replay.html")
    def replay() -> ReplayPage:
        game = desk.the_game()
        history = Covered(game.journal, game.rules.secret, sight(doors, desk))
        return told_again(history, names_seen(game, game.present()), urls=True)

    @doors.page("/log", "spectator", "every step, also those taken back", "log.html")
    def log() -> Log:
        game = desk.the_game()
        present = game.present()
        units = names_seen(game, present)
        history = Covered(game.journal, game.rules.secret, sight(doors, desk))
        return Log(present.title, record.steps(history, units))


def _listed(game: Game, eyes: Eyes, unit: str, disputed: bool) -> RulingList:
    present = game.present()
    found = rulings_seen(game, present, eyes)
    if unit:
        found = [each for each in found if _is_about(each, unit)]
    if disputed:
        found = [each for each in found if is_disputed(each)]
    cards = [record.card_of(each) for each in found]
    return RulingList(present.title, unit, disputed, names(present.cards), cards)


def _is_about(ruling: dict[str, Plain], unit: str) -> bool:
    action = ruling["action"]
    changed = {one["who"] for one in ruling["consequences"]}
    return unit in (action.get("by"), action.get("at")) or unit in changed


def is_disputed(ruling: dict[str, Plain]) -> bool:
    """Overruled, disputed, or settled by people because it was too close to call."""
    settled = any(answer["too_close"] for answer in ruling["answers"])
    put_right = (ruling[how] for how in ("instead", "noted", "disputes", "again"))
    return any(put_right) or settled


def _find(game: Game, eyes: Eyes, event: int, index: int) -> dict[str, Plain]:
    present = game.present()
    for ruling in rulings_seen(game, present, eyes):
        if (ruling["event"], ruling["index"]) == (event, index):
            return ruling
    abort(404)


def _seen_at(ruling: dict[str, Plain], step: str) -> int:
    """The event of its declaration, or the one of its own steps that is asked for."""
    own = {str(at): at for at in (ruling["declared"], *(one["event"] for one in ruling["answers"]))}
    if step and step not in own:
        abort(404)
    return own[step] if step else int(ruling["declared"])


def _one(game: Game, eyes: Eyes, event: int, index: int) -> OneRuling:
    ruling = _find(game, eyes, event, index)
    present = game.present()
    table = game.snapshot_of(ruling["declared"])
    kept = game.journal.kept(ruling["declared"], "view")
    picture = None
    if kept is not None:
        picture = _picture(f"/rulings/{event}-{index}/picture.jpg", kept)
    units = names_seen(game, present)
    return OneRuling(
        ruling=record.card_of(ruling),
        says=record.declared_sentence(ruling["action"], units),
        title=present.title,
        house_says=house_says(game.rules, present.state.house),
        source=table.source,
        calibration=table.calibration,
        size_in=list(table.size_in),
        bases=[base_shown(base, table.taken_s) for base in table.bases],
        terrain=table.terrain,
        picture=picture,
        measured=_measured(game, ruling["action"], table),
        units=list(present.cards),
        newest=_is_newest(game, event),
        game=GameOfRuling(
            f"{event}-{index}",
            [army.side for army in present.armies],
            side_colours(present.armies),
        ),
    )


def _is_newest(game: Game, event: int) -> bool:
    """Can the step that came to that ruling be run again?"""
    try:
        closed = game.replayable().closed
    except NotNow:
        return False
    return closed is not None and closed.id == event


def _measured(game: Game, action: dict[str, Plain], table: Snapshot) -> list[Asked]:
    """The readings between the two units on the frozen table, for the drawing."""
    by, at = str(action.get("by")), str(action.get("at"))
    units = {unit.id for army in game.present().forces for unit in army.units}
    return between(table, by, at, (), True) if {by, at} <= units else []


def _picture(url: str, kept: bytes) -> PictureKept:
    return msgspec.convert({**json.loads(kept), "url": url}, PictureKept)
