"""Phase 4: a round of a melee, and who has lost it (PAS-SEQ-04, PAS-MEL)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from rules.armatys.charging.contacts import faced, fighting, foes, melees, shares
from rules.armatys.close_combat.casualties import test
from rules.armatys.close_combat.losers import losing_sides
from rules.armatys.close_combat.strength import Blow, blows, front_figures
from rules.armatys.movement.ground import cover, covered
from rules.armatys.state import Battle, Touch, Unit
from rules.armatys.switches import (
    FLANK_COUNTS,
    LOST_OVER,
    MIXED_ENEMY,
    THREE_TO_ONE,
    THREE_TO_ONE_WHEN,
)
from rules.armatys.tables import HIT, OUTNUMBERED, PISTOL_MELEE_HIT
from rules.armatys.units.counters import add
from rules.armatys.units.formation import formation_warning
from rules.armatys.units.generals import at_risk, measure_first
from rules.kernel.dice import faces_alike
from rules.kernel.play import Conditions, fails, lacks
from rules.kernel.prompts import Option, Steps, choose, roll, yes
from rules.kernel.protocol import Modifier
from rules.kernel.telling.names import does, side_does, titled
from rules.kernel.telling.words import dice, many


class Strike(Struct, frozen=True):
    """A unit's blows at one enemy. ``flank``: it is at that enemy's flank or rear."""

    striker: str
    target: str
    blows: tuple[Blow, ...]
    flank: bool
    need: int = HIT

    @property
    def dice(self) -> int:
        """Groups of all arms together."""
        return sum(blow.dice for blow in self.blows)


class Tally(Struct, frozen=True):
    """What units took, in a melee or in the bound: counters and figures lost, by unit."""

    counters: dict[str, int] = {}
    figures: dict[str, int] = {}


def melee_of(play: Battle, unit_id: str) -> tuple[str, ...]:
    """The units of the melee that a unit is in; nobody when it is in none."""
    groups = melees(fighting(play))
    return next((group for group in groups if unit_id in group), ())


def may_fight(play: Battle, by: Unit, at: str) -> Conditions:
    """May the melee that a unit is in be fought now?"""
    yield play.state.phase == 4 or fails("melees are fought in phase 4", "PAS-SEQ-04")
    here = melee_of(play, by.id)
    yield bool(here) or lacks("it touches no enemy: there is no melee", "PAS-MEL-01")
    yield not any(play.unit(name).fought for name in here) or fails(
        "this melee has had its round", "PAS-SEQ-04")  # fmt: skip


def fight(play: Battle, by: Unit, at: str) -> Steps[Battle]:
    """PAS-MEL-01 to -27: one round of the melee that a unit is in.

    Both sides strike with what they had when the phase began; a side's hit dice come first,
    then its casualty tests (PAS-DICE-01).
    """
    start, here = play, melee_of(play, by.id)
    measure_first(play, *map(play.unit, here))
    pairs = yield from faced(play, _of(fighting(play), here))
    for name in here:
        play = formation_warning(play, name)
    joined = joining(start, here)
    play = three_to_one(play, here)
    play, drawn = yield from pistols_drawn(play, here)
    strikes = yield from all_strikes(play, here, pairs, joined, drawn)
    tally = Tally()
    for side in start.state.sides:
        mine = [one for one in strikes if start.unit(one.striker).side == side]
        play, tally = yield from strike_all(play, side, mine, tally)
    play = yield from lost(play, here, fronts_of(start, here), tally)
    play = fought(play, here)
    for name in here:
        if play.unit(name).counters > start.unit(name).counters:
            play = yield from at_risk(play, name)
    return play


def _of(pairs: tuple[Touch, ...], here: tuple[str, ...]) -> tuple[Touch, ...]:
    """The contacts of one melee."""
    return tuple(touch for touch in pairs if touch.a in here)


def joining(play: Battle, here: tuple[str, ...]) -> dict[str, float]:
    """PAS-MEL-05: the part of each side that may fight; none may outnumber by more than 3:1
    (PAS_3TO1)."""
    fronts = fronts_of(play, here)
    limit = play.on(THREE_TO_ONE.limit)
    found = {}
    for side, other in (play.state.sides, play.state.sides[::-1]):
        most = OUTNUMBERED * fronts[other]
        too_many = limit and 0 < most < fronts[side]
        found[side] = most / fronts[side] if too_many else 1.0
    return found


def fronts_of(play: Battle, here: tuple[str, ...]) -> dict[str, int]:
    """Q-11: front rank figures of each side in a melee, at the start of the phase."""
    fronts = dict.fromkeys(play.state.sides, 0)
    for name in here:
        one = play.state.at_start(name)
        fronts[one.side] += 0 if one.gun is not None else front_figures(one)
    return fronts


def three_to_one(play: Battle, here: tuple[str, ...]) -> Battle:
    """PAS-MEL-05: a warning when a side brings too many."""
    fronts = fronts_of(play, here)
    most, fewest = max(fronts.values()), min(fronts.values())
    if play.on(THREE_TO_ONE.allow) and most > OUTNUMBERED * fewest > 0:
        says = "More than three to one: all of them may join."
        return play.step(says, "PAS-MEL-05")
    for side, part in joining(play, here).items():
        if part < 1:
            says = (
                f"{side_does(side, 'has')} {many(fronts[side], 'figure')} in front, "
                "more than three to one: "
                "the excess may not join."
            )
            play = play.step(says, "PAS-MEL-05")
    return play


def pistols_drawn(play: Battle, here: tuple[str, ...]) -> Steps[tuple[Battle, tuple[str, ...]]]:
    """PAS-CAV-08: horse with loaded pistols may use them instead of swords, once."""
    drawn: tuple[str, ...] = ()
    for name in here:
        one = play.unit(name)
        ready = one.pistols and one.loaded and one.is_mounted
        if not ready or play.state.at_start(name).broken:
            continue
        if one.charging:
            says = f"{one.does('charges')} this bound: swords, no pistols."
            play = play.step(says, "PAS-CAV-03")
            continue
        wants = yield from yes(
            f"{one.does('fires')} {one.its} pistols in melee", one.side, rules=("PAS-CAV-08",)
        )
        if wants:
            drawn += (name,)
            play = play.change(one, loaded=False)
            play = play.step(f"{one.does('fires')} {one.its} pistols: 4 or more.", "PAS-CAV-08")
    return play, drawn


def all_strikes(
    play: Battle,
    here: tuple[str, ...],
    pairs: tuple[Touch, ...],
    joined: dict[str, float],
    drawn: tuple[str, ...],
) -> Steps[tuple[Strike, ...]]:
    """PAS-MEL-02: every unit's blows at the enemies before its front."""
    found: list[Strike] = []
    for name in here:
        one = play.state.at_start(name)
        ahead = tuple(foe for foe, face in foes(pairs, name) if face == "front")
        if not ahead or one.broken:
            continue
        parts = shares(play, one, ahead)
        column = yield from _column(play, one, ahead)
        for foe in ahead:
            two = play.state.at_start(foe)
            v_cavalry = two.is_mounted if column is None else column
            part, most, pistols = parts[foe], joined[one.side], name in drawn
            dealt = blows(play, one, v_cavalry, part=part, joined=most, pistols=pistols)
            flank = dict(foes(pairs, foe)).get(name, "front") != "front"
            need = PISTOL_MELEE_HIT if pistols else HIT
            found.append(Strike(name, foe, dealt, flank, need))
    return tuple(found)


