"""What players do: declare, answer, undo, place, note. Every body is JSON with the head it saw."""

from __future__ import annotations

from typing import Annotated, Any

from flask import Response, jsonify
from msgspec import Meta, Struct

from rules.cases.declared import declared
from rules.kernel.plain import from_plain
from rules.kernel.prompts import BadAnswer, Draw, Look, Roll
from rules.kernel.protocol import Action, IllegalAction
from vision.measure.overrides import NEVER_NEGATIVE
from vision.table.reading import HandReading
from vision.table.snapshot import AGREED, Terrain
from webui.game.events.parts import ThrownBefore
from webui.game.game import Game
from webui.game.journal.journal import Stale
from webui.game.kept.one_line import is_one_line, one_line
from webui.game.open_action import BY_PROGRAM
from webui.game.position import NotNow, Opened, Who
from webui.game.secrets.knowledge import cards_left
from webui.game.secrets.roles import is_at_least
from webui.game.secrets.secrecy import Eyes
from webui.game.throws.dice_question import asked_roll
from webui.game.throws.far_dice import BY_HONOUR, refuse_way
from webui.game.told import words
from webui.pages.table import side_of, sight
from webui.server.access import Refused
from webui.server.routes import BadRequest, Doors, body, is_from_afar
from webui.server.session import Desk

Text = Annotated[str, Meta(max_length=400)]
LONGEST_NAME = 80
Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
Inches = Annotated[float, Meta(ge=-1000, le=1000)]
Id = Annotated[int, Meta(ge=0, le=2**53)]
Degrees = Annotated[float, Meta(ge=-100_000, le=100_000)]

HOW: dict[type[object], tuple[str, ...]] = {
    Roll: ("typed", "counted"),
    Draw: ("typed",),
    Look: ("seen", AGREED, "typed"),
}
"""How a visitor may say that a question was answered; a choice is told in their own words."""


class Declared(Struct, forbid_unknown_fields=True):
    head: Id
    do: Name
    by: Name
    at: Name | None = None
    more: dict[str, Any] = {}
    agreed: bool = False


class Answered(Struct, forbid_unknown_fields=True):
    head: Id
    answer: Any = None
    how: Text = "typed"


class Drafted(Struct, forbid_unknown_fields=True):
    head: Id
    faces: Annotated[list[int], Meta(max_length=500)]


class AtHead(Struct, forbid_unknown_fields=True):
    head: Id
    why: Text = ""


class Stand(Struct, forbid_unknown_fields=True):
    payload: Name
    x_in: Inches
    y_in: Inches
    facing_deg: Degrees


class Placed(Struct, forbid_unknown_fields=True):
    bases: Annotated[list[Stand], Meta(min_length=1, max_length=60)]


class Lifted(Struct, forbid_unknown_fields=True):
    bases: Annotated[list[Name], Meta(min_length=1, max_length=60)]


class Released(Struct, forbid_unknown_fields=True):
    head: Id
    payload: Name


class Typed(Struct, forbid_unknown_fields=True):
    head: Id
    reading: HandReading


class Noted(Struct, forbid_unknown_fields=True):
    head: Id
    text: Text
    about: Name = ""


class LaidOut(Struct, forbid_unknown_fields=True):
    head: Id
    terrain: Annotated[list[Any], Meta(max_length=200)]


def hang(doors: Doors, desk: Desk) -> None:
    """Hang every /act/ route."""
    _hang_turns(doors, desk)
    _hang_agreeing(doors, desk)
    _hang_fair(doors, desk)
    _hang_models(doors, desk)
    _hang_hands(doors, desk)
    _hang_umpire(doors, desk)


