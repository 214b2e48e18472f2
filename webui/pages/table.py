"""For the players: the table as it is, one unit's card and actions, readings between two."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from flask import request
from msgspec import UNSET
from msgspec.structs import asdict, replace

from rules.kernel.protocol import Action, Card, Offer
from vision.table.by_hand import nearest
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot
from webui.game.chances import Odds
from webui.game.game import Game
from webui.game.position import NotNow, Who
from webui.game.secrets.knowledge import Known
from webui.game.secrets.roles import is_at_least
from webui.game.secrets.secrecy import Eyes, eyes_of
from webui.game.seen.move_preview import Foreseen, of_unit
from webui.game.told import words
from webui.game.told.moved import moved
from webui.game.told.page.people import You
from webui.game.told.page.readings import Between, WhatMoved
from webui.game.told.page.table import AskedLook
from webui.game.told.page.whole import (
    Actions,
    Agreeable,
    OddsShown,
    OfferShown,
    OneUnit,
    Table,
)
from webui.game.told.readings import as_ruled, between, shown
from webui.server.access import Refused
from webui.server.routes import Doors, is_from_afar, is_from_here, is_still_there
from webui.server.session import Desk
from webui.server.table_view import View
from webui.server.view.called import unmeasured


def hang(doors: Doors, desk: Desk, view: View) -> None:
    """Hang /table, /unit.json and /measure.json."""
    known = Known()
    _hang_offers(doors, desk, known)
    foreseen = Foreseen(known)

    @doors.page("/table", "spectator", "the live table, for players", "table.html")
    def table() -> Table:
        seen = view(sight(doors, desk))
        may_measure = _may_measure(doors, desk, seen)
        return replace(seen, you=replace(you(doors), may_measure=may_measure))

    @doors.get("/moved.json", "spectator", "what has moved, and what the rules make of it")
    def what_moved() -> WhatMoved:
        game = desk.the_game()
        before = _before(game)
        comes_to = foreseen(game, desk.game_name, sight(doors, desk))
        return WhatMoved(
            [] if before is None else moved(before, game.table(), unmeasured(game)),
            UNSET if comes_to is None else comes_to,
        )

    @doors.get("/measure.json", "spectator", "every reading between two units (?from=&to=)")
    def measure() -> Between:
        frm, to = request.args.get("from", ""), request.args.get("to", "")
        if desk.game is None:
            return _measure_bare(desk, frm, to)
        is_umpire = is_at_least(doors.who().role, "umpire") and desk.access.has_pin
        asker = _Asker(desk.game, doors.who(), sight(doors, desk), known)
        return _measure(asker, frm, to, is_umpire)


def _before(game: Game) -> Snapshot | None:
    """Where models stood before the move that is asked for, or the action that was taken back,
    None where only something else was; else as they were last looked at."""
    opened = game.present().opened
    if opened is not None:
        return opened.before_move
    return game.table_before() if game.taken_back() is None else game.table_taken_back()


def _hang_offers(doors: Doors, desk: Desk, known: Known) -> None:
    chances = Odds(known, desk.now)

    def asker() -> _Asker:
        return _Asker(desk.the_game(), doors.who(), sight(doors, desk), known)

    @doors.get("/unit.json", "spectator", "one unit: card, bands, actions (?unit=)")
    def unit() -> OneUnit:
        return _unit(asker(), request.args.get("unit", ""))

    @doors.get("/actions.json", "spectator", "what each side may do, and which units can act")
    def actions() -> Actions:
        return _summary(asker())

    @doors.get("/odds.json", "spectator", "chances of an action (?do=&by=&at=)")
    def odds() -> OddsShown:
        return _odds(asker(), chances)

    @doors.get("/agreed.json", "player", "may a refused action be agreed to (?do=&by=&at=)")
    def agreed() -> Agreeable:
        return _agreeable(asker())


@dataclass(frozen=True, slots=True)
class _Asker:
    """Who asks about a game, what they may see, and what they may know."""

    game: Game
    who: Who
    eyes: Eyes
    known: Known


def sight(doors: Doors, desk: Desk) -> Eyes:
    """What the visitor may read of what sides hold in secret."""
    return eyes_of(doors.who(), desk.game, has_pin=desk.access.has_pin)


def _may_measure(doors: Doors, desk: Desk, seen: Table) -> bool:
    """May this visitor lay a ruler on the picture?  Not where the rule set forbids it."""
    asked, game = seen.prompt, seen.game
    while_moving = isinstance(asked, AskedLook)
    is_umpire = is_at_least(doors.who().role, "umpire") and desk.access.has_pin
    return game is None or game.premeasure or while_moving or is_umpire


def you(doors: Doors) -> You:
    """Who is asking, and what they may do."""
    who = doors.who()
    return You(
        role=who.role,
        side=who.side,
        name=who.name,
        afar=is_from_afar(),
        may_act=is_at_least(who.role, "player"),
        may_overrule=is_at_least(who.role, "umpire"),
        acts_for=[who.side] if who.role == "player" else ["*"],
    )


def _unit(asker: _Asker, unit: str) -> OneUnit:
    game, who = asker.game, asker.who
    present = game.present()
    side = side_of(game, unit)
    is_private = side == unit and not _acts_for(who, side)
    bands = () if side == unit else game.rules.bands(present.state, unit)
    offers, trouble = ([], "") if is_private else _offers(asker, unit)
    return OneUnit(
        unit=unit,
        side=side,
        head=present.head,
        card=_private(game, side, who) if side == unit else _card(game, unit),
        bands=bands if game.rules.premeasure(present.state) else (),
        reach=[] if side == unit else of_unit(game, asker.known.state(game, asker.eyes), unit),
        offers=offers,
        trouble=trouble,
    )


def _acts_for(who: Who, side: str) -> bool:
    """May they see what that side could do? It tells what the side holds in its hand."""
    return is_at_least(who.role, "table") or (who.role == "player" and who.side == side)


def _card(game: Game, unit: str) -> Card:
    return game.rules.card(game.present().state, unit)


def _private(game: Game, side: str, who: Who) -> Card | None:
    """What a side holds in secret: for its own players and the umpire."""
    own = who.role == "player" and who.side == side
    if not own and not is_at_least(who.role, "umpire"):
        return None
    return game.rules.side_card(game.present().state, side)


def _offers(asker: _Asker, unit: str) -> tuple[list[OfferShown], str]:
    """The offers of a unit (or side), or the sentence why there are none now."""
    game = asker.game
    present = game.present()
    if present.over is not None:
        return [], present.over.says
    if present.opened is not None:
        return [], ""
    try:
        offers = asker.known.offers(game, asker.eyes)
    except Unmeasurable as why:
        return [], unmeasured(game)(why)
    may_measure = game.rules.premeasure(present.state)
    mine = [_offer(offer, may_measure) for offer in offers if offer.action.by == unit]
    return mine, ""


def _summary(asker: _Asker) -> Actions:
    """The offers of the visitor's sides with what they hold, and each unit's legal ones."""
    game, who = asker.game, asker.who
    present = game.present()
    sides: dict[str, list[OfferShown]] = {army.side: [] for army in present.armies}
    units: dict[str, int] = {}
    held = {side: _private(game, side, who) for side in sides}
    if present.opened is not None or present.over is not None:
        return Actions(present.head, sides, units, held, "")
    try:
        offers = asker.known.offers(game, asker.eyes)
    except Unmeasurable as why:
        return Actions(present.head, sides, units, held, unmeasured(game)(why))
    may_measure = game.rules.premeasure(present.state)
    side = {unit.id: army.side for army in present.forces for unit in army.units}
    aims = dict[str, None]()
    for offer in offers:
        by, at = offer.action.by, offer.action.at
        if by in sides and _acts_for(who, by):
            sides[by].append(_offer(offer, may_measure))
        elif by not in sides and offer.legal and offer.action.do not in game.rules.free:
            units[by] = units.get(by, 0) + 1
            if may_measure and at in side and side[at] != side.get(by):
                aims[by] = None
    return Actions(present.head, sides, units, held, "", list(aims))


def _offer(offer: Offer, may_measure: bool) -> OfferShown:
    readings = [shown(reading) for reading in offer.readings] if may_measure else []
    return OfferShown(**{**asdict(offer), "readings": readings})


def _odds(asker: _Asker, chances: Odds) -> OddsShown:
    game, who = asker.game, asker.who
    present = game.present()
    if not game.rules.premeasure(present.state):
        return OddsShown([], words.WITHHELD)
    if present.opened is not None or present.over is not None:
        return OddsShown([], words.NO_ODDS_NOW)
    action = _asked_about(game, who)
    by, eyes = action.by, asker.eyes
    if eyes.answer and not eyes.every:
        # The screen that acts for both sides asks for the one whose action it is.
        eyes = dataclasses.replace(eyes, side=side_of(game, by))
    return chances(game, action, eyes, is_still_there(), is_from_here())


def _agreeable(asker: _Asker) -> Agreeable:
    game = asker.game
    action = _asked_about(game, asker.who)
    return Agreeable(game.bar_to_agreement(action, asker.known.state(game, asker.eyes)))


def _asked_about(game: Game, who: Who) -> Action:
    """The action that a request asks about.

    Raises:
        Refused: it is one of the other side's as a whole.
    """
    said = request.args
    by = said.get("by", "")
    if side_of(game, by) == by and not _acts_for(who, by):
        raise Refused(words.NOT_YOUR_UNIT.format(unit=by, side=who.side or who.role))
    more = {name: value for name, value in said.items() if name not in ("do", "by", "at")}
    return Action(said.get("do", ""), by, said.get("at") or None, more)


def side_of(game: Game, unit: str) -> str:
    """The side of a unit; a side is its own.

    Raises:
        NotNow: neither army has that unit.
    """
    for army in game.present().forces:
        if unit == army.side or any(unit == listed.id for listed in army.units):
            return army.side
    forces = game.present().forces
    names = {name for army in forces for name in (army.side, *(one.id for one in army.units))}
    near = nearest(unit, names)
    raise NotNow(f"no army lists a unit {unit!r}" + (f": did you mean {near!r}?" if near else ""))


def _measure_bare(desk: Desk, frm: str, to: str) -> Between:
    """Between two bases of a table on which no game is open: the gap first, by no book."""
    if blind := desk.live.blind():
        return Between(frm, to, [], blind)
    found = between(desk.table(), frm, to, (), may_measure=True)
    return Between(frm, to, sorted(found, key=lambda one: one.what != "gap"), "")


def _measure(asker: _Asker, frm: str, to: str, is_umpire: bool) -> Between:
    game = asker.game
    present = game.present()
    opened = present.opened
    declared = opened is not None and {opened.action.by, opened.action.at} == {frm, to}
    blind = "" if declared else game.live.blind()
    if blind:
        return Between(frm, to, [], blind)
    may_measure = is_umpire or declared or game.rules.premeasure(present.state)
    table = opened.newest if opened is not None and declared else game.table()
    listed = {unit.id for army in present.forces for unit in army.units}
    bands = game.rules.bands(present.state, frm) if frm in listed else ()
    readings = between(table, frm, to, bands, may_measure, unmeasured(game))
    if may_measure:
        readings = as_ruled(readings, _offers_between(asker, frm, to))
    return Between(frm, to, readings, "" if may_measure else words.WITHHELD)


def _offers_between(asker: _Asker, frm: str, to: str) -> list[Offer]:
    """What one unit may do to another, or is doing; nothing where that cannot be measured now."""
    game, known = asker.game, asker.known
    is_open = game.present().opened is not None
    try:
        offers = (known.declared if is_open else known.offers)(game, asker.eyes)
    except Unmeasurable:
        return []
    return [one for one in offers if (one.action.by, one.action.at) == (frm, to)]
