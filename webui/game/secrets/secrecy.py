"""What one visitor may read of a game in which sides hold something in secret.

Law: the one place where a drawn card, or a question about a hand, is taken out of what the
journal says. The command line reads the journal itself: whoever has the file has everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.kernel.plain import to_plain
from rules.kernel.prompts import Prompt
from rules.kernel.protocol import Plain, Ruling
from vision.table.snapshot import Snapshot
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


def covered(events: Iterable[Event], secret: frozenset[str], eyes: Eyes) -> tuple[Event, ...]:
    """*events*, parents before children, without what those eyes may not see."""
    if not secret or eyes.every:
        return tuple(events)
    hidden: dict[int, frozenset[tuple[str, str]]] = {}
    found = []
    for event in events:
        cards = hidden.get(event.parent or 0, frozenset())
        if event.kind in ("answer", "again"):
            cards |= _cards_in(event, secret, eyes)
            event = _said(event, secret, eyes)
        elif event.kind == "done":
            event = _done(event, cards, secret, eyes)
        elif event.kind == "edit":
            event = _edit(event, secret, eyes)
        if event.kind not in ("declare", "done"):
            hidden[event.id] = cards
        found.append(event)
    return tuple(found)


def is_secret(prompt: Mapping[str, Plain], secret: frozenset[str]) -> bool:
    """Is what a prompt asks, as plain data, for the asked side alone?"""
    if prompt["ask"] == "draw":
        return prompt["deck"] in secret
    return prompt["ask"] == "choose" and not secret.isdisjoint(prompt["rules"])


def covered_prompt(prompt: Mapping[str, Plain]) -> dict[str, Plain]:
    """A secret question as the others see it."""
    if prompt["ask"] == "draw":
        return {**prompt, "cards": []}
    what = words.LOOKS_AT_HAND.format(by=prompt["by"])
    return {**prompt, "what": what, "options": [], "rules": []}


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
    hidden = [one for one in asked if is_secret(to_plain(one), secret) and not eyes.see(one.by)]
    return bool(hidden) or (opened.action.do in secret and not eyes.every)


def _one_answer(
    prompt: Prompt, answer: object, secret: frozenset[str], eyes: Eyes
) -> dict[str, Plain]:
    said = None if isinstance(answer, Snapshot) else to_plain(answer)
    plain = to_plain(prompt)
    if is_secret(plain, secret) and not eyes.see(prompt.by):
        plain, said = covered_prompt(plain), _for_eyes(prompt.by)
    return {"what": plain["what"], "by": prompt.by, "answer": said}


def _for_eyes(by: str) -> list[Plain]:
    return [words.FOR_EYES.format(by=by)]


def _not_for(eyes: Eyes, by: str, answer: Sequence[str]) -> frozenset[tuple[str, str]]:
    return frozenset() if eyes.see(by) else frozenset((by, card) for card in answer)


def _answers_in(event: Event) -> list[dict[str, Plain]]:
    """The answers that a step holds: its own, or all that an action is run again with."""
    found: list[dict[str, Plain]] = event.body["answers"] if event.kind == "again" else [event.body]
    return found


def _cards_in(event: Event, secret: frozenset[str], eyes: Eyes) -> frozenset[tuple[str, str]]:
    found: frozenset[tuple[str, str]] = frozenset()
    for one in _answers_in(event):
        if is_secret(one["prompt"], secret):
            found |= _not_for(eyes, one["prompt"]["by"], one["answer"])
    return found


def _said(event: Event, secret: frozenset[str], eyes: Eyes) -> Event:
    """What was answered, as those eyes may read it."""
    told = [
        _answer_body(one, eyes) if is_secret(one["prompt"], secret) else one
        for one in _answers_in(event)
    ]
    body = {**event.body, "answers": told} if event.kind == "again" else told[0]
    return replace(event, body=body)


def _answer_body(body: Mapping[str, Plain], eyes: Eyes) -> dict[str, Plain]:
    """An answer to a secret question: the side that gave it reads it, though not what was left
    in the deck, which would tell what the others hold."""
    prompt = body["prompt"]
    if eyes.see(prompt["by"]):
        return {**body, "prompt": {**prompt, "cards": []} if prompt["ask"] == "draw" else prompt}
    hidden = {**body, "prompt": covered_prompt(prompt), "answer": _for_eyes(prompt["by"])}
    if "was" in body:
        hidden["was"] = _for_eyes(prompt["by"])
    return {**hidden, "how": "typed"}


def _edit(event: Event, secret: frozenset[str], eyes: Eyes) -> Event:
    """A hand or a deck that the umpire has put right; its side is a step of the path."""
    steps = str(event.body["path"]).split("/")
    if secret.isdisjoint(steps) or eyes.side in steps:
        return event
    told = {"value": words.SECRET, "old": words.SECRET, "consequences": []}
    return replace(event, body={**event.body, **told})


def _done(
    event: Event, cards: frozenset[tuple[str, str]], secret: frozenset[str], eyes: Eyes
) -> Event:
    body = event.body
    effects = [_effect(effect, cards) for effect in body["effects"]]
    changed = [
        _by_how_much(one) if one["what"] in secret and not eyes.see(one["side"]) else one
        for one in body.get("consequences", [])
    ]
    return replace(event, body={**body, "effects": effects, "consequences": changed})


def _by_how_much(one: dict[str, Plain]) -> dict[str, Plain]:
    """A change of what is counted in secret: how much it was, not from what to what."""
    more = one["after"] - one["before"]
    said = {key: value for key, value in one["says"]["arguments"].items() if key in ("n", "amount")}
    told = {"before": max(0, -more), "after": max(0, more)}
    return {**one, **told, "says": {**one["says"], "arguments": said}}


def _effect(effect: dict[str, Plain], cards: frozenset[tuple[str, str]]) -> dict[str, Plain]:
    if (effect["unit"], effect["amount"]) not in cards:
        return effect
    return {**effect, "amount": None, "says": words.FOR_EYES.format(by=effect["unit"])}
