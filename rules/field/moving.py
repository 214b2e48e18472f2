"""Models are moved, the camera looks, the move is judged, and asked for again when it is wrong; how
far who went is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from rules.kernel.play import Play, S
from rules.kernel.prompts import Reach, Sent, Steps, look
from rules.kernel.protocol import IllegalAction
from rules.kernel.refusal import Refusal
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot

T = TypeVar("T")

HAIR = 0.005
"""Less than this is told as 0.00."""


class Mover(Protocol):
    """Who moves: a unit or a leader of any book."""

    def does(self, verb: str, what: str = "") -> str:
        """Its name and a verb, given as for one, and what follows."""


def goes(
    mover: Mover,
    far: Reading,
    verb: str,
    how: str = "",
    *,
    still: tuple[str, str] = ("stands", "still"),
) -> str:
    """How far it went: "Cromwell's Horse goes back 4.00 in"; *still* is what it does when the
    ruler shows no more than its ±, which proves no move."""
    if far.value < max(far.plus_minus, HAIR):
        return mover.does(*still)
    return mover.does(verb, f"{how} {far}".strip())


def until_lawful(
    play: Play[S],
    what: str,
    side: str,
    ids: tuple[str, ...],
    judge: Callable[[Play[S]], Refusal | None],
    *,
    rules: tuple[str, ...],
    field: Callable[[Any, Snapshot], Snapshot] = lambda state, seen: seen,
    ground: tuple[Reach, ...] = (),
    sent: Sent | None = None,
    let_stand: Callable[[Play[S], Refusal], Refusal] = lambda after, fault: fault,
) -> Steps[Play[S]]:
    """The play on the table in which *judge* finds no fault, or one that people agreed to, told
    as *let_stand* has it.

    *field* gives the part of the table that the state takes part in; *ground* is drawn; *sent*:
    where a rule sends it.
    A move that breaks a rule is not punished: the question comes again with the reason.
    """
    fault: Refusal | None = None
    while True:
        seen = yield from look(what, side, ids, rules=rules, reach=ground, fault=fault, sent=sent)
        after = play.on_table(field(play.state, seen))
        fault = judge(after)
        if fault is None:
            return after
        if seen.agreed:
            return after.stands(let_stand(after, fault), *rules)


def or_agreed(seen: Snapshot, judged: Steps[T], stands: Callable[[Refusal], T]) -> Steps[T]:
    """What *judged* comes to; what *stands* makes of its refusal where people let stand what was
    *seen*.

    Raises:
        IllegalAction: it was refused, and nobody let it stand.
    """
    try:
        return (yield from judged)
    except IllegalAction as why:
        if not seen.agreed:
            raise
        return stands(why.refusal)
