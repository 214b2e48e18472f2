"""Orders and Order Tokens (chapter VIII of the book; ORD, INIT).

While a Brigadier's card is up he spends tokens: on an Order to a unit, on a Group Order, on
moving himself (``leaders.py``). The General has his own four ways (``general.py``).
"""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.acting.book import Says
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Steps, choose, choose_some, yes
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.movement.deeds import supporter_checks
from rules.matchlocks.ordering.activation import range_checks
from rules.matchlocks.play import BOOK, Play, leader_named, pick_unit, spend_card
from rules.matchlocks.state import Leader, State, Unit, kind_of
from rules.matchlocks.switches import House


def commanding_checks(
    play: Play, leader: Leader, *, tokens: int = 1, rides: bool = False
) -> Conditions:
    """May that Brigadier spend a token now?  (LEAD-18, ORD-02, ORD-14, EVT-04)

    *rides*: to move himself, which a fight does not keep him from (``fighting_leader_rides``).
    """
    yield not leader.lost or fails(f"{leader.does('is')} lost", "NMM-LEAD-10")
    yield not leader.general or fails(
        f"{leader.does('is')} the General and gives no Orders", "NMM-ORD-05"
    )
    yield play.state.phase == "main" or fails("Orders are given in the Main Battle", "NMM-ORD-01")
    yield is_up(play.state, leader) or fails(
        f"{leader.does('commands')} only while his card is up", "NMM-LEAD-18")  # fmt: skip
    yield not leader.stunned or fails(f"{leader.does('is')} stunned this turn", "NMM-EVT-04")
    yield leader.tokens >= tokens or fails(
        f"{leader.does('has')} used all his Order Tokens: {leader.tokens_used}", "NMM-ORD-02"
    )
    fights = bool(leader.attached) and bool(play.state.units[leader.attached].melee)
    free = rides and play.on(House.fighting_leader_rides)
    yield free or not fights or fails(f"{leader.does('is')} busy fighting", "NMM-ORD-14")


def is_up(state: State, leader: Leader) -> bool:
    """Is his card up?  Or may he use the General's token at once, by house rule?"""
    if state.decks.card == leader.id:
        return True
    at_once = state.on(House.general_token_timing.immediate) and leader.extra_tokens > 0
    general = state.leaders.get(state.decks.card)
    return at_once and general is not None and general.general and general.side == leader.side


def may_order(play: Play, leader: Leader, unit: Unit | None, what: str = "") -> Conditions:
    """May that Brigadier order that unit now?  Support is for Squadrons alone (ACT-12)."""
    yield from commanding_checks(play, leader)
    if unit is None:
        yield lacks("an Order is for a unit", "NMM-ORD-10")
        return
    yield from orderable_checks(play, leader, unit)
    yield from range_checks(play, leader, unit)
    if what == "support":
        yield from supporter_checks(play, unit)


def orderable_checks(play: Play, leader: Leader, unit: Unit) -> Conditions:
    """The unit's half of an Order, measuring aside (ORD-15, -17; INIT-02 to -05)."""
    name = unit.label
    yield not unit.gone or lacks(f"{unit.does('is')} off the table", "NMM-ORD-10")
    yield unit.side == leader.side or fails(f"{unit.does('is')} not of his side", "NMM-ORD-15")
    light = kind_of(unit).skirmisher or kind_of(unit).arm == "gun"
    free = light and play.on(House.any_leader_skirmish.any)
    yield free or unit.brigade == leader.brigade or fails(
        f"{unit.does('is')} not of {leader.label}'s Brigade", "NMM-ORD-15")  # fmt: skip
    yield not unit.melee or fails(
        f"{unit.does('is')} in a melee: fighting on is all", "NMM-INIT-04"
    )
    acted = unit.ordered == "initiative" and bool(unit.acts)
    yield not acted or fails(f"{unit.does('has')} acted on Initiative this turn", "NMM-INIT-03")
    fresh = unit.ordered in ("", "initiative")
    yield fresh or fails(f"{unit.does('has')} had {unit.its} Order this turn", "NMM-ORD-17")
    lost = unit.reacted and not unit.won and "melee" in unit.acts
    yield not lost or fails(f"{name} fought this turn and did not win", "NMM-INIT-05")


