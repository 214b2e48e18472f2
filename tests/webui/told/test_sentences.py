"""Every kind of step is told in a sentence, by its type."""

from __future__ import annotations

from typing import Any

import pytest

from webui.game.events.kinds import KINDS
from webui.game.journal.journal import Event
from webui.game.told.sentences import SENTENCES, sentence

WHO = {"role": "umpire", "side": "", "name": "Ann"}
PROMPT = {
    "ask": "choose",
    "what": "stand?",
    "by": "Red",
    "options": [{"key": "y", "label": "they stand"}, {"key": "n"}],
    "rules": [],
}
OVER = {"winner": "Red", "says": "Blue is spent"}
RULING = {
    "says": "2 hits", "rules": [], "modifiers": [], "total": "", "readings": [], "faces": [6, 6],
}  # fmt: skip
TAPE = {"what": "shoot_range", "frm": "R1", "to": "B1", "value": 7.5, "unit": "in"}
CHANGE = {
    "who": "R1", "side": "Red", "kind": "unit", "what": "hits", "before": 0, "after": 2,
    "says": {"template": "loses 2", "arguments": {}}, "weight": 1, "to_do": None,
}  # fmt: skip
PLACE = {"payload": "R1", "x_in": 1.0, "y_in": 2.0, "facing_deg": 90.0}

MOVED = {"payload": "R01", "unit": "R1", "frm": [28.0, 8.0, 90.0], "to": [40.0, 8.0, 90.0]}

TOLD: list[tuple[str, dict[str, Any], str]] = [
    ("begin", {"rules": "toy", "title": "Edge Hill", "armies": [
        {"side": "Red", "units": []}, {"side": "Blue", "units": []},
    ]}, "The game begins: Edge Hill"),
    ("declare", {"action": {"do": "fall_back", "by": "R1", "at": "B1"}}, "R1: fall back, at B1"),
    ("declare", {"action": {"do": "pass", "by": "Red", "at": None}}, "Red: pass"),
    ("answer", {"prompt": PROMPT, "answer": ["y", "n"], "how": "typed"}, "Stand?: they stand, n"),
    ("answer", {"prompt": PROMPT, "answer": ["n"], "how": "by the program"},
     "Stand?: n (by the program)"),
    ("answer", {"prompt": {**PROMPT, "ask": "look"}, "answer": None, "how": "typed"},
     "Stand?: the models have been moved"),
    ("done", {"rulings": [
        {**RULING, "says": "R1 charges B1", "heads": True}, RULING,
        {**RULING, "says": "R1 gives way 4 in", "heads": True},
    ], "effects": [], "over": None, "consequences": [CHANGE]},
     "R1 charges B1. R1 loses 2. R1 gives way 4 in"),
    ("done", {"rulings": [
        {**RULING, "says": "A moved to D8.", "heads": True},
        {**RULING, "says": "B moved to F7.", "heads": True},
    ], "effects": [], "over": None}, "A moved to D8. B moved to F7"),
    ("done", {"rulings": [RULING, {**RULING, "says": "No more"}], "effects": [], "over": OVER},
     "No more. The game is over, Red wins: Blue is spent"),
    ("done", {"rulings": [RULING], "effects": [], "over": None, "consequences": [CHANGE]},
     "R1 loses 2"),
    ("done", {"rulings": [
        {**RULING, "says": "went 15.6 in, it moves 10 in: it stands by agreement", "agreed": True},
        {**RULING, "says": "the Horse moves 15.6 in"},
    ], "effects": [], "over": None},
     "The Horse moves 15.6 in. Went 15.6 in, it moves 10 in: it stands by agreement"),
    ("done", {"rulings": [], "effects": [], "over": None}, "Done, with nothing lost."),
    ("done", {"rulings": [], "effects": [], "over": {**OVER, "winner": ""}},
     "The game is over, it is a draw: Blue is spent"),
    ("overrule", {"of": 3, "index": 0, "says": "no hit", "reason": "a cocked die"},
     "Correction noted: no hit, because a cocked die"),
    ("again", {"declared": 2, "of": 3, "reason": "misread", "readings": [TAPE], "answers": [
        {"event": 3, "prompt": PROMPT, "answer": ["y"], "how": "typed", "was": ["n"]},
        {"event": 4, "prompt": {**PROMPT, "what": "left alone"}, "answer": ["y"], "how": "typed"},
    ]}, "Overruled: stand?: n becomes they stand; distance R1 to B1 is 7.5 in, because misread"),
    ("dispute", {"of": 3, "index": 0, "about": "the range", "tape": 7.25, "says": "a tree hid it",
                 "agreed": ["Red", "Blue"]},
     "Disputed, the range: by tape 7.25 in; a tree hid it; agreed by Red and Blue"),
    ("dispute", {"of": 3, "index": 0, "about": "the range", "tape": 18.5, "unit": "cm"},
     "Disputed, the range: by tape 18.5 cm"),
    ("dispute", {"of": 3, "index": 0, "about": "the range", "agreed": ["Red"]},
     "Disputed, the range: agreed by Red"),
    ("edit", {"path": "units/R1/hits", "value": 2, "old": 0, "reason": "forgotten"},
     "units/R1/hits: 0 becomes 2, because forgotten"),
    ("edit", {"path": "units/R1/hits", "value": 2, "old": 0, "reason": "",
              "consequences": [CHANGE]},
     "By hand: R1 loses 2 (units/R1/hits: 0 becomes 2)"),
    ("place", {"payload": "R1", "pose": [1.0, 2.0, 90.0]}, "R1 placed by hand"),
    ("place", {"payload": "R1", "pose": None}, "R1 given back to the camera"),
    ("moved", {"bases": [MOVED]}, "Moved by hand: R1 12.0 in, from (28.0, 8.0) to (40.0, 8.0)"),
    ("moved", {"bases": [{**MOVED, "to": [28.0, 8.0, 180.0]}]}, "Moved by hand: R1 turned 90°"),
    ("reading", {"reading": TAPE}, "By tape: distance R1 to B1 is 7.5 in"),
    ("terrain", {"terrain": []}, "Terrain laid out"),
    ("note", {"text": "on we go", "about": ""}, "Note: on we go"),
    ("note", {"text": "on we go", "about": "R1"}, "Note (R1): on we go"),
    ("dice", {"setting": "off"}, "Dice: typed, not read by a camera"),
    ("afar", {"ways": ["honour", "tray"]},
     "Dice from afar: by honour, from a picture of the tray"),
    ("guide", {"of": "table", "title": "as at noon", "targets": [PLACE]},
     "Put back: as at noon (1 base)"),
    ("guide", {"of": "move", "title": "R1", "targets": [PLACE, PLACE]},
     "Asked to be moved: R1 (2 bases)"),
    ("guided", {"of": 4, "why": ""}, "All is put"),
    ("guided", {"of": 4, "why": "we play on"}, "No more to be put anywhere (we play on)"),
]  # fmt: skip


