"""For whoever sets the table up: camera, games, house rules, PIN, codes."""

from __future__ import annotations

import platform
from typing import Annotated

from flask import Response, jsonify
from msgspec import Meta, Struct

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Army, RuleSet
from webui.game.journal.library import Listed, NoSuchGame
from webui.game.kept.armies import Armies
from webui.game.kept.club import KeptClub
from webui.game.kept.colours import COLOURS
from webui.game.kept.glances import Glance, glance_at
from webui.game.kept.one_line import one_line
from webui.game.kept.presets import Presets
from webui.game.told import words
from webui.game.told.page.setup import (
    DemoOffered,
    GameKept,
    GlanceShown,
    NetworkShown,
    RulesOffered,
    Running,
    SetupPage,
)
from webui.game.told.page.table import ClubShown
from webui.pages.join import Nothing
from webui.pages.setting_up import new_game
from webui.server.access import Refused
from webui.server.addresses import is_open_to_all
from webui.server.doors.network_setting import NetworkSetting
from webui.server.routes import BadRequest, Doors, body, is_from_afar, is_from_here
from webui.server.session import Desk
from webui.server.setting_up.facts_in_words import facts_in_words

Word = Annotated[str, Meta(max_length=80)]


class Demo(Struct, forbid_unknown_fields=True):
    rules: Word
    house: dict[str, str] = {}


class Begun(Struct, forbid_unknown_fields=True):
    rules: Word
    title: Annotated[str, Meta(min_length=1, max_length=80)]
    armies: Annotated[list[Word], Meta(min_length=2, max_length=2)]
    house: dict[str, str] = {}


class Named(Struct, forbid_unknown_fields=True):
    name: Word
    away: bool = True


class NewPin(Struct, forbid_unknown_fields=True):
    pin: Annotated[str, Meta(min_length=4, max_length=64)]


class Club(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(max_length=60)]
    colour: Word


class Network(Struct, forbid_unknown_fields=True):
    open: bool


def hang(doors: Doors, desk: Desk, armies: Armies, club: KeptClub, host: str) -> None:
    """Hang /setup and what it does; *host*: what the server listens on."""
    network = NetworkSetting(desk.shelf.folder)

    @doors.page("/setup", "table", "camera, games, armies, PIN", "setup.html")
    def setup() -> SetupPage:
        shown = NetworkShown(is_open_to_all(host), network.is_open(), _is_at_this_computer())
        return _page(desk, armies, club.shown(), shown)

    @doors.post("/setup/demo", "table", "begin (again) the ready battle of a rule set")
    def demo() -> Response:
        said = body(Demo)
        return jsonify({"name": desk.begin_demo(said.rules, said.house)})

    @doors.post("/setup/begin", "umpire", "begin a game with two saved armies")
    def begin() -> Response:
        said = body(Begun)
        pair = (armies.load(said.armies[0]), armies.load(said.armies[1]))
        _refuse_mixed(desk.rule_set(said.rules), pair)
        title = one_line(said.title)
        return jsonify({"name": desk.begin_with(said.rules, pair, title, said.house)})

    _hang_shown(doors, desk, club, network, host)
    _hang_games(doors, desk)
    new_game.hang(doors, desk, armies, Presets(desk.shelf.folder, desk.rules))


def _hang_shown(
    doors: Doors, desk: Desk, club: KeptClub, network: NetworkSetting, host: str
) -> None:
    @doors.post("/setup/club", "umpire", "the club's name and colour, on show and overlay")
    def keep_club() -> Response:
        said = body(Club)
        club.choose(said.name, said.colour)
        desk.bell.ring()
        return jsonify(to_plain(club.shown()))

    @doors.post("/setup/network", "umpire", "show the table to the network from the next start")
    def keep_network() -> Response:
        if not _is_at_this_computer():
            raise Refused(words.ONLY_AT_THE_COMPUTER)
        said = body(Network)
        network.choose(said.open)
        return jsonify({"now": is_open_to_all(host), "next": said.open})


def _is_at_this_computer() -> bool:
    """Nobody opens a door from outside."""
    return is_from_here() and not is_from_afar()