def _ordered(play: Play, name: str) -> Unit | None:
    """Whom an Order is for; None while nobody is named."""
    return play.unit(name) if name else None


def _support(play: Play, leader: Leader, unit: Unit | None) -> tuple[str, ...]:
    """What it may be ordered to do that is said aloud."""
    return ("", "support") if unit and BOOK.may(play, supporter_checks(play, unit)) else ()


@BOOK.action(
    "order",
    lambda play, leader, unit, **said: f"Order {unit.label}" if unit else "Order",
    may_order,
    by=leader_named,
    at=_ordered,
    says={"what": Says(picks=_support)},
)
def order(play: Play, leader: Leader, unit: Unit, what: str) -> Steps[Play]:
    """One Order Token to one unit: two Actions for it this turn (ORD-10, ORD-18, ORD-20).

    *what* the players call it; "support" makes it a Support Order.
    """
    play = spend_token(play, leader.id)
    play = give_order(play, leader, unit.id, what)
    return (yield from forfeit(play, leader, (unit.id,)))


def may_have_had_an_order(play: Play, unit: Unit, at: str) -> Conditions:
    """Could anybody have ordered it (ORD-20)?"""
    yield bool(_could_order(play, unit)) or fails(
        f"nobody can have ordered {unit.label} now", "NMM-ORD-20")  # fmt: skip


def _could_order(play: Play, unit: Unit) -> list[Leader]:
    leaders = play.state.leaders.values()
    return [one for one in leaders if BOOK.may(play, may_order(play, one, unit))]


@BOOK.action("token seen", "A token lies there", may_have_had_an_order)
def token_seen(play: Play, unit: Unit, at: str) -> Steps[Play]:
    """A token lies by a unit that no Order was recorded for: who gave it?  (ORD-20)"""
    could = _could_order(play, unit)
    options = (*(Option(one.id, one.label) for one in could), Option("", "nobody: take it off"))
    what = f"a token lies by {unit.label}: which Leader gave it?"
    who = yield from choose(what, unit.side, options, rules=("NMM-ORD-20",))
    if not who:
        return play.step(f"the token by {unit.label} is taken off", "NMM-ORD-20")
    leader = leader_named(play, who)
    yield from BOOK.require(play, may_order(play, leader, unit), leader.side)
    return (yield from order(play, leader, unit, ""))


def spend_token(play: Play, leader_id: str) -> Play:
    """One Order Token is used up (ORD-02)."""
    leader = play.state.leaders[leader_id]
    return play.change_in("leaders", leader_id, tokens_used=leader.tokens_used + 1)


def give_order(play: Play, leader: Leader, unit_id: str, what: str = "") -> Play:
    """The token lies beside the unit: it may take two Actions (ORD-18)."""
    unit = play.unit(unit_id)
    play = play.change(unit_id, ordered=leader.id, actions_left=2, support=what == "support")
    told_what = f": {what}" if what else ""
    rules = ("NMM-ACT-12",) if what == "support" else ("NMM-ORD-10", "NMM-ORD-18")
    return play.step(f"{leader.does('orders')} {unit.label}{told_what}", *rules)


def forfeit(play: Play, leader: Leader, units: tuple[str, ...]) -> Steps[Play]:
    """The enemy may play Forfeit on an Order just given: one Action, not two (CARD-11)."""
    enemy = play.state.sides.get(play.state.other(leader.side))
    if enemy is None or "Forfeit" not in enemy.hand:
        return play
    names = ", ".join(play.unit(one).label for one in units)
    rules = ("NMM-CARD-11",)
    if not (yield from yes(f"play Forfeit on {names}?", enemy.name, rules=rules)):
        return play
    hit = units
    if len(units) > 1 and play.on(House.forfeit_group.unit):
        what = "which unit loses an Action?"
        one = yield from pick_unit(what, enemy.name, map(play.unit, units), rules=rules)
        hit = (one,)
    play = spend_card(play, enemy.name, "Forfeit")
    for one in hit:
        play = play.change(one, actions_left=1)
        play = play.step(f"{play.unit(one).does('has')} one Action only", *rules)
    return play


