"""The language of a book: an action under way, its conditions, and how it is registered.

One ``Play`` carries an action; one ``Check`` makes the offer, the refusal and the question when
it is too close to call; one ``@book.action`` registers a rule under the name that players use.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.offers import refused
from rules.kernel.prompts import Steps, within
from rules.kernel.protocol import (
    Action,
    Effect,
    IllegalAction,
    Modifier,
    Offer,
    Outcome,
    Plain,
    Refusal,
    Ruling,
    Verbs,
)
from rules.kernel.switches import Amount as Amount
from rules.kernel.switches import Choice as Choice
from rules.kernel.switches import Flag as Flag
from rules.kernel.switches import Member as Member
from rules.kernel.switches import Number as Number
from rules.kernel.telling.house_told import cited
from vision.table.reading import Reading, Unmeasurable, Verdict
from vision.table.snapshot import Snapshot

U = TypeVar("U", covariant=True)


class Game(Protocol[U]):
    """What a state must have to be played: its units by id, and its house rules."""

    @property
    def units(self) -> Mapping[str, U]:
        """Every unit by its id."""

    @property
    def house(self) -> dict[str, str]:
        """The house rules that are not at their default."""


class Carried(Protocol[U]):
    """A play whose state has units of that type."""

    @property
    def state(self) -> Game[U]:
        """The game as it is now."""


S = TypeVar("S", bound=Game[Any])


class Play(Struct, Generic[S], frozen=True):
    """An action under way: state and table so far, and what has been ruled on the way."""

    state: S
    table: Snapshot
    rulings: tuple[Ruling, ...] = ()
    effects: tuple[Effect, ...] = ()

    def unit(self: Carried[U], unit_id: str) -> U:
        """The unit of that id.

        Raises:
            IllegalAction: there is none; the nearest id is named.
        """
        found = self.state.units.get(unit_id)
        if found is None:
            near = difflib.get_close_matches(unit_id, self.state.units, n=1)
            meant = f": did you mean {near[0]}?" if near else ""
            raise IllegalAction(f"there is no unit {unit_id!r} in this battle{meant}")
        return found

    def change(self, unit_id: str, **fields: Any) -> Play[S]:
        """The play with fields of one unit changed."""
        return self.change_in("units", unit_id, **fields)

    def change_in(self, place: str, name: str, **fields: Any) -> Play[S]:
        """The play with fields of one member changed, of the dict by name that is the field
        *place* of the state: leaders, sides."""
        them = getattr(self.state, place)
        return self.with_state(**{place: {**them, name: replace(them[name], **fields)}})

    def with_state(self, **fields: Any) -> Play[S]:
        """The play with fields of the state changed."""
        state: Any = self.state
        return replace(self, state=replace(state, **fields))

    def on_table(self, table: Snapshot) -> Play[S]:
        """The play on a newer table: models have been moved."""
        return replace(self, table=table)

    def on(self, house_rule: Flag | Member) -> bool:
        """Is a house rule on, or this value of it played by?  The next ruling cites it where
        it is not at its default."""
        return house_rule.of(self.state.house)

    def number(self, number: Number) -> int:
        """What a house rule stands at, cited as ``on`` does."""
        return number.of(self.state.house)

    def step(
        self,
        says: str,
        *rules: str,
        faces: tuple[int, ...] = (),
        modifiers: tuple[Modifier, ...] = (),
        total: str = "",
        readings: tuple[Reading, ...] = (),
        agreed: bool = False,
    ) -> Play[S]:
        """The play with one more ruling, each id once, which cites the house rules read for it."""
        ids, house = tuple(dict.fromkeys(rules)), cited(self.state)
        ruling = Ruling(says, ids, modifiers, total, readings, faces, house, agreed=agreed)
        return replace(self, rulings=(*self.rulings, ruling))

    def advise(self, says: str, *rules: str, readings: tuple[Reading, ...] = ()) -> Play[S]:
        """The play with a remark that changes nothing."""
        remark = Ruling(f"note: {says}", rules, readings=readings, aside=True)
        return replace(self, rulings=(*self.rulings, remark))

    def effect(self, kind: str, unit: str, amount: Plain = None, says: str = "") -> Play[S]:
        """The play with one more change for the page to show."""
        return replace(self, effects=(*self.effects, Effect(kind, unit, amount, says)))

    def outcome(self) -> Outcome:
        """The end of the action."""
        return Outcome(self.state, self.rulings, self.effects)


class Check(Struct, frozen=True):
    """One condition of an action: *says* is the refusal when it does not hold.

    With a ``reading`` it is measured against ``limit``; within the ± people are asked. ``says``
    may hold ``{reading}`` and ``{limit}``, which are written out only when needed.
    """

    says: str
    rule: str
    holds: bool = True
    reading: Reading | None = None
    limit: float = 0.0
    sense: Literal["at most", "at least", "more than"] = "at most"

    def verdict(self, band: float = 0.0) -> Verdict:
        """IN when it holds, OUT when not, CLOSE when the ruler cannot tell, or within *band*."""
        if self.reading is None:
            return Verdict.IN if self.holds else Verdict.OUT
        if self.sense == "at least":
            return self.reading.at_least(self.limit, band)
        most = self.reading.compare(self.limit, band)
        return most if self.sense == "at most" else _NOT[most]

    @property
    def sentence(self) -> str:
        """The reason as people read it."""
        limit = f"{self.limit:g} in"
        return self.says.replace("{reading}", str(self.reading)).replace("{limit}", limit)

    @property
    def refusal(self) -> Refusal:
        """The sentence, the id it rests on and what was measured."""
        readings = () if self.reading is None else (self.reading,)
        return Refusal(self.sentence, (self.rule,), readings=readings)

    def settled(self, by: str, band: float) -> Steps[bool]:
        """Side *by* says whether it holds, where it is too close to call."""
        if self.reading is None:
            return self.holds
        sense: Literal["at most", "at least"] = (
            "at least" if self.sense == "at least" else "at most"
        )
        found = yield from within(
            self.reading, self.limit, by, band=band, sense=sense, rules=(self.rule,)
        )
        return not found if self.sense == "more than" else found


_NOT = {Verdict.IN: Verdict.OUT, Verdict.OUT: Verdict.IN, Verdict.CLOSE: Verdict.CLOSE}


def require(checks: Iterable[Check], by: str, band: float = 0.0) -> Steps[None]:
    """Every check must hold; side *by* settles what is too close to call, and is not asked when
    another check fails anyhow.

    Raises:
        IllegalAction: the first that does not hold.
    """
    close: list[Check] = []
    for check in checks:
        verdict = check.verdict(band)
        if verdict is Verdict.OUT:
            raise IllegalAction(check.refusal)
        if verdict is Verdict.CLOSE:
            close.append(check)
    for check in close:
        if not (yield from check.settled(by, band)):
            raise IllegalAction(check.refusal)


def offered(
    action: Action, title: str, checks: Iterable[Check], needs: dict[str, tuple[str, ...]]
) -> Offer:
    """The same checks as an offer: legal, or greyed with the reason of the first that fails."""
    readings: tuple[Reading, ...] = ()
    why = ""
    try:
        for check in checks:
            verdict = check.verdict()
            readings += (check.reading,) if check.reading is not None else ()
            if verdict is Verdict.OUT:
                return refused(action, title, check.refusal, readings)
            if verdict is Verdict.CLOSE:
                why = why or f"{check.reading} against {check.limit:g} is too close to call"
    except Unmeasurable as unseen:
        return Offer(action, title, False, str(unseen), readings=readings)
    return Offer(action, title, True, why, (), readings, needs)


Checks: TypeAlias = Callable[[Play[Any], str, str], Iterator[Check]]
"""May *by* do it, to *at*?  *at* is "" for what is done to nobody."""

Rule: TypeAlias = Callable[..., Steps[Play[Any]]]
"""Takes the play, who acts, whom it is done to, and what else was said, by name."""


class Act(Struct, frozen=True):
    """A registered action. ``title``: what the page offers, with ``{at}`` for the target."""

    name: str
    title: str
    checks: Checks
    rule: Rule
    at: Literal["", "enemy", "friend"] = ""
    by: Literal["unit", "side"] = "unit"
    needs: dict[str, tuple[str, ...]] = {}


@dataclass(frozen=True)
class Book:
    """The actions of one book. ``acts``: by name, in the order in which they are offered."""

    sides: Callable[[Any], tuple[str, str]]
    acts: dict[str, Act] = field(default_factory=dict)

    def action(
        self,
        name: str,
        title: str,
        checks: Checks,
        *,
        at: Literal["", "enemy", "friend"] = "",
        by: Literal["unit", "side"] = "unit",
        needs: dict[str, tuple[str, ...]] | None = None,
    ) -> Callable[[Rule], Rule]:
        """Register the function below as the rule of an action."""

        def register(rule: Rule) -> Rule:
            self.acts[name] = Act(name, title, checks, rule, at, by, needs or {})
            return rule

        return register

    @property
    def verbs(self) -> Verbs:
        """Every action with what it may say besides who and whom."""
        return {act.name: act.needs for act in self.acts.values()}

    def offers(self, state: Any, table: Snapshot) -> tuple[Offer, ...]:
        """Every action of every unit and side, legal or not, with the reason."""
        play = Play(state, table)
        return tuple(
            offered(Action(act.name, by, at or None), self._titled(state, act, at),
                    act.checks(play, by, at), act.needs)
            for act in self.acts.values()
            for by in self._actors(state, act)
            for at in self._targets(state, act, by)
        )  # fmt: skip

    def resolve(self, action: Action, state: Any, table: Snapshot) -> Steps[Outcome]:
        """One action: its checks, then its rule.

        Raises:
            IllegalAction: it is none of this book, or a check fails.
        """
        act = self._named(action.do)
        play: Play[Any] = Play(state, table)
        at = action.at or ""
        self._known(play, act, action.by, at)
        said = _arguments(act, action)
        side = action.by if act.by == "side" else play.unit(action.by).side
        yield from require(act.checks(play, action.by, at), side)
        play = yield from act.rule(play, action.by, at, **said)
        return play.outcome()

    def _named(self, name: str) -> Act:
        if name in self.acts:
            return self.acts[name]
        near = difflib.get_close_matches(name, self.acts, n=1)
        meant = f", did you mean {near[0]}?" if near else ""
        raise IllegalAction(f"this book has no action {name!r}{meant}: {', '.join(self.acts)}")

    def _known(self, play: Play[Any], act: Act, by: str, at: str) -> None:
        if act.by == "side" and by not in self.sides(play.state):
            raise IllegalAction(f"there is no side {by!r}: {', '.join(self.sides(play.state))}")
        if act.by == "unit":
            play.unit(by)
        if bool(at) != bool(act.at):
            raise IllegalAction(
                f"{act.name}: {'name its target' if act.at else 'it has no target'}"
            )
        if at:
            play.unit(at)

    def _actors(self, state: Any, act: Act) -> tuple[str, ...]:
        if act.by == "side":
            return self.sides(state)
        return tuple(one.id for one in state.units.values() if not one.gone)

    def _targets(self, state: Any, act: Act, by: str) -> tuple[str, ...]:
        if not act.at:
            return ("",)
        mine = state.units[by].side
        return tuple(
            one.id for one in state.units.values()
            if not one.gone and one.id != by and (one.side == mine) == (act.at == "friend")
        )  # fmt: skip

    @staticmethod
    def _titled(state: Any, act: Act, at: str) -> str:
        return act.title.format(at=state.units[at].label if at else "")


def _arguments(act: Act, action: Action) -> dict[str, str]:
    """What was said besides, each a value that the action takes.

    Raises:
        IllegalAction: one is missing, unknown, or not among its values.
    """
    for name in action.more:
        if name not in act.needs:
            near = difflib.get_close_matches(name, act.needs, n=1)
            meant = f": did you mean {near[0]}?" if near else ""
            raise IllegalAction(f"{act.name} takes no {name!r}{meant}")
    for name, values in act.needs.items():
        if action.more.get(name) not in values:
            raise IllegalAction(f"{act.name}: {name} is one of {', '.join(values)}")
    return {name: str(action.more[name]) for name in act.needs}
