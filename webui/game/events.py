"""The shape and bounds of every kind of event, as the journal keeps them.

Law: the format is the journal's own and knows no rule set, so that a corrected rule never
spoils an old game. A step is checked before it is written and again when it is read.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from webui.game.journal.checking import Checks

Text = Annotated[str, Meta(max_length=20_000)]
Number = Annotated[float, Meta(ge=-1e9, le=1e9)]
Whole = Annotated[int, Meta(ge=-(10**9), le=10**9)]
Inches = Annotated[float, Meta(ge=-10_000, le=10_000)]
Time = Annotated[float, Meta(ge=0, le=32_503_680_000)]
"""Seconds since the epoch, to the year 3000: more no calendar takes on every system."""
Corner = tuple[Inches, Inches]

MAX_DEPTH = 40


class Party(Struct, frozen=True):
    """Who did it."""

    role: Text
    side: Text = ""
    name: Text = ""


class Signed(Struct, kw_only=True, frozen=True):
    """What every step says of itself. What a page reads by its name is never left out."""

    who: Party
    at_s: Time


class UnitTold(Struct, frozen=True):
    id: Text
    name: Text = ""


class ArmyTold(Struct, frozen=True):
    side: Text
    units: list[UnitTold]


class Begun(Struct, kw_only=True, frozen=True):
    """``begin``: the armies and the rules agreed on."""

    at_s: Time = 0.0
    rules: Text
    armies: Annotated[list[ArmyTold], Meta(min_length=2, max_length=2)]
    title: Text = ""
    edition: Text = ""
    source: Text = ""
    house: dict[Text, Text] = {}


class ActionTold(Struct, frozen=True):
    do: Text
    by: Text
    at: Text | None = None
    more: dict[Text, Any] = {}


class Declared(Signed, kw_only=True, frozen=True):
    """``declare``: an action on the table that is kept with it."""

    action: ActionTold
    source: Text = ""


class OptionTold(Struct, frozen=True):
    key: Text
    label: Text = ""


class PromptTold(Struct, kw_only=True, frozen=True):
    ask: Text
    what: Text
    by: Text
    options: list[OptionTold] = []
    rules: list[Text]
    deck: Text = ""
    need: Whole | None = None


class Answered(Signed, kw_only=True, frozen=True):
    """``answer``: what was asked, what was said, and how that was had."""

    prompt: PromptTold
    answer: list[Whole | Text] | None
    how: Text
    read: list[Whole] = []


class ModifierTold(Struct, frozen=True):
    what: Text
    value: Text
    rule: Text


class ShapeTold(Struct, frozen=True):
    kind: Text
    points_in: Annotated[list[Corner], Meta(min_length=1)]


class ReadingTold(Struct, frozen=True):
    what: Text
    value: Number
    plus_minus: Number
    frm: Text
    to: Text
    unit: Text = "in"
    evidence: list[ShapeTold] = []


class RulingTold(Struct, frozen=True):
    says: Text
    rules: list[Text]
    modifiers: list[ModifierTold]
    total: Text
    readings: list[ReadingTold]
    faces: list[Whole]


class EffectTold(Struct, frozen=True):
    kind: Text
    unit: Text
    amount: Any
    says: Text


class OverTold(Struct, frozen=True):
    winner: Text
    says: Text


class Done(Signed, kw_only=True, frozen=True):
    """``done``: what was decided."""

    rulings: list[RulingTold]
    effects: list[EffectTold]
    edition: Text = ""
    over: OverTold | None = None


class Overruled(Signed, kw_only=True, frozen=True):
    """``overrule``: another result beside ruling ``index`` of the step ``of``."""

    of: Whole
    index: Whole
    says: Text
    reason: Text


class TapeTold(Struct, frozen=True):
    what: Text
    frm: Text
    to: Text
    value: Number
    unit: Text
    plus_minus: Number = 0.0


class AnsweredAgain(Struct, kw_only=True, frozen=True):
    """An answer that a step is run again with. ``event``: the step it was first said in;
    ``was``: what was said before it was overruled."""

    event: Whole
    prompt: PromptTold
    answer: list[Whole | Text] | None
    how: Text
    was: list[Whole | Text] | None = None


class Again(Signed, kw_only=True, frozen=True):
    """``again``: the action that step ``declared`` began is run again, on the same table and
    from the same state, with another result. ``of``: the outcome it takes the place of, 0 while
    there was none. ``answers``: all that it is told at once; ``readings``: lengths as they are
    set."""

    declared: Whole
    of: Whole
    reason: Text
    answers: list[AnsweredAgain]
    readings: list[TapeTold] = []


class Disputed(Signed, kw_only=True, frozen=True):
    """``dispute``: a ruling or one of its readings that people doubted, what they measured or
    saw, and who agreed. ``index``: of the ruling in the step ``of``. ``reading``: which of its
    readings, -1 for the ruling itself."""

    of: Whole
    index: Whole
    about: Text
    reading: Whole = -1
    tape: Number | None = None
    says: Text = ""
    agreed: list[Text] = []


class Edited(Signed, kw_only=True, frozen=True):
    """``edit``: one value of the state set by hand."""

    path: Text
    value: Any
    old: Any
    reason: Text
    consequences: list[Any] = []


class Placed(Signed, kw_only=True, frozen=True):
    """``place``: where a base is taken to stand; None is given back to the camera."""

    payload: Text
    pose: tuple[Inches, Inches, Number] | None


class Typed(Signed, kw_only=True, frozen=True):
    """``reading``: a length by tape."""

    reading: TapeTold


class PieceTold(Struct, frozen=True):
    kind: Text
    outline_in: Annotated[list[Corner], Meta(max_length=5000)]
    height_in: Inches = 0.0


class TerrainSet(Signed, kw_only=True, frozen=True):
    """``terrain``: what lies on the table from here on."""

    terrain: Annotated[list[PieceTold], Meta(max_length=1000)]


class Noted(Signed, kw_only=True, frozen=True):
    """``note``: a remark, or a stated intent."""

    text: Text
    about: Text


class FarDiceSet(Signed, kw_only=True, frozen=True):
    """``afar``: the ways in which dice of players outside may be had."""

    ways: Annotated[list[Literal["honour", "tray", "program"]], Meta(min_length=1, max_length=3)]


class TargetTold(Struct, frozen=True):
    payload: Text
    x_in: Inches
    y_in: Inches
    facing_deg: Number


class Guided(Signed, kw_only=True, frozen=True):
    """``guide``: where bases are to be put, by whoever stands at the table."""

    of: Literal["move", "table"]
    title: Text
    targets: Annotated[list[TargetTold], Meta(min_length=1, max_length=400)]


class GuideEnded(Signed, kw_only=True, frozen=True):
    """``guided``: the guide of that step is over, done or not."""

    of: Whole
    why: Text = ""


class DiceSet(Signed, kw_only=True, frozen=True):
    """``dice``: how a side wants dice to be read."""

    setting: Literal["off", "offer", "itself"]


KINDS: Mapping[str, type[Struct]] = {
    "begin": Begun,
    "declare": Declared,
    "answer": Answered,
    "done": Done,
    "overrule": Overruled,
    "again": Again,
    "dispute": Disputed,
    "edit": Edited,
    "place": Placed,
    "reading": Typed,
    "terrain": TerrainSet,
    "note": Noted,
    "dice": DiceSet,
    "afar": FarDiceSet,
    "guide": Guided,
    "guided": GuideEnded,
}


class Undone(Struct, kw_only=True, frozen=True):
    """What a move of the head says of itself."""

    who: Party = Party("")
    at_s: Time = 0.0
    why: Text = ""
    redo: bool = False


class _View(Struct, frozen=True):
    px_per_in: Annotated[float, Meta(gt=0, le=100_000)]
    margin_in: Annotated[float, Meta(ge=0, le=1000)]


def fault_of(kind: str, body: dict[str, Any]) -> str:
    """What is wrong with an event, "" when nothing is."""
    if kind not in KINDS:
        return f"is of no kind that is known ({kind[:20]!r})"
    why = _fault(body, KINDS[kind])
    if not why and kind == "answer" and body["answer"] is None:
        return "" if body["prompt"]["ask"] == "look" else "answers nothing"
    return why


def fault_of_shift(body: dict[str, Any]) -> str:
    """What is wrong with a move of the head, "" when nothing is."""
    return _fault(body, Undone)


def fault_of_kept(what: str, content: bytes) -> str:
    """What is wrong with a thing kept beside an event, "" when nothing is.

    A snapshot's shape belongs to the table and may grow; here it has to be finite data.
    """
    try:
        if what == "view":
            msgspec.json.decode(content, type=_View)
        elif what == "snapshot":
            return boundless(json.loads(content))
    except (ValueError, RecursionError) as why:
        return f"is not what it says ({why})"
    return ""


CHECKS = Checks(fault_of, fault_of_kept, fault_of_shift)
"""What the journal is told of its contents."""


def _fault(body: dict[str, Any], kind: type[Struct]) -> str:
    why = boundless(body)
    if why:
        return why
    try:
        msgspec.convert(body, kind)
    except (ValueError, RecursionError) as why_not:
        return f"is not what it says ({why_not})"
    return ""


def boundless(plain: Any, depth: int = MAX_DEPTH) -> str:
    """What no page could show, "" when there is nothing of the kind."""
    if isinstance(plain, dict | list):
        if depth == 0:
            return "is nested too deeply"
        inside = plain.values() if isinstance(plain, dict) else plain
        return next((why for why in (boundless(each, depth - 1) for each in inside) if why), "")
    if isinstance(plain, int) and abs(plain) > 2**53:
        return "holds a number out of all bounds"
    if isinstance(plain, float) and not (math.isfinite(plain) and abs(plain) < 1e12):
        return "holds a number out of all bounds"
    return ""
