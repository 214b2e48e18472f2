"""Undo and redo, agree and refuse, overrule, dispute, and values by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from flask import Response, request
from msgspec import Meta, Struct

from rules.kernel.prompts import Choose, Draw, Look, Roll
from vision.table.reading import HandReading
from webui.game.correcting.again import Replayable
from webui.game.correcting.steppers import steppers
from webui.game.edit import fields_of
from webui.game.events.kinds import Done
from webui.game.events.parts import ReadingTold
from webui.game.kept.one_line import is_one_line, one_line
from webui.game.open_action import Recorded
from webui.game.position import NotNow
from webui.game.told import record
from webui.game.told.page.by_hand import (
    SaidChoice,
    SaidDraw,
    SaidLook,
    SaidRoll,
    StepPage,
    StepReading,
    StepShown,
    UnitValues,
)
from webui.game.told.sentences import action_in_words
from webui.pages.act import LONGEST_NAME, AtHead, Id, Name, Text, at_head, done
from webui.server.routes import BadRequest, Doors, body
from webui.server.session import Desk
from webui.server.view.called import called_in

MOST_READINGS = 8
LONGEST_IN = 1000


class Overruled(Struct, forbid_unknown_fields=True):
    head: Id
    event: Id
    index: Id
    says: Text
    reason: Text


class Edited(Struct, forbid_unknown_fields=True):
    head: Id
    path: Name
    value: Any
    reason: Text


class Again(Struct, forbid_unknown_fields=True):
    """``answers``: number in the step, as text, to what is said instead; ``hits``: to how many hits
    its dice count as; ``readings``: lengths as they are set."""

    head: Id
    reason: Text
    answers: Annotated[dict[str, Any], Meta(max_length=60)] = {}
    hits: Annotated[dict[str, Annotated[int, Meta(ge=0, le=1000)]], Meta(max_length=60)] = {}
    readings: Annotated[list[HandReading], Meta(max_length=MOST_READINGS)] = []


class Disputed(Struct, forbid_unknown_fields=True):
    """``reading``: which one of the ruling's, -1 for the ruling itself. ``unit``: of the tape, ""
    for that of the reading."""

    head: Id
    event: Id
    index: Id
    about: Text
    reading: Annotated[int, Meta(ge=-1, le=1000)] = -1
    tape: Annotated[float, Meta(ge=-LONGEST_IN, le=LONGEST_IN)] | None = None
    unit: Literal["", "in", "cm", "deg", "squares"] = ""
    says: Text = ""
    agreed: Annotated[list[Name], Meta(max_length=8)] = []


def hang(doors: Doors, desk: Desk) -> None:
    """Hang everything by which a game is put right."""
    _hang_undoing(doors, desk)
    _hang_umpire(doors, desk)
    _hang_step(doors, desk)
    _hang_dispute(doors, desk)


def _hang_undoing(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/undo", "player", "take the last step back")
    def undo() -> Response:
        said = body(AtHead)
        game = at_head(desk, said.head)
        return done(game, game.undo(doors.who(), after=said.head, why=one_line(said.why)))

    @doors.post("/act/redo", "player", "put again what was taken back last")
    def redo() -> Response:
        said = body(AtHead)
        game = at_head(desk, said.head)
        return done(game, game.redo(doors.who(), after=said.head))

    @doors.post("/act/take-back", "player", "take the whole open action back")
    def take_back() -> Response:
        said = body(AtHead)
        game = at_head(desk, said.head)
        why = one_line(said.why)
        return done(game, game.take_back(doors.who(), after=said.head, why=why))

    @doors.post("/act/refuse", "player", "say no to what the other side wishes to take back")
    def refuse() -> Response:
        said = body(AtHead)
        game = at_head(desk, said.head)
        game.decline(doors.who(), after=said.head)
        return done(game, 0)


def _hang_umpire(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/overrule", "umpire", "put another result beside a ruling, with a reason")
    def overrule() -> Response:
        said, who = body(Overruled), doors.who()
        game = at_head(desk, said.head)
        says, reason = one_line(said.says), one_line(said.reason)
        event = game.overrule(said.event, said.index, says, reason, who, after=said.head)
        return done(game, event)

    @doors.post("/act/edit", "umpire", "change one value of the state, with a reason")
    def edit() -> Response:
        said, who = body(Edited), doors.who()
        game = at_head(desk, said.head)
        reason = one_line(said.reason)
        event = game.edit(said.path, said.value, reason, who, after=said.head)
        return done(game, event)

    @doors.get("/state.json", "umpire", "what can be set of one unit by hand (?unit=)")
    def state() -> UnitValues:
        game, unit = desk.the_game(), request.args.get("unit", "")
        present = game.present()
        plain = game.journal.state(present.head)
        offered = steppers(game.rules.ledger, present.state, unit)
        return UnitValues(present.head, fields_of(plain, unit), offered)


def _hang_step(doors: Doors, desk: Desk) -> None:
    @doors.get("/step.json", "umpire", "the newest step, as it can be run again")
    def step() -> StepPage:
        game = desk.the_game()
        present = game.present()
        try:
            found = game.replayable()
        except NotNow as why:
            return StepPage(present.head, None, str(why))
        told = _step(found, game.journal.line(), called_in(present))
        return StepPage(present.head, told, "")

    @doors.post("/act/overrule-step", "umpire", "run the newest step again with another result")
    def overrule_step() -> Response:
        said, who = body(Again), doors.who()
        game = at_head(desk, said.head)
        changed, hits = _by_number(said.answers), _by_number(said.hits)
        for reading in said.readings:
            _refuse_odd(reading)
        reason = one_line(said.reason)
        event = game.overrule_step(changed, said.readings, reason, who, after=said.head, hits=hits)
        return done(game, event)


def _by_number(said: Mapping[str, Any]) -> dict[int, Any]:
    """What was said, by the number of its answer in the step.

    Raises:
        BadRequest: one is named otherwise.
    """
    if not all(number.isdecimal() and len(number) < 5 for number in said):
        raise BadRequest("answers are named by their number in the step: 0, 1, 2 …")
    return {int(number): answer for number, answer in said.items()}


def _step(found: Replayable, line: Any, units: Mapping[str, str]) -> StepShown:
    """The step as the page shows it: what was asked and said, and what it measured."""
    closed = found.closed
    content = None if closed is None else closed.content
    rulings = [part.value for part in content.rulings] if isinstance(content, Done) else []
    readings = [_reading(reading, units) for ruling in rulings for reading in ruling.readings]
    of = 0 if closed is None else closed.id
    cards = record.actions(line, units) if of else []
    return StepShown(
        of,
        action_in_words(found.action.do, found.action.by, found.action.at, units),
        next((card["headline"] for card in cards if card["event"] == of), ""),
        [_asked(k, one) for k, one in enumerate(found.answered)],
        list({(r.what, r.frm, r.to): r for r in readings}.values()),
    )


def _reading(read: ReadingTold, units: Mapping[str, str]) -> StepReading:
    title = record.reading_title(read.what, read.frm, read.to, units)
    return StepReading(read.what, read.value, read.plus_minus, read.frm, read.to, read.unit, title)


def _asked(number: int, one: Recorded) -> SaidRoll | SaidChoice | SaidDraw | SaidLook:
    asked = one.prompt
    match asked:
        case Roll(what, count, by, sides, need):
            return SaidRoll(number, what, by, need, sides, count, one.fell, one.hits)
        case Choose(what, by, options, at_least, at_most):
            return SaidChoice(number, what, by, options, at_least, at_most, one.answer)
        case Draw():
            return SaidDraw(number, asked.what, asked.by, asked.count, one.answer)
        case Look():
            return SaidLook(number, asked.what, asked.by)


def _refuse_odd(reading: HandReading) -> None:
    """Refuse a reading that no tape gives.

    Raises:
        BadRequest: naming what is wrong.
    """
    if not -LONGEST_IN <= reading.value <= LONGEST_IN or not 0 <= reading.plus_minus <= 100:
        raise BadRequest("a reading is from -1000 to 1000, and its ± from 0 to 100")
    for word in (reading.what, reading.frm, reading.to, reading.unit):
        if len(word) > LONGEST_NAME or not is_one_line(word):
            raise BadRequest(f"a reading is named in {LONGEST_NAME} letters at most")


def _hang_dispute(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/dispute", "player", "keep that a ruling was doubted, and what was agreed")
    def dispute() -> Response:
        said = body(Disputed)
        game = at_head(desk, said.head)
        told = {
            "of": said.event, "index": said.index, "reading": said.reading, "tape": said.tape,
            "unit": said.unit, "about": one_line(said.about), "says": one_line(said.says),
            "agreed": [one_line(name) for name in said.agreed],
        }  # fmt: skip
        return done(game, game.dispute(told, doors.who(), after=said.head))
