"""What a case may ask of the book outside of any action: sight, levels, boards, armies."""

from __future__ import annotations

from collections.abc import Callable

from rules.blocks.army import advice, scaled
from rules.blocks.field.boards import may_mix, position_of, terrain_needed
from rules.blocks.field.grid import rel_level, sight
from rules.blocks.measuring import boards_seen, boards_trouble, lands_seen
from rules.blocks.state import Going, Laid, parse_square
from rules.kernel.play import Play, first_fault
from rules.kernel.protocol import Plain, Question


def _play(asked: Question) -> Going:
    return Play(asked.state, asked.table)


def _level(asked: Question) -> Plain:
    """How level ``to`` lies as seen from level ``from`` (MAP-LVL-11 to MAP-LVL-55)."""
    return rel_level(int(asked.more.get("from", 1)), int(asked.more.get("to", 1)))


def _sight(asked: Question) -> Plain:
    """The rule that stops the line between the squares ``from`` and ``to``, or ""."""
    ends = [parse_square(str(asked.more.get(end, ""))) for end in ("from", "to")]
    return sight(_play(asked), ends[0], ends[1])


def _mix(asked: Question) -> Plain:
    """What is wrong with so many ``open``, ``moderate`` and ``dense`` boards, if anything."""
    kinds = ("open", "moderate", "dense")
    mixed = tuple(kind for kind in kinds for _ in range(int(asked.more.get(kind, 0))))
    return first_fault(may_mix(_play(asked), mixed))


def _terrain_squares(asked: Question) -> Plain:
    """How many squares of a board of that ``density`` have terrain."""
    return terrain_needed(_play(asked), str(asked.more.get("density", "open")))


def _position(asked: Question) -> Plain:
    """The position 1 to 9 of a ``square`` (MAP-LAY-01)."""
    return position_of(parse_square(str(asked.more.get("square", ""))))


def _boards(asked: Question) -> Plain:
    """The boards seen on the table, and what is wrong with them against ``laid``."""
    laid = tuple(Laid(board, int(place)) for board, place in asked.more.get("laid", {}).items())
    seen = {one.board: one.position for one in boards_seen(asked.table)}
    return {"seen": seen, "trouble": boards_trouble(asked.table, laid)}


def _ground(asked: Question) -> Plain:
    """The squares of the table that scenery makes other than open (MAP-TERR-04)."""
    return lands_seen(asked.table)


def _advice(asked: Question) -> Plain:
    """Advice on each army of the case (MAP-ARMY-01, MAP-ARMY-02)."""
    return [advice(army) for army in asked.armies]


def _scaled(asked: Question) -> Plain:
    """Blocks for historical forces of so many ``men`` (MAP-ARMY-03)."""
    return scaled([int(one) for one in asked.more.get("men", [1])])


LOOKUPS: dict[str, Callable[[Question], Plain]] = {
    "level": _level,
    "sight": _sight,
    "mix of boards": _mix,
    "terrain squares": _terrain_squares,
    "position": _position,
    "boards": _boards,
    "ground": _ground,
    "advice": _advice,
    "scaled forces": _scaled,
}
"""By the name that a case asks with."""
