"""The nine Special Events (EVT)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Reach, Steps, choose, draw, look
from rules.kernel.protocol import IllegalAction
from rules.kernel.telling.names import side_does
from rules.matchlocks.close_combat.aftermath import end_deserted
from rules.matchlocks.close_combat.rounds import fight_due
from rules.matchlocks.crises.crisis import crisis
from rules.matchlocks.measuring import BAD, bases_of
from rules.matchlocks.musketry.losses import disarray
from rules.matchlocks.page import newcomer
from rules.matchlocks.play import BOOK, Check, Play, deal, measured, pick_unit
from rules.matchlocks.state import Unit, inches, is_mounted, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import IMMEDIATE_EVENTS, KINDS
from vision.measure.ground import in_terrain
from vision.measure.range import edge_distance, gap
from vision.table.reading import Verdict
from vision.table.snapshot import Snapshot


def draw_event(play: Play, side: str) -> Steps[Play]:
    """Special Event: draw one; those marked so happen at once, others are kept (EVT-01).

    The card itself comes up twice in a battle and is then gone (CARD-15).
    """
    decks = play.state.decks
    seen = decks.special_seen + 1
    play = deal(play, special_seen=seen)
    if not decks.events:
        return play.step("the Special Events Deck is empty", "NMM-CARD-14")
    says = f"{side_does(side, 'draws')} a Special Event"
    (event,) = yield from draw(says, side, "events", decks.events, rules=("NMM-CARD-14",))
    left = list(play.state.decks.events)
    left.remove(event)
    play = deal(play, events=tuple(left))
    gone = "; the Special Event card leaves the deck for good" if seen >= 2 else ""
    what = event if event in IMMEDIATE_EVENTS else "one to keep"
    says = f"{side_does(side, 'draws')} {what}{gone}"
    play = play.step(says, "NMM-CARD-14", "NMM-CARD-15", "NMM-EVT-01")
    if event in IMMEDIATE_EVENTS:
        play = yield from EVENTS[event](play, side)
        return spent(play, event)
    return play.change_in("sides", side, events=(*play.state.sides[side].events, event))


def spent(play: Play, event: str) -> Play:
    """A played event is gone, or by house rule goes back (``event_card_return``)."""
    if play.on(House.event_card_return.discard):
        return play
    return deal(play, events=(*play.state.decks.events, event))


def may_play(play: Play, side: str, at: str, event: str) -> Conditions:
    """May that side play that event now?"""
    mine = play.state.sides[side].events if side in play.state.sides else ()
    yield event in mine or lacks(f"{side_does(side, 'does')} not hold {event}", "NMM-CARD-14")
    yield play.state.phase != "over" or fails("the battle is over", "NMM-ARM-01")
    if event in _CANDIDATES:
        some = any(True for _ in _CANDIDATES[event](play, side))
        yield some or lacks(f"nobody to play {event} on", _RULE[event])
    if event == "Get Off Our Land!":
        agreed = not play.on(House.clubmen_stats.none)
        yield agreed or lacks("the Clubmen have no numbers in this game", "NMM-EVT-05")
    if event == "Ambush":
        free = bool(hiding_places(play))
        yield free or lacks("there is no empty cover on the table", "NMM-EVT-06")


def _on(play: Play, side: str, event: str, at: str) -> Steps[Unit]:
    """The unit an event is played on: as declared, else asked for.

    Raises:
        IllegalAction: it may not be played on that unit.
    """
    could = {one.id: one for one in _CANDIDATES[event](play, side)}
    if at:
        if at not in could:
            raise IllegalAction(f"{event} cannot be played on {at}", _RULE[event])
        return could[at]
    one = yield from pick_unit(f"{event}: on whom?", side, could.values(), rules=(_RULE[event],))
    return could[one]


# --- who may be chosen -----------------------------------------------------------------------


def _disarrayed(play: Play, side: str) -> Iterator[Unit]:
    return (one for one in play.state.friends(side) if one.disarray and not one.melee)


def _dry(play: Play, side: str) -> Iterator[Unit]:
    everyone = play.on(House.extra_ammo_units.any)
    for one in play.state.friends(side):
        kind = kind_of(one)
        empty = not one.free_volley and one.ammo == 0
        if (kind.formed_shot and empty) or (everyone and kind.key in ("forlorn", "plotton")):
            yield one


def _lootable(play: Play, side: str) -> Iterator[Unit]:
    """Enemy horse without a Leader within two Moves of your baseline (EVT-07)."""
    edge = play.state.sides[side].edge
    for one in play.state.enemies(side):
        if kind_of(one).arm != "horse" or play.state.leader_with(one.id):
            continue
        if not bases_of(play.table, one.id):
            continue
        near = edge_distance(play.table, one.id, edge).nearest
        check = Check(
            "", "NMM-EVT-07", True, near, inches(play.state, 2 * kind_of(one).move_in), "at most"
        )
        if BOOK.may(play, (check,)):
            yield one


def _foot(play: Play, side: str) -> Iterator[Unit]:
    return (one for one in play.state.enemies(side) if kind_of(one).arm == "foot")


_CANDIDATES: dict[str, Callable[[Play, str], Iterator[Unit]]] = {
    "Well-drilled": _disarrayed,
    "Extra Ammunition Supply": _dry,
    "Loot The Baggage!": _lootable,
    "Powder Explosion": _foot,
}
_RULE = {
    "Well-drilled": "NMM-EVT-02",
    "Extra Ammunition Supply": "NMM-EVT-03",
    "Skittish Mount": "NMM-EVT-04",
    "Get Off Our Land!": "NMM-EVT-05",
    "Ambush": "NMM-EVT-06",
    "Loot The Baggage!": "NMM-EVT-07",
    "Scattered Showers": "NMM-EVT-08",
    "Powder Explosion": "NMM-EVT-09",
    "The Fog of War": "NMM-EVT-10",
}


# --- what they do ----------------------------------------------------------------------------


def well_drilled(play: Play, side: str, at: str = "") -> Steps[Play]:
    """All Disarray off one friendly unit that is in no melee (EVT-02)."""
    unit = yield from _on(play, side, "Well-drilled", at)
    play = play.change(unit.id, disarray=0)
    return play.step(f"{unit.does('is')} in order again", "NMM-EVT-02")


def extra_ammunition(play: Play, side: str, at: str = "") -> Steps[Play]:
    """Two more volleys for musketeers who have used theirs (EVT-03)."""
    unit = yield from _on(play, side, "Extra Ammunition Supply", at)
    play = play.change(unit.id, ammo=unit.ammo + 2)
    return play.step(f"{unit.does('gets')} two more volleys", "NMM-EVT-03")


def skittish_mount(play: Play, side: str, at: str = "") -> Steps[Play]:
    """One enemy Leader is stunned for the rest of the turn (EVT-04)."""
    enemies = [one for one in play.state.leaders.values() if one.side != side and not one.lost]
    if not enemies:
        return play.step("no enemy Leader is left to be thrown", "NMM-EVT-04")
    options = tuple(Option(one.id, one.label) for one in enemies)
    if at and at not in {one.id for one in enemies}:
        raise IllegalAction(f"{at} is no enemy Leader", "NMM-EVT-04")
    who = at or (yield from choose("whose horse bolts?", side, options, rules=("NMM-EVT-04",)))
    play = play.change_in("leaders", who, stunned=True)
    label = play.state.leaders[who].label
    return play.step(f"{label} neither moves nor commands this turn", "NMM-EVT-04")


def get_off_our_land(play: Play, side: str, at: str = "") -> Steps[Play]:
    """Clubmen come in at the enemy's baseline and are yours (EVT-05; ``clubmen_stats``)."""
    kind = KINDS["clubmen"]
    play, unit = new_unit(play, side, "clubmen", kind.shot, "raw", "Clubmen")
    edge = play.state.sides[play.state.other(side)].edge
    what = f"place {unit.label} touching the {edge} edge"
    after = yield from look(what, side, (unit.id,), rules=("NMM-EVT-05",), brings=(newcomer(unit),))
    if bases_of(after, unit.id):
        touching = edge_distance(after, unit.id, edge).nearest
        if touching.compare(0.25) is Verdict.OUT:
            raise IllegalAction(f"{unit.label} must touch the {edge} edge", "NMM-EVT-05")
    return play.on_table(after).step(f"{unit.label} rise for {side}", "NMM-EVT-05")