def _hang_turns(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/declare", "player", "declare an action of an own unit")
    def declare() -> Response:
        said, who = body(Declared), doors.who()
        game = at_head(desk, said.head)
        _own(who, side_of(game, said.by), said.by)
        action = declared(
            game.rules, Action(said.do, said.by, said.at, said.more), game.present().state
        )
        if said.agreed:
            return done(game, game.let_it_be_done(action, who, after=said.head))
        _refuse_illegal(game, action)
        return done(game, game.declare(action, who, after=said.head))

    @doors.post("/act/answer", "player", "answer the open question")
    def answer() -> Response:
        said, who = body(Answered), doors.who()
        game = at_head(desk, said.head)
        asked_of(who, game)
        how = _by_honour(game, _how(game, one_line(said.how)))
        opened, eyes = game.present().opened, sight(doors, desk)
        try:
            left = _not_taken(desk, game)
            event = game.answer(said.answer, who, after=said.head, how=how, before=left)
        except BadAnswer:
            _refuse_card(game, opened, eyes)
            raise
        return done(game, event)

    @doors.post("/act/draft", "player", "keep a half-typed hand of dice")
    def draft() -> Response:
        said, who = body(Drafted), doors.who()
        game = at_head(desk, said.head)
        asked_of(who, game)
        game.draft(said.faces, after=said.head)
        return done(game, 0)


def _hang_agreeing(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/agree", "player", "let be done what the other side asks for though refused")
    def agree() -> Response:
        said, who = body(AtHead), doors.who()
        game = at_head(desk, said.head)
        return done(game, game.agree(who, after=said.head))


def _hang_fair(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/roll", "player", "let the program throw the dice or draw the cards")
    def rolled() -> Response:
        said, who = body(AtHead), doors.who()
        game = at_head(desk, said.head)
        asked_of(who, game)
        if is_from_afar():
            refuse_way(game.present().line, "program")
        for_both = is_at_least(who.role, "table")
        roll = game.roll_until_decided if for_both else game.roll_for
        return done(game, roll(who, after=said.head, before=_not_taken(desk, game)))


def _hang_models(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/place", "player", "put own bases down by hand")
    def place() -> Response:
        said, who = body(Placed), doors.who()
        for stand in said.bases:
            of_own_side(desk, who, stand.payload)
        refuse_from_afar(desk)
        _put(desk, said.bases, who)
        return jsonify({"ok": True})

    @doors.post("/act/lift", "player", "take own models off a simulated or camera-less table")
    def lift() -> Response:
        said, who = body(Lifted), doors.who()
        for payload in said.bases:
            of_own_side(desk, who, payload)
            refuse_from_afar(desk)
            desk.lift(payload)
        return jsonify({"ok": True})

    @doors.post("/act/release", "player", "give a base placed by hand back to the camera")
    def release() -> Response:
        said, who = body(Released), doors.who()
        game = at_head(desk, said.head)
        of_own_side(desk, who, said.payload)
        refuse_from_afar(desk)
        return done(game, game.place(said.payload, None, who, after=said.head))


def _hang_hands(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/reading", "player", "type in a reading taken with a tape")
    def reading() -> Response:
        said = body(Typed)
        game = at_head(desk, said.head)
        least = 0 if said.reading.what in NEVER_NEGATIVE else -1000
        if not least <= said.reading.value <= 1000 or not 0 <= said.reading.plus_minus <= 100:
            raise BadRequest(words.NO_SUCH_READING.format(least=least))
        for word in (said.reading.what, said.reading.frm, said.reading.to, said.reading.unit):
            if len(word) > LONGEST_NAME or not is_one_line(word):
                raise BadRequest(f"a reading is named in {LONGEST_NAME} letters at most")
        return done(game, game.read_by_hand(said.reading, doors.who(), after=said.head))

    @doors.post("/act/note", "player", "write a remark or a stated intent into the log")
    def note() -> Response:
        said = body(Noted)
        game = at_head(desk, said.head)
        text, about = one_line(said.text), one_line(said.about)
        return done(game, game.note(text, about, doors.who(), after=said.head))


def _hang_umpire(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/terrain", "umpire", "lay out other terrain for this game")
    def terrain() -> Response:
        said = body(LaidOut)
        game = at_head(desk, said.head)
        pieces = checked_terrain(said.terrain)
        return done(game, game.set_terrain(pieces, doors.who(), after=said.head))


def at_head(desk: Desk, head: int) -> Game:
    """The open game, if it still stands where the visitor saw it.

    Raises:
        Stale: it does not; said before anything else, which would be about another question.
        NotNow: no game is open.
    """
    game = desk.the_game()
    if game.journal.head != head:
        raise Stale(words.MOVED_ON)
    return game


def done(game: Game, event: int) -> Response:
    """The answer to something done: its step, and where the game stands now."""
    return jsonify({"event": event, "head": game.journal.head})


def _refuse_card(game: Game, opened: Opened | None, eyes: Eyes) -> None:
    """Refuse a card that was not drawn without telling what is left in a secret deck.

    Raises:
        BadAnswer: it was asked for one of a secret deck.
    """
    asked = None if opened is None else opened.prompt
    left = None if asked is None else cards_left(game, game.present(), asked, eyes)
    if asked is not None and left is not None:
        raise BadAnswer(words.NOT_DRAWN.format(what=asked.what, cards=", ".join(left))) from None


def _own(who: Who, side: str, what: str) -> None:
    if who.role == "player" and side != who.side:
        raise Refused(words.NOT_YOUR_UNIT.format(unit=what, side=who.side))


def of_own_side(desk: Desk, who: Who, payload: str) -> None:
    """A player's hands are on the bases of his side only.

    Raises:
        Refused: it is the other side's. NotNow: there is no such base.
    """
    _own(who, _side_of_base(desk, payload), payload)


def refuse_from_afar(desk: Desk) -> None:
    """Only who stands at the table says where a model stands; without one the page is the table.

    Raises:
        Refused: from outside, of a table that a camera looks at.
    """
    if is_from_afar() and not desk.models_are_ours:
        raise Refused(words.NOT_AT_THE_TABLE)


def asked_of(who: Who, game: Game) -> None:
    """Only the side that is asked may answer; the table screen answers for everybody."""
    opened = game.present().opened
    if who.role != "player" or opened is None or opened.prompt is None:
        return
    sides = {army.side for army in game.present().armies}
    by = opened.prompt.by
    if by in sides and by != who.side:
        raise Refused(words.NOT_YOUR_PROMPT.format(by=by, side=who.side))


def _not_taken(desk: Desk, game: Game) -> tuple[ThrownBefore, ...]:
    """The throws in the tray that were read for the open question and are not its answer."""
    if desk.dice is None or asked_roll(game.present().opened) is None:
        return ()
    return desk.dice.before(taken=False)


def _how(game: Game, said: str) -> str:
    """How an answer came about, as a visitor may say it.

    Raises:
        BadRequest: it vouches for what only the program can know.
    """
    opened = game.present().opened
    asked = None if opened is None else opened.prompt
    known = HOW.get(type(asked), ())
    if said.casefold() == BY_PROGRAM or (known and said not in known):
        raise BadRequest(f"say how it was answered: {', '.join(known) or 'in your own words'}")
    return said


def _by_honour(game: Game, how: str) -> str:
    """How dice and cards that nobody in the room has seen were had.

    Raises:
        NotNow: this game does not take them so.
    """
    opened = game.present().opened
    asked = None if opened is None else opened.prompt
    if not is_from_afar() or not isinstance(asked, Roll | Draw):
        return how
    refuse_way(game.present().line, "honour")
    return BY_HONOUR


def _refuse_illegal(game: Game, action: Action) -> None:
    """Refuse what the page shows greyed, with the same reason.

    Raises:
        IllegalAction: the rule set offers it as illegal. NotNow: no such target.
    """
    present = game.present()
    if present.opened is not None or present.over is not None:
        return
    offers = game.offers()
    if action.at is not None and action.at not in {offer.action.at for offer in offers}:
        side_of(game, action.at)
    for offer in offers:
        same = (offer.action.do, offer.action.by, offer.action.at) == (
            action.do,
            action.by,
            action.at,
        )
        if same and not offer.legal and offer.action.more in ({}, action.more):
            raise IllegalAction(offer.why, *offer.rules, house=offer.house)


def _put(desk: Desk, stands: list[Stand], who: Who) -> None:
    poses = {
        stand.payload: (
            round(stand.x_in, 3),
            round(stand.y_in, 3),
            round(stand.facing_deg % 360, 2),
        )
        for stand in stands
    }
    try:
        desk.put_all(poses, who)
    except ValueError as why:
        raise NotNow(str(why)) from None


def _side_of_base(desk: Desk, payload: str) -> str:
    for base in desk.table().bases:
        if base.payload == payload:
            return base.side
    raise NotNow(f"there is no base {payload!r} on this table")


def checked_terrain(plain: list[Any]) -> tuple[Terrain, ...]:
    """Pieces of terrain as a visitor drew them.

    Raises:
        BadState: they are none; the message names the place. BadRequest: absurd sizes.
    """
    pieces = from_plain(plain, tuple[Terrain, ...])
    for piece in pieces:
        numbers = [piece.height_in, *(n for point in piece.outline_in for n in point)]
        if any(abs(number) > 1000 for number in numbers) or len(piece.outline_in) > 500:
            raise BadRequest("terrain lies within 1000 in and has at most 500 corners a piece")
    return pieces
