"""What one visitor may read of a game in which sides hold something in secret.

Law: the one place where a drawn card, or a question about a hand, is taken out of what the
journal says. The command line reads the journal itself: whoever has the file has everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from rules.kernel.dice import CountedDie, successes
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Choose, Draw, Prompt, Roll
from rules.kernel.protocol import Plain, Ruling
from vision.table.snapshot import Snapshot
from webui.game.events.kinds import (
    Again,
    Answered,
    Content,
    Declared,
    Done,
    Edited,
    Readers,
)
from webui.game.events.parts import AnsweredAgain, ChangeTold, EffectTold, Part, PromptTold
from webui.game.game import Game
from webui.game.journal.journal import Event, Journal, Shift
from webui.game.position import Opened, Who
from webui.game.secrets.roles import is_at_least
from webui.game.told import words


@dataclass(frozen=True, slots=True)
class Eyes:
    """*side*: whose secrets they see, "" for nobody's. *every*: an umpire's, or at the end.
    *answer*: they may answer for everybody, so what is asked now is shown to them."""

    side: str = ""
    every: bool = False
    answer: bool = False

    def see(self, by: str) -> bool:
        """Do they see what is for *by* alone?"""
        return self.every or (bool(by) and by == self.side)


def eyes_of(who: Who, game: Game | None, *, has_pin: bool) -> Eyes:
    """The eyes of a visitor. Without a PIN the umpire's screen is one that everybody sees."""
    over = game is not None and game.present().over is not None
    is_umpire = is_at_least(who.role, "umpire") and has_pin
    side = who.side if who.role == "player" else ""
    return Eyes(side, over or is_umpire, is_at_least(who.role, "table"))


class Covered:
    """A journal as those eyes may read it. *secret*: as the rule set has it."""

    def __init__(self, journal: Journal, secret: frozenset[str], eyes: Eyes) -> None:
        self._journal = journal
        self._secret = secret
        self._eyes = eyes

    def line(self) -> tuple[Event, ...]:
        """The line being played, oldest first."""
        return covered(self._journal.line(), self._secret, self._eyes)

    def everything(self) -> tuple[Event, ...]:
        """Every event ever written, in the order written."""
        return covered(self._journal.everything(), self._secret, self._eyes)

    def shifts(self) -> tuple[Shift, ...]:
        """Every move of the head, in order."""
        return self._journal.shifts()

    def kept(self, event: int, what: str) -> bytes | None:
        """What was kept with an event, or None."""
        return self._journal.kept(event, what)

    def counted(self, at: int, what: str) -> int | None:
        """How many turns the battle has come to, which everybody knows."""
        return self._journal.counted(at, what)


def covered(events: Iterable[Event], secret: frozenset[str], eyes: Eyes) -> tuple[Event, ...]:
    """*events*, parents before children, without what those eyes may not see."""
    if not secret or eyes.every:
        return tuple(events)
    hidden: dict[int, frozenset[tuple[str, str]]] = {}
    found = []
    for event in events:
        content = event.content
        cards = hidden.get(event.parent or 0, frozenset()) | _cards_in(content, secret, eyes)
        if content.readers is not Readers.EVERYBODY:
            event = COVERS[type(content)](event, content, _Sight(secret, eyes, cards))
        if not isinstance(content, Declared | Done):
            hidden[event.id] = cards
        found.append(event)
    return tuple(found)


def is_secret(prompt: Prompt, secret: frozenset[str]) -> bool:
    """Is what a question asks for the asked side alone?"""
    if isinstance(prompt, Draw):
        return prompt.deck in secret
    return isinstance(prompt, Choose) and not secret.isdisjoint(prompt.rules)


def covered_prompt(prompt: Prompt) -> Prompt:
    """A secret question as the others see it."""
    if isinstance(prompt, Draw):
        return structs.replace(prompt, cards=())
    what = words.LOOKS_AT_HAND.format(by=prompt.by)
    return structs.replace(prompt, what=what, options=(), rules=())


def covered_answers(
    answered: Sequence[tuple[Prompt, object]], secret: frozenset[str], eyes: Eyes
) -> list[dict[str, Plain]]:
    """What was answered since the declaration, as those eyes may read it."""
    return [_one_answer(prompt, answer, secret, eyes) for prompt, answer in answered]


def may_read_so_far(opened: Opened, secret: frozenset[str], eyes: Eyes) -> tuple[Ruling, ...]:
    """What an open action has ruled on the way to its question; nothing of it when something in
    it was for other eyes, until all is ruled and told as far as it may be."""
    return () if is_hidden(opened, secret, eyes) else opened.so_far


def is_hidden(opened: Opened, secret: frozenset[str], eyes: Eyes) -> bool:
    """Is something in an open action for other eyes?"""
    asked = [prompt for prompt, _ in opened.answered]
    asked += [opened.prompt] if opened.prompt is not None else []
    hidden = [one for one in asked if is_secret(one, secret) and not eyes.see(one.by)]
    return bool(hidden) or (opened.action.do in secret and not eyes.every)


