"""Phase 4: a round of a melee, and who has lost it (PAS-SEQ-04, PAS-MEL)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from rules.armatys.charging.contacts import faced, fighting, foes, melees, shares
from rules.armatys.close_combat.casualties import test
from rules.armatys.close_combat.losers import losing_sides
from rules.armatys.close_combat.strength import Blow, blows, front_figures
from rules.armatys.movement.ground import cover, covered
from rules.armatys.state import State, Touch, Unit, at_start, unit, with_units
from rules.armatys.story import begin, say, then
from rules.armatys.switches import house
from rules.armatys.tables import HIT, OUTNUMBERED, PISTOL_MELEE_HIT
from rules.armatys.units.counters import add
from rules.armatys.units.formation import formation_warning
from rules.armatys.units.generals import at_risk, measure_first
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Option, Steps, choose, roll, yes
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.telling.words import many
from vision.table.snapshot import Snapshot


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


def melee_fault(state: State, here: tuple[str, ...]) -> Refusal | None:
    """Why a melee may not be fought now; "" when it may."""
    if state.phase != 4:
        return refusal("melees are fought in phase 4", "PAS-SEQ-04")
    if not here:
        return refusal("it touches no enemy: there is no melee", "PAS-MEL-01")
    if any(unit(state, name).fought for name in here):
        return refusal("this melee has had its round", "PAS-SEQ-04")
    return None


def melee_of(state: State, table: Snapshot, unit_id: str) -> tuple[str, ...]:
    """The units of the melee that a unit is in; nobody when it is in none."""
    groups = melees(fighting(state, table))
    return next((group for group in groups if unit_id in group), ())


def fight(state: State, table: Snapshot, by: str) -> Steps[Outcome]:
    """PAS-MEL-01 to -27: one round of the melee that a unit is in.

    Both sides strike with what they had when the phase began; a side's hit dice come first,
    then its casualty tests (PAS-DICE-01).

    Raises:
        IllegalAction: no melee, or not now.
    """
    here = melee_of(state, table, unit(state, by).id)
    forbid(melee_fault(state, here))
    measure_first(state, table, *(unit(state, name) for name in here))
    pairs = yield from faced(state, table, _of(fighting(state, table), here))
    story = begin(state)
    for name in here:
        story = formation_warning(story, table, name)
    joined = joining(state, here)
    story = three_to_one(story, here)
    story, drawn = yield from pistols_drawn(story, here)
    strikes = yield from all_strikes(story.state, table, here, pairs, joined, drawn)
    tally = Tally()
    for side in state.sides:
        mine = [one for one in strikes if _side(state, one.striker) == side]
        story, tally = yield from strike_all(story, table, side, mine, tally)
    story = yield from lost(story, here, fronts_of(state, here), tally)
    story = fought(story, here)
    for name in here:
        if unit(story.state, name).counters > unit(state, name).counters:
            story = yield from at_risk(story, table, name)
    return story


def _of(pairs: tuple[Touch, ...], here: tuple[str, ...]) -> tuple[Touch, ...]:
    """The contacts of one melee."""
    return tuple(touch for touch in pairs if touch.a in here)


def joining(state: State, here: tuple[str, ...]) -> dict[str, float]:
    """PAS-MEL-05: the part of each side that may fight; none may outnumber by more than 3:1
    (PAS_3TO1)."""
    fronts = fronts_of(state, here)
    limit = house(state, "PAS_3TO1") == "limit"
    found = {}
    for side, other in (state.sides, state.sides[::-1]):
        most = OUTNUMBERED * fronts[other]
        too_many = limit and 0 < most < fronts[side]
        found[side] = most / fronts[side] if too_many else 1.0
    return found


def fronts_of(state: State, here: tuple[str, ...]) -> dict[str, int]:
    """Q-11: front rank figures of each side in a melee, at the start of the phase."""
    fronts = dict.fromkeys(state.sides, 0)
    for name in here:
        one = at_start(state, name)
        fronts[one.side] += 0 if one.gun is not None else front_figures(one)
    return fronts


def three_to_one(story: Outcome, here: tuple[str, ...]) -> Outcome:
    """PAS-MEL-05: a warning when a side brings too many."""
    state: State = story.state
    fronts = fronts_of(state, here)
    most, fewest = max(fronts.values()), min(fronts.values())
    if house(state, "PAS_3TO1") == "allow" and most > OUTNUMBERED * fewest > 0:
        says = "More than three to one: all of them may join."
        return say(story, says, "PAS-MEL-05")
    for side, part in joining(state, here).items():
        if part < 1:
            says = (f"{side} has {fronts[side]} figures in front, more than three to one: "
                    "the excess may not join.")
            story = say(story, says, "PAS-MEL-05")
    return story


def pistols_drawn(
    story: Outcome, here: tuple[str, ...]
) -> Steps[tuple[Outcome, tuple[str, ...]]]:
    """PAS-CAV-08: horse with loaded pistols may use them instead of swords, once."""
    drawn: tuple[str, ...] = ()
    for name in here:
        one = unit(story.state, name)
        ready = one.pistols and one.loaded and one.is_mounted
        if not ready or at_start(story.state, name).broken:
            continue
        if one.charging:
            says = f"{name} charges this bound: swords, no pistols."
            story = say(story, says, "PAS-CAV-03")
            continue
        wants = yield from yes(f"{name} fires its pistols in melee", one.side,
                               rules=("PAS-CAV-08",))
        if wants:
            drawn += (name,)
            story = then(story, with_units(story.state, replace(one, loaded=False)))
            story = say(story, f"{name} fires its pistols: 4 or more.", "PAS-CAV-08")
    return story, drawn


def all_strikes(
    state: State, table: Snapshot, here: tuple[str, ...], pairs: tuple[Touch, ...],
    joined: dict[str, float], drawn: tuple[str, ...],
) -> Steps[tuple[Strike, ...]]:
    """PAS-MEL-02: every unit's blows at the enemies before its front."""
    found: list[Strike] = []
    for name in here:
        one = at_start(state, name)
        ahead = tuple(foe for foe, face in foes(pairs, name) if face == "front")
        if not ahead or one.broken:
            continue
        parts = shares(state, table, one, ahead)
        column = yield from _column(state, one, ahead)
        for foe in ahead:
            two = at_start(state, foe)
            v_cavalry = two.is_mounted if column is None else column
            strike = Strike(
                name, foe,
                blows(state, one, v_cavalry, part=parts[foe], joined=joined[one.side],
                      pistols=name in drawn),
                dict(foes(pairs, foe)).get(name, "front") != "front",
                PISTOL_MELEE_HIT if name in drawn else HIT,
            )
            found.append(strike)
    return tuple(found)


