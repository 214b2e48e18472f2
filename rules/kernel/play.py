"""The language of a book: an action under way and its conditions.

One ``Play`` carries an action; one ``Check`` makes the offer, the refusal and the question when
it is too close to call. ``rules.kernel.acting.book`` registers a rule under the name that
players use.
"""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel.prompts import Steps, within
from rules.kernel.protocol import IllegalAction, Modifier, Outcome, Refusal, Ruling
from rules.kernel.switches import Amount as Amount
from rules.kernel.switches import Choice as Choice
from rules.kernel.switches import Flag as Flag
from rules.kernel.switches import Member as Member
from rules.kernel.switches import Number as Number
from rules.kernel.telling.house_told import cited
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot

U = TypeVar("U", covariant=True)


class Game(Protocol[U]):
    """What a state must have to be played: its units, by id or in a list, and its house rules.

    One with others beside its units says in ``PLACES`` which field holds those of which type.
    """

    @property
    def units(self) -> Mapping[str, U] | tuple[U, ...]:
        """Every unit: a mapping by id, or a list of units that each have an ``id``."""

    @property
    def house(self) -> dict[str, str]:
        """The house rules that are not at their default."""


class Carried(Protocol[U]):
    """A play whose state has units of that type."""

    @property
    def state(self) -> Game[U]:
        """The game as it is now."""


S = TypeVar("S", bound=Game[Any])


def every_unit(state: Game[U]) -> tuple[U, ...]:
    """Every unit of a state."""
    units = state.units
    return units if isinstance(units, tuple) else tuple(units.values())


def named(among: Mapping[str, U] | tuple[U, ...], name: str, what: str = "unit") -> U:
    """The one of that id.

    Raises:
        IllegalAction: there is none; the nearest id is named.
    """
    them: Any = among
    found: Any = None if isinstance(among, tuple) else among.get(name)
    for one in them if isinstance(among, tuple) else ():
        if one.id == name:
            found = one
            break
    if found is None:
        ids = [one.id for one in them] if isinstance(among, tuple) else list(them)
        near = difflib.get_close_matches(name, ids, n=1)
        meant = f": did you mean {near[0]}?" if near else ""
        raise IllegalAction(f"there is no {what} {name!r} in this battle{meant}")
    unit: U = found
    return unit


