"""What of a table and its game goes to the hall: never more than a spectator may read.

Law: everything of a game comes through ``Eyes()``, the eyes of somebody who is of no side.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.kernel.protocol import Plain
from rules.kernel.telling.ledger import strengths
from vision.table.snapshot import Snapshot
from webui.game.events.kinds import Begun, Content, Declared, Done
from webui.game.events.parts import Party
from webui.game.game import Game
from webui.game.journal.journal import Event, Journal, Shift, beginning
from webui.game.kept.colours import side_colours
from webui.game.secrets.secrecy import Eyes, covered
from webui.game.told import record
from webui.game.told.called import names_in
from webui.game.told.sentences import sentence
from webui.hall.table.outbox import Kept
from webui.hall.wire.messages import (
    BasePlan,
    EntryKind,
    PiecePlan,
    Plan,
    Score,
    SideScore,
    UnitScore,
    Won,
)

PLAIN_KINDS: Mapping[str, EntryKind] = {
    "overrule": "overrule",
    "again": "overrule",
    "dispute": "note",
    "edit": "edit",
    "note": "note",
}
_BESIDE = ("who", "at_s", "answers", "readings")
"""What the hall does not need of such a step."""
_OF_THE_ACTION = ("event", "declared", "action", "source", "answers", "headline",
                  "consequences", "to_do", "edition")  # fmt: skip
_OF_EACH = ("index", "says", "rules", "modifiers", "total", "faces", "aside")


def new_entries(
    name: str, journal: Journal, secret: frozenset[str], event: int, shift: int
) -> tuple[list[Kept], int, int]:
    """What has been added to the journal of the game *name* after that event and that shift,
    in the order it happened; and the last event and shift there are."""
    shifts = [each for each in journal.shifts() if each.id > shift]
    events = [each for each in journal.everything() if each.id > event]
    if not events and not shifts:
        return [], event, shift
    found: list[Kept] = []
    for one in _in_order(events, shifts):
        if isinstance(one, Shift):
            body = {"frm": one.frm, "dest": one.dest, "why": one.content.why}
            found.append(Kept("undo", name, f"shift {one.id}", one.content.at_s, body))
        else:
            found += _of_event(name, journal, secret, one)
    last = max([event, *(each.id for each in events)])
    return found, last, max([shift, *(each.id for each in shifts)])


def _in_order(events: Sequence[Event], shifts: Sequence[Shift]) -> Iterator[Event | Shift]:
    """A shift comes before the first event that stands on another branch than the one before."""
    waiting, head = list(shifts), None if not events else events[0].parent
    for event in events:
        while waiting and event.parent != head:
            head = waiting[0].dest
            yield waiting.pop(0)
        yield event
        head = event.id
    yield from waiting


def _of_event(name: str, journal: Journal, secret: frozenset[str], event: Event) -> Iterator[Kept]:
    content = event.content
    if isinstance(content, Begun):
        yield Kept("begin", name, f"event {event.id}", content.at_s, _begun(content))
    elif isinstance(content, Done):
        line = covered(journal.line(event.id), secret, Eyes())
        body = _ruling(line)
        yield Kept("ruling", name, f"event {event.id}", content.at_s, body)
    elif event.kind in PLAIN_KINDS:
        line = covered(journal.line(event.id), secret, Eyes())
        body = {key: value for key, value in line[-1].body.items() if key not in _BESIDE}
        says = sentence(line[-1], names_in(beginning(line)))
        body = {**body, "by": _by(content), "sentence": says}
        yield Kept(PLAIN_KINDS[event.kind], name, f"event {event.id}", content.at_s, body)


def _begun(begun: Begun) -> dict[str, Plain]:
    return {
        "title": begun.title,
        "rules": begun.rules,
        "edition": begun.edition,
        "source": begun.source,
        "house": begun.house,
        "sides": [
            {
                "side": army.side,
                "units": [{"id": unit.id, "name": unit.name or unit.id} for unit in army.units],
            }
            for army in (part.value for part in begun.armies)
        ],
    }


def _by(content: Content) -> dict[str, str]:
    """Who did it, as a side and a role; people's own names stay at their table."""
    who = content.who or Party("")
    return {"role": who.role, "side": who.side}


