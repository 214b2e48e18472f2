"""A new game: two armies, and the house rules by chapter, in words, with presets to share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from flask import Response, jsonify, request
from msgspec import Meta, Struct

from rules.kernel.protocol import RuleSet
from webui.game.kept.armies import Armies
from webui.game.kept.one_line import one_line
from webui.game.kept.presets import MAX_FILE_BYTES, VERSION, Preset, Presets, preset_of
from webui.game.told.chapters import chapter_of, value_in_words
from webui.game.told.page.beside import (
    DemoShown,
    HouseChapter,
    HouseSwitch,
    HouseValue,
    NewGamePage,
    PresetListed,
    Titled,
)
from webui.server.routes import BadRequest, Doors, body
from webui.server.session import Desk

Word = Annotated[str, Meta(max_length=80)]


class Kept(Struct, forbid_unknown_fields=True):
    name: Annotated[str, Meta(min_length=1, max_length=60)]
    rules: Word
    house: dict[str, str] = {}


class Pasted(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=MAX_FILE_BYTES)]


def hang(doors: Doors, desk: Desk, armies: Armies, presets: Presets) -> None:
    """Hang /setup/new and the presets of house rules."""

    @doors.page("/setup/new", "table", "a new game and its house rules (?rules=)", "new_game.html")
    def new_game() -> NewGamePage:
        open_one = "" if desk.game is None else desk.game.rules.name
        name = request.args.get("rules", "") or open_one or next(iter(desk.rules), "")
        return _page(desk, desk.rule_set(name), armies, presets)

    @doors.get("/setup/house/<file>", "table", "a preset of house rules, as a file to share")
    def share(file: str) -> Response:
        response = Response(presets.text(file), mimetype="application/toml")
        response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
        return response

    @doors.post("/setup/house/save", "umpire", "keep house rules under a name")
    def save() -> Response:
        said = body(Kept)
        desk.rule_set(said.rules)
        name = one_line(said.name)
        if not name:
            raise BadRequest("give these house rules a name first")
        return jsonify({"file": presets.save(Preset(VERSION, name, said.rules, said.house))})

    @doors.post("/setup/house/read", "table", "the house rules of a file that somebody shared")
    def read() -> Response:
        found = preset_of(body(Pasted).text, desk.rules)
        return jsonify({"name": found.name, "rules": found.rules, "house": found.house})


def _page(desk: Desk, rules: RuleSet, armies: Armies, presets: Presets) -> NewGamePage:
    game = desk.game
    is_played = game is not None and game.rules.name == rules.name
    house = game.present().state.house if game is not None and is_played else {}
    demo = rules.demo()
    return NewGamePage(
        rules=rules.name,
        title=rules.title,
        demo=DemoShown(demo.title, demo.house),
        all=[Titled(each.name, each.title) for each in desk.rules.values()],
        armies=[one for one in armies.listed() if not one.fault and one.rules == rules.name],
        chapters=chapters(rules, house),
        count=len(rules.switches),
        presets=[
            PresetListed(file, preset.name, preset.house)
            for file, preset in presets.listed(rules.name)
        ],
    )


def chapters(rules: RuleSet, house: Mapping[str, str]) -> list[HouseChapter]:
    """Every house rule by chapter, in the order of the book, in words.

    *house*: of the game that is played, shown as what was chosen last time.
    """
    found: dict[str, list[HouseSwitch]] = {}
    for switch in rules.switches:
        values = [HouseValue(one, value_in_words(one)) for one in dict.fromkeys(switch.values)]
        last = house.get(switch.name, switch.values[0])
        told = HouseSwitch(switch.name, switch.says, switch.ids, values, last)
        found.setdefault(chapter_of(rules, switch), []).append(told)
    return [HouseChapter(title, listed) for title, listed in found.items()]
