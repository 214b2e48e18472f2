"""The end of a turn, step by step, and what begins the next (TURN-12 to -20)."""

from __future__ import annotations

from itertools import chain

from msgspec.structs import replace

from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Option, Steps, choose
from rules.kernel.telling.names import verb_form
from rules.kernel.telling.words import many
from rules.matchlocks.close_combat.rounds import fight_due, next_round
from rules.matchlocks.crises.crisis import excused_from_turn_end, turn_end_test
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.musketry.saves import mourn
from rules.matchlocks.musketry.shooting import Fire, fire_at, mend, take_fire
from rules.matchlocks.musketry.targeting import aim_checks, choice_checks, shooter_checks
from rules.matchlocks.ordering.cards import LAST, across
from rules.matchlocks.ordering.leaders import replace_lost
from rules.matchlocks.ordering.rallying import lift_disarray
from rules.matchlocks.play import BOOK, Play, deal
from rules.matchlocks.setting_up.preparation import play_deck
from rules.matchlocks.state import TURN_FIELDS, Leader, State, Unit, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import BONUS_CARDS


def may_end(play: Play, side: str, at: str) -> Conditions:
    """May the turn be ended?  (TURN-11)"""
    yield play.state.phase == "main" or fails("the Main Battle has not begun", "NMM-TURN-11")
    yield not play.state.decks.card or fails("a card is still up", "NMM-TURN-10")
    left = len(play.state.decks.play)
    yield left <= LAST or fails(
        f"{many(left, 'card')} of the Play Deck {verb_form('is', left != 1)} still to be turned",
        "NMM-TURN-11",
    )


@BOOK.action("end turn", "End the turn", may_end, by="side")
def end_turn(play: Play, side: str, at: str) -> Steps[Play]:
    """All five steps in their order (TURN-20), then the next turn begins."""
    play = yield from free_actions(play)
    play = yield from morale_step(play)
    if play.state.phase == "over":
        return play
    play = yield from replace_lost(play)
    play = yield from late_repairs(play)
    play = shuffle(tidy(play))
    return (yield from opening_fights(play))


# --- step 1: free actions --------------------------------------------------------------------


def is_inactive(state: State, unit: Unit) -> bool:
    """Did it do nothing this turn?  (TURN-12; ``inactive_def``)"""
    if unit.ordered:
        return False
    if state.on(House.inactive_def.no_order):
        return True
    return not unit.acts and not unit.reacted and not unit.melee


def may_act_free(state: State, unit: Unit) -> bool:
    """Inactive, not Daunted, neither Skirmisher nor Artillery (TURN-12, TURN-13)."""
    kind = kind_of(unit)
    light = kind.skirmisher or kind.arm == "gun"
    return not (light or unit.daunted or unit.gone or unit.melee) and is_inactive(state, unit)


def free_options(play: Play, unit: Unit) -> tuple[Option, ...]:
    """What a unit may do for nothing at the turn's end, doing nothing included."""
    options = [Option("nothing")]
    led = bool(play.state.leader_with(unit.id))
    raw_alone = unit.quality == "raw" and not led
    if unit.disarray and not (raw_alone and _leader_needed(play.state)):
        options.append(Option("rally", "drop one Disarray", ("NMM-TURN-12",)))
    if kind_of(unit).formed_shot and BOOK.may(play, shooter_checks(play, unit)):
        for target in play.state.enemies(unit.side):
            if _may_shoot(play, unit, target):
                says = f"one volley at {target.label}"
                options.append(Option(target.id, says, ("NMM-ACT-09",)))
    return tuple(options)


def _leader_needed(state: State) -> bool:
    """Do Raw units need their Leader for the free rally too (``free_rally_leader``)?"""
    return state.on(House.free_rally_leader.needed)


def _may_shoot(play: Play, unit: Unit, target: Unit) -> bool:
    if not bases_of(play.table, unit.id) or not bases_of(play.table, target.id):
        return False
    checks = chain(aim_checks(play, unit, target), choice_checks(play, unit, target))
    return BOOK.may(play, checks)


def free_actions(play: Play) -> Steps[Play]:
    """Step 1, in the order the house says: all at once, by turns, or side by side."""
    at_once = play.on(House.free_action_order.simultaneous)
    waiting: list[tuple[str, Fire]] = []
    start = play.state
    for unit in _free_order(play.state):
        if not may_act_free(play.state, play.unit(unit.id)):
            continue
        now = start if at_once else play.state
        options = free_options(Play(now, play.table), now.units[unit.id])
        what = f"{unit.label}: free action"
        chosen = yield from choose(what, unit.side, options, rules=("NMM-TURN-12",))
        if chosen == "nothing":
            play = _not_rallied(play, play.unit(unit.id), options)
            continue
        if chosen == "rally":
            play = lift_disarray(play, unit.id, "NMM-TURN-12")
            continue
        play, fire = yield from fire_at(play, unit.id, chosen)
        play = play.step(f"{unit.does('fires')} as the turn ends", "NMM-TURN-12", "NMM-ACT-09")
        if at_once:
            waiting.append((chosen, fire))
        else:
            play = yield from take_fire(play, chosen, (fire,))
    return (yield from _all_at_once(play, waiting))


def _not_rallied(play: Play, unit: Unit, options: tuple[Option, ...]) -> Play:
    offered = any(one.key == "rally" for one in options)
    if offered or not unit.disarray or not _leader_needed(play.state):
        return play
    says = (
        f"{unit.does('keeps')} {unit.its} Disarray: "
        f"{unit.it} {unit.form('has')} no Leader to rally it"
    )
    return play.step(says, "NMM-TURN-12")


