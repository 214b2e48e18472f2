"""Who fights whom in a combat: same type, then foot with horse, then any (MAP-CMB-02)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from rules.blocks.state import Block, Square, State, holders, text
from rules.blocks.switches import house, is_on
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.sides import enemy


class Pair(Struct, frozen=True):
    """Two blocks that fight each other, or a surplus block alone."""

    mine: Block | None
    theirs: Block | None
    same: bool = False
    foot_horse: bool = False

    @property
    def foot_on_horse(self) -> bool:
        """Is it a foot block of mine against horse?"""
        return self.foot_horse and self.mine is not None and self.mine.main != "horse"

    def turned(self) -> Pair:
        """The pair as the other side sees it."""
        return Pair(self.theirs, self.mine, self.same, self.foot_horse)


def pairs_as(state: State, one: Block) -> str:
    """The main type a block counts as: dragoons are their own (MAP_DRAGOON_IS_FOOT)."""
    if one.main == "dragoons" and is_on(state, "MAP_DRAGOON_IS_FOOT"):
        return "foot"
    return one.main


def is_same(state: State, a: Block, b: Block) -> bool:
    """Are two blocks of the same type (MAP_SAME_TYPE)?"""
    if house(state, "MAP_SAME_TYPE") == "sub":
        return a.kind == b.kind
    return pairs_as(state, a) == pairs_as(state, b)


def is_foot_horse(state: State, a: Block, b: Block) -> bool:
    """Is one foot and the other horse?"""
    return {pairs_as(state, a), pairs_as(state, b)} == {"foot", "horse"}


def _pair(state: State, mine: Block | None, theirs: Block | None) -> Pair:
    if mine is None or theirs is None:
        return Pair(mine, theirs)
    return Pair(mine, theirs, is_same(state, mine, theirs), is_foot_horse(state, mine, theirs))


def auto_pairs(state: State, mine: Sequence[Block], theirs: Sequence[Block]) -> tuple[Pair, ...]:
    """MAP-CMB-02: the pairs by the book's order of preference, then the surplus."""
    tests: tuple[Callable[[State, Block, Block], bool], ...] = (
        is_same,
        is_foot_horse,
        lambda *_: True,
    )
    left, right = list(mine), list(theirs)
    found: list[Pair] = []
    for test in tests:
        for one in tuple(left):
            match = next((two for two in right if test(state, one, two)), None)
            if match is not None:
                left.remove(one)
                right.remove(match)
                found.append(_pair(state, one, match))
    found += [_pair(state, one, None) for one in left]
    found += [_pair(state, None, two) for two in right]
    return tuple(found)


def _pairings(
    state: State, mine: tuple[Block, ...], theirs: tuple[Block, ...]
) -> list[tuple[Pair, ...]]:
    """Every full pairing of two stacks: as many pairs as the smaller has blocks."""
    if not mine or not theirs:
        return [
            tuple(_pair(state, one, None) for one in mine)
            + tuple(_pair(state, None, two) for two in theirs)
        ]
    found = []
    first, rest = mine[0], mine[1:]
    for place, two in enumerate(theirs):
        others = theirs[:place] + theirs[place + 1 :]
        head = (_pair(state, first, two),)
        found += [head + tail for tail in _pairings(state, rest, others)]
    if len(mine) > len(theirs):
        head = (_pair(state, first, None),)
        found += [head + tail for tail in _pairings(state, rest, theirs)]
    return found


def pair_blocks(state: State, active: str, square: Square) -> Steps[tuple[Pair, ...]]:
    """The pairs of a combat; asks the active player under MAP_PAIRING = active_chooses."""
    mine = holders(state, square, active)
    theirs = holders(state, square, enemy(state, active))
    if house(state, "MAP_PAIRING") == "auto":
        return auto_pairs(state, mine, theirs)
    by_look = {_label(pairs): pairs for pairs in _pairings(state, mine, theirs)}
    options = tuple(Option(label) for label in sorted(by_look))
    chosen = yield from choose(
        f"Pair the blocks in {text(square)}", active, options, rules=("MAP-CMB-02",)
    )
    return by_look[chosen]


def _label(pairs: Sequence[Pair]) -> str:
    def kind(block: Block | None) -> str:
        return block.kind if block else "nobody"

    return ", ".join(sorted(f"{kind(one.mine)} v {kind(one.theirs)}" for one in pairs))
