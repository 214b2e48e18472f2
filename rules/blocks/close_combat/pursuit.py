"""Horse that captured a square may, or must, ride on (MAP-HORSE-04, -07, -09)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.blocks.field.grid import toward
from rules.blocks.field.stacking import entry_fault
from rules.blocks.field.terrain import begun
from rules.blocks.state import (
    Block,
    Contest,
    Square,
    State,
    contest,
    forward,
    holders,
    text,
    with_blocks,
    with_contest,
)
from rules.blocks.story import is_over, ruled, then
from rules.blocks.switches import house, is_on
from rules.kernel.prompts import Option, Steps, choose, choose_some
from rules.kernel.protocol import Effect, Outcome, Ruling
from rules.kernel.sides import enemy

RULES = {
    "controlled horse": "MAP-HORSE-04",
    "cuirassiers": "MAP-HORSE-07",
    "impetuous horse": "MAP-HORSE-09",
}


def captured(state: State, winner: str, square: Square) -> bool:
    """MAP-CMB-22: has *winner* taken an enemy square (MAP_CAPTURE)?"""
    if holders(state, square, enemy(state, winner)) or not holders(state, square, winner):
        return False
    fight = contest(state, square)
    if house(state, "MAP_CAPTURE") == "any":
        return True
    return fight is not None and fight.owner != winner


def ways_on(state: State, one: Block) -> tuple[Square, ...]:
    """The squares a pursuing block may enter, toward the enemy's long edge.

    MAP-CHG-04: how far its friends are does not matter. MAP_PURSUE_INTO_ENEMY: an
    enemy-held square only if that counts as a charge.
    """
    if one.square is None or one.main != "horse":
        return ()
    into_enemy = is_on(state, "MAP_PURSUE_INTO_ENEMY")
    return tuple(
        square
        for square in toward(state, one.square, forward(state, one.side))
        if not entry_fault(state, square, (one,))
        and (into_enemy or not holders(state, square, enemy(state, one.side)))
    )


def pursue(
    story: Outcome, winner: str, square: Square
) -> Steps[tuple[Outcome, dict[Square, tuple[str, ...]]]]:
    """The pursuit out of a square just won; gives the squares it carried a fight into."""
    state: State = story.state
    won = captured(state, winner, square)
    if not holders(state, square, enemy(state, winner)):
        story = then(story, with_contest(state, square, None))
    if not won or is_over(story):
        return story, {}
    riders = yield from _riders(story.state, winner, square)
    fights: dict[Square, tuple[str, ...]] = {}
    for rider in riders:
        story, entered = yield from _ride(story, rider)
        if entered is not None and holders(story.state, entered, enemy(story.state, winner)):
            fights[entered] = (*fights.get(entered, ()), rider)
    return story, fights


def _riders(state: State, winner: str, square: Square) -> Steps[tuple[str, ...]]:
    """Which horse pursue: one of the steady at most, one of the impetuous at least."""
    able = [one for one in holders(state, square, winner) if ways_on(state, one)]
    steady = tuple(_option(one) for one in able if one.kind != "impetuous horse")
    hot = tuple(_option(one) for one in able if one.kind == "impetuous horse")
    must: tuple[str, ...] = ()
    if len(hot) == 1:
        must = (hot[0].key,)
    elif hot:
        must = yield from choose_some(
            f"Impetuous horse that pursue from {text(square)}",
            winner,
            hot,
            at_least=1,
            rules=("MAP-HORSE-09",),
        )
    may = yield from choose_some(
        f"Horse that pursues from {text(square)}",
        winner,
        steady,
        at_most=1,
        rules=("MAP-HORSE-04", "MAP-HORSE-07"),
    )
    return (*must, *may)


def _option(one: Block) -> Option:
    return Option(one.id, f"{one.id}, {one.facts.title}", (RULES[one.kind],))


def _ride(story: Outcome, rider: str) -> Steps[tuple[Outcome, Square | None]]:
    state: State = story.state
    one = next(block for block in state.blocks if block.id == rider)
    options = tuple(Option(text(square)) for square in ways_on(state, one))
    if not options:
        says = f"{rider} has no room left to pursue and stays."
        return ruled(story, Ruling(says, (RULES[one.kind],))), None
    chosen = yield from choose(f"{rider} pursues to", one.side, options, rules=(RULES[one.kind],))
    column, row = map(int, chosen.split(","))
    to: Square = (column, row)
    frm = one.square or to
    if holders(state, to, enemy(state, one.side)) and contest(state, to) is None:
        fight: Contest = begun(state, to, (frm,), enemy(state, one.side))
        state = with_contest(state, to, fight)
    state = with_blocks(state, (replace(one, square=to, trail=()),))
    says = f"{rider} pursues to {chosen}."
    story = then(story, state, Effect("pursued", rider, chosen, says))
    return ruled(story, Ruling(says, (RULES[one.kind], "MAP-CHG-04"))), to
