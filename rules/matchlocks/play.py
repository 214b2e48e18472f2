"""An action under way: the state so far, the table, and what was ruled on the way.

Every chapter function takes a ``Play`` and gives the next one; nothing is changed in place.
Also here: checks (one reason each why an action may not be taken) and throwing dice with
the rerolls that the rules and the Bonus cards allow.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from rules.kernel import play as kernel
from rules.kernel.acting.book import Book
from rules.kernel.dice import faces_alike, rethrown
from rules.kernel.play import Check as Check
from rules.kernel.prompts import Option, Steps, choose, choose_some, roll, within
from rules.kernel.protocol import IllegalAction, Modifier
from rules.matchlocks.state import Leader, Melee, Side, State, Unit, band_in
from rules.matchlocks.switches import House
from vision.table.reading import Reading

Play: TypeAlias = kernel.Play[State]
"""An action of this book under way."""


def deal(play: Play, /, **fields: Any) -> Play:
    """With fields of the decks replaced."""
    return play.with_state(decks=replace(play.state.decks, **fields))


def leader_named(play: Play, leader_id: str) -> Leader:
    """That leader.

    Raises:
        IllegalAction: there is none.
    """
    if leader_id not in play.state.leaders:
        raise IllegalAction(f"{leader_id} is no Leader", "NMM-LEAD-01")
    return play.state.leaders[leader_id]


def melee_named(play: Play, melee_id: str) -> Melee:
    """That melee.

    Raises:
        IllegalAction: there is none.
    """
    found = next((one for one in play.state.melees if one.id == melee_id), None)
    if found is None:
        raise IllegalAction(f"there is no melee {melee_id!r}", "NMM-MEL-70")
    return found


def fight_of(play: Play, melee: Melee) -> str:
    """A melee as people call it: "Lisle's Foot against Gerard's Horse"."""
    parties = (melee.attackers, melee.defenders)
    one, two = (" and ".join(play.unit(name).label for name in party) for party in parties)
    return f"{one} against {two}"


def premeasure(state: State) -> bool:
    """May players see ranges before they declare?  The same for both (SET-11)."""
    return state.on(House.premeasure)


BOOK = Book(
    lambda state: tuple(state.sides),
    named=kernel.Play.unit,
    band=band_in,
    premeasure=premeasure,
    measured_by=(House.scale, House.measure_tolerance),
    no_others=("NMM-ACT-28",),
)
"""Every action of the book, by the name that players use; its chapters register them."""


def measured(
    play: Play, reading: Reading, limit: float, by: str, rule: str, *, what: str = ""
) -> Steps[bool]:
    """Is *reading* at most *limit*?  The house's grey band is settled by the players."""
    band = band_in(play.state)
    return (yield from within(reading, limit, by, what=what, band=band, rules=(rule,)))


class Thrown(Struct, frozen=True):
    """Dice after every reroll. ``rerolled`` are the places that may not be thrown again."""

    faces: tuple[int, ...]
    rerolled: tuple[int, ...] = ()
    notes: tuple[Modifier, ...] = ()


class Again(Struct, frozen=True):
    """Which dice the rules throw again: those showing one of ``faces``; ``why``, ``rule``.

    ``stands``: whole throws that are final as they fall. ``also``: other faces, for another
    reason.
    """

    faces: tuple[int, ...]
    why: str
    rule: str
    stands: tuple[tuple[int, ...], ...] = ()
    also: tuple[Again, ...] = ()

    @property
    def every(self) -> tuple[int, ...]:
        """All faces that are thrown again, for whatever reason."""
        if not self.also:
            return self.faces
        return (*self.faces, *(face for one in self.also for face in one.faces))

    def shown_by(self, faces: tuple[int, ...]) -> Again:
        """The reason that holds for such a throw: the first of which a face is among them."""
        if not self.also:
            return self
        return next((one for one in (self, *self.also) if set(one.faces) & set(faces)), self)


