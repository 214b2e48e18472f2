"""Which blocks may shoot at a square: range, sight, and what they did last (MAP-SHT, MAP-ART)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.field.grid import dist, nearest_friend, sight
from rules.blocks.state import (
    Block,
    Shot,
    Square,
    State,
    force,
    holders,
    is_contested,
    stacks,
    text,
    with_blocks,
    with_force,
)
from rules.blocks.switches import house, is_on
from rules.blocks.tables import COMMANDED_SHOT_RANGE, FRIENDS_WITHIN
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.sides import enemy


def reach(one: Block) -> int:
    """Squares a block shoots; 0 when it never does (MAP-HORSE-10)."""
    if one.facts.may_have_shot and one.commanded_shot:
        return COMMANDED_SHOT_RANGE
    return one.facts.shoots


def rested_fault(state: State, one: Block) -> Refusal | None:
    """What a block did in the last interaction that keeps it from shooting now (MAP_LAST)."""
    tired = one.did in ("moved", "broke off", "shot")
    if one.main == "artillery" and tired and _is_last(state, one.side, one):
        rule = "MAP-ART-02" if one.did == "shot" else "MAP-ART-01"
        return refusal(f"{one.id} {one.did} in the last interaction", rule)
    if one.main == "horse" and _square_shot(state, one):
        return refusal(
            f"horse in {text(one.square or (0, 0))} shot in the last interaction", "MAP-HORSE-03"
        )
    return None


def _is_last(state: State, side: str, did: Block | Shot) -> bool:
    way = house(state, "MAP_LAST")
    if way == "any":
        return did.overall == state.overall
    return way == "block" or did.own == force(state, side).interactions


def _square_shot(state: State, one: Block) -> bool:
    if house(state, "MAP_LAST") == "block":
        return one.did == "shot"
    return any(
        shot.square == one.square and _is_last(state, one.side, shot)
        for shot in force(state, one.side).shots
    )


def shot_fault(state: State, one: Block, target: Square) -> Refusal | None:
    """Why a block may not shoot at a square, with the rule; "" when it may."""
    if one.square is None:
        return refusal(f"{one.id} is not on the field")
    if reach(one) == 0:
        return refusal(f"{one.facts.title} without commanded shot never shoots", "MAP-HORSE-10")
    away = dist(state, one.square, target)
    if away > reach(one):
        says = f"{text(target)} is {away} squares away, {one.id} reaches {reach(one)}"
        return refusal(says, one.facts.rules[0], "MAP-SHT-01")
    if one.facts.sight:
        rule = sight(state, one.square, target)
        if rule:
            return refusal(f"{text(target)} is out of sight", rule, "MAP-SHT-02")
    return contest_fault(state, one.square, target) or rested_fault(state, one)


def contest_fault(state: State, frm: Square, target: Square) -> Refusal | None:
    """What forbids fire from or at a contested square (MAP_CONTESTED_FIRE)."""
    way = house(state, "MAP_CONTESTED_FIRE")
    if way == "none" and is_contested(state, frm):
        return refusal(f"{text(frm)} is contested: no shooting out of it", "MAP-SHT-01")
    if way != "both" and is_contested(state, target):
        return refusal(f"{text(target)} is contested: no shooting at it", "MAP-SHT-01")
    return None


def target_fault(state: State, side: str, target: Square) -> Refusal | None:
    """MAP-SHT-01: there has to be an enemy to shoot at."""
    if holders(state, target, enemy(state, side)):
        return None
    return refusal(f"there is no enemy in {text(target)}", "MAP-SHT-01")


def shooters(state: State, square: Square, side: str, target: Square) -> tuple[Block, ...]:
    """MAP-SHR-01, MAP-SHT-03: the eligible blocks of a square, in the order they are listed."""
    return tuple(one for one in holders(state, square, side) if not shot_fault(state, one, target))


def may_act(state: State, one: Block) -> bool:
    """MAP-INT-04, MAP-INT-05: may a block be activated, guns anyway and others within 2 of
    another friend?"""
    if one.main == "artillery" or one.square is None:
        return True
    return nearest_friend(state, one.side, one.square, one) <= FRIENDS_WITHIN


def firers(state: State, square: Square, side: str, target: Square) -> tuple[Block, ...]:
    """MAP-SHR-01: the blocks of an activated square that shoot; beside a gun, which may always
    be activated, those too far from their friends do not (MAP-INT-04, MAP-INT-05)."""
    able = shooters(state, square, side, target)
    if not any(one.main == "artillery" for one in holders(state, square, side)):
        return able
    return tuple(one for one in able if may_act(state, one))


def targets_of(state: State, one: Block) -> tuple[Square, ...]:
    """Every square a block may shoot at now, nearest first."""
    if one.square is None or reach(one) == 0:
        return ()
    frm = one.square
    squares = stacks(state, enemy(state, one.side))
    near = sorted(squares, key=lambda square: (dist(state, frm, square), square))
    return tuple(square for square in near if not shot_fault(state, one, square))


def with_shots(state: State, blocks: tuple[Block, ...], *, returning: bool) -> State:
    """Remember who shot: the active side in the interaction now under way, the other in its
    last one (MAP_RETURN_COUNTS)."""
    if not blocks or (returning and not is_on(state, "MAP_RETURN_COUNTS")):
        return state
    side = blocks[0].side
    army = force(state, side)
    own = army.interactions + (0 if returning else 1)
    shot = tuple(replace(one, did="shot", own=own, overall=state.overall + 1) for one in blocks)
    state = with_blocks(state, shot)
    squares = {one.square for one in blocks if one.main == "horse" and one.square}
    shots = [one for one in army.shots if one.own >= own - 1]
    shots += [Shot(square, own, state.overall + 1) for square in sorted(squares)]
    return with_force(state, replace(army, shots=tuple(shots)))