def _one_answer(
    prompt: Prompt, answer: object, secret: frozenset[str], eyes: Eyes
) -> dict[str, Plain]:
    said = None if isinstance(answer, Snapshot) else to_plain(answer)
    if is_secret(prompt, secret) and not eyes.see(prompt.by):
        prompt, said = covered_prompt(prompt), _for_eyes(prompt.by)
    need, undecided = (prompt.need, prompt.undecided) if isinstance(prompt, Roll) else (None, 0)
    ask = str(prompt.__struct_config__.tag)
    told = {"ask": ask, "what": prompt.what, "by": prompt.by, "answer": said}
    shown = isinstance(answer, tuple) and any(isinstance(die, CountedDie) for die in answer)
    hits = successes(answer, need) if isinstance(answer, tuple) and shown and need else None
    return {**told, "need": need, "undecided": undecided, "hits": hits}


def _for_eyes(by: str) -> list[str]:
    return [words.FOR_EYES.format(by=by)]


@dataclass(frozen=True, slots=True)
class _Sight:
    """What one visitor may not see at a step: what is *secret* in the book, for those *eyes*;
    *cards*: drawn so far by others, by side."""

    secret: frozenset[str]
    eyes: Eyes
    cards: frozenset[tuple[str, str]]


def _is_kept_secret(prompt: PromptTold, secret: frozenset[str]) -> bool:
    """As ``is_secret``, of a question as the journal has it."""
    if prompt.ask == "draw":
        return prompt.deck in secret
    return prompt.ask == "choose" and not secret.isdisjoint(prompt.rules)


def _cover_kept(prompt: Part[PromptTold]) -> Part[PromptTold]:
    """As ``covered_prompt``, of a question as the journal has it."""
    if prompt.value.ask == "draw":
        return prompt.changed(cards=[])
    what = words.LOOKS_AT_HAND.format(by=prompt.value.by)
    return prompt.changed(what=what, options=[], rules=[])


def _cards_in(content: Content, secret: frozenset[str], eyes: Eyes) -> frozenset[tuple[str, str]]:
    """What was answered to secret questions that are not for those eyes, by side."""
    given: Sequence[Answered | AnsweredAgain] = ()
    if isinstance(content, Answered):
        given = [content]
    elif isinstance(content, Again):
        given = [part.value for part in content.answers]
    hidden = [
        (one.prompt.value.by, one.answer or ())
        for one in given
        if _is_kept_secret(one.prompt.value, secret) and not eyes.see(one.prompt.value.by)
    ]
    return frozenset((by, str(card)) for by, answer in hidden for card in answer)


def _answered(event: Event, content: Answered, sight: _Sight) -> Event:
    return event.changed(**_covered_answer(content, sight))


def _again(event: Event, content: Again, sight: _Sight) -> Event:
    told = [part.changed(**_covered_answer(part.value, sight)) for part in content.answers]
    return event.changed(answers=told)


def _covered_answer(one: Answered | AnsweredAgain, sight: _Sight) -> dict[str, Any]:
    """What is told otherwise of an answer to a secret question: the side that gave it reads it,
    though not what was left in the deck, which would tell what the others hold."""
    prompt = one.prompt
    if not _is_kept_secret(prompt.value, sight.secret):
        return {}
    if sight.eyes.see(prompt.value.by):
        return {"prompt": _cover_kept(prompt)} if prompt.value.ask == "draw" else {}
    told = _for_eyes(prompt.value.by)
    hidden = {"prompt": _cover_kept(prompt), "answer": told, "how": "typed"}
    was = isinstance(one, AnsweredAgain) and one.was is not None
    return {**hidden, "was": told} if was else hidden


def _edited(event: Event, content: Edited, sight: _Sight) -> Event:
    """A hand or a deck that the umpire has put right; its side is a step of the path."""
    steps = content.path.split("/")
    if sight.secret.isdisjoint(steps) or sight.eyes.side in steps:
        return event
    return event.changed(value=words.SECRET, old=words.SECRET, consequences=[])


def _done(event: Event, content: Done, sight: _Sight) -> Event:
    changed = [
        _by_how_much(one) if _is_counted_in_secret(one.value, sight) else one
        for one in content.consequences
    ]
    event = event.changed(consequences=changed)
    effects = [_effect(effect, sight.cards) for effect in content.effects]
    return event.changed(effects=effects) if effects else event


def _is_counted_in_secret(one: ChangeTold, sight: _Sight) -> bool:
    return one.what in sight.secret and not sight.eyes.see(one.side)


def _by_how_much(one: Part[ChangeTold]) -> Part[ChangeTold]:
    """A change of what is counted in secret: how much it was, not from what to what."""
    more = one.value.after - one.value.before
    arguments = one.value.says.arguments
    said = {key: value for key, value in arguments.items() if key in ("n", "amount")}
    says = structs.replace(one.value.says, arguments=said)
    return one.changed(before=max(0, -more), after=max(0, more), says=says)


def _effect(effect: Part[EffectTold], cards: frozenset[tuple[str, str]]) -> Part[EffectTold]:
    unit, amount = effect.value.unit, effect.value.amount
    if not isinstance(amount, str) or (unit, amount) not in cards:
        return effect
    return effect.changed(amount=None, says=words.FOR_EYES.format(by=unit))


COVERS: Mapping[type[Content], Callable[[Event, Any, _Sight], Event]] = {
    Answered: _answered,
    Again: _again,
    Done: _done,
    Edited: _edited,
}
"""How a step is told to those who may not read all of it, for every kind that is not for
everybody."""
