"""The Play Deck: one card at a time, what each lets its side do, and Perk (TURN-10, -11; CARD)."""

from __future__ import annotations

from itertools import count

from msgspec.structs import replace

from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Steps, draw
from rules.kernel.telling.names import side_does
from rules.kernel.telling.words import many
from rules.matchlocks.close_combat.rounds import continuing, fight_due, is_old, next_round
from rules.matchlocks.measuring import bases_of
from rules.matchlocks.ordering.command import give_initiative
from rules.matchlocks.ordering.events import draw_event
from rules.matchlocks.play import BOOK, Play, deal, fight_of, spend_card, throw
from rules.matchlocks.state import State, Unit
from rules.matchlocks.switches import House

LAST = 1
"""Cards that are never turned: the last one of every turn (TURN-11)."""


def may_turn(play: Play, side: str, at: str) -> Conditions:
    """May the next card be turned?"""
    yield play.state.phase == "main" or fails("cards are turned in the Main Battle", "NMM-TURN-10")
    up = card_title(play.state, play.state.decks.card)
    yield not play.state.decks.card or fails(f"{up} is not finished yet", "NMM-TURN-10")
    yield len(play.state.decks.play) > LAST or fails(
        "the last card of the Play Deck is ignored: the turn ends", "NMM-TURN-11")  # fmt: skip


def card_title(state: State, card: str) -> str:
    """What players call a card of the Play Deck."""
    leader = state.leaders.get(card)
    return leader.label if leader else card


@BOOK.action("turn card", "Turn the next card", may_turn, by="side")
def turn_card(play: Play, side: str, at: str) -> Steps[Play]:
    """Turn the next card of the Play Deck and do what it says at once."""
    decks = play.state.decks
    (card,) = yield from draw(
        "turn the next card", side, "play", decks.play, rules=("NMM-TURN-10",)
    )
    left = list(decks.play)
    left.remove(card)
    play = deal(
        play, play=tuple(left), card=card, turned=(*decks.turned, card), serial=decks.serial + 1
    )
    if card == "Bonus":
        return (yield from _bonus(play))
    if card in play.state.leaders:
        return _leader_up(play, card)
    return give_initiative(play, card.removeprefix("Skirmishers: "))


def _leader_up(play: Play, card: str) -> Play:
    leader = play.state.leaders[card]
    if leader.lost:
        play = play.step(f"{leader.does('is')} lost: his card does nothing", "NMM-CARD-01")
        return deal(play, card="")
    if leader.stunned:
        play = play.step(
            f"{leader.does('is')} stunned and {leader.form('does')} nothing", "NMM-EVT-04"
        )
    what = "may act" if leader.general else f"has {many(leader.tokens, 'Order Token')}"
    return play.step(f"{leader.label} {what}", "NMM-CARD-02", "NMM-ORD-02")


def may_finish(play: Play, side: str, at: str) -> Conditions:
    """May that side say that its card is done with?"""
    yield bool(play.state.decks.card) or fails("no card is up", "NMM-TURN-10")
    yield owner_of(play.state) in ("", side) or fails("another side's card is up", "NMM-TURN-10")


def owner_of(state: State) -> str:
    """The side whose card is up; "" when it is nobody's."""
    leader = state.leaders.get(state.decks.card)
    if leader is not None:
        return leader.side
    side = state.decks.card.removeprefix("Skirmishers: ")
    return side if side in state.sides else ""


@BOOK.action("finish", "Done with this card", may_finish, by="side")
def finish_card(play: Play, side: str, at: str) -> Play:
    """The side whose card is up has done what it wants; Actions left over are lost."""
    return close_card(play)


def close_card(play: Play) -> Play:
    """No card is up any more, and no unit has an Action left."""
    leader = play.state.leaders.get(play.state.decks.card)
    if leader is not None:
        play = play.change_in("leaders", leader.id, card_done=True)
    units = {}
    for key, unit in play.state.units.items():
        idle = unit.ordered == "initiative" and not unit.acts
        units[key] = replace(unit, actions_left=0, ordered="" if idle else unit.ordered)
    return deal(play.with_state(units=units), card="")


# --- the Bonus card --------------------------------------------------------------------------


def _bonus(play: Play) -> Steps[Play]:
    """Dice off for a card; the first of a turn also brings the melees on (CARD-03 to -07)."""
    first = play.state.decks.bonuses == 0
    play = deal(play, bonuses=play.state.decks.bonuses + 1, card="")
    melee_first = play.on(House.bonus_then_melee.melee_first)
    if first and melee_first:
        play = yield from fight_on(play, play.state.last_side)
    play, winner = yield from dice_off(play, "the Bonus card", "NMM-CARD-03")
    if winner:
        play = yield from _draws_bonus(play, winner)
    else:
        play = play.step("a tie: nobody gets the card", "NMM-CARD-04")
    if first and not melee_first:
        play = yield from fight_on(play, winner or play.state.last_side)
    return play


