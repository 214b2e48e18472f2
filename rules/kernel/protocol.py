"""What a rule set is, and what it says.

A rule set is a value, not a subclass: names, data and functions. State is each set's own
frozen Struct of plain data; the rest of the program handles it through this file alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from rules.kernel.prompts import Newcomer, Reach, Steps
from rules.kernel.refusal import IllegalAction as IllegalAction
from rules.kernel.refusal import Refusal as Refusal
from rules.kernel.telling.ledger import Ledger
from rules.kernel.telling.names import Labelled
from vision.table.by_hand import BadState as BadState
from vision.table.reading import Reading
from vision.table.snapshot import Snapshot

Plain: TypeAlias = Any
"""None, bool, int, float, str, or lists and string-keyed dicts of them."""

Verbs: TypeAlias = dict[str, dict[str, tuple[str, ...]]]
"""Every action of a book with what it may say besides who and whom (``Action.more``), by name,
each with its possible values, () where they are many."""

UNITS = "*"
"""Among those names: the id of any unit."""


class Modifier(Struct, frozen=True):
    """One line of working: what, how much (``"+1"``, ``"x1/2"``, ``"8 dice"``), which rule."""

    what: str
    value: str
    rule: str


class Ruling(Struct, frozen=True):
    """One thing that was decided, with its working.

    ``rules``: every id it rests on. ``house``: the switches, as ``name=value``, that decided
    it and are not at their default. ``faces``: the dice as thrown. ``aside``: advice beside the
    story, never its end. ``agreed``: people let a move stand that the rules do not.
    ``heads``: the action's headline says it besides what changed.
    """

    says: str
    rules: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    total: str = ""
    readings: tuple[Reading, ...] = ()
    faces: tuple[int, ...] = ()
    house: tuple[str, ...] = ()
    aside: bool = False
    agreed: bool = False
    heads: bool = False


class Outcome(Struct, frozen=True):
    """The state after an action, and what was decided on the way."""

    state: Any
    rulings: tuple[Ruling, ...] = ()


class Action(Struct, frozen=True):
    """Something declared: ``do`` by unit (or side) ``by``, at unit ``at``; ``more`` as named
    by the offer that lists it."""

    do: str
    by: str
    at: str | None = None
    more: dict[str, Plain] = {}


class Setting(Struct, frozen=True):
    """One of several settings that exclude each other: the offers of one actor with the same
    ``what`` ("Main Ward is to"). ``says``: this one ("attack"); ``chosen``: it holds now.
    """

    what: str
    says: str
    chosen: bool = False


class Offer(Struct, frozen=True):
    """An action that a unit may, or may not, take now.

    ``legal``: False is shown greyed with ``why`` and ``rules``. A CLOSE measurement is legal
    (the question is settled when the action is resolved) and ``why`` says so.
    ``needs``: what ``more`` must hold, by name, each with its possible values; ``asks``: what a
    page asks for it by, where its name says too little. ``house``: the house rules in force, as
    ``name=value``, that it is refused under. ``setting``: which of several settings it chooses,
    None when it does something else; the page shows those of one ``what`` together, with the
    chosen one marked.
    """

    action: Action
    title: str
    legal: bool = True
    why: str = ""
    rules: tuple[str, ...] = ()
    readings: tuple[Reading, ...] = ()
    needs: dict[str, tuple[str, ...]] = {}
    asks: dict[str, str] = {}
    house: tuple[str, ...] = ()
    setting: Setting | None = None


class Switch(Struct, frozen=True):
    """A house rule: the first value is the default. ``ids`` are the rules it touches."""

    name: str
    values: tuple[str, ...]
    says: str
    ids: tuple[str, ...] = ()


class ArmyUnit(Labelled, frozen=True):
    """A unit as an army file lists it. ``choices`` are the options its kind offers."""

    id: str
    kind: str
    name: str = ""
    brigade: str = ""
    bases: tuple[str, ...] = ()
    choices: dict[str, str] = {}

    def fault(
        self, says: str, *rules: str, kind: Literal["fault", "note", "warning"] = "fault"
    ) -> Refusal:
        """What is wrong with the unit, behind its name."""
        return Refusal(f"{self.label}: {says}", rules, kind=kind, about=self.id)


class Army(Struct, frozen=True):
    """One side. ``brigades`` maps a brigade's name to the id of its leader, "" for none.

    ``colour``: how its side is drawn, in words; "" for the usual. ``points_limit``: what both
    sides agreed to build up to; 0 for none.
    """

    side: str
    rules: str
    units: tuple[ArmyUnit, ...]
    name: str = ""
    brigades: dict[str, str] = {}
    house: dict[str, str] = {}
    colour: str = ""
    points_limit: int = 0


class BaseShape(Struct, frozen=True):
    """How a base of a unit is cut, inches, and how many figures stand on it."""

    kind: str
    frontage_in: float
    depth_in: float
    figures: int = 0
    round: bool = False


class UnitKind(Struct, frozen=True):
    """A kind of unit for the army page: its options (first is the default) and bases.

    ``leads``: it may lead a brigade or an army.
    """

    kind: str
    title: str
    choices: dict[str, tuple[str, ...]] = {}
    bases: tuple[BaseShape, ...] = ()
    leads: bool = False


class Roster(Struct, frozen=True):
    """How an army is made. ``check`` gives its faults and advice, each with its rules."""

    kinds: tuple[UnitKind, ...]
    points: Callable[[ArmyUnit], float]
    check: Callable[[Army], tuple[Refusal, ...]]


class Card(Struct, frozen=True):
    """What the page shows of one unit: lines of (label, value), and short state badges.

    ``gone``: it is out of the battle, and its models leave the table, unless it ``stays`` (a
    gun without crew). ``lost``: tags of single bases that leave the table before it does.
    """

    unit: str
    name: str
    side: str
    kind: str
    lines: tuple[tuple[str, str], ...] = ()
    badges: tuple[str, ...] = ()
    gone: bool = False
    lost: tuple[str, ...] = ()
    stays: bool = False


class Status(Struct, frozen=True):
    """Where the game stands: turn, phase, whose move, and lines of (label, value)."""

    turn: int
    phase: str
    to_act: tuple[str, ...]
    lines: tuple[tuple[str, str], ...] = ()


class Band(Struct, frozen=True):
    """A range band or radius to draw round a unit, inches; ``arc_deg`` each side, 180 = all.

    ``frm``: measured from its front, from its edge, or from its edge as command runs.
    """

    title: str
    radius_in: float
    arc_deg: float = 180.0
    frm: Literal["front", "edge", "command"] = "front"


class Victory(Struct, frozen=True):
    """The game is over; ``winner`` "" is a draw."""

    winner: str
    says: str
    rules: tuple[str, ...] = ()


class Section(Struct, frozen=True):
    """A part of the quick reference, in our own words, made from the engine's own data."""

    title: str
    lines: tuple[str, ...] = ()
    header: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Demo(Struct, frozen=True):
    """A ready battle: two armies, and a table with every base placed."""

    title: str
    says: str
    armies: tuple[Army, Army]
    table: Snapshot
    house: dict[str, str] = {}