def _column(state: State, one: Unit, ahead: tuple[str, ...]) -> Steps[bool | None]:
    """PAS_MIXED_ENEMY = owner: one column of the table for the whole unit."""
    kinds = {at_start(state, foe).is_mounted for foe in ahead}
    if len(kinds) < 2 or house(state, "PAS_MIXED_ENEMY") == "nearest":
        return None
    chosen = yield from choose(f"{one.id} faces horse and foot", one.side,
                               (Option("cavalry"), Option("infantry")), rules=("PAS-MEL-06",))
    return chosen == "cavalry"


def strike_all(
    story: Outcome, table: Snapshot, side: str, strikes: list[Strike], tally: Tally
) -> Steps[tuple[Outcome, Tally]]:
    """PAS-MEL-17, PAS-MEL-18: all hit dice of a side, then counters and casualty tests."""
    hits: list[tuple[Strike, int]] = []
    for strike in strikes:
        story = _strength(story, strike)
        faces = yield from roll(f"{strike.striker} fights {strike.target}", strike.dice, side,
                                need=strike.need, rules=("PAS-MEL-17", "PAS-DICE-01"),
                                alike=faces_alike(strike.need))
        number = sum(face >= strike.need for face in faces)
        hits.append((strike, number))
        if faces:
            says = f"{strike.striker}: {many(number, 'hit')}."
            story = say(story, says, "PAS-MEL-17", faces=faces)
    for strike, number in hits:
        if not _is_off(story.state, strike.target):
            story, tally = yield from _wounds(story, table, strike, number, tally)
    return story, tally


