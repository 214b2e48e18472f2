"""A hand-written state with its gaps filled, for cases that people type.

Blocks, lands and forces may be lists, or objects keyed by id, by square and by side; a square may
be written ``"5,4"``, a land by its ground alone, a force by its elan alone.
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.field.terrain import checked_land
from rules.blocks.state import State, parse_square
from rules.blocks.switches import HOUSE
from rules.blocks.tables import KINDS
from rules.kernel.plain import hand_written, listed
from rules.kernel.protocol import BadState, IllegalAction, Plain
from vision.table.by_hand import check_words, instead

PHASES = ("engagement", "layout", "deployment", "battle", "over")


def read_state(plain: Plain) -> State:
    """A hand-written state; the first side is active where none is named, and a force that is not
    listed is a bare one.

    Raises:
        BadState: not a state, an unknown kind of block or ground, a level outside 1 to 5
            (MAP-TERR-09), or a square off the board (MAP-BOARD-01).
    """
    if not isinstance(plain, dict):
        raise BadState("a state is an object with blocks, lands and forces")
    filled = {
        **plain,
        "blocks": [_squared(one) for one in listed(plain, "blocks", "id", "kind")],
        "lands": [_squared(one) for one in listed(plain, "lands", "square", "ground")],
        "forces": listed(plain, "forces", "side", "elan"),
        "contests": [_squared(one) for one in listed(plain, "contests", "square", "owner")],
    }
    state = hand_written(filled, State, HOUSE)
    for block in state.blocks:
        if block.kind not in KINDS:
            raise BadState(f"{block.kind} is no kind of block: {instead(block.kind, KINDS)}")
    _check_names(state)
    for land in state.lands:
        checked_land(land)
    forces = tuple(map(state.force, state.sides))
    return replace(state, active=state.active or state.sides[0], forces=forces)


def _check_names(state: State) -> None:
    """Whatever is named is there, and nobody is beaten before the battle.

    Raises:
        BadState: a side or phase that is not, or no elan left (MAP-ELAN-06).
    """
    for place in ("active", "attacker", "winner"):
        check_words((getattr(state, place),), (*state.sides, "draw"), f"state.{place}")
    check_words((state.phase,), PHASES, "state.phase")
    check_words((force.side for force in state.forces), state.sides, "state.forces")
    for force in state.forces:
        if force.elan < 1 and state.phase != "over":
            raise BadState(f"forces: the elan of {force.side} is 1 or more while it is fought for")


def _squared(entry: dict[str, Plain]) -> dict[str, Plain]:
    if not isinstance(entry.get("square"), str):
        return entry
    try:
        return {**entry, "square": parse_square(entry["square"])}
    except IllegalAction as why:
        raise BadState(str(why)) from None
