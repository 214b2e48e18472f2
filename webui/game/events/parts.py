"""The parts of which steps are made: people, armies, questions, rulings, consequences.

A part names what the program itself reads of it. What only its book or another version knows of
it stays beside it, see ``Part``.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from webui.game.events.bounds import Corner, Inches, Number, Text, Whole

Shape = TypeVar("Shape", bound=Struct)


class Part(Generic[Shape]):
    """A part of a step: ``value``, as it is read, and ``plain``, all that was written of it.

    It is never changed; ``changed`` gives another one.
    """

    __slots__ = ("plain", "value")

    def __init__(self, plain: dict[str, Any], value: Shape) -> None:
        self.plain = plain
        self.value = value

    def changed(self, **fields: Any) -> Part[Shape]:
        """The same part with other *fields*, by their names in its type."""
        plain = {**self.plain, **{name: plain_of(value) for name, value in fields.items()}}
        return Part(plain, msgspec.structs.replace(self.value, **fields))


def plain_of(value: Any) -> Any:
    """Anything of a step as plain data; a part as it was written."""
    return msgspec.to_builtins(value, enc_hook=_written)


def _written(value: Any) -> dict[str, Any]:
    if isinstance(value, Part):
        return value.plain
    raise NotImplementedError(f"{type(value).__name__} is no part of a step")


class Party(Struct, frozen=True):
    """Who did it."""

    role: Text
    side: Text = ""
    name: Text = ""


class UnitTold(Struct, frozen=True):
    id: Text
    name: Text = ""
    bases: list[Text] = []


class ArmyTold(Struct, frozen=True):
    side: Text
    units: list[UnitTold]
    colour: Text = ""


class ActionTold(Struct, frozen=True):
    do: Text
    by: Text
    at: Text | None = None
    more: dict[Text, Any] = {}


class OptionTold(Struct, frozen=True):
    key: Text
    label: Text = ""


class FaultTold(Struct, frozen=True):
    """What was wrong, in a sentence."""

    says: Text


class PromptTold(Struct, kw_only=True, frozen=True):
    """A question. ``sides`` of its dice and ``cards`` of its deck are of those kinds alone;
    ``reading``: what was too close to call, None where nothing was. ``fault``: why models are
    asked for again, None the first time."""

    ask: Text
    what: Text
    by: Text
    options: list[OptionTold] = []
    rules: list[Text]
    deck: Text = ""
    cards: list[Any] = []
    need: Whole | None = None
    sides: Whole | None = None
    rerolls: bool = False
    reading: Any = None
    fault: FaultTold | None = None


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
    """What was decided. ``aside``: a remark beside the story. ``agreed``: people let it stand
    though it broke a rule. ``heads``: the headline says it besides what changed."""

    says: Text
    rules: list[Text]
    modifiers: list[ModifierTold]
    total: Text
    readings: list[ReadingTold]
    faces: list[Whole]
    aside: bool = False
    agreed: bool = False
    heads: bool = False


class EffectTold(Struct, frozen=True):
    kind: Text
    unit: Text
    amount: Any
    says: Text


class SaidTold(Struct, frozen=True):
    """A sentence with places, and what stands in each."""

    template: Text = ""
    arguments: dict[Text, Any] = {}


class ChangeTold(Struct, frozen=True):
    """One consequence: a change of ``what`` for one unit, leader or side."""

    who: Text = ""
    side: Text = ""
    what: Text = ""
    before: Any = None
    after: Any = None
    says: SaidTold = SaidTold()


class OverTold(Struct, frozen=True):
    winner: Text
    says: Text


class TapeTold(Struct, frozen=True):
    what: Text
    frm: Text
    to: Text
    value: Number
    unit: Text
    plus_minus: Number = 0.0


class ThrownBefore(Struct, frozen=True):
    """A throw that was read for a question and does not count. ``faces``: as read, 0 of a die that
    was not; ``whys``: why it was not, "" where it was. ``again``: which of its dice, by their
    index, were thrown once more; none where the throw was not taken at all."""

    faces: list[Whole]
    whys: list[Text]
    again: list[Whole] = []


class AnsweredAgain(Struct, kw_only=True, frozen=True):
    """An answer that a step is run again with. ``event``: the step it was first said in;
    ``was``: what was said before it was overruled; ``hits``: so many the dice of ``answer`` count
    as, however they fell; ``before``: throws for it that do not count."""

    event: Whole
    prompt: Part[PromptTold]
    answer: list[Whole | Text] | None
    how: Text
    was: list[Whole | Text] | None = None
    hits: Annotated[int, Meta(ge=0, le=1000)] | None = None
    before: list[ThrownBefore] = []


class PieceTold(Struct, frozen=True):
    kind: Text
    outline_in: Annotated[list[Corner], Meta(max_length=5000)]
    height_in: Inches = 0.0


class MovedBase(Struct, frozen=True):
    """A base that was moved: x_in, y_in and facing_deg before and after."""

    payload: Text
    unit: Text
    frm: tuple[Inches, Inches, Number]
    to: tuple[Inches, Inches, Number]


class TargetTold(Struct, frozen=True):
    payload: Text
    x_in: Inches
    y_in: Inches
    facing_deg: Number
