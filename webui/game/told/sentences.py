"""What happened, in one sentence, for every kind of step.

Law: reads what a step says, by its type; ``SENTENCES`` has every kind.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rules.kernel.dice import successes
from rules.kernel.telling.names import titled
from rules.kernel.telling.words import many
from webui.game.events.kinds import (
    Again,
    Answered,
    Begun,
    Content,
    Declared,
    DiceSet,
    Disputed,
    Done,
    Edited,
    FarDiceSet,
    Guided,
    GuideEnded,
    Moved,
    Noted,
    Overruled,
    Placed,
    TerrainSet,
    Typed,
)
from webui.game.events.parts import (
    ChangeTold,
    MovedBase,
    OverTold,
    Part,
    PromptTold,
    TapeTold,
    ThrownBefore,
)
from webui.game.journal.journal import Event
from webui.game.open_action import BY_PROGRAM
from webui.game.seen.moved_by_hand import gone_in, turned_deg
from webui.game.told import words
from webui.game.told.headline import headline

Names: TypeAlias = Mapping[str, str]
"""Unit id to what people call it."""

NOBODY: Names = {}

NOTHING_LOST = "Done, with nothing lost."

AT_THE_TABLE = ("typed", "counted")
"""How dice of people's own are told."""

SMALLEST_IN = 0.05
"""The shortest way that is told with one decimal."""

DICE_SETTINGS = {
    "off": "typed, not read by a camera",
    "offer": "read by the camera, accepted by a person",
    "itself": "accepted by themselves after three seconds, once each side agrees",
}
FAR_DICE = {
    "honour": "by honour",
    "tray": "from a picture of the tray",
    "program": "by the program",
}


def sentence(event: Event, names: Names = NOBODY) -> str:
    """What happened, in one sentence. *names*: unit id to what people call it."""
    content = event.content
    return SENTENCES[type(content)](content, names)


def begun(content: Begun, _names: Names) -> str:
    """That the game begins, and what it is called."""
    return f"The game begins: {content.title}"


def declared(content: Declared, names: Names) -> str:
    """An action in words."""
    action = content.action.value
    return action_in_words(action.do, action.by, action.at, names)


def action_in_words(do: str, by: str, at: str | None, names: Names = NOBODY) -> str:
    """An action in words: ``Roaring Meg: shoot, at Barclay's Foot``."""
    whom = f", at {names.get(at, at)}" if at else ""
    return f"{names.get(by) or titled(by)}: {do.replace('_', ' ')}{whom}"


def answered(content: Answered, names: Names) -> str:
    """A question, what was said, and how that was had where nobody typed it."""
    said = "the models have been moved"
    if content.answer is not None:
        said = in_words(content.prompt.value, content.answer, names)
    how = "" if content.how == "typed" else content.how
    came = "; ".join(filter(None, [how, thrown_before(content.before)]))
    return f"{titled(content.prompt.value.what)}: {said}{f' ({came})' if came else ''}"


def came_about(how: str, read: Sequence[int]) -> str:
    """How dice were had that nobody at the table has thrown, for beside them; "" for others. What
    a camera has *read* stands beside its picture."""
    if how in AT_THE_TABLE or read:
        return ""
    return f"thrown {how}" if how == BY_PROGRAM else how


def thrown_before(throws: Sequence[ThrownBefore]) -> str:
    """The throws that do not count, and why: ``first 4, cocked: the cocked one thrown again``."""
    return "; ".join(map(_thrown_first, throws))


def _thrown_first(throw: ThrownBefore) -> str:
    dice = [
        str(face) if face else words.WHY_NOT_READ.get(why, why)
        for face, why in zip(throw.faces, throw.whys, strict=False)
    ]
    again = [dice[k] for k in throw.again if k < len(dice)]
    if not again:
        return f"first {', '.join(dice)}: not taken"
    which = "all" if len(again) == len(dice) else " and ".join(f"the {one}" for one in again)
    return f"first {', '.join(dice)}: {which} thrown again"


def in_words(prompt: PromptTold, answer: Sequence[int | str], names: Names) -> str:
    """An answer as its question shows it; a card that is a leader's or a unit's by its name."""
    labels = dict(names) if prompt.ask == "draw" else {}
    labels |= {option.key: option.label or option.key for option in prompt.options}
    return ", ".join(labels.get(str(part), str(part)) for part in answer)


def done(content: Done, names: Names) -> str:
    """What an action came to, as its card says it, and how the game was won when it ended with
    it."""
    told = came_to(content, names)
    if content.over is None:
        return told or NOTHING_LOST
    ending = over(content.over.value)
    return f"{told}{'' if told.endswith('.') else '.'} {ending}" if told else ending


def came_to(content: Done, names: Names) -> str:
    """What happened to whom, between what led to it and what it ended with; and what people let
    stand though it broke a rule, with the rule's own numbers."""
    told = headline(plain_changes(content.consequences), names, main_says(content))
    rulings = [one.value for one in content.rulings]
    last = next((one for one in reversed(rulings) if not one.aside), None)
    first = [titled(one.says) for one in rulings if one.heads and one is not last]
    ends = [titled(one.says) for one in rulings if one.agreed or (one.heads and one is last)]
    first, ends = ([one for one in some if one != told] for some in (first, ends))
    if not told or not first + ends:
        return told
    return ". ".join(one.removesuffix(".") for one in (*first, told, *ends))


def main_says(content: Done) -> str:
    """What the last ruling says, remarks beside the story left out."""
    told = [one.value.says for one in content.rulings if not one.value.aside]
    return titled(told[-1]) if told else ""


def over(ending: OverTold) -> str:
    """How the game was won."""
    won = f"{ending.winner} wins" if ending.winner else "it is a draw"
    return f"The game is over, {won}: {ending.says}"