class Play(Struct, Generic[S], frozen=True):
    """An action under way: state and table so far, and what has been ruled on the way."""

    state: S
    table: Snapshot
    rulings: tuple[Ruling, ...] = ()

    def unit(self: Carried[U], unit_id: str) -> U:
        """The unit of that id.

        Raises:
            IllegalAction: there is none; the nearest id is named.
        """
        units = self.state.units
        if not isinstance(units, tuple):
            found = units.get(unit_id)
            return named(units, unit_id) if found is None else found
        them: Any = units
        for one in them:
            if one.id == unit_id:
                unit: U = one
                return unit
        return named(units, unit_id)

    def change(self, one: Any, /, **fields: Any) -> Play[S]:
        """The play with fields of one unit changed, which is named or handed in as it was."""
        name = one if isinstance(one, str) else one.id
        places = getattr(self.state, "PLACES", None)
        if not places:
            return self._put("units", name, fields)
        whom = self.unit(name) if isinstance(one, str) else one
        return self._put(places.get(type(whom), "units"), name, fields)

    def change_all(self, **fields: Any) -> Play[S]:
        """The play with fields of every unit changed."""
        units = self.state.units
        if isinstance(units, tuple):
            return self.with_state(units=tuple([replace(one, **fields) for one in units]))
        changed = {name: replace(one, **fields) for name, one in units.items()}
        return self.with_state(units=changed)

    def change_in(self, place: str, name: str, /, **fields: Any) -> Play[S]:
        """The play with fields of one member changed, of the dict by name or the list that is
        the field *place* of the state: leaders, sides."""
        return self._put(place, name, fields)

    def _put(self, place: str, name: str, fields: dict[str, Any]) -> Play[S]:
        state: Any = self.state
        them = getattr(state, place)
        after: Any
        if isinstance(them, tuple):
            old = named(them, name)
            after = tuple([replace(one, **fields) if one is old else one for one in them])
        else:
            old = them[name] if name in them else named(them, name)
            after = {**them, name: replace(old, **fields)}
        return Play(replace(state, **{place: after}), self.table, self.rulings)

    def with_state(self, **fields: Any) -> Play[S]:
        """The play with fields of the state changed."""
        state: Any = self.state
        return Play(replace(state, **fields), self.table, self.rulings)

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
        aside: bool = False,
        heads: bool = False,
    ) -> Play[S]:
        """The play with one more ruling, each id once, which cites the house rules read for it.
        *aside*: a remark beside the story, such as a model that stands elsewhere than it should."""
        ids = rules if len(rules) < 2 else tuple(dict.fromkeys(rules))
        house = cited(self.state)
        ruling = Ruling(
            says,
            ids,
            modifiers,
            total,
            readings,
            faces,
            house,
            agreed=agreed,
            aside=aside,
            heads=heads,
        )
        return Play(self.state, self.table, (*self.rulings, ruling))

    def advise(self, says: str, *rules: str, readings: tuple[Reading, ...] = ()) -> Play[S]:
        """The play with a remark that changes nothing."""
        remark = Ruling(f"note: {says}", rules, readings=readings, aside=True)
        return replace(self, rulings=(*self.rulings, remark))

    def stands(self, fault: Refusal, *rules: str) -> Play[S]:
        """The play in which that fault was told and let stand by agreement, with what was
        measured; *rules* are cited besides its own."""
        says = f"{fault.says}: it stands by agreement"
        return self.step(says, *fault.rules, *rules, readings=fault.readings, agreed=True)

    def let_stand(self, checks: Iterable[Condition]) -> Play[S]:
        """The play with every check that surely fails told as agreed to; none is asked about.

        Raises:
            IllegalAction: one of them fails that people cannot waive.
        """
        play = self
        for check in weighed(checks):
            if check.verdict() is Verdict.OUT:
                if check.needed:
                    raise IllegalAction(check.refusal)
                play = play.stands(check.afterwards)
        return play

    def outcome(self) -> Outcome:
        """The end of the action."""
        return Outcome(self.state, self.rulings)


class Check(Struct, frozen=True):
    """One condition of an action: *says* is the refusal when it does not hold.

    ``rule`` and ``more`` are the ids it rests on, "" for none. With a ``reading`` it is measured
    against ``limit``; within the ± people are asked, by ``what`` if that is given, unless the
    rule asks them itself (``asks`` False). ``says`` may hold ``{reading}`` and ``{limit}``,
    which are written out only when needed; where it is made of names and asked for often, it is
    a function of nothing that makes it. ``needed``: without it the action cannot be carried out,
    so that people cannot waive it. ``past``: what is told once people have let it stand, where
    the action itself makes ``says`` untrue, as a charge does a distance; written out as that is.
    """

    says: str | Callable[[], str]
    rule: str
    holds: bool = True
    reading: Reading | None = None
    limit: float = 0.0
    sense: Literal["at most", "at least", "more than"] = "at most"
    more: tuple[str, ...] = ()
    what: str = ""
    asks: bool = True
    needed: bool = False
    past: str = ""

    def verdict(self, band: float = 0.0) -> Verdict:
        """IN when it holds, OUT when not, CLOSE when the ruler cannot tell, or within *band*."""
        if self.reading is None:
            return Verdict.IN if self.holds else Verdict.OUT
        if self.sense == "at least":
            return self.reading.at_least(self.limit, band)
        most = self.reading.compare(self.limit, band)
        return most if self.sense == "at most" else _NOT[most]

    @property
    def rules(self) -> tuple[str, ...]:
        """Every id it rests on."""
        return (self.rule, *self.more) if self.rule else self.more

    @property
    def written_limit(self) -> str:
        """The limit in the unit of what is measured."""
        return f"{self.limit:g} {self.reading.unit if self.reading else 'in'}"

    @property
    def sentence(self) -> str:
        """The reason as people read it."""
        return self._written(self.says if isinstance(self.says, str) else self.says())

    def _written(self, says: str) -> str:
        reading = "" if self.reading is None else str(self.reading)
        return says.replace("{reading}", reading).replace("{limit}", self.written_limit)

    @property
    def refusal(self) -> Refusal:
        """The sentence, the ids it rests on and what was measured."""
        readings = () if self.reading is None else (self.reading,)
        return Refusal(self.sentence, self.rules, readings=readings)

    @property
    def afterwards(self) -> Refusal:
        """The refusal as it is told once people have let it stand."""
        refusal = self.refusal
        return replace(refusal, says=self._written(self.past)) if self.past else refusal

    def settled(self, by: str, band: float) -> Steps[bool]:
        """Side *by* says whether it holds, where it is too close to call."""
        if self.reading is None:
            return self.holds
        sense: Literal["at most", "at least"] = (
            "at least" if self.sense == "at least" else "at most"
        )
        found = yield from within(
            self.reading, self.limit, by, what=self.what or self.sentence, band=band,
            sense=sense, rules=self.rules,
        )  # fmt: skip
        return not found if self.sense == "more than" else found