def _all_at_once(play: Play, waiting: list[tuple[str, Fire]]) -> Steps[Play]:
    """Everybody suffers before anybody tests because of it (MOR-02)."""
    struck = dict.fromkeys(one for one, _ in waiting)
    for target in struck:
        fires = tuple(fire for one, fire in waiting if one == target)
        play = yield from take_fire(play, target, fires, mourned=False)
    order = tuple(one for one in testing_order(play) if one in struck)
    return (yield from mourn(play, order, play.table))


def _free_order(state: State) -> list[Unit]:
    sides = sorted(state.sides, key=lambda side: side != state.last_side)
    by_side = [[one for one in state.friends(side) if may_act_free(state, one)] for side in sides]
    if not state.on(House.free_action_order.alternate):
        return [unit for units in by_side for unit in units]
    longest = max(map(len, by_side), default=0)
    return [units[i] for i in range(longest) for units in by_side if i < len(units)]


# --- step 2: morale --------------------------------------------------------------------------


def morale_step(play: Play) -> Steps[Play]:
    """Step 2: every unit Daunted or at half strength tests, left to right (TURN-14 to -16)."""
    play = deal(play, card="turn end")
    for unit_id in testing_order(play):
        if play.state.phase == "over":
            return play
        excused, _ = excused_from_turn_end(play, play.unit(unit_id))
        if excused:
            play = _tested_before(play, play.unit(unit_id))
        else:
            play = _order_told(play)
            play = yield from turn_end_test(play, unit_id)
            play = yield from fight_due(play)
    return deal(play, card="")


def _order_told(play: Play) -> Play:
    """From whose left the tests go, where the house counts the last card."""
    said = any("NMM-TURN-16" in ruling.rules for ruling in play.rulings)
    if said or not House.moved_last.told(play.state.house):
        return play
    viewer = _last_card_side(play.state) or play.state.last_side
    return play.step(f"the tests begin at the left of {viewer}", "NMM-TURN-16")


def _tested_before(play: Play, unit: Unit) -> Play:
    """By house rule half strength is tested once, when it is reached."""
    if not unit.half_tested or not House.half_strength_repeat.told(play.state.house):
        return play
    return play.step(f"{unit.does('was')} tested when it came to half strength", "NMM-TURN-14")


def testing_order(play: Play) -> tuple[str, ...]:
    """Units across the table from the left of the player who moved last (TURN-16)."""
    state = play.state
    viewer = state.last_side
    if state.on(House.moved_last.last_card):
        viewer = _last_card_side(state) or viewer
    return tuple(sorted(state.units, key=lambda one: _place(play, one, viewer)))


def _place(play: Play, unit_id: str, viewer: str) -> float:
    poses = [base.pose for base in bases_of(play.table, unit_id) if base.pose is not None]
    if not poses:
        return 0.0
    middle = sum(pose.x_in for pose in poses) / len(poses), sum(p.y_in for p in poses) / len(poses)
    return across(play.state, viewer, *middle)


def _last_card_side(state: State) -> str:
    """The side of the last Leader or Skirmishers card that was turned."""
    for card in reversed(state.decks.turned):
        side = card.removeprefix("Skirmishers: ")
        if card in state.leaders:
            return state.leaders[card].side
        if side in state.sides:
            return side
    return ""


# --- steps 4 and 5 ---------------------------------------------------------------------------


def tidy(play: Play) -> Play:
    """Step 4: Order Tokens come off; a Support token still to be used stays (TURN-18, ACT-13)."""
    fields = dict(TURN_FIELDS)
    if play.on(House.revealed_duration.this_turn):
        fields["revealed"] = False
    units = {key: replace(unit, **fields) for key, unit in play.state.units.items()}
    leaders = {key: _rested(one) for key, one in play.state.leaders.items()}
    return play.with_state(units=units, leaders=leaders).step(
        "Order Tokens come off the table", "NMM-TURN-18"
    )


def _rested(leader: Leader) -> Leader:
    return replace(
        leader, tokens_used=0, extra_tokens=0, card_done=False, options_used=(), stunned=False
    )


def shuffle(play: Play) -> Play:
    """Step 5: both decks are whole again, unused Bonus cards too (TURN-19, CARD-06, CARD-15)."""
    for side in play.state.sides:
        play = play.change_in("sides", side, hand=())
    seen = play.state.decks.special_seen
    bonus = tuple(one for one in BONUS_CARDS if one != "Special Event" or seen < 2)
    leaders = play.state.leaders
    if play.on(House.lost_leader_card.keep):
        leaders = {key: replace(one, lost=False) for key, one in leaders.items()}
    deck = play_deck(leaders, tuple(play.state.sides))
    play = deal(play, play=deck, turned=(), card="", bonus=bonus, bonuses=0)
    turn = play.state.turn + 1
    says = f"the decks are shuffled; turn {turn}"
    return play.with_state(turn=turn).step(says, "NMM-TURN-19", "NMM-CARD-06")


def late_repairs(play: Play) -> Steps[Play]:
    """By house rule broken guns are worked on as the turn ends (``repair_timing=end``)."""
    if not play.on(House.repair_timing.end):
        return play
    for gun in tuple(play.state.units.values()):
        if gun.malfunction and not gun.gone:
            play = yield from mend(play, gun)
    return play


def opening_fights(play: Play) -> Steps[Play]:
    """What begins a turn: pursuers fight whom they met, if the house says so (MEL-69)."""
    if not play.on(House.pursuit_melee_when.turn_start):
        return play
    for melee in play.state.melees:
        if melee.id not in {one.id for one in play.state.melees}:
            continue
        if melee.pursuit and not melee.round:
            play = yield from next_round(play, melee.id)
            play = yield from fight_due(play)
    return play
