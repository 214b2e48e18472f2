"""The log of a game as people read it: rulings with their working, steps in plain words.

Law: reads the journal, never writes it and never runs a rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rules.kernel.protocol import Plain
from webui.game.journal.journal import Event, History, Shift
from webui.game.told import corrections, guiding
from webui.game.told.headline import headline, listed, to_do


def rulings(
    line: Sequence[Event], most: int | None = None, names: Mapping[str, str] | None = None
) -> list[dict[str, Plain]]:
    """The rulings along *line* (at most the newest *most*), newest first, each with its
    action, dice and overrulings, and what the whole action changed for whom.

    *names*: unit id to what people call it.
    """
    called = names or {}
    known = {event.id: event for event in line}
    overruled, disputes = corrections.overruled(line, called), corrections.disputes(line)
    found: list[dict[str, Plain]] = []
    done: Event | None = None
    answers: list[Event] = []
    for event in reversed(line):
        if event.kind == "done":
            done, answers = event, []
        elif event.kind == "answer":
            answers.append(event)
        elif event.kind in ("declare", "again") and done is not None:
            root = known[event.body["declared"]] if event.kind == "again" else event
            told = _Told(done, event, root, answers[::-1])
            for ruling in _of_one(told, called)[::-1]:
                key = (done.id, ruling["index"])
                ruling["overruled"] = overruled.get(key, [])
                ruling["disputes"] = disputes.get(key, [])
                found.append(ruling)
            done = None
        if most is not None and len(found) >= most:
            return found[:most]
    return found


def actions(
    line: Sequence[Event], names: Mapping[str, str] | None = None
) -> list[dict[str, Plain]]:
    """The actions along *line*, oldest first: headline, consequences and all its rulings."""
    cards: dict[int, dict[str, Plain]] = {}
    for ruling in rulings(line, None, names)[::-1]:
        card = cards.setdefault(ruling["event"], {**ruling, "rulings": []})
        card["rulings"].append(ruling)
    return list(cards.values())


@dataclass(frozen=True, slots=True)
class _Told:
    """One outcome: ``begun`` opened it, ``root`` is its declaration, ``answers`` came between."""

    done: Event
    begun: Event
    root: Event
    answers: Sequence[Event]


def _of_one(told: _Told, names: Mapping[str, str]) -> list[dict[str, Plain]]:
    done, root = told.done, told.root
    changed = done.body.get("consequences", [])
    again = told.begun.body.get("answers", [])
    shared = {
        "event": done.id,
        "declared": root.id,
        "action": root.body["action"],
        "who": root.body["who"],
        "source": root.body.get("source", ""),
        "at_s": done.body["at_s"],
        "answers": [
            *(_answer({**one, "who": told.begun.body["who"]}, one["event"]) for one in again),
            *(_answer(answer.body, answer.id) for answer in told.answers),
        ],
        "effects": done.body["effects"],
        "headline": headline(changed, names, corrections.main_says(done)),
        "consequences": listed(changed, names),
        "to_do": to_do(changed, names),
        "edition": done.body.get("edition", ""),
        "again": corrections.again(told.begun),
    }
    return [
        {**ruling, **shared, "id": f"{done.id}-{index}", "index": index}
        for index, ruling in enumerate(done.body["rulings"])
    ]


def _answer(body: Mapping[str, Plain], event: int) -> dict[str, Plain]:
    prompt = body["prompt"]
    return {
        "event": event,
        "ask": prompt["ask"],
        "what": prompt["what"],
        "by": prompt["by"],
        "need": prompt.get("need"),
        "sides": prompt.get("sides"),
        "rerolls": prompt.get("rerolls", False),
        "too_close": prompt.get("reading") is not None,
        "answer": body["answer"],
        "was": body.get("was"),
        "how": body["how"],
        "read": body.get("read", []),
        "who": body["who"],
    }


def in_order(journal: History) -> list[Event | Shift]:
    """Everything ever written, in the order written, whatever the clock said then.

    A move of the head comes after every step there was: the head stood at the newest of them,
    or had been moved back from it.
    """
    found: list[Event | Shift] = []
    events, at = list(journal.everything()), 0
    newest = 0
    for shift in journal.shifts():
        newest = max(newest, shift.frm)
        while at < len(events) and events[at].id <= newest:
            found.append(events[at])
            at += 1
        found.append(shift)
    return [*found, *events[at:]]


def steps(journal: History) -> list[dict[str, Plain]]:
    """Every step ever taken, also the undone ones, and every undo, in the order written."""
    playing = {event.id for event in journal.line()}
    return [_step(each, playing) for each in in_order(journal)]


def _step(each: Event | Shift, playing: set[int]) -> dict[str, Plain]:
    is_event = isinstance(each, Event)
    return {
        "id": each.id,
        "kind": each.kind if isinstance(each, Event) else "undo",
        "says": sentence(each) if isinstance(each, Event) else _undone(each),
        "who": each.body.get("who", {}),
        "at_s": each.body.get("at_s", 0.0),
        "undone": is_event and each.id not in playing,
    }


def _undone(shift: Shift) -> str:
    if shift.body.get("redo"):
        return f"Put again: step {shift.dest}"
    return f"Back to step {shift.dest}" + corrections.because(str(shift.body.get("why", "")))


def sentence(event: Event) -> str:
    """What happened, in one sentence."""
    body = event.body
    if event.kind == "declare":
        return declared_sentence(body["action"])
    if event.kind == "answer":
        return _answered_sentence(body)
    if event.kind == "done":
        told = [str(ruling["says"]) for ruling in body["rulings"]] or ["Done."]
        return " ".join([*told, *([_over_sentence(body["over"])] if body.get("over") else [])])
    return _by_hand_sentence(event.kind, body)


def ending(line: Sequence[Event]) -> str:
    """How the game on *line* was won, "" while it is not over."""
    last = next((event for event in reversed(line) if event.kind == "done"), None)
    over = None if last is None else last.body.get("over")
    return _over_sentence(over) if over else ""


def _over_sentence(over: dict[str, Plain]) -> str:
    says, winner = str(over["says"]), str(over["winner"])
    won = f"{winner} wins" if winner else "it is a draw"
    return f"The game is over, {won}: {says}"


def declared_sentence(action: dict[str, Plain]) -> str:
    """An action in words: ``R1: shoot, at B1``."""
    at = f", at {action['at']}" if action.get("at") else ""
    return f"{action['by']}: {str(action['do']).replace('_', ' ')}{at}"


def _answered_sentence(body: dict[str, Plain]) -> str:
    prompt, answer = body["prompt"], body["answer"]
    said = "the models have been moved"
    if answer is not None:
        labels = {o["key"]: o.get("label") or o["key"] for o in prompt.get("options", [])}
        said = ", ".join(str(labels.get(str(part), part)) for part in answer)
    how = "" if body["how"] == "typed" else f" ({body['how']})"
    return f"{prompt['what']}: {said}{how}"


DICE_SETTINGS = {
    "off": "typed, not read by a camera",
    "offer": "read by the camera, accepted by a person",
    "itself": "accepted by themselves after three seconds, once each side agrees",
}


def _by_hand_sentence(kind: str, body: dict[str, Plain]) -> str:
    if kind in corrections.SENTENCES:
        return corrections.SENTENCES[kind](body)
    if kind == "place":
        where = body["pose"]
        placed = "given back to the camera" if where is None else "placed by hand"
        return f"{body['payload']} {placed}"
    if kind == "reading":
        reading = body["reading"]
        return (
            f"By tape: {reading['what']} {reading['frm']} to {reading['to']}"
            f" is {reading['value']:g} {reading['unit']}"
        )
    if kind in guiding.SENTENCES:
        return guiding.SENTENCES[kind](body)
    if kind == "dice":
        return f"Dice: {DICE_SETTINGS[body['setting']]}"
    if kind == "note":
        about = f" ({body['about']})" if body["about"] else ""
        return f"Note{about}: {body['text']}"
    return {"begin": f"The game begins: {body.get('title', '')}", "terrain": "Terrain laid out"}[
        kind
    ]