def new_unit(
    play: Play, side: str, kind: str, figures: int, quality: str, name: str
) -> tuple[Play, Unit]:
    """A unit that joins in the middle of a battle, without Actions yet."""
    number = sum(one.kind == kind for one in play.state.units.values()) + 1
    unit = Unit(
        f"{side[0]}{name.split()[0]}{number}",
        side,
        kind,
        quality,
        name,
        shot=figures,
        start_shot=figures,
        ranks=KINDS[kind].ranks,
        joined=True,
    )
    return play.with_state(units={**play.state.units, unit.id: unit}), unit


_HIDING = frozenset({"building", *BAD})


def _grounds_under(table: Snapshot, unit_id: str) -> set[str]:
    found = in_terrain(table, unit_id, terrain=_HIDING)
    return {ground.name for ground in found if ground.depth.value > 0}


def hiding_places(play: Play) -> tuple[str, ...]:
    """Buildings, woods and bad going with no unit in them (EVT-06)."""
    taken = {
        name
        for unit in play.state.units.values()
        if not unit.gone and bases_of(play.table, unit.id)
        for name in _grounds_under(play.table, unit.id)
    } | {unit.building for unit in play.state.units.values() if not unit.gone}
    names = [piece.name or piece.kind for piece in play.table.terrain if piece.kind in _HIDING]
    return tuple(name for name in names if name not in taken)


