"""Ammunition (AMMO, SUM-03), dice, what hits, what is thrown again (SHOOT 13c and 13d).

Dice are counted in quarters of a die so that nothing is rounded before the total (SET-08).
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from rules.kernel.acting.book import Says, anybody
from rules.kernel.dice import count_of, half_up, successes, written
from rules.kernel.play import Conditions, fails
from rules.kernel.prompts import Steps, yes
from rules.kernel.protocol import Modifier
from rules.kernel.telling.words import dice as in_dice
from rules.kernel.telling.words import many
from rules.matchlocks.play import BOOK, Again, Play, Thrown, measured, throw
from rules.matchlocks.state import State, Unit, inches, is_mounted, kind_of
from rules.matchlocks.switches import House
from rules.matchlocks.tables import FOG_IN, Kind
from vision.table.reading import Reading

MOVES = frozenset({"move", "wheel", "about face", "charge", "attack", "pivot", "cross"})
"""Actions after which a unit no longer counts as stationary."""


def has_moved(unit: Unit) -> bool:
    """Did it move this turn, by whatever name?"""
    return not MOVES.isdisjoint(unit.acts)


def is_dry(unit: Unit, kind: Kind) -> bool:
    """Formed musketeers whose free volley and small die are both used up (AMMO-04, SUM-08)."""
    return kind.formed_shot and not unit.free_volley and unit.ammo == 0


def ammo_checks(play: Play, unit: Unit) -> Conditions:
    """What ammunition forbids (AMMO-04, -06, -07, -08)."""
    kind = kind_of(unit)
    if is_dry(unit, kind):
        yield from _scattered_checks(play, unit)
    if kind.shots is not None and unit.shots_used >= kind.shots:
        rule = "NMM-AMMO-08" if kind.detachment else "NMM-AMMO-07"
        yield fails(f"{unit.does('has')} used {unit.its} {kind.shots} shots of the battle", rule)


def _scattered_checks(play: Play, unit: Unit) -> Conditions:
    if has_moved(unit):
        why = f"{unit.does('is')} down to Scattered Fire, which a unit that moved may not give"
        yield fails(why, "NMM-AMMO-06")
    first = play.on(House.scattered_same_turn.allow) and "scattered fire" not in unit.acts
    if unit.fired_ranks and not first:
        why = f"{unit.does('has')} fired this turn: Scattered Fire is one rank a turn"
        yield fails(why, "NMM-AMMO-04")


def use_volleys(play: Play, unit_id: str, volleys: int = 1, **also: Any) -> Play:
    """Take volleys off the free one first, then off the small die (AMMO-01, -02, -03).

    *also*: other fields of the unit that change with it.
    """
    unit = play.unit(unit_id)
    if is_dry(unit, kind_of(unit)):
        return play.change(unit_id, **also) if also else play
    paid = volleys - 1 if unit.free_volley else volleys
    left = max(0, unit.ammo - paid)
    return play.change(unit_id, free_volley=False, ammo=left, **also)


@BOOK.action("ammo die", "Read the small die", anybody, says={"reads": Says(most=6)})
def die_read(play: Play, unit: Unit, at: str, reads: int) -> Steps[Play]:
    """The small die on the table shows *reads*; where the record says otherwise the owner is
    asked, and the record stands unless he corrects it (AMMO-10)."""
    if reads == unit.ammo:
        return play.step(f"{unit.label}: the die and the record agree", "NMM-AMMO-10")
    what = f"{unit.label}: the die shows {reads}, the record {unit.ammo}. Correct the record?"
    if not (yield from yes(what, unit.side, rules=("NMM-AMMO-10",))):
        return play.step(f"{unit.label}: the record stands at {unit.ammo}", "NMM-AMMO-10")
    play = play.change(unit.id, ammo=reads)
    return play.step(f"{unit.label}: the record is corrected to {reads}", "NMM-AMMO-10")


def use_shot(play: Play, unit_id: str, **also: Any) -> Play:
    """One of the counted shots of horse is gone (AMMO-07, -08)."""
    unit = play.unit(unit_id)
    return play.change(unit_id, shots_used=unit.shots_used + 1, **also)


def use_ammunition(play: Play, unit_id: str, **also: Any) -> Play:
    """Whatever one Shoot Action costs that unit; nothing for those never counted (AMMO-09).

    *also*: other fields of the unit that change with it.
    """
    kind = play.state.kind(unit_id)
    if kind.formed_shot:
        return use_volleys(play, unit_id, **also)
    if kind.shots is not None:
        return use_shot(play, unit_id, **also)
    return play.change(unit_id, **also) if also else play


class Count(Struct, frozen=True):
    """A number of dice on its way, in quarters of a die, and the working."""

    quarters: int
    modifiers: tuple[Modifier, ...] = ()

    def then(self, quarters: int, what: str, value: str, rule: str) -> Count:
        """With another number, and why."""
        return Count(quarters, (*self.modifiers, Modifier(what, value, rule)))

    @property
    def dice(self) -> int:
        """Whole dice; halves up (SHOOT-43)."""
        return half_up(self.quarters)


def halved(state: State, quarters: int) -> int:
    """Half as many; rounded to whole dice at once under ``rounding_mode=each_step``."""
    half = quarters // 2
    return 4 * half_up(half) if state.on(House.rounding_mode.each_step) else half


def front_shot(unit: Unit) -> int:
    """Musketeers in the front rank of a two-deep body: it stays full while it can (SHOOT-57)."""
    return min(unit.shot, (unit.start_shot + 1) // 2)


def rank_dice(state: State, unit: Unit, rank: str = "front") -> Count:
    """One rank, or half the number when not two deep (SHOOT-33, SUM-04).

    By default a rank is who stands in it, so two volleys never exceed the musketeers present.
    """
    model = House.volley_rank_model
    left = unit.shot - unit.fired_shot
    if left <= 0 and has_perk_volley(state, unit):
        left = unit.shot
    if unit.ranks != 2 or state.on(model.half):
        half = 2 * unit.shot if state.on(model.half) else min(2 * unit.shot, 4 * left)
        return _count(half, f"half of {many(unit.shot, 'musketeer')}", "NMM-SHOOT-33")
    full = (unit.start_shot + 1) // 2
    if state.on(model.front_each):
        return _count(4 * min(unit.shot, full), "the front rank", "NMM-SHOOT-33")
    if not unit.fired_ranks:
        front = front_shot(unit)
        left = front if rank == "front" else unit.shot - front
    return _count(4 * min(full, left), "one rank", "NMM-SHOOT-33")


def has_perk_volley(state: State, unit: Unit) -> bool:
    """May foot that has fired every rank fire one again with the Action that Perk gave it
    (CARD-10; ``perk_volley``)?"""
    return unit.perks > 0 and state.on(House.perk_volley.fires)


def _count(quarters: int, what: str, rule: str) -> Count:
    return Count(quarters, (Modifier(what, _dice(quarters), rule),))


def _dice(quarters: int) -> str:
    return in_dice(quarters / 4)


def shooting_figures(state: State, unit: Unit, rank: str = "front") -> Count:
    """Figures that shoot, before sight and target are looked at (SHOOT-32 to -39, -42)."""
    kind = kind_of(unit)
    if kind.arm == "gun":
        return _gun_dice(state, unit)
    if kind.formed_shot:
        return rank_dice(state, unit, rank)
    count = _count(4 * unit.shot, many(unit.shot, "figure"), "NMM-SHOOT-32")
    if kind.arm == "dragoon" and not unit.mounted:
        fewer = max(0, count.quarters - 4)
        count = count.then(fewer, "one holds the horses", "-1", "NMM-SHOOT-42")
    if kind.arm == "horse" and not kind.loose and state.on(House.horse_shoot_ranks.front):
        front = -(-unit.shot // unit.ranks)
        count = count.then(4 * front, "front rank only", in_dice(front), "NMM-SHOOT-32")
    return _disarrayed(state, unit, kind, count)


def _disarrayed(state: State, unit: Unit, kind: Kind, count: Count) -> Count:
    """Disarray halves horse; Skirmishers on foot shoot on (SHOOT-35, SHOOT-36)."""
    spared = kind.loose and not (
        is_mounted(unit) and state.on(House.mounted_loose_disarray_fire.half)
    )
    if not unit.shaken or spared:
        return count
    less = halved(state, count.quarters)
    return count.then(less, "Disarrayed or Daunted", "x1/2", "NMM-SHOOT-35")


def _gun_dice(state: State, unit: Unit) -> Count:
    """Two dice a crewman; one if pivoted or in the manoeuvre phase (SHOOT-37, -38)."""
    count = _count(8 * unit.shot, f"{unit.shot} crew, two dice each", "NMM-SHOOT-37")
    if unit.pivoted or state.phase == "manoeuvre":
        why = "pivoted this turn" if unit.pivoted else "manoeuvre phase"
        rule = "NMM-SHOOT-38" if unit.pivoted else "NMM-TURN-07"
        count = count.then(4 * unit.shot, why, "one die each", rule)
    return count


def against(state: State, shooter: Unit, target: Unit, count: Count) -> Count:
    """Skirmishers and guns at each other roll half (SHOOT-40, -41)."""
    one, two = kind_of(shooter), kind_of(target)
    light = one.skirmisher or one.arm == "gun"
    if not light or not (two.skirmisher or two.arm == "gun"):
        return count
    if one.arm == two.arm == "gun" and not state.on(House.halve_guns_guns):
        return count
    why = "Skirmishers and guns at each other"
    return count.then(halved(state, count.quarters), why, "x1/2", "NMM-SHOOT-40")


def number_needed(play: Play, shooter: Unit, reading: Reading) -> Steps[tuple[int, Modifier]]:
    """What a shot at that range needs to hit (SHOOT-26 to -31, AMMO-05, EVT-10)."""
    state, kind = play.state, kind_of(shooter)
    if state.fog:
        return 6, Modifier("fog of war", "6", "NMM-EVT-10")
    if is_dry(shooter, kind):
        return 6, Modifier("Scattered Fire", "6", "NMM-AMMO-05")
    for band in kind.reach[:-1]:
        limit = inches(state, band.to_in)
        if band.under and reading.value == limit and not reading.plus_minus:
            continue
        near = yield from measured(
            play, reading, limit, shooter.side, band.rule, what="short range?"
        )
        if near:
            return band.need, Modifier("short range", f"{band.need}+", band.rule)
    last = kind.reach[-1]
    what = "long range" if len(kind.reach) > 1 or last.need == 6 else "short range"
    return last.need, Modifier(what, f"{last.need}+" if last.need < 6 else "6", last.rule)


def thrown_again(state: State, unit: Unit) -> Again | None:
    """Which hit dice that unit may throw again (SHOOT-45, -46, -47)."""
    kind = kind_of(unit)
    everyone = state.on(House.veteran_reroll_scope.all)
    if not (kind.formed_shot or everyone):
        return None
    if unit.quality == "veteran":
        return Again((1,), "Veterans throw 1s again", "NMM-SHOOT-45")
    muskets = kind.arm in ("foot", "dragoon")
    if unit.quality == "seasoned" and muskets and is_first_shot(state, unit):
        return Again((1,), "Seasoned, first shot: 1s again", "NMM-SHOOT-46")
    return None


def is_first_shot(state: State, unit: Unit) -> bool:
    """Has it never shot, or (``first_shot_scope=turn``) not before this turn?"""
    if unit.first_shot_turn == 0:
        return True
    return state.on(House.first_shot_scope.turn) and unit.first_shot_turn == state.turn


class Hits(Struct, frozen=True):
    """What a unit's fire came to: ``hits``, the dice, and whether they are a gun's."""

    hits: int
    dice: Thrown
    need: int
    gun: bool = False


def shoot_dice(
    play: Play,
    shooter_id: str,
    target: Unit,
    count: Count,
    need: int,
    working: Modifier,
    far: Reading,
) -> Steps[tuple[Play, Hits]]:
    """Throw the hit dice of one Shoot Action and read them (SHOOT-44); *far* is the range."""
    shooter = play.unit(shooter_id)
    state = play.state
    what = f"{shooter.does('shoots')} at {target.label}"
    play, dice = yield from throw(
        play,
        what,
        count.dice,
        shooter.side,
        need=need,
        again=thrown_again(state, shooter),
        rules=("NMM-SHOOT-44",),
        apart=(6,) if kind_of(shooter).arm == "gun" else (),
    )
    hits = successes(dice.faces, need)
    gun = kind_of(shooter).arm == "gun"
    play = play.step(
        f"{what}: {in_dice(count.dice)}, {written(dice.faces)}: {many(hits, 'hit')}",
        "NMM-SHOOT-44",
        *(("NMM-ARMY-05",) if shooter.kind == "formed_plotton" else ()),
        modifiers=(*count.modifiers, working, *dice.notes),
        total=f"{in_dice(count.dice)} needing {need}",
        readings=(far,),
        faces=dice.faces,
    )
    if gun and count_of(dice.faces, 6) >= 4:
        play = _breaks_down(play, shooter)
    return play, Hits(hits, dice, need, gun)


def _breaks_down(play: Play, gun: Unit) -> Play:
    """Four or more 6s in one Shoot Action (SHOOT-49)."""
    says = f"{gun.does('breaks')} down: four 6s or more; it needs a repair"
    return play.change(gun.id, malfunction=True).step(says, "NMM-SHOOT-49")


def reach_in(state: State, unit: Unit) -> tuple[float, str]:
    """How far it may shoot, inches, and the rule that limits it."""
    last = kind_of(unit).reach[-1]
    limit, rule = inches(state, last.to_in), last.rule
    if state.fog and inches(state, FOG_IN) < limit:
        return inches(state, FOG_IN), "NMM-EVT-10"
    return limit, rule