def dice_off(play: Play, what: str, rule: str, *, again: bool = False) -> Steps[tuple[Play, str]]:
    """One die a side, the higher wins; a tie is nobody's, or thrown again (SET-09)."""
    for level in count():
        faces = []
        for side in play.state.sides:
            play, dice = yield from throw(
                play, f"dice-off for {what}", 1, side, rules=(rule,), undecided=level
            )
            faces.append((dice.faces[0], side))
        best = max(faces)[0]
        high = [side for face, side in faces if face == best]
        said = " to ".join(f"{side} {face}" for face, side in faces)
        play = play.step(f"dice-off for {what}: {said}", rule, "NMM-SET-09")
        if len(high) == 1:
            return play, high[0]
        if not again:
            break
    return play, ""


def _draws_bonus(play: Play, side: str) -> Steps[Play]:
    """The winner draws; he may play it at once or keep it for this turn (CARD-05, CARD-14)."""
    decks = play.state.decks
    if not decks.bonus:
        return play.step("the Bonus Deck is empty", "NMM-CARD-09")
    (card,) = yield from draw(
        f"{side_does(side, 'draws')} a Bonus card",
        side,
        "bonus",
        decks.bonus,
        rules=("NMM-CARD-03",),
    )
    left = list(decks.bonus)
    left.remove(card)
    play = deal(play, bonus=tuple(left))
    if card == "Special Event":
        return (yield from draw_event(play, side))
    hand = (*play.state.sides[side].hand, card)
    play = play.change_in("sides", side, hand=hand)
    says = f"{side_does(side, 'holds')} one Bonus card more: to be played now, or later this turn"
    return play.step(says, "NMM-CARD-05", "NMM-CARD-09")


def fight_on(play: Play, viewer: str) -> Steps[Play]:
    """Every melee that goes on is fought, from left to right as *viewer* looks at the table."""
    for melee_id in in_order(play, due_now(play.state), viewer):
        melee = next((one for one in play.state.melees if one.id == melee_id), None)
        if melee is None:
            continue
        says = f"{fight_of(play, melee)}: it goes on"
        play = play.step(says, "NMM-CARD-07", "NMM-INIT-06", "NMM-MEL-71")
        play = yield from next_round(play, melee_id)
        play = yield from fight_due(play)
        if play.state.phase == "over":
            break
    return play


def due_now(state: State) -> tuple[str, ...]:
    """Melees that the first Bonus card brings on; those begun this turn wait for the next,
    unless the house says otherwise (INIT-06; ``same_turn_bonus``)."""
    if state.on(House.same_turn_bonus.next_turn):
        return continuing(state)
    return tuple(melee.id for melee in state.melees if is_old(state, melee))


def in_order(play: Play, melees: tuple[str, ...], viewer: str) -> tuple[str, ...]:
    """Melees as a player sees them from his edge, the left-most first."""
    return tuple(sorted(melees, key=lambda one: _leftness(play, one, viewer)))


def _leftness(play: Play, melee_id: str, viewer: str) -> float:
    places = [
        across(play.state, viewer, base.pose.x_in, base.pose.y_in)
        for unit in play.state.units.values()
        if unit.melee == melee_id
        for base in bases_of(play.table, unit.id)
        if base.pose is not None
    ]
    return sum(places) / len(places) if places else 0.0


def across(state: State, viewer: str, x_in: float, y_in: float) -> float:
    """How far right a place lies for a player who looks in from his edge."""
    side = state.sides.get(viewer)
    edge = side.edge if side else "south"
    return {"south": x_in, "north": -x_in, "west": -y_in, "east": y_in}[edge]


def may_play_perk(play: Play, side: str, unit: Unit) -> Conditions:
    """May that side play Perk on that unit now?"""
    held = side in play.state.sides and "Perk" in play.state.sides[side].hand
    yield held or lacks(f"{side_does(side, 'does')} not hold Perk", "NMM-CARD-10")
    yield play.state.phase != "over" or fails("the battle is over", "NMM-ARM-01")
    yield play.state.phase == "main" or fails("Bonus cards are for the Main Battle", "NMM-CARD-05")
    own = unit.side == side or play.on(House.perk_scope.any)
    yield own or fails(f"{unit.does('is')} not of {side}", "NMM-CARD-10")
    yield not unit.gone or lacks(f"{unit.does('is')} off the table", "NMM-CARD-10")
    yield not unit.melee or fails(f"{unit.does('is')} in a melee", "NMM-CARD-10")
    led = bool(play.state.leader_with(unit.id))
    yield led or not unit.daunted or fails(
        f"{unit.does('is')} Daunted: only to rally, with a Leader", "NMM-CARD-10")  # fmt: skip
    enough = unit.disarray > 0 or unit.actions_left > 0
    yield enough or not unit.daunted or fails(
        f"{unit.does('is')} Daunted: one Action more is not enough to shake that off",
        "NMM-ACT-18")  # fmt: skip


@BOOK.action("perk", "Perk for {at}", may_play_perk, by="side", at="friend")
def play_perk(play: Play, side: str, unit: Unit) -> Play:
    """A side plays Perk on a unit: it may be declared to act once more."""
    play = spend_card(play, side, "Perk")
    play = play.change(unit.id, actions_left=unit.actions_left + 1, perks=unit.perks + 1)
    return play.step(f"Perk: {unit.does('has')} one Action more", "NMM-CARD-10")
