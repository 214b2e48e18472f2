"""Who counts in a melee, what he needs to hit and throws again (MEL-24 to -50, -69 to -82; DIS).

Figures are counted first and turned into dice after; nothing is rounded before the total
(``rounding_mode``). When several things cut a unit down, the smallest single count applies
(``count_stack``).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from msgspec import Struct

from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import many
from rules.matchlocks.close_combat.doctrine import NONE, Doctrine
from rules.matchlocks.play import Again
from rules.matchlocks.state import Melee, State, Unit, is_mounted, kind_of
from rules.matchlocks.switches import House
from vision.measure.answers import Side

HALF = Fraction(1, 2)


class Footing(Struct, frozen=True):
    """How a unit stands in one round.

    ``attacking``: it made the Attack and this is its first round. ``zone``: where it is hit.
    ``v_horse``, ``v_dragoons``: what it faces. ``over``: it attacks over a defended obstacle;
    ``into``: a defended building. ``garrison``: it holds one. ``turned``: it turned to face
    before round two. ``fed``: a fresh Squadron that feeds in with one rank.
    """

    round: int = 1
    attacking: bool = False
    zone: Side = "front"
    v_horse: bool = False
    v_dragoons: bool = False
    over: bool = False
    into: bool = False
    garrison: bool = False
    turned: bool = False
    fed: bool = False


class Body(Struct, frozen=True):
    """A number of figures, by arm; may end in a half."""

    shot: Fraction
    pikes: Fraction

    def times(self, share: Fraction) -> Body:
        """That share of each arm."""
        return Body(self.shot * share, self.pikes * share)


class Cut(Struct, frozen=True):
    """One thing that leaves only part of a unit to fight."""

    body: Body
    what: str
    rule: str


class MeleeDice(Struct, frozen=True):
    """A number of dice with its working; ``exact`` is the count before rounding."""

    dice: int
    modifiers: tuple[Modifier, ...]
    exact: Fraction


def whole_dice(exact: Fraction) -> int:
    """Halves up, once, at the total (MEL-27)."""
    return floor(exact + HALF)


def file_dice(state: State, unit: Unit, footing: Footing, zone: Side) -> Fraction:
    """What turns to meet a second enemy: the end file, or half a rank behind (MEL-88).

    The end file of a Battalia are musketeers; half a rank has its share of pikes (MEL-36).
    """
    if zone == "rear":
        return _dice(state, unit, footing, _half_rank(state, unit))
    figures = min(Fraction(2 if unit.ranks >= 2 else 1), Fraction(unit.figures))
    if unit.shot:
        return figures * Fraction(shot_rate(state, unit, footing), 2)
    return figures


def melee_dice(state: State, unit: Unit, footing: Footing) -> MeleeDice:
    """How many melee dice a unit throws in this round."""
    whole = Cut(*_whole(state, unit, footing))
    cuts = list(_cuts(state, unit, footing))
    least = _least(state, unit, footing, whole, cuts)
    dice = _dice(state, unit, footing, least.body)
    lines = tuple(Modifier(cut.what, _figures(cut.body), cut.rule) for cut in (whole, *cuts))
    if unit.disarray > 1 and state.on(House.disarray_second.worse):
        dice = max(Fraction(0), dice - 1)
        lines = (*lines, Modifier("a second Disarray, by house rule", "-1 die", "NMM-DIS-05"))
    total = Modifier("dice, halves up", f"{float(dice):g}", "NMM-MEL-27")
    return MeleeDice(whole_dice(dice), (*lines, _rate(state, unit, footing), total), dice)


def _least(state: State, unit: Unit, footing: Footing, whole: Cut, cuts: list[Cut]) -> Cut:
    """The smallest count, or all of them multiplied (``count_stack``)."""
    if state.on(House.count_stack.multiply) and len(cuts) > 1:
        body = whole.body
        full = _size(whole.body)
        for cut in cuts:
            body = body.times(_size(cut.body) / full if full else Fraction(0))
        return Cut(body, "all of them together", cuts[0].rule)
    return min([whole, *cuts], key=lambda cut: _dice(state, unit, footing, cut.body))


def _size(body: Body) -> Fraction:
    return body.shot + body.pikes


def _figures(body: Body) -> str:
    return many(float(_size(body)), "figure")


def _dice(state: State, unit: Unit, footing: Footing, body: Body) -> Fraction:
    if state.on(House.rounding_mode.each_step):
        body = Body(Fraction(floor(body.shot + HALF)), Fraction(floor(body.pikes + HALF)))
    return body.shot * Fraction(shot_rate(state, unit, footing), 2) + body.pikes


def shot_rate(state: State, unit: Unit, footing: Footing) -> int:
    """Half-dice a figure that is no pikeman (MEL-39, -40, -42)."""
    kind = kind_of(unit)
    if kind.key == "horse_detachment" and state.on(House.horse_detachment_class.skirmisher):
        return 1
    if kind.arm == "dragoon" and unit.mounted:
        slow = footing.v_horse
        if footing.v_dragoons:
            slow = House.dragoon_v_dragoon.of(state.house) == 0.5
        return 1 if slow else 2
    return kind.melee_shot


def _rate(state: State, unit: Unit, footing: Footing) -> Modifier:
    kind = kind_of(unit)
    rate = shot_rate(state, unit, footing) / 2
    if kind.arm == "horse":
        rule = "NMM-MEL-39"
    elif kind.arm == "dragoon" and unit.mounted:
        rule = "NMM-MEL-40"
    else:
        rule = "NMM-MEL-41" if unit.pikes and not unit.shot else "NMM-MEL-42"
    if unit.pikes and unit.shot:
        return Modifier("dice a figure", f"{rate:g}, pikes 1", "NMM-MEL-41")
    return Modifier("dice a figure", "1" if unit.pikes else f"{rate:g}", rule)


def _whole(state: State, unit: Unit, footing: Footing) -> tuple[Body, str, str]:
    """The ranks that count when nothing is wrong (MEL-25, -26, -28 to -33, -88)."""
    kind, everyone = kind_of(unit), Body(Fraction(unit.shot), Fraction(unit.pikes))
    if footing.garrison and state.on(House.building_defender.half):
        return everyone.times(HALF), "half the garrison", "NMM-MEL-38"
    if unit.hedgehog:
        rule = "NMM-MEL-26" if unit.shot else "NMM-MEL-31"
        return everyone, "hedgehog: all figures", rule
    if kind.loose or kind.arm == "gun":
        return everyone, "all figures", "NMM-MEL-32"
    if kind.arm == "horse":
        return _horse_ranks(state, unit, footing)
    if unit.pikes and not unit.shot and kind.key != "battalia":
        return _pike_ranks(state, unit, footing)
    rule = "NMM-MEL-25" if kind.key == "battalia" else "NMM-MEL-28"
    return _front_ranks(unit, 2), "two ranks", rule


def _horse_ranks(state: State, unit: Unit, footing: Footing) -> tuple[Body, str, str]:
    """Two ranks; one when fed in from the rear (MEL-33, MEL-77; ``feed_rank_line``)."""
    if not footing.fed:
        return _front_ranks(unit, 2), "two ranks", "NMM-MEL-33"
    rank = _front_ranks(unit, 1)
    if state.on(House.feed_rank_line.four):
        rank = Body(min(rank.shot, Fraction(4)), rank.pikes)
    return rank, "fed in: one rank", "NMM-MEL-77"


def _pike_ranks(state: State, unit: Unit, footing: Footing) -> tuple[Body, str, str]:
    """Four ranks attacking, three to the front when attacked; later as the house says."""
    if footing.round > 1:
        deep = House.pike_round2.of(state.house)
        return _front_ranks(unit, deep), f"{deep} ranks", "NMM-MEL-80"
    if footing.attacking:
        return _front_ranks(unit, 4), "four ranks", "NMM-MEL-29"
    return _front_ranks(unit, 3), "three ranks", "NMM-MEL-30"


def _front_ranks(unit: Unit, ranks: int) -> Body:
    """Figures in the first *ranks* ranks; losses have come off the rear (MEL-53)."""
    deep = max(unit.ranks, 1)
    return Body(
        _in_ranks(unit.shot, unit.start_shot, deep, ranks),
        _in_ranks(unit.pikes, unit.start_pikes, deep, ranks),
    )


def _in_ranks(left: int, start: int, deep: int, ranks: int) -> Fraction:
    width = -(-start // deep)
    return Fraction(left if ranks >= deep else min(left, width * ranks))


def _cuts(state: State, unit: Unit, footing: Footing) -> Iterator[Cut]:
    """Everything that leaves only a part of the unit to fight."""
    if unit.shaken:
        yield from _shaken(state, unit, footing)
    if footing.zone != "front" and not unit.hedgehog:
        yield from _hit_in_flank(state, unit)
    if footing.over:
        yield from _over_obstacle(state, unit)
    if footing.into and kind_of(unit).arm == "foot":
        yield Cut(_front_ranks(unit, 1), "into a building: front rank", "NMM-MEL-38")


def _shaken(state: State, unit: Unit, footing: Footing) -> Iterator[Cut]:
    """Disarrayed or Daunted (MEL-34, -35, DIS-02 to -05, DAU-01)."""
    everyone = Body(Fraction(unit.shot), Fraction(unit.pikes))
    if unit.hedgehog and state.on(House.hedgehog_disarray.all):
        return
    if is_mounted(unit):
        yield _shaken_horse(state, unit, footing, everyone)
    elif kind_of(unit).loose or kind_of(unit).arm == "gun":
        yield Cut(everyone.times(HALF), "Disarrayed: half", "NMM-DIS-04")
    elif unit.ranks == 2 or (unit.ranks > 2 and state.on(House.square_disarray.front_rank)):
        yield Cut(_front_ranks(unit, 1), "Disarrayed: front rank", "NMM-MEL-34")
    else:
        yield Cut(everyone.times(HALF), "Disarrayed, not two deep: half", "NMM-MEL-34")


def _shaken_horse(state: State, unit: Unit, footing: Footing, everyone: Body) -> Cut:
    late = footing.round >= 3 or footing.turned
    if late and not kind_of(unit).loose and state.on(House.disarrayed_cavalry.half_rank_later):
        rule = "NMM-MEL-73" if footing.turned else "NMM-MEL-81"
        return Cut(_half_rank(state, unit), "Disarrayed, late: half a rank", rule)
    return Cut(everyone.times(HALF), "Disarrayed horse: half", "NMM-MEL-35")


def _half_rank(state: State, unit: Unit) -> Body:
    """Half of the front rank, half of each arm unless the house takes the wing."""
    front = _front_ranks(unit, 1)
    if unit.pikes and unit.shot and state.on(House.half_rank_mix.wing):
        return Body(min(front.shot, _size(front) * HALF), Fraction(0))
    return front.times(HALF)


def _hit_in_flank(state: State, unit: Unit) -> Iterator[Cut]:
    """Half a rank; loose bodies have no ranks to halve (MEL-36)."""
    if kind_of(unit).loose or kind_of(unit).arm == "gun":
        if state.on(House.loose_flank.half):
            body = Body(Fraction(unit.shot), Fraction(unit.pikes)).times(HALF)
            yield Cut(body, "hit in flank or rear: half", "NMM-MEL-36")
        return
    yield Cut(_half_rank(state, unit), "hit in flank or rear: half a rank", "NMM-MEL-36")


def _over_obstacle(state: State, unit: Unit) -> Iterator[Cut]:
    """Over a defended obstacle; horse pays in Disarray instead (MEL-37)."""
    kind = kind_of(unit)
    if kind.arm != "foot":
        return
    if unit.pikes and not unit.shot and kind.key != "battalia":
        yield Cut(_front_ranks(unit, 2), "over an obstacle: two ranks", "NMM-MEL-37")
    elif kind.key == "battalia" and state.on(House.battalia_obstacle.split):
        body = Body(_front_ranks(unit, 1).shot, _front_ranks(unit, 2).pikes)
        yield Cut(body, "over an obstacle: one rank of shot, two of pikes", "NMM-MEL-37")
    elif unit.ranks == 2:
        yield Cut(_front_ranks(unit, 1), "over an obstacle: front rank", "NMM-MEL-37")
    else:
        body = Body(Fraction(unit.shot), Fraction(unit.pikes)).times(HALF)
        yield Cut(body, "over an obstacle: half", "NMM-MEL-37")


FIRST_NEEDS, LATER_NEEDS = 4, 5


class Blow(Struct, frozen=True):
    """What one unit brings to a round: how it stands, its doctrine, Hits from fire."""

    unit: str
    footing: Footing
    doctrine: Doctrine = NONE
    fire_hits: int = 0
    fresh: bool = False
    outright: int = 0


def needed(state: State, melee: Melee, number: int, blow: Blow) -> int:
    """4 in round one and for fresh horse, else 5 (MEL-43, -69, -74, -77, -82)."""
    if blow.fresh or blow.unit in melee.fed and melee.fed[blow.unit] == number:
        return FIRST_NEEDS
    if is_fresh(melee, blow.unit, number):
        return FIRST_NEEDS if state.on(House.joiner_values.fresh) else LATER_NEEDS
    if number == 1:
        return LATER_NEEDS if blow.doctrine.tactic == "engage" else FIRST_NEEDS
    return LATER_NEEDS


def rerolls(
    state: State, melee: Melee, number: int, blow: Blow, foe: Unit
) -> tuple[Again | None, Modifier | None]:
    """Which dice a unit throws again in melee, or what bars it (MEL-45 to -50, -69, -75)."""
    unit = state.units[blow.unit]
    bar = _barred(state, melee, number, blow, unit, foe)
    if bar is not None:
        return None, bar
    if number == 1 and blow.doctrine.tactic == "gallop" and unit.id in melee.gallop:
        climbs = melee.uphill if unit.id in melee.attackers else melee.counter_uphill
        if not climbs:
            return Again((1, 2, 3), "charging: every miss", "NMM-MEL-46"), None
        if state.on(House.uphill_charge.trot):
            return Again((1,), "a gallop uphill is a trot", "NMM-MEL-46"), None
    why = _ones_again(state, melee, number, blow, unit)
    return (Again((1,), *why) if why else None), None


def _ones_again(
    state: State, melee: Melee, number: int, blow: Blow, unit: Unit
) -> tuple[str, str] | None:
    """Why a unit throws 1s again; None when it does not."""
    if number == 1 and blow.doctrine.tactic == "trot":
        return "at a trot: 1s", "NMM-DOC-18"
    if unit.quality == "veteran":
        return "Veterans: 1s", "NMM-MEL-45"
    if _attacks_now(state, melee, number, blow):
        return "attacking: 1s", "NMM-MEL-45"
    if unit.id in melee.followed and melee.followed_round in (0, number):
        return "following up: 1s", "NMM-MEL-45"
    if number > 1 and melee.winner == unit.side:
        return "won the last round: 1s", "NMM-MEL-75"
    if blow.fresh or melee.fed.get(unit.id) == number:
        return "fresh horse fed in: 1s", "NMM-MEL-77"
    return None


def _barred(
    state: State, melee: Melee, number: int, blow: Blow, unit: Unit, foe: Unit
) -> Modifier | None:
    """What leaves every die as it fell (MEL-47 to -50, -69)."""
    attacks = _attacked(melee, unit.id)
    horse = kind_of(unit).arm == "horse"
    on_flank = unit.id in (melee.joined or melee.attackers)
    frontal = melee.zone == "front" or not on_flank
    pikes = foe.pikes > 0 and (not foe.shot or foe.hedgehog or foe.kind == "pike_square")
    if horse and (pikes or foe.hedgehog or (foe.kind == "battalia" and frontal)):
        return Modifier("horse against pikes", "no rerolls", "NMM-MEL-47")
    if melee.pursuit and attacks and number == 1:
        return Modifier("pursuers fight in disorder", "no rerolls", "NMM-MEL-69")
    early = number == 1 or is_fresh(melee, unit.id, number)
    if not attacks or not (early or state.on(House.attacker_reroll_later)):
        return None
    if unit.disarray:
        return Modifier("an attacker with Disarray", "no rerolls", "NMM-MEL-48")
    if melee.uphill and not horse and early:
        return Modifier("foot attacking uphill", "no rerolls", "NMM-MEL-49")
    if blow.footing.over or blow.footing.into:
        return Modifier("over a defended obstacle", "no rerolls", "NMM-MEL-50")
    return None


def _attacks_now(state: State, melee: Melee, number: int, blow: Blow) -> bool:
    """Does it still count as attacking (``attacker_reroll_later``)?"""
    if not _attacked(melee, blow.unit) or melee.pursuit:
        return False
    engaged = blow.doctrine.tactic == "engage"
    if engaged and not state.on(House.engage_fire_attacker_reroll):
        return False
    later = state.on(House.attacker_reroll_later)
    return number == 1 or is_fresh(melee, blow.unit, number) or later


def _attacked(melee: Melee, unit_id: str) -> bool:
    """Has it made an Attack in this fight, first or by joining it?"""
    return (unit_id in melee.assailants and not melee.backed) or unit_id in melee.joined


def is_fresh(melee: Melee, unit_id: str, number: int) -> bool:
    """Is round *number* the first of a unit that joined a fight under way (MEL-71)?"""
    return unit_id in melee.joined and melee.joined_round == number
