"""The actions of a book: one registration makes the offer, the refusal and the rule."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, Literal, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.offers import offered
from rules.kernel.play import Condition, Conditions, Play, allowed, every_unit, require
from rules.kernel.prompts import Steps
from rules.kernel.protocol import UNITS, Action, IllegalAction, Offer, Outcome, Setting, Verbs
from rules.kernel.switches import Typed
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Snapshot

Checks: TypeAlias = Callable[..., Conditions]
"""May it be done?  Takes the play, who acts, whom it is done to ("" for nobody), and by name
what else was said."""

Rule: TypeAlias = Callable[..., Play[Any] | Steps[Play[Any]]]
"""Takes the same; a rule that asks nobody gives the next play at once."""
R = TypeVar("R", bound=Rule)
Reads: TypeAlias = Callable[..., dict[str, Any]]
"""Takes the same, and gives by name what checks and rule are handed in place of what was said."""
Before: TypeAlias = Callable[..., Steps[Play[Any]]]
"""Takes the same, and asks what has to be known before the checks."""

Titles: TypeAlias = str | Callable[..., str]
"""What the page offers: a template with ``{by}`` and ``{at}``, or made from what a rule takes."""

Chooses: TypeAlias = Callable[..., Setting]
"""Which of several settings is chosen by it; takes what a rule takes."""

Offering: TypeAlias = Callable[[Play[Any]], Iterable[Offer]]
"""All that is offered of an action, where that is not one offer a target."""

Named: TypeAlias = Callable[[Play[Any], str], Any]
"""What a rule is handed for an id.

Raises:
    IllegalAction: the id is nobody's.
