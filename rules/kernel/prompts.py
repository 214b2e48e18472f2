"""What a rule may ask the people at the table, and the typed ways to ask it.

Rules never write a bare ``yield``: only the helpers here do, so every answer has a type.
A prompt parses its own answer; the page, the transcript and the tests therefore refuse the
same nonsense in the same words.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from rules.kernel.refusal import Refusal
from vision.table.reading import Point, Reading, Verdict
from vision.table.snapshot import Snapshot

T = TypeVar("T")


class BadAnswer(ValueError):
    """An answer that the prompt cannot take; says what it takes. A player's mistake."""


class Roll(Struct, frozen=True, tag="roll", tag_field="ask"):
    """Dice thrown on the table by ``by``; ``need`` is the least score that succeeds, if any.

    ``rerolls`` says that these dice replace earlier ones (and may not be thrown again).
    ``alike``: the faces in groups that the rule treats alike, for exact odds; empty when it
    does not say. ``undecided``: so often both sides have thrown for it already, and it came out
    level.
    """

    what: str
    count: int
    by: str
    sides: int = 6
    need: int | None = None
    rerolls: bool = False
    rules: tuple[str, ...] = ()
    alike: tuple[tuple[int, ...], ...] = ()
    undecided: int = 0

    def parse(self, raw: object) -> tuple[int, ...]:
        """The faces, in the order thrown.

        Raises:
            BadAnswer: not ``count`` whole numbers from 1 to ``sides``.
        """
        fault = BadAnswer(
            f"{self.what}: enter {self.count} {'die' if self.count == 1 else 'dice'} "
            f"from 1 to {self.sides}"
        )
        if not isinstance(raw, list | tuple) or len(raw) != self.count:
            raise fault
        for face in raw:
            if type(face) is not int or not 1 <= face <= self.sides:
                raise fault
        return tuple(raw)


class Option(Struct, frozen=True):
    """One thing that can be chosen. ``key`` is what is recorded, ``label`` what is shown."""

    key: str
    label: str = ""
    rules: tuple[str, ...] = ()


class Choose(Struct, frozen=True, tag="choose", tag_field="ask"):
    """A choice by ``by``: between ``at_least`` and ``at_most`` different options.

    ``reading`` and ``limit`` are set when the ruler could not tell and people settle it;
    a tape reading that keeps the ``sense`` of the limit is "in".
    """

    what: str
    by: str
    options: tuple[Option, ...]
    at_least: int = 1
    at_most: int = 1
    reading: Reading | None = None
    limit: float | None = None
    sense: Literal["at most", "at least"] = "at most"
    rules: tuple[str, ...] = ()

    def parse(self, raw: object) -> tuple[str, ...]:
        """The chosen keys; a lone string is taken as one.

        Raises:
            BadAnswer: an unknown or repeated key, too few or too many.
        """
        keys = [option.key for option in self.options]
        chosen = [raw] if isinstance(raw, str) else raw
        fault = BadAnswer(f"{self.what}: choose {self._how_many()} of {', '.join(keys)}")
        if not isinstance(chosen, list | tuple) or len(set(map(str, chosen))) != len(chosen):
            raise fault
        if not self.at_least <= len(chosen) <= self.at_most:
            raise fault
        if any(key not in keys for key in chosen):
            raise fault
        return tuple(str(key) for key in chosen)

    def _how_many(self) -> str:
        if self.at_least == self.at_most:
            return "one" if self.at_least == 1 else str(self.at_least)
        return f"{self.at_least} to {self.at_most}"


class Draw(Struct, frozen=True, tag="draw", tag_field="ask"):
    """Cards drawn by ``by`` from ``deck``; ``cards`` is every card that may still be in it.

    Repeated entries in ``cards`` are several copies. The answer is the cards in order drawn:
    typed in from a real deck, or dealt by the page from a virtual one.
    """

    what: str
    by: str
    deck: str
    cards: tuple[str, ...]
    count: int = 1
    rules: tuple[str, ...] = ()

    def parse(self, raw: object) -> tuple[str, ...]:
        """The cards drawn, in order.

        Raises:
            BadAnswer: wrong number, or a card that cannot be in the deck.
        """
        drawn = [raw] if isinstance(raw, str) else raw
        fault = BadAnswer(f"{self.what}: draw {self.count} from {', '.join(self.cards)}")
        if not isinstance(drawn, list | tuple) or len(drawn) != self.count:
            raise fault
        left = list(self.cards)
        for card in drawn:
            if card not in left:
                raise fault
            left.remove(card)
        return tuple(str(card) for card in drawn)


