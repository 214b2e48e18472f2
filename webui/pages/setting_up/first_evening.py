"""A camera's first evening: what it sees, and the one next step from there to a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import permutations
from typing import Annotated, Protocol

from flask import Response, jsonify, request
from msgspec import Meta, Struct
from msgspec.structs import replace

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Army, RuleSet
from vision.table.quality import TableFound
from webui.game.kept.armies import Armies
from webui.game.position import NotNow
from webui.game.seen.muster import muster
from webui.game.told.page.cameras import (
    BattleOffered,
    BattleSeen,
    EveningPage,
    SideSeen,
    TagsPage,
)
from webui.server.routes import Doors, body
from webui.server.session import Desk
from webui.server.setting_up.setup_interface import TableSetter
from webui.server.setting_up.wizard_progress import ProgressBook

MM_IN = 25.4
USUAL_MARKER_MM = 60.0
LEAST_MARKERS = 4
MOST_PAIRS = 6
"""Pairs of kept armies that are offered; more have their place on the set-up page."""

MOST_OTHERS = 6
TAG = re.compile(r"[0-9A-Z $%*+./:-]{1,10}")
"""What a tag of ours can hold; other codes on the table are nobody's business."""

Side = Annotated[float, Meta(ge=6, le=400)]


class Lay(Struct, forbid_unknown_fields=True):
    """``size_in`` None: as large as the markers seem to lie round. ``marker_mm`` None: as they
    were printed here."""

    size_in: tuple[Side, Side] | None = None
    marker_mm: Annotated[float, Meta(ge=5, le=500)] | None = None
    standard: bool = False
    half_turn: bool = False


class SetUp(Protocol):
    """The wizard, as far as this needs it."""

    @property
    def there(self) -> bool: ...
    @property
    def setter(self) -> TableSetter: ...
    @property
    def book(self) -> ProgressBook: ...


def hang(doors: Doors, desk: Desk, armies: Armies, wizard: SetUp) -> None:
    """Hang /setup/evening.json, what it does, and which tags of a battle are in sight."""

    @doors.get("/setup/evening.json", "table", "what the camera sees, and the step that is next")
    def evening() -> EveningPage:
        shown = EveningPage(wizard.there, desk.game_name)
        if not wizard.there:
            return shown
        return replace(
            _seen(shown, wizard), battles=[each.offered() for each in battles(desk, armies)]
        )

    @doors.post("/setup/evening/lay", "umpire", "find the markers in sight and use them")
    def lay() -> Response:
        said = body(Lay)
        side_mm = said.marker_mm or _marker_mm(wizard)
        laid = wizard.setter.lay_markers(
            said.size_in, side_mm / MM_IN, half_turn=said.half_turn, standard=said.standard
        )
        return jsonify(to_plain(laid))

    @doors.get("/setup/evening/tags.json", "table", "whose tags are in sight (?battle=)")
    def tags() -> TagsPage:
        wanted = request.args.get("battle", "")
        if not wanted:
            return _whose(wizard.setter, list(battles(desk, armies)))
        for battle in battles(desk, armies):
            if battle.key == wanted:
                seen = battle.seen(set(wizard.setter.tags_in_sight(battle.bases)))
                return TagsPage({battle.key: seen}, [], seen.seen)
        raise NotNow("there is no such battle any more: read the page again")


def _marker_mm(wizard: SetUp) -> float:
    """The black side of a marker: as the table has it, else as it was printed here."""
    known = wizard.setter.found().markers
    if known:
        return known[0].place.size_in * MM_IN
    return USUAL_MARKER_MM * wizard.book.now.bar_mm / 100


def _seen(shown: EveningPage, wizard: SetUp) -> EveningPage:
    setter = wizard.setter
    table, sights = setter.found(), setter.markers_in_sight()
    accuracy = None if table.trouble else setter.accuracy()
    wanted = None if accuracy is None else setter.tape_wanted()
    return replace(
        shown,
        step=_step(table, len(sights), wanted is not None),
        markers=sights,
        marker_mm=round(_marker_mm(wizard), 1),
        size_in=table.size_in,
        trouble=table.trouble,
        camera=setter.camera().trouble,
        foot_in=None if accuracy is None else accuracy.gap_in,
        tape=wanted,
        places=[each.place for each in table.markers],
    )


def _step(table: TableFound, in_sight: int, tape_missing: bool) -> str:
    if not table.trouble:
        return "tape" if tape_missing else "begin"
    if table.markers:
        return "lost"
    return "find" if in_sight >= LEAST_MARKERS else "look"


def _whose(setter: TableSetter, offered: list[Battle]) -> TagsPage:
    """What is legible at a glance, and the battle it belongs to, looked at more closely.

    Tags too small for that are read only when it is known which to look for.
    """
    texts = set(setter.codes_in_sight())
    best = max(offered, key=lambda battle: len(texts & battle.payloads), default=None)
    told: dict[str, BattleSeen] = {}
    known = set[str]()
    if best is not None and texts & best.payloads:
        known = best.payloads
        told[best.key] = best.seen(texts & known | set(setter.tags_in_sight(best.bases)))
    others = sorted(text for text in texts - known if TAG.fullmatch(text))
    return TagsPage(told, others[:MOST_OTHERS], len(texts))


class Battle:
    """Two armies that can begin: a ready battle, or two that are kept."""

    def __init__(
        self, rules: RuleSet, pair: tuple[Army, Army], title: str, files: tuple[str, ...]
    ) -> None:
        self.rules, self.pair, self.title, self.files = rules, pair, title, files
        self.key = "+".join(files) or rules.name
        self.bases = muster(rules, pair).bases
        self.payloads = {base.payload for base in self.bases}

    def offered(self) -> BattleOffered:
        """What the page shows of it and sends to begin it; without files it is a ready battle."""
        book = self.rules
        return BattleOffered(self.key, self.title, book.name, book.title, list(self.files))

    def seen(self, seen: set[str]) -> BattleSeen:
        """The units of both armies of which a tag is among those that are *seen*, by side."""
        sides = []
        for army in self.pair:
            there = [unit for unit in army.units if seen & set(unit.bases)]
            names = [unit.name or unit.id for unit in there]
            sides.append(SideSeen(army.side, names, len(army.units)))
        return BattleSeen(len(seen & self.payloads), len(self.bases), sides)


def battles(desk: Desk, armies: Armies) -> Iterator[Battle]:
    """Pairs of kept armies first, then the ready battles. An army without units cannot begin."""
    listed = [each for each in armies.listed() if each.is_whole]
    pairs = (
        (one, two)
        for one, two in permutations(listed, 2)
        if one.rules == two.rules and one.rules in desk.rules
        if one.side < two.side
    )
    for one, two in list(pairs)[:MOST_PAIRS]:
        pair = (armies.load(one.file), armies.load(two.file))
        title = f"{one.name} against {two.name}"
        yield Battle(desk.rules[one.rules], pair, title, (one.file, two.file))
    for rules in desk.rules.values():
        demo = rules.demo()
        yield Battle(rules, demo.armies, demo.title, ())
