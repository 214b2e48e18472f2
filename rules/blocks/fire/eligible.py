"""Which blocks may shoot at a square: range, sight, and what they did last (MAP-SHT, MAP-ART)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.field.grid import dist, nearest_friend, sight
from rules.blocks.state import Block, Going, Shot, Square, text, with_blocks, with_force
from rules.blocks.switches import CONTESTED_FIRE, LAST, RETURN_COUNTS
from rules.blocks.tables import COMMANDED_SHOT_RANGE, FRIENDS_WITHIN
from rules.kernel.play import Conditions, fails, first_fault, lacks
from rules.kernel.sides import enemy


def reach(one: Block) -> int:
    """Squares a block shoots; 0 when it never does (MAP-HORSE-10)."""
    if one.facts.may_have_shot and one.commanded_shot:
        return COMMANDED_SHOT_RANGE
    return one.facts.shoots


def has_rested(play: Going, one: Block) -> Conditions:
    """What a block did in the last interaction may keep it from shooting now (MAP_LAST)."""
    if one.main == "artillery":
        tired = one.did in ("moved", "broke off", "shot") and _is_last(play, one.side, one)
        rule = "MAP-ART-02" if one.did == "shot" else "MAP-ART-01"
        yield not tired or fails(f"{one.label} {one.did} in the last interaction", rule)
    if one.main == "horse":
        yield not _square_shot(play, one) or fails(
            f"horse in {text(one.here)} shot in the last interaction", "MAP-HORSE-03")  # fmt: skip


def _is_last(play: Going, side: str, did: Block | Shot) -> bool:
    if play.on(LAST.any):
        return did.overall == play.state.overall
    return play.on(LAST.block) or did.own == play.state.force(side).interactions


def _square_shot(play: Going, one: Block) -> bool:
    if play.on(LAST.block):
        return one.did == "shot"
    shots = play.state.force(one.side).shots
    return any(shot.square == one.square and _is_last(play, one.side, shot) for shot in shots)


def may_shoot(play: Going, one: Block, target: Square) -> Conditions:
    """May a block on the field shoot at a square?"""
    yield reach(one) > 0 or lacks(
        f"{one.facts.title} without commanded shot never shoots", "MAP-HORSE-10")  # fmt: skip
    away = dist(play, one.here, target)
    yield away <= reach(one) or fails(
        f"{text(target)} is {away} squares away, {one.does('reaches')} {reach(one)}",
        one.facts.rules[0], "MAP-SHT-01")  # fmt: skip
    if one.facts.sight:
        rule = sight(play, one.here, target)
        yield not rule or fails(f"{text(target)} is out of sight", rule, "MAP-SHT-02")
    stays = play.on(CONTESTED_FIRE.none) and play.state.is_contested(one.here)
    yield not stays or fails(f"{text(one.here)} is contested: no shooting out of it", "MAP-SHT-01")
    yield play.on(CONTESTED_FIRE.both) or not play.state.is_contested(target) or fails(
        f"{text(target)} is contested: no shooting at it", "MAP-SHT-01")  # fmt: skip
    yield from has_rested(play, one)


def can_shoot(play: Going, one: Block, target: Square) -> bool:
    """May a block shoot at a square?"""
    return first_fault(may_shoot(play, one, target)) is None


def shooters(play: Going, square: Square, side: str, target: Square) -> tuple[Block, ...]:
    """MAP-SHR-01, MAP-SHT-03: the eligible blocks of a square, in the order they are listed."""
    return tuple(one for one in play.state.holders(square, side) if can_shoot(play, one, target))


def may_act(play: Going, one: Block) -> bool:
    """MAP-INT-04, MAP-INT-05: may a block be activated, guns anyway and others within 2 of
    another friend?"""
    if one.main == "artillery" or one.square is None:
        return True
    return nearest_friend(play, one.side, one.square, one) <= FRIENDS_WITHIN


def firers(play: Going, square: Square, side: str, target: Square) -> tuple[Block, ...]:
    """MAP-SHR-01: the blocks of an activated square that shoot; beside a gun, which may always
    be activated, those too far from their friends do not (MAP-INT-04, MAP-INT-05)."""
    able = shooters(play, square, side, target)
    if not any(one.main == "artillery" for one in play.state.holders(square, side)):
        return able
    return tuple(one for one in able if may_act(play, one))


def targets_of(play: Going, one: Block) -> tuple[Square, ...]:
    """Every square a block may shoot at now, nearest first."""
    if not one.stands or reach(one) == 0:
        return ()
    squares = play.state.stacks(enemy(play.state, one.side))
    near = sorted(squares, key=lambda square: (dist(play, one.here, square), square))
    return tuple(square for square in near if can_shoot(play, one, square))


def with_shots(play: Going, blocks: tuple[Block, ...], *, returning: bool) -> Going:
    """Remember who shot: the active side in the interaction now under way, the other in its
    last one (MAP_RETURN_COUNTS)."""
    if not blocks or (returning and not play.on(RETURN_COUNTS)):
        return play
    side, overall = blocks[0].side, play.state.overall + 1
    army = play.state.force(side)
    own = army.interactions + (0 if returning else 1)
    play = with_blocks(play, (replace(one, did="shot", own=own, overall=overall) for one in blocks))
    squares = sorted({one.here for one in blocks if one.main == "horse"})
    shots = [one for one in army.shots if one.own >= own - 1]
    shots += [Shot(square, own, overall) for square in squares]
    return with_force(play, side, shots=tuple(shots))
