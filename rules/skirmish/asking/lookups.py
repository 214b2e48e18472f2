"""What a case may ask of the book outside of any action: risk, points, cohesion."""

from __future__ import annotations

from collections.abc import Callable

from rules.kernel.protocol import BadState, Plain, Question
from rules.skirmish import measuring, switches
from rules.skirmish.army import figure_points
from rules.skirmish.ordering import groups
from rules.skirmish.reactions import risk
from rules.skirmish.state import Group, Play
from rules.skirmish.tables import ARMOUR, GRADES, WEAPONS


def _group(asked: Question) -> tuple[Play, Group]:
    play = Play(asked.state, measuring.field(asked.state, asked.table))
    return play, play.unit(str(asked.more.get("group", "")))


def _risk(asked: Question) -> Plain:
    """The risk factor of ``group`` now, and its lines by rule (SKM-RF)."""
    total, lines = risk.risk(*_group(asked))
    return {"total": total, "lines": [[line.rule, int(line.value)] for line in lines]}


def _cohesion(asked: Question) -> Plain:
    """Members of ``group`` that see no comrade (SKM-GRP-02)."""
    return groups.warnings(*_group(asked))


def _points(asked: Question) -> Plain:
    """A figure of ``role`` and ``grade`` with ``weapons``, ``armour`` and a ``mount``
    (SKM-PTS-01 to SKM-PTS-07, SKM-PTS-09), by the house rule on bows."""
    role, grade = str(asked.more.get("role", "soldier")), str(asked.more.get("grade", "Fair"))
    weapons = tuple(str(one) for one in asked.more.get("weapons", ()))
    armour = tuple(str(one) for one in asked.more.get("armour", ()))
    mount = str(asked.more.get("mount", "none"))
    known = {*GRADES, *WEAPONS, *ARMOUR, "none", "horse", "dragoon"}
    if strange := [one for one in (grade, *weapons, *armour, mount) if one not in known]:
        raise BadState(f"figure points: there is no {', '.join(strange)} in this book")
    bow = switches.BOW_POINTS.of(asked.state.house)
    return figure_points(role, grade, weapons, armour, mount, bow)


LOOKUPS: dict[str, Callable[[Question], Plain]] = {
    "risk": _risk,
    "cohesion": _cohesion,
    "figure points": _points,
}
"""By the name that a case asks with."""