def ambush(play: Play, side: str, at: str = "") -> Steps[Play]:
    """Six Skirmishers appear in empty cover (EVT-06; ``ambush_quality``)."""
    places = hiding_places(play)
    if at and at not in places:
        raise IllegalAction(f"{at} is not empty cover", "NMM-EVT-06")
    options = tuple(Option(one) for one in places)
    where = at or (yield from choose("where do they lie?", side, options, rules=("NMM-EVT-06",)))
    quality = "seasoned"
    if play.on(House.ambush_quality.choice):
        grades = (Option("seasoned"), Option("veteran"))
        quality = yield from choose("their quality", side, grades, rules=("NMM-EVT-06",))
    play, unit = new_unit(play, side, "forlorn", 6, quality, "Ambushers")
    what = f"place {unit.label} in {where}"
    cover = tuple(
        Reach(unit.id, where, piece.outline_in, rule="NMM-EVT-06")
        for piece in play.table.terrain
        if (piece.name or piece.kind) == where and piece.kind in _HIDING
    )
    brings = (newcomer(unit),)
    after = yield from look(
        what, side, (unit.id,), rules=("NMM-EVT-06",), brings=brings, reach=cover
    )
    if bases_of(after, unit.id) and where not in _grounds_under(after, unit.id):
        raise IllegalAction(f"{unit.label} must lie in {where}", "NMM-EVT-06")
    if any(where in (one.name, one.kind) and one.kind == "building" for one in after.terrain):
        play = play.change(unit.id, building=where)
    return play.on_table(after).step(f"{unit.label} lie in {where}", "NMM-EVT-06")


def loot_the_baggage(play: Play, side: str, at: str = "") -> Steps[Play]:
    """Enemy horse rides off for good and costs nothing (EVT-07, ARM-13)."""
    unit = yield from _on(play, side, "Loot The Baggage!", at)
    play = play.change(unit.id, gone="off table", melee="", actions_left=0)
    play = play.step(f"{unit.does('rides')} off to loot: no tokens", "NMM-EVT-07", "NMM-ARM-13")
    return end_deserted(play)


def scattered_showers(play: Play, side: str, at: str = "") -> Steps[Play]:
    """Nobody shoots to the end of the next turn (EVT-08)."""
    yield from ()
    until = play.state.turn + 1
    play = play.with_state(rain_until=until)
    return play.step(f"nobody shoots until the end of turn {until}", "NMM-EVT-08")


def powder_explosion(play: Play, side: str, at: str = "") -> Steps[Play]:
    """An enemy foot unit tests; horse near it shies (EVT-09, MOR-37; ``explosion_radius``)."""
    if not any(True for _ in _foot(play, side)):
        return play.step("no enemy foot is left to be blown up", "NMM-EVT-09")
    unit = yield from _on(play, side, "Powder Explosion", at)
    play = play.step(f"powder blows up by {unit.label}", "NMM-EVT-09")
    for horse in tuple(play.state.units.values()):
        if is_mounted(horse) and not horse.gone and (yield from _shies(play, horse, unit)):
            play = disarray(play, horse.id, "powder blew up close by", "NMM-EVT-09")
    play = yield from crisis(play, unit.id, "powder blew up", "NMM-MOR-37")
    return (yield from fight_due(play))


def _shies(play: Play, horse: Unit, foot: Unit) -> Steps[bool]:
    if not (bases_of(play.table, horse.id) and bases_of(play.table, foot.id)):
        return False
    radius = {
        House.explosion_radius.own_move.said: kind_of(horse).move_in,
        House.explosion_radius.flat10.said: 10.0,
        House.explosion_radius.foot6.said: 6.0,
    }[House.explosion_radius.value(play.state.house)]
    far, limit = gap(play.table, horse.id, foot.id), inches(play.state, radius)
    what = f"{horse.does('is')} near enough to shy"
    return (yield from measured(play, far, limit, horse.side, "NMM-EVT-09", what=what))


def fog_of_war(play: Play, side: str, at: str = "") -> Steps[Play]:
    """For the rest of the battle: 9 in at most, and 6s only (EVT-10)."""
    yield from ()
    play = play.with_state(fog=True)
    return play.step("fog: every weapon reaches 9 in at most and hits on 6", "NMM-EVT-10")


EVENTS: dict[str, Callable[..., Steps[Play]]] = {
    "Well-drilled": well_drilled,
    "Extra Ammunition Supply": extra_ammunition,
    "Skittish Mount": skittish_mount,
    "Get Off Our Land!": get_off_our_land,
    "Ambush": ambush,
    "Loot The Baggage!": loot_the_baggage,
    "Scattered Showers": scattered_showers,
    "Powder Explosion": powder_explosion,
    "The Fog of War": fog_of_war,
}


@BOOK.action(
    "event", lambda play, side, at, event: f"Play {event}", may_play, by="side", at="any",
    says={"event": Says(tuple(EVENTS), needed=True)},
)  # fmt: skip
def play_event(play: Play, side: str, at: str, event: str) -> Steps[Play]:
    """Play a kept event on the unit, Leader or place *at*, asked for where it is "".

    Raises:
        IllegalAction: it may not be played there.
    """
    held = list(play.state.sides[side].events)
    held.remove(event)
    play = play.change_in("sides", side, events=tuple(held))
    play = play.step(f"{side_does(side, 'plays')} {event}", "NMM-CARD-14", _RULE[event])
    play = yield from EVENTS[event](play, side, at)
    return spent(play, event)
