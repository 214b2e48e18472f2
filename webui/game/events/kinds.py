"""The type of every kind of step: what it says, and who may read that."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from msgspec import Meta, Struct

from webui.game.events.bounds import Inches, Number, Text, Time, Whole
from webui.game.events.parts import (
    ActionTold,
    AnsweredAgain,
    ArmyTold,
    ChangeTold,
    EffectTold,
    MovedBase,
    OverTold,
    Part,
    Party,
    PieceTold,
    PromptTold,
    RulingTold,
    TapeTold,
    TargetTold,
    ThrownBefore,
)


class Readers(Enum):
    """Who may read all of a step in a game in which sides hold something in secret."""

    EVERYBODY = "everybody"
    ASKED_SIDE = "the side that a secret question asked"
    HOLDING_SIDE = "the side that holds what was changed or counted in secret"


class Signed(Struct, kw_only=True, frozen=True):
    """What every step says of itself. What a page reads by its name is never left out."""

    readers: ClassVar[Readers] = Readers.EVERYBODY

    who: Party
    at_s: Time


class Begun(Struct, kw_only=True, frozen=True):
    """``begin``: the armies and the rules agreed on."""

    readers: ClassVar[Readers] = Readers.EVERYBODY

    who: Party | None = None
    at_s: Time = 0.0
    rules: Text
    armies: Annotated[list[Part[ArmyTold]], Meta(min_length=2, max_length=2)]
    title: Text = ""
    edition: Text = ""
    source: Text = ""
    house: dict[Text, Text] = {}


class Declared(Signed, kw_only=True, frozen=True):
    """``declare``: an action on the table that is kept with it."""

    action: Part[ActionTold]
    source: Text = ""


class Answered(Signed, kw_only=True, frozen=True):
    """``answer``: what was asked, what was said, and how that was had; ``before``: throws for it
    that do not count."""

    readers: ClassVar[Readers] = Readers.ASKED_SIDE

    prompt: Part[PromptTold]
    answer: list[Whole | Text] | None
    how: Text
    read: list[Whole] = []
    before: list[ThrownBefore] = []


class Done(Signed, kw_only=True, frozen=True):
    """``done``: what was decided, and what it changed for whom."""

    readers: ClassVar[Readers] = Readers.HOLDING_SIDE

    rulings: list[Part[RulingTold]]
    # Of older games; what is told now is what changed.
    effects: list[Part[EffectTold]] = []
    consequences: list[Part[ChangeTold]] = []
    edition: Text = ""
    over: Part[OverTold] | None = None


class Overruled(Signed, kw_only=True, frozen=True):
    """``overrule``: another result beside ruling ``index`` of the step ``of``."""

    of: Whole
    index: Whole
    says: Text
    reason: Text


class Again(Signed, kw_only=True, frozen=True):
    """``again``: the action that step ``declared`` began is run again, on the same table and
    from the same state, with another result. ``of``: the outcome it takes the place of, 0 while
    there was none. ``answers``: all that it is told at once; ``readings``: lengths as they are
    set."""

    readers: ClassVar[Readers] = Readers.ASKED_SIDE

    declared: Whole
    of: Whole
    reason: Text
    answers: list[Part[AnsweredAgain]]
    readings: list[TapeTold] = []


class Disputed(Signed, kw_only=True, frozen=True):
    """``dispute``: a ruling or one of its readings that people doubted, what they measured or
    saw, and who agreed. ``index``: of the ruling in the step ``of``. ``reading``: which of its
    readings, -1 for the ruling itself. ``unit``: of the tape."""

    of: Whole
    index: Whole
    about: Text
    reading: Whole = -1
    tape: Number | None = None
    unit: Text = "in"
    says: Text = ""
    agreed: list[Text] = []


class Edited(Signed, kw_only=True, frozen=True):
    """``edit``: one value of the state set by hand."""

    readers: ClassVar[Readers] = Readers.HOLDING_SIDE

    path: Text
    value: Any
    old: Any
    reason: Text
    consequences: list[Part[ChangeTold]] = []


class Placed(Signed, kw_only=True, frozen=True):
    """``place``: where a base is taken to stand; None is given back to the camera."""

    payload: Text
    pose: tuple[Inches, Inches, Number] | None


class Moved(Signed, kw_only=True, frozen=True):
    """``moved``: models of a table that is ours, by somebody whom no question asked to."""

    bases: Annotated[list[MovedBase], Meta(min_length=1, max_length=400)]


class Typed(Signed, kw_only=True, frozen=True):
    """``reading``: a length by tape."""

    reading: TapeTold


class TerrainSet(Signed, kw_only=True, frozen=True):
    """``terrain``: what lies on the table from here on."""

    terrain: Annotated[list[Part[PieceTold]], Meta(max_length=1000)]


class Noted(Signed, kw_only=True, frozen=True):
    """``note``: a remark, or a stated intent."""

    text: Text
    about: Text


class FarDiceSet(Signed, kw_only=True, frozen=True):
    """``afar``: the ways in which dice of players outside may be had."""

    ways: Annotated[list[Literal["honour", "tray", "program"]], Meta(min_length=1, max_length=3)]


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


Content: TypeAlias = Begun | Signed
"""What a step says."""

KINDS: Mapping[str, type[Content]] = {
    "begin": Begun,
    "declare": Declared,
    "answer": Answered,
    "done": Done,
    "overrule": Overruled,
    "again": Again,
    "dispute": Disputed,
    "edit": Edited,
    "place": Placed,
    "moved": Moved,
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

    who: Party | None = None
    at_s: Time = 0.0
    why: Text = ""
    redo: bool = False
