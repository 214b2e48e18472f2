"""The table and the game as the page is given them: plain data, no rule.

``view`` is the same for everybody; what one visitor may do is added by the page.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterable, Sequence

from rules.kernel.plain import to_plain
from rules.kernel.protocol import Army, Card, Modifier, Plain, RuleSet, titled
from rules.kernel.telling.ledger import strengths
from vision.table.abilities import Abilities
from vision.table.snapshot import Base, Snapshot
from vision.table.terrain_kinds import unruled
from webui.game.game import Game
from webui.game.guide.progress import plain_guide
from webui.game.guide.targets import guide_of
from webui.game.kept.club import KeptClub
from webui.game.kept.colours import side_colours
from webui.game.position import Present
from webui.game.secrets.knowledge import cards_left
from webui.game.secrets.secrecy import (
    Eyes,
    covered,
    covered_answers,
    covered_prompt,
    is_hidden,
    is_secret,
    may_read_so_far,
)
from webui.game.seen.live import SeenFromAbove
from webui.game.seen.move_preview import asked_or_answered, drawn
from webui.game.seen.plus_minus import plus_minus_in
from webui.game.throws.far_dice import ways_of
from webui.game.throws.why_thrown import WhyThrown
from webui.game.told import record, words
from webui.game.told.called import Called, told_apart, with_bases
from webui.game.told.chapters import house_says
from webui.game.told.commanders import commander
from webui.server.dice_view import dice_view
from webui.server.last_picture import LastPicture
from webui.server.session import Desk
from webui.server.view.can import can_of
from webui.server.view.moved_head import moved_head
from webui.server.view.side_clock import SideClock, whose

NOTHING = "game open prompt guide far_dice wish taken_back head_moved declined dice".split()
"""What there is none of while no game is open."""

NEWEST = 12
"""How many of the newest rulings go with the table."""


class View:
    """The newest ``view``, worked out once for each kind of eyes, however many screens ask."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.picture = LastPicture(desk.live)
        self.club = KeptClub(desk.shelf.folder)
        self.clock = SideClock(desk.shelf.folder, desk.now)
        self._lock = threading.Lock()
        self._key: tuple[int, int, int] = (0, 0, 0)
        self._seen: dict[Eyes, dict[str, Plain]] = {}
        self._why = WhyThrown()

    def __call__(self, eyes: Eyes) -> dict[str, Plain]:
        """What ``view`` gives; not to be changed."""
        with self._lock:
            tray = 0 if self._desk.dice is None else self._desk.dice.table.version()
            key = (self._desk.bell.count, self._desk.live.version(), tray)
            if key != self._key:
                self._seen, self._key = {}, key
            game = self._desk.game
            if game is None or not game.rules.secret:
                eyes = Eyes()
            if eyes not in self._seen:
                seen = view(self._desk, self.picture(), eyes, self._why)
                self._seen[eyes] = {**seen, "clock": self._clock_now()}
            return {
                **self._seen[eyes],
                "now_s": self._desk.now(),
                "blind": self._desk.live.blind(),
                "club": self.club.plain(),
            }

    def _clock_now(self) -> Plain:
        game = self._desk.game
        if game is None:
            return None
        return self.clock.look(self._desk.game_name, whose(game.present(), game.rules))


def view(desk: Desk, top: SeenFromAbove | None, eyes: Eyes, why: WhyThrown) -> dict[str, Plain]:
    """Everything that /table.json holds, except who is asking. *top*: the picture to show."""
    table = desk.table()
    game = desk.game
    blind = desk.live.blind()
    seen: dict[str, Plain] = {
        "version": desk.bell.count,
        "source": desk.live.source,
        "can": to_plain(can_of(desk.live.abilities)),
        "banner": _banner(desk.live.abilities),
        "troubles": [
            *besides(blind, desk.live.troubles()),
            *desk.notices,
            *unruled(piece.kind for piece in table.terrain),
        ],
        "blind": blind,
        "size_in": list(table.size_in),
        "taken_s": table.taken_s,
        "now_s": desk.now(),
        "picture": None,
        "cameras": camera_names(desk),
        "bases": [plain_base(base, table.taken_s) for base in table.bases],
        "terrain": to_plain(table.terrain),
        "flags": [to_plain(flag) for flag in table.flags if flag.kind != "blind"],
    }
    if top is not None:
        seen["picture"] = {
            "url": f"/picture.jpg?v={top.taken_s:.3f}",
            "px_per_in": top.px_per_in,
            "margin_in": top.margin_in,
            "taken_s": top.taken_s,
        }
    if game is None:
        return {**seen, **_no_game()}
    return {**seen, **_game(desk, game, table, eyes, why)}


def besides(blind: str, troubles: Iterable[str]) -> list[str]:
    """The troubles without the one that *blind* tells: it is told once, with one age."""
    return [says for says in troubles if _ageless(says) not in _ageless(blind)]


def _ageless(says: str) -> str:
    return re.sub(r"\d+", "", says)


def camera_names(desk: Desk) -> list[Plain]:
    """Of several cameras over the table, what they are called."""
    return list(desk.live.camera_names())


def _banner(can: Abilities) -> Plain:
    if can.simulated:
        return {"title": words.SIMULATED, "says": words.SIMULATED_SAYS}
    if not can.sees:
        return {"title": words.BY_HAND, "says": words.BY_HAND_SAYS}
    return None