def overruled(content: Overruled, _names: Names) -> str:
    """What people wrote beside a ruling, and why; nothing was run again."""
    return f"Correction noted: {content.says}{because(content.reason)}"


def again(content: Again, names: Names) -> str:
    """What was set so that a step was run again, and why."""
    return f"Overruled: {set_to(content, names)}{because(content.reason)}"


def set_to(content: Again, names: Names = NOBODY) -> str:
    """What was set: ``to hit: 6, 2 becomes 6, 5``."""
    told = []
    for one in (part.value for part in content.answers):
        prompt = one.prompt.value
        if one.hits is not None:
            fell = successes(
                [die for die in one.answer or () if isinstance(die, int)], prompt.need or 0
            )
            told.append(f"{prompt.what}: {many(fell, 'hit')} → {one.hits}")
        elif one.was is not None:
            was, now = (in_words(prompt, each or (), names) for each in (one.was, one.answer))
            told.append(f"{prompt.what}: {was} becomes {now}")
    return "; ".join([*told, *(_length(one, names) for one in content.readings)])


def disputed(content: Disputed) -> str:
    """What was doubted, what was measured or said, and who agreed."""
    agreed = content.agreed
    parts = [
        f"by tape {_in_unit(content.tape, content.unit)}" if content.tape is not None else "",
        content.says,
        f"agreed by {' and '.join(agreed)}" if agreed else "",
    ]
    return f"Disputed, {content.about}: {'; '.join(part for part in parts if part)}"


def edited(content: Edited, names: Names) -> str:
    """A value set by hand, and what it changed for whom."""
    changed = headline(plain_changes(content.consequences), names)
    bare = f"{content.path}: {content.old} becomes {content.value}"
    return (f"By hand: {changed} ({bare})" if changed else bare) + because(content.reason)


def plain_changes(changes: Sequence[Part[ChangeTold]]) -> list[dict[str, Any]]:
    """Consequences as the ledger wrote them."""
    return [one.plain for one in changes]


def placed(content: Placed, names: Names) -> str:
    """That a base was placed, or given back."""
    how = "given back to the camera" if content.pose is None else "placed by hand"
    return f"{names.get(content.payload, content.payload)} {how}"


def moved(content: Moved, names: Names) -> str:
    """Which units were moved by hand, each by the base of it that went farthest."""
    by_unit: dict[str, list[MovedBase]] = {}
    for base in content.bases:
        by_unit.setdefault(base.unit, []).append(base)
    told = [
        f"{names.get(unit, unit)}{f' ({len(bases)} bases)' if len(bases) > 1 else ''} "
        + _gone(max(bases, key=gone_in))
        for unit, bases in by_unit.items()
    ]
    return f"Moved by hand: {'; '.join(told)}"


def _gone(base: MovedBase) -> str:
    """How far it went or turned, and from where to where."""
    turned = f"turned {turned_deg(base):.0f}°" if turned_deg(base) >= 1 else ""
    if gone_in(base) < SMALLEST_IN:
        return turned or "set straight"
    frm, to = (f"({place[0]:.1f}, {place[1]:.1f})" for place in (base.frm, base.to))
    gone = f"{gone_in(base):.1f} in, from {frm} to {to}"
    return f"{gone}, {turned}" if turned else gone


def typed(content: Typed, names: Names) -> str:
    """A length by tape."""
    return f"By tape: {_length(content.reading, names)}"


def _length(one: TapeTold, names: Names) -> str:
    # A charge is measured as a shot is: by what it measures, not by what it is for.
    what = "distance" if one.what == "shoot_range" else one.what.replace("_", " ")
    frm, to = names.get(one.frm, one.frm), names.get(one.to, one.to)
    ends = f"{frm} to {to}" if one.to else f"of {frm}"
    return f"{what} {ends} is {_in_unit(one.value, one.unit)}"


def _in_unit(value: float, unit: str) -> str:
    return f"{value:g}°" if unit == "deg" else f"{value:g} {unit or 'in'}"


def noted(content: Noted, _names: Names) -> str:
    """A remark, and what it is about."""
    return f"Note{f' ({content.about})' if content.about else ''}: {content.text}"


def dice_set(content: DiceSet, _names: Names) -> str:
    """How dice are read from here on."""
    return f"Dice: {DICE_SETTINGS[content.setting]}"


def far_dice(content: FarDiceSet, _names: Names) -> str:
    """How dice of players outside may be had."""
    return "Dice from afar: " + ", ".join(FAR_DICE[way] for way in content.ways)


def guided(content: Guided, _names: Names) -> str:
    """Where models are to be put."""
    count = len(content.targets)
    bases = "1 base" if count == 1 else f"{count} bases"
    kind = "Put back" if content.of == "table" else "Asked to be moved"
    return f"{kind}: {content.title} ({bases})"


def guide_ended(content: GuideEnded, _names: Names) -> str:
    """That nobody is led any more, and why."""
    return f"No more to be put anywhere ({content.why})" if content.why else "All is put"


def because(why: str) -> str:
    """The reason as the end of a sentence, "" without one."""
    return f", because {why}" if why else ""


SENTENCES: Mapping[type[Content], Callable[[Any, Names], str]] = {
    Begun: begun,
    Declared: declared,
    Answered: answered,
    Done: done,
    Overruled: overruled,
    Again: again,
    Disputed: lambda content, names: disputed(content),
    Edited: edited,
    Placed: placed,
    Moved: moved,
    Typed: typed,
    TerrainSet: lambda content, names: "Terrain laid out",
    Noted: noted,
    DiceSet: dice_set,
    FarDiceSet: far_dice,
    Guided: guided,
    GuideEnded: guide_ended,
}
"""How each kind of step is told."""
