"""The table and the game as the page is given them: no rule.

``view`` is the same for everybody; what one visitor may do is added by the page.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import asdict, replace

from rules.kernel.engine import advance, state_so_far
from rules.kernel.plain import to_plain
from rules.kernel.prompts import Choose, Draw, Roll
from rules.kernel.protocol import Army, Card, Modifier, RuleSet
from rules.kernel.telling.ledger import strengths
from vision.table.abilities import Abilities
from vision.table.reading import Unmeasurable
from vision.table.snapshot import Base, Snapshot
from vision.table.terrain_kinds import unruled
from webui.game.game import Game
from webui.game.guide.progress import guide_shown
from webui.game.guide.targets import guide_of
from webui.game.kept.club import KeptClub
from webui.game.kept.colours import side_colours
from webui.game.position import Opened, Present
from webui.game.secrets.knowledge import cards_left
from webui.game.secrets.secrecy import (
    Eyes,
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
from webui.game.told.chapters import house_says
from webui.game.told.commanders import commander
from webui.game.told.page.table import (
    AnswerSoFar,
    AskedChoice,
    AskedDraw,
    AskedLook,
    AskedRoll,
    Banner,
    ClockShown,
    OpenAction,
    Picture,
    Question,
    TableArmy,
    TableBase,
    TableGame,
    TableMarker,
    TableUnit,
)
from webui.game.told.page.whole import Table
from webui.game.told.readings import shown
from webui.server.dice_view import dice_view
from webui.server.last_picture import LastPicture
from webui.server.session import Desk
from webui.server.view.can import can_of
from webui.server.view.moved_head import moved_head
from webui.server.view.side_clock import SideClock, whose
from webui.server.view.verdicts import names_seen, newest_seen

NEWEST = 6
"""The rulings of how many of the newest actions go with the table."""


class View:
    """The newest ``view``, worked out once for each kind of eyes, however many screens ask."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.picture = LastPicture(desk.live)
        self.club = KeptClub(desk.shelf.folder)
        self.clock = SideClock(desk.shelf.folder, desk.now)
        self._lock = threading.Lock()
        self._key: tuple[int, int, int] = (0, 0, 0)
        self._seen: dict[Eyes, Table] = {}
        self._why = WhyThrown()

    def __call__(self, eyes: Eyes) -> Table:
        """What ``view`` gives, with what goes on while nothing changes."""
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
                self._seen[eyes] = replace(seen, clock=self._clock_now())
            return replace(
                self._seen[eyes],
                now_s=self._desk.now(),
                blind=self._desk.live.blind(),
                club=self.club.shown(),
            )

    def _clock_now(self) -> ClockShown | None:
        game = self._desk.game
        if game is None:
            return None
        return self.clock.look(self._desk.game_name, whose(game.present(), game.rules))


def view(desk: Desk, top: SeenFromAbove | None, eyes: Eyes, why: WhyThrown) -> Table:
    """Everything that /table.json holds, except who is asking. *top*: the picture to show."""
    table = desk.table()
    game = desk.game
    seen = Table(
        version=desk.bell.count,
        source=desk.live.source,
        can=can_of(desk.live.abilities),
        banner=_banner(desk.live.abilities),
        troubles=[
            *desk.live.troubles(),
            *desk.notices,
            *unruled(piece.kind for piece in table.terrain),
        ],
        blind=desk.live.blind(),
        size_in=list(table.size_in),
        taken_s=table.taken_s,
        now_s=desk.now(),
        picture=None if top is None else _picture(top),
        cameras=list(desk.live.camera_names()),
        markers=[
            TableMarker(one.id, one.x_in, one.y_in, one.size_in, one.turned_deg)
            for one in desk.live.markers()
        ],
        bases=[base_shown(base, table.taken_s) for base in table.bases],
        terrain=table.terrain,
        flags=[flag for flag in table.flags if flag.kind != "blind"],
    )
    return seen if game is None else _with_game(seen, desk, game, table, eyes, why)


def _picture(top: SeenFromAbove) -> Picture:
    return Picture(f"/picture.jpg?v={top.taken_s:.3f}", top.px_per_in, top.margin_in, top.taken_s)


def _banner(can: Abilities) -> Banner | None:
    if can.simulated:
        return Banner(words.SIMULATED, words.SIMULATED_SAYS)
    if not can.sees:
        return Banner(words.BY_HAND, words.BY_HAND_SAYS)
    return None


def base_shown(base: Base, taken_s: float) -> TableBase:
    """A base as the page draws it: status, pose and ±."""
    pose = base.pose
    return TableBase(
        payload=base.payload,
        status=base.status,
        unit=base.unit_id,
        side=base.side,
        kind=base.kind,
        frontage_in=base.frontage_in,
        depth_in=base.depth_in,
        round=base.round,
        figures=base.figures,
        by_hand=base.by_hand,
        cameras=list(base.cameras),
        x_in=None if pose is None else pose.x_in,
        y_in=None if pose is None else pose.y_in,
        facing_deg=None if pose is None else pose.facing_deg,
        plus_minus_in=None if pose is None else plus_minus_in(pose),
        hidden_s=round(max(0.0, taken_s - base.seen_s)) if base.status == "hidden" else 0,
    )


