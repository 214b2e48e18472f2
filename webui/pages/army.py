"""For whoever raises an army: kinds and options of a rule set, points, limits, tags."""

from __future__ import annotations

from typing import Annotated

from flask import Response, jsonify, request
from msgspec import Meta, Struct

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Army, ArmyUnit, Refusal, RuleSet, UnitKind
from webui.game.kept.armies import Armies
from webui.game.kept.army_file import ArmyFileError, army_of, army_toml
from webui.game.kept.colours import COLOURS
from webui.game.one_at_a_time import OneAtATime
from webui.game.told.page.beside import ArmyPage, Titled, Verdict
from webui.server.routes import BadRequest, Doors, body, is_from_here, is_still_there
from webui.server.session import Desk


class Drawn(Struct, forbid_unknown_fields=True):
    army: Army


class Pasted(Struct, forbid_unknown_fields=True):
    text: Annotated[str, Meta(max_length=200_000)]


def hang(doors: Doors, desk: Desk, armies: Armies) -> None:
    """Hang /army and what it does."""

    turns = OneAtATime()

    @doors.page("/army", "spectator", "build an army (?rules=, ?file=)", "army.html")
    def army() -> ArmyPage:
        return _workshop(desk, armies)

    @doors.post("/army/check", "spectator", "points and faults of an army")
    def check() -> Response:
        drawn = _checked(body(Drawn).army)
        return jsonify(to_plain(_verdict(desk.rule_set(drawn.rules), drawn)))

    @doors.post("/army/save", "player", "keep an army")
    def save() -> Response:
        drawn = _checked(body(Drawn).army)
        desk.rule_set(drawn.rules)
        return jsonify({"file": armies.save(drawn)})

    @doors.post("/army/read", "spectator", "the army that a pasted army.toml describes")
    def read() -> Response:
        pasted = body(Pasted).text
        try:
            with turns.turn(is_still_there(), is_from_here()):
                found = army_of(pasted, "the pasted text")
        except ArmyFileError as why:
            raise BadRequest(str(why)) from None
        return jsonify({"army": to_plain(found)})


def _workshop(desk: Desk, armies: Armies) -> ArmyPage:
    file = request.args.get("file", "")
    chosen = armies.load(file) if file else None
    open_one = "" if desk.game is None else desk.game.rules.name
    name = chosen.rules if chosen else request.args.get("rules", "") or open_one
    rules = desk.rule_set(name or next(iter(desk.rules), ""))
    seen = desk.live.snapshot()
    return ArmyPage(
        rules=rules.name,
        title=rules.title,
        all=[Titled(each.name, each.title) for each in desk.rules.values()],
        kinds=rules.roster.kinds,
        prices={kind.kind: _price(rules, kind) for kind in rules.roster.kinds},
        samples=rules.demo().armies,
        colours=list(COLOURS),
        army_file=file,
        switches=rules.switches,
        armies=armies.listed(),
        army=chosen,
        verdict=None if chosen is None else _verdict(rules, chosen),
        playing=_playing(desk),
        tags=sorted({b.payload for b in seen.bases} | {f.payload for f in seen.flags}),
    )


def _price(rules: RuleSet, kind: UnitKind) -> float:
    """What a unit of that kind costs as it is added: with the first of every choice."""
    first = {name: values[0] for name, values in kind.choices.items()}
    return rules.roster.points(ArmyUnit("new", kind.kind, choices=first))


def _playing(desk: Desk) -> tuple[Army, ...]:
    present = desk.present()
    return () if present is None else present.armies


def _checked(army: Army) -> Army:
    """The army, if it would survive being written to a file and read again."""
    try:
        return army_of(army_toml(army), "this army")
    except (ArmyFileError, TypeError, ValueError) as why:
        raise BadRequest(str(why)) from None


def _verdict(rules: RuleSet, army: Army) -> Verdict:
    kinds = {kind.kind for kind in rules.roster.kinds}
    unknown = [unit for unit in army.units if unit.kind not in kinds]
    if unknown:
        return Verdict({}, 0, [_unknown(unit) for unit in unknown])
    points = {unit.id: rules.roster.points(unit) for unit in army.units}
    faults = list(rules.roster.check(army))
    return Verdict(points, sum(points.values()), faults, army_toml(army))


def _unknown(unit: ArmyUnit) -> Refusal:
    says = f"{unit.label}: this rule set has no unit of the kind {unit.kind!r}"
    return Refusal(says, about=unit.id)
