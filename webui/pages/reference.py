"""For whoever holds the paper: the quick reference of a rule set, in our own words."""

from __future__ import annotations

from flask import request

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Plain
from webui.server.routes import Doors
from webui.server.session import Desk


def hang(doors: Doors, desk: Desk) -> None:
    """Hang /reference."""

    @doors.page("/reference", "spectator", "quick reference, printable (?rules=)", "reference.html")
    def reference() -> Plain:
        open_one = "" if desk.game is None else desk.game.rules.name
        name = request.args.get("rules", "") or open_one or next(iter(desk.rules), "")
        rules = desk.rule_set(name)
        return {
            "rules": rules.name,
            "title": rules.title,
            "edition": rules.edition,
            "sections": to_plain(rules.reference()),
            "all": [{"name": each.name, "title": each.title} for each in desk.rules.values()],
        }
