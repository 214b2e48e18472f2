"""For whoever holds the paper: the quick reference of a rule set, in our own words."""

from __future__ import annotations

from collections.abc import Mapping

from flask import request

from rules.kernel.protocol import RuleSet
from webui.game.told.page.beside import (
    ReferencePage,
    RuleChapter,
    RuleListed,
    SwitchInForce,
    Titled,
)
from webui.server.routes import Doors
from webui.server.session import Desk


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /reference."""

    @doors.page("/reference", "spectator", "quick reference, printable (?rules=)", "reference.html")
    def reference() -> ReferencePage:
        open_one = "" if desk.game is None else desk.game.rules.name
        name = request.args.get("rules", "") or open_one or next(iter(desk.rules), "")
        rules = desk.rule_set(name)
        is_played = desk.game is not None and desk.game.rules.name == rules.name
        house = desk.game.present().state.house if desk.game and is_played else {}
        return ReferencePage(
            rules=rules.name,
            title=rules.title,
            edition=rules.edition,
            sections=rules.reference(),
            chapters=chapters(rules, house),
            all=[Titled(each.name, each.title) for each in desk.rules.values()],
        )


def chapters(rules: RuleSet, house: Mapping[str, str]) -> list[RuleChapter]:
    """Every rule by chapter: its id, what it is about, and the house rules that touch it.

    *house*: the values in force; a switch that is not named stands at its default.
    """
    by_rule: dict[str, list[SwitchInForce]] = {}
    for switch in rules.switches:
        value = house.get(switch.name, switch.values[0])
        told = SwitchInForce(switch.name, switch.says, value)
        for rule in switch.ids:
            by_rule.setdefault(rule, []).append(told)
    found: dict[str, list[RuleListed]] = {}
    for rule, title in rules.titles.items():
        chapter = rule.removeprefix(f"{rules.prefix}-").rsplit("-", 1)[0]
        found.setdefault(chapter, []).append(RuleListed(rule, title, by_rule.get(rule, [])))
    return [RuleChapter(chapter, listed) for chapter, listed in found.items()]