# --- groups ----------------------------------------------------------------------------------


def group_candidates(play: Play, leader: Leader) -> tuple[Unit, ...]:
    """Units of his Brigade that may be put under one Group Order now."""
    found = []
    for unit in play.state.friends(leader.side):
        if unit.brigade != leader.brigade or not bases_of(play.table, unit.id):
            continue
        if not BOOK.may(play, orderable_checks(play, leader, unit)):
            continue
        found.append(unit)
    return tuple(found)


def may_order_group(
    play: Play, leader: Leader, at: str, units: tuple[str, ...], what: str
) -> Conditions:
    """May that Brigadier give a Group Order, to these units if they are named (ORD-11, -12)?"""
    yield from commanding_checks(play, leader)
    if units:
        yield from _group_checks(play, leader, units, what)


def _group_checks(play: Play, leader: Leader, units: tuple[str, ...], what: str) -> Conditions:
    them = tuple(map(play.unit, dict.fromkeys(units)))
    enough = len(them) > 1
    yield enough or fails("a Group Order is for two units or more", "NMM-ORD-11")
    for unit in them:
        own = unit.brigade == leader.brigade
        yield own or fails(f"{unit.does('is')} not of his Brigade", "NMM-ORD-11")
        yield from orderable_checks(play, leader, unit)
        if what == "support":
            yield from supporter_checks(play, unit)
        if play.on(House.group_range.each):
            yield from range_checks(play, leader, unit)
    near = any(BOOK.may(play, range_checks(play, leader, unit)) for unit in them)
    yield near or fails("no unit of the group is in command range", "NMM-ORD-11")


@BOOK.action(
    "group order", "Group Order", may_order_group, by=leader_named,
    says={"units": Says(many=True), "what": Says()},
)  # fmt: skip
def group_order(
    play: Play, leader: Leader, at: str, units: tuple[str, ...], what: str
) -> Steps[Play]:
    """One token for several units that all do the same thing (ORD-11, -12; SUM-11); which they
    are is asked where it was not said."""
    if not units:
        units = yield from _picked(play, leader)
        yield from BOOK.require(play, _group_checks(play, leader, units, what), leader.side)
    units = tuple(dict.fromkeys(units))
    play = spend_token(play, leader.id)
    for one in units:
        play = give_order(play, leader, one, what)
    play = play.step("one token for the group: all do the same", "NMM-ORD-11", "NMM-ORD-12")
    return (yield from forfeit(play, leader, units))


def _picked(play: Play, leader: Leader) -> Steps[tuple[str, ...]]:
    them = group_candidates(play, leader)
    options = tuple(Option(unit.id, unit.label) for unit in them)
    what = "which units does the Group Order cover?"
    return (yield from choose_some(what, leader.side, options, rules=("NMM-ORD-11",)))


# --- initiative ------------------------------------------------------------------------------


def give_initiative(play: Play, side: str) -> Play:
    """All Skirmishers and Artillery of a side may take two Actions (INIT-01, CARD-08)."""
    units = dict(play.state.units)
    names = []
    for unit in play.state.friends(side):
        if may_act_on_initiative(unit):
            units[unit.id] = replace(unit, ordered="initiative", actions_left=2)
            names.append(unit.label)
    play = play.with_state(units=units)
    who = ", ".join(names) or "nobody"
    return play.step(f"{who} may act on Initiative", "NMM-CARD-08", "NMM-INIT-01")


def may_act_on_initiative(unit: Unit) -> bool:
    """Skirmishers and guns that had no Order and are in no melee (INIT-01, -03, -04)."""
    kind = kind_of(unit)
    light = kind.skirmisher or kind.arm == "gun"
    return light and not unit.gone and not unit.melee and unit.ordered in ("", "initiative")
