"""Dice of players who are not in the room: what a game allows, and a picture of their tray."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated

from flask import Response, jsonify
from msgspec import Meta, Struct

from rules.kernel.protocol import Plain
from webui.game.game import Game
from webui.game.position import NotNow
from webui.game.throws.dice_question import asked_roll
from webui.game.throws.far_dice import SentThrow, SentThrows, Way, refuse_way
from webui.pages.act import asked_of, at_head, done
from webui.server.routes import BadRequest, Doors, body, is_from_afar
from webui.server.session import Desk

Id = Annotated[int, Meta(ge=0, le=2**53)]
Face = Annotated[int, Meta(ge=1, le=6)]
MOST_LETTERS = 250_000
"""Of a picture in base64; the page makes it small enough."""


class Allowed(Struct, forbid_unknown_fields=True):
    head: Id
    ways: Annotated[list[Way], Meta(min_length=1, max_length=3)]


class Pictured(Struct, forbid_unknown_fields=True):
    head: Id
    picture: Annotated[str, Meta(max_length=MOST_LETTERS)]


class TakenAfar(Struct, forbid_unknown_fields=True):
    head: Id
    throw: Id
    faces: Annotated[list[Face | None], Meta(max_length=100)]


def hang(doors: Doors, desk: Desk, throws: SentThrows) -> None:
    """Hang /act/far/…"""

    @doors.post("/act/far/ways", "table", "how dice from afar may be had in this game")
    def ways() -> Response:
        said = body(Allowed)
        game = at_head(desk, said.head)
        return done(game, game.set_far_dice(said.ways, doors.who(), after=said.head))

    @doors.post("/act/far/picture", "player", "read the dice in a picture of one's own tray")
    def picture() -> Response:
        said, who = body(Pictured), doors.who()
        _asked(doors, desk, said.head)
        sent = throws.send(desk.game_name, said.head, who, _bytes_of(said.picture))
        return jsonify(_plain(sent))

    @doors.post("/act/far/accept", "player", "take the dice of the picture that was sent")
    def accept() -> Response:
        said, who = body(TakenAfar), doors.who()
        game = _asked(doors, desk, said.head)
        faces, how, seen = throws.take(said.throw, desk.game_name, said.head, who, said.faces)
        return done(game, game.answer(faces, who, after=said.head, how=how, seen=seen))


def _asked(doors: Doors, desk: Desk, head: int) -> Game:
    """The game, when dice are asked of this visitor and pictures of them are allowed.

    Raises:
        NotNow, Stale, Refused.
    """
    game = at_head(desk, head)
    asked_of(doors.who(), game)
    if asked_roll(game.present().opened) is None:
        raise NotNow("no dice that are read from pictures are asked for now")
    if is_from_afar():
        refuse_way(game.present().line, "tray")
    return game


def _bytes_of(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise BadRequest("the picture is not whole: send it again") from None


def _plain(sent: SentThrow) -> Plain:
    dice = [{"face": die.face, "sure": die.sure, "why": die.why} for die in sent.dice]
    return {"throw": sent.number, "dice": dice}