def _column(play: Battle, one: Unit, ahead: tuple[str, ...]) -> Steps[bool | None]:
    """PAS_MIXED_ENEMY = owner: one column of the table for the whole unit."""
    kinds = {play.state.at_start(foe).is_mounted for foe in ahead}
    if len(kinds) < 2 or play.on(MIXED_ENEMY.nearest):
        return None
    what, columns = f"{one.does('faces')} horse and foot", (Option("cavalry"), Option("infantry"))
    chosen = yield from choose(what, one.side, columns, rules=("PAS-MEL-06",))
    return chosen == "cavalry"


def strike_all(
    play: Battle, side: str, strikes: list[Strike], tally: Tally
) -> Steps[tuple[Battle, Tally]]:
    """PAS-MEL-17, PAS-MEL-18: all hit dice of a side, then counters and casualty tests."""
    hits: list[tuple[Strike, int]] = []
    for strike in strikes:
        play = _strength(play, strike)
        striker, need = play.state.label(strike.striker), strike.need
        faces = yield from roll(
            f"{does(striker, 'fights')} {play.state.label(strike.target)}", strike.dice, side,
            need=need, rules=("PAS-MEL-17", "PAS-DICE-01"), alike=faces_alike(need),
        )  # fmt: skip
        number = sum(face >= need for face in faces)
        hits.append((strike, number))
        if faces:
            play = play.step(f"{striker}: {many(number, 'hit')}.", "PAS-MEL-17", faces=faces)
    for strike, number in hits:
        if not _is_off(play, strike.target):
            play, tally = yield from _wounds(play, strike, number, tally)
    return play, tally


