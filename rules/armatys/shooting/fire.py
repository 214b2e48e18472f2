"""Firing, in phase 3 at units in a charge and in phase 6 at all others (PAS-INF, PAS-CAV)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.armatys.close_combat.casualties import test
from rules.armatys.movement.ground import cover, covered, slowing
from rules.armatys.shooting.aim import aim
from rules.armatys.shooting.artillery import fire_guns, gun_fault
from rules.armatys.state import (
    General,
    State,
    Unit,
    at_start,
    fallen_general,
    general,
    is_charged,
    unit,
    with_general,
    with_units,
)
from rules.armatys.story import begin, say, then
from rules.armatys.switches import house, is_on
from rules.armatys.tables import GRENADE_IN, HIT, PISTOL_MOVE_IN, SHOOTING
from rules.armatys.units.counters import add
from rules.armatys.units.generals import at_risk, hit_general, measure_first
from rules.armatys.units.ready import acting_fault
from rules.armatys.units.troops import firing_figures, firing_size, groups, rate_in, touched, weapon
from rules.kernel.dice import faces_alike
from rules.kernel.prompts import Steps, roll, within
from rules.kernel.protocol import Effect, Outcome
from rules.kernel.refusal import Refusal, forbid, refusal
from rules.kernel.telling.words import many
from vision.table.reading import Reading, Verdict
from vision.table.snapshot import Snapshot


def fire_fault(state: State, one: Unit) -> Refusal | None:
    """Why a unit may not fire at all now; "" when it may."""
    if state.phase not in (3, 6):
        return refusal("firing is in phases 3 and 6", "PAS-SEQ-03", "PAS-SEQ-06")
    one = as_it_began(state, one)
    fault = acting_fault(state, one)
    if fault:
        return fault
    if one.fired and not (is_on(state, "PAS_FIRE_TWICE") and state.phase == 6):
        return refusal(f"{one.id} has fired this bound", "PAS-SEQ-06")
    if one.fought:
        return refusal(f"{one.id} is in melee", "PAS-MEL-01")
    if one.gun is not None:
        return gun_fault(one)
    kind = weapon(state, one)
    if not kind:
        return refusal(f"{one.id} has nothing to fire with", "PAS-CLASS-06")
    return foot_fault(one) if kind == "muskets" else mounted_fault(state, one, kind)


def as_it_began(state: State, one: Unit) -> Unit:
    """A unit that broke or fell in this very phase fires in it: all fire of a phase is at once."""
    began = at_start(state, one.id)
    return replace(one, arms=began.arms, counters=began.counters, broken=began.broken,
                   retire=began.retire, rally=began.rally)


def foot_fault(one: Unit) -> Refusal | None:
    """PAS-INF-01, PAS-APP-01: foot moves or fires; fixed plug bayonets stop the muzzle."""
    if one.moved or one.charging:
        return refusal(f"{one.id} moved: foot either moves or fires", "PAS-INF-01")
    if one.fixed and one.bayonet == "plug":
        return refusal(f"{one.id} has fixed plug bayonets", "PAS-APP-01")
    return None


def mounted_fault(state: State, one: Unit, kind: str) -> Refusal | None:
    """PAS-CAV-02 to -04, PAS-APP-11: after 9 inches or less, not in a charge, loaded."""
    rule = "PAS-CAV-02" if kind == "pistols" else "PAS-APP-11"
    most_in = pistol_move_in(state, one)
    if way_of(one).compare(most_in) is Verdict.OUT:
        return refusal(f"{one.id} moved {way_of(one)}, it fires after {most_in:g} in or less", rule)
    if kind == "pistols" and one.charging:
        return refusal(f"{one.id} charges: no pistols in the same bound", "PAS-CAV-03")
    if kind == "pistols" and not one.loaded:
        return refusal(f"{one.id} has fired its pistols and must reload", "PAS-CAV-04")
    return None


def way_of(one: Unit) -> Reading:
    """How far a unit has moved this bound."""
    return Reading("move_distance", one.moved_in, one.moved_spread_in, frm=one.id)


def _moved_little(state: State, one: Unit) -> Steps[bool]:
    """PAS-CAV-02, PAS-APP-11: did cavalry move 9 inches or less?  Asked when too close to call."""
    kind = weapon(state, one)
    if one.gun is not None or kind == "muskets":
        return True
    return (yield from within(way_of(one), pistol_move_in(state, one), one.side,
                              what=f"{one.id} moved before it fires",
                              rules=("PAS-CAV-02" if kind == "pistols" else "PAS-APP-11",)))


def pistol_move_in(state: State, one: Unit) -> float:
    """PAS-CAV-02: the move after which cavalry may still fire (PAS_PISTOL_MOVE)."""
    if house(state, "PAS_PISTOL_MOVE") == "minus":
        return max(0.0, PISTOL_MOVE_IN - slowing(state, one))
    return min(PISTOL_MOVE_IN, max(0.0, rate_in(one) - slowing(state, one)))


def target_fault(state: State, one: Unit, target: Unit | General) -> Refusal | None:
    """PAS-SEQ-03, PAS-SEQ-06: targets in a charge are shot at in phase 3, others in phase 6."""
    if target.side == one.side:
        return refusal("only enemies are fired at", "PAS-INF-02")
    in_charge = is_charged(state, target.id)
    if state.phase == 3 and not in_charge:
        says = f"{target.id} is in no charge: it is fired at in phase 6"
        return refusal(says, "PAS-SEQ-03", "PAS-SEQ-06")
    if state.phase == 6 and in_charge:
        return refusal(f"{target.id} is in a charge: it was fired at in phase 3", "PAS-SEQ-03")
    return None


def find_target(state: State, at: str) -> Unit | General:
    """The unit or general that is shot at, or the general who fell in this very phase.

    Raises:
        IllegalAction: there is none of that id.
    """
    return general(state, at) or fallen_general(state, at) or unit(state, at)


def fire(state: State, table: Snapshot, by: str, at: str) -> Steps[Outcome]:
    """PAS-INF-12, PAS-CAV-07, PAS-APP-13: one unit fires at one target.

    Its groups are those it had when the phase began, for all fire in it is simultaneous: who
    has fallen in it fires too, and may be fired at, to no effect.

    Raises:
        IllegalAction: it may not fire, or not at that.
    """
    one, target = unit(state, by), find_target(state, at)
    forbid(fire_fault(state, one) or target_fault(state, one, target))
    firer = as_it_began(state, one)
    little = yield from _moved_little(state, firer)
    forbid(None if little else refusal(f"{by} moved too far to fire", "PAS-CAV-02", "PAS-APP-11"))
    if isinstance(target, General) and target.gone:
        return spent(state, one, firer, target)
    reading, note = yield from aim(state, table, firer, target)
    if isinstance(target, Unit):
        measure_first(state, table, target)
    fired = replace(one, fired=True, loaded=one.loaded and weapon(state, firer) != "pistols")
    story = then(begin(state), with_units(state, fired), Effect("fired", by, at))
    if isinstance(target, General):
        with_him = replace(target, with_unit=touched(state, table, target))
        story = then(story, with_general(story.state, with_him))
    if one.gun is not None:
        return (yield from fire_guns(story, table, at_start(state, by), target, reading, note))
    return (yield from volley(story, table, at_start(state, by), target, reading, note))


def spent(state: State, one: Unit, firer: Unit, target: General) -> Outcome:
    """A shot at a general who fell in this phase: it was fired all the same."""
    fired = replace(one, fired=True, loaded=one.loaded and weapon(state, firer) != "pistols")
    story = then(begin(state), with_units(state, fired), Effect("fired", one.id, target.id))
    return say(story, f"{target.id} has fallen in this phase: the shot of {one.id} is spent.",
               "PAS-GEN-03")


def volley(
    story: Outcome, table: Snapshot, firer: Unit, target: Unit | General, reading: Reading,
    note: str,
) -> Steps[Outcome]:
    """PAS-INF-06 to -13: groups, dice, counters, casualty tests, in the order of PAS-DICE-01."""
    state: State = story.state
    figures = firing_figures(state, firer)
    size, lines = firing_size(state, firer)
    row = SHOOTING[weapon(state, firer)]
    number = groups(figures, size)
    says = (f"{firer.id} fires at {target.id}, {reading}: {figures} figures in groups of {size}, "
            f"{number} dice.{note}")
    story = say(story, says, row.size_rules[0], "PAS-INF-09", modifiers=lines, total=str(number),
                readings=(reading,))
    faces = yield from roll(f"{firer.id} fires at {target.id}", number, firer.side, need=HIT,
                            rules=(row.hit_rules[0], "PAS-DICE-01"), alike=faces_alike(HIT))
    hits = sum(face >= HIT for face in faces)
    story = say(story, f"{many(hits, 'hit')}.", row.hit_rules[0], faces=faces)
    if not hits:
        return story
    if isinstance(target, General):
        return (yield from hit_general(story, target.id))
    behind = yield from covered(state, table, target, cover(state, table, target))
    if behind and firer.grenadiers:
        far = yield from within(reading, GRENADE_IN, firer.side, sense="at least",
                                rules=("PAS-APP-03",),
                                what=f"{firer.id} to {target.id}, beyond grenades")
        if not far:
            behind, story = "", say(story, "Grenades: no save for cover.", "PAS-APP-03")
    return (yield from suffer(story, table, target.id, hits, behind, row.hit_rules[1]))


def suffer(
    story: Outcome, table: Snapshot, target: str, hits: int, behind: str, rule: str
) -> Steps[Outcome]:
    """PAS-INF-13, PAS-CAS: a counter and a casualty test for each hit, then the general's risk."""
    story = yield from add(story, target, hits, "fire", rule)
    for _ in range(hits):
        if _gone(story.state, target):
            break
        story, _lost = yield from test(story, target, cover=behind)
    return (yield from at_risk(story, table, target))


def _gone(state: State, unit_id: str) -> bool:
    return any(one.id == unit_id and (one.off or one.fallen) for one in state.units)
