"""The hits of both players apply at once: whoever's are worked out first (MAP-SHR-16)."""

from __future__ import annotations

from random import Random

import msgspec

from rules.blocks.close_combat.combat import Score
from rules.blocks.field.stacking import stack_faults
from rules.blocks.fire.shooting import Fire, struck
from rules.blocks.state import Block, Force, Square, State
from rules.kernel.play import Play
from tests.rules.entered import wished
from vision.table.snapshot import Snapshot

TABLE = Snapshot((36.0, 27.0))
KINDS = ("musketry foot", "controlled horse", "dragoons", "field gun", "aggressive foot")


def crowd(dice: Random) -> State:
    """Two stacks that face each other over the border of rows 4 and 5, with friends behind."""
    blocks: list[Block] = []
    for side, front, home in (("red", 4, 3), ("blue", 5, 6)):
        for n in range(dice.randint(1, 3)):
            blocks.append(Block(f"{side[0]}{n}", side, dice.choice(KINDS), square=(5, front)))
        for n in range(dice.randint(0, 8)):
            square: Square = (dice.choice((4, 5, 6)), home)
            blocks.append(Block(f"{side[0]}h{n}", side, dice.choice(KINDS), square=square))
    forces = tuple(Force(side, elan=dice.randint(1, 19)) for side in ("red", "blue"))
    return State(sides=("red", "blue"), blocks=tuple(blocks), forces=forces, phase="battle")


def test_hits_end_the_same_whichever_side_is_struck_first() -> None:
    """Blocks that fall back, blocks that are lost, elan and a rout, for 0 to 3 hits each way."""
    assert [seed for seed in range(300) if len(ends_of(seed)) != 1] == []


def ends_of(seed: int) -> set[bytes]:
    """The states that a crowd by chance comes to, either side being struck first."""
    dice = Random(seed)
    state = crowd(dice)
    while stack_faults(Play(state, TABLE)):
        state = crowd(dice)
    stacks = {side: tuple(b for b in state.blocks if b.side == side and b.square == (5, row))
              for side, row in (("red", 4), ("blue", 5))}  # fmt: skip
    red = Fire("red", stacks["red"], (5, 4), (5, 5), Score(1, ()))
    blue = Fire("blue", stacks["blue"], (5, 5), (5, 4), Score(1, ()))
    hits = {side: tuple("muskets" for _ in range(dice.randint(0, 3))) for side in stacks}
    found = set()
    for first, second in ((red, blue), (blue, red)):
        rule = struck(Play(state, TABLE), (first, second), hits[first.side], hits[second.side])
        reply = None
        try:
            while True:
                prompt = rule.send(reply)
                reply = prompt.parse([wished(prompt, {})])
        except StopIteration as stop:
            found.add(msgspec.json.encode(stop.value.state))
    return found
