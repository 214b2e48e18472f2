"""Who fights whom in a combat: same type, then foot with horse, then any (MAP-CMB-02)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from rules.blocks.state import Block, Going, Square, text
from rules.blocks.switches import DRAGOON_IS_FOOT, PAIRING, SAME_TYPE
from rules.kernel.prompts import Option, Steps, choose


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


def pairs_as(play: Going, one: Block) -> str:
    """The main type a block counts as: dragoons are their own (MAP_DRAGOON_IS_FOOT)."""
    if one.main == "dragoons" and play.on(DRAGOON_IS_FOOT):
        return "foot"
    return one.main


def is_same(play: Going, a: Block, b: Block) -> bool:
    """Are two blocks of the same type (MAP_SAME_TYPE)?"""
    if play.on(SAME_TYPE.sub):
        return a.kind == b.kind
    return pairs_as(play, a) == pairs_as(play, b)


def is_foot_horse(play: Going, a: Block, b: Block) -> bool:
    """Is one foot and the other horse?"""
    return {pairs_as(play, a), pairs_as(play, b)} == {"foot", "horse"}


def _pair(play: Going, mine: Block | None, theirs: Block | None) -> Pair:
    if mine is None or theirs is None:
        return Pair(mine, theirs)
    return Pair(mine, theirs, is_same(play, mine, theirs), is_foot_horse(play, mine, theirs))


def auto_pairs(play: Going, mine: Sequence[Block], theirs: Sequence[Block]) -> tuple[Pair, ...]:
    """MAP-CMB-02: the pairs by the book's order of preference, then the surplus."""
    tests: tuple[Callable[[Going, Block, Block], bool], ...]
    tests = (is_same, is_foot_horse, lambda *_: True)
    left, right = list(mine), list(theirs)
    found: list[Pair] = []
    for test in tests:
        for one in tuple(left):
            match = next((two for two in right if test(play, one, two)), None)
            if match is not None:
                left.remove(one)
                right.remove(match)
                found.append(_pair(play, one, match))
    found += [_pair(play, one, None) for one in left]
    found += [_pair(play, None, two) for two in right]
    return tuple(found)


def _pairings(
    play: Going, mine: tuple[Block, ...], theirs: tuple[Block, ...]
) -> list[tuple[Pair, ...]]:
    """Every full pairing of two stacks: as many pairs as the smaller has blocks."""
    if not mine or not theirs:
        return [
            tuple(_pair(play, one, None) for one in mine)
            + tuple(_pair(play, None, two) for two in theirs)
        ]
    found = []
    first, rest = mine[0], mine[1:]
    for place, two in enumerate(theirs):
        others = theirs[:place] + theirs[place + 1 :]
        head = (_pair(play, first, two),)
        found += [head + tail for tail in _pairings(play, rest, others)]
    if len(mine) > len(theirs):
        head = (_pair(play, first, None),)
        found += [head + tail for tail in _pairings(play, rest, theirs)]
    return found


def pair_blocks(play: Going, active: str, square: Square) -> Steps[tuple[Pair, ...]]:
    """The pairs of a combat; asks the active player under MAP_PAIRING = active_chooses."""
    mine, theirs = play.state.holders(square, active), play.state.foes(square, active)
    if play.on(PAIRING.auto):
        return auto_pairs(play, mine, theirs)
    by_look = {_label(pairs): pairs for pairs in _pairings(play, mine, theirs)}
    options = tuple(Option(label) for label in sorted(by_look))
    chosen = yield from choose(
        f"Pair the blocks in {text(square)}", active, options, rules=("MAP-CMB-02",)
    )
    return by_look[chosen]


def _label(pairs: Sequence[Pair]) -> str:
    def kind(block: Block | None) -> str:
        return block.kind if block else "nobody"

    return ", ".join(sorted(f"{kind(one.mine)} v {kind(one.theirs)}" for one in pairs))
