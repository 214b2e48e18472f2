"""Chances of a rule: every answer walked with exact fractions, or sampled past a bound.

A rule is fed every answer its prompts allow. Dice are not told apart, so a hand of dice is
walked as counts of faces; faces that the prompt says are treated alike (``Roll.alike``) are
walked once with the weight of them all. Both are exact for a rule that only looks at which
faces lie there. Choices are the players', so the caller decides them.

Pure: to sample, the caller hands in the source of chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from typing import Any, Generic, TypeVar

from msgspec import Struct

from rules.kernel.prompts import Choose, Draw, Look, Prompt, Roll, Steps
from vision.table.snapshot import Snapshot

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
Decide = Callable[[Choose], tuple[str, ...]]
Source = Callable[[int], int]
"""``source(n)`` gives a whole number from 0 to n-1, each as likely as the others."""

MOST_LEAVES = 20_000


DEEPEST = 60
"""Dice prompts in one course; a rule that throws again until somebody is ahead goes past any."""
UNSEEN = Snapshot((0.0, 0.0))
"""The table after models followed a ruling: nothing on it decides anything."""


class TooMany(ValueError):
    """There are more courses than may be walked: sample instead."""


class Undecided(ValueError):
    """The rule asks for something that chance does not answer; says what."""


class Chances(Struct, Generic[K], frozen=True):
    """How likely each result is; they add up to 1.

    ``exact``: walked. Else ``courses`` were sampled, and ``error`` is the largest standard
    error of any of the chances.
    """

    chances: dict[K, Fraction]
    courses: int
    exact: bool = True
    error: float = 0.0

    def of(self, test: Callable[[K], bool]) -> Fraction:
        """The chance that the result satisfies *test*."""
        return sum((chance for key, chance in self.chances.items() if test(key)), Fraction(0))

    def mean(self, worth: Callable[[K], float]) -> float:
        """The expected *worth* of the result."""
        return float(sum(worth(key) * chance for key, chance in self.chances.items()))


def undecided(prompt: Choose) -> tuple[str, ...]:
    """Refuses to decide anything: for rules that ask for no choice.

    Raises:
        Undecided: always.
    """
    raise Undecided(f"this depends on a choice: {prompt.what}")


def first_option(prompt: Choose) -> tuple[str, ...]:
    """Decides for the first option, or for none where none may be taken."""
    return tuple(option.key for option in prompt.options[: prompt.at_least])


def walk(
    rule: Callable[[], Steps[T]],
    key: Callable[[T], K],
    *,
    decide: Decide = undecided,
    most: int = MOST_LEAVES,
) -> Chances[K]:
    """Exact chances of what *key* makes of the outcome. *rule* builds the rule anew.

    Raises:
        TooMany: there are more than *most* courses, or one that may go on for ever.
        Undecided: models have to be moved, or *decide* would not decide.
    """
    chances: dict[K, Fraction] = {}
    courses = 0
    open_: list[tuple[tuple[Any, ...], Fraction]] = [((), Fraction(1))]
    while open_:
        answers, weight = open_.pop()
        prompt, outcome = _run(rule, answers, decide)
        if prompt is None:
            courses += 1
            result = key(outcome)
            chances[result] = chances.get(result, Fraction(0)) + weight
        else:
            for answer, share in answers_to(prompt):
                open_.append(((*answers, answer), weight * share))
                # Forty dice fall in a million ways: not to be listed before they are refused.
                _refuse_more_than(most, courses + len(open_))
        _refuse_more_than(most, courses + len(open_))
        if len(answers) > DEEPEST:
            raise TooMany("a course of dice may go on for ever")
    return Chances(chances, courses)


def _refuse_more_than(most: int, courses: int) -> None:
    if courses > most:
        raise TooMany(f"more than {most} courses of dice")


def _run(rule: Callable[[], Steps[T]], answers: tuple[Any, ...], decide: Decide) -> Any:
    """The prompt after *answers* that chance has to answer, or None and the outcome."""
    steps, waiting = rule(), list(answers)
    answer: Any = None
    while True:
        try:
            prompt = steps.send(answer)
        except StopIteration as stop:
            return None, stop.value
        if isinstance(prompt, Choose):
            answer = prompt.parse(decide(prompt))
        elif isinstance(prompt, Look) and prompt.after:
            answer = UNSEEN
        elif not waiting:
            return prompt, None
        else:
            answer = waiting.pop(0)


def answers_to(prompt: Prompt) -> Iterator[tuple[Any, Fraction]]:
    """Every answer that makes a difference, with its chance.

    Raises:
        Undecided: models have to be moved.
    """
    if isinstance(prompt, Roll):
        yield from _hands(prompt)
    elif isinstance(prompt, Draw):
        yield from _draws(prompt.cards, prompt.count)
    elif isinstance(prompt, Look):
        raise Undecided(f"models have to be moved: {prompt.what}")
    else:
        raise Undecided(f"this depends on a choice: {prompt.what}")


def classes_of(prompt: Roll) -> tuple[tuple[int, ...], ...]:
    """The faces in groups that the rule treats alike; each alone when it does not say."""
    return prompt.alike or tuple((face,) for face in range(1, prompt.sides + 1))


def _hands(prompt: Roll) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Counts of faces of each class, with their multinomial chance."""
    classes = classes_of(prompt)
    for counts in _splits(prompt.count, len(classes)):
        ways, faces = math.factorial(prompt.count), []
        for group, count in zip(classes, counts, strict=True):
            ways = ways // math.factorial(count) * len(group) ** count
            faces += [group[-1]] * count
        yield tuple(faces), Fraction(ways, prompt.sides**prompt.count)