def _wounds(play: Battle, strike: Strike, number: int, tally: Tally) -> Steps[tuple[Battle, Tally]]:
    start, target = play, strike.target
    extra = strike.dice if strike.flank else 0
    play = yield from add(play, target, number, "melee", "PAS-MEL-17")
    flanks, why = play.on(FLANK_COUNTS), "hit in flank or rear"
    play = yield from add(play, target, extra, why, "PAS-MEL-18", counted=flanks)
    counters = _plus(tally.counters, target, number + (extra if flanks else 0))
    behind = ""
    if number and not start.state.at_start(strike.striker).grenadiers:
        foe = start.unit(target)
        behind = yield from covered(start, foe, cover(start, foe))
    figures = tally.figures
    for _ in range(number):
        if _is_off(play, target):
            break
        play, lost_one = yield from test(play, target, cover=behind)
        figures = _plus(figures, target, lost_one)
    return play, Tally(counters, figures)


def _strength(play: Battle, strike: Strike) -> Battle:
    parts = [
        f"{blow.figures} {blow.arm} in groups of {blow.size}, {dice(blow.dice)}"
        for blow in strike.blows
    ]
    where = " in flank or rear" if strike.flank else ""
    who, whom = play.state.label(strike.striker), play.state.label(strike.target)
    says = f"{does(who, 'fights')} {whom}{where}: {'; '.join(parts) or 'no dice'}."
    lines = tuple(line for blow in strike.blows for line in _working(blow))
    rows = (blow.modifiers[0].rule for blow in strike.blows)
    return play.step(says, *rows, "PAS-MEL-14", modifiers=lines, total=str(strike.dice))


def _working(blow: Blow) -> Iterator[Modifier]:
    """Why its groups are so large, after whose they are: a unit may fight with two arms."""
    first, *others = blow.modifiers
    yield Modifier(f"{blow.arm}: {first.what}", first.value, first.rule)
    yield from others


def _plus(counts: dict[str, int], name: str, number: int) -> dict[str, int]:
    return {**counts, name: counts.get(name, 0) + number}


def _is_off(play: Battle, unit_id: str) -> bool:
    return any(one.id == unit_id and (one.off or one.fallen) for one in play.state.units)


def lost(
    play: Battle, here: tuple[str, ...], fronts: dict[str, int], tally: Tally
) -> Steps[Battle]:
    """PAS-MEL-19, PAS-MEL-27: every unit of a losing side takes a counter, however well it did
    itself, and no figure is lost for it."""
    if play.on(THREE_TO_ONE_WHEN.end):
        left = tuple(name for name in here if not _is_off(play, name))
        fronts = fronts_of(play.with_state(start=()), left)
    if play.on(LOST_OVER.bound):
        tally = of_the_bound(play)
    sides, why, rule = losing_sides(play, here, fronts, tally.counters, tally.figures)
    losers = " and ".join(map(titled, sides))
    play = play.step(f"{losers} lost this round: {why}.", rule, "PAS-MEL-19")
    for name in here:
        if play.unit(name).side in sides and not _is_off(play, name):
            play = yield from add(play, name, 1, "lost the melee", "PAS-MEL-19")
    return play


def of_the_bound(play: Battle) -> Tally:
    """What units took this bound, in all its phases (PAS-MEL-21, PAS-MEL-22)."""
    return Tally(
        {one.id: one.got_counters for one in play.state.units},
        {one.id: one.lost_figures for one in play.state.units},
    )


def fought(play: Battle, here: tuple[str, ...]) -> Battle:
    """A round is done: everybody in it has fought."""
    for one in map(play.unit, here):
        if not one.off:
            play = play.change(one, fought=True, rounds=one.rounds + 1)
    return play