class Question(Struct, frozen=True):
    """Something asked of a book outside of any action: *what*, over a state, a table and the
    armies of a case; ``more`` holds what that question takes by name."""

    what: str
    state: Any
    table: Snapshot
    armies: tuple[Army, ...] = ()
    more: dict[str, Plain] = {}


def _always(state: Any) -> bool:
    """May players measure first, in a book that does not forbid it?"""
    return True


def _no_card(state: Any, side: str) -> Card | None:
    """The side's card of a book in which nothing is held in secret."""
    return None


def _nobody(state: Any) -> tuple[Newcomer, ...]:
    """The newcomers of a book in which nobody joins late."""
    return ()


def _nowhere(state: Any, table: Snapshot, unit: str) -> tuple[Reach, ...]:
    """The reach of a unit of a book whose moves have no shape."""
    return ()


def _nobody_else(action: Action, state: Any, table: Snapshot) -> tuple[str, ...]:
    """Whom an action concerns in a book whose actions name all of them."""
    return ()


def _all_of_it(state: Any, side: str) -> Any:
    """What a side knows in a book in which nothing is held in secret."""
    return state


def _nothing(state: Any, side: str, deck: str) -> tuple[str, ...]:
    """What others hold in a book in which nothing is held in secret."""
    return ()


class RuleSet(Struct, frozen=True):
    """One book.

    ``state_type``: the frozen Struct of its state, which has ``house: dict[str, str]``.
    ``actions(state, table)``: every action of every unit, legal or not, with the reason.
    ``resolve(action, state, table)``: one action over one frozen snapshot.
    ``premeasure(state)``: may players see ranges before they declare?
    ``ids``: the rule index, every id of the inventory.
    ``read_state(plain)``: a hand-written state, its gaps filled; raises BadState. None when a
    hand-written state must be complete.
    ``newcomers(state)``: units that joined after the battle began.
    ``side_card(state, side)``: what a side holds, for its own players' eyes; None for nothing.
    ``squares``: how many lie along and across the whole table of a set that is played on a
    grid; (0, 0) without one.
    ``reach(state, table, unit)``: where a move that is open to a unit may take it; none when
    no move is.
    ``parties(action, state, table)``: every unit that an action concerns which does not name them,
    such as those of a melee; none when it does.
    ``free``: what a unit may do at any time without anything being spent: it marks nobody as able
    to act.
    ``ledger``: what the book keeps count of; what an action changed is told through it.
    ``goes_on``: actions of a side that let its go, phase or turn pass, in the order in which the
    page proposes them. ``ends``: those that end the whole game, a tap further away.
    ``secret``: decks whose drawn cards, places of the state, lines of the ledger, ids of the rules
    whose questions, and actions whose outcome are for the eyes of one side, until the battle is
    over.
    ``known(state, side)``: the state as far as that side knows it ("": who holds nothing); the
    same for every state that differs only in what is hidden from it.
    ``unseen(state, side, deck)``: the cards of a secret deck that others than that side hold.
    ``titles``: what each rule is about, by id, in our own words.
    ``verbs``: every action with what it may say; a case that says something else is refused.
    ``army_says``: what an army says under ``house`` beside house rules, each with its values.
    ``unit_says``: choices that any unit of an army may make beside those of its kind.
    ``lookups``: questions that a case may ask of the book outside of any action, by name.
    """

    name: str
    title: str
    edition: str
    length: Literal["in", "cm", "squares"]
    prefix: str
    state_type: type[Any]
    switches: tuple[Switch, ...]
    ids: tuple[str, ...]
    roster: Roster
    new_game: Callable[[tuple[Army, Army], dict[str, str]], Any]
    actions: Callable[[Any, Snapshot], tuple[Offer, ...]]
    resolve: Callable[[Action, Any, Snapshot], Steps[Outcome]]
    winner: Callable[[Any], Victory | None]
    status: Callable[[Any], Status]
    card: Callable[[Any, str], Card]
    bands: Callable[[Any, str], tuple[Band, ...]]
    reference: Callable[[], tuple[Section, ...]]
    demo: Callable[[], Demo]
    premeasure: Callable[[Any], bool] = _always
    read_state: Callable[[Plain], Any] | None = None
    squares: tuple[int, int] = (0, 0)
    newcomers: Callable[[Any], tuple[Newcomer, ...]] = _nobody
    side_card: Callable[[Any, str], Card | None] = _no_card
    lookups: dict[str, Callable[[Question], Plain]] = {}
    reach: Callable[[Any, Snapshot, str], tuple[Reach, ...]] = _nowhere
    secret: frozenset[str] = frozenset()
    parties: Callable[[Action, Any, Snapshot], tuple[str, ...]] = _nobody_else
    free: frozenset[str] = frozenset()
    ledger: Ledger = ()
    goes_on: tuple[str, ...] = ()
    ends: frozenset[str] = frozenset()
    known: Callable[[Any, str], Any] = _all_of_it
    unseen: Callable[[Any, str, str], tuple[str, ...]] = _nothing
    titles: dict[str, str] = {}
    verbs: Verbs = {}
    army_says: dict[str, tuple[str, ...]] = {}
    unit_says: tuple[str, ...] = ()
