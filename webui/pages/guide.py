"""Guided moves: a ghost for whoever stands at the table, and the whole table put back."""

from __future__ import annotations

from typing import Annotated

from flask import Response
from msgspec import Meta, Struct

from vision.table.snapshot import Snapshot
from webui.game.game import Game
from webui.game.guide.progress import is_there, steps
from webui.game.guide.targets import Guide, Target, guide_of, whole_table
from webui.game.journal.journal import Stale
from webui.game.kept.one_line import one_line
from webui.game.position import NotNow, Who, scene_of
from webui.game.seen.laying_out import first_table
from webui.game.told import words
from webui.pages.act import (
    AtHead,
    Id,
    Name,
    Stand,
    at_head,
    done,
    of_own_side,
    refuse_from_afar,
)
from webui.server.routes import Doors, body
from webui.server.session import Desk


class Shown(Struct, forbid_unknown_fields=True):
    head: Id
    bases: Annotated[list[Stand], Meta(min_length=1, max_length=60)]
    title: Annotated[str, Meta(max_length=200)] = ""


class PutBack(Struct, forbid_unknown_fields=True):
    head: Id
    event: Id = 0


class Stood(Struct, forbid_unknown_fields=True):
    guide: Id
    unit: Name


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /act/guide and what belongs to it."""
    _hang_asking(doors, desk)

    @doors.post("/act/guide/stands", "player", "say that a unit stands on its ghost")
    def stands() -> Response:
        said, who = body(Stood), doors.who()
        game = desk.the_game()
        guide = _now(game)
        if guide.event != said.guide:
            raise Stale(words.MOVED_ON)
        refuse_from_afar(desk)
        desk.put_all(_left(game, guide, said.unit), who)
        return done(game, 0)

    @doors.post("/act/guide/end", "player", "lead nobody any more: done, or called off")
    def end() -> Response:
        said, who = body(AtHead), doors.who()
        game = at_head(desk, said.head)
        return done(game, game.end_guide(one_line(said.why), who, after=said.head))


def _hang_asking(doors: Doors, desk: Desk) -> None:
    @doors.post("/act/guide", "player", "show where own bases are to be put")
    def guide() -> Response:
        said, who = body(Shown), doors.who()
        game = at_head(desk, said.head)
        for stand in said.bases:
            of_own_side(desk, who, stand.payload)
        targets = [_target(stand) for stand in said.bases]
        title = one_line(said.title) or words.GHOST.format(bases=_names(game, said.bases))
        return done(game, game.guide("move", title, targets, who, after=said.head))

    @doors.post("/act/guide/table", "player", "lead the whole table back to how it was")
    def table() -> Response:
        said, who = body(PutBack), doors.who()
        game = at_head(desk, said.head)
        return done(game, _put_back(game, said.event, who, said.head))


def _put_back(game: Game, event: int, who: Who, head: int) -> int:
    """*event*: a step that a table was kept with, 0 for the newest there is."""
    present = game.present()
    kept = game.table_before() if event == 0 else _kept(game, event)
    title = words.AS_IT_WAS if kept is not None else words.AS_IT_BEGAN
    then = scene_of(kept or first_table(game), present)
    return game.guide("table", title, whole_table(then, present.fallen), who, after=head)


def _kept(game: Game, event: int) -> Snapshot:
    try:
        return game.snapshot_of(event)
    except KeyError:
        raise NotNow("no table was kept with that step") from None


def _target(stand: Stand) -> Target:
    return Target(
        stand.payload, round(stand.x_in, 2), round(stand.y_in, 2), round(stand.facing_deg % 360, 1)
    )


def _names(game: Game, stands: list[Stand]) -> str:
    """What players call the units of these bases."""
    units = {base.payload: base.unit_id for base in game.table().bases}
    called = {card.unit: card.name or card.unit for card in game.present().cards}
    ids = dict.fromkeys(units.get(stand.payload, stand.payload) for stand in stands)
    return ", ".join(called.get(unit, unit) for unit in ids)


def _now(game: Game) -> Guide:
    found = guide_of(game.present())
    if found is None:
        raise NotNow("nothing is to be put anywhere now")
    return found


def _left(game: Game, guide: Guide, unit: str) -> dict[str, tuple[float, float, float]]:
    """The ghosts of the bases of *unit* that do not stand on them yet."""
    left = [
        step.target
        for step in steps(guide, game.table())
        if step.unit == unit and not is_there(step)
    ]
    if not left:
        raise NotNow(words.STANDS_ALREADY)
    return {one.payload: (one.x_in, one.y_in, one.facing_deg) for one in left}
