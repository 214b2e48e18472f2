"""Horse that captured a square may, or must, ride on (MAP-HORSE-04, -07, -09)."""

from __future__ import annotations

from rules.blocks.field.grid import toward
from rules.blocks.field.stacking import can_enter
from rules.blocks.field.terrain import begun
from rules.blocks.state import Block, Going, Square, chosen_square, text, with_contest
from rules.blocks.switches import CAPTURE, PURSUE_INTO_ENEMY
from rules.kernel.prompts import Option, Steps, choose_some
from rules.kernel.sides import enemy

RULES = {
    "controlled horse": "MAP-HORSE-04",
    "cuirassiers": "MAP-HORSE-07",
    "impetuous horse": "MAP-HORSE-09",
}


def captured(play: Going, winner: str, square: Square) -> bool:
    """MAP-CMB-22: has *winner* taken an enemy square (MAP_CAPTURE)?"""
    if play.state.foes(square, winner) or not play.state.holders(square, winner):
        return False
    fight = play.state.contest(square)
    return play.on(CAPTURE.any) or (fight is not None and fight.owner != winner)


def ways_on(play: Going, one: Block) -> tuple[Square, ...]:
    """The squares a pursuing block may enter, toward the enemy's long edge.

    MAP-CHG-04: how far its friends are does not matter. MAP_PURSUE_INTO_ENEMY: an
    enemy-held square only if that counts as a charge.
    """
    if not one.stands or one.main != "horse":
        return ()
    into_enemy = play.on(PURSUE_INTO_ENEMY)
    return tuple(
        square
        for square in toward(play, one.here, play.state.forward(one.side))
        if can_enter(play, square, one) and (into_enemy or not play.state.foes(square, one.side))
    )


def pursue(
    play: Going, winner: str, square: Square
) -> Steps[tuple[Going, dict[Square, tuple[str, ...]]]]:
    """The pursuit out of a square just won; gives the squares it carried a fight into."""
    won = captured(play, winner, square)
    if not play.state.foes(square, winner):
        play = with_contest(play, square, None)
    if not won or play.state.is_over:
        return play, {}
    riders = yield from _riders(play, winner, square)
    fights: dict[Square, tuple[str, ...]] = {}
    for rider in riders:
        play, entered = yield from _ride(play, play.unit(rider))
        if entered is not None and play.state.foes(entered, winner):
            fights[entered] = (*fights.get(entered, ()), rider)
    return play, fights


def _riders(play: Going, winner: str, square: Square) -> Steps[tuple[str, ...]]:
    """Which horse pursue: one of the steady at most, one of the impetuous at least."""
    able = [one for one in play.state.holders(square, winner) if ways_on(play, one)]
    steady = tuple(_option(one) for one in able if one.kind != "impetuous horse")
    impetuous = tuple(_option(one) for one in able if one.kind == "impetuous horse")
    must = tuple(one.key for one in impetuous)
    if len(impetuous) > 1:
        what = f"Impetuous horse that pursue from {text(square)}"
        must = yield from choose_some(what, winner, impetuous, at_least=1, rules=("MAP-HORSE-09",))
    what, rules = f"Horse that pursues from {text(square)}", ("MAP-HORSE-04", "MAP-HORSE-07")
    may = yield from choose_some(what, winner, steady, at_most=1, rules=rules)
    return (*must, *may)


def _option(one: Block) -> Option:
    return Option(one.id, f"{one.label}, {one.facts.title}", (RULES[one.kind],))


def _ride(play: Going, one: Block) -> Steps[tuple[Going, Square | None]]:
    rule, ways = RULES[one.kind], ways_on(play, one)
    if not ways:
        return play.step(
            f"{one.does('has')} no room left to pursue and {one.form('stays')}.", rule
        ), None
    to = yield from chosen_square(f"{one.does('pursues')} to", one.side, ways, rule)
    if play.state.foes(to, one.side) and play.state.contest(to) is None:
        fight = begun(play, to, (one.here,), enemy(play.state, one.side))
        play = with_contest(play, to, fight)
    play = play.change(one, square=to, trail=())
    return play.step(f"{one.does('pursues')} to {text(to)}.", rule, "MAP-CHG-04"), to
