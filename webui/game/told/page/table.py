"""The table as every page draws it."""

from __future__ import annotations

from msgspec import Struct

from rules.kernel.prompts import Newcomer, Option, Sent
from rules.kernel.protocol import Action, Modifier, Plain, Refusal, Victory
from rules.kernel.telling.ledger import Strength
from webui.game.told.page.people import Person
from webui.game.told.page.readings import Ground, Measured
from webui.game.told.page.rulings import RulingSoFar


class Can(Struct, frozen=True):
    """What the table can do by itself.

    ``moves``: the program puts models down where they are dragged, ``lifts`` them, ``lays_out``
    another table. ``sees``: cameras look at it, drawn ones too; ``simulated``: they are drawn.
    """

    moves: bool
    lifts: bool
    lays_out: bool
    sees: bool
    simulated: bool


class Banner(Struct, frozen=True):
    """What everybody must know of this table."""

    title: str
    says: str


class Picture(Struct, frozen=True):
    """The rectified picture, north up; ``taken_s`` since the epoch."""

    url: str
    px_per_in: float
    margin_in: float
    taken_s: float


class TableMarker(Struct, frozen=True):
    """A printed marker that lies on the table: the centre of its black square and its side, inches;
    ``turned_deg`` counter-clockwise from its top looking north."""

    id: int
    x_in: float
    y_in: float
    size_in: float
    turned_deg: float


class TableBase(Struct, frozen=True):
    """A base: ``seen``, ``moving``, ``hidden`` (for ``hidden_s``) or ``never``; inches, degrees.

    ``plus_minus_in``: 95 %, worst direction. Without a pose the four are None.
    """

    payload: str
    status: str
    unit: str
    side: str
    kind: str
    frontage_in: float
    depth_in: float
    round: bool
    figures: int
    by_hand: bool
    cameras: list[str]
    x_in: float | None
    y_in: float | None
    facing_deg: float | None
    plus_minus_in: float | None
    hidden_s: int


class TableUnit(Struct, frozen=True, kw_only=True):
    """A unit's card, the payloads of its bases, and what it has left of what it began with."""

    unit: str
    name: str
    side: str
    kind: str
    lines: tuple[tuple[str, str], ...]
    badges: tuple[str, ...]
    gone: bool
    lost: tuple[str, ...]
    stays: bool
    bases: list[str]
    strength: Strength | None


class TableArmy(Struct, frozen=True):
    """One army as it is announced."""

    side: str
    name: str
    commander: str


class TableGame(Struct, frozen=True, kw_only=True):
    """The open game: its book, who fights, and where it stands.

    ``head``: to be named in every request that changes something. ``goes_on`` and ``ends``:
    actions of a side. ``house_says``: the house rules in force, in words.
    """

    name: str
    title: str
    rules: str
    rules_title: str
    length: str
    squares: tuple[int, int]
    edition: str
    head: int
    can_undo: bool
    is_demo: bool
    sides: list[str]
    armies: list[TableArmy]
    colours: dict[str, str]
    premeasure: bool
    goes_on: list[str]
    ends: list[str]
    house_says: dict[str, str]
    over: Victory | None
    turn: int
    phase: str
    to_act: tuple[str, ...]
    lines: tuple[tuple[str, str], ...]


class AnswerSoFar(Struct, frozen=True):
    """What was asked since the declaration and answered, as these eyes may read it.

    ``ask`` is roll, choose, draw or look; ``need``: the least face that succeeds, if any;
    ``undecided``: so often both sides had thrown for it already; ``hits``: so many the dice count
    as by an overruling, however they fell.
    """

    ask: str
    what: str
    by: str
    need: int | None
    undecided: int
    hits: int | None
    answer: Plain


class OpenAction(Struct, frozen=True, kw_only=True):
    """The declared action that is not ruled yet; ``parties``: every unit that it concerns, who acts
    first."""

    event: int
    action: Action
    parties: list[str]
    says: str
    fault: Plain
    reach: list[Ground]
    answered: list[AnswerSoFar]
    so_far: list[RulingSoFar]
    why: tuple[Modifier, ...]


