"""Whole answers: the table with its game, one unit, what may be done, odds."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType

from rules.kernel.protocol import Action, Band, Card, Refusal, Setting
from vision.table.snapshot import Flag, Terrain
from webui.game.told.page.people import You
from webui.game.told.page.readings import Asked, Ground, Measured
from webui.game.told.page.rulings import RulingCard
from webui.game.told.page.table import (
    Banner,
    Can,
    ClockShown,
    ClubShown,
    DiceShown,
    GuideShown,
    HeadMoved,
    MovedByHand,
    OpenAction,
    Picture,
    Question,
    Refused,
    TableBase,
    TableGame,
    TableMarker,
    TableUnit,
    WishShown,
)


class Table(Struct, frozen=True, kw_only=True):
    """Everything that the table, show, score, overlay and watchers draw; see docs/http.md.

    ``taken_s`` of the snapshot and ``now_s`` of the server are seconds since the epoch.
    """

    version: int
    source: str
    can: Can
    banner: Banner | None
    troubles: list[str]
    blind: str
    size_in: list[float]
    taken_s: float
    now_s: float
    picture: Picture | None
    cameras: list[str]
    markers: list[TableMarker]
    bases: list[TableBase]
    terrain: tuple[Terrain, ...]
    flags: list[Flag]
    club: ClubShown | UnsetType = UNSET
    clock: ClockShown | None = None
    game: TableGame | None = None
    units: list[TableUnit] = []
    open: OpenAction | None = None
    prompt: Question | None = None
    dice: DiceShown | None = None
    far_dice: list[str] | None = None
    guide: GuideShown | None = None
    verdicts: list[RulingCard] = []
    wish: WishShown | None = None
    declined: Refused | None = None
    taken_back: str | None = None
    head_moved: HeadMoved | None = None
    undoes: str | None = None
    moved_by_hand: MovedByHand | None = None
    you: You | UnsetType = UNSET


class OfferShown(Struct, frozen=True):
    """An action that a unit may, or may not, take now."""

    action: Action
    title: str
    legal: bool
    why: str
    rules: tuple[str, ...]
    readings: list[Measured]
    needs: dict[str, tuple[str, ...]]
    asks: dict[str, str]
    house: tuple[str, ...]
    setting: Setting | None


class OneUnit(Struct, frozen=True):
    """One unit (or side): card, range bands, ground of an open move, and what it may do."""

    unit: str
    side: str
    head: int
    card: Card | None
    bands: tuple[Band, ...]
    reach: list[Ground]
    offers: list[OfferShown]
    trouble: str


class Actions(Struct, frozen=True):
    """What the visitor's sides may do and hold, and how much each unit may do.

    ``head``: the step of the game for which that was worked out. ``units``: without what is free at
    any time. ``aims``: those that may act on an enemy, where anybody may measure it.
    """

    head: int
    sides: dict[str, list[OfferShown]]
    units: dict[str, int]
    held: dict[str, Card | None]
    trouble: str
    aims: list[str] = []


class Chance(Struct, frozen=True):
    """What an action may come to, and how likely."""

    says: list[str]
    chance: float


class OddsShown(Struct, frozen=True):
    """The odds of an action: by every course, or sampled with a standard ``error``."""

    results: list[Chance]
    trouble: str
    exact: bool | UnsetType = UNSET
    courses: int | UnsetType = UNSET
    error: float | UnsetType = UNSET


class Agreeable(Struct, frozen=True):
    """Whether people may let a refused action be done: ``bar`` says why not, None when they
    may."""

    bar: Refusal | None


class PictureKept(Struct, frozen=True):
    """The picture that a ruling rests on, north up."""

    url: str
    px_per_in: float
    margin_in: float


class GameOfRuling(Struct, frozen=True):
    """As much of a game as the map of one ruling needs. ``colours``: by side, as ``#rrggbb``."""

    name: str
    sides: list[str]
    colours: dict[str, str]


class OneRuling(Struct, frozen=True):
    """One ruling with the frozen table it was made on, and what is measured there. ``newest``: it
    is of the newest step, which can be run again."""

    ruling: RulingCard
    says: str
    title: str
    house_says: dict[str, str]
    source: str
    calibration: str
    size_in: list[float]
    bases: list[TableBase]
    terrain: tuple[Terrain, ...]
    picture: PictureKept | None
    measured: list[Asked]
    units: list[Card]
    game: GameOfRuling
    newest: bool
