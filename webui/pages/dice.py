"""Dice in a tray: their pictures, taking a throw, the setting of a game, and what came up."""

from __future__ import annotations

from typing import Annotated

from flask import Response, abort
from msgspec import Meta, Struct

from rules.kernel.prompts import Roll
from webui.game.game import Game
from webui.game.position import NotNow
from webui.game.throws.dice_question import DiceQuestion, asked_roll, sides_of
from webui.game.throws.dice_setting import Setting, setting_of
from webui.game.told.dice_record import dice_record
from webui.game.told.page.beside import DiceRecord
from webui.pages.act import asked_of, at_head, done
from webui.server.routes import Doors, body
from webui.server.session import Desk

Id = Annotated[int, Meta(ge=0, le=2**53)]
Share = Annotated[float, Meta(ge=0, le=1)]
Face = Annotated[int, Meta(ge=1, le=6)]


class Taken(Struct, forbid_unknown_fields=True):
    head: Id
    throw: Id
    faces: Annotated[list[Face | None], Meta(max_length=100)]
    by_itself: bool = False


class Thrown(Struct, forbid_unknown_fields=True):
    """``lies``: the throw that lay there for who lets dice fall, -1 for none; None: not said."""

    head: Id
    lies: Annotated[int, Meta(ge=-1, le=2**53)] | None = None
    again: Annotated[list[Id], Meta(max_length=100)] = []


class Wished(Struct, forbid_unknown_fields=True):
    head: Id
    setting: Setting


class Marked(Struct, forbid_unknown_fields=True):
    head: Id
    corners: Annotated[list[tuple[Share, Share]], Meta(min_length=4, max_length=4)]


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /dice, its pictures, and what is done with a throw."""
    _hang_pictures(doors, desk)
    _hang_acts(doors, desk)

    @doors.page("/dice", "spectator", "faces that came up, and corrections", "dice.html")
    def dice() -> DiceRecord:
        present = desk.the_game().present()
        return dice_record(present.title, present.line)


def _hang_pictures(doors: Doors, desk: Desk) -> None:
    @doors.get("/dice/<int:number>-<int:index>.jpg", "spectator", "one die of the offered throw")
    def crop(number: int, index: int) -> Response:
        return _jpeg(None if desk.dice is None else desk.dice.table.crop(number, index))

    @doors.get("/dice/view.jpg", "player", "what the tray's camera sees now")
    def view() -> Response:
        return _jpeg(None if desk.dice is None else desk.dice.table.view())

    @doors.get("/throws/<int:event>.jpg", "spectator", "the throw that an answer was read from")
    def throw(event: int) -> Response:
        return _jpeg(desk.the_game().journal.kept(event, "dice"))


def _hang_acts(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/accept", "player", "take the throw that the camera has read")
    def accept() -> Response:
        said, who = body(Taken), doors.who()
        game, question, _ = _asked(doors, desk, said.head)
        present = game.present()
        if said.by_itself and setting_of(present.line, sides_of(present)) != "itself":
            raise NotNow("both sides have to agree before dice are accepted by themselves")
        taken = question.accept(said.throw, said.faces, who, by_itself=said.by_itself)
        event = game.answer(list(taken.faces), who, after=said.head, how=taken.how, seen=taken.seen)
        return done(game, event)

    @doors.post("/act/throw", "player", "let the simulated dice fall")
    def throw() -> Response:
        said = body(Thrown)
        game, question, roll = _asked(doors, desk, said.head)
        question.throw(roll, said.again, said.lies)
        return done(game, 0)

    @doors.post("/act/tray", "player", "mark the tray's four corners on its camera's picture")
    def tray() -> Response:
        said = body(Marked)
        game = at_head(desk, said.head)
        if desk.dice is None:
            raise NotNow("no camera looks at dice: start Drumhead with --dice-camera")
        try:
            desk.dice.table.mark(said.corners)
        except ValueError as why:
            raise NotNow(str(why)) from None
        return done(game, 0)

    @doors.post("/act/dice", "player", "how dice are read in this game: off, offer or itself")
    def setting() -> Response:
        said = body(Wished)
        game = at_head(desk, said.head)
        return done(game, game.set_dice(said.setting, doors.who(), after=said.head))


def _asked(doors: Doors, desk: Desk, head: int) -> tuple[Game, DiceQuestion, Roll]:
    """The game, its tray and the open question, if this visitor may answer it.

    Raises:
        NotNow: no tray, or no dice are asked for. Stale, Refused.
    """
    game = at_head(desk, head)
    asked_of(doors.who(), game)
    roll = asked_roll(game.present().opened)
    if desk.dice is None or roll is None:
        raise NotNow("no dice that a camera reads are asked for now")
    return game, desk.dice, roll


def _jpeg(content: bytes | None) -> Response:
    if content is None:
        abort(404)
    return Response(content, mimetype="image/jpeg")