Condition: TypeAlias = Check | Literal[True]
"""One that is measured, or one that holds (True) and has nothing to say, or a ``fails``."""

Conditions: TypeAlias = Iterator[Condition]
"""What an action must keep to, in the order in which it is refused:
``yield unit.shaken or fails(f"{unit.label} is steady", "QP-MOR-05")``."""


def fails(says: str, *rules: str) -> Check:
    """The condition that does not hold, with its sentence and the ids it rests on.

    Behind ``or``, so that nothing is written about what holds.
    """
    return Check(says, rules[0] if rules else "", False, more=rules[1:])


def lacks(says: str, *rules: str) -> Check:
    """As ``fails``, of what the action cannot be carried out without: nobody can waive it."""
    return Check(says, rules[0] if rules else "", False, more=rules[1:], needed=True)


def must(margin: Reading, says: str | Callable[[], str], *rules: str) -> Check:
    """The condition that a measurement of yes or no says yes: its margin is nought or more."""
    rule = rules[0] if rules else ""
    return Check(says, rule, reading=margin, sense="at least", more=rules[1:])


def lawful(fault: Refusal | None) -> Condition:
    """The condition that there is no fault; it is refused in the words and by the ids of that."""
    return True if fault is None else fails(fault.says, *fault.rules)


_NOT = {Verdict.IN: Verdict.OUT, Verdict.OUT: Verdict.IN, Verdict.CLOSE: Verdict.CLOSE}


def weighed(conditions: Iterable[Condition]) -> Iterator[Check]:
    """Those that do not simply hold."""
    return (one for one in conditions if one is not True)


def first_fault(checks: Iterable[Condition]) -> Refusal | None:
    """Why it may surely not be: the first condition that does not hold; None when all may."""
    for one in checks:
        if one is not True and one.verdict() is Verdict.OUT:
            return one.refusal
    return None


def require(checks: Iterable[Condition], by: str, band: float = 0.0) -> Steps[None]:
    """Every check must hold; side *by* settles what is too close to call, and is not asked when
    another check fails anyhow.

    Raises:
        IllegalAction: the first that does not hold.
    """
    close: list[Check] = []
    for check in checks:
        if check is True:
            continue
        verdict = check.verdict(band)
        if verdict is Verdict.OUT:
            raise IllegalAction(check.refusal)
        if verdict is Verdict.CLOSE and check.asks:
            close.append(check)
    for check in close:
        if not (yield from check.settled(by, band)):
            raise IllegalAction(check.refusal)


def allowed(checks: Iterable[Condition], band: float = 0.0) -> bool:
    """Do all of them hold, or are too close to call?"""
    return not any(check.verdict(band) is Verdict.OUT for check in weighed(checks))