def _with_game(
    seen: Table, desk: Desk, game: Game, table: Snapshot, eyes: Eyes, why: WhyThrown
) -> Table:
    present = game.present()
    units = names_seen(game, present)
    head = moved_head(game, eyes, units)
    return replace(
        seen,
        game=_standing(game, present, desk.game_name),
        units=_units(game, present, table, eyes),
        open=_open(game, present, eyes, units, lambda: why(game, present)),
        prompt=_prompt(game, present, eyes),
        dice=dice_view(desk.dice, present),
        far_dice=list(ways_of(present.line)),
        guide=guide_shown(guide_of(present), table),
        verdicts=list(newest_seen(game, present, eyes, NEWEST)),
        wish=head.wish,
        declined=head.declined,
        taken_back=head.taken_back,
        head_moved=head.head_moved,
        undoes=head.undoes,
        moved_by_hand=head.moved_by_hand,
    )


def _standing(game: Game, present: Present, name: str) -> TableGame:
    status = game.rules.status(present.state)
    return TableGame(
        name=name,
        title=present.title,
        rules=game.rules.name,
        rules_title=game.rules.title,
        length=game.rules.length,
        squares=game.rules.squares,
        edition=game.rules.edition,
        head=present.head,
        can_undo=len(present.line) > 1,
        is_demo=present.title == game.rules.demo().title,
        sides=[army.side for army in present.armies],
        armies=[_army(game.rules, army) for army in present.armies],
        colours=dict(side_colours(present.armies)),
        premeasure=game.rules.premeasure(present.state),
        goes_on=list(game.rules.goes_on),
        ends=sorted(game.rules.ends),
        house_says=house_says(game.rules, present.state.house),
        over=present.over,
        turn=status.turn,
        phase=status.phase,
        to_act=status.to_act,
        lines=status.lines,
    )


def _army(rules: RuleSet, army: Army) -> TableArmy:
    return TableArmy(army.side, army.name, commander(rules, army))


def cards(game: Game, present: Present) -> list[Card]:
    """The card of every unit that either army lists, in their order."""
    return list(present.cards)


def _units(game: Game, present: Present, table: Snapshot, eyes: Eyes) -> list[TableUnit]:
    """Every unit's card, with its bases and what it has left of what it began with."""
    strength = strengths(game.rules.ledger, _state_told(game, present, eyes))
    bases: dict[str, list[str]] = {}
    for base in table.bases:
        bases.setdefault(base.unit_id, []).append(base.payload)
    return [
        TableUnit(**asdict(card), bases=bases.get(card.unit, []), strength=strength.get(card.unit))
        for card in cards(game, present)
    ]


def _state_told(game: Game, present: Present, eyes: Eyes) -> Any:
    """The state that what is told comes to: of an open action as far as its rulings are told."""
    opened = present.opened
    if opened is None or not may_read_so_far(opened, game.rules.secret, eyes):
        return present.state

    def so_far() -> Any:
        rule = game.rules.resolve(opened.action, present.state, opened.table)
        advance(rule, opened.answered)
        return state_so_far(rule)

    return game.once.told(present.head, "state so far", so_far) or present.state


def _open(
    game: Game,
    present: Present,
    eyes: Eyes,
    units: Mapping[str, str],
    why: Callable[[], tuple[Modifier, ...]],
) -> OpenAction | None:
    opened = present.opened
    if opened is None:
        return None
    secret = game.rules.secret
    hidden = is_hidden(opened, secret, eyes)
    answered = covered_answers(opened.answered, secret, eyes)
    return OpenAction(
        event=opened.event,
        action=opened.action,
        parties=[] if hidden else _parties(game, present, opened),
        says=record.declared_sentence(to_plain(opened.action), units),
        fault=to_plain(opened.fault),
        reach=drawn(asked_or_answered(opened)),
        answered=[AnswerSoFar(**each) for each in answered],
        so_far=[record.so_far(one, units) for one in may_read_so_far(opened, secret, eyes)],
        why=() if hidden else why(),
    )


def _parties(game: Game, present: Present, opened: Opened) -> list[str]:
    """Who acts, on whom, and who else it concerns, as they stood when it was declared."""
    action = opened.action
    try:
        others = game.rules.parties(action, present.state, opened.table)
    except Unmeasurable:
        # Nobody is named rather than somebody who may have nothing to do with it.
        others = ()
    return list(dict.fromkeys(one for one in (action.by, action.at, *others) if one))


def _prompt(game: Game, present: Present, eyes: Eyes) -> Question | None:
    opened = present.opened
    if opened is None or opened.prompt is None:
        return None
    may_see = eyes.answer or eyes.see(opened.prompt.by)
    is_covered = not may_see and is_secret(opened.prompt, game.rules.secret)
    asked = covered_prompt(opened.prompt) if is_covered else opened.prompt
    left = None if is_covered else cards_left(game, present, opened.prompt, eyes)
    fields: dict[str, Any] = {**asdict(asked), "draft": game.journal.draft() or []}
    if isinstance(asked, Roll):
        return AskedRoll(**fields)
    if isinstance(asked, Draw):
        return AskedDraw(**{**fields, "cards": list(asked.cards) if left is None else left})
    if isinstance(asked, Choose):
        reading = None if asked.reading is None else shown(asked.reading)
        return AskedChoice(**{**fields, "reading": reading})
    del fields["reach"]
    return AskedLook(**fields)