def _hang_games(doors: Doors, desk: Desk) -> None:
    @doors.get("/setup/games/<name>.svg", "table", "a kept game's table as it was seen last")
    def plan(name: str) -> Response:
        glance = _glance(desk, name)
        if glance is None or not glance.plan:
            raise NoSuchGame(name)
        return Response(glance.plan, mimetype="image/svg+xml")

    @doors.post("/setup/open", "umpire", "open a kept game")
    def open_game() -> Response:
        desk.open(body(Named).name)
        return jsonify({"name": desk.game_name})

    @doors.post("/setup/archive", "umpire", "put a kept game away, or bring it back")
    def archive() -> Response:
        said = body(Named)
        desk.archive(said.name, said.away)
        return jsonify({"name": said.name})

    @doors.post("/setup/pin", "umpire", "choose the umpire's PIN")
    def pin() -> Response:
        desk.access.set_pin(body(NewPin).pin)
        return jsonify({"has_pin": True})

    @doors.post("/setup/codes", "umpire", "new join codes; players have to join again")
    def codes() -> Response:
        body(Nothing)
        desk.access.forget_codes()
        return jsonify({"ok": True})

    @doors.post("/setup/notices", "table", "the notices at the top have been read")
    def notices() -> Response:
        body(Nothing)
        desk.notices.clear()
        desk.bell.ring()
        return jsonify({"ok": True})


def _page(desk: Desk, armies: Armies, club: ClubShown, network: NetworkShown) -> SetupPage:
    blind, facts = desk.live.blind(), desk.live.facts()
    return SetupPage(
        source=desk.live.source,
        facts=facts,
        told=facts_in_words(facts),
        troubles=[*desk.live.troubles(), *desk.notices],
        blind=blind,
        open=desk.game_name,
        games=[_game(desk, listed) for listed in desk.shelf.games()],
        running=_running(desk),
        rules=[_rules(rules) for rules in desk.rules.values()],
        armies=armies.listed(),
        has_pin=desk.access.has_pin,
        python=platform.python_version(),
        system=platform.platform(),
        club=club,
        colours=list(COLOURS),
        network=network,
    )


def _game(desk: Desk, kept: Listed) -> GameKept:
    book = desk.rules[kept.rules].title if kept.rules in desk.rules else kept.rules
    seen, glance = _glance(desk, kept.name), None
    if seen is not None:
        glance = GlanceShown(seen.turn, seen.phase, seen.lines, seen.over, bool(seen.plan))
    return GameKept(
        kept.name, kept.title, kept.rules, kept.begun_s, kept.events, kept.archived, kept.fault,
        book, glance,
    )  # fmt: skip


def _glance(desk: Desk, name: str) -> Glance | None:
    """How that game stands: the open one now, another as it was left."""
    if desk.game is not None and name == desk.game_name:
        return glance_at(desk.game)
    return desk.glances.of(name)


def _running(desk: Desk) -> Running | None:
    """The battle that another one would replace: begun in earnest and not over; None else."""
    present = desk.present()
    if desk.game is None or present is None or present.over or len(present.line) < 2:
        return None
    return Running(present.title, desk.game.rules.status(present.state).turn)


def _rules(rules: RuleSet) -> RulesOffered:
    demo = rules.demo()
    return RulesOffered(rules.name, rules.title, rules.edition, DemoOffered(demo.title, demo.says))


def _refuse_mixed(rules: RuleSet, pair: tuple[Army, Army]) -> None:
    for army in pair:
        if not army.units:
            raise BadRequest(f"{army.name or army.side} has no units: add some on the Armies page")
        if army.rules != rules.name:
            raise BadRequest(f"{army.name or army.side} is an army for {army.rules}")
    if pair[0].side == pair[1].side:
        raise BadRequest(f"both armies are called {pair[0].side}: name another side")
    shared = {unit.id for unit in pair[0].units} & {unit.id for unit in pair[1].units}
    if shared:
        raise BadRequest(f"both armies list a unit {min(shared)}: give one another id")