class Newcomer(Struct, frozen=True):
    """A unit that joins in the middle of a battle, on one base whose payload is its id.

    ``base``: what kind of base that is, cut ``frontage_in`` by ``depth_in``.
    """

    id: str
    side: str
    kind: str
    name: str = ""
    base: str = ""
    frontage_in: float = 2.0
    depth_in: float = 1.6
    figures: int = 0


class Spot(Struct, frozen=True):
    """Where one base has to come to stand: the middle of its footprint (inches), its front."""

    payload: str
    x_in: float
    y_in: float
    facing_deg: float


class Reach(Struct, frozen=True):
    """Ground that a base of ``unit`` may cover, for the page to draw; it decides nothing.

    The ground is every place where ``outline_in`` (table inches) comes to lie when it is
    shifted by ``far_in`` at most, within ``spread_deg`` (90 at most, or 180: any way) of
    ``toward_deg``; as it stands when ``far_in`` is 0. ``ends``: the one place that is left to a
    base by a rule that leaves no choice, None where there is one. ``kind``: ``may`` be entered,
    ``costs`` something (or is where it has to go: ``title`` says which), may ``not``.
    """

    unit: str
    title: str
    outline_in: tuple[Point, ...]
    far_in: float = 0.0
    toward_deg: float = 0.0
    spread_deg: float = 180.0
    kind: Literal["may", "costs", "not"] = "may"
    rule: str = ""
    ends: Spot | None = None


class Sent(Struct, frozen=True):
    """Where a rule sends the first unit of a question: up to ``foe``, whom it ``touches`` in the
    end; ``short`` of enemies on its way; ``turned`` to look the other way."""

    foe: str = ""
    touches: bool = False
    short: bool = False
    turned: bool = False


class Look(Struct, frozen=True, tag="look", tag_field="ask"):
    """Models are to be moved by ``by``; the answer is the settled snapshot afterwards.

    ``after``: everything is ruled, and the models have only to follow; whatever is seen then
    decides nothing, so odds can be worked out without it. ``brings``: units that join now,
    whose bases the page offers to put down. ``reach``: where they may go, to be drawn; two
    questions that differ in nothing else are the same question. ``fault``: what was wrong with
    the move before, when it is asked for again. ``sent``: where a rule sends it, None when its
    player moves it as he likes.
    """

    what: str
    by: str
    units: tuple[str, ...] = ()
    rules: tuple[str, ...] = ()
    after: bool = False
    brings: tuple[Newcomer, ...] = ()
    reach: tuple[Reach, ...] = ()
    fault: Refusal | None = None
    sent: Sent | None = None

    @property
    def told(self) -> str:
        """What is asked, with what was wrong before, as one line of text."""
        return self.what if self.fault is None else f"{self.fault}. Again: {self.what}"

    def parse(self, raw: object) -> Snapshot:
        """The snapshot, from a Snapshot or its plain form.

        Raises:
            BadAnswer: not a snapshot.
        """
        if isinstance(raw, Snapshot):
            return raw
        try:
            return msgspec.convert(raw, Snapshot)
        except msgspec.ValidationError as why:
            raise BadAnswer(f"{self.what}: not a snapshot of the table ({why})") from None


Prompt: TypeAlias = Roll | Choose | Draw | Look
Steps: TypeAlias = Generator[Prompt, Any, T]


def roll(
    what: str,
    count: int,
    by: str,
    *,
    sides: int = 6,
    need: int | None = None,
    rerolls: bool = False,
    rules: tuple[str, ...] = (),
    alike: tuple[tuple[int, ...], ...] = (),
    undecided: int = 0,
) -> Steps[tuple[int, ...]]:
    """Ask for dice; no dice, no question."""
    if count < 1:
        return ()
    faces: tuple[int, ...] = yield Roll(
        what, count, by, sides, need, rerolls, rules, alike, undecided
    )
    return faces


