"""Models are moved, the camera looks, the move is judged, and asked for again when it is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.kernel.play import Play, S
from rules.kernel.prompts import Reach, Sent, Steps, look
from rules.kernel.refusal import Refusal
from vision.table.snapshot import Snapshot


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
) -> Steps[Play[S]]:
    """The play on the table in which *judge* finds no fault, or one that people agreed to.

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
            says = f"{fault.says}: it stands by agreement"
            return after.step(says, *fault.rules, *rules, agreed=True)