def step(kind: str, body: dict[str, Any]) -> Event:
    return Event(4, 3, kind, {**body, "who": WHO, "at_s": 1.0}, changed_state=False)


@pytest.mark.parametrize(("kind", "body", "says"), TOLD)
def test_a_step_is_told_by_its_type(kind: str, body: dict[str, Any], says: str) -> None:
    assert sentence(step(kind, body)) == says


def test_units_are_told_by_their_names() -> None:
    names = {"R1": "Rigg's foot", "B1": "Bell's foot"}
    shot = step("declare", {"action": {"do": "shoot", "by": "R1", "at": "B1"}})
    assert sentence(shot, names) == "Rigg's foot: shoot, at Bell's foot"
    lost = step("done", {"rulings": [], "effects": [], "over": None, "consequences": [CHANGE]})
    assert sentence(lost, names) == "Rigg's foot loses 2"


def test_a_card_that_is_drawn_is_told_by_its_name() -> None:
    """Others keep what stands on them."""
    prompt = {**PROMPT, "ask": "draw", "what": "turn the next card", "options": [],
              "deck": "play", "cards": ["PL2", "Bonus"]}  # fmt: skip
    turned = step("answer", {"prompt": prompt, "answer": ["PL2", "Bonus"], "how": "typed"})
    names = {"PL2": "Oliver Cromwell"}
    assert sentence(turned, names) == "Turn the next card: Oliver Cromwell, Bonus"


def test_a_side_is_told_with_a_capital() -> None:
    passed = step("declare", {"action": {"do": "pass", "by": "king", "at": None}})
    assert sentence(passed) == "King: pass"


def test_every_kind_has_its_sentence() -> None:
    assert set(SENTENCES) == set(KINDS.values())


def test_every_kind_is_told_above() -> None:
    assert {kind for kind, _, _ in TOLD} == set(KINDS)
