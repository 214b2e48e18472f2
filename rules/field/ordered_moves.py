"""Moves that a rule orders, judged from before and after: how far, which way, into whom.

A book says what is ordered (``Ordered``) and asks with ``carried_out``: people move the models,
``fault`` says what is wrong with where they stand, and the question comes again until nothing
is. Two snapshots prove a straight way and no more. Law: pure; lengths are inches, told in the
book's own unit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any, Literal

from msgspec import Struct

from rules.field.centimetres import in_cm, to_cm
from rules.field.moving import goes, until_lawful
from rules.field.ordered_spots import spots
from rules.field.reach import facing_of, reaches, with_ends
from rules.kernel.play import Play, S
from rules.kernel.prompts import Reach, Sent, Steps
from rules.kernel.refusal import Refusal, refusal
from rules.kernel.telling.names import does
from vision.measure.move import move_distance
from vision.measure.path import interpenetrates, straight_path
from vision.measure.range import contact, gap, off_table
from vision.measure.shapes.footprint import placed_unit
from vision.table.reading import Point, Reading, Verdict
from vision.table.snapshot import Snapshot

HAND_IN = 0.25
"""Nobody puts models down more exactly than this by hand; the ± of the ruler comes on top."""

SIDEWAYS = 0.1
"""How far off its line a straight way may end, for each inch gone: about 6 degrees by eye."""

FACING_DEG = 20.0
"""A front that looks the ordered way by eye is right within this."""


class Ordered(Struct, frozen=True):
    """A move that ``rule`` makes ``unit`` do; ``label`` is what players call it.

    ``far_in``: so far, no more and no less; from ``least_in`` up to that when it is given.
    ``way``: the unit vector of its direction, None for any; ``sideways``: how far off its line it
    may end, a share of its way. ``facings_deg``: where its front may look afterwards, none for
    any; another front is a fault only if it ``must_face``. ``into``: whom it must touch in the
    end; ``foe``: up to whom it goes when it need not. ``clear_of``: whom it may not touch in the
    end. ``not_through``: whom it may not pass through. ``stays_on``: no part may hang over the
    table's edge. ``drawn_in``: how far the drawn ground goes, when not ``far_in``. ``slack_in``:
    what hands may be off by. ``told_in``: the unit in which lengths are told. ``names``: what
    players call other units, by id.
    """

    unit: str
    label: str
    far_in: float
    rule: str
    least_in: float | None = None
    way: Point | None = None
    facings_deg: tuple[float, ...] = ()
    must_face: bool = True
    sideways: float = SIDEWAYS
    into: str = ""
    foe: str = ""
    clear_of: tuple[str, ...] = ()
    not_through: tuple[str, ...] = ()
    stays_on: bool = False
    drawn_in: float | None = None
    slack_in: float = HAND_IN
    told_in: Literal["in", "cm"] = "in"
    names: dict[str, str] = {}

    @property
    def way_deg(self) -> float | None:
        """The direction in degrees from the x axis; None for any."""
        return None if self.way is None else math.degrees(math.atan2(self.way[1], self.way[0]))

    def does(self, verb: str) -> str:
        """What players call the unit, and a verb, given as for one."""
        return does(self.label, verb)

    def called(self, unit_id: str) -> str:
        """What players call another unit."""
        return self.names.get(unit_id, unit_id)


def toward(way_deg: float) -> Point:
    """The unit vector of a direction in degrees."""
    return math.cos(math.radians(way_deg)), math.sin(math.radians(way_deg))


def carried_out(
    play: Play[S],
    order: Ordered,
    what: str,
    side: str,
    *,
    with_it: tuple[str, ...] = (),
    rules: tuple[str, ...] = (),
    field: Callable[[Any, Snapshot], Snapshot] = lambda state, seen: seen,
    also: Callable[[Play[S]], Refusal | None] = lambda after: None,
) -> Steps[Play[S]]:
    """Ask *side* to move the models until they stand as ordered, or as people agree.

    *with_it*: who goes along. *also*: what a book finds wrong besides, None when nothing.
    """
    before = play.table
    return (
        yield from until_lawful(
            play,
            what,
            side,
            (order.unit, *with_it),
            lambda after: fault(order, before, after.table) or also(after),
            field=field,
            rules=rules or (order.rule,),
            ground=ground(order, before),
            sent=_sent(order, before),
        )
    )


def gives_way(
    play: Play[S], unit: Any, far_in: float, rule: str, clear_of: tuple[str, ...] = ()
) -> Steps[Play[S]]:
    """The play with *unit* straight back, less where something is there; as it was when it is not
    seen."""
    facing_deg = facing_of(play.table, unit.id)
    if facing_deg is None:
        return play
    order = Ordered(
        unit.id, unit.label, far_in, rule, least_in=0.0, must_face=False,
        way=toward(facing_deg + 180.0), clear_of=clear_of,
        names={one: play.unit(one).label for one in clear_of},
    )  # fmt: skip
    what = f"{unit.does('gives')} way: {far_in:g} in straight back, less if something is there"
    before = play.table
    play = yield from carried_out(play, order, what, unit.side)
    if facing_of(play.table, unit.id) is None:
        return play.step(f"{unit.does('gives')} way", rule)
    went = move_distance(before, play.table, unit.id, measured="centre")
    says = goes(unit, went, "gives", "way", still=("gives", "no ground"))
    return play.step(says, rule, readings=(went,), heads=True)


def _sent(order: Ordered, table: Snapshot) -> Sent:
    off_deg = front_off_deg(order, table) if order.facings_deg else 0.0
    short = order.least_in is not None and bool(order.clear_of)
    return Sent(order.into or order.foe, bool(order.into), short, off_deg > 90.0)


def ground(order: Ordered, table: Snapshot) -> tuple[Reach, ...]:
    """Where the order takes the unit, for the page to draw."""
    far_in = order.far_in if order.drawn_in is None else order.drawn_in
    if not far_in:
        return ()
    any_way = order.way is None
    shown = reaches(
        table,
        order.unit,
        far_in,
        _length(far_in, order.told_in),
        toward_deg=order.way_deg or 0.0,
        spread_deg=180.0 if any_way else 0.0,
        kind="may" if any_way else "costs",
        rule=order.rule,
    )
    return with_ends(shown, spots(order, table))


def fault(order: Ordered, before: Snapshot, after: Snapshot) -> Refusal | None:
    """What is wrong with a move as *order* has it; None when nothing is for certain: what is
    within the ± or a hand's breadth of right is right.

    Raises:
        Unmeasurable: a base of the unit is hidden or moving.
    """
    if not any(order.unit in (base.unit_id, base.payload) for base in after.bases):
        return refusal(f"{order.does('is')} not on the table: show the tags", order.rule)
    for said in _faults(order, before, after):
        return refusal(said, order.rule)
    return None


def _faults(order: Ordered, before: Snapshot, after: Snapshot) -> Iterator[str]:
    far = move_distance(before, after, order.unit, measured="centre")
    yield from _distance(order, before, after, far)
    yield from _way(order, before, after, far)
    off = front_off_deg(order, after)
    if order.must_face and off > FACING_DEG:
        yield f"{order.does('looks')} {off:.0f}° off the way it has to face"
    yield from _company(order, before, after, still=far.value <= order.slack_in + far.plus_minus)
    hangs = off_table(after, order.unit)
    if order.stays_on and hangs.value - hangs.plus_minus > order.slack_in:
        yield f"{order.does('hangs')} over the table's edge, where it has to stop"


def _distance(order: Ordered, before: Snapshot, after: Snapshot, far: Reading) -> Iterator[str]:
    least_in = order.far_in if order.least_in is None else order.least_in
    if order.into:
        least_in = 0.0
    doubt_in = order.slack_in + far.plus_minus
    if least_in - doubt_in <= far.value <= order.far_in + doubt_in:
        return
    exact = not order.into and order.least_in is None
    if exact and _beside_who_stands_there(order, before, after):
        return
    went = far if order.told_in == "in" else in_cm(far)
    limit = "" if exact else "at most "
    yield f"{order.label} went {went}, it has to go {limit}{_length(order.far_in, order.told_in)}"


def _beside_who_stands_there(order: Ordered, before: Snapshot, after: Snapshot) -> bool:
    """Where its place is taken already it stops short of that unit, or goes on just past it."""
    if order.way_deg is None:
        return False
    path = straight_path(before, order.unit, order.far_in, toward_deg=order.way_deg)
    # Whom it may not touch needs a little more room, and is looked at besides.
    taken = [
        one.unit
        for one in path.meets
        if one.clear.value <= (order.slack_in if one.unit in order.clear_of else 0.0)
    ]
    return any(
        gap(after, order.unit, one).compare(2 * order.slack_in) is not Verdict.OUT for one in taken
    )


def _way(order: Ordered, before: Snapshot, after: Snapshot, far: Reading) -> Iterator[str]:
    """Sideways of its line, or the wrong way along it."""
    if order.way is None:
        return
    (ax, ay), (bx, by) = middle(before, order.unit), middle(after, order.unit)
    dx, dy = bx - ax, by - ay
    along = dx * order.way[0] + dy * order.way[1]
    across = abs(dx * order.way[1] - dy * order.way[0])
    doubt_in = order.slack_in + far.plus_minus
    if along < -doubt_in:
        yield f"{order.label} went the wrong way"
    elif across > doubt_in + order.sideways * max(along, 0.0):
        yield f"{order.label} ended {_length(round(across, 2), order.told_in)} off its line"


def middle(table: Snapshot, unit_id: str) -> Point:
    """The middle of a unit's bases, inches.

    Raises:
        Unmeasurable: one of them is hidden, moving or not there.
    """
    poses = [one.pose for one in placed_unit(table, unit_id)]
    return sum(p.x_in for p in poses) / len(poses), sum(p.y_in for p in poses) / len(poses)


def front_off_deg(order: Ordered, after: Snapshot) -> float:
    """How far the unit looks off every way it may face, degrees; 0 when it may look anywhere."""
    looks = facing_of(after, order.unit)
    if not order.facings_deg or looks is None:
        return 0.0
    return min(abs((looks - one + 180) % 360 - 180) for one in order.facings_deg)


def _company(order: Ordered, before: Snapshot, after: Snapshot, *, still: bool) -> Iterator[str]:
    """Whom it went through, whom it ran into, and whom it should have; *still*: it stands where
    it stood."""
    through = frozenset(order.not_through)
    for passage in interpenetrates(before, after, order.unit, others=through) if through else ():
        if passage.depth.value - passage.depth.plus_minus > order.slack_in:
            yield f"{order.label} went through {order.called(passage.unit)}"
    there = {base.unit_id for base in after.bases}
    if order.into in there and (
        gap(after, order.unit, order.into).compare(order.slack_in) is Verdict.OUT
    ):
        yield f"{order.does('has')} to end in contact with {order.called(order.into)}"
    for other in order.clear_of:
        if other in there and contact(after, order.unit, other).reading.at_least() is Verdict.IN:
            met = contact(before, order.unit, other).reading.at_least()
            if still and met is not Verdict.OUT:
                yield f"{order.does('has')} not moved: still in contact with {order.called(other)}"
            else:
                yield f"{order.does('has')} run into {order.called(other)}: it has to stop short"


def _length(far_in: float, told_in: Literal["in", "cm"]) -> str:
    return f"{far_in:.4g} in" if told_in == "in" else f"{to_cm(far_in):.4g} cm"
