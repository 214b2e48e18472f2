"""The battle as frames, one an action: what was done, what came of it, and where all then stood.

Law: made from the journal alone, so that an exported file needs neither camera nor rule set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from rules.kernel.protocol import Plain
from rules.kernel.telling.ledger import Weight
from vision.table.snapshot import Base, Snapshot
from webui.game.events.kinds import Again, Answered, Declared, Done, Edited
from webui.game.journal.journal import Event, History
from webui.game.open_action import snapshot_of
from webui.game.told import record
from webui.game.told.headline import headline, listed
from webui.game.told.page.replay import BaseDrawn
from webui.game.told.sentences import because, plain_changes, sentence

BEGINS = ("turn", "bound")
"""Lines of a ledger whose change is a new heading."""

HARM = ("hits", "wounds")
"""Lines of a ledger that count what a unit has suffered and still stands: no strength. By name,
as a kept game tells no more of a line; all books are held to it by a test."""


Seen: TypeAlias = tuple[int, Snapshot | None]
"""A table, and the event that keeps it with its picture."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One action, or one value set by hand. ``says``: what came of it; ``did``: what it was.

    ``instead``: by what an umpire has overruled it, "" when it holds. ``noted``: what people wrote
    beside it, which changes nothing. ``table``: where all stood after it, None where no table
    is kept; ``seen``: the event that keeps it and its picture, 0 for none; ``turn``: the
    heading it stands under.
    """

    event: int
    turn: str
    says: str
    did: str
    side: str
    seen: int
    table: Snapshot | None
    card: Mapping[str, Plain] = field(default_factory=dict)
    consequences: tuple[Mapping[str, Plain], ...] = ()
    instead: str = ""
    noted: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Was it not overruled?"""
        return not self.instead


def frames(journal: History, line: Sequence[Event], names: Mapping[str, str]) -> list[Frame]:
    """The line being played, oldest first. *names*: unit id to what people call it."""
    cards = {card["event"]: card for card in record.actions(line, names)}
    found: list[Frame] = []
    last: Seen = (0, None)
    for event in line:
        content = event.content
        if isinstance(content, Declared | Answered):
            last = _newest(journal, [event.id]) or last
        elif isinstance(content, Again):
            looks = [part.value.event for part in content.answers if part.value.answer is None]
            last = _newest(journal, [*looks[::-1], content.declared]) or last
        elif isinstance(content, Done) and event.id in cards:
            found.append(_of_action(cards[event.id], last, names))
        elif isinstance(content, Edited):
            found.append(_of_edit(event, content, last[1], names))
    return _under_turns(found, _turn_now(journal, line))


def _turn_now(journal: History, line: Sequence[Event]) -> str:
    """The heading under which the battle stands now; "" of a book that counts no turns."""
    counted = ((what, journal.counted(line[-1].id, what)) for what in BEGINS if line)
    told = (_heading({"what": what, "now": turn}, "now") for what, turn in counted if turn)
    return next(told, "")


def _newest(journal: History, steps: Sequence[int]) -> Seen | None:
    """The first of those *steps* that keeps a table."""
    for step in steps:
        try:
            return step, snapshot_of(journal, step)
        except KeyError:
            continue
    return None


def _of_action(card: Mapping[str, Plain], last: Seen, names: Mapping[str, str]) -> Frame:
    beside = [one for ruling in card["rulings"] for one in ruling["noted"]]
    noted = tuple(f"{one['says']}{because(one['reason'])}" for one in beside)
    instead = card["instead"]
    own = (card["declared"], *(one["event"] for one in card["answers"]))
    return Frame(
        event=card["event"], turn="", says=str(card["headline"] or card["says"]),
        did=record.declared_sentence(card["action"], names), side=str(card["who"].get("side", "")),
        seen=last[0] if last[0] in own else 0, table=last[1], card=card,
        consequences=tuple(card["consequences"]), instead=str(instead["says"]) if instead else "",
        noted=noted,
    )  # fmt: skip


def _of_edit(
    event: Event,
    content: Edited,
    table: Snapshot | None,
    names: Mapping[str, str],
) -> Frame:
    changed = plain_changes(content.consequences)
    says = headline(changed, names) or sentence(event, names)
    return Frame(
        event=event.id, turn="", says=says,
        did=sentence(event, names), side="", seen=0, table=table,
        consequences=tuple(listed(changed, names)),
    )  # fmt: skip