def _splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    if parts == 1:
        yield (count,)
        return
    for first in range(count, -1, -1):
        for rest in _splits(count - first, parts - 1):
            yield (first, *rest)


def _draws(cards: tuple[str, ...], count: int) -> Iterator[tuple[tuple[str, ...], Fraction]]:
    if count == 0:
        yield (), Fraction(1)
        return
    for card in dict.fromkeys(cards):
        left = list(cards)
        left.remove(card)
        share = Fraction(cards.count(card), len(cards))
        for rest, chance in _draws(tuple(left), count - 1):
            yield (card, *rest), share * chance


def sample(
    rule: Callable[[], Steps[T]],
    key: Callable[[T], K],
    source: Source,
    times: int,
    *,
    decide: Decide = undecided,
) -> Chances[K]:
    """Chances counted over *times* courses thrown with *source*, with their standard error.

    Raises:
        Undecided: as for ``walk``.
    """
    counts: dict[K, int] = {}
    for _ in range(times):
        result = key(_thrown(rule, source, decide))
        counts[result] = counts.get(result, 0) + 1
    return counted(counts)


def counted(counts: Mapping[K, int]) -> Chances[K]:
    """Chances from how often each result came, at least once, with their standard error."""
    times = sum(counts.values())
    shares = {result: Fraction(count, times) for result, count in counts.items()}
    error = max(math.sqrt(p * (1 - p) / times) for p in map(float, shares.values()))
    return Chances(shares, times, False, error)


def _thrown(rule: Callable[[], Steps[T]], source: Source, decide: Decide) -> Any:
    steps, answer = rule(), None
    while True:
        try:
            prompt = steps.send(answer)
        except StopIteration as stop:
            return stop.value
        answer = _by_chance(prompt, source, decide)


def _by_chance(prompt: Prompt, source: Source, decide: Decide) -> Any:
    if isinstance(prompt, Roll):
        return tuple(source(prompt.sides) + 1 for _ in range(prompt.count))
    if isinstance(prompt, Draw):
        left = list(prompt.cards)
        return tuple(left.pop(source(len(left))) for _ in range(prompt.count))
    if isinstance(prompt, Choose):
        return prompt.parse(decide(prompt))
    if isinstance(prompt, Look) and prompt.after:
        return UNSEEN
    raise Undecided(f"models have to be moved: {prompt.what}")


def odds(
    rule: Callable[[], Steps[T]],
    key: Callable[[T], K],
    source: Source,
    *,
    decide: Decide = undecided,
    most: int = MOST_LEAVES,
    times: int = 4_000,
) -> Chances[K]:
    """Exact chances where they can be walked, else sampled ones with their error."""
    try:
        return walk(rule, key, decide=decide, most=most)
    except TooMany:
        return sample(rule, key, source, times, decide=decide)