def plain_base(base: Base, taken_s: float) -> dict[str, Plain]:
    """A base as the page draws it: status, pose and ±."""
    pose = base.pose
    return {
        "payload": base.payload,
        "status": base.status,
        "unit": base.unit_id,
        "side": base.side,
        "kind": base.kind,
        "frontage_in": base.frontage_in,
        "depth_in": base.depth_in,
        "round": base.round,
        "figures": base.figures,
        "by_hand": base.by_hand,
        "cameras": list(base.cameras),
        "x_in": None if pose is None else pose.x_in,
        "y_in": None if pose is None else pose.y_in,
        "facing_deg": None if pose is None else pose.facing_deg,
        "plus_minus_in": None if pose is None else plus_minus_in(pose),
        "hidden_s": round(max(0.0, taken_s - base.seen_s)) if base.status == "hidden" else 0,
    }


def _no_game() -> dict[str, Plain]:
    return {**dict.fromkeys(NOTHING), "units": [], "verdicts": []}


def _game(desk: Desk, game: Game, table: Snapshot, eyes: Eyes, why: WhyThrown) -> dict[str, Plain]:
    present, secret = game.present(), game.rules.secret
    line = covered(present.line, secret, eyes)
    units = called_in(present)
    called = Called(units)
    return {
        "game": _standing(game, present, desk.game_name),
        "units": _units(game, present, table),
        "open": called(_open(present, secret, eyes, lambda: why(game, present))),
        "prompt": called(_prompt(game, present, eyes)),
        "dice": dice_view(desk.dice, present),
        "far_dice": list(ways_of(present.line)),
        "guide": plain_guide(guide_of(present), table),
        "verdicts": called(record.rulings(line, NEWEST, units)),
        **called(moved_head(game, eyes, units)),
    }


def _standing(game: Game, present: Present, name: str) -> dict[str, Plain]:
    status = game.rules.status(present.state)
    return {
        "name": name,
        "title": present.title,
        "rules": game.rules.name,
        "rules_title": game.rules.title,
        "length": game.rules.length,
        "squares": list(game.rules.squares),
        "edition": game.rules.edition,
        "head": present.head,
        "can_undo": len(present.line) > 1,
        "is_demo": present.title == game.rules.demo().title,
        "sides": [army.side for army in present.armies],
        "armies": [_army(game.rules, army) for army in present.armies],
        "colours": dict(side_colours(present.armies)),
        "premeasure": game.rules.premeasure(present.state),
        "goes_on": list(game.rules.goes_on),
        "ends": sorted(game.rules.ends),
        "house_says": house_says(game.rules, present.state.house),
        "over": None if present.over is None else to_plain(present.over),
        **to_plain(status),
    }


def _army(rules: RuleSet, army: Army) -> Plain:
    return {"side": army.side, "name": army.name, "commander": commander(rules, army)}


def cards(game: Game, present: Present) -> list[Card]:
    """The card of every unit that either army lists, in their order."""
    return list(present.cards)


def _units(game: Game, present: Present, table: Snapshot) -> list[dict[str, Plain]]:
    """Every unit's card, with its bases and what it has left of what it began with."""
    strength = strengths(game.rules.ledger, present.state)
    bases: dict[str, list[str]] = {}
    for base in table.bases:
        bases.setdefault(base.unit_id, []).append(base.payload)
    return [
        {
            **to_plain(card),
            "bases": bases.get(card.unit, []),
            "strength": to_plain(strength.get(card.unit)),
        }
        for card in cards(game, present)
    ]


def _open(
    present: Present,
    secret: frozenset[str],
    eyes: Eyes,
    why: Callable[[], tuple[Modifier, ...]],
) -> Plain:
    opened = present.opened
    if opened is None:
        return None
    action = to_plain(opened.action)
    hidden = is_hidden(opened, secret, eyes)
    units = called_in(present)
    so_far: list[dict[str, Plain]] = to_plain(may_read_so_far(opened, secret, eyes))
    return {
        "event": opened.event,
        "action": action,
        "says": record.declared_sentence(action, units),
        "fault": to_plain(opened.fault),
        "reach": drawn(asked_or_answered(opened)),
        "answered": covered_answers(opened.answered, secret, eyes),
        "so_far": [record.with_titles(one, units) for one in so_far],
        "why": [] if hidden else to_plain(why()),
    }


def _prompt(game: Game, present: Present, eyes: Eyes) -> Plain:
    opened = present.opened
    if opened is None or opened.prompt is None:
        return None
    shown = eyes.answer or eyes.see(opened.prompt.by)
    is_covered = not shown and is_secret(opened.prompt, game.rules.secret)
    asked = covered_prompt(opened.prompt) if is_covered else opened.prompt
    plain: dict[str, Plain] = to_plain(asked)
    plain.pop("reach", None)
    left = None if is_covered else cards_left(game, present, opened.prompt, eyes)
    if left is not None:
        plain["cards"] = left
    reading = getattr(opened.prompt, "reading", None)
    if reading is not None:
        plain["reading"]["text"] = str(reading)
    return {**plain, "draft": game.journal.draft() or []}


def names(units: Sequence[Card]) -> dict[str, str]:
    """Unit id to the name people use; with the id behind it where several have one name."""
    return told_apart({card.unit: card.name for card in units})


def called_in(present: Present) -> dict[str, str]:
    """As ``names``, what each base of a unit of several is called, and the sides."""
    bases = {unit.id: unit.bases for army in present.armies for unit in army.units}
    sides = {army.side: titled(army.side) for army in present.armies}
    return {**sides, **with_bases(names(present.cards), bases)}