def roll_off(
    what: str, sides: tuple[str, str], *, rules: tuple[str, ...] = ()
) -> Steps[tuple[int, int]]:
    """A die of each side, both again until they differ."""
    one = two = level = 0
    while one == two:
        (one,) = yield from roll(what, 1, sides[0], rules=rules, undecided=level)
        (two,) = yield from roll(what, 1, sides[1], rules=rules, undecided=level)
        level += 1
    return one, two


def choose(
    what: str, by: str, options: tuple[Option, ...], *, rules: tuple[str, ...] = ()
) -> Steps[str]:
    """Ask for one option; a lone option is taken without asking."""
    if len(options) == 1:
        return options[0].key
    chosen: tuple[str, ...] = yield Choose(what, by, options, rules=rules)
    return chosen[0]


def choose_some(
    what: str,
    by: str,
    options: tuple[Option, ...],
    *,
    at_least: int = 0,
    at_most: int | None = None,
    rules: tuple[str, ...] = (),
) -> Steps[tuple[str, ...]]:
    """Ask for several different options; no options, no question."""
    if not options:
        return ()
    most = len(options) if at_most is None else min(at_most, len(options))
    chosen: tuple[str, ...] = yield Choose(what, by, options, at_least, most, rules=rules)
    return chosen


def yes(what: str, by: str, *, rules: tuple[str, ...] = ()) -> Steps[bool]:
    """Ask a yes-or-no question."""
    chosen = yield from choose(what, by, (Option("yes"), Option("no")), rules=rules)
    return chosen == "yes"


def draw(
    what: str,
    by: str,
    deck: str,
    cards: tuple[str, ...],
    count: int = 1,
    *,
    rules: tuple[str, ...] = (),
) -> Steps[tuple[str, ...]]:
    """Ask for cards; none to draw, no question."""
    if count < 1 or not cards:
        return ()
    drawn: tuple[str, ...] = yield Draw(what, by, deck, cards, min(count, len(cards)), rules)
    return drawn


def look(
    what: str,
    by: str,
    units: tuple[str, ...] = (),
    *,
    rules: tuple[str, ...] = (),
    after: bool = False,
    brings: tuple[Newcomer, ...] = (),
    reach: tuple[Reach, ...] = (),
    fault: Refusal | None = None,
    sent: Sent | None = None,
) -> Steps[Snapshot]:
    """Ask that models be moved; gives the settled table afterwards."""
    table: Snapshot = yield Look(what, by, units, rules, after, brings, reach, fault, sent)
    return table


def within(
    reading: Reading,
    limit: float,
    by: str,
    *,
    what: str = "",
    band: float = 0.0,
    sense: Literal["at most", "at least"] = "at most",
    rules: tuple[str, ...] = (),
) -> Steps[bool]:
    """Is the reading at most (or at least) *limit*?  Asks only when it is too close to call.

    Asks in the words of *what*; from where to where is a field of the question's reading.
    """
    if sense == "at most":
        verdict = reading.compare(limit, band)
    else:
        verdict = reading.at_least(limit, band)
    if verdict is not Verdict.CLOSE:
        return verdict is Verdict.IN
    question = what or reading.what.replace("_", " ")
    chosen: tuple[str, ...] = yield Choose(
        f"{question}: {reading} against {limit:g}, too close to call",
        by,
        (
            Option("in", "it is in: as stated beforehand, or by the tape"),
            Option("out", "it is out: as stated beforehand, or by the tape"),
            Option("dice", "throw for it"),
        ),
        reading=reading,
        limit=limit,
        sense=sense,
        rules=rules,
    )
    if chosen[0] != "dice":
        return chosen[0] == "in"
    (face,) = yield from roll(f"{question}: in on 4 or more", 1, by, need=4, rules=rules)
    return face >= 4


def is_so(margin: Reading, by: str, what: str, *rules: str, band: float = 0.0) -> Steps[bool]:
    """Does a measurement of yes or no say yes: is its margin nought or more?  Asks only when it is
    too close to call."""
    return (yield from within(margin, 0.0, by, what=what, band=band, sense="at least", rules=rules))