def _under_turns(found: Sequence[Frame], now: str) -> list[Frame]:
    """Each under its heading: the first of the battle is told by the first that ends; while none
    has, it is the one of *now*."""
    begun = [one for frame in found for one in _begins(frame)]
    turn = _heading(begun[0], "before") if begun else now
    told: list[Frame] = []
    for frame in found:
        told.append(_with_turn(frame, turn))
        for one in _begins(frame):
            turn = _heading(one, "after")
    return told


def _begins(frame: Frame) -> Iterator[Mapping[str, Plain]]:
    return (one for one in frame.consequences if one["what"] in BEGINS and frame.holds)


def _heading(one: Mapping[str, Plain], which: str) -> str:
    return f"{str(one['what']).capitalize()} {one[which]}"


def _with_turn(frame: Frame, turn: str) -> Frame:
    return Frame(
        frame.event, turn, frame.says, frame.did, frame.side, frame.seen, frame.table,
        frame.card, frame.consequences, frame.instead, frame.noted,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Losses:
    """What a unit began with and has left, as far as the battle has told; ``out``: why it is out
    of it, "" while it stands."""

    start: int
    now: int
    out: str = ""


def losses(found: Sequence[Frame]) -> dict[str, Losses]:
    """By unit, in the order in which they first lost anything."""
    known: dict[str, Losses] = {}
    for one in (one for frame in found if frame.holds for one in frame.consequences):
        unit = str(one["who"])
        before = known.get(unit)
        if is_of_strength(one):
            # Who is gone with all it had is told to be gone first, then what it lost.
            start = before.start if before and before.start else int(one["before"])
            known[unit] = Losses(start, int(one["after"]), before.out if before else "")
        elif one["weight"] == Weight.OUT:
            known[unit] = Losses(*((before.start, before.now) if before else (0, 0)), _out(one))
    return known


def struck(frame: Frame) -> list[str]:
    """Units that it cost strength, nerve or their place in the battle, the gravest first."""
    changed = (one for one in frame.consequences if one["weight"] <= Weight.MORALE)
    return list(dict.fromkeys(str(one["who"]) for one in changed if one["kind"] == "unit"))


def is_of_strength(one: Mapping[str, Plain]) -> bool:
    """Is the change one of what a unit is strong by: figures, stands, men?"""
    return one["weight"] == Weight.LOSSES and one["what"] not in HARM and counts(one)


def counts(one: Mapping[str, Plain]) -> bool:
    """Is the change one of numbers?"""
    numbers = (one["before"], one["after"])
    return all(isinstance(n, int | float) and not isinstance(n, bool) for n in numbers)


def _out(one: Mapping[str, Plain]) -> str:
    return "" if one["after"] in ("", False, None) else str(one["says"])


def moments(found: Sequence[Frame], most: int = 6) -> list[Frame]:
    """The actions that mattered most, in their order: who went, then who lost most."""
    weighed = [(weight_of(frame), -k, frame) for k, frame in enumerate(found) if frame.holds]
    chosen = sorted((one for one in weighed if one[0] > 0), key=lambda one: one[:2])[-most:]
    return [frame for _, _, frame in sorted(chosen, key=lambda one: -one[1])]


def weight_of(frame: Frame) -> float:
    """How much an action mattered: a unit that goes is worth ten figures, a broken one three."""
    worth = 0.0
    for one in frame.consequences:
        if one["weight"] == Weight.OUT and _out(one):
            worth += 10
        elif one["weight"] == Weight.LOSSES and counts(one):
            worth += abs(float(one["after"]) - float(one["before"]))
        elif one["weight"] == Weight.MORALE and one["after"] is True:
            worth += 3
    return worth


def base_drawn(base: Base) -> BaseDrawn:
    """A base as a replay draws it."""
    pose = base.pose
    assert pose is not None
    return (
        base.payload, base.unit_id, base.side, round(pose.x_in, 2), round(pose.y_in, 2),
        round(pose.facing_deg, 1), base.frontage_in, base.depth_in, base.round,
    )  # fmt: skip