def throw(
    play: Play,
    what: str,
    count: int,
    by: str,
    *,
    need: int | None = None,
    again: Again | None = None,
    barred: bool = False,
    rules: tuple[str, ...] = (),
    apart: tuple[int, ...] | None = None,
    undecided: int = 0,
) -> Steps[tuple[Play, Thrown]]:
    """Throw six-sided dice (SET-05), again what the rules say; then Reroll and Jeopardy.

    *barred*: the rules bar rerolls here (the cards then work by house rule only). No die is
    ever thrown a third time (SET-10, CARD-16). *apart*: faces that mean something of their
    own besides reaching *need*; None when the rule looks at every face.
    """
    hands = [side for side in play.state.sides.values() if side.hand]
    alike: tuple[tuple[int, ...], ...] = ()
    if need is not None and apart is not None and not hands:
        faces_again = again.every if again is not None and not barred else ()
        alike = faces_alike(need, tuple(sorted({*apart, *faces_again})))
    faces = yield from roll(
        what, count, by, need=need, rules=rules, alike=alike, undecided=undecided
    )
    dice = Thrown(faces)
    if again is not None and not barred:
        dice = yield from _thrown_again(what, by, need, again, dice, alike)
    if not hands or not faces or (barred and not play.on(House.card_over_no_reroll)):
        return play, dice
    return (yield from _cards_on_dice(play, what, by, need, dice))


def _thrown_again(
    what: str,
    by: str,
    need: int | None,
    again: Again,
    dice: Thrown,
    alike: tuple[tuple[int, ...], ...],
) -> Steps[Thrown]:
    which = again.every
    places = tuple([i for i, face in enumerate(dice.faces) if face in which])
    if not places or dice.faces in again.stands:
        return dice
    again = again.shown_by(dice.faces)
    new = yield from roll(
        f"{what}: again, {again.why}",
        len(places),
        by,
        need=need,
        rerolls=True,
        rules=(again.rule,),
        alike=alike,
    )
    note = Modifier(f"{len(places)} thrown again: {again.why}", " ".join(map(str, new)), again.rule)
    return Thrown(rethrown(dice.faces, places, new), places, (*dice.notes, note))


def _cards_on_dice(
    play: Play, what: str, by: str, need: int | None, dice: Thrown
) -> Steps[tuple[Play, Thrown]]:
    """Reroll by the thrower (CARD-12), Jeopardy by his opponent (CARD-13)."""
    for side in play.state.sides.values():
        card = "Reroll" if side.name == by else "Jeopardy"
        free = tuple(i for i in range(len(dice.faces)) if i not in dice.rerolled)
        if card in side.hand and free:
            play, dice = yield from _card_on_dice(play, what, by, need, dice, side, card, free)
    return play, dice


def _card_on_dice(
    play: Play,
    what: str,
    by: str,
    need: int | None,
    dice: Thrown,
    side: Side,
    card: str,
    free: tuple[int, ...],
) -> Steps[tuple[Play, Thrown]]:
    rule = "NMM-CARD-12" if card == "Reroll" else "NMM-CARD-13"
    options = tuple(Option(str(i), f"die {i + 1}, a {dice.faces[i]}") for i in free)
    if card == "Reroll" and len(free) > 1:
        options = (Option("all", "the whole hand"), *options)
    options = (Option("keep", "keep the card"), *options)
    picked = yield from choose(f"{what}: play {card}?", side.name, options, rules=(rule,))
    if picked == "keep":
        return play, dice
    places = free if picked == "all" else (int(picked),)
    new = yield from roll(
        f"{what}: again, {card}", len(places), by, need=need, rerolls=True, rules=(rule,)
    )
    note = Modifier(f"{card}: {len(places)} thrown again", " ".join(map(str, new)), rule)
    faces = rethrown(dice.faces, places, new)
    play = spend_card(play, side.name, card)
    return play, Thrown(faces, (*dice.rerolled, *places), (*dice.notes, note))


def spend_card(play: Play, side: str, card: str) -> Play:
    """Take a Bonus card out of a hand; it goes back at the end of the turn."""
    hand = list(play.state.sides[side].hand)
    hand.remove(card)
    return play.change_in("sides", side, hand=tuple(hand))


def pick_unit(
    what: str, by: str, units: Iterable[Unit], *, rules: tuple[str, ...] = ()
) -> Steps[str]:
    """Ask for one of several units; its id."""
    options = tuple(Option(unit.id, unit.label) for unit in units)
    return (yield from choose(what, by, options, rules=rules))


def pick_units(
    what: str, by: str, units: Iterable[Unit], *, rules: tuple[str, ...] = ()
) -> Steps[tuple[str, ...]]:
    """Ask for any number of units; their ids."""
    options = tuple(Option(unit.id, unit.label) for unit in units)
    return (yield from choose_some(what, by, options, rules=rules))
