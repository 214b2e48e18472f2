"""What the pages beside the table are sent: armies, house rules, terrain, dice, ways in."""

from __future__ import annotations

from msgspec import UNSET, Struct, UnsetType, field

from rules.kernel.protocol import Army, Refusal, Section, Switch, UnitKind
from vision.table.snapshot import Terrain
from webui.game.told.page.people import Person
from webui.game.told.page.whole import Table


class Titled(Struct, frozen=True):
    """A rule set that can be chosen."""

    name: str
    title: str


class ArmyListed(Struct, frozen=True):
    """A kept army file; of one with a ``fault`` nothing else is known."""

    file: str
    fault: str
    name: str = ""
    side: str = ""
    rules: str = ""
    units: int = 0

    @property
    def is_whole(self) -> bool:
        """Can a game be begun with it? Not with an army of no units."""
        return not self.fault and self.units > 0


class Verdict(Struct, frozen=True):
    """What an army costs, unit by unit, its faults, and its file where all kinds are known."""

    points: dict[str, float]
    total: float
    faults: list[Refusal]
    file: str | UnsetType = UNSET


class ArmyPage(Struct, frozen=True, rename={"army_file": "armyFile"}):
    """The workshop: what a rule set offers, what is kept, and the army that is open.

    ``playing``: the armies of the open game; ``tags``: payloads that a camera sees.
    """

    rules: str
    title: str
    all: list[Titled]
    kinds: tuple[UnitKind, ...]
    prices: dict[str, float]
    samples: tuple[Army, ...]
    colours: list[str]
    army_file: str
    switches: tuple[Switch, ...]
    armies: list[ArmyListed]
    army: Army | None
    verdict: Verdict | None
    playing: tuple[Army, ...]
    tags: list[str]


class HouseValue(Struct, frozen=True):
    """One way of a house rule, and the same in words."""

    value: str
    says: str


class HouseSwitch(Struct, frozen=True):
    """A house rule in words; ``last``: the value that was chosen last."""

    name: str
    says: str
    ids: tuple[str, ...]
    values: list[HouseValue]
    last: str


class HouseChapter(Struct, frozen=True):
    """The house rules of one chapter, in the order of the book."""

    title: str
    switches: list[HouseSwitch]


class PresetListed(Struct, frozen=True):
    """House rules that a club keeps under a name."""

    file: str
    name: str
    house: dict[str, str]


class DemoShown(Struct, frozen=True):
    """The ready battle of a rule set, and the house rules it is made for."""

    title: str
    house: dict[str, str]


class NewGamePage(Struct, frozen=True):
    """A new game: armies, and every house rule; ``count``: how many there are."""

    rules: str
    title: str
    demo: DemoShown
    all: list[Titled]
    armies: list[ArmyListed]
    chapters: list[HouseChapter]
    count: int
    presets: list[PresetListed]


class SwitchInForce(Struct, frozen=True):
    """A house rule that touches a rule of the book, and the value in force."""

    name: str
    says: str
    value: str


class RuleListed(Struct, frozen=True):
    """A rule: its id, what it is about, and what the house changes in it."""

    id: str
    title: str
    switches: list[SwitchInForce]


class RuleChapter(Struct, frozen=True):
    """The rules of one chapter."""

    name: str
    rules: list[RuleListed]


class ReferencePage(Struct, frozen=True):
    """The quick reference of a rule set."""

    rules: str
    title: str
    edition: str
    sections: tuple[Section, ...]
    chapters: list[RuleChapter]
    all: list[Titled]


class FaceChanged(Struct, frozen=True):
    """Faces that a camera read as ``from`` (0: it was not sure) and a person as ``to``."""

    frm: int = field(name="from")
    to: int
    times: int


class ThrowRead(Struct, frozen=True):
    """One throw that a camera read; ``before``: those before it that do not count, in words."""

    event: int
    what: str
    faces: list[int]
    how: str
    before: str


class DiceRecord(Struct, frozen=True):
    """How often each face of a six-sided die came up, from 1 to 6: ``read`` by a camera, or in
    an``other`` way; what was corrected, and the throws that were read, the newest first."""

    title: str
    read: list[int]
    other: list[int]
    corrected: list[FaceChanged]
    throws: list[ThrowRead]


class PrintPage(Struct, frozen=True):
    """Sheets to print. ``bar_mm``: what the printer makes of a bar of 100 mm."""

    armies: list[ArmyListed]
    sides: list[str]
    bar_mm: float


class SideDoor(Struct, frozen=True):
    """A side that may be joined; its code where the visitor may show it, else empty."""

    side: str
    code: str


class JoinPage(Struct, frozen=True):
    """How this table is reached and joined. ``afar``: the public address, if there is one."""

    open_to_all: bool
    afar: str
    from_afar: bool
    addresses: list[str]
    sides: list[SideDoor]
    shows_codes: bool
    has_pin: bool
    you: Person
    may_leave: bool
    chooses_pin: bool
    code: str


class WatchersLink(Struct, frozen=True):
    """A link of watchers as the table lists it: nothing that opens it. ``made_s`` since the epoch;
    ``delay_min``: they are shown what was so many minutes ago."""

    mark: str
    name: str
    delay_min: int
    made_s: float


class WatchersLinks(Struct, frozen=True):
    """The links of watchers."""

    links: list[WatchersLink]


class KindDrawn(Struct, frozen=True):
    """A kind of terrain that can be drawn; ``line``: along a line and not around an area."""

    kind: str
    line: bool
    height_in: float


class LayoutListed(Struct, frozen=True):
    """Terrain that is kept to be used again."""

    name: str
    terrain: tuple[Terrain, ...]


class TerrainPage(Table, frozen=True, kw_only=True):
    """The table, and what can be drawn on it."""

    kinds: list[KindDrawn]
    layouts: list[LayoutListed]