"""


class Says(Struct, frozen=True):
    """What an action may say besides who and whom: one of ``values``, () for any word.

    ``as_``: the name of the parameter that takes it, by default its own. ``many``: a list of
    words. ``needed``: it must be said. What is not said is ``usual``; of yes and no a rule is
    handed a bool. ``most``: a whole number from 0 to that. ``plain``: whatever is said, a number
    or a list as well; the rule reads it. ``picks(play, by, at)``: what an offer proposes for it,
    () for nothing. ``rule``: the id that gives the values. ``asks``: what a page asks for it by,
    where its name alone tells nobody what it does.
    """

    values: tuple[str, ...] = ()
    as_: str = ""
    many: bool = False
    needed: bool = False
    plain: bool = False
    most: int | None = None
    usual: Any = ""
    picks: Callable[..., tuple[str, ...]] | None = None
    rule: str = ""
    asks: str = ""

    def read(self, do: str, name: str, said: Any) -> Any:
        """What was *said* under *name*, as the rule takes it.

        Raises:
            IllegalAction: it is no word, no list of words, or none of the values.
        """
        if self.plain:
            return said
        if self.most is not None:
            return self._number(do, name, said or 0)
        if self.many:
            if not isinstance(said, list | tuple):
                raise IllegalAction(f"{do}: {name} must be a list")
            return tuple(self._one(do, name, str(one)) for one in said)
        if self.values == YES_NO and isinstance(said, bool):
            return said
        if not isinstance(said, str):
            raise IllegalAction(f"{do}: {name} must be a word")
        found = self._one(do, name, said) if said or self.needed else ""
        return found == "yes" if self.values == YES_NO else found

    def _number(self, do: str, name: str, said: Any) -> int:
        whole = str(said) if isinstance(said, int | str) else ""
        if not whole.isdecimal() or len(whole) > 3 or int(whole) > (self.most or 0):
            raise IllegalAction(f"{do}: {name} is a number from 0 to {self.most}")
        return int(whole)

    def _one(self, do: str, name: str, word: str) -> str:
        if self.values and word not in self.values:
            rules = (self.rule,) if self.rule else ()
            raise IllegalAction(f"{do}: {name} is one of {', '.join(self.values)}", *rules)
        return word


YES_NO = ("yes", "no")


class Act(Struct, frozen=True):
    """A registered action. ``phases``: those it belongs to, () for any.

    ``at`` "any": at a unit, a place or nothing, which the rule reads itself. ``offers``: in the
    place of one offer for each target. Under UNITS an action may say something of any unit by its
    id: its rule takes that as ``others``. ``reads``: what all that was said comes to, worked out
    once for ``before``, checks and rule. ``sets``: where it chooses one of several settings, which.
    """

    name: str
    title: Titles
    checks: Checks
    rule: Rule
    at: Literal["", "enemy", "friend", "any"] | Named = ""
    by: Literal["unit", "side"] | Named = "unit"
    takes: dict[str, Says] = {}
    phases: tuple[str, ...] = ()
    offers: Offering | None = None
    before: Before | None = None
    reads: Reads | None = None
    sets: Chooses | None = None

    @property
    def values(self) -> dict[str, tuple[str, ...]]:
        """What it may say besides, by name, each with its possible values."""
        return {name: says.values for name, says in self.takes.items()}

    def arguments(self, action: Action, *, offering: bool = False) -> dict[str, Any]:
        """What was said besides, by the names of the parameters that take it.

        In an offer that which it asks for may still be missing.

        Raises:
            IllegalAction: one is missing, unknown, or not among its values.
        """
        found: dict[str, Any] = {"others": {}} if UNITS in self.takes else {}
        for name, said in action.more.items():
            if name in self.takes:
                continue
            if UNITS not in self.takes:
                meant = _meant(name, self.takes)
                raise IllegalAction(f"{self.name} takes no {name!r}{meant}")
            found["others"][name] = self.takes[UNITS].read(self.name, name, said)
        for name, says in self.takes.items():
            if name == UNITS:
                continue
            if offering and (says.needed or says.picks) and name not in action.more:
                continue
            said = action.more.get(name, says.usual or ([] if says.many else ""))
            found[says.as_ or name] = says.read(self.name, name, said)
        return found

    def heard(self, play: Play[Any], by: Any, at: Any, said: dict[str, Any]) -> dict[str, Any]:
        """What checks and rule are handed for what was *said*."""
        return said if self.reads is None else self.reads(play, by, at, **said)


def anybody(play: Play[Any], by: Any, at: Any, **said: Any) -> Conditions:
    """The checks of what may always be done."""
    yield from ()


def _the_id(play: Play[Any], unit_id: str) -> str:
    return unit_id if play.unit(unit_id) else ""


def _nothing_first(state: Any, act: Act) -> Conditions:
    yield from ()


@dataclass(frozen=True)
class Book:
    """The actions of one book. ``acts``: by name, in the order in which they are offered.

    ``first(state, act)``: the conditions of every action, before anything is measured.
    ``named``: what rules are handed for the id of a unit, by default the id. ``field``: the part
    of a table that a state takes part in. ``band``: the half-width of the grey band in which
    players decide. ``premeasure``: do offers measure? ``measured_by``: the house rules that a
    measured refusal rests on. ``no_others``: the ids by which there are no other actions.
    """

    sides: Callable[[Any], tuple[str, str]]
    acts: dict[str, Act] = field(default_factory=dict)
    first: Callable[[Any, Act], Conditions] = _nothing_first
    named: Named = _the_id
    field: Callable[[Any, Snapshot], Snapshot] = lambda state, table: table
    band: Callable[[Any], float] = lambda state: 0.0
    premeasure: Callable[[Any], bool] = lambda state: True
    measured_by: tuple[Typed, ...] = ()
    no_others: tuple[str, ...] = ()

    def action(
        self,
        name: str,
        title: Titles,
        checks: Checks,
        *,
        at: Literal["", "enemy", "friend", "any"] | Named = "",
        by: Literal["unit", "side"] | Named = "unit",
        needs: dict[str, tuple[str, ...]] | None = None,
        says: dict[str, Says] | None = None,
        phases: tuple[str, ...] = (),
        offers: Offering | None = None,
        before: Before | None = None,
        reads: Reads | None = None,
        sets: Chooses | None = None,
    ) -> Callable[[R], R]:
        """Register the function below as the rule of an action.

        *needs*: what must be said besides, with its values; *says*: what may be. *before*: what
        people have to say before it can be judged. *reads*: what it comes to, read once for all.
        *sets*: which of several settings it chooses.
        """
        needed = {one: Says(values, needed=True) for one, values in (needs or {}).items()}

        def register(rule: R) -> R:
            said = {**needed, **(says or {})}
            self.acts[name] = Act(
                name, title, checks, rule, at, by, said, phases, offers, before, reads, sets
            )
            return rule

        return register

    @property
    def verbs(self) -> Verbs:
        """Every action with what it may say besides who and whom."""
        return {act.name: act.values for act in self.acts.values()}

    def play(self, state: Any, table: Snapshot) -> Play[Any]:
        """An action that begins.

        Raises:
            Unmeasurable: what takes part is not on the table.
        """
        return Play(state, self.field(state, table))

    def offers(self, state: Any, table: Snapshot) -> tuple[Offer, ...]:
        """Every action of every unit and side, legal or not, with the reason."""
        play = self.play(state, table)
        return tuple(
            offer
            for act in self.acts.values()
            for offer in (act.offers or self._each_target(act))(play)
        )

    def _each_target(self, act: Act) -> Offering:
        return lambda play: (
            self.offer(play, Action(act.name, by, at or None))
            for by in self._actors(play.state, act)
            for at in self._targets(play.state, act, by)
        )

    def offer(self, play: Play[Any], action: Action) -> Offer:
        """One action, legal or greyed with the reason of the first check that fails."""
        act = self._named(action.do)
        by, at = self._who(play, act, action.by), self._whom(play, act, action.at or "")
        said = act.heard(play, by, at, act.arguments(action, offering=True))
        asked = {
            name: says.picks(play, by, at) if says.picks else says.values
            for name, says in act.takes.items()
            if (says.needed or says.picks) and name not in action.more
        }
        needs = {name: values for name, values in asked.items() if values}
        asks = {name: act.takes[name].asks for name in needs if act.takes[name].asks}
        checks = chain(self.first(play.state, act), act.checks(play, by, at, **said))
        title = _titled(play, act, by, at, said)
        measured = self.premeasure(play.state)
        made = offered(action, title, checks, needs, self.band(play.state), measured, play)
        made = replace(made, asks=asks)
        return replace(made, setting=act.sets(play, by, at, **said)) if act.sets else made

    def require(self, play: Play[Any], checks: Iterable[Condition], by: str) -> Steps[None]:
        """Every check must hold; side *by* settles what is within the grey band.

        Raises:
            IllegalAction: the first that does not.
        """
        try:
            yield from require(checks, by, self.band(play.state))
        except IllegalAction as why:
            if not (why.refusal.readings and self.measured_by):
                raise
            under = tuple(one.told(play.state.house) for one in self.measured_by)
            raise IllegalAction(why.refusal.also(house=tuple(filter(None, under)))) from None

    def may(self, play: Play[Any], checks: Iterable[Condition]) -> bool:
        """Do all checks hold, or are too close to call?  What cannot be measured may not be."""
        try:
            return allowed(checks, self.band(play.state))
        except Unmeasurable:
            return False

    def resolve(self, action: Action, state: Any, table: Snapshot) -> Steps[Outcome]:
        """One action as the page takes it: carried out, and what it came to."""
        return (yield from self.carried(action, state, table)).outcome()

    def carried(self, action: Action, state: Any, table: Snapshot) -> Steps[Play[Any]]:
        """One action: what is said before it, its checks (told, on a table agreed on), its rule.

        Raises:
            IllegalAction: it is none of this book, or a check fails.
        """
        act = self._named(action.do)
        if self.first is not _nothing_first:
            yield from require(self.first(state, act), action.by)
        play = self.play(state, table)
        to = action.at or ""
        by, at = self._who(play, act, action.by), self._whom(play, act, to)
        words = act.arguments(action)
        said = act.heard(play, by, at, words)
        if act.before is not None:
            told = yield from act.before(play, by, at, **said)
            if told is not play:
                play, by, at = told, self._who(told, act, action.by), self._whom(told, act, to)
                said = act.heard(play, by, at, words)
        checks = act.checks(play, by, at, **said)
        if table.agreed:
            play = play.let_stand(checks)
        else:
            yield from self.require(play, checks, self._side(play, act, action.by, by))
        done = act.rule(play, by, at, **said)
        return done if isinstance(done, Play) else (yield from done)

    def _named(self, name: str) -> Act:
        if name in self.acts:
            return self.acts[name]
        meant = _meant(name, self.acts)
        says = f"there is no action {name!r}{meant}: {', '.join(self.acts)}"
        raise IllegalAction(says, *self.no_others)

    def _who(self, play: Play[Any], act: Act, by: str) -> Any:
        if callable(act.by):
            return act.by(play, by)
        if act.by == "unit":
            return self.named(play, by)
        if by not in self.sides(play.state):
            raise IllegalAction(f"there is no side {by!r}: {', '.join(self.sides(play.state))}")
        return by

    def _whom(self, play: Play[Any], act: Act, at: str) -> Any:
        if callable(act.at):
            return act.at(play, at)
        if act.at == "any":
            return at
        if bool(at) != bool(act.at):
            raise IllegalAction(
                f"{act.name}: {'name its target' if act.at else 'it has no target'}"
            )
        return self.named(play, at) if at else ""

    def _side(self, play: Play[Any], act: Act, by: str, who: Any) -> str:
        """The side that says what is too close to call."""
        if act.by == "unit" and isinstance(who, str):
            who = play.unit(who)
        return str(getattr(who, "side", by))

    def _actors(self, state: Any, act: Act) -> tuple[str, ...]:
        if act.by == "side":
            return self.sides(state)
        return tuple(one.id for one in every_unit(state) if not one.gone)

    def _targets(self, state: Any, act: Act, by: str) -> tuple[str, ...]:
        if act.at not in ("enemy", "friend"):
            return ("",)
        units = {one.id: one for one in every_unit(state)}
        return tuple(
            one.id for one in units.values()
            if not one.gone and one.id != by
            and (one.side == units[by].side) == (act.at == "friend")
        )  # fmt: skip


def _titled(play: Play[Any], act: Act, by: Any, at: Any, said: dict[str, Any]) -> str:
    if not isinstance(act.title, str):
        return act.title(play, by, at, **said)
    return act.title.format(by=_label(play, by), at=_label(play, at))


def _label(play: Play[Any], one: Any) -> str:
    if not isinstance(one, str):
        return str(one.label)
    return next((unit.label for unit in every_unit(play.state) if unit.id == one), one)


def _meant(name: str, among: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, list(among), n=1)
    return f": did you mean {near[0]}?" if near else ""
