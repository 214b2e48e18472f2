"""A move of a player's own choice: its models go where he likes, as far as the book lets them.

A book declares what such a move keeps to (``Bounds``); it is judged from before and after. What the
ruler cannot tell is no fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from rules.field.moving import until_lawful
from rules.field.reach import reaches
from rules.kernel.acting.book import Book
from rules.kernel.play import Check, Conditions, Play, S, every_unit, fails, first_fault
from rules.kernel.prompts import Reach, Steps
from rules.kernel.refusal import Refusal
from vision.measure import gap, interpenetrates, move_distance, off_table
from vision.table.reading import Reading, Unmeasurable, Verdict
from vision.table.snapshot import Snapshot

STAYS_IN = 0.1
"""Who is touched but not moved stays where he is."""


class Bounds(Struct, frozen=True):
    """By which rule a move keeps to what; "" for what the book does not ask.

    ``far``: its length; ``apart``: so many ``apart_in`` from every enemy; ``on_table``: no part
    over the edge; ``clear``: through nobody; ``no_nearer``: not nearer to any enemy.
    """

    far: str
    apart: str = ""
    apart_in: float = 0.0
    on_table: str = ""
    clear: str = ""
    no_nearer: str = ""


def moved(
    play: Play[S], unit: Any, far_in: float, bounds: Bounds, enemies: tuple[Any, ...]
) -> Steps[tuple[Play[S], Reading]]:
    """The play with *unit* moved *far_in* at most within its *bounds*, and how far it went."""
    after = yield from until_lawful(
        play, f"Move {unit.label}, {far_in:g} in at most", unit.side, (unit.id,),
        lambda now: first_fault(_kept(play.table, now.table, unit, far_in, bounds, enemies)),
        rules=(bounds.far,), ground=ground(play.table, unit.id, far_in, bounds.far),
        let_stand=lambda now, fault: _let_stand(play.table, now.table, unit, far_in, fault),
    )  # fmt: skip
    return after, move_distance(play.table, after.table, unit.id)


def _let_stand(
    before: Snapshot, after: Snapshot, unit: Any, far_in: float, fault: Refusal
) -> Refusal:
    """Beside how far it went, which is told by itself, how much of that was too far."""
    went = move_distance(before, after, unit.id)
    if went.compare(far_in) is not Verdict.OUT:
        return fault
    says = f"{went.value - far_in:.2f} in more than the {far_in:g} in allowed"
    return replace(fault, says=says)


def ground(table: Snapshot, unit_id: str, far_in: float, rule: str) -> tuple[Reach, ...]:
    """Where it may go, to be drawn."""
    return reaches(table, unit_id, far_in, f"{far_in:g} in", rule=rule)


def _kept(
    before: Snapshot, after: Snapshot, unit: Any, far_in: float, bounds: Bounds,
    enemies: tuple[Any, ...],
) -> Conditions:  # fmt: skip
    went = move_distance(before, after, unit.id)
    says = f"too far: {unit.label} went {went}, it moves {far_in:g} in"
    yield Check(says, bounds.far, reading=went, limit=far_in)
    if went.compare(STAYS_IN) is Verdict.IN:
        return
    for one in enemies if bounds.apart else ():
        near = gap(after, unit.id, one.id).at_least(bounds.apart_in) is Verdict.OUT
        inches = "an inch" if bounds.apart_in == 1.0 else f"{bounds.apart_in:g} in"
        says = f"{unit.does('is')} within {inches} of {one.label}"
        yield not near or fails(says, bounds.apart)
    if bounds.on_table and off_table(after, unit.id).at_least() is Verdict.IN:
        yield fails(f"{unit.does('hangs')} over the edge", bounds.on_table)
    if bounds.clear and interpenetrates(before, after, unit.id):
        yield fails(f"{unit.label} went through others", bounds.clear)
    for one in enemies if bounds.no_nearer else ():
        was, now = gap(before, unit.id, one.id), gap(after, unit.id, one.id)
        says = f"{unit.label} may come no nearer to {one.label}"
        nearer = now.value + now.plus_minus < was.value - was.plus_minus
        yield not nearer or fails(says, bounds.no_nearer)


def open_ground(
    book: Book,
    may: Callable[[Play[Any], Any], Conditions],
    where: Callable[[Play[Any], Any], tuple[Reach, ...]],
) -> Callable[[Any, Snapshot, str], tuple[Reach, ...]]:
    """``RuleSet.reach`` of a book: *where* a unit may go now, none unless it surely or perhaps
    *may*, and is seen."""

    def reach(state: Any, table: Snapshot, unit_id: str) -> tuple[Reach, ...]:
        unit = next((one for one in every_unit(state) if one.id == unit_id), None)
        try:
            play = book.play(state, table)
            return where(play, unit) if unit is not None and book.may(play, may(play, unit)) else ()
        except Unmeasurable:
            return ()

    return reach