def _ruling(line: Sequence[Event]) -> dict[str, Plain]:
    """The tree of the outcome that *line* ends with: the action, what it changed for whom, its
    answers, and its rulings with their working."""
    done = line[-1].content
    declared, start = _declared(line)
    names = names_in(beginning(line))
    cards = record.actions(line[start:], names)
    over = done.over.plain if isinstance(done, Done) and done.over is not None else None
    if not cards:  # an outcome without a word, such as the end of a phase
        action = declared.action.plain
        bare = {"event": line[-1].id, "declared": line[start].id, "action": action, "headline": ""}
        return {**bare, "rulings": [], "over": over, "by": _by(declared)}
    card = cards[-1]
    kept = {key: card[key] for key in _OF_THE_ACTION}
    kept["answers"] = [
        {key: value for key, value in answer.items() if key != "who"} for answer in card["answers"]
    ]
    kept["rulings"] = [_one(ruling) for ruling in card["rulings"]]
    return {**kept, "over": over, "by": _by(declared)}


def _declared(line: Sequence[Event]) -> tuple[Declared, int]:
    """The newest declaration of *line*, and where it stands in it."""
    for at in range(len(line) - 1, -1, -1):
        content = line[at].content
        if isinstance(content, Declared):
            return content, at
    raise ValueError("no action was declared before this outcome")


def _one(ruling: Mapping[str, Any]) -> dict[str, Plain]:
    """A ruling without its drawings, which the wall has no use for."""
    readings = [
        {key: value for key, value in reading.items() if key != "evidence"}
        for reading in ruling.get("readings", [])
    ]
    return {**{key: ruling[key] for key in _OF_EACH if key in ruling}, "readings": readings}


# --- score and plan --------------------------------------------------------------------------


def score_of(game: Game | None, name: str, run: str, n: int) -> Score:
    """The score as it stands."""
    if game is None:
        return Score(run=run, n=n)
    present = game.present()
    status = game.rules.status(present.state)
    strength = strengths(game.rules.ledger, present.state)
    units = [
        UnitScore(
            card.unit[:120], (card.name or card.unit)[:120], card.side[:120],
            None if card.unit not in strength else 0 if card.gone else strength[card.unit].now,
            None if card.unit not in strength else strength[card.unit].start, card.gone,
        )
        for card in present.cards[:400]
    ]  # fmt: skip
    over = present.over
    line = covered(present.line, game.rules.secret, Eyes())
    names = {unit.unit: unit.name for unit in units}
    newest = record.rulings(line, 1, names)
    says = str(newest[0]["headline"] or newest[0]["says"]) if newest else ""
    colours = side_colours(present.armies)
    return Score(
        run=run,
        n=n,
        game=name,
        head=next(
            (event.id for event in reversed(present.line) if isinstance(event.content, Done)), 0
        ),
        title=present.title[:2000],
        rules=game.rules.title[:120],
        turn=max(0, status.turn),
        phase=status.phase[:120],
        says=says[:2000],
        over=None if over is None else Won(over.winner[:120], over.says[:2000]),
        sides=[_side(side, colour, units) for side, colour in colours.items()],
        units=units,
    )


def _side(side: str, colour: str, units: Sequence[UnitScore]) -> SideScore:
    mine = [unit for unit in units if unit.side == side]
    now = sum(unit.now or 0 for unit in mine)
    start = sum(unit.start or 0 for unit in mine)
    left = sum(1 for unit in mine if not unit.gone)
    return SideScore(side[:120], max(0, now), max(0, start), left, len(mine), colour)


def plan_of(
    table: Snapshot, sides: Sequence[str], squares: tuple[int, int], run: str, n: int
) -> Plan:
    """The table from above, to a tenth of an inch and a degree: what a wall can show."""
    bases = [
        BasePlan(
            base.payload[:120], base.unit_id[:120],
            sides.index(base.side) if base.side in sides else -1,
            round(base.pose.x_in, 1), round(base.pose.y_in, 1), round(base.pose.facing_deg) % 360,
            base.frontage_in, base.depth_in, base.round, base.status,
        )
        for base in table.bases
        if base.pose is not None
    ]  # fmt: skip
    terrain = [
        PiecePlan(
            piece.kind[:120],
            [(round(x, 1), round(y, 1)) for x, y in piece.outline_in[:500]],
            piece.is_line,
            piece.name[:120],
        )
        for piece in table.terrain[:400]
    ]
    return Plan(
        run=run, n=n, size_in=table.size_in, squares=squares, bases=bases[:1000], terrain=terrain
    )