class AskedRoll(Struct, frozen=True, kw_only=True, tag="roll", tag_field="ask"):
    """Dice are asked for; ``draft``: the half-typed hand; ``undecided``: so often both sides have
    thrown for it already."""

    what: str
    count: int
    by: str
    sides: int
    need: int | None
    rerolls: bool
    rules: tuple[str, ...]
    alike: tuple[tuple[int, ...], ...]
    undecided: int
    draft: list[Plain]


class AskedChoice(Struct, frozen=True, kw_only=True, tag="choose", tag_field="ask"):
    """A choice is asked for; ``reading`` and ``limit`` where it was too close to call."""

    what: str
    by: str
    options: tuple[Option, ...]
    at_least: int
    at_most: int
    reading: Measured | None
    limit: float | None
    sense: str
    rules: tuple[str, ...]
    draft: list[Plain]


class AskedDraw(Struct, frozen=True, kw_only=True, tag="draw", tag_field="ask"):
    """Cards are asked for, of those ``cards`` that may still be in the deck."""

    what: str
    by: str
    deck: str
    cards: list[str]
    count: int
    rules: tuple[str, ...]
    draft: list[Plain]


class AskedLook(Struct, frozen=True, kw_only=True, tag="look", tag_field="ask"):
    """Models are to be moved; where they may go stands with the open action."""

    what: str
    by: str
    units: tuple[str, ...]
    rules: tuple[str, ...]
    after: bool
    brings: tuple[Newcomer, ...]
    fault: Refusal | None
    sent: Sent | None
    draft: list[Plain]


Question = AskedRoll | AskedChoice | AskedDraw | AskedLook


class WishShown(Struct, frozen=True):
    """What somebody asks those who did it to take back: the last step, or the whole action; or,
    ``refused``, what somebody asks to do though the rules refuse it."""

    head: int
    by: Person
    whole: bool
    says: str
    refused: bool = False


class Refused(Struct, frozen=True):
    """Who refused the last wish of whom; ``refused``: to do what the rules refuse."""

    head: int
    by: Person
    asked: Person
    refused: bool = False


class HeadMoved(Struct, frozen=True):
    """The undo or redo that led to where the game stands."""

    id: int
    redo: bool
    why: str
    who: Person
    says: str


class MovedByHand(Struct, frozen=True):
    """The newest step: somebody moved models while no move was asked for."""

    id: int
    who: Person
    says: str


class GuideBase(Struct, frozen=True):
    """Where one model is to be put, and how far it is from there."""

    payload: str
    x_in: float
    y_in: float
    facing_deg: float
    frontage_in: float
    depth_in: float
    round: bool
    where: str
    away_in: float
    toward_deg: float
    turn_deg: float
    by_hand: bool


class GuideUnit(Struct, frozen=True):
    """One unit that is led, and whether all of it stands."""

    unit: str
    there: bool
    bases: list[GuideBase]


class GuideShown(Struct, frozen=True):
    """Where models are to be put now: ``there`` of ``total`` units stand, ``next`` comes next."""

    event: int
    kind: str
    title: str
    by: str
    there: int
    total: int
    next: str
    units: list[GuideUnit]


class OfferedDie(Struct, frozen=True):
    """One die of the throw; ``face`` None where it is not sure, and ``why``."""

    face: int | None
    why: str
    url: str


class OfferedThrow(Struct, frozen=True):
    """The throw that lies there for the open question."""

    number: int
    sure: bool
    dice: list[OfferedDie]


class DiceShown(Struct, frozen=True):
    """The dice tray, and what was agreed on it. ``again``: faces that a re-roll asks for."""

    source: str
    simulated: bool
    setting: str
    wishes: dict[str, str]
    trouble: str
    can_throw: bool
    again: list[int]
    throw: OfferedThrow | None


class ClubShown(Struct, frozen=True):
    """The club's name and colour, on a screen as ``#rrggbb``."""

    name: str
    colour: str
    paper: str
    ink: str


class ClockShown(Struct, frozen=True):
    """A clock a side, seconds; ``on``: whose runs since ``since_s``, "" for nobody's."""

    game: str
    limit_s: float
    used_s: dict[str, float]
    on: str
    since_s: float
    running: bool