def _wounds(
    story: Outcome, table: Snapshot, strike: Strike, number: int, tally: Tally
) -> Steps[tuple[Outcome, Tally]]:
    state: State = story.state
    target = strike.target
    extra = strike.dice if strike.flank else 0
    story = yield from add(story, target, number, "melee", "PAS-MEL-17")
    flanks = house(state, "PAS_FLANK_COUNTS") == "true"
    story = yield from add(story, target, extra, "hit in flank or rear", "PAS-MEL-18",
                           counted=flanks)
    counted = extra if flanks else 0
    counters = _plus(tally.counters, target, number + counted)
    behind = ""
    if number and not at_start(state, strike.striker).grenadiers:
        foe = unit(state, target)
        behind = yield from covered(state, table, foe, cover(state, table, foe))
    figures = tally.figures
    for _ in range(number):
        if _is_off(story.state, target):
            break
        story, lost_one = yield from test(story, target, cover=behind)
        figures = _plus(figures, target, lost_one)
    return story, Tally(counters, figures)


def _strength(story: Outcome, strike: Strike) -> Outcome:
    parts = [f"{blow.figures} {blow.arm} in groups of {blow.size}, {blow.dice} dice"
             for blow in strike.blows]
    where = " in flank or rear" if strike.flank else ""
    says = f"{strike.striker} fights {strike.target}{where}: {'; '.join(parts) or 'no dice'}."
    lines = tuple(line for blow in strike.blows for line in blow.modifiers)
    rows = dict.fromkeys(blow.modifiers[0].rule for blow in strike.blows)
    return say(story, says, *rows, "PAS-MEL-14", modifiers=lines, total=str(strike.dice))


def _plus(counts: dict[str, int], name: str, number: int) -> dict[str, int]:
    return {**counts, name: counts.get(name, 0) + number}


def _is_off(state: State, unit_id: str) -> bool:
    return any(one.id == unit_id and (one.off or one.fallen) for one in state.units)


def lost(
    story: Outcome, here: tuple[str, ...], fronts: dict[str, int], tally: Tally
) -> Steps[Outcome]:
    """PAS-MEL-19, PAS-MEL-27: every unit of a losing side takes a counter, however well it did
    itself, and no figure is lost for it."""
    state: State = story.state
    if house(state, "PAS_3TO1_WHEN") == "end":
        fronts = fronts_of(replace(state, start=()), tuple(
            name for name in here if not _is_off(state, name)))
    if house(state, "PAS_LOST_OVER") == "bound":
        tally = of_the_bound(state)
    sides, why, rule = losing_sides(state, here, fronts, tally.counters, tally.figures)
    says = f"{' and '.join(sides)} lost this round: {why}."
    story = say(story, says, rule, "PAS-MEL-19")
    for name in here:
        if _side(state, name) in sides and not _is_off(story.state, name):
            story = yield from add(story, name, 1, "lost the melee", "PAS-MEL-19")
    return story


def of_the_bound(state: State) -> Tally:
    """What units took this bound, in all its phases (PAS-MEL-21, PAS-MEL-22)."""
    return Tally({one.id: one.got_counters for one in state.units},
                 {one.id: one.lost_figures for one in state.units})


def _side(state: State, unit_id: str) -> str:
    return next(one.side for one in state.units if one.id == unit_id)


def fought(story: Outcome, here: tuple[str, ...]) -> Outcome:
    """A round is done: everybody in it has fought."""
    state: State = story.state
    new = (replace(one, fought=True, rounds=one.rounds + 1)
           for one in state.units if one.id in here and not one.off)
    return then(story, with_units(state, *new), Effect("melee", here[0], list(here)))
