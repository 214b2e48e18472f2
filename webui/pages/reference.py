"""For whoever holds the paper: the quick reference of a rule set, in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain, RuleSet
from webui.server.routes import Doors
from webui.server.session import Desk


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /reference."""

    @doors.page("/reference", "spectator", "quick reference, printable (?rules=)", "reference.html")
    def reference() -> Plain:
        open_one = "" if desk.game is None else desk.game.rules.name
        name = request.args.get("rules", "") or open_one or next(iter(desk.rules), "")
        rules = desk.rule_set(name)
        is_played = desk.game is not None and desk.game.rules.name == rules.name
        house = desk.game.present().state.house if desk.game and is_played else {}
        return {
            "rules": rules.name,
            "title": rules.title,
            "edition": rules.edition,
            "sections": to_plain(rules.reference()),
            "chapters": chapters(rules, house),
            "all": [{"name": each.name, "title": each.title} for each in desk.rules.values()],
        }


def chapters(rules: RuleSet, house: Mapping[str, str]) -> list[Plain]:
    """Every rule by chapter: its id, what it is about, and the house rules that touch it.

    *house*: the values in force; a switch that is not named stands at its default.
    """
    by_rule: dict[str, list[Plain]] = {}
    for switch in rules.switches:
        value = house.get(switch.name, switch.values[0])
        told = {"name": switch.name, "says": switch.says, "value": value}
        for rule in switch.ids:
            by_rule.setdefault(rule, []).append(told)
    found: dict[str, list[Plain]] = {}
    for rule, title in rules.titles.items():
        chapter = rule.removeprefix(f"{rules.prefix}-").rsplit("-", 1)[0]
        told_rule = {"id": rule, "title": title, "switches": by_rule.get(rule, [])}
        found.setdefault(chapter, []).append(told_rule)
    return [{"name": chapter, "rules": listed} for chapter, listed in found.items()]
